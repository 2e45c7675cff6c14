"""Scenes on the ship: roles are known, a test says who does what, and whoever it does not name waits."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.events import Event, Seat
from games.engine.moderator import Moderator
from games.engine.ruleset import Ruleset
from games.engine.ship.chart import next_step
from games.engine.table import EVERYONE, Deal, Entry
from tests.games.engine.scenes import NAMES

Orders = str | Sequence[str]
SHORT = {"I": "impostor", "C": "crewmate"}


class ShipScene:
    """A game of Glass Box with known roles, one letter a seat ("ICCCC"), played tick by tick.

    Whatever needs no waiting is possible from the first tick, unless the test says otherwise.
    """

    def __init__(
        self, rules: Ruleset[Any], roles: str, *, seed: str = "scene", revision: int | None = None, **options: Any
    ) -> None:
        soon = {"first_kill": 1, "emergency_cooldown": 1, "first_sabotage": 1, "orders": 5}
        given = {"impostors": roles.count("I"), **soon, **options}
        deal = Deal(NAMES[: len(roles)], tuple(rules.role_named(SHORT[each]) for each in roles))
        self.moderator = Moderator(rules, rules.options_from(given, len(roles)), deal, seed, revision=revision)

    # --- playing ---

    def tick(self, orders: Mapping[Seat, Orders] | None = None) -> "ShipScene":
        """One tick: who is asked and not named waits."""
        orders = dict(orders or {})
        assert self.kinds_asked() == {"act"}, f"nobody is on the ship: {self.said()[-3:]}"
        for seat in tuple(self.moderator.pending):
            order = orders.pop(seat, "wait")
            self.moderator.answer(seat, {"orders": [order] if isinstance(order, str) else list(order)})
        assert not orders, f"not asked: {orders}"
        return self

    def ticks(self, count: int) -> "ShipScene":
        """So many ticks in which nobody does anything."""
        for _ in range(count):
            self.tick()
        return self

    def walk(self, goals: Mapping[Seat, str]) -> "ShipScene":
        """Ticks until these seats are in these rooms, on shortest ways; the others wait."""
        while moves := {seat: goal for seat, goal in goals.items() if self.room(seat) != goal}:
            self.tick({seat: f"move {next_step(self.room(seat), goal)}" for seat, goal in moves.items()})
        return self

    def bid(self, bids: Mapping[Seat, Mapping[str, Any]] | None = None, chat: str = "") -> "ShipScene":
        """One tick of a meeting: who is asked and not named has nothing to say; ghosts say `chat`."""
        assert "bid" in self.kinds_asked(), f"there is no meeting: {self.said()[-3:]}"
        for seat, question in tuple(self.moderator.pending.items()):
            silent = {"desire_to_speak": 0, "message": chat if question.kind == "ghost_chat" else ""}
            self.moderator.answer(seat, {**silent, **(bids or {}).get(seat, {})})
        return self

    def vote(self, votes: Mapping[Seat, Seat] | None = None, **answers: Any) -> "ShipScene":
        """The rest of a meeting: all vote at once, who is not named skips; then all reflect as `answers` say."""
        if "vote" not in self.kinds_asked():
            late = [seat for seat, question in self.moderator.pending.items() if getattr(question, "votes", ())]
            self.bid({seat: {"vote_action": (votes or {}).get(seat, "skip")} for seat in late})
        for kind in ("vote", "reaction", "consolidation"):
            for seat, question in tuple(self.moderator.pending.items()):
                if question.kind == kind:
                    pads = answers.get(kind, {}).get(seat, {})
                    self.moderator.answer(seat, {"target": (votes or {}).get(seat), "scratchpad_updates": pads})
        return self

    # --- looking ---

    @property
    def winner(self) -> str | None:
        return self.moderator.winner

    @property
    def living(self) -> tuple[Seat, ...]:
        return self.moderator.table.living()

    @property
    def ledger(self) -> list[Entry]:
        return self.moderator.ledger

    def room(self, seat: Seat) -> str:
        """Where a seat was told that it is."""
        return str(self.seen(seat).room)

    def seen(self, seat: Seat) -> Any:
        """What a seat was told last of what it sees."""
        return next(event for event in self.events("seen")[::-1] if event.data()["seat"] == seat)

    def kinds_asked(self) -> set[str]:
        return {question.kind for question in self.moderator.pending.values()}

    def actions(self, seat: Seat) -> tuple[str, ...]:
        """What a seat may do now."""
        actions: tuple[str, ...] = getattr(self.moderator.pending[seat], "actions")  # noqa: B009  no question's own
        return actions

    def events(self, *kinds: str) -> list[Event]:
        """The events of these kinds, in order."""
        return [entry.event for entry in self.ledger if entry.event.kind in kinds]

    def heard(self, *kinds: str) -> list[tuple[list[Seat] | str, str]]:
        """The events of these kinds as sentences, with the seats that heard them."""
        names = self.moderator.deal.aliases
        return [
            (entry.heard_by if entry.heard_by == EVERYONE else sorted(entry.heard_by), entry.event.text(names))
            for entry in self.ledger
            if entry.event.kind in kinds
        ]

    def told(self, seat: Seat, *kinds: str) -> list[str]:
        """What a seat has heard of these kinds, as sentences."""
        names = self.moderator.deal.aliases
        return [entry.event.text(names) for entry in self.moderator.table.views[seat] if entry.event.kind in kinds]

    def said(self) -> list[str]:
        """All events as sentences."""
        return [entry.event.text(self.moderator.deal.aliases) for entry in self.ledger]

    def kinds(self) -> list[str]:
        return [entry.event.kind for entry in self.ledger]
