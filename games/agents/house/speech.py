"""A speech: what is worth saying now, in which order, in whose voice; and the thought behind it.

First what cannot wait (a claim, an accusation to answer, a question), then the news of the night and the vote, then
others' words, then one's own case with the reasons that really count, and at the end a vote or a question.
"""

from games.agents.house.claiming import Claiming, has_claimed, plan_claim
from games.agents.house.hearing import Heard
from games.agents.house.judgement import (
    Aim,
    aim,
    believed,
    doomed_partner,
    is_credible_power,
    threatened,
    trusted,
)
from games.agents.house.memory import POWERS, Death, Mind, Toward
from games.agents.house.suspicion import Ground
from games.agents.house.thinking import Thinking
from games.agents.house.wording import Slots, Tongue, number
from games.engine.dice import Dice
from games.engine.events import Seat


class Speech:
    """One speech in the making."""

    def __init__(self, mind: Mind, tongue: Tongue, dice: Dice) -> None:
        self.mind = mind
        self.tongue = tongue
        self.dice = dice
        self.aim: Aim = aim(mind, dice)
        self.is_first = mind.speeches.get(mind.me, 0) == 0
        self.is_last = mind.is_last_round()
        self.sentences: list[str] = []
        self.has_verdict = False
        self.asked: Seat | None = None
        self.mood = "suspect"  # what the thought is about
        self.by: Seat | None = None  # who brought that mood on

    # --- making it ---

    def compose(self) -> str:
        """The words."""
        mind, dice = self.mind, self.dice
        claiming = plan_claim(mind, self.aim, dice)
        room = round(mind.temper.length + dice.below(3) - 1)
        if self.is_first:
            self.open(brief=bool(claiming.role) or bool(mind.toward_me))
        self.respond()
        self.claim(claiming)
        if not self.has_verdict and len(self.sentences) < room + 1:
            self.react()
        self.make_case(room)
        self.close(room)
        self.decorate(room)
        if not self.sentences:
            self.add("idle")
        return " ".join(self.sentences) or self.last_resort()

    def thought(self) -> str:
        """What is really thought behind these words."""
        return Thinking(self.mind, self.dice).of_speech(self.aim, self.mood, self.by)

    def add(self, intent: str, slots: Slots | None = None, dress: float = 0.0) -> bool:
        sentence = self.tongue.say(intent, slots or {}, dress)
        if sentence is None:
            return False
        self.sentences.append(sentence)
        return True

    def add_line(self, intent: str, seat: Seat | None = None) -> bool:
        line = self.tongue.line(intent, "" if seat is None else self.mind.name(seat))
        if line is not None:
            self.sentences.append(line)
        return line is not None

    def last_resort(self) -> str:
        """Something new can always be counted."""
        mind = self.mind
        return (
            f"I have spoken {number(mind.speeches.get(mind.me, 0))} times today and have no new word on day {mind.day}."
        )

    # --- slots ---

    def slots(self, a: Seat | None = None, b: Seat | None = None, c: Seat | None = None, **more: str) -> dict[str, str]:
        named = {"a": a, "b": b, "c": c}
        return {slot: self.mind.name(seat) for slot, seat in named.items() if seat is not None} | more

    def when(self, day: int) -> str:
        return "today" if day == self.mind.day else "yesterday" if day == self.mind.day - 1 else f"on day {day}"

    def days(self, day: int) -> dict[str, str]:
        when = self.when(day)
        return {"when": when, "when_cap": when[:1].upper() + when[1:]}

    def role_of(self, death: Death) -> str:
        """A dead player's role with its article, or "" when nothing was shown."""
        role = death.role
        if role is None:
            return {"town": "one of the town", "mafia": "one of the mafia"}.get(death.team or "", "")
        return f"the {role}" if self.mind.cast.get(role, 0) == 1 and role != "mafioso" else f"a {role}"

    def of_ground(self, a: Seat, ground: Ground) -> dict[str, str]:
        mind = self.mind
        slots = self.slots(a, ground.other) | self.days(ground.day)
        if ground.other is not None and (death := mind.death_of(ground.other)) and (role := self.role_of(death)):
            slots["r"] = role
        claim = mind.claims.get(a)
        if claim is not None and claim.role in POWERS:
            slots["role"] = claim.role
        quote = ground.sentence.strip()
        if 12 <= len(quote) <= 90 and not any(mark in quote for mark in '“”"{}'):
            slots["q"] = quote
        if (image := self.tongue.image()) is not None:
            slots["image"] = image
        return slots

    # --- the beginning of a day ---

    def open(self, *, brief: bool) -> None:
        mind, dice = self.mind, self.dice
        before = len(mind.order)
        if not brief:
            if mind.day == 1:
                if dice.chance(0.55):
                    self.add_line("greet")
            elif dice.chance(0.22):
                self.add_line("dawn")
        share = 0.95 if before == 0 else 0.55 if before < 3 else 0.25
        if dice.chance(share * (0.5 if brief else 1.0)):
            self.news()

    def news(self) -> None:
        mind = self.mind
        tonight = [death for death in mind.deaths if death.by_night and death.day == mind.day]
        yesterday = mind.lynched.get(mind.day - 1, "none")
        told: list[tuple[str, dict[str, str]]] = []
        if len(tonight) == 2 and all(self.role_of(death) for death in tonight):
            one, two = tonight
            slots = self.slots(b=one.seat, c=two.seat, r=self.role_of(one), r2=self.role_of(two))
            told.append(("night_two", slots))
        elif tonight:
            death = tonight[0]
            intent = "night_mafia" if death.team == "mafia" else "night_town" if death.team else "night_unknown"
            if intent == "night_town" and mind.day == 1 and self.dice.chance(0.6):
                intent = "night_town_first"
            told.append((intent, self.slots(b=death.seat, r=self.role_of(death))))
        else:
            told.append(("night_quiet", {}))
        if mind.day > 1 and self.dice.chance(0.5):
            told.append(self.about_yesterday(yesterday))
            self.dice.chance(0.5)
        intent, slots = told[-1] if len(told) > 1 and self.dice.chance(0.6) else told[0]
        self.add(intent, slots, dress=0.3)
        fallen = mind.death_of(yesterday) if isinstance(yesterday, int) else None
        if (
            intent == "hanged_town"
            and mind.votes.get(mind.day - 1, {}).get(mind.me) == yesterday
            and self.dice.chance(0.5)
        ):
            assert fallen is not None
            self.add("own_mistake", self.slots(b=fallen.seat))
        elif intent.startswith("night_town") and self.dice.chance(0.3):
            self.add_line("mourn", tonight[0].seat)
        elif intent == "hanged_mafia" and fallen is not None and self.dice.chance(0.35):
            self.add_line("triumph", fallen.seat)

    def about_yesterday(self, fallen: object) -> tuple[str, dict[str, str]]:
        mind = self.mind
        day = mind.day - 1
        if not isinstance(fallen, int):
            tie = mind.unlynched.get(day) == "tie"
            return "no_lynch_tie" if tie else "no_lynch", self.days(day)
        death = mind.death_of(fallen)
        assert death is not None
        votes = sum(target == fallen for target in mind.votes.get(day, {}).values())
        slots = self.slots(b=fallen, n=number(votes)) | self.days(day)
        if death.team is None:
            return "night_unknown", slots
        return ("hanged_mafia" if death.team == "mafia" else "hanged_town"), slots | {"r": self.role_of(death)}

    # --- answering ---

    def respond(self) -> None:
        """Answers what was said to me since I last spoke: a result against me first, then accusers, then questions."""
        mind, dice = self.mind, self.dice
        against = [
            t
            for t in mind.toward_me
            if t.speaker in mind.living
            and (
                (t.remark.act in ("accuse", "vote") and t.remark.force > 0.25)
                or (t.remark.act == "result" and t.remark.role == "mafia")
            )
        ]
        asked = [t for t in mind.toward_me if t.remark.act == "ask" and t.speaker in mind.living]
        kind = [t for t in mind.toward_me if t.remark.act == "defend" and t.speaker in mind.living]
        if against:
            self.defend(against)
        elif asked and dice.chance(0.85):
            self.answer(asked[-1].speaker)
        elif kind and dice.chance(0.4):
            self.add("thanks", self.slots(b=kind[-1].speaker))

    def defend(self, against: list[Toward]) -> None:
        mind, dice = self.mind, self.dice
        accusers = list(dict.fromkeys(t.speaker for t in against))
        results = [t for t in against if t.remark.act == "result"]
        by = results[-1].speaker if results else accusers[-1]
        self.mood, self.by = "accused", by
        if results:
            self.add("deny_result", self.slots(b=by))
            self.has_verdict = True
            self.aimed(by)
            return
        if len(accusers) >= 3 and dice.chance(0.7):
            slots = self.slots(b=accusers[-1], c=accusers[-2], n=number(len(accusers)))
            self.add("deny_crowd", slots | {"n_cap": slots["n"].capitalize()})
        elif dice.chance(0.4) and self.add_line("deny", by):
            pass
        else:
            self.add("deny", self.slots(b=by), dress=0.25)
        if (fact := self.fact_for_me(by)) is not None and dice.chance(0.75):
            self.add(*fact)
        elif dice.chance(0.3):
            self.add("mirror", self.slots(b=by))
        target = self.aim.target
        lost = self.is_last and threatened(mind) >= 0.9
        if lost and target is not None and dice.chance(0.6):
            self.has_verdict = self.add("deny_last", self.slots(target))

    def aimed(self, target: Seat) -> None:
        self.aim = Aim(target, self.aim.target, self.aim.chance, self.aim.bus)

    def fact_for_me(self, by: Seat) -> tuple[str, dict[str, str]] | None:
        """Something on record that speaks for me, or against the accuser's judgement."""
        mind = self.mind
        facts: list[tuple[str, dict[str, str]]] = []
        for death in mind.deaths:
            if death.team is None:
                continue
            slots = self.slots(b=by, c=death.seat, r=self.role_of(death))
            voters = mind.votes.get(death.day, {}) if not death.by_night else {}
            if death.team == "mafia" and voters.get(mind.me) == death.seat:
                facts.append(("deny_record", slots))
            if death.team == "town" and voters and voters.get(mind.me) != death.seat and voters.get(by) == death.seat:
                facts.append(("deny_vote", slots))
            if death.team == "town" and any(
                s.speaker == by and s.about == death.seat and s.value > 0.3 for s in mind.stances
            ):
                facts.append(("deny_turn", slots))
        return self.dice.pick(facts) if facts else None

    def answer(self, by: Seat) -> None:
        target = self.aim.target
        if target is None or target == by or (self.mind.day == 1 and self.aim.chance < 0.2 and self.dice.chance(0.3)):
            self.add("answer_none", self.slots(b=by))
        elif self.add("answer", self.slots(target, by)):
            self.has_verdict = True
            self.reason(target)

    # --- claiming ---

    def claim(self, claiming: Claiming) -> None:
        mind = self.mind
        role, against = claiming.role, claiming.against
        if role:
            self.mood, self.by = "claim" if mind.team == "town" else "fake", against
            counter = f"counter_{role}"
            if against is not None and role in POWERS:
                self.add(counter, self.slots(b=against))
                self.has_verdict = True
            else:
                self.add(f"claim_{role}", dress=0.15)
        for seat, is_guilty in claiming.results:
            if against == seat and is_guilty and mind.team == "mafia" and role:
                self.add("result_guilty", self.slots(seat))
                continue
            self.add("result_guilty" if is_guilty else "result_clear", self.slots(seat))
            if is_guilty:
                self.has_verdict = True
                self.aimed(seat)
        if claiming.guarded is not None:
            nights = [night for night, ward in mind.protected.items() if ward == claiming.guarded]
            quiet = any(night in mind.quiet_nights for night in nights) or (
                mind.team == "mafia" and mind.day in mind.quiet_nights
            )
            self.add("guarded_quiet" if quiet else "guarded", self.slots(claiming.guarded))
        if claiming.shot is not None:
            death = mind.death_of(claiming.shot)
            if death is not None and death.team is not None:
                intent = "shot_mafia" if death.team == "mafia" else "shot_town"
                self.add(intent, self.slots(claiming.shot, r=self.role_of(death)))
        elif claiming.unspent and role == "vigilante":
            self.add("shot_none")

    # --- others' words ---

    def react(self) -> None:
        """One word about what another said since I last spoke, the weightiest first."""
        mind = self.mind
        for speaker, heard in reversed(mind.since):
            if speaker in mind.living and self.react_to_claim(speaker, heard):
                return
        for speaker, heard in reversed(mind.since):
            if speaker not in mind.living:
                continue
            for about, value in heard.stances:
                if about == mind.me or about not in mind.living or speaker == about:
                    continue
                if value > 0.3 and self.react_to_accusation(speaker, about):
                    return

    def react_to_claim(self, speaker: Seat, heard: Heard) -> bool:
        mind, dice = self.mind, self.dice
        ours = mind.team == "mafia" and speaker in mind.partners
        for remark in heard.remarks:
            if remark.act == "result" and remark.about not in (None, mind.me) and remark.about in mind.living:
                about = remark.about
                assert about is not None
                if remark.role != "mafia" or has_claimed(mind, "sheriff"):
                    continue
                believes = mind.credit(speaker) > 0.5 if mind.team == "town" else ours or about not in mind.partners
                if mind.team == "mafia" and about in mind.partners:
                    believes = self.aim.bus
                if believes:
                    self.add("follow_result", self.slots(about, speaker), dress=0.2)
                    self.has_verdict = True
                    self.aimed(about)
                else:
                    self.add("doubt_result", self.slots(about, speaker), dress=0.2)
                return True
            if remark.act == "claim" and remark.role in POWERS and dice.chance(0.75):
                rivals = [
                    seat
                    for seat, claim in mind.claims.items()
                    if claim.role == remark.role and seat != speaker and seat in mind.living
                ]
                slots = self.slots(b=speaker, role=remark.role)
                if rivals and mind.me in rivals:
                    return False
                if rivals and len(rivals) >= mind.cast.get(remark.role, 1):
                    self.add("torn_claims", slots | self.slots(c=rivals[0]))
                elif ours:
                    return False
                elif believed(mind, speaker) > 0.6 and not is_credible_power(mind, speaker):
                    self.add("doubt_claim", slots)
                    self.has_verdict = self.aim.target == speaker
                elif is_credible_power(mind, speaker):
                    self.add("believe_claim", slots, dress=0.2)
                else:
                    return False
                return True
        return False

    def react_to_accusation(self, speaker: Seat, about: Seat) -> bool:
        mind, dice = self.mind, self.dice
        own_before = mind.today.get(mind.me, {}).get(about, 0.0)
        if about == self.aim.target and speaker not in mind.partners and own_before <= 0.2:
            if not dice.chance(0.55):
                return False
            self.has_verdict = self.add("agree", self.slots(about, speaker), dress=0.2)
            return self.has_verdict
        if mind.team == "mafia" and about in mind.partners:
            if about != doomed_partner(mind) and dice.chance(0.4):
                self.mood, self.by = "partner_hot", about
                return self.add("unconvinced", self.slots(about, speaker))
            return False
        if own_before > 0.2 or mind.certain.get(about) == "mafia":
            return False
        likes = believed(mind, about) < -0.6 or (mind.certain.get(about) == "town" and self.may_tell(about))
        if likes and dice.chance(0.35 + mind.temper.opposes):
            return self.add("disagree", self.slots(about, speaker), dress=0.15)
        if believed(mind, about) < 0.3 and dice.chance(0.5 * mind.temper.opposes):
            return self.add("unconvinced", self.slots(about, speaker))
        return False

    def may_tell(self, seat: Seat) -> bool:
        """Whether certainty about somebody may show: not what only a hidden sheriff knows, unless told already."""
        return seat not in self.mind.investigated or has_claimed(self.mind, "sheriff")

    # --- one's own case ---

    def make_case(self, room: int) -> None:
        mind, dice = self.mind, self.dice
        target = self.aim.target
        if target is None or (self.has_verdict and len(self.sentences) >= room):
            return
        blank = mind.day == 1 and not mind.order and self.aim.chance < 0.6
        if blank and dice.chance(0.6):
            self.add("start", dress=0.25)
            return
        if self.has_verdict:
            if dice.chance(0.5):
                self.reason(target)
            return
        if self.is_last and dice.chance(0.25) and len(mind.living) <= 2 * mind.hidden_left() + 2:
            n = number(len(mind.living))
            self.add("stakes", {"n": n, "n_cap": n.capitalize()})
        reason_first = dice.chance(0.5)
        if reason_first:
            self.reason(target)
        elif dice.chance(0.4):
            self.add_line("accuse" if self.aim.chance > 0.35 else "doubt", target)
        if not (self.is_last and dice.chance(0.45)):
            self.verdict(target)
        if not reason_first:
            self.reason(target)

    def verdict(self, target: Seat) -> None:
        mind, dice = self.mind, self.dice
        own = mind.today.get(mind.me, {})
        last = next((s for s in reversed(mind.stances) if s.speaker == mind.me and s.value > 0.3), None)
        slots = self.slots(target)
        if own.get(target, 0.0) > 0.2:
            intent = "still"
        elif last is not None and last.about != target and last.about in mind.living and dice.chance(0.5):
            intent, slots = "switch", self.slots(target, last.about)
        elif self.aim.chance >= 0.45 or (self.aim.chance >= 0.3 and dice.chance(0.5)):
            intent = "verdict"
        else:
            intent = "verdict_mild" if mind.day <= 2 or dice.chance(0.5) else "verdict"
        self.has_verdict = self.add(intent, slots | {"noun": dice.pick(NOUNS)}, dress=0.25)

    def reason(self, target: Seat) -> bool:
        """The weightiest ground that may be told and has not been worn out."""
        mind = self.mind
        grounds = [g for g in mind.cases[target].against() if self.may_say(g, target)]
        if not grounds:
            return False
        scored = []
        for ground in grounds[:6]:
            told = self.told_today(target, ground.other)
            scored.append((ground.weight - 0.35 * told + 0.15 * self.dice.below(100) / 100, ground))
        ground = max(scored, key=lambda item: (item[0], item[1].kind))[1]
        return self.add(f"g_{ground.kind}", self.of_ground(target, ground), dress=0.2)

    def may_say(self, ground: Ground, target: Seat) -> bool:
        mind = self.mind
        if ground.other == mind.me or ground.weight < 0.04:
            return False
        if ground.kind == "own_result":
            return has_claimed(mind, "sheriff")
        if ground.kind == "claims_mine":
            return has_claimed(mind, mind.role)
        if ground.kind in ("accused_by", "result") and (
            ground.other not in mind.living or ground.other in mind.partners
        ):
            return False
        if ground.kind == "echo":
            return ground.day == mind.day
        return True

    def told_today(self, a: Seat, b: Seat | None) -> int:
        """How often the two were named together today, so that a fact is not chewed by everybody."""
        if b is None:
            return 0
        return sum(1 for _, heard in self.mind.since if a in heard.named and b in heard.named)

    # --- the end of a speech ---

    def close(self, room: int) -> None:
        mind, dice = self.mind, self.dice
        target = self.aim.target
        if self.is_last and target is not None and (not self.has_verdict or dice.chance(0.85)):
            self.call_vote(target)
            return
        if len(self.sentences) >= room + 1:
            return
        if not self.is_last and dice.chance(0.5):
            self.ask()
        elif dice.chance(0.25) and (friend := trusted(mind)) not in (None, target):
            self.speak_up(friend)

    def speak_up(self, friend: Seat) -> None:
        if self.dice.chance(0.4):
            self.add_line("trust", friend)
        self.add("trust", self.slots(friend))

    def call_vote(self, target: Seat) -> None:
        mind, dice = self.mind, self.dice
        heat = mind.heat()
        heat.pop(mind.me, None)
        crowd = max(heat, key=lambda seat: heat[seat], default=None)
        fellows = [
            seat for seat, vote in mind.declared.items() if vote == target and seat != mind.me and seat in mind.living
        ]
        if dice.chance(0.3):
            self.add_line("vote", target)
        if fellows and mind.today.get(mind.me, {}).get(target, 0.0) <= 0.2 and dice.chance(0.6):
            self.add("vote_join", self.slots(target, fellows[-1]))
        elif (
            crowd is not None
            and crowd != target
            and heat[crowd] >= 2.0
            and crowd not in mind.partners
            and dice.chance(0.6)
        ):
            self.add("vote_break", self.slots(target, crowd))
        else:
            self.add("vote_call", self.slots(target), dress=0.15)

    def ask(self) -> None:
        mind, dice = self.mind, self.dice
        target = self.aim.target
        silent = [seat for seat in mind.others() if seat not in mind.partners and mind.speeches.get(seat, 0) == 0]
        if target is not None and dice.chance(0.4):
            whom = target
        elif silent and mind.order:
            whom = dice.pick(silent)
        else:
            whom = dice.pick([seat for seat in mind.others() if seat not in mind.partners] or mind.others())
        self.asked = whom
        day = mind.day - 1
        vote = mind.votes.get(day, {}).get(whom)
        death = mind.death_of(vote) if vote is not None else None
        if vote is not None and vote != mind.me and (death is None or death.team != "mafia") and dice.chance(0.5):
            self.add("ask_why_vote", self.slots(whom, vote) | self.days(day))
        elif dice.chance(0.35):
            self.add_line("ask", whom)
        else:
            others = [seat for seat in mind.others() if seat != whom]
            slots = self.slots(whom, dice.pick(others)) if others else self.slots(whom)
            self.add("ask", slots)

    def decorate(self, room: int) -> None:
        """Now and then a phrase that is the character's own."""
        if len(self.sentences) > room or not self.dice.chance(0.35 * self.mind.temper.asides):
            return
        if (phrase := self.tongue.phrase()) is not None:
            self.sentences.insert(self.dice.below(2) * len(self.sentences), phrase)


NOUNS = (
    "teapot",
    "bishop",
    "turnip",
    "sofa",
    "weathervane",
    "ballet dancer",
    "goldfish",
    "lighthouse",
    "pudding",
    "harp",
)
