"""Is everything there that the league needs?"""

import json
from decimal import Decimal
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.billing.kill_switch import stop_calls, stop_calls_of
from games.billing.money import open_account, set_cap
from games.models import Account
from league.processes import doctor
from league.processes.doctor import (
    fresh_connection,
    look_at_database,
    look_at_folder,
    look_at_migrations,
    look_at_proxies,
)
from league.processes.examining.finding import Finding
from tests.factories import forget_newest_migration, make_account, make_model

CLOSED = "redis://user:hidden@127.0.0.1:1/0"  # nobody listens on port 1


def findings(*subjects: str) -> list[Finding]:
    return [finding for finding in doctor.examine() if finding.subject in subjects]


@pytest.mark.django_db(transaction=True)
def test_a_league_in_order_is_told_line_by_line() -> None:
    told = StringIO()
    call_command("doctor", stdout=told)
    subjects = [line[2:16].strip() for line in told.getvalue().splitlines()]
    assert list(dict.fromkeys(subjects)) == [
        "settings", "data folder", "database", "migrations", "broker", "channel layer", "workers", "beat", "mail",
        "keys", "calls", "clock",
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


@pytest.mark.django_db
def test_a_damaged_file_is_to_be_moved_away_or_restored_and_no_setting_to_be_corrected(tmp_path: Path) -> None:
    damaged = tmp_path / "league.sqlite3"
    damaged.write_bytes(b"no database at all " * 500)
    database = fresh_connection()
    database.settings_dict["NAME"] = str(damaged)
    finding = look_at_database(database)
    database.close()
    assert (finding.state, finding.seen) == ("bad", "does not answer: file is not a database")
    assert finding.cure == f"look at {damaged}: move it away for an empty league, or restore it"


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
    make_model(slug="big", provider="openai", model_name="big", key_variable="BIG_API_KEY")
    make_model(slug="small", provider="openai", model_name="small", key_variable="SMALL_API_KEY")
    monkeypatch.setenv("BIG_API_KEY", "sk-very-secret")
    told = findings("keys")
    assert [(finding.state, finding.seen) for finding in told] == [
        ("good", "OPENAI_API_KEY is not set; no model wants it"),
        ("good", "ANTHROPIC_API_KEY is not set; no model wants it"),
        ("good", "BIG_API_KEY is set"),
        ("poor", "SMALL_API_KEY is not set, and wanted by small"),
    ]
    assert "sk-very-secret" not in str(told)


@pytest.mark.django_db(transaction=True)
def test_a_model_at_its_providers_own_address_wants_the_providers_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    make_model(slug="big", provider="openai", model_name="big")
    make_model(slug="own", provider="openai", model_name="own", base_url="http://127.0.0.1:9/v1")
    make_model(slug="new", provider="openai-responses", model_name="new")
    assert [finding.seen for finding in findings("keys")] == [
        "OPENAI_API_KEY is not set, and wanted by big, new",
        "ANTHROPIC_API_KEY is not set; no model wants it",
    ]


@pytest.mark.django_db(transaction=True)
def test_what_calls_may_cost_is_told_and_that_they_are_stopped(settings: Settings) -> None:
    settings.LEAGUE_PAID_CALLS = True
    settings.LEAGUE_BASE_URLS = ["http://127.0.0.1:9/v1"]
    make_model(slug="big", provider="openai", model_name="big")
    stop_calls(reason="prices look wrong")
    assert [(finding.state, finding.seen) for finding in findings("calls")] == [
        ("good", "models may have the address http://127.0.0.1:9/v1"),
        ("poor", "no cap on what a day may cost, 120 s for an answer, words kept 30 days"),
        ("poor", "all are stopped by the kill switch: prices look wrong"),
    ]

    open_account(scope="provider", name="openai", cap=Decimal(20))
    stop_calls_of(account=open_account(scope="model", name="big", cap=None), reason="a bill")
    make_account(scope="model", name="small", cap=1, spent="0.9")
    make_account(scope="model", name="without", spent=5)
    assert [(finding.state, finding.seen) for finding in findings("calls")][3:] == [
        ("poor", "those to the model big are stopped: a bill"),
        ("poor", "model small: $0.90 of $1.00"),
        ("good", "provider openai: $0.00 of $20.00"),
    ]
    Account.objects.all().delete()

    settings.LEAGUE_PAID_CALLS, settings.LEAGUE_DAY_CAP, settings.LEAGUE_KEEP_CALLS = False, Decimal("12.5"), 0
    assert [(finding.state, finding.seen) for finding in findings("calls")][::2] == [
        ("good", "none leaves this machine (LEAGUE_PAID_CALLS=0)"),
        ("good", "$12.50 a day at most, 120 s for an answer, words not kept"),
    ]


@pytest.mark.django_db(transaction=True)
def test_the_cap_that_binds_today_is_told(settings: Settings) -> None:
    account = make_account(scope="day", name=f"{timezone.now():%Y-%m-%d}", cap=5)
    settings.LEAGUE_DAY_CAP = Decimal("0.5")
    assert [(finding.state, finding.seen[:24]) for finding in findings("calls")[-1:]] == [
        ("good", "$0.50 a day at most, 120")
    ]

    set_cap(account=account, cap=Decimal(7))
    (told,) = findings("calls")[-1:]
    assert (told.state, told.seen.partition(", 120")[0]) == (
        "good",
        "$7.00 at most today, as the admin has it, and $0.50 at most a day",
    )

    set_cap(account=account, cap=None)
    (told,) = findings("calls")[-1:]
    assert (told.state, told.seen.partition(", 120")[0]) == (
        "poor",
        "no cap today, as the admin has it, and $0.50 at most a day",
    )


def test_https_without_a_trusted_proxy_is_told(settings: Settings) -> None:
    settings.HTTPS = True
    seen = "served for https, and no proxy is trusted to say that https was used: every page leads to itself"
    for proxies, told in ((0, [seen]), (1, [])):
        settings.LEAGUE_PROXIES = proxies
        assert [finding.seen for finding in look_at_proxies()] == told


def test_a_variable_that_is_not_read_any_more_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    assert [(finding.state, finding.seen) for finding in look_at_proxies()] == [
        ("poor", "FORWARDED_ALLOW_IPS is not read")
    ]
