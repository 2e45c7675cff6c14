"""What is due in the running seasons, done once."""

from contextlib import contextmanager
from datetime import timedelta
from decimal import Decimal
from threading import Barrier, Thread

import pytest
from django.db import connection

from games.hosting.verbs import pause_game
from games.models import Game, Seat
from league.access.acts import COMMAND_LINE
from league.models import Act, Fixture
from league.results.standings import record_missing_results
from league.seasons.course import change_course
from league.seasons.lifecycle.pausing import pause_season, resume_season
from league.seasons.lifecycle.starting import start_season
from league.seasons.lifecycle.updating import update_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.schedule import choosing, fixtures
from league.seasons.schedule.fixtures import open_all, open_due_fixtures
from league.seasons.schedule.rotation import seed_of
from league.seasons.schedule.unforeseen import UNFORESEEN
from personas.models import Persona, Player
from tests.factories import NOON, make_roster

pytestmark = pytest.mark.usefixtures("database")

LATER = NOON + timedelta(hours=1)


def season_of(*, start=None, **fields):
    given = {"slug": "spring", "name": "Spring", "rules": [Rules("town-mafia", 8)], "games": 3}
    season = create_season(**given | {"pace": 1, "interval": 10, "players": make_roster()} | fields)
    return start_season(season=season, now=NOON, first_due_at=start)


def end(game, *, at=NOON, status="finished"):
    fields = {"winner": "town", "hash": "ab" * 32, "finished_at": at} if status == "finished" else {}
    Game.objects.filter(pk=game.pk).update(status=status, started_at=at, **fields)


def live():
    return Game.objects.exclude(status__in=Game.OVER).count()


@pytest.mark.django_db
def test_a_fixtures_game_has_its_players_by_seat_its_seed_and_the_seasons_terms():
    season = season_of(
        spoilers="delayed", delay_minutes=3, names="persona", rules=[Rules("town-mafia", 8, {"lynch": "majority"})]
    )
    (game,) = open_due_fixtures(now=NOON).games
    fixture = season.fixtures.get(number=1)
    assert fixture.game == game
    assert [seat.player_id for seat in game.seats.order_by("number")] == fixture.seating
    assert game.seed == seed_of(secret=season.secret, number=1)
    assert (game.revision, game.options["lynch"], game.due_at) == (1, "majority", NOON)
    assert game.terms == {
        "spoilers": "delayed",
        "delay_minutes": 3,
        "pace": 1,
        "names": "persona",
        "rated": True,
        "season": "spring",
        "fixture": "1",
        "caps": {},
        "narrator": "template",
        "disclosing": True,
        "memory": "live",
    }


@pytest.mark.django_db
def test_a_paced_season_plays_one_game_after_another_with_the_interval_between():
    season = season_of()
    (first,) = open_due_fixtures(now=NOON).games
    assert open_due_fixtures(now=LATER) == ([], [])
    end(first, at=LATER)
    (second,) = open_due_fixtures(now=LATER).games
    assert (second.terms["fixture"], second.status) == ("2", "scheduled")
    assert second.due_at == season.fixtures.get(number=2).due_at == LATER + timedelta(seconds=10)
    assert open_due_fixtures(now=LATER) == ([], [])
    assert live() == 1


@pytest.mark.django_db
def test_who_looked_too_early_opens_no_second_game_beside_the_live_one():
    season = season_of()
    open_due_fixtures(now=NOON)
    second = season.fixtures.get(number=2)
    assert open_all(season, [second], now=NOON) == []
    assert live() == 1


@pytest.mark.django_db
def test_the_first_game_waits_for_the_time_that_was_said():
    season = season_of(start=LATER)
    (first,) = open_due_fixtures(now=NOON).games
    assert first.due_at == season.fixtures.get(number=1).due_at == LATER


@pytest.mark.django_db
def test_an_unpaced_season_plays_many_at_once_but_not_all_of_thousands(monkeypatch):
    monkeypatch.setattr(choosing, "AT_ONCE", 4)
    season_of(pace=0, interval=0, games=6)
    opened = open_due_fixtures(now=NOON)
    assert [game.terms["fixture"] for game in opened.games] == ["1", "2", "3", "4"]
    assert open_due_fixtures(now=NOON).games == []
    end(opened.games[1])
    assert [game.terms["fixture"] for game in open_due_fixtures(now=NOON).games] == ["5"]


