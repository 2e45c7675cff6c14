"""A league of an earlier release goes on under this one: nothing that was stored is lost, changed or told otherwise.

What a later release adds to what was stored is named here, with what it says of games that were stored without it.
"""

import json
import threading
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, Final

import pytest
from django.contrib import admin
from django.db import DatabaseError, connection, connections, transaction
from django.db.models import QuerySet
from django.http import HttpResponseBase, StreamingHttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone
from jsonschema import Draft202012Validator

from games.engine.rulesets import all_rulesets
from games.gateway.players import answerer_at
from games.hosting.verbs import replay_game, resume_game
from games.ledger.calls import call_lines
from games.ledger.logs import game_log
from games.ledger.replay import play_again
from games.ledger.rows import recorded_game
from games.ledger.schemas import SCHEMAS, schema_named
from games.loopback.process import Provider
from games.models import Account, Call, Game, Seat
from league.access.acts import COMMAND_LINE, recorded
from league.boards.verbs import VERBS as OF_BOARDS
from league.models import Act, Addressee, AskingSum, LatencySum, Season, Series, User
from league.results.bills import bill_season_again
from league.results.standings import recompute
from league.seasons.lifecycle.pausing import pause_season, resume_season
from league.seasons.lifecycle.starting import start_season
from league.seasons.lifecycle.updating import update_season
from league.seasons.playing.running import run_season
from personas.memory import current
from personas.models import LanguageModel, MemoryRevision, Persona, Player, SheetVersion
from personas.roster import approve_personas
from personas.versions import asked_now, sheet_at
from tests.databases import at_url, default_database, sqlite
from tests.migrating.conftest import Migrated
from tests.migrating.loading import Record
from tests.patience import at_most
from tests.schemas import schema

pytestmark = [pytest.mark.long(90), pytest.mark.timeout(at_most(600))]

# What logs have come to say since, by the place where it stands: what they say of games from before it. What of a cost
# is sure they say, too.
SINCE_IN_LOGS: Final[dict[str, Any]] = {"claims": []}  # nobody was asked
SINCE_IN_ANSWERS: Final = ("tries", "refused")  # what was kept of each, and not told
SINCE_IN_CALLS: Final[dict[str, Any]] = {"cache_written_tokens": 0}  # not recorded
# Not recorded.
SINCE_IN_SEATS: Final[dict[str, Any]] = {
    **dict.fromkeys(("strategy_level", "is_aware", "sheet_version")),
    "asked": [],
    "answered": [],
}
COUNTED: Final = ("games", "wins", "draws", "survived", "answers", "defaults")
# What the database itself refuses of the record of acts.
CHANGES: dict[str, Callable[[], object]] = {
    "update": lambda: Act.objects.update(who="somebody else"),
    "delete": lambda: Act.objects.all().delete(),
    "sql": lambda: connection.cursor().execute("DELETE FROM league_act WHERE id > 0"),
}


def status_of(record: Record, *among: str) -> list[Game]:
    wanted = [row["public_id"] for row in record.rows("games.game") if row["status"] in among]
    return list(Game.objects.filter(public_id__in=wanted).order_by("pk"))


# --- what was --------------------------------------------------------------------------------------------------------


def test_every_row_is_still_there(before: Record) -> None:
    assert {season.slug: season.status for season in Season.objects.all()} == before.about["seasons"]
    for label, of_today in (("games.game", Game), ("personas.player", Player), ("personas.persona", Persona)):
        assert of_today.objects.count() == len(before.rows(label))
    for row in before.rows("games.game"):
        game = Game.objects.get(pk=row["id"])
        assert (game.status, game.seed, game.salt, game.hash) == (row["status"], row["seed"], row["salt"], row["hash"])
        assert (game.terms, game.options, game.waiting) == (row["terms"], row["options"], row["waiting"])


# What one step after the other and all at once say in other words: a name that PostgreSQL makes for a constraint, and a
# list whose column was shorter when its check was made.
SAID_OTHERWISE: Final = {
    "games_call_ident_6711fabc_uniq": "games_call_ident_key",
    "ARRAY[('house'::character varying)::text, ('uniform'::character varying)::text]": (
        "(ARRAY['house'::character varying, 'uniform'::character varying])::text[]"
    ),
}


