"""What a rule book must have is said by class and field when it is found, not when somebody sits at its table."""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, ClassVar

import pytest

from games.engine import rulesets
from games.engine.contract import WrongRuleset, check, check_question
from games.engine.dice import Dice
from games.engine.events import KINDS, Event, fallen, known
from games.engine.questions import Choose, Question, Raw
from games.engine.ruleset import Options
from games.engine.rulesets import all_rulesets
from games.engine.table import Role
from tests.games.rule_books import EVERY_RULESET, ROOT
from tests.golden.playthrough import playthrough_of
from tests.patience import at_most

TOWN: Any = type(all_rulesets()["town-mafia"])  # any ruleset would do


@dataclass(frozen=True)
class Bare(Options):
    """Options of which one was not made by option()."""

    wind: int = 3


def like_town(**changed: object) -> Any:
    """Town Mafia with something changed; None takes it away."""
    return type("Changed", (TOWN,), {"__doc__": TOWN.__doc__, **changed})


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"slug": "Town Mafia"}, "Changed.slug: must be small letters"),
        ({"title": ""}, "Changed.title: must be a text that is not empty, not ''"),
        ({"hidden_team": "draw"}, "Changed.hidden_team: must be small letters, at most 20, and not 'draw'"),
        ({"hidden_team": "town"}, "Changed.hidden_team: both teams are called 'town'"),
        ({"open_team": "people"}, "Changed.roles: doctor is of the team 'town'"),
        ({"roles": ("doctor",)}, "Changed.roles: 'doctor' is no Role"),
        (
            {"roles": (Role("doctor", "town"), Role("doctor", "mafia"))},
            "Changed.roles: each role needs a name",
        ),
        ({"revision": 7}, "Changed.revision: 7 is not among the revisions"),
        ({"default_seats": 40}, "Changed.default_seats: 40 is not among the seats"),
        ({"aliases": ("Ann", "Ann")}, "Changed.aliases: 20 different names are needed, there are 1"),
        ({"options": dict}, "Changed.options: must be a dataclass that is an Options"),
        ({"options": Bare}, "Changed.options.wind: must be made by option("),
        ({"__doc__": " "}, "Changed.__doc__: the docstring is the rule book, and it is missing"),
        ({"play": lambda self, table, options: None}, "Changed.play: must be `async def`"),
    ],
)
def test_what_is_wrong_with_a_ruleset_is_told_by_class_and_field(changed: dict[str, object], told: str) -> None:
    with pytest.raises(WrongRuleset) as caught:
        check(like_town(**changed))
    assert told in str(caught.value)


@EVERY_RULESET
def test_every_rule_book_is_as_it_must_be(rules: Any) -> None:
    check(type(rules))


@EVERY_RULESET
def test_every_question_of_a_playthrough_can_be_answered(rules: Any) -> None:
    moderator = playthrough_of(rules)
    fresh = type(moderator)(rules, moderator.options, moderator.deal, moderator.seed)
    answers = {(answer.poll, answer.seat): answer for answer in moderator.journal}
    while fresh.pending:
        for seat, question in tuple(fresh.pending.items()):
            check_question(question)
            answer = answers[fresh.poll, seat]
            if answer.default_reason:
                fresh.default(seat, answer.default_reason)
            else:
                fresh.answer(seat, {**answer.answer, "thought": answer.thought})


@EVERY_RULESET
def test_whoever_leaves_the_game_is_known_to_the_table_and_told_by_no_more_than_its_events(rules: Any) -> None:
    moderator = playthrough_of(rules)
    told = {seat for entry in moderator.ledger if (seat := fallen(entry.event)) is not None}
    assert told <= set(moderator.table.died) == set(moderator.table.dead)


class Vague(Question[str]):
    """A question whose field nobody describes."""

    legal: ClassVar[Any] = ()

    def read(self, raw: Raw) -> str:
        return ""

    def write(self, value: str) -> dict[str, Any]:
        return {"deed": value}

    def default(self, dice: Dice) -> str:
        return ""

    def drawn(self, dice: Dice, words: str) -> str:
        return ""

    def properties(self) -> dict[str, Any]:
        return {"deed": {"enum": ["a", "b"]}}


