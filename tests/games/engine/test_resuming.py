"""A stored game taken up again: it goes on where it stopped, and whatever was tampered with is found at its seq."""

from typing import Any

import pytest

from games.engine.disclosing import Claim, Disclosure
from games.engine.moderator import Answer, Diverged, Moderator
from games.engine.ruleset import Ruleset
from tests.games.engine.scenes import Scene, begin, play_wildly

Rules = Ruleset[Any]
Rows = list[dict[str, Any]]


class Stored:
    """A finished game as it is stored, to be tampered with."""

    def __init__(self, rules: Rules) -> None:
        self.game = play_wildly(begin(rules, 7, "stored"))
        self.ledger: Rows = [entry.plain() for entry in self.game.ledger]
        self.journal = list(self.game.journal)

    def seq(self, kind: str, number: int = 0) -> int:
        """The seq of an event of this kind."""
        return [row["seq"] for row in self.ledger if row["kind"] == kind][number]

    def after(self, answer: Answer) -> int:
        """The seq of the first event that is later than this answer's poll began."""
        return next(entry.seq for entry in self.game.ledger if entry.poll >= answer.poll)

    def play_again(self) -> Moderator:
        given = (self.game.ruleset, self.game.options, self.game.deal, self.game.seed)
        return Moderator(*given, journal=self.journal, ledger=self.ledger)

    def diverges(self) -> int:
        """The seq at which playing again differs from what is stored."""
        with pytest.raises(Diverged) as caught:
            self.play_again()
        assert str(caught.value).startswith(f"diverged at event {caught.value.seq}: ")
        return caught.value.seq


@pytest.fixture
def stored(town: Rules) -> Stored:
    return Stored(town)


def test_an_untouched_game_plays_again_identically(stored: Stored) -> None:
    again = stored.play_again()
    assert again.ledger == stored.game.ledger
    assert again.winner == stored.game.winner
    assert again.journal == stored.game.journal


@pytest.mark.parametrize("number", [0, 5, -1])
def test_a_changed_word_diverges_at_its_event(stored: Stored, number: int) -> None:
    seq = stored.seq("said", number)
    stored.ledger[seq - 1]["data"]["words"] += "!"
    assert stored.diverges() == seq


@pytest.mark.parametrize(
    "change",
    [
        {"seq": 0},
        {"kind": "plotted"},
        {"round": 9},
        {"phase": "dusk"},
        {"heard_by": []},
        {"heard_by": [0]},
        {"data": {}},
        {"extra": 1},
    ],
    ids=str,
)
@pytest.mark.parametrize("kind", ["seated", "phase", "said", "voted", "revealed"])
def test_any_changed_field_of_an_event_diverges_at_it(stored: Stored, kind: str, change: dict[str, Any]) -> None:
    seq = stored.seq(kind)
    stored.ledger[seq - 1] = {**stored.ledger[seq - 1], **change}
    assert stored.diverges() == seq


