"""A season's games teach its players in the order of fixtures, whatever is played at once and whoever else teaches."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games.hosting.keeping import leave_halls
from games.hosting.verbs import replay_game
from games.models import Game, Seat
from league.access.endings import CHOICE, SHOWN
from league.memories import learning
from league.memories.learning import heads, teach_players, untaught_seasons
from league.models import Fixture, Learned, Season
from league.results.standings import record_missing_results
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules, WrongSeason
from league.seasons.making.creating import create_season
from league.seasons.playing.running import run_season
from league.seasons.schedule import fixtures
from league.seasons.schedule.fixtures import open_due_fixtures
from personas.experience.lessons import memory_in, told_to
from personas.memory import current, learned_at, restore, revise_memory
from personas.models import MemoryRevision
from personas.roster import ensure_roster
from tests.factories import NOON
from tests.games.stage import in_thread, play_all, play_until
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(at_most(300)), pytest.mark.long(30)]


@pytest.fixture(autouse=True)
def nobody_left_behind() -> Iterator[None]:
    yield
    leave_halls()


def a_season(slug: str = "spring", games: int = 6, **fields: Any) -> Season:
    given = {"rules": [Rules("town-mafia", 6)], "pace": 0.0, "secret": "learn", "players": ensure_roster()[:8]}
    season = create_season(slug=slug, name=slug.title(), games=games, **given | fields)
    return start_season(season=season, now=NOON)


def played(season: Season, **given: Any) -> list[Game]:
    stand = run_season(season=season, stopping=threading.Event(), tell=lambda stand: None, **given)
    assert stand.status == Season.Status.FINISHED, stand.waiting
    teach_players(season=season, now=NOON)
    return [fixture.game for fixture in season.fixtures.select_related("game").order_by("number") if fixture.game]


def seats_of(games: list[Game]) -> dict[int, list[tuple[int, int]]]:
    """By number of the game, player and revision of each seat."""
    return {
        number: list(game.seats.order_by("number").values_list("player_id", "memory"))
        for number, game in enumerate(games, 1)
    }


def test_a_fixture_sits_down_with_what_was_learned_up_to_l_games_before_it() -> None:
    season = a_season(games=7, lag=3)
    games = played(season)

    learned = {(row.number, row.player_id): row.revision for row in Learned.objects.filter(season=season)}
    assert len(learned) == 7 * 6
    for number, seats in seats_of(games).items():
        for player, memory in seats:
            known = [revision for (at, who), revision in learned.items() if who == player and at <= number - 3]
            assert memory == max(known, default=0), f"game {number}"
    assert {seat.memory for seat in Seat.objects.filter(game__in=games[:3])} == {0}
    assert any(seat.memory for seat in Seat.objects.filter(game__in=games[4:]))
    assert not season.fixtures.filter(taught_at__isnull=True).exists()
    assert all(replay_game(game=game).is_identical for game in games)


def test_a_season_comes_out_the_same_however_many_games_are_played_at_once() -> None:
    one = [(game.hash, game.winner) for game in played(a_season(games=12, lag=4), parallel=1)]
    first = dict(MemoryRevision.objects.values_list("player__player_id", "learned").order_by("number"))
    Fixture.objects.all().delete(), Game.objects.all().delete(), MemoryRevision.objects.all().delete()
    Season.objects.all().delete()

    many = [(game.hash, game.winner) for game in played(a_season(games=12, lag=4), parallel=8)]

    assert many == one
    second = dict(MemoryRevision.objects.values_list("player__player_id", "learned").order_by("number"))
    assert [memory["counts"] for memory in second.values()] == [memory["counts"] for memory in first.values()]


def test_what_the_house_has_learned_changes_how_it_plays() -> None:
    unlearned = {game.seed: game.hash for game in played(a_season("plain", games=10, lag=1, memory="off"))}
    learned = {game.seed: game.hash for game in played(a_season(games=10, lag=1), parallel=1)}

    assert unlearned.keys() == learned.keys()
    first, *later = [unlearned[seed] == learned[seed] for seed in unlearned]
    assert first, "nobody knows anything in the first game"
    assert later.count(False) >= 5


def test_no_more_games_are_open_than_know_nothing_of_each_other() -> None:
    season = a_season(games=12, lag=5)
    assert len(open_due_fixtures(now=NOON, season=season).games) == 5
    assert open_due_fixtures(now=NOON, season=season).games == []
    assert a_season("other", lag=None).games_behind == 8
    assert a_season("paced", pace=1.0).games_behind == 1


def test_no_game_is_opened_before_those_that_it_knows_of_have_taught(monkeypatch: pytest.MonkeyPatch) -> None:
    season = a_season(games=4, lag=1)
    open_due_fixtures(now=NOON, season=season)
    play_until(lambda: season.fixtures.filter(game__status="finished").exists())
    with monkeypatch.context() as patched:  # it ended in another process, just after this one had players learn
        patched.setattr(fixtures, "teach_players", lambda **_: 0)
        assert open_due_fixtures(now=NOON, season=season).games == []

    (game,) = open_due_fixtures(now=NOON, season=season).games
    assert any(seat.memory for seat in game.seats.all())


def test_what_its_players_know_of_before_counts_from_the_first_game() -> None:
    played(a_season(games=3, lag=1))
    known = {player.pk: (current(player) or MemoryRevision(number=0)).number for player in ensure_roster()[:8]}
    assert any(known.values())
    season = a_season("summer", games=2, lag=2)
    assert {place.player_id: place.memory for place in season.roster.all()} == known
    (game, *_) = open_due_fixtures(now=NOON, season=season).games
    assert {seat.memory for seat in game.seats.all()} <= set(known.values())


@pytest.mark.parametrize(("memory", "terms"), [("frozen", "frozen"), ("off", "off")])
def test_a_season_may_teach_nothing(memory: str, terms: str) -> None:
    played(a_season(games=2, lag=1))
    before = MemoryRevision.objects.count()
    known = {player.pk: (current(player) or MemoryRevision(number=0)).number for player in ensure_roster()[:8]}

    games = played(a_season("summer", games=3, memory=memory))

    assert MemoryRevision.objects.count() == before
    assert not Learned.objects.filter(season__slug="summer").exists()
    assert {game.terms["memory"] for game in games} == {terms}
    for seat in Seat.objects.filter(game__in=games):
        assert seat.memory == (known[seat.player_id] if memory == "frozen" else 0)


def test_what_is_learned_elsewhere_meanwhile_counts_from_the_next_season() -> None:
    spring = a_season(games=4, lag=1, pace=0.0)
    (first,) = open_due_fixtures(now=NOON, season=spring).games
    played(a_season("summer", games=2, lag=1))
    elsewhere = set(Learned.objects.filter(season__slug="summer").values_list("player_id", "revision"))
    assert elsewhere

    games = played(spring)

    assert first.seats.filter(memory=0).count() == 6
    own = Learned.objects.filter(season=spring).order_by("number")
    for game, seats in zip(games, seats_of(games).values(), strict=True):
        number = game.fixture.number
        for player, memory in seats:
            known = own.filter(player=player, number__lt=number).last()
            assert memory == (known.revision if known else 0), "its own games alone have taught it"
            if memory:
                of_season = MemoryRevision.objects.get(player=player, number=memory).learned
                games_counted = of_season["counts"]["rulesets"]["town-mafia"]["games"]
                assert games_counted == own.filter(player=player, number__lt=number).count()
    for player in ensure_roster()[:8]:
        newest = current(player)
        assert newest is not None
        whole = newest.learned["counts"]["rulesets"]["town-mafia"]["games"]
        assert whole == Learned.objects.filter(player=player).count(), "everywhere all of them count"


def test_what_an_administrator_writes_counts_from_the_next_game_on() -> None:
    season = a_season(games=8, lag=4)
    player = ensure_roster()[0]
    open_due_fixtures(now=NOON, season=season)
    play_until(lambda: season.fixtures.filter(game__status="finished").count() >= 4)
    teach_players(season=season, now=NOON)
    edited = revise_memory(player=player, learned={"notes": ["Wait."]}, author="ann", reason="a trial")
    assert heads(season, [player.pk], until=0) == {player.pk: edited.number}

    games = played(season)

    after = [seat.memory for seat in Seat.objects.filter(game__in=games[5:], player=player)]
    assert after
    assert min(after) >= edited.number
    newest = current(player)
    assert newest is not None
    assert newest.learned["notes"] == ["Wait."], "what was written by hand stays"
    assert restore(player=player, number=edited.number, author="ann").learned == edited.learned


def test_who_is_killed_before_it_is_written_teaches_nobody_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    season = a_season(games=2, lag=2)
    open_due_fixtures(now=NOON, season=season)
    play_until(lambda: season.fixtures.filter(game__status="finished").count() == 2)

    class Killed(Exception):
        pass

    def killed(*_: object, **__: object) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(Learned.objects, "bulk_create", killed)
        with pytest.raises(Killed):
            teach_players(season=season, now=NOON)
    assert not MemoryRevision.objects.exists()
    assert list(untaught_seasons()) == [season]

    assert teach_players(season=season, now=NOON) == 2
    assert Learned.objects.count() == 12
    assert MemoryRevision.objects.count() == 12
    assert not untaught_seasons()


def test_two_who_teach_at_once_teach_once() -> None:
    season = a_season(games=4, lag=4)
    open_due_fixtures(now=NOON, season=season)
    play_until(lambda: season.fixtures.filter(game__status="finished").count() == 4)
    errors: list[Exception] = []

    def teach() -> None:
        try:
            teach_players(season=Season.objects.get(pk=season.pk), now=NOON)
        except Exception as error:  # noqa: BLE001  (whatever it is, the test is to know)
            errors.append(error)
        finally:
            connection.close()

    threads = [in_thread(teach) for _ in range(3)]
    for thread in threads:
        thread.join(at_most(60))
    teach_players(season=season, now=NOON)

    assert errors == []
    assert Learned.objects.count() == 24
    for player in ensure_roster()[:8]:
        numbers = list(MemoryRevision.objects.filter(player=player).order_by("number").values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
        games = Learned.objects.filter(player=player).count()
        assert len(numbers) == games


def test_every_lesson_names_games_and_events_that_its_player_could_know(monkeypatch: pytest.MonkeyPatch) -> None:
    games = {game.public_id: game for game in played(a_season(games=14, lag=1))}
    found = 0
    for player in ensure_roster()[:8]:
        newest = current(player)
        assert newest is not None
        for lesson in memory_in(newest.learned).lessons:
            found += 1
            assert 0 < lesson.right <= lesson.seen
            for evidence in lesson.evidence:
                game = games[evidence.game]
                seat = game.seats.get(player=player).number
                events = game.events.filter(seq__in=evidence.events)
                assert len(events) == len(evidence.events) > 0
                assert all(event.heard_by == -1 or event.heard_by >> seat & 1 for event in events)
    assert found > 20


def test_the_house_sits_down_with_lessons_that_fit_and_counts_in_how_many_games() -> None:
    games = played(a_season(games=14, lag=1))
    last = games[-1]
    for seat in last.seats.select_related("player"):
        learned = learned_at([(seat.player_id, seat.memory)])[seat.player_id, seat.memory]
        fit = told_to(memory_in(learned), ruleset="town-mafia", team=seat.team, role=seat.role)
        assert seat.lessons == [lesson.number for lesson in fit]
    assert any(seat.lessons for seat in last.seats.all())
    assert not any(seat.lessons for seat in games[0].seats.all())
    for player in ensure_roster()[:8]:
        newest = current(player)
        assert newest is not None
        for lesson in memory_in(newest.learned).lessons:
            given = [seat for seat in Seat.objects.filter(player=player) if lesson.number in seat.lessons]
            assert lesson.given == len(given)
    assert replay_game(game=last).is_identical


def test_wrong_settings_are_refused_by_name() -> None:
    for fields, message in (
        ({"memory": "sometimes"}, "must be one of live, frozen, off, not 'sometimes'"),
        ({"lag": 0}, "must be a whole number of games from 1 to 1000, not 0"),
    ):
        with pytest.raises(WrongSeason, match=message):
            a_season(**fields)  # type: ignore[arg-type]


def test_of_a_game_whose_models_are_still_asked_the_house_learns_and_the_others_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    season = a_season(games=2, lag=1)
    (game,) = open_due_fixtures(now=NOON, season=season).games
    play_until(lambda: Game.objects.filter(pk=game.pk, status="finished").exists())
    game.refresh_from_db()
    assert game.finished_at is not None
    awaited = game.seats.get(number=0)
    monkeypatch.setattr(learning.LanguageModel, "OFFLINE", ("uniform",))
    at_once = game.finished_at + timedelta(seconds=1)
    assert teach_players(season=season, now=at_once) == 0
    assert not Learned.objects.exists()
    assert teach_players(season=season, now=game.finished_at + timedelta(hours=2)) == 1, "nobody is asked any more"
    assert Learned.objects.filter(player=awaited.player).count() == 1


@pytest.mark.slow
def test_where_personas_go_by_their_names_the_house_learns_of_single_opponents(client: Client) -> None:
    players = ensure_roster()[:6]
    played(a_season("named", games=40, names="persona", players=players, secret="two"))
    on_one = {
        player: [lesson for lesson in memory_in(head.learned).lessons if lesson.scope.opponent]
        for player in players
        if (head := current(player)) is not None
    }
    learned = [lesson for lessons in on_one.values() for lesson in lessons]
    assert learned
    client.cookies[CHOICE] = SHOWN
    ids = {player.player_id: player.persona.name for player in players}
    for player, lessons in on_one.items():
        assert all(lesson.scope.opponent in ids.keys() - {player.player_id} for lesson in lessons)
        assert all(lesson.evidence and lesson.scope.ruleset == "town-mafia" for lesson in lessons)
        page = client.get(f"/players/{player.player_id}/").content.decode()
        for lesson in lessons:
            assert f"When {ids[lesson.scope.opponent]} " in unescape(page)
    games = Game.objects.filter(fixture__season__slug="named").order_by("-pk")[:3]
    assert all(replay_game(game=game).is_identical for game in games)

    played(a_season("drawn", games=2, players=players, secret="drawn"))
    assert len(Game.objects.filter(options__names="persona")) == 40


def test_games_in_which_a_model_was_substituted_teach_nobody_and_hold_up_nobody() -> None:
    season = a_season(games=6, lag=1)
    for number in (2, 4):
        until_open(season, number)
        Game.objects.filter(fixture__season=season, fixture__number=number).update(unrated="a model was substituted")
    games = played(season)

    assert [bool(game.unrated) for game in games] == [False, True, False, True, False, False]
    assert set(Learned.objects.values_list("number", flat=True)) == {1, 3, 5, 6}
    assert not season.fixtures.filter(taught_at__isnull=True).exists()
    named = set(MemoryRevision.objects.exclude(game_id="").values_list("game_id", flat=True))
    assert not named & {game.public_id for game in games if game.unrated}


def until_open(season: Season, number: int) -> None:
    """Plays until a fixture has its game, and leaves that unplayed."""
    while not season.fixtures.filter(number=number, game__isnull=False).exists():
        open_due_fixtures(now=NOON, season=season)
        if not season.fixtures.filter(number=number, game__isnull=False).exists():
            play_all()
            record_missing_results(now=NOON, season=season)
