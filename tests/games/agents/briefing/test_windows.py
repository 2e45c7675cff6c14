"""What each ruleset lets a player remember, and in what form."""

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from games.agents.answering.schema import kinds_in
from games.agents.briefing import Briefing, Situation, brief, spoken_in
from games.agents.briefing.place import place_of
from games.agents.briefing.reactive_mafia import BESIDES, THIS_ROUND
from games.agents.briefing.transcript import told
from games.agents.notes import LASTING, TAKEN_AWAY, unfold
from games.engine.events import KINDS, PhaseBegan, Seen, Ticked
from games.engine.moderator import Answer
from games.engine.questions import SILENT, kept
from games.engine.rulesets import all_rulesets
from games.engine.ship.chart import ROOMS
from tests.games.agents.briefing.briefed import situations, whole, wildly

RULES = all_rulesets()


@cache
def game(slug: str, seed: str = "windows/0", **options: Any) -> tuple[Situation, ...]:
    return tuple(situations(RULES[slug], seed, play=wildly, **options))


def asked(slug: str, kind: str, seed: str = "windows/0", **options: Any) -> list[Situation]:
    """The situations of one kind of question in a game; there are some."""
    found = [each for each in game(slug, seed, **options) if each.question.kind == kind]
    assert found
    return found


def heard(briefing: Briefing) -> list[str]:
    return "\n".join(briefing.heard).split("\n")


def lines_of(situation: Situation, *rounds: int, kinds: set[str] | None = None) -> list[str]:
    """What a seat has seen in these rounds, as lines."""
    names = place_of(situation.seat, situation.view).names
    return [
        line
        for entry in situation.view
        if entry.round in rounds and entry.event.kind in (kinds or KINDS)
        for line in told(entry.event, names).split("\n")
    ]


def words_of(situation: Situation, *rounds: int) -> list[tuple[str, str]]:
    """Who said what in these rounds, as far as the seat has heard it."""
    names = place_of(situation.seat, situation.view).names
    return [
        (names[entry.event.data()["seat"]], words)
        for entry in situation.view
        if entry.round in rounds and (words := entry.event.data().get("words"))
    ]


# --- town mafia ------------------------------------------------------------------------------------------------------


def test_a_town_s_player_is_told_all_it_has_heard_and_all_it_thought() -> None:
    last = asked("town-mafia", "vote")[-1]
    briefing = brief(last)
    assert spoken_in("\n".join(briefing.history)) == words_of(last, *range(1, 99))
    thoughts = [answer.thought for answer in last.answers if answer.thought]
    assert [line for line in heard(briefing) if line.startswith("~")] == [
        f'~ you thought: "{each}"' for each in thoughts
    ]


def test_a_model_s_shown_thinking_is_not_read_back_to_it() -> None:
    last = asked("town-mafia", "vote")[-1]
    answers = [answer._replace(thought=f"I wrote this.\n\n{'hmm ' * 500}") for answer in last.answers]
    history = "\n".join(brief(replace(last, answers=answers)).history)
    assert history.count('~ you thought: "I wrote this."') == len(answers)
    assert "hmm" not in history


# --- reactive mafia --------------------------------------------------------------------------------------------------


def in_round(situations: list[Situation], round: int) -> Situation:
    """The last of these in a round."""
    return [each for each in situations if each.view[-1].round == round][-1]


def test_a_past_round_stands_in_its_summary_alone() -> None:
    vote = in_round(asked("reactive-mafia", "vote", seats=12), 3)
    briefing = brief(vote)
    summaries = [answer.answer for answer in vote.answers if answer.kind == "summary"]
    assert len(summaries) == 2
    notes = [line for line in heard(briefing) if line.startswith("~ your summary")]
    assert [json.loads(line.partition(": ")[2]) for line in notes] == summaries
    assert heard(briefing)[:2] == notes
    assert spoken_in("\n".join(briefing.history)) == words_of(vote, 3)
    earlier = [line for line in lines_of(vote, 1, 2) if line not in lines_of(vote, 3)]
    assert earlier
    assert not set(earlier) & set(heard(briefing))


def test_a_round_is_summed_up_from_itself_alone() -> None:
    summary = in_round(asked("reactive-mafia", "summary"), 2)
    assert any(answer.kind == "summary" for answer in summary.answers)
    lines = [line for line in heard(brief(summary)) if line not in (THIS_ROUND, BESIDES)]
    assert sorted(line for line in lines if not line.startswith("* Alive")) == sorted(lines_of(summary, 2))
    notes = [line for line in brief(summary).task.split("\n") if line.startswith("~")]
    assert notes == [f"~ you thought: {json.dumps(in_this_round(summary)[-1].thought, ensure_ascii=False)}"]


