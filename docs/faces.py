"""Takes the picture of all faces: the shipped characters in their moods, and some drawn by lot, on light and dark.

    .setup/bin/python docs/faces.py [FILE] [--size PIXELS] [--slugs SLUG,…]

Needs Chromium and the development packages, and neither a server nor a database.
"""

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright  # noqa: E402  the path first

from personas.faces import MOODS, face  # noqa: E402
from personas.sheet import ROSTER  # noqa: E402

CHROMIUM = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
BY_LOT = ("somebody_else", "the_new_one", "written_tonight")
STYLE = """
body { margin: 0; display: grid; grid-template-columns: max-content max-content; font: 11px/1.3 sans-serif; }
section { padding: 14px; display: grid; grid-template-columns: repeat(3, max-content); gap: 12px 18px; }
.light { background: #f0f2ee; color: #12141b; } .dark { background: #0c0e13; color: #eceef3; }
figure { margin: 0; } div { display: flex; gap: 5px; align-items: end; }
.small svg { width: 32px; height: 32px; }
"""


def sheet(slugs: Sequence[str], size: int) -> str:
    """All faces as one page."""
    figures = "".join(
        f"<figure><div>{''.join(face(slug, mood) for mood in MOODS)}<span class='small'>{face(slug)}</span></div>"
        f"<figcaption>{slug}</figcaption></figure>"
        for slug in slugs
    )
    large = f"svg {{ width: {size}px; height: {size}px; }}"
    halves = "".join(f"<section class='{shade}'>{figures}</section>" for shade in ("light", "dark"))
    return f"<!doctype html><meta charset='utf-8'><style>{large}{STYLE}</style>{halves}"


def take(file: Path, slugs: Sequence[str], size: int) -> None:
    """Writes the picture."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("no picture: there is no Chromium on the path")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM))
        page = browser.new_page(viewport={"width": 400, "height": 300})
        page.set_content(sheet(slugs, size))
        box = page.locator("body").evaluate("body => [body.scrollWidth, body.scrollHeight]")
        page.set_viewport_size({"width": box[0], "height": box[1]})
        page.screenshot(path=file)
        browser.close()


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    arguments.add_argument("file", nargs="?", type=Path, default=ROOT / "docs" / "faces.png")
    arguments.add_argument("--size", type=int, default=64, help="how large a face is, in pixels")
    arguments.add_argument("--slugs", default="", help="these alone, with commas between")
    given = arguments.parse_args()
    chosen = tuple(given.slugs.split(",")) if given.slugs else (*(each.slug for each in ROSTER), *BY_LOT)
    take(given.file, chosen, given.size)
    sys.stdout.write(f"{given.file} is written\n")
