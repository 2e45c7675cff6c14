"""What the page of a game looks like and does in a real browser, with a game of Glass Box that is over."""

import os
import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest

from tests.browser.conftest import ROOT, Watcher, demo

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240), pytest.mark.long(60)]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A league that plays slowly, with a game of Glass Box that is over."""
    folder = tmp_path_factory.mktemp("demo")
    with demo(folder, "--pace", "0.3") as url:
        command = [sys.executable, "manage.py", "play", "glass-box", "--seed", "a", "--save"]
        settings = {"LEAGUE_DATA_DIR": str(folder), "LEAGUE_SETUP": "0", "DJANGO_SETTINGS_MODULE": "league.settings"}
        subprocess.run(command, cwd=ROOT, env=os.environ | settings, stdout=subprocess.DEVNULL, check=True)
        yield url


@pytest.fixture(scope="module")
def ship(site: str) -> str:
    """The address of the game of Glass Box that is over."""
    games = httpx.get(f"{site}/api/v1/games/", params={"ruleset": "glass-box", "status": "finished"}).json()["results"]
    return f"{site}/games/{games[0]['id']}/"


@pytest.mark.parametrize("width", [1280, 390])
def test_a_death_fills_its_row_and_what_was_thought_stands_below(ship: str, watcher: Watcher, width: int) -> None:
    page = watcher.open(f"{ship}?lens=glass", width=width)
    deaths = page.locator(".line.died:has(> .thoughts)")
    assert deaths.count() > 0
    for death in deaths.all():
        line, body, thoughts = (
            each.evaluate(
                "e => { const { x, y, width, height } = e.getBoundingClientRect(); return [x, y, width, height]; }"
            )
            for each in (death, death.locator("> .body"), death.locator("> .thoughts"))
        )
        assert body[0] == line[0]
        assert body[2] == thoughts[2] == line[2] > 300
        assert body[3] < 200
        assert thoughts[1] >= body[1] + body[3]