@pytest.mark.django_db
def test_a_season_ends_when_its_last_result_is_recorded():
    season = season_of(pace=0, interval=0)
    for game in open_due_fixtures(now=NOON).games:
        end(game, at=LATER)
    assert open_due_fixtures(now=LATER).finished == []
    record_missing_results(now=LATER)
    assert open_due_fixtures(now=LATER).finished == [season]
    season.refresh_from_db()
    assert (season.status, season.finished_at) == ("finished", LATER)
    assert open_due_fixtures(now=LATER) == ([], [])


@pytest.mark.django_db
def test_a_paused_season_opens_nothing_and_does_not_end():
    season = season_of(games=2)
    (first,) = open_due_fixtures(now=NOON).games
    pause_season(season=season)
    end(first)
    record_missing_results(now=NOON)
    assert open_due_fixtures(now=LATER) == ([], [])
    resume_season(season=season, now=LATER)
    assert [game.terms["fixture"] for game in open_due_fixtures(now=LATER).games] == ["2"]


@pytest.mark.django_db
def test_a_pause_holds_what_has_not_begun_and_lets_the_rest_be_played():
    season = season_of(pace=0, interval=0)
    one, two, _ = open_due_fixtures(now=NOON).games
    Game.objects.filter(pk=one.pk).update(status="running", started_at=NOON)
    pause_game(game=two)
    pause_season(season=season)
    stands = Game.objects.order_by("pk").values_list("status", "waiting")
    assert list(stands) == [("running", ""), ("paused", "paused by hand"), ("paused", "its season is paused")]
    resume_season(season=season, now=NOON)
    assert list(stands.all()) == [("running", ""), ("paused", "paused by hand"), ("scheduled", "")]


@pytest.mark.django_db
@pytest.mark.parametrize("status", ["void", "diverged"])
def test_a_game_set_aside_is_played_again_by_the_same_players_from_another_seed(status):
    season = season_of()
    (first,) = open_due_fixtures(now=NOON).games
    before = season.fixtures.get(number=1)
    end(first, status=status)
    (second,) = open_due_fixtures(now=LATER).games
    assert second.due_at == LATER + timedelta(seconds=10)
    after = season.fixtures.get(number=1)
    assert (after.attempt, after.game) == (2, second)
    assert sorted(after.seating) == sorted(before.seating)
    assert second.seed == seed_of(secret=season.secret, number=1, attempt=2) != first.seed
    assert [seat.player_id for seat in second.seats.order_by("number")] == after.seating
    first.refresh_from_db()
    assert first.status == status


@pytest.mark.django_db
def test_a_fixture_that_diverges_time_and_again_pauses_the_season_and_a_resume_tries_again():
    season = season_of(pace=0, interval=0, games=1)
    for attempt in (1, 2, 3):
        (game,) = open_due_fixtures(now=NOON).games
        assert season.fixtures.get().attempt == attempt
        end(game, status="diverged")
    assert open_due_fixtures(now=NOON).games == []
    season.refresh_from_db()
    told = f"fixture 1 diverged at attempt 3 (game {game.public_id})"
    assert (season.status, season.waiting) == ("paused", told)
    resume_season(season=season, now=NOON)
    (game,) = open_due_fixtures(now=NOON).games
    assert season.fixtures.get().attempt == 4


@pytest.mark.django_db
def test_a_void_game_never_pauses_the_season():
    season = season_of(pace=0, interval=0, games=1)
    for _ in range(5):
        (game,) = open_due_fixtures(now=NOON).games
        end(game, status="void")
    season.refresh_from_db()
    assert season.status == "running"


@pytest.mark.django_db
def test_a_fixture_that_cannot_be_played_pauses_its_season_and_no_other():
    players = make_roster(16)
    broken, _ = season_of(slug="broken", players=players[:8]), season_of(slug="whole", players=players[8:])
    Persona.objects.filter(players=players[0]).update(sheet={})
    assert [game.terms["season"] for game in open_due_fixtures(now=NOON).games] == ["whole"]
    broken.refresh_from_db()
    assert broken.status == "paused"
    assert broken.waiting.startswith("fixture 1 cannot be played: nobody can answer for uniform_")


