"""What lies on the tray while a table votes, and how a game is said to have gone at its end."""

from typing import Any

from games.engine.viewpoint import AUDIENCE, GLASS, Viewer, seat_viewer
from league.queries.stage.beats import SAID, Beat, Cast, State, state_at
from league.queries.stage.story import story_of
from league.queries.stage.transcript import places
from league.queries.stage.tray import Stack, tray_of
from tests.league.queries.stage.test_beats import EVERY_GAME, EVERY_LENS, NAMES, beats, told

SEATS = places(NAMES)


def tray(shown: list[Beat], number: int) -> list[tuple[str, list[str], bool]]:
    laid = tray_of(shown[number], state_at(shown, number), SEATS)
    return [(each.label, [voter.alias for voter in each.voters], each.is_counted) for each in laid]


def test_votes_that_are_told_one_by_one_say_who_is_still_to_vote_and_no_name_moves() -> None:
    shown = told(
        {"kind": "killed", "seat": 3},
        {"kind": "vote_cast", "seat": 1},
        {"kind": "vote_cast", "seat": 0},
        {"kind": "vote_shown", "seat": 1, "target": None},
        {"kind": "vote_shown", "seat": 0, "target": 2},
        {"kind": "vote_shown", "seat": 2, "target": 0},
        {"kind": "said", "seat": 2, "words": "So be it."},
    )
    assert [beat.shape for beat in shown[1:]] == ["chose", "chose", "deed", "deed", "deed", "said"]
    assert tray(shown, 1) == [("Has voted", ["Leif"], False), ("Not yet", ["Ines", "Oskar"], False)]
    assert tray(shown, 2) == [("Has voted", ["Leif", "Ines"], False), ("Not yet", ["Oskar"], False)]
    assert tray(shown, 3) == [("Nobody", ["Leif"], True), ("Not yet", ["Ines", "Oskar"], False)]
    assert tray(shown, 4) == [("Nobody", ["Leif"], True), ("Oskar", ["Ines"], True), ("Not yet", ["Oskar"], False)]
    assert tray(shown, 5) == [("Nobody", ["Leif"], True), ("Oskar", ["Ines"], True), ("Ines", ["Oskar"], True)]
    assert tray(shown, 6) == []


def test_when_all_have_voted_names_stand_in_the_order_of_the_transcript_and_the_story() -> None:
    votes = [(0, None), (1, 2), (2, 0), (3, 0)]
    rows = [{"kind": "phase", "name": "day", "number": 1, "text": "Day 1 begins."}]
    ballot = {"kind": "votes", "votes": [{"seat": seat, "target": target} for seat, target in votes]}
    verdict = {"kind": "lynched", "seat": 0, "text": "Ines is lynched."}
    one_by_one = [{"kind": "vote_shown", "seat": seat, "target": target} for seat, target in votes]
    in_order = [("Ines", ["Oskar", "Petra"], True), ("Oskar", ["Leif"], True), ("Nobody", ["Ines"], True)]
    for events in ([*rows, ballot, verdict], [*rows, *one_by_one, verdict]):
        shown = told(*events)
        assert tray(shown, len(shown) - 1) == in_order
        assert [turn.count for turn in story_of(shown, SEATS)] == ["Ines 2, Oskar 1, nobody 1"]
    assert tray(told(*rows, ballot), 1) == in_order
    assert [name for name, _, _ in tray(told(*rows, *one_by_one), 4)] == ["Nobody", "Oskar", "Ines"], "as they came up"


