"""What a season may be: the bounds of its fields, its rule books, its roster. Law: whatever is wrong is told by its
field, in words, before anything is made; a verb of seasons does all it says or raises WrongSeason and does nothing.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final, NamedTuple

from games.engine.questions import plain
from games.engine.ruleset import Ruleset, WrongOption
from games.engine.rulesets import ruleset_named
from games.hosting.making import WrongGame, check_player
from games.models.game import MOST_KEPT
from league.models import Season, SeasonRules
from personas.models import Player
from personas.roster import unapproved

MOST_GAMES: Final = 10_000
MOST_LAG: Final = 1_000
MOST_RULES: Final = 20
MOST_PACE: Final = 100.0
MOST_INTERVAL: Final = 30 * 24 * 3600
MOST_CAP: Final = Decimal(100_000)
PLACES: Final = -4  # of a cap: the least is a hundredth of a cent
SLUG: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
# The folder of logs of games without a season; the page that makes a season; where the API estimates a plan.
TAKEN: Final = ("exhibitions", "new", "estimate")


class WrongSeason(ValueError):
    """A season that cannot be made, or not be started, paused or resumed now. `field` is what is wrong with it; the
    message says what was wanted and what came. What is wrong with one of several rule books names it by `of` and has
    its number, from 0."""

    def __init__(self, field: str, message: str, *, number: int = 0, of: str = "", also: str = "") -> None:
        super().__init__(f"{field} of {of}: {message}" if of else f"{field}: {message}")
        self.field = field
        self.message = message
        self.number = number
        self.also = also


class Keep(NamedTuple):
    """For how many days after a game's end the words of its calls are kept; None for good."""

    days: int | None

    @property
    def told(self) -> str:
        """It in words."""
        if self.days is None:
            return "for good"
        return f"for {self.days} day{'' if self.days == 1 else 's'}" if self.days else "no longer than the game"


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule book that a season is to be played by, with as many seats and the options it has unless others are given.

    `options` are those that differ from the defaults, as JSON values or as texts.
    """

    ruleset: str
    seats: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


def check_shape(field: str, wanted: str, is_right: object, got: object) -> None:
    """Raises WrongSeason unless the field is right."""
    if not is_right:
        raise WrongSeason(field, f"must be {wanted}, not {got!r}.")


def check_cap(field: str, cap: Decimal | None) -> None:
    """Raises WrongSeason unless this is no cap or one that can be written."""
    wanted = f"US dollars from 0 to below {MOST_CAP:,} with at most {-PLACES} places, or none"
    check_shape(field, wanted, cap is None or is_cap(cap), str(cap))


def check_memory(*, memory: str, lag: int | None) -> None:
    """Raises WrongSeason unless a season's players can remember so."""
    check_shape("memory", one_of(Season.Memory.values), memory in Season.Memory.values, memory)
    check_shape("lag", f"a whole number of games from 1 to {MOST_LAG}", lag is None or 1 <= lag <= MOST_LAG, lag)


def check_seal(*, spoilers: str, names: str, persona_source: str) -> None:
    """Raises WrongSeason where a sealed season would tell who sits where before its block is over: a persona's own name
    does, and so do personas that were written for one game, by being there."""
    if spoilers != Season.Spoilers.SEALED:
        return
    check_shape("names", "alias where a season is sealed: its own name tells who somebody is", names == "alias", names)
    own = "those of the roster or of the season where it is sealed: who is written for a game is known to sit there"
    check_shape("persona_source", own, persona_source != Season.PersonaSource.GAME, persona_source)


def check_keep(keep: Keep) -> None:
    """Raises WrongSeason unless words of calls can be kept so long."""
    wanted = f"a whole number of days from 0 to {MOST_KEPT:,}, or empty for good"
    check_shape("keep", wanted, keep.days is None or 0 <= keep.days <= MOST_KEPT, keep.days)


def within(value: float, most: float) -> bool:
    """Whether this is a number from 0 to `most`."""
    return math.isfinite(value) and 0 <= value <= most


def is_cap(cap: Decimal) -> bool:
    """Whether this is an amount that a season can be capped by."""
    if not cap.is_finite() or not 0 <= cap < MOST_CAP:
        return False
    exponent = cap.normalize().as_tuple().exponent
    return isinstance(exponent, int) and exponent >= PLACES


