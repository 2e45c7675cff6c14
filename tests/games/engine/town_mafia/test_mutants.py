"""Spoiled rules of Town Mafia: each is caught by the check that is named beside it. (Long, because it is a list.)"""

import pytest

from games.engine.events import Died, Lynched
from tests.games.engine import test_moderator as asking
from tests.games.engine import test_ruleset as setting_up
from tests.games.engine.mutants import Mutant, check_that_a_mutant_is_caught
from tests.games.engine.town_mafia import test_day as day
from tests.games.engine.town_mafia import test_end as end
from tests.games.engine.town_mafia import test_night as night

MUTANTS = [
    # --- who wins
    Mutant(
        "the mafia must be more than everybody else",
        "village",
        {"2 * mafia >= living": "2 * mafia > living"},
        end.test_the_mafia_win_when_a_kill_makes_them_as_many_as_everybody_else,
    ),
    Mutant(
        "the mafia win one early",
        "village",
        {"2 * mafia >= living": "2 * mafia >= living - 1"},
        end.test_one_fewer_than_everybody_else_is_not_enough,
    ),
    Mutant(
        "no look at victory after the night",
        "rulesets.town_mafia",
        {"self.night(round)\n            if won :=": "self.night(round)\n            if won := None and"},
        end.test_a_win_in_the_night_is_seen_before_the_day_begins,
    ),
    Mutant(
        "no look at victory after the lynch",
        "rulesets.town_mafia",
        {
            "            if won := victory(self.table, MAFIOSO):\n"
            "                return won\n            await self.n": "            await self.n"
        },
        end.test_the_mafia_win_when_a_lynch_makes_them_as_many_as_everybody_else,
    ),
    Mutant(
        "the town has won when one mafioso is left",
        "village",
        {"if not mafia:\n": "if mafia <= 1:\n"},
        end.test_the_town_does_not_win_while_a_mafioso_lives,
    ),
    Mutant(
        "a game lasts a round too long",
        "rulesets.town_mafia",
        {"(self.options.max_rounds or 30) + 1": "(self.options.max_rounds or 30) + 2"},
        end.test_the_game_is_a_draw_after_max_rounds,
    ),
    Mutant(
        "the last day is always a draw",
        "rulesets.town_mafia",
        {'return victory(self.table, MAFIOSO) or ("draw"': 'return ("draw"'},
        end.test_a_win_on_the_last_day_is_no_draw,
    ),
    Mutant(
        "roles stay hidden after the end",
        "village",
        {"    table.announce(Revealed(tuple(role.name for role in table.deal.roles)))\n": ""},
        end.test_the_end_says_why_and_then_shows_all_roles,
    ),
    # --- the night lands
    Mutant(
        "protection is ignored",
        "village",
        {"set(attacked) - set(guards.values())": "set(attacked)"},
        night.test_a_protected_victim_lives_and_nobody_is_told_why,
    ),
    Mutant(
        "a doctor killed tonight does not protect",
        "village",
        {"set(guards.values())": "{ward for doctor, ward in guards.items() if doctor not in attacked}"},
        night.test_a_doctor_killed_tonight_still_protects_tonight,
    ),
    Mutant(
        "a dead doctor goes on protecting",
        "rulesets.town_mafia",
        {"sheriffs = table.living(DOCTOR),": "sheriffs = tuple(s for s in table.seats if table.role(s) == DOCTOR),"},
        night.test_a_dead_doctor_protects_nobody,
    ),
    Mutant(
        "protection lasts for ever",
        "rulesets.town_mafia",
        {"guards: dict[Seat, Seat] = {}\n        for": "guards = self.guarded\n        for"},
        night.test_a_dead_doctor_protects_nobody,
    ),
    Mutant(
        "protection stops the mafia alone",
        "rulesets.town_mafia",
        {
            "end_night(table, attacked, ": "end_night(table, {victim} - {None}, ",
            "await self.deeds()\n": "await self.deeds()\n"
            "        bury(table, {*shots.values()} - {None}, Lynched, 'role')\n",
        },
        night.test_protection_stops_the_vigilante_s_shot_as_well,
    ),
    Mutant(
        "the victims die in the wrong order",
        "village",
        {"for seat in sorted(seats):": "for seat in sorted(seats)[::-1]:"},
        night.test_both_victims_of_a_night_die_in_seat_order,
    ),
    Mutant(
        "a quiet night is not told",
        "village",
        {"    if not dying:\n        table.announce(QuietNight())\n": ""},
        night.test_a_night_without_attacks_is_quiet,
    ),
    Mutant(
        "only one saviour is noted",
        "village",
        {"table.note(Stopped(seat, saviours))": "table.note(Stopped(seat, saviours[:1]))"},
        night.test_two_doctors_may_protect_the_same_player_and_are_both_noted,
    ),
    Mutant(
        "a sheriff who is the mafia's target learns nothing",
        "rulesets.town_mafia",
        {
            "victim = await self.conspire()": "victim = self.victim = await self.conspire()",
            "elif seat in sheriffs and": "elif seat in sheriffs and seat != self.victim and",
        },
        night.test_a_sheriff_killed_tonight_hears_the_result,
    ),
    Mutant(
        "the sheriff always learns the role",
        "rulesets.town_mafia",
        {'role.name if options.sheriff_learns == "role" else None': "role.name"},
        night.test_with_sheriff_learns_team_only_the_side_is_shown,
    ),
    Mutant(
        "the night's deaths never show a role",
        "village",
        {"role.name if reveal": "None if reveal"},
        night.test_an_unprotected_victim_dies_and_no_cause_is_told,
    ),
    Mutant(
        "a death shows the side even where nothing is to be shown",
        "village",
        {'role.team if reveal != "none" else None': "role.team"},
        lambda rules: night.test_a_death_in_the_night_shows_what_reveal_on_death_says(
            rules, "none", Died(3, None, None)
        ),
    ),
    # --- the town's powers
    Mutant(
        "a shot costs nothing",
        "rulesets.town_mafia",
        {"self.shots[seat] -= target is not None": "self.shots[seat] -= 0"},
        night.test_a_vigilante_has_one_shot_in_the_game,
    ),
    Mutant(
        "holding fire costs the shot",
        "rulesets.town_mafia",
        {"self.shots[seat] -= target is not None": "self.shots[seat] -= 1"},
        night.test_a_vigilante_who_holds_fire_keeps_the_shot,
    ),
    Mutant(
        "every vigilante has one shot whatever the option says",
        "rulesets.town_mafia",
        {"options.vigilante_shots)\n        self.guarded": "1)\n        self.guarded"},
        night.test_vigilante_shots_says_how_many_shots_there_are,
    ),
    Mutant(
        "a missing answer may shoot",
        "rulesets.town_mafia",
        {"targets, (None,))": "targets)"},
        night.test_the_default_shot_is_to_hold_fire,
    ),
    Mutant(
        "doctors may always protect themselves",
        "rulesets.town_mafia",
        {"set() if self.options.doctor_self else {doctor}": "set()"},
        night.test_without_doctor_self_a_doctor_may_name_only_others,
    ),
    Mutant(
        "doctors may always repeat",
        "rulesets.town_mafia",
        {"if not self.options.doctor_repeat and doctor in self.guarded:": "if False:"},
        night.test_without_doctor_repeat_last_night_s_ward_is_barred_for_one_night,
    ),
    Mutant(
        "one doctor's ward is barred to all",
        "rulesets.town_mafia",
        {"barred.add(self.guarded[doctor])": "barred.update(self.guarded.values())"},
        night.test_each_doctor_is_barred_only_from_their_own_last_ward,
    ),
    # --- the mafia
    Mutant(
        "mafiosi may name themselves",
        "rulesets.town_mafia",
        {"among: tuple[Target, ...] = table.others(seat)": "among: tuple[Target, ...] = table.living()"},
        night.test_the_mafia_may_kill_a_partner_but_never_themselves,
    ),
    Mutant(
        "partners can never be named",
        "rulesets.town_mafia",
        {"table.others(seat) if self.options.mafia_may_kill_mafia else town": "town"},
        night.test_the_mafia_may_kill_a_partner_but_never_themselves,
    ),
    Mutant(
        "partners can always be named",
        "rulesets.town_mafia",
        {"table.others(seat) if self.options.mafia_may_kill_mafia else town": "table.others(seat)"},
        night.test_without_mafia_may_kill_mafia_only_the_town_can_be_chosen,
    ),
    Mutant(
        "the mafia may always pass",
        "rulesets.town_mafia",
        {"if self.options.mafia_may_pass and not self.pressed:": "if not self.pressed:"},
        night.test_without_mafia_may_pass_somebody_must_be_chosen,
    ),
    Mutant(
        "a missing proposal may name a partner",
        "rulesets.town_mafia",
        {'kill tonight.", among, town)': 'kill tonight.", among)'},
        night.test_the_default_proposal_is_silent_and_never_names_a_partner,
    ),
    Mutant(
        "a lone mafioso chats",
        "rulesets.town_mafia",
        {"if len(mafia) == 1:": "if len(mafia) == 0:"},
        night.test_a_lone_mafioso_is_asked_once_and_without_chat,
    ),
    Mutant(
        "the mafia talk on when they agree",
        "rulesets.town_mafia",
        {"if len(set(proposals.values())) == 1:": "if not proposals:"},
        night.test_mafiosi_who_agree_at_once_talk_for_one_round,
    ),
    Mutant(
        "the mafia talk in the same order each round",
        "rulesets.town_mafia",
        {'table.dice("mafia").shuffled(mafia)': "mafia"},
        night.test_the_order_of_the_mafia_s_talk_is_drawn_anew_each_round,
    ),
    Mutant(
        "any proposal may be drawn",
        "rulesets.town_mafia",
        {"for named, count in tally if count == tally[0][1]]": "for named, count in tally]"},
        night.test_a_target_with_fewer_proposals_is_never_drawn,
    ),
    Mutant(
        "of equal proposals the lowest seat's stands",
        "rulesets.town_mafia",
        {'table.dice("mafia").pick(most)': "most[0]"},
        night.test_proposals_that_are_equally_many_are_drawn_from_by_dice,
    ),
    # --- the vote
    Mutant(
        "a tie lynches the first",
        "ballots",
        {"if len(ahead) == 1 and ahead[0] is not None:": "if ahead[0] is not None:"},
        day.test_a_tie_lynches_nobody,
    ),
    Mutant(
        "votes for nobody do not count",
        "ballots",
        {"Counter(votes.values()).most_common()": "Counter(v for v in votes.values() if v is not None).most_common()"},
        day.test_nobody_ahead_lynches_nobody,
    ),
    Mutant(
        "half is a majority",
        "ballots",
        {"2 * count > len(votes)": "2 * count >= len(votes)"},
        day.test_half_of_the_living_is_no_majority,
    ),
    Mutant(
        "a majority of those who named somebody is enough",
        "ballots",
        {"2 * count > len(votes)": "2 * count > sum(v is not None for v in votes.values())"},
        day.test_half_of_the_living_is_no_majority,
    ),
    Mutant(
        "votes always count by plurality",
        "rulesets.town_mafia",
        {"LYNCH[self.options.lynch].count": 'LYNCH["plurality"].count'},
        day.test_half_of_the_living_is_no_majority,
    ),
    Mutant(
        "a vote may always name nobody",
        "rulesets.town_mafia",
        {"(None,) if self.options.skip_vote and not self.pressed else ()": "(None,)"},
        day.test_without_skip_vote_every_vote_names_a_player,
    ),
    Mutant(
        "one may vote for oneself",
        "rulesets.town_mafia",
        {"(*nobody, *table.others(seat))": "(*nobody, *table.living())"},
        day.test_everyone_votes_in_one_poll_for_another_living_player_or_nobody,
    ),
    Mutant(
        "a missing vote names somebody",
        "rulesets.town_mafia",
        {"(*nobody, *table.others(seat)), nobody)": "(*nobody, *table.others(seat)), table.others(seat))"},
        day.test_the_default_vote_is_for_nobody_where_that_is_legal,
    ),
    Mutant(
        "a lynch shows the role whatever the option says",
        "village",
        {'role.name if reveal == "role" else None': "role.name"},
        lambda rules: day.test_a_lynch_shows_what_reveal_on_death_says(rules, "team", Lynched(2, None, "town")),
    ),
    Mutant(
        "the lynched stay at the table",
        "village",
        {"    table.bury(seats)\n": "    table.bury(seats if death is Died else [])\n"},
        lambda rules: day.test_votes_count_as_the_option_lynch_says(rules, "plurality", "all for one"),
    ),
    # --- talk
    Mutant(
        "the same player always speaks first",
        "discussion.rounds",
        {"return order[1 % len(order)]": "return order[0]"},
        day.test_everyone_speaks_once_a_round_and_the_first_speaker_moves_on_by_one,
    ),
    Mutant(
        "the first speaker moves on by a seat, living or not",
        "discussion.rounds",
        {"return order[1 % len(order)]": "return (first + 1) % len(table.seats)"},
        day.test_a_first_speaker_who_died_gives_way_to_the_next_living_one,
    ),
    Mutant(
        "every day begins with the same speaker",
        "rulesets.town_mafia",
        {"self.first = await speak_in_turn": "_ = await speak_in_turn"},
        day.test_the_first_speaker_moves_on_from_day_to_day,
    ),
    # --- never for nothing
    Mutant(
        "nobody is ever pressed",
        "village",
        {">= quiet_rounds": ">= 10_000"},
        end.test_after_three_quiet_rounds_the_mafia_must_kill,
    ),
    Mutant(
        "the pressure comes a round late",
        "village",
        {">= quiet_rounds": "> quiet_rounds"},
        end.test_after_three_quiet_rounds_the_mafia_must_kill,
    ),
    Mutant(
        "the pressure comes a round early",
        "village",
        {"table.round - 1 - table.last_death >=": "table.round - table.last_death >="},
        end.test_after_three_quiet_rounds_the_mafia_must_kill,
    ),
    Mutant(
        "a lynch does not end the quiet",
        "village",
        {
            "    table.bury(seats)\n": "    before = table.last_death\n    table.bury(seats)\n"
            "    table.last_death = table.last_death if death is Died else before\n"
        },
        end.test_the_count_starts_again_in_the_round_after_a_death,
    ),
    Mutant(
        "the votes are never pressed",
        "rulesets.town_mafia",
        {"if self.options.skip_vote and not self.pressed else ()": "if self.options.skip_vote else ()"},
        end.test_after_three_quiet_rounds_every_vote_names_a_player,
    ),
    Mutant(
        "the mafia are never pressed",
        "rulesets.town_mafia",
        {"if self.options.mafia_may_pass and not self.pressed:": "if self.options.mafia_may_pass:"},
        end.test_after_three_quiet_rounds_the_mafia_must_kill,
    ),
    # --- the cast
    Mutant(
        "fifteen seats have one doctor",
        "rulesets.town_mafia",
        {"2 if seats >= 15 else 1": "2 if seats > 15 else 1"},
        lambda rules: setting_up.test_the_cast_of_town_mafia_is_as_the_rules_say(rules, 15),
    ),
    Mutant(
        "a third of the seats are mafia",
        "rulesets.town_mafia",
        {"max(1, seats // 4)": "max(1, seats // 3)"},
        lambda rules: setting_up.test_the_cast_of_town_mafia_is_as_the_rules_say(rules, 9),
    ),
    # --- the table and the moderator
    Mutant(
        "the dead stay among the living",
        "table",
        {"        self._living.clear()\n": ""},
        night.test_an_unprotected_victim_dies_and_no_cause_is_told,
    ),
    Mutant(
        "a default is not noted",
        "moderator",
        {"self.table.note(Defaulted(": "str(Defaulted("},
        asking.test_a_default_is_noted_with_its_reason_before_what_it_causes,
    ),
    Mutant(
        "a default moves the dice of the rules",
        "moderator",
        {"question.default(Dice(self.seed, *key))": 'question.default(self.table.dice("mafia"))'},
        asking.test_a_default_does_not_move_the_dice_of_the_rules,
    ),
    Mutant(
        "an illegal answer is journalled",
        "moderator",
        {"value = question.read(raw)\n": "self.journal.append(raw)\n        value = question.read(raw)\n"},
        lambda rules: asking.test_an_illegal_answer_leaves_no_trace(rules, {"target": 0}),
    ),
]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_spoiled_rule_is_caught(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    check_that_a_mutant_is_caught(mutant, "town-mafia", monkeypatch)
