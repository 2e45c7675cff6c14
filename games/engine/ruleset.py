"""What every ruleset has: an identity card, typed options, a cast, a deal and a rule book. It names no child.

A ruleset is one file whose docstring is the rule book: `{option}` in it is filled with the option's value and
`{phrase}` with a sentence from `phrases()`, so the rules told are the rules run.
"""

import difflib
import inspect
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Coroutine, Mapping, Sequence
from copy import copy
from dataclasses import MISSING, Field, asdict, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, Self, TypeVar

from games.engine.dice import Dice
from games.engine.disclosing import BELIEFS, CLAIMS
from games.engine.questions import Question, plain, shown
from games.engine.table import Deal, Given, Role, Table

O = TypeVar("O", bound="Options")  # noqa: E741 the usual name would be longer than it helps


# What players are called, by the value of `names`, as the rule book says it.
CALLED = {
    "alias": "They go by names drawn for this game alone, so nobody knows who is behind a name.",
    "persona": "They go by the names of their characters.",
}
CALLED_EITHER = (
    "They go by names drawn for the game alone, so that nobody knows who is behind a name, or by the names of their "
    "characters: each season says which."
)  # for readers of a rule book that is told for no game


class WrongOption(ValueError):
    """An option's name or value that a ruleset does not take; the message says which, what is allowed and what came."""


def option(
    default: Any,  # Any: bool, int, str or None (worked out from the number of seats)
    told: str,
    *,
    least: int | None = None,
    most: int | None = None,
    choices: Sequence[str] = (),
    since: int = 1,
) -> Any:  # Any: a dataclass field passes for a value of its type
    """A field of an Options dataclass: default, what it decides in a sentence, and its bounds or choices.

    `since` is the first revision of the ruleset that has it: what is stored and hashed of older games stays as it was.
    """
    bounds = {"least": least, "most": most, "choices": tuple(choices)}
    return field(default=default, metadata={"told": told, "since": since, **bounds})


@dataclass(frozen=True)
class Options:
    """The options that all rulesets share."""

    names: str = option("alias", "What players are called at the table.", choices=("alias", "persona"))

    @classmethod
    def worked_out(cls, given: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """What was given, with the options filled in whose default depends on the number of seats."""
        return dict(given)

    def plain(self, revision: int) -> dict[str, Any]:
        """The options that a revision has, as JSON values: what is stored and hashed."""
        return {each.name: getattr(self, each.name) for each in fields(self) if each.metadata["since"] <= revision}


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a rule book: a title and its paragraphs."""

    title: str
    paragraphs: tuple[str, ...]


def _type_of(each: Field[Any]) -> str:
    """An option's type as it is written: "bool", "int", "int | None" or "str"."""
    return each.type.__name__ if isinstance(each.type, type) else str(each.type)


def _read_option(name: str, kind: str, meta: Mapping[str, Any], value: Any) -> Any:  # Any: JSON value or text
    """An option's value from JSON or from text ("true", "3"); raises WrongOption."""
    optional = "None" in kind
    value = value.strip() if isinstance(value, str) else value
    if optional and (value is None or value == "auto"):
        return None
    if kind.startswith("bool"):
        wanted = "true or false"
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in ("true", "yes", "on", "1", "false", "no", "off", "0"):
            return value.lower() in ("true", "yes", "on", "1")
    elif kind.startswith("int"):
        least, most = meta["least"], meta["most"]
        wanted = f"a whole number from {least} to {most}{' or auto' if optional else ''}"
        if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,9}", value):
            value = int(value)
        if type(value) is int and least <= value <= most:
            return value
    else:
        wanted = "one of " + ", ".join(meta["choices"])
        if isinstance(value, str) and value in meta["choices"]:
            return value
    raise WrongOption(f"option {name!r} must be {wanted}, not {shown(value)}")


