"""Personas that models write anew before each game: a game ahead, a place once, and rated by the model alone.

(Long, because a game is cast in many ways and all of them want the same season at the same provider.)
"""

import json
import os
import re
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from games.billing.kill_switch import allow_calls, stop_calls
from games.billing.money import set_cap
from games.engine.rulesets import all_rulesets
from games.gateway.errands import generate_persona
from games.hosting.keeping import _this_machine
from games.hosting.verbs import void_game
from games.loopback.process import Provider
from games.models import Account, Call, CallRecord, Game, Narration
from league.models import Fixture, Season
from league.queries.results import season_table
from league.results.standings import recompute
from league.seasons.casting.for_games import claim_cast, write_next_cast
from league.seasons.lifecycle.pausing import pause_season, resume_season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.playing.keeping import cast_next_game
from league.seasons.playing.running import run_season, stand_of
from league.seasons.schedule.fixtures import open_due_fixtures
from personas.models import Persona, Player
from personas.roster import ensure_roster
from personas.sheet import load
from tests.factories import make_model, make_player, make_running_season, make_standing
from tests.games.rule_books import is_shipped, seats_about
from tests.games.stage import database_url, until
from tests.games.voices import ANTHROPIC, OPENAI, model_at, voices
from tests.league.terminal.test_season_commands import refused, said

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long(40)]
NEVER = threading.Event()


class AfterOne(threading.Event):
    """Says that it is time to stop, from the second time on that it is asked."""

    def is_set(self) -> bool:
        was = super().is_set()
        self.set()
        return was


def season_at(provider: Provider, *names: str, models: int = 2, start: bool = True, **fields: Any) -> Season:
    """A running season of eight: so many places on models that write, the others of the house."""
    players = [*voices(provider, *(names or (OPENAI,)), seats=models), *ensure_roster()[models:8]]
    given = {"slug": "spring", "name": "Spring", "rules": [Rules("town-mafia", 8)], "games": 2, "pace": 0}
    season = create_season(**given | {"players": players, "persona_source": "game"} | fields)  # type: ignore[arg-type]
    return start_season(season=season, now=timezone.now(), unprobed="a trial") if start else season


def cast(season: Season, now: datetime | None = None) -> int | None:
    """The number of the fixture that was cast, if one was."""
    fixture = write_next_cast(now=now or timezone.now(), stopping=NEVER, season=season)
    return fixture.number if fixture else None


def first(season: Season) -> Fixture:
    return season.fixtures.get(number=1)


def sitting(fixture: Fixture) -> list[Player]:
    """Who sits there, by seat."""
    players = Player.objects.select_related("persona", "model").in_bulk(fixture.seating)
    return [players[key] for key in fixture.seating or ()]


def written(fixture: Fixture) -> list[Player]:
    """Those for whom a model has written."""
    return [player for player in sitting(fixture) if player.persona.written_for]


def asked() -> int:
    return Call.objects.filter(purpose="persona").count()


# --- a whole season --------------------------------------------------------------------------------------------------


def test_each_game_is_played_by_personas_of_its_own(at: Provider, settings: Settings) -> None:
    settings.LEAGUE_KEEP_CALLS = 30
    bill = at.cost()
    season = season_at(at, OPENAI, ANTHROPIC, names="persona")
    roster = set(season.roster.values_list("player__player_id", flat=True))

    stand = run_season(season=season, stopping=NEVER, tell=lambda stand: None)

    assert (stand.status, stand.played, stand.casting, stand.waiting) == ("finished", 2, (), "")
    fixtures = list(season.fixtures.order_by("number"))
    for fixture in fixtures:
        own = written(fixture)
        assert sorted(player.model.slug for player in own) == [ANTHROPIC, OPENAI]
        assert {player.persona.written_for for player in own} == {f"spring/{fixture.number}/{n}" for n in (0, 1)}
        assert not any(player.persona.is_active for player in own)
        assert len({player.persona.name.casefold() for player in sitting(fixture)}) == 8
        assert all(load(player.persona.sheet).name == player.persona.name for player in own)
        assert len(roster.intersection(player.player_id for player in sitting(fixture))) == 6
        game = fixture.game
        assert game is not None
        assert fixture.cast_at is not None
        assert fixture.cast_at <= game.created_at
        assert [seat.player for seat in game.seats.order_by("number")] == sitting(fixture)
    assert Persona.objects.exclude(written_for="").count() == 4
    spent = sum(Call.objects.values_list("cost", flat=True), Decimal(0))
    assert Account.objects.get(scope="season", name="spring").spent == spent == at.cost() - bill
    assert recompute(season=season) == []


