"""What less talk saves and what it does to play: a council's notes that stand, and two options of Glass Box.

    python benchmarks/money/talk.py council [--games 5] [--words 60]
    python benchmarks/money/talk.py ship [--games 1000] [--counted 10] [--seats 8 --seats 12]

House players. In council they write notes of so many words besides: in the first round all five, from the second on so
many at each answer, the reasoning and by turns the others, and leave the rest empty; told are, of what comes after the
first round, the tokens of an answer, of a prompt and of the notes that stand in it. On the ship each option is played
alone and with the other; a share of the wins is good to one and a half points at 1,000 games. Tokens are characters by
four, as the loopback provider has them, of answers as JSON without spaces; those of the ship are of the first few
games, by the kind of question, schema and rules in each prompt.
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.money.prompts import at_table, measured, situations
from games.agents.briefing import Briefing, brief
from games.agents.briefing.history import start_of
from games.agents.briefing.transcript import NOTE
from games.agents.notes import COUNCIL, LASTING, THOUGHT, fold, unfold
from games.agents.offline import OfflinePlayer, play_out
from games.agents.played import Played
from games.agents.trials.talkers import of_length
from games.engine.dice import Dice
from games.engine.events import Called, Seat, Spoke
from games.engine.moderator import Answer, Moderator
from games.engine.questions import Question
from games.engine.rulesets import ruleset_named
from games.engine.table import Entry
from games.loopback.tokens import tokens_in
from personas.sheet import Sheet

CHARACTERS_A_WORD = 6  # with the space behind it
SECONDS = 6  # a poll
CHANGED = (1, 3, 5)
SHIP: tuple[dict[str, bool], ...] = (
    {},
    {"standing_bids": True},
    {"one_reflection": True},
    {"standing_bids": True, "one_reflection": True},
)


@dataclass(frozen=True, slots=True)
class Noting:
    """A house player who also writes notes: all in the first round, then `changed` of them at each answer."""

    player: OfflinePlayer
    changed: int
    words: int

    @property
    def sheet(self) -> Sheet | None:
        return self.player.sheet

    @property
    def provider(self) -> str:
        return self.player.provider

    @property
    def model(self) -> str:
        return self.player.model

    def reply(
        self, seat: Seat, question: Question[Any], view: Sequence[Entry], dice: Dice, played: Played
    ) -> Mapping[str, Any]:
        """The house's answer, its thought as the reasoning."""
        answer = self.player.reply(seat, question, view, dice, played)
        text = of_length(answer[THOUGHT], self.words * CHARACTERS_A_WORD)
        turn = len(view) % len(LASTING)
        by_turns = (*LASTING[turn:], *LASTING[:turn])
        written = LASTING if view[-1].round == 1 else by_turns[: self.changed - 1]
        return {**answer, THOUGHT: fold({**dict.fromkeys(written, text), "reasoning": text})}


def sent(answer: Answer, notes: Sequence[str]) -> str:
    """An answer as its model sends it, without what it believes and claims."""
    private = {**dict.fromkeys(notes, ""), **unfold(answer.thought)}
    return _json({**private, "reply": {"answer": answer.kind, **answer.answer}})


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def council(games: int, words: int) -> Iterator[str]:
    """A line for each number of notes that change with an answer."""
    rules = ruleset_named("council-mafia")
    names = [note.name for note in COUNCIL]
    empty = [len(f"{_json({name: ''})[1:-1]},") for name in LASTING]
    yield f"an empty note: {mean(empty) / 4:.1f} tokens ({min(empty) / 4:.1f} to {max(empty) / 4:.1f})"
    yield "changed  out/answer  standing notes  in/prompt  cached"
    for changed in CHANGED:
        players = [Noting(each, changed, words) for each in at_table(rules, rules.default_seats)]
        out, stood, read = [], [], []
        for number in range(games):
            for situation, _ in situations(rules, f"talk/{number}", players):
                answers = situation.answers
                if situation.view[-1].round == 1 or not answers or answers[-1].poll != situation.asked[-2]:
                    continue
                briefing = brief(situation)
                if situation.view[start_of(situation.view[-1].round, situation.view)].poll < answers[-1].poll:
                    out.append(tokens_in(len(sent(answers[-1], names))))
                stood += [tokens_in(len(line)) for line in briefing.task.split("\n") if line.startswith(NOTE)]
                read.append(tokens_in(sum(map(len, in_order(briefing)))))
        tally = measured(rules, rules.default_seats, games, SECONDS, players)
        cached = f"{1 - tally.uncached / tally.sent:.0%}"
        yield f"{changed:>7}  {mean(out):>10.0f}  {mean(stood):>14.0f}  {mean(read):>9.0f}  {cached:>6}"


