"""What logs look like is published, and every log is so: of every rule book, with every kind of event and question."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator, ValidationError

from games.engine.ruleset import Ruleset
from games.engine.rulesets import all_rulesets
from games.ledger.logs import VIEWS, Sitter, game_log, recorded
from games.ledger.rows import recorded_game
from games.ledger.schemas import SCHEMAS, TOKENS, events_of_the_house, schema_named
from tests.games.casting import make_game
from tests.games.recording import begun, finished, record_of, through_json
from tests.games.stage import play_all
from tests.golden.playthrough import header_of, paths_of, played
from tests.golden.schemas import path_of

Rules = Ruleset[Any]
SHIPPED = [rules for rules in all_rulesets().values() if type(rules).__module__.startswith("games.engine.")]
NO_CALLS = {"calls": 0, **dict.fromkeys(TOKENS, 0), "cost": "0", "sure": "0"}
LOG = Draft202012Validator(schema_named("log-1"))


def games_of(rules: Rules) -> list[Any]:
    """The records of a ruleset's playthroughs, with calls as of games that made none."""
    moderators = [played(header_of(path.read_text()), rules) for path in paths_of(rules)]
    records = [
        recorded(each, release="1", salt="salt", sitters=[Sitter(f"p{seat}") for seat in range(len(each.deal.roles))])
        for each in moderators
    ]
    return [replace(record, calls=NO_CALLS) for record in records]


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one_and_was_published_so(name: str) -> None:
    Draft202012Validator.check_schema(schema_named(name))
    wanted = f"python -m tests.golden.schemas writes it, unless {name} needs a new number"
    assert json.loads(path_of(name).read_text()) == through_json(schema_named(name)), wanted


def test_a_schema_stands_at_its_address(client: Client) -> None:
    for name in SCHEMAS:
        assert client.get(f"/api/v1/schemas/{name}.json").json() == through_json(schema_named(name))
    refused = client.get("/api/v1/schemas/log-0.json")
    assert refused.status_code == 404
    assert "log-1, calls-1, persona" in refused.json()["error"]["message"]


@pytest.mark.parametrize("rules", all_rulesets().values(), ids=lambda rules: rules.slug)
def test_every_log_of_a_playthrough_is_as_the_schema_says(rules: Rules) -> None:
    for game in games_of(rules):
        for view in VIEWS:
            LOG.validate(through_json(game_log(game, view)))


def test_playthroughs_have_every_kind_of_event_that_the_schema_knows_and_every_question() -> None:
    records = {rules.slug: games_of(rules) for rules in SHIPPED}
    spoken = {entry.event.kind for games in records.values() for game in games for entry in game.ledger}
    assert set(events_of_the_house()) - spoken == set()
    for rules in SHIPPED:
        asked = {answer.kind for game in records[rules.slug] for answer in game.journal}
        options = rules.options_from({}, rules.default_seats)
        assert {question.kind for question in rules.questions(options, rules.default_seats)} - asked == set()


@pytest.mark.parametrize(
    ("field", "value"),
    [("seat", "0"), ("words", None), ("more", 1), ("text", 3), ("heard_by", "some"), ("seq", 0)],
)
def test_a_row_that_is_not_as_its_kind_is_refused(field: str, value: object) -> None:
    log = through_json(game_log(finished("talk"), "viewer"))
    LOG.validate(log)
    row = next(row for row in log["events"] if row["kind"] == "said")
    row[field] = value
    with pytest.raises(ValidationError):
        LOG.validate(log)


def test_a_log_before_the_end_is_as_the_schema_says() -> None:
    LOG.validate(through_json(game_log(record_of(begun()), "public")))


@pytest.mark.django_db(transaction=True)
def test_the_log_of_a_stored_game_is_as_the_schema_says() -> None:
    game = make_game("K", seats=6)
    play_all()
    game.refresh_from_db()
    for view in VIEWS:
        LOG.validate(through_json(game_log(recorded_game(game), view)))