def test_what_a_model_is_asked_before_a_game_names_neither_game_nor_role(at: Provider, settings: Settings) -> None:
    settings.LEAGUE_KEEP_CALLS = 30
    season = season_at(at, name="The Harvest Cup", slug="harvest-cup")
    assert cast(season) == 1
    asked = [record.request.lower() for record in CallRecord.objects.filter(call__purpose="persona")]
    assert len(asked) >= 2
    told = " ".join(asked)
    assert "social deduction game" in told
    assert "harvest" not in told
    for rules in filter(is_shipped, all_rulesets().values()):
        names = [*rules.slug.split("-"), *(role.name for role in rules.roles), *(role.team for role in rules.roles)]
        assert [name for name in names if name in re.findall(r"\w+", told)] == []


def test_what_a_model_is_asked_before_a_game_is_the_same_whatever_is_played(at: Provider, settings: Settings) -> None:
    settings.LEAGUE_KEEP_CALLS = 30
    writer, roster = voices(at, OPENAI, seats=1)[0], ensure_roster()
    told = {}
    for slug, rules in all_rulesets().items():
        seats = seats_about(rules, 8)
        playing = {"rules": [Rules(slug, seats)], "players": [writer, *roster[1:seats]]}
        season = season_at(at, models=1, slug=slug, name=rules.title, **playing)
        CallRecord.objects.all().delete()
        assert cast(season) == 1
        record = CallRecord.objects.get(call__purpose="persona")
        told[slug] = re.sub(r"names are taken: \[.*?\]", "", record.request)
    assert len(told) > 4
    assert set(told.values()) == {told["town-mafia"]}
    assert "names are taken" not in told["town-mafia"]


def test_a_season_of_the_house_alone_waits_for_nobody() -> None:
    players = ensure_roster()[:8]
    rules = [Rules("town-mafia", 8)]
    season = create_season(
        slug="spring", name="Spring", rules=rules, games=2, players=players, pace=0, persona_source="game"
    )
    start_season(season=season, now=timezone.now())
    assert len(open_due_fixtures(now=timezone.now(), season=season).games) == 2


def test_a_narrator_that_is_a_model_tells_a_season_that_is_run_here(at: Provider) -> None:
    season = season_at(at, models=1, persona_source="roster", narrator=OPENAI, games=1)
    run_season(season=season, stopping=NEVER, tell=lambda stand: None)
    assert Narration.objects.filter(author=OPENAI, game__fixture__season=season).exists()


# --- ahead, and in order ---------------------------------------------------------------------------------------------


def test_where_one_game_follows_another_the_next_is_cast_while_one_is_played_and_no_other(at: Provider) -> None:
    season = season_at(at, games=3, interval=10)
    assert open_due_fixtures(now=timezone.now(), season=season).games == []

    assert cast(season) == 1
    (game,) = open_due_fixtures(now=timezone.now(), season=season).games
    assert [cast(season), cast(season)] == [2, None]
    assert open_due_fixtures(now=timezone.now(), season=season).games == []
    void_game(game=game)
    assert [game.terms["fixture"] for game in open_due_fixtures(now=timezone.now(), season=season).games] == ["1"]


def test_a_game_that_waits_for_its_cast_holds_up_only_those_that_follow_it(at: Provider) -> None:
    season = season_at(at)
    held = claim_cast(fixture=first(season), now=timezone.now())
    assert held is not None
    assert cast(season) == 2
    assert [game.terms["fixture"] for game in open_due_fixtures(now=timezone.now(), season=season).games] == ["2"]

    follows = season_at(at, slug="summer", interval=10)
    held = claim_cast(fixture=first(follows), now=timezone.now())
    assert held is not None
    assert cast(follows) == 2
    assert open_due_fixtures(now=timezone.now(), season=follows).games == []


