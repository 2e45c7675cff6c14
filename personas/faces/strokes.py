"""What a face is drawn with: a shape, an oval, a line. Law: a drawing is text of our own alone; its colours stand for
others ($skin, $hair …) until a face is put together, and it has no id, no class and no style, so that it may stand in a
page twice and under the strictest policy.
"""

from typing import Final

INK: Final = "#241f2b"
WHITE: Final = "#fffaf2"


def shape(fill: str, d: str) -> str:
    """A closed shape."""
    return f'<path fill="{fill}" d="{d}"/>'


def oval(fill: str, x: float, y: float, wide: float, high: float | None = None) -> str:
    """An oval by its middle and its two radii, a circle by one."""
    if high is None:
        return f'<circle fill="{fill}" cx="{x:g}" cy="{y:g}" r="{wide:g}"/>'
    return f'<ellipse fill="{fill}" cx="{x:g}" cy="{y:g}" rx="{wide:g}" ry="{high:g}"/>'


def line(colour: str, width: float, d: str) -> str:
    """A line with round ends."""
    return f'<path fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round" d="{d}"/>'


def ring(colour: str, width: float, x: float, y: float, radius: float) -> str:
    """A circle that one sees through."""
    return f'<circle fill="none" stroke="{colour}" stroke-width="{width:g}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'


def bar(fill: str, x: float, y: float, wide: float, high: float, round_by: float = 0) -> str:
    """A rectangle by its upper left corner."""
    corner = f' rx="{round_by:g}"' if round_by else ""
    return f'<rect fill="{fill}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"{corner}/>'
