"""What prompts cost: how long they are, how much of them a provider's cache knows, how much is said twice.

    python benchmarks/money/prompts.py [--games 5] [--ruleset town-mafia] [--seconds 6] [--tokens 120]

House players, or uniform ones, whose answers may be drawn out to so many tokens, default seats and options, every seat
on one model. A text of a prompt is cached when it and all before it were sent by anybody in the last five minutes, a
poll taking so many seconds. "new" is what a player could not have from its last prompt: its own part at first, what was
heard since, its own notes, thoughts, summaries, scratchpads and last observations sent again, and a council's window
when it moves. The bar is 1.5 tokens uncached for each new one; with the question counted as new, and without. Tokens
are characters by four; the schema counts, and comes first, as in the caches of providers.
"""

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from games.agents.briefing import Briefing, Situation, brief
from games.agents.briefing.place import OF_THE_DEAL
from games.agents.briefing.transcript import told
from games.agents.notes import notes_for
from games.agents.offline import OfflinePlayer, answer_pending
from games.agents.players import player_named
from games.agents.trials.talkers import Talker
from games.engine.events import Seat
from games.engine.moderator import Answer, Moderator
from games.engine.ruleset import Ruleset
from games.engine.rulesets import all_rulesets, ruleset_named
from games.engine.table import Entry

CHARACTERS_A_TOKEN = 4
NO_OPTIONS: Mapping[str, Any] = {}
REMEMBERED = 300  # seconds for which a provider's cache keeps what was sent
RESENT = ("~ ", ',{"you wrote"', '{"you wrote"', "* Tick ", "* Now, ")  # own notes and last observations


@dataclass
class Sent:
    """What one seat was sent before."""

    events: int = 0
    history: tuple[str, ...] = ()
    is_first: bool = True


@dataclass
class Tally:
    """What the prompts of some games come to, in characters."""

    games: int = 0
    prompts: int = 0
    sent: int = 0
    uncached: int = 0
    new: int = 0
    questions: int = 0
    seconds: float = 0.0
    of_round: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    of_kind: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0, 0, 0]))

    def add(self, situation: Situation, size: int, uncached: int, new: int) -> None:
        """One prompt."""
        question = len(situation.question.prompt)
        self.prompts += 1
        self.sent += size
        self.uncached += uncached
        self.new += new
        self.questions += question
        self.of_round[situation.view[-1].round].append(size)
        for place, value in enumerate((1, uncached, new, question)):
            self.of_kind[situation.question.kind][place] += value


class Cache:
    """What a provider has been sent lately, as prefixes of whole texts."""

    def __init__(self) -> None:
        self.prefixes: dict[int, float] = {}

    def unknown(self, texts: Sequence[str], now: float) -> int:
        """How many characters of a prompt are outside of what it knows; from now on it knows all of them."""
        prefix, known, is_known = 0, 0, True
        for text in texts:
            prefix = hash((prefix, text))
            is_known = is_known and now - self.prefixes.get(prefix, float("-inf")) <= REMEMBERED
            known += len(text) if is_known else 0
            self.prefixes[prefix] = now
        return sum(map(len, texts)) - known


def new_to(seat: Sent, briefing: Briefing, view: Sequence[Entry], names: Sequence[str]) -> int:
    """How many characters of a briefing the seat could not have from its last prompt; notes what it was sent."""
    fresh = [entry.event for entry in view[seat.events :] if entry.event.kind not in OF_THE_DEAL]
    heard = sum(len(told(event, names)) + 1 for event in fresh)
    texts = briefing.heard[len(seat.history) :] if is_grown(seat, briefing) else briefing.heard
    lines = [line for text in (*texts, briefing.task) for line in text.split("\n")]
    notes = sum(len(line) + 1 for line in lines if line.startswith(RESENT))
    own = len(briefing.own) if seat.is_first else 0
    seat.events, seat.history, seat.is_first = len(view), briefing.heard, False
    # What was heard and is not told, as on the ship what is older and for a ghost what is beside the point, is not new.
    return own + notes + min(heard, sum(map(len, texts)))


def is_grown(seat: Sent, briefing: Briefing) -> bool:
    """Whether this history begins with the last one."""
    return briefing.heard[: len(seat.history)] == seat.history


def window_of(seat: Sent, briefing: Briefing, rules: Ruleset[Any]) -> int:
    """The characters of a council's window that were sent before and are sent again, because it has moved."""
    if rules.slug != "council-mafia" or seat.is_first or is_grown(seat, briefing):
        return 0
    return sum(map(len, briefing.heard))


def at_table(rules: Ruleset[Any], seats: int, tokens: int = 0, by: str = "house") -> list[OfflinePlayer]:
    """House players, or uniform ones, whose answers have so many tokens; 0 for as many as they write themselves. Who
    is uniform is never silent, as most models are not."""
    players = [player_named(by, seat) for seat in range(seats)]
    talk, notes = (("", tokens),), notes_for(rules)
    return [Talker(each, talk, notes, speaks_up=by == "uniform") for each in players] if tokens else players


