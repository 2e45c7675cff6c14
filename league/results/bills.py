"""Bills of finished games, kept: what calls cost by season, rules and model, what came of asking and how long it took,
and the versions that answered. Law: a call is added once, when its game is over and its own end is known, in the
transaction that marks it `billed`; what is not marked yet is read from the calls themselves, which are few: those of
games that are played, and of games set aside.

A game is billed with its figures; what its narrator says afterwards is billed by the next look. The versions of a
season are found by the database among the calls since the first of those that are new, and only where a version is
not the last one known: hardly ever.
"""

from collections.abc import Collection
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import CharField, F, QuerySet, Value, Window
from django.db.models.functions import Coalesce, Concat, Lag

from games.models import Call, Game
from games.models.plain_sql import execute_planned, places_for
from league.models import AskingSum, Bill, Figures, Fixture, GameSum, LatencySum, Season, Version
from league.models.sums import NO_SEASON
from league.results.folding import Fold, added, every, fold, lock, of_all_seasons, rows_of
from league.results.latency import BUCKET
from league.results.sums import OF_SEASON

MOST_AT_ONCE: Final = 200  # games that one look bills; the next goes on
MOST_CHANGES: Final = 1000  # of a model in a season: one may answer by two versions in turns
CUT: Final = "the answer was cut off at"  # how the fault of such an answer begins (games.agents.room)
FIRST_CALL: Final = """CASE WHEN answer.id IS NULL OR EXISTS (
        SELECT 1 FROM games_call earlier WHERE earlier.game_id = call.game_id AND earlier.poll = call.poll
            AND earlier.seat = call.seat AND earlier.purpose = 'answer' AND earlier.id < call.id
    ) THEN 0 ELSE 1 END"""
# What all of them tell of calls: whose they are, what they used, where that stands, and for a season and for all.
WHOSE: Final = "COALESCE(season.slug, '-') AS season, game.ruleset, COALESCE(language.slug, call.model) AS model"
USED: Final = """COALESCE(input_tokens, 0) AS input, COALESCE(cached_tokens, 0) AS cached,
            COALESCE(cache_written_tokens, 0) AS cache_written,
            COALESCE(output_tokens, 0) AS output, COALESCE(reasoning_tokens, 0) AS reasoning,
            COALESCE(cost, 0) AS cost, CASE WHEN input_tokens IS NULL THEN COALESCE(cost, 0) ELSE 0 END AS unsure"""
CALLS: Final = """FROM games_call call
        JOIN games_game game ON game.id = call.game_id
        LEFT JOIN personas_languagemodel language ON language.id = call.language_model_id
        LEFT JOIN league_fixture fixture ON fixture.game_id = game.id
        LEFT JOIN league_season season ON season.id = fixture.season_id"""
OF_BOTH: Final = ") each CROSS JOIN (SELECT 0 AS kind UNION ALL SELECT 1) cell WHERE TRUE"
KEY: Final = Coalesce("language_model__slug", "model", output_field=CharField())
BILLS: Final = Fold(
    Bill,
    {"season": OF_SEASON, "told": "told", "model": "model", "ruleset": "ruleset", "size": "size"},
    {"calls": "COUNT(*)", **added(("input", "cached", "cache_written", "output", "reasoning", "cost", "unsure"))},
    f"""(
        SELECT {WHOSE},
            call.purpose = 'narration' AS told,
            (SELECT COUNT(*) FROM games_seat seat WHERE seat.game_id = game.id) AS size,
            {USED}
        {CALLS}
        WHERE game.status = 'finished' AND {{wanted}}
    {OF_BOTH}""",  # noqa: S608  (names of ours)
)

