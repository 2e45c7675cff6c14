"""The moderator: what it asks, takes and refuses, and how it goes on where a stored game stopped."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from games.engine.dice import Dice
from games.engine.events import Defaulted, Said
from games.engine.moderator import Answer, Moderator, QuestionKey
from games.engine.questions import Illegal, Speak
from games.engine.ruleset import Options, Ruleset
from games.engine.table import Deal, Role, Table
from tests.games.engine.scenes import Scene, begin, play_wildly

Rules = Ruleset[Any]
Rows = list[dict[str, Any]]


# --- asking and answering --------------------------------------------------------------------------------------------


def test_the_pending_questions_have_keys_of_poll_seat_kind_and_digest(town: Rules) -> None:
    moderator = Scene(town, "MDSVV").moderator
    (question,) = moderator.pending.values()
    assert moderator.key(0) == QuestionKey(1, 0, "kill", question.digest)
    assert moderator.poll == 1


def test_an_answer_is_journalled_with_its_key_its_fields_and_its_thought(town: Rules) -> None:
    moderator = Scene(town, "MDSVV").moderator
    key = moderator.key(0)
    answer = moderator.answer(0, {"target": 3, "thought": " They talk too much. ", "mood": "grim"})
    assert answer == Answer(*key, {"target": 3}, "They talk too much.", "")
    assert answer.key == key
    assert moderator.journal == [answer]


def test_a_seat_that_is_not_asked_cannot_answer(town: Rules) -> None:
    moderator = Scene(town, "MDSVV").moderator
    for verb in (
        moderator.key,
        lambda seat: moderator.answer(seat, {"target": 0}),
        lambda seat: moderator.default(seat, ""),
    ):
        with pytest.raises(LookupError, match=r"seat 4 is not asked anything now; asked are \[0\]"):
            verb(4)
    moderator.answer(0, {"target": 3})
    with pytest.raises(LookupError):
        moderator.answer(0, {"target": 3})


@pytest.mark.parametrize("bad", [None, {}, {"target": 0}, {"target": True}, {"target": "3"}, [], "3"])
def test_an_illegal_answer_leaves_no_trace(town: Rules, bad: Any) -> None:
    moderator = Scene(town, "MDSVV").night().moderator
    clean = Scene(town, "MDSVV").night().moderator
    for tried in (moderator, clean):
        for seat in tuple(tried.pending):
            tried.answer(seat, {"message": "Hm."})
    with pytest.raises(Illegal):
        moderator.answer(next(iter(moderator.pending)), bad)
    assert moderator.journal == clean.journal
    assert moderator.ledger == clean.ledger
    assert moderator.pending == clean.pending
    assert play_wildly(moderator).ledger == play_wildly(clean).ledger


def test_a_default_is_drawn_from_dice_keyed_by_seed_and_question(town: Rules) -> None:
    for seed in ("keyed", "once", "twice", "three", "four", "five", "six"):  # any dice hit one of them by chance
        moderator = Scene(town, "MDSVV", seed=seed).moderator
        expected = Dice(seed, *moderator.key(0)).pick((1, 2, 3, 4))
        answer = moderator.default(0, "no answer in time")
        assert (answer.answer, answer.default_reason, answer.thought) == ({"target": expected}, "no answer in time", "")


def test_a_default_is_noted_with_its_reason_before_what_it_causes(town: Rules) -> None:
    scene = Scene(town, "MDSVV")
    scene.moderator.default(0, "4 answers were illegal:\n\x00target must be one of …")
    assert [heard for heard, _ in scene.heard("defaulted")] == [[]]
    assert scene.events("defaulted") == [Defaulted(0, "kill", "4 answers were illegal: target must be one of …")]
    assert scene.kinds()[-2:] == ["defaulted", "targeted"]


@pytest.mark.parametrize("reason", ["", " ", "\n"])
def test_a_default_without_a_reason_is_still_noted(town: Rules, reason: str) -> None:
    scene = Scene(town, "MDSVV")
    scene.moderator.default(0, reason)
    assert scene.events("defaulted") == [Defaulted(0, "kill", "no answer")]


def test_a_default_does_not_move_the_dice_of_the_rules(town: Rules) -> None:
    """The same answer given, and drawn as a default: nothing else in the game may differ."""
    drawn, given = Scene(town, "MMDSVVVV", seed="s"), Scene(town, "MMDSVVVV", seed="s")
    (seat,) = drawn.moderator.pending
    answer = drawn.moderator.default(seat, "no answer")
    given.moderator.answer(seat, answer.answer)
    assert drawn.moderator.pending == given.moderator.pending
    one, other = (play_wildly(scene.moderator).ledger for scene in (drawn, given))
    assert [entry.event for entry in one if entry.event != Defaulted(seat, "plot", "no answer")] == [
        entry.event for entry in other
    ]


def test_a_finished_game_asks_nothing_more(town: Rules) -> None:
    moderator = play_wildly(begin(town, 7, "end"))
    assert moderator.pending == {}
    assert moderator.winner in ("town", "mafia", "draw")
    with pytest.raises(LookupError, match=r"asked are \[\]"):
        moderator.answer(0, {"target": None})


def test_a_revision_that_is_not_played_here_is_refused(town: Rules) -> None:
    options = town.options_from({}, 5)
    with pytest.raises(LookupError, match="town-mafia revision 99 is not played here"):
        Moderator(town, options, town.deal("s", 5, options), "s", revision=99)


# --- rulesets that break the moderator's laws ------------------------------------------------------------------------

EVERYMAN = Role("everyman", "town")


class Told(Ruleset[Options]):
    """A ruleset that plays the coroutine function it is given."""

    slug, title, summary = "told", "Told", "Plays what it is told."
    revision, revisions = 2, range(1, 3)
    seats, default_seats = range(1, 9), 3
    open_team, hidden_team = "town", "mafia"
    roles, aliases = (EVERYMAN,), ("Ada", "Ben", "Cleo")

    def __init__(self, rules: Callable[[Table], Coroutine[Any, Any, str]]) -> None:
        self.rules = rules

    def cast(self, seats: int, options: Options) -> tuple[Role, ...]:
        return (EVERYMAN,) * seats

    def play(self, table: Table, options: Options) -> Coroutine[Any, Any, str]:
        return self.rules(table)

    def phrases(self, options: Options, seats: int) -> dict[str, str]:
        return {}


def told(rules: Callable[[Table], Coroutine[Any, Any, str]], **stored: Any) -> Moderator:
    deal = Deal(("Ada", "Ben", "Cleo"), (EVERYMAN,) * 3)
    return Moderator(Told(rules), Options(), deal, "seed", **stored)


SPEAK = Speak("speak", "What do you say?")


class Foreign:
    """An awaitable that is not the table's."""

    def __init__(self, asked: Any) -> None:
        self.asked = asked

    def __await__(self) -> Any:
        yield self.asked


