"""Who may see what."""

from typing import Any

import pytest

from games.engine.events import QuietNight
from games.engine.table import EVERYONE, NOBODY, Entry
from games.engine.viewpoint import AUDIENCE, GLASS, WrongLens, ghost_viewer, seat_viewer, seen_by, viewer_named

HEARERS = [EVERYONE, frozenset({0, 2}), frozenset({1}), NOBODY, EVERYONE]
LEDGER = [Entry(seq, 1, "day", QuietNight(), heard_by, 0) for seq, heard_by in enumerate(HEARERS, start=1)]


@pytest.mark.parametrize(
    ("lens", "seen"),
    [
        ("audience", [1, 5]),
        ("glass", [1, 2, 3, 4, 5]),
        ("seat:0", [1, 2, 5]),
        ("seat:1", [1, 3, 5]),
        ("seat:2", [1, 2, 5]),
        ("seat:11", [1, 5]),
        ("ghost:11", [1, 2, 3, 5]),
    ],
)
def test_a_lens_sees_what_its_eyes_may(lens: str, seen: list[int]) -> None:
    viewer = viewer_named(lens, 12, has_ghosts=True)
    assert [entry.seq for entry in seen_by(viewer, LEDGER)] == seen
    assert viewer.lens == lens


def test_only_the_glass_box_sees_thoughts() -> None:
    assert GLASS.thoughts
    assert not AUDIENCE.thoughts
    assert not seat_viewer(0).thoughts
    assert not ghost_viewer(0).thoughts


def test_lenses_by_name_are_the_known_viewers() -> None:
    assert viewer_named("audience", 5) is AUDIENCE
    assert viewer_named("glass", 5) is GLASS
    assert viewer_named("seat:4", 5) == seat_viewer(4)
    assert viewer_named("ghost:4", 5, has_ghosts=True) == ghost_viewer(4) != seat_viewer(4)


@pytest.mark.parametrize(
    "lens",
    [
        "",
        "AUDIENCE",
        "seat",
        "seat:",
        "seat:5",
        "seat:05",
        "seat:-1",
        "seat:+1",
        "seat: 1",
        "seat:1 ",
        "seat:1\n",
        "seat:٣",
        "seat:100",
        "seat:1.0",
        "ghost:1",
        "moderator",
        "glass,audience",
        "x" * 10_000,
        "\x00",
    ],
    ids=lambda lens: ascii(lens[:20]),
)
def test_any_other_lens_is_refused_with_those_there_are(lens: Any) -> None:
    with pytest.raises(WrongLens, match=r"^lens must be audience, glass or seat:0 to seat:4, not ") as refused:
        viewer_named(lens, 5)
    assert len(str(refused.value)) < 120


@pytest.mark.parametrize("lens", ["ghost:5", "ghost:", "ghost", "ghost:-1", "Ghost:1"])
def test_where_there_are_ghosts_the_refusal_names_them(lens: str) -> None:
    message = r"^lens must be audience, glass, ghost:0 to ghost:4 or seat:0 to seat:4, not "
    with pytest.raises(WrongLens, match=message):
        viewer_named(lens, 5, has_ghosts=True)
