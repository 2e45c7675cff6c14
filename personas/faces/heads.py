"""Heads, and what they stand on. All is drawn on a sheet of 100 by 100, the disc behind it with a radius of 48."""

from typing import Final

from personas.faces.strokes import line, oval, shape

HEADS: Final = {
    "oval": "M28 46C28 30 37 22 50 22S72 30 72 46C72 64 62 76 50 76S28 64 28 46Z",
    "round": "M26 50C26 33 36 24 50 24S74 33 74 50C74 66 64 75 50 75S26 66 26 50Z",
    "square": "M28 44C28 30 36 23 50 23S72 30 72 44L71 61C70 71 61 77 50 77S30 71 29 61Z",
    "long": "M30 44C30 28 38 20 50 20S70 28 70 44C70 66 61 79 50 79S30 66 30 44Z",
    "heart": "M27 44C27 30 36 22 50 22S73 30 73 44C73 58 63 70 55 75Q50 78 45 75C37 70 27 58 27 44Z",
    "young": "M25 52C25 35 36 26 50 26S75 35 75 52C75 67 64 76 50 76S25 67 25 52Z",
    "plate": "M30 25H70Q73 25 73 28V66Q73 75 64 75H36Q27 75 27 66V28Q27 25 30 25Z",
}
EARS: Final = oval("$shade", 27.5, 52, 4.6, 5.6) + oval("$shade", 72.5, 52, 4.6, 5.6)
NECK: Final = shape("$shade", "M42 66H58V80Q50 88 42 80Z")
BUILDS: Final = {
    "slight": shape("$cloth", "M20.7 88C24 79 36 79 42 76H58C64 79 76 79 79.3 88A48 48 0 0 1 20.7 88Z"),
    "middling": shape("$cloth", "M14.4 82C21 76 35 77 42 73H58C65 77 79 76 85.6 82A48 48 0 0 1 14.4 82Z"),
    "broad": shape("$cloth", "M8.4 74C18 71 34 73 42 69H58C66 73 82 71 91.6 74A48 48 0 0 1 8.4 74Z"),
}
COLLARS: Final = {
    "round": line("$trim", 2.4, "M40 76Q50 88 60 76"),
    "shirt": shape("$trim", "M41 74L50 84L43 91L36 78Z") + shape("$trim", "M59 74L50 84L57 91L64 78Z"),
    "suit": shape("$trim", "M40 75L50 97L60 75L50 82Z")
    + shape("$cloth", "M41 73L34 79L47 97L49 92Z")
    + shape("$cloth", "M59 73L66 79L53 97L51 92Z")
    + line("#0003", 1.2, "M34 79L48 97M66 79L52 97"),
    "high": shape("$trim", "M39 72H61L63 81Q50 87 37 81Z"),
    "roll": shape("$trim", "M38 73Q50 80 62 73L64 82Q50 90 36 82Z") + line("#0002", 1.2, "M37 79Q50 86 63 79"),
    "crossed": line("$trim", 4, "M39 74L51 88M61 74L47.2 92.4"),
    "bow": shape("$trim", "M50 82L40 76V89ZM50 82L60 76V89Z") + oval("$trim", 50, 82.4, 2.6),
    "ruff": "".join(oval("$trim", 50 + x, 79 + abs(x) * -0.12, 5.4) for x in (-18, -9, 0, 9, 18)),
    "none": "",
}
