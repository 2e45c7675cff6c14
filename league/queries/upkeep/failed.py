"""What failed within the day, and what was done about it: games that were set aside, calls that brought no answer,
defaults that stood in, and what somebody did. Law: as in games of this room; what a call that failed says of who is
asked in a game whose glass is shut is left out."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import urlencode

from django.db.models import Q, Sum
from django.urls import reverse

from games.engine.rulesets import ruleset_title
from games.ledger.reads import Visitor, sees_secrets
from games.models import Call, Game
from games.process.trouble import in_a_line
from league.models import Act, Figures, Fixture
from league.queries.games import name_seasons, season_of
from league.queries.upkeep.games import game_name
from league.queries.upkeep.seasons import SeasonStand

A_DAY: Final = timedelta(days=1)
MOST_GAMES: Final = 12
MOST_CALLS: Final = 400  # of the day, newest first
MOST_OVER: Final = 200  # games that were finished, of which the defaults are counted
MOST_ACTS: Final = 12
LOST: Final = (Call.Status.FAILED, Call.Status.ORPHANED)
EVERYBODYS: Final = Q()
OF_NOTE: Final = ("pause", "resume", "void", "substitute", "update", "finish", "cancel", "prune", "change caps", "stop")


@dataclass(frozen=True, slots=True)
class SetAside:
    """A game that will have no result: why, and what became of its fixture, with the id of the game that is played in
    its place, where there is one."""

    public_id: str
    url: str
    name: str
    title: str
    season: str
    status: str
    why: str
    done: str
    next_game: str

    @property
    def next_url(self) -> str:
        """Where that game is; "" where there is none."""
        return reverse("game", args=[self.next_game]) if self.next_game else ""


@dataclass(frozen=True, slots=True)
class Failing:
    """Calls to a model that brought no answer: how many, when the last one was, what its provider said, and how many
    were answered since."""

    provider: str
    model: str
    calls: int
    last_at: datetime
    error: str


@dataclass(frozen=True, slots=True)
class Done:
    """What somebody did; of what was done to a game what it is called, else ""."""

    at: datetime
    who: str
    verb: str
    what: str
    reason: str
    name: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Failed:
    """All of it. `defaults` are those among the `answers` of the `games` that were finished last."""

    set_aside: tuple[SetAside, ...]
    calls: tuple[Failing, ...]
    games: int
    answers: int
    defaults: int
    acts: tuple[Done, ...]
    acts_url: str

    @property
    def is_nothing(self) -> bool:
        return not (self.set_aside or self.calls or self.defaults)


def failed_told(
    stands: Sequence[SeasonStand], *, now: datetime, visitor: Visitor | None, acts: Q = EVERYBODYS
) -> Failed:
    """The same; of acts those of an account alone, where one is given. Eight queries."""
    over = Game.objects.filter(status=Game.Status.FINISHED, finished_at__gte=now - A_DAY)
    newest = list(over.order_by("-finished_at").values_list("pk", flat=True)[:MOST_OVER])
    sums = Figures.objects.filter(seat__game__in=newest).aggregate(
        a=Sum("answers", default=0), d=Sum("defaults", default=0)
    )
    return Failed(
        set_aside=set_aside_told(stands, now=now),
        calls=calls_told(now=now, visitor=visitor),
        games=len(newest),
        answers=sums["a"],
        defaults=sums["d"],
        acts=acts_told(now=now, of=acts),
        acts_url=f"{reverse('admin:league_act_changelist')}?{urlencode(of_today(now))}",
    )


def of_today(now: datetime) -> dict[str, int]:
    """What the record of acts is asked for those of a day (UTC)."""
    return {"at__year": now.year, "at__month": now.month, "at__day": now.day}


def set_aside_told(stands: Sequence[SeasonStand], *, now: datetime) -> tuple[SetAside, ...]:
    """The games that were set aside within the day, newest first, with what was done. Three queries."""
    # They have no time of end: what they were last due at is known by an index.
    lost = Game.objects.filter(status__in=(Game.Status.VOID, Game.Status.DIVERGED), due_at__gte=now - A_DAY)
    games = list(lost.select_related("fixture__season").order_by("-due_at", "-pk")[:MOST_GAMES])
    name_seasons(games)
    ordered = Q(pk__in=[])
    for game in games:
        if game.terms.get("season") and str(game.terms.get("fixture", "")).isdecimal():
            ordered |= Q(season__slug=game.terms["season"], number=int(game.terms["fixture"]))
    fixtures = Fixture.objects.filter(ordered).values(
        "season__slug", "number", "attempt", "game__public_id", "game__status"
    )
    by_place = {(row["season__slug"], str(row["number"])): dict(row) for row in fixtures}
    paused = {stand.slug: stand.waiting for stand in stands if stand.status == "paused"}
    places = {
        game.pk: by_place.get((game.terms.get("season") or "", str(game.terms.get("fixture", "")))) for game in games
    }
    return tuple(
        SetAside(
            public_id=game.public_id,
            url=reverse("game", args=[game.public_id]),
            name=game_name(game),
            title=ruleset_title(game.ruleset),
            season="" if season_of(game) == "-" else season_of(game),
            status=game.get_status_display(),
            why=game.waiting,
            done=_done(game, places[game.pk], paused.get(game.terms.get("season") or "")),
            next_game=_next_game(game, places[game.pk]),
        )
        for game in games
    )


def _done(game: Game, fixture: dict[str, Any] | None, paused: str | None) -> str:
    """What became of a fixture whose game was set aside, in words."""
    if fixture is None:
        return (
            "nothing: it is no season's game any more" if game.terms.get("season") else "nothing: it is an exhibition"
        )
    if other := _next_game(game, fixture):
        stands = {"finished": "finished", "running": "being played"}.get(fixture["game__status"], "made")
        return f"attempt {fixture['attempt']} is {stands}: game {other}"
    if paused is not None:
        return f"its season is paused: {paused}"
    return (
        f"attempt {fixture['attempt']} is made next"
        if not fixture["game__public_id"]
        else "looked at with the next sweep"
    )


def _next_game(game: Game, fixture: dict[str, Any] | None) -> str:
    """The id of the game that is played in another's place; "" while there is none."""
    other = fixture["game__public_id"] if fixture else None
    return str(other) if other and other != game.public_id else ""


