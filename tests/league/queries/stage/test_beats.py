"""A game beat by beat: everything that a lens has seen, once, in its order, and nothing before its time."""

from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from itertools import pairwise, permutations
from typing import Any

import pytest

from games.agents.offline import play_out
from games.agents.players import player_named
from games.engine.moderator import Moderator
from games.engine.rulesets import all_rulesets
from games.engine.score import LONGEST_OF_MANY, replayed
from games.engine.ship.chart import DOORWAYS, ROOMS, VENTS
from games.engine.viewpoint import AUDIENCE, GLASS, Viewer, seat_viewer, seen_by
from games.ledger.logs import Thoughts, event_row
from league.queries.stage import ship
from league.queries.stage.beats import Beat, Cast, Folding, beat_with, beats_of, cast_of, same_moment, state_at
from league.queries.stage.transcript import Known, places, transcript
from league.results.sides import side_of

Rows = list[dict[str, Any]]
RULES = sorted(all_rulesets())
LENSES = [AUDIENCE, GLASS, seat_viewer(0), seat_viewer(3)]
NAMES = ("Ines", "Leif", "Oskar", "Petra")
EVERY_GAME = pytest.mark.parametrize("slug", RULES)
EVERY_LENS = pytest.mark.parametrize("viewer", LENSES, ids=lambda viewer: viewer.lens)


@cache
def whole(slug: str, seed: str) -> Moderator:
    """A whole game of the house, played once for all who look at it."""
    rules = all_rulesets()[slug]
    seats = rules.default_seats
    options = rules.options_from({}, seats)
    players = [player_named("house", place) for place in range(seats)]
    return play_out(Moderator(rules, options, rules.deal(seed, seats, options), seed), players)


def played(slug: str, viewer: Viewer, *, seed: str = "beats") -> tuple[Rows, Cast]:
    """A whole game as a lens has it, with its cast."""
    moderator = whole(slug, seed)
    names = moderator.deal.aliases
    thoughts = Thoughts(moderator.journal)
    rows = [
        {**event_row(entry, seq=seq, names=names, viewer=viewer, thoughts=thoughts), "at": entry.poll}
        for seq, entry in enumerate(seen_by(viewer, moderator.ledger), start=1)
    ]
    return rows, cast_of(slug, names)


def beats(slug: str, viewer: Viewer, *, seed: str = "beats") -> tuple[list[Beat], Rows, Cast]:
    rows, cast = played(slug, viewer, seed=seed)
    return beats_of(rows, cast), rows, cast


def told(*events: dict[str, Any]) -> list[Beat]:
    rows = [{"seq": seq, "round": 1, "phase": "day", "text": "?", **event} for seq, event in enumerate(events, 1)]
    return beats_of(rows, Cast(places(NAMES), {"mafioso": "mafia"}, {"mafia": "hidden-team"}))


@EVERY_GAME
@EVERY_LENS
def test_every_event_is_in_one_beat_in_its_order(slug: str, viewer: Viewer) -> None:
    found, rows, _ = beats(slug, viewer)
    assert [beat.number for beat in found] == list(range(len(found)))
    assert (found[0].first, found[-1].last) == (1, len(rows))
    assert all(later.first == before.last + 1 for before, later in pairwise(found))
    assert all(beat.text.strip() and beat.hold > 0 for beat in found)


@EVERY_GAME
@EVERY_LENS
def test_whoever_is_told_beats_event_by_event_has_those_of_the_whole_game_in_the_end(slug: str, viewer: Viewer) -> None:
    found, rows, cast = beats(slug, viewer)
    folding = Folding(cast)
    told: dict[int, dict[str, Any]] = {}
    for number, row in enumerate(rows, start=1):
        changed = folding.hear(row)
        assert (changed[-1], changed[-1].last) == (folding.beats[-1], row["seq"])
        assert all(told[beat.number]["hold"] < beat.hold for beat in changed[:-1])
        told |= {beat.number: deepcopy(beat.plain) for beat in changed}
        if number % 31 == 0:
            assert list(told.values()) == [beat.plain for beat in beats_of(rows[:number], cast)]
    assert list(told.values()) == [beat.plain for beat in found]