def test_a_field_without_a_description_is_named_before_a_model_is_asked() -> None:
    with pytest.raises(WrongRuleset, match=r"Vague\.properties\(\)\['deed'\]: needs a \"description\""):
        check_question(Vague("tell", "What?"))


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"kind": "Sneezed!"}, "kind: must be small letters, digits and _"),
        ({"kind": "died"}, r"kind: 'died' is games\.engine\.events\.night\.Died's already"),
        ({"kind": "sneezed_at", "falls": "who"}, "falls: it has no field 'who'"),
    ],
)
def test_what_is_wrong_with_an_event_is_told_by_class_and_field(fields: dict[str, object], told: str) -> None:
    made = dataclass(frozen=True, slots=True)(type("Sneezed", (Event,), {"__module__": __name__, **fields}))
    with pytest.raises(TypeError, match=rf"Sneezed\.{told}"):
        known(made)
    assert fields["kind"] == "died" or fields["kind"] not in KINDS


def test_seats_in_what_can_be_chosen_are_said_by_their_names() -> None:
    names = ("Ann", "Bob", "Cleo")
    assert [Choose("vote", "?", (None, 2)).said("target", value, names) for value in (None, 2)] == ["nobody", "Cleo"]
    tend = next(question for question in _asked("lighthouse") if question.kind == "tend")
    assert [tend.said("deed", deed, names) for deed in ("watch 1", "watch 9", "keep the lamp")] == [
        "watch Bob",
        "watch 9",
        "keep the lamp",
    ]


def _asked(slug: str) -> list[Question[Any]]:
    rules = all_rulesets()[slug]
    options = rules.options_from({}, rules.default_seats)
    moderator = type(playthrough_of(rules))(rules, options, rules.deal("asked", rules.default_seats, options), "asked")
    found = []
    for _ in range(2):
        found += list(moderator.pending.values())
        for seat in tuple(moderator.pending):
            moderator.default(seat, "asked")
    return found


# --- where rule books come from --------------------------------------------------------------------------------------


def test_a_rule_book_of_another_package_is_found_by_its_entry_point() -> None:
    lighthouse = all_rulesets()["lighthouse"]
    assert type(lighthouse).__module__ == "lighthouse"
    assert not list((ROOT / "games").rglob("lighthouse*"))


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("lighthouse:WRECKER", "the entry point other of league.rulesets must name a Ruleset"),
        ("lighthouse:Lighthouse", "'lighthouse' is lighthouse.Lighthouse's already"),
    ],
)
def test_an_entry_point_that_cannot_be_used_is_named(monkeypatch: pytest.MonkeyPatch, value: str, told: str) -> None:
    points = [*rulesets.entry_points(group=rulesets.GROUP), EntryPoint("other", value, rulesets.GROUP)]
    monkeypatch.setattr(rulesets, "entry_points", lambda group: points)
    with pytest.raises(TypeError, match=told):
        all_rulesets.__wrapped__()


def test_the_same_rule_book_plays_the_same_game_as_a_file_of_this_tree(tmp_path: Path) -> None:
    """Its own file and nothing else: no other is edited."""
    for name in ("games", "personas", "league", "manage.py", "pyproject.toml"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, tmp_path / name)
    shutil.copy(ROOT / "tests" / "elsewhere" / "lighthouse.py", tmp_path / "games" / "engine" / "rulesets")
    elsewhere = ROOT / "tests" / "elsewhere"
    here, there = (
        subprocess.run(
            [sys.executable, "manage.py", "play", "lighthouse", "--seed", "both", "--json"],
            env={"PYTHONPATH": str(path), "LEAGUE_SETUP": "0", "PATH": "", "LEAGUE_DATA_DIR": str(tmp_path / "data")},
            cwd=root,
            capture_output=True,
            text=True,
            check=False,
            timeout=at_most(60),
        )
        for root, path in ((ROOT, elsewhere), (tmp_path, tmp_path))
    )
    assert (here.returncode, here.stderr) == (there.returncode, there.stderr) == (0, "")
    assert here.stdout == there.stdout != ""
