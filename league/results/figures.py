"""Figures of finished games: who was suspected and voted for, how each voted and thought, what each took. Law: counted
from what is stored, by rules that anybody can foresee; counted again they are the same, also where thoughts have gone,
or what a game is read by.

Untrue are claims that the ledger of truth finds so (games/engine/truth). What words claim is heard by the house's ear
in speeches of who was asked over the network, and held against what was filed with them (games/ledger/filings.py).
Beliefs are held against who was hidden (count_beliefs).

Suspected is who is named in an accusing sentence of a public speech, by the first of the fixed lists of stems by which
the rules find accusations: it is counted alike in all rule books, and in games of whatever revision. A thought foresees
its decision when it names the player whom the answer chooses. Who has played a game of the house counts it, from what
it has at hand; a task of its own counts all others within seconds of their end, and what was lost on the way.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, Final, NamedTuple

import structlog
from django.db import connection, transaction
from django.db.models import Count, Exists, OuterRef, QuerySet, Sum

from games.engine.disclosing import CERTAIN, CLAIMS, disclosure_from_plain
from games.engine.discussion.accusing import FIRST_STEMS, seats_accused
from games.engine.discussion.naming import seats_named
from games.engine.moderator import Moderator
from games.engine.rulesets import all_rulesets
from games.engine.truth import verdicts_in
from games.engine.truth.court import FALSE, UNKNOWABLE
from games.ledger.reads import lines_of_games
from games.models import Call, Game
from games.models.call import UNSURE
from games.models.plain_sql import execute_planned, insert, places_for
from league.models import Figures, Fixture, Season
from league.results.bills import bill_game, unbilled
from league.results.sides import HIDDEN, side_of
from league.results.sums import add_figures

logger = structlog.get_logger(__name__)
SPEECHES: Final = ("said", "remarked", "spoke", "defended", "last_words")  # public ones, in every ruleset
TELLING: Final = (*SPEECHES, "nominated", "voted", "voted_why", "vote_shown")  # the kinds that count_event() counts
TOLD: Final = ", ".join(["%s"] * len(TELLING))
MOST_AT_ONCE: Final = 100  # games that one look counts; the next goes on
OF_THOUGHTS: Final = ("thoughts", "thought_length", "decisions", "foreseen")
FILED: Final = ("heard", "unfiled", "filed", "unsaid")
USED: Final = ("input_tokens", "cached_tokens", "output_tokens", "reasoning_tokens")


class FiguresRow(NamedTuple):
    """What a row of figures is written from, by column."""

    seat_id: int
    table_size: int
    version: int = 0
    briefing: int = 0
    answers: int = 0
    defaults: int = 0
    accused: int = 0
    nominated: int = 0
    voted_for: int = 0
    votes_hidden: int = 0
    votes_open: int = 0
    votes_nobody: int = 0
    thoughts: int = 0
    thought_length: int = 0
    decisions: int = 0
    foreseen: int = 0
    claims: int = 0
    judged: int = 0
    untrue: int = 0
    judged_hidden: int = 0
    untrue_hidden: int = 0
    heard: int = 0
    unfiled: int = 0
    filed: int = 0
    unsaid: int = 0
    beliefs: int = 0
    belief_error: int = 0
    calls: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    cost: Decimal = Decimal(0)
    unsure: Decimal = Decimal(0)


def count_new_figures(*, since: datetime | None) -> int:
    """Counts games that finished since then, or were told since, or at any time, and are not counted, some at a time,
    the oldest first; returns how many."""
    finished = Game.objects.filter(status=Game.Status.FINISHED)
    if since is None:
        games = list(uncounted(finished).order_by("finished_at", "pk")[:MOST_AT_ONCE])
        count_games(games=games)
        return len(games)
    games = list(uncounted(finished.filter(finished_at__gte=since)).order_by("finished_at", "pk")[:MOST_AT_ONCE])
    told = Fixture.objects.filter(block__isnull=False, recorded_at__gte=since).order_by().values("game")
    late = finished.filter(pk__in=told, finished_at__lt=since)
    games += uncounted(late).order_by("finished_at", "pk")[: MOST_AT_ONCE - len(games)]
    count_games(games=games)
    return len(games)


def count_forgotten() -> None:
    """Counts what nobody has counted while beat was away."""
    while count_new_figures(since=None):
        pass


def count_games(*, games: Iterable[Game]) -> None:
    """Counts these finished games; one that cannot be is said once, and counted as nothing."""
    for game in games:
        keep(rows={game: figures_or_none(game)})


def figures_or_none(game: Game) -> list[FiguresRow]:
    """The figures of a game; nothing of one of another release, or a broken one, which is said."""
    figures = figures_or_said(game)
    if figures is not None:
        return figures
    seats = list(game.seats.values_list("pk", flat=True))
    return [FiguresRow(seat, len(seats)) for seat in seats]


def figures_or_said(game: Game) -> list[FiguresRow] | None:
    """The figures of a game; None of one that cannot be read, which is said."""
    try:
        return figures_of(game)
    except (LookupError, TypeError, ValueError) as error:
        logger.error("a game cannot be counted", game=game.public_id, error=repr(error))
        return None


def count_rest(*, season: Season, ended_before: datetime | None = None) -> int:
    """Counts the finished games of a season, or those that ended before some time, that are not counted; returns how
    many."""
    finished = uncounted(Game.objects.filter(fixture__season=season, status=Game.Status.FINISHED))
    finished = finished.filter(finished_at__lt=ended_before) if ended_before else finished
    found, last = 0, 0
    while games := list(finished.filter(pk__gt=last).order_by("pk")[:MOST_AT_ONCE]):  # never a season at once
        count_games(games=games)
        found, last = found + len(games), games[-1].pk
    return found


def count_season(*, season: Season) -> list[Game]:
    """Counts all finished games of a season anew, without adding them to any sum: they are in there, right or wrong,
    and whoever wants that put right adds it all up again. Returns those that cannot be counted again: of these stays
    what was counted when they could, for it is no fault of theirs that a release no longer reads them."""
    games = Game.objects.filter(fixture__season=season, status=Game.Status.FINISHED, is_veiled=False)
    return [game for game in games.order_by("pk") if not count_again(game=game)]


def count_again(*, game: Game) -> bool:
    """Counts a finished game anew, counted or not before; returns False, and leaves it as it is, where that cannot be
    done: it is broken or of another release, or its rules are gone, by which claims and votes are judged."""
    with transaction.atomic():
        hold(game.pk)
        figures = figures_or_said(game) if game.ruleset in all_rulesets() else None
        if figures is None:
            return False
        figures = with_thoughts_that_went(game, figures)
        Figures.objects.filter(seat__game=game).delete()
        insert(Figures, figures)
    return True


def with_thoughts_that_went(game: Game, figures: list[FiguresRow]) -> list[FiguresRow]:
    """The figures of a game, with what was counted of thoughts before they were deleted: it cannot be counted again."""
    if not Game.objects.filter(pk=game.pk, thoughts_forgotten_at__isnull=False).exists():
        return figures
    was = {row["seat_id"]: row for row in Figures.objects.filter(seat__game=game).values("seat_id", *OF_THOUGHTS)}
    return [
        row._replace(**{name: was[row.seat_id][name] for name in OF_THOUGHTS}) if row.seat_id in was else row
        for row in figures
    ]


def uncounted(games: QuerySet[Game]) -> QuerySet[Game]:
    """Those of these games that have no figures and may have some: of a veiled one nothing is counted."""
    return games.filter(~Exists(Figures.objects.filter(seat__game=OuterRef("pk"))), is_veiled=False)


def count_figures(*, game: Game) -> None:
    """Counts a finished game, adds it to the sums and bills it, unless somebody else did meanwhile."""
    keep(rows={game: figures_of(game)})


def count_played(*, played: Sequence[tuple[Game, Moderator]]) -> None:
    """The same for games that were just played here and made no calls, from what is at hand. One that made calls is
    left to whoever looks next, when all of them have ended; one that is veiled, to whoever lifts that."""
    told = [(game, moderator) for game, moderator in played if not game.is_veiled]
    if told:
        keep(rows=figures_of_played(told))


def keep(*, rows: Mapping[Game, Sequence[FiguresRow]]) -> None:
    """Writes the figures of games and adds them to the sums, once."""
    of_games = {game.pk: figures for game, figures in rows.items()}
    with transaction.atomic():
        hold(*of_games)
        new = sorted(of_games.keys() - counted(of_games))
        if new:
            insert(Figures, [row for game in new for row in of_games[game]])
            add_figures(games=new)
    for game in unbilled(of_games):
        bill_game(game=Game.objects.get(pk=game))


def hold(*games: int) -> None:
    """Makes others who count these games wait until the transaction ends. On SQLite they already do."""
    if connection.features.has_select_for_update:
        keys, listed = places_for(games)
        execute_planned(f"SELECT id FROM games_game WHERE id IN ({listed}) ORDER BY id FOR NO KEY UPDATE", keys)  # noqa: S608


def counted(games: Collection[int]) -> set[int]:
    """Those of the games that have figures."""
    keys, listed = places_for([*games])
    found = execute_planned(
        "SELECT DISTINCT seat.game_id FROM league_figures figures JOIN games_seat seat ON seat.id = figures.seat_id"  # noqa: S608
        f" WHERE seat.game_id IN ({listed})",
        keys,
    )
    return {game for (game,) in found}


def figures_of(game: Game) -> list[FiguresRow]:
    """The figures of a finished game, not written yet. Four queries, by plain SQL: each game is asked once, and what
    Django needs to word them, or to make models of what is found and written, took longer than to count. A game in
    which something was claimed, or asked of a provider, is read whole besides."""
    seats = seats_of([game])[game.pk]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT kind, data FROM games_event WHERE game_id = %s AND public_seq IS NOT NULL"  # noqa: S608
            f" AND kind IN ({TOLD}) ORDER BY public_seq",
            [game.pk, *TELLING],
        )
        events = [(kind, json.loads(data)) for kind, data in cursor.fetchall()]
        cursor.execute(
            "SELECT seat, answer, thought, default_reason, disclosed FROM games_answer WHERE game_id = %s",
            [game.pk],
        )
        rows = cursor.fetchall()
        answers = [
            (number, json.loads(answer) if thought else {}, thought, default_reason)
            for number, answer, thought, default_reason, _ in rows
        ]
        cursor.execute("SELECT 1 FROM games_call WHERE game_id = %s LIMIT 1", [game.pk])
        is_called = cursor.fetchone() is not None
    is_known = game.ruleset in all_rulesets()  # of rules that are gone nobody can say what was claimed
    disclosed = [(number, json.loads(plain)) for number, *_, plain in rows if plain is not None]
    is_disclosed = is_known and bool(disclosed)
    sums = sums_of(
        ruleset=game.ruleset,
        names=[seat.alias for seat in seats],
        teams=[seat.team for seat in seats],
        events=events,
        answers=answers,
        claims=((row["speaker"], row["verdict"]) for row in lines_of_games([game], CLAIMS, None))
        if is_disclosed
        else (),
        beliefs=((number, disclosure_from_plain(plain).beliefs) for number, plain in disclosed) if is_known else (),
    )
    if is_called:
        called = game.calls.filter(seat__isnull=False, purpose=Call.Purpose.ANSWER).order_by().values("seat")
        spent = {"unsure": Sum("cost", filter=UNSURE, default=Decimal(0)), "cost": Sum("cost")}
        rows_of_calls: Any = called.annotate(calls=Count("id"), **spent, **{name: Sum(name) for name in USED})
        for row in rows_of_calls:
            sums[row["seat"]].update({name: row[name] or 0 for name in ("calls", "cost", "unsure", *USED)})
        for filing in lines_of_games([game], "filings", None) if is_known else ():
            of_speaker = sums[filing["speaker"]]
            for name in FILED if of_speaker["calls"] else ():  # others are players of the house, who file as they speak
                of_speaker[name] += filing[name]
    return rows_of(seats, sums)


class SeatFound(NamedTuple):
    """A seat as it is counted."""

    pk: int
    alias: str
    team: str
    version: int
    briefing: int
    is_changed: bool


def seats_of(games: Sequence[Game]) -> dict[int, list[SeatFound]]:
    """By the keys of games, their seats by number, with how each was asked; of one that was asked in several ways, in
    none."""
    keys, listed = places_for([game.pk for game in games])
    changed = "EXISTS (SELECT 1 FROM games_seatsetting changed WHERE changed.seat_id = seat.id)"
    rows = execute_planned(
        "SELECT seat.game_id, seat.id, seat.alias, seat.team, COALESCE(version.number, 0), seat.briefing,"  # noqa: S608
        f" {changed if any(game.has_voices or game.unrated for game in games) else 'FALSE'} FROM games_seat seat"
        " LEFT JOIN personas_modelversion version ON version.id = seat.model_version_id"
        f" WHERE seat.game_id IN ({listed}) ORDER BY seat.game_id, seat.number",
        keys,
    )
    found: dict[int, list[SeatFound]] = {game.pk: [] for game in games}
    for of_game, *told in rows:
        seat = SeatFound(*told)
        found[of_game].append(seat._replace(version=0, briefing=0) if seat.is_changed else seat)
    return found


def rows_of(seats: Sequence[SeatFound], sums: Sequence[Mapping[str, Any]]) -> list[FiguresRow]:
    """The figures of a game as they are written, from what was counted by seat."""
    return [
        FiguresRow(seat.pk, len(seats), seat.version, seat.briefing, **of_seat)
        for seat, of_seat in zip(seats, sums, strict=True)
    ]


def figures_of_played(played: Sequence[tuple[Game, Moderator]]) -> dict[Game, list[FiguresRow]]:
    """The same of games that were just played here and made no calls, from what is at hand. One query."""
    seats = seats_of([game for game, _ in played])
    return {game: rows_of(seats[game.pk], sums_of_played(game, moderator)) for game, moderator in played}


def sums_of_played(game: Game, played: Moderator) -> "list[defaultdict[str, Any]]":
    """What a game that is at hand counts up to, by seat."""
    return sums_of(
        ruleset=game.ruleset,
        names=played.deal.aliases,
        teams=[role.team for role in played.deal.roles],
        events=(
            (entry.event.kind, entry.event.data())
            for entry in played.ledger
            if entry.event.kind in TELLING and entry.is_public
        ),
        answers=((one.seat, one.answer, one.thought, one.default_reason) for one in played.journal),
        claims=claims_in(played),
        beliefs=((one.seat, one.disclosed.beliefs) for one in played.journal),
    )


def claims_in(played: Moderator) -> Iterable[tuple[int, str]]:
    """Who claimed something aloud in a game that is at hand, and whether it was so, claim by claim."""
    return ((verdict.speaker, verdict.truth) for verdict in verdicts_in(played))


def sums_of(
    *,
    ruleset: str,
    names: Sequence[str],
    teams: Sequence[str],
    events: Iterable[tuple[str, Mapping[str, Any]]],
    answers: Iterable[tuple[int, Mapping[str, Any], str, str]],
    claims: Iterable[tuple[int, str]] = (),
    beliefs: Iterable[tuple[int, Mapping[int, int]]] = (),
) -> list[defaultdict[str, Any]]:
    """By seat, what public events and answers count up to: `events` are of the kinds TELLING with their data, `answers`
    are seat, answer, thought and the reason for a default, `claims` seat and verdict of those that were made aloud,
    `beliefs` the seat and what it believed of others beside one of its answers."""
    sides = [side_of(ruleset, team) for team in teams]
    sums: list[defaultdict[str, Any]] = [defaultdict(int) for _ in names]
    for kind, data in events:
        count_event(kind, data, names=names, sides=sides, sums=sums)
    for number, answer, thought, default_reason in answers:
        of_seat = sums[number]
        of_seat["answers"] += 1
        if default_reason:
            of_seat["defaults"] += 1
        if thought:
            count_thought(thought, answer, names=names, sums=of_seat)
    for number, truth in claims:
        count_claim(truth, side=sides[number], sums=sums[number])
    for number, believed in beliefs:
        if believed:
            count_beliefs(believed, sides=sides, sums=sums[number])
    return sums


def count_event(
    kind: str, data: Mapping[str, Any], *, names: Sequence[str], sides: Sequence[str], sums: list[defaultdict[str, Any]]
) -> None:
    """Adds what a public event says of suspicions, nominations and votes."""
    if kind in SPEECHES:
        for seat in seats_accused(data["words"], names, FIRST_STEMS) - {data["seat"]}:
            sums[seat]["accused"] += 1
    elif kind == "nominated" and data["target"] is not None:
        sums[data["target"]]["nominated"] += 1
    for vote in votes_in(kind, data):
        if vote["target"] is None:
            sums[vote["seat"]]["votes_nobody"] += 1
        else:
            sums[vote["target"]]["voted_for"] += 1
            of_side = "votes_hidden" if sides[vote["target"]] == HIDDEN else "votes_open"
            sums[vote["seat"]][of_side] += 1


def votes_in(kind: str, data: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    """The public votes that an event tells."""
    if kind in ("voted", "voted_why"):
        return list(data["votes"])
    return [data] if kind == "vote_shown" else []


def count_claim(truth: str, *, side: str, sums: defaultdict[str, Any]) -> None:
    """Adds a claim that was made aloud; of what nothing shows it is not judged."""
    sums["claims"] += 1
    if truth == UNKNOWABLE:
        return
    is_untrue = truth == FALSE
    sums["judged"] += 1
    sums["untrue"] += is_untrue
    if side == HIDDEN:
        sums["judged_hidden"] += 1
        sums["untrue_hidden"] += is_untrue


def count_beliefs(believed: Mapping[int, int], *, sides: Sequence[str], sums: defaultdict[str, Any]) -> None:
    """Adds what a seat believed of others beside an answer: how many beliefs, and by how much they were wrong.

    Of a chance p that somebody is hidden who is (o = 1) or is not (o = 0) that is (p - o) squared, here of hundredths:
    from 0 to 10,000. Its mean over beliefs is the Brier score: 0 knows all, a quarter of 10,000 is who says 50 to
    everything. G. W. Brier, Verification of forecasts expressed in terms of probability, Monthly Weather Review 78
    (1950), in the form for two outcomes, which is half of his. What was said of a seat that is not there is left out.
    """
    seats, known, error = len(sides), 0, 0
    for about, chance in believed.items():
        if about < seats:
            known += 1
            error += (chance - (CERTAIN if sides[about] == HIDDEN else 0)) ** 2
    sums["beliefs"] += known
    sums["belief_error"] += error


def count_thought(
    thought: str, answer: Mapping[str, Any], *, names: Sequence[str], sums: defaultdict[str, Any]
) -> None:
    """Adds a thought that there is, and whether it names whom its answer chooses."""
    sums["thoughts"] += 1
    sums["thought_length"] += len(thought)
    chosen = answer.get("vote_action")
    if type(chosen) is not int:
        chosen = answer.get("target")
    if type(chosen) is int:
        sums["decisions"] += 1
        # Most name somebody else, or nobody: only where the name stands somewhere is it asked whether it is meant.
        may_be = 0 <= chosen < len(names) and names[chosen].casefold() in thought.casefold()
        sums["foreseen"] += may_be and chosen in seats_named(thought, names)
