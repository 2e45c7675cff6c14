"""Games as the API shows them: whole when they are over, before that with what is public."""

from typing import Any

import pytest
from django.test import Client

from games.agents.house.speaking.pronouns import pronouns_at
from games.models import Game
from tests.factories import make_finished_game, make_fixture, make_game, make_players, make_season, make_seat
from tests.games.twins import ALIASES, SALT, SEED, dealt, play_first_day, play_to_the_end, stored

pytestmark = pytest.mark.django_db
AT_NOON = "2026-01-01T12:00:00Z"


def listed(client: Client, query: str = "") -> list[str]:
    return [row["id"] for row in client.get(f"/api/v1/games/{query}").json()["results"]]


def test_a_running_game_shows_of_roles_what_the_dead_have_shown(client: Client) -> None:
    players = make_players(8)
    game = stored(play_first_day(dealt()), players, terms={"season": "spring", "fixture": "3"})
    Game.objects.filter(pk=game.pk).update(waiting="far 429, next try 14:02 UTC")
    told = client.get(f"/api/v1/games/{game.public_id}/").json()
    seats, rest = told.pop("seats"), told
    for name in ("options", "terms", "release"):
        assert rest.pop(name) == getattr(game, name)
    assert rest == {
        "id": game.public_id,
        "season": "spring",
        "fixture": "3",
        "ruleset": "town-mafia",
        "revision": 1,
        "status": "running",
        "waiting": "far 429, next try 14:02 UTC",
        "unrated": "",
        "counts": False,
        "why": "not finished",
        "winner": None,
        "rounds": 2,
        "due_at": AT_NOON,
        "created_at": AT_NOON,
        "started_at": AT_NOON,
        "finished_at": None,
        "commitment": "c0" * 32,
        "dealt": "seed",
        "seed": None,
        "salt": None,
        "hash": None,
        "calls": None,
    }
    assert [(seat["alias"], seat["player_id"], seat["persona"], seat["model"]) for seat in seats] == [
        (alias, player.player_id, player.persona.name, player.model.name)
        for alias, player in zip(ALIASES, players, strict=True)
    ]
    # Some are known as one or the other at every table, of the rest it is drawn for the table, by its names alone.
    assert [seat["pronoun"] for seat in seats] == [each.he for each in pronouns_at(tuple(ALIASES))]
    assert {seat["pronoun"] for seat in seats} == {"he", "she"}
    dead = {"role": "villager", "team": "town", "survived": False, "died_round": 1}
    unknown = {"role": None, "team": None, "survived": None, "died_round": None}
    assert [{name: seat[name] for name in unknown} for seat in seats] == [unknown] * 6 + [dead] * 2


def test_a_finished_game_shows_everything(client: Client) -> None:
    game = stored(play_to_the_end(play_first_day(dealt())), make_players(8))
    told = client.get(f"/api/v1/games/{game.public_id}/").json()
    assert {name: told[name] for name in ("seed", "salt", "hash", "winner", "finished_at")} == {
        "seed": SEED,
        "salt": SALT,
        "hash": game.hash,
        "winner": game.winner,
        "finished_at": AT_NOON,
    }
    assert [(seat["role"], seat["survived"], seat["died_round"]) for seat in told["seats"]] == [
        (seat.role, seat.survived, seat.died_round) for seat in game.seats.all()
    ]


@pytest.mark.parametrize("is_over", [False, True])
def test_what_seats_remembered_is_told_when_the_game_is_over(client: Client, *, is_over: bool) -> None:
    """Before, lessons that fit a role would tell it."""
    played = play_first_day(dealt())
    game = stored(play_to_the_end(played) if is_over else played, make_players(8))
    game.seats.filter(number=0).update(memory=4, lessons=[2, 5])
    seats = client.get(f"/api/v1/games/{game.public_id}/").json()["seats"]
    told = [(seat["memory"], seat["lessons"]) for seat in seats]
    assert told == ([(4, [2, 5])] + [(0, [])] * 7 if is_over else [(None, None)] * 8)


def test_a_list_shows_no_seed_and_no_options(client: Client) -> None:
    make_finished_game()
    (row,) = client.get("/api/v1/games/").json()["results"]
    assert set(row) & {"seed", "salt", "options", "terms", "commitment"} == set()


def test_games_are_filtered_by_all_that_is_asked_together(client: Client) -> None:
    season, other = make_season(slug="spring", status="running", started_at="2026-01-01T00:00Z"), make_season()
    early = make_finished_game(started_at="2026-01-01T00:00Z", finished_at="2026-01-01T01:00Z")
    late = make_finished_game(started_at="2026-01-02T00:00Z", finished_at="2026-01-02T01:00Z")
    waiting = make_game()
    for number, (game, of) in enumerate([(early, season), (late, season), (waiting, other)], start=1):
        make_fixture(season=of, number=number, game=game)
    seat = make_seat(game=late)
    make_seat(game=waiting, player=seat.player)
    assert {
        query: listed(client, query)
        for query in (
            "?season=spring",
            "?status=scheduled",
            f"?player={seat.player.player_id}",
            f"?model={seat.player.model.slug}&status=finished",
            "?finished_after=2026-01-02T00:00:00Z",
            "?finished_before=2026-01-02T01:00:00Z",
            "?ruleset=town-mafia&season=spring&finished_after=2026-01-01T01:00:00Z&finished_before=2026-01-02T00:00Z",
        )
    } == {
        "?season=spring": [late.public_id, early.public_id],
        "?status=scheduled": [waiting.public_id],
        f"?player={seat.player.player_id}": [waiting.public_id, late.public_id],
        f"?model={seat.player.model.slug}&status=finished": [late.public_id],
        "?finished_after=2026-01-02T00:00:00Z": [late.public_id],
        "?finished_before=2026-01-02T01:00:00Z": [early.public_id],
        "?ruleset=town-mafia&season=spring&finished_after=2026-01-01T01:00:00Z&finished_before=2026-01-02T00:00Z": [
            early.public_id
        ],
    }


@pytest.mark.parametrize("address", ["", "events/", "log/"])
def test_an_unknown_game_is_named(client: Client, address: str) -> None:
    response = client.get(f"/api/v1/games/nosuchgame00/{address}")
    assert (response.status_code, response.json()["error"]["message"]) == (404, "no game is called 'nosuchgame00'")


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_of_games_takes_three_queries(client: Client, django_assert_num_queries: Any, rows: int) -> None:
    players, moderator = make_players(8), play_first_day(dealt())
    for _ in range(rows):
        stored(moderator, players)
    with django_assert_num_queries(3):
        assert len(listed(client)) == rows