def in_order(briefing: Briefing) -> Sequence[str]:
    """The texts of a prompt, the schema first."""
    return _json(briefing.schema), *briefing.parts


def ship(games: int, counted: int, seats: int) -> Iterator[str]:
    """A line for each choice of options."""
    rules = ruleset_named("glass-box")
    yield f"{seats} seats, {games} games each"
    for chosen in SHIP:
        players = at_table(rules, seats)
        asked, seen = Counter[str](), Counter[str]()
        for number in range(games):
            options = rules.options_from(chosen, seats)
            seed = f"talk/{number}"
            game = play_out(Moderator(rules, options, rules.deal(seed, seats, options), seed), players)
            asked.update(answer.kind for answer in game.journal)
            seen[str(game.winner)] += 1
            for entry in game.ledger:
                if isinstance(entry.event, Called):
                    seen["meetings"] += 1
                elif isinstance(entry.event, Spoke):
                    seen.update({"speeches": 1, "words": len(entry.event.words.split())})
        tokens = _tokens(chosen, counted, seats)
        read, written = (sum(asked[kind] / games * each[way] for kind, each in tokens.items()) for way in (0, 1))
        kinds = ", ".join(f"{kind} {count / games:.1f}" for kind, count in sorted(asked.items()))
        yield f"\n{' and '.join(chosen) or 'neither'}: {asked.total() / games:.1f} calls a game: {kinds}"
        held = seen["meetings"]
        yield f"  the crew wins {seen['crew'] / games:.1%}; {held / games:.2f} meetings a game"
        speeches, words, bids = (count / held for count in (seen["speeches"], seen["words"], asked["bid"]))
        yield f"  a meeting: {speeches:.1f} speeches, {words:.0f} words, {bids:.1f} bids"
        yield f"  tokens a game: {read:,.0f} in, {written:,.0f} out"


def _tokens(chosen: Mapping[str, bool], games: int, seats: int) -> dict[str, tuple[float, float]]:
    """By kind of question the tokens of a prompt and of an answer."""
    rules = ruleset_named("glass-box")
    read, written = defaultdict[str, list[int]](list), defaultdict[str, list[int]](list)
    for number in range(games):
        answers = dict[tuple[int, Seat], Answer]()
        for situation, _ in situations(rules, f"talk/{number}", at_table(rules, seats), chosen):
            read[situation.question.kind].append(tokens_in(sum(map(len, in_order(brief(situation))))))
            answers |= {(answer.poll, answer.seat): answer for answer in situation.answers[-1:]}
        for answer in answers.values():
            written[answer.kind].append(tokens_in(len(sent(answer, (THOUGHT,)))))
    return {kind: (mean(read[kind]), mean(written.get(kind, [0]))) for kind in read}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("council", "ship"))
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--words", type=int, default=60, help="of a note that changes")
    parser.add_argument("--counted", type=int, default=10, help="games of the ship whose tokens are counted")
    parser.add_argument("--seats", type=int, action="append")
    chosen = parser.parse_args()
    tables = (
        [council(chosen.games or 5, chosen.words)]
        if chosen.what == "council"
        else [ship(chosen.games or 1_000, chosen.counted, seats) for seats in chosen.seats or (8, 12)]
    )
    for lines in tables:
        for line in lines:
            print(line, flush=True)  # noqa: T201  a table for a terminal


if __name__ == "__main__":
    main()
