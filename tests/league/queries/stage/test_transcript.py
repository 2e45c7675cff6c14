"""What a page shows of a game follows from the events of its lens, and from nothing else."""

import re
from pathlib import Path

import pytest

from games.agents.offline import play_out
from games.agents.uniform import Uniform
from games.engine.moderator import Moderator
from games.engine.rulesets import all_rulesets, ruleset_named
from games.engine.rulesets.glass_box import COLOURS
from games.engine.viewpoint import AUDIENCE, GLASS, Viewer, seat_viewer, seen_by
from games.ledger.logs import Thoughts, event_row
from league.queries.stage.transcript import Badge, Fold, Line, Part, Place, Transcript, places, transcript

NAMES = ("Ines", "Leif", "Oskar")
SEATS = places(NAMES)
TEAMS = {"mafioso": "mafia", "villager": "town", "doctor": "town"}

PIECES = Path(__file__).resolve().parents[4] / "league/static/league/css/pieces.css"
DAY_2 = {"kind": "phase", "name": "day", "number": 2}


def told(*events: dict[str, object], asides: dict[int, str] | None = None) -> Transcript:
    numbered = [{"seq": seq, "round": 1, "phase": "setup", "text": "?", **event} for seq, event in enumerate(events, 1)]
    return transcript(numbered, SEATS, TEAMS, asides)


def line(**event: object) -> Line:
    return told(event).scenes[-1].lines[-1]


def plain(parts: tuple[Part, ...]) -> str:
    return "".join(part.text for part in parts)


def test_letters_tell_seats_apart_where_the_names_begin_alike() -> None:
    assert [place.letters for place in places(["Mirela", "Milan", "Milo", "Bo"])] == ["Mi", "Ml", "Mo", "Bo"]


def test_a_seat_has_the_hue_of_its_number_and_of_its_name_where_all_are_called_by_colours() -> None:
    assert [place.hue for place in places(["Lime", "Amber"])] == ["seat-lime", "seat-amber"]
    assert [place.hue for place in places(["Lime", "Amber", "Oskar"])] == ["seat-0", "seat-1", "seat-2"]


def test_every_hue_there_can_be_is_painted() -> None:
    painted = set(re.findall(r"^\.(seat-\w+) \{", PIECES.read_text(encoding="utf-8"), re.MULTILINE))
    for ruleset in all_rulesets().values():
        for names in (ruleset.aliases, (*ruleset.aliases[1:], "Somebody")):
            assert {place.hue for place in places(names[: ruleset.seats[-1]])} <= painted, ruleset.slug
    assert {f"seat-{colour.lower()}" for colour in COLOURS} <= painted


def test_each_phase_begins_a_scene_and_what_comes_before_has_one_of_its_own() -> None:
    shown = told(
        {"kind": "seated", "aliases": NAMES},
        {"kind": "phase", "name": "night", "number": 1},
        {"kind": "quiet_night"},
        {"kind": "phase", "name": "day", "number": 1},
        {"kind": "ended", "winner": "town", "reason": "no mafioso lives"},
    )
    assert [(scene.id, scene.title, len(scene.lines)) for scene in shown.scenes] == [
        ("before", "The table is set", 1),
        ("night-1", "Night 1", 1),
        ("day-1", "Day 1", 0),
        ("end", "The town wins", 0),
    ]


def test_a_speech_is_shown_with_the_names_in_it_marked() -> None:
    said = line(kind="said", seat=0, words="Leif lies. Leifson does not, nor does oskar.")
    assert (said.shape, said.seat) == ("said", SEATS[0])
    assert said.parts == (Part("Leif", SEATS[1]), Part(" lies. Leifson does not, nor does oskar."))


def test_a_percent_sign_stays_with_its_number() -> None:
    assert plain(line(kind="seen", seat=0, text="The bar is at 4 %.").parts) == "The bar is at 4\u202f%."


def test_a_plot_says_whom_it_proposes() -> None:
    assert line(kind="plotted", seat=0, words="Him.", target=1).aside == "proposes Leif"
    assert line(kind="plotted", seat=0, words="Wait.", target=None).aside == "proposes nobody"


def test_words_that_are_no_common_speech_say_what_they_are() -> None:
    asides = {
        kind: line(kind=kind, seat=0, words="Leif!").aside for kind in ("said", "planned", "defended", "last_words")
    }
    assert asides == {"said": "", "planned": "plans", "defended": "in defence", "last_words": "last words"}