class Ruleset(ABC, Generic[O]):
    """A game that can be played. Children are found by games.engine.rulesets, one file each."""

    slug: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]  # one sentence for lists
    revision: ClassVar[int]  # what new games are played by
    revisions: ClassVar[range]  # all that can still be played
    seats: ClassVar[range]
    default_seats: ClassVar[int]
    open_team: ClassVar[str]
    hidden_team: ClassVar[str]
    roles: ClassVar[tuple[Role, ...]]
    aliases: ClassVar[tuple[str, ...]]
    has_ghosts: ClassVar[bool] = False  # whether the dead hear whatever anybody hears, so that there are ghosts' lenses
    has_ship: ClassVar[bool] = False  # whether it is played in the rooms of games.engine.ship, so that there is a map
    team_channel: ClassVar[str] = ""  # where hidden players talk among themselves: the channel of what several hear
    # Kinds of questions that are answered with what the player believes of the others, and those answered by a public
    # speech, with what it claims (games/engine/disclosing.py).
    believing: ClassVar[frozenset[str]] = frozenset()
    claiming: ClassVar[frozenset[str]] = frozenset()
    secret_phases: ClassVar[frozenset[str]] = frozenset()  # those in which even who is asked is secret
    options: ClassVar[type[Options]] = Options

    # --- options ---

    def options_from(self, given: Mapping[str, Any], seats: int) -> O:
        """The options of a game with this many seats, defaults filled in. Raises WrongOption."""
        self.check_seats(seats)
        known = {each.name: each for each in fields(self.options)}
        values: dict[str, Any] = {}
        for name, value in given.items():
            if name not in known:
                near = difflib.get_close_matches(str(name)[:60], known, n=1)
                hint = f"; did you mean {near[0]!r}?" if near else "."
                raise WrongOption(f"{self.slug} has no option {shown(name)}{hint} It has: {', '.join(known)}")
            values[name] = _read_option(name, _type_of(known[name]), known[name].metadata, value)
        options: O = self.options(**self.options.worked_out(values, seats))  # type: ignore[assignment]  # a child's `options` is its O
        cast = self.cast(seats, options)
        hidden = sum(role.team == self.hidden_team for role in cast)
        if 2 * hidden >= seats:
            raise WrongOption(f"the {self.hidden_team} must be fewer than half of {seats} seats, not {hidden}")
        if len(cast) != seats:
            raise WrongOption(f"a cast of {len(cast)} does not fit {seats} seats")
        return options

    def options_schema(self) -> dict[str, Any]:
        """The options as JSON schema: types, bounds, choices, defaults and what each decides."""
        properties: dict[str, Any] = {}
        for each in fields(self.options):
            meta, kind = each.metadata, _type_of(each)
            told: dict[str, Any] = {"description": meta["told"]}
            if kind.startswith("bool"):
                told["type"] = "boolean"
            elif kind.startswith("int"):
                told["type"] = ["integer", "null"] if "None" in kind else "integer"
                told |= {"minimum": meta["least"], "maximum": meta["most"]}
            else:
                told |= {"type": "string", "enum": list(meta["choices"])}
            if each.default is not MISSING:
                told["default"] = each.default
            properties[each.name] = told
        return {"type": "object", "properties": properties, "additionalProperties": False}

    def check_seats(self, seats: int) -> None:
        """Raises WrongOption when this game cannot be played by so many."""
        if type(seats) is not int or seats not in self.seats:
            raise WrongOption(f"{self.slug} is for {self.seats[0]} to {self.seats[-1]} seats, not {shown(seats)}")

    # --- the deal ---

    @abstractmethod
    def cast(self, seats: int, options: O) -> tuple[Role, ...]:
        """The roles in play for so many seats, hidden ones first."""

    def draw_first(self, seats: int, dice: Dice) -> int | None:
        """The first speaker, where the rules draw one."""
        return None

    def deal(self, seed: str, seats: int, options: O, personas: Sequence[str] = ()) -> Deal:
        """Names, roles and the first speaker, each from a stream of its own; `personas` are the names by seat when
        the option `names` is "persona". Raises WrongOption when these are not as many as seats, or when an answer
        could not tell two of them apart."""
        if options.names == "persona":
            names = tuple(personas)
            if len(names) != seats or len(set(map(plain, names))) != seats:
                raise WrongOption(f"names=persona needs {seats} different persona names, not {list(names)!r}")
        else:
            names = tuple(Dice(seed, "names").shuffled(self.aliases, seats))
        roles = tuple(Dice(seed, "roles").shuffled(self.cast(seats, options)))
        return Deal(names, roles, self.draw_first(seats, Dice(seed, "first")))

    def deal_given(self, given: Given, seed: str, seats: int, options: O, personas: Sequence[str] = ()) -> Deal:
        """A deal of which somebody else says who is what, and perhaps who speaks first; the names are those of deal().
        Raises WrongOption for what is no cast of these rules, and for what deal() raises it."""
        drawn = self.deal(seed, seats, options, personas)
        self.check_given(given, seats, options)
        if given.first is not None and drawn.first is None:
            raise WrongOption(f"{self.slug} draws no first speaker, and {shown(given.first)} is given")
        roles = tuple(map(self.role_named, given.roles))
        return replace(drawn, roles=roles, first=drawn.first if given.first is None else given.first, is_given=True)

    def check_given(self, given: Given, seats: int, options: O) -> None:
        """Raises WrongOption unless these are the roles in play for so many seats, in any order, and a seat."""
        cast, told = Counter(role.name for role in self.cast(seats, options)), Counter(given.roles)
        if told != cast:
            wanted = ", ".join(f"{number} {name}" for name, number in cast.items())
            came = ", ".join(f"{number} {shown(name)}" for name, number in told.items()) or "none"
            raise WrongOption(f"{self.slug} with {seats} seats deals {wanted}; given are {came}")
        if given.first is not None and (type(given.first) is not int or not 0 <= given.first < seats):
            raise WrongOption(f"the first speaker must be a seat from 0 to {seats - 1}, not {shown(given.first)}")

    def draws_first(self, seats: int) -> bool:
        """Whether the rules draw the first speaker among all seats: then it may be given. Where only some may be drawn
        that is left to them."""
        drawn = {self.draw_first(seats, Dice("who may be first", number)) for number in range(32 * seats)}
        return drawn == set(range(seats))

    def role_named(self, name: str) -> Role:
        """The role with this name; raises LookupError."""
        for role in self.roles:
            if role.name == name:
                return role
        raise LookupError(f"{self.slug} has no role {name!r}, only {', '.join(role.name for role in self.roles)}")

    # --- playing and telling ---

    @abstractmethod
    def play(self, table: Table, options: O) -> Coroutine[Any, Any, str]:
        """Plays one game and returns the winner. What belongs to the game is local to this coroutine."""

    def questions(self, options: O, seats: int) -> Sequence[Question[Any]]:
        """One question of each kind that such a game may ask, in its fullest form; what is legal in it does not count.

        From these a model is told all kinds of answers before the game, in one schema for the whole of it. () when
        nobody says: then trial games are looked through, and a kind that none of them asked costs a schema more.
        """
        return ()

    def discloses(self, kind: str) -> tuple[str, ...]:
        """Which fields stand beside the answer to a question of a kind."""
        return (BELIEFS,) * (kind in self.believing) + (CLAIMS,) * (kind in self.claiming)

    @cached_property
    def undisclosed(self) -> Self:
        """The same rules, by which nothing is asked for beside an answer: for games whose terms want it so."""
        same = copy(self)
        vars(same).update(believing=frozenset(), claiming=frozenset())
        return same

    @abstractmethod
    def phrases(self, options: O, seats: int) -> dict[str, str]:
        """The sentences of the rule book that depend on options."""

    def rulebook(self, options: O, seats: int) -> tuple[Section, ...]:
        """The rule book of a game with these options: the docstring's sections with its blanks filled.

        A line that ends in a colon and stands alone is a title; blank lines part paragraphs; a paragraph that comes
        out empty is left out.
        """
        told = inspect.cleandoc(type(self).__doc__ or "")
        values = {**asdict(options), **self.phrases(options, seats)}
        sections: list[Section] = []
        title, paragraphs = self.title, []  # type: str, list[str]
        for block in told.split("\n\n"):
            head, _, body = block.partition("\n")
            if head.endswith(":"):
                if paragraphs:
                    sections.append(Section(title, tuple(paragraphs)))
                title, paragraphs = head[:-1], []
            else:
                body = block
            text = " ".join(body.format(**values).split())
            if text:
                paragraphs.append(text)
        return (*sections, Section(title, tuple(paragraphs)))
