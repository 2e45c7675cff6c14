"""What a rule book must have, checked where it is found. Law: what is wrong is said by class and field, in a sentence.

`check` looks at the class alone and takes no time to speak of; `check_question` at a question that is about to be put
to somebody. What only playing shows is for the suite and for `manage.py ruleset SLUG check`.
"""

import dataclasses
import inspect
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from games.engine.questions import Question
from games.engine.ruleset import Options, Ruleset
from games.engine.table import Role

LONGEST_NAME: Final = 20  # characters of a team or a phase; rows hold no more
LONGEST_SLUG: Final = 40  # of a ruleset, a role, a kind of event or question
DRAW: Final = "draw"
_SLUG: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_TEAM: Final = re.compile(r"[a-z][a-z0-9]*([ -][a-z0-9]+)*")


class WrongRuleset(TypeError):
    """A ruleset, or something that it brings, that cannot be played; the message names class and field."""

    def __init__(self, where: type[Any], name: str, why: str) -> None:
        super().__init__(f"{where.__module__}.{where.__qualname__}.{name}: {why}")


def check(cls: type[Ruleset[Any]]) -> None:
    """Whether a class is a ruleset with all that it needs. Raises WrongRuleset for the first thing that is missing."""
    for name, why in _wrong(cls):
        raise WrongRuleset(cls, name, why)


def _wrong(cls: type[Ruleset[Any]]) -> Iterator[tuple[str, str]]:
    missing = object()
    for name, kind in (
        *((name, str) for name in ("slug", "title", "summary", "open_team", "hidden_team")),
        *(("revision", int), ("revisions", range), ("seats", range), ("default_seats", int)),
        *(("roles", tuple), ("aliases", tuple)),
    ):
        value = getattr(cls, name, missing)
        if value is missing:
            yield name, "is missing"
        elif not isinstance(value, kind) or not value:
            yield (
                name,
                f"must be {'a text' if kind is str else f'a {kind.__name__}'} that is not empty, not {value!r:.80}",
            )
    for name in ("cast", "phrases", "play"):
        if getattr(getattr(cls, name), "__isabstractmethod__", False):
            yield name, "is missing"
    if not inspect.iscoroutinefunction(cls.play):
        yield "play", "must be `async def`, for it awaits its table"
    if not (cls.__doc__ or "").strip():
        yield "__doc__", "the docstring is the rule book, and it is missing"
    if not _SLUG.fullmatch(cls.slug) or len(cls.slug) > LONGEST_SLUG:
        yield "slug", f"must be small letters, digits and hyphens, at most {LONGEST_SLUG}, not {cls.slug!r:.80}"
    for name in ("believing", "claiming"):
        kinds: Any = getattr(cls, name)  # Any: somebody else's
        if not isinstance(kinds, frozenset) or not all(isinstance(kind, str) for kind in kinds):
            yield name, f"must be a frozenset of kinds of questions, not {kinds!r:.80}"
    yield from _wrong_sides(cls)
    if cls.revision not in cls.revisions:
        yield "revision", f"{cls.revision} is not among the revisions that can be played, {cls.revisions!r}"
    if cls.default_seats not in cls.seats:
        yield "default_seats", f"{cls.default_seats} is not among the seats, {cls.seats!r}"
    if len(set(cls.aliases)) < max(len(cls.aliases), cls.seats[-1]):
        yield "aliases", f"{cls.seats[-1]} different names are needed, there are {len(set(cls.aliases))}"
    options: Any = cls.options  # Any: somebody else's
    if not (isinstance(options, type) and issubclass(options, Options)):
        yield "options", f"must be a dataclass that is an Options, not {options!r:.80}"
        return
    for each in dataclasses.fields(options):
        if "told" not in each.metadata:
            yield f"options.{each.name}", "must be made by option(default, told, …), which says what it decides"


def _wrong_sides(cls: type[Ruleset[Any]]) -> Iterator[tuple[str, str]]:
    """What is wrong with the teams and the roles."""
    teams = cls.open_team, cls.hidden_team
    for name, team in zip(("open_team", "hidden_team"), teams, strict=True):
        if not _TEAM.fullmatch(team) or len(team) > LONGEST_NAME or team == DRAW:
            yield name, f"must be small letters, at most {LONGEST_NAME}, and not {DRAW!r}, not {team!r:.80}"
    if cls.open_team == cls.hidden_team:
        yield "hidden_team", f"both teams are called {cls.open_team!r}"
    names = set()
    roles: tuple[Any, ...] = cls.roles  # Any: somebody else's
    for role in roles:
        if not isinstance(role, Role):
            yield "roles", f"{role!r:.80} is no Role"
        elif role.team not in teams:
            yield "roles", f"{role.name} is of the team {role.team!r}, and there are {teams[0]!r} and {teams[1]!r}"
        elif not role.name or len(role.name) > LONGEST_SLUG or role.name in names:
            yield (
                "roles",
                f"each role needs a name of its own of at most {LONGEST_SLUG} characters, not {role.name!r:.80}",
            )
        names.add(role.name)


def check_question(question: Question[Any]) -> None:
    """Whether somebody can be told how to answer a question. Raises WrongRuleset, which names the field."""
    cls = type(question)
    if not question.kind or len(question.kind) > LONGEST_SLUG:
        raise WrongRuleset(
            cls, "kind", f"must be a text of at most {LONGEST_SLUG} characters, not {question.kind!r:.80}"
        )
    properties = question.properties()
    if not isinstance(properties, Mapping) or not properties:
        raise WrongRuleset(cls, "properties", "must give the fields of an answer, and there are none")
    for name, told in properties.items():
        if not isinstance(told, Mapping) or not ("enum" in told or "type" in told):
            raise WrongRuleset(cls, f"properties()[{name!r}]", 'needs "type", or "enum" with what may be chosen')
        if not isinstance(told.get("description"), str) or not told["description"].strip():
            raise WrongRuleset(cls, f"properties()[{name!r}]", 'needs a "description": what the field is for, in words')
