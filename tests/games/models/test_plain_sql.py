"""Statements that are executed again and again are planned once a connection, and do what any statement does."""

import json
from datetime import UTC, datetime
from typing import Any, NamedTuple

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.models import Event, Game
from games.models.plain_sql import execute_planned, insert, json_text
from tests.factories import make_game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("database")]


class EventRow(NamedTuple):
    game_id: int
    seq: int
    data: dict[str, Any]
    kind: str = "speech"
    round: int = 1
    phase: str = "day"
    heard_by: int = -1
    poll: int = 1
    at: datetime = datetime(2026, 1, 1, 12, 30, 15, 123456, UTC)


CHANGE = "UPDATE games_game SET waiting = %s WHERE id = %s"


def test_it_is_done_in_the_transaction_around_it() -> None:
    first, second = make_game(), make_game()

    for game, why in ((first, "a"), (second, "100%"), (first, "b")):
        execute_planned(CHANGE, [why, game.pk])
    with transaction.atomic():
        execute_planned(CHANGE, ["gone", second.pk])
        transaction.set_rollback(True)

    assert list(Game.objects.order_by("pk").values_list("waiting", flat=True)) == ["b", "100%"]


def test_what_the_database_refuses_is_an_error_of_django() -> None:
    with pytest.raises(DatabaseError):
        execute_planned("UPDATE games_nothing SET waiting = %s", [""])


@pytest.mark.parametrize("database", [pytest.param("postgresql", marks=pytest.mark.services)], indirect=True)
def test_postgresql_plans_it_once_also_after_a_rollback(database: object) -> None:
    game = make_game()
    connection.close()
    with transaction.atomic():
        execute_planned("UPDATE games_seat SET alias = %s WHERE id = %s", ["", game.pk])
        transaction.set_rollback(True)
    for number in range(4):
        execute_planned(CHANGE, [f"time {number}", game.pk])

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE statement LIKE 'UPDATE games_game%'"
        )
        assert cursor.fetchall() == [(0, 4)]


@pytest.mark.parametrize(
    "value",
    [
        {},
        [],
        "“No,” said Zoë\u2028\x00\U0001f43a",
        {"words": 'She said "I\\n', "seat": 3, "none": None, "so": True, "not": False},
        {"beliefs": [{"about": 1, "chance": 50}], "claims": [], "deep": {"er": [[1, 2.5], [-0.0, 1e300]]}},
        [float("inf"), 12345678901234567890, (1, "two"), {7: "a number", True: "so", None: "none", 2.5: "half"}],
    ],
)
def test_json_is_what_python_writes_byte_for_byte(value: Any) -> None:
    assert json_text(value) == json.dumps(value)
    assert json_text(value) == json.dumps(value), "and nothing is left of the first time"


def test_what_is_no_json_is_refused_and_leaves_nothing_behind() -> None:
    for strange in (datetime(2026, 1, 1, tzinfo=UTC), {"a": {"b": object()}}, {(1, 2): "a pair"}):
        with pytest.raises(TypeError):
            json_text(strange)
        assert json_text({"a": 1}) == '{"a": 1}'


@pytest.mark.parametrize("database", [pytest.param("postgresql", marks=pytest.mark.services)], indirect=True)
def test_rows_go_to_postgresql_in_one_statement_that_needs_no_more_of_its_client(database: object) -> None:
    """COPY waits for rows in the middle of a transaction, and no limit of the server's ends it then."""
    game = make_game()
    rows = [EventRow(game.pk, seq, {"words": "“No,” said Zoë\u2028\U0001f43a", "chance": 0.1}) for seq in (901, 902)]
    with CaptureQueriesContext(connection) as captured:
        insert(Event, rows)

    (statement,) = captured.captured_queries
    assert statement["sql"].startswith('INSERT INTO "games_event"')
    assert [row.data for row in Event.objects.filter(seq__gt=900).order_by("seq")] == [row.data for row in rows]
