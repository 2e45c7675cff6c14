"""What the page of a game looks like and does in a real browser, with a game of Glass Box that is over."""

import os
import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest

from games.engine.rulesets.glass_box import COLOURS
from tests.browser.conftest import ROOT, Watcher, demo

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240), pytest.mark.long(60)]

READABLE = 4.5  # WCAG 2.2, contrast (minimum), AA
# The least contrast of a seat's colour: as text on whatever a scene is made of, and of the letters on its token.
CONTRASTS = """(colours) => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const light = (colour) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const parts = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => value / 255);
    const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const styled = (place, className) => {
    const made = document.createElement('span');
    made.className = className;
    place.append(made);
    const { color, backgroundColor } = getComputedStyle(made);
    return { color, backgroundColor };
  };
  const found = {};
  for (const phase of ['day', 'night', 'shift']) {
    const scene = document.createElement('section');
    scene.className = `scene ${phase}`;
    document.getElementById('transcript').append(scene);
    scene.style.background = 'var(--sheet)';
    const behind = getComputedStyle(scene).backgroundColor;
    for (const colour of colours) {
      const token = styled(scene, `token seat-${colour}`);
      const mention = styled(scene, `mention seat-${colour}`);
      found[`${colour} by ${phase}`] = Math.min(
        contrast(token.color, token.backgroundColor), contrast(mention.color, behind),
      );
    }
    scene.remove();
  }
  return found;
}"""


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


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_name_that_is_a_colour_can_be_read_in_it(ship: str, watcher: Watcher, theme: str) -> None:
    page = watcher.open(ship)
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    contrasts = page.evaluate(CONTRASTS, [colour.lower() for colour in COLOURS])
    assert len(contrasts) == 3 * len(COLOURS)
    assert {where: value for where, value in contrasts.items() if value < READABLE} == {}
