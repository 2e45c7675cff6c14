"""Marks of claims in what lenses are shown: when everybody may know, and nothing of what is secret before."""

import json

import pytest
from django.test import Client

from games.engine.disclosing import Disclosure
from games.engine.moderator import Moderator
from games.engine.viewpoint import AUDIENCE, GLASS, Viewer, seat_viewer
from games.ledger.marks import Marker, read_answers
from games.ledger.reads import events_for, lines_of_games
from games.ledger.rows import entry_of
from games.ledger.shown import seqs_shown
from games.live.hub import Key, Stream, read_news
from games.models import Event, Game
from tests.factories import NOON, make_players
from tests.games.twins import (
    ALIASES,
    KILLED,
    LYNCHED,
    TWIN_ROLES,
    TWIN_SALT,
    TWIN_SEED,
    dealt,
    play_first_day,
    play_to_the_end,
    stored,
)

pytestmark = pytest.mark.django_db
Marked = list[tuple[int, int, str, int, str]]


def first_day(mark: str = "A") -> Moderator:
    return play_first_day(dealt(), mark=mark)


def twin_of_it(mark: str = "B") -> Moderator:
    return play_first_day(dealt(TWIN_ROLES, TWIN_SEED), mark=mark, plots=2)


def marks_in(game: Game, viewer: Viewer) -> Marked:
    """The marks that a lens is shown: with which event, of whose claim, of which kind and about whom, and as what."""
    return [
        (row["seq"], mark["speaker"], mark["kind"], mark["about"], mark["verdict"])
        for row in events_for(game, viewer)
        for mark in row.get("marks", ())
    ]


def test_everybody_is_told_what_came_out_and_the_glass_box_all_at_once() -> None:
    game = stored(first_day(), make_players(8))
    kinds = {"said": set(), "voted": set(), "lynched": set(), "phase": set()}
    for row in events_for(game, AUDIENCE):
        for mark in row.get("marks", ()):
            kinds[row["kind"]].add((mark["kind"], mark["about"], mark["verdict"]))
    # Who was found dead had a role that all saw; who is lynched shows theirs, and votes are read out.
    assert kinds["said"] == {("role", KILLED, "true")}
    assert {kind for kind, *_ in kinds["voted"]} == {"vote"}
    assert ("vote", LYNCHED, "false") in kinds["voted"]
    assert kinds["lynched"] == {
        ("innocence", LYNCHED, "false"),
        ("innocence", LYNCHED, "true"),
        ("role", LYNCHED, "false"),
    }
    assert kinds["phase"] == set()
    in_glass = {each[1:] for each in marks_in(game, GLASS)}
    assert {each[1:] for each in marks_in(game, AUDIENCE)} < in_glass
    assert any(kind == "result" and verdict == "true" for _, kind, _, verdict in in_glass)


def test_a_mark_points_at_the_words_and_at_what_shows_it_by_the_lens_s_own_numbers() -> None:
    game = stored(first_day(), make_players(8))
    for viewer in (AUDIENCE, GLASS, seat_viewer(1), seat_viewer(LYNCHED)):
        rows = {row["seq"]: row for row in events_for(game, viewer)}
        for row in rows.values():
            for mark in row.get("marks", ()):
                speech = rows[mark["event"]]
                assert (speech["kind"], speech["seat"]) == ("said", mark["speaker"])
                assert mark["shown_by"] is None or mark["shown_by"] in rows
                assert mark["event"] <= row["seq"]
        assert any("marks" in row for row in rows.values())
    shown = {row["seq"]: row["kind"] for row in events_for(game, AUDIENCE)}
    of_roles = [mark["shown_by"] for row in events_for(game, AUDIENCE) for mark in row.get("marks", ())]
    assert {shown[each] for each in of_roles} == {"died", "voted", "lynched"}