def test_a_verdict_prolongs_the_last_vote_before_it() -> None:
    """Else who watches a game that is on, and then looks back, would see it in another time than who comes later."""
    _, rows, cast = beats("glass-box", AUDIENCE)
    folding = Folding(cast)
    prolonged = {row["kind"]: [beat.plain for beat in folding.hear(row)[:-1]] for row in rows}
    assert [(beat["kind"], beat["hold"]) for beat in prolonged["ejected"]] == [("deed", 1.6)]


@pytest.mark.parametrize("viewer", [AUDIENCE, GLASS], ids=lambda viewer: viewer.lens)
def test_a_nomination_is_told_beside_the_speech_that_it_ends(viewer: Viewer) -> None:
    found, rows, cast = beats("council-mafia", viewer)
    nominations = [row for row in rows if row["kind"] == "nominated"]
    assert len(nominations) > 20
    for row in nominations:
        beat = found[beat_with(found, row["seq"])]
        assert (beat.shape, beat.speaker, beat.last) == ("said", row["seat"], row["seq"])
        assert (beat.aside, row["target"] in beat.targets) == (f"nominates {cast.seats[row['target']].alias}", True)
        assert row["text"] not in beat.text
    other = told(
        {"kind": "said", "seat": 0, "words": "I have nothing to say of Leif."},
        {"kind": "nominated", "seat": 1, "target": 2},
        {"kind": "said", "seat": 2, "words": "So."},
        {"kind": "plotted_against", "seat": 2, "target": 1, "heard_by": [2, 3]},
    )
    assert [(beat.shape, beat.aside) for beat in other] == [("said", ""), ("deed", ""), ("said", ""), ("deed", "")]


def test_a_kill_prolongs_the_tick_before_its_own() -> None:
    _, rows, cast = beats("glass-box", GLASS)
    folding = Folding(cast)
    killed = next(place for place, row in enumerate(rows) if row["kind"] == "killed")
    silent = [{name: value for name, value in row.items() if name != "thought"} for row in rows[: killed + 1]]
    *_, changed = (folding.hear(row) for row in silent)
    assert [(beat.shape, beat.hold) for beat in changed] == [("ticks", 1.5), ("died", 5.0)]


@EVERY_GAME
@EVERY_LENS
def test_a_beat_is_of_what_came_before_it_and_the_same_whatever_comes_after(slug: str, viewer: Viewer) -> None:
    whole, rows, cast = beats(slug, viewer)
    for number in range(0, len(whole) - 1, 4):
        beat = whole[number]
        early = beats_of(rows[: beat.last], cast)
        # Only how long something is shown may hang on what follows: a vote waits for its verdict.
        assert [each.plain | {"hold": 0} for each in early] == [
            each.plain | {"hold": 0} for each in whole[: number + 1]
        ]


@EVERY_GAME
@EVERY_LENS
def test_what_is_known_at_the_last_beat_is_what_the_transcript_knows(slug: str, viewer: Viewer) -> None:
    found, rows, cast = beats(slug, viewer)
    state = state_at(found, len(found) - 1)
    transcribed = transcript(rows, cast.seats, cast.teams)
    for known in transcribed.known:
        assert state.seats.get(known.seat.number, {}) == _as_told(slug, known)
    assert state.title == transcribed.scenes[-1].title
    assert [beat.sets["title"] for beat in found if "title" in beat.sets] == [each.title for each in transcribed.scenes]
    assert beats_of(rows, cast, transcribed) == found


def _as_told(slug: str, known: Known) -> dict[str, str]:
    side = side_of(slug, known.team) if known.team else ""
    how = "" if known.role else known.team if known.how in ("", "checked") else known.how
    told = {"role": known.role, "side": side, "fate": known.fate, "known": how, "how": known.how if known.role else ""}
    return {name: value for name, value in told.items() if value}


@pytest.mark.parametrize(
    ("slug", "team", "how"),
    [("town-mafia", "mafia", "partner"), ("glass-box", "impostors", "partner"), ("glass-box", "crew", "cleared")],
)
def test_the_eyes_of_a_seat_see_in_words_what_they_know_of_others(slug: str, team: str, how: str) -> None:
    """A side that is known has a rim, and a word beside it: no colour alone."""
    roles = next(row["roles"] for row in beats(slug, GLASS)[1] if row["kind"] == "revealed")
    teams = {role.name: role.team for role in all_rulesets()[slug].roles}
    seats = [number for number, role in enumerate(roles) if teams[role] == team]
    known = [
        {seat: said for beat in found for seat, said in beat.sets.get("seats", {}).items() if "known" in said}
        for found in (beats(slug, seat_viewer(number))[0] for number in seats)
    ]
    assert how in {said["known"] for each in known for said in each.values()}
    assert all("role" not in said for each in known for said in each.values())
    assert not any("known" in said for b in beats(slug, GLASS)[0] for said in b.sets.get("seats", {}).values())


