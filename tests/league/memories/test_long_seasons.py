"""Seasons in which much is learned: they come out the same whoever plays them and is killed meanwhile, and what each of
their players remembers names what it saw, and is found again revision by revision.

All of it takes minutes: a short form of the first stands in tests/league/seasons/playing/test_together.py.
"""

import json
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client

from games.agents.signs import SIGNS
from games.hosting.keeping import leave_halls
from games.models import Game
from league.memories.learning import teach_players
from league.models import Fixture, Season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.playing.running import run_season
from personas.experience.lessons import MOST_EVENTS, MOST_EVIDENCE, MOST_LESSONS, memory_in
from personas.memory import LARGEST_LEARNED, current
from personas.models import MemoryRevision, Player
from personas.roster import ensure_roster
from tests.factories import NOON, make_token, make_user
from tests.games.stage import until
from tests.league.seasons.playing.test_together import children_of, hashes, running
from tests.league.staging import memories
from tests.patience import at_most

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.long(600),
    pytest.mark.timeout(at_most(1_200)),
    pytest.mark.usefixtures("database"),
]
TOWN = ("town-mafia",)
MIXED = ("town-mafia", "reactive-mafia", "council-mafia", "glass-box")
SEATS = 7
PATIENCE = at_most(600)


@pytest.fixture(autouse=True)
def nobody_left_behind() -> Iterator[None]:
    yield
    leave_halls()


def a_season(*books: str, games: int, players: int = 12, **fields: Any) -> Season:
    """A running season of the house; nothing is there of what was played and learned before."""
    for model in (Fixture, Game, MemoryRevision, Season):
        model.objects.all().delete()  # type: ignore[attr-defined]
    given = {"rules": [Rules(book, SEATS) for book in books], "players": ensure_roster()[:players], "pace": 0}
    season = create_season(slug="spring", name="Spring", games=games, secret="learn", **given | fields)  # type: ignore[arg-type]
    return start_season(season=season, now=NOON)


class Came(NamedTuple):
    """What a season came to: the hashes of its games, and all revisions of all memories."""

    games: list[str]
    memories: list[tuple[str, int, str]]


def what_came_of(season: Season) -> Came:
    teach_players(season=season, now=NOON)  # as the next sweep has it, where nobody was left to do it
    return Came(hashes(season.slug), memories())


def in_order(season: Season) -> Came:
    """One process plays it, one game after the other."""
    stand = run_season(season=season, stopping=threading.Event(), tell=lambda _: None, parallel=1)
    assert stand.status == Season.Status.FINISHED, stand.waiting
    leave_halls()
    return what_came_of(season)


