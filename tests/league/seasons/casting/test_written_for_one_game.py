"""Personas that were written for one game: each has its page, and no list of the league is swamped by them."""

import pytest
from django.test import Client

from league.queries.players import model_rows
from league.queries.results import leaderboard
from league.queries.stats import stats
from league.seasons.making.checking import Rules, WrongSeason
from league.seasons.making.creating import create_season
from league.views.forms.rules import active_players
from tests.factories import (
    make_figures,
    make_finished_game,
    make_persona,
    make_player,
    make_roster,
    make_season,
    make_seat,
    make_standing,
)

pytestmark = pytest.mark.django_db


def test_no_list_to_choose_from_has_what_was_written_for_one_game(admin_client: Client) -> None:
    listed = make_player(persona=make_persona(slug="pip", name="Pip"))
    one_off = make_persona(slug="ada", name="Ada", written_for="spring/1/0", status="retired")
    for_one_game = make_player(persona=one_off, model=listed.model)

    def shown(address: str) -> list[str]:
        page = admin_client.get(address).content.decode()
        return [player.player_id for player in (listed, for_one_game) if player.player_id in page]

    assert shown("/players/") == shown("/games/") == [listed.player_id]
    assert shown(f"/games/?player={for_one_game.player_id}") == [listed.player_id, for_one_game.player_id]
    assert shown("/personas/ada/") == [for_one_game.player_id]
    for kind, names in (("player", ("_pip", "_ada")), ("persona", ("Pip", "Ada"))):
        for query, there in (
            ("", [True, False]),
            ("?written_for=game", [False, True]),
            ("?written_for=any", [True] * 2),
        ):
            page = admin_client.get(f"/admin/personas/{kind}/{query}").content.decode()
            assert [name in page for name in names] == there
    assert list(active_players()) == [listed]
    (model,) = [row for row in model_rows() if row.slug == listed.model.slug]
    assert model.players == 1
    personas = [row["slug"] for row in admin_client.get("/api/v1/personas/").json()["results"]]
    assert personas == ["pip"]
    with pytest.raises(WrongSeason, match="only approved personas play, and ada is not"):
        create_season(
            slug="x", name="X", rules=[Rules("town-mafia", 8)], games=1, players=[for_one_game, *make_roster(7)]
        )


@pytest.mark.parametrize(("by", "games"), [("player", [3]), ("persona", [3]), ("model", [6]), ("level", [6])])
def test_on_the_leaderboard_it_counts_for_its_model_and_not_for_itself(by: str, games: list[int]) -> None:
    season, listed = make_season(rated=True), make_player()
    one_off = make_persona(written_for="spring/1/0", status="retired")
    for player in (listed, make_player(persona=one_off, model=listed.model)):
        make_standing(season=season, player=player)
    assert [row.result.games for row in leaderboard(by=by)] == games


def test_the_api_tells_of_it_when_it_is_asked(client: Client) -> None:
    listed = make_player()
    for_one_game = make_player(persona=make_persona(written_for="spring/1/0", status="retired"))
    for address, key in (("players", "player_id"), ("personas", "slug")):
        for query, player in (("", listed), ("one_game=false", listed), ("one_game=true", for_one_game)):
            (row,) = client.get(f"/api/v1/{address}/?{query}").json()["results"]
            assert row[key] == (player.player_id if key == "player_id" else player.persona.slug)
            assert row["written_for"] == player.persona.written_for
    assert client.get(f"/api/v1/players/{for_one_game.player_id}/").json()["written_for"] == "spring/1/0"


@pytest.mark.parametrize(("by", "seats"), [("persona", [1]), ("model", [2]), ("level", [2])])
def test_in_the_statistics_it_counts_for_its_model(by: str, seats: list[int]) -> None:
    game, listed = make_finished_game(), make_player()
    one_off = make_persona(written_for="spring/1/0", status="retired")
    for number, player in enumerate((listed, make_player(persona=one_off, model=listed.model))):
        make_figures(seat=make_seat(game=game, number=number, player=player))
    assert [stat.seats for stat in stats(by=by)] == seats