@EVERY_GAME
def test_thoughts_are_told_through_the_glass_alone(slug: str) -> None:
    through_the_glass, rows, _ = beats(slug, GLASS)
    thought = [each for row in rows for each in row.get("thoughts", {}).values() or filter(None, [row.get("thought")])]
    assert thought
    assert any(beat.thoughts for beat in through_the_glass)
    for viewer in (AUDIENCE, seat_viewer(0)):
        assert not any(beat.thoughts for beat in beats(slug, viewer)[0])


@EVERY_GAME
def test_speeches_votes_and_verdicts_take_as_long_as_the_score_says(slug: str) -> None:
    found, rows, _ = beats(slug, AUDIENCE)
    by_seq = {row["seq"]: hold for row, hold in zip(rows, replayed(rows), strict=True)}
    spoken = [beat for beat in found if beat.shape in ("said", "voted", "died", "verdict") and beat.first == beat.last]
    assert spoken
    assert all(beat.hold == by_seq[beat.first] for beat in spoken)
    assert sum(beat.hold for beat in found) <= sum(by_seq.values()) + 1e-9


@EVERY_GAME
def test_a_beat_with_thoughts_of_several_is_held_as_long_as_all_of_them_are_read(slug: str) -> None:
    found, _, _ = beats(slug, GLASS)
    many = [beat for beat in found if len({each.seat for each in beat.thoughts}) > 1]
    words = [sum(len(each.text.split()) for each in beat.thoughts) for beat in many]
    assert many or slug == "lighthouse"  # where one thinks at a time
    assert [
        (beat.number, number) for beat, number in zip(many, words, strict=True) if beat.hold < min(20, 0.2 * number)
    ] == []
    assert {beat.hold for beat in many if beat.shape != "said" and beat.hold > LONGEST_OF_MANY} == set()


def test_two_thoughts_beside_a_vote_hold_it_longer_than_one_and_none() -> None:
    vote = {"kind": "voted", "votes": [{"seat": 0, "target": 1}, {"seat": 2, "target": 1}]}
    thoughts = {"0": "one " * 20, "2": "two " * 30}
    none, one, two, far = (
        told({**vote, "thoughts": given})[0].hold
        for given in ({}, {"0": thoughts["0"]}, thoughts, {"0": "more " * 500})
    )
    assert none < one < two < far == LONGEST_OF_MANY


def test_a_deal_is_one_beat_and_says_what_was_dealt() -> None:
    cards = [{"kind": "dealt", "seat": seat, "role": "mafioso", "team": "mafia"} for seat in (0, 1)]
    (deal, said) = told(*cards, {"kind": "said", "seat": 2, "words": "Leif, and you, Oskar?"})
    assert (deal.shape, deal.text, deal.first, deal.last) == (
        "deal",
        "The deal: mafioso \N{MULTIPLICATION SIGN}2",
        1,
        2,
    )
    assert deal.sets["seats"] == {
        "0": {"role": "mafioso", "side": "hidden-team"},
        "1": {"role": "mafioso", "side": "hidden-team"},
    }
    assert (said.speaker, said.names, said.targets) == (2, (1,), ())


def test_votes_that_are_shown_one_by_one_add_up_and_are_gone_with_the_next_speech_or_scene() -> None:
    shown = [
        {"kind": "vote_cast", "seat": 0},
        {"kind": "vote_cast", "seat": 3},
        {"kind": "vote_shown", "seat": 0, "target": 1},
        {"kind": "vote_shown", "seat": 3, "target": None},
        {"kind": "ejected", "seat": 1},
        {"kind": "said", "seat": 2, "words": "So be it."},
        {"kind": "vote_shown", "seat": 2, "target": 0},
        {"kind": "phase", "name": "night", "number": 2},
    ]
    found = told(*shown)
    assert [(beat.voted, beat.votes) for beat in found] == [
        ((0,), ()),
        ((0, 3), ()),
        ((), ((0, 1),)),
        ((), ((0, 1), (3, None))),
        ((), ((0, 1), (3, None))),
        ((), ()),
        ((), ((2, 0),)),
        ((), ()),
    ]
    assert found[4].sets["seats"]["1"]["fate"] == "ejected, day 1"


