"""Is everything there that the league needs? Each finding says what was looked at, what was seen, and what to do.

Nothing here changes anything, waits longer than a few seconds for a service, or tells a key's value.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from sqlite3 import sqlite_version_info
from typing import Final, Literal

from django.conf import settings
from django.core import checks
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.exceptions import MigrationSchemaMissing
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from kombu.exceptions import OperationalError
from redis import Redis
from redis.exceptions import RedisError

from games.billing.money import account_of_day, accounts_of_models, balance, in_dollars, is_nearly_spent
from games.models import KillSwitch
from games.models.releases import NewerTables, refuse_newer
from league.processes.environment import without_password
from league.processes.examining.addresses import look_at_addresses
from league.processes.examining.finding import Finding
from league.processes.examining.living import look_at_living
from league.processes.examining.mail import look_at_mail
from league.processes.health import PATIENCE, reach_broker, reach_layer
from league.seasons.making.voices import voices
from personas.keys import is_key_variable
from personas.models import LanguageModel

LITTLE_SPACE: Final = 200 * 2**20  # bytes
SKEW: Final = 2.0  # seconds that two clocks may differ
KEYS: Final = {
    LanguageModel.Provider.OPENAI: "OPENAI_API_KEY",
    LanguageModel.Provider.OPENAI_RESPONSES: "OPENAI_API_KEY",
    LanguageModel.Provider.ANTHROPIC: "ANTHROPIC_API_KEY",
}


def examine() -> Iterator[Finding]:
    """Everything, in the order in which one thing needs the other; each finding as soon as it is there."""
    yield from look_at_settings()
    yield look_at_folder(settings.LEAGUE_DATA_DIR)
    with closing(fresh_connection()) as database:
        reached = look_at_database(database)
        yield reached
        migrated = look_at_migrations(database) if reached.state != "bad" else None
        if migrated:
            yield migrated
        is_migrated = migrated is not None and migrated.state == "good"
        yield from look_at_services()
        if is_migrated:
            yield from look_at_living(now=timezone.now())
        yield look_at_mail()
        yield from look_at_keys(read_models=is_migrated)
        yield from look_at_calls(read_rows=is_migrated)
        yield from look_at_clock(database if reached.state != "bad" else None)


def look_at_settings() -> Iterator[Finding]:
    """What Django's own checks say, those for a public site too where this is one."""
    mode = "production (REDIS_URL is set)" if settings.REDIS_URL else "embedded (one process, no REDIS_URL)"
    public = settings.HTTPS
    found = [each for each in checks.run_checks(include_deployment_checks=public) if not each.is_silenced()]
    for each in found:
        yield Finding(
            "settings", "bad" if each.level >= checks.ERROR else "poor", f"{each.id}: {each.msg}", each.hint or ""
        )
    if settings.DEBUG:
        yield Finding("settings", "poor", "DEBUG is on: errors show their insides", "unset DEBUG")
    if settings.REDIS_URL and not settings.POSTGRESQL:
        yield Finding(
            "settings", "poor", "Redis, but SQLite: only one machine can play", "set DATABASE_URL to PostgreSQL"
        )
    if settings.POSTGRESQL and not settings.REDIS_URL:
        yield Finding("settings", "poor", "PostgreSQL, but no Redis: only one process may run", "set REDIS_URL")
    yield from look_at_proxies()
    if not found:
        hosts = ", ".join(settings.ALLOWED_HOSTS)
        python = ".".join(map(str, sys.version_info[:3]))
        yield Finding("settings", "good", f"{mode}, release {settings.LEAGUE_RELEASE}, Python {python}, for {hosts}")


def look_at_proxies() -> Iterator[Finding]:
    """Whether what proxies say is believed where it has to be, and nothing is set that is not read any more."""
    if settings.HTTPS and not settings.LEAGUE_PROXIES:
        seen = "served for https, and no proxy is trusted to say that https was used: every page leads to itself"
        cure = "set LEAGUE_PROXIES to the number of proxies in front, or LEAGUE_HTTPS=0"
        yield Finding("settings", "poor", seen, cure)
    if os.environ.get("FORWARDED_ALLOW_IPS"):
        cure = "unset it; LEAGUE_PROXIES says how many proxies are in front"
        yield Finding("settings", "poor", "FORWARDED_ALLOW_IPS is not read", cure)


def look_at_folder(folder: Path) -> Finding:
    """Whether logs and the embedded database can be written."""
    cure = "make room, or set LEAGUE_DATA_DIR to another folder"
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"room?" * 1000)
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return Finding("data folder", "bad", f"{folder} cannot be written: {error.strerror}", cure)
    return Finding(
        "data folder", "poor" if free < LITTLE_SPACE else "good", f"{folder}, {free / 2**30:.1f} GiB free", cure
    )


