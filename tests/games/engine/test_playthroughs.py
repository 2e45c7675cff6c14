"""Each ruleset has a playthrough, and plays it as it is written down."""

import inspect
import json
from pathlib import Path
from typing import Any

import pytest

from games.engine.events import KINDS
from games.engine.ruleset import Ruleset
from games.engine.rulesets import all_rulesets
from tests.golden.playthrough import Refused, header_of, path_of, paths_of, played, prose, write

Rules = Ruleset[Any]
EVERY_RULESET = pytest.mark.parametrize("rules", all_rulesets().values(), ids=lambda rules: rules.slug)
PLAYTHROUGHS = [(rules, path) for rules in all_rulesets().values() for path in paths_of(rules)]
EVERY_PLAYTHROUGH = pytest.mark.parametrize(
    ("rules", "path"), PLAYTHROUGHS, ids=[f"{path.stem}" for _, path in PLAYTHROUGHS]
)


@EVERY_PLAYTHROUGH
def test_a_ruleset_has_a_playthrough_of_its_newest_revision(rules: Rules, path: Path) -> None:
    assert path.exists(), f"{rules.slug} needs a playthrough: see tests/golden/playthrough.py"
    written = header_of(path.read_text()).get("revision")
    assert written == rules.revision, f"write it again: python -m tests.golden.playthrough {rules.slug}"


@EVERY_PLAYTHROUGH
def test_a_ruleset_plays_as_it_is_written_down(rules: Rules, path: Path) -> None:
    text = path.read_text()
    header = header_of(text)
    again = prose(played(header, rules), header)
    changed = [line for line in zip(text.splitlines(), again.splitlines(), strict=False) if line[0] != line[1]]
    assert changed[:3] == [], f"{rules.slug} plays otherwise: does the change need a new revision?"
    assert text == again


@EVERY_RULESET
def test_every_kind_of_event_that_a_ruleset_speaks_occurs_in_its_playthrough(rules: Rules) -> None:
    module = inspect.getmodule(type(rules))
    spoken = {cls.kind for cls in vars(module).values() if inspect.isclass(cls) and cls in KINDS.values()}
    headers = [header_of(path.read_text()) for path in paths_of(rules)]
    heard = {entry.event.kind for header in headers for entry in played(header, rules).ledger}
    more = f"one more beside it, {rules.slug}.2.txt to .9.txt, may hold them by other options, seats or seed"
    assert spoken - heard == set(), f"no playthrough of {rules.slug} has these kinds: {more}"
    assert "defaulted" in heard, f"nobody is silent in a playthrough of {rules.slug}: one of them needs another seed"


def test_no_playthrough_is_left_of_a_ruleset_that_is_gone() -> None:
    folder = path_of(all_rulesets()["town-mafia"]).parent
    known = {path for rules in all_rulesets().values() for path in paths_of(rules)}
    assert set(folder.glob("*.txt")) == known


@pytest.fixture
def copied(town: Rules, tmp_path: Path) -> Path:
    path = path_of(town, tmp_path)
    path.write_text(path_of(town).read_text())
    return path


def test_writing_an_unchanged_playthrough_again_changes_nothing(town: Rules, copied: Path) -> None:
    write(town, copied.parent)
    assert copied.read_text() == path_of(town).read_text()


def test_a_changed_playthrough_is_not_written_under_an_unchanged_revision(town: Rules, copied: Path) -> None:
    text = copied.read_text().replace("died in the night", "was found at dawn")
    copied.write_text(text)
    with pytest.raises(Refused, match="changed and its revision is still 1"):
        write(town, copied.parent)
    assert copied.read_text() == text


def test_a_changed_playthrough_is_written_for_another_revision_or_under_a_bare_first_line(
    town: Rules, copied: Path
) -> None:
    header = header_of(copied.read_text())
    for text in (json.dumps({**header, "revision": 0}) + "\n\nnobody: old play\n", json.dumps(header) + "\n"):
        copied.write_text(text)
        write(town, copied.parent)
        assert copied.read_text() == path_of(town).read_text()
