"""What a database of an earlier release holds is there after the migrations, and after going back."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from pytest_django import DjangoDbBlocker

from games.agents.offline import play_whole
from games.models import Account, Call, Game, Seat
from league.access.acts import HIDDEN
from league.models import Act, Bill, Figures, FiguresSum, ModelCareer, Season
from league.results.bills import bill_finished_games
from league.results.figures import count_figures
from league.results.folding import rows_of
from league.results.standings import record_result
from league.results.sums import FOLDS, SURPLUSES, fold_all_again
from personas.models import Persona
from personas.roster import ensure_roster
from tests.databases import bring, bring_to_today, chosen_for, copy_tables, default_database, sqlite
from tests.factories import (
    NOON,
    make_account,
    make_answer,
    make_call,
    make_finished_game,
    make_fixture,
    make_model,
    make_player,
    make_players,
    make_roster_place,
    make_running_season,
    make_seat,
)
from tests.league.staging import in_season, staged

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long(20), pytest.mark.usefixtures("database")]
# These migrations are done with and do not change; those of whole databases run on either in tests/migrating.
ON_EITHER = ["sqlite", pytest.param("postgresql", marks=[pytest.mark.services, pytest.mark.slow])]

BEFORE, AFTER = "0001_initial", "0004_season_without_rules"
LYNCH = {"lynch": "majority"}


@pytest.fixture(scope="module", params=ON_EITHER)
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    with chosen_for(request):
        yield request.param


@pytest.fixture(scope="module")
def first(tables: Path, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Path:
    """A SQLite file in which the league's tables are as they first were: to go all the way back takes seconds."""
    place = tmp_path_factory.mktemp("first") / "league.sqlite3"
    copy_tables(tables, place)
    with django_db_blocker.unblock(), default_database(**sqlite(place)):
        bring("league", BEFORE)
    return place


@pytest.fixture
def at(database: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[str], Any]]:
    """Brings the league's tables to a migration and gives its models. Those in a file are a copy that nobody brings
    to today again; in a PostgreSQL they are in the end as they were."""

    def migrate(name: str) -> Any:
        return bring("league", name)

    if database == "sqlite":
        copy_tables(request.getfixturevalue("first"), tmp_path / "league.sqlite3")
        with default_database(**sqlite(tmp_path / "league.sqlite3")):
            yield migrate
        return
    yield migrate
    bring_to_today()


def season(apps: Any, **fields: Any) -> Any:
    return apps.get_model("league", "Season").objects.create(
        **{"name": fields["slug"], "games_planned": 2, "status": "running", "started_at": NOON} | fields
    )


def rows(apps: Any, model: str, *columns: str) -> list[tuple[Any, ...]]:
    return list(apps.get_model("league", model).objects.order_by("pk").values_list(*columns))


@pytest.mark.slow_on("postgresql")
def test_seasons_keep_their_rules_there_and_back(at: Callable[[str], Any]) -> None:
    seating = [player.pk for player in make_players(2)]
    old = at(BEFORE)
    spring = season(old, slug="spring", ruleset="town-mafia", revision=1, seats=9, options=LYNCH)
    season(old, slug="autumn", ruleset="chess", revision=3, seats=2, options={})
    fixtures = old.get_model("league", "Fixture").objects
    for number in (1, 2):
        fixtures.create(season=spring, number=number, ruleset="town-mafia", seating=seating)
    seasons = ("slug", "ruleset", "revision", "seats", "options", "status", "waiting")
    before = rows(old, "Season", *seasons)

    new = at(AFTER)
    assert rows(new, "SeasonRules", "season__slug", "number", "ruleset", "revision", "seats", "options") == [
        ("spring", 0, "town-mafia", 1, 9, LYNCH),
        ("autumn", 0, "chess", 3, 2, {}),
    ]
    assert rows(new, "Fixture", "number", "rules__ruleset", "rules__season__slug", "seating") == [
        (1, "town-mafia", "spring", seating),
        (2, "town-mafia", "spring", seating),
    ]

    again = at(BEFORE)
    assert rows(again, "Season", *seasons) == before
    assert rows(again, "Fixture", "number", "ruleset", "seating") == [
        (1, "town-mafia", seating),
        (2, "town-mafia", seating),
    ]


@pytest.mark.slow_on("sqlite")  # to go all the way back takes long there
def test_a_season_of_several_rule_books_waits_where_it_cannot_be_played(at: Callable[[str], Any]) -> None:
    new = at(AFTER)
    kinds = {"mixed": ["town-mafia", "chess"], "plain": ["town-mafia"]}
    for slug, rulesets in kinds.items():
        made = season(new, slug=slug)
        for number, ruleset in enumerate(rulesets):
            rules = new.get_model("league", "SeasonRules").objects.create(
                season=made, number=number, ruleset=ruleset, revision=number + 1, seats=5 + number, options={}
            )
            new.get_model("league", "Fixture").objects.create(season=made, number=number + 1, rules=rules)

    old = at(BEFORE)
    assert rows(old, "Season", "slug", "ruleset", "revision", "seats", "status", "waiting") == [
        ("mixed", "town-mafia", 1, 5, "paused", "it plays several rule books in turn, which this release cannot"),
        ("plain", "town-mafia", 1, 5, "running", ""),
    ]
    assert rows(old, "Fixture", "season__slug", "ruleset") == [
        ("mixed", "town-mafia"),
        ("mixed", "chess"),
        ("plain", "town-mafia"),
    ]
    with connection.cursor() as cursor:
        cursor.execute("SELECT options FROM league_season")
        assert all(options in ("{}", {}) for (options,) in cursor.fetchall())


