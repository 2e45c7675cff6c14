"""A league of before, migrated to today, in SQLite and in PostgreSQL: `before` is one to do with as a test likes."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker, Settings

from games.hosting.keeping import leave_halls
from tests.databases import at_url, default_database, new_database, sqlite
from tests.migrating.loading import Record, load, recorded

RELEASES = ("255b458",)


@dataclass(frozen=True)
class Migrated:
    """A record, and the databases that hold it as it is after the migrations: each is made from there in a moment."""

    record: Record
    server: str | None
    folder: Path

    @contextmanager
    def copied(self, folder: Path) -> Iterator[None]:
        """A copy of it as the default database of every thread."""
        with ExitStack() as stack:
            if self.server is None:
                shutil.copyfile(self.folder / "league.sqlite3", folder / "league.sqlite3")
                stack.enter_context(default_database(**sqlite(folder / "league.sqlite3")))
            else:
                url = stack.enter_context(new_database(self.server, (self.folder / "database").read_text()))
                stack.enter_context(default_database(**at_url(url)))
            yield


@pytest.fixture(
    scope="package",
    params=[
        pytest.param((release, database), id=f"{release}-{database}", marks=marks)
        for release in RELEASES
        for database, marks in (("sqlite", ()), ("postgresql", pytest.mark.services))
    ],
)
def migrated(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[Migrated]:
    """Each release's record in each database, loaded and migrated once for all tests here."""
    release, database = request.param
    record, folder = recorded(release), tmp_path_factory.mktemp(f"{release}-{database}")
    with ExitStack() as stack:
        stack.enter_context(django_db_blocker.unblock())
        if database == "sqlite":
            with default_database(**sqlite(folder / "league.sqlite3")):
                load(record)
            yield Migrated(record, None, folder)
            return
        server = request.getfixturevalue("postgresql_server")
        url = stack.enter_context(new_database(server))
        with default_database(**at_url(url)):
            load(record)
        (folder / "database").write_text(url.rpartition("/")[2])
        yield Migrated(record, server, folder)


@pytest.fixture
def before(
    migrated: Migrated, settings: Settings, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> Iterator[Record]:
    """The default database is a league of before, migrated to today, and so is the data folder; what was recorded."""
    settings.LEAGUE_DATA_DIR = tmp_path
    for game, place in migrated.record.places.items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(migrated.record.logs[game], encoding="utf-8")
    with django_db_blocker.unblock(), migrated.copied(tmp_path):
        yield migrated.record
        leave_halls()
