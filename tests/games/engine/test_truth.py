"""What was claimed aloud is held against what happened: true, false or unknowable, by the event that shows it."""

import pytest

from games.engine.disclosing import CLAIMED, Claim
from games.engine.events import (
    Called,
    Dealt,
    Died,
    Event,
    Investigated,
    Killed,
    Lynched,
    Nominated,
    Protected,
    Proved,
    Revealed,
    Said,
    Seat,
    Spoke,
    TaskDone,
    VentEntered,
    VoteCast,
    Voted,
    Walked,
    Worked,
)
from games.engine.events.day import Vote
from games.engine.rulesets import all_rulesets, ruleset_named
from games.engine.table import EVERYONE, Entry, Hearers
from games.engine.truth import Spoken, Verdict, verdicts

NAMES = ("Anika", "Bruno", "Celia", "Dario", "Edda")
ROLES = ("mafioso", "sheriff", "doctor", "villager", "villager")
TOWN = ruleset_named("town-mafia")
SHIP = ruleset_named("glass-box")
COUNCIL = ruleset_named("council-mafia")
COUNCIL_ROLES = ("mafioso", "detective", "doctor", "townsperson", "townsperson")


def spoken_of(*events: tuple[Event, int]) -> list[Entry]:
    """A ledger of these events, each with its round; speeches and votes are public, all else is heard by nobody."""
    public = (Said, Spoke, Voted, Lynched, Died, Revealed, VoteCast)
    ledger = []
    for seq, (event, round) in enumerate(events, 1):
        hearers: Hearers = EVERYONE if isinstance(event, public) else frozenset()
        ledger.append(Entry(seq, round, "day", event, hearers, seq))
    return ledger


def dealt(roles: tuple[str, ...] = ROLES, ruleset: object = TOWN) -> list[tuple[Event, int]]:
    teams = {role.name: role.team for role in ruleset.roles}  # type: ignore[attr-defined]
    return [(Dealt(seat, role, teams[role]), 0) for seat, role in enumerate(roles)]


def judged(
    ledger: list[Entry], by: Seat, *claims: Claim, poll: int, ruleset: object = TOWN
) -> list[tuple[str, int | None, int | None]]:
    """The verdicts on claims that were spoken in a poll, with what shows them and since when all could know."""
    found = verdicts([Spoken(poll, by, claims)], ledger, NAMES, ruleset.roles, ruleset.hidden_team)  # type: ignore[attr-defined]
    assert [verdict.claim for verdict in found] == list(claims)
    return [(verdict.truth, verdict.shown_by, verdict.public_from) for verdict in found]


def test_roles_and_innocence_are_held_against_the_deal_and_shown_to_all_when_a_death_shows_them():
    ledger = spoken_of(
        *dealt(), (Said(0, "I am the sheriff."), 1), (Lynched(0, "mafioso", None), 1), (Revealed(ROLES), 2)
    )
    claims = (
        Claim("role", 0, "the Sheriff"),
        Claim("role", 1, "sheriff"),
        Claim("innocence", 0, "innocent"),
        Claim("innocence", 0, "guilty"),
        Claim("innocence", 3, "Innocent."),
        Claim("role", 3, "town"),
        Claim("innocence", 0, "mafia"),
        Claim("role", 0, "grand vizier"),
    )
    assert judged(ledger, 0, *claims, poll=6) == [
        ("false", 1, 7),
        ("true", 2, 8),
        ("false", 1, 7),
        ("true", 1, 7),
        ("true", 4, 8),
        ("true", 4, 8),
        ("true", 1, 7),
        ("unknowable", None, None),
    ]


def test_results_are_what_the_speaker_had_learned_by_then_and_nobody_else():
    ledger = spoken_of(
        *dealt(),
        (Investigated(1, 0, None, "mafia"), 1),
        (Investigated(1, 2, "doctor", "town"), 1),
        (Said(1, "Anika is mafia, and Celia the doctor."), 1),
        (Investigated(1, 3, "villager", "town"), 2),
        (Revealed(ROLES), 2),
    )
    true, later, role = Claim("result", 0, "mafia"), Claim("result", 3, "town"), Claim("result", 2, "doctor")
    assert judged(ledger, 1, true, role, Claim("result", 2, "not mafia"), poll=8) == [
        ("true", 6, 10),
        ("true", 7, 10),
        ("true", 7, 10),
    ]
    assert judged(ledger, 1, Claim("result", 0, "town"), later, poll=8) == [("false", 6, 10), ("false", 2, 10)]
    # Of a team that was learned alone the role is not known; and who is no sheriff has learned nothing, right or not.
    assert judged(ledger, 1, Claim("result", 0, "mafioso"), Claim("result", 0, "doctor"), poll=8) == [
        ("unknowable", 6, 10),
        ("false", 6, 10),
    ]
    lying = spoken_of(*dealt(), (Investigated(1, 3, None, "town"), 1), (Said(0, "Dario is town."), 1))
    assert judged(lying, 0, Claim("result", 3, "town"), poll=7) == [("false", 1, None)]


