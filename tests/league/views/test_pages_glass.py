"""The glass box is a glass box: of all that was answered in a game everything can be reached through the glass, beat by
beat, and through no other lens anything."""

import re
from collections import Counter
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.agents.offline import play_whole
from games.engine.rulesets import all_rulesets
from games.engine.viewpoint import AUDIENCE, GLASS, seat_viewer
from games.ledger.reads import events_for
from games.models import Answer, Event, Game
from league.queries.stage.beneath import Piece, difference
from league.views.stage.beneath import STRETCH
from personas.roster import ensure_roster
from tests.league.staging import after_the_first_night, staged
from tests.league.views.test_pages import WHOLE, page
from tests.league.views.test_pages_game import is_lie

pytestmark = pytest.mark.django_db
EVERY_GAME = pytest.mark.parametrize("slug", sorted(all_rulesets()))
EVERY_BELIEVING = pytest.mark.parametrize(
    "slug", sorted(each.slug for each in all_rulesets().values() if each.believing)
)
WORDS = ("message", "happened", "suspicions", "strategy", "reason")


def whole(slug: str, **given: Any) -> Game:
    rules = all_rulesets()[slug]
    return staged("S/1", play=play_whole, ruleset=slug, players=ensure_roster()[: rules.default_seats], **given)


def plain(text: str) -> str:
    """What can be read on a page, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


def part_of(client: Client, game: Game, beat: int = 0, lens: str = "glass", status: int = 200) -> str:
    """A stretch of what is beneath the line."""
    asked = {"lens": lens, "part": "beneath", "beat": beat, "open": "beliefs"}
    answer = client.get(f"/games/{game.public_id}/", asked)
    assert answer.status_code == status
    return answer.content.decode()


def stretches(client: Client, game: Game) -> dict[int, str]:
    """By beat what is beneath the line, as the page's script asks for it."""
    beats = client.get(f"/api/v1/games/{game.public_id}/beats/", {"lens": "glass"}).json()["results"]
    found: dict[int, str] = {}
    for start in range(0, len(beats), STRETCH):
        text = part_of(client, game, start)
        for part in text.split('<div data-beneath="')[1:]:
            number, _, rest = part.partition('">')
            found[int(number)] = rest
    assert sorted(found) == list(range(len(beats)))
    return found


def all_told(client: Client, game: Game) -> str:
    """All that can be read beat by beat: on cards, and beneath the line."""
    cards = client.get(f"/api/v1/games/{game.public_id}/beats/", {"lens": "glass"}).json()["results"]
    said = " ".join(f"{beat['text']} {' '.join(each['text'] for each in beat.get('thoughts', ()))}" for beat in cards)
    return f"{' '.join(said.split())} {plain(' '.join(stretches(client, game).values()))}"


@EVERY_GAME
def test_everything_that_was_answered_is_beneath_some_beat(client: Client, slug: str) -> None:
    game = whole(slug)
    read = all_told(client, game)
    sought: Counter[str] = Counter()
    missed: list[str] = []
    for answer in Answer.objects.filter(game=game):
        texts = [("thought", answer.thought), *((name, answer.answer.get(name)) for name in WORDS)]
        for name, text in texts:
            if text and text != "[SILENT]":
                sought[f"{answer.kind} {name}"] += 1
                missed += [] if plain(text) in read else [f"{answer.kind} {name}: {text}"]
    assert missed == []
    assert sum(sought.values()) > 25


def tables(text: str) -> list[list[str]]:
    """The tables of bids in a part, each by its rows."""
    return [table.split("<tbody")[1:] for table in re.findall(r'<table class="bids">.*?</table>', text, re.DOTALL)]


def signed(told: str) -> int:
    return int(told.replace("\N{MINUS SIGN}", "-"))


def test_a_priority_is_the_sum_of_its_terms_and_the_highest_with_something_to_say_has_the_floor(client: Client) -> None:
    game = whole("glass-box")
    found = [table for text in stretches(client, game).values() for table in tables(text)]
    polls = Answer.objects.filter(game=game, kind="bid").values("poll").distinct().count()
    assert len(found) == polls > 5
    has_die = 0
    for table in found:
        priorities = {}
        for place, row in enumerate(table):
            terms = re.findall(r"<span><b>([+\N{MINUS SIGN}]?\d+)</b> ([a-z ]+)</span>", row)
            (priority,) = map(int, re.findall(r'<td class="number"><b>(-?\d+)</b>', row))
            assert sum(signed(value) for value, _ in terms) == priority
            has_die += "die" in {name for _, name in terms}
            if "has nothing to say" not in row:
                priorities[place] = priority
        winners = [place for place, row in enumerate(table) if "is-winner" in row]
        assert len(winners) == bool(priorities) or "must speak" in table[0]
        if winners and "must speak" not in table[0]:
            assert priorities[winners[0]] == max(priorities.values())
    assert has_die == sum(map(len, found))


