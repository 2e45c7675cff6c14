"""Games as lists show them, with what every visitor may know: aliases and players, never a role before the end."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Case, Count, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery, When
from django.db.models.fields.json import KT
from django.urls import reverse

from games.engine.events import wins
from games.engine.rulesets import ruleset_title
from games.models import Game, Seat, Substitution
from league.access.endings import Endings
from league.models import Fixture, Season
from league.queries.boards.counting import (
    LOST,
    games_counted,
    games_not_counted,
    games_of_season,
    games_of_seats,
    games_told_by,
    reasons_of,
    why_not,
)
from league.queries.stage.transcript import Place, places
from league.results.sides import side_of
from personas.models import Player

FAR = 1_000  # games between two exhibitions that are still neighbours
OUTCOMES = {
    Game.Status.SCHEDULED: "Not begun",
    Game.Status.RUNNING: "Live",
    Game.Status.PAUSED: "Paused",
    Game.Status.VOID: "Void",
    Game.Status.DIVERGED: "Set aside",
}


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game in a list."""

    public_id: str
    url: str
    title: str
    ruleset: str
    season: str
    season_url: str
    outcome: str
    side: str
    when: datetime
    seats: tuple[Place, ...]
    length: str
    held_up: str
    why: str = ""  # the board does not count it, where that was asked
    seated: tuple[str, ...] = ()  # who sits there, where that was asked

    @property
    def is_live(self) -> bool:
        return self.side == "is-live"


def games_listed() -> QuerySet[Game]:
    """All games, newest first, with what a card needs."""
    seats = Prefetch("seats", Seat.objects.only("game_id", "number", "alias").order_by("number"))
    return games_named().prefetch_related(seats).order_by("-id")


def with_seasons(games: QuerySet[Game]) -> QuerySet[Game]:
    """The games, each with the name of its season: of one that was set aside, too, which no fixture points to."""
    named = Season.objects.filter(slug=OuterRef("season_slug")).values("name")
    return games.annotate(season_slug=KT("terms__season")).annotate(season_name=Subquery(named))


def games_named() -> QuerySet[Game]:
    """All games, each with what its name is made of: its fixture and its season."""
    return with_seasons(Game.objects.select_related("fixture__season"))


def name_seasons(games: Iterable[Any]) -> None:
    """The same for games that are at hand. One query."""
    games = list(games)
    slugs = {game.terms.get("season") for game in games} - {None}
    names = dict(Season.objects.filter(slug__in=slugs).values_list("slug", "name")) if slugs else {}
    for game in games:
        game.season_name = names.get(game.terms.get("season"))


def season_of(game: Any) -> str:
    """The season of one of with_seasons() or name_seasons(); its slug where there is none of it here, and "-" for an
    exhibition."""
    return game.season_name or game.terms.get("season") or "-"


def games_on() -> QuerySet[Game]:
    """The games that have begun and are not over, those that go on before those that are held up, newest first."""
    begun = Q(status=Game.Status.RUNNING) | Q(status=Game.Status.PAUSED, started_at__isnull=False)
    goes_on = Q(status=Game.Status.RUNNING, waiting="")
    return games_listed().filter(begun).order_by(Case(When(goes_on, then=0), default=1), "-id")


def games_staged() -> QuerySet[Game]:
    """All games with what a stage needs: seats with their players, the fixture with its season."""
    seats = Prefetch("seats", Seat.objects.select_related("player__persona", "player__model").order_by("number"))
    return games_named().prefetch_related(seats).order_by("-id")


def is_of_house(game: Game) -> bool:
    """Whether all who sit in one of games_staged() are players of the house, and no other model was substituted. No of
    a veiled game, whoever sits there. No query."""
    seats = game.seats.all()
    if game.is_veiled or game.unrated:
        return False
    return bool(seats) and all(seat.player.model.is_offline for seat in seats)


def filtered_games(games: QuerySet[Game], given: Mapping[str, str]) -> QuerySet[Game]:
    """The games that fit the filters that are given: season, ruleset, status, winner; who sits there (player, model,
    persona, level); of finished games their role, team and result; and whether the board of the season, or else that of
    all, has `counted` them."""
    for name in ("ruleset", "status", "winner"):
        if given.get(name):
            games = games.filter(**{name: given[name]})
    if given.get("season"):
        found = Season.objects.filter(slug=given["season"]).values_list("pk", flat=True).first()
        if found is None:
            return games.none()
        season = Season(pk=found, slug=given["season"])
        if given.get("counted") == "no":
            return games_of_seats(games_not_counted(games, season), given)
        if given.get("counted") == "yes":
            of_rules = {"fixture__rules__ruleset": given["ruleset"]} if given.get("ruleset") else {}
            games = games_counted(games.filter(fixture__season=found, **of_rules), season)
        else:
            games = games_of_season(games, season, ruleset=given.get("ruleset", ""))
    else:
        games = games_told_by(games, given.get("counted"), None)
    return games_of_seats(games, given)


