"""Scenes of Council Mafia: a test says who nominates, votes, defends and proposes; the rest happens quietly."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.events import Seat
from games.engine.questions import Target
from games.engine.ruleset import Ruleset
from tests.games.engine.scenes import Scene, among_of

Rules = Ruleset[Any]
Choices = Mapping[Seat, Target]


class Council(Scene):
    """A game with known roles, one letter a seat ("MMIDTTT"), begun with night zero unless `plans` is None.

    What a test does not say happens quietly: nobody is killed or voted for, and the doctor guards no victim.
    """

    def __init__(self, rules: Rules, roles: str, *, plans: Mapping[Seat, str] | None = {}, **given: Any) -> None:
        super().__init__(rules, roles, **given)
        if plans is not None:
            for seat in tuple(self.moderator.pending):
                self.answer(seat, message=plans.get(seat, f"Plan of seat {seat}."))

    def day(  # type: ignore[override]  # another game has other days
        self,
        lynch: Target = None,
        *,
        nominate: Choices | None = None,
        votes: Choices | None = None,
        runoff: Choices | None = None,
        words: str = "Hm.",
    ) -> "Council":
        """Plays the day. All nominate and vote for `lynch`, unless by seat something else is said."""
        self.proper("day")
        while self.moderator.pending and self.moderator.table.phase == "day":
            for seat, question in tuple(self.moderator.pending.items()):
                among = among_of(question)
                if question.kind == "nominate":
                    idle = lynch if lynch is not None else among[0]  # nobody on day 1, later the lowest living seat
                    target = (nominate or {}).get(seat, idle)
                else:
                    target = ((runoff if question.kind == "runoff" else votes) or {}).get(seat, lynch)
                    if target not in among and among:
                        target = among[0]
                self.answer(seat, target=target, message=words)
        return self

    def night(  # type: ignore[override]  # another game has other nights
        self,
        kill: Target | Mapping[Seat, Sequence[Target]] = None,
        *,
        protect: Seat | None = None,
        investigate: Seat | None = None,
    ) -> "Council":
        """Plays the night. `kill` is what all mafiosi propose, or by seat what each proposes round after round."""
        proposals = {seat: list(targets) for seat, targets in kill.items()} if isinstance(kill, Mapping) else {}
        attacked = {target for targets in proposals.values() for target in targets} if proposals else {kill}
        self.proper("night")
        while self.moderator.pending and self.moderator.table.phase == "night":
            for seat, question in tuple(self.moderator.pending.items()):
                among = among_of(question)
                if question.kind in ("kill", "plot"):
                    target = proposals[seat].pop(0) if proposals else kill
                elif question.kind == "protect":
                    target = next(ward for ward in among if ward not in attacked) if protect is None else protect
                else:
                    target = among[0] if investigate is None else investigate
                self.answer(seat, target=target, message="psst")
        return self
