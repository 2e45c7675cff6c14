"""A season is played twice, deal for deal, with one thing otherwise; nothing of the first is known before its end by
the second, and nothing is counted twice."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from games.hosting.keeping import leave_halls
from games.hosting.verbs import void_game
from games.models import Game, Seat
from league.models import Career, FiguresSum, GameSum, ModelCareer, Season, Standing
from league.results.bills import bill_season_again
from league.results.figures import count_rest
from league.results.folding import rows_of
from league.results.standings import record_missing_results
from league.results.sums import FOLDS, fold_season_again
from league.seasons.lifecycle.pausing import pause_season, resume_season
from league.seasons.lifecycle.starting import start_season
from league.seasons.lifecycle.updating import news_of, update_season
from league.seasons.making.checking import Rules, WrongSeason
from league.seasons.making.creating import create_season
from league.seasons.making.twinning import create_twin
from league.seasons.playing.keeping import sweep
from league.seasons.playing.running import follows, run_season
from league.seasons.schedule.fixtures import open_due_fixtures
from personas.memory import current
from personas.models import MemoryRevision, Player
from personas.roster import ensure_roster
from tests.factories import NOON
from tests.games.stage import play_all
from tests.patience import at_most

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("database"),
    pytest.mark.timeout(at_most(300)),
    pytest.mark.long(60),
]


@pytest.fixture(autouse=True)
def nobody_left_behind() -> Iterator[None]:
    yield
    leave_halls()


def a_draft(slug: str = "spring", games: int = 4, **fields: Any) -> Season:
    given = {"rules": [Rules("town-mafia", 6)], "pace": 0.0, "players": ensure_roster()[:8], "lag": 1}
    return create_season(slug=slug, name=slug.title(), games=games, **given | fields)


def started(season: Season) -> Season:
    return start_season(season=season, now=NOON)


def played(season: Season) -> list[Game]:
    stand = run_season(season=season, stopping=threading.Event(), tell=lambda stand: None)
    assert stand.status == Season.Status.FINISHED, stand.waiting
    return games_of(season)


def games_of(season: Season) -> list[Game]:
    return list(Game.objects.filter(fixture__season=season).order_by("fixture__number"))


def table_of(game: Game) -> list[tuple[Any, ...]]:
    """What was dealt, and as what each sat down; not what each remembers."""
    told = ("number", "player", "alias", "role", "team", "sheet_version", "model_version", "is_aware")
    return list(game.seats.order_by("number").values_list(*told))


def test_a_twin_of_a_finished_season_plays_the_same_deals_without_memory() -> None:
    first = started(a_draft(rules=[Rules("town-mafia", 6), Rules("council-mafia", 7)]))
    once = played(first)

    twin = started(create_twin(first=first, slug="again", memory="off"))
    again = played(twin)

    assert [game.seed for game in again] == [game.seed for game in once]
    assert [table_of(game) for game in again] == [table_of(game) for game in once]
    assert [game.options for game in again] == [game.options for game in once]
    assert {game.terms["memory"] for game in again} == {"off"}
    assert {game.terms["memory"] for game in once} == {"live"}
    assert any(seat.memory for seat in Seat.objects.filter(game__in=once))
    assert not any(seat.memory for seat in Seat.objects.filter(game__in=again))
    assert again[0].hash == once[0].hash, "nobody remembered anything yet, and the house plays by the seed"


def test_a_twin_at_another_level_starts_from_what_was_remembered_then() -> None:
    played(started(a_draft("before", 2)))
    first = a_draft()
    twin = create_twin(first=first, slug="again", strategy_level="basic")
    started(first)
    known = dict(first.roster.values_list("player_id", "memory"))
    assert any(known.values())
    once = played(first)
    assert dict(first.roster.values_list("player_id", "memory")) == known

    again = played(started(twin))

    assert dict(twin.roster.values_list("player_id", "memory")) == known
    assert twin.games_behind == first.games_behind
    assert [table_of(game) for game in again] == [table_of(game) for game in once]
    assert set(Seat.objects.filter(game__in=once).values_list("strategy_level", flat=True)) == {"advanced"}
    assert set(Seat.objects.filter(game__in=again).values_list("strategy_level", flat=True)) == {"basic"}
    assert again[0].hash != once[0].hash, "the house plays otherwise at another level"
    memories = [list(game.seats.order_by("number").values_list("memory", flat=True)) for game in (once[0], again[0])]
    assert memories[0] == memories[1]


def test_a_twin_teaches_within_itself_alone() -> None:
    first = started(a_draft())
    played(first)
    known = {player.pk: current(player).number for player in first.players.all() if current(player)}
    assert known

    twin = started(create_twin(first=first, slug="again", strategy_level="basic"))
    played(twin)

    assert {player.pk: current(player).number for player in first.players.all() if current(player)} == known
    own = MemoryRevision.objects.filter(season="again")
    assert own.exists()
    assert any(seat.memory for seat in Seat.objects.filter(game__fixture__season=twin))
    for seat in Seat.objects.filter(game__fixture__season=twin).exclude(memory=0):
        assert own.filter(player=seat.player_id, number=seat.memory).exists()


def test_a_game_of_a_twin_begins_when_that_of_its_first_is_over() -> None:
    """Else its end would tell the seed, and so the roles, of a game that is still to be played."""
    first = started(a_draft(spoilers="delayed", games=3))
    (game,) = open_due_fixtures(now=NOON, season=first).games
    twin = started(create_twin(first=first, slug="again", memory="off"))
    assert twin.spoilers == "open"

    assert open_due_fixtures(now=NOON, season=twin).games == []
    assert follows(twin) == "game 1 waits for the end of game 1 of spring"
    seeds = {game.seed for game in Game.objects.all()}
    assert seeds == {game.seed}

    play_what_is_open()
    assert Game.objects.get(pk=game.pk).is_over
    assert len(open_due_fixtures(now=NOON, season=first).games) == 1
    (copy,) = open_due_fixtures(now=NOON, season=twin).games
    assert copy.seed == game.seed
    assert follows(twin) == ""
    assert open_due_fixtures(now=NOON, season=twin).games == []


def play_what_is_open() -> None:
    """Plays the games that are open, and opens none."""
    play_all()
    record_missing_results(now=NOON)


def test_a_twin_cannot_start_before_its_first() -> None:
    first = a_draft()
    twin = create_twin(first=first, slug="again", memory="off")
    with pytest.raises(WrongSeason, match="spring has not started"):
        started(twin)
    twin.refresh_from_db()
    assert twin.status == "draft"
    assert not twin.fixtures.exists()
    started(first)
    started(twin)
    numbers = ("number", "seating")
    assert list(twin.fixtures.values_list(*numbers)) == list(first.fixtures.values_list(*numbers))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"slug": "spring", "memory": "off"}, "there is a season"),
        ({"slug": "Not this", "memory": "off"}, "slug"),
        ({"slug": "new", "memory": "off"}, "address"),
        ({"slug": "again"}, "otherwise"),
        ({"slug": "again", "memory": "live"}, "otherwise"),
        ({"slug": "again", "memory": "rich"}, "memory"),
        ({"slug": "again", "strategy_level": "godlike"}, "strategy_level"),
    ],
)
def test_what_is_no_twin_is_refused(given: dict[str, Any], told: str) -> None:
    first = a_draft()
    with pytest.raises(WrongSeason, match=told):
        create_twin(first=first, **given)
    assert Season.objects.count() == 1


def test_a_twin_has_no_twin_and_several_may_have_the_same_first() -> None:
    first = a_draft()
    twin = create_twin(first=first, slug="again", memory="off")
    other = create_twin(first=first, slug="thrice", strategy_level="basic")
    assert set(first.twins.all()) == {twin, other}
    with pytest.raises(WrongSeason, match="make another of spring"):
        create_twin(first=twin, slug="fourth", memory="live")


def test_a_twin_is_not_brought_up_to_date() -> None:
    first = started(a_draft())
    twin = started(create_twin(first=first, slug="again", memory="off"))
    player = first.players.first()
    player.strategy_level = "basic"
    player.save()
    assert news_of(first)
    assert news_of(twin) == []
    with pytest.raises(WrongSeason, match="versions that its first was"):
        update_season(season=twin)


def test_a_twin_learns_as_many_games_behind_as_its_first_does_when_that_starts() -> None:
    first = a_draft()
    twin = create_twin(first=first, slug="again", strategy_level="basic")
    Season.objects.filter(pk=first.pk).update(lag=20)
    first.refresh_from_db()
    started(first)
    assert started(twin).games_behind == first.games_behind == 20


def test_versions_that_the_first_changed_on_its_way_are_those_of_the_twin() -> None:
    first = started(a_draft(games=3))
    open_due_fixtures(now=NOON, season=first)
    play_what_is_open()
    Player.objects.filter(seasons=first).update(strategy_level="basic", is_aware=True)
    update_season(season=first)
    played(first)
    levels = [set(game.seats.values_list("strategy_level", "is_aware")) for game in games_of(first)]
    assert len({tuple(each) for each in levels}) == 2

    again = played(started(create_twin(first=first, slug="again", memory="off")))

    assert [set(game.seats.values_list("strategy_level", "is_aware")) for game in again] == levels


def test_a_game_of_either_that_is_set_aside_leaves_both_with_the_same_deal() -> None:
    first = started(a_draft(games=2))
    (lost,) = open_due_fixtures(now=NOON, season=first).games
    twin = started(create_twin(first=first, slug="again", memory="off"))
    void_game(game=lost)
    assert open_due_fixtures(now=NOON, season=twin).games == []
    open_due_fixtures(now=NOON, season=first)
    once = played(first)
    void_game(game=open_due_fixtures(now=NOON, season=twin).games[0])

    again = played(twin)

    assert once[0].seed != lost.seed
    assert [game.seed for game in again] == [game.seed for game in once]
    assert [table_of(game) for game in again] == [table_of(game) for game in once]
    assert [fixture.attempt for fixture in twin.fixtures.order_by("number")] == [2, 1]


def test_a_paused_twin_goes_on_where_it_was() -> None:
    first = started(a_draft(games=3))
    played(first)
    twin = started(create_twin(first=first, slug="again", memory="off"))
    open_due_fixtures(now=NOON, season=twin)
    pause_season(season=twin)
    assert open_due_fixtures(now=NOON, season=twin).games == []
    resume_season(season=twin, now=NOON)
    assert len(played(twin)) == 3


def test_the_sums_of_all_seasons_count_no_copy() -> None:
    first = started(a_draft(games=3))
    played(first)
    count_rest(season=first)
    whole = {each: {key: row for key, row in rows_of(each).items() if not key_of_season(each, key)} for each in FOLDS}
    twin = started(create_twin(first=first, slug="again", memory="off"))
    played(twin)
    count_rest(season=twin)

    for each in FOLDS:
        now = {key: row for key, row in rows_of(each).items() if not key_of_season(each, key)}
        assert now == whole[each]
    assert sum(Standing.objects.filter(season=twin).values_list("games", flat=True)) == 3 * 6
    assert ModelCareer.objects.filter(season="again").exists()
    assert FiguresSum.objects.filter(season="again").exists()
    assert GameSum.objects.filter(season="again").exists()
    assert sum(Career.objects.filter(ruleset="", role="").values_list("games", flat=True)) == 3 * 6
    for season in (first, twin):
        assert fold_season_again(season=season) == [], "added up anew it is the same"
        assert not bill_season_again(season=season)


def key_of_season(each: Any, key: tuple[Any, ...]) -> str:
    """The season of a row of sums; "" for all seasons together."""
    names = list(each.keys)
    found = next((name for name in ("season", "season_id") if name in names), None)
    return str(key[names.index(found)]) if found else ""


def test_a_crash_between_two_games_costs_neither_of_two_twins_anything() -> None:
    first = started(a_draft(games=3))
    played(first)
    twins = [
        started(create_twin(first=first, slug="one", memory="off")),
        started(create_twin(first=first, slug="two", memory="frozen")),
    ]
    sweep(now=NOON)
    assert [len(games_of(twin)) for twin in twins] == [3, 3]
    sweep(now=NOON)
    seeds = [[game.seed for game in played(twin)] for twin in twins]
    assert seeds == [[game.seed for game in games_of(first)]] * 2
