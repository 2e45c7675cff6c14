"""Players, standings and the leaderboard as the API shows them: sums over standings."""

from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from rest_framework import serializers

from games.engine.rulesets import all_rulesets
from league.api.results import AboveSerializer, ClaimingSerializer, ResultSerializer, above_told
from league.queries.results import Result
from league.results.expecting import PARTS, above
from league.results.scoring import wilson
from tests.factories import make_model, make_persona, make_player, make_revision, make_running_season, make_standing

pytestmark = pytest.mark.django_db
TEAMS = sorted({role.team for rules in all_rulesets().values() for role in rules.roles})
ROLES = sorted({role.name for rules in all_rulesets().values() for role in rules.roles})


def results(client: Client, address: str) -> list[Any]:
    return client.get(f"/api/v1/{address}").json()["results"]


def result(games: int, wins: int, *, draws: int = 0, survived: int = 0) -> dict[str, Any]:
    decided = games - draws
    low, high = wilson(wins=wins, decided=decided)
    return {
        "games": games,
        "wins": wins,
        "draws": draws,
        "survived": survived,
        "answers": 0,
        "defaults": 0,
        "fallback_share": None,
        "win_rate": wins / decided if decided else None,
        "interval": {"low": low, "high": high} if decided else None,
    }


# For these are but standings.
ABOVE = ("above", "above_interval", "above_drawn", "rating", "uncertainty", "expected")
OF_NO_GAMES = {"missing": 0} | dict.fromkeys(ABOVE)


def in_role(player: Any, role: str, team: str, games: int, wins: int, **more: Any) -> None:
    counts = {"draws": 0, "survived": 0} | {name: more.pop(name) for name in ("draws", "survived") if name in more}
    make_standing(player=player, role=role, team=team, games=games, wins=wins, **counts, **more)


def test_a_player_carries_its_results_and_its_memory(client: Client) -> None:
    persona, model = make_persona(slug="pip", name="Pip"), make_model(slug="house-joker", name="House joker")
    player = make_player(persona=persona, model=model, strategy_level="basic", is_aware=True)
    make_revision(player=player, number=1, learned={"notes": ["old"]})
    make_revision(player=player, number=2, learned={"notes": ["new"]})
    first, second = make_running_season(), make_running_season(rated=False)
    in_role(player, "mafioso", "mafia", 4, 1, season=first)
    in_role(player, "villager", "town", 5, 2, season=first, draws=1, survived=3)
    in_role(player, "villager", "town", 2, 2, season=second)
    in_role(player, "doctor", "town", 3, 0, season=second)
    shares = [name for name in ClaimingSerializer().fields if "_share" in name]
    assert client.get("/api/v1/players/house-joker_pip/").json() == {
        "player_id": "house-joker_pip",
        "persona_id": "pip",
        "persona": "Pip",
        "model_id": "house-joker",
        "model": "House joker",
        "links": {
            "persona": "http://testserver/api/v1/personas/pip/",
            "model": "http://testserver/api/v1/models/house-joker/",
            "memory": "http://testserver/api/v1/players/house-joker_pip/memory/",
        },
        "face": "http://testserver/faces/pip.svg",
        "strategy_level": "basic",
        "is_aware": True,
        "is_active": True,
        "written_for": "",
        "games_played": 14,
        "win_rate": 5 / 13,
        "impostor_win_rate": 1 / 4,
        "crewmate_win_rate": 4 / 9,
        "by_ruleset": {"town-mafia": result(14, 5, draws=1, survived=3)},
        "by_team": {"town": result(10, 4, draws=1, survived=3), "mafia": result(4, 1)},
        "by_role": {
            "doctor": result(3, 0),
            "villager": result(7, 4, draws=1, survived=3),
            "mafioso": result(4, 1),
        },
        "stats": result(14, 5, draws=1, survived=3),
        "claiming": dict.fromkeys(ClaimingSerializer().fields, 0) | dict.fromkeys(shares),
        "learned": {"notes": ["new"]},
    }


@pytest.mark.usefixtures("coup")
def test_who_is_hidden_is_the_rulesets_to_say_and_not_the_name_of_a_team(client: Client) -> None:
    player = make_player()
    in_role(player, "mafioso", "mafia", 4, 1)
    in_role(player, "mobster", "mafia", 6, 6, ruleset="coup")
    in_role(player, "villager", "town", 8, 2)
    in_role(player, "spy", "town", 3, 2, ruleset="coup")
    in_role(player, "queen", "white", 5, 5, ruleset="chess")  # of rules that are gone nobody knows it
    told = client.get(f"/api/v1/players/{player.player_id}/").json()
    assert {name: told[name] for name in ("win_rate", "impostor_win_rate", "crewmate_win_rate", "by_team")} == {
        "win_rate": 16 / 26,
        "impostor_win_rate": 3 / 7,
        "crewmate_win_rate": 8 / 14,
        "by_team": {"mafia": result(10, 7), "town": result(11, 4), "white": result(5, 5)},
    }


