"""Which games of a season share a slot. Law: said here alone; by it games are opened, foretold and counted.

When the games of a slot are over, those of the next are the first that wait, as many as are played at once; but the
second game of a pair is none of them while its first waits, nor is one that is to know what games before it teach.
Where nobody may sit in two games at once, one that shares a player with those before it is passed over, and waits for
the slot after it.

Who sits where is drawn with the start, and of a sealed season told with its block. Until then it is known how many sit
there, of how many players: games that must share one, for there are not so many, are not foretold in one slot; those
that may are, with a `doubt`.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple, Protocol, TypeVar

from games.engine.rulesets import all_rulesets
from league.models import Season, SeasonRules

Needs = Mapping[Hashable, int]  # how much a game takes of what there is so much of: each player once, places of a side

LOOKED_AT: Final = 200  # games that wait, to find some whose players are free
ROSTER: Final = "roster"
HALVES: Final = ("first half", "second half")  # of the roster, which are the sides of team against team
SHARED: Final = "of games in one slot that share a player one is played later, and so is what comes behind it"
UNDRAWN: Final = f"Nobody sits in two games at once, and who plays is drawn with the start: {SHARED}."
VEILED: Final = f"Nobody sits in two games at once, and who plays is told with its block: {SHARED}."


class Numbered(Protocol):
    """A game that is to be played, by its number in the season."""

    @property
    def number(self) -> int: ...


G = TypeVar("G")
N = TypeVar("N", bound=Numbered)


class Waiting(NamedTuple):
    """A game that waits: its number, the slug of its rule book, what it takes."""

    number: int
    ruleset: str
    needs: Needs


@dataclass(frozen=True, slots=True)
class Queue:
    """The games of a season that are in no slot yet, in their order; how much there is of what they take; and what is
    not known of which of them share a slot, in a sentence."""

    games: Sequence[Waiting]
    there: Needs
    doubt: str = ""


# --- the rule --------------------------------------------------------------------------------------------------------


def first_apart(games: Iterable[G], *, most: int, needs: Callable[[G], Needs], there: Needs) -> list[G]:
    """The first so many of these games that can be played at once, of which each finds what it takes; what is not named
    in what is there, is there once."""
    left, chosen = dict(there), list[G]()
    for game in islice(games, LOOKED_AT):
        if len(chosen) >= most:
            break
        taken = needs(game)
        if all(left.get(what, 1) >= number for what, number in taken.items()):
            chosen.append(game)
            left |= {what: left.get(what, 1) - number for what, number in taken.items()}
    return chosen


def of_next_slot(season: Season, games: Sequence[N], *, needs: Callable[[N], Needs], there: Needs) -> list[N]:
    """Those of the games that wait, given in their order, that are played in the next slot, when all others are
    over."""
    games = games[:LOOKED_AT]
    known = games[0].number + season.games_behind if games and season.teaches else None
    firsts = {each.number for each in games} if season.is_in_pairs else ()
    ready = (
        each
        for each in games
        if (known is None or each.number < known) and (each.number % 2 or each.number - 1 not in firsts)
    )
    return first_apart(ready, most=season.at_once or 1, needs=needs, there=there)


def in_slots(season: Season, queue: Queue) -> Iterator[list[Waiting]]:
    """The games that wait, slot by slot, if nothing is missed."""
    rest = list(queue.games)
    while games := of_next_slot(season, rest, needs=lambda each: each.needs, there=queue.there):
        yield games
        gone = {each.number for each in games}
        rest[:LOOKED_AT] = [each for each in rest[:LOOKED_AT] if each.number not in gone]


def taken_by(season: Season, players: Iterable[int]) -> Needs:
    """What a game takes in which these players sit, by their keys."""
    return {} if season.may_overlap else dict.fromkeys(players, 1)


# --- what waits ------------------------------------------------------------------------------------------------------


def queue_of(season: Season) -> Queue:
    """The games of a season that are in no slot yet; of one that has not begun, all. One query, two or three where
    nobody sits in two games at once and it is not told who plays."""
    is_unstarted = season.status in Season.UNSTARTED
    is_crowded = not season.may_overlap and (season.at_once or 1) > 1
    if is_unstarted:
        books = list(season.rules.order_by("number"))
        count = season.games_planned if books else 0
        numbered = [(number, books[season.book_of(number, len(books))]) for number in range(1, count + 1)]
    else:
        unopened = season.fixtures.filter(game__isnull=True, slot__isnull=True).order_by("number")
        if not is_crowded:
            return Queue([Waiting(*told, {}) for told in unopened.values_list("number", "rules__ruleset")], {})
        if not season.is_sealed:
            told = unopened.values_list("number", "rules__ruleset", "seating")
            return Queue([Waiting(number, slug, taken_by(season, seats or ())) for number, slug, seats in told], {})
        numbered = [(each.number, each.rules) for each in unopened.select_related("rules")]
    if not is_crowded:
        return Queue([Waiting(number, book.ruleset, {}) for number, book in numbered], {})
    players = season.roster.count()
    there: Needs = dict.fromkeys(HALVES, players // 2) if season.is_in_pairs else {ROSTER: players}
    places: dict[tuple[int, int], Needs] = {}  # by what they hang on, for a season may have many games
    for number, book in numbered:
        if (kind := (book.pk, number % 2)) not in places:
            places[kind] = places_in(season, book, number, there=there)
    games = [Waiting(number, book.ruleset, places[book.pk, number % 2]) for number, book in numbered]
    return Queue(games, there, UNDRAWN if is_unstarted else VEILED)


def places_in(season: Season, book: SeasonRules, number: int, *, there: Needs) -> Needs:
    """How many places a game takes, at most all there are; team against team, of either half of the roster."""
    seats = [book.seats]
    if season.is_in_pairs and (rules := all_rulesets().get(book.ruleset)) is not None:
        cast = rules.cast(book.seats, rules.options_from({**book.options, "names": season.names}, book.seats))
        are_open = sum(role.team == rules.open_team for role in cast)
        seats = [are_open, book.seats - are_open] if number % 2 else [book.seats - are_open, are_open]
    return {what: min(most, taken) for (what, most), taken in zip(there.items(), seats, strict=False)}
