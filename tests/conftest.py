"""What holds for every test: long ones only on demand, and nothing that CI is there to show is skipped in CI."""

import gc
import logging
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from zlib import crc32

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test.utils import setup_databases, teardown_databases
from pytest_django import DjangoDbBlocker, Settings
from pytest_django.plugin import blocking_manager_key

from games.loopback.process import KEY, Provider, provider
from league.processes.garbage import AGES, MOST
from tests import databases, servers
from tests.compiling import compile_tests
from tests.databases import POSTGRESQL
from tests.dearest import Dearest
from tests.examples import halve
from tests.quiet import QUIET

# Speed is measured in benchmarks, that of drawing examples too.
hypothesis.settings.register_profile(
    "league", deadline=None, print_blob=True, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("league")

NEVER_SKIPPED_IN_CI = ("services", "browser")
ON_BOTH = ["sqlite", pytest.param(POSTGRESQL, marks=pytest.mark.services)]
LONG_ON_POSTGRESQL = 120.0  # seconds of all that is run a second time there


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests marked slow too")
    parser.addoption("--chaos", action="store_true", help="run the tests marked chaos too")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Dearest())


@pytest.hookimpl(trylast=True)  # whoever else sorts has sorted
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    kinds = [kind for kind in ("slow", "chaos") if not config.getoption(f"--{kind}")]
    leave_out(config, items, lambda item: any(map(item.get_closest_marker, kinds)))
    if not config.getoption("--slow"):
        on_both = twins_in(items)
        leave_out(config, items, lambda item: is_slow_here(item) or is_others_turn(item, on_both))
        halve(items)
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers > 1:
        items[:] = dealt(items, workers)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """While tests are collected next to nothing is thrown away, and to look for it again and again is a tenth of it.
    What is there then stays until the end: it is set aside, and the rest is looked through as seldom as where the
    league serves (league/processes/garbage.py)."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(MOST, AGES, AGES)
        gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    compile_tests(config)


def leave_out(config: pytest.Config, items: list[pytest.Item], is_left_out: Callable[[pytest.Item], object]) -> None:
    """Takes tests out of those that run, and tells pytest so."""
    kept: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        (left_out if is_left_out(item) else kept).append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept


def dealt(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests so that each worker begins with its share of the long modules, each module in one piece: nobody sits
    idle at the end while another watches a game, and what a module sets up is set up once. What is run a second time,
    on PostgreSQL, is one piece too: so one process starts a server and makes the tables, not each.

    xdist's worksteal gives each worker one stretch of the list, as long as the others or one longer, and lets who is
    through steal from the ends of the others' stretches.
    """
    modules: defaultdict[tuple[float, str], list[pytest.Item]] = defaultdict(list)
    short = []
    for item in items:
        if runs_on_postgresql(item):
            modules[LONG_ON_POSTGRESQL, POSTGRESQL].append(item)
        elif mark := item.get_closest_marker("long"):
            modules[mark.args[0], str(item.path)].append(item)
        else:
            short.append(item)
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    seconds = [0.0] * workers
    for length, path in sorted(modules, reverse=True):
        least = seconds.index(min(seconds))
        shares[least] += modules[length, path]
        seconds[least] += length
    for number, share in enumerate(shares):
        size = (len(items) + number) // workers  # as xdist divides what is left by the workers that are left
        more = max(0, size - len(share))
        share += short[:more]
        del short[:more]
    return [item for share in shares for item in share] + short


def is_slow_here(item: pytest.Item) -> bool:
    """Whether a test runs on this database with --slow only."""
    mark = item.get_closest_marker("slow_on")
    return mark is not None and mark.args[0] == (POSTGRESQL if runs_on_postgresql(item) else "sqlite")


def twins_in(items: Iterable[pytest.Item]) -> set[tuple[str, str]]:
    """The tests, by their name and what else they are given, that are there once for each of the two databases."""
    found = Counter(twin for item in items if (twin := twin_of(item)))
    return {twin for twin, many in found.items() if many == len(ON_BOTH)}


