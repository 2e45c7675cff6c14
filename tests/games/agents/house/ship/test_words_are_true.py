"""What the crew says is so, what is said is said once, and nobody harms a partner out loud without need.

Whole games between house players, held against their ledgers by a reader that knows where everybody was.
"""

import re
from collections import Counter
from functools import cache
from itertools import product

import pytest

from games.agents.house.ship.hearing import heard
from games.agents.house.ship.memory import Claim
from games.agents.house.speaking.book import every_sentence
from games.agents.house.speaking.wording import clauses_in
from games.agents.offline import play_out
from games.agents.players import player_named
from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.moderator import Moderator
from games.engine.questions import NEUTRAL
from games.engine.rulesets import ruleset_named
from games.engine.ship.chart import CAFETERIA
from personas.sheet import FIRST_TWELVE

SIZES = (5, 8, 12)
SEEDS = range(6)


@cache
def played(seats: int, number: int) -> Moderator:
    """A game between the house's characters."""
    rules, seed = ruleset_named("glass-box"), f"true words/{number}"
    options = rules.options_from({}, seats)
    places = Dice(seed, "seating").shuffled(range(max(seats, len(FIRST_TWELVE))))
    players = [player_named("house", place % len(FIRST_TWELVE)) for place in places[:seats]]
    return play_out(Moderator(rules, options, rules.deal(seed, seats, options), seed), players)


EVERY_GAME = pytest.mark.parametrize(("seats", "number"), [(seats, number) for seats in SIZES for number in SEEDS])


class Reader:
    """Follows a ledger and knows, meeting by meeting, who was where in the shift before and what was done."""

    def __init__(self, moderator: Moderator) -> None:
        self.moderator = moderator
        self.names = moderator.deal.aliases
        self.room = dict.fromkeys(moderator.table.seats, CAFETERIA)
        self.tick = 0
        self.been: dict[Seat, set[tuple[int, str]]] = {}  # in this shift: when in which room
        self.killed: set[tuple[Seat, Seat]] = set()
        self.vented: set[Seat] = set()
        self.proved: set[Seat] = set()
        self.claims: list[tuple[Claim, bool]] = []  # with whether they are so

    def read(self) -> "Reader":
        for entry in self.moderator.ledger:
            data = entry.event.data()
            match entry.event.kind:
                case "phase" if data["name"] == "shift":
                    self.been = {seat: set() for seat in self.room}
                    self._everybody_is_somewhere()
                case "tick":
                    self._everybody_is_somewhere()
                    self.tick = data["number"]
                case "walked" | "vent_left":
                    self.room[data["seat"]] = data["room"]
                    self.vented |= {data["seat"]} if entry.event.kind == "vent_left" else set()
                case "killed":
                    self.killed.add((data["by"], data["seat"]))
                case "proved":
                    self.proved.add(data["seat"])
                case "phase":
                    self._everybody_is_somewhere()
                case "called":
                    self.room = dict.fromkeys(self.room, CAFETERIA)
                case "spoke":
                    for claim in heard(data["words"], self.names, data["seat"], data["target"]):
                        self.claims.append((claim, self.is_so(claim)))
        return self

    def _everybody_is_somewhere(self) -> None:
        for seat, room in self.room.items():
            self.been.setdefault(seat, set()).add((self.tick, room))

    def is_so(self, claim: Claim) -> bool:
        """Whether a claim is true of what happened; an opinion or a question always is."""
        about, other, room = claim.about, claim.other, claim.room
        if claim.kind == "self" or (claim.kind == "saw" and about is not None):
            who = claim.speaker if claim.kind == "self" else about
            assert who is not None
            return room in {place for _, place in self.been[who]}
        if about is None:
            return True
        if claim.kind in ("vouch", "with"):
            companion = claim.speaker if claim.kind == "vouch" else other
            return companion is None or bool(self.been[about] & self.been[companion])
        if claim.kind == "killed":
            return any(by == about and other in (None, victim) for by, victim in self.killed)
        if claim.kind == "vented":
            return about in self.vented
        return claim.kind != "clear" or about in self.proved


