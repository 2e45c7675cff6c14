"""Pages of lists: behind a row and not after so many; what comes meanwhile moves nothing."""

import re
from html import unescape

import pytest
from django.test import Client

from league.models import Season
from tests.factories import (
    make_finished_game,
    make_fixture,
    make_model,
    make_persona,
    make_player,
    make_running_season,
    make_standing,
)
from tests.league.views.test_pages import page

pytestmark = pytest.mark.django_db
CARD = re.compile(r'class="title" href="/games/([a-z0-9]+)/"')


def links(text: str) -> dict[str, str]:
    return {rel: unescape(href) for rel, href in re.findall(r'rel="(prev|next)" href="([^"]+)"', text)}


def test_what_comes_meanwhile_is_neither_seen_twice_nor_missed(client: Client) -> None:
    games = [make_finished_game().public_id for _ in range(70)][::-1]
    text = page(client, "/games/")
    seen = CARD.findall(text)
    make_finished_game()
    while "next" in links(text):
        text = page(client, f"/games/{links(text)['next']}")
        seen += CARD.findall(text)
    assert seen == games

    back = page(client, f"/games/{links(text)['prev']}")
    assert CARD.findall(back) == games[30:60]
    newest = page(client, f"/games/{links(back)['prev']}")
    assert CARD.findall(newest) == games[:30]
    assert "Newest" in newest  # one more came in front of these
    assert page(client, f"/games/{links(newest)['prev']}").count('class="title"') == 30
    assert 'aria-current="page"' in newest


def test_addresses_of_numbered_pages_lead_to_where_these_begin_now(client: Client) -> None:
    games = [make_finished_game().public_id for _ in range(61)][::-1]
    for number, first in (("1", 0), ("2", 30), ("3", 60), ("999", 31), ("x", 0), ("-1", 0)):
        answer = client.get(f"/games/?status=finished&page={number}", follow=True)
        assert [status for _, status in answer.redirect_chain] == [302], number
        assert CARD.findall(answer.content.decode())[0] == games[first], number
        assert "status=finished" in answer.redirect_chain[0][0]


def test_an_address_that_names_nobody_is_the_first_page(client: Client) -> None:
    games = [make_finished_game().public_id for _ in range(3)][::-1]
    for asked in ("after=nobody", "before=nobody", "after=%00", f"before={games[0]}"):
        assert CARD.findall(page(client, f"/games/?{asked}")) == games


def test_players_come_by_name_in_pages(client: Client) -> None:
    model = make_model()
    for number in range(65):
        make_player(persona=make_persona(name=f"P{number:02}"), model=model)
    first = page(client, "/players/")
    second = page(client, f"/players/{links(first)['next']}")
    assert [re.findall(r">(P\d\d)<", text) for text in (first, second)] == [
        [f"P{number:02}" for number in range(60)],
        [f"P{number:02}" for number in range(60, 65)],
    ]


@pytest.fixture
def spring() -> Season:
    """A season of 55 players, the one with the number n with n wins of 60."""
    season = make_running_season(slug="spring")
    model = make_model(slug="m")
    for number in range(55):
        player = make_player(persona=make_persona(slug=f"p{number:02}", name=f"P{number:02}"), model=model)
        make_standing(season=season, player=player, games=60, wins=number, draws=0)
    return season


@pytest.mark.usefixtures("spring")
@pytest.mark.parametrize(
    ("address", "most"),
    [("/leaderboard/?by=player", 50), ("/leaderboard/?season=spring", 50), ("/seasons/spring/", 30)],
)
def test_a_table_goes_on_where_its_page_ended(client: Client, address: str, most: int) -> None:
    first = page(client, address)
    path = address.split("?")[0]
    second = page(client, f"{path}{links(first)['next']}")
    assert f"1 to {most} of 55" in first
    assert f"{most + 1} to 55 of 55" in second
    assert f'<td class="rank">{most + 1}</td>' in second
    assert "prev" not in links(first)
    assert "next" not in links(second)
    assert f"1 to {most} of 55" in page(client, f"{path}{links(second)['prev']}")


@pytest.mark.usefixtures("spring")
@pytest.mark.parametrize("address", ["leaderboard/", "leaderboard/?by=persona", "seasons/spring/standings/"])
def test_the_api_tells_a_table_in_pages(client: Client, address: str) -> None:
    first = client.get(f"/api/v1/{address}").json()
    second = client.get(first["next"]).json()
    assert [row["rank"] for row in first["results"] + second["results"]] == list(range(1, 56))
    assert (first["previous"], second["next"]) == (None, None)
    assert client.get(second["previous"]).json()["results"] == first["results"]
    few = client.get(f"/api/v1/{address}{'&' if '?' in address else '?'}page_size=2").json()
    assert [row["rank"] for row in few["results"]] == [1, 2]
    for cursor in ("x", "PnA5OQ==", "%00", "é"):
        wrong = client.get(f"/api/v1/{address}{'&' if '?' in address else '?'}cursor={cursor}")
        assert (wrong.status_code, list(wrong.json()["error"]["fields"])) == (400, ["cursor"])


def at_fixtures(text: str) -> dict[str, str]:
    found = re.findall(r'href="([^"]+)">(Earlier|Later)<', text)
    return {word: unescape(href) for href, word in found}


def test_the_two_lists_of_a_seasons_page_keep_each_others_place(client: Client, spring: Season) -> None:
    for number in range(1, 401):
        make_fixture(season=spring, number=number, due_at=None)
    Season.objects.filter(pk=spring.pk).update(games_planned=400)
    whole = page(client, "/seasons/spring/")
    second = page(client, f"/seasons/spring/{links(whole)['next']}".removesuffix("#standings"))
    assert (links(whole)["next"].endswith("#standings"), "31 to 55 of 55" in second) == (True, True)

    later = at_fixtures(second)["Later"]
    both = page(client, later.removesuffix("#fixtures"))

    assert later.endswith("#fixtures")
    assert "31 to 55 of 55" in both
    assert "fixture=" not in links(second)["prev"]
    assert re.findall(r"fixture=\d+", later) == re.findall(r"fixture=\d+", links(both)["prev"])
    assert set(at_fixtures(both)) == {"Earlier", "Later"}
    for anchor in ("standings", "fixtures"):
        assert both.count(f'id="{anchor}"') == 1
    assert re.findall(r'href="\?([^"#]*)#standings" aria-current', both) == [re.findall(r"fixture=\d+", later)[0]]