def test_words_with_a_time_say_when_they_came() -> None:
    said = line(kind="remarked", seat=0, words="Leif!", clock=65)
    assert (said.shape, said.aside, plain(said.parts)) == ("said", "1:05", "Leif!")


def test_votes_with_reasons_are_counted_and_each_reason_is_told() -> None:
    votes = [
        {"seat": 0, "target": 1, "reason": "Leif lies."},
        {"seat": 1, "target": None, "reason": ""},
        {"seat": 2, "target": 1, "reason": "As Ines says."},
    ]
    shown = line(kind="voted_why", votes=votes)
    assert (shown.shape, shown.heading) == ("voted", "The vote")
    assert [(each.label, each.names) for each in shown.tally] == [("Leif", "Ines, Oskar"), ("Nobody", "Leif")]
    assert [(each.seat.alias, each.label, plain(each.parts)) for each in shown.reasons] == [
        ("Ines", "Leif", "Leif lies."),
        ("Oskar", "Leif", "As Ines says."),
    ]
    assert shown.reasons[0].parts[0].seat == SEATS[1]


def test_the_vote_of_the_mafia_is_told_from_that_of_the_town() -> None:
    shown = line(kind="kill_voted", votes=[{"seat": 0, "target": 1}], heard_by=[0, 2])
    assert (shown.heading, shown.hearers) == ("The mafia's vote", "Only Ines and Oskar can hear this")


def test_a_death_in_a_night_that_bears_another_number_than_its_round_is_told_by_the_night() -> None:
    night = {"kind": "phase", "name": "night", "number": 1, "round": 2, "phase": "night"}
    died = {"kind": "died", "seat": 1, "role": None, "team": None, "round": 2, "phase": "night"}
    assert told(night, died).known[1].fate == "killed, night 1"


def test_votes_are_counted_most_first_then_by_seat_and_nobody_last() -> None:
    votes = [{"seat": 0, "target": None}, {"seat": 1, "target": 2}, {"seat": 2, "target": 1}]
    tally = line(kind="voted", votes=votes).tally
    assert [(each.label, each.count, each.names) for each in tally] == [
        ("Leif", 1, "Oskar"),
        ("Oskar", 1, "Leif"),
        ("Nobody", 1, "Ines"),
    ]


def test_a_death_tells_fate_role_and_team() -> None:
    shown = told(DAY_2, {"kind": "lynched", "seat": 1, "role": "mafioso", "team": None})
    leif = shown.known[1]
    assert (leif.fate, leif.role, leif.team, leif.is_dead) == ("lynched, day 2", "mafioso", "mafia", True)
    assert shown.living == 2


def test_a_death_that_shows_nothing_leaves_the_role_unknown() -> None:
    shown = told(
        {"kind": "phase", "name": "night", "number": 1}, {"kind": "died", "seat": 1, "role": None, "team": None}
    )
    assert (shown.known[1].fate, shown.known[1].role) == ("killed, night 1", "")


def test_hearers_are_named_only_where_the_lens_is_told() -> None:
    assert line(kind="protected", seat=0, target=1).hearers == ""
    assert line(kind="protected", seat=0, target=1, heard_by=[0]).hearers == "Only Ines can hear this"
    assert line(kind="partners", team="mafia", seats=[0, 1], heard_by=[0, 1]).hearers == (
        "Only Ines and Leif can hear this"
    )
    assert line(kind="defaulted", seat=0, heard_by="nobody").shape == "note"


def test_a_thought_behind_several_events_stands_beside_the_first_of_them() -> None:
    said = {"kind": "said", "seat": 0, "words": "Leif.", "thought": "It is Leif, so I vote."}
    rows = told(said, {"kind": "vote_cast", "seat": 0, "thought": said["thought"]}).scenes[-1].lines
    assert [len(each.thoughts) for each in rows] == [1, 0]
    others = told(said, {"kind": "vote_cast", "seat": 1, "thought": said["thought"]}).scenes[-1].lines
    assert [len(each.thoughts) for each in others] == [1, 1]


