"""What a seat is told of itself: its character, what it remembers of other games, its name, its role and its secrets.

Law: the same bytes for all questions of this seat in this game. What lasts longest comes first: the character and what
it knows of itself are the same in every game of a player, the memory until it learns more. Where names are drawn nobody
may know who is behind one, so neither the character's own name nor what it has with others is told.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from games.agents.briefing.manner import Manner
from games.agents.briefing.place import Place
from games.agents.briefing.rules import rule_book
from games.agents.briefing.situation import Situation
from games.agents.lessons.telling import Remembered, notes, notes_by_hand
from games.engine.events import a, listed
from personas.sheet import Sheet

AWARE: Final = (
    "You are a language model and know it, and everybody else at the table is played by a model or a program, too."
)
OPPONENTS: Final = "opponents"  # what a memory calls its notes on other players


def own(situation: Situation, place: Place, manner: Manner) -> str:
    """The text for one seat in one game."""
    is_named = situation.options.names == "persona"
    parts = [
        character(situation.sheet) if situation.sheet else "",
        AWARE if situation.is_aware else "",
        _memory(situation.learned, situation.remembered, is_named=is_named),
        _seat(place, situation.sheet, is_named=is_named),
        _role(situation, place, manner),
    ]
    return "\n\n".join(filter(None, parts))


@lru_cache(maxsize=1024)
def character(sheet: Sheet) -> str:
    """Who to be, without a name."""
    identity, voice = sheet.identity, sheet.voice
    told = {
        "Background": identity.background,
        "Traits": ", ".join(identity.traits),
        "Speech": voice.speech_style,
        "Reasoning": voice.reasoning_style,
        "Accusing": voice.accusation_style,
        "Defending": voice.defence_style,
        "Trust": voice.trust_disposition,
        "Risk": voice.risk_tolerance,
        "Now and then you say": " / ".join(voice.signature_phrases),
        "Habits": "; ".join(voice.signature_moves),
        "Quirks": "; ".join(voice.quirks),
    }
    lines = [f"{label}: {' '.join(text.split())}" for label, text in told.items() if text]
    return "\n".join(["YOUR CHARACTER", "You play a character, and stay in it whenever you speak.", *lines])


def _memory(learned: Mapping[str, object], remembered: Remembered, *, is_named: bool) -> str:
    kept = {name: value for name, value in learned.items() if is_named or name != OPPONENTS}
    told = list(filter(None, [notes_by_hand(kept), notes(remembered)]))
    return "\n".join(["WHAT YOU LEARNED IN EARLIER GAMES", *told]) if told else ""


def _seat(place: Place, sheet: Sheet | None, *, is_named: bool) -> str:
    round_the_table = f"At the table sit, in this order from seat 0: {', '.join(place.names)}. You are {place.name}."
    if not is_named:
        told = f"{round_the_table} Do not say what else you may be called."
    else:
        told = "\n".join([round_the_table, *_relationships(place, sheet)])
    return f"YOUR SEAT\n{told}"


def _relationships(place: Place, sheet: Sheet | None) -> list[str]:
    """What the character has with those at the table, in the words of its sheet alone."""
    known = sheet.known_among(place.names) if sheet else []
    return [f"You and {place.names[seat]}: {' '.join(each.text.split())}" for seat, each in known]


def _role(situation: Situation, place: Place, manner: Manner) -> str:
    ruleset, sheet = situation.ruleset, situation.sheet
    if not place.role:
        return ""
    role = ruleset.role_named(place.role)
    team = "hidden" if role.team == ruleset.hidden_team else "open"
    rules = rule_book(ruleset, situation.options, len(place.names))
    power = f" The {role.name} {role.power}." if role.power not in rules else ""  # "" is in all
    paragraphs = [
        f"You are {a(role.name)} and win with the {role.team}.{power}",
        _partners(situation, place) if team == "hidden" else "",
        manner.secrets.get(role.name, ""),
        " ".join((sheet.guidance_for(role.name) or sheet.guidance_for(team)).split()) if sheet else "",
        manner.strategy(role.team, situation.level),
    ]
    return "\n".join(["YOUR ROLE, WHICH IS SECRET", *filter(None, paragraphs)])


def _partners(situation: Situation, place: Place) -> str:
    """Who the partners are, where the deal says it; nothing where several are hidden and not told of each other."""
    if place.partners:
        return f"Your partners: {listed([place.names[seat] for seat in place.partners])}."
    ruleset = situation.ruleset
    cast = ruleset.cast(len(place.names), situation.options)
    is_alone = sum(role.team == ruleset.hidden_team for role in cast) == 1
    return "You have no partners." if is_alone else ""
