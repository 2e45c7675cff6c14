"""Whatever is said at a table: it is told as what that player said and no more, and sways nobody beyond its words."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import cycle
from typing import Any

import pytest

from games.agents.briefing import Situation, brief, spoken_in
from games.agents.briefing.place import place_of
from games.agents.house.hearing.speeches import hear
from games.agents.house.remembering import remembering
from games.agents.played import Played
from games.agents.players import player_named
from games.engine.dice import Dice
from games.engine.discussion.accusing import seats_accused
from games.engine.events import Event, Seat, speaker
from games.engine.moderator import Moderator
from games.engine.questions import Speak
from games.engine.ruleset import Ruleset
from games.engine.table import Entry
from personas.sheet import ROSTER
from tests.games.agents.answering.hostile import SPEECHES, disguised
from tests.games.agents.briefing.briefed import situations, whole, wildly
from tests.games.rule_books import EVERY_RULESET_LISTENED_TO, EVERY_TALKING_RULESET, is_speech

pytestmark = pytest.mark.long(30)

Rules = Ruleset[Any]
Names = Sequence[str]
ENOUGH = 300  # different hostile speeches
QUOTES = '"{words}"'  # what is quoted is nobody's own opinion


def at_the_table(disguise: str, words: str, me: str, you: str, other: str) -> str:
    """A hostile speech as it comes through a question."""
    return Speak("speak", "?").read({"message": disguised(disguise, words, me=me, you=you, other=other)})


def test_there_are_more_than_three_hundred_and_all_may_be_said() -> None:
    said = {at_the_table(disguise, words, "Ada", "Ben", "Cleo") for disguise, words in SPEECHES}
    assert len(said) >= ENOUGH
    assert all(len(words.splitlines()) == 1 for words in said)


# --- told ------------------------------------------------------------------------------------------------------------


@cache
def game(rules: Rules) -> Sequence[Situation]:
    return tuple(situations(rules, "hostile"))


def after_a_speech(each: Situation) -> int | None:
    """The place in a view of the last speech of somebody else."""
    places = (n for n, entry in reversed(list(enumerate(each.view))) if is_speech(entry.event))
    return next((n for n in places if speaker(each.view[n].event) != each.seat and _words(each.view[n].event)), None)


def _words(event: Event) -> str:
    words: str = event.data()["words"]
    return words


def with_words(each: Situation, place: int, words: str) -> Situation:
    """The situation, had this been said instead."""
    entry = each.view[place]
    spoiled = entry._replace(event=replace(entry.event, words=words))  # type: ignore[call-arg]  # a speech has words
    return replace(each, view=(*each.view[:place], spoiled, *each.view[place + 1 :]))


def at_table(each: Situation, place: int) -> tuple[str, str, str]:
    """The names of the speaker and of two others."""
    names, who = place_of(each.seat, each.view).names, speaker(each.view[place].event)
    assert who is not None
    you, other = [seat for seat in range(len(names)) if seat != who][:2]
    return names[who], names[you], names[other]


@EVERY_TALKING_RULESET
def test_a_speech_is_told_as_what_its_speaker_said_and_changes_no_other_line(rules: Rules) -> None:
    heard = [each for each in game(rules) if after_a_speech(each) is not None]
    turns = cycle(heard[:: max(1, len(heard) // 40)])
    for disguise, plain in SPEECHES:
        each = next(turns)
        place = after_a_speech(each)
        assert place is not None
        who, you, other = at_table(each, place)
        words = at_the_table(disguise, plain, who, you, other)
        before = whole(brief(with_words(each, place, "A word that nobody else says.")))
        after = whole(brief(with_words(each, place, words)))
        changed = [pair for pair in zip(before.split("\n"), after.split("\n"), strict=True) if pair[0] != pair[1]]
        told_before, told_after = spoken_in(before), spoken_in(after)
        if not changed:  # what is out of mind by the rules of the game is not told again
            assert told_before == told_after
            continue
        assert len(changed) == 1
        assert spoken_in(changed[0][1]) == [(who, words)]
        at = told_before.index((who, "A word that nobody else says."))
        assert told_after == [*told_before[:at], (who, words), *told_before[at + 1 :]]


def hostile_games(rules: Rules) -> Iterator[tuple[Situation, set[str]]]:
    """Games of players who say nothing but hostile things, until all is said: each question, and the words so far."""
    speeches = iter(SPEECHES)
    said: set[str] = set()

    def play(moderator: Moderator, seat: Seat) -> None:
        question = moderator.pending[seat]
        if "message" not in question.properties() or question.kind in ("plot", "confer"):
            wildly(moderator, seat)
            return
        names = moderator.deal.aliases
        other = [names[each] for each in range(len(names)) if each != seat][:2]
        disguise, plain = next(speeches, SPEECHES[len(said) % len(SPEECHES)])
        words = at_the_table(disguise, plain, names[seat], *other)
        dice = Dice(moderator.seed, *moderator.key(seat))
        answer = question.write(question.drawn(dice, "x"))
        if "desire_to_speak" in answer:
            answer["desire_to_speak"] = 10
        moderator.answer(seat, {**answer, "message": words})
        said.add(words)

    number = 0
    # All of them where that is soon done; where few speeches make a game, as many as will do.
    while (len(said) < len(SPEECHES) and number < 40) or (len(said) < ENOUGH and number < 400):
        number += 1
        for each in situations(rules, f"hostile/{number}", play=play):
            yield each, said


def really_said(entries: Sequence[Entry], names: Names) -> list[tuple[str, str]]:
    """Who said what, as the events have it, aloud or among partners; and the reasons of votes."""
    return [found for entry in entries for found in _words_of(entry.event, names)]


def _words_of(event: Event, names: Names) -> list[tuple[str, str]]:
    if event.kind == "voted_why":
        return [(names[vote.seat], vote.reason) for vote in event.votes if vote.reason]  # type: ignore[attr-defined]
    words, seat = getattr(event, "words", ""), speaker(event)
    return [(names[seat], words)] if words and seat is not None else []


def is_within(part: Sequence[object], whole: Sequence[object]) -> bool:
    """Whether a part stands in the whole, in its order."""
    rest = iter(whole)
    return all(each in rest for each in part)


@EVERY_TALKING_RULESET
def test_games_of_hostile_words_are_told_as_who_said_what(rules: Rules) -> None:
    said: set[str] = set()
    for number, (each, said) in enumerate(hostile_games(rules)):  # noqa: B007  looked at below
        if number % 7:
            continue
        names = place_of(each.seat, each.view).names
        briefing = brief(each)
        told = spoken_in("\n".join([*briefing.heard, briefing.task]))
        # What all are told together comes before what not everybody heard.
        view = sorted(each.view, key=lambda entry: not entry.is_public) if briefing.together else each.view
        really = really_said(view, names)
        assert is_within(told, really)
        last = each.view[-1]
        now = [e for e in each.view if (e.round, e.phase) == (last.round, last.phase) and is_speech(e.event)]
        if each.question.kind != "act":  # what was said in a meeting is out of mind when it is over
            assert is_within(really_said(now[-1:], names), told)
        if rules.slug == "town-mafia":
            assert told == really
    assert len(said) >= ENOUGH


# --- heard -----------------------------------------------------------------------------------------------------------


def test_the_house_hears_in_a_disguise_what_it_hears_without() -> None:
    names = ("Ada", "Bruno", "Celia", "Dov")
    for disguise, plain in SPEECHES:
        words = at_the_table(disguise, plain, *names[:3])
        heard, without = hear(words, names, 0), hear(plain.format(me="Ada", you="Bruno", other="Celia"), names, 0)
        stances, claims = [each[:2] for each in heard.stances], {each[:4] for each in heard.claims}
        if QUOTES in disguise:
            assert not stances
            assert not claims
            continue
        assert stances == [each[:2] for each in without.stances], words
        assert claims == {each[:4] for each in without.claims}, words
        assert (heard.vote, heard.named, heard.asked) == (without.vote, without.named, without.asked), words
        assert seats_accused(words, names) == seats_accused(plain.format(me="Ada", you="Bruno", other="Celia"), names)


def decided(each: Situation) -> dict[str, Any]:
    """What a player of the house decides in a situation, without what it says and thinks; whether it speaks."""
    player = player_named("house", each.seat)
    played = Played(each.ruleset, each.options, place_of(each.seat, each.view).names)
    answer = dict(player.reply(each.seat, each.question, each.view, Dice("hostile", each.seat), played))
    is_silent = answer.get("message") in ("", "[SILENT]")
    return {name: answer.get(name) for name in ("target", "vote_action", "desire_to_speak")} | {"silent": is_silent}


def suspicions(each: Situation) -> list[float]:
    """How much a player of the house has against each of the others."""
    if each.ruleset.slug == "glass-box":
        return []
    with remembering(ROSTER[each.seat], each.seat, each.view) as mind:
        return [case.total for case in mind.cases]


def deciding(rules: Rules) -> list[Situation]:
    """Votes and bids of the house after somebody spoke."""
    asked = [each for each in game(rules) if each.question.kind in ("vote", "bid", "react", "runoff")]
    heard = [each for each in asked if after_a_speech(each) is not None]
    return heard[:: max(1, len(heard) // 30)]


@EVERY_RULESET_LISTENED_TO
def test_a_disguise_sways_no_player_of_the_house_beyond_the_words_in_it(rules: Rules) -> None:
    turns = cycle(deciding(rules))
    swayed = 0
    for disguise, plain in SPEECHES:
        each = next(turns)
        place = after_a_speech(each)
        assert place is not None
        speaker, you, other = at_table(each, place)
        words = at_the_table(disguise, plain, speaker, you, other)
        paraphrase = "" if QUOTES in disguise else plain.format(me=speaker, you=you, other=other)
        # As many words, for who says little about nobody is told from who says much about nobody.
        paraphrase += " Hm." * (len(words.split()) - len(paraphrase.split()))
        hostile = with_words(each, place, words)
        fair, nothing = with_words(each, place, paraphrase), with_words(each, place, "Hm.")
        assert suspicions(hostile) == pytest.approx(suspicions(fair)), (disguise, plain)
        assert decided(hostile) == decided(fair), (disguise, plain)
        swayed += decided(fair) != decided(nothing)
    assert swayed > 3, "words that sway nobody show nothing"
