"""Statements that are executed again and again are planned once a connection, and do what any statement does."""

import pytest
from django.db import DatabaseError, connection, transaction

from games.models import Game
from games.models.plain_sql import execute_planned
from tests.factories import make_game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("database")]
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