@EVERY_GAME
def test_what_a_crewmate_says_of_what_happened_is_so(seats: int, number: int) -> None:
    moderator = played(seats, number)
    crew = {seat for seat, role in enumerate(moderator.deal.roles) if role.team == "crew"}
    told = [(claim, is_so) for claim, is_so in Reader(moderator).read().claims if claim.speaker in crew]
    assert told
    assert [claim for claim, is_so in told if not is_so] == []


def test_impostors_lie_now_and_then_and_mostly_do_not() -> None:
    told = Counter(
        is_so
        for seats in SIZES
        for number in SEEDS
        for claim, is_so in Reader(played(seats, number)).read().claims
        if played(seats, number).deal.roles[claim.speaker].team == "impostors"
    )
    assert 0 < told[False] < told[True]


@EVERY_GAME
def test_no_sentence_is_said_twice_in_a_game(seats: int, number: int) -> None:
    spoken = [entry.event.data()["words"] for entry in played(seats, number).ledger if entry.event.kind == "spoke"]
    said = Counter(" ".join(clause.lower().split()) for words in spoken for clause in clauses_in(words))
    assert [clause for clause, count in said.items() if count > 1 and len(clause.split()) > 3] == []
    assert NEUTRAL not in spoken


@EVERY_GAME
def test_every_answer_has_a_thought_and_the_thoughts_are_not_the_words(seats: int, number: int) -> None:
    journal = played(seats, number).journal
    assert all(answer.thought for answer in journal)
    assert not [answer for answer in journal if answer.thought == answer.answer.get("message")]
    acting = [answer.thought for answer in journal if answer.kind == "act"]
    assert len(set(acting)) > len(acting) / 3


def test_a_ghost_that_was_killed_names_its_killer_and_nobody_else_for_it() -> None:
    told = 0
    for seats in (8, 12):
        for number in SEEDS:
            moderator = played(seats, number)
            names, killer, gone = moderator.deal.aliases, {}, set()
            for event in (entry.event for entry in moderator.ledger):
                data = event.data()
                if event.kind == "killed":
                    killer[data["seat"]] = data["by"]
                    gone.add(data["seat"])
                elif event.kind == "ejected":
                    gone.add(data["seat"])
                elif event.kind == "ghost_said" and moderator.deal.roles[data["seat"]].team == "crew":
                    mine = killer.get(data["seat"])
                    named = {seat for seat, name in enumerate(names) if name in data["words"]}
                    if mine is not None and mine not in gone and data["words"] != NEUTRAL:
                        assert named <= {mine}, data["words"]
                    if mine is None or mine in gone:
                        assert "got me" not in data["words"] or named == {mine}, data["words"]
                    told += bool(named)
    assert told > 10


def test_impostors_never_claim_to_have_seen_a_partner_kill_or_vent() -> None:
    for seats in (8, 12):
        for number in SEEDS:
            moderator = played(seats, number)
            impostors = {seat for seat, role in enumerate(moderator.deal.roles) if role.team == "impostors"}
            for claim, _ in Reader(moderator).read().claims:
                assert claim.kind not in ("killed", "vented") or not {claim.speaker, claim.about} <= impostors


def test_who_names_somebody_and_then_votes_for_nobody_has_said_that_it_is_not_enough() -> None:
    texts = [each.text.rstrip(".") for pool in every_sentence()["m_hold"].values() for each in pool]
    pieces = [re.split(r"\[[^\]]*\]|\{\w+\}", text) for text in texts]
    holds = re.compile("|".join(".+".join(map(re.escape, each)) for each in pieces), re.IGNORECASE)
    has_said: Counter[bool] = Counter()
    for seats, number in product(SIZES, SEEDS):
        said: dict[Seat, str] = {}
        for entry in played(seats, number).ledger:
            data = entry.event.data()
            if entry.event.kind == "phase":
                said = {}
            elif entry.event.kind == "spoke":
                said[data["seat"]] = f"{said.get(data['seat'], '')} {data['words']}"
            elif entry.event.kind == "vote_shown" and data["target"] is None:
                words = said.get(data["seat"], "")
                if any(
                    claim.kind == "suspect" for claim in heard(words, played(seats, number).deal.aliases, data["seat"])
                ):
                    has_said[holds.search(words) is not None] += 1
    assert sum(has_said.values()) > 10
    assert has_said[True] > 2 * has_said[False]
