"""What a player's games came to is told where no single one of them can be read off it, or where a page is asked to."""

import re
from collections.abc import Iterable
from html import unescape
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Game, Seat
from league.access.endings import ALL, CHOICE, LEAST, SHOWN, WATCHED, Endings
from league.models import Figures, Season
from league.queries.players import record_told, seen_of
from league.queries.results import Summed
from league.results.standings import record_result
from personas.models import Player
from tests.factories import (
    NOON,
    fill_sums,
    make_finished_game,
    make_fixture,
    make_players,
    make_running_season,
    make_seat,
)
from tests.league.boards.test_order import MAFIA, TOWN
from tests.league.views.test_pages import page

pytestmark = pytest.mark.django_db
ASKED = "?open=record"
BY_ROLE = "<h2>By role</h2>"
RATE = ">Rate</th>"


def played(
    season: Season, players: list[Player], number: int, *, winner: str, dealt: Iterable[tuple[str, str]]
) -> Game:
    """A game that is over and counted, in which who lost is dead."""
    game = make_finished_game(winner=winner)
    for seat, (player, (role, team)) in enumerate(zip(players, dealt, strict=True)):
        make_seat(game=game, number=seat, player=player, role=role, team=team, **fate(is_alive=team == winner))
    make_fixture(season=season, number=number, game=game)
    record_result(game=game, now=NOON)
    return game


def counted() -> None:
    """What statistics are of: figures of all seats, summed."""
    seats = Seat.objects.filter(figures=None)
    Figures.objects.bulk_create([Figures(seat=seat, table_size=3, answers=10) for seat in seats])
    fill_sums()


def fate(*, is_alive: bool) -> dict[str, Any]:
    return {"survived": is_alive, "died_round": None if is_alive else 1}


def paths(players: Iterable[Player]) -> list[str]:
    """All pages that hold a record of these, or one that theirs is in."""
    found = ["/players/", "/models/"]
    for player in players:
        its = f"/players/{player.player_id}/"
        found += [its, f"{its}results/", f"{its}results/?season=spring"]
        found += [f"/personas/{player.persona.slug}/", f"/models/{player.model.slug}/"]
    return found


def read(client: Client, of: list[str]) -> dict[str, str]:
    """These pages, with the ids of games left out, which are drawn."""
    return {path: re.sub(r"/games/[a-z0-9]{12}/", "/games/…/", page(client, path)) for path in of}


def facts(text: str) -> dict[str, str]:
    """What stands at the top of a player's page."""
    return dict(re.findall(r"<div><dt>([^<]*)</dt><dd>([^<]*)", text))


@pytest.mark.parametrize("games", [1, 2, LEAST - 1])
def test_of_few_games_no_page_says_who_won_or_who_was_what_unless_it_is_asked(client: Client, games: int) -> None:
    players = make_players(4)
    shut = paths(players[:2])
    opened = [f"{path.partition('?')[0]}{ASKED}" for path in shut]
    town, mafia = [TOWN, TOWN, MAFIA], [MAFIA, MAFIA, TOWN]
    found = []
    for winner, dealt in (("town", town), ("town", mafia), ("mafia", town)):
        with transaction.atomic():
            season = make_running_season(slug="spring", name="Spring")
            for number in range(1, games + 1):
                played(season, players[:3], number, winner="mafia" if number % 4 == 3 else winner, dealt=dealt)
            found.append((read(client, shut), read(client, opened)))
            transaction.set_rollback(True)

    (first, first_opened), *others = found
    for other, other_opened in others:
        for path, text in first.items():
            assert text == other[path], path
        assert [path for path, text in first_opened.items() if text == other_opened[path]] == [
            # On a model that claimed nothing nothing is told.
            f"/models/{player.model.slug}/{ASKED}"
            for player in players[:2]
        ], "else nothing was looked for"


