# ruff: noqa: S608  (every name in these statements is ours)
"""The tables of a league of any size, made by SQL alone: nothing is played, and a hundred thousand games take a minute
or two.

What stands in them for N games (at 100,000): 2,000 players, 100 personas on each of 20 models; 87 seasons, one finished
and one running season of N/10 fixtures each with 200 players on its roster, the others of N/100 fixtures with 40; the
four rule books of tables of 8 and 9 (850,000 seats), figures of every seat that is over; some games that are running,
scheduled, void, and exhibitions. The finished large season was played by models: 60 calls a game, three of them its
narrator's, from two versions of each model; and in its standings stands all that a thousand games of it deal, so that
they tell as much whatever N is. The newest N/4 games have 40 events each, the newest N/3 games 30 answers. Words are of
the usual length. A column that is not named here has the default of its model.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from django.db import connection, models
from django.db.models import NOT_PROVIDED

from games.engine.rulesets import all_rulesets
from games.models import Account, Answer, Call, Event, Game, Seat
from league.models import Figures, Fixture, Season, SeasonPlayer, SeasonRules, Standing
from league.results.bills import OF_CALLS, note_versions
from league.results.folding import fold
from league.results.sums import fold_all_again
from personas.models import LanguageModel, MemoryRevision, Persona, Player
from personas.sheet import ROSTER, dump

MODELS: Final = 20
PERSONAS: Final = 100
OTHERS: Final = 85  # seasons beside the two large ones
GRAND, NOW = OTHERS + 1, OTHERS + 2  # the keys of the large seasons
LIVE: Final = 8  # games that are running, and as many that are scheduled
CALLS: Final = 60  # a game of the large finished season
ENOUGH: Final = 500  # games of each of its rules, after which nobody is dealt what he was not dealt before
APPROVED: Final = {"status": "approved", "decided_by": "the league", "decided_at": datetime(2026, 1, 1, tzinfo=UTC)}
WORDS: Final = (
    "I have been listening to the two of them all morning, and what was said last night does not fit what is said now; "
    "let us hear the quiet ones before anybody is sent away."
)


def literal(value: Any) -> str:  # Any: a default of any field
    """A value as SQL has it."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if value is None:
        return "NULL"
    if isinstance(value, dict | list):
        return f"'{'{}' if isinstance(value, dict) else '[]'}'::jsonb"
    return str(value) if isinstance(value, int | float) else "'" + str(value).replace("'", "''") + "'"


def insert(model: type[models.Model], given: Mapping[str, str], rows: str) -> None:
    """INSERT … SELECT: `given` are expressions by column, `rows` what stands behind FROM."""
    columns: dict[str, str] = {}
    for field in model._meta.concrete_fields:
        if field.column in given:
            columns[field.column] = given[field.column]
        elif isinstance(field, models.AutoField) or field.null:
            continue
        elif field.default is not NOT_PROVIDED:
            columns[field.column] = literal(field.get_default())
        else:
            is_time = isinstance(field, models.DateTimeField)
            columns[field.column] = "now()" if is_time else "''" if field.empty_strings_allowed else "0"
    unknown = set(given) - set(columns)
    if unknown:
        raise LookupError(f"{model.__name__} has no {unknown}")
    names, values = ", ".join(f'"{name}"' for name in columns), ", ".join(columns.values())
    execute(f'INSERT INTO "{model._meta.db_table}" ({names}) SELECT {values} FROM {rows}')


def execute(sql: str) -> None:
    """One statement; its percent signs are its own."""
    with connection.cursor() as cursor:
        cursor.execute(sql)