def test_thoughts_stand_beside_what_they_led_to() -> None:
    one = line(kind="said", seat=0, words="I am calm.", thought="I am not calm, and Leif knows.")
    assert [(thought.seat, plain(thought.parts)) for thought in one.thoughts] == [
        (SEATS[0], "I am not calm, and Leif knows.")
    ]
    many = line(kind="voted", votes=[], thoughts={"0": "Him.", "2": "Her."})
    assert [thought.seat.alias for thought in many.thoughts] == ["Ines", "Oskar"]


def test_an_event_of_a_kind_nobody_knows_here_is_told_by_its_sentence() -> None:
    shown = line(kind="danced", text="Everybody dances.")
    assert (shown.shape, plain(shown.parts)) == ("plain", "Everybody dances.")


def rows(shown: Transcript) -> list[tuple[str, ...]]:
    """The rows of the last scene: a fold by shape, heading, what it tells and its lines; a line by shape and words."""
    return [
        (row.shape, row.heading, row.told, *(plain(each.parts) for each in row.lines))
        if isinstance(row, Fold)
        else (row.shape, plain(row.parts))
        for row in shown.scenes[-1].rows
    ]


def test_what_goes_on_in_every_tick_is_folded_and_what_does_not_is_not() -> None:
    shown = told(
        {"kind": "seen", "seat": 0, "text": "a"},
        {"kind": "tick", "number": 1, "text": "b"},
        {"kind": "walked", "seat": 0, "text": "c", "thought": "Off."},
        {"kind": "walked", "seat": 1, "text": "d"},
        {"kind": "worked", "seat": 2, "text": "e"},
        {"kind": "killed", "seat": 2, "by": 0, "text": "f", "thought": "Now."},
        {"kind": "seen", "seat": 1, "text": "g"},
        {"kind": "tick", "number": 2, "text": "h"},
        {"kind": "tick", "number": 3, "text": "i"},
        {"kind": "worked", "seat": 1, "text": "j"},
    )
    assert rows(shown) == [
        ("ticks", "", "1 looks around", "a"),
        ("ticks", "Tick 1", "2 walk, 1 works, 1 thought", "b", "c", "d", "e"),
        ("died", "f"),
        ("ticks", "", "1 looks around", "g"),
        ("ticks", "Ticks 2 to 3", "1 works", "h", "i", "j"),
    ]
    assert [line.seq for line in shown.scenes[-1].lines] == list(range(1, 11))


def test_ticks_of_which_a_lens_hears_nothing_are_one_fold() -> None:
    shown = told(*({"kind": "tick", "number": number, "text": f"Tick {number}."} for number in (1, 2, 3)))
    assert rows(shown) == [("ticks", "Ticks 1 to 3", "no news from the ship", "Tick 1.", "Tick 2.", "Tick 3.")]


def test_a_tick_in_which_something_happens_is_not_said_to_bring_no_news() -> None:
    killed = {"kind": "killed", "seat": 2, "by": 0, "text": "f"}
    tick = [{"kind": "tick", "number": number, "text": str(number)} for number in (1, 2, 3)]
    assert rows(told(tick[0], killed, tick[1], killed)) == [
        ("ticks", "Tick 1", "", "1"),
        ("died", "f"),
        ("ticks", "Tick 2", "", "2"),
        ("died", "f"),
    ]
    assert rows(told(*tick, killed)) == [
        ("ticks", "Ticks 1 to 3", "no news from the ship until the last", "1", "2", "3"),
        ("died", "f"),
    ]


def test_votes_that_are_read_out_are_one_ballot_and_a_vote_that_is_cast_is_less_than_a_word() -> None:
    shown = told(
        {"kind": "vote_cast", "seat": 0, "text": "Ines has voted."},
        *(
            {"kind": "vote_shown", "seat": seat, "target": target, "text": str(seat)}
            for seat, target in ((0, 1), (1, None), (2, 1))
        ),
        {"kind": "not_ejected", "reason": "tie", "text": "Nobody."},
    )
    assert rows(shown) == [
        ("chose", "Ines has voted."),
        ("ballot", "The vote", "", "0", "1", "2"),
        ("verdict", "Nobody."),
    ]
    ballot = shown.scenes[-1].rows[1]
    assert isinstance(ballot, Fold)
    assert [(each.label, each.names) for each in ballot.tally] == [("Leif", "Ines, Oskar"), ("Nobody", "Leif")]


