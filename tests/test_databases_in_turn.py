"""Another database is there as long as it is wanted, and nothing of it stays."""

import os

import pytest
from django.conf import settings
from django.db import connection

from tests.databases import chosen_by
from tests.games.stage import database_url


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_the_same_holds_inside_and_nothing_of_it_stays(postgresql_database: str, redis_url: str) -> None:
    before = (connection.vendor, settings.REDIS_URL, os.environ.get("REDIS_URL"), database_url())
    with chosen_by(DATABASE_URL=postgresql_database, REDIS_URL=redis_url):
        inside = (connection.vendor, settings.REDIS_URL, os.environ.get("REDIS_URL"))
    assert inside == ("postgresql", redis_url, redis_url)
    assert before == (connection.vendor, settings.REDIS_URL, os.environ.get("REDIS_URL"), database_url())
    assert before[0] == "sqlite"