def test_a_player_without_a_game_has_no_rates(client: Client) -> None:
    player = make_player()
    told = client.get(f"/api/v1/players/{player.player_id}/").json()
    rates = {name: told[name] for name in ("win_rate", "impostor_win_rate", "crewmate_win_rate", "by_team", "learned")}
    assert rates == {
        "win_rate": None,
        "impostor_win_rate": None,
        "crewmate_win_rate": None,
        "by_team": {},
        "learned": {},
    }
    assert told["stats"] == result(0, 0)


def test_players_are_filtered_by_model_persona_and_activity(client: Client) -> None:
    joker, far = make_model(slug="house-joker"), make_model(slug="far")
    pip = make_persona(slug="pip")
    make_player(persona=pip, model=joker)
    make_player(persona=pip, model=far)
    make_player(persona=make_persona(slug="ada"), model=far, is_active=False)
    listed = {
        query: [row["player_id"] for row in results(client, f"players/?{query}")]
        for query in ("model=far", "persona=pip", "model=far&persona=pip", "active=false")
    }
    assert listed == {
        "model=far": ["far_ada", "far_pip"],
        "persona=pip": ["far_pip", "house-joker_pip"],
        "model=far&persona=pip": ["far_pip"],
        "active=false": ["far_ada"],
    }


def test_standings_are_a_season_alone_by_team_and_role(client: Client) -> None:
    season, lucky, steady = make_running_season(slug="spring"), make_player(), make_player()
    in_role(lucky, "villager", "town", 1, 1, season=season, survived=1)
    in_role(steady, "villager", "town", 20, 15, season=season)
    in_role(steady, "mafioso", "mafia", 10, 5, season=season)
    in_role(lucky, "villager", "town", 50, 50)
    assert results(client, "seasons/spring/standings/") == [
        {
            "rank": 1,
            **OF_NO_GAMES,
            "by": "player",
            "player_id": steady.player_id,
            "persona": steady.persona.name,
            "model_id": steady.model.slug,
            "model": steady.model.name,
            **result(30, 20),
            "by_ruleset": {"town-mafia": result(30, 20)},
            "by_team": {"town": result(20, 15), "mafia": result(10, 5)},
            "by_role": {"villager": result(20, 15), "mafioso": result(10, 5)},
        },
        {
            "rank": 2,
            **OF_NO_GAMES,
            "by": "player",
            "player_id": lucky.player_id,
            "persona": lucky.persona.name,
            "model_id": lucky.model.slug,
            "model": lucky.model.name,
            **result(1, 1, survived=1),
            "by_ruleset": {"town-mafia": result(1, 1, survived=1)},
            "by_team": {"town": result(1, 1, survived=1)},
            "by_role": {"villager": result(1, 1, survived=1)},
        },
    ]


def test_standings_are_filtered_by_ruleset_team_and_role(client: Client) -> None:
    season, player = make_running_season(slug="spring"), make_player()
    in_role(player, "villager", "town", 20, 15, season=season)
    in_role(player, "doctor", "town", 4, 1, season=season)
    in_role(player, "mafioso", "mafia", 10, 5, season=season)
    in_role(player, "villager", "town", 2, 1, season=season, ruleset="reactive-mafia")
    games = {
        query: [row["games"] for row in results(client, f"seasons/spring/standings/?{query}")]
        for query in ("", "ruleset=town-mafia", "team=town", "ruleset=town-mafia&role=villager", "role=sheriff")
    }
    assert games == {
        "": [36],
        "ruleset=town-mafia": [34],
        "team=town": [26],
        "ruleset=town-mafia&role=villager": [20],
        "role=sheriff": [],
    }
    (row,) = results(client, "seasons/spring/standings/")
    assert row["by_ruleset"] == {"reactive-mafia": result(2, 1), "town-mafia": result(34, 21)}


def test_the_leaderboard_counts_rated_seasons_only(client: Client) -> None:
    player = make_player()
    in_role(player, "villager", "town", 8, 6, season=make_running_season(rated=True))
    in_role(player, "villager", "town", 9, 0, season=make_running_season(rated=False, slug="fun"))
    row = {"rank": 1, **OF_NO_GAMES, "id": player.player_id, "name": player.persona.name, "model": player.model.name}
    assert results(client, "leaderboard/") == [{**row, **result(8, 6)}]
    assert results(client, "leaderboard/?season=fun") == [{**row, **result(9, 0)}]


