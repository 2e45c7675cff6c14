"""Takes the pictures of the README: a live game through the glass box, where its first night turns into day, and one
that is over, watched again, where somebody hidden speaks (`replay.png` beside FILE).

    .setup/bin/python docs/screenshot.py [FILE] [--seed TEXT]

Needs Chromium and the development packages. It starts a demo of its own on a free port, in a folder of its own that is
gone afterwards, and hears no variable of the environment that is the league's; the same seed shows the same game.
Beside the picture stands the digest of what pages are made of (`docs/pages.py`), so that a test says when it is old.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Error, Page, sync_playwright  # noqa: E402  the path first

from docs.pages import digest_of_pages  # noqa: E402

WIDTH, HEIGHT = 1280, 860
NIGHT_ABOVE = 430  # pixels of the night that are left in the picture above the day
SPEECHES = 4  # of the first day, before the picture is taken
PATIENCE = 300  # seconds until what does not come will not: for what hangs, not for what is slow
CHROMIUM = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
OF_THE_MACHINE = ("PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "SYSTEMROOT")  # what a demo hears of the environment


class NoPicture(Exception):
    """Why there is none, in one sentence."""


@contextmanager
def demo(seed: str) -> Iterator[str]:
    """A demo that runs as long as the context; its address. Raises NoPicture."""
    with tempfile.TemporaryDirectory(prefix="league-screenshot-") as folder:
        command = [sys.executable, "manage.py", "demo", "--port", "0", "--pace", "0.1", "--seed", seed]
        environment = {name: os.environ[name] for name in OF_THE_MACHINE if name in os.environ}
        environment |= {"LEAGUE_DATA_DIR": folder, "LEAGUE_SETUP": "0", "PYTHONUNBUFFERED": "1"}
        said = Path(folder) / "said.txt"  # not a pipe: nobody would empty it
        with said.open("w") as out, subprocess.Popen(command, cwd=ROOT, env=environment, stdout=out) as process:
            try:
                yield address_in(said, process)
            finally:
                process.send_signal(signal.SIGTERM)
                try:
                    process.wait(timeout=30)
                except subprocess.TimeoutExpired:
                    process.kill()


def address_in(said: Path, process: subprocess.Popen[bytes]) -> str:
    """The address that a demo says once it listens; raises NoPicture."""
    for _ in range(PATIENCE * 10):
        if found := re.search(r"http://\S+(?=\s)", said.read_text("utf-8")):
            return found[0]
        if process.poll() is not None:
            raise NoPicture(f"the demo ended with {process.returncode} before it listened")
        time.sleep(0.1)
    raise NoPicture(f"the demo did not listen within {PATIENCE} s")


def take(file: Path, seed: str) -> None:
    """Waits for the right moment and writes the picture, then its digest. Raises NoPicture."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        raise NoPicture("there is no Chromium on the path")
    digest = digest_of_pages(ROOT)
    try:
        with demo(seed) as url, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM))
            page = browser.new_page(
                viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light", reduced_motion="reduce"
            )
            page.set_default_timeout(PATIENCE * 1000)
            page.goto(url)
            game = page.wait_for_selector("#marquee .button.is-main").get_attribute("href")
            page.goto(f"{url.rstrip('/')}{game}?lens=glass#day-1")
            page.wait_for_function(f"() => document.querySelectorAll('#day-1 .line.said').length >= {SPEECHES}")
            page.evaluate(f"scrollTo(0, document.getElementById('day-1').offsetTop - {NIGHT_ABOVE})")
            page.wait_for_function("() => document.fonts.status === 'loaded'")
            page.screenshot(path=file)
            page.goto(moment_of_a_lie(page, url.rstrip("/")))
            page.wait_for_function("() => document.fonts.status === 'loaded'")
            page.screenshot(path=file.with_name("replay.png"))
            browser.close()
    except Error as error:
        raise NoPicture(f"Chromium could not: {str(error).splitlines()[0]}") from error
    if digest != digest_of_pages(ROOT):
        raise NoPicture("a page was changed while the picture was taken; take it again")
    file.with_suffix(".sha256").write_text(f"{digest}\n", "utf-8")


def moment_of_a_lie(page: Page, url: str) -> str:
    """The address of a beat of the oldest game that is over and has one: somebody hidden says to others
    what is shown to be false, and thinks something else. Raises NoPicture."""
    for _ in range(PATIENCE):
        games = page.request.get(f"{url}/api/v1/games/?status=finished").json()["results"]
        for game in reversed(games):
            beats = page.request.get(f"{url}/api/v1/games/{game['id']}/beats/?lens=glass").json()["results"]
            sides = {}
            for beat in beats:
                sides |= {seat: known.get("side") for seat, known in beat.get("sets", {}).get("seats", {}).items()}
                is_hidden = sides.get(str(beat.get("speaker"))) == "hidden-team"
                lies = any(mark["verdict"] == "false" and not mark["earlier"] for mark in beat.get("marks", ()))
                if beat["kind"] == "said" and is_hidden and lies and beat.get("thoughts") and beat.get("names"):
                    return f"{url}/games/{game['id']}/?lens=glass&beat={beat['n']}#replay"
        time.sleep(1)
    raise NoPicture(f"nobody lied in a game that was over within {PATIENCE} s")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    arguments.add_argument("file", nargs="?", type=Path, default=ROOT / "docs" / "game.png")
    arguments.add_argument("--seed", default="opening night", help="what the season's games are drawn from")
    given = arguments.parse_args()
    try:
        take(given.file, given.seed)
    except NoPicture as why:
        sys.exit(f"no picture: {why}")
    sys.stdout.write(f"{given.file} is written, and {given.file.with_suffix('.sha256').name} beside it\n")
