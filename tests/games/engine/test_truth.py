"""What was claimed aloud is held against what happened: true, false or unknowable, by the event that shows it."""

import pytest

from games.engine.disclosing import CLAIMED, Claim
from games.engine.events import (
    Dealt,
    Died,
    Event,
    Investigated,
    Killed,
    Lynched,
    Protected,
    Revealed,
    Said,
    Seat,
    Spoke,
    VentEntered,
    VoteCast,
    Voted,
    Walked,
)
from games.engine.events.day import Vote
from games.engine.rulesets import all_rulesets, ruleset_named
from games.engine.table import EVERYONE, Entry, Hearers
from games.engine.truth import Spoken, Verdict, verdicts

NAMES = ("Anika", "Bruno", "Celia", "Dario", "Edda")
ROLES = ("mafioso", "sheriff", "doctor", "villager", "villager")
TOWN = ruleset_named("town-mafia")
SHIP = ruleset_named("glass-box")


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
        ("false", 2, 10),
        ("true", 8, 10),
        ("true", 7, 10),
        ("unknowable", None, None),
    ]


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
    claims = [Claim(kind, about, value) for kind in CLAIMED for about in (0, 1) for value in values]
    for truth, shown_by, _ in judged(ledger, 1, *claims, poll=6, ruleset=ruleset):
        assert (truth == "unknowable") or shown_by is not None
