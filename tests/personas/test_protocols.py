"""Rows that were there stay in the protocol they were in, when there is another one and when there is none again."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from tests.databases import bring, bring_to_today, copy_tables, default_database, sqlite

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long(10), pytest.mark.usefixtures("database")]
BEFORE, AFTER = "0011_room_by_family", "0012_another_protocol_of_openai"


@pytest.fixture
def at(database: str, tables: Path, tmp_path: Path) -> Iterator[Callable[[str], Any]]:
    """Brings the tables of personas to a migration and gives their models. Those in a file are a copy that nobody
    brings to today again; in a PostgreSQL they are in the end as they were."""

    def migrate(name: str) -> Any:
        return bring("personas", name).get_model("personas", "LanguageModel").objects

    if database == "sqlite":
        copy_tables(tables, tmp_path / "league.sqlite3")
        with default_database(**sqlite(tmp_path / "league.sqlite3")):
            yield migrate
        return
    yield migrate
    bring_to_today()


@pytest.mark.slow
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
