"""By which design fixtures are drawn, what becomes of a game that is set aside, and who sits in two games at once."""

from collections import Counter
from datetime import timedelta
from importlib import import_module
from threading import Event

import pytest
from django.db import IntegrityError, transaction

from games.engine.record import commitment
from games.engine.rulesets import ruleset_named
from games.hosting.verbs import replay_game
from games.ledger.rows import deal_of
from games.models import Game
from league.models import Season
from league.seasons.lifecycle.announcing import announce_season, change_roster
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules, WrongSeason
from league.seasons.making.creating import create_season
from league.seasons.making.twinning import create_twin
from league.seasons.playing.running import run_season
from league.seasons.schedule.drawing import basis_of, drawn, fixtures_drawn
from league.seasons.schedule.fixtures import open_due_fixtures
from league.seasons.schedule.rotation import Table, rotation, seated, seed_of
from tests.factories import NOON, make_roster

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.django_db]


def made(**fields):
    given = {"slug": "spring", "name": "Spring", "rules": [Rules("town-mafia", 8)], "games": 14, "pace": 0}
    return create_season(**given | {"players": make_roster(), "memory": "off"} | fields)


def begun(**fields):
    return start_season(season=made(**fields), now=NOON)


def opened(now=NOON):
    return open_due_fixtures(now=now).games


def end(game, status="finished"):
    fields = {"winner": "town", "hash": "ab" * 32, "finished_at": NOON} if status == "finished" else {}
    Game.objects.filter(pk=game.pk).update(status=status, started_at=NOON, **fields)


def dealt(game):
    seats = list(game.seats.order_by("number"))
    return [seat.player_id for seat in seats], [seat.role for seat in seats], game.first


def as_drawn(fixture):
    return fixture.seating, fixture.deal["roles"], fixture.deal["first"]


def test_a_new_season_is_drawn_in_blocks_and_its_games_are_dealt_so():
    season = begun()
    assert season.design == "blocks"
    games = opened()
    assert [dealt(game) for game in games] == [as_drawn(fixture) for fixture in season.fixtures.order_by("number")]
    assert {game.is_given for game in games} == {True}
    seats = Counter((seat.player_id, seat.number) for game in games[:12] for seat in game.seats.all())
    roles = Counter((seat.player_id, seat.role) for game in games[:12] for seat in game.seats.all())
    assert set(seats.values()) == {1}
    assert {number for (_, role), number in roles.items() if role == "mafioso"} == {2}


def test_the_commitment_covers_the_deal_that_was_given_and_says_that_it_was():
    (game, *_) = begun() and opened()
    deal = deal_of(game, game.seats.all())
    assert deal.is_given
    assert game.commitment == commitment(seed=game.seed, salt=game.salt, deal=deal)
    by_seed = ruleset_named("town-mafia").deal(game.seed, 8, ruleset_named("town-mafia").options_from({}, 8))
    assert by_seed.aliases == deal.aliases
    assert by_seed.roles != deal.roles


def test_a_season_by_rotation_is_drawn_as_it_always_was():
    season = begun(design="rotation", secret="of old")
    roster = list(season.roster.values_list("player_id", flat=True))
    chosen = rotation(secret="of old", roster=roster, tables=[Table("town-mafia", 8)])
    for fixture, players in zip(season.fixtures.order_by("number"), chosen, strict=False):
        seed = seed_of(secret="of old", number=fixture.number)
        assert (fixture.seating, fixture.deal) == (seated(players=players, seed=seed), None)
    game = opened()[0]
    town = ruleset_named("town-mafia")
    assert deal_of(game, game.seats.all()) == town.deal(game.seed, 8, town.options_from({}, 8))
    assert not game.is_given


def test_seasons_of_before_stay_drawn_by_rotation():
    operations = import_module("league.migrations.0049_blocks").Migration.operations
    (added, altered) = [each.field for each in operations if getattr(each, "name", "") == "design"]
    assert (added.default, altered.default) == ("rotation", "blocks")


@pytest.mark.parametrize("status", ["void", "diverged"])
def test_a_game_set_aside_is_played_again_in_the_same_seats_by_another_deal(status):
    season = begun(games=1, secret="again")
    (first,) = opened()
    before = dealt(first)
    end(first, status)
    (second,) = opened(NOON + timedelta(hours=1))
    players, roles, spoke = dealt(second)
    assert players == before[0]
    assert (roles, spoke) != before[1:]
    town = ruleset_named("town-mafia")
    assert deal_of(second, second.seats.all()) == town.deal(
        seed_of(secret="again", number=1, attempt=2), 8, town.options_from({}, 8)
    )
    assert (second.is_given, season.fixtures.get().deal) == (False, None)


def test_a_twin_plays_the_deals_of_its_first_also_one_that_was_drawn_anew():
    first = begun(games=2, memory="frozen")
    twin = start_season(season=create_twin(first=first, slug="again", memory="off"), now=NOON)
    assert (twin.design, [each.deal for each in twin.fixtures.all()]) == ("blocks", [None, None])
    one, two = opened()
    end(one)
    end(two, "void")
    anew = next(game for game in opened() if game.terms["season"] == "spring")
    end(anew)
    opened()
    again = [each.game for each in twin.fixtures.order_by("number")]
    assert [dealt(game) for game in again] == [dealt(one), dealt(anew)]
    assert [game.is_given for game in again] == [True, False]