def make_rows(games: int) -> None:
    """Makes the tables of a league of so many games; they are to be empty."""
    make_players()
    make_seasons(games)
    make_games(games)
    make_records(games)
    make_results()
    tables = [
        model._meta.db_table for model in (Persona, LanguageModel, Player, Season, Game, SeasonPlayer, SeasonRules)
    ]
    for table in tables:
        execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def make_sums() -> None:
    """The sums of it all, from the rows that stay."""
    fold_all_again()
    for each in OF_CALLS:
        fold(each, {"wanted": "TRUE"}, [])
    Call.objects.update(billed=True)
    for season in Season.objects.filter(fixtures__game__calls__isnull=False).distinct():
        note_versions(season=season, new=Call.objects.filter(game__fixture__season=season))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def make_players() -> None:
    """Personas with sheets as long as the shipped ones, models, and every persona on every model."""
    Persona.objects.all().delete()
    for number in range(1, PERSONAS + 1):
        sheet = dump(ROSTER[number % len(ROSTER)])
        Persona.objects.create(
            pk=number, slug=f"persona_{number:03}", name=f"Persona {number}", sheet=sheet, **APPROVED
        )
    insert(
        LanguageModel,
        {
            "id": "m",
            "slug": "'model-' || lpad(m::text, 2, '0')",
            "name": "'Model ' || m",
            "provider": "CASE WHEN m % 2 = 0 THEN 'openai' ELSE 'house' END",
            "model_name": "'listener'",
            "key_variable": "CASE WHEN m % 2 = 0 THEN 'OPENAI_API_KEY' ELSE '' END",
        },
        f"generate_series(1, {MODELS}) m",
    )
    insert(
        Player,
        {
            "id": f"(m - 1) * {PERSONAS} + p",
            "player_id": "'model-' || lpad(m::text, 2, '0') || '_persona_' || lpad(p::text, 3, '0')",
            "persona_id": "p",
            "model_id": "m",
            "strategy_level": "(ARRAY['none','basic','intermediate','advanced'])[1 + p % 4]",
        },
        f"generate_series(1, {MODELS}) m, generate_series(1, {PERSONAS}) p",
    )
    insert(
        MemoryRevision,
        {"player_id": "id", "number": "1", "author": "'itself'", "learned": """'{"notes": ["listen first"]}'::jsonb"""},
        '"personas_player"',
    )


