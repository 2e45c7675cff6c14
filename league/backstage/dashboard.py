"""The admin's first page: what is being played, and what needs somebody's attention."""

from datetime import timedelta
from typing import Any, Final

from django.contrib import admin
from django.db.models import Count
from django.http import HttpRequest
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.timesince import timesince

from games.billing.money import account_of_day, accounts_of_models, balance, bounded, in_dollars, is_nearly_spent
from games.engine.rulesets import ruleset_title
from games.models import Account, Call, Game, KillSwitch
from league.models import Season
from league.queries.games import season_of, with_seasons
from league.queries.schedule import games_off, games_recorded
from league.seasons.schedule.holding import WITH_ITS_SEASON
from personas.backstage import link_to, list_of, why

ROWS: Final = 8
A_DAY: Final = timedelta(days=1)
Status = Game.Status


def context(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """What the page shows, as far as who is asking may see games and seasons."""
    if request.user.has_perm("games.view_game"):
        context["numbers"] = numbers()
        context["running"] = running()
        context["held_up"] = held_up()
        context["attention"] = attention(request)
    if request.user.has_perm("games.view_account"):
        context["stopped"] = KillSwitch.objects.filter(is_on=True).first()
        context["stopped_accounts"] = [each for each in accounts_of_models() if each.stopped]
        context["numbers"] = [*context.get("numbers", []), spent_today()]
    if request.user.has_perm("league.view_season"):
        context["seasons"] = seasons(request)
    return context


def numbers() -> list[dict[str, Any]]:
    """How many games there are of each kind that matters now."""
    # Two questions that indices answer: one for all would look at every game there ever was.
    unfinished = Game.objects.filter(status__in=[Status.RUNNING, Status.SCHEDULED, Status.PAUSED, Status.DIVERGED])
    counted: dict[str, int] = dict(unfinished.order_by().values_list("status").annotate(Count("pk")))
    of_late = Game.objects.filter(status=Status.FINISHED, finished_at__gte=timezone.now() - A_DAY)
    counted[Status.FINISHED] = of_late.count()
    told = [
        ("Running", Status.RUNNING),
        ("Scheduled", Status.SCHEDULED),
        ("Paused", Status.PAUSED),
        ("Finished, 24\N{NO-BREAK SPACE}h", Status.FINISHED),
        ("Diverged", Status.DIVERGED),
    ]
    return [
        {
            "title": title,
            "number": counted.get(status, 0),
            "footer": list_of(Game, f"All {status}", status__exact=status),
        }
        for title, status in told
    ]


def running() -> dict[str, Any]:
    """The games that have been running longest."""
    games = with_seasons(Game.objects.filter(status=Status.RUNNING)).order_by("started_at")[:ROWS]
    rows = [
        [by_id(game), ruleset_title(game.ruleset), season_of(game), game.rounds, timesince(game.started_at)]
        for game in games
        if game.started_at  # as every running game has
    ]
    return {"headers": ["Game", "Rules", "Season", "Round", "For"], "rows": rows}


def spent_today() -> dict[str, Any]:
    """What was spent today (UTC), of the day's cap."""
    today = account_of_day(timezone.now())
    of_cap = f"of {in_dollars(today.cap)}" if today.cap is not None else "no daily cap"
    of_cap += ", 80 % reached" if is_nearly_spent(today) else ""
    return {
        "title": "Spent today",
        "number": bounded(today.spent, today.unsure),
        "footer": list_of(Account, of_cap, scope__exact=Account.Scope.DAY),
    }


def held_up() -> dict[str, Any]:
    """The games that run and wait for a provider, a budget or a next try, those that wait longest first."""
    due = Game.objects.filter(status__in=[Status.RUNNING, Status.SCHEDULED])
    games = with_seasons(due.exclude(waiting="")).order_by("pk")[:ROWS]
    rows = [[by_id(game), season_of(game), brief(game.waiting)] for game in games]
    return {"headers": ["Game", "Season", "Waits for"], "rows": rows}


def attention(request: HttpRequest) -> dict[str, Any]:
    """Games that do not go on, and calls that failed where that tells no secret, newest first."""
    stopped = Game.objects.filter(status__in=[Status.DIVERGED, Status.PAUSED])
    stopped = stopped.exclude(waiting=WITH_ITS_SEASON).order_by("-pk")[:ROWS]  # of those the season says why
    rows = [[by_id(game), game.get_status_display(), brief(why(game.waiting))] for game in stopped]
    # Of those that their own page shows to who is asking: a call of a sealed game tells who is being asked.
    shown = admin.site.get_model_admin(Call).get_queryset(request).prefetch_related(None)
    failed = shown.filter(status__in=[Call.Status.FAILED, Call.Status.ORPHANED], game__isnull=False)
    rows += [
        [by_id(call.game), f"call {call.get_status_display()}", link_to(call, brief(call.error or call.model))]
        for call in failed.select_related("game").order_by("-pk")[:ROWS]
    ]
    return {"headers": ["Game", "What", "Why"], "rows": rows}


def seasons(request: HttpRequest) -> dict[str, Any]:
    """The seasons that are being played, how far they are and, for those who may see that, what they have spent."""
    playing = Season.objects.filter(status__in=[Season.Status.RUNNING, Season.Status.PAUSED])
    shown = list(playing.annotate(played=games_recorded() + games_off())[:ROWS])
    rows = [
        [
            link_to(season),
            season.get_status_display(),
            f"{season.played} of {season.games_planned}",
            brief(why(season.waiting)) or "-",
        ]
        for season in shown
    ]
    if not request.user.has_perm("games.view_account"):
        return {"headers": ["Season", "Status", "Games", "Why"], "rows": rows}
    slugs = [season.slug for season in shown]
    accounts = {each.name: each for each in Account.objects.filter(scope=Account.Scope.SEASON, name__in=slugs)}
    budgets = [[budget(accounts.get(slug))] for slug in slugs]
    headers = ["Season", "Status", "Games", "Why", "Budget"]
    return {"headers": headers, "rows": [row + cell for row, cell in zip(rows, budgets, strict=True)]}


def budget(account: Account | None) -> SafeString | str:
    """What is spent of a cap, and that most of it is."""
    if account is None:
        return "-"
    warning = ", 80 % reached" if is_nearly_spent(account) else ""
    return link_to(account, f"{balance(account)}{warning}")


def by_id(game: Game | None) -> SafeString | str:
    """A link to a game by its id alone, where all around it are games."""
    return link_to(game, game and game.public_id)


def brief(text: str) -> str:
    """As much of a text as fits into a cell."""
    return Truncator(text).chars(120)
