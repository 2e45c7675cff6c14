"""What the input of a game costs against another release, asked the same questions and given the same answers.

    git worktree add --detach /tmp/then 255b458
    python benchmarks/money/bills.py --against /tmp/then [--games 3] [--ruleset reactive-mafia] [--seconds 8]

Each tree plays the same games, in a process of its own, and words its own requests: default seats and options, every
seat with a shipped character, answers by lot from what is legal, every text of 25 to 60 words (`--words`). Who may be
silent is so every other time, or never (`--speak-up`); on the ship every fourth answer rewrites a scratchpad
(`--pads`). Requests are priced by the loopback provider's caches, as each provider documents its own, a poll taking so
many seconds; those of one poll leave together and do not find each other. Tokens are characters by four; the schema
counts, and comes first. `--undisclosed` plays without beliefs and claims, which the older release does not ask for.
"""

import argparse
import inspect
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import groupby
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parents[2]
MODELS = ("gpt-4.1", "gpt-5-mini", "gpt-5.6", "claude-sonnet-4-5", "claude-haiku-4-5")
RULESETS = ("town-mafia", "reactive-mafia", "council-mafia", "glass-box")
# That name nobody and accuse nobody.
WORDS = (
    "again", "all", "and", "any", "at", "away", "before", "behind", "below", "beyond", "but", "by", "day", "each",
    "early", "else", "even", "far", "few", "first", "for", "from", "great", "how", "if", "in", "into", "just", "last",
    "late", "later", "least", "less", "little", "long", "many", "maybe", "more", "most", "much", "near", "never",
    "next", "night", "no", "not", "nothing", "now", "of", "often", "on", "once", "only", "or", "other", "over",
    "perhaps", "plain", "quite", "rather", "reason", "same", "seen", "since", "slow", "small", "some", "something",
    "sometimes", "soon", "still", "such", "sure", "table", "that", "then", "there", "therefore", "thing", "think",
    "this", "those", "though", "thought", "through", "time", "together", "too", "toward", "until", "up", "very",
    "wait", "well", "what", "when", "where", "which", "while", "whole", "why", "with", "without", "word", "yesterday",
    "yet",
)  # fmt: skip
PADS = ("plan", "events", "suspicions", "meeting")
HEAD = {"anthropic-version": "2026-10-21", "authorization": "Bearer bills"}
BETWEEN_GAMES = 30  # seconds


# --- in each tree: whatever is asked for here must be there in both ---------------------------------------------------


def record(tree: Path, slug: str, games: int, lots: "Lots", target: Path, *, undisclosed: bool) -> None:
    """Writes the bodies of all requests of such games as this tree words them, a line each."""
    sys.path.insert(0, str(tree))
    from games.engine.moderator import Moderator
    from games.engine.rulesets import ruleset_named

    rules: Any = ruleset_named(slug)
    rules = rules.undisclosed if undisclosed and hasattr(rules, "undisclosed") else rules
    with target.open("w") as lines:
        for number in range(games):
            seats, seed = rules.default_seats, f"bills/{number}"
            options = rules.options_from({}, seats)
            moderator = Moderator(rules, options, rules.deal(seed, seats, options), seed)
            for told in _requests(moderator, number, lots):
                lines.write(f"{json.dumps(told)}\n")


def _requests(moderator: Any, number: int, lots: "Lots") -> Iterator[dict[str, Any]]:
    """Plays a game; all requests of it, by model."""
    from games.agents.agent import Asked
    from games.agents.exchanges import Character, Recollection
    from games.agents.notes import fold
    from games.agents.players import player_named
    from games.agents.providers import Ladder
    from games.agents.providers.anthropic import Anthropic
    from games.agents.providers.openai import OpenAI
    from games.engine.dice import Dice

    making: Any = Recollection
    hows = inspect.signature(making.exchange).parameters
    is_named = "name" in inspect.signature(making).parameters  # a game has a name there since caches want one
    recollection = making(moderator, f"game-{number}") if is_named else making(moderator)
    ladder, lines = Ladder(), {name: (Anthropic if is_claude(name) else OpenAI)(key="none") for name in MODELS}
    while moderator.pending:
        among = {"is_among": len(moderator.pending) > 1} if "is_among" in hows else {}
        for seat, question in tuple(moderator.pending.items()):
            who = Character(player_named("house", seat).sheet)
            at = {"game": number, "poll": moderator.poll, "seat": seat, "kind": question.kind}
            for name, line in lines.items():
                exchange = recollection.exchange(seat, who, Asked(model=name), **among)
                together = bool(getattr(exchange, "together", ""))
                body = line.fields(ladder.fit(line, exchange.request()))
                yield {**at, "together": together, "model": name, "body": body}
            dice = Dice(f"{moderator.seed}/answers", moderator.poll, seat)
            answer = lots.answer(question, dice)
            thought = fold({note.name: lots.text(dice) for note in exchange.notes})
            moderator.answer(seat, {**answer, "thought": thought})


def is_claude(name: str) -> bool:
    """Whether a model is Anthropic's."""
    return name.startswith("claude")


@dataclass(frozen=True)
class Lots:
    """How answers are drawn: the words of a text at least and at most, in how many of a hundred answers on the ship a
    scratchpad is rewritten, and whether nobody is silent who may speak."""

    words: tuple[int, int]
    pads: int
    speaks_up: bool

    def text(self, dice: Any) -> str:
        """So many words."""
        least, most = self.words
        return " ".join(dice.pick(WORDS) for _ in range(least + dice.below(most - least + 1))).capitalize() + "."

    def answer(self, question: Any, dice: Any) -> dict[str, Any]:
        """One of the legal answers, each choice as likely."""
        said = self.text(dice)
        answer = dict(question.write(question.drawn(dice, said)))
        if self.speaks_up and answer.get("message") == "[SILENT]":
            answer["message"] = said
        if "happened" in answer:  # all three parts of a summary, where a drawn one has the first
            answer |= {name: self.text(dice) for name in answer}
        if "scratchpad_updates" in answer and dice.below(100) < self.pads:
            answer["scratchpad_updates"] = {dice.pick(PADS): self.text(dice)}
        return answer


