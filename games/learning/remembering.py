"""With what of their memories players sit down to a game. Law: it is written with the seat, revision and lessons, so
that nothing that is learned or edited later reaches a game that was made, and anybody can tell what a player had been
told.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.engine.table import Role
from games.models.veil import Known
from personas.experience.lessons import memory_in, told_to
from personas.memory import learned_at, newest
from personas.models import MemoryRevision, Player


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits down to a game, as what; `revisions` are those of the players' memories that they sit down with, by
    their keys; None: the newest that everybody may know of."""

    ruleset: str
    is_named: bool
    players: Sequence[Player]
    roles: Sequence[Role]
    revisions: Mapping[int, int] | None


class Remembered(NamedTuple):
    """What a player sits down with: the number of a revision of its memory, 0 for none, and those of the lessons in
    it that fit: a model is told them, and of the counts that the house plays by they are what can be said in words."""

    memory: int
    lessons: list[int]


def remembered_at_tables(tables: Sequence[Table]) -> list[list[Remembered]]:
    """What everybody at these tables sits down with, by seat."""
    of_now = {player for table in tables if table.revisions is None for player in table.players}
    now = newest(of_now, Known.among(MemoryRevision.objects.all()))
    revisions = [
        [(now if table.revisions is None else table.revisions).get(player.pk, 0) for player in table.players]
        for table in tables
    ]
    learned = learned_at(
        (player.pk, number)
        for table, numbers in zip(tables, revisions, strict=True)
        for player, number in zip(table.players, numbers, strict=True)
    )
    return [
        [
            Remembered(number, _lessons(table, seat, learned.get((player.pk, number), {})))
            for seat, (player, number) in enumerate(zip(table.players, numbers, strict=True))
        ]
        for table, numbers in zip(tables, revisions, strict=True)
    ]


def _lessons(table: Table, seat: int, learned: Mapping[str, Any]) -> list[int]:
    """The numbers of the lessons that a seat is given; those on single others only where they go by their own
    names."""
    role = table.roles[seat]
    others = [each.player_id for number, each in enumerate(table.players) if number != seat and table.is_named]
    told = told_to(memory_in(learned), ruleset=table.ruleset, team=role.team, role=role.name, opponents=others)
    return [lesson.number for lesson in told]
