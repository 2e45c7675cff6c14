"""Reactive Mafia by day: the talk, the vote with reasons, and what is kept of a round."""

from typing import Any

import pytest

from games.engine.events import Lynched, NotLynched, Reasoned, VotedWhy
from games.engine.questions import SILENT, Illegal, Summarise, Summary
from games.engine.ruleset import Ruleset
from tests.games.engine.reactive_mafia.scenes import Scene
from tests.games.engine.reactive_mafia.test_night import chatter, clock_of_the_last
from tests.games.engine.scenes import among_of

Rules = Ruleset[Any]
EVERYBODY = range(8)


def once(words: str) -> dict[int, list[str]]:
    """Everybody says this, the first time that they are asked."""
    return {seat: [words] for seat in EVERYBODY}


# --- the talk --------------------------------------------------------------------------------------------------------


def test_what_is_said_by_day_is_heard_by_everyone_with_its_second(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVVVV").night(2).day(says={3: ["It was Ada, I saw it all."], 0: ["No!"]})
    heard = {hearers: None for hearers, _ in scene.heard("remarked")}
    assert list(heard) == ["everyone"]
    (first, second) = scene.events("remarked")
    assert {(first.seat, first.words), (second.seat, second.words)} == {(3, "It was Ada, I saw it all."), (0, "No!")}
    assert first.clock in (1, 2)
    assert second.clock > first.clock


def test_silence_leaves_no_trace(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVVVV").night(2)
    before = [entry.event for entry in scene.ledger]
    scene.until("vote")
    assert [entry.event for entry in scene.ledger] == before
    assert scene.asked[-1][2] == "react"
    assert {seat for _, seat, kind in scene.asked if kind == "react"} == {0, 1, 3, 4, 5, 6, 7}


def test_the_dead_are_not_asked(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVVVV").night(2).day(lynch=3, says=chatter(*EVERYBODY)).night(4)
    scene.day(says=chatter(*EVERYBODY))
    polls = {poll for poll, seat, _ in scene.asked if seat == 0}
    assert scene.kinds_asked(2) == []
    assert max(poll for poll, seat, _ in scene.asked if seat == 3) < max(polls)


def test_a_day_lasts_a_minute_for_each_living_player(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVVVV", wakings_max=100, day_messages=1_000).night(2)
    scene.day(says=chatter(*EVERYBODY))
    assert 410 < clock_of_the_last(scene, "remarked") <= 422


def test_a_day_has_six_messages_for_each_living_player(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVVVV").night(2).day(says=chatter(*EVERYBODY))
    assert len(scene.events("remarked")) == 6 * 7


@pytest.mark.parametrize("most", [0, 1, 7])
def test_day_messages_limit_the_talk(reactive: Rules, most: int) -> None:
    scene = Scene(reactive, "MMVVVVVV", day_messages=most).night(2).day(says=chatter(*EVERYBODY))
    assert len(scene.events("remarked")) == most


def test_day_seconds_limit_the_talk(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVVVV", day_seconds=40).night(2).day(says=chatter(*EVERYBODY))
    assert 35 < clock_of_the_last(scene, "remarked") <= 42
    scene = Scene(reactive, "MMVVVVVV", day_seconds=0).night(2).day(says=chatter(*EVERYBODY))
    assert scene.events("remarked") == []


def test_cooldown_and_chance_are_those_of_the_options(reactive: Rules) -> None:
    slow = Scene(reactive, "MMVVVVVV", cooldown=600).night(2).day(says=chatter(*EVERYBODY))
    assert len(slow.events("remarked")) == 7  # each once, then all rest to the end
    still = Scene(reactive, "MMVVVVVV", chance=0).night(2).day(says=once("Hm."))
    assert len(still.events("remarked")) == 1
    lively = Scene(reactive, "MMVVVVVV", chance=100).night(2).day(says=once("Hm."))
    assert len(lively.events("remarked")) == 7


def test_each_day_somebody_else_may_be_drawn_to_begin(reactive: Rules) -> None:
    first = set()
    for seed in range(30):
        scene = Scene(reactive, "MMVVVVVV", seed=f"{seed}", day_messages=1)
        scene.night(2).day(says=once("Me.")).night(3).day(says=once("Me."))
        first.add(tuple(event.seat for event in scene.events("remarked")))
    assert len({one for one, _ in first}) == 7
    assert len({other for _, other in first}) > 4
    assert any(one != other for one, other in first)


# --- the vote --------------------------------------------------------------------------------------------------------


def test_all_vote_at_once_for_another_living_player_or_for_nobody(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVVVV").night(2).until("vote")
    assert sorted(scene.moderator.pending) == [0, 1, 3, 4, 5, 6, 7]
    assert among_of(scene.question(3)) == (None, 0, 1, 4, 5, 6, 7)
    before = len(scene.ledger)
    for seat in (0, 1, 3, 4, 5, 6):
        scene.answer(seat, target=7 if seat else None, reason=f"Reason {seat}.")
    assert len(scene.ledger) == before
    scene.answer(7, target=0, reason="")
    assert scene.heard("voted_why") == [
        (
            "everyone",
            VotedWhy(
                (
                    Reasoned(0, None, "Reason 0."),
                    *(Reasoned(seat, 7, f"Reason {seat}.") for seat in (1, 3, 4, 5, 6)),
                    Reasoned(7, 0, ""),
                )
            ),
        )
    ]


def test_most_votes_lynch(reactive: Rules) -> None:
    votes = {0: 3, 1: 3, 3: 0, 4: 0, 5: 0, 6: None, 7: None}
    scene = Scene(reactive, "MMVVVVVV").night(2).day(votes=votes)
    assert scene.heard("lynched") == [("everyone", Lynched(0, "mafioso", "mafia"))]


def test_a_tie_lynches_nobody(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVVVV").night(2).day(votes={0: 3, 1: 3, 3: 0, 4: 0})
    assert scene.events("lynched", "not_lynched") == [NotLynched("skip")]
    scene = Scene(reactive, "MMVVVVVV").night(2).day(votes={0: 3, 1: 3, 6: 3, 3: 0, 4: 0, 5: 0})
    assert scene.events("lynched", "not_lynched") == [NotLynched("tie")]


def test_as_many_votes_for_nobody_lynch_nobody(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVVVV").night(2).day(votes={0: 3, 1: 3, 4: 3})
    assert scene.events("lynched", "not_lynched") == [NotLynched("skip")]
    scene = Scene(reactive, "MMVVVVVV").night(2).day(votes={0: 3, 1: 3, 4: 3, 3: 0})
    assert scene.events("lynched", "not_lynched") == [NotLynched("tie")]


def test_the_default_vote_is_for_nobody_and_gives_no_reason(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVVVV").night(2).until("vote")
    assert scene.moderator.default(3, "no answer").answer == {"reason": "", "target": None}


def test_who_is_pressed_must_name_a_player(reactive: Rules) -> None:
    scene = Scene(reactive, "MMDVVVVV", quiet_rounds=1).night(2, protect={2: 2}).day().night(2, protect={2: 2})
    scene.until("vote")
    assert among_of(scene.question(0)) == (1, 2, 3, 4, 5, 6, 7)
    assert scene.moderator.default(0, "no answer").answer["target"] in range(1, 8)


def test_what_a_lynch_shows_is_an_option(reactive: Rules) -> None:
    shown = {"role": Lynched(0, "mafioso", "mafia"), "team": Lynched(0, None, "mafia"), "none": Lynched(0, None, None)}
    for reveal, death in shown.items():
        scene = Scene(reactive, "MMVVVVVV", reveal_on_death=reveal).night(2).day(lynch=0)
        assert scene.heard("lynched") == [("everyone", death)]


# --- the end of a round ----------------------------------------------------------------------------------------------


def test_when_a_round_ends_every_living_player_sums_it_up_at_once(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVVVV").night(2).day(lynch=3)
    polls = {poll for poll, _, kind in scene.asked if kind == "summary"}
    assert len(polls) == 1
    assert [seat for _, seat, kind in scene.asked if kind == "summary"] == [0, 1, 4, 5, 6, 7]
    assert scene.moderator.table.phase == "night"


def test_a_summary_is_no_event_and_stays_on_the_answer(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVVVV").night(2).until("summary")
    before = len(scene.ledger)
    for seat in scene.living:
        scene.answer(seat, **Summary(f"Happened {seat}.", "All.", "None.")._asdict())
    assert [entry.event.kind for entry in scene.ledger[before:]] == ["phase"]
    kept = {answer.seat: answer.answer for answer in scene.moderator.journal if answer.kind == "summary"}
    assert kept == {
        seat: {"happened": f"Happened {seat}.", "suspicions": "All.", "strategy": "None."} for seat in scene.living
    }


def test_a_summary_is_as_long_as_told_and_no_longer(reactive: Rules) -> None:
    for tokens, words in ((300, 222), (100, 74)):
        scene = Scene(reactive, "MMVVVVVV", summary_tokens=tokens).night(2).until("summary")
        question = scene.question(0)
        assert isinstance(question, Summarise)
        assert question.most == words
        long = " ".join(["word"] * (words - 2))
        assert question.read({"happened": long, "suspicions": "Ben.", "strategy": "Wait."}).length == words
        with pytest.raises(Illegal, match=f"at most {words} words in all, not {words + 1}"):
            question.read({"happened": long, "suspicions": "Ben.", "strategy": "Wait more."})


def test_the_default_summary_is_the_engine_s_list_of_deaths_and_votes(reactive: Rules) -> None:
    scene = Scene(reactive, "MMVVVVVV").night(2).day(lynch=3).night(4)
    scene.until("vote")
    for seat in scene.living:
        scene.answer(seat, target=1 if seat == 0 else None, reason="A long story that says nothing.", message=SILENT)
    assert scene.moderator.default(5, "no answer").answer == {
        "happened": (
            "Edie, who was a villager, died in the night. The votes: Ada for Ben, Ben for nobody, Finn for nobody, "
            "Gus for nobody, Hana for nobody. Nobody is lynched: most chose nobody."
        ),
        "suspicions": "",
        "strategy": "",
    }


def test_nobody_sums_up_when_the_game_is_over(reactive: Rules) -> None:
    won = Scene(reactive, "MVVVVV").night(2).day(lynch=0)
    drawn = Scene(reactive, "MVVVVV", max_rounds=1).night(2).day()
    assert (won.winner, drawn.winner) == ("town", "draw")
    assert "summary" not in {kind for scene in (won, drawn) for _, _, kind in scene.asked}
