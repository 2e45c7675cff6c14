"""What the parts of one speech share: the mind, the voice, the aim, the sentences so far, and the slots of patterns."""

from typing import Final

from games.agents.house.deciding.judgement import Aim
from games.agents.house.deciding.leaning import crowd_after
from games.agents.house.mind.memory import Mind
from games.agents.house.mind.records import POWERS, Death
from games.agents.house.mind.suspicion import Ground
from games.agents.house.speaking.asides import KIND_OF
from games.agents.house.speaking.delivering import delivered
from games.agents.house.speaking.wording import Draft, Slots, Tongue
from games.engine.dice import Dice
from games.engine.events import Seat

NOUNS: Final = ("teapot", "bishop", "turnip", "sofa", "weathervane", "goldfish", "lighthouse", "hatstand", "trombone")
AGAINST: Final = ("against", "mild", "reason", "heard")  # kinds of asides, which go after such sentences
_MARKS: Final = '\u201c\u201d"{}'
_QUOTED: Final = range(14, 90)  # how long a sentence may be that is worth quoting, in characters


class Talk:
    """One speech in the making."""

    def __init__(self, mind: Mind, tongue: Tongue, dice: Dice, target: Aim) -> None:
        self.mind = mind
        self.tongue = tongue
        self.dice = dice
        self.aim = target
        self.is_first = mind.speeches.get(mind.me, 0) == 0
        self.is_last = mind.is_last_round()
        self.sentences: list[str] = []
        self.has_verdict = False
        self.gave_reason = False
        self.has_asked = False
        self.praised: list[Seat] = []
        self.spared: list[Seat] = []  # for whom it has asked others to wait
        self.mood = "suspect"  # what the thought is about
        self.by: Seat | None = None  # who brought that mood on

    # --- saying ---

    def add(self, intent: str, slots: Slots | None = None, dress: float = 0.0) -> bool:
        """Adds a fresh sentence for an intent; False when there is none left."""
        sentence = self.tongue.say(intent, slots or {}, dress)
        if sentence is not None:
            self.sentences.append(sentence)
        return sentence is not None

    def add_line(self, intent: str, seat: Seat | None = None, otherwise: Draft | None = None) -> bool:
        """Adds one of the character's own lines, or what says the same without it; False when all were heard."""
        line = self.tongue.line(intent, "" if seat is None else self.mind.name(seat), otherwise)
        if line is not None:
            self.sentences.append(line)
        return line is not None

    def delivered(self) -> str:
        """The speech as it is said, once all of it is settled; "" where nothing is."""
        return delivered(self.tongue, self.sentences, self.mind.me, self.dice)

    def aim_at(self, target: Seat) -> None:
        """From now on this speech is after somebody."""
        if target != self.aim.target:
            self.aim = Aim(target, self.aim.target, self.aim.chance, bus=target in self.mind.partners)

    @property
    def stance(self) -> dict[str, str]:
        """The slot that says whether this speech has spoken against anybody."""
        drafts = (self.tongue.drafts.get(sentence, Draft()) for sentence in self.sentences)
        kinds = {KIND_OF.get(f"={draft.line}" if draft.line else draft.intent, ("", ""))[0] for draft in drafts}
        return {"unnamed" if kinds.isdisjoint(AGAINST) else "named": ""}

    # --- slots ---

    def slots(self, a: Seat | None = None, b: Seat | None = None, c: Seat | None = None, **more: str) -> dict[str, str]:
        """The names for {a}, {b} and {c}, and what else is given.

        Empty slots say when a pattern is true: {later} once somebody has spoken today, {spoke} once I have spoken at
        all, {alone} while nobody else is after {a}, {crowd} when several are; {ahead} where {b} spoke against {a}
        before I did, {opened} where {b} was the first to, {pair} where nobody has but {b}, and perhaps I.
        """
        named = {"a": a, "b": b, "c": c}
        slots = {slot: self.mind.names[seat] for slot, seat in named.items() if seat is not None}
        if self.mind.order:
            slots["later"] = ""
        if not self.is_first or self.mind.day > 1:
            slots["spoke"] = ""
        if a is not None and (after := crowd_after(self.mind, a)) != 1:
            slots["crowd" if after else "alone"] = ""
        if a is not None and b is not None:
            slots |= self.order_of(a, b)
        return slots | more

    def order_of(self, a: Seat, b: Seat) -> dict[str, str]:
        """The empty slots that say how {b} came to speak against {a}: of today, or, where nobody has today, ever."""
        mind = self.mind
        against = [(stance.day, stance.speaker) for stance in mind.stances if stance.about == a and stance.value > 0]
        voices = [speaker for _, speaker in against]
        if b not in voices:
            return {}
        lately = [speaker for day, speaker in against if day == mind.day] or voices
        is_so = {
            "ahead": mind.me not in voices[: voices.index(b)],
            "opened": lately[0] == b,
            "pair": {*lately} - {mind.me} == {b},
        }
        return {slot: "" for slot, holds in is_so.items() if holds}

    def days(self, day: int) -> dict[str, str]:
        """How one speaks of a day: {when} and, at the beginning of a sentence, {when_cap}."""
        today = self.mind.day
        when = "today" if day == today else "yesterday" if day == today - 1 else f"on day {day}"
        return {"when": when, "when_cap": when[:1].upper() + when[1:]}

    def role_of(self, death: Death) -> str:
        """A dead player's role with its article, or "" when nothing was shown."""
        role = death.role
        if role is None:
            return {"town": "one of the town", "mafia": "one of the mafia"}.get(death.team or "", "")
        return f"the {role}" if self.mind.cast.get(role, 0) == 1 and role != "mafioso" else f"a {role}"

    def of_ground(self, a: Seat, ground: Ground) -> dict[str, str]:
        """The slots with which a ground against or for somebody is told."""
        mind = self.mind
        slots = self.slots(a, ground.other) | self.days(ground.day)
        if ground.other is not None and (death := mind.death_of(ground.other)) and (role := self.role_of(death)):
            slots["r"] = role
        claim = mind.claims.get(a)
        if claim is not None and claim.role in POWERS:
            slots["role"] = claim.role
        quote = ground.sentence.strip()
        if len(quote) in _QUOTED and not any(mark in quote for mark in _MARKS):
            slots["q"] = quote
        if ground.kind in ("gut", "quiet") and self.dice.chance(0.4) and (image := self.tongue.image()) is not None:
            slots["image"] = image
        return slots