def test_the_leaderboard_groups_and_filters(client: Client) -> None:
    pip, ada, joker = make_persona(slug="pip"), make_persona(slug="ada"), make_model(slug="house-joker")
    first = make_player(persona=pip, model=joker, strategy_level="basic")
    second = make_player(persona=ada, model=joker)
    season = make_running_season()
    in_role(first, "mafioso", "mafia", 4, 3, season=season)
    in_role(first, "doctor", "town", 2, 1, season=season)
    in_role(second, "mafioso", "mafia", 3, 1, season=season)
    listed = {
        query: {row["id"]: (row["wins"], row["games"]) for row in results(client, f"leaderboard/?{query}")}
        for query in ("by=model", "by=persona&team=mafia", "by=level&role=doctor", "ruleset=town-mafia&team=town")
    }
    assert listed == {
        "by=model": {"house-joker": (5, 9)},
        "by=persona&team=mafia": {"pip": (3, 4), "ada": (1, 3)},
        "by=level&role=doctor": {"basic": (1, 2)},
        "ruleset=town-mafia&team=town": {"house-joker_pip": (1, 2)},
    }


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("by=colour", "by: must be one of player, model, persona, level, not 'colour'"),
        ("team=blue", f"team: must be one of {', '.join(TEAMS)}, not 'blue'"),
        ("role=king", f"role: must be one of {', '.join(ROLES)}, not 'king'"),
        ("season=nope", "season: must be the slug of a season, not 'nope'"),
    ],
)
def test_the_leaderboard_refuses_what_it_does_not_know(client: Client, query: str, message: str) -> None:
    response = client.get(f"/api/v1/leaderboard/?{query}")
    assert (response.status_code, response.json()["error"]["message"]) == (400, message)


def test_a_row_has_a_rating_and_how_far_it_may_be_off() -> None:
    sure, lucky = (above(seats=n, more=n, apart=n, surplus=PARTS * n // 2) for n in (100, 1))
    for found in (sure, lucky):
        assert found is not None
        assert found.interval is not None
        told = above_told(found)
        assert told["rating"] == told["above_drawn"] == found.drawn
        assert told["uncertainty"] == pytest.approx((found.interval.high - found.interval.low) / 2, abs=1e-8)
    assert above_told(sure)["uncertainty"] < above_told(lucky)["uncertainty"]
    assert above_told(sure)["rating"] > above_told(lucky)["rating"]
    told = above_told(above(seats=4, more=0, apart=0, surplus=0))  # on both sides alike: nothing was shown
    assert (told["rating"], told["uncertainty"]) == (0.0, None)
    assert set(above_told(None)) == set(above_told(sure)) == set(AboveSerializer().fields)


def test_the_leaderboard_and_a_season_tell_both(client: Client) -> None:
    make_standing(season=make_running_season(slug="spring", rated=True))
    for address in ("leaderboard/", "seasons/spring/standings/"):
        (row,) = results(client, address)
        assert {"rating", "uncertainty", "above", "above_drawn"} <= row.keys()


@pytest.mark.parametrize(
    ("address", "queries"), [("players/", 4), ("leaderboard/", 5), ("seasons/spring/standings/", 5)]
)
@pytest.mark.parametrize("rows", [1, 3])
def test_a_table_takes_as_many_queries_for_three_rows(
    client: Client, django_assert_num_queries, address: str, queries: int, rows: int
) -> None:
    season = make_running_season(slug="spring")
    for _ in range(rows):
        in_role(make_player(), "villager", "town", 2, 1, season=season)
    with django_assert_num_queries(queries):
        assert len(results(client, address)) == rows


def test_a_model_is_named_by_whatever_it_is_told_as(client: Client) -> None:
    """Rows tell a model's name, and calls what its provider calls it: who copies either from there has named it."""
    far = make_model(slug="far", name="Far model", model_name="far-2026-01")
    near = make_model(slug="near", name="Near model", model_name="near-2026-01")
    twins = [make_model(slug=slug, name="Twin", model_name="twin-1") for slug in ("twin-a", "twin-b")]
    make_model(slug="odd", name="near", model_name="far")  # a slug goes before a name
    for model in (far, near, *twins):
        make_player(persona=make_persona(), model=model)
    for asked, slug in {
        "far": "far",
        "Far model": "far",
        "far-2026-01": "far",
        "near": "near",
        "Near model": "near",
        "twin-b": "twin-b",
    }.items():
        assert [row["model_id"] for row in results(client, f"players/?model={quote(asked)}")] == [slug]
        for address in ("games/", "stats/"):
            assert client.get(f"/api/v1/{address}?model={quote(asked)}").status_code == 200
    for asked in ("nobody", "Twin", "twin-1"):
        for address in ("players/", "games/", "stats/"):
            response = client.get(f"/api/v1/{address}?model={asked}")
            told = "must be the slug of a model, or its name or `model_name` where no other model has that"
            assert response.status_code == 400
            assert response.json()["error"]["fields"] == {"model": [f"{told}, not {asked!r}"]}


def test_a_player_carries_how_often_a_default_stood_in_for_its_answer(client: Client) -> None:
    make_standing(season=make_running_season(slug="spring", rated=True), answers=40, defaults=3)
    for address in ("leaderboard/", "seasons/spring/standings/"):
        (row,) = results(client, address)
        assert (row["answers"], row["defaults"], row["fallback_share"]) == (40, 3, 0.075)


@pytest.mark.parametrize("result", [Result(), Result(games=3, draws=3), Result(7, 4, 1, 2, 30, 3)])
def test_a_result_is_told_as_its_fields_would_tell_it(result: Result) -> None:
    told = ResultSerializer(result).data

    assert told == serializers.Serializer.to_representation(ResultSerializer(), result)
    assert list(told) == list(ResultSerializer().fields)