def summed_up(round: int, seed: str = "windows/5") -> list[Situation]:
    """Those who sum up a round of a game, in order of their seats."""
    return [each for each in asked("reactive-mafia", "summary", seed) if each.view[-1].round == round]


def test_who_sum_up_a_round_are_told_together_what_all_heard_in_it_and_besides_what_they_alone_did() -> None:
    heard_besides = 0
    for round in (2, 3):
        briefings = [(each, brief(each)) for each in summed_up(round)]
        assert len(briefings) > 1
        assert len({briefing.together for _, briefing in briefings}) == 1
        for each, briefing in briefings:
            names = place_of(each.seat, each.view).names
            public, besides = (
                [
                    line
                    for entry in each.view
                    if (entry.round, entry.is_public) == (round, is_public)
                    for line in told(entry.event, names).split("\n")
                ]
                for is_public in (True, False)
            )
            heading, *together = briefing.together.split("\n")
            assert heading == THIS_ROUND
            assert [line for line in together if not line.startswith("* Alive")] == public
            assert list(briefing.history) == (["\n".join([BESIDES, *besides])] if besides else [])
            heard_besides += bool(besides)
    assert heard_besides


def is_before(one: Situation, other: Situation) -> bool:
    """Whether it is an earlier question of the same seat."""
    return one.seat == other.seat and one.asked[-1] < other.asked[-1]


def test_the_first_round_is_summed_up_behind_the_words_that_the_last_question_began_with() -> None:
    for each in summed_up(1):
        before = [one for one in game("reactive-mafia", "windows/5") if is_before(one, each)]
        last, briefing = brief(before[-1]), brief(each)
        assert not briefing.together
        assert briefing.history[: len(last.history)] == last.history


def in_this_round(situation: Situation) -> list[Answer]:
    """What the seat has answered since its round began, in order."""
    first = next(entry for entry in situation.view if entry.round == situation.view[-1].round)
    return [answer for answer in situation.answers if answer.poll > first.poll]


def test_what_was_thought_last_in_a_round_is_read_back_once_also_of_who_stayed_silent() -> None:
    silent = 0
    for each in game("reactive-mafia"):
        notes = [line for line in whole(brief(each)).split("\n") if line.startswith("~ you thought")]
        before = in_this_round(each)[-1:]
        assert notes == [f"~ you thought: {json.dumps(last.thought, ensure_ascii=False)}" for last in before]
        silent += any(last.answer.get("message") == SILENT for last in before)
    assert silent


def test_of_a_long_thought_the_end_is_read_back() -> None:
    vote = in_round(asked("reactive-mafia", "vote"), 2)
    answers = [answer._replace(thought=f"{'hm ' * 500}so it is Celia.\n\nshown thinking") for answer in vote.answers]
    (note,) = [line for line in brief(replace(vote, answers=answers)).task.split("\n") if line.startswith("~")]
    assert note.endswith('hm so it is Celia."')
    assert len(note) < 450


# --- council mafia ---------------------------------------------------------------------------------------------------


def late_in_council(kind: str) -> Situation:
    return next(
        each
        for number in range(20)
        for each in game("council-mafia", f"windows/{number}")
        if each.view[-1].round == 4 and each.question.kind == kind
    )


def test_a_council_s_player_is_told_two_rounds_word_for_word() -> None:
    for kind in ("nominate", "vote"):
        each = late_in_council(kind)
        lines = heard(brief(each))
        whole = [line for line in lines if not line.startswith(("* In short", "* Alive"))]
        assert whole == lines_of(each, 1, kinds={"planned"}) + lines_of(each, 3, 4)


def test_older_rounds_of_a_council_are_told_by_deaths_votes_and_outcome() -> None:
    each = late_in_council("vote")
    short = [line for line in heard(brief(each)) if line.startswith("* In short")]
    assert [line.split(":")[0] for line in short] == ["* In short, night 0 and day 1", "* In short, night 1 and day 2"]
    public = {"died", "quiet_night", "nominees", "voted", "lynched", "not_lynched", "investigated", "protected"}
    for number, line in enumerate(short, 1):
        for fact in lines_of(each, number, kinds=public):
            assert fact.removeprefix("* ") in line
        assert not spoken_in(line)
        for name, words in words_of(each, number):
            assert f"{name}: {words}" not in line


def test_it_is_told_who_spoke_in_defence_in_an_older_round_and_not_what() -> None:
    for number in range(40):
        for each in game("council-mafia", f"windows/{number}"):
            runoffs = [entry for entry in each.view if entry.event.kind == "runoff"]
            if runoffs and each.view[-1].round > runoffs[0].round + 1:
                short = [line for line in heard(brief(each)) if line.startswith("* In short")]
                assert "spoke in defence, and all voted again." in short[runoffs[0].round - 1]
                assert "(in defence)" not in "".join(short)
                return
    pytest.fail("no defence was looked back to")