def other(value: Any) -> Any:
    """A value of the same kind that is not this one."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value}?"
        case [*items]:
            return [other(items[0]), *items[1:]] if items else [0]
        case dict():
            return {name: other(item) for name, item in value.items()}
    return 0


def test_any_one_value_changed_in_any_event_diverges_at_it(stored: Stored) -> None:
    for place, row in enumerate(tuple(stored.ledger)):
        parts = [(row["data"], name) for name in row["data"]] + [(row, name) for name in row if name != "data"]
        part, name = parts[place % len(parts)]
        kept = part[name]
        part[name] = other(kept)
        assert stored.diverges() == place + 1
        part[name] = kept
    stored.play_again()


def test_any_one_value_changed_in_any_answer_diverges(stored: Stored) -> None:
    """But for thoughts and disclosures, which decide nothing: everything else that a player says becomes an event."""
    for place, answer in enumerate(tuple(stored.journal)):
        fields = sorted(set(answer._fields) - {"thought", "answer", "disclosed"})
        name = fields[place % len(fields)]
        stored.journal[place] = answer._replace(**{name: other(getattr(answer, name))})
        stored.diverges()
        for name, value in answer.answer.items():
            stored.journal[place] = answer._replace(answer={**answer.answer, name: other(value)})
            stored.diverges()
        lied = Disclosure({0: 99}, (Claim("innocence", 0, "guilty"),), 1)
        stored.journal[place] = answer._replace(thought="changed", disclosed=lied)
    stored.play_again()


def test_a_whisper_heard_by_one_more_diverges(stored: Stored) -> None:
    seq = stored.seq("dealt")
    row = stored.ledger[seq - 1]
    row["heard_by"] = sorted([*row["heard_by"], 6])
    assert stored.diverges() == seq


@pytest.mark.parametrize("kind", ["seated", "dealt", "said", "voted", "ended", "revealed"])
def test_a_removed_event_diverges_where_it_was(stored: Stored, kind: str) -> None:
    seq = stored.seq(kind)
    del stored.ledger[seq - 1]
    assert stored.diverges() == seq


def test_a_ledger_that_lacks_its_end_diverges_where_it_ends(stored: Stored) -> None:
    del stored.ledger[-3:]
    assert stored.diverges() == len(stored.ledger) + 1


def test_answers_without_any_event_diverge_at_the_first(stored: Stored) -> None:
    stored.ledger.clear()
    assert stored.diverges() == 1


def test_an_added_event_diverges_where_it_was_added(stored: Stored) -> None:
    seq = stored.seq("said", 2)
    forged = {**stored.ledger[seq - 1], "data": {"seat": 0, "words": "I confess."}}
    stored.ledger.insert(seq - 1, forged)
    assert stored.diverges() == seq


def test_an_event_after_the_end_diverges(stored: Stored) -> None:
    stored.ledger.append({**stored.ledger[-1], "seq": len(stored.ledger) + 1})
    assert stored.diverges() == len(stored.ledger)


def test_events_ahead_of_the_journal_diverge_at_the_first_of_them(stored: Stored) -> None:
    lost = stored.journal.pop()
    assert stored.diverges() == stored.after(lost)


def first(stored: Stored, kind: str, **fields: Any) -> int:
    """The place in the journal of the first answer of this kind with these fields."""
    return next(
        place
        for place, answer in enumerate(stored.journal)
        if answer.kind == kind and not answer.default_reason and fields.items() <= answer.answer.items()
    )


def test_a_changed_speech_in_the_journal_diverges_at_its_event(stored: Stored) -> None:
    place = first(stored, "speak")
    answer = stored.journal[place]
    stored.journal[place] = answer._replace(answer={"message": "I never said that."})
    assert stored.diverges() == stored.after(answer)


def test_a_changed_vote_in_the_journal_diverges_at_the_count(stored: Stored) -> None:
    place = first(stored, "vote")
    answer = stored.journal[place]
    living = {a.seat for a in stored.journal if a.poll == answer.poll}
    other = next(seat for seat in living if seat not in (answer.seat, answer.answer["target"]))
    stored.journal[place] = answer._replace(answer={"target": other})
    seq = stored.diverges()
    assert stored.ledger[seq - 1]["kind"] == "voted"


def test_a_changed_reason_of_a_default_diverges_at_its_note(stored: Stored) -> None:
    place = next(place for place, answer in enumerate(stored.journal) if answer.default_reason)
    stored.journal[place] = stored.journal[place]._replace(default_reason="because")
    assert stored.diverges() == stored.seq("defaulted")


def test_a_default_passed_off_as_an_answer_diverges_at_its_note(stored: Stored) -> None:
    place = next(place for place, answer in enumerate(stored.journal) if answer.default_reason)
    stored.journal[place] = stored.journal[place]._replace(default_reason="")
    assert stored.diverges() == stored.seq("defaulted")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"digest": "00000000"}, "the journal answers QuestionKey"),
        ({"kind": "vote"}, "the journal answers QuestionKey"),
        ({"answer": {"target": 99}}, "the journal holds an illegal answer"),
        ({"answer": {}}, "the journal holds an illegal answer"),
        ({"answer": None}, "the journal holds an illegal answer"),
        ({"poll": 0}, "the journal answers poll 0 of seat"),
        ({"poll": 10_000}, "the journal answers poll 10000 of seat"),
        ({"seat": 99}, "of seat 99, which is not asked"),
    ],
    ids=str,
)
def test_an_answer_that_fits_no_question_diverges_before_its_events(
    stored: Stored, change: dict[str, Any], why: str
) -> None:
    place = first(stored, "protect")
    answer = stored.journal[place]
    stored.journal[place] = answer._replace(**change)
    with pytest.raises(Diverged, match=why) as caught:
        stored.play_again()
    assert caught.value.seq == stored.after(answer)


def test_a_question_answered_twice_diverges(stored: Stored) -> None:
    stored.journal.append(stored.journal[3])
    with pytest.raises(Diverged, match="answers a question twice"):
        stored.play_again()


def test_an_answer_after_the_end_diverges(stored: Stored) -> None:
    last = stored.journal[-1]
    stored.journal.append(last._replace(poll=last.poll + 1))
    assert stored.diverges() == len(stored.ledger) + 1


def test_another_seed_diverges(town: Rules) -> None:
    """The order of the mafia's talk and their draws come from the seed; of 20 others hardly one has them all alike."""
    scene = Scene(town, "MMDSVVVV", seed="one").night(kill={0: [4, 5, 6], 1: [5, 6, 7]})
    journal, ledger = scene.moderator.journal, [entry.plain() for entry in scene.ledger]
    first = next(row["seq"] for row in ledger if row["kind"] == "plotted")
    seqs = []
    for seed in range(20):
        try:
            Moderator(town, scene.moderator.options, scene.moderator.deal, f"{seed}", journal=journal, ledger=ledger)
        except Diverged as diverged:
            seqs.append(diverged.seq)
    assert len(seqs) > 10
    assert min(seqs) == first