def test_what_the_narrator_says_among_votes_stands_after_the_ballot_and_does_not_divide_it() -> None:
    events = [
        {"kind": "said", "seat": 0, "words": "Leif.", "text": "Ines: Leif."},
        {"kind": "nominated", "seat": 0, "target": 1, "text": "Ines nominates Leif."},
        *({"kind": "vote_shown", "seat": seat, "target": 1, "text": str(seat)} for seat in (0, 2)),
    ]
    shown = told(*events, asides={1: "It is loud.", 3: "One.", 4: "Two."})
    assert rows(shown) == [
        ("said", "Leif."),
        ("narration", "It is loud."),
        ("ballot", "The vote", "", "0", "2"),
        ("narration", "One."),
        ("narration", "Two."),
    ]
    speech = shown.scenes[-1].rows[0]
    assert isinstance(speech, Line)
    assert [(each.seq, each.deed) for each in speech.echoes] == [(2, "nominates Leif")]


@pytest.mark.parametrize("viewer", [AUDIENCE, GLASS, seat_viewer(3)], ids=lambda viewer: viewer.lens)
def test_every_event_of_a_whole_game_is_on_the_page_once_and_in_order(viewer: Viewer) -> None:
    events, seats, teams = played(viewer)
    shown = transcript(events, seats, teams)
    numbers = [
        number
        for scene in shown.scenes
        for number in [*([scene.seq] if scene.seq else []), *(line.seq for line in scene.lines)]
    ]
    assert numbers == [event["seq"] for event in events] == list(range(1, len(events) + 1))


def test_the_audience_learns_no_living_seats_role_before_the_end() -> None:
    events, seats, teams = played(AUDIENCE)
    running = events[: next(n for n, event in enumerate(events) if event["kind"] == "ended")]
    known = transcript(running, seats, teams).known
    glass = transcript(played(GLASS)[0], seats, teams).known
    assert all(each.role for each in glass)
    assert {each.seat.alias for each in known if each.role and not each.is_dead} == set()


def played(viewer: Viewer) -> tuple[list[dict[str, object]], list[Place], dict[str, str]]:
    """A whole game of Town Mafia as a lens has it."""
    ruleset = ruleset_named("town-mafia")
    options = ruleset.options_from({}, 8)
    deal = ruleset.deal("a page's game", 8, options)
    moderator = play_out(Moderator(ruleset, options, deal, "a page's game"), [Uniform()] * 8)
    thoughts = Thoughts(moderator.journal)
    events = [
        event_row(entry, seq=seq, names=deal.aliases, viewer=viewer, thoughts=thoughts)
        for seq, entry in enumerate(seen_by(viewer, moderator.ledger), start=1)
    ]
    return events, places(deal.aliases), {role.name: role.team for role in ruleset.roles}


# What another rule book may put into events: fields of the usual names with something else in them.
ODD = [
    ({"votes": [1, None, 2]}, "deed"),
    ({"votes": [{"seat": 9, "target": 0}]}, "deed"),
    ({"votes": [{"seat": 0}]}, "deed"),
    ({"votes": 3}, "deed"),
    ({"words": "Leif!", "clock": "noon"}, "deed"),
    ({"words": "Leif!", "target": "everyone"}, "deed"),
    ({"words": "Leif!", "sure": 7}, "deed"),
    ({"words": ["Leif!"]}, "deed"),
    ({"words": "Leif!", "target": None}, "said"),
]


@pytest.mark.parametrize(("data", "shape"), ODD)
def test_fields_of_the_usual_names_may_hold_something_else(data: dict[str, object], shape: str) -> None:
    """Then the event is told in its sentence, in which nothing is left out."""
    shown = line(kind="hummed", seat=0, text="Ines hums to Leif.", **data)
    assert shown.shape == shape
    assert plain(shown.parts) == ("Leif!" if shape == "said" else "Ines hums to Leif.")


def test_a_deal_is_one_fold_and_of_what_is_dealt_to_one_it_says_what() -> None:
    deal = [
        {"kind": "dealt", "seat": seat, "role": role, "team": TEAMS[role], "text": f"{NAMES[seat]} is a {role}."}
        for seat, role in enumerate(("villager", "mafioso", "villager"))
    ]
    (fold,) = told(*deal).scenes[-1].rows
    assert isinstance(fold, Fold)
    assert (fold.heading, fold.told, len(fold.lines)) == ("The deal", "villager \N{MULTIPLICATION SIGN}2, mafioso", 3)
    alone = told(deal[1]).scenes[-1].rows[0]
    assert isinstance(alone, Fold)
    assert alone.told == "Leif is a mafioso."


