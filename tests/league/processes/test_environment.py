"""The environment is read strictly: a wrong value is refused by name, in one sentence, without its password."""

import json
import os
import re
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from league.processes import environment
from tests.patience import at_most

pytestmark = pytest.mark.long(15)

SQLITE = Path("/data/league.sqlite3")
LANGUAGE = "import runpy; print(runpy.run_path('league/settings.py')['LANGUAGE_CODE'])"
ROOT = Path(__file__).resolve().parents[3]


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


@pytest.mark.parametrize(
    ("read", "raw", "shown"),
    [
        (environment.mail, "smtp+tls:league:hunter2@mail:587", "***@mail:587"),
        (environment.redis, ":hunter2@redis:6379/0", "***@redis:6379/0"),
        (environment.mail, "smtp:/league:hunter2@mail", "***@mail"),
        (environment.redis, "league:hunt//er2@redis:6379/0", "***@redis:6379/0"),
        (environment.site, "league:hunter2@league.example.org", "***@league.example.org"),
        (environment.database, "league:hunter2@db/league", "***@db/league"),
        (environment.database, "postgres:league:hunt@er2@db/league", "***@db/league"),
        (environment.database, "db/league?user=league&password=hunter2", "db/league?user=league&password=***"),
        (environment.database, "postgres:///league?password=hunter2", "postgres:///league?password=***"),
    ],
)
def test_an_address_without_its_slashes_is_refused_without_its_password(
    read: Callable[..., object], raw: str, shown: str
) -> None:
    more = (SQLITE,) if read is environment.database else ()
    with pytest.raises(ImproperlyConfigured) as refusal:
        read({"IT": raw}, "IT", *more)

    assert str(refusal.value).endswith(f", got {shown!r}.")
    assert "er2" not in str(refusal.value)