def twin_of(item: pytest.Item) -> tuple[str, str] | None:
    """What a test has in common with itself on the other database; None for one that is not given any."""
    given = dict(item.callspec.params) if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    named = [name for name in ("database", "services") if name in given]
    if not named:
        return None
    for name in named:
        del given[name]
    return item.nodeid.partition("[")[0], repr(sorted(given.items(), key=str))


def is_others_turn(item: pytest.Item, on_both: set[tuple[str, str]]) -> bool:
    """Whether a test that is there for both databases runs on the other one: by turns, as its name has it. With --slow
    it runs on either."""
    twin = twin_of(item)
    if twin is None or twin not in on_both or item.get_closest_marker("slow_on"):
        return False
    return (crc32(twin[0].encode()) % len(ON_BOTH) == 0) == runs_on_postgresql(item)


def runs_on_postgresql(item: pytest.Item) -> bool:
    given = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    asked = {given.get("database"), given.get("services"), *given.get("migrated", ())}
    return POSTGRESQL in asked or "postgresql_database" in getattr(item, "fixturenames", ())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if is_ci() and report.skipped and any(item.get_closest_marker(name) for name in NEVER_SKIPPED_IN_CI):
        fail_instead(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """A file that skips itself whole has no markers yet: in CI none may."""
    report = yield
    if is_ci() and report.skipped:
        fail_instead(report)
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """A test that commits is followed by one that finds empty tables: Django deletes what is in them, and on SQLite a
    table that is only added to refuses that; for this moment it does not."""
    if not commits(item):
        return (yield)
    triggers, by_rows = [], nullcontext()
    if connection.vendor == "sqlite":
        with item.config.stash[blocking_manager_key].unblock():
            triggers = without_triggers()
    else:
        by_rows = databases.emptied_by_rows()
    with databases.kinds_put_back(), by_rows:
        result = yield
    if nextitem is None or not triggers:
        return result  # the database itself has gone with the last test
    with item.config.stash[blocking_manager_key].unblock(), connection.cursor() as cursor:
        for sql in triggers:
            cursor.execute(sql)
    return result


def without_triggers() -> list[str]:
    """Drops the triggers of SQLite's tables, where they would be in the way, and returns what makes them again."""
    with connection.cursor() as cursor:
        is_there = cursor.execute("SELECT 1 FROM sqlite_master WHERE name = 'league_act'").fetchone()
        if not is_there or not cursor.execute("SELECT 1 FROM league_act LIMIT 1").fetchone():
            return []  # they are asked for each row
        triggers = cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            cursor.execute(f'DROP TRIGGER "{name}"')
    return [sql for _, sql in triggers]


def commits(item: pytest.Item) -> bool:
    """Whether a test writes to the database for others to see."""
    mark = item.get_closest_marker("django_db")
    fixtures = getattr(item, "fixturenames", ())
    return bool(mark and mark.kwargs.get("transaction")) or "transactional_db" in fixtures or "live_server" in fixtures


@pytest.fixture(scope="session")
def whole(pytestconfig: pytest.Config) -> bool:
    """Whether what goes on until all was seen is to do so (`--slow`), and not to stop where most was."""
    return bool(pytestconfig.getoption("--slow"))


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """No test inherits another's throttles."""
    cache.clear()


@pytest.fixture(autouse=True)
def as_loud_as_before() -> Iterator[None]:
    """No test is told less because another has run a command that is quiet."""
    root, said = logging.getLogger(), settings.LOGGING["root"]
    level, level_said = root.level, said["level"]
    yield
    root.setLevel(level)
    said["level"] = level_said


@pytest.fixture(autouse=True)
def nothing_learnt() -> None:
    """No test knows what another has learnt of a model."""
    if (manners := sys.modules.get("games.gateway.capabilities")) is not None:  # else nobody has learnt anything
        manners.KNOWN.clear()


@pytest.fixture(scope="session")
def loopback_process() -> Iterator[Provider]:
    """The loopback provider, one for all tests of a process."""
    with provider() as running:
        yield running


@pytest.fixture
def at(loopback_process: Provider, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    """The loopback provider without faults, allowed and with its key in LOOP_KEY."""
    settings.LEAGUE_BASE_URLS = [loopback_process.openai_url, loopback_process.anthropic_url]
    monkeypatch.setenv("LOOP_KEY", KEY)
    loopback_process.control(**QUIET)
    yield loopback_process
    loopback_process.control(**QUIET)


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The URL of a Redis that is thrown away, or of the one that was given."""
    with started_or_given(servers.redis, "TEST_REDIS_URL") as url:
        yield url


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The URL of a PostgreSQL in which databases may be made, likewise."""
    with started_or_given(servers.postgresql, "TEST_DATABASE_URL") as url:
        yield url


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory, worker_id: str, django_db_blocker: DjangoDbBlocker) -> Path:
    """A SQLite file with all tables and nothing in them, made once for all processes of the suite: to migrate takes
    seconds, and a copy none. In a thread, for in this one a browser's event loop may run."""
    own = tmp_path_factory.getbasetemp()
    with django_db_blocker.unblock(), ThreadPoolExecutor(1) as thread:
        return thread.submit(databases.tables_in, own if worker_id == "master" else own.parent).result()


@pytest.fixture(scope="session")
def django_db_setup(
    tables: Path, django_test_environment: None, django_db_modify_db_settings: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """This process's database, a copy of those tables; in the place of pytest-django's own, which makes them anew."""
    with django_db_blocker.unblock():
        databases.copy_tables(tables, Path(connection.settings_dict["TEST"]["NAME"]))
        configured = setup_databases(verbosity=0, interactive=False, keepdb=True)
        databases.remember_kinds()
    yield
    with django_db_blocker.unblock():
        teardown_databases(configured, verbosity=0)


@pytest.fixture(scope="session")
def postgresql_database(
    postgresql_server: str, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[str]:
    """The URL of a database with all tables on a PostgreSQL, one for all tests of a process. The usual one is
    made before, or it would be made here."""
    with databases.new_database(postgresql_server) as url:
        with django_db_blocker.unblock(), databases.chosen_by(DATABASE_URL=url):
            call_command("migrate", verbosity=0)
            databases.remember_kinds()
        yield url
        with databases.chosen_by(DATABASE_URL=url):
            connection.close_pool()


@pytest.fixture(scope="module", params=ON_BOTH)
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    """What the module's rows are in: each of its tests is run on SQLite and on PostgreSQL."""
    with databases.chosen_for(request):
        yield request.param


@pytest.fixture(scope="module", params=ON_BOTH)
def services(request: pytest.FixtureRequest) -> Iterator[str]:
    """The same, and with PostgreSQL a Redis for what goes between processes."""
    with ExitStack() as stack:
        if request.param == POSTGRESQL:
            addresses = {"DATABASE_URL": "postgresql_database", "REDIS_URL": "redis_url"}
            given = {name: request.getfixturevalue(fixture) for name, fixture in addresses.items()}
            stack.enter_context(databases.chosen_by(**given))
        yield request.param


@contextmanager
def started_or_given(start: Callable[[], AbstractContextManager[str]], variable: str) -> Iterator[str]:
    """The URL of a server that is started here when its binaries are there, else of the one that `variable` gives; a
    test that wants it is skipped without either."""
    with ExitStack() as stack:
        try:
            url = stack.enter_context(start())
        except servers.NoServer as error:
            given = os.environ.get(variable)
            if not given:
                pytest.skip(str(error))
            url = given
        yield url


def is_ci() -> bool:
    return os.environ.get("CI") == "true"


def fail_instead(report: pytest.TestReport | pytest.CollectReport) -> None:
    report.outcome = "failed"
    report.longrepr = f"Skipped, and in CI it must not be: {report.longrepr}"
