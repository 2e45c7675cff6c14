"""A season may hide what its players learn while it goes on: on pages, in the API, in exports; not from staff."""

from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.db.models import F
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.hosting.making import create_exhibition
from games.models import Game
from league.memories.documents import documents_of, due_documents
from league.models import Act, Season, User
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.schedule.ending import finish
from personas.memory import mark_documents
from personas.models import Document, Player
from tests.factories import (
    NOON,
    make_player,
    make_revision,
    make_roster_place,
    make_running_season,
    make_token,
    make_user,
)
from tests.games.casting import cast
from tests.league.staging import in_season, staged
from tests.league.views.sent import season_form
from tests.league.views.test_pages import page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("database")]

FORMSET = {"rules-TOTAL_FORMS": "0", "rules-INITIAL_FORMS": "0"}
BEFORE, SINCE = "A note from before.", "A note of the season."


class League:
    """A season that hides, one of its players, and a game of it that is over and taught that player."""

    def __init__(self, **terms: Any) -> None:
        self.season: Season = make_running_season(slug="spring", **{"hides_memory": True} | terms)
        self.game: Game = staged("S/1")
        in_season(self.game, self.season, 1)
        Game.objects.filter(pk=self.game.pk).update(terms=self.game.terms | {"season": "spring"})
        seat = self.game.seats.select_related("player__persona", "player__model").order_by("number")[0]
        self.player: Player = seat.player
        make_revision(player=self.player, number=1, learned={"notes": [BEFORE]})
        make_revision(player=self.player, number=2, learned={"notes": [BEFORE, SINCE]}, game_id=self.game.public_id)
        make_roster_place(season=self.season, player=self.player, memory=1)
        seat.memory = 1
        seat.save()

    def address(self, more: str = "") -> str:
        return f"/api/v1/players/{self.player.player_id}/{more}"


def read(client: Client, league: League, **headers: str) -> str:
    """Everything in which a visitor may read what the player remembers."""
    addresses = ["", "memory/", "memory/revisions/", "memory/revisions/2/", "memory/revisions/2/diff/"]
    told = [client.get(league.address(each), headers=headers).content.decode() for each in addresses]
    told.append(client.get("/api/v1/players/", headers=headers).content.decode())
    pages = [f"/players/{league.player.player_id}/", f"/players/{league.player.player_id}/memory/"]
    return "\n".join([*told, *(client.get(each).content.decode() for each in pages)])


def test_visitors_see_what_was_remembered_at_the_start_until_the_season_is_over(client: Client) -> None:
    league = League()
    hidden = read(client, league)
    assert client.get(league.address("memory/")).json()["revision"] == 1
    assert client.get(league.address("memory/revisions/2/")).status_code == 404
    assert [row["revision"] for row in client.get(league.address("memory/revisions/")).json()["results"]] == [1]

    Season.objects.update(status="finished", finished_at="2026-02-01T00:00Z")
    shown = read(client, league)

    assert (BEFORE in hidden, SINCE in hidden) == (True, False)
    assert (BEFORE in shown, SINCE in shown) == (True, True)


def test_documents_hide_it_too_and_are_due_when_the_season_ends() -> None:
    league = League()
    assert documents_of([league.player])[league.player.pk]["learned"] == {"notes": [BEFORE]}
    mark_documents(players=[league.player.pk])
    Document.objects.update(written=F("version"))
    league.season.fixtures.update(recorded_at=NOON)

    assert finish(season=league.season, now=NOON)

    assert list(due_documents().values_list("player", flat=True)) == [league.player.pk]
    assert documents_of([league.player])[league.player.pk]["learned"] == {"notes": [BEFORE, SINCE]}


@pytest.mark.parametrize("terms", [{"hides_memory": False}, {"memory": "frozen"}])
def test_a_season_that_hides_nothing_or_teaches_nothing_hides_nothing(client: Client, terms: dict[str, Any]) -> None:
    assert SINCE in read(client, League(**terms))


def test_a_paused_season_hides_on_and_who_is_in_none_is_seen_whole(client: Client) -> None:
    league, other = League(status="paused"), make_player()
    make_revision(player=other, number=4, learned={"notes": ["Another's."]})
    told = read(client, league)
    assert (SINCE in told, "Another's." in told) == (False, True)


def test_who_knew_nothing_at_the_start_is_seen_to_know_nothing(client: Client) -> None:
    league = League()
    league.player.season_places.update(memory=0)
    told = read(client, league)
    assert (BEFORE in told, SINCE in told) == (False, False)
    assert client.get(league.address("memory/")).json()["revision"] == 0
    assert "Nothing yet" in client.get(f"/players/{league.player.player_id}/").content.decode()


