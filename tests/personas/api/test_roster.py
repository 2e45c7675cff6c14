"""Personas, models and memories as the API shows them."""

import pytest
from django.test import Client

from tests.factories import NOON, make_model, make_persona, make_player

pytestmark = pytest.mark.django_db
SHEET = {"slug": "pip", "name": "Pip", "identity": {"traits": ["bold"]}}


def test_a_persona_is_its_sheet_and_where_it_is_from(client: Client) -> None:
    make_persona(slug="pip", name="Pip", sheet=SHEET, source="shipped")
    assert client.get("/api/v1/personas/").json() == {
        "next": None,
        "previous": None,
        "results": [
            {
                "slug": "pip",
                "name": "Pip",
                "source": "shipped",
                "is_active": True,
                "status": "approved",
                "version": 1,
                "written_for": "",
                "face": "http://testserver/faces/pip.svg",
                "sheet": SHEET,
                "decided_by": None,
                "decided_at": None,
            }
        ],
    }


def test_personas_are_filtered_by_activity_and_source(client: Client) -> None:
    make_persona(slug="gone", status="retired")
    make_persona(slug="here", source="shipped")
    make_persona(slug="mine", source="hand")
    make_persona(slug="new", status="draft")
    listed = {
        query: [row["slug"] for row in client.get(f"/api/v1/personas/?{query}").json()["results"]]
        for query in ("active=false", "active=true", "status=draft", "source=shipped")
    }
    assert listed == {
        "active=false": ["gone", "new"],
        "active=true": ["here", "mine"],
        "status=draft": ["new"],
        "source=shipped": ["here"],
    }


def test_a_model_shows_neither_server_nor_key(client: Client) -> None:
    make_model(
        slug="far",
        name="Far",
        provider="openai",
        model_name="far-1",
        base_url="https://far.example/v1",
        key_variable="FAR_API_KEY",
    )
    response = client.get("/api/v1/models/")
    assert response.json()["results"] == [
        {"slug": "far", "name": "Far", "provider": "openai", "model_name": "far-1", "is_active": True}
    ]
    assert b"far.example" not in response.content
    assert b"FAR_API_KEY" not in response.content


def test_one_persona_and_one_model_are_told_as_in_their_lists(client: Client) -> None:
    for slug, name in (("pip", "Pip"), ("pop", "Pop")):
        make_persona(slug=slug, name=name, sheet=SHEET | {"slug": slug, "name": name})
        make_model(slug=f"far-{slug}", provider="openai", model_name="far-1", key_variable="FAR_API_KEY")
    make_persona(slug="once", written_for="spring 1 2", status="retired", source="model")
    for address, slugs in (("personas", ["pip", "pop", "once"]), ("models", ["far-pip", "far-pop"])):
        listed = [
            row
            for query in ([""] if address == "models" else ["", "?one_game=true"])
            for row in client.get(f"/api/v1/{address}/{query}").json()["results"]
        ]
        whole = [client.get(f"/api/v1/{address}/{slug}/").json() for slug in slugs]
        # What came of asking a model is told at its own address alone.
        assert [{name: one[name] for name in row} for one, row in zip(whole, listed, strict=True)] == listed


def test_a_persona_and_a_model_that_are_not_there_are_named(client: Client) -> None:
    for address, noun in (("personas", "persona"), ("models", "model")):
        answer = client.get(f"/api/v1/{address}/nobody/")
        told = {"error": {"code": "not_found", "message": f"no {noun} is called 'nobody'"}}
        assert (answer.status_code, answer.json()) == (404, told)


def test_players_lead_to_their_persona_and_their_model(client: Client) -> None:
    players = [make_player() for _ in range(2)]
    rows = client.get("/api/v1/players/").json()["results"]
    assert len(rows) == 2
    for row, player in zip(rows, sorted(players, key=lambda each: each.player_id), strict=True):
        assert client.get(row["links"]["persona"]).json()["slug"] == player.persona.slug
        assert client.get(row["links"]["model"]).json()["slug"] == player.model.slug
        assert client.get(row["links"]["memory"]).json()["player_id"] == player.player_id


def test_models_are_filtered_by_provider(client: Client) -> None:
    make_model(slug="house-joker", provider="house")
    make_model(slug="far", provider="openai")
    rows = client.get("/api/v1/models/?provider=openai").json()["results"]
    assert [row["slug"] for row in rows] == ["far"]


@pytest.mark.parametrize(("address", "make"), [("personas", make_persona), ("models", make_model)])
@pytest.mark.parametrize("rows", [1, 3])
def test_a_list_takes_one_query(client: Client, django_assert_num_queries, address: str, make, rows: int) -> None:
    for _ in range(rows):
        make(**({"created_at": NOON} if address == "personas" else {}))
    with django_assert_num_queries(1):
        assert len(client.get(f"/api/v1/{address}/").json()["results"]) == rows
