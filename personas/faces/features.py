"""Eyes, brows and mouths, each by mood; noses, beards, glasses, and what years and weather leave in a face.

A mood is told by shapes, never by colour. At a table with hidden roles one sits and listens, goes for somebody, or is
afraid of what comes; gladness has its place after the end, when nothing is hidden any more.
"""

from typing import Final

from personas.faces.strokes import INK, WHITE, bar, line, oval, ring, shape

MOODS: Final = ("calm", "sharp", "afraid")
LEFT, RIGHT = 41.0, 59.0
_LIP: Final = "$lip"
_MOUTH: Final = "#6b2532"


def _open(x: float) -> str:
    return oval(WHITE, x, 50, 4.3, 3.7) + oval("$iris", x, 50.2, 2.7) + oval(WHITE, x + 0.9, 49.2, 0.8)


def _narrow(x: float) -> str:
    return (
        shape(WHITE, f"M{x - 4.6:g} 49.4H{x + 4.6:g}Q{x:g} 55 {x - 4.6:g} 49.4Z")
        + oval("$iris", x, 50.8, 1.9)
        + line(INK, 1.7, f"M{x - 4.8:g} 49.2H{x + 4.8:g}")
    )


def _wide(x: float) -> str:
    return oval(WHITE, x, 50, 5.2, 5.8) + oval("$iris", x, 50.4, 1.9)


def _crescent(x: float) -> str:
    return line(INK, 2.2, f"M{x - 4.2:g} 51.4Q{x:g} 46.6 {x + 4.2:g} 51.4")


def _slit(x: float) -> str:
    return line(INK, 2.2, f"M{x - 4.2:g} 50H{x + 4.2:g}")


def _heavy(x: float) -> str:
    return _open(x) + shape("$shade", f"M{x - 4.8:g} 50Q{x:g} 43.4 {x + 4.8:g} 50Z")


def _lamp(x: float, glow: float) -> str:
    return oval("#3b2a12", x, 49, 6.4) + oval("#ffe9a3", x, 49, glow) + oval(WHITE, x - 1.2, 47.6, glow / 4)


def _lashes(x: float, side: int) -> str:
    return line(INK, 1.5, f"M{x + side * 3.6:g} 48L{x + side * 6.4:g} 46.2M{x + side * 4.2:g} 50L{x + side * 7:g} 49.2")