def test_standings_of_before_count_the_answers_of_their_games(at: Callable[[str], Any]) -> None:
    apps = at("0006_answers_in_standings")
    players, played = make_players(2), make_finished_game()
    for number, player in enumerate(players):
        make_seat(game=played, number=number, player=player)
        make_answer(game=played, seat=number, default_reason="cut off" if number else "")
    make_answer(game=played, seat=1, poll=2)
    one = season(apps, slug="one")
    book = apps.get_model("league", "SeasonRules").objects.create(
        season=one, number=0, ruleset="town-mafia", revision=1, seats=8
    )
    apps.get_model("league", "Fixture").objects.create(
        season=one, number=1, rules=book, game_id=played.pk, recorded_at=NOON
    )
    for player in players:
        apps.get_model("league", "Standing").objects.create(
            season=one, ruleset="town-mafia", player_id=player.pk, role="villager", team="town", games=1
        )

    apps = at("0007_count_answers")

    assert rows(apps, "Standing", "answers", "defaults") == [(1, 0), (2, 1)]


@pytest.mark.slow
def test_who_plays_was_known_for_fixtures_of_before_and_a_release_of_before_plays_no_unknown_cast(
    at: Callable[[str], Any],
) -> None:
    old = at("0011_narrator_model")
    spring = season(old, slug="spring")
    book = old.get_model("league", "SeasonRules").objects.create(
        season=spring, number=0, ruleset="town-mafia", revision=1, seats=8
    )
    played = {"game_id": make_finished_game().pk, "recorded_at": NOON}
    for number, fields in ((1, played), (2, {})):
        old.get_model("league", "Fixture").objects.create(season=spring, number=number, rules=book, **fields)

    new = at("0014_cast_before_its_game")
    assert rows(new, "Fixture", "number", "cast_at") == [(1, NOON), (2, NOON)]
    seasons = new.get_model("league", "Season").objects
    seasons.update(persona_source="game")
    new.get_model("league", "Fixture").objects.filter(number=2).update(cast_at=None, cast_waiting="far is down")

    again = at("0011_narrator_model")
    why = "its models write personas before each game, which this release cannot let them"
    assert rows(again, "Season", "persona_source", "status", "waiting") == [("roster", "paused", why)]
    assert rows(again, "Fixture", "number", "game_id") == [(1, played["game_id"]), (2, None)]


def test_what_nobody_told_of_older_calls_is_unsure_in_their_accounts_and_bills() -> None:
    game, season = staged(), make_running_season().slug
    in_season(game, Season.objects.get(slug=season))
    Game.objects.filter(pk=game.pk).update(terms=game.terms | {"season": season})
    for cost, tokens in (("0.5", 10), ("0.25", None)):
        make_call(game=game, status="failed", cost=cost, input_tokens=tokens, provider="p", model="big")
    make_call(purpose="probe", game=None, poll=None, seat=None, season=season, status="orphaned", cost="0.125")
    today = f"{Call.objects.latest('pk').created_at:%Y-%m-%d}"
    accounts = {("game", game.public_id): "0.25", ("season", season): "0.375", ("day", today): "0.375"}
    accounts[("game", "another")] = "0"
    for scope, name in accounts:
        make_account(scope=scope, name=name, spent=3)
    bill_finished_games()
    Bill.objects.update(unsure=0)

    for name in ("games.migrations.0018_fill_unsure", "league.migrations.0022_fill_unsure"):
        import_module(name).fill(apps, None)

    unsure = {(row.scope, row.name): row.unsure for row in Account.objects.all()}
    assert unsure == {key: Decimal(amount) for key, amount in accounts.items()}
    assert set(Bill.objects.values_list("season", "cost", "unsure")) == {
        (whose, Decimal("0.75"), Decimal("0.25")) for whose in (season, "")
    }


