"""What a season wants of its staff: before its start, when money runs out, when a model cannot be asked or answer."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count
from django.urls import reverse

from games.billing.money import is_nearly_spent
from games.models import Call, Game
from games.models.waiting import LATE, ROOMLESS, UNEQUIPPED, UNREAD
from league.models import Season
from league.seasons.casting.commissioning import Commission, commission_of
from league.seasons.lifecycle.starting import begins_at
from league.seasons.making.voices import places_of_models, unprobed_models, unwritten_places
from league.seasons.money.budgets import account_of
from league.seasons.schedule.holding import SPENT
from personas.models import Persona, Player

OVER: Final = "The season cannot pay for what is next. Raise its cap, then resume it."
NEARLY: Final = "80 % of the season's budget is spent."
# What to do where games wait for a reason, by the reason.
CURES: Final = {
    LATE: "raise LEAGUE_CALL_TIMEOUT and start again, or lower its effort in the admin's list of models, then bring the"
    " season up to date",
    UNREAD: "set its server to a larger context, and its row to the same, then bring the season up to date",
    UNEQUIPPED: "the log says what is missing where it is played: set the key in its environment, a price in the admin,"
    " LEAGUE_BASE_URLS or LEAGUE_PAID_CALLS; then it goes on by itself",
}


@dataclass(frozen=True, slots=True)
class Draft:
    """What is still to be done before a season starts: for how many places its models have written personas, how that
    stands, and which models were never probed."""

    places: int
    unwritten: int
    commission: Commission
    unprobed: tuple[str, ...]

    @property
    def written(self) -> int:
        return self.places - self.unwritten


@dataclass(frozen=True, slots=True)
class Shortage:
    """That a season's money runs out: in words, and where its cap and the season itself are changed."""

    told: str
    account_url: str
    season_url: str


def draft_of(season: Season) -> Draft | None:
    """What a season wants before its start; None for one that has begun. Three queries."""
    if season.status not in Season.UNSTARTED:
        return None
    return Draft(
        places=places_of_models(season).count(),
        unwritten=unwritten_places(season).count(),
        commission=commission_of(season),
        unprobed=tuple(unprobed_models(season).order_by("slug").values_list("slug", flat=True)),
    )


@dataclass(frozen=True, slots=True)
class Announced:
    """What an announced season tells besides: when it begins by itself, whether its roster may still change, and who
    might join it."""

    begins_at: datetime | None
    is_open: bool
    others: tuple[Player, ...]


def announced_of(season: Season, *, now: datetime, may_change: bool) -> Announced | None:
    """The same; None for a season in another state. Who might join is for who may have somebody join. Two queries."""
    if season.status != Season.Status.ANNOUNCED:
        return None
    is_open = not season.is_twin and (season.roster_until is None or season.roster_until > now)
    others = Player.objects.filter(is_active=True, model__is_active=True, persona__status=Persona.Status.APPROVED)
    others = others.exclude(season_places__season=season).select_related("persona", "model")
    named = others.order_by("persona__name", "model__name") if may_change and is_open else others.none()
    return Announced(begins_at(season), is_open, tuple(named))


def shortage_of(season: Season) -> Shortage | None:
    """That a season's money runs out; None while it does not. One query."""
    account = account_of(season)
    if account is None or season.status in Season.OVER:
        return None
    is_spent = season.status == Season.Status.PAUSED and season.waiting.startswith(SPENT)
    if not (is_spent or is_nearly_spent(account)):
        return None
    return Shortage(
        told=OVER if is_spent else NEARLY,
        account_url=reverse("admin:games_account_change", args=[account.pk]),
        season_url=reverse("admin:league_season_change", args=[season.pk]),
    )


def held_up_of(season: Season) -> str:
    """That games of a season wait for what its staff is to set right, and what to do; "" where none does."""
    held = Game.objects.filter(fixture__season=season, waiting__in=CURES).exclude(status__in=Game.OVER)
    counted = held.order_by("waiting").values_list("waiting").annotate(Count("pk"))
    told = [f"{_games_wait(count)} because {why}: {CURES[why]}" for why, count in counted]
    return ". ".join(filter(None, (roomless_of(season), *told)))


def _games_wait(count: int) -> str:
    return "1 game waits" if count == 1 else f"{count} games wait"


def roomless_of(season: Season) -> str:
    """That games of a season wait because a model has no room for its answer: which model, as far as calls show it, and
    what to do; "" where none does. For operators: it tells who is asked. Two queries."""
    held = Game.objects.filter(fixture__season=season, waiting=ROOMLESS).exclude(status__in=Game.OVER)
    if not (count := held.count()):
        return ""
    # All that was heard of it was thought: it was cut off before it had begun to answer.
    unheard = Call.objects.filter(game__in=held, status=Call.Status.ANSWERED, said="").exclude(fault="")
    names = " and ".join(unheard.order_by("model").values_list("model", flat=True).distinct()) or "a model"
    cure = "raise its most tokens (or its context size), or lower its effort, in the admin's list of models"
    return (
        f"{_games_wait(count)} because {names} has no room for its answer: {cure}; then `season {season.slug} update`"
    )