def test_deeds_are_those_that_were_done_before_and_to_whom():
    ledger = spoken_of(*dealt(), (Protected(2, 3), 1), (Said(2, "I protected Dario."), 1), (Revealed(ROLES), 2))
    claims = [Claim("deed", 2, f"{verb} {whom}") for verb, whom in (("protected", "Dario"), ("Guarded", "Edda"))]
    shot = Claim("deed", 0, "shot Dario")
    assert judged(ledger, 2, *claims, shot, Claim("deed", 2, "protected"), Claim("deed", 2, "slept"), poll=7) == [
        ("true", 6, 8),
        ("false", 6, 8),
        ("unknowable", None, None),
        ("true", 6, 8),
        ("unknowable", None, None),
    ]
    assert judged(ledger, 2, Claim("deed", 0, "protected Edda"), poll=7) == [("false", 1, 8)]


def test_votes_are_the_one_that_comes_for_who_announces_it_and_else_those_of_before():
    first, second = (Vote(0, 3), Vote(1, 0)), (Vote(0, 1), Vote(1, None))
    ledger = spoken_of(
        *dealt(),
        (Said(0, "I vote Dario."), 1),
        (Voted(first), 1),
        (Said(1, "Anika voted Dario."), 2),
        (Voted(second), 2),
    )
    assert judged(ledger, 0, Claim("vote", 0, "Dario"), Claim("vote", 1, "Anika"), poll=6) == [
        ("true", 7, 7),
        ("unknowable", None, None),
    ]
    assert judged(
        ledger, 1, Claim("vote", 0, "dario"), Claim("vote", 0, "Edda"), Claim("vote", 1, "nobody"), poll=8
    ) == [
        ("true", 7, 7),
        ("false", 7, 7),
        ("true", 9, 9),
    ]
    assert judged(ledger, 1, Claim("vote", 0, "Anika or Bruno"), poll=8) == [("unknowable", None, None)]


def test_places_and_kills_on_the_ship_are_those_of_this_round():
    roles = ("impostor", "crewmate", "crewmate", "crewmate", "crewmate")
    ledger = spoken_of(
        *dealt(roles, SHIP),
        (Walked(0, "cafeteria", "medbay"), 1),
        (VentEntered(0, "medbay"), 2),
        (Killed(2, 0, "electrical"), 2),
        (Spoke(0, "I was in medbay. Bruno killed Celia.", None, 0), 2),
        (Revealed(roles), 3),
    )
    told = (
        Claim("place", 0, "medbay"),
        Claim("place", 0, "the cafeteria"),
        Claim("place", 0, "electrical"),
        Claim("place", 1, "medbay"),
        Claim("place", 0, "the moon"),
        Claim("place", 0, "in medbay, with nobody else"),
        Claim("place", 0, "from the cafeteria to medbay"),
        Claim("place", 0, "near medbay"),
        Claim("place", 0, "with Bruno in medbay"),
        Claim("place", 0, "whoever did it left medbay"),
        Claim("deed", 1, "killed Celia"),
        Claim("deed", 0, "killed Celia"),
        Claim("deed", 0, "vented"),
        Claim("result", 1, "crew"),
    )
    assert judged(ledger, 0, *told, poll=9, ruleset=SHIP) == [
        ("true", 7, 10),
        ("false", 8, 10),
        ("true", 8, 10),
        ("unknowable", None, None),
        ("unknowable", None, None),
        ("true", 7, 10),
        ("unknowable", None, None),
        ("unknowable", None, None),
        ("true", 7, 10),
        ("unknowable", None, None),
        ("false", 2, 10),
        ("true", 8, 10),
        ("true", 7, 10),
        ("unknowable", None, None),
    ]