def test_of_a_vote_that_is_cast_the_glass_says_for_whom_and_no_other_lens_is_told() -> None:
    cast: list[dict[str, Any]] = [
        {"kind": "vote_cast", "seat": 1, "target": 3},
        {"kind": "said", "seat": 1, "words": "So be it."},
        {"kind": "vote_cast", "seat": 0, "target": None},
        {"kind": "vote_cast", "seat": 2, "target": 3},
    ]
    others = [{name: value for name, value in event.items() if name != "target"} for event in cast]
    shown, unknown = (told(*each, {"kind": "vote_shown", "seat": 1, "target": 3}) for each in (cast, others))
    assert tray(shown, 0) == [("Petra", ["Leif"], True), ("Not yet", ["Ines", "Oskar", "Petra"], False)]
    assert tray(shown, 1) == []
    assert shown[1].voted == unknown[1].voted == (1,)
    assert tray(shown, 3)[:2] == [("Petra", ["Leif", "Oskar"], True), ("Nobody", ["Ines"], True)]
    assert [beat.aside for beat in shown] == ["for Petra", "", "for nobody", "for Petra", ""]
    assert tray(unknown, 3)[0] == ("Has voted", ["Leif", "Ines", "Oskar"], False)
    assert not any(beat.votes or beat.targets or beat.aside for beat in unknown[:4])
    assert shown[4].plain == unknown[4].plain, "what is read out is a vote by itself"


def test_a_ballot_of_all_at_once_waits_for_nobody_and_lies_there_until_something_else_is_done() -> None:
    votes = [{"seat": 0, "target": 3}, {"seat": 1, "target": 0}, {"seat": 2, "target": 3}]
    shown = told(
        {"kind": "votes", "votes": votes},
        {"kind": "lynched", "seat": 3},
        {"kind": "protected", "seat": 0, "target": 1},
        {"kind": "votes", "votes": votes[:2]},
        {"kind": "votes", "votes": votes[1:]},
    )
    all_of_them = [("Petra", ["Ines", "Oskar"], True), ("Ines", ["Leif"], True)]
    assert [tray(shown, number) for number in (0, 1, 2)] == [all_of_them, all_of_them, []]
    assert tray(shown, 3) == [("Ines", ["Leif"], True), ("Petra", ["Ines"], True)]
    assert tray(shown, 4) == [("Ines", ["Leif"], True), ("Petra", ["Oskar"], True)]


@EVERY_GAME
@EVERY_LENS
def test_in_a_whole_game_the_tray_has_each_vote_once_and_no_dead_are_waited_for(slug: str, viewer: Viewer) -> None:
    found, _, cast = beats(slug, viewer)
    for beat in found:
        state: State = state_at(found, beat.number)
        stacks: list[Stack] = tray_of(beat, state, cast.seats)
        counted = [(voter.number, stack.label) for stack in stacks if stack.is_counted for voter in stack.voters]
        names = {None: "Nobody"} | {seat.number: seat.alias for seat in cast.seats}
        votes = [] if beat.shape == SAID else [(voter, names[target]) for voter, target in beat.votes]
        assert sorted(counted) == sorted(votes)
        waited_for = [voter.number for stack in stacks if stack.label == "Not yet" for voter in stack.voters]
        assert not any(state.seats.get(seat, {}).get("fate") for seat in waited_for)
        assert not {seat for seat, _ in counted} & set(waited_for)
        assert bool(stacks) == (beat.shape != SAID and bool(beat.votes or beat.voted))


@EVERY_GAME
@EVERY_LENS
def test_the_story_tells_of_all_who_are_lost_in_words_that_the_lens_has_heard(slug: str, viewer: Viewer) -> None:
    found, rows, cast = beats(slug, viewer)
    story = story_of(found, cast.seats)
    words = " ".join(turn.told for turn in story)
    lost = [known for known in state_at(found, len(found) - 1).seats.values() if known.get("fate")]
    for seat, known in state_at(found, len(found) - 1).seats.items():
        if known.get("fate"):
            assert cast.seats[seat].alias in words
    assert lost
    assert story
    heard = " ".join(row["text"] for row in rows)
    for turn in story:
        assert all(sentence.strip(" .") in heard for sentence in turn.told.split(". "))
        assert turn.title
        assert found[turn.number].scene not in ("before", "end")
    assert [turn.number for turn in story] == sorted(turn.number for turn in story)