def test_beside_the_hosts_a_process_writes_for_one_game_at_a_time_and_opens_it(at: Provider) -> None:
    season = season_at(at)
    at.control(latency=0.2)

    def beat(_: int) -> bool:
        try:
            return cast_next_game(now=timezone.now(), stopping=NEVER)
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as workers:
        assert sorted(workers.map(beat, range(3))) == [False, False, True]
    assert [fixture.number for fixture in season.fixtures.filter(game__isnull=False)] == [1]
    assert cast_next_game(now=timezone.now(), stopping=NEVER)
    assert not cast_next_game(now=timezone.now(), stopping=NEVER)
    assert season.fixtures.filter(game__isnull=False).count() == 2


def test_the_next_attempt_at_a_game_is_played_by_the_same_cast(at: Provider) -> None:
    season = season_at(at, games=1)
    cast(season)
    (game,) = open_due_fixtures(now=timezone.now(), season=season).games
    before = sitting(first(season))
    void_game(game=game)

    (again,) = open_due_fixtures(now=timezone.now(), season=season).games

    fixture = first(season)
    assert (fixture.attempt, fixture.game) == (2, again)
    assert {player.pk for player in sitting(fixture)} == {player.pk for player in before}
    assert Persona.objects.exclude(written_for="").count() == 2


# --- killed, doubled -------------------------------------------------------------------------------------------------


def test_between_two_places_it_stops_when_it_is_to_and_goes_on_from_there(at: Provider) -> None:
    season = season_at(at, games=1)
    assert write_next_cast(now=timezone.now(), stopping=AfterOne(), season=season) is None
    fixture = first(season)
    (kept,) = written(fixture)
    assert (fixture.cast_at, fixture.cast_by, fixture.cast_due_at) == (None, "", None)
    assert open_due_fixtures(now=timezone.now(), season=season).games == []

    assert cast(season) == 1

    assert len(written(first(season))) == 2
    assert kept in written(first(season))
    assert Persona.objects.exclude(written_for="").count() == 2


def test_a_persona_that_was_stored_before_a_worker_was_killed_is_not_asked_for_again(at: Provider) -> None:
    season = season_at(at, games=1)
    stored = generate_persona(model=model_at(at), written_for="spring/1/0")
    ended = subprocess.Popen(["true"])
    ended.wait()
    gone = f"{_this_machine()}:{ended.pid}:1"
    later = timezone.now() + timedelta(hours=1)
    Fixture.objects.update(cast_by=gone, cast_due_at=later)

    assert cast(season) == 1

    assert stored in written(first(season))
    assert Persona.objects.exclude(written_for="").count() == 2
    assert Call.objects.filter(purpose="persona", fault="").count() == 2  # one of them before


def test_a_process_that_is_killed_loses_one_call_at_most_and_nobody_waits_for_it(
    at: Provider, settings: Settings, tmp_path: Path
) -> None:
    season = season_at(at, games=1)
    at.control(latency=1.0)
    given = {
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "league.settings",
        "LEAGUE_BASE_URLS": ",".join(settings.LEAGUE_BASE_URLS),
        "LEAGUE_DATA_DIR": str(tmp_path),
        "LEAGUE_SETUP": "0",
    }
    command = [sys.executable, "manage.py", "season", "spring", "run"]
    process = subprocess.Popen(command, env=os.environ | given, cwd=settings.BASE_DIR, stderr=subprocess.DEVNULL)
    try:
        until(lambda: written(first(season)))
    finally:
        process.kill()
        process.wait()
    (kept,) = written(first(season))
    assert first(season).cast_by
    at.control(latency=0.0)

    assert cast(season) == 1

    assert kept in written(first(season))
    assert Persona.objects.exclude(written_for="").count() == 2
    assert Call.objects.filter(purpose="persona", fault="").count() in (2, 3)


def test_a_writer_on_another_machine_is_not_taken_for_dead_before_its_claim_lapses(at: Provider) -> None:
    season = season_at(at, games=1)
    lapses = timezone.now() + timedelta(minutes=5)
    Fixture.objects.update(cast_by="elsewhere:1:1", cast_due_at=lapses)
    assert stand_of(season).casting == (1,)
    assert "personas are being written for: game 1" in said("season", "spring", "status")
    assert cast(season) is None
    assert asked() == 0
    assert cast(season, lapses) == 1


