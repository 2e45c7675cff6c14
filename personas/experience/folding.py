"""Counting a game: what its signs turned out to mean, once everybody was told who was hidden.

Law: a sign is counted once a seat and game, however often it was shown. Opponents are counted where it was known who
played, and are the first to go where room is short: beyond MOST_OPPONENTS whoever was met longest ago, beyond LARGEST
bytes whoever was met least.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from personas.experience.counts import EMPTY, Experience, OfOpponent, OfRuleset, OfTeam, Play, Tally
from personas.experience.plain import dump

LARGEST: Final = 9_000  # bytes of an experience as JSON
MOST_OPPONENTS: Final = 40
Pair = TypeVar("Pair", Tally, Play)
Signs = tuple[tuple[str, Pair], ...]


class Shown(Protocol):
    """That a seat showed a sign."""

    @property
    def sign(self) -> str: ...

    @property
    def about(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game as one of its players looks back at it: its own seat and team, who of all seats was hidden, who
    won, which signs it saw, its own among them, and who played by seat; None where nobody could know."""

    ruleset: str
    seats: int
    seat: int
    team: str
    winner: str
    hidden: frozenset[int]
    sightings: tuple[Shown, ...]
    players: tuple[str, ...] | None = None


def fold(experience: Experience, game: Game) -> Experience:
    """The experience with one more game in it."""
    before = experience.of(game.ruleset) or OfRuleset(game.ruleset)
    others = [seat for seat in range(game.seats) if seat != game.seat]
    after = OfRuleset(
        game.ruleset,
        before.games + 1,
        _sum(before.all, _tally(game, others)),
        _more(before.signs, ((sign, _tally(game, (seat,))) for sign, seat in _shown(game) if seat != game.seat)),
        _own(before.own, game),
        _met(before.opponents, game, others) if game.players is not None else before.opponents,
    )
    rest = (each for each in experience.rulesets if each.ruleset != game.ruleset)
    return within(Experience(tuple(sorted((*rest, after), key=lambda each: each.ruleset))))


def _shown(game: Game) -> Iterator[tuple[str, int]]:
    """Each sign of each seat, once."""
    yield from sorted({(sighting.sign, sighting.about) for sighting in game.sightings})


def _tally(game: Game, seats: Iterable[int]) -> Tally:
    found = [seat in game.hidden for seat in seats]
    return Tally(sum(found), len(found) - sum(found))


def _sum(one: Pair, other: Pair) -> Pair:
    return type(one)(one[0] + other[0], one[1] + other[1])


def _more(signs: Signs[Pair], new: Iterable[tuple[str, Pair]]) -> Signs[Pair]:
    found: dict[str, Pair] = dict(signs)
    for sign, pair in new:
        found[sign] = _sum(found[sign], pair) if sign in found else pair
    return tuple(sorted(found.items()))


def _own(before: tuple[OfTeam, ...], game: Game) -> tuple[OfTeam, ...]:
    played = Play(1, int(game.winner == game.team))
    teams: Mapping[str, OfTeam] = {each.team: each for each in before}
    mine = teams.get(game.team, OfTeam(game.team))
    signs = _more(mine.signs, ((sign, played) for sign, seat in _shown(game) if seat == game.seat))
    return tuple(sorted({**teams, game.team: OfTeam(game.team, _sum(mine.all, played), signs)}.values()))


def _met(before: tuple[OfOpponent, ...], game: Game, others: Iterable[int]) -> tuple[OfOpponent, ...]:
    known = {each.player: each for each in before}
    shown = list(_shown(game))
    assert game.players is not None
    for seat in others:
        player = game.players[seat]
        met = known.pop(player, OfOpponent(player))  # and put in again at the end
        tally = _tally(game, (seat,))
        signs = _more(met.signs, ((sign, tally) for sign, about in shown if about == seat))
        known[player] = OfOpponent(player, _sum(met.all, tally), signs)
    return tuple(known.values())[-MOST_OPPONENTS:]


# --- room ---


def within(experience: Experience) -> Experience:
    """The experience without what does not fit into LARGEST bytes."""
    while experience != EMPTY and size(experience) > LARGEST:
        experience = _without_the_least(experience)
    return experience


def size(experience: Experience) -> int:
    """How many bytes an experience has as JSON."""
    return len(json.dumps(dump(experience), ensure_ascii=False, separators=(",", ":")).encode())


def _without_the_least(experience: Experience) -> Experience:
    """Without the opponent who was met least, of these whoever was met longest ago; where there is none, without the
    sign that was seen least, and at last without the ruleset that was played least."""
    rulesets = experience.rulesets
    met = [
        (known.all.seats, place, index)
        for index, each in enumerate(rulesets)
        for place, known in enumerate(each.opponents)
    ]
    if met:
        _, place, index = min(met)
        opponents = rulesets[index].opponents
        changed = rulesets[index]._replace(opponents=opponents[:place] + opponents[place + 1 :])
        return Experience((*rulesets[:index], changed, *rulesets[index + 1 :]))
    seen = Counter[str]()
    for each in rulesets:
        seen.update({sign: tally.seats for sign, tally in each.signs})
        for own in each.own:
            seen.update({sign: played.games for sign, played in own.signs})
    if seen:
        least = min(seen, key=lambda sign: (seen[sign], sign))
        return Experience(tuple(_unseen(each, least) for each in rulesets))
    fewest = min(rulesets, key=lambda each: (each.games, each.ruleset))
    return Experience(tuple(each for each in rulesets if each is not fewest))


def _unseen(each: OfRuleset, sign: str) -> OfRuleset:
    """What was counted of a ruleset without a sign."""
    own = tuple(team._replace(signs=tuple(pair for pair in team.signs if pair[0] != sign)) for team in each.own)
    return each._replace(signs=tuple(pair for pair in each.signs if pair[0] != sign), own=own)