@pytest.fixture
def of_today(migrated: Migrated, request: pytest.FixtureRequest) -> dict[str, list[str]]:
    """The tables of a league that is made today, in a database of the same kind."""
    if migrated.server is None:
        made = sqlite(request.getfixturevalue("tables"))
    else:
        made = at_url(request.getfixturevalue("postgresql_database"))
    with request.getfixturevalue("django_db_blocker").unblock(), default_database(**made):
        return schema()


def test_the_tables_are_those_of_a_league_that_is_made_today(of_today: dict[str, list[str]], before: Record) -> None:
    found = json.dumps(schema())
    for old, new in SAID_OTHERWISE.items():
        found = found.replace(old, new)
    tables = {name: sorted(parts) for name, parts in json.loads(found).items()}
    assert set(tables) == set(of_today) > {"games_game", "league_season", "personas_player"}
    assert {name: parts for name, parts in tables.items() if parts != of_today[name]} == {}


def test_it_is_known_which_games_that_are_not_over_ask_models(before: Record) -> None:
    unfinished = Game.objects.exclude(status__in=Game.OVER)
    asking = {seat.game_id for seat in Seat.objects.exclude(player__model__provider__in=LanguageModel.OFFLINE)}
    known = set(unfinished.filter(has_voices=True).values_list("pk", flat=True))
    assert known == asking & set(unfinished.values_list("pk", flat=True)) != set()
    assert known < set(unfinished.values_list("pk", flat=True)), "those of the house begin as ever"


def test_a_finished_game_s_log_is_the_same_bytes_but_for_what_logs_say_since(before: Record) -> None:
    finished = status_of(before, "finished")
    assert {game.public_id for game in finished} == set(before.logs)
    for game in finished:
        log = json.loads(json.dumps(game_log(recorded_game(game), "analysis"), ensure_ascii=False))
        for name, said in SINCE_IN_LOGS.items():
            assert log.pop(name) == said
        said_by_models = game.narrations.exclude(text="").order_by("after").values("after", "text", "author")
        kept = [each for each in log.pop("narrations") if each["author"] != "template"]  # whose summary is told since
        assert kept == list(said_by_models), "it was kept, and not told"
        for seat in log["seats"]:
            for name, said in SINCE_IN_SEATS.items():
                assert seat.pop(name) == said
        tries = {(row.poll, row.seat): row.tries for row in game.answers.all()}
        for row in log["journal"]:
            assert row["tries"] == tries[row["poll"], row["seat"]]
            for name in SINCE_IN_ANSWERS:
                row.pop(name, None)
        used = [log["calls"], *(row["used"] for row in log["journal"] if "used" in row)]
        assert len(used) > 1 or not log["calls"]["calls"]
        for name, said in SINCE_IN_CALLS.items():
            assert [each.pop(name) for each in used] == [said] * len(used)
        assert [each.pop("sure") for each in used] == [each["cost"] for each in used]
        assert log == json.loads(before.logs[game.public_id])
        if connection.vendor == "sqlite":  # PostgreSQL keeps objects by their names' length: as many bytes, elsewhere
            assert json.dumps(log, ensure_ascii=False) == before.logs[game.public_id]


def test_every_game_is_played_again_identical(before: Record) -> None:
    begun = [game for game in status_of(before, "finished", "running", "paused") if game.last_seq]
    assert {game.status for game in begun} == {"finished", "running", "paused"}
    for game in begun:
        report = replay_game(game=game)
        assert (report.is_identical, report.hash) == (True, game.hash or None), report.message
        assert report.events == game.last_seq
    for text in before.logs.values():
        log = json.loads(text)
        assert play_again(log).winner == log["winner"]