def test_of_two_workers_one_writes_for_a_game(at: Provider) -> None:
    season = season_at(at, games=1)
    together = threading.Barrier(2)

    def work(_: int) -> int | None:
        try:
            together.wait()
            return cast(season)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as workers:
        found = list(workers.map(work, range(2)))

    assert sorted(found, key=str) == [1, None]
    assert Call.objects.filter(purpose="persona", fault="").count() == 2
    assert Persona.objects.exclude(written_for="").count() == 2


def test_whoever_was_thought_dead_writes_nothing_more(at: Provider) -> None:
    season = season_at(at, games=1)
    zombie = claim_cast(fixture=first(season), now=timezone.now())
    assert zombie is not None
    successor = claim_cast(fixture=first(season), now=zombie.until + timedelta(seconds=1))
    assert successor is not None
    assert not zombie.update(seating=[])
    assert not zombie.end(cast_at=timezone.now())
    assert claim_cast(fixture=zombie.fixture, now=successor.until) is None
    assert successor.end(cast_at=timezone.now())
    assert claim_cast(fixture=first(season), now=timezone.now()) is None


# --- what goes wrong -------------------------------------------------------------------------------------------------


def test_a_provider_that_is_down_makes_the_game_wait_longer_each_time_and_says_why(
    at: Provider, client: Client
) -> None:
    season = season_at(at, games=1)
    at.control(outage=True)
    now = timezone.now()

    assert cast(season) is None

    fixture = first(season)
    assert re.fullmatch(rf"{OPENAI}: .*503.*, next try \d\d:\d\d UTC", fixture.cast_waiting)
    assert (fixture.cast_failures, fixture.cast_by) == (1, "")
    assert stand_of(season).waiting == f"game 1: {fixture.cast_waiting}"
    assert "Game 1 is held up: " in client.get("/seasons/spring/").content.decode()
    (told,) = client.get("/api/v1/seasons/spring/fixtures/").json()["results"]
    assert (told["cast_at"], told["waiting"], told["players"]) == (None, fixture.cast_waiting, None)
    calls = asked()
    assert (cast(season, now), asked()) == (None, calls)
    assert cast(season, now + timedelta(seconds=40)) is None
    fixture = first(season)
    assert fixture.cast_failures == 2
    assert fixture.cast_due_at is not None
    assert timedelta(seconds=55) < fixture.cast_due_at - now < timedelta(seconds=75)
    at.control(outage=False)
    assert cast(season, now + timedelta(minutes=5)) == 1
    assert (first(season).cast_waiting, first(season).cast_failures) == ("", 0)
    assert not Account.objects.exclude(reserved=0).exists()


def test_a_persona_that_is_lost_again_and_again_is_paid_six_times_and_then_pauses_the_season(
    at: Provider,
) -> None:
    season = season_at(at, games=1)
    at.control(faults={"reset": 1.0})
    now = timezone.now()

    for hour in range(8):
        cast(season, now + timedelta(hours=hour))

    season.refresh_from_db()
    lost = Call.objects.filter(purpose="persona")
    assert {(call.status, call.cost == call.reserved > 0) for call in lost} == {("failed", True)}
    assert (season.status, lost.count()) == ("paused", 6)
    cure = "raise LEAGUE_CALL_TIMEOUT or lower its effort, then resume"
    assert season.waiting.endswith(f", 6 times in a row, and each may be billed: {cure}")
    at.control(faults={})
    resume_season(season=season, now=timezone.now())
    assert cast(season) == 1


def test_a_resume_by_hand_need_not_wait_out_the_rest(at: Provider) -> None:
    season = season_at(at, games=1)
    at.control(outage=True)
    cast(season)
    at.control(outage=False)
    assert cast(season) is None
    pause_season(season=season)
    resume_season(season=season, now=timezone.now())
    assert cast(season) == 1


def test_four_personas_that_cannot_stand_pause_the_season_until_it_is_resumed(at: Provider) -> None:
    season = season_at(at, games=1)
    at.control(faults={"prose": 1.0})
    assert cast(season) is None
    season.refresh_from_db()
    assert season.status == "paused"
    assert season.waiting.startswith(f"no persona for game 1: {OPENAI}: {OPENAI} wrote no persona that can stand")
    assert (cast(season), asked()) == (None, 4)

    at.control(faults={})
    resume_season(season=season, now=timezone.now())
    assert cast(season) == 1


