"""The README's picture shows pages as they are: whoever changes them takes it anew."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs.pages import FOLDERS, digest_of_pages

ROOT = Path(__file__).resolve().parents[2]


def test_the_picture_is_of_the_pages_as_they_are() -> None:
    stands = (ROOT / "docs" / "game.sha256").read_text("utf-8").strip()

    assert stands == digest_of_pages(ROOT), (
        "docs/game.png is older than the pages; take it anew: .setup/bin/python docs/screenshot.py"
    )


def test_the_pictures_of_eight_pages_are_of_the_pages_as_they_are_and_small() -> None:
    folder = ROOT / "docs" / "screens"
    stands = (folder / "pages.sha256").read_text("utf-8").strip()

    assert stands == digest_of_pages(ROOT), "docs/screens/ is older than the pages: .setup/bin/python docs/screens.py"
    pictures = list(folder.glob("*.jpg"))
    assert len(pictures) == 8 * 2 * 2
    assert sum(picture.stat().st_size for picture in pictures) < 3_000_000


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    for folder in FOLDERS:
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "templates" / "a.html").write_text("one")
    (tmp_path / "league" / "static" / "b.css").write_text("two")
    return tmp_path


def test_the_digest_is_of_names_and_bytes_whatever_order_they_came_in(pages: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    for folder in reversed(FOLDERS):
        shutil.copytree(pages / folder, again / folder)

    assert digest_of_pages(again) == digest_of_pages(pages)
    assert len(digest_of_pages(pages)) == 64


@pytest.mark.parametrize(
    ("was", "becomes", "content"),
    [
        ("templates/a.html", "templates/a.html", "ONE"),
        ("templates/a.html", "templates/c.html", "one"),
        ("league/static/b.css", "league/static/b.css", "two "),
        ("league/static/b.css", "templates/b.css", "two"),
    ],
)
def test_another_letter_or_another_name_is_another_digest(pages: Path, was: str, becomes: str, content: str) -> None:
    before = digest_of_pages(pages)

    (pages / was).unlink()
    (pages / becomes).write_text(content)

    assert digest_of_pages(pages) != before


def test_what_moves_from_one_file_to_the_next_is_seen(pages: Path) -> None:
    (pages / "templates" / "c.html").write_text("more")
    before = digest_of_pages(pages)

    (pages / "templates" / "a.html").write_text("onemo")
    (pages / "templates" / "c.html").write_text("re")

    assert digest_of_pages(pages) != before


def test_what_an_editor_leaves_is_no_page(pages: Path) -> None:
    before = digest_of_pages(pages)

    (pages / "templates" / ".a.html.swp").write_text("open")

    assert digest_of_pages(pages) == before


def test_without_a_browser_it_says_so_in_one_line_and_leaves_the_picture(tmp_path: Path) -> None:
    picture = tmp_path / "game.png"

    told = subprocess.run(
        [sys.executable, "docs/screenshot.py", str(picture)],
        cwd=ROOT,
        env=os.environ | {"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (told.returncode, told.stderr) == (1, "no picture: there is no Chromium on the path\n")
    assert list(tmp_path.iterdir()) == []
