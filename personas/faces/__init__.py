"""Faces: everybody's, drawn from the slug alone. No Django here, no clock and no chance but the slug's own.

`face(slug, mood)` is a whole SVG picture: its disc shows on light and dark, it is told apart at 32 pixels, and may be
inlined twice in a page. The shipped characters are drawn by hand, everybody else by lot.
"""

from html import escape
from string import Template

from personas.faces.composing import composed
from personas.faces.features import BEARDS, BROWS, EYES, GLASSES, MARKS, MOODS, MOUTHS, NOSES, SWEAT
from personas.faces.hair import HATS, LOCKS
from personas.faces.heads import BUILDS, COLLARS, EARS, HEADS, NECK
from personas.faces.look import Look
from personas.faces.portraits import PORTRAITS
from personas.faces.strokes import line, oval, shape

__all__ = ["MOODS", "face", "is_by_hand"]


def face(slug: str, mood: str = "calm") -> str:
    """The face of a persona as SVG. Raises ValueError for a mood that does not exist."""
    if mood not in MOODS:
        raise ValueError(f"a mood is one of {', '.join(MOODS)}, not {mood!r}")
    look = PORTRAITS.get(slug) or composed(slug)
    drawn = Template(_drawing(look, MOODS.index(mood))).substitute(look.colours())
    title = escape(f"{slug.replace('_', ' ').title()}, {mood}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" role="img"><title>{title}</title>{drawn}</svg>'
    )


def is_by_hand(slug: str) -> bool:
    """Whether somebody sat for this face."""
    return slug in PORTRAITS


def _drawing(look: Look, mood: int) -> str:
    """All parts from the back to the front, their colours not yet filled in."""
    hat_behind, hat_before = HATS[look.hat]
    locks_behind, locks_before = LOCKS[look.locks]
    is_plate = look.head == "plate"
    return "".join(
        (
            oval("$disc", 50, 50, 48),
            look.under,
            hat_behind,
            locks_behind,
            BUILDS[look.build],
            NECK,
            COLLARS[look.collar],
            "" if is_plate or look.hat == "veil" else EARS,
            shape("$skin", HEADS[look.head]),
            *(MARKS[mark] for mark in look.marks if mark != "gap"),
            BEARDS[look.beard] if look.beard in ("full", "chinstrap", "stubble") else "",
            EYES[look.eyes][mood],
            MOUTHS[look.mouth][mood],
            MARKS["gap"] if "gap" in look.marks and mood == 0 else "",
            "" if look.beard in ("full", "chinstrap", "stubble") else BEARDS[look.beard],
            NOSES[look.nose],
            locks_before,
            line("$brow", look.thick, BROWS[mood]),
            GLASSES[look.glasses],
            hat_before,
            look.over,
            SWEAT if MOODS[mood] == "afraid" else "",
        )
    )
