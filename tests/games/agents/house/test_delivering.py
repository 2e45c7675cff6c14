"""How a speech is delivered: in other words than on other evenings, and nothing but words is another."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from games.agents.house import House
from games.agents.house.hearing.speeches import hear
from games.agents.house.ship.hearing import heard
from games.agents.house.speaking.asides import KIND_OF, KINDS, TURNING, asides, every_spelling, fault_of, spellings
from games.agents.house.speaking.book import (
    MORE,
    SENTENCES,
    Sentence,
    WrongSentence,
    every_sentence,
    read_book,
    sentences,
)
from games.agents.house.speaking.delivering import beginning, delivered
from games.agents.house.speaking.pronouns import HE, SHE, Naming, pronouns_at
from games.agents.house.speaking.wording import Tongue, compiled, going_on
from games.agents.offline import play_out
from games.agents.played import played_in
from games.engine.dice import Dice
from games.engine.discussion import seats_named
from games.engine.discussion.accusing import seats_accused
from games.engine.events import speaker, speech_field
from games.engine.moderator import Moderator
from games.engine.rulesets import ruleset_named
from personas.sheet import FIRST_TWELVE

RULES = ("town-mafia", "reactive-mafia", "council-mafia", "glass-box")
NAMES = ("Anika", "Bruno", "Celia", "Dario", "Edda")
WORDS = ("message", "reason")


def begun(slug: str, names: str = "persona") -> Moderator:
    rules = ruleset_named(slug)
    options = rules.options_from({"names": names}, rules.default_seats)
    cast = [sheet.name for sheet in FIRST_TWELVE[: rules.default_seats]]
    return Moderator(rules, options, rules.deal(f"delivered/{slug}", rules.default_seats, options, cast), "delivered")


@cache
def game(slug: str, names: str = "persona", outing: int = 1) -> Moderator:
    moderator = begun(slug, names)
    return play_out(moderator, [House(sheet, outing=outing) for sheet in FIRST_TWELVE[: len(moderator.deal.aliases)]])


def speeches(moderator: Moderator) -> Iterator[tuple[int, str]]:
    for entry in moderator.ledger:
        if entry.is_public and speech_field(type(entry.event)):
            seat = speaker(entry.event)
            if seat is not None:
                yield seat, entry.event.data()["words"]


# --- what is decided stays ---


@pytest.mark.parametrize("slug", RULES)
def test_another_outing_moves_words_alone(slug: str) -> None:
    moderator = begun(slug)
    changed = 0
    while moderator.pending:
        for seat in tuple(moderator.pending):
            question, view, at = moderator.pending[seat], moderator.table.views[seat], played_in(moderator)
            one, other = (
                dict(
                    House(FIRST_TWELVE[seat], outing=outing).reply(
                        seat, question, view, Dice.keyed(moderator.seed, moderator.key(seat)), at
                    )
                )
                for outing in (1, 6)
            )
            assert unworded(one) == unworded(other)
            changed += one != other
            moderator.answer(seat, one)
    assert changed > 5


def unworded(answer: dict[str, object]) -> dict[str, object]:
    """An answer, of its words only whether there are some."""
    return {name: value in ("", None, "[SILENT]") if name in WORDS else value for name, value in answer.items()}


def test_what_is_rolled_beside_a_stream_moves_nothing_in_it() -> None:
    dice, undisturbed = Dice("seed", "key"), Dice("seed", "key")
    beside = dice.beside("words")
    assert beside.below(1_000_000) != Dice("seed", "key").below(1_000_000)
    assert beside.below(10**9) != dice.beside("other words").below(10**9)
    assert [dice.below(100) for _ in range(20)] == [undisturbed.below(100) for _ in range(20)]


def test_a_persona_begins_elsewhere_in_its_next_game() -> None:
    first, second = (dict(speeches(game("town-mafia", outing=outing))) for outing in (1, 2))
    assert first.keys() == second.keys()
    said = [
        {sentence for _, words in speeches(game("town-mafia", outing=n)) for sentence in split(words)} for n in (1, 2)
    ]
    assert len(said[0] & said[1]) < 0.15 * len(said[0])


def test_a_game_outside_of_seasons_is_a_function_of_its_seed() -> None:
    one = [words for _, words in speeches(game("council-mafia", outing=0))]
    again = play_out(begun("council-mafia"), [House(sheet) for sheet in FIRST_TWELVE[:10]])
    assert one == [words for _, words in speeches(again)]


def split(words: str) -> list[str]:
    return [each.strip() for each in re.findall(r"[^.!?]+", words) if len(each.split()) > 4]


# --- pronouns ---


@pytest.mark.parametrize(
    ("before", "sentence", "said"),
    [
        ("I suspect Bruno.", "Bruno is hiding something.", "He is hiding something."),
        ("I suspect Anika.", "I vote for Anika.", "I vote for her."),
        ("I suspect Bruno.", "I think Bruno is mafia.", "I think he is mafia."),
        ("I suspect Celia.", "Celia's argument has a gap.", "Her argument has a gap."),
        ("I suspect Celia.", "Celia's the one.", "Celia's the one."),
        (
            "I suspect Bruno.",
            "Whatever you say, Bruno, I vote for Bruno.",
            "Whatever you say, Bruno, I vote for Bruno.",
        ),
        ("I suspect Bruno, as Celia does.", "Bruno is lying.", "Bruno is lying."),
        ("Bruno, you are wrong.", "I nominate Bruno.", "I nominate Bruno."),
        ("I suspect Bruno.", "Bruno and Celia are in it.", "Bruno and Celia are in it."),
        ("I suspect Bruno.", "Edda said so, and Bruno heard it.", "Edda said so, and Bruno heard it."),
        ("I suspect Bruno.", "Bruno sent Hugo away, and Hugo was town.", "He sent Hugo away, and Hugo was town."),
        ("I suspect Edda.", "Edda sent Hugo away, and Hugo was town.", "She sent Hugo away, and he was town."),
        ("I suspect Bruno.", "“Bruno is fine”, said somebody.", "“Bruno is fine”, said somebody."),
    ],
)
def test_a_pronoun_stands_for_whom_was_named_last_and_where_its_case_is_plain(
    before: str, sentence: str, said: str
) -> None:
    naming = Naming((*NAMES, "Hugo"), 3)
    assert naming.put(before) == before
    assert naming.put(sentence) == said


def test_after_three_pronouns_the_name_comes_again() -> None:
    naming = Naming(NAMES, 3)
    said = [naming.put(sentence) for sentence in ("I suspect Bruno.", *["I vote for Bruno."] * 4)]
    assert said[1:] == ["I vote for him."] * 3 + ["I vote for Bruno."]


def test_names_that_tell_keep_their_pronoun_and_others_are_drawn_from_the_table_alone() -> None:
    assert pronouns_at(("Captain Brannoch", "Sister Amity", "Bruno", "Anika")) == (HE, SHE, HE, SHE)
    colours = tuple(f"{number}-{colour}" for number in range(20) for colour in ("Red", "Blue"))
    assert pronouns_at(colours) == pronouns_at.__wrapped__(colours)  # of this table and of nothing else
    assert set(pronouns_at(colours)) == {HE, SHE}


@pytest.mark.parametrize("names", ["alias", "persona"])
@pytest.mark.parametrize("slug", RULES)
def test_every_pronoun_that_is_said_is_of_whom_was_named_last(slug: str, names: str) -> None:
    moderator = game(slug, names)
    table = moderator.deal.aliases
    pronouns = pronouns_at(table)
    found = re.compile("|".join([*map(re.escape, table), r"\b(?:[Hh]e|[Hh]im|[Hh]is|[Ss]he|[Hh]er)\b"]))
    counted = 0
    for seat, words in speeches(moderator):
        last: int | None = None
        for each in found.findall(words):
            if each in table:
                last = table.index(each)
            else:
                assert last not in (None, seat), words
                assert each.casefold() in pronouns[last], words
                counted += 1
    assert counted > 3


# --- who hears it ---


def test_aboard_a_pronoun_is_heard_of_whom_was_named_last() -> None:
    table = ("Red", "Blue", "Green", "Pink")
    named = heard("I suspect Blue. Blue was in storage, and I saw Blue vent.", table, 0)
    assert heard("I suspect Blue. She was in storage, and I saw her vent.", table, 0) == named != ()
    assert heard("He was in storage.", table, 0) == ()


@pytest.mark.parametrize(
    "said",
    [
        "I suspect Bruno",
        "I trust Bruno",
        "I vote for Bruno",
        "Celia, I'm not mafia",
        "I saw Bruno in storage",
        "Bruno is clear, I watched a real task",
        "I was in storage",
        "Bruno was dead by morning",
    ],
)
def test_an_aside_is_heard_by_nobody(said: str) -> None:
    plain = f"{said}."
    for aside in spellings():
        text = f"{said}{aside}." if aside[-1] != ":" else f"{aside[:1].upper()}{aside[1:]} {going_on(plain, NAMES)}"
        assert hear(text, NAMES, 3).remarks == hear(plain, NAMES, 3).remarks, text
        assert heard(text, NAMES, 3) == heard(plain, NAMES, 3), text
        assert seats_named(text, NAMES) == seats_named(plain, NAMES)
        assert seats_accused(text, NAMES) == seats_accused(plain, NAMES), text


def test_whoever_has_spoken_to_somebody_turns_to_the_others_before_speaking_of_them() -> None:
    turns = [text.capitalize() for each in asides()[TURNING]["any"] for text in every_spelling(each)]
    turned: Counter[str] = Counter()
    for draw in range(40):
        for about in ("Bruno", "Celia"):
            tongue = Tongue(FIRST_TWELVE[0], NAMES, set(), Dice("tongue", draw))
            drafted = [tongue.say("deny", {"b": "Bruno"}), tongue.say("verdict", {"a": about})]
            words = delivered(tongue, [each for each in drafted if each], 3, Dice("said", draw))
            turned["before it is said to them"] += words.startswith(tuple(turns))
            turned[about] += any(f". {turn} " in words for turn in turns)
    assert turned["Bruno"] > 10
    assert turned["Celia"] == turned["before it is said to them"] == 0


# --- the stock ---


def test_every_kind_of_aside_has_some_and_stands_after_intents_that_there_are() -> None:
    assert set(asides()) == set(KINDS)
    intents = {intent for intent in KIND_OF if not intent.startswith("=")}
    assert intents <= set(sentences())
    assert len(KIND_OF) == sum(len(intents) for _, intents in KINDS.values())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("and that is all there is", "begins with a comma"),
        (", and that is all there is.", "ends without a point"),
        (", and I trust few people today", "players listen for 'trust'"),
        (", and {he} looked rather guilty then", "players listen for 'guilty'"),
        (", and nobody was caught at it", "'caught' accuses"),
        (", and that is", "fewer than 4 words"),
    ],
)
def test_what_somebody_would_hear_is_no_aside(text: str, why: str) -> None:
    assert why in str(fault_of("against", Sentence(text)))
    assert fault_of("against", Sentence(", and I [say|said] it with an open heart")) is None
    assert "of a kind" in str(fault_of("verdicts", Sentence(", and that is all there is")))


def test_an_aside_has_the_pronoun_of_whom_it_is_about() -> None:
    aside = Sentence(", and {he} [knows|saw] {his} face, look at {him}")
    assert list(every_spelling(aside, SHE)) == [
        ", and she knows her face, look at her",
        ", and she saw her face, look at her",
    ]


def test_an_aside_that_is_passed_over_moves_the_dice_as_if_it_were_said() -> None:
    aside = compiled(Sentence(", and {he} [knows|saw] {his} [face|hand]"))
    said, passed = Dice("asides"), Dice("asides")
    aside.say({"he": "he", "his": "his"}, said)
    aside.pass_over(passed)
    assert passed.below(2**64) == said.below(2**64) != Dice("asides").below(2**64)


def test_what_there_is_more_of_is_in_no_draft() -> None:
    drafts = {each.text for pools in sentences().values() for pool in pools.values() for each in pool}
    every = {each.text for pools in every_sentence().values() for pool in pools.values() for each in pool}
    assert drafts < every
    assert len(every - drafts) > 250


def test_more_has_voices_alone(tmp_path: Path) -> None:
    assert read_book(SENTENCES, MORE).keys() == sentences().keys()
    (tmp_path / "scene.toml").write_text(
        '[placeholders]\na = "a player"\n\n[strolling]\nany = [\n    "I stroll.",\n]\n'
    )
    with pytest.raises(WrongSentence, match="scenes stand in sentences/"):
        read_book(SENTENCES, tmp_path)


def openings(words: Sequence[str]) -> list[str]:
    return [" ".join(each.split()[:2]).casefold() for each in words]


def test_sentences_of_one_speech_rarely_open_alike() -> None:
    spoken = [split(words) for slug in RULES[:3] for _, words in speeches(game(slug))]
    several = [openings(words) for words in spoken if len(words) > 2]
    assert len(several) > 20
    assert sum(len(set(words)) < len(words) for words in several) <= 0.1 * len(several)


@pytest.mark.parametrize("length", range(1, 40))
def test_a_list_is_begun_everywhere_before_it_is_begun_anywhere_again(length: int) -> None:
    assert {beginning(outing, length) for outing in range(1, length + 1)} == set(range(length))