def games_told_to(endings: Endings, games: QuerySet[Game]) -> QuerySet[Game]:
    """Those of the games that may stand in a list which tells by itself what they hid, for who is told these
    endings."""
    return games if endings.is_shown else games.filter(public_id__in=endings.watched)


def cards(games: Iterable[Game], endings: Endings) -> list[GameCard]:
    """The games of games_listed() as cards, for who is told these endings."""
    return [game_card(game, endings) for game in games]


def cards_with_reasons(games: Sequence[Game], season: Season | None, endings: Endings) -> list[GameCard]:
    """The same with why the board of a season, or of all, does not count them. One query, where one is excluded."""
    reasons = reasons_of(games)
    return [replace(game_card(game, endings), why=why_not(game, reasons, season=season)) for game in games]


def number_before(game: Game) -> str:
    """The number in its season of a game in whose place another is played; "" of all others."""
    is_replaced = game.terms.get("season") and getattr(game, "fixture", None) is None
    return str(game.terms.get("fixture", "")) if is_replaced else ""


def of_season(game: Game) -> tuple[str, str]:
    """The name and the slug of a game's season; empty for an exhibition. One in whose place another is played has no
    fixture any more: its season's name is known of those of games_named(), of others its slug."""
    if fixture := getattr(game, "fixture", None):
        return fixture.season.name, fixture.season.slug
    slug = game.terms["season"] if number_before(game) else ""
    return (getattr(game, "season_name", None) or slug) if slug else "", slug


def name_in_full(game: Game) -> str:
    """What one of games_named() is called where nothing else says of which season it is."""
    season, _ = of_season(game)
    if number := number_before(game):
        return f"Game {number} of {season}, an attempt before"
    return f"{_title(game)} of {season}" if season else _title(game)


class Attempt(NamedTuple):
    """Another game that was, or is, played for the same fixture."""

    title: str
    url: str


def attempts_beside(game: Game) -> tuple[Attempt | None, Attempt | None]:
    """The attempts at a game's fixture before it and after it. No query where there was but one, else three at most."""
    fixture = getattr(game, "fixture", None)
    if not number_before(game) and (fixture is None or fixture.attempt == 1):
        return None, None
    slug = fixture.season.slug if fixture else game.terms["season"]
    number = str(fixture.number if fixture else game.terms["fixture"])
    games = Game.objects.select_related("fixture")
    lost = games.filter(status__in=LOST, terms__season=slug, terms__fixture=number)
    before = lost.filter(pk__lt=game.pk).order_by("-pk").first()
    if fixture is not None:
        return _attempt(before), None
    by_now = Q(fixture__season__slug=slug, fixture__number=number)
    after = lost.filter(pk__gt=game.pk).order_by("pk").first() or games.filter(by_now).first()
    return _attempt(before), _attempt(after)


def _attempt(game: Game | None) -> Attempt | None:
    if game is None:
        return None
    return Attempt(_title(game), reverse("game", args=[game.public_id]))


def _title(game: Game) -> str:
    """What a game is called in its season; of one that was set aside another stands in its place."""
    if getattr(game, "fixture", None):
        return f"Game {game.fixture.number}"
    if number := number_before(game):
        return f"Game {number}, an attempt before"
    return f"{ruleset_title(game.ruleset)} exhibition"


def game_card(game: Game, endings: Endings) -> GameCard:
    """A game as a list shows it to who is told these endings: of one whose end is kept back, what it was like."""
    season, slug = of_season(game)
    finished, hidden = game.status == Game.Status.FINISHED, endings.hides(game)
    return GameCard(
        public_id=game.public_id,
        url=reverse("game", args=[game.public_id]),
        title=_title(game),
        ruleset=ruleset_title(game.ruleset),
        season=season,
        season_url=reverse("season", args=[slug]) if slug else "",
        outcome=hook_told(game) if hidden else _outcome(game),
        side="is-over" if hidden else _side(game),
        when=game.finished_at or game.started_at or game.due_at,
        seats=tuple(places([seat.alias for seat in game.seats.all()])),
        length=f"{game.rounds} {'round' if game.rounds == 1 else 'rounds'}" if finished else "",
        held_up=game.waiting if game.is_held_up else "",
    )