_LASHES: Final = _lashes(LEFT, -1) + _lashes(RIGHT, 1)
_SHUTTERS: Final = "".join(bar("$shade", x - 6.6, 42.4, 13.2, 5.2) for x in (LEFT, RIGHT))
EYES: Final = {
    "open": (_open(LEFT) + _open(RIGHT), _narrow(LEFT) + _narrow(RIGHT), _wide(LEFT) + _wide(RIGHT)),
    "lashes": (
        _open(LEFT) + _open(RIGHT) + _LASHES,
        _narrow(LEFT) + _narrow(RIGHT) + _LASHES,
        _wide(LEFT) + _wide(RIGHT) + _LASHES,
    ),
    "heavy": (_heavy(LEFT) + _heavy(RIGHT), _narrow(LEFT) + _narrow(RIGHT), _wide(LEFT) + _wide(RIGHT)),
    "crescent": (_crescent(LEFT) + _crescent(RIGHT), _slit(LEFT) + _slit(RIGHT), _wide(LEFT) + _wide(RIGHT)),
    "lamps": (
        _lamp(LEFT, 4.4) + _lamp(RIGHT, 4.4),
        _lamp(LEFT, 4.4) + _lamp(RIGHT, 4.4) + _SHUTTERS,
        _lamp(LEFT, 2) + _lamp(RIGHT, 2),
    ),
}
BROWS: Final = (
    "M35.5 43.6Q40 40.2 46 42.4M54 42.4Q60 40.2 64.5 43.6",
    "M35.5 40.6L46.6 45.4M53.4 45.4L64.5 40.6",
    "M35 43.4Q40.5 41.4 45.2 36.8M54.8 36.8Q59.5 41.4 65 43.4",
)
_PRESSED: Final = line(_LIP, 2.2, "M43 68.6Q50 65.2 57 68")
_GASP: Final = oval(_MOUTH, 50, 68, 4, 4.2) + oval("#d9808a", 50, 70, 2.4, 1.6)
_BARED: Final = shape(WHITE, "M42.6 66Q50 64 57.4 66L56.6 69.6Q50 68 43.4 69.6Z") + line(
    _LIP, 1.4, "M42.6 66Q50 64 57.4 66L56.6 69.6Q50 68 43.4 69.6Z"
)
_WAVE: Final = line(_LIP, 2.2, "M42.6 68.4q2.4-3.4 4.9 0t4.9 0t4.9 0")
_GRILLE: Final = bar("#3b2a12", 40, 62.4, 20, 7.4, 2)
MOUTHS: Final = {
    "smile": (line(_LIP, 2.2, "M42.6 65.4Q50 70.6 57.4 65.4"), _PRESSED, _GASP),
    "wry": (line(_LIP, 2.2, "M43 67.6Q51 69.6 57.6 64.6"), _PRESSED, _WAVE),
    "firm": (line(_LIP, 2.4, "M43 67Q50 68 57 67"), _BARED, _GASP),
    "small": (line(_LIP, 2.2, "M46 66.6Q50 69.4 54 66.6"), line(_LIP, 2.2, "M46 68.4Q50 66.4 54 68.4"), _GASP),
    "grin": (
        shape(_MOUTH, "M41 63.4Q50 66 59 63.4Q57.6 72.4 50 72.4T41 63.4Z")
        + shape(WHITE, "M42.4 64.4Q50 66.6 57.6 64.4L57 67Q50 68.6 43 67Z"),
        _BARED,
        _WAVE,
    ),
    "full": (
        shape(_LIP, "M42.4 66.6Q46 63.6 50 65.2Q54 63.6 57.6 66.6Q50 72.4 42.4 66.6Z"),
        shape(_LIP, "M43 68Q47 65 50 66.2Q53 65 57 68Q50 70.4 43 68Z"),
        _GASP,
    ),
    "grille": (
        _GRILLE + line("#ffe9a3", 1.2, "M44 64.4V68M48 64.4V68M52 64.4V68M56 64.4V68"),
        _GRILLE + line("#ffe9a3", 1.2, "M42.4 66.2H57.6"),
        _GRILLE + line("#ffe9a3", 1.2, "M42.4 66.2l2.6-2l2.6 3.6l2.6-3.6l2.6 3.6l2.6-3.6l2 2"),
    ),
}
NOSES: Final = {
    "straight": line("$edge", 1.8, "M51 49L53.4 57.4Q51.4 59.6 48.4 58.4"),
    "button": line("$edge", 1.8, "M47.2 57.4Q50 60 52.8 57.4"),
    "long": line("$edge", 1.9, "M51 47C52 52 55.6 56 55.4 58.4C54 61.2 50 61 47.8 59.2"),
    "broken": line("$edge", 2.1, "M49 45L53.4 50L48.4 54.4L54.6 58.4Q51 61 46.6 59.4"),
    "broad": line("$edge", 1.9, "M44.6 57Q46.6 60.6 50 59.8Q53.4 60.6 55.4 57"),
    "round": oval("$shade", 50, 57, 4.6, 3.8),
    "none": "",
}
_TACHE: Final = "M50 60.4Q45 58.6 40 62Q44 65.6 50 63.4Q56 65.6 60 62Q55 58.6 50 60.4Z"
BEARDS: Final = {
    "none": "",
    "full": shape("$hair", "M28.4 50C31 60 37 62 43 61.6H57C63 62 69 60 71.6 50C73 68 64 84 50 84S27 68 28.4 50Z"),
    "chinstrap": shape("$hair", "M28 46C30 62 36 70 50 70.6C64 70 70 62 72 46C74 68 64 81 50 81S26 68 28 46Z"),
    "goatee": shape("$hair", "M44 71.4Q50 73.4 56 71.4L50 88Z") + shape("$hair", _TACHE),
    "tache": shape("$hair", _TACHE),
    "walrus": shape(
        "$hair",
        "M50 60Q42 56.6 34.6 63.6Q36 71 43.6 67.4Q48 65.6 50 63.6Q52 65.6 56.4 67.4Q64 71 65.4 63.6Q58 56.6 50 60Z",
    ),
    "drooping": shape(
        "$hair",
        "M50 60Q44 57.6 39 62L35.4 75Q41 73 43.6 66Q47 64.6 50 63.6Q53 64.6 56.4 66Q59 73 64.6 75L61 62Q56 57.6 50 60Z",
    ),
    "twirled": line("$hair", 2.8, "M50 62Q44 65.4 38 61.4Q33.6 58 34.6 53.8M50 62Q56 65.4 62 61.4Q66.4 58 65.4 53.8"),
    "stubble": shape(
        "#0002", "M29.6 58C34 64 40 60.6 43 60.6H57C60 60.6 66 64 70.4 58C69 70 61 77 50 77S31 70 29.6 58Z"
    ),
}
GLASSES: Final = {
    "none": "",
    "round": ring(INK, 1.9, LEFT, 50, 7.4)
    + ring(INK, 1.9, RIGHT, 50, 7.4)
    + line(INK, 1.9, "M48.2 49.4Q50 47.8 51.8 49.4M33.6 49L28.4 47.6M66.4 49L71.6 47.6"),
    "large": ring("#b3312c", 2.4, 40, 50.4, 8.8)
    + ring("#b3312c", 2.4, 60, 50.4, 8.8)
    + line("#b3312c", 2.4, "M48.8 49.4Q50 48.4 51.2 49.4"),
    "square": line(
        INK, 2, "M33.6 45H47.6V54.6H33.6ZM52.4 45H66.4V54.6H52.4ZM47.6 47.4H52.4M33.6 47L28.4 46M66.4 47L71.6 46"
    ),
    "pince": ring("#8a6a1d", 1.7, LEFT, 50.6, 6.4)
    + ring("#8a6a1d", 1.7, RIGHT, 50.6, 6.4)
    + line("#8a6a1d", 1.7, "M47.4 50Q50 47 52.6 50"),
    "monocle": ring("#c9962f", 2, RIGHT, 50.4, 7.6) + line("#c9962f", 1, "M65.6 54Q71 66 67 80"),
}
MARKS: Final = {
    "cheeks": oval("#e8627355", 35, 60, 5, 3.6) + oval("#e8627355", 65, 60, 5, 3.6),
    "freckles": "".join(
        oval("$edge", x, y, 0.9) for x, y in ((36, 57), (39, 59), (34.6, 60), (61, 59), (64, 57), (65.4, 60))
    ),
    "years": line(
        "$edge", 1.1, "M33 55.6Q35 58 38 58M67 55.6Q65 58 62 58M42 61.6Q39.6 65 40.4 69M58 61.6Q60.4 65 59.6 69"
    ),
    "brow": line("$edge", 1.1, "M42 34.6Q50 32.8 58 34.6M43.4 31Q50 29.4 56.6 31"),
    "plaster": bar("#f4e1bd", 59, 36.4, 11, 4.6, 2.2) + line("#b98d57", 0.9, "M63 37.4V40M66 37.4V40"),
    "bindi": oval("#c32032", 50, 39.4, 2.4),
    "gap": bar(INK, 49, 65.4, 2.2, 2.6),
}
SWEAT: Final = shape("#8fd3f2", "M71 36q5 7.4 0 10q-5-2.6 0-10Z")
