"""The record of acts is held by the database itself, SQLite and PostgreSQL, also where rows were before it."""

from collections.abc import Callable

import pytest
from django.db import DatabaseError, connection, connections, transaction

from league.acts import COMMAND_LINE, recorded
from league.models import Act, Season
from league.scheduling import pause_season
from tests.migrating.loading import Record

CHANGES: dict[str, Callable[[], object]] = {
    "update": lambda: Act.objects.update(who="somebody else"),
    "delete": lambda: Act.objects.all().delete(),
    "sql": lambda: connection.cursor().execute("DELETE FROM league_act WHERE id > 0"),
}


def test_acts_of_a_league_of_before_are_added_and_never_changed(before: Record) -> None:
    assert not Act.objects.exists()
    season = Season.objects.filter(status="running").order_by("pk")[0]
    with recorded(by=COMMAND_LINE, verb="pause", rows=[season, Season.objects.all()], reason="a look"):
        pause_season(season=season)
    (act,) = Act.objects.values()
    assert (act["name"], act["before"]["status"], act["after"]["status"]) == (season.slug, "running", "paused")

    for change in CHANGES.values():
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()
    assert list(Act.objects.values()) == [act]
    connections.close_all()
