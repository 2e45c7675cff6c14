"""What the house says, as data: patterns by intent and temper, one a line.

`[this|that]` is a choice, `{a}` a slot that speech.py fills. Slots: {a} whom it is about, {b} another (who said it, who
voted, who died), {c} a third, {r} a role with its article, {role} without, {when} "yesterday" or "on day 2", {q} words
quoted, {image} a comparison of the character's own, {n} a number in words. {later}, {spoke}, {alone}, {crowd} and {so}
stand for nothing: they are there when a pattern that names them is true. A pattern is used only when all its slots can
be filled. "any" serves every temper beside its own lines. Four tempers have a file of their own, so that a voice
can be read from end to end; what they say is laid beside the others' here.
"""

from typing import Final

from games.agents.house.phrases import (
    cases,
    claims,
    conclave,
    contrarian,
    council,
    diplomat,
    free_talk,
    leanings,
    loyalist,
    nervous,
    notes,
    openings,
    plots,
    replies,
    ship,
    ship_at_work,
    ship_crew,
    ship_impostors,
    silences,
    stances,
    thoughts,
)

_VOICES: Final[dict[str, dict[str, str]]] = {
    "loyalist": loyalist.LINES,
    "contrarian": contrarian.LINES,
    "diplomat": diplomat.LINES,
    "nervous": nervous.LINES,
}


def _with_voices(lines: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """The lines of every intent with what the tempers that have a file say for it."""
    return {
        intent: by_temper | {temper: voice[intent] for temper, voice in _VOICES.items() if intent in voice}
        for intent, by_temper in lines.items()
    }


LINES: Final[dict[str, dict[str, str]]] = _with_voices(
    {
        **openings.LINES,
        **cases.LINES,
        **stances.LINES,
        **replies.LINES,
        **leanings.LINES,
        **claims.LINES,
        **plots.LINES,
        **council.LINES,
        **conclave.LINES,
        **thoughts.LINES,
        **notes.LINES,
        **free_talk.LINES,
        **silences.LINES,
        **ship.LINES,
        **ship_at_work.LINES,
        **ship_crew.LINES,
        **ship_impostors.LINES,
    }
)
