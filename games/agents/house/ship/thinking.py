"""The private thought that goes with an answer aboard: the last word heard, and whom the player suspects and why.

Law: a thought says nothing that the mind does not hold, and it is worked out last, when the orders, words and votes are
settled: it is no other game for it. Its patterns come in turn, counted by what was heard (Tongue.muse), so that none
comes again before all that fit have come; for that, what is thought often is split by what brought it on.

(Long, because it is one question, what to think of this, asked of every order, word and vote that there is.)
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from games.agents.house.settling import percent, settled, total, without
from games.agents.house.ship.hunting import AFTER
from games.agents.house.ship.judging import LATELY, Cases, Ground, is_alone_with
from games.agents.house.ship.leaning import AGAINST, after
from games.agents.house.ship.memory import Claim, Mind, Sight, Word
from games.agents.house.ship.talking import Item, place, scapegoat
from games.agents.house.ship.walking import Plan
from games.agents.house.speaking.wording import Tongue, number
from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.ship.chart import CAFETERIA, Room, distance

_FIRST: Final = re.compile(r"(?<=[.?!] )[a-z]")
Chances = Mapping[Seat, float]
LONG: Final = 24  # words; what is longer is not thought in one go
STANDS_OUT: Final = 1.3  # times the chance of any, and somebody is suspected
DOUBT: Final = 1.1  # times the chance of any, and what somebody says is doubted
SURE: Final = 0.9
WEAK: Final = 0.4
SLIGHT: Final = 0.1  # what weighs less is no reason
CLOSE: Final = 0.6  # of the first suspect's chance, and there is a second
GRAVE: Final = ("killed", "vented")
FOR: Final = ("clear", "vouch", "trust")
# The ground that a claim of somebody about somebody makes (judging.py).
TOLD: Final = {
    "killed": "told_kill",
    "vented": "told_vent",
    "suspect": "told_suspect",
    "clear": "told_clear",
    "vouch": "told_vouch",
}


class Thinking:
    """Puts what a player on the ship really thinks into a sentence or two."""

    def __init__(self, mind: Mind, dice: Dice) -> None:
        self.mind = mind
        self.tongue = Tongue(mind.sheet, mind.names, set(), dice)
        self.dice = dice
        self.tongue.seat = mind.me
        self.turn = mind.looks + mind.polls  # how often I was asked, more or less

    def put(self, intent: str, a: Seat | None = None, b: Seat | None = None, c: Seat | None = None, **more: str) -> str:
        """A thought about {a}, {b} and {c}, the next in turn of its intent."""
        return self._put(self.turn, intent, a, b, c, more)

    def _put(
        self, turn: int, intent: str, a: Seat | None, b: Seat | None, c: Seat | None, more: Mapping[str, str]
    ) -> str:
        names = self.mind.names
        slots = dict(more)
        if a is not None:
            slots["a"] = names[a]
        if b is not None:
            slots["b"] = names[b]
        if c is not None:
            slots["c"] = names[c]
        pattern = self.tongue.muse(intent, frozenset(slots), turn)
        if pattern is None:
            return "Wait and see."
        text = pattern.say(slots, self.dice)
        # A room or a task may begin a sentence; names are capitals anyhow.
        return _FIRST.sub(lambda found: found[0].upper(), text) if more else text

    # --- aboard ---

    def of_plan(self, plan: Plan) -> str:
        """The thought that goes with orders."""
        more = {"task": plan.task} if plan.task else {}
        if plan.room is not None:
            more["room"] = place(plan.room)
        match plan.thought:
            case "w_task":
                return self._of_work(plan, more)
            case "w_count" if (last := self.mind.last.get(plan.seat if plan.seat is not None else -1)) is not None:
                return self.put("w_count_last", plan.seat, room=place(last.room))
            case "h_hunt":
                return self._of_a_hunt(plan, more)
            case "h_blend" if (victim := self._fresh_kill()) is not None:
                return self.put("h_blend_after", victim, None, None, **more)
        return self.put(plan.thought, plan.seat, None, None, **more)

    def _of_work(self, plan: Plan, more: dict[str, str]) -> str:
        mind = self.mind
        company = [seat for seat in mind.company if seat in mind.living]
        if len(mind.tasks) == 1:
            return self.put("w_task_last", None, None, None, **more)
        if len(company) == 1 and self.turn % 2:
            return self.put("w_task_with", company[0], None, None, **more)
        return self.put("w_task_here" if plan.room == mind.room else "w_task", None, None, None, **more)

    def _of_a_hunt(self, plan: Plan, more: dict[str, str]) -> str:
        mind = self.mind
        if plan.room == mind.room:
            return self.put("h_hunt_here", None, None, None, **more)
        crew = sorted(mind.living - mind.found - mind.partners - {mind.me})
        seen = [sight for seat in crew if (sight := mind.last.get(seat)) is not None and sight.room == plan.room]
        prey = next((sight.seat for sight in seen if sight.tick >= mind.tick - LATELY), None)
        return self.put("h_hunt" if prey is None else "h_hunt_prey", prey, None, None, **more)

    def _fresh_kill(self) -> Seat | None:
        """Whom I killed only just now."""
        mind = self.mind
        deed = mind.my_kills[-1] if mind.my_kills else None
        is_fresh = deed is not None and deed.tick >= max(mind.shift_began, mind.tick - AFTER)
        return deed.victim if deed is not None and is_fresh else None

    # --- in a meeting ---

    def of_bid(self, items: Sequence[Item], cases: Cases, chances: Chances, vote: Seat | str | None) -> str:
        """The thought behind a bid: what I make of the last word, and where I stand."""
        if vote is not None:
            return self.of_vote(vote if isinstance(vote, int) else None, cases, chances)
        mind = self.mind
        self.turn = mind.polls
        is_crew = mind.team == "crew"
        if is_crew and (swayed := self._swayed(cases, chances)) is not None:
            return swayed
        heard = self._heard_by_crew(cases, chances) if is_crew else self._heard_by_impostor()
        # Now and then what was just said is all there is to think of.
        if mind.word is not None and self._form % 4 == 0:
            return heard
        stand = self._stand_of_crew(items, cases, chances) if is_crew else self._stand_of_impostor(items)
        if not heard or not stand:
            return heard or stand
        both = f"{heard} {stand}"
        return both if both.count(" ") < LONG else heard

    @property
    def _form(self) -> int:
        """A number that tells this seat from the others, and this poll from the one before."""
        return self.turn + self.mind.me

    def _put_of_word(
        self, intent: str, a: Seat | None = None, b: Seat | None = None, c: Seat | None = None, **more: str
    ) -> str:
        """A thought about the last word, in turn with those of its kind."""
        times = self.mind.times[self.mind.word.kind] if self.mind.word is not None else 0
        return self._put(times, intent, a, b, c, more)

    def _heard_by_crew(self, cases: Cases, chances: Chances) -> str:
        mind, word = self.mind, self.mind.word
        if word is None:
            return self._of_the_call()
        if word.by is None:
            return self._put_of_word("tr_silence")
        if word.by == mind.me:
            return self._put_of_word("tr_mine")
        claim = word.chief
        if claim is not None and mind.me in (claim.about, claim.other):
            return self._of_me(claim)
        if (of_alibi := self._of_an_alibi(word)) is not None and (claim is None or claim.kind not in GRAVE):
            return of_alibi
        if claim is None or claim.about == word.by:
            return self._of_nothing(word.by)
        if claim.kind == "self":
            return self._put_of_word("tr_alibi", None, word.by, room=place(claim.room or CAFETERIA))
        if claim.about is None or claim.about not in chances:
            return self._put_of_word("tr_other", None, word.by)
        return self._of_another(claim, claim.about, cases, chances)

    def _of_the_call(self) -> str:
        """What a meeting begins with."""
        mind = self.mind
        if mind.caller == mind.me:
            if mind.body is not None:
                return self.put("tr_my_find", None, mind.body, room=place(mind.scene or CAFETERIA))
            return self.put("tr_my_call")
        if not mind.victims:
            return self.put("tr_call", None, mind.caller)
        victim = mind.body if mind.body is not None else mind.victims[0]
        last = mind.last.get(victim)
        if last is not None:
            alone = next((seat for seat in mind.others if is_alone_with(mind, seat, victim)), None)
            if alone is not None:
                return self.put("tr_dead_with", alone, victim, room=place(last.room))
            return self.put("tr_dead_seen", None, victim, room=place(last.room))
        return self.put("tr_dead", None, victim)

    def _of_me(self, claim: Claim) -> str:
        """Somebody said something of me."""
        by = claim.speaker
        if claim.kind in ("killed", "vented"):
            return self._put_of_word("tr_me_grave", None, by)
        if claim.kind in FOR:
            return self._put_of_word("tr_me_for", None, by)
        if claim.kind in ("saw", "with") and claim.room is not None:
            was_there = claim.room in self._my_rooms()
            return self._put_of_word(f"tr_me_seen_{'so' if was_there else 'not'}", None, by, room=place(claim.room))
        return self._put_of_word("tr_me_asked" if claim.kind == "ask" else "tr_me", None, by)

    def _my_rooms(self) -> set[Room]:
        """Where I was in this shift, which began in the cafeteria."""
        return {CAFETERIA, *(room for _, room in self.mind.track)}

    def _of_an_alibi(self, word: Word) -> str | None:
        """An alibi of which I know something: I saw the speaker there, or elsewhere, or was there and saw nobody."""
        mind = self.mind
        room = next((claim.room for claim in word.claims if claim.kind == "self"), None)
        if room is None or word.by is None:
            return None
        seen = mind.sights_of(word.by, mind.tick - LATELY)
        if any(sight.room == room for sight in seen):
            return self._put_of_word("tr_alibi_holds", None, word.by, room=place(room))
        if seen and (elsewhere := self._elsewhere(seen, room)) is not None:
            return self._put_of_word("tr_alibi_broken", None, word.by, room=place(room), seen=place(elsewhere))
        if room == mind.scene:
            return self._put_of_word("tr_alibi_scene", None, word.by, room=place(room))
        lately = {where for tick, where in mind.track if tick >= mind.tick - LATELY}
        if room in lately and not any(sight.room == room for sight in mind.sights_of(word.by)):
            return self._put_of_word("tr_alibi_missed", None, word.by, room=place(room))
        return None

    def _elsewhere(self, seen: Sequence[Sight], room: Room) -> Room | None:
        """Where I saw somebody from whence nobody walks to that room in time."""
        far = all(distance(sight.room, room) > self.mind.tick - sight.tick + 1 for sight in seen)
        return seen[-1].room if far else None

    def _of_nothing(self, by: Seat) -> str:
        """Words that say nothing of anybody."""
        mind = self.mind
        if mind.t == 1 and by == mind.caller and mind.body is not None:
            return self._put_of_word("tr_find", None, by, room=place(mind.scene or CAFETERIA))
        return self._put_of_word("tr_empty", None, by)

    def _of_another(self, claim: Claim, about: Seat, cases: Cases, chances: Chances) -> str:
        """What somebody said of somebody else among the living, by what I know and how far I trust the speaker."""
        mind, by = self.mind, claim.speaker
        is_doubted = chances.get(by, 0.0) > settled(DOUBT * total(chances.values()) / max(1, len(chances)))
        top = _top(chances)
        how = "doubt" if is_doubted else "believe"
        known = about in mind.proved
        if claim.kind in ("saw", "with") and claim.room is not None:
            return self._of_a_sight(claim, about, claim.room)
        if claim.kind in FOR:
            how = "known" if known else "top" if about == top else how
            return self._put_of_word(f"tr_for_{how}", about, by)
        if claim.kind == "ask":
            return self._put_of_word("tr_ask_top" if about == top else "tr_ask", about, by)
        if claim.kind in GRAVE:
            mine = any(deed.seat == about for deed in mind.deeds)
            return self._put_of_word(f"tr_grave_{'saw' if mine else 'known' if known else how}", about, by)
        if known:
            return self._put_of_word("tr_sus_known", about, by)
        wrong = next((g.other for g in cases.get(by, ()) if g.kind == "voted_wrong"), None)
        if wrong is not None and self._form % 2:
            return self._put_of_word("tr_sus_erred", about, by, wrong)
        if about in after(mind, by):
            return self._put_of_word("tr_sus_back", about, by)
        others = len(after(mind, about))
        if others > 2 and about != top:
            return self._put_of_word("tr_sus_crowd", about, by, n=number(others))
        return self._put_of_word(f"tr_sus_{'same' if about == top else how}", about, by)

    def _of_a_sight(self, claim: Claim, about: Seat, room: Room) -> str:
        mind, by = self.mind, claim.speaker
        if any(sight.room == room for sight in mind.sights_of(about)):
            return self._put_of_word("tr_seen_same", about, by, room=place(room))
        return self._put_of_word("tr_seen_scene" if room == mind.scene else "tr_seen", about, by, room=place(room))

    # --- where the crew stands ---

    def _stand_of_crew(self, items: Sequence[Item], cases: Cases, chances: Chances) -> str:
        mind = self.mind
        deed = next((deed for deed in reversed(mind.deeds) if deed.seat in chances), None)
        if deed is not None:
            intent = "tm_sure_vent" if deed.victim is None else "tm_sure_kill"
            return self.put(intent, deed.seat, deed.victim, room=place(deed.room))
        top = _top(chances)
        if top is None or not _stands_out(top, chances):
            return self.put("tm_lost")
        if self.mind.word is not None and self._form % 3 == 0:
            second = _second(chances, top)
            if second is not None and chances[second] >= settled(CLOSE * chances[top]):
                return self.put("tm_second", top, None, second)
        why = self.why(top, cases, chances)
        is_enough = mind.word is not None and self._form % 3 == 1 and mind.names[top] in why
        return why if is_enough else f"{self._lead(top, chances)} {why}"

    def _lead(self, top: Seat, chances: Chances) -> str:
        p = chances[top]
        intent = "tm_lead_sure" if p >= SURE else "tm_lead_weak" if p < WEAK else "tm_lead"
        return self.put(intent, top, p=str(percent(p)))

    def _swayed(self, cases: Cases, chances: Chances) -> str | None:
        """That the last word has moved me from one name to another, and why, where it has."""
        mind, word = self.mind, self.mind.word
        if word is None or word.by == mind.me or not any(claim.kind in TOLD for claim in word.claims):
            return None
        moved = dict(chances)
        earlier = mind.claims[: len(mind.claims) - len(word.claims)]
        for claim in word.claims:
            if claim.about in moved and claim.kind in TOLD and claim not in earlier:
                told = next((g for g in cases[claim.about] if (g.kind, g.other) == (TOLD[claim.kind], word.by)), None)
                if told is not None:
                    moved[claim.about] = without(moved[claim.about], told.weight)
        before, top = _top(moved), _top(chances)
        if before is None or top is None or before == top or not _stands_out(top, chances):
            return None
        if before == word.by:
            return self.put("tm_moved_oddly", top, word.by)
        return self.put("tm_moved", top, word.by, before)

    def why(self, seat: Seat, cases: Cases, chances: Chances) -> str:
        """Why this seat, in a note to oneself: the heaviest ground, or the second where it is not much lighter."""
        grounds = [ground for ground in cases[seat] if ground.weight > SLIGHT]
        if len(grounds) > 1:
            grounds.sort(key=lambda ground: -ground.weight)
        voices = [ground for ground in grounds if ground.kind == "told_suspect"]
        grounds = [ground for ground in grounds[:2] if settled(ground.weight * 3) > grounds[0].weight]
        if len(voices) > 1 and grounds[0].kind == "told_suspect" and self._form % 2:
            return self.put("tw_voices", seat, n=number(len(voices)))
        if not grounds:
            spoken_for = any(ground.weight < -SLIGHT for other in chances if other != seat for ground in cases[other])
            return self.put("tw_left" if spoken_for else "tw_nothing", seat)
        return self._note(seat, grounds[self._form % len(grounds)])

    def _note(self, seat: Seat, ground: Ground) -> str:
        other = ground.other if ground.other != self.mind.me else None
        more = {"room": place(ground.room)} if ground.room is not None else {}
        return self.put(f"tw_{ground.kind}", seat, other, None, **more)

    # --- what an impostor makes of it ---

    def _heard_by_impostor(self) -> str:
        mind, word = self.mind, self.mind.word
        if word is None:
            return self._of_the_call_as_impostor()
        if word.by is None:
            return self._put_of_word("ti_silence")
        if word.by == mind.me:
            return self._put_of_word("ti_mine")
        claim = word.chief
        if claim is not None and mind.me in (claim.about, claim.other):
            return self._of_me_as_impostor(claim)
        if word.by in mind.partners:
            return self._of_a_partners_word(word.by, claim)
        room = next((each.room for each in word.claims if each.kind == "self"), None)
        if room is not None and room == self._my_claim():
            return self._put_of_word("ti_alibi_clash", None, word.by, room=place(room))
        if claim is None or claim.about == word.by or (claim.about is not None and claim.about not in mind.living):
            return self._put_of_word("ti_empty", None, word.by)
        if claim.about is None:
            intent = "ti_alibi_scene" if room == mind.scene else "ti_alibi"
            return self._put_of_word(intent, None, word.by, room=place(room or CAFETERIA))
        against = claim.kind in AGAINST or claim.kind in ("saw", "with", "ask")
        mate = claim.about if claim.about in mind.partners else claim.other if claim.other in mind.partners else None
        if mate is not None:
            how = "cleared" if not against else "named" if claim.kind in AGAINST else "seen"
            return self._put_of_word(f"ti_mate_{how}", mate, word.by)
        if claim.kind in ("saw", "with", "ask"):
            return self._put_of_word(f"ti_{'asks' if claim.kind == 'ask' else 'seen'}", claim.about, word.by)
        return self._put_of_word("ti_gift" if against else "ti_cleared", claim.about, word.by)

    def _of_the_call_as_impostor(self) -> str:
        mind = self.mind
        if mind.caller == mind.me and mind.body is not None:
            return self.put("ti_my_find", None, mind.body, room=place(mind.scene or CAFETERIA))
        mine = next((deed for deed in reversed(mind.my_kills) if deed.victim in mind.victims), None)
        if mine is not None:
            return self.put("ti_dead_mine", None, mine.victim, room=place(mine.room))
        if mind.caller == mind.me:
            return self.put("ti_my_call")
        return self.put("ti_dead", None, mind.victims[0]) if mind.victims else self.put("ti_call", None, mind.caller)

    def _of_me_as_impostor(self, claim: Claim) -> str:
        mind, by = self.mind, claim.speaker
        if by in mind.partners:
            return self._put_of_word("ti_mate_for_me" if claim.kind in FOR else "ti_mate_feints", None, by)
        if claim.kind in FOR:
            return self._put_of_word("ti_me_for", None, by)
        if claim.kind in ("saw", "with") and claim.room is not None:
            return self._put_of_word("ti_me_seen", None, by, room=place(claim.room))
        if claim.kind == "ask":
            return self._put_of_word("ti_me_asked", None, by)
        return self._put_of_word("ti_me_grave" if claim.kind in GRAVE else "ti_me", None, by)

    def _of_a_partners_word(self, by: Seat, claim: Claim | None) -> str:
        if claim is not None and claim.about in self.mind.suspects and claim.kind in AGAINST:
            return self._put_of_word("ti_mate_works", claim.about, by)
        return self._put_of_word("ti_mate_speaks", None, by)

    def _my_claim(self) -> Room | None:
        """Where I say that I was."""
        said = (c.room for c in reversed(self.mind.claims) if c.speaker == self.mind.me and c.kind == "self")
        return next(said, None)

    def _lie(self) -> Room | None:
        """Where I say that I was, and was not."""
        room = self._my_claim()
        return room if room is not None and room not in self._my_rooms() else None

    def _stand_of_impostor(self, items: Sequence[Item]) -> str:
        mind = self.mind
        first = items[0] if items else None
        if first is not None and first.intent == "m_suspect" and first.a in mind.partners:
            return self.put("tm_partner", first.a)
        ready = first.room if first is not None and first.intent == "m_alibi" else None
        if ready is not None and ready not in self._my_rooms():
            return self.put("tm_lie_ready", room=place(ready))
        if (lie := self._lie()) is not None and self._form % 3 == 0:
            return self.put("tm_lie", room=place(lie))
        goat = scapegoat(mind) if first is not None or self._form % 2 else None
        if goat is not None:
            return self.put("tm_frame", goat)
        mates = [seat for seat in sorted(mind.partners) if seat in mind.living]
        return self.put("tm_quiet") if mates else self.put("tm_alone")

    # --- votes, and after them ---

    def of_vote(self, target: Seat | None, cases: Cases, chances: Chances) -> str:
        """The thought behind a vote."""
        mind = self.mind
        self.turn = mind.polls
        if mind.team != "crew":
            if target is None:
                return self.put("tm_vote_hide")
            return self.put("tm_vote_partner" if target in mind.partners else "tm_vote_impostor", target)
        top = _top(chances)
        if target is None:
            if top is None or not _stands_out(top, chances):
                return self.put("tm_vote_skip")
            return self.put("tm_vote_not_enough", top, p=str(percent(chances[top])))
        if top is not None and top != target:
            return self.put("tm_vote_follow", target, top)
        vote = self.put("tm_vote", target, p=str(percent(chances.get(target, 0.0))))
        return f"{vote} {self.why(target, cases, chances)}"

    def of_reaction(self) -> str:
        """The thought when the votes are in."""
        mind = self.mind
        self.turn = mind.meeting
        last = mind.history[-1] if mind.history else None
        votes = dict(last.votes) if last is not None else {}
        against_me = [seat for seat, target in sorted(votes.items()) if target == mind.me]
        side = "tm" if mind.team == "crew" else "ti"
        if last is None or last.seat is None:
            if against_me:
                return self.put(f"{side}_out_nobody_me", None, against_me[0], n=number(len(against_me)))
            return self.put(f"{side}_out_nobody")
        if last.seat == mind.me:
            return self.put(f"{side}_ejected", n=number(len(against_me)))
        if mind.team != "crew":
            return self.put("ti_out_partner" if last.seat in mind.partners else "ti_out_crew", last.seat)
        is_mine = votes.get(mind.me) == last.seat
        if last.team is None:
            return self.put("tm_out_unknown", last.seat)
        if last.team != "crew":
            return self.put("tm_out_right_mine" if is_mine else "tm_out_right", last.seat)
        pusher = next(iter(after(mind, last.seat)), None)
        if is_mine:
            return self.put("tm_out_wrong_mine", last.seat)
        return self.put("tm_out_wrong" if pusher is None else "tm_out_wrong_pushed", last.seat, pusher)

    def of_keeping(self, chances: Chances) -> str:
        """The thought over one's notes at the end of a meeting."""
        mind = self.mind
        self.turn = mind.meeting
        if mind.team != "crew":
            if (lie := self._lie()) is not None:
                return self.put("tm_keep_lie", room=place(lie))
            goat = scapegoat(mind)
            return self.put("tm_keep_goat", goat) if goat is not None else self.put("tm_keep")
        top = _top(chances)
        if top is None or not _stands_out(top, chances):
            return self.put("tm_keep")
        return self.put("tm_keep_top", top, p=str(percent(chances[top])))

    # --- among the dead ---

    def of_a_ghost(self, about: Seat | None) -> str:
        """The thought that goes with a word among the dead; `about` is who is on a ghost's mind."""
        mind = self.mind
        last = mind.chat[-1].seat if mind.chat else mind.me
        if last != mind.me and self.turn % 3 == 0:
            return self.put("gh_thought_chat", None, last)
        if mind.team != "crew":
            return self.put("gh_thought_impostor", about) if about is not None else self.put("gh_thought_lost")
        if about is None:
            return self.put("gh_thought")
        mine = any(deed.victim == mind.me and deed.seat == about for deed in mind.deeds)
        return self.put("gh_thought_mine" if mine and self.turn % 2 else "gh_thought_of", about)


def _top(chances: Chances) -> Seat | None:
    return max(chances, key=lambda seat: chances[seat], default=None)


def _stands_out(seat: Seat, chances: Chances) -> bool:
    return chances[seat] >= settled(STANDS_OUT / max(1, len(chances)))


def _second(chances: Chances, top: Seat) -> Seat | None:
    return max((seat for seat in chances if seat != top), key=lambda seat: chances[seat], default=None)
