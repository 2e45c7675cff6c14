"""A briefing of every kind, as it is written down: for each ruleset, role and kind of question one of an early round.

    python -m tests.games.agents.briefing.written [RULESET…]

writes them again, and the revision that they are: what is asked in other words is a new one. The players are those of
the playthroughs, whose few words never change. What is the same for everybody stands once, in rules.txt; what a seat is
told of itself whose player knows that it is a model, in aware.txt beside the folders.
"""

import sys
from pathlib import Path
from typing import Any

from games.agents.briefing import MANNERS, REVISION, Briefing, Situation, brief
from games.agents.briefing.place import place_of
from games.engine.ruleset import Ruleset
from games.engine.rulesets import ruleset_named
from tests.games.agents.briefing.briefed import LEARNED, situations, wildly
from tests.games.agents.briefing.revisions import AWARE, record

FOLDER = Path(__file__).parent / "golden"
ELSEWHERE = Path(__file__).parents[3] / "elsewhere"
GAMES = 6  # so many that every role is asked every kind of question
OPTIONS = {"reactive-mafia": {"doctors": 1, "detectives": 1}}  # where a role is in play by option only
LAST_ROUND = 2  # what is asked in a later one would be long to read; where it is asked only then, the first is taken
RULES = "rules.txt"


def texts(rules: Ruleset[Any]) -> dict[str, str]:
    """The briefings of a ruleset by the names of their files."""
    chosen: dict[str, Situation] = {}
    for number in range(GAMES):
        seed, options = f"golden/{number}", OPTIONS.get(rules.slug, {})
        for each in situations(rules, seed, play=wildly, level="advanced", learned=LEARNED, **options):
            name = f"{place_of(each.seat, each.view).role}.{each.question.kind}.txt"
            if name not in chosen or each.view[-1].round <= LAST_ROUND:
                chosen[name] = each
    told = {name: brief(each) for name, each in sorted(chosen.items())}
    common = {briefing.common for briefing in told.values()}
    assert len(common) == 1, "what is common must be the same for everybody"
    return {RULES: f"{common.pop()}\n"} | {
        name: "\n\n----\n\n".join([*before(each), each.own, "\n\n".join(each.history), each.task]) + "\n"
        for name, each in told.items()
    }


def before(briefing: Briefing) -> list[str]:
    """What stands ahead of what is one's own."""
    return [briefing.together] if briefing.together else []


def aware() -> str:
    """What the first seat of the first game is told of itself whose player knows that it is a model."""
    rules = ruleset_named(next(iter(sorted(MANNERS))))
    first = next(situations(rules, "golden/0", play=wildly, level="advanced", learned=LEARNED, is_aware=True))
    return f"{brief(first).own}\n"


def write(rules: Ruleset[Any]) -> None:
    """Writes the briefings of a ruleset again."""
    folder = FOLDER / rules.slug
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, text in texts(rules).items():
        (folder / name).write_text(text)


if __name__ == "__main__":
    sys.path.append(str(ELSEWHERE))  # where the ruleset is that has no manner of its own
    for slug in sys.argv[1:] or MANNERS:
        if slug not in MANNERS:
            sys.exit(f"{slug} is briefed as any other: only {', '.join(MANNERS)} have briefings written down")
        write(ruleset_named(slug))
    AWARE.write_text(aware())
    if (number := record()) != REVISION:
        sys.stdout.write(f"The briefings have changed: raise REVISION in games/agents/briefing to {number}.\n")