def test_the_standings_are_what_they_were_and_what_the_games_say(before: Record) -> None:
    def summed(rows: list[dict[str, Any]]) -> dict[tuple[Any, ...], list[int]]:
        sums: dict[tuple[Any, ...], list[int]] = {}
        for row in rows:
            key = (row["season_id"], row["ruleset"], row["player_id"], row["role"], row["team"])
            sums[key] = [was + row[name] for was, name in zip(sums.get(key, [0] * 6), COUNTED, strict=True)]
        return sums

    stored = summed(before.rows("league.standing"))
    assert stored
    for season in Season.objects.all():
        assert recompute(season=season) == []
        mine = {key: sums for key, sums in stored.items() if key[0] == season.pk}
        columns = ("season_id", "ruleset", "player_id", "role", "team", *COUNTED)
        assert summed(list(season.standings.values(*columns))) == mine


def test_who_remembered_remembers_and_a_token_opens_what_it_did(before: Record) -> None:
    for row in before.rows("personas.memoryrevision"):
        revision = Player.objects.get(pk=row["player_id"]).memory.get(number=row["number"])
        assert (revision.learned, revision.author) == (row["learned"], row["author"])
    remembering = Player.objects.filter(memory__isnull=False).first()
    assert remembering is not None
    assert current(remembering) is not None
    (live,) = [game for game in status_of(before, "running") if game.terms["spoilers"] == "delayed"]
    url = f"/api/v1/games/{live.public_id}/events/?lens=glass&page_size=500"
    bearer = {"HTTP_AUTHORIZATION": f"Bearer {before.about['token']}"}
    assert len(Client().get(url, **bearer).json()["results"]) == live.last_seq  # type: ignore[arg-type]  # headers


def test_seats_of_before_keep_what_their_players_were_at_the_migration_and_say_it_was_not_recorded(
    before: Record,
) -> None:
    levels = {row["id"]: row["strategy_level"] for row in before.rows("personas.player")}
    seats = Seat.objects.select_related("player__model")
    assert {seat.strategy_level for seat in seats} == {"none", "basic", "intermediate", "advanced"}
    for seat in seats:
        is_house = seat.player.model.provider == "house"
        assert seat.strategy_level == ("advanced" if is_house else levels[seat.player_id])
    assert {(seat.level_then, seat.sheet_then) for seat in seats} == {(None, None)}
    for row in before.rows("personas.persona"):
        persona = Persona.objects.get(pk=row["id"])
        assert [(each.number, each.sheet) for each in persona.versions.all()] == [(1, row["sheet"])]
        assert (persona.version, sheet_at(persona=persona, number=0)) == (1, row["sheet"])


@pytest.mark.slow_on("postgresql")
def test_the_house_plays_on_as_it_always_did_whatever_level_it_was_said_to_have(before: Record) -> None:
    levels = {row["id"]: row["strategy_level"] for row in before.rows("personas.player")}
    of_the_house = Player.objects.filter(model__provider="house")
    assert {levels[player.pk] for player in of_the_house} == {"none", "basic", "intermediate", "advanced"}
    assert {player.strategy_level for player in of_the_house} == {"advanced"}
    for player in Player.objects.exclude(model__provider="house"):
        assert player.strategy_level == levels[player.pk]
    unfinished = Seat.objects.filter(player__in=of_the_house).exclude(game__status__in=Game.OVER)
    assert {seat.game.status for seat in unfinished.select_related("game")} >= {"running", "paused"}
    assert {house.level.name for house in map(answerer_at, unfinished)} == {"advanced"}


def test_who_could_be_invited_is_approved_as_it_is_and_who_could_not_is_retired(before: Record) -> None:
    rows = {row["id"]: row["is_active"] for row in before.rows("personas.persona")}
    assert set(rows.values()) == {True, False}
    for persona in Persona.objects.all():
        assert persona.status == ("approved" if rows[persona.pk] else "retired")
        assert (persona.decided_by, persona.decided_at is not None) == ("the league", True)
    approve_personas(personas=Persona.objects.all(), by="ada")
    assert {each.pk for each in Persona.objects.filter(status="retired")} == {
        pk for pk, is_active in rows.items() if not is_active
    }, "those of one game are nobody else's"


# --- what goes on ----------------------------------------------------------------------------------------------------