def situations(
    rules: Ruleset[Any], seed: str, players: Sequence[OfflinePlayer], chosen: Mapping[str, Any] = NO_OPTIONS
) -> Iterator[tuple[Situation, int]]:
    """Every question of a game between such players, with the number of its poll."""
    seats = len(players)
    options = rules.options_from(chosen, seats)
    moderator = Moderator(rules, options, rules.deal(seed, seats, options), seed)
    asked: dict[Seat, list[int]] = defaultdict(list)
    answers: dict[Seat, list[Answer]] = defaultdict(list)
    while moderator.pending:
        for seat in tuple(moderator.pending):
            asked[seat].append(moderator.poll)
            yield (
                Situation(
                    ruleset=rules,
                    options=options,
                    seat=seat,
                    question=moderator.pending[seat],
                    view=moderator.table.views[seat],
                    asked=asked[seat],
                    answers=answers[seat],
                    sheet=players[seat].sheet,
                ),
                moderator.poll,
            )
            answer_pending(moderator, players, seat)
            answers[seat].append(moderator.journal[-1])


def measured(rules: Ruleset[Any], seats: int, games: int, seconds: int, players: Sequence[OfflinePlayer] = ()) -> Tally:
    """The prompts of so many games between such players, or house players, one after the other."""
    tally, cache, clock = Tally(games=games), Cache(), 0.0
    for number in range(games):
        seated: dict[Seat, Sent] = defaultdict(Sent)
        start = clock
        for situation, poll in situations(rules, f"prompts/{number}", players or at_table(rules, seats)):
            clock = start + poll * seconds
            begun = time.perf_counter()
            briefing = brief(situation)
            tally.seconds += time.perf_counter() - begun
            texts = (json.dumps(briefing.schema), *briefing.parts)
            seat = seated[situation.seat]
            names = situation.view[0].event.data()["aliases"]
            window = window_of(seat, briefing, rules)
            new = max(new_to(seat, briefing, situation.view, names), window)
            tally.add(situation, sum(map(len, texts)), cache.unknown(texts, clock), new)
    return tally


def tokens(characters: float) -> str:
    """Characters as tokens, in thousands where there are many."""
    count = characters / CHARACTERS_A_TOKEN
    return f"{count / 1000:.1f}k" if count >= 10_000 else f"{count:.0f}"


def table(rules: Ruleset[Any], games: int, seconds: int, drawn_out: int = 0, by: str = "house") -> Iterator[str]:
    """The lines of a ruleset."""
    tally = measured(rules, rules.default_seats, games, seconds, at_table(rules, rules.default_seats, drawn_out, by))
    yield f"\n{rules.slug}, {rules.default_seats} seats, {games} games, {tally.prompts / games:.0f} prompts a game"
    yield f"  tokens a game        {tokens(tally.sent / games)}; a prompt {tokens(tally.sent / tally.prompts)}"
    yield f"  cached               {1 - tally.uncached / tally.sent:.0%} of them"
    strict, full = tally.uncached / tally.new, tally.uncached / (tally.new + tally.questions)
    yield f"  uncached to new      {full:.2f} with the question as new, {strict:.2f} without"
    yield f"  a briefing           {tally.seconds / tally.prompts * 1e6:.0f} µs"
    rounds = {number: tokens(mean(sizes)) for number, sizes in sorted(tally.of_round.items())}
    yield f"  a prompt by round    {', '.join(f'{number}: {size}' for number, size in rounds.items())}"
    sizes = []
    for seats in dict.fromkeys((rules.seats[0], rules.default_seats, rules.seats[-1])):
        other = measured(rules, seats, games, seconds, at_table(rules, seats, drawn_out, by))
        sizes.append(f"{seats}: {tokens(other.sent / other.prompts)}")
    yield f"  a prompt by seats    {', '.join(sizes)}"
    for kind, (count, uncached, new, question) in sorted(tally.of_kind.items()):
        each = f"{tokens(uncached / count)} uncached, {tokens(new / count)} new, {tokens(question / count)} asked"
        yield f"    {kind:<18} {count:>5} times: {each}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--ruleset", action="append", choices=tuple(all_rulesets()))
    parser.add_argument("--seconds", type=int, default=6, help="how long a poll takes")
    parser.add_argument("--players", choices=("house", "uniform"), default="house")
    parser.add_argument("--tokens", type=int, default=0, help="of an answer; 0: as the house writes")
    chosen = parser.parse_args()
    for slug in chosen.ruleset or all_rulesets():
        for line in table(ruleset_named(slug), chosen.games, chosen.seconds, chosen.tokens, chosen.players):
            print(line)  # noqa: T201  a table for a terminal


if __name__ == "__main__":
    main()