def by_eight(season: Season, folder: Path, kills: Sequence[int] = (), dice: Random | None = None) -> Came:
    """Eight processes play it. After so many games one of them is killed each time, some moment later; and once, in
    the middle, the process that looks after them, so that somebody has to run it once more."""
    over = season.fixtures.filter(game__status=Game.Status.FINISHED)
    middle = kills[len(kills) // 2] if kills else None
    left = list(kills)
    while True:
        with running(season.slug, folder, "--processes", "8", "--json") as process:
            while left and process.poll() is None:
                until(lambda: over.count() >= left[0] or process.poll() is not None, PATIENCE)
                assert dice is not None
                threading.Event().wait(dice.random() / 2)
                if left.pop(0) == middle:
                    process.kill()
                    break
                if children := children_of(process.pid):
                    os.kill(dice.choice(children), signal.SIGKILL)
            out, errors = process.communicate(timeout=PATIENCE)
        if process.returncode != -signal.SIGKILL:
            break
    assert process.returncode == 0, errors
    assert json.loads(out)["played"] == season.games_planned
    assert not left, f"it was over before the kill after {left[0]} games"
    return what_came_of(season)


@pytest.mark.parametrize(("books", "games"), [(TOWN, 200), (MIXED, 60)], ids=["town", "mixed"])
def test_a_season_that_teaches_is_the_same_by_one_process_and_by_eight_whoever_is_killed(
    books: tuple[str, ...], games: int, tmp_path: Path
) -> None:
    unlearned = in_order(a_season(*books, games=games, memory="off"))
    one = in_order(a_season(*books, games=games, lag=8))
    dice = Random(16)
    kills = sorted(dice.sample(range(2, games * 3 // 4), 6))

    eight = by_eight(a_season(*books, games=games, lag=8), tmp_path)
    killed = by_eight(a_season(*books, games=games, lag=8), tmp_path, kills, dice)

    assert len(one.games) == games
    assert eight.games == killed.games == one.games
    assert eight.memories == killed.memories == one.memories
    assert len(one.memories) == games * SEATS, "each of its players has learned from each game"
    assert one.games[:8] == unlearned.games[:8], "nobody knows of anything yet"
    changed = [with_it != without for with_it, without in zip(one.games[20:], unlearned.games[20:], strict=True)]
    print(f"memory changed {changed.count(True)} of {len(changed)} games after the 20th")  # noqa: T201
    assert changed.count(True) * 2 >= len(changed)


@pytest.mark.parametrize("books", [TOWN, MIXED], ids=["town", "mixed"])
def test_thirty_games_leave_everybody_lessons_that_name_what_it_saw_and_all_that_was_comes_back(
    books: tuple[str, ...], client: Client
) -> None:
    season = a_season(*books, games=30, players=SEATS, lag=1)
    in_order(season)
    players = [place.player for place in season.roster.select_related("player")]

    games = {game.public_id: game for game in Game.objects.filter(fixture__season=season)}
    page = Pages(client)
    found = [len(check_lessons(player, games, page)) for player in players]
    assert (len(players), len(games)) == (SEATS, 30)
    assert all(found), "everybody has lessons"
    print(f"lessons: {found}; moments opened: {page.opened}")  # noqa: T201

    walk_back(players[0], client)


class Pages:
    """Pages of the site, each fetched once."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._pages: dict[str, str] = {}
        self.opened = 0

    def open(self, url: str) -> None:
        """Opens an address, and finds the moment there that it names."""
        address, _, moment = url.partition("#")
        if address not in self._pages:
            response = self._client.get(address)
            assert response.status_code == 200, address
            self._pages[address] = response.content.decode()
        assert f'id="{moment}"' in self._pages[address], url
        self.opened += 1


def check_lessons(player: Player, games: dict[str, Game], pages: Pages) -> list[dict[str, Any]]:
    """A player's lessons by the API, after a look at each of them: within its bounds, and shown by events that the
    player heard, each of which is found at its address."""
    newest = current(player)
    assert newest is not None
    assert len(json.dumps(newest.learned, separators=(",", ":")).encode()) <= LARGEST_LEARNED
    told: list[dict[str, Any]] = pages._client.get(f"/api/v1/players/{player.player_id}/memory/").json()["lessons"]
    assert len(told) == len(memory_in(newest.learned).lessons) <= MOST_LESSONS
    for lesson in told:
        assert lesson["sign"] in SIGNS
        what = SIGNS[lesson["sign"]].told if lesson["about"] == "others" else SIGNS[lesson["sign"]].own
        assert what in lesson["text"], "it names what happened"
        assert f"{lesson['right']} of {lesson['seen']} " in lesson["text"]
        assert 1 <= len(lesson["evidence"]) <= MOST_EVIDENCE
        for evidence in lesson["evidence"]:
            game = games[evidence["game"]]
            seat = game.seats.get(player=player).number
            heard = list(game.events.filter(seq__in=evidence["events"]).values_list("heard_by", flat=True))
            assert 1 <= len(heard) == len(evidence["events"]) <= MOST_EVENTS
            assert all(each == -1 or each >> seat & 1 for each in heard), "it heard it, or everybody did"
            assert len(evidence["urls"]) == len(heard)
            for url in evidence["urls"]:
                pages.open(url)
    return told


def walk_back(player: Player, client: Client) -> None:
    """Restores each revision of a player's from the last to the first, and finds the same bytes each time."""
    user = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="change_player"))
    headers = {"Authorization": f"Bearer {make_token(user=user, scopes=['roster'])[1]}"}
    address, stored = f"/api/v1/players/{player.player_id}/memory/", texts_of(player)
    assert sorted(stored) == list(range(1, 31))

    for number in range(29, 0, -1):
        head = 30 + 29 - number
        response = client.post(
            f"{address}revisions/{number}/restore/",
            {},
            content_type="application/json",
            headers=headers | {"If-Match": f'"{head}"'},
        )
        assert (response.status_code, response["ETag"]) == (200, f'"{head + 1}"'), response.content
        then = client.get(f"{address}revisions/{number}/").json()
        assert json.dumps(response.json()["learned"]) == json.dumps(then["learned"])
    by_number = texts_of(player)
    assert by_number == stored | {30 + 30 - number: stored[number] for number in range(29, 0, -1)}


def texts_of(player: Player) -> dict[int, str]:
    """What is stored of each of a player's revisions, as the database has it, by number."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT number, CAST(learned AS text) FROM personas_memoryrevision WHERE player_id = %s", [player.pk]
        )
        return dict(cursor.fetchall())