def notes_in(situation: Situation) -> dict[str, str]:
    """The notes that a council's player is told, by their names."""
    told_now = [line for line in brief(situation).task.split("\n") if line.startswith("~ your notes: ")]
    notes: dict[str, str] = json.loads(told_now[0].partition(": ")[2]) if told_now else {}
    return notes


def test_a_note_of_a_council_s_player_stands_until_it_is_written_anew_or_taken_away() -> None:
    old = taken_away = 0
    for each in asked("council-mafia", "vote"):
        stands: dict[str, tuple[str, int]] = {}
        for answer in each.answers:
            for name, text in unfold(answer.thought).items():
                stands[name] = (text, answer.poll)
        lasting = {name: stands[name] for name in LASTING if name in stands}
        assert notes_in(each) == {name: text for name, (text, _) in lasting.items() if text != TAKEN_AWAY}
        old += sum(poll < each.answers[-1].poll for text, poll in lasting.values() if text != TAKEN_AWAY)
        taken_away += sum(text == TAKEN_AWAY for text, _ in lasting.values())
    assert old
    assert taken_away


def test_a_default_leaves_a_council_s_notes_as_they_stand() -> None:
    each = late_in_council("vote")
    silent = [*each.answers, each.answers[-1]._replace(poll=each.asked[-1], thought="", default_reason="too late")]
    assert notes_in(replace(each, answers=silent)) == notes_in(each) != {}


def test_a_last_thought_that_is_no_note_is_told_beside_those_that_stand() -> None:
    each = late_in_council("vote")
    loose = [*each.answers, each.answers[-1]._replace(poll=each.asked[-1], thought="Celia lies.\n\nHm, hm.")]
    assert notes_in(replace(each, answers=loose)) == {**notes_in(each), "thought": "Celia lies."}


def test_who_speaks_is_told_who_has_spoken_and_who_is_nominated() -> None:
    each = in_round(asked("council-mafia", "nominate"), 1)
    names = place_of(each.seat, each.view).names
    spoken = [names[entry.event.data()["seat"]] for entry in each.view if entry.event.kind == "nominated"]
    assert f"* Spoken so far: {', '.join(spoken)}. Nominated: " in brief(each).task
    first = asked("council-mafia", "nominate")[0]
    assert "* You open the day." in brief(first).task


# --- glass box -------------------------------------------------------------------------------------------------------

SHIP = [game("glass-box", f"windows/{number}") for number in range(3)]


def on_ship(kind: str) -> list[Situation]:
    return [each for one in SHIP for each in one if each.question.kind == kind]


def transcript_of(briefing: Briefing) -> list[dict[str, Any]]:
    text = "\n".join(briefing.history)
    rows: list[dict[str, Any]] = json.loads(text[text.index('{"transcript"') :] + briefing.task.split("\n")[0])[
        "transcript"
    ]
    return rows


def test_a_meeting_is_told_whole_as_json() -> None:
    for each in [*on_ship("bid"), *on_ship("vote")]:
        briefing, names = brief(each), place_of(each.seat, each.view).names
        spoke = [
            entry.event.data()
            for entry in each.view
            if entry.event.kind == "spoke" and entry.round == each.view[-1].round
        ]
        said = [row for row in transcript_of(briefing) if "message" in row]
        assert said == [
            {
                "speaker": names[event["seat"]],
                **({"target": names[event["target"]]} if event["target"] is not None else {}),
                "message": event["words"],
                "t": event["t"],
            }
            for event in spoke
        ]
        assert spoken_in("\n".join(briefing.history)) == [(row["speaker"], row["message"]) for row in said]


def test_scratchpads_are_told_as_they_were_when_the_meeting_began_and_as_they_are_rewritten() -> None:
    rewritten = 0
    for each in on_ship("bid"):
        briefing = brief(each)
        lines = heard(briefing)
        pads = {
            pad: json.loads(text)
            for line in lines
            if line.startswith("~ ")
            for pad, _, text in [line.removeprefix("~ ").partition(": ")]
        }
        for row in transcript_of(briefing):
            pads |= row.get("you wrote", {})
            rewritten += "you wrote" in row
        now = kept((answer.kind, answer.answer) for answer in each.answers)
        assert pads == {pad: text for pad, text in now.items() if text}
    assert rewritten


