"""The private thought that goes with an answer: the real reasoning, short, often at odds with what is said.

Law: it is put into words last, when everything else is decided and said, so that the dice it rolls move nothing else.
"""

from collections.abc import Mapping
from typing import Final

from games.agents.house.deciding.cover import doomed_partner
from games.agents.house.deciding.judgement import Aim, chances, pressure
from games.agents.house.deciding.leaning import ally_for
from games.agents.house.deciding.nights import BY_LOT, Deed
from games.agents.house.mind.memory import Mind
from games.agents.house.mind.records import POWERS
from games.agents.house.settling import percent
from games.agents.house.speaking.book import sentences
from games.agents.house.speaking.wording import Tongue
from games.engine.dice import Dice
from games.engine.events import Seat, listed

WHYS: Final[Mapping[str, tuple[str, ...]]] = {
    "sheriff": (
        "The sheriff must not have another night.",
        "A badge goes first.",
        "One more result would finish us.",
        "Whoever looks behind faces should not look twice.",
        "I would sleep better with that badge in the ground.",
        "If the claim is true it has to end here, and if not, no harm done.",
    ),
    "doctor": (
        "No doctor, no miracles.",
        "Without the doctor every knife lands.",
        "A cure is a thing that we cannot afford.",
        "First the one who mends, then the rest.",
        "I do not like to be undone by somebody with a bandage.",
    ),
    "vigilante": (
        "I do not like loaded guns at the table.",
        "A bullet with my name on it stays in that pocket.",
        "Whoever shoots at night should not live through one.",
        "One gun too many in this town, and it is not ours.",
        "Better we knock there than the other way round.",
    ),
    "after_us": (
        "That one has our scent.",
        "That one will not let go of us.",
        "That one says our names too often.",
        "A nose like that grows back every morning.",
        "There is a finger that has to stop pointing.",
        "Left alone, that one will talk the others into the truth.",
        "We have been looked at long enough from there.",
    ),
    "good_eye": (
        "That one reads us too well.",
        "That one was right before.",
        "Being right once is luck, and I do not wait for twice.",
        "Good eyes should be closed early.",
        "The town had better not find out how clever that one is.",
    ),
    "trusted": (
        "They would follow that one anywhere, so not for long.",
        "A trusted voice is a dangerous one.",
        "Nobody would ever hang that one for us.",
        "So much good faith in one place is bad for business.",
        "Take away whom they lean on, and see how they stand.",
    ),
    "nobody_suspects": (
        "It leaves no trace to us.",
        "Nobody will ask who gained.",
        "No quarrel with us, so no trail.",
        "One fewer to count, and no reason to be found in it.",
        "They will look for a reason and find the weather.",
        "A death that points nowhere.",
        "Nobody would think of it, and that is the beauty of it.",
        "It will puzzle them, and puzzled people quarrel.",
    ),
    "quarrel": (
        "I have had enough of that one.",
        "We two will never get on.",
        "That one gets on my nerves.",
        "There were words between us, and I mean to have the last.",
        "It is not wise. It is only very tempting.",
        "I shall not have to listen to that again.",
    ),
    "by_lot": (
        "Somebody has to be it.",
        "One is as good as another.",
        "The first name that came to me.",
        "Why not.",
        "Do not ask me for a reason.",
        "I shut my eyes, and that was the name behind them.",
        "There is no plan in it, and nobody can find out a plan that is not there.",
        "It is dark, and a name is a name.",
    ),
    "nobody_left": ("There is nobody else.", "The list has only the one name on it.", "It was not much of a choice."),
}


