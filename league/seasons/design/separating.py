"""What games that were played so can never tell of who plays how well, in sentences. Law: it is said of the games that
count, and of none to come.

What a game tells is whether its hidden team won, by how strong the hidden ones are when they hide and the others when
they do not: two strengths for each player. Told apart are those combinations of them that the games' equations reach;
all hidden strengths may grow together, and all open ones, and nobody sees it, which is no fault of the games (2n + 1
unknowns with the advantage of the hidden team, of which 2n - 1 can be known at most).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

PRIME: Final = 2**31 - 1  # ranks are found by whole numbers: modulo a prime they are as high, or too low by rare chance
MOST_LOOKED_AT: Final = 2_000  # games: where these do not reach all, what is missing is said of these


class Sides(NamedTuple):
    """Who was hidden in a game, and who was not, by their places on the roster."""

    hidden: tuple[int, ...]
    open: tuple[int, ...]


def untold(games: Sequence[Sides], names: Sequence[str]) -> list[str]:
    """What cannot be told of the players by these games of one rule book; nothing where all can, or there are none."""
    if not games:
        return []
    size = len(names)
    found = list(_absent(games, names))
    groups = _groups(games, size)
    if len(groups) > 1:
        told = "; ".join(_listed([names[each] for each in group]) for group in groups)
        found.append(f"These never met those, not even through others, and cannot be compared: {told}.")
    if all(len(game.hidden) + len(game.open) == size for game in games):
        found.append(
            "Everybody plays every game, so whoever is not hidden is open: that somebody hides well cannot be told "
            "from that the same player does badly in the open, with any number of games. A larger roster tells more."
        )
    found += _inseparable(games, names)
    found += _sides_alone(games)
    if not found and (missing := 2 * size - 1 - _rank(games[:MOST_LOOKED_AT], size)) > 0:
        found.append(
            f"So few games leave {missing} of the {2 * size} strengths open, of each player when hidden and when not: "
            "some of them can only be told together."
        )
    return found


def _absent(games: Sequence[Sides], names: Sequence[str]) -> list[str]:
    hidden = {player for game in games for player in game.hidden}
    seen = {player for game in games for player in game.open}
    places = range(len(names))
    never = [names[each] for each in places if each not in hidden | seen]
    unhidden = [names[each] for each in places if each in seen - hidden]
    always = [names[each] for each in places if each in hidden - seen]
    return [
        told
        for told, who in (
            (f"Of {_listed(never)} nothing is known: no game that counts.", never),
            (f"How well {_listed(unhidden)} would hide is not known: never hidden so far.", unhidden),
            (f"How well {_listed(always)} would do in the open is not known: always hidden so far.", always),
        )
        if who
    ]


def _groups(games: Sequence[Sides], size: int) -> list[list[int]]:
    """Those who played, parted where nobody of the one part ever met anybody of the other."""
    head = list(range(size))

    def of(player: int) -> int:
        while head[player] != player:
            head[player] = head[head[player]]
            player = head[player]
        return player

    played = set()
    for game in games:
        first, *others = (*game.hidden, *game.open)
        played |= {first, *others}
        for other in others:
            head[of(other)] = of(first)
    groups: dict[int, list[int]] = {}
    for player in sorted(played):
        groups.setdefault(of(player), []).append(player)
    return list(groups.values())


def _inseparable(games: Sequence[Sides], names: Sequence[str]) -> list[str]:
    """Players who were on one team whenever any of them played, all of such a group in one sentence."""
    places: dict[int, list[tuple[int, int]]] = {}
    for number, game in enumerate(games):
        for side, team in enumerate(game):
            for player in team:
                places.setdefault(player, []).append((number, side))
    groups: dict[tuple[tuple[int, int], ...], list[str]] = {}
    for player in sorted(places):
        groups.setdefault(tuple(places[player]), []).append(names[player])
    return [
        f"{_listed(group)} were on one team in every game of {'either' if len(group) == 2 else 'theirs'}: "
        "they cannot be told apart."
        for group in groups.values()
        if len(group) > 1
    ]


def _sides_alone(games: Sequence[Sides]) -> list[str]:
    """What is not known where the roster falls in two, of which either is always one team."""
    hidden, seen = set(games[0].hidden), set(games[0].open)
    before = 0
    while before < len(hidden) + len(seen):
        before = len(hidden) + len(seen)
        for game in games:
            if hidden & seen:
                return []
            for one, other in ((game.hidden, game.open), (game.open, game.hidden)):
                if hidden & set(one) or seen & set(other):
                    hidden |= set(one)
                    seen |= set(other)
    if hidden & seen:
        return []
    told = (
        "The roster plays as two sides, of which either is always a whole team. Which side is stronger can be told, "
        "and who within a side; whether a side is good when it hides or the other bad in the open cannot, for no side "
        "ever meets its own."
    )
    return [told]


def _rank(games: Sequence[Sides], size: int) -> int:
    """How many of the unknowns the games' equations reach."""
    pivots: dict[int, list[int]] = {}
    for game in dict.fromkeys(games):
        row = [0] * (2 * size + 1)
        for player in game.hidden:
            row[player] = 1
        for player in game.open:
            row[size + player] = PRIME - 1
        row[-1] = 1
        for column in range(len(row)):
            if not row[column]:
                continue
            if (pivot := pivots.get(column)) is None:
                inverse = pow(row[column], -1, PRIME)
                pivots[column] = [value * inverse % PRIME for value in row]
                break
            factor = row[column]
            row = [(value - factor * other) % PRIME for value, other in zip(row, pivot, strict=True)]
        if len(pivots) == 2 * size - 1:
            break
    return len(pivots)


def _listed(names: Sequence[str]) -> str:
    """Names in a sentence."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "nobody"