def calls_told(*, now: datetime, visitor: Visitor | None) -> tuple[Failing, ...]:
    """The models of which calls brought no answer within the day, those with the most first. One query."""
    calls = Call.objects.filter(status__in=LOST)
    if not sees_secrets(visitor):
        is_open = Q(game__status__in=Game.OVER) | Q(game__terms__spoilers="open")
        is_told = Q(game__is_veiled=False) & (is_open | Q(game__terms__spoilers__isnull=True))
        calls = calls.filter(Q(game__isnull=True) | is_told)
    found: dict[tuple[str, str], list[Any]] = {}
    named = ("provider", "model", "created_at", "error")
    for provider, model, at, error in calls.order_by("-pk").values_list(*named)[:MOST_CALLS]:
        if at < now - A_DAY:
            break
        found.setdefault((provider, model), [0, at, error])[0] += 1
    told = [Failing(*key, calls=n, last_at=at, error=in_a_line(error)[:160]) for key, (n, at, error) in found.items()]
    return tuple(sorted(told, key=lambda each: (-each.calls, each.model)))


def acts_told(*, now: datetime, of: Q = EVERYBODYS) -> tuple[Done, ...]:
    """What was done within the day to keep things going, newest first; of these acts. Two queries."""
    done = Act.objects.filter(of, at__gte=now - A_DAY, verb__in=OF_NOTE)
    acts = list(done.order_by("-id")[:MOST_ACTS])
    done_to = Game.objects.filter(public_id__in=[act.name for act in acts if act.model == "game"])
    names = {game.public_id: game_name(game) for game in done_to.select_related("fixture__season")}
    return tuple(
        Done(
            *(act.at, act.who, act.verb, f"{act.model} {act.name}", act.reason),
            name=names.get(act.name, ""),
            url=reverse("game", args=[act.name]) if act.name in names else "",
        )
        for act in acts
    )
