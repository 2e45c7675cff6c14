"""The rulesets: one file each, found by being here."""

import importlib
import pkgutil
from functools import cache
from typing import Any

from games.engine.ruleset import Ruleset


@cache
def all_rulesets() -> dict[str, Ruleset[Any]]:
    """Every ruleset by slug, in alphabetical order."""
    found: dict[str, Ruleset[Any]] = {}
    for module in sorted(each.name for each in pkgutil.iter_modules(__path__)):
        for each in vars(importlib.import_module(f"{__name__}.{module}")).values():
            if isinstance(each, type) and issubclass(each, Ruleset) and each.__module__ == f"{__name__}.{module}":
                found[each.slug] = each()
    return dict(sorted(found.items()))


def ruleset_named(slug: str) -> Ruleset[Any]:
    """The ruleset with this slug; raises LookupError that names those there are."""
    if slug not in all_rulesets():
        raise LookupError(f"no ruleset is called {slug!r}; there are: {', '.join(all_rulesets())}")
    return all_rulesets()[slug]
