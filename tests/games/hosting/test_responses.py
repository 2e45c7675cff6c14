"""Games that are asked in OpenAI's Responses: whole, paid to the cent, and with the thoughts that are told there."""

from collections import Counter

import pytest
from pytest_django import Settings

from games.agents.room import room_for
from games.engine.rulesets import all_rulesets
from games.gateway import circuit_breaker
from games.hosting.verbs import replay_game
from games.loopback.process import Provider
from games.models import Answer, Call
from games.models.waiting import ROOMLESS
from personas.models import LanguageModel
from tests.games.casting import make_game
from tests.games.hosting.test_questions import MIXED, fresh, rows_of, settled_to_the_cent
from tests.games.rule_books import two_by_turns
from tests.games.stage import play_all, play_until
from tests.games.voices import ANTHROPIC, OPENAI, RESPONSES, model_at, voices
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(at_most(120)), pytest.mark.long(20)]
ALONE, REASONER = "gpt-5-codex", "gpt-5-mini"
IN_CHAT, IN_RESPONSES = "/v1/chat/completions", "/v1/responses"


@pytest.mark.parametrize("ruleset", two_by_turns(1))
def test_a_game_in_responses_is_played_and_every_call_is_accounted_for(at: Provider, ruleset: str) -> None:
    seats = all_rulesets()[ruleset].seats.start
    players = voices(at, *(f"{RESPONSES}{name}" for name in (ALONE, REASONER)), seats=seats)
    game = make_game(ruleset=ruleset, seats=seats, players=players)

    play_all()

    game = fresh(game)
    assert game.status == "finished", game.waiting
    assert replay_game(game=game).is_identical
    seen, calls = rows_of(at, game)
    assert {(row["path"], row["status"]) for row in seen} == {(IN_RESPONSES, 200)}
    assert len(seen) == len(calls) == Answer.objects.filter(game=game).count()
    assert {(call.status, call.fault) for call in calls} == {("answered", "")}
    settled_to_the_cent(at, game)
    for row in seen:
        (call,) = (each for each in calls if each.ident == row["client_id"])
        assert (call.input_tokens, call.cached_tokens, call.output_tokens, call.reasoning_tokens) == (
            row["input"], row["cached"], row["output"], row["reasoning"]
        )  # fmt: skip
    thoughts = Answer.objects.filter(game=game).values_list("thought", flat=True)
    assert all("Let me weigh what has been said." in thought for thought in thoughts), "as their provider sums them up"


def test_one_table_is_asked_in_three_protocols(at: Provider) -> None:
    players = voices(at, OPENAI, ANTHROPIC, f"{RESPONSES}gpt-5.6-luna", seats=6)
    game = make_game(seats=6, players=players)

    play_all()

    assert fresh(game).status == "finished", fresh(game).waiting
    seen, _ = rows_of(at, game)
    assert {row["path"]: row["model"] for row in seen} == {
        IN_CHAT: OPENAI, "/v1/messages": ANTHROPIC, IN_RESPONSES: "gpt-5.6-luna"
    }  # fmt: skip
    settled_to_the_cent(at, game)


def test_what_gpt_5_6_writes_to_its_cache_is_paid_for_in_responses_too(at: Provider) -> None:
    players = voices(at, f"{RESPONSES}gpt-5.6", f"{RESPONSES}gpt-5.6-luna", seats=7)
    game = make_game(ruleset="council-mafia", players=players)

    play_all()

    assert fresh(game).status == "finished", fresh(game).waiting
    settled_to_the_cent(at, game)
    seen, calls = rows_of(at, game)
    wrote = {str(row["client_id"]): (row["input"], row["cached"], row["written"]) for row in seen}
    assert {call.ident: (call.input_tokens, call.cached_tokens, call.cache_written_tokens) for call in calls} == wrote
    assert (
        min(sum(of) for of in zip(*((cached, written) for _, cached, written in wrote.values()), strict=True)) > 1_000
    )