@pytest.mark.slow_on("postgresql")  # tests of both play there; what is migrated is the same rows
def test_games_and_seasons_go_on_to_their_end(before: Record, at: Provider) -> None:
    move_models(at)
    (held,) = status_of(before, "paused")
    resume_game(game=held)
    now = timezone.now()
    resume_season(season=Season.objects.get(slug="winter"), now=now)
    Season.objects.filter(slug__in=("advent", "lent")).update(games_planned=1)
    for slug in ("advent", "lent"):
        start_season(season=Season.objects.get(slug=slug), now=now, unprobed="a provider of this machine")
    Season.objects.update(pace=0)  # games that have begun keep theirs
    Season.objects.filter(slug="lent").update(narrator_model=None)
    for season in Season.objects.filter(status__in=("running", "paused")):
        update_season(season=season)
    begun = status_of(before, "running", "paused")
    journals = {game: list(game.answers.order_by("poll", "seat").values()) for game in begun}

    for slug in ("winter", "summer", "autumn", "advent", "lent"):
        stand = run_season(season=Season.objects.get(slug=slug), stopping=threading.Event(), tell=lambda _: None)
        assert stand.status == "finished", (slug, stand)

    assert set(Season.objects.values_list("status", flat=True)) == {"finished"}
    for game, journal in journals.items():
        game.refresh_from_db()
        assert game.status == "finished"
        assert [row for row in game.answers.order_by("poll", "seat").values() if row in journal] == journal
        assert game.answers.count() > len(journal)
    for game in Game.objects.filter(status="finished"):
        report = replay_game(game=game)
        assert (report.is_identical, report.hash) == (True, game.hash), report.message
    assert all(recompute(season=season) == [] for season in Season.objects.all())


def test_who_plays_and_how_models_are_asked_is_pinned_as_it_was_when_this_release_came(before: Record) -> None:
    unfinished = Seat.objects.exclude(game__status__in=Game.OVER).select_related("player__model", "model_version")
    assert {seat.player.model.provider for seat in unfinished} > {"house"}
    for seat in unfinished:
        assert seat.model_version is not None
        assert (seat.model_version.number, seat.model_version.asked) == (1, asked_now(seat.player.model))
    assert not Seat.objects.filter(game__status__in=Game.OVER, model_version__isnull=False).exists()
    under_way = Season.objects.filter(status__in=("running", "paused"))
    assert under_way.count() > 1
    for season in Season.objects.all():
        places = season.roster.select_related("player__persona", "player__model", "model_version")
        pinned = {(place.sheet_version, place.strategy_level, place.model_version) for place in places}
        if season not in under_way:
            assert pinned == {(0, "", None)}
            continue
        for place in places:
            assert (place.sheet_version, place.strategy_level) == (1, place.player.strategy_level)
            assert (place.is_aware, place.player.is_aware) == (False, False)
            assert place.model_version.asked == asked_now(place.player.model)


def move_models(provider: Provider) -> None:
    """Their provider has moved: whoever operates the league has written its new address into the rows."""
    for model in LanguageModel.objects.filter(provider__in=("openai", "anthropic")):
        model.base_url = provider.openai_url if model.provider == "openai" else provider.anthropic_url
        model.save()


# --- what is shown ---------------------------------------------------------------------------------------------------