def test_who_joins_while_it_is_announced_is_drawn_too():
    players = make_roster()
    season = made(players=players[:9])
    announce_season(season=season, now=NOON)
    change_roster(season=season, now=NOON, add=[players[9]])
    start_season(season=season, now=NOON)
    seated_there = {player for fixture in season.fixtures.all()[:10] for player in fixture.seating}
    assert seated_there == {player.pk for player in players[:10]}


def test_a_draw_of_another_roster_is_told_from_what_there_is():
    season = made()
    draw = drawn(season)
    assert draw.basis == basis_of(season)
    season.roster.order_by("-number")[0].delete()
    assert draw.basis != basis_of(season)
    assert len(list(fixtures_drawn(season, draw, now=NOON, first_due_at=None))) == 14


# --- two games at once -----------------------------------------------------------------------------------------------


def players_in(games):
    return [player for game in games for player in dealt(game)[0]]


def test_players_sit_in_several_games_at_once_unless_that_is_not_wanted():
    begun(slug="usual", games=6)
    assert max(Counter(players_in(opened())).values()) > 1
    season = begun(slug="apart", games=6, may_overlap=False, players=make_roster(17))
    assert season.may_overlap is False
    games = opened()
    assert 1 <= len(games) <= 2
    assert max(Counter(players_in(games)).values()) == 1
    played = list(games)
    while games:
        end(games[0])
        games = [*games[1:], *(new := opened())]
        played += new
        assert max(Counter(players_in(games)).values(), default=1) == 1
    assert len(played) == 6


def test_games_that_wait_for_their_players_are_passed_over_as_far_as_they_may_teach():
    season = begun(games=30, may_overlap=False, players=make_roster(16), memory="live", lag=2)
    numbers = [int(game.terms["fixture"]) for game in opened()]
    assert numbers[0] == 1
    assert max(numbers) <= 2
    assert season.fixtures.filter(game__isnull=False).count() == len(numbers)


# --- team against team -----------------------------------------------------------------------------------------------


def duel(**fields):
    return begun(**{"design": "teams", "games": 4, "slug": "duel", "players": make_roster(16)} | fields)


def sides_of(season):
    roster = list(season.roster.order_by("number").values_list("player_id", flat=True))
    return set(roster[:8]), set(roster[8:])


def test_each_side_holds_a_team_and_then_the_same_deal_is_played_with_the_sides_swapped():
    season = duel()
    ours, theirs = sides_of(season)
    first, third = opened()
    assert [first.terms["fixture"], third.terms["fixture"]] == ["1", "3"]
    end(first)
    (second,) = opened()
    assert second.terms["fixture"] == "2"
    assert (second.seed, dealt(second)[1:]) == (first.seed, dealt(first)[1:])
    assert [s.alias for s in second.seats.order_by("number")] == [s.alias for s in first.seats.order_by("number")]
    for game, hidden, seen in ((first, theirs, ours), (second, ours, theirs)):
        for seat in game.seats.all():
            assert seat.player_id in (hidden if seat.team == "mafia" else seen)
    assert {seat.player_id for seat in first.seats.all()}.isdisjoint(seat.player_id for seat in second.seats.all())


def test_one_of_a_pair_that_is_set_aside_is_dealt_anew_within_its_teams_and_so_is_the_other():
    season = duel(games=2)
    (lost,) = opened()
    end(lost, "void")
    (first,) = opened()
    assert dealt(first)[0] == dealt(lost)[0]
    assert first.seed != lost.seed
    assert [seat.team for seat in first.seats.order_by("number")] == [s.team for s in lost.seats.order_by("number")]
    end(first)
    (second,) = opened()
    assert (second.seed, dealt(second)[1:]) == (first.seed, dealt(first)[1:])
    end(second, "void")
    (again,) = opened()
    assert (again.seed, dealt(again)) == (second.seed, dealt(second)), "the same deal once more"
    assert season.fixtures.get(number=2).attempt == 2


def test_what_cannot_be_played_team_against_team_is_refused():
    for fields, wanted in (
        ({"games": 3}, "games: must be even, for each deal is played twice, not 3."),
        ({"players": make_roster(15)}, "players: must be two sides of as many players each"),
        ({"players": make_roster(10)}, "players: each side needs at least 6 players, not 5: the town of town-mafia"),
        ({"spoilers": "sealed"}, "spoilers: must be open: each deal is known before its second game"),
    ):
        with pytest.raises(WrongSeason) as refused:
            made(**{"design": "teams", "players": make_roster(16)} | fields)
        assert str(refused.value).startswith(wanted)
    assert made(design="teams", slug="fair", players=make_roster(16)).rated is False


def test_the_database_keeps_known_deals_open_and_unrated():
    season = made(design="teams", players=make_roster(16))
    for fields in ({"rated": True}, {"spoilers": "delayed"}, {"design": "lots"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Season.objects.filter(pk=season.pk).update(**fields)


def test_the_sides_of_an_announced_season_stay():
    season = made(design="teams", players=make_roster(16))
    announce_season(season=season, now=NOON)
    with pytest.raises(WrongSeason, match="its sides stay"):
        change_roster(season=season, now=NOON, remove=[season.roster.all()[0].player])


@pytest.mark.django_db(transaction=True)
def test_a_whole_season_of_two_sides_is_played_and_plays_again_identical():
    season = duel(games=4)
    stand = run_season(season=season, stopping=Event(), tell=lambda _: None)
    assert stand.status == "finished"
    for fixture in season.fixtures.select_related("game"):
        assert fixture.game is not None
        assert replay_game(game=fixture.game).is_identical