@pytest.mark.django_db
def test_a_season_of_rules_unknown_here_is_left_to_others():
    season = season_of()
    season.rules.update(revision=99)
    assert open_due_fixtures(now=NOON).games == []
    season.refresh_from_db()
    assert season.status == "running"


@pytest.mark.django_db
def test_each_game_is_played_by_the_rules_whose_turn_it_is():
    two = [Rules("town-mafia", 5, {"lynch": "majority"}), Rules("town-mafia", 9)]
    season_of(pace=0, interval=0, rules=two)
    games = open_due_fixtures(now=NOON).games
    assert [(game.seats.count(), game.options["lynch"]) for game in games] == [
        (5, "majority"),
        (9, "plurality"),
        (5, "majority"),
    ]


@pytest.mark.django_db
def test_a_fixture_of_rules_unknown_here_is_left_to_others_and_the_rest_is_played():
    season = season_of(pace=0, interval=0, rules=[Rules("town-mafia", 5), Rules("town-mafia", 9)], games=4)
    season.rules.filter(number=0).update(ruleset="chess")
    assert [game.terms["fixture"] for game in open_due_fixtures(now=NOON).games] == ["2", "4"]
    season.refresh_from_db()
    assert season.status == "running"


@pytest.mark.django_db
def test_where_one_game_follows_another_one_of_rules_unknown_here_is_waited_for():
    season = season_of(rules=[Rules("town-mafia", 5), Rules("town-mafia", 9)], games=4)
    season.rules.filter(number=1).update(revision=99)
    (first,) = open_due_fixtures(now=NOON).games
    end(first)
    assert open_due_fixtures(now=LATER).games == []
    season.rules.update(revision=1)
    assert [game.terms["fixture"] for game in open_due_fixtures(now=LATER).games] == ["2"]


