"""Rulesets as the API shows them: told by the engine, never written a second time."""

from django.test import Client

from games.engine.rulesets import ruleset_named


def test_the_list_tells_the_identity_card(client: Client) -> None:
    rows = client.get("/api/v1/rulesets/").json()["results"]
    town = next(row for row in rows if row["slug"] == "town-mafia")
    assert {name: town[name] for name in ("title", "revision", "seats", "teams", "cast_for")} == {
        "title": "Town Mafia",
        "revision": 1,
        "seats": {"least": 5, "most": 20, "default": 8},
        "teams": {"open": "town", "hidden": "mafia"},
        "cast_for": 8,
    }
    assert "rulebook" not in town


def test_the_options_are_json_schema(client: Client) -> None:
    town = client.get("/api/v1/rulesets/town-mafia/").json()
    assert town["options"] == ruleset_named("town-mafia").options_schema()
    assert town["options"]["properties"]["lynch"]["enum"] == ["plurality", "majority"]


def test_roles_and_rule_book_are_told_for_so_many_seats(client: Client) -> None:
    town = client.get("/api/v1/rulesets/town-mafia/?seats=15").json()
    assert {role["name"]: role["count"] for role in town["roles"]} == {
        "mafioso": 3,
        "doctor": 2,
        "sheriff": 2,
        "vigilante": 1,
        "villager": 7,
    }
    assert "15 players" in town["rulebook"]["text"]


def test_the_rule_book_is_the_engines(client: Client) -> None:
    rules = ruleset_named("town-mafia")
    sections = rules.rulebook(rules.options_from({}, 8), 8)
    told = client.get("/api/v1/rulesets/town-mafia/").json()["rulebook"]
    assert told["sections"] == [{"title": part.title, "paragraphs": list(part.paragraphs)} for part in sections]
    assert told["text"].count("\n\n") == sum(1 + len(part.paragraphs) for part in sections) - 1


def test_too_many_seats_are_refused_with_what_is_allowed(client: Client) -> None:
    response = client.get("/api/v1/rulesets/town-mafia/?seats=21")
    assert response.status_code == 400
    assert response.json()["error"]["fields"] == {"seats": ["town-mafia is for 5 to 20 seats, not 21"]}


def test_an_unknown_ruleset_is_named_with_those_there_are(client: Client) -> None:
    response = client.get("/api/v1/rulesets/chess/")
    assert response.status_code == 404
    assert response.json()["error"]["message"].startswith("no ruleset is called 'chess'; there are: ")
    assert "town-mafia" in response.json()["error"]["message"]