@pytest.mark.parametrize(
    "raw",
    [
        *("localhost:6379", "http://localhost:6379", "redis://", "redis://:pw@host:port/0"),
        # What reaches the cache would not reach the broker.
        *("unix:///run/redis/redis.sock", "unix://:pw@/run/redis/redis.sock?db=1"),
    ],
)
def test_a_bad_redis_url_is_refused_in_one_sentence(raw: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        environment.redis({"REDIS_URL": raw}, "REDIS_URL")

    shown = raw.replace("pw", "***")
    assert str(refusal.value) == f"REDIS_URL: wanted an address like redis://host:6379/0, got {shown!r}."


@pytest.mark.parametrize("raw", ["many", "1.5", "0", "-3", "101", "1_0", "٣", "9" * 400, "9" * 5000])
def test_a_bad_number_is_refused_in_one_sentence(raw: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        environment.whole({"LEAGUE_GAMES_PER_WORKER": raw}, "LEAGUE_GAMES_PER_WORKER", default=7, least=1, most=100)

    shown = raw if len(raw) < 200 else raw[:200] + "…"
    assert str(refusal.value) == f"LEAGUE_GAMES_PER_WORKER: wanted a whole number from 1 to 100, got {shown!r}."


def test_a_number_may_be_its_least_and_its_most() -> None:
    read = [
        environment.whole({"LEAGUE_DRAIN": raw}, "LEAGUE_DRAIN", default=7, least=0, most=100)
        for raw in ("0", "100", " +5 ", "", " ")
    ]

    assert read == [0, 100, 5, 7, 7]


@pytest.mark.parametrize("raw", ["1e3", "nan", "inf", "-1", "1,5", "0.123456789", "1e-999999", "9" * 400, "٣"])
def test_a_bad_amount_is_refused_in_one_sentence(raw: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        environment.dollars({"LEAGUE_DAY_CAP": raw}, "LEAGUE_DAY_CAP")

    shown = raw if len(raw) < 200 else raw[:200] + "…"
    assert str(refusal.value) == f"LEAGUE_DAY_CAP: wanted an amount of US dollars like 12.50, got {shown!r}."


def test_an_amount_is_below_a_million() -> None:
    read = [environment.dollars({"LEAGUE_DAY_CAP": raw}, "LEAGUE_DAY_CAP") for raw in ("999999.99", "$.5", "0", "")]

    assert read == [Decimal("999999.99"), Decimal("0.5"), Decimal(0), None]
    with pytest.raises(ImproperlyConfigured, match="from 0 to below 1,000,000, got '1000000'"):
        environment.dollars({"LEAGUE_DAY_CAP": "1000000"}, "LEAGUE_DAY_CAP")


BOUNDS = {  # every number of the environment, with what lies just outside of it on both sides
    "LEAGUE_GAMES_PER_WORKER": ("0", "10001"),
    "LEAGUE_DRAIN": ("-1", "3601"),
    "LEAGUE_CALL_TIMEOUT": ("0", "3601"),
    "LEAGUE_PATIENCE": ("0", "2592001"),
    "LEAGUE_KEEP_CALLS": ("-1", "999999"),
    "LEAGUE_DAY_CAP": ("-1", "1000000"),
    "LEAGUE_PROXIES": ("-1", "11"),
}


def test_every_number_in_the_settings_has_a_least_and_a_most() -> None:
    settings = (ROOT / "league" / "settings.py").read_text(encoding="utf-8")

    asked = re.findall(r"environment\.(?:whole|dollars)\([^)]*?\"([A-Z_]+)\"", settings)

    assert sorted(asked) == sorted(BOUNDS)


@pytest.mark.parametrize("command", ["manage.py check", "-m celery --app league.celery worker"])
def test_a_number_out_of_bounds_ends_a_process_with_one_line_and_status_2(tmp_path: Path, command: str) -> None:
    ended = python(tmp_path, *command.split(), LEAGUE_DRAIN="9" * 400)

    told = f"LEAGUE_DRAIN: wanted a whole number from 0 to 3600, got {'9' * 200 + '…'!r}.\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", told)


def test_what_the_settings_bound_is_refused_on_both_sides() -> None:
    """In one process for all of them: the settings are read once a process, and each start takes a second."""
    code = (
        "import json, os, runpy, sys\n"
        "from django.core.exceptions import ImproperlyConfigured\n"
        "for name, values in json.loads(sys.argv[1]).items():\n"
        "    for value in values:\n"
        "        os.environ[name] = value\n"
        "        try:\n"
        "            runpy.run_path('league/settings.py')\n"
        "        except ImproperlyConfigured as error:\n"
        "            print(str(error).partition(':')[0], str(error).rpartition('got ')[2])\n"
        "        del os.environ[name]\n"
    )

    with tempfile.TemporaryDirectory() as folder:
        told = python(Path(folder), "-c", code, json.dumps(BOUNDS))

    expected = [f"{name} {value!r}." for name, values in BOUNDS.items() for value in values]
    assert (told.stderr, told.stdout.splitlines()) == ("", expected)


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


def test_a_secret_key_that_others_could_read_is_taken_from_them(tmp_path: Path) -> None:
    kept = tmp_path / "secret_key"
    kept.write_text("by hand", encoding="ascii")
    kept.chmod(0o644)

    assert environment.secret({}, "SECRET_KEY", kept) == "by hand"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_a_given_secret_key_is_not_written_down(tmp_path: Path) -> None:
    assert environment.secret({"SECRET_KEY": "given"}, "SECRET_KEY", tmp_path / "secret_key") == "given"
    assert list(tmp_path.iterdir()) == []


def test_a_data_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("", encoding="utf-8")

    with pytest.raises(ImproperlyConfigured, match=r"^LEAGUE_DATA_DIR: wanted a folder that can be made"):
        environment.folder({"LEAGUE_DATA_DIR": str(taken)}, "LEAGUE_DATA_DIR", tmp_path)


def python(tmp_path: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Python in a process with exactly these variables."""
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "league.settings",
        "LEAGUE_SETUP": "0",
        **variables,
    }
    return subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        check=False,
        cwd=ROOT,
        env={"LEAGUE_DATA_DIR": str(tmp_path), **environment},
        capture_output=True,
        text=True,
        timeout=at_most(60),
    )


def django(tmp_path: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Django's own command in a process with exactly these variables."""
    return python(tmp_path, "-m", "django", *arguments, **variables)


@pytest.mark.parametrize(("chosen", "silenced"), [("", 2), ("preload", 0)])
def test_deployed_under_a_name_the_security_check_is_clean(tmp_path: Path, chosen: str, silenced: int) -> None:
    names = {"ALLOWED_HOSTS": "league.example.org", "LEAGUE_HSTS": chosen}

    check = django(tmp_path, "check", "--deploy", "--fail-level", "INFO", **names)

    assert (check.stderr, check.stdout) == ("", f"System check identified no issues ({silenced} silenced).\n")


def test_what_browsers_are_to_remember_of_https_goes_no_further_than_chosen(tmp_path: Path) -> None:
    code = (
        "import os, runpy\n"
        "for word in ('', 'host', 'subdomains', 'preload', 'off'):\n"
        "    os.environ['LEAGUE_HSTS'] = word\n"
        "    s = runpy.run_path('league/settings.py')\n"
        "    print(s['SECURE_HSTS_SECONDS'], s['SECURE_HSTS_INCLUDE_SUBDOMAINS'], s['SECURE_HSTS_PRELOAD'])\n"
    )

    shown = python(tmp_path, "-c", code, ALLOWED_HOSTS="league.example.org")

    year = 365 * 24 * 3600
    expected = [f"{year} False False"] * 2 + [f"{year} True False", f"{year} True True", "0 False False"]
    assert (shown.stderr, shown.stdout.splitlines()) == ("", expected)


def test_another_word_for_what_browsers_are_to_remember_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        environment.one_of({"LEAGUE_HSTS": "yes"}, "LEAGUE_HSTS", ["host", "off"])

    assert str(refusal.value) == "LEAGUE_HSTS: wanted one of host, off, got 'yes'."


@pytest.mark.parametrize(("asked", "said"), [("", "en"), ("de", "de"), ("PT-BR", "pt-br")])
def test_a_site_has_one_language(tmp_path: Path, asked: str, said: str) -> None:
    shown = python(tmp_path, "-c", LANGUAGE, LEAGUE_LANGUAGE=asked)

    assert (shown.stderr, shown.stdout) == ("", f"{said}\n")


def test_a_language_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    shown = python(tmp_path, "-c", LANGUAGE, LEAGUE_LANGUAGE="klingon")

    assert "LEAGUE_LANGUAGE: wanted one of en, af, ar," in shown.stderr
    assert "got 'klingon'" in shown.stderr


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


def test_further_variables_of_keys_are_names_and_no_secret_of_the_sites_own() -> None:
    read = environment.variables({"LEAGUE_KEY_VARIABLES": "FAR_KEY, NEAR,"}, "LEAGUE_KEY_VARIABLES")

    assert read == ["FAR_KEY", "NEAR"]
    for wrong in ("far", "sk-123", "FAR KEY"):
        with pytest.raises(ImproperlyConfigured, match=r"names of variables like FAR_KEY separated by commas"):
            environment.variables({"LEAGUE_KEY_VARIABLES": wrong}, "LEAGUE_KEY_VARIABLES")
    own_secrets = ("DATABASE_URL", "DJANGO_SUPERUSER_PASSWORD", "METRICS_TOKEN", "PGPASSWORD", "POSTGRES_PASSWORD")
    for own in (*own_secrets, "REDIS_URL", "SECRET_KEY"):
        with pytest.raises(ImproperlyConfigured, match=r"not a secret of this site's, got"):
            environment.variables({"LEAGUE_KEY_VARIABLES": own}, "LEAGUE_KEY_VARIABLES")
