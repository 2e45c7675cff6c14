"""A room is at least three files and at most fifteen on one level: what is smaller is a file, what is larger two rooms.

Folders that Django or a plug-in prescribes are no rooms of ours.
"""

from collections import Counter
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
CODE = ("league", "games", "personas")
FEWEST, MOST = 3, 15
# Folders whose names and whose files a library asks for: commands, tags, formats by language, a database's engine.
PRESCRIBED = {
    *("league/management", "games/management", "league/management/commands", "games/management/commands"),
    *("league/templatetags", "league/formats", "league/formats/en", "league/postgresql", "games"),
}


def sizes() -> dict[str, int]:
    """By folder, how many modules it has, with its own `__init__`."""
    found = Counter(
        path.parent.relative_to(PROJECT).as_posix()
        for folder in CODE
        for path in (PROJECT / folder).rglob("*.py")
        if path.parent.name != "migrations"
    )
    return {folder: count for folder, count in found.items() if folder not in PRESCRIBED}


def test_rooms_are_there_to_be_counted():
    assert {"games/hosting", "league/seasons", "personas"} <= sizes().keys()


def test_no_room_has_fewer_than_three_files_or_more_than_fifteen():
    assert {folder: count for folder, count in sizes().items() if not FEWEST <= count <= MOST} == {}
