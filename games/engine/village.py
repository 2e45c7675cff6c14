"""What every Mafia game does alike: sitting down, winning, dying and closing. Procedures, not an ancestor.

Each speaks through the table and takes what differs as an argument, so that a ruleset still reads in its own order.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.events import (
    Dealt,
    Died,
    Ended,
    Investigated,
    Lynched,
    Partners,
    Protected,
    QuietNight,
    Revealed,
    Seat,
    Seated,
    Stopped,
    listed,
)
from games.engine.questions import Choose
from games.engine.ruleset import CALLED, Options, option
from games.engine.table import Role, Table

# Short given names that are no English words, so that a name in a speech is always a name.
GIVEN_NAMES = (
    "Anika", "Bruno", "Celia", "Dario", "Edda", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Katya", "Leif", "Mirela",
    "Nadia", "Oskar", "Petra", "Quirin", "Rasmus", "Selma", "Tariq", "Ulla", "Viktor", "Wanda", "Ximena", "Yusuf",
    "Zofia",
)  # fmt: skip

# What a death shows, by the value of `reveal_on_death`, as the rule book says it.
REVEALS = {
    "role": "A dead player's role is shown to all.",
    "team": "It is shown to all which side a dead player was on.",
    "none": "A dead player's role stays hidden until the end of the game.",
}

_PLURALS = {"mafioso": "mafiosi", "townsperson": "townspeople"}


@dataclass(frozen=True)
class VillageOptions(Options):
    """The options that all Mafia games share."""

    quiet_rounds: int = option(3, "Rounds without a death after which nobody may choose nobody.", least=1, most=100)
    max_rounds: int | None = option(
        None,
        "Rounds after which the game is a draw; by default the larger of 30 and twice the seats.",
        least=1,
        most=1000,
    )

    @classmethod
    def worked_out(cls, given: Mapping[str, Any], seats: int) -> dict[str, Any]:
        most = given.get("max_rounds")
        return {**given, "max_rounds": max(30, 2 * seats) if most is None else most}


def told(options: VillageOptions) -> dict[str, str]:
    """The sentences of a rule book that depend on the options which all Mafia games share."""
    return {
        "called": CALLED[options.names],
        "quiet_rounds_text": rounds_in_words(options.quiet_rounds),
        "max_rounds_text": rounds_in_words(options.max_rounds or 30),
    }


def rounds_in_words(count: int) -> str:
    """ "1 round", "2 rounds"."""
    return "1 round" if count == 1 else f"{count} rounds"


def counted(cast: Mapping[Role, int]) -> str:
    """A cast as a rule book tells it: "2 mafiosi, 1 doctor and 5 villagers"."""
    return listed(
        [f"{n} {role.name if n == 1 else _PLURALS.get(role.name, f'{role.name}s')}" for role, n in cast.items()]
    )


def in_words(powers: Mapping[Role, str]) -> str:
    """What each role can do, a sentence for each."""
    return " ".join(f"The {role.name} ({role.team}) {power}." for role, power in powers.items())


def sit_down(table: Table, hidden: Role) -> None:
    """Everyone learns who sits at the table, each seat its own role, and the hidden players all partners."""
    table.announce(Seated(table.deal.aliases))
    for seat in table.seats:
        table.whisper([seat], Dealt(seat, table.role(seat).name, table.role(seat).team))
    partners = table.living(hidden)
    table.whisper(partners, Partners(hidden.team, partners))


def victory(table: Table, mafioso: Role) -> tuple[str, str] | None:
    """Who has won and why: the town when no mafioso lives, else the mafia when they are at least as many."""
    mafia, living = len(table.living(mafioso)), len(table.living())
    if not mafia:
        return "town", "no mafioso is left"
    if 2 * mafia >= living:
        return "mafia", "they are at least as many as everybody else"
    return None


def close(table: Table, winner: str, reason: str) -> None:
    """Everyone learns who won and why, and what everybody was."""
    table.enter("end", table.round)
    table.announce(Ended(winner, reason))
    table.announce(Revealed(tuple(role.name for role in table.deal.roles)))


def is_pressed(table: Table, quiet_rounds: int) -> bool:
    """Whether nobody may choose nobody: `quiet_rounds` whole rounds have passed since the last death."""
    return table.round - 1 - table.last_death >= quiet_rounds


async def protect_and_investigate(table: Table, doctor: Role, detective: Role) -> dict[Seat, Seat]:
    """Doctors and detectives act at once; returns whom each doctor protects.

    A doctor may choose anybody who lives, themselves and the same again too, and is never told whether it mattered; a
    detective learns which side somebody else is on.
    """
    asks = dict.fromkeys(table.living(doctor), Choose("protect", "Whom do you protect tonight?", table.living()))
    for seat in table.living(detective):
        asks[seat] = Choose("investigate", "Whom do you investigate tonight?", table.others(seat))
    guards: dict[Seat, Seat] = {}
    for seat, target in (await table.poll_each(asks)).items():
        assert target is not None  # neither may choose nobody
        if table.role(seat) == doctor:
            guards[seat] = target
            table.whisper([seat], Protected(seat, target))
        else:
            table.whisper([seat], Investigated(seat, target, None, table.role(target).team))
    return guards


def end_night(table: Table, attacked: Collection[Seat], guards: Mapping[Seat, Seat], reveal: str) -> None:
    """The night's deeds land together: who was attacked dies unless a doctor guards them (`guards`: doctor → ward)."""
    # A doctor killed tonight still protected tonight.
    for seat in sorted(attacked):
        if saviours := tuple(doctor for doctor, ward in guards.items() if ward == seat):
            table.note(Stopped(seat, saviours))
    dying = sorted(set(attacked) - set(guards.values()))
    bury(table, dying, Died, reveal)
    if not dying:
        table.announce(QuietNight())


def bury(table: Table, seats: Collection[Seat], death: type[Died] | type[Lynched], reveal: str) -> None:
    """Takes the dead of one moment from the table, then announces each, in seat order, with what a death shows."""
    table.bury(seats)
    for seat in sorted(seats):
        role = table.role(seat)
        shown = role.name if reveal == "role" else None
        table.announce(death(seat, shown, role.team if reveal != "none" else None))
