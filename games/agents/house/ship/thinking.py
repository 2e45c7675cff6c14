"""The private thought that goes with an answer aboard: the real reasoning, short, often at odds with what is said."""

from games.agents.house.ship.memory import Mind
from games.agents.house.ship.talking import Item, place
from games.agents.house.wording import Tongue
from games.engine.dice import Dice
from games.engine.events import Seat


class Thinking:
    """Puts what a player on the ship really thinks into a sentence."""

    def __init__(self, mind: Mind, dice: Dice) -> None:
        self.mind = mind
        self.tongue = Tongue(mind.sheet, mind.names, set(), dice)
        self.dice = dice
        self.turn = mind.tick + mind.polls

    def put(self, intent: str, a: Seat | None = None, b: Seat | None = None, **more: str) -> str:
        """A thought about {a} and {b}."""
        slots = {slot: self.mind.names[seat] for slot, seat in (("a", a), ("b", b)) if seat is not None} | more
        pattern = self.tongue.muse(intent, frozenset(slots), self.turn)
        return pattern.say(slots, self.dice) if pattern is not None else "Wait and see."

    def of_bid(self, items: list[Item], chances: dict[Seat, float], vote: Seat | str | None) -> str:
        """The thought behind a bid."""
        mind = self.mind
        if vote is not None:
            return self.of_vote(vote if isinstance(vote, int) else None, chances)
        first = items[0] if items else None
        if mind.team != "crew":
            return self._of_impostor(first)
        if first is not None and first.intent in ("m_saw_kill", "m_saw_vent"):
            return self.put("tm_sure", first.a)
        if first is not None and first.intent in ("m_deny", "m_deny_kill") and first.b is not None:
            return self.put("tm_accused_crew", None, first.b)
        if first is None:
            return self.put("tm_listen")
        return self._of_suspicion(chances)

    def _of_suspicion(self, chances: dict[Seat, float]) -> str:
        top = max(chances, key=lambda seat: chances[seat], default=None)
        if top is None or chances[top] < 1.3 / max(1, len(chances)):
            return self.put("tm_lost")
        return self.put("tm_suspect", top, p=str(round(100 * chances[top])))

    def _of_impostor(self, first: Item | None) -> str:
        mind = self.mind
        if first is None:
            return self.put("tm_quiet")
        if first.intent in ("m_deny", "m_deny_kill", "m_counter"):
            return self.put("tm_accused", None, first.b if first.b is not None else first.a)
        if first.a in mind.partners:
            return self.put("tm_partner", first.a)
        if first.intent in ("m_suspect", "m_follow", "m_at_scene", "m_ask"):
            return self.put("tm_frame", first.a)
        if first.intent == "m_alibi" and mind.track and first.room != mind.track[-1][1] and first.room is not None:
            return self.put("tm_lie", room=place(first.room))
        return self.put("tm_quiet")

    def of_vote(self, target: Seat | None, chances: dict[Seat, float]) -> str:
        """The thought behind a vote."""
        mind = self.mind
        if mind.team == "crew":
            if target is None:
                return self.put("tm_vote_skip")
            return self.put("tm_vote", target, p=str(round(100 * chances.get(target, 0.0))))
        if target is None:
            return self.put("tm_vote_hide")
        return self.put("tm_vote_partner" if target in mind.partners else "tm_vote_impostor", target)

    def of_reaction(self) -> str:
        """The thought when the votes are in."""
        mind = self.mind
        last = mind.history[-1] if mind.history else None
        if last is None or last.seat is None:
            return self.put("tm_reaction_none")
        if last.seat == mind.me:
            return self.put("tm_ejected")
        if mind.team != "crew":
            return self.put("tm_reaction_sad" if last.seat in mind.partners else "tm_reaction_glad", last.seat)
        return self.put("tm_reaction_wrong" if last.team == "crew" else "tm_reaction_right", last.seat)

    def of_keeping(self) -> str:
        return self.put("tm_keep")
