"""The environment is read strictly: a wrong value is refused by name, in one sentence, without its password."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from league import environment

pytestmark = pytest.mark.long(15)

SQLITE = Path("/data/league.sqlite3")
ROOT = Path(__file__).resolve().parents[2]


def test_nothing_given_is_sqlite_in_the_data_folder() -> None:
    config = environment.database({}, "DATABASE_URL", SQLITE)

    assert (config["ENGINE"], config["NAME"]) == ("django.db.backends.sqlite3", str(SQLITE))


def test_postgresql_is_taken_apart() -> None:
    given = {"DATABASE_URL": "postgres://ann:secret@db.internal:5433/league?sslmode=require"}

    config = environment.database(given, "DATABASE_URL", SQLITE)

    found = {key: config[key] for key in ("ENGINE", "NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")}
    assert found == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "league",
        "USER": "ann",
        "PASSWORD": "secret",
        "HOST": "db.internal",
        "PORT": 5433,
        "OPTIONS": {"sslmode": "require"},
    }


@pytest.mark.parametrize(
    "raw",
    [
        "nonsense",
        "mysql://host/name",
        "postgres://ann:secret@/name",
        "postgres://ann:secret@host",
        "postgres://ann:secret@host:port/name",
        "postgres://ann:secret@host:99999/name",
        "postgres://[::1/name",
        "sqlite://",
    ],
)
def test_a_bad_database_url_is_refused_in_one_sentence(raw: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        environment.database({"DATABASE_URL": raw}, "DATABASE_URL", SQLITE)

    wanted = "an address like postgres://user:password@host:5432/name or sqlite:////path/to/file"
    shown = raw.replace("secret", "***")
    assert str(refusal.value) == f"DATABASE_URL: wanted {wanted}, got {shown!r}."


@pytest.mark.parametrize("raw", ["localhost:6379", "http://localhost:6379", "redis://", "redis://:pw@host:port/0"])
def test_a_bad_redis_url_is_refused_in_one_sentence(raw: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        environment.redis({"REDIS_URL": raw}, "REDIS_URL")

    shown = raw.replace("pw", "***")
    assert str(refusal.value) == f"REDIS_URL: wanted an address like redis://host:6379/0, got {shown!r}."


@pytest.mark.parametrize("raw", ["many", "1.5", "0", "-3"])
def test_a_bad_number_is_refused_in_one_sentence(raw: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        environment.whole({"LEAGUE_GAMES_PER_WORKER": raw}, "LEAGUE_GAMES_PER_WORKER", default=100, least=1)

    assert str(refusal.value) == f"LEAGUE_GAMES_PER_WORKER: wanted a whole number from 1 up, got {raw!r}."


def test_switches_are_read_in_the_usual_words() -> None:
    words = ["1", "yes", "True", "on", "0", "No", "false", "off", " ", ""]

    read = [environment.flag({"LEAGUE_LOGS": word}, "LEAGUE_LOGS", default=True) for word in words]

    assert read == [True] * 4 + [False] * 4 + [True] * 2


def test_a_switch_in_between_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^DEBUG: wanted 1 or 0 .*, got 'maybe'\.$"):
        environment.flag({"DEBUG": "maybe"}, "DEBUG", default=False)


def test_hosts_are_names_without_scheme() -> None:
    assert environment.hosts({"ALLOWED_HOSTS": "a.example, b.example,"}, "ALLOWED_HOSTS") == ["a.example", "b.example"]
    with pytest.raises(ImproperlyConfigured, match=r"^ALLOWED_HOSTS: .*, got 'https://a\.example'\.$"):
        environment.hosts({"ALLOWED_HOSTS": "https://a.example"}, "ALLOWED_HOSTS")


def test_the_secret_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    kept = tmp_path / "secret_key"

    first = environment.secret({}, "SECRET_KEY", kept)
    second = environment.secret({}, "SECRET_KEY", kept)

    assert first == second
    assert len(first) >= 64
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [kept]


def test_a_given_secret_key_is_not_written_down(tmp_path: Path) -> None:
    assert environment.secret({"SECRET_KEY": "given"}, "SECRET_KEY", tmp_path / "secret_key") == "given"
    assert list(tmp_path.iterdir()) == []


def test_a_data_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("", encoding="utf-8")

    with pytest.raises(ImproperlyConfigured, match=r"^LEAGUE_DATA_DIR: wanted a folder that can be made"):
        environment.folder({"LEAGUE_DATA_DIR": str(taken)}, "LEAGUE_DATA_DIR", tmp_path)


def django(tmp_path: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Django's own command in a process with exactly these variables."""
    environment = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "league.settings", **variables}
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "django", *arguments],
        check=False,
        cwd=ROOT,
        env={"LEAGUE_DATA_DIR": str(tmp_path), **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_deployed_under_a_name_the_security_check_is_clean(tmp_path: Path) -> None:
    check = django(tmp_path, "check", "--deploy", "--fail-level", "INFO", ALLOWED_HOSTS="league.example.org")

    assert (check.stderr, check.stdout) == ("", "System check identified no issues (0 silenced).\n")


def test_on_the_loopback_nothing_demands_https(tmp_path: Path) -> None:
    code = (
        "from django.conf import settings as s; "
        "print(s.SECURE_SSL_REDIRECT, s.SESSION_COOKIE_SECURE, s.SECURE_HSTS_SECONDS, s.DEBUG, s.CELERY_BROKER_URL)"
    )

    shown = django(tmp_path, "shell", "-v0", "-c", code)

    assert (shown.stderr, shown.stdout) == ("", "False False 0 False memory://localhost/\n")


def test_models_and_migrations_say_the_same(tmp_path: Path) -> None:
    check = django(tmp_path, "makemigrations", "--check")

    assert (check.stderr, check.stdout) == ("", "No changes detected\n")
