"""The private thought that goes with an answer: the real reasoning, short, often at odds with what is said."""

from games.agents.house.judgement import Aim, chances
from games.agents.house.memory import POWERS, Mind
from games.agents.house.nights import Deed
from games.agents.house.suspicion import Ground
from games.agents.house.wording import Tongue
from games.engine.dice import Dice
from games.engine.events import Seat, listed

# A ground as a thought has it: a note to oneself, not a speech.
NOTES = {
    "hanged_town": "Voted for {b}, who was town.",
    "pushed_town": "Wrong about {b}, and loud about it.",
    "spared_mafia": "Did not vote for {b} when {b} was there to be had.",
    "shielded_mafia": "Spoke up for {b}, and {b} was mafia.",
    "buddy": "{b} was mafia and shielded them.",
    "dead_finger": "{b} named them and died for it.",
    "broke_word": "Said one name, voted another.",
    "skipped": "Voted for nobody.",
    "rival_claim": "Two claims for one role.",
    "false_claim": "That claim is dead on the record.",
    "changed_claim": "Two stories from one mouth.",
    "false_result": "An invented result.",
    "result": "{b} has a result, and I half believe {b}.",
    "proven_guilty": "{b} was the sheriff, so it is certain.",
    "own_result": "I saw it myself.",
    "claims_mine": "That is my role they claim.",
    "lied_about_me": "They lied about me, so they are mafia.",
    "accused_by": "{b} thinks so too.",
    "turncoat": "Turned round on {b} for no reason.",
    "accused_me": "Came for me without cause.",
    "gut": "Only a feeling, but it will not go.",
    "quiet": "Too quiet.",
    "no_name": "Many words and no name.",
    "echo": "Only repeats others.",
    "first_stone": "Too quick with a name.",
    "unanswered": "Dodged a plain question.",
}
WHYS = {
    "sheriff": "The sheriff must not have another night.",
    "doctor": "No doctor, no miracles.",
    "vigilante": "I do not like loaded guns at the table.",
    "after_us": "That one has our scent.",
    "good_eye": "That one reads us too well.",
    "trusted": "They would follow that one anywhere, so not for long.",
    "nobody_suspects": "It leaves no trace to us.",
    "nobody_left": "There is nobody else.",
}


class Thinking:
    """Puts a mind's reasoning into a sentence or two."""

    def __init__(self, mind: Mind, dice: Dice) -> None:
        self.mind = mind
        self.dice = dice
        self.tongue = Tongue(mind.sheet, mind.names, set(), dice)

    def put(self, intent: str, a: Seat | None = None, b: Seat | None = None, **more: str) -> str:
        mind = self.mind
        slots = {slot: mind.name(seat) for slot, seat in (("a", a), ("b", b)) if seat is not None} | more
        if a is not None:
            odds = chances(mind).get(a)
            if odds is not None and mind.team == "town":
                slots["p"] = str(round(100 * odds))
            if (because := self.because(a)) is not None:
                slots["because"] = because
        mates = [mind.name(seat) for seat in sorted(mind.partners) if seat in mind.living]
        if mates:
            slots["m"] = listed(mates)
        return self.tongue.muse(intent, slots) or (f"{mind.name(a)}." if a is not None else "Wait and see.")

    def because(self, seat: Seat) -> str | None:
        grounds = self.mind.cases[seat].against()
        for ground in grounds[:2]:
            note = self.note(ground)
            if note is not None:
                return note
        return None

    def note(self, ground: Ground) -> str | None:
        note = NOTES.get(ground.kind)
        if note is None or ground.other == self.mind.me or ("{b}" in note and ground.other is None):
            return None
        return note.replace("{b}", "" if ground.other is None else self.mind.name(ground.other))

    def of_speech(self, aim: Aim, mood: str, by: Seat | None) -> str:
        mind = self.mind
        if mind.team == "mafia":
            return self.of_mafia_speech(aim, mood, by)
        claim = mind.claims.get(mind.me)
        if mood == "claim":
            return self.put("th_claim", aim.target, role=mind.role)
        if mood == "accused":
            return self.put("th_accused", aim.target, by)
        guilty = next(
            (seat for seat in mind.investigated if mind.certain.get(seat) == "mafia" and seat in mind.living), None
        )
        if guilty is not None and claim is None:
            return self.put("th_hold", guilty)
        if mind.role in POWERS and claim is None and self.dice.chance(0.3):
            return self.put("th_power", role=mind.role)
        if aim.target is None or (mind.day == 1 and aim.chance < 0.3 and self.dice.chance(0.5)):
            return self.put("th_lost")
        return self.put("th_suspect", aim.target, aim.second)

    def of_mafia_speech(self, aim: Aim, mood: str, by: Seat | None) -> str:
        mind = self.mind
        if mood == "fake":
            claim = mind.claims.get(mind.me)
            return self.put("th_fake", aim.target, role=claim.role if claim else "a lie")
        if mood == "accused":
            return self.put("th_mafia_accused", aim.target, by)
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
                return self.put("th_vote_bus", target)
            alone = not any(seat in mind.living for seat in mind.partners)
            return self.put("th_vote_mafia_alone" if alone else "th_vote_mafia", target)
        declared = mind.declared.get(mind.me)
        if declared is not None and declared != target:
            return self.put("th_vote_follow", target, declared)
        return self.put("th_vote", target)

    def of_kill(self, deed: Deed) -> str:
        why = WHYS.get(deed.why, WHYS["nobody_suspects"])
        return self.put("th_kill", deed.target, why=why) if deed.target is not None else "Nobody tonight."

    def of_plot(self, deed: Deed) -> str:
        why = WHYS.get(deed.why, WHYS["nobody_suspects"])
        return self.put("th_plot", deed.target, why=why) if deed.target is not None else "Nobody tonight."

    def of_ward(self, deed: Deed) -> str:
        if deed.why == "myself":
            return self.put("th_protect_self")
        return self.put("th_protect_sheriff" if deed.why == "sheriff" else "th_protect", deed.target)

    def of_suspect(self, deed: Deed) -> str:
        return self.put("th_investigate", deed.target)

    def of_shot(self, deed: Deed) -> str:
        mind = self.mind
        if deed.target is not None:
            return self.put("th_shoot", deed.target)
        odds = chances(mind)
        top = max(odds, key=lambda seat: odds[seat], default=None)
        return self.put("th_hold_fire", top)
