"""Spoiled rules of Reactive Mafia and of free talk: each is caught by the check that is named beside it.

(Long, because it is a list.)
"""

from collections.abc import Callable
from typing import Any

import pytest

from games.engine.dice import Dice
from games.engine.discussion import reactive as procedure
from tests.games.engine.discussion import test_reactive as talk
from tests.games.engine.mutants import Check, Mutant, check_that_a_mutant_is_caught
from tests.games.engine.reactive_mafia import test_day as day
from tests.games.engine.reactive_mafia import test_end as end
from tests.games.engine.reactive_mafia import test_night as night
from tests.games.engine.reactive_mafia import test_secrets as secrets

RULES = "rulesets.reactive_mafia"
TALK = "discussion.reactive"


def of_talk(test: Callable[..., None], *given: Any) -> Check:
    """A test of free talk as a check; it needs no ruleset."""
    return lambda rules: test(*given)


def of_a_talker(test: Callable[..., None], *given: Any) -> Check:
    """A test of one talker as a check."""
    return lambda rules: test(procedure.Talker(2, Dice("talker")), *given)


def in_secret(world: str) -> Check:
    """The worlds that must look alike."""
    return lambda rules: secrets.assert_alike_to_all_outsiders(rules, world)


MUTANTS = [
    # --- who is woken
    Mutant(
        "messages heard before the last question count again",
        TALK,
        {"        self.news = 0\n        self.enough": "        self.enough"},
        of_a_talker(talk.test_an_answer_makes_old_what_was_heard_before),
    ),
    Mutant(
        "one message is enough",
        TALK,
        {"FEWEST_NEWS, MOST_NEWS = 2, 3": "FEWEST_NEWS, MOST_NEWS = 1, 3"},
        of_talk(talk.test_one_new_message_wakes_nobody),
    ),
    Mutant(
        "always two messages",
        TALK,
        {"FEWEST_NEWS, MOST_NEWS = 2, 3": "FEWEST_NEWS, MOST_NEWS = 2, 2"},
        of_talk(talk.test_two_or_three_new_messages_wake_and_dice_say_which_for_each_waking),
    ),
    Mutant(
        "two or three messages, drawn once for all",
        TALK,
        {"        self.enough = self._enough()\n        self.named_by.clear()": "        self.named_by.clear()"},
        of_talk(talk.test_two_or_three_new_messages_wake_and_dice_say_which_for_each_waking),
    ),
    Mutant(
        "whoever was ever named is woken",
        TALK,
        {"else self.named_by.discard)": "else self.named_by.isdisjoint)", "in named else": "in named or True else"},
        of_a_talker(talk.test_only_somebody_s_last_message_names),
    ),
    Mutant(
        "a name once heard wakes until the end",
        TALK,
        {"        self.named_by.clear()\n": ""},
        of_talk(talk.test_who_was_named_is_not_woken_by_that_again_once_asked),
    ),
    Mutant(
        "one's own messages are news",
        TALK,
        {"if other is not talker:": "if True:"},
        of_talk(talk.test_naming_oneself_wakes_nobody),
    ),
    Mutant(
        "no delay after a trigger",
        TALK,
        {"delay = SHORTEST_DELAY + ": "delay = 0 * "},
        of_talk(talk.test_whoever_is_named_is_asked_one_to_five_seconds_later),
    ),
    Mutant(
        "chance strikes while somebody speaks",
        TALK,
        {"        start = max(now, self.rested)": "        start = max(0 * now, self.rested)"},
        of_talk(talk.test_no_chance_strikes_while_somebody_speaks),
    ),
    Mutant(
        "chance is half as large",
        TALK,
        {"left * (100 - percent) // 100": "left * (200 - percent) // 200"},
        of_talk(talk.test_a_chance_strikes_each_second_anew, 10),
    ),
    # --- collision
    Mutant(
        "a chance does not lapse",
        TALK,
        {"if collided and self.trigger is Trigger.NAMED:": "if self.trigger in (Trigger.NAMED, Trigger.CHANCE):"},
        of_talk(talk.test_a_chance_trigger_lapses),
    ),
    Mutant(
        "a being-named trigger waits anew",
        TALK,
        {"            return  # it stays": "            self.wait(Trigger.NAMED, now)\n            return"},
        of_talk(talk.test_a_being_named_trigger_stays_and_is_asked_as_soon_as_the_floor_is_free),
    ),
    Mutant(
        "a message trigger stays",
        TALK,
        {"if collided and self.trigger is Trigger.NAMED:": "if collided and self.trigger:"},
        of_talk(talk.test_a_message_trigger_gets_a_new_delay),
    ),
    Mutant(
        "what waits for the end of the cooldown collides",
        TALK,
        {"collided = self.woken < now": "collided = True"},
        of_a_talker(talk.test_only_somebody_s_last_message_names),
    ),
    # --- cooldown, wakings, the end of a talk
    Mutant(
        "no cooldown after silence",
        TALK,
        {"+ self.floor.cooldown)\n        self.silent": ")\n        self.silent"},
        of_talk(talk.test_after_silence_a_player_rests_as_well),
    ),
    Mutant(
        "no cooldown after speaking",
        TALK,
        {"+ self.floor.cooldown)\n        named": ")\n        named"},
        of_talk(talk.test_after_speaking_a_player_rests, 40),
    ),
    Mutant(
        "one waking too many",
        TALK,
        {"talker.asked >= self.floor.wakings": "talker.asked > self.floor.wakings"},
        of_talk(talk.test_nobody_is_asked_more_often_than_allowed, 3),
    ),
    Mutant(
        "a question is still put at the limit",
        TALK,
        {"self.clock >= self.floor.seconds": "self.clock > self.floor.seconds"},
        of_talk(talk.test_nobody_is_asked_at_the_limit_or_later),
    ),
    Mutant(
        "one message too many",
        TALK,
        {"self.messages == self.floor.messages": "self.messages - 1 == self.floor.messages"},
        of_talk(talk.test_no_more_messages_are_said_than_allowed, 5),
    ),
    Mutant(
        "the last speaker does not count as silent",
        TALK,
        {"if each is talker or self.is_spent(each)": "if self.is_spent(each)"},
        of_talk(
            talk.test_a_talk_ends_when_all_but_the_last_speaker_have_been_asked_since_the_last_message_and_were_silent
        ),
    ),
    Mutant(
        "whose wakings are spent is waited for",
        TALK,
        {"if each is talker or self.is_spent(each)": "if each is talker"},
        of_talk(talk.test_whose_wakings_are_spent_counts_as_silent),
    ),
    Mutant(
        "silence counts for good",
        TALK,
        {"self.silent = {each.seat": "self.silent |= {each.seat"},
        of_talk(talk.test_silence_before_the_last_message_does_not_count),
    ),
    Mutant(
        "a speech arrives when it begins",
        TALK,
        {"        self.clock += duration(words)\n": ""},
        of_talk(talk.test_a_speech_takes_a_second_for_five_words_and_arrives_when_it_ends, 11, 3),
    ),
    Mutant(
        "the first in the row begins",
        TALK,
        {"table.dice(floor.stream).shuffled(range(len(seats)))": "range(len(seats))"},
        of_talk(talk.test_the_first_speaker_is_drawn_and_asked_at_0_seconds),
    ),
    Mutant(
        "who is woken moves everybody's dice",
        TALK,
        {'table.dice(f"{floor.stream}, seat {seat}")': "table.dice(floor.stream)"},
        of_talk(talk.test_who_is_woken_and_stays_silent_moves_nobody_else),
    ),
    # --- the night
    Mutant(
        "a lone mafioso talks",
        RULES,
        {"if len(mafia) == 1:": "if len(mafia) == 0:"},
        night.test_a_lone_mafioso_does_not_talk,
    ),
    Mutant(
        "a mafioso may be killed",
        RULES,
        {"if seat not in mafia)": "if seat)"},
        night.test_the_mafia_vote_unseen_for_a_living_player_of_the_town,
    ),
    Mutant(
        "fewest votes are the target",
        RULES,
        {"if count == max(tally.values())": "if count == min(tally.values())"},
        night.test_most_votes_are_the_target,
    ),
    Mutant(
        "equals are not drawn",
        RULES,
        {'table.dice("mafia").pick(most)': "most[0]"},
        night.test_dice_decide_between_as_many_votes,
    ),
    Mutant(
        "the mafia's minute is the living's",
        RULES,
        {"SECONDS_A_PLAYER * len(mafia)": "SECONDS_A_PLAYER * len(table.living())"},
        night.test_the_mafia_talk_for_a_minute_each,
    ),
    Mutant(
        "doctors act before the mafia's vote",
        RULES,
        {
            "        victim = await self.conspire()\n": "",
            "DOCTOR, DETECTIVE)\n": "DOCTOR, DETECTIVE)\n        victim = await self.conspire()\n",
        },
        night.test_doctors_and_detectives_act_at_once_after_the_mafia_s_vote,
    ),
    Mutant(
        "protection is ignored",
        "village",
        {"set(attacked) - set(guards.values())": "set(attacked)"},
        night.test_a_protected_victim_lives_and_nobody_is_told_why,
    ),
    Mutant(
        "a detective learns the role",
        "village",
        {"Investigated(seat, target, None, ": "Investigated(seat, target, table.role(target).name, "},
        night.test_a_detective_learns_which_side_somebody_else_is_on_even_if_killed,
    ),
    # --- the day
    Mutant(
        "a tie lynches",
        RULES,
        {'VOTES = LYNCH["plurality"]': 'VOTES = LYNCH["majority"]'},
        day.test_most_votes_lynch,
    ),
    Mutant(
        "nobody may be named by those who are pressed",
        RULES,
        {"() if self.pressed else (None,)": "(None,)"},
        day.test_who_is_pressed_must_name_a_player,
    ),
    Mutant(
        "reasons are lost",
        RULES,
        {"VotedWhy(tuple(Reasoned(seat, *vote) for": 'VotedWhy(tuple(Reasoned(seat, vote[0], "") for'},
        day.test_all_vote_at_once_for_another_living_player_or_for_nobody,
    ),
    Mutant(
        "five messages a player",
        RULES,
        {"MESSAGES_A_PLAYER = 6": "MESSAGES_A_PLAYER = 5"},
        day.test_a_day_has_six_messages_for_each_living_player,
    ),
    Mutant(
        "the dead sum up as well",
        RULES,
        {"table.poll(table.living(), Summarise": "table.poll(table.seats, Summarise"},
        day.test_when_a_round_ends_every_living_player_sums_it_up_at_once,
    ),
    Mutant(
        "a summary is asked for after the end",
        RULES,
        {"            if round < last:\n": "            if True:\n"},
        day.test_nobody_sums_up_when_the_game_is_over,
    ),
    # --- the end
    Mutant(
        "no look at victory after the night",
        RULES,
        {"self.night(round)\n            if won :=": "self.night(round)\n            if won := None and"},
        end.test_the_mafia_win_in_the_night_in_which_they_are_as_many_as_the_rest,
    ),
    Mutant(
        "no look at victory after the lynch",
        RULES,
        {"self.day(round)\n            if won :=": "self.day(round)\n            if won := None and"},
        end.test_a_win_on_the_last_day_is_no_draw,
    ),
    # --- secrets
    Mutant(
        "night and day roll the same dice",
        RULES,
        {'self.floor("mafia", seconds, None)': 'self.floor("day", seconds, None)'},
        in_secret("what the mafia say"),
    ),
    Mutant(
        "what the mafia say is announced",
        RULES,
        {"table.whisper(mafia, Conferred(": "table.announce(Conferred("},
        in_secret("what the mafia say"),
    ),
    Mutant(
        "the mafia's votes are announced",
        RULES,
        {"table.whisper(mafia, KillVoted(": "table.announce(KillVoted("},
        in_secret("how each mafioso votes"),
    ),
    Mutant(
        "the target is announced",
        RULES,
        {'table.whisper(mafia, Targeted(target, "most': 'table.announce(Targeted(target, "most'},
        in_secret("whom the mafia go for"),
    ),
    Mutant(
        "who is protected is announced",
        "village",
        {"table.whisper([seat], Protected(": "table.announce(Protected("},
        in_secret("whom a doctor protects"),
    ),
    Mutant(
        "who is investigated is announced",
        "village",
        {"table.whisper([seat], Investigated(": "table.announce(Investigated("},
        in_secret("whom a detective investigates"),
    ),
    Mutant(
        "roles are announced",
        "village",
        {"table.whisper([seat], Dealt(": "table.announce(Dealt("},
        in_secret("who is of the mafia"),
    ),
    Mutant(
        "an attack that was stopped is announced",
        "village",
        {"table.note(Stopped(": "table.announce(Stopped("},
        in_secret("whom the mafia go for"),
    ),
]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_spoiled_rule_is_caught(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    check_that_a_mutant_is_caught(mutant, "reactive-mafia", monkeypatch)
