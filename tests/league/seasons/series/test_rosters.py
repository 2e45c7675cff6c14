"""Who plays the next season of a series: by each rule, with enough and with too few."""

from collections import Counter

import pytest

from games.engine.dice import Dice
from league.access.acts import COMMAND_LINE
from league.boards.verbs import VERBS, Given, carry_out
from league.models import Season, Series, Standing
from league.seasons.making.checking import WrongSeason
from league.seasons.series.changing import edit_series
from league.seasons.series.opening import open_due_seasons
from league.seasons.series.rosters import ranked, roster_of
from league.seasons.series.telling import seasons_told
from personas.models import Player
from personas.sheet import ROSTER
from tests.factories import NOON, make_model, make_roster, players_on
from tests.league.seasons.series.staging import end, first_season, series_of

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.django_db]


def do(verb: str, season: Season | None, player: Player) -> None:
    given = Given(player=player.player_id, reason="two of one owner")
    carry_out(verb=VERBS[verb], season=season, by=COMMAND_LINE, now=NOON, given=given)


def ids(players) -> list[str]:
    return [player.player_id for player in players]


def won(season: Season, player: Player, wins: int, games: int = 10) -> None:
    told = {"ruleset": "town-mafia", "role": "villager", "team": "town", "games": games, "wins": wins}
    Standing.objects.create(season=season, player=player, **told)


def opened(series: Series) -> list[str]:
    """The roster of the season that opens now."""
    (season,) = open_due_seasons(now=NOON)
    return list(season.roster.order_by("number").values_list("player__player_id", flat=True))


def waits(series: Series) -> str:
    assert open_due_seasons(now=NOON) == []
    series.refresh_from_db()
    return series.waiting


@pytest.fixture
def players() -> list[Player]:
    return make_roster(10)


def test_the_same_play_again_but_for_those_who_are_retired(players):
    spring = first_season(players=players[:7])
    series = series_of(spring)
    end(spring)
    Player.objects.filter(pk__in=[players[0].pk, players[3].pk]).update(is_active=False)
    assert opened(series) == ids([*players[1:3], *players[4:7]])
    second = series.seasons.get(series_number=2)
    end(second)
    Player.objects.filter(pk=players[0].pk).update(is_active=True)  # who was not there is not the same
    assert opened(series) == ids([*players[1:3], *players[4:7]])
    end(series.seasons.get(series_number=3))
    Player.objects.filter(pk=players[1].pk).update(is_active=False)
    assert waits(series).startswith("players: choose at least 5 players, not 4")


def test_all_active_players_of_the_house_or_of_models_by_name(players):
    model = make_model(slug="listener", provider="house")
    others = players_on(model, {sheet.slug: sheet for sheet in ROSTER[:5]})
    spring = first_season(players=players[:6])
    series = series_of(spring, roster_rule="active", pool=["house"])
    end(spring)
    players[9].is_active = False
    players[9].save()
    assert opened(series) == ids([*players[:9], *others])
    end(series.seasons.get(series_number=2))
    edit_series(series=series, by=COMMAND_LINE, now=NOON, pool=["listener"])
    assert opened(series) == ids(others)
    end(series.seasons.get(series_number=3))
    others[2].persona.status = "retired"
    others[2].persona.save()
    assert waits(series).startswith("players: choose at least 5 players, not 4")


def test_those_of_the_list_that_are_active(players):
    spring = first_season(players=players[:6])
    series = series_of(spring, roster_rule="fixed", players=ids(players[4:]))
    end(spring)
    Player.objects.filter(pk=players[4].pk).update(is_active=False)
    assert opened(series) == ids(players[5:])
    end(series.seasons.get(series_number=2))
    Player.objects.filter(pk=players[4].pk).update(is_active=True)
    assert opened(series) == ids(players[4:])
    end(series.seasons.get(series_number=3))
    Player.objects.filter(pk__in=[each.pk for each in players[6:]]).update(is_active=False)
    told = f"Not invited any more: {', '.join(ids(players[6:]))}."
    assert waits(series) == f"players: choose at least 5 players, not 2: the table has 5 seats. {told}"