@pytest.mark.parametrize("games", [1, 2, LEAST - 1])
def test_of_few_games_statistics_say_who_won_only_where_it_is_asked(client: Client, games: int) -> None:
    players = make_players(3)
    shut = [f"/stats/?by={by}" for by in ("ruleset", "size", "persona", "model", "role")]
    found = []
    for winner in ("town", "mafia"):
        with transaction.atomic():
            season = make_running_season(slug="spring", name="Spring")
            for number in range(1, games + 1):
                played(season, players, number, winner=winner, dealt=[TOWN, TOWN, MAFIA])
            counted()
            found.append((read(client, shut), read(client, [f"{path}&open=record" for path in shut])))
            transaction.set_rollback(True)
    (first, first_opened), (other, other_opened) = found
    assert first == other
    assert [path for path, text in first_opened.items() if text == other_opened[path]] == []


@pytest.mark.parametrize("games", [1, 2, LEAST - 1, 2 * LEAST])
def test_of_games_few_or_many_who_sat_on_a_model_as_what_and_won_is_told_only_where_it_is_asked(
    client: Client, games: int
) -> None:
    """A line of a model in a role is there only where somebody on it sat as that."""
    players = make_players(3)
    models = [player.model.slug for player in players[::2]]
    shut = ["/stats/roles/?", "/stats/roles/?season=spring&ruleset=town-mafia"]
    shut += [f"/stats/?by=role&model={model}{season}" for model in models for season in ("", "&season=spring")]
    town, mafia = [TOWN, TOWN, MAFIA], [MAFIA, TOWN, TOWN]
    found = []
    for winner, dealt in (("town", town), ("town", mafia), ("mafia", town)):
        with transaction.atomic():
            season = make_running_season(slug="spring", name="Spring")
            for number in range(1, games + 1):
                played(season, players, number, winner=winner, dealt=dealt)
            counted()
            found.append((read(client, shut), read(client, [f"{path}&open=record" for path in shut])))
            client.cookies[CHOICE] = SHOWN
            for path, text in read(client, shut).items():
                assert ('id="record"' in text, 'class="results"' in text) == (False, True), path
            del client.cookies[CHOICE]
            transaction.set_rollback(True)

    (first, first_opened), *others = found
    for path, text in first.items():
        assert "Mafioso" not in text, path
        assert "Villager" not in text, path
        assert 'id="record"' in text, path
    for other, other_opened in others:
        assert first == other
        assert [path for path, text in first_opened.items() if text == other_opened[path]] == []


def test_of_many_games_that_came_out_unlike_each_other_it_is_told_in_all_and_by_what_is_of_many_too(
    client: Client,
) -> None:
    season, players = make_running_season(slug="spring"), make_players(3)
    dealt = [TOWN, TOWN, MAFIA]
    for number in range(1, 2 * LEAST + 1):
        turned = (
            dealt[number % 2 :] + dealt[: number % 2]
        )  # the first is always of the town, the third every other time
        played(season, players, number, winner="mafia" if number % 5 == 0 else "town", dealt=turned)
    always, _, half = (f"/players/{player.player_id}/" for player in players)

    text = page(client, always)
    assert (BY_ROLE in text, facts(text)["Games"], facts(text)["Won"]) == (True, "20", "16")
    assert "16 of 20 won" in page(client, "/players/")
    counted()
    for by, is_told in (("ruleset", True), ("size", True), ("persona", False), ("model", False), ("role", False)):
        assert (RATE in page(client, f"/stats/?by={by}")) is is_told, by
        assert RATE in page(client, f"/stats/{ASKED}&by={by}")
    for path in (always, half):
        assert "Head to head" not in page(client, path), "its rows are of the same games, but for one"
        assert "Head to head" in page(client, f"{path}{ASKED}")
    assert BY_ROLE in page(client, half)

    played(season, players, 21, winner="town", dealt=[MAFIA, TOWN, TOWN])
    text = page(client, always)
    assert (BY_ROLE in text, facts(text)["Games"], facts(text)["Won"]) == (False, "21", "16")
    assert "Mafioso" not in text, "as what it sat there once"
    assert "Mafioso" in page(client, f"{always}{ASKED}")
    client.cookies[CHOICE] = SHOWN
    assert "Mafioso" in page(client, always)


