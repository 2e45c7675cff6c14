"""A model tells a game: asked once about each moment, of public facts alone, and never waited for."""

import json
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.agents.agent import Asked
from games.agents.narrator.asking import narration_request, read_narration, speeches_in
from games.agents.providers import Reply
from games.engine.events import Reasoned, Seated, VotedWhy
from games.engine.questions import Illegal
from games.engine.viewpoint import AUDIENCE, GLASS
from games.hosting.making import WrongGame
from games.hosting.narrator import dictate, dictated_games
from games.hosting.verbs import replay_game
from games.ledger.reads import narrations_for
from games.ledger.rows import recorded_game
from games.loopback.process import Provider
from games.models import Account, Call, CallRecord, Event, Game, Narration
from tests.factories import make_model, make_players
from tests.games.agents.providers.test_wire import server
from tests.games.casting import make_game
from tests.games.stage import play_all
from tests.games.twins import TWIN_ROLES, TWIN_SALT, TWIN_SEED, dealt, play_first_day, stored
from tests.games.voices import OPENAI, model_at

WORDS = "The lamps burn low, and nobody looks at anybody."


def read(words: str, *speeches: str, said: tuple[str, ...] = ()) -> str:
    return read_narration(Reply(json.dumps({"words": words})), speeches, said)


# --- asked and read --------------------------------------------------------------------------------------------------


def test_its_words_are_made_one_line_of_what_can_be_seen() -> None:
    assert read(WORDS.replace(" ", " \n\u202e ", 3), "I was at home.") == WORDS


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "1 to 600"),
        ("x " * 400, "1 to 600"),
        ("They say: i think Bruno is lying to us, all of us.", "repeat a speech"),
        (WORDS, "said the same before"),
    ],
)
def test_words_that_are_not_fit_are_refused(words: str, reason: str) -> None:
    with pytest.raises(Illegal, match=reason):
        read(words, "Well, I think Bruno is lying; to us!", said=(WORDS,))


def test_reasons_of_votes_are_speeches_and_are_not_told() -> None:
    voted = VotedWhy((Reasoned(0, 1, "a reason of my own"), Reasoned(1, None, "")))
    request = narration_request([Seated(("Anika", "Bruno")), voted], ("Anika", "Bruno"), [], Asked("some-model"))
    assert speeches_in(voted) == ["a reason of my own"]
    assert "Anika for Bruno" in request.task
    assert "a reason of my own" not in " ".join((*request.system, *request.history, request.task))


# --- by a provider ---------------------------------------------------------------------------------------------------


def played(provider: Provider, **terms: Any) -> Game:
    game = make_game("D/1", seats=8, narrator=model_at(provider, OPENAI).slug, **terms)
    play_all()
    return Game.objects.get(pk=game.pk)


def authors(game: Game) -> list[str]:
    return [each.author for each in narrations_for(game, AUDIENCE)]


@pytest.mark.django_db(transaction=True)
def test_each_moment_is_asked_for_once_and_paid_for(at: Provider, settings: Settings) -> None:
    settings.LEAGUE_KEEP_CALLS = 30
    untold = make_game("D/1", seats=8)
    game = played(at)
    assert game.hash == Game.objects.get(pk=untold.pk).hash
    house, bill = [each.text for each in narrations_for(game, AUDIENCE)], at.cost()
    assert set(authors(game)) == {"template"}
    assert list(dictated_games(now=timezone.now())) == [game]

    fit = dictate(game=game)

    moments = narrations_for(game, AUDIENCE)
    assert 0 < fit == authors(game).count(OPENAI) <= len(moments) == Narration.objects.count()
    assert [each.text for each in moments] != house
    assert [each.text for each in narrations_for(game, GLASS)] == [each.text for each in moments]
    calls = Call.objects.filter(purpose="narration", game=game)
    assert len(calls) == len(moments) + 1, "the summary, which tells of somebody who is not named, once again"
    assert sum((call.cost or Decimal(0) for call in calls), Decimal(0)) == at.cost() - bill > 0
    assert Account.objects.get(scope="game", name=game.public_id).spent == at.cost() - bill
    assert dictate(game=game) == 0
    assert calls.count() == len(moments) + 1
    assert replay_game(game=game).is_identical


