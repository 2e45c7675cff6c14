"""Rows that were there stay in the protocol they were in, when there is another one and when there is none again."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long(10), pytest.mark.usefixtures("database")]
BEFORE, AFTER = "0011_room_by_family", "0012_another_protocol_of_openai"


@pytest.fixture
def at() -> Iterator[Callable[[str], Any]]:
    """Brings the tables of personas to a migration and gives their models; in the end they are as they were."""

    def migrate(name: str) -> Any:
        state = MigrationExecutor(connection).migrate([("personas", name)])
        return state.apps.get_model("personas", "LanguageModel").objects

    yield migrate
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def test_rows_of_openai_stay_in_chat_completions_there_and_back(at: Callable[[str], Any]) -> None:
    columns = ("slug", "provider", "rung", "without", "thinks", "probed_at")
    found = {"rung": "json_object", "without": "temperature", "probed_at": timezone.now()}
    old = at(BEFORE)
    for provider in ("openai", "anthropic", "house"):
        old.create(slug=provider, name=provider, provider=provider, model_name="m", **found)
    before = list(old.order_by("slug").values_list(*columns))

    new = at(AFTER)
    assert list(new.order_by("slug").values_list(*columns)) == before
    new.create(slug="new", name="New", provider="openai-responses", model_name="m", thinks=True, **found)

    again = at(BEFORE).order_by("slug").values_list(*columns)
    assert list(again.exclude(slug="new")) == before
    assert again.get(slug="new") == ("new", "openai", "", "", False, None), "what was found was found elsewhere"
