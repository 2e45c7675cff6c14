"""What somebody writes into a memory while a season is under way marks the games that were played with it."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from games.hosting.keeping import leave_halls
from games.models import Game
from league.access.acts import COMMAND_LINE
from league.memories.editing import merge_memory
from league.memories.edits import edits_before, edits_in
from league.memories.learning import teach_players
from league.models import Season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.playing.running import run_season
from personas.models import Player
from personas.roster import ensure_roster
from tests.factories import NOON
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(at_most(300)), pytest.mark.long(30)]


@pytest.fixture(autouse=True)
def nobody_left_behind() -> Iterator[None]:
    yield
    leave_halls()


def a_season(slug: str = "spring", games: int = 6, **fields: Any) -> Season:
    given = {"rules": [Rules("town-mafia", 6)], "pace": 0.0, "interval": 0.5, "players": ensure_roster()[:8]}
    season = create_season(slug=slug, name=slug.title(), games=games, **given | fields)
    return start_season(season=season, now=NOON)


def played_up_to(season: Season, number: int) -> None:
    """Plays so many games of a season, one after the other."""
    stopping = threading.Event()
    run_season(
        season=season,
        stopping=stopping,
        tell=lambda stand: stopping.set() if stand.played >= number else None,
        parallel=1,
    )
    teach_players(season=season, now=NOON)
    leave_halls()


def edit(player: Player, words: str, reason: str = "") -> int:
    return merge_memory(player=player, changes={"notes": words}, by=COMMAND_LINE, reason=reason).number


def test_games_after_an_edit_are_marked_and_those_before_are_not(client: Client) -> None:
    players = ensure_roster()[:8]
    edit(players[0], "before there was a season")
    season = a_season()
    played_up_to(season, 2)
    done = season.fixtures.filter(game__isnull=False).count()  # the next has been made, and whoever sits there knows
    assert 3 <= done < 6
    first = edit(players[0], "Count the votes.", "it never did")
    edit(players[1], "Speak less.", "<b>it rambled</b>")
    second = edit(players[0], "Count them twice.", "once was not enough")
    played_up_to(season, 6)
    season.refresh_from_db()
    assert season.status == Season.Status.FINISHED
    edit(players[2], "after it was over")

    edits = list(edits_in(season))
    assert [(each.player.pk, each.reason) for each in edits] == [
        (players[0].pk, "once was not enough"),
        (players[1].pk, "<b>it rambled</b>"),
        (players[0].pk, "it never did"),
    ]
    marked = 0
    for fixture in season.fixtures.select_related("game").order_by("number"):
        assert fixture.game is not None
        seats = list(fixture.game.seats.order_by("number"))
        told = edits_before(season, seats)
        for seat in seats:
            numbers = [each.number for each in told.get(seat.number, ())]
            if fixture.number > done and seat.player_id == players[0].pk:
                assert numbers == [first, second]
            else:
                assert bool(numbers) == (fixture.number > done and seat.player_id == players[1].pk)
            marked += bool(numbers)
        page = client.get(f"/games/{fixture.game.public_id}/?lens=glass&open=learned").content.decode()
        assert ("had been edited since the season began" in page) == bool(told)
    of_both = [
        fixture.number
        for fixture in season.fixtures.filter(number__gt=done)
        for one in players[:2]
        if one.pk in (fixture.seating or ())
    ]
    assert marked == len(of_both) > 0
    assert edits[0].first == min(
        each.number for each in season.fixtures.filter(number__gt=done) if players[0].pk in (each.seating or ())
    )

    page = client.get("/seasons/spring/").content.decode()
    assert "Memories edited by hand" in page
    assert "&lt;b&gt;it rambled" in page
    assert "after it was over" not in page
    told_by_api = client.get("/api/v1/seasons/spring/edits/").json()["results"]
    assert [(each["player_id"], each["revision"], each["games"]) for each in told_by_api] == [
        (each.player.player_id, each.number, each.games) for each in edits
    ]
    assert sum(each["games"] for each in told_by_api) == sum(
        len(told)
        for told in (edits_before(season, list(game.seats.all())) for game in games_of(season))
        for told in told.values()
    )


def games_of(season: Season) -> list[Game]:
    return [each.game for each in season.fixtures.select_related("game") if each.game is not None]


def test_what_reaches_no_game_marks_none(client: Client) -> None:
    season = a_season(memory="frozen", games=2)
    edit(ensure_roster()[0], "Count the votes.", "too late")
    played_up_to(season, 2)

    assert not edits_in(season).exists()
    assert "Memories edited by hand" not in client.get("/seasons/spring/").content.decode()
    assert client.get("/api/v1/seasons/spring/edits/").json()["results"] == []
    assert client.get("/api/v1/seasons/winter/edits/").status_code == 404


def test_a_season_that_hides_memories_hides_their_edits_while_it_goes_on(client: Client) -> None:
    season = a_season(hides_memory=True, games=4)
    edit(ensure_roster()[0], "Count the votes.", "it never did")

    assert edits_in(season).count() == 1
    assert client.get("/api/v1/seasons/spring/edits/").json()["results"] == []
    assert "it never did" not in client.get("/seasons/spring/").content.decode()

    played_up_to(season, 4)
    assert len(client.get("/api/v1/seasons/spring/edits/").json()["results"]) == 1
    assert "it never did" in client.get("/seasons/spring/").content.decode()