def test_through_the_glass_the_story_says_who_did_it_and_for_the_audience_it_does_not() -> None:
    glass, _, cast = beats("glass-box", GLASS, seed="S/3")
    audience, _, _ = beats("glass-box", AUDIENCE, seed="S/3")
    assert any(" kills " in turn.told for turn in story_of(glass, cast.seats))
    assert not any(" kills " in turn.told for turn in story_of(audience, cast.seats))
    seen, _, _ = beats("town-mafia", seat_viewer(0), seed="S/3")
    all_of_it, _, cast = beats("town-mafia", GLASS, seed="S/3")
    deeds = {beat.text for beat in all_of_it if beat.text.startswith("The mafia go for")}
    own = {beat.text for beat in seen}
    assert any(deed in turn.told for deed in deeds for turn in story_of(all_of_it, cast.seats))
    assert not own & deeds
    assert not any(deed in turn.told for deed in deeds for turn in story_of(seen, cast.seats))


def test_where_the_mafia_vote_their_story_says_whom_they_go_for_and_the_day_alone_has_a_count() -> None:
    found, _, cast = beats("reactive-mafia", GLASS)
    story = story_of(found, cast.seats)
    nights = [turn for turn in story if turn.title.startswith("Night")]
    assert nights
    assert all("The mafia go for" in turn.told for turn in nights if " died" in turn.told)
    assert any(" died" in turn.told for turn in nights)
    assert all(not turn.count for turn in nights)
    assert any(turn.count for turn in story if turn not in nights)


def test_that_a_default_stood_in_is_no_turn_of_the_story_and_hides_none() -> None:
    rows = [
        {"kind": "phase", "name": "night", "number": 1, "text": "Night 1 begins."},
        {"kind": "defaulted", "seat": 1, "heard_by": "nobody", "text": "The default stands in for Leif's answer."},
        {"kind": "quiet_night", "text": "Nobody died in the night."},
    ]
    assert [beat.shape for beat in told(*rows)] == ["scene", "note", "verdict"]
    assert [turn.told for turn in story_of(told(*rows), SEATS)] == ["Nobody died in the night."]
    assert story_of(told(*rows[:2]), SEATS) == []


def test_a_table_that_puts_one_and_the_same_forward_is_not_told_one_by_one_and_the_count_is() -> None:
    nominations = [{"kind": "nominated", "seat": seat, "target": 3} for seat in (0, 1, 2)]
    votes = [{"seat": 0, "target": 3}, {"seat": 1, "target": None}, {"seat": 2, "target": 3}]
    rows = [{"kind": "phase", "name": "day", "number": 1, "text": "Day 1 begins."}]
    rows += [nomination | {"text": f"{NAMES[nomination['seat']]} nominates Petra."} for nomination in nominations]
    rows += [{"kind": "votes", "votes": votes, "text": "The votes."}]
    rows += [{"kind": "lynched", "seat": 3, "text": "Petra is lynched."}]
    (turn,) = story_of(told(*rows), SEATS)
    assert (turn.title, turn.told, turn.count) == ("Day 1", "Petra is lynched.", "Petra 2, nobody 1")
    (turn,) = story_of(told(rows[0], rows[1], *rows[4:]), SEATS)
    assert turn.told == "Ines nominates Petra. Petra is lynched."


def test_a_night_in_which_somebody_is_saved_says_so_and_not_that_nobody_died() -> None:
    rows = [
        {"kind": "phase", "name": "night", "number": 1, "text": "Night 1 begins."},
        {"kind": "saved", "target": 1, "by": 0, "heard_by": "nobody", "text": "Leif was attacked and saved by Ines."},
        {"kind": "quiet_night", "text": "Nobody died in the night."},
    ]
    shown = told(*rows)
    assert [beat.shape for beat in shown] == ["scene", "note", "verdict"]
    assert [turn.told for turn in story_of(shown, SEATS)] == ["Leif was attacked and saved by Ines."]
    assert [turn.told for turn in story_of(told(rows[0], rows[2]), SEATS)] == ["Nobody died in the night."]
    assert story_of(told(rows[0]), SEATS) == []


def test_a_cast_of_no_rule_book_has_a_story_too() -> None:
    shown = told({"kind": "phase", "name": "day", "number": 1}, {"kind": "lynched", "seat": 3})
    assert Cast(SEATS, {}, {}).seats == SEATS
    assert len(story_of(shown, SEATS)) == 1