def test_an_empty_budget_pauses_the_season_and_a_resume_goes_on_from_there(at: Provider) -> None:
    season = season_at(at, games=1, cap_season=Decimal("0.0001"))
    stand = run_season(season=season, stopping=NEVER, tell=lambda stand: None)
    assert (stand.status, stand.played) == ("paused", 0)
    assert stand.waiting.startswith(f"no persona for game 1: {OPENAI}: budget of the season")
    assert asked() == 0

    set_cap(account=Account.objects.get(scope="season", name="spring"), cap=None)
    resume_season(season=season, now=timezone.now())
    stand = run_season(season=season, stopping=NEVER, tell=lambda stand: None)
    assert (stand.status, stand.played) == ("finished", 1)


def test_the_kill_switch_is_waited_for(at: Provider) -> None:
    season = season_at(at, games=1)
    stop_calls(reason="a trial")
    assert cast(season) is None
    assert "kill switch" in first(season).cast_waiting
    season.refresh_from_db()
    assert season.status == "running"
    allow_calls()
    assert cast(season, timezone.now() + timedelta(minutes=1)) == 1


def test_nothing_is_written_for_a_season_that_is_paused(at: Provider) -> None:
    season = season_at(at, games=1)
    pause_season(season=season)
    assert (cast(season), asked()) == (None, 0)


# --- by the model alone ----------------------------------------------------------------------------------------------


def test_its_standings_are_by_model(at: Provider, client: Client) -> None:
    season = season_at(at, OPENAI)
    run_season(season=season, stopping=NEVER, tell=lambda stand: None)

    rows = {row.key: row for row in season_table(season)}

    models = {place.player.model.slug for place in season.roster.select_related("player__model")}
    assert set(rows) == models
    assert rows[OPENAI].result.games == 4
    assert sum(row.result.games for row in rows.values()) == 16
    own = {player.player_id for fixture in season.fixtures.all() for player in written(fixture)}
    assert len(own) == 4
    told = client.get("/api/v1/seasons/spring/standings/").json()["results"]
    assert {(row["by"], row["player_id"], row["persona"]) for row in told} == {("model", None, None)}
    assert {row["model_id"]: row["games"] for row in told} == {key: row.result.games for key, row in rows.items()}
    board = client.get("/api/v1/leaderboard/?by=model").json()["results"]
    assert {row["id"]: row["games"] for row in board}[OPENAI] == 4
    game = Game.objects.filter(fixture__season=season)[0]
    for one in own:
        assert "the results count for the model alone" in client.get(f"/players/{one}/").content.decode()
    assert any(one in client.get(f"/games/{game.public_id}/").content.decode() for one in own)


@pytest.mark.parametrize("rows", [1, 3])
def test_a_seasons_table_by_model_takes_as_many_queries_for_one_as_for_three(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, rows: int
) -> None:
    season = make_running_season(persona_source="game")
    for _ in range(rows):
        model = make_model()
        for role in ("villager", "doctor"):
            make_standing(season=season, player=make_player(model=model), role=role)
    with django_assert_num_queries(4):
        table = season_table(season)
    assert [(row.result.games, [split.name for split in row.roles]) for row in table] == [
        (6, ["doctor", "villager"])
    ] * rows


def test_the_command_runs_such_a_season_and_tells_by_model(at: Provider) -> None:
    players = ",".join(player.player_id for player in [*voices(at, OPENAI, seats=1), *ensure_roster()[1:8]])
    words = ("--ruleset", "town-mafia", "--games", "1", "--players", players, "--persona-source", "game")
    said("season", "spring", "create", *words)
    assert refused("season", "spring", "personas") == (
        2, "persona_source: spring has them written before each game, by itself.",
    )  # fmt: skip
    said("season", "spring", "run", "--unprobed", "a trial")
    table = json.loads(said("season", "spring", "standings", "--json"))
    assert {row["model"]: row["games"] for row in table}[OPENAI] == 1
    assert said("season", "spring", "standings").split()[0] == "model"