def test_every_waking_says_when_and_why_and_who_stayed_silent(client: Client) -> None:
    game = whole("reactive-mafia")
    read = " ".join(stretches(client, game).values())
    woken = Answer.objects.filter(game=game, kind__in=("react", "confer"))
    silences = woken.filter(answer__message="[SILENT]").count()
    assert len(re.findall(r'class="flag">at \d+:\d\d, woken (?:at the start|by )', read)) == woken.count()
    assert read.count('class="flag">stays silent<') == silences > 5


def test_a_scratchpad_is_told_as_what_became_of_it(client: Client) -> None:
    game = whole("glass-box")
    reflections = list(Answer.objects.filter(game=game, kind="consolidation").order_by("poll", "seat"))
    assert reflections
    read = " ".join(stretches(client, game).values())
    changed = sum(bool(text) for answer in reflections for text in answer.answer["scratchpad_updates"].values())
    assert read.count('<p class="pad">') > 0
    assert changed
    assert difference("the red one lies", "the red one vents") == (
        Piece("kept", "the red one"),
        Piece("gone", "lies"),
        Piece("new", "vents"),
    )
    long = " ".join(map(str, range(60)))
    kept = difference(f"a {long} z", f"b {long} y")
    assert [piece.how for piece in kept] == ["gone", "new", "kept", "gone", "new"]
    assert kept[2].text == "0 1 2 3 4 5 … 54 55 56 57 58 59"


def test_a_default_and_what_was_asked_again_are_told_as_such(client: Client) -> None:
    game = whole("glass-box")
    first, second = Answer.objects.filter(game=game, kind="bid").order_by("poll", "seat")[:2]
    Answer.objects.filter(pk=first.pk).update(tries=3)
    Answer.objects.filter(pk=second.pk).update(default_reason="no answer in 60 s <b>")
    read = plain(" ".join(stretches(client, game).values()))
    assert read.count("was asked 3 times") == 1
    assert read.count("gave no answer, so the default stands: no answer in 60 s <b>") == 1


def test_the_words_of_players_are_text_beneath_the_line_too(client: Client) -> None:
    game = whole("glass-box")
    hostile = "<script>alert(1)</script>{{ x }}"
    answer = Answer.objects.filter(game=game, kind="bid").exclude(answer__message="").first()
    assert answer is not None
    answer.answer |= {"message": hostile, "scratchpad_updates": {"plan": hostile}}
    answer.thought = hostile * 40
    answer.save()
    read = " ".join(stretches(client, game).values())
    assert "<script" not in read
    assert read.count("&lt;script&gt;alert(1)&lt;/script&gt;{{ x }}") >= 42


def test_priorities_are_not_guessed_where_the_rules_cannot_play_it_again(client: Client) -> None:
    game = whole("glass-box")
    Game.objects.filter(pk=game.pk).update(revision=99)
    read = " ".join(stretches(client, game).values())
    assert "Their priorities are not told: revision 99 of these rules is not played here any more." in read
    assert re.findall(r'<td class="number"><b>', read) == []
    assert "not said" in read


# --- who believed what, and who lied ---------------------------------------------------------------------------------


@EVERY_BELIEVING
def test_beliefs_are_told_as_they_were_said_last_and_by_scene(client: Client, slug: str) -> None:
    game = whole(slug)
    told = stretches(client, game)
    latest: dict[int, dict[int, int]] = {}
    for answer in Answer.objects.filter(game=game).exclude(disclosed=None).order_by("poll", "seat"):
        for belief in answer.disclosed["beliefs"]:
            latest.setdefault(answer.seat, {})[belief["about"]] = belief["chance"]
    aliases = [seat.alias for seat in game.seats.order_by("number")]
    assert "matrix" not in told[0]
    rows = re.findall(
        r"<tr>(.*?)</tr>", re.findall(r'<table class="matrix">.*?</table>', told[max(told)], re.DOTALL)[0]
    )
    assert len(rows) == 1 + len(latest)
    for row, (believer, believed) in zip(rows[1:], sorted(latest.items()), strict=True):
        cells = re.findall(r"<td[^>]*>(.*?)</td>", row)
        assert f'<th scope="row">{aliases[believer]}<' in row
        assert [cell for about, cell in enumerate(cells) if about != believer and cell.isdecimal()] == [
            str(chance) for about, chance in sorted(believed.items()) if about != believer
        ]


