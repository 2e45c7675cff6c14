"""Spoiled rules of Council Mafia: each is caught by the check that is named beside it. (Long, because it is a list.)"""

import pytest

from tests.games.engine.council_mafia import test_day as day
from tests.games.engine.council_mafia import test_end as end
from tests.games.engine.council_mafia import test_night as night
from tests.games.engine.council_mafia import test_rules_of_council_mafia as rulebook
from tests.games.engine.council_mafia import test_votes as votes
from tests.games.engine.mutants import Check, Mutant, check_that_a_mutant_is_caught

COUNCIL = "rulesets.council_mafia"


def first_vote(nominees: str, leaders: str) -> Check:
    return lambda rules: votes.test_a_first_vote_that_settles_it_comes_out_as_the_table_says(rules, nominees, leaders)


def second_vote(nominees: str, leaders: str, again: str) -> Check:
    return lambda rules: votes.test_a_second_vote_comes_out_as_the_table_says(rules, nominees, leaders, again)


def proposals(case: str) -> Check:
    return lambda rules: night.test_proposals_settle_as_two_thirds_or_the_lowest_seat_will(rules, case)


def pressed_after(quiet: int) -> Check:
    return lambda rules: end.test_after_so_many_quiet_rounds_the_mafia_must_kill(rules, quiet)