def test_what_somebody_does_as_they_have_said_is_an_echo_of_it_and_nothing_else_is() -> None:
    says = {"kind": "said", "seat": 1, "words": "It is Ines."}
    nominates = {"kind": "nominated", "seat": 1, "target": 0}
    by_another = {"kind": "nominated", "seat": 2, "target": 0}
    rows = told(says, nominates, nominates, says, by_another).scenes[-1].rows
    assert [(row.shape, len(row.echoes)) for row in rows if isinstance(row, Line)] == [
        ("said", 2),
        ("said", 0),
        ("deed", 0),
    ]


def test_what_is_done_with_words_in_secret_has_a_line_of_its_own_below_them() -> None:
    says = {"kind": "planned", "seat": 1, "words": "Ines, then.", "heard_by": [1]}
    protects = {"kind": "protected", "seat": 1, "target": 0, "heard_by": [1]}
    rows = told(says, protects).scenes[-1].rows
    assert [(row.shape, row.is_echo, row.echoes) for row in rows if isinstance(row, Line)] == [
        ("said", False, ()),
        ("deed", True, ()),
    ]


def test_a_nomination_is_told_beside_the_name_with_what_was_thought_and_not_as_a_claim_too() -> None:
    claims = [
        {"kind": "deed", "about": 1, "value": "nominated Ines"},
        {"kind": "role", "about": 1, "value": "doctor"},
    ]
    says = {"kind": "said", "seat": 1, "words": "Ines.", "disclosed": {"1": {"claims": claims, "beliefs": []}}}
    nominates = {"kind": "nominated", "seat": 1, "target": 0, "text": "Leif nominates Ines.", "thought": "At last."}
    (row,) = told(says, nominates).scenes[-1].rows
    assert isinstance(row, Line)
    assert [each.deed for each in row.echoes] == ["nominates Ines"]
    assert ["".join(part.text for part in each.parts) for each in row.thoughts] == ["At last."]
    assert ["".join(part.text for part in each.parts) for each in row.disclosed] == ["role of Leif: doctor"]


def test_what_eyes_know_of_others_says_how_they_know_it() -> None:
    shown = told(
        {"kind": "partners", "team": "mafia", "seats": [0, 1]},
        {"kind": "investigated", "seat": 0, "target": 2, "role": None, "team": "town"},
        {"kind": "proved", "seat": 1, "room": "Lab", "task": "samples"},
        {"kind": "proved", "seat": 2, "room": "Lab", "task": "samples"},
    )
    assert [(known.team, known.how) for known in shown.known] == [
        ("mafia", "partner"),
        ("mafia", "partner"),
        ("town", "checked"),
    ]
    assert shown.dealt == {0: ("", "mafia"), 1: ("", "mafia")}, "what was found out later is not of the deal"


def test_who_was_missed_was_found_dead() -> None:
    shown = told({"kind": "phase", "name": "meeting", "number": 3}, {"kind": "missed", "seat": 2})
    assert shown.known[2].fate == "found dead, meeting 3"


def test_a_speaker_has_a_badge_where_all_that_was_dealt_is_known_and_none_where_some_is() -> None:
    deal = [
        {"kind": "dealt", "seat": seat, "role": role, "team": TEAMS[role]}
        for seat, role in enumerate(("villager", "mafioso", "doctor"))
    ]
    speech = {"kind": "said", "seat": 1, "words": "I am the doctor."}

    def badge_after(*events: dict[str, object]) -> Badge | None:
        rows = [{"seq": seq, "round": 1, "phase": "setup", "text": "?", **event} for seq, event in enumerate(events, 1)]
        shown = transcript(rows, SEATS, TEAMS, sides={"mafia": "hidden-team", "town": "open-team"})
        return shown.scenes[-1].lines[-1].badge

    assert badge_after(*deal, speech) == Badge("mafioso", "hidden-team")
    assert badge_after(deal[1], speech) is None, "eyes know their own role, and need no badge"
    assert badge_after({"kind": "revealed", "roles": ["villager", "mafioso", "doctor"]}, speech) is None
