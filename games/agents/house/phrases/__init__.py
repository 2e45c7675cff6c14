"""What the house says, as data: patterns by intent and temper, one a line.

`[this|that]` is a choice, `{a}` a slot that speech.py fills. Slots: {a} whom it is about, {b} another (who said it, who
voted, who died), {c} a third, {r} a role with its article, {role} without, {when} "yesterday" or "on day 2", {q} words
quoted, {image} a comparison of the character's own, {n} a number in words. A pattern is used only when all its slots
can be filled. "any" serves every temper beside its own lines.
"""

from typing import Final

from games.agents.house.phrases import cases, claims, notes, openings, plots, replies, stances, thoughts

LINES: Final[dict[str, dict[str, str]]] = {
    **openings.LINES,
    **cases.LINES,
    **stances.LINES,
    **replies.LINES,
    **claims.LINES,
    **plots.LINES,
    **thoughts.LINES,
    **notes.LINES,
}
