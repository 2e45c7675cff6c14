"""Is everything there that the league needs?"""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django.fixtures import Settings

from league import doctor
from league.doctor import Finding, fresh_connection, look_at_database, look_at_folder, look_at_migrations
from tests.factories import forget_newest_migration, make_model

CLOSED = "redis://user:hidden@127.0.0.1:1/0"  # nobody listens on port 1


def findings(*subjects: str) -> list[Finding]:
    return [finding for finding in doctor.examine() if finding.subject in subjects]


@pytest.mark.django_db(transaction=True)
def test_a_league_in_order_is_told_line_by_line() -> None:
    told = StringIO()
    call_command("doctor", stdout=told)
    subjects = [line[2:16].strip() for line in told.getvalue().splitlines()]
    assert list(dict.fromkeys(subjects)) == [
        "settings", "data folder", "database", "migrations", "broker", "channel layer", "keys", "clock",
    ]  # fmt: skip
    assert {line[0] for line in told.getvalue().splitlines()} == {"✓"}


@pytest.mark.django_db(transaction=True)
def test_the_same_can_be_had_as_json() -> None:
    told = StringIO()
    call_command("doctor", "--json", stdout=told)
    assert tuple(json.loads(told.getvalue())[0]) == ("subject", "state", "seen", "cure")
    assert {finding["state"] for finding in json.loads(told.getvalue())} == {"good"}


@pytest.mark.django_db
def test_a_missing_migration_is_bad_and_ends_with_1() -> None:
    forget_newest_migration()
    assert look_at_migrations(connection) == Finding("migrations", "bad", "1 not applied", "run `manage.py migrate`")


def test_a_database_that_is_not_there_yet_is_not_made_by_looking(tmp_path: Path) -> None:
    database = fresh_connection()
    database.settings_dict["NAME"] = str(tmp_path / "none.sqlite3")
    finding = look_at_database(database)
    assert (finding.state, finding.seen) == ("bad", f"there is none yet at {tmp_path / 'none.sqlite3'}")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_bad(tmp_path: Path) -> None:
    assert look_at_folder(tmp_path / "none").state == "bad"
    assert look_at_folder(tmp_path).state == "good"


@pytest.mark.django_db(transaction=True)
def test_services_that_do_not_answer_are_named_without_their_password(settings: Settings) -> None:
    settings.REDIS_URL = settings.CELERY_BROKER_URL = CLOSED
    told = StringIO()
    with pytest.raises(SystemExit, match="1"):
        call_command("doctor", stdout=told)
    (broker,) = [line for line in told.getvalue().splitlines() if "broker" in line]
    assert broker.startswith("✗ broker        redis://user:***@127.0.0.1:1/0 does not answer: ")
    assert "hidden" not in told.getvalue()


@pytest.mark.django_db(transaction=True)
def test_a_key_is_told_by_name_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    make_model(slug="big", provider="openai", model_name="big", key_variable="BIG_KEY")
    make_model(slug="small", provider="openai", model_name="small", key_variable="SMALL_KEY")
    monkeypatch.setenv("BIG_KEY", "sk-very-secret")
    told = findings("keys")
    assert [(finding.state, finding.seen) for finding in told] == [
        ("good", "OPENAI_API_KEY is not set; no model wants it"),
        ("good", "ANTHROPIC_API_KEY is not set; no model wants it"),
        ("good", "BIG_KEY is set"),
        ("poor", "SMALL_KEY is not set, and wanted by small"),
    ]
    assert "sk-very-secret" not in str(told)