def fresh_connection() -> BaseDatabaseWrapper:
    """A connection of its own: without the pool, which waits long, and with a short patience on PostgreSQL."""
    fresh = connection.copy()
    if fresh.vendor == "postgresql":
        options = {name: value for name, value in fresh.settings_dict["OPTIONS"].items() if name != "pool"}
        fresh.settings_dict["OPTIONS"] = options | {"connect_timeout": int(PATIENCE)}
    return fresh


def look_at_database(database: BaseDatabaseWrapper) -> Finding:
    """Whether the database answers, and which it is."""
    name = str(database.settings_dict["NAME"])
    if database.vendor == "sqlite" and not Path(name).exists():
        return Finding(
            "database", "bad", f"there is none yet at {name}", "run `manage.py demo`, or `manage.py migrate`"
        )
    try:
        with database.cursor() as cursor:
            if database.vendor == "sqlite":
                mode = cursor.execute("PRAGMA journal_mode").fetchone()[0]
                size, version = Path(name).stat().st_size / 2**20, ".".join(map(str, sqlite_version_info))
                seen = f"SQLite {version} at {name}, {size:.1f} MiB, {mode}"
                return Finding(
                    "database", "good" if mode == "wal" else "poor", seen, "put it on a disk that can do WAL"
                )
            version = ".".join(map(str, database.get_database_version()))
            seen = f"PostgreSQL {version} at {database.settings_dict['HOST'] or 'the local socket'}, {name}"
            return Finding("database", "good", seen)
    except DatabaseError as error:
        cure = "start it, or correct DATABASE_URL"
        if database.vendor == "sqlite":
            cure = f"look at {database.settings_dict['NAME']}: move it away for an empty league, or restore it"
        return Finding("database", "bad", f"does not answer: {first_line(error)}", cure)


def look_at_migrations(database: BaseDatabaseWrapper) -> Finding:
    """Whether the tables are those of this release."""
    cure = "run `manage.py migrate`"
    try:
        refuse_newer(database)
        executor = MigrationExecutor(database)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except NewerTables as error:
        seen, _, newer = str(error).partition(". ")
        return Finding("migrations", "bad", seen[0].lower() + seen[1:], newer[0].lower() + newer.rstrip(".")[1:])
    except (DatabaseError, MigrationSchemaMissing) as error:
        return Finding("migrations", "bad", f"cannot be read: {first_line(error)}", cure)
    if missing:
        return Finding("migrations", "bad", f"{len(missing)} not applied", cure)
    return Finding("migrations", "good", "all applied")


def look_at_services() -> Iterator[Finding]:
    """Broker and channel layer; in one process they are part of it."""
    if not settings.REDIS_URL:
        yield Finding("broker", "good", "in memory, part of `demo` and `serve`")
        yield Finding("channel layer", "good", "in memory, part of `demo` and `serve`")
        return
    where, cure = without_password(settings.REDIS_URL), "start Redis, or correct REDIS_URL"
    try:
        reach_broker()
    except (OperationalError, RedisError, OSError) as error:
        yield Finding("broker", "bad", f"{where} does not answer: {first_line(error)}", cure)
        return
    yield Finding("broker", "good", where)
    try:
        reach_layer()
    except (RedisError, OSError) as error:
        yield Finding("channel layer", "bad", f"{where} does not answer: {first_line(error)}", cure)
    else:
        yield Finding("channel layer", "good", where)


def look_at_keys(*, read_models: bool) -> Iterator[Finding]:
    """Which keys are there; a missing one matters only where an active model wants it."""
    if read_models:
        yield from look_at_key_names()
    wanted: dict[str, list[str]] = {variable: [] for variable in KEYS.values()}
    for model in voices().order_by("key_variable", "slug") if read_models else ():
        # A model at its provider's own address has the provider's key, unless it names another.
        variable = model.key_variable or ("" if model.base_url else KEYS[LanguageModel.Provider(model.provider)])
        if variable and is_key_variable(variable):
            wanted.setdefault(variable, []).append(model.slug)
    for variable, slugs in wanted.items():
        if os.environ.get(variable):
            yield Finding("keys", "good", f"{variable} is set")
        elif slugs:
            seen = f"{variable} is not set, and wanted by {', '.join(slugs)}"
            yield Finding("keys", "poor", seen, "set it, or switch what wants it off")
        else:
            yield Finding("keys", "good", f"{variable} is not set" + ("; no model wants it" if read_models else ""))