def test_votes_of_a_day_are_those_of_that_day_and_none_but_them():
    ledger = spoken_of(
        *dealt(),
        (Voted((Vote(0, 3), Vote(1, 0))), 1),
        (Voted((Vote(0, 1), Vote(1, None))), 2),
        (Said(1, "Votes of before."), 3),
        (Voted((Vote(0, 4), Vote(1, 0))), 3),
    )

    def of(about: Seat, *values: str) -> list[tuple[str, int | None]]:
        claims = [Claim("vote", about, value) for value in values]
        return [(truth, shown_by) for truth, shown_by, _ in judged(ledger, 1, *claims, poll=8)]

    assert {
        truth for truth, _ in of(0, "Bruno has been quiet, and I want to know why", "If Bruno is honest, it fits")
    } == {"unknowable"}
    assert of(0, "Bruno, yesterday", "Dario, yesterday", "for Dario on day 1", "Dario, before", "Celia, before") == [
        ("true", 7),
        ("false", 7),
        ("true", 6),
        ("true", 6),
        ("false", 7),
    ]
    # Of a day on which nobody could vote, or that has not come, nothing is known.
    assert of(0, "Dario, on day 4", "Dario, in round 0", "Edda, today", "Bruno, today") == [
        ("unknowable", None),
        ("unknowable", None),
        ("true", 9),
        ("false", 9),
    ]
    # One's own is the one that comes, unless the words say of when it is; and where only another day's fits, who knows.
    assert of(1, "Anika", "Anika, yesterday", "nobody, yesterday", "voted Anika", "Celia", "nobody") == [
        ("true", 9),
        ("false", 7),
        ("true", 7),
        ("true", 6),
        ("false", 9),
        ("unknowable", None),
    ]
    assert of(0, "Edda") == [("unknowable", None)]


def test_a_vote_for_somebody_else_is_one_that_was_not_for_them():
    twice = (Voted((Vote(0, 3),)), 1), (Voted((Vote(0, 1),)), 1)
    ledger = spoken_of(*dealt(), *twice, (Said(1, "Not for Celia."), 2))
    claims = [Claim("vote", 0, f"not {name}, yesterday") for name in ("Celia", "Dario")]
    assert judged(ledger, 1, *claims, poll=8) == [("true", 7, 7), ("unknowable", None, None)]
    once = spoken_of(*dealt(), twice[0], (Said(1, "Not for Dario."), 2))
    assert judged(once, 1, claims[1], poll=7) == [("false", 6, 6)]


def test_a_vote_that_was_not_promised_is_not_broken():
    ledger = spoken_of(*dealt(), (Said(1, "I would vote for Dario."), 1), (Voted((Vote(1, 3),)), 1))
    claims = Claim("vote", 1, "Dario, perhaps"), Claim("vote", 1, "Celia, perhaps"), Claim("vote", 1, "Celia")
    assert [truth for truth, _, _ in judged(ledger, 1, *claims, poll=6)] == ["true", "unknowable", "false"]


def nominating(*events: tuple[Event, int]) -> list[Entry]:
    """A ledger in which a nomination is public, and of the answer of the speech before it."""
    return [
        entry._replace(poll=entry.poll - 1, heard_by=EVERYONE) if isinstance(entry.event, Nominated) else entry
        for entry in spoken_of(*events)
    ]


def test_a_nomination_is_the_one_that_goes_with_the_words_and_else_one_of_before():
    ledger = nominating(
        *dealt(COUNCIL_ROLES, COUNCIL),
        (Said(0, "I nominate Dario."), 1),
        (Nominated(0, 3), 1),
        (Said(1, "Nobody, for my part."), 1),
        (Nominated(1, None), 1),
        (Said(0, "Celia, as yesterday."), 2),
        (Nominated(0, 4), 2),
    )

    def of(by: Seat, poll: int, *claims: tuple[Seat, str]) -> list[tuple[str, int | None, int | None]]:
        return judged(ledger, by, *(Claim("deed", seat, value) for seat, value in claims), poll=poll, ruleset=COUNCIL)

    assert of(0, 6, (0, "nominated Dario"), (0, "nominates Edda")) == [("true", 7, 7), ("false", 7, 7)]
    said = (1, "nominated nobody"), (1, "nominated Anika"), (0, "nominated Dario"), (0, "nominated Celia")
    assert of(1, 8, *said) == [("true", 9, 9), ("false", 9, 9), ("true", 7, 7), ("false", 7, 7)]
    # Anika has nominated Dario, only not now: which of the two is meant, nobody can say.
    assert of(0, 10, (0, "nominated Edda"), (0, "nominated Dario"), (0, "nominated Celia")) == [
        ("true", 11, 11),
        ("unknowable", None, None),
        ("false", 11, 11),
    ]