@pytest.mark.parametrize("written_for", ["", "one game"])
def test_what_nobody_told_is_unsure_in_the_figures_of_before_and_in_their_sums(written_for: str) -> None:
    game, season = staged(), make_running_season()
    in_season(game, season)
    first = Persona.objects.filter(pk=game.seats.get(number=0).player.persona_id)
    first.update(written_for=written_for, status="retired" if written_for else "approved")
    for seat, cost, tokens in ((0, "0.5", 10), (0, "0.25", None), (1, "0.125", None), (2, "0.5", 10)):
        make_call(game=game, seat=seat, status="failed", cost=cost, input_tokens=tokens)
    count_figures(game=game)
    right = list(FiguresSum.objects.order_by("pk").values_list("season", "persona", "ruleset", "role", "unsure"))
    assert sum(unsure for whose, persona, *_, unsure in right if (whose, persona) == ("", "")) == Decimal("0.375")
    Figures.objects.update(unsure=0)
    FiguresSum.objects.update(unsure=0)

    for _ in range(2):  # once more after a try that did not end
        import_module("league.migrations.0032_fill_unsure_figures").fill(apps, None)

    told = Figures.objects.exclude(unsure=0).order_by("seat__number").values_list("seat__number", "unsure")
    assert list(told) == [(0, Decimal("0.25")), (1, Decimal("0.125"))]
    again = FiguresSum.objects.order_by("pk").values_list("season", "persona", "ruleset", "role", "unsure")
    assert list(again) == right


def test_beliefs_of_games_of_before_are_counted_as_those_of_today() -> None:
    games = [staged(seed, play=play_whole, players=ensure_roster()[:8]) for seed in ("S/1", "S/2")]
    for game in games:
        count_figures(game=game)
    columns = ("seat", "beliefs", "belief_error")
    right = list(Figures.objects.order_by("seat").values_list(*columns))
    assert sum(beliefs for _, beliefs, _ in right) > 20
    Figures.objects.update(beliefs=0, belief_error=0)

    fill = import_module("league.migrations.0040_fill_beliefs")
    fill.fill(apps, None)

    assert list(Figures.objects.order_by("seat").values_list(*columns)) == right
    fill.empty(apps, None)
    assert not Figures.objects.exclude(beliefs=0, belief_error=0).exists()


def test_all_that_the_house_has_played_is_told_as_advanced_and_its_sums_are_those_of_its_seats() -> None:
    house, season = make_players(2), make_running_season()
    far = make_player(model=make_model(provider="openai", model_name="gpt"))
    for number, player in enumerate((*house, far)):
        level = "" if number == 1 else "basic"  # who has not been pinned yet
        make_roster_place(season=season, player=player, number=number, strategy_level=level)
    for number, levels in enumerate((("none", "basic", "none"), ("advanced", "none", "basic")), start=1):
        game = make_finished_game()
        for seat, (player, level) in enumerate(zip((*house, far), levels, strict=True)):
            make_seat(game=game, number=seat, player=player, survived=True, strategy_level=level)
        make_fixture(season=season, number=number, game=game)
        record_result(game=game, now=NOON)
        count_figures(game=game)

    for _ in range(2):  # once more after a try that did not end
        for name in ("games.migrations.0030_house_goes_on_advanced", "league.migrations.0041_house_goes_on_advanced"):
            import_module(name).advance(apps, None)

    seats = Seat.objects.order_by("game_id", "number").values_list("strategy_level", flat=True)
    assert list(seats) == [*["advanced"] * 2, "none", *["advanced"] * 2, "basic"]
    assert [place.strategy_level for place in season.roster.order_by("number")] == ["advanced", "", "basic"]
    for sums in (ModelCareer, FiguresSum):
        kept = sums.objects.exclude(level="").values_list("model__provider", "level")
        assert set(kept) == {("house", "advanced"), ("openai", "none"), ("openai", "basic")}
    of_then = [each for each in FOLDS if each is not SURPLUSES]  # which were first kept later, from such seats
    kept_sums = [rows_of(each) for each in of_then]
    fold_all_again()
    assert [rows_of(each) for each in of_then] == kept_sums


def test_no_act_of_before_tells_where_a_webhook_leads() -> None:
    """As whole databases are migrated: the record of acts is append-only again afterwards."""
    secret, other = "https://hooks.example.org/T0/b1/SECRET", "https://hooks.example.org/T0/b2/OTHER"
    kinds = [
        ("addressee", "create", {}, {"address": secret, "means": "webhook"}),
        ("addressee", "change", {"address": secret}, {"address": other}),
        ("addressee", "change", {"repeat": 1}, {"repeat": 2}),
        ("addressee", "delete", {"address": other}, {}),
        ("season", "edit", {"address": "of the old hall"}, {}),  # whatever else is called so stays
    ]
    for model, verb, before, after in kinds:
        said = {"app_label": "league", "model": model, "name": "ops", "before": before, "after": after}
        Act.objects.create(who="ann", surface="site", verb=verb, **said)

    migration = import_module("league.migrations.0053_acts_without_addresses")
    for _ in range(2):  # once more after a try that did not end
        with connection.schema_editor() as editor:
            migration.hide(apps, editor)

    assert list(Act.objects.order_by("pk").values_list("before", "after")) == [
        ({}, {"address": "(hidden)", "means": "webhook"}),
        ({"address": "(hidden)"}, {"address": "(hidden)"}),
        ({"repeat": 1}, {"repeat": 2}),
        ({"address": "(hidden)"}, {}),
        ({"address": "of the old hall"}, {}),
    ]
    assert migration.HIDDEN == HIDDEN, "as acts are written today"
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Act.objects.filter(model="addressee").update(verb="another")
