"""The breaches that are written down beside this file (breaches.toml), and what one does to a file and to a tree.

`python -m tests.laws.breaches` breaks every law in a copy of the tree and tells, as a table, what turned red.
"""

import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tests.laws.tree import PROJECT

BESIDE: Final = Path(sys.executable).parent  # where the tools of this environment are
TOOLS: Final = {"style": "ruff check", "layers": "lint-imports"}
READINGS: Final = "tests/laws/test_readings.py"
COPIED: Final = shutil.ignore_patterns(".*", "*.sqlite3", "__pycache__", "data", "node_modules")


class Breach(NamedTuple):
    """One way to break a law: what stands in place of `old` in a file; what is to turn red, and what that then says."""

    number: int
    law: str
    file: str
    old: str
    new: str
    check: str
    says: str

    def __str__(self) -> str:
        return f"{self.number} {self.law}: {self.file}"

    def done_to(self, text: str) -> str:
        """The file's text with the breach in it. Raises ValueError where what it replaces is not there, or twice."""
        if not self.old:
            return f"{text}\n\n{self.new}\n"
        if text.count(self.old) != 1:
            raise ValueError(f"{self.file} has {text.count(self.old)} times what is to be replaced: {self.old!r}")
        return text.replace(self.old, self.new)

    def in_words(self) -> str:
        """What is done to which line of which file."""
        path = PROJECT / self.file
        text = path.read_text("utf-8") if path.exists() else ""
        number = text[: text.find(self.old)].count("\n") + 1 if self.old else text.count("\n") + 3
        was, now = (" ⏎ ".join(each.strip().splitlines()) for each in (self.old, self.new))
        return f"{self.file}:{number}: `{was}` became `{now}`" if was else f"{self.file}:{number}: `{now}`"

    def command(self) -> list[str | Path]:
        """What is to turn red, as a command to be run where the tree is."""
        match self.check:
            case "style":
                return [BESIDE / "ruff", "check", "--no-cache", "--output-format=concise", self.file]
            case "layers":
                return [BESIDE / "lint-imports", "--no-logo", "--no-cache"]
        file, named = (READINGS, f"law and {self.says}") if self.check == "read" else (self.check, self.says)
        quiet = ("-q", "--slow", "--tb=line", "-p", "no:cacheprovider", "-p", "no:randomly")
        return [sys.executable, "-m", "pytest", *quiet, file, "-k", named]


def breaches() -> list[Breach]:
    """All of them."""
    written: dict[str, list[dict[str, str]]] = tomllib.loads((Path(__file__).with_suffix(".toml")).read_text("utf-8"))
    every = ((law, each) for law, found in written.items() for each in found)
    return [Breach(**{"old": "", **each}, number=number, law=law) for number, (law, each) in enumerate(every, start=1)]


def copy_tree(to: Path) -> Path:
    """A copy of the tree without what is not ours or not of it."""
    return Path(shutil.copytree(PROJECT, to, ignore=COPIED))


@contextmanager
def broken(tree: Path, breach: Breach) -> Iterator[None]:
    """The tree with a breach in it; afterwards it is as it was."""
    file = tree / breach.file
    was = file.read_text("utf-8") if file.exists() else None
    file.parent.mkdir(exist_ok=True)
    file.write_text(breach.done_to(was or ""), "utf-8")
    try:
        yield
    finally:
        file.unlink() if was is None else file.write_text(was, "utf-8")
        if was is None and not any(file.parent.iterdir()):
            file.parent.rmdir()


def told(tree: Path, breach: Breach) -> tuple[list[str], str]:
    """What a check says in a tree: the lines in which it is red for the breach, and everything."""
    run = subprocess.run(
        breach.command(), cwd=tree, capture_output=True, text=True, check=False, env={"PYTHONDONTWRITEBYTECODE": "1"}
    )
    words = run.stdout + run.stderr
    sign = {"style": breach.file, "layers": " BROKEN"}.get(breach.check, "FAILED tests/")
    red = [line for line in words.splitlines() if breach.says in line and sign in line] if run.returncode else []
    return red, words


def tell() -> None:
    """Prints the table."""
    print("| law | broken by | what turned red |\n|---|---|---|")  # noqa: T201  a page of Markdown
    with tempfile.TemporaryDirectory() as folder:
        tree = copy_tree(Path(folder) / "tree")
        for breach in breaches():
            with broken(tree, breach):
                red, _ = told(tree, breach)
            line = red[0].partition(" - ")[0] if red else "**nothing**"
            cells = (breach.law, breach.in_words(), f"{TOOLS.get(breach.check, 'pytest')}: {line}")
            print(f"| {' | '.join(each.replace('|', chr(92) + '|') for each in cells)} |", flush=True)  # noqa: T201


if __name__ == "__main__":
    tell()
