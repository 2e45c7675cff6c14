"""What a sealed season hides is told block by block, all of it at once, whatever becomes of its games."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from games.hosting.keeping import leave_halls
from games.hosting.verbs import void_game
from games.models import Game, Seat
from league.models import Bill, Career, Figures, Fixture, Learned, Season, Standing
from league.queries.audits.counting import audit_season
from league.queries.costs import season_bill
from league.results.bills import bill_finished_games
from league.seasons.lifecycle.closing import cancel_season, finish_early
from league.seasons.lifecycle.pausing import pause_season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules, WrongSeason
from league.seasons.making.creating import create_season
from league.seasons.making.twinning import create_twin
from league.seasons.playing.keeping import conclude, sweep
from league.seasons.playing.running import follows
from league.seasons.schedule.fixtures import open_due_fixtures
from league.seasons.schedule.revealing import block_to_come, reveal_due
from personas.models import MemoryRevision, Player
from tests.factories import NOON, make_account, make_call, make_roster, make_user
from tests.games.stage import play_all
from tests.league.seasons.schedule.guessing import look
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(at_most(300)), pytest.mark.long(60)]
PLAYERS = 6


@pytest.fixture(autouse=True)
def nobody_left_behind() -> Iterator[None]:
    yield
    leave_halls()


def a_season(games: int = PLAYERS, **fields: Any) -> Season:
    given = {"rules": [Rules("town-mafia", 5)], "pace": 0.0, "at_once": 1, "spoilers": "sealed", "slug": "spring"}
    season = create_season(name="Spring", games=games, players=make_roster(PLAYERS), **given | fields)
    return start_season(season=season, now=NOON)


def play(season: Season, games: int) -> list[Game]:
    """Plays the next games of a season, one after the other; of the last nothing is opened behind it."""
    played: list[Game] = []
    for _ in range(games):
        open_due_fixtures(now=NOON, season=season)
        over: list[Game] = []
        play_all(on_finished=lambda found, over=over: over.extend(game for game, _ in found))
        conclude([(Game.objects.get(pk=game.pk), None) for game in over])
        played += over
    season.refresh_from_db()
    return [Game.objects.get(pk=game.pk) for game in played]


def veiled() -> int:
    return Game.objects.filter(is_veiled=True, status="finished").count()


def counted() -> tuple[int, int, int, int]:
    """How many games are in standings, figures and sums of all seasons, and marked as counted."""
    standings = sum(Standing.objects.values_list("games", flat=True)) // 5
    careers = sum(Career.objects.filter(ruleset="", role="").values_list("games", flat=True)) // 5
    figures = Figures.objects.values("seat__game").distinct().count()
    return standings, careers, figures, Fixture.objects.filter(recorded_at__isnull=False).count()


def told_by(client: Client, game: Game) -> Mapping[str, Any]:
    return client.get(f"/api/v1/games/{game.public_id}/").json()


def test_a_block_is_a_whole_cycle_of_each_rule_book():
    season = a_season(games=27, rules=[Rules("town-mafia", 5), Rules("reactive-mafia", 6)])
    blocks = list(season.fixtures.order_by("number").values_list("block", flat=True))
    assert blocks == [1] * 12 + [2] * 12 + [3] * 3
    ends = {end.number for book in audit_season(season, as_drawn=True).found.books for end in book.ends}
    assert {11, 12, 23, 24} <= ends, "where a block is told each rule book has come to the end of one"


def test_nothing_is_counted_or_told_until_the_last_game_of_the_block_is_over_and_then_all_of_it(client):
    season = a_season(games=8)
    first, *_ = play(season, 5)
    assert (veiled(), counted()) == (5, (0, 0, 0, 0))
    assert block_to_come(season).told == "Block 1 of 2: revealed when its 6 games are over, 5 are so far."
    told = told_by(client, first)
    assert (told["status"], told["seed"], told["salt"], told["calls"]) == ("finished", None, None, None)
    assert told["terms"]["block"] == "1"
    assert {seat["role"] is not None for seat in told["seats"]} == {True}, "who is what is told by aliases"
    assert {(seat["player_id"], seat["persona"], seat["model"], seat["memory"]) for seat in told["seats"]} == {
        ("", "", "", None)
    }
    for address in ("log/?view=viewer", "log/?view=analysis", "calls/"):
        assert client.get(f"/api/v1/games/{first.public_id}/{address}").status_code == 409
    assert client.get(f"/api/v1/games/{first.public_id}/events/?lens=glass").status_code == 403
    page = client.get("/seasons/spring/").content.decode()
    assert "Block 1 of 2: revealed when its 6 games are over, 5 are so far." in page

    play(season, 1)
    assert counted() == (6, 6, 6, 6)
    assert not Game.objects.filter(is_veiled=True, terms__block="1").exists()
    assert block_to_come(season).told == "Block 2 of 2: revealed when its 2 games are over, none is so far."
    told = told_by(client, first)
    assert told["seed"] == first.seed
    seats = list(first.seats.order_by("number").values_list("player__player_id", flat=True))
    assert [seat["player_id"] for seat in told["seats"]] == seats
    assert client.get(f"/api/v1/games/{first.public_id}/log/?view=analysis").status_code == 200

    play(season, 2)
    assert season.status == "finished"
    assert (counted(), block_to_come(season)) == ((8, 8, 8, 8), None)


def test_what_was_learned_is_told_with_the_block_and_not_before(client):
    season = a_season(lag=1)
    play(season, 5)
    assert Learned.objects.filter(season=season).exists()
    assert MemoryRevision.objects.exists(), "they have learned"
    ids = [player.player_id for player in season.players.all()]
    assert {client.get(f"/api/v1/players/{each}/memory/").json()["revision"] for each in ids} == {0}
    assert [client.get(f"/api/v1/players/{each}/memory/revisions/").json()["results"] for each in ids] == [[]] * 6

    play(season, 1)
    assert any(client.get(f"/api/v1/players/{each}/memory/").json()["revision"] for each in ids)


def test_who_starts_meanwhile_remembers_nothing_of_a_block_that_is_not_told():
    season = a_season(lag=1)
    play(season, 4)
    assert MemoryRevision.objects.exists()
    other = a_season(slug="other", spoilers="open", memory="frozen")
    assert set(other.roster.values_list("memory", flat=True)) == {0}
    play(season, 2)
    later = a_season(slug="later", spoilers="open", memory="frozen")
    assert any(later.roster.values_list("memory", flat=True))


def test_who_may_see_secrets_sees_who_sits_where(client):
    season = a_season()
    (game,) = play(season, 1)
    client.force_login(make_user(username="boss", is_superuser=True, is_staff=True))
    assert all(seat["player_id"] for seat in told_by(client, game)["seats"])
    assert client.get(f"/api/v1/games/{game.public_id}/log/?view=analysis").status_code == 200
    fixtures = client.get("/api/v1/seasons/spring/fixtures/").json()["results"]
    assert all(fixture["players"] for fixture in fixtures)


def test_fixtures_tell_nobody_who_will_play_them(client):
    season = a_season()
    play(season, 2)
    fixtures = client.get("/api/v1/seasons/spring/fixtures/").json()["results"]
    assert [(fixture["block"], fixture["players"]) for fixture in fixtures] == [(1, None)] * 6
    player = season.players.first()
    assert client.get(f"/api/v1/games/?player={player.player_id}").json()["results"] == []


def test_what_a_block_costs_is_in_no_bill_until_it_is_told():
    season = a_season(cap_season=Decimal(10))
    game, *_ = play(season, 5)
    for purpose, cost in (("answer", Decimal("0.5")), ("reflection", Decimal("0.25"))):
        make_call(
            game=game, seat=0, poll=1, purpose=purpose, status="answered", cost=cost, input_tokens=1, billed=False
        )
    make_account(scope="game", name=game.public_id, spent=Decimal("0.5"))
    make_account(scope="season", name="spring", spent=Decimal("0.75"))
    boss = make_user(username="boss", is_superuser=True)
    assert (season_bill(season, AnonymousUser()).spent, season_bill(season, boss).spent) == (0, Decimal("0.75"))
    assert season_bill(season, AnonymousUser()).models == ()
    assert (bill_finished_games(), Bill.objects.count()) == (0, 0)

    play(season, 1)
    assert season_bill(season, AnonymousUser()).spent == Decimal("0.75")
    assert Bill.objects.exists()


# --- what becomes of games and seasons -------------------------------------------------------------------------------


def test_a_game_that_is_called_off_is_played_again_in_its_block_and_told_with_it(client):
    season = a_season()
    (lost,) = open_due_fixtures(now=NOON, season=season).games
    void_game(game=lost, reason="a trial")
    play(season, 5)
    lost.refresh_from_db()
    assert (lost.status, lost.is_veiled) == ("void", True)
    assert {seat["player_id"] for seat in told_by(client, lost)["seats"]} == {""}
    again = season.fixtures.get(number=1)
    assert (again.attempt, again.block, again.game.is_veiled) == (2, 1, True)

    play(season, 1)
    lost.refresh_from_db()
    assert (lost.is_veiled, season.status) == (False, "finished")
    assert "" not in {seat["player_id"] for seat in told_by(client, lost)["seats"]}
    assert counted() == (6, 6, 6, 6)


def test_a_paused_season_tells_nothing_until_its_block_is_over():
    season = a_season()
    play(season, 5)
    open_due_fixtures(now=NOON, season=season)
    last = Game.objects.get(status="scheduled")
    pause_season(season=season)
    assert (reveal_due(now=NOON), veiled()) == ([], 5)
    Game.objects.filter(pk=last.pk).update(status="scheduled", waiting="")
    over: list[Game] = []
    play_all(on_finished=lambda found: over.extend(game for game, _ in found))
    assert len(over) == 1
    sweep(now=NOON)
    assert (veiled(), counted()[0]) == (0, 6), "whoever looks next finds a block that is over"


def test_finished_early_its_last_block_is_what_was_played():
    season = a_season(games=12)
    play(season, 8)
    assert (veiled(), counted()[0]) == (2, 6)
    finish_early(season=season, now=NOON, by="ada", reason="enough")
    season.refresh_from_db()
    assert (season.status, veiled(), counted()) == ("finished", 0, (8, 8, 8, 8))
    assert not Game.objects.filter(is_veiled=True).exists(), "nor the one that nobody had begun"


def test_cancelled_all_is_told_and_counts_nowhere_but_on_its_own_board():
    season = a_season(games=12)
    play(season, 8)
    cancel_season(season=season, now=NOON, by="ada", reason="a mistake")
    assert not Game.objects.filter(is_veiled=True).exists()
    standings, careers, _, recorded = counted()
    assert (standings, careers, recorded) == (8, 0, 8)


def test_a_twin_waits_for_the_block_of_its_first():
    first = a_season()
    twin = start_season(season=create_twin(first=first, slug="again", memory="off"), now=NOON)
    play(first, 5)
    assert open_due_fixtures(now=NOON, season=twin).games == []
    assert follows(twin) == "game 1 waits for the end of block 1 of spring"
    play(first, 1)
    assert open_due_fixtures(now=NOON, season=twin).games


def test_a_season_from_before_there_were_blocks_tells_each_game_with_its_end(client):
    season = a_season()
    season.fixtures.update(block=None)
    (game,) = play(season, 1)
    assert (game.is_veiled, counted()[0], block_to_come(season)) == (False, 1, None)
    assert all(seat["player_id"] for seat in told_by(client, game)["seats"])


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"names": "persona"}, "names: must be alias where a season is sealed"),
        ({"persona_source": "game"}, "persona_source: must be those of the roster or of the season where it is sealed"),
    ],
)
def test_what_tells_who_sits_where_by_itself_is_refused(fields, wanted):
    with pytest.raises(WrongSeason) as refused:
        a_season(**fields)
    assert str(refused.value).startswith(wanted)
    season = create_season(
        slug="old", name="Old", games=6, rules=[Rules("town-mafia", 5)], players=make_roster(6), spoilers="sealed"
    )
    Season.objects.filter(pk=season.pk).update(**fields)  # a draft of an earlier release
    season.refresh_from_db()
    with pytest.raises(WrongSeason):
        start_season(season=season, now=NOON)


# --- the bytes -------------------------------------------------------------------------------------------------------


def test_who_sits_where_is_in_no_byte_that_is_published(client):
    """Two players are exchanged in all that is stored of a block that is not over, with all that they learned from it:
    nobody is told anything else."""
    *_, spare = make_roster(PLAYERS + 1)
    season = a_season(lag=1)
    games = [game.public_id for game in play(season, 4)]
    (going_on,) = Game.objects.filter(status="scheduled").values_list("public_id", flat=True)
    before = look(client, season, [*games, going_on])
    one, other = season.players.order_by("pk")[:2]
    exchange(season, one, other, spare)
    after = look(client, season, [*games, going_on])

    assert after.told.keys() == before.told.keys()
    assert [each for each in before.told if before.told[each] != after.told[each]] == []
    assert before.games == after.games
    assert any(text.startswith("200") for text in before.games[games[0]].values())

    Game.objects.update(is_veiled=False)
    shown = look(client, season, games)
    exchange(season, one, other, spare)
    again = look(client, season, games)
    assert shown.games != again.games, "there is something to be told"
    assert [each for each in shown.told if shown.told[each] != again.told[each]] != []


def exchange(season: Season, one: Player, other: Player, spare: Player) -> None:
    """Has two players change their places in all games of a season, with what that taught them."""
    keys = {one.pk: other.pk, other.pk: one.pk}
    for fixture in season.fixtures.all():
        Fixture.objects.filter(pk=fixture.pk).update(seating=[keys.get(each, each) for each in fixture.seating])
    for seat in Seat.objects.filter(game__terms__season=season.slug, player__in=keys):
        Seat.objects.filter(pk=seat.pk).update(player=keys[seat.player_id])
    for rows in (Learned.objects.filter(season=season), MemoryRevision.objects.all()):
        mine, yours = (list(rows.filter(player=each).values_list("pk", flat=True)) for each in (one, other))
        rows.model.objects.filter(pk__in=mine).update(player=spare)
        rows.model.objects.filter(pk__in=yours).update(player=one)
        rows.model.objects.filter(pk__in=mine).update(player=other)


@pytest.mark.parametrize("end", [cancel_season, finish_early])
def test_a_sealed_season_may_end_before_any_of_its_games_is_over(end):
    season = a_season()
    open_due_fixtures(now=NOON, season=season)
    assert Game.objects.filter(is_veiled=True).exists()
    end(season=season, now=NOON, by="ada", reason="no money")
    season.refresh_from_db()
    assert (season.status in Season.OVER, Game.objects.filter(is_veiled=True).exists()) == (True, False)
    assert Standing.objects.count() == 0