def one_of(values: Sequence[str]) -> str:
    """The choices, as a refusal names them."""
    return f"one of {', '.join(values)}"


def checked_books(rules: Sequence[Rules], *, names: str) -> list[SeasonRules]:
    """The rules as rows, in their turn and without a season yet. Raises WrongSeason, which names the wrong one."""
    check_shape("rules", f"1 to {MOST_RULES} rule books", 1 <= len(rules) <= MOST_RULES, len(rules))
    books = []
    for number, each in enumerate(rules):
        try:
            books.append(checked_book(each, number=number, names=names))
        except WrongSeason as error:
            of = f"rule book {number + 1} ({each.ruleset})" if len(rules) > 1 else ""
            raise WrongSeason(error.field, error.message, number=number, of=of) from None
    return books


def checked_book(rules: Rules, *, number: int, names: str) -> SeasonRules:
    """One of a season's rules as a row. Raises WrongSeason."""
    try:
        ruleset = ruleset_named(rules.ruleset)
    except LookupError as error:
        raise WrongSeason("ruleset", f"{error}.") from None
    seats = ruleset.default_seats if rules.seats is None else rules.seats
    try:
        ruleset.check_seats(seats)
    except WrongOption as error:
        raise WrongSeason("seats", f"{error}.") from None
    if "names" in rules.options:
        raise WrongSeason("options", "names is a field of the season itself, not an option of its own.")
    try:
        typed = ruleset.options_from({**rules.options, "names": names}, seats)
    except WrongOption as error:
        raise WrongSeason("options", f"{error}.") from None
    options = {each: getattr(typed, each) for each in rules.options}
    return SeasonRules(number=number, ruleset=ruleset.slug, revision=ruleset.revision, seats=seats, options=options)


def check_sides(players: int, books: Sequence[SeasonRules], *, names: str) -> None:
    """Raises WrongSeason unless either half of so many players can fill every seat of a team."""
    check_shape("players", "two sides of as many players each, half of the roster", players % 2 == 0, players)
    for book in books:
        rules = ruleset_named(book.ruleset)
        if type(rules).deal is not Ruleset.deal:
            raise WrongSeason("design", f"{book.ruleset} deals in a way of its own, so no side can hold a team of it.")
        cast = rules.cast(book.seats, rules.options_from({**book.options, "names": names}, book.seats))
        most = sum(role.team == rules.open_team for role in cast)
        if players < 2 * most:
            told = f"the {rules.open_team} of {book.ruleset} with {book.seats} seats are {most}"
            raise WrongSeason("players", f"each side needs at least {most} players, not {players // 2}: {told}.")


def check_roster(
    *, players: Sequence[Player], books: Sequence[SeasonRules], names: str, design: str = Season.Design.BLOCKS
) -> None:
    """Raises WrongSeason unless these players can fill the seats of every fixture."""
    ids = [player.player_id for player in players]
    if design == Season.Design.TEAMS:
        check_sides(len(ids), books, names=names)
    largest = max(books, key=lambda book: book.seats)
    if len(ids) < largest.seats:
        table = f"the table of {largest.ruleset}" if len(books) > 1 else "the table"
        chosen = f"choose at least {largest.seats} players, not {len(ids)}"
        told, number = f"{chosen}: {table} has {largest.seats} seats.", books.index(largest)
        raise WrongSeason("players", told, number=number, also="seats")
    if twice := sorted({one for one in ids if ids.count(one) > 1}):
        raise WrongSeason("players", f"each can be on the roster once, and {', '.join(twice)} is there more often.")
    if complaint := unapproved(players):
        raise WrongSeason("players", f"{complaint}.")
    if gone := [p.player_id for p in players if not (p.is_active and p.model.is_active)]:
        raise WrongSeason("players", f"new seasons invite only who is active, and {', '.join(gone)} is not.")
    for player in players:
        try:
            check_player(player)
        except WrongGame as error:
            raise WrongSeason("players", f"{error}.") from None
    called = [plain(player.persona.name) for player in players]
    if names == Season.Names.PERSONA and len(set(called)) < len(called):
        same = sorted({player.persona.name for player in players if called.count(plain(player.persona.name)) > 1})
        raise WrongSeason("players", f"with names=persona no two may share a name, and several are {', '.join(same)}.")