def test_only_a_new_game_may_be_without_events(town: Rules) -> None:
    new = begin(town, 7, "stored")
    given = (new.ruleset, new.options, new.deal, new.seed)
    assert Moderator(*given, journal=(), ledger=()).ledger == new.ledger
    opened = [entry.plain() for entry in new.ledger]
    assert Moderator(*given, journal=(), ledger=opened).ledger == new.ledger
    with pytest.raises(Diverged) as caught:
        Moderator(*given, journal=(), ledger=opened[:-1])
    assert caught.value.seq == len(opened)


def test_without_a_ledger_nothing_is_compared(stored: Stored) -> None:
    given = (stored.game.ruleset, stored.game.options, stored.game.deal, stored.game.seed)
    assert Moderator(*given, journal=stored.journal).ledger == stored.game.ledger


def test_the_compared_game_goes_on_where_a_half_answered_poll_stopped(town: Rules) -> None:
    scene = Scene(town, "MDSVV", discussion_rounds=0).night(kill=4)
    for seat in (3, 1):
        scene.answer(seat, target=0)
    moderator = scene.moderator
    given = (town, moderator.options, moderator.deal, moderator.seed)
    ledger = [entry.plain() for entry in moderator.ledger]
    resumed = Moderator(*given, journal=moderator.journal, ledger=ledger)
    assert resumed.pending == moderator.pending
    assert sorted(resumed.pending) == [0, 2]
    for seat in (0, 2):
        resumed.answer(seat, {"target": None if seat else 1})
    votes = [entry.event.data() for entry in resumed.ledger if entry.event.kind == "voted"]
    assert [vote["target"] for vote in votes[0]["votes"]] == [1, 0, None, 0]
