"""An experience as JSON and back: `load(dump(experience)) == experience`.

Law: signs are named once, in a legend, and rows are numbers by twos (hidden and open, or games and won): first of all
there were, then of each sign in the legend's order, without the zeros at the end. An experience is read and written
with every memory, so it is small and lies no deeper than memories may. What came wrong is said by path and value.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Final, TypeVar

from personas.experience.counts import Experience, OfOpponent, OfRuleset, OfTeam, Play, Tally
from personas.fields import shown

MOST: Final = 2**53  # beyond it JSON's readers disagree
LONGEST: Final = 120  # of a name
NEVER: Final = (0, 0)
Pair = TypeVar("Pair", Tally, Play)


class ExperienceError(ValueError):
    """An experience that cannot be read; the message says where, what was wanted and what came."""


def dump(experience: Experience) -> dict[str, object]:
    """The experience as plain JSON values."""
    if not experience.rulesets:
        return {}
    legend = sorted(set(_signs_of(experience)))
    return {"signs": legend, "rulesets": {each.ruleset: _ruleset(each, legend) for each in experience.rulesets}}


def _signs_of(experience: Experience) -> Iterator[str]:
    for each in experience.rulesets:
        yield from (sign for sign, _ in each.signs)
        yield from (sign for own in each.own for sign, _ in own.signs)
        yield from (sign for known in each.opponents for sign, _ in known.signs)


def _ruleset(each: OfRuleset, legend: Sequence[str]) -> dict[str, object]:
    return {
        "games": each.games,
        "others": _row(each.all, each.signs, legend),
        "own": {own.team: _row(own.all, own.signs, legend) for own in each.own},
        # A list, for their order says who was met last.
        "opponents": [[known.player, *_row(known.all, known.signs, legend)] for known in each.opponents],
    }


def _row(of_all: tuple[int, int], signs: Iterable[tuple[str, tuple[int, int]]], legend: Sequence[str]) -> list[int]:
    found = dict(signs)
    row = [*of_all, *chain.from_iterable([found.get(sign, NEVER) for sign in legend])]
    while len(row) > 2 and not row[-1] and not row[-2]:
        del row[-2:]
    return row


def load(data: object) -> Experience:
    """Reads an experience from JSON values. Raises ExperienceError."""
    top = _object(data, "counts")
    if not top:
        return Experience()
    _only(top, "counts", ("signs", "rulesets"))
    legend = [
        _name(each, f"counts.signs[{index}]") for index, each in enumerate(_list(top.get("signs"), "counts.signs"))
    ]
    if any(one >= other for one, other in pairwise(legend)):
        raise ExperienceError("counts.signs must be in alphabetical order, each once")
    rulesets = _object(top.get("rulesets"), "counts.rulesets")
    return Experience(tuple(_read_ruleset(slug, rulesets[slug], legend) for slug in sorted(rulesets)))


def _read_ruleset(slug: str, data: object, legend: Sequence[str]) -> OfRuleset:
    where = f"counts.rulesets.{_name(slug, 'a ruleset')}"
    each = _object(data, where)
    _only(each, where, ("games", "others", "own", "opponents"))
    own = _object(each.get("own", {}), f"{where}.own")
    opponents = _list(each.get("opponents", []), f"{where}.opponents")
    found = tuple(_read_opponent(one, f"{where}.opponents[{at}]", legend) for at, one in enumerate(opponents))
    if len({one.player for one in found}) < len(found):
        raise ExperienceError(f"{where}.opponents must hold each once")
    return OfRuleset(
        slug,
        _number(each.get("games"), f"{where}.games"),
        *_read_row(Tally, each.get("others"), f"{where}.others", legend),
        tuple(_read_team(team, own[team], f"{where}.own", legend) for team in sorted(own)),
        found,
    )


def _read_team(team: str, data: object, where: str, legend: Sequence[str]) -> OfTeam:
    return OfTeam(_name(team, f"a team in {where}"), *_read_row(Play, data, f"{where}.{team}", legend))


def _read_opponent(data: object, where: str, legend: Sequence[str]) -> OfOpponent:
    row = _list(data, where)
    if not row:
        raise ExperienceError(f"{where} must begin with a player")
    return OfOpponent(_name(row[0], f"{where}[0]"), *_read_row(Tally, row[1:], where, legend))


def _read_row(
    kind: type[Pair], data: object, where: str, legend: Sequence[str]
) -> tuple[Pair, tuple[tuple[str, Pair], ...]]:
    row = _numbers(data, where)
    if len(row) < 2 or len(row) % 2 or len(row) > 2 + 2 * len(legend):
        raise ExperienceError(f"{where} must hold two numbers, and two for each of the signs, not {len(row)} numbers")
    pairs = list(map(kind._make, zip(row[::2], row[1::2], strict=True)))
    if kind is Play and (wrong := next((pair for pair in pairs if pair[1] > pair[0]), None)) is not None:
        raise ExperienceError(f"{where} must not hold more games won than played, not {wrong[1]} of {wrong[0]}")
    return pairs[0], tuple((sign, pair) for sign, pair in zip(legend, pairs[1:], strict=False) if pair != NEVER)


def _object(data: object, where: str) -> Mapping[str, object]:
    if not isinstance(data, Mapping) or not all(isinstance(key, str) for key in data):
        raise ExperienceError(f"{where} must be an object, not {shown(data)}")
    return data


def _only(data: Mapping[str, object], where: str, known: Sequence[str]) -> None:
    if unknown := sorted(data.keys() - set(known)):
        raise ExperienceError(f"{where} has no {shown(unknown[0])}; it has: {', '.join(known)}")


def _list(data: object, where: str) -> Sequence[object]:
    if not isinstance(data, list | tuple):
        raise ExperienceError(f"{where} must be a list, not {shown(data)}")
    return data


def _numbers(data: object, where: str) -> list[int]:
    """The numbers of a row, all at once: it is read with every game, and has a hundred."""
    row = _list(data, where)
    numbers = [each for each in row if type(each) is int]
    if len(numbers) == len(row) and min(numbers, default=0) >= 0 and max(numbers, default=0) <= MOST:
        return numbers
    return [_number(each, where) for each in row]


def _number(data: object, where: str) -> int:
    if type(data) is not int or not 0 <= data <= MOST:
        raise ExperienceError(f"{where} must be a whole number from 0, not {shown(data)}")
    return data


def _name(data: object, where: str) -> str:
    if not isinstance(data, str) or not data or len(data) > LONGEST or not data.isprintable():
        raise ExperienceError(f"{where} must be a name of at most {LONGEST} printable characters, not {shown(data)}")
    return data
