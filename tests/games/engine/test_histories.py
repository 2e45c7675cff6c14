"""Games that were stored once: whatever became of the code, they resume and replay as they were."""

from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from games.engine.ruleset import Ruleset
from games.engine.rulesets import all_rulesets
from tests.games.engine.test_laws import repeat
from tests.histories.record import FOLDER, hash_by, paths, read, written

REVISIONS = [(rules, revision) for rules in all_rulesets().values() for revision in rules.revisions]
HISTORIES = sorted(FOLDER.glob("*/*.json"))
EVERY_HISTORY = pytest.mark.parametrize("path", HISTORIES, ids=lambda path: f"{path.parent.name} {path.stem}")


@pytest.mark.parametrize(
    ("rules", "revision"), REVISIONS, ids=[f"{rules.slug} {revision}" for rules, revision in REVISIONS]
)
def test_every_revision_that_is_played_has_a_history(rules: Ruleset[Any], revision: int) -> None:
    assert paths(rules, revision), f"record one: see {FOLDER / 'record.py'}"
    assert {read(path).revision for path in paths(rules, revision)} == {revision}


@EVERY_HISTORY
def test_a_history_is_of_a_revision_that_is_still_played(path: Path) -> None:
    history = read(path)
    assert history.revision in history.rules.revisions, "drop a revision's histories with it"
    assert path in paths(history.rules, history.revision)


@EVERY_HISTORY
def test_a_history_replays_identically(path: Path) -> None:
    history = read(path)
    again = history.moderator(history.journal, history.ledger)
    assert [entry.plain() for entry in again.ledger] == history.ledger
    assert (again.winner, again.rounds, hash_by(again)) == (history.winner, history.rounds, history.hash)


@EVERY_HISTORY
def test_a_history_resumes_identically_from_anywhere(path: Path) -> None:
    history = read(path)
    step = max(1, len(history.journal) // 12)
    for cut in accumulate([0] + [step] * (len(history.journal) // step)):
        journal = history.journal[:cut]
        stood = len(history.moderator(journal, None).ledger)
        resumed = history.moderator(journal, history.ledger[:stood])
        for answer in history.journal[cut:]:
            repeat(resumed, answer)
        assert [entry.plain() for entry in resumed.ledger] == history.ledger
        assert hash_by(resumed) == history.hash


@EVERY_HISTORY
def test_a_history_would_be_written_as_it_was(path: Path) -> None:
    history = read(path)
    again = history.moderator([], None)
    for answer in history.journal:
        repeat(again, answer)
    assert written(again) == path.read_text()
