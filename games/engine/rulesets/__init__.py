"""The rulesets: one file each, found by being here, or brought by another package under the entry point
`league.rulesets` (its value names the class).

What a ruleset must have is checked when it is found, so that what is wrong is told by class and field when the league
starts, not when somebody sits at its table.
"""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Final

from games.engine.contract import WrongRuleset, check
from games.engine.ruleset import Ruleset

GROUP: Final = "league.rulesets"


@cache
def all_rulesets() -> dict[str, Ruleset[Any]]:
    """Every ruleset by slug, in alphabetical order. Raises WrongRuleset, which names class and field."""
    found: dict[str, Ruleset[Any]] = {}
    for each in (*_here(), *_brought()):
        check(each)
        if each.slug in found:
            other = type(found[each.slug])
            raise WrongRuleset(each, "slug", f"{each.slug!r} is {other.__module__}.{other.__qualname__}'s already")
        found[each.slug] = each()
    return dict(sorted(found.items()))


def _here() -> Iterator[type[Ruleset[Any]]]:
    """The rulesets of this folder's files."""
    for module in sorted(each.name for each in pkgutil.iter_modules(__path__)):
        for each in vars(importlib.import_module(f"{__name__}.{module}")).values():
            if isinstance(each, type) and issubclass(each, Ruleset) and each.__module__ == f"{__name__}.{module}":
                yield each


def _brought() -> Iterator[type[Ruleset[Any]]]:
    """The rulesets that other packages bring."""
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        brought = point.load()
        if not (isinstance(brought, type) and issubclass(brought, Ruleset)):
            raise TypeError(f"the entry point {point.name} of {GROUP} must name a Ruleset, not {brought!r:.100}")
        yield brought


def ruleset_named(slug: str) -> Ruleset[Any]:
    """The ruleset with this slug; raises LookupError that names those there are."""
    if slug not in all_rulesets():
        raise LookupError(f"no ruleset is called {slug!r}; there are: {', '.join(all_rulesets())}")
    return all_rulesets()[slug]


def ruleset_title(slug: str) -> str:
    """A ruleset's title; its slug when this release no longer has it."""
    ruleset = all_rulesets().get(slug)
    return ruleset.title if ruleset else slug