# What stands in the place of an address's part, by its name and, where it means several things, by what comes before.
PARTS: Final[dict[str, Any]] = {
    "public_id": lambda: one_of_each(Game.objects.values_list("status", "ruleset", "public_id")),
    "player_id": lambda: one_of_each(players()),
    "seasons/slug": lambda: list(Season.objects.values_list("slug", flat=True)),
    "series/slug": lambda: list(Series.objects.values_list("slug", flat=True)),  # none yet
    "personas/slug": lambda: one_of_each(Persona.objects.values_list("source", "slug")),
    "faces/slug": lambda: one_of_each(Persona.objects.values_list("source", "slug")),
    "models/slug": lambda: list(LanguageModel.objects.values_list("slug", flat=True)),
    "schemas/name": lambda: list(SCHEMAS),
    "rules/slug": lambda: list(all_rulesets()),
    "rulesets/slug": lambda: list(all_rulesets()),
    "alerts/slug": lambda: list(Addressee.objects.values_list("slug", flat=True)),  # none yet
    "addressees/slug": lambda: list(Addressee.objects.values_list("slug", flat=True)),
    "tokens/beginning": list,  # of who asks
}
POSTED: Final = {
    *("write-personas", "clone-season", "start-season", "pause-season", "resume-season", "logout", "memory-restoring"),
    *("personas-import", "persona-approving", "persona-retiring", "version-restoring"),
    *("players-together", "player-retiring", "player-restoring", "model-activating", "model-deactivating"),
    *("edit-season", "delete-season"),  # of drafts; from what has begun they lead to its page
    *("announce-season", "withdraw-season", "finish-season", "cancel-season", "refold-season", "change-roster"),
    *("update-season", "season-update"),
    *("season-announce", "season-withdraw", "season-start", "season-pause", "season-resume", "season-finish"),
    *("season-cancel", "season-refold", "season-roster"),
    *("pause-game", "resume-game", "step-game", "void-game", "replay-game", "substitute-game"),
    *("game-pause", "game-resume", "game-step", "game-void", "game-replay", "game-substitute"),
    *("pause-series", "resume-series", "end-series", "delete-series"),
    *(
        "prune-season",
        "season-clone",
        "season-twin",
        "season-prune",
        "season-estimate",
        "plan-estimate",
        "model-probing",
        "token-by-api",
        "addressee-trial",
    ),
    *(f"{of}-{verb}" for of in ("board", "season-board") for verb in OF_BOARDS),
    *(f"{of}-{verb}" for of in ("budget", "kill-switch") for verb in ("stop", "allow")),
    *("words-approving", "words-deleting", "lesson-dropping", "undoing-learning", "briefings"),
}
ELSEWHERE: Final = ("admin/", "api/v1/^", "^api/")
LENSES: Final = ("audience", "glass", "seat:0")
AT_A_TURN: Final = 3  # of what an address can be filled with; all of it with `--slow`


def one_of_each(rows: Iterable[tuple[Any, ...]]) -> list[str]:
    """The last column of one row of each kind; the columns before it say the kind."""
    return list({tuple(columns): name for *columns, name in rows}.values())


def players() -> QuerySet[Any, tuple[Any, ...]]:
    """The players by protocol, by level and by whether they remember."""
    return Player.objects.order_by("pk").values_list("model__provider", "strategy_level", "memory", "player_id")


def addresses(patterns: list[Any], before: str = "") -> list[list[str]]:
    """Every address of pages and API, each with all that its part can be filled with."""
    found: list[list[str]] = []
    for pattern in patterns:
        route = f"{before}{pattern.pattern}"
        if route.startswith(ELSEWHERE):
            continue
        if isinstance(pattern, URLResolver):
            found += addresses(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern) and pattern.name not in POSTED:
            found.append(filled(route, list(pattern.pattern.converters)))
    return found


def filled(route: str, parts: list[str]) -> list[str]:
    if not parts:
        return [f"/{route}"]
    if parts[1:] == ["number"]:  # a revision of a player's memory, or a version of a persona's sheet
        revisions = MemoryRevision.objects.order_by("pk").values_list("player__player_id", "number")
        versions = SheetVersion.objects.order_by("pk").values_list("persona__slug", "number")
        named = f"<slug:{parts[0]}>", "<int:number>"
        rows = revisions if parts[0] == "player_id" else versions
        return [f"/{route.replace(named[0], who).replace(named[1], str(number))}" for who, number in rows]
    if parts == ["scope", "name"]:
        accounts = one_of_each((scope, (scope, name)) for scope, name in Account.objects.values_list("scope", "name"))
        return [f"/{route.split('<')[0]}{scope}/{name}/" for scope, name in accounts]
    (part,) = parts
    folder, _, rest = route.partition(f"<slug:{part}>")
    kind = folder.rstrip("/").rpartition("/")[2]
    values = PARTS.get(part) or PARTS[f"{kind}/{part}"]
    return [f"/{folder}{value}{rest}" for value in values()]