def test_the_best_of_the_season_before_and_others_by_a_lot_that_is_told(players):
    spring = first_season(players=players[:6])
    series = series_of(spring, roster_rule="best", best=3, by_lot=4, players=ids(players))
    for place, wins in enumerate((2, 9, 4, 8, 0)):
        won(spring, players[place], wins)
    assert ids(ranked(spring)) == ids([players[1], players[3], players[2], players[0], players[4], players[5]])
    end(spring)
    Player.objects.filter(pk=players[1].pk).update(is_active=False)
    roster = opened(series)
    season = series.seasons.get(series_number=2)
    best = ids([players[3], players[2], players[0]])
    assert roster[:3] == best
    others = sorted(set(ids(players)) - {*best, players[1].player_id})
    assert roster[3:] == Dice(season.lot, "spring", 2).shuffled(others, 4)
    assert len(season.lot) == 32


def test_each_of_the_others_is_drawn_about_as_often(players):
    spring = first_season(players=players[:6])
    series = series_of(spring, roster_rule="best", best=2, by_lot=3, pool=["uniform"])
    drawn: Counter[str] = Counter()
    for _ in range(200):
        roster = roster_of(series, before=spring, number=2)
        assert len({*roster.players}) == 5
        drawn.update(ids(roster.players[2:]))
    assert len(drawn) == 8
    assert min(drawn.values()) > 40  # of 75 on average
    assert sum(drawn.values()) == 600


def test_where_fewer_are_left_than_the_rule_wants_it_opens_as_long_as_they_fill_a_table(players):
    spring = first_season(players=players[:6])
    series = series_of(spring, roster_rule="best", best=4, by_lot=4, players=ids(players[:7]))
    won(spring, players[5], 9), won(spring, players[4], 8)
    end(spring)
    Player.objects.filter(pk=players[5].pk).update(is_active=False)
    assert set(opened(series)) == {*ids(players[:5]), players[6].player_id}
    end(series.seasons.get(series_number=2))
    Player.objects.filter(pk__in=[each.pk for each in players[:2]]).update(is_active=False)
    assert waits(series).startswith("players: choose at least 5 players, not 4: the table has 5 seats.")


def test_a_first_season_that_none_is_before_is_played_by_the_list(players):
    draft, other = (first_season(slug, players=players[:5], started=False) for slug in ("spring", "autumn"))
    series_of(draft, roster_rule="best", best=2, by_lot=2)
    series_of(other, roster_rule="same", players=ids(players[3:9]))
    begun = {season.slug: list(season.roster.values_list("player", flat=True)) for season in open_due_seasons(now=NOON)}
    assert begun == {
        "spring-1": [each.pk for each in players[:5]],
        "autumn-1": [each.pk for each in players[3:9]],
    }


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"roster_rule": "active"}, "pool: say whose active players are invited: 'house', or models by their slugs"),
        ({"roster_rule": "active", "pool": ["gpt"]}, "pool: there is no model 'gpt'; 'house' stands for all that"),
        ({"roster_rule": "fixed", "players": []}, "players: say who plays: a fixed roster has players"),
        ({"roster_rule": "fixed", "players": ["a_b"]}, "players: there is no player 'a_b'"),
        ({"roster_rule": "best"}, "best: must be a whole number from 1 to 10000, not 0"),
        ({"roster_rule": "worst"}, "roster_rule: must be one of same, active, fixed, best, not 'worst'"),
    ],
)
def test_a_rule_that_says_nothing_is_refused(said, told):
    with pytest.raises(WrongSeason, match=told.replace("(", r"\(")):
        series_of(first_season(), **said)
    assert not Series.objects.exists()


def test_who_is_off_a_board_leads_no_season_and_is_not_among_the_best_of_it(players):
    spring, autumn = first_season(players=players), first_season("autumn", players=players)
    both = [series_of(each, roster_rule="best", best=6) for each in (spring, autumn)]
    for season in (spring, autumn):
        for place, player in enumerate(players[:9]):
            won(season, player, 9 - place)
    first, second, *others = players

    def told() -> list[tuple[list[Player | None], list[str]]]:
        """Who leads the seasons of each series, and who its table begins with."""
        found = []
        for season, series in zip((spring, autumn), both, strict=True):
            leaders = [each.leader for each in seasons_told(series, Season.objects.all())]
            found.append((leaders, ids(roster_of(series, before=season, number=2).players)))
        return found

    as_played = ([first], ids(players[:6]))
    assert told() == [as_played, as_played]
    do("exclude", spring, first)
    assert told() == [([second], ids(players[1:7])), as_played]
    do("exclude", None, second)
    assert told() == [([others[0]], ids(players[2:8])), ([first], ids([first, *players[2:7]]))]
    do("restore", spring, first)
    assert told()[0] == ([first], ids([first, *players[2:7]]))
    do("restore", None, second)
    assert told() == [as_played, as_played]