@pytest.mark.parametrize("slug", ["glass-box", "town-mafia"])
def test_each_untrue_claim_leads_to_the_beat_that_it_is_told_in_and_to_the_one_that_shows_it(
    client: Client, slug: str
) -> None:
    game = whole(slug)
    log = client.get(f"/api/v1/games/{game.public_id}/log/", {"view": "viewer"}).json()
    beats = client.get(f"/api/v1/games/{game.public_id}/beats/", {"lens": "glass"}).json()["results"]
    untrue = sorted((row for row in log["claims"] if row["verdict"] == "false"), key=lambda row: row["event"])
    hidden = {seat["seat"] for seat in log["seats"] if seat["team"] in ("mafia", "impostors")}
    lies = sorted(untrue, key=lambda row: not is_lie(row, hidden))
    listed = re.findall(
        r'<ol class="plain lies">(.*?)</ol>', page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}"), re.DOTALL
    )
    items = re.findall(r"<li>(.*?)</li>", " ".join(listed))
    assert len(items) == len(lies) > 0

    def beat(seq: int) -> int:
        return next(each["n"] for each in beats if each["seq_from"] <= seq <= each["seq_to"])

    for item, lie in zip(items, lies, strict=True):
        ways = [int(number) for number in re.findall(r"beat=(\d+)#replay", item)]
        assert ways == [beat(lie["event"]), *([beat(lie["shown_by"])] if lie["shown_by"] else [])]

    Game.objects.filter(pk=game.pk).update(status="running", finished_at=None, winner="", hash="")
    assert "Lies so far" in page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}")
    assert "Lies so far" not in page(client, f"/games/{game.public_id}/?{WHOLE}")


def counted(text: str) -> tuple[list[list[int]], int]:
    """What is told of claims: untrue, true and unknowable ones by seat, and how many are listed as untrue."""
    rows = re.findall(r'<th scope="row"><span class="who-line">.*?</tr>', text)
    lists = re.findall(r'<ol class="plain lies">(.*?)</ol>', text, re.DOTALL)
    return [[int(n) for n in re.findall(r'<td class="number">(\d+)</td>', row)] for row in rows], " ".join(lists).count(
        "<li>"
    )