def told_by_a_server(settings: Settings, monkeypatch: pytest.MonkeyPatch, *summaries: str) -> tuple[Game, list[Call]]:
    """A game of the house, and the calls about its end, where a server says nothing new but these summaries."""
    monkeypatch.setenv("LOOP_KEY", "none")
    game = make_game("D/1", seats=8, narrator="template")
    play_all()
    game.refresh_from_db()
    said = iter(["A quiet hour."] * (len(narrations_for(game, AUDIENCE)) - 1) + list(summaries))

    def answer(_: object) -> tuple[int, dict[str, str], bytes]:
        message = {"role": "assistant", "content": json.dumps({"words": next(said)})}
        choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
        usage = {"prompt_tokens": 900, "completion_tokens": 20, "total_tokens": 920}
        return 200, {}, json.dumps({"choices": choices, "model": "teller", "usage": usage}).encode()

    with server(answer) as url:
        settings.LEAGUE_BASE_URLS = [f"{url}/v1"]
        make_model(slug="teller", provider="openai", model_name="t", base_url=f"{url}/v1", key_variable="LOOP_KEY")
        Game.objects.filter(pk=game.pk).update(terms=game.terms | {"narrator": "teller"})
        game.refresh_from_db()
        dictate(game=game)
    return game, list(Call.objects.filter(game=game, purpose="narration").order_by("pk"))[-len(summaries) :]


@pytest.mark.django_db(transaction=True)
def test_a_summary_that_invents_is_asked_for_once_again_and_then_told(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game("D/1", seats=8)
    play_all()
    winner = Game.objects.get(pk=game.pk).winner
    game, calls = told_by_a_server(
        settings, monkeypatch, "The town and the mafia won.", f"What a night. The {winner} won."
    )

    closing = narrations_for(game, AUDIENCE)[-1]
    assert (closing.text, closing.author) == (f"What a night. The {winner} won.", "teller")
    assert [(call.try_number, call.fault) for call in calls] == [
        (1, "say which one team won, or which one lost"),
        (2, ""),
    ]
    (told,) = [row for row in recorded_game(game).narrations if row["after"] == closing.public]
    assert told["text"] == closing.text


@pytest.mark.django_db(transaction=True)
def test_a_model_that_goes_on_inventing_leaves_the_summary_to_the_house(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, calls = told_by_a_server(settings, monkeypatch, "A traitor smiled.", "And Gregor smiled.")

    closing = narrations_for(game, AUDIENCE)[-1]
    assert closing.author == "template"
    assert closing.text.startswith(f"The {game.winner} won after {game.rounds} rounds. ")
    assert [call.fault != "" for call in calls] == [True, True]
    assert game.narrations.latest("after").text == ""
    assert dictate(game=game) == 0, "it is asked no third time"
    assert narrations_for(game, GLASS)[-1].after > closing.after


@pytest.mark.django_db(transaction=True)
def test_what_it_is_asked_holds_public_facts_and_no_speech(at: Provider, settings: Settings) -> None:
    settings.LEAGUE_KEEP_CALLS = 30
    game = played(at)
    dictate(game=game)
    asked = "\n".join(CallRecord.objects.filter(call__purpose="narration").values_list("request", flat=True))
    spoken = {event.data["words"] for event in Event.objects.filter(game=game, kind="said")}
    assert spoken
    assert [words for words in spoken if words in asked] == []
    assert "sit down" in asked
    for secret in ("investigates", "protects", game.seed, game.salt):
        assert secret not in asked


@pytest.mark.django_db
def test_two_worlds_that_differ_in_secrets_alone_are_asked_about_alike() -> None:
    players, asked = make_players(8), []
    worlds = (play_first_day(dealt()), play_first_day(dealt(TWIN_ROLES, TWIN_SEED), mark="B", plots=3))
    for moderator, salt in zip(worlds, ("5a17" * 8, TWIN_SALT), strict=True):
        game = stored(moderator, players, salt=salt)
        public = [entry.event for entry in moderator.ledger if entry.heard_by == "everyone"]
        asked.append(narration_request(public, moderator.deal.aliases, [], Asked("some-model")))
        game.delete()
    assert asked[0] == asked[1]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("trouble", [{"outage": True}, {"faults": {"prose": 1.0}}], ids=str)
def test_whatever_goes_wrong_the_house_tells_the_moment(at: Provider, trouble: dict[str, Any]) -> None:
    game = played(at)
    at.control(**trouble)
    assert dictate(game=game) == 0
    assert set(authors(game)) == {"template"}
    assert not Account.objects.exclude(reserved=0).exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("caps", [{"game": "0"}, {"call": "0"}])
def test_without_money_it_is_not_asked(at: Provider, caps: dict[str, str]) -> None:
    game = played(at, caps=caps)
    assert (game.status, dictate(game=game), Call.objects.count()) == ("finished", 0, 0)


@pytest.mark.django_db
def test_nobody_narrates_who_cannot_be_asked() -> None:
    with pytest.raises(WrongGame, match="narrator must be none, template or the slug of a model behind a provider"):
        make_game(narrator="uniform")
