"""What somebody looks like: which parts, and in which colours. Plain data, by hand for the shipped characters
(portraits.py), else drawn by lot from a slug (composing.py).
"""

from dataclasses import dataclass
from typing import Final

# Skin, the shade under the chin, the line of a nose, and lips: darker than pale skin and paler than dark.
SKINS: Final = {
    "porcelain": ("#f6dcc8", "#e5bda3", "#b98469", "#8c3442"),
    "rose": ("#f3cbb2", "#e0a98b", "#b1735a", "#873040"),
    "sand": ("#e8bd94", "#d09d70", "#9c6a45", "#842f3a"),
    "olive": ("#d6a877", "#b98a5a", "#855c37", "#7a2a33"),
    "honey": ("#c68c5a", "#a87041", "#754a27", "#6e222b"),
    "bronze": ("#a86f45", "#8b5733", "#5c3820", "#5c1a22"),
    "umber": ("#84532f", "#6a3f22", "#412413", "#c9737a"),
    "ebony": ("#643d27", "#4e2d1c", "#2c170e", "#c56a74"),
    "brass": ("#d3a54a", "#a97c2c", "#6f4f18", "#6f4f18"),
}


@dataclass(frozen=True, slots=True)
class Look:
    """The parts by name, the colours as they are; `over` and `under` are drawn for one face alone, over all else and
    behind the head."""

    disc: str
    skin: str
    head: str
    hair: str
    cloth: str
    trim: str = "#fffaf2"
    locks: str = "none"
    hat: str = "none"
    felt: str = "#3b3a4a"
    band: str = "#fffaf2"
    build: str = "middling"
    collar: str = "round"
    eyes: str = "open"
    iris: str = "#241f2b"
    brows: str = ""
    thick: float = 2.4
    nose: str = "straight"
    mouth: str = "smile"
    beard: str = "none"
    glasses: str = "none"
    marks: tuple[str, ...] = ()
    under: str = ""
    over: str = ""

    def colours(self) -> dict[str, str]:
        """What the colours of a drawing stand for."""
        skin, shade, edge, lip = SKINS[self.skin]
        return {
            "skin": skin,
            "shade": shade,
            "edge": edge,
            "lip": lip,
            "hair": self.hair,
            "brow": self.brows or self.hair,
            "cloth": self.cloth,
            "trim": self.trim,
            "felt": self.felt,
            "band": self.band,
            "iris": self.iris,
            "disc": self.disc,
        }
