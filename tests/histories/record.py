"""Stored games of every revision that is still played: what was once stored must resume and replay for ever.

    python -m tests.histories.record town-mafia NAME --seats 9 --seed S option=value …

plays a game by the newest revision and writes tests/histories/town-mafia/REVISION-NAME.json. A history that exists is
never written again: when it no longer plays, the rules have to be mended, or the revision dropped with its histories.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.engine.moderator import Answer, Moderator
from games.engine.record import hash_of, lines
from games.engine.ruleset import Ruleset
from games.engine.rulesets import ruleset_named
from games.engine.table import Deal
from tests.games.engine.scenes import begin, play_wildly

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class History:
    """A stored game as it was when it was played."""

    rules: Ruleset[Any]
    revision: int
    options: dict[str, Any]
    deal: Deal
    seed: str
    journal: list[Answer]
    ledger: list[dict[str, Any]]
    winner: str
    rounds: int
    hash: str

    def moderator(self, journal: list[Answer], ledger: list[dict[str, Any]] | None) -> Moderator:
        """The game taken up with so much of its journal and ledger."""
        options = self.rules.options_from(self.options, len(self.deal.roles))
        given = (self.rules, options, self.deal, self.seed)
        return Moderator(*given, revision=self.revision, journal=journal, ledger=ledger)


def hash_by(moderator: Moderator) -> str:
    """The hash of a finished game."""
    told = lines(
        ruleset=moderator.ruleset.slug,
        revision=moderator.revision,
        options=moderator.options.plain(moderator.revision),
        deal=moderator.deal,
        ledger=[entry.plain() for entry in moderator.ledger],
        winner=moderator.winner or "",
        rounds=moderator.rounds,
    )
    return hash_of(told)


def paths(rules: Ruleset[Any], revision: int) -> list[Path]:
    """The histories of one revision."""
    return sorted((FOLDER / rules.slug).glob(f"{revision}-*.json"))


def read(path: Path) -> History:
    """A history from its file."""
    stored = json.loads(path.read_text())
    rules = ruleset_named(stored["ruleset"])
    roles = tuple(rules.role_named(seat["role"]) for seat in stored["seats"])
    return History(
        rules=rules,
        revision=stored["revision"],
        options=stored["options"],
        deal=Deal(tuple(seat["alias"] for seat in stored["seats"]), roles, stored["first"]),
        seed=stored["seed"],
        journal=[Answer.from_plain(row) for row in stored["journal"]],
        ledger=stored["ledger"],
        winner=stored["winner"],
        rounds=stored["rounds"],
        hash=stored["hash"],
    )


def written(moderator: Moderator) -> str:
    """A finished game as the text of a history: one line a field, an answer or an event."""
    deal = moderator.deal
    told = {
        "ruleset": moderator.ruleset.slug,
        "revision": moderator.revision,
        "options": moderator.options.plain(moderator.revision),
        "seed": moderator.seed,
        "first": deal.first,
        "seats": [{"alias": alias, "role": role.name} for alias, role in zip(deal.aliases, deal.roles, strict=True)],
        "winner": moderator.winner,
        "rounds": moderator.rounds,
        "hash": hash_by(moderator),
        "journal": [answer.plain for answer in moderator.journal],
        "ledger": [entry.plain() for entry in moderator.ledger],
    }
    return "{\n" + ",\n".join(_fields(told)) + "\n}\n"


def _fields(told: dict[str, Any]) -> Iterator[str]:
    for name, value in told.items():
        if name in ("journal", "ledger"):
            rows = ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in value)
            yield f'"{name}": [\n{rows}\n]'
        else:
            yield f'"{name}": {json.dumps(value, ensure_ascii=False)}'


def store(rules: Ruleset[Any], name: str, seats: int, seed: str, options: Mapping[str, Any]) -> Path:
    """Plays a game by the newest revision and writes it; returns where. A history that is there is left alone."""
    path = FOLDER / rules.slug / f"{rules.revision}-{name}.json"
    if path.exists():
        sys.exit(f"{path} is there, and a history is never written again")
    path.parent.mkdir(exist_ok=True)
    path.write_text(written(play_wildly(begin(rules, seats, seed, **options), arrival="as it came")))
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description="Records a game by the newest revision of a ruleset.")
    parser.add_argument("ruleset")
    parser.add_argument("name")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--seed", required=True)
    parser.add_argument("options", nargs="*", metavar="option=value")
    given = parser.parse_intermixed_args()
    rules = ruleset_named(given.ruleset)
    store(rules, given.name, given.seats, given.seed, dict(option.split("=", 1) for option in given.options))


if __name__ == "__main__":
    main()
