"""Are the claims that house players file those that their words make? Speeches drawn by lot, for readers to label.

    python benchmarks/players/claims.py draw --seed 1 speeches.jsonl key.jsonl
    python benchmarks/players/claims.py hold key.jsonl reader-1.jsonl reader-2.jsonl

`draw` plays games of the house and writes 200 public speeches by lot, a quarter from each rule book: a line each with
its number, the rules, the names at the table, who speaks and the words; nothing else is a reader to know but the rule
book. The key has the claims that were filed with each, and the verdicts. A reader answers with a line a speech,
{"speech": number, "claims": [{"kind", "about", "value"}, …]}, in the words of the briefings.

`hold` counts a claim that all readers labelled alike: recall is the share of these that was filed. What was filed and
labelled by no reader is told too.
"""

import argparse
import functools
import json
import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from games.agents.offline import play_whole
from games.agents.players import player_named
from games.engine.dice import Dice
from games.engine.disclosing import CLAIMED
from games.engine.events import speaker, speech_field
from games.engine.moderator import Moderator
from games.engine.rulesets import ruleset_named
from games.engine.truth import Spoken, verdicts
from games.engine.truth.words import GUILTY, INNOCENT, NOBODY, NOT, TASKS, deed_called, plain

say = functools.partial(print, file=sys.stdout)
RULESETS = ("town-mafia", "reactive-mafia", "council-mafia", "glass-box")
SPEECHES = 50  # of each
GAMES = 12  # of each that they are drawn from
# How a team is called, or the only role that it has.
HIDDEN = frozenset(("mafia", "mafioso", "mafiosi", "impostor", "impostors", "not town", "not crew"))
OPEN = frozenset(("town", "townsfolk", "crew", "crewmate", "not mafia", "not mafioso", "not impostor"))
# How deeds of words are told besides, where no verb is among those that the ledger of truth knows.
TOLD = {
    "accuse": {
        "after",
        "against",
        "attacked",
        "came",
        "pushed",
        "shouted",
        "started",
        "swung",
        "targeted",
        "turned",
        "went",
        "yelled",
    },
    "defend": {"backed", "kept", "kind", "nice", "spoke", "stood", "stuck", "well"},
    "claim": {"says", "said"},
    "lie": {"made", "invented", "untruth"},
}
ALONE = frozenset(("claim", "lie", "press", "vent"))  # deeds that are done to nobody
# What is said with work besides at what.
OF_WORK = {
    *("a", "an", "at", "busy", "did", "do", "doing", "for", "my"),
    *("of", "on", "performed", "task", "the", "to", "was", "with"),
}


def drawn(slug: str, seed: str) -> list[dict[str, Any]]:
    """Speeches of games by these rules, by lot, with the claims that were filed with them."""
    ruleset = ruleset_named(slug)
    found = []
    for number in range(GAMES):
        key = f"claims/{seed}/{slug}/{number}"
        options = ruleset.options_from({}, ruleset.default_seats)
        deal = ruleset.deal(key, ruleset.default_seats, options)
        moderator = Moderator(ruleset, options, deal, key)
        play_whole(moderator, [player_named("house", seat) for seat in range(ruleset.default_seats)])
        filed = {(answer.poll, answer.seat): answer.disclosed.claims for answer in moderator.journal}
        spoken = [Spoken(poll, seat, claims) for (poll, seat), claims in filed.items() if claims]
        judged = verdicts(spoken, moderator.ledger, deal.aliases, ruleset.roles, ruleset.hidden_team)
        for entry in moderator.ledger:
            if not entry.is_public or not speech_field(type(entry.event)):
                continue
            seat = speaker(entry.event)
            if seat is None or (entry.poll, seat) not in filed:
                continue
            of_it = [verdict for verdict in judged if verdict.seq == entry.seq]
            found.append(
                {
                    "rules": slug,
                    "table": list(deal.aliases),
                    "speaker": deal.aliases[seat],
                    "words": entry.event.text(deal.aliases),
                    "claims": [
                        {
                            "kind": verdict.claim.kind,
                            "about": deal.aliases[verdict.claim.about],
                            "value": verdict.claim.value,
                            "verdict": verdict.truth,
                        }
                        for verdict in of_it
                    ],
                }
            )
    return Dice("claims", seed, slug).shuffled(found, SPEECHES)


