"""A series' template: a season's plan as JSON, but for its slug and name, which come by patterns, and its players, whom
a rule finds. Law: what a template may be is what a plan may be, and is said when it is written and again when a season
is made of it, for what it names may be gone by then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from league.models import Season
from league.models.series import NUMBER
from league.seasons.making.checking import SLUG, WrongSeason
from league.seasons.making.cloning import LONGEST_NAME, LONGEST_SLUG, NUMBERED, from_now_on
from league.seasons.making.plans import Plan, check_but_roster, plan_of
from league.seasons.making.telling import as_json, plan_from_json
from personas.models import Player

OWN: Final = ("slug", "name", "players")  # what each season has of its own
LARGEST: Final = 999_999  # a number that a slug and a name must have room for


def template_of(season: Season) -> dict[str, Any]:
    """A season's plan as a template."""
    return {name: value for name, value in as_json(plan_of(season)).items() if name not in OWN}


def plan_by(
    template: Mapping[str, Any], *, slug: str, name: str, players: Sequence[Player], now: datetime | None = None
) -> Plan:
    """The plan of a season that is made by a template, with a calendar from now on. Raises WrongSeason, and
    WrongCalendar."""
    if own := [each for each in OWN if each in template]:
        raise WrongSeason(own[0], "is each season's own, and no part of a template.")
    plan = plan_from_json({**template, "slug": slug, "name": name, "players": []})
    when = plan.when and (from_now_on(plan.when, now) if now else plan.when)
    return replace(plan, players=tuple(players), when=when)


def check_template(template: Mapping[str, Any], *, slug: str, name: str) -> Plan:
    """The plan by a template of a season that nobody is invited to yet. Raises WrongSeason, and WrongCalendar, for what
    no season can be."""
    plan = plan_by(template, slug=slug, name=name, players=[])
    check_but_roster(plan)
    return plan


# --- for people -----------------------------------------------------------------------------------------------------


def template_told(template: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What the seasons of a series are to be, for people: what each thing is called, and what is said of it."""
    return [(_words(name), _value_told(value)) for name, value in template.items()]


def _words(name: str) -> str:
    """A field's name as a person says it."""
    return name.replace("_", " ").capitalize()


def _value_told(value: Any) -> str:
    if isinstance(value, Mapping):
        return "; ".join(f"{_words(name).lower()} {_value_told(each)}" for name, each in value.items()) or "none"
    if isinstance(value, list):
        return " / ".join(_value_told(each) for each in value) if value else "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value in (None, "") else str(value)


# --- numbers ---------------------------------------------------------------------------------------------------------


def numbered(pattern: str, number: int) -> str:
    """A pattern with a number in it."""
    return pattern.replace(NUMBER, str(number))


def check_patterns(slug_pattern: str, name_pattern: str) -> None:
    """Raises WrongSeason unless these are patterns for the slugs and the names of seasons."""
    for field, pattern in (("slug_pattern", slug_pattern), ("name_pattern", name_pattern)):
        if pattern.count(NUMBER) != 1:
            raise WrongSeason(field, f"must have {NUMBER} once, where the number stands, not {pattern!r}.")
    if not SLUG.fullmatch(numbered(slug_pattern, LARGEST)):
        wanted = f"at most {LONGEST_SLUG - len(str(LARGEST))} lower-case letters, digits and hyphens beside {NUMBER}"
        raise WrongSeason("slug_pattern", f"must be {wanted}, not {slug_pattern!r}.")
    if len(numbered(name_pattern, LARGEST)) > LONGEST_NAME:
        most = LONGEST_NAME - len(str(LARGEST))
        raise WrongSeason("name_pattern", f"must be at most {most} characters beside {NUMBER}.")


def patterns_of(season: Season) -> tuple[str, str, int]:
    """The patterns that the slug and the name of a season follow, and its number by them: of spring-3 "spring-{n}" and
    3, of spring the same and 1."""
    found = NUMBERED.fullmatch(season.slug)
    stem, number = (found[1], int(found[2])) if found and found[1] and int(found[2]) else (season.slug, 1)
    named = NUMBERED.fullmatch(season.name)
    called = named[1] if named and int(named[2]) == number else season.name
    room = len(str(LARGEST)) + 1
    return (
        f"{stem[: LONGEST_SLUG - room].rstrip('-')}-{NUMBER}",
        f"{called[: LONGEST_NAME - room].rstrip()} {NUMBER}",
        number,
    )
