"""`ruleset SLUG check` tells an author what a rule book lacks before the suite or a spectator does."""

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from games.engine.dice import Dice
from games.engine.events import Event, Names, Seat, known, speaker
from games.engine.questions import Choose, Illegal, Raw
from games.engine.rulesets import all_rulesets
from games.engine.table import Table
from tests.games.engine.scenes import begin, play_wildly
from tests.golden import check as checking
from tests.golden.playthrough import paths_of

LIGHTHOUSE: Any = type(all_rulesets()["lighthouse"])


@known
@dataclass(frozen=True, slots=True)
class Hummed(Event):
    """Somebody hums a tune; a test's own."""

    kind: ClassVar[str] = "hummed_by_a_test"
    hummer: Seat
    words: str
    tune: tuple[Any, ...] = ()

    def text(self, names: Names) -> str:
        return f"seat {self.hummer} hums: {self.words}"


@known
@dataclass(frozen=True, slots=True)
class Sung(Event):
    """Somebody sings; a test's own, and as it should be."""

    kind: ClassVar[str] = "sung_by_a_test"
    speaks: ClassVar[str] = "singer"
    singer: Seat
    words: str

    def text(self, names: Names) -> str:
        return f"{names[self.singer]} sings: {self.words}"


@pytest.mark.parametrize(
    ("event", "complaints"),
    [
        (Sung(1, "la"), []),
        (Hummed(1, "la"), ["Hummed.text: it says a seat's number", "Hummed.words: nobody can tell who says them"]),
        (Hummed(1, "la", (object(),)), ["Hummed: it cannot be stored", "Hummed.text", "Hummed.words"]),
        (Hummed(1, "la", ({"a": 1},)), ["Hummed.text", "Hummed.words"]),
        (
            Hummed(1, "la\nla"),
            ["Hummed.text: it says a seat's", "Hummed.text: it must be one sentence", "Hummed.words"],
        ),
    ],
)
def test_what_is_wrong_with_an_event_is_told_by_its_class(event: Event, complaints: list[str]) -> None:
    told = list(checking._wrong_with(event, ("Ann", "Bob")))
    assert [line[: len(start)] for line, start in zip(told, complaints, strict=True)] == complaints


def test_who_speaks_is_found_by_the_field_that_says_so() -> None:
    assert speaker(Sung(1, "la")) == 1
    assert speaker(Hummed(1, "la")) is None


@pytest.mark.parametrize(
    ("field", "told"),
    [("falls", "singers"), ("speaks", "nobody")],
)
def test_fields_that_are_no_seat_are_refused(field: str, told: str) -> None:
    body = {"__module__": __name__, "kind": f"chorus_{field}", field: told, "__annotations__": {}}
    body["__annotations__"] = {"singers": tuple[Seat, ...]}
    made = dataclass(frozen=True, slots=True)(type("Chorus", (Event,), body))
    with pytest.raises(TypeError, match=rf"Chorus\.{field}: "):
        known(made)


class Unready(Choose):
    """Reads nobody where nobody may be named."""

    def default(self, dice: Dice) -> Any:
        return None


class Picky(Choose):
    """Refuses what it offers."""

    def read(self, raw: Raw) -> Any:
        if raw["target"] == self.among[-1]:
            raise Illegal("not this one")
        return super().read(raw)


def test_a_default_that_is_refused_and_offers_that_are_refused_are_told() -> None:
    dice = Dice("asked")
    assert not list(checking._wrong_to_answer(Choose("point", "At whom?", (1, 2, 3)), dice))
    assert next(checking._wrong_to_answer(Unready("point", "At whom?", (1, 2)), dice)).startswith(
        ".default: read() ref"
    )
    picky = [line for seed in range(9) for line in checking._wrong_to_answer(Picky("p", "?", (1, 2)), Dice(f"{seed}"))]
    assert any(line.startswith(".properties: an answer that keeps to them is refused: not this one") for line in picky)


class Unending(LIGHTHOUSE):  # type: ignore[misc]  # a class that is found by its slug
    """The Lighthouse for {seats} players, with an end that nobody knows; {ships} {keepers} {called}."""

    async def play(self, table: Table, options: Any) -> str:
        await super().play(table, options)
        return "nobody"


def test_games_are_held_against_what_every_game_must_do() -> None:
    sound = play_wildly(begin(all_rulesets()["lighthouse"], 7, "check"))
    assert list(checking._wrong_in(sound, sound.ruleset)) == []
    wrong = play_wildly(begin(Unending(), 7, "check"))
    assert [*checking._wrong_in(wrong, wrong.ruleset)] == [
        "play() returns the winner 'nobody', which is no team and no draw"
    ]


@pytest.mark.parametrize("slug", ["lighthouse", pytest.param("town-mafia", marks=pytest.mark.slow)])
def test_a_sound_rule_book_is_told_to_be_one(slug: str) -> None:
    rules = all_rulesets()[slug]
    found, seeds = checking.check(rules)
    assert (found.wrong, found.doubtful) == ([], [])
    assert seeds
    assert all(path.exists() for path in paths_of(rules))