def draw(arguments: argparse.Namespace) -> None:
    """Writes the speeches, and the key beside them."""
    every = [speech for slug in RULESETS for speech in drawn(slug, arguments.seed)]
    for path, fields in (
        (arguments.speeches, ("rules", "table", "speaker", "words")),
        (arguments.key, ("table", "claims")),
    ):
        lines = [
            json.dumps({"speech": number} | {name: speech[name] for name in fields}, ensure_ascii=False)
            for number, speech in enumerate(every, 1)
        ]
        path.write_text("\n".join(lines) + "\n")
    say(f"{len(every)} speeches, {sum(len(speech['claims']) for speech in every)} claims filed")


def meaning(claim: dict[str, Any], table: Sequence[str]) -> tuple[str, str, str]:
    """A claim without what is a matter of form: what the ledger of truth judges alike is one claim.

    A deed is what was done and to whom ("shot Hugo", "shoots at Hugo"), a vote is for whom ("Hugo", "for Hugo,
    yesterday"). Of whom the hidden have one role, that role, their team and "guilty" say the same, and so do the open
    team and "innocent"; so a role that is a team is filed as innocence. A place is a room, whoever else was there.
    """
    kind, about, said = plain(str(claim["kind"])), plain(str(claim["about"])), plain(str(claim["value"]))
    words = said.split()
    named = " ".join(name.casefold() for name in table if name.casefold() in words)
    if kind == "deed":
        said = done(words, named)
    elif kind == "vote":
        said = f"{'not ' if not NOT.isdisjoint(words) else ''}{named or ('nobody' if NOBODY & set(words) else said)}"
    elif kind == "place":
        said = re.sub(r"( room)?( alone| with .*)?$", "", said)
    elif said in GUILTY | HIDDEN:
        kind, said = ("innocence" if kind == "role" else kind), "guilty"
    elif said in INNOCENT | OPEN:
        kind, said = ("innocence" if kind == "role" else kind), "innocent"
    return kind, about, said


def done(words: Sequence[str], named: str) -> str:
    """A deed by its verb and whom it was done to; of work, at what."""
    verbs = [deed for word in words if (deed := deed_called(word))]
    if not named and (not verbs or verbs[0] in TASKS or "task" in words):
        rest = " ".join(word for word in words if word not in OF_WORK and not deed_called(word))
        return f"work {rest}".strip()
    told = next((deed for deed, said in TOLD.items() if not said.isdisjoint(words)), words[0] if words else "")
    verb = "press" if verbs[:1] == ["call"] else verbs[0] if verbs else told
    if verb in ALONE:
        return verb
    nobody = not named and not (NOBODY | NOT).isdisjoint(words)
    return f"{verb} {'nobody' if nobody else named}".strip()


def read(path: Path, tables: dict[int, Sequence[str]]) -> dict[int, set[tuple[str, str, str]]]:
    """By speech, its claims; who sits at which table is told by the key, which is read first. Raises ValueError."""
    found: dict[int, set[tuple[str, str, str]]] = {}
    for line in path.read_text().splitlines():
        if line.strip():
            row = json.loads(line)
            table = row.get("table") or tables[row["speech"]]
            tables[row["speech"]] = table
            found[row["speech"]] = {meaning(claim, table) for claim in row["claims"] if claim["kind"] in CLAIMED}
    return found


def hold(arguments: argparse.Namespace) -> None:
    """Says how many of what all readers labelled was filed."""
    tables: dict[int, Sequence[str]] = {}
    key, *readers = (read(path, tables) for path in (arguments.key, *arguments.readers))
    agreed: Counter[str] = Counter()
    filed: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    for number, claims in key.items():
        labelled = [reader.get(number, set()) for reader in readers]
        for claim in set.intersection(*labelled):
            agreed[claim[0]] += 1
            filed[claim[0]] += claim in claims
            if claim not in claims:
                say(f"not filed   {number:4} {' | '.join(claim)}")
        for claim in claims - set.union(*labelled):
            alone[claim[0]] += 1
            say(f"filed alone {number:4} {' | '.join(claim)}")
    for kind in CLAIMED:
        say(f"{kind:10} {filed[kind]:4} of {agreed[kind]:4} filed; filed and labelled by nobody {alone[kind]:4}")
    every = sum(agreed.values())
    say(
        f"recall {sum(filed.values()) / every:.1%} of {every} claims that {len(readers)} readers found" if every else ""
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    actions = parser.add_subparsers(required=True)
    action = actions.add_parser("draw")
    action.add_argument("--seed", default="1")
    action.add_argument("speeches", type=Path)
    action.add_argument("key", type=Path)
    action.set_defaults(does=draw)
    action = actions.add_parser("hold")
    action.add_argument("key", type=Path)
    action.add_argument("readers", type=Path, nargs="+")
    action.set_defaults(does=hold)
    arguments = parser.parse_args()
    arguments.does(arguments)


if __name__ == "__main__":
    main()
