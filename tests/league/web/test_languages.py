"""The site in another language (docs/languages.md): what has a translation is told in it, the rest in English."""

import os
import re
import struct
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from django.test import Client
from django.utils import translation

from games.agents.offline import play_whole
from personas.roster import ensure_roster
from tests.league.staging import staged
from tests.patience import at_most

ROOT = Path(__file__).resolve().parents[3]
READ_BY_BROWSERS = re.compile(
    r"\b(?:c[xy]|d|d[xy]|data-[\w-]+|datetime|height|href|max|min|points|r|stroke-dasharray|style|transform|value|viewBox|width|[xy][12]?)"
    r'="[^"]*"'
)
BELIEFS = "&part=beneath&beat=40&open=beliefs"
LOOK = """
import django
django.setup()
from django.test import Client
client = Client(headers={"host": "localhost"})
print(client.get("/rules/").text)
print(client.get("/words.js").text)
"""


def catalogue(path: Path, texts: Mapping[str, str]) -> None:
    """A file as `compilemessages` makes it: tables of lengths and places, then the texts in their order."""
    head = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
    rows = [(one.encode(), other.encode()) for one, other in sorted({"": head, **texts}.items())]
    at = 28 + 16 * len(rows)
    tables: list[list[int]] = [[], []]
    said = b""
    for column, table in enumerate(tables):
        for row in rows:
            table += [len(row[column]), at + len(said)]
            said += row[column] + b"\0"
    places = [28, 28 + 8 * len(rows)]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(
        struct.pack("<7I", 0x950412DE, 0, len(rows), *places, 0, 0)
        + struct.pack(f"<{4 * len(rows)}I", *tables[0], *tables[1])
        + said
    )


def seen_in(language: str, data: Path) -> str:
    """The page of rule books and what scripts are given, of a site in that language."""
    ours = {"LEAGUE_DATA_DIR": str(data), "LEAGUE_LANGUAGE": language, "DJANGO_SETTINGS_MODULE": "league.settings"}
    run = subprocess.run(
        [sys.executable, "-c", LOOK],
        cwd=ROOT,
        env=os.environ | ours,
        capture_output=True,
        text=True,
        check=True,
        timeout=at_most(60),
    )
    return run.stdout


def test_a_site_speaks_the_language_it_was_given_and_english_where_that_has_no_words(tmp_path: Path) -> None:
    for domain in ("django", "djangojs"):
        texts = {"Games": "Spiele", "Rules": "Regeln"} if domain == "django" else {"Newest": "Neuestes"}
        catalogue(tmp_path / "locale" / "de" / "LC_MESSAGES" / f"{domain}.mo", texts)

    seen = seen_in("de", tmp_path)

    assert '<html lang="de">' in seen
    assert ">Spiele</a>" in seen
    assert ">Leaderboard</a>" in seen
    assert '<script src="/words.js"></script>' in seen
    assert '"Newest": "Neuestes"' in seen


def test_a_language_that_is_written_from_right_to_left_is_told_so(tmp_path: Path) -> None:
    assert '<html lang="ar" dir="rtl">' in seen_in("ar", tmp_path)


@pytest.mark.django_db
def test_an_english_site_asks_for_no_catalogue(client: Client) -> None:
    page = client.get("/").text

    assert '<html lang="en">' in page
    assert "words.js" not in page


@pytest.mark.django_db
def test_what_browsers_read_off_a_page_is_written_the_same_in_every_language(client: Client) -> None:
    """A length of 0.5 is no length as "0,5", which is how a number is told in German."""
    game = staged("S/1", ruleset="glass-box", play=play_whole, players=ensure_roster()[:8])
    for path in (
        "/stats/",
        "/rules/glass-box/",
        *(f"/games/{game.public_id}/?lens=glass{at}" for at in ("", "&beat=40", BELIEFS)),
    ):
        found = {}
        for language in ("en", "de"):
            with translation.override(language):
                found[language] = READ_BY_BROWSERS.findall(client.get(path).text)
        assert found["de"] == found["en"]
    assert len(found["en"]) > 50