def nap() -> Coroutine[Any, Any, None]:
    return asyncio.sleep(0)


def question_by_seat() -> Foreign:
    return Foreign({0: SPEAK})


@pytest.mark.parametrize("awaited", [nap, question_by_seat])
def test_a_foreign_awaitable_is_refused(awaited: Callable[[], Any]) -> None:
    async def rules(table: Table) -> str:
        await awaited()
        return "town"

    with pytest.raises(TypeError, match="a ruleset may only await its table, not "):
        told(rules)


def test_a_foreign_awaitable_is_refused_in_the_middle_of_a_game_too() -> None:
    async def rules(table: Table) -> str:
        await table.ask(0, SPEAK)
        await Foreign({1: SPEAK})
        return "town"

    moderator = told(rules)
    with pytest.raises(TypeError, match="a ruleset may only await its table"):
        moderator.answer(0, {"message": "hm"})


def test_a_poll_gives_its_answers_in_seat_order_whatever_order_they_arrived_in() -> None:
    taken = []

    async def rules(table: Table) -> str:
        taken.append(list((await table.poll((2, 0, 1), SPEAK)).items()))
        return "town"

    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        moderator = told(rules)
        for seat in order:
            moderator.answer(seat, {"message": f"I am {seat}"})
    assert taken == [[(0, "I am 0"), (1, "I am 1"), (2, "I am 2")]] * 3


def test_a_poll_of_nobody_is_not_asked() -> None:
    async def rules(table: Table) -> str:
        assert await table.poll((), SPEAK) == {}
        assert await table.poll_each({}) == {}
        return "town"

    moderator = told(rules)
    assert (moderator.winner, moderator.poll) == ("town", 0)


def test_an_entry_names_the_latest_poll_before_it() -> None:
    async def rules(table: Table) -> str:
        for _ in range(2):
            table.announce(Said(0, "before"))
            await table.ask(1, SPEAK)
        table.note(Said(0, "after"))
        return "town"

    moderator = told(rules)
    for _ in range(2):
        moderator.answer(1, {"message": "hm"})
    assert [entry.poll for entry in moderator.ledger] == [0, 1, 2]


def test_a_rule_can_tell_the_revision_it_is_played_by() -> None:
    async def rules(table: Table) -> str:
        table.announce(Said(0, f"revision {table.revision}"))
        return "town"

    assert [told(rules, revision=number).ledger[0].event for number in (1, 2)] == [
        Said(0, "revision 1"),
        Said(0, "revision 2"),
    ]
    assert told(rules).revision == 2