def make_seasons(games: int) -> None:
    """The seasons with their rules, rosters and fixtures."""
    large, small = max(20, games // 10), max(2, games * 83 // 100 // OTHERS)
    insert(
        Season,
        {
            "id": "s",
            "slug": f"CASE s WHEN {GRAND} THEN 'grand' WHEN {NOW} THEN 'now' ELSE 'season-' || s END",
            "name": f"CASE s WHEN {GRAND} THEN 'Grand' WHEN {NOW} THEN 'Now' ELSE 'Season ' || s END",
            "status": f"CASE s WHEN {NOW} THEN 'running' WHEN {OTHERS} THEN 'paused' ELSE 'finished' END",
            "games_planned": f"CASE WHEN s > {OTHERS} THEN {large} ELSE {small} END",
            "started_at": "now() - interval '1 day'",
            "finished_at": f"CASE WHEN s IN ({NOW}, {OTHERS}) THEN NULL ELSE now() END",
            "rated": "s % 10 <> 0",
            "secret": "md5(s::text)",
            "cap_season": f"CASE WHEN s = {GRAND} THEN 5000 END",
        },
        f"generate_series(1, {NOW}) s",
    )
    slugs = ", ".join(f"'{slug}'" for slug in all_rulesets())
    insert(
        SeasonRules,
        {
            "id": "2 * s + n",
            "season_id": "s",
            "number": "n",
            "ruleset": f"(ARRAY[{slugs}])[1 + (s + n) % 4]",
            "revision": "1",
            "seats": "8 + n",
        },
        f"generate_series(1, {NOW}) s, generate_series(0, 1) n",
    )
    execute(
        "CREATE TEMP TABLE roster AS SELECT s AS season, n AS number,"
        f" 1 + (CASE WHEN s > {OTHERS} THEN n * 9 + s ELSE s * 23 + n * 41 END) % {MODELS * PERSONAS} AS player"
        f" FROM generate_series(1, {NOW}) s, generate_series(0, CASE WHEN s > {OTHERS} THEN 199 ELSE 39 END) n"
    )
    insert(SeasonPlayer, {"season_id": "season", "number": "number", "player_id": "player"}, "roster")
    execute(
        "CREATE TEMP TABLE played AS SELECT s AS season, f AS number,"
        f" row_number() OVER (ORDER BY s, f) AS game, (f - 1) % 2 AS turn, f > {large // 2} AND s = {NOW} AS later"
        f" FROM generate_series(1, {NOW}) s,"
        f" generate_series(1, CASE WHEN s > {OTHERS} THEN {large} ELSE {small} END) f"
    )
    # Of the running season the first half is played; then come games that run, then games that are due.
    execute(f"UPDATE played SET game = NULL WHERE later AND number > {large // 2 + 2 * LIVE}")


def make_games(games: int) -> None:
    """Games, seats and figures; and the fixtures that point to the games."""
    execute(
        "CREATE TEMP TABLE play AS SELECT game AS id, played.season, played.number, turn, later, rules.ruleset,"
        " rules.seats, 2 + game % 5 AS rounds"
        " FROM played JOIN league_seasonrules rules ON rules.id = 2 * played.season + turn"
        " WHERE game IS NOT NULL"
    )
    slugs = ", ".join(f"'{slug}'" for slug in all_rulesets())
    execute(
        "INSERT INTO play SELECT g, NULL, NULL, 0, FALSE,"
        f" (ARRAY[{slugs}])[1 + g % 4], 8, 4 FROM generate_series((SELECT max(id) + 1 FROM play), {games}) g"
    )
    execute(
        "CREATE TEMP TABLE casting (ruleset text, seats int, number int, role text, team text, open text, hidden text)"
    )
    with connection.cursor() as cursor:
        for slug, rules in all_rulesets().items():
            for size in (8, 9):
                for number, role in enumerate(rules.cast(size, rules.options_from({}, size))):
                    row = [slug, size, number, role.name, role.team, rules.open_team, rules.hidden_team]
                    cursor.execute("INSERT INTO casting VALUES (%s, %s, %s, %s, %s, %s, %s)", row)
    execute("CREATE TEMP TABLE sides AS SELECT DISTINCT ruleset, open, hidden FROM casting")
    begun = f"now() - ({games} + 10 - play.id) * interval '10 minutes'"
    due = f"later AND number % (2 * {LIVE}) >= {LIVE}"
    status = f"CASE WHEN {due} THEN 'scheduled' WHEN later THEN 'running'"
    # A season that is over has none: its fixtures have let go of games that were set aside.
    void = f"play.id % 500 = 0 AND play.season IS DISTINCT FROM {GRAND}"
    status += f" WHEN {void} THEN 'void' ELSE 'finished' END"
    over = f"NOT later AND NOT ({void})"
    winner = "CASE WHEN play.id % 20 = 0 THEN 'draw' WHEN play.id % 3 = 0 THEN hidden ELSE open END"
    insert(
        Game,
        {
            "id": "play.id",
            "public_id": "substr(md5('g' || play.id), 1, 12)",
            "ruleset": "play.ruleset",
            "revision": "1",
            "options": """'{"narrated": true}'::jsonb""",
            "terms": "jsonb_build_object('spoilers', 'open', 'pace', 0, 'names', 'alias', 'rated', true, 'season',"
            " coalesce(season.slug, ''), 'fixture', coalesce(number::text, ''))",
            "seed": "md5('s' || play.id)",
            "salt": "md5('t' || play.id)",
            "commitment": "md5('a' || play.id) || md5('b' || play.id)",
            "status": status,
            "winner": f"CASE WHEN {over} THEN {winner} ELSE '' END",
            "rounds": "rounds",
            "hash": f"CASE WHEN {over} THEN md5('c' || play.id) || md5('d' || play.id) ELSE '' END",
            "release": "'0.3.0'",
            "last_seq": "40",
            "created_at": begun,
            "started_at": f"CASE WHEN {due} THEN NULL ELSE {begun} END",
            "finished_at": f"CASE WHEN {over} THEN {begun} + interval '5 minutes' END",
            "due_at": f"CASE WHEN {due} THEN now() + play.id * interval '1 minute' ELSE {begun} END",
        },
        "play JOIN sides USING (ruleset) LEFT JOIN league_season season ON season.id = play.season",
    )
    insert(
        Fixture,
        {
            "season_id": "played.season",
            "number": "played.number",
            "rules_id": "2 * played.season + turn",
            "game_id": "played.game",
            "cast_at": "now()",
            "due_at": "game.due_at",
            "recorded_at": "game.finished_at",
            "book": "coalesce(left(md5(game.options::text), 16), '')",
        },
        "played LEFT JOIN games_game game ON game.id = played.game",
    )
    size = f"CASE WHEN play.season IS NULL THEN {MODELS * PERSONAS} WHEN play.season > {OTHERS} THEN 200 ELSE 40 END"
    insert(
        Seat,
        {
            "game_id": "play.id",
            "number": "n",
            "player_id": f"coalesce(roster.player, 1 + (play.id * 31 + n * 101) % {MODELS * PERSONAS})",
            "alias": "'Alias ' || n",
            "role": "casting.role",
            "team": "casting.team",
            "survived": f"CASE WHEN {over} THEN (play.id + n) % 3 <> 0 END",
            "died_round": f"CASE WHEN {over} AND (play.id + n) % 3 = 0 THEN 1 + n % 2 END",
        },
        "play CROSS JOIN LATERAL generate_series(0, seats - 1) n"
        " JOIN casting ON casting.ruleset = play.ruleset AND casting.seats = play.seats"
        " AND casting.number = (n + play.id) % play.seats"
        f" LEFT JOIN roster ON roster.season = play.season AND roster.number = (play.id * 17 + n) % ({size})",
    )
    paid = f"(coalesce(play.season, 0) = {GRAND} AND model_id % 2 = 0)::int"
    insert(
        Figures,
        {
            "seat_id": "seat.id",
            "table_size": "play.seats",
            "answers": "20 + seat.id % 15",
            "defaults": "(seat.id % 40 = 0)::int",
            "accused": "seat.id % 7",
            "nominated": "seat.id % 2",
            "voted_for": "seat.id % 5",
            "votes_hidden": "seat.id % 3",
            "votes_open": "seat.id % 4",
            "votes_nobody": "seat.id % 2",
            "thoughts": "20",
            "thought_length": "20 * (80 + seat.id % 50)",
            "decisions": "8",
            "foreseen": "seat.id % 8",
            "calls": f"7 * {paid}",
            "input_tokens": f"14000 * {paid}",
            "cached_tokens": f"9000 * {paid}",
            "output_tokens": f"700 * {paid}",
            "reasoning_tokens": f"200 * {paid}",
            "cost": f"0.0123 * {paid}",
        },
        f"games_seat seat JOIN play ON play.id = seat.game_id JOIN personas_player player ON player.id = seat.player_id"
        f" WHERE {over}",
    )


def make_records(games: int) -> None:
    """Events, answers and calls of some of the games, and what was spent."""
    newest = "(SELECT id, started_at, number FROM games_game JOIN play USING (id) WHERE started_at IS NOT NULL"
    insert(
        Event,
        {
            "game_id": "game.id",
            "seq": "e",
            "public_seq": "e",
            "kind": "'said'",
            "round": "1 + e / 12",
            "phase": "'day'",
            "heard_by": "-1",
            "poll": "e",
            "data": f"jsonb_build_object('seat', e % 8, 'words', '{WORDS}')",
            "at": "game.started_at + e * interval '5 seconds'",
        },
        f"{newest} ORDER BY id DESC LIMIT {games // 4}) game, generate_series(1, 40) e",
    )
    insert(
        Answer,
        {
            "game_id": "game.id",
            "poll": "1 + a / 8",
            "seat": "a % 8",
            "kind": "'vote'",
            "digest": "md5(a::text)",
            "answer": "jsonb_build_object('target', (a + 1) % 8)",
            "thought": f"'{WORDS}'",
            "at": "game.started_at + a * interval '5 seconds'",
        },
        f"{newest} ORDER BY id DESC LIMIT {games // 3}) game, generate_series(0, 29) a",
    )
    told = f"c >= {CALLS - 3}"
    insert(
        Call,
        {
            "ident": "substr(md5(game.id || '/' || c), 1, 16)",
            "game_id": "game.id",
            "purpose": f"CASE WHEN {told} THEN 'narration' ELSE 'answer' END",
            "poll": f"CASE WHEN NOT {told} THEN 1 + c / 8 END",
            "seat": f"CASE WHEN NOT {told} THEN c % 8 END",
            "language_model_id": f"2 + 2 * ((game.id + c % 8) % {MODELS // 2})",
            "provider": "'openai'",
            "model": "'listener'",
            "returned_model": "CASE WHEN game.number % 2000 < 1000 THEN 'listener-2026-01' ELSE 'listener-2026-02' END",
            "status": "CASE WHEN (game.id + c) % 500 = 0 THEN 'failed' ELSE 'answered' END",
            "said": f"'{WORDS}'",
            "input_tokens": "2000",
            "cached_tokens": "1200",
            "output_tokens": "100",
            "reasoning_tokens": "30",
            "cost": "0.0017",
            "latency": "2.5",
            "created_at": "game.started_at + c * interval '4 seconds'",
        },
        "(SELECT game.id, game.started_at, play.number FROM games_game game JOIN play USING (id)"
        f" WHERE season = {GRAND}) game, generate_series(0, {CALLS - 1}) c",
    )
    of_game = "games_call call JOIN games_game game ON game.id = call.game_id"
    insert(
        Account,
        {"scope": "'game'", "name": "name", "spent": "spent", "calls": "calls"},
        f"(SELECT public_id AS name, sum(cost) AS spent, count(*) AS calls FROM {of_game} GROUP BY 1) each",
    )
    insert(
        Account,
        {"scope": "'season'", "name": "'grand'", "cap": "5000", "spent": "spent", "calls": "calls"},
        "(SELECT sum(cost) AS spent, count(*) AS calls FROM games_call) each",
    )


def make_results() -> None:
    """Standings, added up from the seats."""
    insert(
        Standing,
        {name: name for name in ("season_id", "ruleset", "player_id", "role", "team", *SUMS)},
        "(SELECT season_id, game.ruleset, player_id, role, team, count(*) AS games,"
        " count(*) FILTER (WHERE winner = team) AS wins, count(*) FILTER (WHERE winner = 'draw') AS draws,"
        " count(*) FILTER (WHERE survived) AS survived, sum(answers) AS answers, sum(defaults) AS defaults"
        " FROM games_seat seat JOIN games_game game ON game.id = seat.game_id"
        " JOIN league_fixture fixture ON fixture.game_id = game.id JOIN league_figures ON seat_id = seat.id"
        " WHERE recorded_at IS NOT NULL GROUP BY 1, 2, 3, 4, 5) each",
    )
    # Where a season is short not all has been dealt that such games deal; it stands there all the same, once.
    insert(
        Standing,
        {name: name for name in ("season_id", "ruleset", "player_id", "role", "team", *SUMS)},
        f"(SELECT DISTINCT {GRAND} AS season_id, rules.ruleset, player AS player_id, role, team, 1 AS games,"
        " player % 2 AS wins, 0 AS draws, player % 2 AS survived, 20 AS answers, 0 AS defaults"
        f" FROM league_seasonrules rules, generate_series(1, {ENOUGH}) g, generate_series(0, 8) n, roster, casting"
        f" WHERE rules.season_id = {GRAND} AND roster.season = {GRAND} AND n < rules.seats"
        " AND roster.number = (g * 17 + n) % 200 AND casting.number = (n + g) % rules.seats"
        " AND casting.ruleset = rules.ruleset AND casting.seats = rules.seats"
        f" AND NOT EXISTS (SELECT 1 FROM league_standing was WHERE was.season_id = {GRAND}"
        " AND was.player_id = player AND was.ruleset = rules.ruleset AND was.role = casting.role)) each",
    )


SUMS: Final = ("games", "wins", "draws", "survived", "answers", "defaults")