MUTANTS = [
    # --- the first vote
    Mutant(
        "a tie lynches nobody at once",
        COUNCIL,
        {"verdict = RUNOFF.count(": "verdict = plurality("},
        second_vote("AB", "AB", "A"),
    ),
    Mutant(
        "one nominee tied with nobody is not voted on again",
        "ballots",
        {"if len(ahead) > 1 and tally[None] == most:": "if tally[None] == most:"},
        second_vote("A", "A-", "A"),
    ),
    Mutant(
        "several nominees tied with nobody are voted on again",
        "ballots",
        {"if len(ahead) > 1 and tally[None] == most:": "if False:"},
        first_vote("AB", "AB-"),
    ),
    Mutant(
        "everybody who was voted for is tied",
        "ballots",
        {"if named is not None and count == most)": "if named is not None)"},
        lambda rules: votes.test_every_single_ballot_of_seven_voters_counts_as_the_tables_say(),
    ),
    Mutant(
        "votes for nobody do not count",
        COUNCIL,
        {"        return votes\n": "        return {seat: vote for seat, vote in votes.items() if vote is not None}\n"},
        first_vote("AB", "AB-"),
    ),
    Mutant(
        "nobody leads like a player",
        "ballots",
        {"if len(ahead) == 1 and ahead[0] is not None:": "if ahead[0] is not None:"},
        second_vote("AB", "AB", "AB"),
    ),
    # --- the second vote
    Mutant(
        "the second vote is among all nominees",
        COUNCIL,
        {"self.vote(verdict.tied, ": "self.vote(nominees, "},
        day.test_all_vote_again_between_the_tied_and_nobody_the_tied_too_but_not_for_themselves,
    ),
    Mutant(
        "the tied do not vote again",
        COUNCIL,
        {
            "            asks[seat] = Choose(kind, prompt, (*nobody, *(": '            if kind == "runoff":\n'
            "                del asks[seat]\n                continue\n"
            "            asks[seat] = Choose(kind, prompt, (*nobody, *("
        },
        day.test_all_vote_again_between_the_tied_and_nobody_the_tied_too_but_not_for_themselves,
    ),
    Mutant(
        "the second vote of a tie lynches the first of them",
        COUNCIL,
        {"        if verdict.seat is None:\n": "        if verdict.seat is None and verdict.reason != 'tie':\n"}
        | {"table.announce(LastWords(verdict.seat, ": "table.announce(LastWords(verdict.seat or nominees[0], "},
        day.test_a_second_tie_lynches_nobody_and_there_is_no_third_vote,
    ),
    Mutant(
        "there is a third vote",
        COUNCIL,
        {
            "        if verdict.tied:\n": "        while verdict.tied:\n",
            "verdict = plurality(await": "verdict = RUNOFF.count(await",
        },
        day.test_a_second_tie_lynches_nobody_and_there_is_no_third_vote,
    ),
    Mutant(
        "nobody defends themselves",
        COUNCIL,
        {"            for seat in tied:\n": "            for seat in ():\n"},
        second_vote("AB", "AB", "A"),
    ),
    Mutant(
        "the tied speak in the order of their seats",
        COUNCIL,
        {"tuple(seat for seat in order if seat in verdict.tied)": "verdict.tied"},
        day.test_a_tie_is_told_and_each_of_the_tied_speaks_in_the_order_of_the_day,
    ),
    # --- who may be named
    Mutant(
        "a nominee may vote for themselves",
        COUNCIL,
        {"(other for other in among if other != seat)": "among"},
        day.test_everyone_votes_in_one_poll_for_a_nominee_but_themselves_or_for_nobody,
    ),
    Mutant(
        "one may vote for anybody",
        COUNCIL,
        {
            "= Choose(kind, prompt, (*nobody, *among)": "= Choose(kind, prompt, (*nobody, *table.seats)",
        },
        day.test_everyone_votes_in_one_poll_for_a_nominee_but_themselves_or_for_nobody,
    ),
    Mutant(
        "nobody may nominate themselves",
        COUNCIL,
        {'Nominate("nominate", SPEAK, among, ': 'Nominate("nominate", SPEAK, tuple(o for o in among if o != seat), '},
        day.test_on_the_first_day_anybody_or_nobody_can_be_nominated_oneself_too,
    ),
    Mutant(
        "nobody may always be nominated",
        COUNCIL,
        {"(None,) if table.round == 1 else ()": "(None,)"},
        day.test_from_the_second_day_on_somebody_living_must_be_nominated,
    ),
    Mutant(
        "there is a vote without nominees",
        COUNCIL,
        {"        if not nominees:\n": "        if False:\n"},
        day.test_without_a_nominee_there_is_no_vote,
    ),
    Mutant(
        "a missing nomination names oneself",
        COUNCIL,
        {"nobody or table.others(seat))": "nobody or table.living())"},
        day.test_a_missing_answer_on_a_later_day_nominates_another_player_by_dice,
    ),
    Mutant(
        "a missing vote names a nominee",
        COUNCIL,
        {"(*nobody, *among), nobody)": "(*nobody, *among), among)"},
        day.test_the_default_vote_is_for_nobody_in_the_first_and_in_the_second_vote,
    ),
    # --- order
    Mutant(
        "every day starts with seat 0",
        COUNCIL,
        {"table.living_from((table.round - 1) % len(table.seats))": "table.living_from(0)"},
        day.test_everyone_speaks_once_a_day_and_each_day_starts_one_seat_further_on,
    ),
    Mutant(
        "the first speaker moves on by the living",
        COUNCIL,
        {"(table.round - 1) % len(table.seats)": "table.living()[(table.round - 1) % len(table.living())]"},
        day.test_the_day_starts_with_the_next_living_seat_and_the_count_goes_by_seats,
    ),
    Mutant(
        "last words come after the death",
        COUNCIL,
        {"        # Asked before the death: the dead do not speak.\n": "        table.bury([verdict.seat])\n"},
        day.test_last_words_are_asked_for_while_the_speaker_still_lives,
    ),
    # --- night zero and the mafia
    Mutant(
        "plans are heard as they come",
        COUNCIL,
        {
            'plans = await table.poll(mafia, Speak("plan", PLAN))': "plans = {}\n        for seat in mafia:\n"
            '            plans[seat] = await table.ask(seat, Speak("plan", PLAN))'
        },
        night.test_in_night_zero_only_the_mafia_are_asked_and_all_at_once,
    ),
    Mutant(
        "a plan is read by its author alone",
        COUNCIL,
        {"table.whisper(mafia, Planned(": "table.whisper([seat], Planned("},
        night.test_no_plan_is_heard_before_all_are_written_and_then_all_mafiosi_hear_all,
    ),
    Mutant(
        "the mafia kill in night zero",
        COUNCIL,
        {"await (self.night_zero() if round == 1 else self.night())": "await self.night()"},
        night.test_nothing_else_happens_in_night_zero,
    ),
    Mutant(
        "half are two thirds",
        COUNCIL,
        {"3 * count >= 2 * len(mafia)": "2 * count >= len(mafia)"},
        proposals("one of two is not two thirds"),
    ),
    Mutant(
        "more than two thirds must agree",
        COUNCIL,
        {"3 * count >= 2 * len(mafia)": "3 * count > 2 * len(mafia)"},
        proposals("two of three are two thirds"),
    ),
    Mutant(
        "there is one round of proposals",
        COUNCIL,
        {"for _ in range(2):": "for _ in range(1):"},
        proposals("they agree in the second round"),
    ),
    Mutant(
        "the highest seat decides",
        COUNCIL,
        {"target = proposals[mafia[0]]": "target = proposals[mafia[-1]]"},
        proposals("three ways twice"),
    ),
    Mutant(
        "partners may be proposed",
        COUNCIL,
        {"for seat in table.living() if table.role(seat) != MAFIOSO)": "for seat in table.living())"},
        night.test_only_the_living_town_or_nobody_can_be_proposed,
    ),
    Mutant(
        "a missing proposal may name nobody",
        COUNCIL,
        {'Propose("plot", PROPOSE, among, town)': 'Propose("plot", PROPOSE, among, among)'},
        night.test_a_missing_proposal_names_somebody_of_the_town,
    ),
    # --- doctor and detective
    Mutant(
        "the doctor may not protect themselves",
        "village",
        {'"Whom do you protect tonight?", table.living())': '"Whom do you protect tonight?", table.living()[:1])'},
        night.test_doctor_and_detective_are_asked_at_once_after_the_mafia,
    ),
    Mutant(
        "protection is ignored",
        "village",
        {"set(attacked) - set(guards.values())": "set(attacked)"},
        night.test_a_protected_victim_lives_and_no_seat_is_told_why,
    ),
    Mutant(
        "a doctor killed tonight does not protect",
        "village",
        {"set(guards.values())": "{ward for doctor, ward in guards.items() if doctor not in attacked}"},
        night.test_the_doctor_may_protect_themselves_and_the_same_player_again,
    ),
    Mutant(
        "a dead doctor goes on protecting",
        "village",
        {"dict.fromkeys(table.living(doctor), ": "dict.fromkeys([s for s in table.seats if table.role(s) == doctor], "},
        night.test_a_doctor_killed_tonight_still_protected_tonight_and_never_again,
    ),
    Mutant(
        "the detective learns the role",
        "village",
        {"Investigated(seat, target, None, ": "Investigated(seat, target, table.role(target).name, "},
        lambda rules: night.test_the_detective_learns_the_side_and_not_the_role(rules, 0, "mafia"),
    ),
    Mutant(
        "the doctor is told",
        "village",
        {"    dying = sorted(": "    table.whisper(guards, Protected(0, 0))\n    dying = sorted("},
        night.test_the_doctor_may_protect_themselves_and_the_same_player_again,
    ),
    # --- who wins
    Mutant(
        "no look at victory after the night",
        COUNCIL,
        {"self.night())\n            if won :=": "self.night())\n            if won := None and"},
        end.test_the_mafia_win_when_a_kill_makes_them_as_many_as_everybody_else,
    ),
    Mutant(
        "no look at victory after the lynch",
        COUNCIL,
        {"if await self.day() and (won := self.won_by_day()):": "if await self.day() and (won := None):"},
        end.test_the_mafia_win_when_a_lynch_makes_them_as_many_as_everybody_else,
    ),
    Mutant(
        "parity is always forced",
        COUNCIL,
        {"if self.options.forced_parity and not": "if not"},
        end.test_with_forced_parity_a_lynch_ends_it_when_no_doctor_can_stop_the_next_kill,
    ),
    Mutant(
        "parity is forced though a doctor lives",
        COUNCIL,
        {"self.options.forced_parity and not table.living(DOCTOR) and": "self.options.forced_parity and"},
        end.test_forced_parity_waits_while_the_doctor_lives,
    ),
    Mutant(
        "parity is forced one early",
        COUNCIL,
        {"mafia >= town - 1:": "mafia >= town - 2:"},
        end.test_forced_parity_waits_while_the_town_are_two_more,
    ),
    Mutant(
        "parity is forced without a lynch",
        COUNCIL,
        {"if await self.day() and (won :=": "if (await self.day() or True) and (won :="},
        end.test_forced_parity_is_looked_at_after_a_lynch_alone,
    ),
    Mutant(
        "a game lasts a round too long",
        COUNCIL,
        {"(self.options.max_rounds or 30) + 1": "(self.options.max_rounds or 30) + 2"},
        end.test_the_game_is_a_draw_after_max_rounds,
    ),
    # --- never for nothing
    Mutant(
        "the mafia are never pressed",
        COUNCIL,
        {"among = town if self.pressed else (None, *town)": "among = (None, *town)"},
        pressed_after(3),
    ),
    Mutant(
        "votes are never pressed",
        COUNCIL,
        {"() if self.pressed else (None,)": "(None,)"},
        end.test_a_pressed_vote_must_name_a_nominee,
    ),
    Mutant(
        "the pressure comes a round early",
        "village",
        {"table.round - 1 - table.last_death >=": "table.round - table.last_death >="},
        pressed_after(2),
    ),
    Mutant(
        "who could only name themselves is asked all the same",
        COUNCIL,
        {"            if not asks[seat].among:\n                del asks[seat]\n": ""},
        end.test_who_could_only_name_themselves_is_not_asked,
    ),
    # --- the cast
    Mutant(
        "ten have two mafiosi",
        COUNCIL,
        {"3 if seats >= 10 else 2": "3 if seats > 10 else 2"},
        lambda rules: rulebook.test_the_cast_is_as_the_rules_say(rules, 10),
    ),
]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_spoiled_rule_of_the_council_is_caught(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    check_that_a_mutant_is_caught(mutant, "council-mafia", monkeypatch)