# --- here ------------------------------------------------------------------------------------------------------------


@dataclass
class Bill:
    """What the requests of some games come to."""

    requests: int = 0
    sent: int = 0
    read: int = 0
    cost: Decimal = Decimal(0)
    schemas: set[str] = field(default_factory=set)
    whole: Counter[str] = field(default_factory=Counter)  # tokens that are in no cache, by kind of question
    asked: Counter[str] = field(default_factory=Counter)

    @property
    def share(self) -> float:
        """How much was read from the cache."""
        return self.read / self.sent


def bills(requests: Path, seconds: int) -> dict[str, Bill]:
    """The bill of each model for these requests."""
    from games.loopback.billing import model_named, price
    from games.loopback.protocols import chat, messages
    from games.loopback.tokens import Cache

    found = {name: Bill() for name in MODELS}
    clock, before = 0.0, (0, 0)
    cache = Cache(lambda: clock)
    with requests.open() as lines:
        told = map(json.loads, lines)
        for (game, poll), of_poll in groupby(told, key=lambda each: (each["game"], each["poll"])):
            clock += seconds * (poll - before[1]) if game == before[0] else BETWEEN_GAMES
            before = game, poll
            answered, led = [], set()
            for each in of_poll:
                name = each["model"]
                model, bill, body = model_named(name), found[name], each["body"]
                assert model is not None
                asked = (messages if is_claude(name) else chat).read_request(body, HEAD)
                looked = cache.look_up(model, asked.blocks, asked.cache_key)
                if each["together"] and name not in led:  # it was asked alone, before the others
                    led.add(name)
                    cache.keep(looked)
                answered.append(looked)
                bill.requests += 1
                bill.sent += looked.prompt
                bill.read += looked.read
                bill.cost += price(model, looked, output=0)
                bill.schemas.add(json.dumps(_schema(body)))
                bill.whole[each["kind"]] += looked.prompt - looked.read
                bill.asked[each["kind"]] += 1
            for looked in answered:
                cache.keep(looked)
    return found


def _schema(body: Mapping[str, Any]) -> Any:
    return body.get("response_format") or body.get("output_config", {}).get("format")


def compared(slug: str, now: Mapping[str, Bill], then: Mapping[str, Bill] | None, games: int) -> Iterator[str]:
    """A line for each model."""
    yield f"\n{slug}"
    for name in MODELS:
        bill = now[name]
        against = f", {bill.cost / then[name].cost:.3f} of {then[name].cost / games:.4f}" if then else ""
        yield (
            f"  {name:<18} {bill.requests // games} requests of {bill.sent // bill.requests} tokens,"
            f" {bill.share:.1%} read, {len(bill.schemas)} schemas, {bill.cost / games:.4f} USD a game{against}"
        )
    first = now[MODELS[0]]
    kinds = ", ".join(
        f"{kind} {first.asked[kind] / games:.0f} x {whole / first.asked[kind]:.0f}"
        for kind, whole in first.whole.most_common()
    )
    yield f"  in no cache ({MODELS[0]}): {kinds}"


def _recorded(tree: Path, slug: str, folder: Path, chosen: argparse.Namespace) -> Path:
    """The requests of a tree, worded by it in a process of its own."""
    target = folder / f"{slug}.jsonl"
    command: Sequence[str] = [sys.executable, __file__, "--record", str(target), "--tree", str(tree)]
    flags = [f"--{name.replace('_', '-')}" for name in ("undisclosed", "speak_up") if getattr(chosen, name)]
    numbers = ["--games", str(chosen.games), "--pads", str(chosen.pads), "--words", *map(str, chosen.words)]
    subprocess.run([*command, "--ruleset", slug, *numbers, *flags], cwd=tree, check=True)
    return target


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", type=Path, help="a checkout of the release that is compared with")
    parser.add_argument("--ruleset", action="append", choices=RULESETS)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--words", type=int, nargs=2, default=(25, 60), metavar=("LEAST", "MOST"), help="of a text")
    parser.add_argument("--seconds", type=int, default=8, help="how long a poll takes")
    parser.add_argument("--undisclosed", action="store_true", help="without beliefs and claims")
    parser.add_argument("--pads", type=int, default=25, help="of a hundred answers on the ship, those that rewrite one")
    parser.add_argument("--speak-up", action="store_true", help="nobody is silent who may speak")
    parser.add_argument("--tree", type=Path, default=HERE, help=argparse.SUPPRESS)
    parser.add_argument("--record", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.record:
        lots = Lots((chosen.words[0], chosen.words[1]), chosen.pads, chosen.speak_up)
        record(chosen.tree, chosen.ruleset[0], chosen.games, lots, chosen.record, undisclosed=chosen.undisclosed)
        return
    sys.path.insert(0, str(HERE))
    for slug in chosen.ruleset or RULESETS:
        found = []
        for tree in filter(None, (chosen.tree, chosen.against)):
            with tempfile.TemporaryDirectory() as folder:
                found.append(bills(_recorded(tree, slug, Path(folder), chosen), chosen.seconds))
        now, then = found[0], found[1] if len(found) > 1 else None
        for line in compared(slug, now, then, chosen.games):
            print(line, flush=True)  # noqa: T201  a table for a terminal


if __name__ == "__main__":
    main()