def test_on_the_ship_the_last_eight_observations_are_told_and_what_is_seen_now() -> None:
    most = 0
    for each in on_ship("act"):
        briefing = brief(each)
        names = place_of(each.seat, each.view).names
        lines = briefing.task.split("\n")
        ticks = [line for line in lines if line.startswith("* Tick ")]
        most = max(most, len(ticks))
        seen = [entry.event for entry in each.view if entry.event.kind == "seen"][-1]
        assert briefing.history == ()
        assert f": {seen.text(names)}" in next(line for line in lines if line.startswith("* Now, "))
        assert not spoken_in(briefing.task)
    assert most == 8


def test_what_is_told_of_a_tick_was_seen_in_it_and_where_all_stand_after_a_meeting_is_of_no_tick() -> None:
    gathered = 0
    for each in on_ship("act"):
        names = place_of(each.seat, each.view).names
        when, seen = "", dict[str, list[str]]()
        for entry in each.view:
            match entry.event:
                case Ticked(number):
                    when = f"* Tick {number}"
                case PhaseBegan("shift", number):
                    when = f"* After meeting {number - 1}"
                case Seen():
                    seen.setdefault(when, []).append(f"{names[each.seat]} is in {entry.event.room} with ")
        told_of = [
            line.split(": ", 1) for line in brief(each).task.split("\n") if line.startswith(("* Tick", "* After"))
        ]
        assert len(told_of) <= 8
        for when, what in told_of:
            gathered += when.startswith("* After")
            stands = [clause for room in ROOMS if (clause := f"{names[each.seat]} is in {room} with ") in what]
            assert stands in (seen.get(when, []), []), (when, what)
    assert gathered > 1


def test_what_was_said_in_a_meeting_is_not_told_on_the_ship() -> None:
    for each in on_ship("act"):
        assert "transcript" not in brief(each).task
        assert "has voted" not in brief(each).task


def test_a_ghost_is_told_what_really_happened_and_the_living_are_not() -> None:
    ghosts = on_ship("ghost_chat")
    assert ghosts
    for each in ghosts:
        text = "\n".join(brief(each).history)
        names = place_of(each.seat, each.view).names
        killed = [told(entry.event, names) for entry in each.view if entry.event.kind == "killed"]
        assert "* You are a ghost and see everything" in text
        assert "* The impostors are " in text
        assert all(line in text for line in killed)
    for each in on_ship("bid"):
        assert "ghost" not in "\n".join(brief(each).history)


def test_whoever_is_ejected_is_told_the_meeting_as_before_when_asked_once_more() -> None:
    found = 0
    for number in range(
        40, 45
    ):  # in two of them somebody unaware is ejected after deaths in another order than by seat
        last: dict[int, tuple[str, ...]] = {}
        for each in game("glass-box", f"ejected/{number}", seats=12, kill_cooldown=1, first_kill=1):
            history = brief(each).history
            ejected = [entry.event.data()["seat"] for entry in each.view[-3:] if entry.event.kind == "ejected"]
            if each.question.kind == "reaction" and each.seat in ejected:
                assert history[: len(last[each.seat])] == last[each.seat]
                assert "You are a ghost" not in "".join(history)
                found += 1
            last[each.seat] = history
    assert found


def test_an_impostor_is_reminded_and_a_crewmate_is_not() -> None:
    for each in on_ship("bid"):
        is_impostor = place_of(each.seat, each.view).role == "impostor"
        for reminder in ("You may lie", "alibi ready", "never expose", "turn it elsewhere", "You know whom you killed"):
            assert (reminder in brief(each).own) == is_impostor


def test_ghosts_of_impostors_may_be_asked_on_the_ship_too() -> None:
    found = [
        each
        for number in range(6)
        for each in game("glass-box", f"ghosts/{number}", ghost_sabotage=True)
        if each.question.kind == "act" and "ghost" in brief(each).task
    ]
    assert found
    assert all("sabotage doors admin" in brief(each).task for each in found)


def test_with_its_options_the_ship_is_told_of_bids_that_stand_and_asked_for_one_reflection() -> None:
    told_of = game("glass-box", "windows/1", standing_bids=True, one_reflection=True)
    briefings = [brief(each) for each in told_of]
    assert {each.question.kind for each in told_of} >= {"bid", "reflection"}
    assert len({json.dumps(each.schema) for each in briefings}) == 1
    assert kinds_in(briefings[0].schema) == {"act", "bid", "vote", "ghost_chat", "reflection"}
    assert all("Bids stand, with or without a message" in each.common for each in briefings)
    assert all("have one moment" in each.common for each in briefings)
    assert "have a moment" in brief(SHIP[0][0]).common
    assert kinds_in(brief(SHIP[0][0]).schema) >= {"reaction", "consolidation"}
    assert "Bids stand" not in brief(SHIP[0][0]).common
