"""Which games a board counts, which it does not, and why. Law: what is said here of a game is what league.results.sums
adds up, in one place for every list; a role or a team is asked of games that are finished alone, so that no list tells
of one that is on who plays what there.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.models import Game, Seat
from league.models import Exclusion, Fixture, Season

LOST: Final = (Game.Status.VOID, Game.Status.DIVERGED)  # without a result for good
COUNTED: Final = ("yes", "no")
RESULTS: Final = ("won", "lost", "drawn")
SEATED: Final = {
    "player": "player__player_id",
    "model": "player__model__slug",
    "persona": "player__persona__slug",
    "level": "strategy_level",
}
SECRET: Final = {"role": "role", "team": "team"}  # of a game that is on


def games_counted(games: QuerySet[Game], season: Season | None) -> QuerySet[Game]:
    """Those of the games that the board of a season counts, or that of all."""
    # By its key: given a slug, PostgreSQL goes through the newest games of all seasons until it finds one of it.
    fixtures = Fixture.objects.filter(recorded_at__isnull=False, is_excluded=False, game=OuterRef("pk"))
    if season is not None:
        return games.filter(Exists(fixtures.filter(season=season.pk)), status=Game.Status.FINISHED, unrated="")
    rated = Season.objects.filter(Season.COUNTED, rated=True).values("pk")
    return games.filter(Exists(fixtures.filter(season__in=rated)), status=Game.Status.FINISHED, unrated="")


def games_not_counted(games: QuerySet[Game], season: Season | None) -> QuerySet[Game]:
    """Those that it does not count. Of a season also the games that were set aside, to which no fixture points."""
    if season is None:
        counted = games_counted(Game.objects.all(), None).filter(pk=OuterRef("pk"))
        return games.filter(~Exists(counted))
    # Each by an index that has such rows alone: as one question with OR every game of the season is looked at.
    fixtures = Fixture.objects.filter(season=season.pk, game__isnull=False).order_by()
    unrated = Game.objects.filter(~Q(unrated=""), fixture__season=season.pk).order_by()
    aside = Game.objects.filter(status__in=LOST).order_by()
    found = (
        fixtures.filter(recorded_at__isnull=True).values_list("game"),
        fixtures.filter(is_excluded=True).values_list("game"),
        unrated.values_list("pk"),
        aside.filter(Q(fixture__season=season.pk) | Q(terms__season=season.slug)).values_list("pk"),
    )
    return games.filter(pk__in=found[0].union(*found[1:]))


def games_told_by(games: QuerySet[Game], counted: str | None, season: Season | None) -> QuerySet[Game]:
    """Those of the games that a board counts (`yes`), or does not (`no`); all unless either is asked for."""
    if not counted:
        return games
    return (games_counted if counted == "yes" else games_not_counted)(games, season)


def games_of_season(games: QuerySet[Game], season: Season, *, ruleset: str = "") -> QuerySet[Game]:
    """Those of the games that a season ordered, of one rule book or of all: also those that were set aside, to which no
    fixture points since another attempt is to be played."""
    of_rules = {"rules__ruleset": ruleset} if ruleset else {}
    # By its key: given a slug, PostgreSQL goes through the newest games of all seasons until it finds one of it.
    fixtures = Fixture.objects.filter(season=season.pk, game__isnull=False, **of_rules).order_by().values_list("game")
    aside = Game.objects.filter(status__in=LOST, terms__season=season.slug).order_by().values_list("pk")
    return games.filter(pk__in=fixtures.union(aside), **({"ruleset": ruleset} if ruleset else {}))


def games_of_seats(games: QuerySet[Game], given: Mapping[str, str]) -> QuerySet[Game]:
    """The games in which somebody sits whom all that is given fits: player, model, persona, level; and, of finished
    games alone, role, team, and how it came out for them (`result`). Of veiled games nobody is told who sits there."""
    seated = Q()
    for name, column in SEATED.items():
        if given.get(name):
            seated &= Q(**{column: given[name]})
    is_secret = any(given.get(name) for name in (*SECRET, "result"))
    for name, column in SECRET.items():
        if given.get(name):
            seated &= Q(**{column: given[name]})
    if result := given.get("result"):
        won = Q(team=F("game__winner"))
        is_draw = Q(game__winner=Game.DRAW)
        seated &= {"won": won, "lost": ~won & ~is_draw, "drawn": is_draw}.get(result, Q(pk__in=()))
    if is_secret:
        games = games.filter(status=Game.Status.FINISHED)
    if not seated:
        return games
    return games.filter(pk__in=Seat.objects.filter(seated, game__is_veiled=False).values("game_id"))


def why_not(game: Game, reasons: Mapping[int, str], *, season: Season | None = None) -> str:
    """Why the board of a season, or of all, does not count a game, in words; "" where it does. Of a game with its
    fixture and season, and the reasons of reasons_of()."""
    if game.status == Game.Status.VOID:
        why = game.waiting.removeprefix("called off: ")
        return f"void: {why}" if why else "void"
    if game.status == Game.Status.DIVERGED:
        return f"set aside: {game.waiting}" if game.waiting else "set aside"
    if game.status != Game.Status.FINISHED:
        return "not finished"
    fixture: Fixture | None = getattr(game, "fixture", None)
    if fixture is None:
        return "an exhibition, of no season"
    if game.unrated:
        return f"unrated: {game.unrated.rstrip('.')}"
    if fixture.is_excluded:
        return f"excluded: {reasons.get(game.pk, '')}"
    if fixture.recorded_at is None:
        return "counted with its block" if game.is_veiled else "not counted yet"
    return why_not_season(fixture.season) if season is None else ""


def why_not_season(season: Season) -> str:
    """Why the board of all does not count the games of a season, in words; "" where it does."""
    if season.is_twin:
        return "a twin: the same deals once more"
    if season.status == Season.Status.CANCELLED:
        return f"its season was cancelled: {season.ended_why}"
    if not season.rated:
        return "unrated: its season is" if season.commitment else "unrated: seed by hand, from its season's secret"
    return ""


def reasons_of(games: Sequence[Game]) -> dict[int, str]:
    """Why those of the games that are excluded are, by their keys. One query, none where none is."""
    out = [game.pk for game in games if getattr(game, "fixture", None) and game.fixture.is_excluded]
    if not out:
        return {}
    rows: Any = Exclusion.objects.filter(game__in=out).order_by("turn").values_list("game_id", "reason")
    return dict(rows)