# What asking came to, and how long it took, of calls for answers. A question counts with the first of its calls.
ASKINGS: Final = Fold(
    AskingSum,
    {"season": OF_SEASON, "model": "model", "ruleset": "ruleset", "kind": "question"},
    {
        "calls": "COUNT(*)",
        **added(("questions", "retried", "defaulted", "answered", "faulty", "cut", "refused", "lost")),
        **added(("input", "cached", "cache_written", "output", "reasoning", "cost", "unsure")),
    },
    f"""(
        SELECT {WHOSE},
            COALESCE(answer.kind, '') AS question,
            {FIRST_CALL} AS questions,
            CASE WHEN answer.tries > 1 THEN {FIRST_CALL} ELSE 0 END AS retried,
            CASE WHEN answer.default_reason <> '' THEN {FIRST_CALL} ELSE 0 END AS defaulted,
            CASE WHEN call.status = 'answered' THEN 1 ELSE 0 END AS answered,
            CASE WHEN call.status = 'answered' AND call.fault <> '' THEN 1 ELSE 0 END AS faulty,
            CASE WHEN SUBSTR(call.fault, 1, {len(CUT)}) = '{CUT}' THEN 1 ELSE 0 END AS cut,
            CASE WHEN call.status = 'refused' THEN 1 ELSE 0 END AS refused,
            CASE WHEN call.status IN ('failed', 'orphaned') THEN 1 ELSE 0 END AS lost,
            {USED}
        {CALLS}
        LEFT JOIN games_answer answer
            ON answer.game_id = call.game_id AND answer.poll = call.poll AND answer.seat = call.seat
        WHERE game.status = 'finished' AND call.purpose = 'answer' AND {{wanted}}
    {OF_BOTH}""",
)
LATENCIES: Final = Fold(
    LatencySum,
    {"season": OF_SEASON, "model": "model", "ruleset": "ruleset", "bucket": "bucket"},
    {"calls": "COUNT(*)"},
    f"""(
        SELECT {WHOSE},
            {BUCKET} AS bucket
        {CALLS}
        WHERE game.status = 'finished' AND call.purpose = 'answer' AND call.status = 'answered' AND {{wanted}}
    {OF_BOTH}""",
)
OF_CALLS: Final = (BILLS, ASKINGS, LATENCIES)


def bill_finished_games() -> int:
    """Bills the calls of finished games that are not billed yet, some games at a time; returns of how many games."""
    new = Call.objects.filter(billed=False, game__status=Game.Status.FINISHED, game__is_veiled=False)
    new = new.exclude(status__in=Call.OPEN)
    games = Game.objects.filter(pk__in=new.order_by().values("game").distinct()).order_by("pk")[:MOST_AT_ONCE]
    for game in games:
        bill_game(game=game)
    return len(games)


def unbilled(games: Collection[int]) -> list[int]:
    """Those of the games, by their keys, that have calls which are not billed. A game of the house has none: nothing is
    held for it, and it is asked once, with others."""
    keys, listed = places_for([*games])
    found = execute_planned(
        f"SELECT DISTINCT game_id FROM games_call WHERE game_id IN ({listed}) AND NOT billed ORDER BY game_id",  # noqa: S608
        keys,
    )
    return [game for (game,) in found]


def bill_game(*, game: Game) -> int:
    """Bills what a finished game has of calls that came to an end and are not billed yet; returns how many calls."""
    with transaction.atomic():
        season = Season.objects.select_for_update(no_key=True, of=("self",)).filter(fixtures__game=game).first()
        held = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
        new = Call.objects.filter(game=game, billed=False).exclude(status__in=Call.OPEN)
        keys = list(new.values_list("pk", flat=True))
        if keys:
            note_first_spending(game=held, new=new)
            for each in OF_CALLS:
                fold(each, {"wanted": f"call.id IN ({', '.join(map(str, keys))})"}, [])
            Call.objects.filter(pk__in=keys).update(billed=True)
            if season is not None:
                note_versions(season=season, new=Call.objects.filter(pk__in=keys))
    return len(keys)


