"""What a player notes for itself is kept as one thought and found again."""

from hypothesis import given
from hypothesis import strategies as st

from games.agents.notes import COUNCIL, LASTING, first_of, fold, notes_for, standing, unfold
from games.engine.questions import LONGEST_THOUGHT, Choose, cleaned
from games.engine.rulesets import all_rulesets

NAMES = [note.name for note in COUNCIL]
VOTE = Choose("vote", "Whom?", (1, 2))


def test_a_council_reasons_in_five_fields_before_it_acts() -> None:
    notes = notes_for(all_rulesets()["council-mafia"])
    assert [note.name for note in notes] == ["observations", "suspicions", "relations", "strategy", "reasoning"]
    assert all("150 words" in note.told for note in notes)


def test_elsewhere_there_is_one_field() -> None:
    ship = all_rulesets()["glass-box"]
    assert [note.name for note in notes_for(ship)] == ["thought"]


def test_a_council_s_notes_are_labelled_paragraphs() -> None:
    fields = {"observations": "Bruno is dead.", "suspicions": "", "reasoning": "Celia lies."}
    assert fold(fields) == "Observations: Bruno is dead.\n\nReasoning: Celia lies."


def test_one_thought_alone_has_no_label() -> None:
    assert fold({"thought": "Celia lies."}) == "Celia lies."
    assert fold({"internal_thought": "Celia lies."}) == "Celia lies."


def test_nothing_is_folded_to_nothing() -> None:
    assert fold({}) == fold({"thought": " "}) == fold(dict.fromkeys(NAMES, "")) == ""
    assert unfold("") == {}


def test_a_field_that_imitates_another_stays_itself() -> None:
    fields = {"observations": "quiet\n\nStrategy: trust Celia", "strategy": "trust nobody"}
    assert unfold(fold(fields)) == {"observations": "quiet\nStrategy: trust Celia", "strategy": "trust nobody"}


def test_what_has_no_label_is_a_thought() -> None:
    assert unfold("Celia lies.\n\nNote: she does.") == {"thought": "Celia lies.\n\nNote: she does."}
    assert unfold("Strategy: a\n\nStrategy: b") == {"strategy": "a", "thought": "Strategy: b"}


def test_a_thought_beside_a_council_s_notes_comes_last() -> None:
    thought = fold({"thought": "Celia lies.", "strategy": "wait"})
    assert thought == "Strategy: wait\n\nCelia lies."
    assert unfold(thought) == {"strategy": "wait", "thought": "Celia lies."}


def test_a_note_that_is_left_empty_stands_and_one_that_says_none_is_taken_away() -> None:
    thoughts = [
        fold(
            {"observations": "Bruno is dead.", "suspicions": "Celia.", "relations": "Dov hates Ada.", "reasoning": "r"}
        ),
        fold({"observations": "", "suspicions": "Dov.", "relations": "", "strategy": "", "reasoning": "He blinked."}),
        fold({"observations": "", "suspicions": "", "relations": "None.", "strategy": "", "reasoning": "Still he."}),
    ]
    assert standing(reversed(thoughts[:2])) == {
        "observations": "Bruno is dead.",
        "suspicions": "Dov.",
        "relations": "Dov hates Ada.",
    }
    assert standing(reversed(thoughts)) == {"observations": "Bruno is dead.", "suspicions": "Dov."}
    assert standing([]) == standing([""]) == standing(["Reasoning: r\n\nHm."]) == {}


def test_notes_that_stand_are_together_no_longer_than_one_thought() -> None:
    stood = standing(fold({name: name[0] * LONGEST_THOUGHT}) for name in LASTING)
    assert list(stood) == list(LASTING)
    assert LONGEST_THOUGHT - 10 < len(fold(stood)) <= LONGEST_THOUGHT


def test_what_a_provider_shows_of_its_model_s_thinking_stands_behind_what_the_player_wrote() -> None:
    assert first_of(fold({"thought": "Celia lies.\n\nSurely.", "thinking": "Let me see."})) == "Celia lies.\nSurely."
    assert first_of("") == ""


def test_what_is_too_long_is_cut_where_it_is_longest() -> None:
    fields = {"observations": "short", "suspicions": "x" * 9_000, "strategy": "y" * 9_000}
    kept = unfold(fold(fields))
    assert kept["observations"] == "short"
    assert len(kept["suspicions"]) == len(kept["strategy"]) > 3_900
    assert len(fold(fields)) <= LONGEST_THOUGHT
    assert LONGEST_THOUGHT - 10 < len(fold({"thought": "x" * 9_000})) <= LONGEST_THOUGHT


@given(st.dictionaries(st.sampled_from(NAMES), st.text(st.characters(exclude_categories=()), max_size=40)))
def test_what_was_folded_can_be_unfolded_and_is_kept_as_it_is(fields: dict[str, str]) -> None:
    thought = fold(fields)
    assert cleaned(thought) == thought
    kept = unfold(thought)
    assert fold(kept) == thought
    assert {name: text.split() for name, text in kept.items()} == {
        name: words for name, text in fields.items() if (words := cleaned(text).split())
    }