def by_turns(found: list[list[str]]) -> list[str]:
    """Of each address a few, so that all that it can be filled with has its turn at one or another."""
    return [
        each
        for number, filled_in in enumerate(found)
        for place, each in enumerate(filled_in)
        if (place - number) % max(1, len(filled_in) // AT_A_TURN) == 0
    ]


def asked(address: str) -> list[str]:
    """An address with what it may be asked."""
    if address.endswith("/events/") or (address.startswith("/games/") and address != "/games/"):
        return [f"{address}?lens={lens}" for lens in LENSES]
    if address in ("/stats/", "/leaderboard/", "/api/v1/stats/", "/api/v1/leaderboard/"):
        by = ("ruleset", "size", "role") if "stats" in address else ("player",)
        return [f"{address}?by={each}" for each in (*by, "model", "persona", "level")]
    if address.endswith("/briefing/"):
        return [f"{address}?ruleset=town-mafia&role={role}" for role in ("sheriff", "mafioso")]
    return [address]


def read(response: HttpResponseBase) -> HttpResponseBase:
    """An answer that was read to its end: of a long one no other is begun meanwhile."""
    if isinstance(response, StreamingHttpResponse):
        b"".join(response)  # type: ignore[arg-type]  # told in a thread, not asynchronously
    return response


@pytest.mark.slow_on("sqlite")  # where every other test of a page asks; PostgreSQL takes less
def test_every_page_and_every_address_of_the_api_answers(before: Record, *, whole: bool) -> None:
    client = Client()
    client.force_login(User.objects.get(username="ada"))
    there = addresses(get_resolver().url_patterns)
    found = [each for address in (chain.from_iterable(there) if whole else by_turns(there)) for each in asked(address)]
    answers = {each: read(client.get(each)).status_code for each in found}
    assert answers.pop("/favicon.ico") == 302, "it leads to the icon"
    too_early = {f"/api/v1/games/{game.public_id}/calls/" for game in Game.objects.exclude(status__in=Game.OVER)}
    assert {each for each, status in answers.items() if status != 200} == too_early & set(found)
    assert {answers[each] for each in too_early & set(found)} == {409}
    assert len(found) > 150


def test_every_list_and_every_row_of_the_admin_answers(before: Record) -> None:
    client = Client()
    client.force_login(User.objects.get(username="ada"))
    assert client.get("/admin/").status_code == 200
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        assert client.get(reverse(f"{name}_changelist"), follow=True).status_code == 200, name
        newest = model._default_manager.order_by("-pk").first()
        if newest is not None:
            assert client.get(reverse(f"{name}_change", args=[newest.pk])).status_code == 200, name


def test_calls_of_before_are_told_in_lines_of_today_and_counted_for_their_models(before: Record) -> None:
    line_of_today = Draft202012Validator(schema_named("calls-1"))
    told = [line for game in Game.objects.filter(status__in=Game.OVER) for line in call_lines(game)]
    for line in told:
        line_of_today.validate(json.loads(json.dumps(line)))
    calls = [line["call"] for line in told if "call" in line]
    assert any(call["prompt"] for call in calls), "their words were kept"
    assert {call["thinking"] for call in calls} == {None}, "it was not recorded"
    billed = Call.objects.filter(billed=True, purpose="answer", game__status="finished")
    assert sum(row.calls for row in AskingSum.objects.filter(season="")) == billed.count() > 0
    answered = billed.filter(status="answered").count()
    assert sum(row.calls for row in LatencySum.objects.filter(season="")) == answered
    for season in Season.objects.all():
        assert not bill_season_again(season=season)


# --- what is added since ---------------------------------------------------------------------------------------------


def test_acts_of_a_league_of_before_are_added_and_never_changed(before: Record) -> None:
    assert not Act.objects.exists()
    season = Season.objects.filter(status="running").order_by("pk")[0]
    with recorded(by=COMMAND_LINE, verb="pause", rows=[season, Season.objects.all()], reason="a look"):
        pause_season(season=season)
    (act,) = Act.objects.values()
    assert (act["name"], act["before"]["status"], act["after"]["status"]) == (season.slug, "running", "paused")

    for change in CHANGES.values():
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()
    assert list(Act.objects.values()) == [act]
    connections.close_all()