def test_twins_have_the_same_marks_for_everybody_and_others_in_the_glass_box() -> None:
    players = make_players(8)
    one, two = stored(first_day(), players), stored(twin_of_it(), players, salt=TWIN_SALT)
    villagers = [seat_viewer(seat) for seat in (KILLED, LYNCHED)]
    for viewer in (AUDIENCE, *villagers):
        assert events_for(one, viewer) == events_for(two, viewer)
    assert marks_in(one, AUDIENCE)
    assert {each[1:] for each in marks_in(one, GLASS)} != {each[1:] for each in marks_in(two, GLASS)}


def test_a_lens_that_is_followed_is_told_the_same_as_one_that_is_read() -> None:
    game = stored(play_to_the_end(first_day()), make_players(8))
    for viewer in (AUDIENCE, GLASS, seat_viewer(0)):
        for first in (0, 9):
            stream = Stream(Key(game.pk, viewer, NOON - NOON), ALIASES)
            stream.cursor, stream.count = first, len(seen_until(game, viewer, first))
            told = []
            for last in (11, 12, 30, 31, game.last_seq):
                Game.objects.filter(pk=game.pk).update(last_seq=last)
                with_later = Event.objects.filter(game=game, seq__gt=last)
                hidden = list(with_later)
                with_later.delete()
                _, (news,), _ = read_news([stream], NOON)
                Event.objects.bulk_create(hidden)
                told += [frame.text for frame in news.frames]
                stream.cursor, stream.count = news.cursor, news.count
            rows = [json.loads(text)["event"] for text in told]
            seen = len(seen_until(game, viewer, first))
            assert rows == [row for row in events_for(game, viewer) if row["seq"] > seen]


def test_streams_of_one_game_that_are_told_unlike_far_have_the_same_marks_in_the_end() -> None:
    """One is ahead of the other by a delay: what the first needs is not taken by the second for all that it needs."""
    game = stored(play_to_the_end(first_day()), make_players(8))
    rows = list(Event.objects.filter(game=game).order_by("seq"))
    ahead, behind = Marker(game.pk, AUDIENCE, ALIASES), Marker(game.pk, GLASS, ALIASES)
    found: dict[Marker, dict[int, list[dict[str, object]]]] = {ahead: {}, behind: {}}
    for place in range(len(rows)):
        told = [(ahead, rows[place : place + 1]), (behind, rows[place - 9 : place - 8] if place > 8 else [])]
        read_answers(told)
        for marker, some in told:
            found[marker] |= marker.with_events(list(map(entry_of, some))) if some else {}
    for marker, viewer in ((ahead, AUDIENCE), (behind, GLASS)):
        whole = [row["marks"] for row in events_for(game, viewer) if "marks" in row]
        told_of = list(found[marker].values())
        assert told_of == whole[: len(told_of)] != []


def seen_until(game: Game, viewer: Viewer, last: int) -> list[int]:
    return seqs_shown(Event.objects.filter(game=game, seq__lte=last), viewer)


def test_at_the_end_everybody_has_the_verdicts_that_could_come_out() -> None:
    game = stored(play_to_the_end(first_day()), make_players(8))
    lines = list(lines_of_games([game], "claims", None))
    known = [row for row in lines if row["verdict"] != "unknowable" and row["public_from"] is not None]
    assert sorted(each[1:] for each in marks_in(game, AUDIENCE)) == sorted(
        (row["speaker"], row["kind"], row["about"], row["verdict"]) for row in known
    )
    assert len(marks_in(game, GLASS)) == len(lines) > len(known)


def test_the_api_tells_them_from_anywhere(client: Client) -> None:
    game = stored(first_day(), make_players(8))
    address = f"/api/v1/games/{game.public_id}/events/"
    for lens in ("audience", "glass", "seat:1"):
        whole = client.get(address, {"lens": lens}).json()["results"]
        pages = [
            client.get(address, {"lens": lens, "after": n, "page_size": 1}).json()["results"] for n in range(len(whole))
        ]
        assert [row for page in pages for row in page] == whole


def test_where_nothing_was_claimed_there_are_no_marks() -> None:
    moderator = first_day()
    game = stored(moderator, make_players(8))
    game.answers.update(disclosed=Disclosure().plain)
    assert marks_in(game, AUDIENCE) == marks_in(game, GLASS) == []