@pytest.mark.parametrize("permission", ["change_player", "view_memoryrevision", "see_secrets"])
def test_staff_who_may_see_it_do(client: Client, permission: str) -> None:
    league = League()
    user: User = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename=permission))
    client.force_login(user)
    assert SINCE in read(client, league)
    assert client.get(f"/api/v1/games/{league.game.public_id}/calls/").status_code == 200


def test_an_account_alone_sees_no_more_than_a_visitor(client: Client) -> None:
    league = League()
    assert SINCE not in read(client, league, Authorization=f"Bearer {make_token()[1]}")


def test_the_record_of_a_game_tells_nothing_of_it(client: Client) -> None:
    league = League()
    address = f"/games/{league.game.public_id}/?lens=glass&open=learned"
    hidden = page(client, address)
    Season.objects.update(hides_memory=False)
    shown = page(client, address)
    assert ["revision 1 of its memory" in text for text in (hidden, shown)] == [False, True]
    assert ["memory" in text.partition('id="record"')[2] for text in (hidden, shown)] == [False, True]


def test_a_game_tells_by_api_what_it_was_sat_down_with_when_the_season_is_over(client: Client) -> None:
    league = League()
    league.game.seats.filter(player=league.player).update(lessons=[7])
    address = f"/api/v1/games/{league.game.public_id}/"

    def told() -> list[tuple[int | None, list[int] | None]]:
        return [(seat["memory"], seat["lessons"]) for seat in client.get(address).json()["seats"]]

    seats = league.game.seats.count()
    assert told() == [(None, None)] * seats
    Season.objects.update(status="finished", finished_at="2026-02-01T00:00Z")
    assert told() == [(1, [7])] + [(0, [])] * (seats - 1)


def test_calls_that_tell_what_models_were_reminded_of_are_held_back(client: Client) -> None:
    league = League()
    addresses = [f"/api/v1/games/{league.game.public_id}/calls/", "/api/v1/seasons/spring/log/?view=calls"]
    for address in addresses:
        response = client.get(address)
        assert (response.status_code, response.json()["error"]["code"]) == (409, "held_back")
    assert b"".join(client.get("/api/v1/seasons/spring/log/"))
    Season.objects.update(status="finished", finished_at="2026-02-01T00:00Z")
    assert [client.get(address).status_code for address in addresses] == [200, 200]


def test_whoever_sits_down_elsewhere_meanwhile_remembers_nothing_of_it() -> None:
    league = League()
    players = list(Player.objects.filter(seats__game=league.game))

    def sat_down_with(slug: str, **terms: Any) -> tuple[int, int]:
        """At which revision the player is in an exhibition and in a season that begin now."""
        shown = create_exhibition(ruleset="town-mafia", options={}, players=players)
        made = create_season(slug=slug, name=slug, rules=[Rules("town-mafia", 5)], games=2, players=players, **terms)
        started = start_season(season=made, now=NOON)
        return shown.seats.get(player=league.player).memory, started.roster.get(player=league.player).memory

    assert sat_down_with("meanwhile") == (1, 1)
    assert sat_down_with("hiding", hides_memory=True) == (1, 1), "its own start hides nothing from it"
    Season.objects.exclude(slug="later").update(status="finished", finished_at="2026-02-01T00:00Z")
    assert sat_down_with("later") == (2, 2)


def test_the_form_and_the_command_say_it_and_the_api_tells_it(admin_client: Client) -> None:
    players = [player.pk for player in cast(6)]
    admin_client.post("/seasons/new/", season_form(players=players, slug="formed", hides_memory="on"))
    made = ["create", "--ruleset", "town-mafia", "--seats", "8", "--games", "2", "--players", "house"]
    call_command("season", "said", *made, "--hide-memory", stdout=StringIO())
    call_command("season", "silent", *made, stdout=StringIO())

    told = {slug: admin_client.get(f"/api/v1/seasons/{slug}/").json() for slug in ("formed", "said", "silent")}
    assert {slug: each["hides_memory"] for slug, each in told.items()} == {
        "formed": True,
        "said": True,
        "silent": False,
    }


def test_it_may_be_switched_while_the_season_goes_on(admin_client: Client) -> None:
    season = make_running_season(hides_memory=True)
    admin_client.post(f"/admin/league/season/{season.pk}/change/", FORMSET | {"name": season.name, "cap_learning": ""})
    season.refresh_from_db()
    assert not season.hides_memory
    assert Act.objects.get().before == {"hides_memory": True}


@pytest.mark.parametrize("rows", [1, 3])
def test_it_takes_no_query_more(client: Client, django_assert_num_queries: DjangoAssertNumQueries, rows: int) -> None:
    season = make_running_season(hides_memory=True)
    for number in range(rows):
        player = make_player()
        make_roster_place(season=season, player=player, number=number)
        make_revision(player=player)
    with django_assert_num_queries(4):
        assert len(client.get("/api/v1/players/").json()["results"]) == rows