def test_two_rows_of_one_model_are_each_asked_in_their_own_protocol(at: Provider) -> None:
    one, *_ = players = voices(at, OPENAI, seats=5)
    twin = LanguageModel.objects.create(
        slug="twin", name="Twin", provider="openai-responses", model_name=OPENAI,
        base_url=one.model.base_url, key_variable="LOOP_KEY",
    )  # fmt: skip
    for player in players[3:]:
        player.model = twin
        player.player_id = f"twin_{player.persona.slug}"
        player.save()
    game = make_game(seats=5, players=players)

    play_all()

    assert fresh(game).status == "finished", fresh(game).waiting
    seen, calls = rows_of(at, game)
    paths = {str(row["client_id"]): row["path"] for row in seen}
    asked = {(call.language_model_id, paths[call.ident]) for call in calls}
    assert asked == {(one.model.pk, IN_CHAT), (twin.pk, IN_RESPONSES)}
    assert {call.provider for call in calls} == {calls[0].provider}, "where they are asked has one name"


def test_a_model_that_is_cut_off_while_it_thinks_holds_up_its_own_games(at: Provider) -> None:
    model = model_at(at, f"{RESPONSES}{REASONER}")
    model.most_tokens = 100
    model.save()
    game = make_game(seats=5, players=voices(at, REASONER, seats=5))

    play_until(lambda: fresh(game).waiting and not fresh(game).lease_owner)

    assert (fresh(game).status, fresh(game).waiting) == ("running", ROOMLESS)
    cut = Call.objects.filter(game=game, fault__startswith="the answer was cut off at 100 tokens")
    assert cut.count() == Call.objects.filter(game=game, status="answered").count() > 0
    settled_to_the_cent(at, game)


def test_a_reply_that_was_cut_off_is_asked_for_once_more_with_the_most_room(at: Provider) -> None:
    game = make_game(seats=5, players=voices(at, f"{RESPONSES}{OPENAI}", seats=5))
    at.control(faults={"truncated": 0.3}, seed="cut")

    play_all()

    at.control(faults={})
    assert fresh(game).status == "finished", fresh(game).waiting
    room = room_for(OPENAI)
    cut = {
        most: Counter(
            Call.objects.filter(game=game, fault__startswith=f"the answer was cut off at {most} tokens").values_list(
                "poll", "seat"
            )
        )
        for most in room
    }
    assert max(cut[room.first].values()) == 1, "never again at a bound that was too small"
    assert set(cut[room.most]) < set(cut[room.first]), "and the most is only then given"
    settled_to_the_cent(at, game)


def test_games_in_responses_end_whatever_goes_wrong(
    at: Provider, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(circuit_breaker, "FIRST_WAIT", 0.02)
    monkeypatch.setattr(circuit_breaker, "LONGEST_WAIT", 0.2)
    settings.LEAGUE_CALL_TIMEOUT = 1
    players = voices(at, *(f"{RESPONSES}{name}" for name in (OPENAI, REASONER)), seats=5)
    for kinds in (MIXED, ("refusal", "no_usage", "invalid_utf8", "unknown_tool", "two_tools", "503")):
        at.control(faults=dict.fromkeys(kinds, 0.4 / len(kinds)), seed=kinds[0])
        game = make_game(kinds[0], seats=5, players=players)

        play_all(slice_seconds=3_000)

        at.control(faults={})
        game = fresh(game)
        assert game.status == "finished", game.waiting
        assert replay_game(game=game).is_identical
        settled_to_the_cent(at, game)
        tries = Counter(Call.objects.filter(game=game, status="answered").values_list("poll", "seat"))
        assert max(tries.values()) <= 4
        at_the_most = tuple(f"the answer was cut off at {room_for(name).most} tokens" for name in (OPENAI, REASONER))
        for answer in Answer.objects.filter(game=game).exclude(default_reason=""):
            assert answer.tries >= 2 if answer.default_reason.startswith(at_the_most) else answer.tries == 4


def test_a_game_of_a_model_that_is_elsewhere_waits_and_the_call_says_where(at: Provider) -> None:
    game = make_game(seats=5, players=voices(at, ALONE, seats=5))

    play_until(lambda: fresh(game).waiting and not fresh(game).lease_owner)

    assert "404: " in fresh(game).waiting
    call = Call.objects.filter(game=game).first()
    assert call is not None
    assert (call.status, call.cost) == ("refused", 0)
    assert "ask it in Responses: openai-responses:gpt-5-codex" in call.error
