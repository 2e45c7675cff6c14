"""Games in lists by API: what is found by which question."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import make_fixture, make_game, make_running_game, make_running_season

pytestmark = pytest.mark.django_db


def listed(client: Client, query: str) -> list[str]:
    """The ids of the games, the newest first."""
    rows: list[dict[str, Any]] = client.get(f"/api/v1/games/?{query}").json()["results"]
    return [row["id"] for row in rows]


def test_a_season_has_the_attempts_that_were_set_aside_too() -> None:
    client, season = Client(), make_running_season(slug="spring")
    void, diverged = (
        make_game(status=status, waiting="called off: a trial", terms={"season": "spring"})
        for status in ("void", "diverged")
    )
    held = make_game(status="void", terms={"season": "spring"})
    make_fixture(season=season, number=1, game=held)
    on = make_running_game(terms={"season": "spring"})
    make_fixture(season=season, number=2, game=on)
    make_game(status="void", terms={"season": "autumn"})
    make_fixture(season=make_running_season(slug="autumn"), number=1, game=make_running_game())

    every = [each.public_id for each in (on, held, diverged, void)]
    assert listed(client, "season=spring") == every
    assert listed(client, "season=spring&status=void") == [held.public_id, void.public_id]
    assert listed(client, "season=spring&ruleset=town-mafia&status=diverged") == [diverged.public_id]
    assert listed(client, "season=spring&counted=no") == every
    assert listed(client, "season=spring&counted=yes") == []
    for query, found in (("season=spring", every), ("season=spring&status=void&ruleset=town-mafia", every[1::2])):
        text = client.get(f"/games/?{query}").content.decode()
        assert [each for each in every if f"/games/{each}/" in text] == found
