"""A season's clone: a draft by the plan of another, with a slug, a name and a secret of its own. Whoever new seasons do
not invite any more is left out, and that is told."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Final, NamedTuple

from django.db import transaction

from games.engine.rulesets import all_rulesets
from games.hosting.making import WrongGame, check_player
from league.access.acts import Actor, record_act
from league.calendars.plans import zone_named
from league.models import Season
from league.seasons.making.checking import WrongSeason
from league.seasons.making.creating import create_planned
from league.seasons.making.plans import Plan, When, check_slug, plan_of
from league.seasons.making.telling import as_json
from league.seasons.making.voices import voices
from personas.models import Player

NUMBERED: Final = re.compile(r"(.*?)[- ]([0-9]{1,6})")
LONGEST_SLUG: Final = 60
LONGEST_NAME: Final = 120
MOST_TRIES: Final = 5  # of slugs that somebody else takes meanwhile


class Clone(NamedTuple):
    """A draft by the plan of another season, and what of that plan it does not have, in sentences."""

    season: Season
    left_out: tuple[str, ...]


def clone_season(
    *, season: Season, by: Actor, now: datetime, slug: str = "", name: str = "", reason: str = ""
) -> Clone:
    """Makes a draft by the plan of a season, in whatever state that is, and returns it; without a slug it has the next
    that is free, and its name goes with that. Of its calendar only what is to come is taken. Raises WrongSeason and
    WrongCalendar; nothing is made then."""
    plan, left_out = invited(plan_of(season))
    plan = replace(plan, when=plan.when and from_now_on(plan.when, now))
    for tried in range(1, MOST_TRIES + 1):
        own = slug or free_slug(season.slug)
        wanted = replace(plan, slug=own, name=name.strip() or name_beside(season, own))
        try:
            with transaction.atomic():
                made = create_planned(plan=wanted)
                told = as_json(plan_of(made)) | {"clone_of": season.slug}
                record_act(by=by, verb="clone", row=made, after=told, reason=reason)
            return Clone(made, left_out)
        except WrongSeason as error:
            if error.field == "players" and left_out:
                raise WrongSeason("players", f"{error.message} {' '.join(left_out)}") from None
            if error.field != "slug" or slug or tried == MOST_TRIES:
                raise
    raise AssertionError("the last try returns or raises")


def invited(plan: Plan) -> tuple[Plan, tuple[str, ...]]:
    """A plan without whom and what new seasons cannot have, and sentences that say so."""
    told = []
    players = [player for player in plan.players if may_play(player)]
    if gone := [player.player_id for player in plan.players if player not in players]:
        told.append(f"Not invited any more: {', '.join(gone)}.")
    rules = [book for book in plan.rules if book.ruleset in all_rulesets()]
    if lost := [book.ruleset for book in plan.rules if book not in rules]:
        told.append(f"Rule books that are not known here any more: {', '.join(lost)}.")
    narrator = plan.narrator
    if narrator not in Season.Narrator.values and not voices().filter(slug=narrator).exists():
        told.append(f"The model {narrator} tells no games any more; the house does.")
        narrator = str(Season.Narrator.TEMPLATE)
    return replace(plan, players=players, rules=rules, narrator=narrator), tuple(told)


def may_play(player: Player) -> bool:
    """Whether new seasons invite a player."""
    if not (player.is_active and player.model.is_active and player.persona.is_active):
        return False
    try:
        check_player(player)
    except WrongGame:
        return False
    return True


def from_now_on(when: When, now: datetime) -> When:
    """A calendar without the dates that are over."""
    today = now.astimezone(zone_named(when.time_zone)).date().isoformat()
    left = [each for each in when.blackouts.split() if each >= today]
    is_over = when.starts_at is not None and when.starts_at <= now
    return replace(when, blackouts=" ".join(left), starts_at=None if is_over else when.starts_at)


def free_slug(slug: str) -> str:
    """The first free slug behind this one: of spring spring-2, of spring-2 spring-3."""
    return next(each for each in slugs_behind(slug) if is_free(each))


def is_free(slug: str) -> bool:
    """Whether a season may be made under this slug."""
    try:
        check_slug(slug)
    except WrongSeason:
        return False
    return True


def slugs_behind(slug: str) -> Iterator[str]:
    """A slug with the numbers behind its own, one after the other."""
    found = NUMBERED.fullmatch(slug)
    stem, number = (found[1], int(found[2])) if found and found[1] else (slug, 1)
    while True:
        number += 1
        ending = f"-{number}"
        yield f"{stem[: LONGEST_SLUG - len(ending)].rstrip('-')}{ending}"


def name_beside(season: Season, slug: str) -> str:
    """What a clone of a season is called that has this slug: by the same number, where that has one."""
    number = NUMBERED.fullmatch(slug)
    if number is None:
        return f"{season.name[: LONGEST_NAME - 7]}, again"
    own, before = NUMBERED.fullmatch(season.name), NUMBERED.fullmatch(season.slug)
    is_numbered = own is not None and before is not None and own[2] == before[2]
    stem = own[1] if own is not None and is_numbered else season.name
    return f"{stem[: LONGEST_NAME - len(number[2]) - 1]} {number[2]}"
