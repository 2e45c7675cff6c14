"""Two hundred edit one memory at once over HTTP, on several processes that share a PostgreSQL: of each revision one
edit comes, and 199 are told that somebody was before them."""

import json
import signal
from collections import Counter
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from threading import Barrier, Thread
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import Permission

from league.models import Act
from personas.models import Player
from tests import databases
from tests.factories import make_player, make_token, make_user
from tests.league.processes.test_embedded import Serve
from tests.patience import at_most

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.services,
    pytest.mark.slow,
    pytest.mark.long(40),
    pytest.mark.timeout(at_most(600)),
]
EDITORS = 200
PROCESSES = 4
REVISIONS = 5


@pytest.fixture(scope="module", autouse=True)
def on_postgresql(postgresql_database: str, redis_url: str) -> Iterator[None]:
    with databases.chosen_by(DATABASE_URL=postgresql_database, REDIS_URL=redis_url):
        yield


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a site of several processes."""
    serve = Serve(tmp_path)
    process = serve.started(serve.command("--port", "0", "--workers", str(PROCESSES)))
    try:
        yield serve.url
    finally:
        process.send_signal(signal.SIGTERM)  # killed it would leave its processes behind
        process.communicate(timeout=at_most(60))
        serve.close()


class Told(NamedTuple):
    """What an editor was told, who wanted to write this."""

    status: int
    etag: str | None
    words: str


def test_of_two_hundred_who_edit_a_revision_one_succeeds_and_all_others_are_told(server: str) -> None:
    player, user = make_player(), make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="change_player"))
    token = make_token(user=user, scopes=["roster"])[1]

    for number in range(REVISIONS):
        told = all_at_once(server, player, token, on=number)

        assert Counter(each.status for each in told) == {200: 1, 412: EDITORS - 1}
        (won,) = (each for each in told if each.status == 200)
        assert won.etag == f'"{number + 1}"'
        kept = player.memory.order_by("number").values_list("number", "learned")
        assert list(kept)[number:] == [(number + 1, {"notes": [won.words]})]
    assert Act.objects.filter(verb="revise memory").count() == REVISIONS


def all_at_once(server: str, player: Player, token: str, *, on: int) -> list[Told]:
    """Has everybody write to a player's memory from one revision, each over a line of its own."""
    together, told, place = Barrier(EDITORS), list[Told](), urlsplit(server)

    def edit(number: int) -> None:
        line = HTTPConnection(place.hostname or "", place.port, timeout=at_most(60))
        words = f"note {number} on {on}"
        body = json.dumps({"learned": {"notes": [words]}, "reason": "a trial"})
        headers = {"Authorization": f"Bearer {token}", "If-Match": f'"{on}"', "Content-Type": "application/json"}
        try:
            together.wait(at_most(60))
            line.request("PUT", f"/api/v1/players/{player.player_id}/memory/", body, headers)
            response = line.getresponse()
            response.read()
            told.append(Told(response.status, response.getheader("ETag"), words))
        finally:
            line.close()

    threads = [Thread(target=edit, args=(number,)) for number in range(EDITORS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(at_most(120))
    return told
