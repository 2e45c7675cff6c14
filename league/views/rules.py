"""The rule books, generated from the same rules and options that are run."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import capfirst
from django.views.decorators.http import require_safe

from games.engine.ruleset import CALLED, CALLED_EITHER, Ruleset, Section, WrongOption
from games.engine.rulesets import all_rulesets
from games.engine.table import Role
from league.results.sides import side_of


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The games that the league plays."""
    return render(request, "league/rules.html", {"section": "rules", "rulesets": all_rulesets().values()})


@require_safe
def ruleset(request: HttpRequest, slug: str) -> HttpResponse:
    """A rule book for the seats and options in the address, and every option with what it decides."""
    found = all_rulesets().get(slug)
    if found is None:
        raise Http404(f"no ruleset is called {slug!r}")
    given = {name: str(value) for name, value in request.GET.items() if name != "seats"}
    wrong = ""
    try:
        seats = _seats(found, request.GET.get("seats", ""))
        options = found.options_from(given, seats)
    except WrongOption as error:
        wrong, seats = f"{capfirst(str(error))}.", found.default_seats
        options = found.options_from({}, seats)
    return render(
        request,
        "league/ruleset.html",
        {
            "section": "rules",
            "ruleset": found,
            "wrong": wrong,
            "seats": seats,
            "sizes": [(size, size == seats) for size in found.seats],
            "book": _told_for(request.GET, found.rulebook(options, seats)),
            "cast": _cast(found, found.cast(seats, options)),
            "options": [
                _told(name, schema, options.plain(found.revision)[name])
                for name, schema in found.options_schema()["properties"].items()
            ],
        },
        status=400 if wrong else 200,
    )


def _seats(found: Ruleset[Any], given: str) -> int:
    if not given:
        return found.default_seats
    seats = int(given) if given.isascii() and given.isdigit() and len(given) < 4 else -1
    if seats not in found.seats:
        raise WrongOption(f"{found.title} is for {found.seats[0]} to {found.seats[-1]} seats, not {given!r}")
    return seats


def _told_for(given: Mapping[str, str], book: Sequence[Section]) -> Sequence[Section]:
    """A rule book as a page tells it: where the address says nothing of names, games by it are played under either."""
    if "names" in given:
        return book
    return [
        Section(section.title, tuple(text.replace(CALLED["alias"], CALLED_EITHER) for text in section.paragraphs))
        for section in book
    ]


def _cast(found: Ruleset[Any], roles: Sequence[Role]) -> list[dict[str, Any]]:
    """The roles in play, how many of each, and what each does."""
    return [
        {"role": role.name, "count": count, "power": role.power, "side": side_of(found.slug, role.team)}
        for role, count in Counter(roles).items()
    ]


def _told(name: str, schema: Mapping[str, Any], value: Any) -> dict[str, str]:
    """A row of the options table: what it is here, what it may be, what it decides."""
    if "enum" in schema:
        allowed = " | ".join(schema["enum"])
    elif schema["type"] == "boolean":
        allowed = "true | false"
    else:
        allowed = f"{schema['minimum']} to {schema['maximum']}"
    return {
        "name": name,
        "value": json.dumps(value).strip('"'),
        "allowed": allowed,
        "decides": schema["description"],
    }