@pytest.mark.django_db
def test_one_season_can_be_looked_at_alone():
    season_of(slug="one")
    other = season_of(slug="other")
    assert [game.terms["season"] for game in open_due_fixtures(now=NOON, season=other).games] == ["other"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("pace", [0, 1])
def test_two_beats_make_each_game_once(pace):
    season_of(pace=pace, interval=pace, games=3)
    together, told, failed = Barrier(3), [], []

    def beat():
        together.wait()
        try:
            told.extend(open_due_fixtures(now=NOON).games)
        except Exception as error:  # noqa: BLE001  what goes wrong in a thread fails the test below
            failed.append(error)
        finally:
            connection.close()

    beats = [Thread(target=beat) for _ in range(3)]
    for each in beats:
        each.start()
    for each in beats:
        each.join()
    assert failed == []
    opened = 1 if pace else 3
    assert Game.objects.count() == len(told) == opened
    assert Fixture.objects.filter(game__isnull=False).count() == opened


def call_off(game, why):
    end(game, status="void")
    Game.objects.filter(pk=game.pk).update(waiting=f"called off: {why}")


@pytest.mark.django_db
def test_a_fixture_that_is_refused_time_and_again_pauses_the_season_and_a_resume_tries_once_more():
    season = season_of(games=1, interval=0)
    for attempt in (1, 2, 3):
        (game,) = open_due_fixtures(now=NOON).games
        assert season.fixtures.get().attempt == attempt
        call_off(game, "far 404: a model cannot be asked")
    assert open_due_fixtures(now=LATER).games == []
    season.refresh_from_db()
    cure = f"the calls of {game.public_id} in the admin and the log say why; mend it, then resume"
    told = f"game 1 was called off 3 times, far 404: a model cannot be asked: {cure}"
    assert (season.status, season.waiting) == ("paused", told)

    resume_season(season=season, now=LATER)
    (game,) = open_due_fixtures(now=LATER).games
    call_off(game, "far 404: a model cannot be asked")
    assert open_due_fixtures(now=LATER).games == []
    season.refresh_from_db()
    assert season.waiting.startswith("game 1 was called off 4 times")


@pytest.mark.django_db
def test_a_season_that_pauses_itself_begins_none_of_its_other_games():
    season = season_of(pace=0, interval=0, games=4)
    refused, *others = open_due_fixtures(now=NOON).games
    end(others[0], status="running")
    for _ in range(2):
        call_off(refused, "far 404: a model cannot be asked")
        (refused,) = open_due_fixtures(now=NOON).games
    call_off(refused, "far 404: a model cannot be asked")
    assert open_due_fixtures(now=NOON).games == []

    season.refresh_from_db()
    assert season.status == "paused"
    held = ("paused", "its season is paused")
    stands = {game.pk: (game.status, game.waiting) for game in Game.objects.exclude(status="void")}
    assert stands == {others[0].pk: ("running", ""), **{each.pk: held for each in others[1:]}}
    (act,) = Act.objects.filter(verb="pause")
    assert (act.who, act.reason) == ("the league", season.waiting)
    resume_season(season=season, now=LATER)
    assert Game.objects.filter(status="scheduled", pk__in=[each.pk for each in others[1:]]).count() == 2


@contextmanager
def while_drawn(monkeypatch, do):
    """Has something done when the last game of a look is drawn and none is made yet."""
    making = fixtures.open_drawn

    def interrupted(**given):
        do()
        return making(**given)

    with monkeypatch.context() as patched:
        patched.setattr(fixtures, "open_drawn", interrupted)
        yield


@pytest.mark.django_db
def test_what_of_a_season_is_changed_while_its_games_are_drawn_reaches_them(monkeypatch):
    at_once = {"pace": 0, "interval": 0, "at_once": 3, "lag": 3}
    spring, autumn = (season_of(slug=slug, cap_call=Decimal(1), **at_once) for slug in ("spring", "autumn"))
    wanted = {"pace": 2.5, "at_once": 2, "cap_call": Decimal(3), "keep": 5}

    with while_drawn(monkeypatch, lambda: change_course(by=COMMAND_LINE, season=spring, now=NOON, wanted=wanted)):
        opened = open_due_fixtures(now=NOON, season=spring).games

    stored = Game.objects.filter(fixture__season=spring)
    told = {(game.terms["pace"], game.terms["caps"]["call"], game.keep) for game in stored}
    assert (len(opened), told) == (2, {(2.5, "3", 5)})
    assert len(open_due_fixtures(now=NOON, season=autumn).games) == 3
    others = Game.objects.filter(fixture__season=autumn)
    assert {(game.terms["pace"], game.terms["caps"]["call"]) for game in others} == {(0, "1")}


@pytest.mark.django_db
def test_games_that_are_drawn_when_their_season_is_brought_up_to_date_are_drawn_anew(monkeypatch):
    spring, _ = (season_of(slug=slug, pace=0, interval=0, lag=3) for slug in ("spring", "autumn"))
    Player.objects.update(strategy_level="advanced")
    with while_drawn(monkeypatch, lambda: update_season(season=spring)):
        assert open_due_fixtures(now=NOON, season=spring).games == []

    assert len(open_due_fixtures(now=NOON).games) == 6

    told = Seat.objects.values_list("game__terms__season", "strategy_level")
    assert set(told) == {("spring", "advanced"), ("autumn", "none")}


@pytest.mark.django_db
def test_what_nobody_foresaw_in_one_season_keeps_no_other_from_going_on(monkeypatch):
    players = make_roster(16)
    broken, _ = season_of(slug="broken", players=players[:8]), season_of(slug="whole", players=players[8:])
    of_today = fixtures.open_fixtures

    def open_fixtures(season, *, now):
        if season.slug == "broken":
            raise KeyError("lynch")
        return of_today(season, now=now)

    monkeypatch.setattr(fixtures, "open_fixtures", open_fixtures)
    assert [game.terms["season"] for game in open_due_fixtures(now=NOON).games] == ["whole"]
    broken.refresh_from_db()
    assert (broken.status, broken.waiting) == ("running", f"{UNFORESEEN}KeyError('lynch')")

    monkeypatch.undo()
    assert [game.terms["season"] for game in open_due_fixtures(now=NOON).games] == ["broken"]
    broken.refresh_from_db()
    assert broken.waiting == ""


@pytest.mark.django_db
def test_an_outage_or_an_operator_pauses_no_season_however_often_it_ends_a_game():
    season = season_of(games=1, interval=0)
    for number in range(5):
        (game,) = open_due_fixtures(now=NOON).games
        call_off(game, "far 503" if number % 2 else "a trial")
    open_due_fixtures(now=LATER)
    assert (season.fixtures.get().attempt, Game.objects.filter(status="scheduled").count()) == (6, 1)
