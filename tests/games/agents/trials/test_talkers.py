"""Players of trial games write as much as is wanted, choose what they would have chosen, and stay legal."""

import json

import pytest

from games.agents.notes import THOUGHT, fold, notes_for, unfold
from games.agents.offline import play_out
from games.agents.players import player_named
from games.agents.trials.simulating import Voice, simulated
from games.agents.trials.smallest import QUESTIONS
from games.agents.trials.talkers import CHARACTERS_A_TOKEN, Talker, drawn_out
from games.engine.dice import Dice
from games.engine.moderator import Moderator
from games.engine.questions import LONGEST_SPEECH, SILENT, React, Speak
from games.engine.rulesets import all_rulesets, ruleset_named

NOTES = {name: notes_for(ruleset_named(name)) for name in ("town-mafia", "council-mafia")}


def played(slug: str, way: str, tokens: int) -> Moderator:
    """The smallest game of a rule book between talkers."""
    rules = ruleset_named(slug)
    seats = rules.seats[0]
    options = rules.options_from({}, seats)
    moderator = Moderator(rules, options, rules.deal("talk", seats, options), "talk")
    talk = (("", tokens),) if tokens else ()
    players = [Talker(player_named(way, seat), talk, notes_for(rules), way == "uniform") for seat in range(seats)]
    return play_out(moderator, players)


@pytest.mark.parametrize("slug", list(all_rulesets()))
@pytest.mark.parametrize("way", ["house", "uniform"])
def test_whatever_the_length_every_answer_is_legal(slug: str, way: str) -> None:
    for tokens in (1, 60, 3000):
        assert not played(slug, way, tokens).pending


@pytest.mark.parametrize("tokens", [100, 250, 1500])
@pytest.mark.parametrize("book", list(NOTES))
def test_an_answer_has_about_as_many_tokens_as_are_wanted(book: str, tokens: int) -> None:
    notes = NOTES[book]
    for question in QUESTIONS:
        answer = question.write(question.drawn(Dice("talk", question.kind), "Well then."))
        answer = {**answer, THOUGHT: fold({note.name: "I wonder." for note in notes})}
        drawn = drawn_out(answer, question, tokens, notes)
        said = {"answer": question.kind, **{name: drawn[name] for name in drawn if name != THOUGHT}}
        sent = json.dumps({**unfold(drawn[THOUGHT]), "reply": said})
        assert abs(len(sent) / CHARACTERS_A_TOKEN - tokens) < 5 + tokens / 50, (question, sent)


def test_what_is_said_is_no_longer_than_it_may_be_and_the_rest_is_thought() -> None:
    question = Speak("speak", "Say something.")
    drawn = drawn_out({"message": "Hello.", THOUGHT: "Hm."}, question, 2_000, NOTES["town-mafia"])
    assert LONGEST_SPEECH - 1 <= len(drawn["message"]) <= LONGEST_SPEECH
    assert len(drawn[THOUGHT]) > 2 * LONGEST_SPEECH


def test_silence_stays_silence() -> None:
    drawn = drawn_out({"message": SILENT, THOUGHT: "Hm."}, React("react", "?"), 500, NOTES["town-mafia"])
    assert drawn["message"] == SILENT


def test_one_by_lot_who_speaks_up_is_never_silent() -> None:
    said = [
        answer.answer["message"] for answer in played("reactive-mafia", "uniform", 60).journal if answer.kind == "react"
    ]
    assert said
    assert SILENT not in said


def test_trial_games_are_the_same_again_and_longer_where_more_is_written() -> None:
    def prompts(*talks: int) -> float:
        voices = tuple(Voice((("", tokens),) if tokens else ()) for tokens in talks)
        asked = simulated("town-mafia", {}, voices).asked
        return sum(each.sent for each in asked if each.seat == 0) / sum(each.seat == 0 for each in asked)

    seats = ruleset_named("town-mafia").default_seats
    assert prompts(*[60] * seats) == prompts(*[60] * seats)
    assert prompts(*[60] * seats) < prompts(60, *[700] * (seats - 1)) < prompts(*[700] * seats)


def test_who_sums_up_a_round_after_another_who_writes_alike_is_known_to_have_been_told_the_same() -> None:
    def told(*talks: int) -> dict[int, list[int]]:
        voices = tuple(Voice((("", tokens),)) for tokens in talks)
        found: dict[int, list[int]] = {}
        for each in simulated("reactive-mafia", {}, voices).asked:
            if each.kind == "summary" and each.together:
                found.setdefault(each.game, []).append(each.together - each.shared)
                assert each.together < each.sent
        return found

    seats = ruleset_named("reactive-mafia").default_seats
    one, two = told(*[60] * seats), told(*[60, 90] * (seats // 2))
    assert one
    assert all(length > 250 for of_game in (*one.values(), *two.values()) for length in of_game)
    assert sum(map(len, two.values())) < sum(map(len, one.values()))