def test_what_is_done_with_words_alone_no_event_shows():
    ledger = spoken_of(*dealt(), (Protected(2, 3), 1), (Said(0, "Bruno accused me."), 1))
    values = "accused Anika", "defended Anika", "claimed doctor", "did not protect Dario", "never protected Dario"
    claims = [Claim("deed", 2, value) for value in values]
    assert {truth for truth, _, _ in judged(ledger, 0, *claims, poll=7)} == {"unknowable"}


def test_tasks_are_done_by_the_crew_and_pretended_by_the_others():
    roles = ("impostor", "impostor", "crewmate", "crewmate", "crewmate")
    ledger = spoken_of(
        *dealt(roles, SHIP),
        (Worked(0, "reactor"), 1),
        (Worked(2, "reactor"), 1),
        (Proved(2, "medbay", "submit scan"), 1),
        (Worked(3, "reactor"), 1),
        (TaskDone(3, "start reactor"), 1),
        (Spoke(2, "About tasks.", None, 0), 1),
    )

    def of(about: Seat, *values: str) -> list[tuple[str, int | None]]:
        claims = [Claim("deed", about, value) for value in values]
        return [(truth, shown_by) for truth, shown_by, _ in judged(ledger, 2, *claims, poll=11, ruleset=SHIP)]

    assert of(0, "worked on a real task", "worked on start reactor", "finished a task", "faked a task") == [
        ("false", 1),
        ("false", 1),
        ("false", 1),
        ("true", 6),
    ]
    assert of(0, "worked on a task") == [("unknowable", None)], "it went through the motions"
    assert of(1, "worked on a task", "faked a task") == [("false", 2), ("false", 2)]
    assert of(2, "worked on a real task", "worked on submit scan", "worked", "faked a task") == [
        ("true", 8),
        ("true", 8),
        ("true", 8),
        ("false", 3),
    ]
    assert of(2, "worked on start reactor", "finished submit scan") == [("unknowable", None), ("unknowable", None)]
    assert of(3, "worked on start reactor", "finished start reactor", "worked on a real task") == [("true", 10)] * 3
    assert of(4, "worked on a task") == [("false", 5)]


def test_who_calls_a_meeting_pressed_the_button_or_reported_a_body():
    roles = ("impostor", "crewmate", "crewmate", "crewmate", "crewmate")
    ledger = spoken_of(*dealt(roles, SHIP), (Called(2, 4, "reactor"), 1), (Spoke(2, "I found Edda.", None, 0), 1))
    values = ("called the meeting", "found Edda", "reported the body of Edda", "found Bruno", "pressed the button")
    values += ("called Edda a liar", "found Edda or Bruno", "found nobody")
    verdicts_on = judged(ledger, 2, *(Claim("deed", 2, value) for value in values), poll=7, ruleset=SHIP)
    assert [truth for truth, _, _ in verdicts_on] == ["true", "true", "true", "false", *["unknowable"] * 4]


def test_only_what_was_said_aloud_is_judged():
    ledger = spoken_of(*dealt(), (VoteCast(0), 1), (Said(1, "Hello."), 1))
    claim = Claim("innocence", 0, "innocent")
    answers = [Spoken(poll, seat, [claim]) for poll, seat in ((6, 0), (7, 0), (6, 1), (7, 1))]
    found = verdicts(answers, ledger, NAMES, TOWN.roles, TOWN.hidden_team)
    assert found == [Verdict(7, 1, claim, "false", 1, None)]


@pytest.mark.parametrize("slug", sorted(all_rulesets()))
def test_any_claim_has_a_verdict_and_where_it_is_not_unknowable_an_event_that_shows_it(slug: str):
    """Whatever somebody writes into a value."""
    ruleset = all_rulesets()[slug]
    roles = tuple(role.name for role in ruleset.roles)[:1] * 5
    said: Event = Said(1, "Anything.")
    ledger = spoken_of(*dealt(roles, ruleset), (said, 1))
    values = ("", "nobody", "Anika", "a", "the", "guilty", "not guilty", roles[0], "not", "(", "\u202e", "Anika Bruno")
    values += (
        "Anika, yesterday",
        "not Anika, on day 9999",
        "nobody, perhaps",
        "nominated nobody",
        "called Anika a liar",
    )
    values += ("worked on", "faked", "finished the real task", "found", "did not", "no one")
    claims = [Claim(kind, about, value) for kind in CLAIMED for about in (0, 1) for value in values]
    for truth, shown_by, _ in judged(ledger, 1, *claims, poll=6, ruleset=ruleset):
        assert (truth == "unknowable") or shown_by is not None