def neighbours(game: Game) -> tuple[Game | None, Game | None]:
    """The games before and after this one: of its season if it has one, else among the exhibitions, as far as there is
    one within FAR games. Two queries."""
    fixture = getattr(game, "fixture", None)
    if fixture:
        of_season = Game.objects.filter(fixture__season_id=fixture.season_id)
        before = of_season.filter(fixture__number__lt=fixture.number).order_by("-fixture__number")
        after = of_season.filter(fixture__number__gt=fixture.number).order_by("fixture__number")
    else:
        # What is no exhibition has to be passed over game by game, and there may be a hundred thousand. Not by a join
        # that finds nothing: PostgreSQL expects one game of that, and joins all fixtures to all within reach for it.
        ordered = Fixture.objects.filter(game=OuterRef("pk"))
        exhibitions = Game.objects.filter(~Exists(ordered), id__range=(game.pk - FAR, game.pk + FAR))
        before = exhibitions.filter(id__lt=game.pk).order_by("-id")
        after = exhibitions.filter(id__gt=game.pk).order_by("id")
    return before.first(), after.first()


def follower(game: Game) -> Game | None:
    """The game of its season that begins next after this one, by time, for numbers may come in another order: games of
    a slot that share a player are played one after the other, and one that was dealt again is later. Of an exhibition
    the one after it."""
    fixture = getattr(game, "fixture", None)
    if fixture is None:
        return neighbours(game)[1]
    later = Q(due_at__gt=game.due_at) | Q(due_at=game.due_at, fixture__number__gt=fixture.number)
    of_season = Game.objects.filter(later, fixture__season_id=fixture.season_id)
    return of_season.order_by("due_at", "fixture__number").first()


@dataclass(frozen=True, slots=True)
class Totals:
    """What a finished game came to."""

    events: int
    answers: int
    defaults: int
    thoughts: int
    lasted: str


class Substitute(NamedTuple):
    """Which model answered for a seat from some answer on, by its name, and why."""

    alias: str
    model: str
    reason: str


def substitutes_of(game: Game) -> list[Substitute]:
    """The models that were substituted in a game and asked, in their order. One query."""
    rows = Substitution.objects.filter(seat__game=game, taken_up_at__isnull=False).order_by("pk")
    told = rows.values_list("seat__alias", "model_version__language_model__name", "reason")
    return [Substitute._make(each) for each in told]


def totals(game: Game) -> Totals:
    """The counts of a game that is over; while it runs they would tell who is being asked. One query."""
    answers = game.answers.aggregate(
        answers=Count("id"), defaults=Count("id", ~Q(default_reason="")), thoughts=Count("id", ~Q(thought=""))
    )
    return Totals(
        events=game.last_seq,
        **answers,
        lasted=duration(game.finished_at - game.started_at) if game.finished_at and game.started_at else "",
    )


def duration(lasted: timedelta) -> str:
    """A length of time in words: "41 s", "7 min 12 s", "2 h 5 min"."""
    minutes, seconds = divmod(round(lasted.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


def hook_told(game: Game) -> str:
    """What a finished game was like, without who won."""
    return game.hook or "Over"


def _outcome(game: Game) -> str:
    if game.status == Game.Status.RUNNING and game.is_held_up:
        return "Held up"
    if game.status != Game.Status.FINISHED:
        return OUTCOMES[Game.Status(game.status)]
    if game.winner == Game.DRAW:
        return "Draw"
    return f"{game.winner.capitalize()} {wins(game.winner)}"


def _side(game: Game) -> str:
    if game.status == Game.Status.RUNNING and not game.is_held_up:
        return "is-live"
    if game.winner == Game.DRAW:
        return "draw"
    return side_of(game.ruleset, game.winner)


def games_found(word: str) -> QuerySet[Any]:  # Any: keys of games
    """The games of a word: seasons and players are found among themselves, for they are few, and their games by the
    indices that know them. One question with OR in it would look at every game and at everybody who ever sat there."""
    seasons = dict(Season.objects.filter(slug__icontains=word).values_list("pk", "slug"))
    players = list(Player.objects.filter(player_id__icontains=word).values_list("pk", flat=True))
    found: QuerySet[Any] = Game.objects.filter(public_id__startswith=word.lower()).order_by().values("pk")
    parts: list[QuerySet[Any]] = []
    if seasons:
        # A game that was set aside has no fixture any more, and says itself whose it was.
        lost = Q(status__in=LOST, terms__season__in=list(seasons.values()))
        opened = Fixture.objects.filter(season__in=seasons, game__isnull=False)
        parts += [opened.order_by().values("game")]
        parts += [Game.objects.filter(lost).order_by().values("pk")]
    if players:
        parts += [Seat.objects.filter(player__in=players, game__is_veiled=False).order_by().values("game")]
    return found.union(*parts) if parts else found
