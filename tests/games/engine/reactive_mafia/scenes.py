"""Reactive Mafia with known roles, played night by night and day by day."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.events import Seat
from games.engine.moderator import Moderator
from games.engine.questions import SILENT, Summary, Target
from games.engine.ruleset import Ruleset
from games.engine.table import Deal
from tests.games.engine.scenes import NAMES, Watched, among_of

SHORT = {"M": "mafioso", "D": "doctor", "I": "detective", "V": "villager"}  # I as in investigates
Says = Mapping[Seat, Sequence[str]]


class Scene(Watched):
    """A game with one letter a seat ("MMVVVVVV"). Whoever has nothing to say by the test is silent."""

    def __init__(self, rules: Ruleset[Any], roles: str, *, seed: str = "scene", **options: Any) -> None:
        cast = {"mafia_count": roles.count("M"), "doctors": roles.count("D"), "detectives": roles.count("I")}
        deal = Deal(NAMES[: len(roles)], tuple(rules.role_named(SHORT[each]) for each in roles))
        super().__init__(Moderator(rules, rules.options_from({**cast, **options}, len(roles)), deal, seed))

    # --- playing ---

    def night(
        self,
        kill: Target | Mapping[Seat, Target] = None,
        *,
        says: Says | None = None,
        protect: Mapping[Seat, Seat] | None = None,
        investigate: Mapping[Seat, Seat] | None = None,
    ) -> "Scene":
        """Plays the night. `kill` is whom all mafiosi vote for, or each by seat; else for the last they may."""
        left = {seat: list(words) for seat, words in (says or {}).items()}
        self.proper("night")
        while self.moderator.pending and self.moderator.table.phase == "night":
            for seat, question in tuple(self.moderator.pending.items()):
                wanted = {
                    "confer": None,
                    "kill": kill.get(seat) if isinstance(kill, Mapping) else kill,
                    "protect": (protect or {}).get(seat),
                    "investigate": (investigate or {}).get(seat),
                }[question.kind]
                target = among_of(question)[-1] if wanted is None and among_of(question) else wanted
                self.answer(seat, target=target, message=left[seat].pop(0) if left.get(seat) else SILENT)
        return self

    def day(
        self,
        lynch: Target = None,
        *,
        says: Says | None = None,
        votes: Mapping[Seat, Target] | None = None,
        why: str = "",
    ) -> "Scene":
        """Plays the day to the end of the round. All vote for `lynch`, who votes for nobody, or as `votes` say."""
        left = {seat: list(words) for seat, words in (says or {}).items()}
        self.proper("day")
        while self.moderator.pending and self.moderator.table.phase == "day":
            for seat, question in tuple(self.moderator.pending.items()):
                if question.kind == "summary":
                    self.answer(seat, **Summary("Much.", "Nobody.", "Wait.")._asdict())
                    continue
                target = (votes or {}).get(seat, lynch)
                if question.kind == "vote" and target not in among_of(question):
                    target = among_of(question)[0]
                words = left[seat].pop(0) if left.get(seat) else SILENT
                self.answer(seat, target=target, reason=why, message=words)
        return self

    def until(self, kind: str) -> "Scene":
        """Lets everybody be silent, and choose the first they may, until a question of this kind is asked."""
        while kind not in {question.kind for question in self.moderator.pending.values()}:
            for seat, question in tuple(self.moderator.pending.items()):
                among = among_of(question)
                fields = {"target": among[0] if among else None, "reason": "", "message": SILENT}
                self.answer(seat, **fields, **Summary("Much.", "", "")._asdict())
        return self
