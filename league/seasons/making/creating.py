"""A season's making: a draft with its roster, checked as a whole before a row is written."""

from collections.abc import Sequence
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import F

from league.access.acts import Actor, record_act, record_creation
from league.models import Calendar, Season, SeasonPlayer, SeasonRules
from league.models.season import new_secret
from league.seasons.making.checking import WrongSeason, check_shape
from league.seasons.making.plans import Plan, check_plan, check_slug, plan_of
from league.seasons.making.telling import as_json
from personas.models import Player

ASIDE: Final = 10_000  # more places than a roster has


def create_season(*, secret: str | None = None, **said: Any) -> Season:  # Any: a Plan's fields, which knows their names
    """Makes a season by the fields of a Plan, each by its name. Raises what create_planned() raises."""
    return create_planned(plan=Plan(**said), secret=secret)


def create_planned(*, plan: Plan, secret: str | None = None) -> Season:
    """Makes a season, a draft with its roster, by its plan, and returns it; its fixtures will be played by the rules in
    turn. With a secret of somebody's choice, who could then know the games before they are played, it is unrated.
    Raises WrongSeason, and WrongCalendar for when it plays; nothing is made then."""
    check_shape("secret", "1 to 200 characters, or none", secret is None or 1 <= len(secret) <= 200, secret)
    rows = check_plan(plan)
    check_slug(plan.slug)
    own = {"secret": secret or new_secret(), "rated": rows.fields["rated"] and secret is None}
    try:
        with transaction.atomic():
            season = Season.objects.create(**{**rows.fields, **own})
            write_books(season=season, books=rows.books)
            write_roster(season=season, players=plan.players)
            write_calendar(season=season, calendar=rows.calendar)
    except IntegrityError:
        if Season.objects.filter(slug=plan.slug).exists():
            raise WrongSeason("slug", f"there is a season {plan.slug!r} already.") from None
        raise
    return season


def make_draft(*, plan: Plan, by: Actor, reason: str = "", secret: str | None = None) -> Season:
    """The same, with its acts."""
    with transaction.atomic():
        season = create_planned(plan=plan, secret=secret)
        record_draft(by=by, season=season, reason=reason)
    return season


def record_draft(*, by: Actor, season: Season, reason: str = "") -> None:
    """Writes down that a draft was made: by which plan, as its deletion and a clone tell it, too, and whose twin it is.
    To be called in the transaction that makes it."""
    told = as_json(plan_of(season)) | ({"twin_of": season.twin_of_id} if season.is_twin else {})
    record_act(by=by, verb="create", row=season, after=told, reason=reason)
    for calendar in Calendar.objects.filter(season=season):
        record_creation(by=by, row=calendar, reason=reason)


def write_books(*, season: Season, books: Sequence[SeasonRules]) -> None:
    """Gives a draft these rule books, in place of those it had. To be called in a transaction."""
    season.rules.all().delete()
    for book in books:
        book.season = season
    SeasonRules.objects.bulk_create(books)


def write_roster(*, season: Season, players: Sequence[Player]) -> None:
    """Gives a draft this roster. Who stays on it keeps the place, and so what a model wrote for it or is just writing;
    the others' places go, and what was written for them. To be called in a transaction."""
    wanted = {player.pk: number for number, player in enumerate(players)}
    season.roster.exclude(player__in=wanted).delete()
    season.roster.update(number=F("number") + ASIDE)  # a number is given once
    staying = list(season.roster.all())
    for place in staying:
        place.number = wanted.pop(place.player_id)
    SeasonPlayer.objects.bulk_update(staying, ["number"])
    SeasonPlayer.objects.bulk_create(
        SeasonPlayer(season=season, player_id=player, number=number) for player, number in wanted.items()
    )


def write_calendar(*, season: Season, calendar: Calendar | None) -> None:
    """Gives a draft this calendar, or none, in place of the one it had. To be called in a transaction."""
    Calendar.objects.filter(season=season).delete()
    if calendar is not None:
        calendar.season = season
        calendar.save(force_insert=True)