def test_what_goes_on_in_a_tick_is_one_beat_and_a_deed_in_it_is_told_instead() -> None:
    quiet = [{"kind": "tick", "number": 4}, {"kind": "walked", "seat": 0}, {"kind": "walked", "seat": 1}]
    deed = [
        {"kind": "tick", "number": 5, "text": "Tick 5."},
        {"kind": "worked", "seat": 0, "heard_by": [0]},
        {"kind": "vented", "seat": 2, "text": "Oskar vents.", "heard_by": [2]},
        {"kind": "walked", "seat": 1, "heard_by": [1]},
    ]
    first, second = told(*[{"heard_by": [0], **row} for row in quiet[1:]], *deed)[:2]
    assert (first.shape, first.text) == ("ticks", "2 walk")
    assert (second.shape, second.text, second.speaker, second.last) == ("deed", "Oskar vents.", 2, 6)


def test_a_claim_is_marked_where_it_is_told_to_be_false_and_not_before() -> None:
    mark = {"event": 1, "speaker": 0, "kind": "role", "about": 0, "value": "doctor", "verdict": "false", "shown_by": 2}
    speech = {"kind": "said", "seat": 0, "words": "I am the doctor."}
    first, second = told(speech, {"kind": "ended", "winner": "town", "marks": [mark]})
    assert first.marks == ()
    assert [(each.seat, each.verdict, each.is_earlier) for each in second.marks] == [(0, "false", True)]
    (at_once,) = told(speech | {"marks": [mark]})
    assert [each.is_earlier for each in at_once.marks] == [False]


def test_what_was_claimed_twice_is_marked_once_and_the_other_claims_beside_it() -> None:
    mark = {"speaker": 0, "kind": "innocence", "about": 0, "value": "innocent", "verdict": "false", "shown_by": 4}
    again, of_another = mark | {"event": 2}, mark | {"event": 3, "about": 2}
    speeches = [
        {"kind": "said", "seat": 0, "words": words} for words in ("It was not me.", "Not me, I say.", "Nor Oskar.")
    ]
    ended = {"kind": "ended", "winner": "town", "marks": [mark | {"event": 1}, again, of_another]}
    assert [(each.seat, each.text) for each in told(*speeches, ended)[-1].marks] == [
        (0, "Ines is innocent"),
        (0, "Oskar is innocent"),
    ]


def test_what_all_have_seen_is_not_marked_as_true_nor_where_somebody_was_at_some_time() -> None:
    nominates = {"event": 1, "speaker": 0, "kind": "deed", "about": 0, "value": "nominated Ada", "shown_by": 2}
    votes = nominates | {"kind": "vote", "value": "Ada"}
    of_another, of_a_power = nominates | {"about": 1}, nominates | {"value": "protected Ada"}
    speech = {"kind": "said", "seat": 0, "words": "I nominate Ada."}
    place = nominates | {"kind": "place", "value": "storage"}
    marks = [each | {"verdict": "true"} for each in (nominates, votes, of_another, of_a_power, place)]
    marks += [each | {"verdict": "false"} for each in (nominates, votes, place)]
    marks += [of_another | {"verdict": "unknowable", "value": "accused Ada"}, place | {"verdict": "unknowable"}]
    _, second = told(speech, {"kind": "ended", "winner": "town", "marks": marks})
    assert [each.text for each in second.marks if each.verdict == "true"] == ["Ines protected Ada"]
    assert [each.text for each in second.marks if each.verdict == "unknowable"] == ["Ines was in storage"]
    assert [each.verdict for each in second.marks] == ["true", "false", "false", "false", "unknowable"]


