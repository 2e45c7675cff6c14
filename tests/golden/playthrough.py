"""A game or more of each ruleset in prose, with who hears what: `everyone:`, `seats 2,5:`, `nobody:`.

A playthrough's first line says by what it is played; players do anything that is legal and now and then do not answer.

    python -m tests.golden.playthrough town-mafia

writes tests/golden/town-mafia.txt again under its first line, and town-mafia.2.txt if there is one. It refuses where
the play changed and the revision did not: games that are running by that revision would diverge. For a ruleset without
a playthrough, or while its revision has never been released, write the first line by hand and nothing below it.
"""

import json
import sys
from pathlib import Path
from typing import Any

from games.engine.moderator import Moderator
from games.engine.ruleset import Ruleset
from games.engine.rulesets import ruleset_named
from games.engine.table import EVERYONE, Entry
from tests.games.engine.scenes import begin, play_wildly

FOLDER = Path(__file__).parent


class Refused(Exception):
    """A playthrough that must not be written; the message says what to do instead."""


def path_of(rules: Ruleset[Any], folder: Path = FOLDER) -> Path:
    return folder / f"{rules.slug}.txt"


def paths_of(rules: Ruleset[Any], folder: Path = FOLDER) -> list[Path]:
    """All playthroughs of a ruleset; the first is always there."""
    return [path_of(rules, folder), *sorted(folder.glob(f"{rules.slug}.?.txt"))]


def played(header: dict[str, Any], rules: Ruleset[Any]) -> Moderator:
    """The game that a first line describes, played to its end by the ruleset's newest revision."""
    return play_wildly(begin(rules, header["seats"], header["seed"], **header["options"]), silent=0.08)


def playthrough_of(rules: Ruleset[Any]) -> Moderator:
    """The game of a ruleset's first playthrough, in which every kind of event occurs."""
    return played(header_of(path_of(rules).read_text()), rules)


def prose(moderator: Moderator, header: dict[str, Any]) -> str:
    """A whole playthrough: its first line, then a line for each event."""
    lines = [json.dumps({**header, "revision": moderator.revision}, sort_keys=True)]
    for entry in moderator.ledger:
        if entry.event.kind == "phase" or entry.seq == 1:
            lines.append("")
        lines.append(f"{hearers(entry)}: {entry.event.text(moderator.deal.aliases)}")
    return "\n".join(lines) + "\n"


def hearers(entry: Entry) -> str:
    """Who hears an event, as prose has it."""
    if entry.heard_by == EVERYONE:
        return "everyone"
    return "seats " + ",".join(map(str, sorted(entry.heard_by))) if entry.heard_by else "nobody"


def header_of(text: str) -> dict[str, Any]:
    """The first line of a playthrough."""
    header: dict[str, Any] = json.loads(text.partition("\n")[0])
    return header


def write(rules: Ruleset[Any], folder: Path = FOLDER) -> None:
    """Writes a ruleset's playthroughs again. Raises Refused when the play changed and the revision did not."""
    for path in paths_of(rules, folder):
        _write(rules, path)


def _write(rules: Ruleset[Any], path: Path) -> None:
    old = path.read_text()
    header = header_of(old)
    new = prose(played(header, rules), header)
    has_a_body = len(old.splitlines()) > 1
    if has_a_body and old != new and header["revision"] == rules.revision:
        raise Refused(
            f"the playthrough of {rules.slug} changed and its revision is still {rules.revision}: let the change hold "
            "from a new revision on, keep the old one playable, then write the playthrough again"
        )
    path.write_text(new)


if __name__ == "__main__":
    for slug in sys.argv[1:]:
        try:
            write(ruleset_named(slug))
        except (Refused, LookupError, FileNotFoundError) as error:
            sys.exit(str(error))