def note_first_spending(*, game: Game, new: QuerySet[Call]) -> None:
    """A game of the house whose narrator is first paid after it was counted becomes one that cost something."""
    figures = Figures.objects.filter(seat__game=game)
    if not new.filter(purpose=Call.Purpose.NARRATION).exists() or not figures.exists():
        return
    told_before = Call.objects.filter(game=game, purpose=Call.Purpose.NARRATION, billed=True)
    if told_before.exists() or figures.filter(calls__gt=0).exists():
        return
    size = figures.values_list("table_size", flat=True)[0]
    season = Season.objects.filter(fixtures__game=game).only("slug", "twin_of", "status").first()
    if game.unrated or Fixture.objects.filter(game=game, is_excluded=True).exists():
        return  # it is in no sum; when it is given back, it is known by its calls
    seasons = [season.slug if season else NO_SEASON, *([] if season and not season.counts else [""])]
    rows = GameSum.objects.filter(season__in=seasons, ruleset=game.ruleset, size=size, winner=game.winner)
    if connection.features.has_select_for_update:  # in the order in which results are added to them
        list(rows.order_by("season").select_for_update(no_key=True).values_list("pk"))
    rows.update(paid_games=F("paid_games") + 1)


def note_versions(*, season: Season, new: QuerySet[Call]) -> None:
    """Keeps the versions that calls which are billed now have brought. Their season is held."""
    named = named_versions(new).order_by("created_at", "pk").values_list("key", "version", "created_at")
    seen: dict[str, list[Any]] = {}
    for key, version, at in named:
        seen.setdefault(key, [at, set()])[1].add(version)
    for key, (since, versions) in seen.items():
        kept = Version.objects.filter(season=season.slug, model=key)
        before = kept.filter(since__lt=since).last()
        last = kept.last()
        if before is not None and before == last and versions == {version_of(last)}:
            continue
        if kept.filter(since__lt=since).count() >= MOST_CHANGES:
            continue
        kept.filter(since__gte=since).delete()
        billed = Call.objects.filter(game__fixture__season=season, billed=True, created_at__gte=since)
        runs = changes(named_versions(billed).filter(key=key), before=version_of(before) if before else "")
        Version.objects.bulk_create(
            Version(season=season.slug, model=key, name=name, fingerprint=fingerprint, since=at)
            for _, name, fingerprint, at in runs
        )


def named_versions(calls: QuerySet[Call]) -> QuerySet[Any]:  # Any: annotated calls
    """Those of the calls for which a provider named a version, with the `key` of the model and the `version`."""
    named = calls.exclude(returned_model="", fingerprint="").annotate(key=KEY)
    return named.annotate(version=Concat("returned_model", Value("\n"), "fingerprint"))


def changes(named: QuerySet[Any], before: str = "") -> list[tuple[str, str, str, Any]]:
    """Of named_versions(), each call that was answered by another version than the one before it of its model, in the
    order of time: model, name, fingerprint, time. The database finds them; `before` stands before the first."""
    in_time = Window(Lag("version", default=Value(before)), partition_by=F("key"), order_by=["created_at", "pk"])
    changed = named.annotate(before=in_time).exclude(version=F("before")).order_by("created_at", "pk")
    return list(changed.values_list("key", "returned_model", "fingerprint", "created_at")[:MOST_CHANGES])


def version_of(kept: Version) -> str:
    """A version as calls have it."""
    return f"{kept.name}\n{kept.fingerprint}"


def bill_season_again(*, season: Season) -> bool:
    """Adds up a season's bills and what asking came to, and those of all seasons together, from the billed calls;
    whether they were wrong."""
    is_wrong = False
    with transaction.atomic():
        for each in OF_CALLS:
            lock(each.model)
            was = rows_of(each)
            every(each).filter(season=season.slug).delete()
            fold(each, {"wanted": "call.billed AND season.id = %s"}, [season.pk], of_all=False)
            every(each).filter(season="").delete()
            fold(of_all_seasons(each), {}, [])
            is_wrong |= was != rows_of(each)
    return is_wrong