@pytest.mark.parametrize("part", ["", "&part=claims"])
def test_who_lied_is_told_by_the_beat_that_the_stage_shows_and_the_rest_to_whoever_asks_for_it(
    client: Client, part: str
) -> None:
    game = whole("town-mafia")
    rows = client.get(f"/api/v1/games/{game.public_id}/log/", {"view": "viewer"}).json()["claims"]
    beats = client.get(f"/api/v1/games/{game.public_id}/beats/", {"lens": "glass"}).json()["results"]
    events = events_for(game, GLASS)
    exposed = [
        (mark["verdict"], mark["speaker"], event["seq"])
        for event in events
        for mark in event.get("marks", ())
        if mark["verdict"] != "unknowable"
    ]
    assert {verdict for verdict, *_ in exposed} == {"true", "false"}
    falses = sorted(seq for verdict, _, seq in exposed if verdict == "false")
    amid = [next(beat["n"] for beat in beats if beat["seq_to"] >= seq) for seq in (falses[0], falses[len(falses) // 2])]

    def shown(asked: str) -> str:
        return client.get(asked).content.decode()

    address = f"/games/{game.public_id}/?lens=glass&open=claims{part}"
    all_told = counted(shown(f"{address}&beat={len(beats) - 1}"))
    assert all_told == counted(shown(f"{address}&open=later&beat={amid[0]}"))
    assert all_told[1] == len(falses)

    for number in (0, *amid):
        text = shown(f"{address}&beat={number}")
        upto = beats[number]["seq_to"]
        seats, listed = counted(text)
        assert listed == sum(seq <= upto for seq in falses) < len(falses)
        for seat, (untrue, true, unknowable) in enumerate(seats):
            told = [verdict for verdict, by, seq in exposed if by == seat and seq <= upto]
            made = sum(row["speaker"] == seat and row["event"] <= upto for row in rows)
            assert (untrue, true) == (told.count("false"), told.count("true"))
            assert unknowable == made - untrue - true
        assert "Who lied so far" in text
        assert f'href="?lens=glass&amp;beat={number}&amp;open=claims&amp;open=later#claims"' in text

    Game.objects.filter(pk=game.pk).update(status="running", finished_at=None, winner="", hash="")
    assert counted(shown(f"{address}&beat={amid[0]}"))[1] == sum(seq <= beats[amid[0]]["seq_to"] for seq in falses)


# --- nobody else -----------------------------------------------------------------------------------------------------


def test_two_games_that_differ_in_what_nobody_heard_give_other_lenses_the_same_bytes(client: Client) -> None:
    game = whole("glass-box", until=lambda entry: entry.event.kind in ("ejected", "not_ejected"))
    others = [f"/games/{game.public_id}/?lens={lens}&{WHOLE}" for lens in ("audience", "seat:0", "seat:2")]
    through_the_glass = f"/games/{game.public_id}/?lens=glass&{WHOLE}"
    for lens in ("audience", "seat:0"):
        part_of(client, game, lens=lens, status=404)
    glass, before = page(client, through_the_glass), [page(client, address) for address in others]
    assert "Beneath the line" in glass
    assert not any("eneath" in text for text in before)
    for answer in Answer.objects.filter(game=game, kind="bid"):
        answer.answer |= {"desire_to_speak": 0, "scratchpad_updates": {"plan": "Another."}}
        answer.thought, answer.tries, answer.default_reason = "Another.", 4, "why"
        answer.save()
    assert page(client, through_the_glass) != glass
    assert [page(client, address) for address in others] == before


def test_for_whom_a_vote_is_cast_is_told_through_the_glass_alone_until_all_have(client: Client) -> None:
    game = whole("glass-box", until=lambda entry: entry.event.kind in ("ejected", "not_ejected"))
    glass = events_for(game, GLASS)
    cast = {row["seat"]: row["target"] for row in glass if row["kind"] == "vote_cast"}
    assert cast == {row["seat"]: row["target"] for row in glass if row["kind"] == "vote_shown"}
    assert len(set(cast.values())) > 1
    for viewer in (AUDIENCE, *map(seat_viewer, cast)):
        rows = [row for row in events_for(game, viewer) if row["kind"] == "vote_cast"]
        assert len(rows) == len(cast)
        assert not any("target" in row for row in rows)
    beats = client.get(f"/api/v1/games/{game.public_id}/beats/", {"lens": "glass"}).json()["results"]
    chose = [beat for beat in beats if beat["kind"] == "chose"]
    assert chose[-1]["votes"] == [[seat, target] for seat, target in cast.items()]
    text = page(client, f"/games/{game.public_id}/?lens=glass&beat={chose[-1]['n']}")
    assert "Has voted" not in text
    assert chose[-1]["aside"] in text


def test_a_part_that_there_is_not_is_not_found_and_of_a_sealed_game_there_is_none(client: Client) -> None:
    game = staged("S/1", until=after_the_first_night)
    assert "data-beneath" in part_of(client, game)
    assert client.get(f"/games/{game.public_id}/", {"lens": "glass", "part": "all"}).status_code == 404
    Game.objects.filter(pk=game.pk).update(terms=game.terms | {"spoilers": "sealed"})
    part_of(client, game, status=403)


def test_an_answer_is_told_when_something_that_came_of_it_is_shown_and_not_before(client: Client) -> None:
    """Of a poll that is on somebody has answered; of one that a lens is behind, all have."""
    game = staged("S/1", until=after_the_first_night)
    last = Answer.objects.filter(game=game).order_by("-poll", "-seat").first()
    assert last is not None
    for seat in (0, 1):
        Answer.objects.create(
            game=game, poll=last.poll + 1, seat=seat, kind="speak", digest="d", answer={"message": "Too early."},
            thought="Too early.", at=last.at,
        )  # fmt: skip
    Answer.objects.filter(pk=last.pk).update(thought="In time.")
    newest = page(client, f"/games/{game.public_id}/?lens=glass&{WHOLE}")
    assert "Too early." not in newest + all_told(client, game)
    assert "In time." in all_told(client, game)
    shown = Event.objects.filter(game=game, poll__lt=last.poll)
    Event.objects.filter(game=game, poll__gte=last.poll).update(at=timezone.now())
    Game.objects.filter(pk=game.pk).update(terms=game.terms | {"spoilers": "delayed", "delay_minutes": 10})
    assert shown.exists()
    assert "In time." not in all_told(client, game)


@pytest.mark.parametrize(("slug", "queries"), [("town-mafia", 8), ("glass-box", 9)])
def test_a_stretch_takes_as_many_queries_whatever_was_answered(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, slug: str, queries: int
) -> None:
    """On the ship one more: what somebody says may be the bid of an earlier poll."""
    game = whole(slug)
    part_of(client, game)
    for beat in (10, 20):
        with django_assert_num_queries(queries):
            part_of(client, game, beat)
