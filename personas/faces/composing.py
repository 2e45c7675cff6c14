"""A face for everybody else, drawn by lot from the slug.

Law: a slug has its face for ever. What may be drawn stays in its order, nothing is taken out and nothing is added: a
part that is new is for portraits. The lot is a keyed hash, so that faces have nothing to do with any other chance.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, TypeVar

from personas.faces.look import Look

T = TypeVar("T")
_KEY: Final = b"faces of the league"
_DISCS: Final = (
    *("#6f9bb8", "#c9a24f", "#4f857e", "#dd9c86", "#b4624a", "#86b183", "#8a6aa0", "#4c8791"),
    *("#e0a648", "#a8c8d8", "#b3a0d0", "#cc7a5b"),
)
_SKINS: Final = ("porcelain", "rose", "sand", "olive", "honey", "bronze", "umber", "ebony")
_HEADS: Final = ("oval", "round", "square", "long", "heart")
_HAIR: Final = ("#241c1d", "#3a271e", "#5a3a26", "#8a5a30", "#c08a45", "#a4482a", "#8f8a88", "#d9d6d2")
_HAIR_ON_DARK: Final = ("#1a1413", "#241c1d", "#2c201c", "#8f8a88", "#d9d6d2")  # brown would melt into the skin
_DARK: Final = ("bronze", "umber", "ebony")
_CLOTHS: Final = ("#22304a", "#27453a", "#6b4a35", "#57606b", "#8b3a3a", "#4b3f72", "#2f6f68", "#b98a3c")
_TRIMS: Final = ("#fbf5e6", "#e3c77a", "#c9d5de", "#d98f7c")
_LOCKS: Final = (
    *("short", "crop", "swept", "quiff", "curls", "afro", "bun", "parted", "bob", "wave", "long", "braids", "locs"),
    *("sides", "shaved", "fluff"),
)
_UNDER_HATS: Final = ("crop", "braids", "bob", "sides", "long", "parted")
_HATS: Final = ("beret", "flat", "cap", "fedora", "bobble", "round")
_BEARDS: Final = ("full", "chinstrap", "goatee", "tache", "walrus", "stubble")
_GLASSES: Final = ("round", "square")
_COLLARS: Final = ("round", "shirt", "suit", "high", "roll", "crossed", "bow")
_BUILDS: Final = ("slight", "middling", "broad")
_EYES: Final = ("open", "lashes", "heavy")
_NOSES: Final = ("straight", "button", "long", "broad", "round", "broken")
_MOUTHS: Final = ("smile", "wry", "firm", "small", "grin", "full")
_MARKS: Final = ("cheeks", "freckles", "years", "brow")


def composed(slug: str) -> Look:
    """The look that a slug draws, the same one each time."""

    def lot(part: str, of: int) -> int:
        return int.from_bytes(blake2b(f"{part} {slug}".encode(), key=_KEY, digest_size=8).digest()) % of

    def drawn(part: str, among: Sequence[T]) -> T:
        return among[lot(part, len(among))]

    def some(part: str, among: Sequence[str], in_ten: int) -> str:
        return drawn(part, among) if lot(f"{part} at all", 10) < in_ten else "none"

    skin = drawn("skin", _SKINS)
    hat = some("hat", _HATS, 3)
    mark = some("mark", _MARKS, 5)
    return Look(
        disc=drawn("disc", _DISCS),
        skin=skin,
        head=drawn("head", _HEADS),
        hair=drawn("hair", _HAIR_ON_DARK if skin in _DARK else _HAIR),
        cloth=drawn("cloth", _CLOTHS),
        trim=drawn("trim", _TRIMS),
        locks=drawn("locks", _LOCKS if hat == "none" else _UNDER_HATS),
        hat=hat,
        felt=drawn("felt", _CLOTHS),
        band=drawn("band", _TRIMS),
        build=drawn("build", _BUILDS),
        collar=drawn("collar", _COLLARS),
        eyes=drawn("eyes", _EYES),
        thick=drawn("thick", (2.0, 2.4, 3.0, 3.6)),
        nose=drawn("nose", _NOSES),
        mouth=drawn("mouth", _MOUTHS),
        beard=some("beard", _BEARDS, 3),
        glasses=some("glasses", _GLASSES, 3),
        marks=() if mark == "none" else (mark,),
    )
