"""Matchings by lot in bipartite graphs. Law: the graph and the dice decide all; no order of a set does.

A graph is given by rows: to each of the left its neighbours on the right. Where every vertex has at most d edges there
is a matching that covers all who have d (König, 1916), so that what is left has at most d - 1: taken d times, it parts
the edges into d matchings. `parted` does so, each time by another lot.
"""

from collections.abc import Sequence

from games.engine.dice import Dice


class NoMatching(ValueError):
    """Nobody can be matched so: a fault of ours, for the graphs of a block always can."""


def matched(rows: Sequence[Sequence[int]], must: Sequence[int], size: int, dice: Dice) -> list[int]:
    """By lot, to each of the left one of its neighbours on the right (0 to size - 1), each at most once, and those of
    `must` surely. Raises NoMatching."""
    back: list[list[int]] = [[] for _ in range(size)]
    for left, row in enumerate(rows):
        for right in row:
            back[right].append(left)
    of_left, of_right = [-1] * len(rows), [-1] * size
    # First those that must be covered: a path from each never uncovers one that is. Then all of the left: the same.
    for right in dice.shuffled(must):
        if of_right[right] < 0 and not _augment(right, back, of_right, of_left, dice):
            raise NoMatching(f"{right} of the right is left over")
    for left in dice.shuffled(range(len(rows))):
        if of_left[left] < 0 and not _augment(left, rows, of_left, of_right, dice):
            raise NoMatching(f"{left} of the left is left over")
    return of_left


def _augment(start: int, rows: Sequence[Sequence[int]], of_here: list[int], of_there: list[int], dice: Dice) -> bool:
    """Covers one more of this side, whoever of it was covered staying so; whether there is a way."""
    seen = [False] * len(of_there)
    path: list[tuple[int, int]] = []  # of this side, and where on the other it looks
    untried = [dice.shuffled(rows[start])]
    here = start
    while untried:
        free = next((there for there in untried[-1] if of_there[there] < 0), None)
        if free is not None:
            path.append((here, free))
            for mine, yours in path:
                of_here[mine], of_there[yours] = yours, mine
            return True
        while untried[-1]:
            there = untried[-1].pop()
            if not seen[there]:
                seen[there] = True
                path.append((here, there))
                here = of_there[there]
                untried.append(dice.shuffled(rows[here]))
                break
        else:
            untried.pop()
            if path:
                here, _ = path.pop()
    return False


def parted(rows: Sequence[Sequence[int]], size: int, into: int, dice: Dice) -> list[list[int]]:
    """By lot, the edges of a graph in so many matchings; nobody may have more edges, and all of the left have as many.
    Matching k gives to each of the left one of the right."""
    left = [list(row) for row in rows]
    degree = [0] * size
    for row in rows:
        for right in row:
            degree[right] += 1
    matchings = []
    for edges in range(into, 0, -1):
        found = matched(left, [right for right in range(size) if degree[right] == edges], size, dice)
        for row, right in zip(left, found, strict=True):
            row.remove(right)
            degree[right] -= 1
        matchings.append(found)
    return dice.shuffled(matchings)