def test_of_what_is_thought_in_a_tick_so_much_is_shown_as_can_be_read_and_first_of_who_hides() -> None:
    dealt = {"kind": "dealt", "seat": 3, "role": "mafioso", "team": "mafia", "heard_by": [3]}
    walks = [{"kind": "walked", "seat": seat, "thought": f"I am {seat}.", "heard_by": [seat]} for seat in range(4)]
    *_, aboard = told(dealt, {"kind": "tick", "number": 1, "text": "Tick 1."}, *walks)
    assert [each.seat for each in aboard.thoughts] == [3, 0, 1]
    assert aboard.text == "Tick 1: 4 walk, 3 of 4 thoughts", "as many as stand there"
    *_, ashore = told(dealt, {"kind": "phase", "name": "night", "number": 1}, *walks)
    assert [each.seat for each in ashore.thoughts] == [0, 1, 2, 3]
    *_, few = told(dealt, {"kind": "tick", "number": 1, "text": "Tick 1."}, *walks[:2])
    assert (few.text, len(few.thoughts)) == ("Tick 1: 2 walk, 2 thoughts", 2)


def test_where_two_die_at_once_the_card_has_neither_s_name() -> None:
    tick = {"kind": "tick", "number": 1, "text": "Tick 1."}
    kills = [{"kind": "killed", "seat": seat, "by": 3, "text": f"{seat} dies.", "heard_by": [3]} for seat in (0, 1)]
    assert [told(tick, *kills[:deaths])[-1].speaker for deaths in (1, 2)] == [0, None]


def test_who_is_dead_and_speaks_to_the_dead_is_told_to_be() -> None:
    died = {"kind": "died", "seat": 1, "role": None, "team": None, "text": "Ada died."}
    words = {"kind": "ghost_said", "seat": 1, "words": "So it was you.", "text": "Ada: So it was you."}
    *_, ghost = told(died, words | {"heard_by": [1]})
    *_, alive = told(words | {"heard_by": [1]})
    *_, last = told(died, words)
    assert [each.aside for each in (ghost, alive, last)] == ["dead, and unheard by who lives", "", ""]


AT_ONCE = pytest.mark.parametrize("at_once", [False, True], ids=["in time", "at once"])