def look_at_key_names() -> Iterator[Finding]:
    """The rows that name as their key what may be none, also those that nobody asks now."""
    named: dict[str, list[str]] = {}
    for variable, slug in LanguageModel.objects.order_by("key_variable", "slug").values_list("key_variable", "slug"):
        if variable and not is_key_variable(variable):
            named.setdefault(variable, []).append(slug)
    for variable, slugs in named.items():
        seen = f"{variable} may not be named as a key, and is by {', '.join(slugs)}: nothing of that is asked"
        cure = "name a variable that ends in _API_KEY (admin, Models), or list this one in LEAGUE_KEY_VARIABLES"
        yield Finding("keys", "poor", seen, cure)


def look_at_calls(*, read_rows: bool) -> Iterator[Finding]:
    """What holds for calls to providers: whether they may be made, what a day may cost, how long their words stay."""
    if not settings.LEAGUE_PAID_CALLS:
        yield Finding("calls", "good", "none leaves this machine (LEAGUE_PAID_CALLS=0)")
    yield from look_at_addresses(read_rows=read_rows)
    kept = f"kept {settings.LEAGUE_KEEP_CALLS} days" if settings.LEAGUE_KEEP_CALLS else "not kept"
    told = f"{settings.LEAGUE_CALL_TIMEOUT} s for an answer, words {kept}"
    today = account_of_day(timezone.now()) if read_rows else None
    if today is not None and today.cap_by_hand and today.cap != settings.LEAGUE_DAY_CAP:
        by_hand = f"{_at_most(today.cap)} today, as the admin has it, and {_at_most(settings.LEAGUE_DAY_CAP)} a day"
        state: Literal["good", "poor"] = "poor" if None in (today.cap, settings.LEAGUE_DAY_CAP) else "good"
        cure = "change today's under Budgets in the admin, each day's by LEAGUE_DAY_CAP"
        yield Finding("calls", state, f"{by_hand}, {told}", cure)
    elif settings.LEAGUE_DAY_CAP is not None:
        yield Finding("calls", "good", f"{in_dollars(settings.LEAGUE_DAY_CAP)} a day at most, {told}")
    elif settings.LEAGUE_PAID_CALLS and read_rows and voices().exists():
        yield Finding("calls", "poor", f"no cap on what a day may cost, {told}", "set LEAGUE_DAY_CAP")
    else:
        yield Finding("calls", "good", told)
    if read_rows and (switch := KillSwitch.objects.filter(is_on=True).first()):
        cure = "allow calls again in the admin, under Kill switch"
        yield Finding("calls", "poor", f"all are stopped by the kill switch: {switch.reason}", cure)
    if read_rows:
        yield from look_at_accounts()


def look_at_accounts() -> Iterator[Finding]:
    """The accounts of models and providers with a cap, or to which calls are stopped."""
    for account in accounts_of_models():
        told = f"{account}: {balance(account)}"
        if account.stopped:
            cure = "allow its calls again in the admin, under Budgets"
            yield Finding("calls", "poor", f"those to the {account} are stopped: {account.stopped}", cure)
        elif is_nearly_spent(account):
            yield Finding("calls", "poor", told, "raise its cap in the admin, under Budgets")
        else:
            yield Finding("calls", "good", told)


def _at_most(cap: Decimal | None) -> str:
    return "no cap" if cap is None else f"{in_dollars(cap)} at most"


def look_at_clock(database: BaseDatabaseWrapper | None) -> Iterator[Finding]:
    """Whether this machine's clock agrees with the services': leases and countdowns go by it."""
    here = datetime.now(UTC)
    others: dict[str, datetime] = {}
    if database is not None and database.vendor == "postgresql":
        with database.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            others["PostgreSQL"] = cursor.fetchone()[0]
    if settings.REDIS_URL:
        try:
            with closing(Redis.from_url(settings.REDIS_URL, socket_timeout=PATIENCE)) as redis:
                seconds, microseconds = redis.time()
                others["Redis"] = datetime.fromtimestamp(seconds + microseconds / 1e6, UTC)
        except RedisError:
            pass  # the broker's finding says so
    far = {name: (there - here).total_seconds() for name, there in others.items()}
    told = f"{here:%Y-%m-%d %H:%M:%S} UTC"
    for name, skew in far.items():
        if abs(skew) > SKEW:
            yield Finding("clock", "bad", f"{told}, {abs(skew):.1f} s off {name}'s", "let both keep time by NTP")
    if all(abs(skew) <= SKEW for skew in far.values()):
        yield Finding("clock", "good", f"{told}, as {' and '.join(far)} say" if far else told)


def first_line(error: Exception) -> str:
    """What an error says, in one line."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]