class Thinking:
    """Puts a mind's reasoning into a sentence or two."""

    def __init__(self, mind: Mind, dice: Dice) -> None:
        self.mind = mind
        self.dice = dice
        self.noted = 0
        self.turn = mind.day  # of what is thought once a day or a night; what goes with words has another
        self.tongue = Tongue(mind.sheet, mind.names, set(), dice, dialect=mind.dialect)
        self.tongue.seat = mind.me

    def put(self, intent: str, a: Seat | None = None, b: Seat | None = None, **more: str) -> str:
        """A thought about {a} and {b}; what it takes long to work out is worked out when the pattern asks for it."""
        mind = self.mind
        slots = {slot: mind.names[seat] for slot, seat in (("a", a), ("b", b)) if seat is not None} | more
        mates = [mind.names[seat] for seat in sorted(mind.partners) if seat in mind.living]
        if mates:
            slots["m"] = listed(mates)
        # Slots that stand for nothing say when a thought is true: not of whom one knows what they are.
        slots |= {f"{slot}_open": "" for slot, seat in (("a", a), ("b", b)) if seat not in mind.certain}
        if a is not None and mind.declared.get(mind.me) == a:
            slots["said"] = ""
        keys = set(slots)
        is_town = mind.team == "town"
        if a is not None and a != mind.me:
            keys |= {"p", "because"} if is_town else {"pretext"}
        pattern = self.tongue.muse(intent, frozenset(keys), self.turn)
        if pattern is None:
            return f"{mind.names[a]}." if a is not None else "Wait and see."
        if a is not None and "p" in pattern.slots and "p" not in slots:
            slots["p"] = str(percent(chances(mind).get(a, 0.0)))
        for slot in ("because", "pretext"):
            if a is not None and slot in pattern.slots:
                slots[slot] = self.note(a)
        return self.tongue.put(pattern.say(slots, self.dice))

    def note(self, seat: Seat) -> str:
        """Why this seat, in a note to oneself: a weighty ground, a mere feeling only when there is nothing else."""
        mind = self.mind
        prefix = "n" if mind.team == "town" else "x"
        grounds = [g for g in mind.cases[seat].against() if g.other != mind.me and f"{prefix}_{g.kind}" in sentences()]
        grounds.sort(key=lambda ground: ground.kind == "gut")
        kind, other = ("gut", None) if not grounds else grounds[0 if len(grounds) == 1 else self.dice.below(2)].source
        slots = {} if other is None else {"b": mind.names[other]}
        turn = len(mind.spoken) + mind.day + self.noted  # several may stand beside each other
        self.noted += 1
        pattern = self.tongue.muse(f"{prefix}_{kind}", frozenset(slots), turn)
        return pattern.say(slots, self.dice) if pattern is not None else "I cannot put it into words."

    def of_speech(self, aim: Aim, mood: str, by: Seat | None, role: str) -> str:
        """The thought behind a speech: what it was about, who brought that on, and the role claimed in it, if any."""
        mind = self.mind
        self.turn = mind.turn
        if mind.team == "mafia":
            return self.of_mafia_speech(aim, mood, by, role)
        claim = mind.claims.get(mind.me)
        if mood == "claim":
            return self.put("th_claim" if role in POWERS else "th_claim_villager", aim.target, by, role=mind.role)
        if mood == "accused":
            return self.put("th_accused", aim.target if aim.target != by else None, by)
        if mood in ("stand_by", "against_crowd") and self.dice.chance(0.7):
            return self.put(f"th_{mood}", by)
        guilty = next(
            (seat for seat in mind.investigated if mind.certain.get(seat) == "mafia" and seat in mind.living), None
        )
        if guilty is not None and claim is None:
            return self.put("th_hold", guilty)
        if self.has_shown_guilty(aim.target):
            return self.put("th_known", aim.target)
        if mind.role in POWERS and claim is None and self.dice.chance(0.3):
            return self.put("th_power", role=mind.role)
        if aim.target is None or (mind.day == 1 and aim.chance < 0.3 and self.dice.chance(0.5)):
            return self.put("th_lost")
        return self.put("th_suspect", aim.target, aim.second)

    def of_mafia_speech(self, aim: Aim, mood: str, by: Seat | None, role: str) -> str:
        mind = self.mind
        if mood == "fake" and role in POWERS:
            return self.put("th_fake", aim.target, role=role)
        if mood == "accused" and by in mind.partners:
            return self.put("th_partner_feints", by)
        if mood in ("accused", "fake"):
            return self.put("th_mafia_accused", aim.target if aim.target != by else None, by)
        if aim.feint:
            return self.put("th_feint", aim.target, aim.second)
        if aim.bus:
            return self.put("th_bus", aim.target)
        if mood == "partner_hot":
            return self.put("th_partner_hot", aim.target, by)
        alone = not any(seat in mind.living for seat in mind.partners)
        return self.put("th_alone" if alone and self.dice.chance(0.6) else "th_mafia", aim.target)

    def of_vote(self, target: Seat | None) -> str:
        mind = self.mind
        if target is None:
            return self.put("th_vote_nobody")
        if mind.team == "mafia":
            if target in mind.partners:
                return self.put("th_vote_bus" if target == doomed_partner(mind) else "th_vote_feint", target)
            alone = not any(seat in mind.living for seat in mind.partners)
            return self.put("th_vote_mafia_alone" if alone else "th_vote_mafia", target)
        if self.has_shown_guilty(target):
            return self.put("th_vote_known", target)
        declared = mind.declared.get(mind.me)
        if (ally := ally_for(mind, target)) is not None and self.dice.chance(0.7):
            return self.put("th_vote_ally", target, ally)
        if declared is not None and declared != target and declared not in mind.certain:
            heat = pressure(mind)
            follows = heat.get(target, 0.0) >= max(1.0, heat.get(declared, 0.0))
            return self.put("th_vote_follow" if follows else "th_vote_turn", target, declared)
        return self.put("th_vote", target)

    def has_shown_guilty(self, seat: Seat | None) -> bool:
        """Whether a power of one's own has shown somebody to be of the mafia."""
        return seat is not None and seat in self.mind.investigated and self.mind.certain.get(seat) == "mafia"

    def of_kill(self, deed: Deed) -> str:
        return self.put("th_kill", deed.target, why=self.why(deed)) if deed.target is not None else "Nobody tonight."

    def why(self, deed: Deed) -> str:
        """Why this victim, each of the reasons in its turn."""
        reasons = WHYS.get(deed.why, WHYS["nobody_suspects"])
        return reasons[self.tongue.in_turn(deed.why, self.turn, len(reasons))]

    def of_plot(self, deed: Deed) -> str:
        if deed.target is None:
            return "Nobody tonight."
        mind = self.mind
        self.turn = len(mind.whispered)
        fellow = next((p.seat for p in reversed(mind.plots) if p.target == deed.target and p.seat != mind.me), None)
        return self.put("th_plot" if fellow is None else "th_plot_agree", deed.target, fellow, why=self.why(deed))

    def of_ward(self, deed: Deed) -> str:
        if deed.why == "myself":
            return self.put("th_protect_self")
        if deed.why == BY_LOT:
            return self.put("th_protect_by_lot", deed.target)
        return self.put("th_protect_sheriff" if deed.why == "sheriff" else "th_protect", deed.target)

    def of_suspect(self, deed: Deed) -> str:
        return self.put("th_investigate_by_lot" if deed.why == BY_LOT else "th_investigate", deed.target)

    def of_shot(self, deed: Deed) -> str:
        mind = self.mind
        if deed.target is not None:
            return self.put("th_shoot_by_lot" if deed.why == BY_LOT else "th_shoot", deed.target)
        odds = chances(mind)
        top = max(odds, key=lambda seat: odds[seat], default=None)
        return self.put("th_hold_fire", top)
