"""Which files each law is for, by folder."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from tests.laws import of_games, of_the_house, of_words

PROJECT: Final = Path(__file__).resolve().parents[2]
CODE: Final = ("league/**/*.py", "games/**/*.py", "personas/**/*.py")
VERBS: Final = (
    *(f"games/{room}/*.py" for room in ("billing", "gateway", "hosting", "ledger")),
    *(f"league/{room}/*.py" for room in ("access", "results")),
    "league/seasons/**/*.py",
    "personas/*.py",
)
CALLERS: Final = (
    *(f"games/{room}/**/*.py" for room in ("admin", "api", "live", "management", "terminal")),
    *(
        f"league/{room}/**/*.py"
        for room in ("admin", "api", "backstage", "management", "processes", "queries", "terminal")
    ),
    *(f"league/{room}/*.py" for room in ("views", "web")),
    "games/ledger/reads.py",
    "league/tasks.py",
    "personas/admin/*.py",
    "personas/api/*.py",
)
PAGES: Final = ("templates/**/*.html", "league/static/**/*.js")

Reading = Callable[[str, str], Iterator[str]]
LAWS: Final[Mapping[Reading, tuple[str, ...]]] = {
    of_games.asks_the_viewpoint: (*CODE, *PAGES[:1]),
    of_the_house.has_no_hidden_turns: CODE,
    of_the_house.has_two_lines: ("league/tasks.py",),
    of_the_house.is_named_for_what_it_does: tuple(
        f"{folder}/**/*" for folder in ("benchmarks", "docs", "games", "league", "personas", "templates", "tests")
    ),
    of_the_house.is_text_and_no_markup: (*CODE, *PAGES),
    of_games.keeps_nothing_between_games: ("games/engine/rulesets/*.py",),
    of_games.keys_its_dice: CODE,
    of_the_house.leaves_writing_to_verbs: CALLERS,
    of_the_house.names_nobody_above: CODE,
    of_games.speaks_through_the_table: CODE,
    of_words.can_be_translated: PAGES,
    of_the_house.records_what_it_does: ("league/views/*.py",),
    of_the_house.takes_keywords: VERBS,
    of_the_house.waits_outside_transactions: CODE,
}
READ: Final = (".html", ".js", ".py")


def files(law: Reading) -> frozenset[str]:
    """The files that a law is for, by their paths in the project."""
    found = {path for pattern in LAWS[law] for path in PROJECT.glob(pattern) if path.is_file()}
    return frozenset(path.relative_to(PROJECT).as_posix() for path in found if "__pycache__" not in path.parts)


def text_of(path: str) -> str:
    """What is in a file, where it is one that can be read."""
    return (PROJECT / path).read_text(encoding="utf-8") if path.endswith(READ) else ""


@cache
def faults_of_the_tree() -> Mapping[Reading, Sequence[str]]:
    """What each law has against our files, which are read once for all of them."""
    wanted = {law: files(law) for law in LAWS}
    found: dict[Reading, list[str]] = {law: [] for law in LAWS}
    for path in sorted(frozenset().union(*wanted.values())):
        text = text_of(path)
        for law in LAWS:
            if path in wanted[law]:
                found[law] += [f"{path}:{fault}" for fault in law(path, text)]
    return found