def timed(rows: Rows, *, at_once: bool) -> Rows:
    """The events with the times that they have of a game that was played at once: few, and the same of many."""
    return [{**row, "at": row["at"] // 1_000} for row in rows] if at_once else rows


@EVERY_GAME
@AT_ONCE
def test_the_same_moment_is_found_through_another_lens(slug: str, *, at_once: bool) -> None:
    glass, through_the_glass, _ = beats(slug, GLASS)
    public, heard, _ = beats(slug, AUDIENCE)
    through_the_glass, heard = timed(through_the_glass, at_once=at_once), timed(heard, at_once=at_once)
    for beat in public:
        seq = same_moment(heard, beat, through_the_glass)
        there = glass[beat_with(glass, seq)]
        assert through_the_glass[seq - 1]["text"] == heard[beat.first - 1]["text"], "nothing of it is skipped"
        assert beat_with(public, same_moment(through_the_glass, there, heard)) == beat.number
    before = public[0]
    assert same_moment([], before, heard) == 0
    assert beat_with(public, 0) == 0


@EVERY_GAME
@AT_ONCE
@pytest.mark.parametrize("seed", ["beats", "bodies-1"])
def test_who_goes_to_another_lens_and_back_is_no_later_than_before(slug: str, seed: str, *, at_once: bool) -> None:
    lenses = [
        (found, timed(rows, at_once=at_once)) for found, rows, _ in (beats(slug, each, seed=seed) for each in LENSES)
    ]
    for (one, seen), (other, heard) in permutations(lenses, 2):
        for beat in one:
            there = other[beat_with(other, same_moment(seen, beat, heard))]
            assert beat_with(one, same_moment(heard, there, seen)) <= beat.number


def test_a_moment_that_another_lens_has_nothing_of_is_in_what_it_was_shown_last() -> None:
    """A night is one beat to the audience, and to the glass as many as were done in it."""
    night = {"kind": "phase", "name": "night", "number": 1, "text": "Night 1.", "at": 1}
    deeds = [{"kind": "checked", "seat": seat, "target": 2, "heard_by": [seat], "at": 2} for seat in (0, 1)]
    day = {"kind": "phase", "name": "day", "number": 1, "text": "Day 1.", "at": 3}
    through_the_glass = [{"seq": seq, "round": 1, "text": "?", **each} for seq, each in enumerate((night, *deeds, day))]
    heard = [{**each, "seq": seq} for seq, each in enumerate((through_the_glass[0], through_the_glass[-1]), start=7)]
    at = [same_moment(through_the_glass, Beat(seq, seq, seq, "", "", ""), heard) for seq in range(4)]
    assert at == [7, 7, 7, 8]
    assert [same_moment(heard, Beat(0, seq, seq, "", "", ""), through_the_glass) for seq in (7, 8)] == [0, 3]
    assert same_moment(heard, Beat(0, 7, 8, "", "", ""), through_the_glass) == 0


# --- on the ship -----------------------------------------------------------------------------------------------------


def places_at(found: list[Beat], number: int) -> Mapping[int, tuple[str, bool]]:
    return state_at(found, number).places


def test_through_the_glass_everybody_is_where_the_ship_has_them() -> None:
    """Held against what each says it sees before it is asked: its own room, and who is there."""
    found, rows, cast = beats("glass-box", GLASS)
    looked = 0
    for beat in found:
        last = rows[beat.last - 1]
        if last["kind"] != "seen" or last["players"] is None:
            continue
        looked += 1
        there = places_at(found, beat.number)
        assert there[last["seat"]] == (last["room"], False)
        assert all(there[seat] == (last["room"], False) for seat in last["players"])
    assert looked > 10
    assert set(places_at(found, len(found) - 1)) == {seat.number for seat in cast.seats}


@pytest.mark.parametrize("seed", ["bodies-1", "bodies-2", "bodies-3", "bodies-5"])
def test_a_body_lies_where_somebody_was_killed_and_is_gone_when_the_next_shift_begins(seed: str) -> None:
    found, rows, _ = beats("glass-box", GLASS, seed=seed)
    kills = [row for row in rows if row["kind"] == "killed"]
    shifts = [row["seq"] for row in rows if row["kind"] == "phase" and row["name"] == ship.SHIFT]
    assert kills[0]["seq"] < shifts[-1], "somebody is killed, and a shift follows"
    for row in kills:
        number = beat_with(found, row["seq"])
        assert places_at(found, number)[row["seat"]] == (row["room"], True)
        assert places_at(found, number)[row["by"]] == (row["room"], False)
        for shift in (seq for seq in shifts if seq > row["seq"]):
            assert places_at(found, beat_with(found, shift))[row["seat"]] == (ship.NOWHERE, False)


def test_the_audience_knows_where_all_begin_a_shift_and_where_a_body_was_reported() -> None:
    found, rows, cast = beats("glass-box", AUDIENCE)
    shown = {(seat, room) for beat in found for seat, (room, _) in beat.sets.get("places", {}).items() if room}
    assert shown
    reported = {(str(row["body"]), row["room"]) for row in rows if row["kind"] == "called" and row["body"] is not None}
    assert shown <= {(str(seat.number), "cafeteria") for seat in cast.seats} | reported


def test_a_seat_is_shown_nobody_whom_it_has_not_seen() -> None:
    for seat in (0, 3):
        found, rows, _ = beats("glass-box", seat_viewer(seat))
        for beat in found:
            for other, (room, _) in beat.sets.get("places", {}).items():
                if room in ("cafeteria", ship.NOWHERE):
                    continue
                told = [row for row in rows[beat.first - 1 : beat.last] if row.get("room") == room]
                assert told, (beat.number, other, room)


def test_other_games_have_no_ship() -> None:
    for slug in RULES:
        if slug != "glass-box":
            assert not any("places" in beat.sets for beat in beats(slug, GLASS)[0])


def test_rooms_are_drawn_apart_and_everybody_has_a_place_in_each() -> None:
    assert set(ship.AT) == set(ROOMS)
    boxes = [(x, y) for x, y in ship.AT.values()]
    for index, (x, y) in enumerate(boxes):
        assert ship.ROOM[0] / 2 <= x <= ship.WIDTH - ship.ROOM[0] / 2
        assert ship.ROOM[1] / 2 <= y <= ship.HEIGHT - ship.ROOM[1] / 2
        for other_x, other_y in boxes[index + 1 :]:
            assert abs(x - other_x) >= ship.ROOM[0] or abs(y - other_y) >= ship.ROOM[1]
    assert len(ship.doorways()) == sum(map(len, DOORWAYS.values())) // 2
    assert len(ship.vents()) == sum(map(len, VENTS.values())) // 2
    spots = [ship.stands_at("cafeteria", nth) for nth in range(10)]
    assert len(set(spots)) == 10
