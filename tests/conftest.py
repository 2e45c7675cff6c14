"""What holds for every test: long ones only on demand, and nothing that CI is there to show is skipped in CI."""

import os
from collections.abc import Generator, Iterator

import hypothesis
import pytest
from django.core.cache import cache
from pytest_django import Settings

from games.loopback.process import KEY, Provider, provider

hypothesis.settings.register_profile("league", deadline=None, print_blob=True)  # speed is measured in benchmarks
hypothesis.settings.load_profile("league")

NEVER_SKIPPED_IN_CI = ("services", "browser")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests marked slow too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--slow"):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]


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


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """No test inherits another's throttles."""
    cache.clear()


@pytest.fixture(scope="session")
def loopback_process() -> Iterator[Provider]:
    """The loopback provider, one for all tests of a process."""
    with provider() as running:
        yield running


@pytest.fixture
def at(loopback_process: Provider, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    """The loopback provider without faults, allowed and with its key in LOOP_KEY."""
    quiet = {"faults": {}, "outage": False, "latency": 0.0, "mode": "steady", "seed": "", "drip": 0.2}
    settings.LEAGUE_BASE_URLS = [loopback_process.openai_url, loopback_process.anthropic_url]
    monkeypatch.setenv("LOOP_KEY", KEY)
    loopback_process.control(**quiet)
    yield loopback_process
    loopback_process.control(**quiet)


def is_ci() -> bool:
    return os.environ.get("CI") == "true"


def fail_instead(report: pytest.TestReport | pytest.CollectReport) -> None:
    report.outcome = "failed"
    report.longrepr = f"Skipped, and in CI it must not be: {report.longrepr}"
