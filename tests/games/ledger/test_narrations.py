"""The narrator beside stored games: for those who watch, on request, and never on the way to a player."""

import json
from datetime import timedelta

import pytest
from django.test import Client

from games.agents.agent import Asked
from games.agents.exchanges import Character, Recollection
from games.agents.narrator import narrated
from games.engine.events import Said
from games.engine.moderator import Moderator
from games.engine.rulesets import all_rulesets
from games.engine.viewpoint import AUDIENCE, GLASS, Viewer, seat_viewer
from games.ledger.narrations import Telling, lines_for, narrations
from games.ledger.reads import events_for, narrations_for
from games.live.hub import Key, Stream, read_news
from games.models import Game
from tests.factories import NOON, make_players
from tests.games.casting import make_game
from tests.games.engine.scenes import answer_wildly, begin
from tests.games.rule_books import is_shipped
from tests.games.stage import play_all
from tests.games.twins import ALIASES, TWIN_ROLES, TWIN_SALT, TWIN_SEED, dealt, play_first_day, play_to_the_end, stored

TOLD = {"narrator": "template"}


def briefings(moderator: Moderator) -> str:
    """Everything that whoever is asked now is told, in one text."""
    recollection, texts = Recollection(moderator, "a game"), []
    for seat in moderator.pending:
        request = recollection.exchange(seat, Character(), Asked("some-model")).request()
        texts += [*request.system, *request.history, request.task]
    return "\n".join(texts)


@pytest.mark.parametrize("ruleset", all_rulesets())
def test_no_word_of_the_narrator_comes_into_a_briefing(ruleset: str) -> None:
    rules = all_rulesets()[ruleset]
    moderator = begin(rules, rules.default_seats, "narrated")
    said: list[str] = []
    briefed = 0
    while moderator.pending and briefed < 300:
        said = [each.text for each in narrated("a game", moderator.ledger)]
        told = briefings(moderator)
        assert [text for text in said if text in told] == []
        for seat in tuple(moderator.pending):
            answer_wildly(moderator, seat)
            briefed += 1
    assert len(said) > (3 if is_shipped(rules) else 0)


def test_a_word_that_was_put_before_the_table_would_be_found_in_a_briefing() -> None:
    moderator = play_first_day(dealt())
    said = [each.text for each in narrated("a game", moderator.ledger)]
    moderator.table.announce(Said(0, said[-1]))
    for seat in tuple(moderator.pending):
        answer_wildly(moderator, seat)
    assert said[-1] in briefings(moderator)


@pytest.mark.django_db
def test_the_words_stand_by_the_numbers_of_the_lens_and_a_seat_is_told_none() -> None:
    game = stored(play_to_the_end(play_first_day(dealt())), make_players(8), terms=TOLD)

    audience, glass = narrations_for(game, AUDIENCE), narrations_for(game, GLASS)

    assert [each.text for each in audience] == [each.text for each in glass] != []
    for viewer, told in ((AUDIENCE, audience), (GLASS, glass)):
        kinds = {row["seq"]: row["kind"] for row in events_for(game, viewer)}
        assert (kinds[told[0].after], kinds[told[-1].after]) == ("seated", "revealed")
    assert audience[-1].after < glass[-1].after
    assert narrations_for(game, seat_viewer(0)) == []
    assert narrations_for(game, AUDIENCE, audience[2].after) == audience[2:]


@pytest.mark.django_db
def test_a_game_without_a_narrator_is_told_by_nobody(client: Client) -> None:
    game = stored(play_first_day(dealt()), make_players(8))
    assert narrations_for(game, AUDIENCE) == []
    assert client.get(f"/api/v1/games/{game.public_id}/narrations/").json() == {"results": []}
    assert b"line narration" not in client.get(f"/games/{game.public_id}/").content


@pytest.mark.django_db
def test_the_page_and_the_api_tell_the_same_words(client: Client) -> None:
    game = stored(play_first_day(dealt()), make_players(8), terms=TOLD)
    told = client.get(f"/api/v1/games/{game.public_id}/narrations/").json()["results"]
    page = client.get(f"/games/{game.public_id}/?line=all").content.decode()
    assert [page.count(f'id="n{each["after"]}"') for each in told] == [1] * len(told) != []
    assert client.get(f"/api/v1/games/{game.public_id}/narrations/?lens=seat:0").status_code == 400


@pytest.mark.django_db
def test_worlds_that_differ_in_secrets_alone_are_told_alike() -> None:
    players = make_players(8)
    one = stored(play_first_day(dealt()), players, terms=TOLD, public_id="samegamesame")
    told = [each.row for each in narrations_for(one, AUDIENCE)]
    one.delete()
    twin = play_first_day(dealt(TWIN_ROLES, TWIN_SEED), mark="B", plots=3)
    other = stored(twin, players, salt=TWIN_SALT, terms=TOLD, public_id="samegamesame")
    assert told == [each.row for each in narrations_for(other, AUDIENCE)] != []


@pytest.mark.django_db(transaction=True)
def test_a_narrator_changes_nothing_of_a_game() -> None:
    told, untold = make_game("same", narrator="template"), make_game("same")
    play_all()
    one, other = (Game.objects.get(pk=game.pk) for game in (told, untold))
    assert one.hash == other.hash != ""
    assert narrations_for(one, AUDIENCE) != []


@pytest.mark.django_db(transaction=True)
def test_the_hub_tells_the_words_behind_the_events_that_they_follow() -> None:
    game = stored(play_to_the_end(play_first_day(dealt())), make_players(8), terms=TOLD)
    for viewer in (AUDIENCE, GLASS):
        key = Key(game.pk, viewer, timedelta(0), lines_for(game))
        _, news, _ = read_news([Stream(key, ALIASES, cursor=3, count=1 if viewer == AUDIENCE else 3)], NOON)
        asides = [json.loads(frame.aside) for frame in news[0].frames if frame.aside]
        wanted = [each.row for each in narrations_for(game, viewer) if each.after > (1 if viewer == AUDIENCE else 3)]
        assert asides == [{"type": "narration", **row} for row in wanted] != []
        assert [frame.seq for frame in news[0].frames if frame.aside] == [row["after"] for row in wanted]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("viewer", [AUDIENCE, GLASS])
@pytest.mark.parametrize("ruleset", ["town-mafia", "glass-box"])
def test_words_that_are_told_as_events_come_are_those_of_the_whole_game(ruleset: str, viewer: Viewer) -> None:
    make_game("whole", ruleset=ruleset, narrator="template")
    play_all()
    game = Game.objects.get()
    whole = list(narrations(game.pk, lines_for(game), viewer))
    rows = list(game.events.order_by("seq"))
    half = len(rows) // 2
    pieces = [rows[:1], rows[1:2], rows[2:half], rows[half:-1], rows[-1:]]

    telling = Telling(game.pk, lines_for(game), viewer)
    told = [telling.next(piece, None) for piece in pieces]

    assert [each for piece in told for each in piece] == whole != []
    assert telling.next(pieces[2], None) == told[2] != []  # it did not arrive, and comes again
    before = max(row.public_seq or 0 for row in rows[:half])
    assert telling.next(rows[half:], None) == [each for each in whole if each.public > before] != []
