"""Who suspects whom at a beat, as a drawing: the table with an arc from each to whom it holds likeliest to be hidden.
The matrix beneath the line says the same in numbers."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

from league.queries.stage.beliefs import Beliefs, Suspicion
from league.queries.stage.transcript import Place

ACROSS, DOWN = 640, 420  # the drawing's width and height, in units of its own
BESIDE: Final = 44  # the room beside it for the names of who sits at the sides
BEND: Final = 0.35  # of the way to the middle that an arc leans
CLEAR: Final = 21.0  # from the middle of a seat an arc ends
HEAD: Final = 9.0  # how long the head of an arc is
THIN, THICK = 1.2, 5.0  # strokes of suspicions that just count, and of certain ones


@dataclass(frozen=True, slots=True)
class Arc:
    """A suspicion as two paths: the line, which is so wide, and its head."""

    suspicion: Suspicion
    line: str
    head: str
    width: float


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat of the drawing: who it is, whether of the hidden team, whether dead, and where."""

    place: Place
    is_hidden: bool
    is_dead: bool
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Web:
    """The drawing: its seats, its arcs, and the same in words."""

    seats: tuple[Seated, ...]
    arcs: tuple[Arc, ...]
    across: int = ACROSS + 2 * BESIDE
    down: int = DOWN
    left: int = -BESIDE

    @property
    def told(self) -> str:
        found = (f"{each.by.alias} suspects {each.of.alias} ({each.chance})" for each in self._suspicions)
        return "; ".join(found) or "Nobody suspects anybody."

    @property
    def _suspicions(self) -> list[Suspicion]:
        return [arc.suspicion for arc in self.arcs]


def web_of(beliefs: Beliefs, positions: Sequence[tuple[int, int]], dead: Collection[int]) -> Web:
    """Draws what was believed, where these are `dead` by then; `positions` has where each seat sits, in thousandths of
    the width and the height."""
    at = [(x * ACROSS / 1000, y * DOWN / 1000) for x, y in positions]
    seats = []
    for place, is_hidden in beliefs.about:
        x, y = at[place.number]
        seats.append(Seated(place, is_hidden, place.number in dead, round(x), round(y)))
    return Web(tuple(seats), tuple(_arc(each, at) for each in beliefs.suspicions(dead)))


def _arc(suspicion: Suspicion, at: Sequence[tuple[float, float]]) -> Arc:
    """From seat to seat, bent towards the middle, so that two who suspect each other are two arcs, and with a head."""
    (x1, y1), (x2, y2) = at[suspicion.by.number], at[suspicion.of.number]
    # Whoever comes from the other side leans less far: else both were one line.
    bend = BEND if suspicion.by.number < suspicion.of.number else BEND / 2
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    bent_x, bent_y = x + (ACROSS / 2 - x) * bend, y + (DOWN / 2 - y) * bend
    if hypot(ACROSS / 2 - x, DOWN / 2 - y) < CLEAR:  # right across: to its own right
        bent_x, bent_y = x + (y2 - y1) * bend / 3, y - (x2 - x1) * bend / 3
    (from_x, from_y), (to_x, to_y) = (
        _towards((x1, y1), (bent_x, bent_y), CLEAR),
        _towards((x2, y2), (bent_x, bent_y), CLEAR + HEAD),
    )
    tip_x, tip_y = _towards((x2, y2), (bent_x, bent_y), CLEAR)
    side_x, side_y = (tip_y - to_y) / 2, (to_x - tip_x) / 2
    line = f"M{from_x:.0f} {from_y:.0f}Q{bent_x:.0f} {bent_y:.0f} {to_x:.0f} {to_y:.0f}"
    head = f"M{tip_x:.1f} {tip_y:.1f}L{to_x + side_x:.1f} {to_y + side_y:.1f} {to_x - side_x:.1f} {to_y - side_y:.1f}Z"
    return Arc(suspicion, line, head, round(THIN + (THICK - THIN) * suspicion.strength, 1))


def _towards(point: tuple[float, float], other: tuple[float, float], far: float) -> tuple[float, float]:
    """So far from a point towards another."""
    (x, y), (to_x, to_y) = point, other
    length = hypot(to_x - x, to_y - y) or 1.0
    return x + (to_x - x) * far / length, y + (to_y - y) * far / length