def test_what_is_told_in_all_is_not_told_where_all_ended_alike_or_nearly_all_were_watched(client: Client) -> None:
    season, players = make_running_season(slug="spring"), make_players(3)
    games = [
        played(season, players, number, winner="town", dealt=[TOWN, TOWN, MAFIA]) for number in range(1, LEAST + 1)
    ]
    first, second = (f"/players/{player.player_id}/" for player in players[:2])
    for path in (first, second):
        assert sorted(facts(page(client, path))) == ["Games"], "each of them was won"

    games += [played(season, players, 11, winner="mafia", dealt=[TOWN, TOWN, MAFIA])]
    games += [played(season, players, 12, winner="mafia", dealt=[TOWN, TOWN, MAFIA])]
    for path in (first, second):
        assert facts(page(client, path))["Won"] == "10"
    client.cookies[WATCHED] = f"{games[0].public_id}.{games[11].public_id}"
    for path in (first, "/players/"):
        assert "Won" not in facts(page(client, path)), "two that were lost, and one of them is known"
        assert "10 of 12 won" not in page(client, path)
    client.cookies[WATCHED] = games[0].public_id
    assert facts(page(client, first))["Won"] == "10"
    assert page(client, "/players/").count("10 of 12 won") == 2


def test_a_table_is_told_only_where_what_is_left_of_it_beside_the_others_is_of_many_games() -> None:
    """Of two rule books and two teams each sum may be of many games, and one team under one rule book of one."""
    many, one = (12, 6, 0, 6, 0, 0), (1, 1, 0, 1, 0, 0)
    whole = [
        Summed("town-mafia", "villager", "town", *many),
        Summed("town-mafia", "mafioso", "mafia", *many),
        Summed("council-mafia", "villager", "town", *many),
        Summed("council-mafia", "mafioso", "mafia", *one),
    ]
    hidden = Endings(is_shown=False)
    told = record_told(whole, [], hidden, seen=0)
    assert (len(told.rulesets), told.teams, told.roles) == (2, (), ())
    told = record_told([*whole[:3], Summed("council-mafia", "mafioso", "mafia", *many)], [], hidden, seen=0)
    assert (len(told.rulesets), len(told.teams), len(told.roles)) == (2, 2, 2)
    told = record_told(whole, [], ALL, seen=0)
    assert (len(told.rulesets), len(told.teams), len(told.roles)) == (2, 2, 2)


def test_a_page_is_asked_by_a_link_that_keeps_its_place_and_is_taken_back_by_one(client: Client) -> None:
    season, players = make_running_season(slug="spring"), make_players(3)
    played(season, players, 1, winner="town", dealt=[TOWN, TOWN, MAFIA])
    name = players[0].player_id
    for path in ("/players/?after=x", f"/players/{name}/", f"/players/{name}/results/?season=spring", "/models/"):
        (there,) = re.findall(r'<a href="([^"]*)">Show the record: it tells how games ended</a>', page(client, path))
        address, _, rest = path.partition("?")
        assert unescape(there) == f"{address}?{rest}{'&' if rest else ''}open=record#record"
        (back,) = re.findall(r'<a href="([^"]*)">Keep it back</a>', page(client, unescape(there)))
        assert unescape(back) == f"{path}{'' if '?' in path else '?'}#record"
    assert client.get(f"/players/{name}/?open=games").status_code == 404
    client.cookies[CHOICE] = SHOWN
    for path in ("/players/", f"/players/{name}/"):
        assert 'id="record"' not in page(client, path), "it tells anyway"


@pytest.mark.parametrize("rows", [1, 3])
def test_who_has_watched_games_costs_a_query_more(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, rows: int
) -> None:
    players = make_players(rows)
    page(client, "/players/")
    with django_assert_num_queries(3):
        page(client, "/players/")
    client.cookies[WATCHED] = "a" * 12
    with django_assert_num_queries(4):
        page(client, "/players/")
    assert seen_of(players, ALL) == {}
