"""Reactive Mafia with known roles, played night by night and day by day."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.events import Event, Seat
from games.engine.moderator import Moderator
from games.engine.questions import SILENT, Question, Summary, Target
from games.engine.ruleset import Ruleset
from games.engine.table import EVERYONE, Deal, Entry
from tests.games.engine.scenes import NAMES, among_of

SHORT = {"M": "mafioso", "D": "doctor", "I": "detective", "V": "villager"}  # I as in investigates
Says = Mapping[Seat, Sequence[str]]


class Scene:
    """A game with one letter a seat ("MMVVVVVV"). Whoever has nothing to say by the test is silent."""

    def __init__(self, rules: Ruleset[Any], roles: str, *, seed: str = "scene", **options: Any) -> None:
        cast = {"mafia_count": roles.count("M"), "doctors": roles.count("D"), "detectives": roles.count("I")}
        deal = Deal(NAMES[: len(roles)], tuple(rules.role_named(SHORT[each]) for each in roles))
        self.moderator = Moderator(rules, rules.options_from({**cast, **options}, len(roles)), deal, seed)
        self.asked: list[tuple[int, Seat, str]] = []  # (poll, seat, kind) of every question answered here

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

    def answer(self, seat: Seat, **fields: Any) -> None:
        """One answer; fields that the question does not have are left out."""
        question = self.moderator.pending[seat]
        self.asked.append((self.moderator.poll, seat, question.kind))
        self.moderator.answer(seat, {name: fields[name] for name in question.properties()})

    def until(self, kind: str) -> "Scene":
        """Lets everybody be silent, and choose the first they may, until a question of this kind is asked."""
        while kind not in {question.kind for question in self.moderator.pending.values()}:
            for seat, question in tuple(self.moderator.pending.items()):
                among = among_of(question)
                fields = {"target": among[0] if among else None, "reason": "", "message": SILENT}
                self.answer(seat, **fields, **Summary("Much.", "", "")._asdict())
        return self

    def proper(self, phase: str) -> None:
        assert self.moderator.table.phase == phase, f"it is not {phase}: {self.said()[-3:]}"

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

    def events(self, *kinds: str) -> list[Event]:
        """The events of these kinds, in order."""
        return [entry.event for entry in self.ledger if entry.event.kind in kinds]

    def heard(self, *kinds: str) -> list[tuple[list[Seat] | str, Event]]:
        """The events of these kinds with the seats that heard them."""
        return [
            (entry.heard_by if entry.heard_by == EVERYONE else sorted(entry.heard_by), entry.event)
            for entry in self.ledger
            if entry.event.kind in kinds
        ]

    def said(self) -> list[str]:
        """All events as sentences."""
        return [entry.event.text(self.moderator.deal.aliases) for entry in self.ledger]

    def kinds_asked(self, seat: Seat) -> list[str]:
        """What a seat was asked, in order."""
        return [kind for _, each, kind in self.asked if each == seat]

    def question(self, seat: Seat) -> Question[Any]:
        """What the seat is asked now."""
        return self.moderator.pending[seat]
