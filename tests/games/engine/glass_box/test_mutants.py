"""Spoiled rules of Glass Box: each is caught by the check that is named beside it. (Long, because it is a list.)"""

import pytest

from games.engine.ruleset import Ruleset
from tests.games.engine.glass_box import test_bidding as bidding
from tests.games.engine.glass_box import test_chart as chart
from tests.games.engine.glass_box import test_meetings as meetings
from tests.games.engine.glass_box import test_sabotage as sabotage
from tests.games.engine.glass_box import test_secrets as secrets
from tests.games.engine.glass_box import test_ticks as ticks
from tests.games.engine.mutants import Check, Mutant, check_that_a_mutant_is_caught


def always(check: "object") -> Check:
    """A check of what no ruleset changes."""
    assert callable(check)
    return lambda rules: check()


def two_worlds(make: "object") -> Check:
    """The check that two worlds look alike."""
    assert callable(make)
    return lambda rules: secrets.assert_alike(make(rules))


def heard(rules: Ruleset[object]) -> None:
    """The check that both playthroughs are heard as the rules say."""
    for game in secrets.playthroughs(rules):
        secrets.assert_heard_as_the_rules_say(game)


MUTANTS = [
    # --- the ship
    Mutant(
        "a vent links weapons and shields",
        "ship.chart",
        {'    ("shields", "navigation"),\n': '    ("weapons", "navigation", "shields"),\n'},
        always(chart.test_vents_link_direct_partners_alone),
    ),
    Mutant(
        "a doorway is missing",
        "ship.chart",
        {'    ("cafeteria", "weapons"),\n': ""},
        always(chart.test_doorways_are_those_of_the_groups),
    ),
    Mutant(
        "a walk leads the long way round",
        "ship.chart",
        {"for other in doorways[room]:": "for other in doorways[room][:1] or doorways[room]:"},
        always(chart.test_every_step_is_a_doorway_nearer_to_the_goal),
    ),
    Mutant(
        "a task forgets how far it has come",
        "ship.duties",
        {"(duty, leg + 1, duty.legs[leg + 1][1])": "(duty, 0, duty.legs[0][1])"},
        always(chart.test_a_task_with_legs_goes_on_in_the_next_room_and_keeps_its_progress),
    ),
    # --- kills
    Mutant(
        "the kill cooldown is not reset by a kill",
        "ship.ticking",
        {"            ship.kill_at[killer] = ship.tick + ship.kill_cooldown\n": ""},
        ticks.test_after_a_kill_the_cooldown_is_full_again,
    ),
    Mutant(
        "the kill cooldown is not reset by a meeting",
        "ship.ship",
        {"        self.kill_at = dict.fromkeys(self.impostors, self.tick + self.kill_cooldown)\n": ""},
        ticks.test_a_meeting_sets_the_kill_cooldown_and_the_buttons_to_full,
    ),
    Mutant(
        "the first kill comes a tick early",
        "ship.ship",
        {"tick >= self.kill_at[seat]": "tick >= self.kill_at[seat] - 1"},
        ticks.test_the_first_kill_is_possible_in_the_tick_that_the_option_names,
    ),
    Mutant(
        "the victim still acts",
        "ship.ticking",
        {"            did.pop(victim, None)\n": "            pass\n"},
        ticks.test_the_victims_own_action_is_void,
    ),
    Mutant(
        "kills come after moves",
        "rulesets.glass_box",
        {
            "        # 3. Kills.\n": "        ticking.moves(ship, deeds)\n        # 3. Kills.\n",
            "        # 4. Moves and vents.\n        ticking.moves(ship, deeds)\n": "",
        },
        ticks.test_kills_are_judged_on_the_rooms_at_the_start_of_the_tick,
    ),
    Mutant(
        "the second killer loses the cooldown too",
        "ship.ticking",
        {
            '            ship.refuse(killer, f"kill': "            ship.kill_at[killer] = 99\n"
            '            ship.refuse(killer, f"kill'
        },
        ticks.test_two_killers_of_one_victim_are_ordered_by_dice_and_the_second_keeps_its_cooldown,
    ),
    Mutant(
        "the first seat always kills first",
        "ship.ticking",
        {'ship.table.dice("kills").shuffled(killers)': "killers"},
        ticks.test_two_killers_of_one_victim_are_ordered_by_dice_and_the_second_keeps_its_cooldown,
    ),
    Mutant(
        "kills are told as they come",
        "ship.ticking",
        {"in sorted(killed.items())": "in sorted(killed.items(), reverse=True)"},
        ticks.test_two_kills_of_one_moment_are_told_in_seat_order_and_then_looked_at_once,
    ),
    Mutant(
        "impostors can be killed",
        "ship.ship",
        {"if other not in self.impostors])": "if other != seat])"},
        ticks.test_only_crewmates_can_be_killed_and_only_by_impostors_in_the_same_room,
    ),
    Mutant(
        "only the killer sees a kill",
        "ship.ticking",
        {"ship.seeing(ship.present[room], killer, victim)": "ship.seeing([], killer, victim)"},
        ticks.test_everybody_who_was_there_sees_who_killed_whom,
    ),
    Mutant(
        "a kill is known to all",
        "ship.ticking",
        {"ship.table.whisper(witnesses, Killed(": "ship.table.announce(Killed("},
        two_worlds(secrets.a_kill_out_of_sight),
    ),
    # --- moves and vents
    Mutant(
        "movers see the others move",
        "ship.ticking",
        {"[seat for seat in seats if seat not in moving] if seats": "seats if seats"},
        ticks.test_those_who_leave_together_do_not_see_where_the_others_go,
    ),
    Mutant(
        "two who swap rooms do not see each other",
        "ship.ticking",
        {"(*stay[origin], *stay[goal], *passing)": "(*stay[origin], *stay[goal])"},
        ticks.test_two_who_swap_rooms_see_each_other_pass,
    ),
    Mutant(
        "those in the other room do not see who comes",
        "ship.ticking",
        {"(*stay[origin], *stay[goal], *passing)": "(*stay[origin], *passing)"},
        ticks.test_those_who_stay_see_who_leaves_and_who_comes,
    ),
    Mutant(
        "who sees a vent entered sees where it leads",
        "ship.ticking",
        {"ship.seeing(stay[goal], seat), VentLeft": "ship.seeing((*stay[goal], *stay[origin]), seat), VentLeft"},
        ticks.test_a_vent_is_seen_where_it_is_entered_and_left_and_never_on_the_way,
    ),
    Mutant(
        "the crew can vent",
        "ship.orders",
        {'    if chances.is_impostor:\n        legal += [f"vent': '    if True:\n        legal += [f"vent'},
        ticks.test_vents_are_for_impostors_and_lead_to_direct_partners,
    ),
    # --- tasks
    Mutant(
        "a fake shows the effect",
        "ship.ticking",
        {
            "        if seat in real:\n": "        if seat in fake:\n"
            '            table.whisper(witnesses, Proved(seat, room, "x"))\n'
            "        if seat in real:\n"
        },
        lambda rules: ticks.test_a_visual_effect_shows_with_a_real_task_only(rules, "submit scan"),
    ),
    Mutant(
        "a visual effect never shows",
        "ship.ticking",
        {"if duty.shows_in == room:": "if duty.shows_in == room and False:"},
        lambda rules: ticks.test_a_visual_effect_shows_with_a_real_task_only(rules, "submit scan"),
    ),
    Mutant(
        "everybody hears of a finished task",
        "ship.ticking",
        {"ship.table.whisper([seat], TaskDone(": "ship.table.announce(TaskDone("},
        two_worlds(secrets.a_finished_task),
    ),
    Mutant(
        "everybody draws common tasks of their own",
        "ship.ship",
        {"Duties(common + drawn_own(": "Duties(drawn_common(options.common_tasks, table.dice(f'{seat}')) + drawn_own("},
        ticks.test_common_tasks_are_the_same_for_everybody_and_impostors_have_no_list,
    ),
    Mutant(
        "one stream deals all lists",
        "ship.ship",
        {'table.dice(f"tasks of {seat}")': 'table.dice("tasks")'},
        ticks.test_what_one_seat_is_to_do_says_nothing_of_who_is_an_impostor,
    ),
    # --- sabotage
    Mutant(
        "two sabotages start at once",
        "ship.ticking",
        {
            "    system, room = wanted[first].system": "    for seat in seats:\n"
            "        ship.table.announce(Sabotaged(seat, wanted[seat].system, None))\n"
            "    system, room = wanted[first].system"
        },
        sabotage.test_at_most_one_sabotage_starts_and_dice_say_whose,
    ),
    Mutant(
        "everybody hears who sabotages",
        "ship.ticking",
        {"ship.table.whisper(conspirators | {first}, Sabotaged(": "ship.table.announce(Sabotaged("},
        two_worlds(secrets.a_saboteur),
    ),
    Mutant(
        "a countdown lasts a tick longer",
        "ship.ticking",
        {"ship.tick >= ship.deadline": "ship.tick > ship.deadline"},
        sabotage.test_a_countdown_that_reaches_zero_wins_for_the_impostors,
    ),
    Mutant(
        "one repairs the reactor",
        "ship.ticking",
        {"len(fixers) >= ship.options.reactor_fixers": "len(fixers) >= 1"},
        sabotage.test_the_reactor_needs_two_in_the_same_tick,
    ),
    Mutant(
        "one room brings the oxygen back",
        "ship.ticking",
        {"is_over = not ship.panels": "is_over = True"},
        sabotage.test_one_room_alone_does_not_bring_the_oxygen_back,
    ),
    Mutant(
        "repairs of the oxygen must fall in one tick",
        "ship.ticking",
        {"is_over = not ship.panels": 'is_over = worked == {"o2", "admin"}'},
        sabotage.test_oxygen_needs_one_in_o2_and_one_in_admin_in_any_ticks,
    ),
    Mutant(
        "a meeting does not end a critical sabotage",
        "ship.ship",
        {"        if self.alarm in CRITICAL:\n            self.end_alarm()\n": ""},
        sabotage.test_a_meeting_ends_a_critical_sabotage,
    ),
    Mutant(
        "a meeting brings the lights back",
        "ship.ship",
        {"if self.alarm in CRITICAL:\n            self.end_alarm": "if self.alarm:\n            self.end_alarm"},
        sabotage.test_lights_need_as_many_repairs_as_the_option_says_and_keep_them_over_a_meeting,
    ),
    Mutant(
        "the crew sees in the dark",
        "ship.ship",
        {"        if self.is_dark:\n            seats": "        if False:\n            seats"},
        sabotage.test_in_the_dark_the_crew_sees_nobody_and_the_impostors_see_as_ever,
    ),
    Mutant(
        "the crew reports in the dark",
        "ship.ship",
        {"in self.bodies.values() and (is_impostor or alarm != LIGHTS)": "in self.bodies.values()"},
        sabotage.test_in_the_dark_the_crew_cannot_report_and_impostors_can,
    ),
    Mutant(
        "the dark startles",
        "ship.telling",
        {"    if ship.is_dark and seat not in ship.impostors:\n        return False\n": ""},
        sabotage.test_in_the_dark_nobody_is_startled_by_company,
    ),
    Mutant(
        "the task bar works without communications",
        "ship.telling",
        {"ship.bar if is_listed else None": "ship.bar"},
        sabotage.test_without_communications_list_bar_and_looks_are_off_but_work_goes_on,
    ),
    Mutant(
        "doors stay shut a tick less",
        "ship.telling",
        {"ship.tick >= ship.shut_until": "ship.tick >= ship.shut_until - 1"},
        sabotage.test_doors_of_a_room_are_shut_for_walking_both_ways_for_as_long_as_the_option_says,
    ),
    Mutant(
        "doors shut from outside alone",
        "ship.orders",
        {"legal = [] if room == shut else [": "legal = ["},
        sabotage.test_doors_of_a_room_are_shut_for_walking_both_ways_for_as_long_as_the_option_says,
    ),
    Mutant(
        "doors have no cooldown",
        "ship.ship",
        {
            "        self.shut = None\n        self.sabotage_at = self.tick": "        self.shut = None\n"
            "        self.sabotage_at = 0 * self.tick"
        },
        lambda rules: sabotage.test_one_common_cooldown_runs_from_the_end_of_the_last_sabotage(rules, "doors"),
    ),
    Mutant(
        "the button works during an alarm",
        "ship.ship",
        {"can_be_pressed_in(room) and alarm is None and": "can_be_pressed_in(room) and"},
        sabotage.test_the_button_is_blocked_by_any_sabotage_but_doors,
    ),
    Mutant(
        "dead impostors always sabotage",
        "ship.ship",
        {"if self.options.ghost_sabotage and": "if"},
        sabotage.test_dead_impostors_may_sabotage_where_the_option_lets_them,
    ),
    # --- orders that run on
    Mutant(
        "a meeting leaves the orders",
        "ship.ship",
        {"        self.plans.clear()\n": ""},
        ticks.test_a_meeting_wipes_the_orders_left,
    ),
    Mutant(
        "an alarm does not end orders",
        "ship.ticking",
        {"    ship.startled.update(ship.table.living())\n": ""},
        ticks.test_an_alarm_ends_everybodys_orders,
    ),
    Mutant(
        "a refusal does not end orders",
        "ship.ship",
        {
            "        self.plans[seat] = []\n"
            "        self.table.whisper([seat], Refused": "        self.table.whisper([seat], Refused"
        },
        ticks.test_a_refusal_ends_the_orders,
    ),
    Mutant(
        "nobody is startled by company",
        "ship.telling",
        {"if any(other != seat and other not in known": "if False and any(other != seat and other not in known"},
        ticks.test_a_new_player_in_sight_ends_the_orders,
    ),
    Mutant(
        "company that was there startles",
        "ship.telling",
        {"other != seat and other not in known": "other != seat"},
        ticks.test_company_that_was_there_already_is_nothing_new,
    ),
    # --- meetings
    Mutant(
        "a press comes before a report",
        "ship.ticking",
        {"list(reports or presses)": "list(presses or reports)"},
        meetings.test_a_report_comes_before_a_press,
    ),
    Mutant(
        "a press that is lost is used up",
        "ship.ticking",
        {"    if caller in presses:\n": "    ship.spent.update(presses)\n    if caller in presses:\n"},
        meetings.test_a_press_that_comes_second_is_not_used_up,
    ),
    Mutant(
        "the button can be pressed again and again",
        "ship.ticking",
        {"        ship.spent.add(caller)\n": ""},
        meetings.test_everybody_has_one_press,
    ),
    Mutant(
        "a meeting does not end the tick",
        "rulesets.glass_box",
        {
            "            return None, call\n": "            ticking.sabotages(ship, deeds)\n"
            "            return None, call\n"
        },
        meetings.test_a_meeting_ends_the_tick,
    ),
    Mutant(
        "bodies stay after a meeting",
        "ship.ship",
        {"        self.bodies.clear()\n": ""},
        meetings.test_a_meeting_brings_everybody_to_the_cafeteria_and_removes_bodies,
    ),
    Mutant(
        "only the reported body is named",
        "rulesets.glass_box",
        {
            "        table.announce(Called(*call))\n        self.miss()\n": "        table.announce(Called(*call))\n"
            "        self.missed += table.dead\n"
        },
        meetings.test_all_the_dead_since_the_last_meeting_are_named,
    ),
    Mutant(
        "a vote can be taken back",
        "discussion.bidding",
        {"(self.locked if seat in self.votes else self.open)[seat]": "self.open[seat]"},
        meetings.test_a_vote_is_locked_as_soon_as_it_is_sent,
    ),
    Mutant(
        "a vote is public at once",
        "discussion.bidding",
        {
            "        for ghost in chatting:": "        table.announce(VoteShown(2, 0))\n        for ghost in chatting:",
            "Spoke, VoteCast\n": "Spoke, VoteCast, VoteShown\n",
        },
        meetings.test_for_whom_somebody_voted_is_said_at_the_reveal_alone,
    ),
    Mutant(
        "skips do not count",
        "rulesets.glass_box",
        {"plurality(votes)": "plurality({seat: vote for seat, vote in votes.items() if vote is not None})"},
        meetings.test_a_tie_or_as_many_skips_eject_nobody,
    ),
    Mutant(
        "an ejection always says what it was",
        "rulesets.glass_box",
        {"shown = self.options.confirm_ejects": "shown = True"},
        meetings.test_confirm_ejects_says_whether_it_was_an_impostor_and_without_it_only_who,
    ),
    Mutant(
        "the ejected do not react",
        "rulesets.glass_box",
        {"table.living() if ejected is None else": "table.living() if True else"},
        meetings.test_all_living_and_the_ejected_react_then_all_living_consolidate,
    ),
    Mutant(
        "the meeting's pad is never erased",
        "questions.scratchpads",
        {'            pads["meeting"] = ""': '            pads["meeting"] += ""'},
        meetings.test_a_pad_holds_what_was_written_last_and_the_meetings_is_erased_after_it,
    ),
    # --- who wins
    Mutant(
        "the impostors must be more than the crew",
        "rulesets.glass_box",
        {"2 * impostors >= living": "2 * impostors > living"},
        meetings.test_the_impostors_win_when_a_kill_makes_them_as_many_and_not_one_earlier,
    ),
    Mutant(
        "the impostors win one early",
        "rulesets.glass_box",
        {"2 * impostors >= living": "2 * impostors >= living - 1"},
        meetings.test_the_impostors_win_when_a_kill_makes_them_as_many_and_not_one_earlier,
    ),
    Mutant(
        "no look at victory after a kill",
        "rulesets.glass_box",
        {"ticking.kills(ship, deeds) and (won := self.victory())": "ticking.kills(ship, deeds) and (won := None)"},
        meetings.test_the_impostors_win_when_a_kill_makes_them_as_many_and_not_one_earlier,
    ),
    Mutant(
        "no look at victory after a task",
        "rulesets.glass_box",
        {"ticking.works(ship, deeds) and (won := self.victory())": "ticking.works(ship, deeds) and (won := None)"},
        meetings.test_the_crew_wins_when_all_tasks_are_done,
    ),
    Mutant(
        "no look at victory after an ejection",
        "rulesets.glass_box",
        {"            if won := self.victory():\n                return won\n        await": "        await"},
        meetings.test_the_crew_wins_when_the_last_impostor_is_ejected_and_nothing_follows,
    ),
    Mutant(
        "tasks are looked at before parity",
        "rulesets.glass_box",
        {
            "        if 2 * impostors >= living:": "        if not self.ship.open:\n"
            '            return "crew", "all tasks are done"\n'
            "        if 2 * impostors >= living:"
        },
        meetings.test_parity_is_looked_at_before_the_tasks,
    ),
    Mutant(
        "the last tick's meeting is not held",
        "rulesets.glass_box",
        {"if call and (won :=": "if call and self.ship.tick < self.options.max_ticks and (won :="},
        meetings.test_a_meeting_of_the_last_tick_is_held,
    ),
    # --- the dead
    Mutant(
        "a ghost hears only what comes after its death",
        "table",
        {"            self.views[seat] = [entry for entry in self.ledger if entry.heard_by]\n": ""},
        meetings.test_a_ghost_has_heard_everything_but_notes_also_what_was_before,
    ),
    Mutant(
        "a ghost hears notes",
        "table",
        {"[entry for entry in self.ledger if entry.heard_by]": "list(self.ledger)"},
        meetings.test_a_ghost_has_heard_everything_but_notes_also_what_was_before,
    ),
    Mutant(
        "the living hear the dead",
        "discussion.bidding",
        {"table.whisper(self.ghosts, GhostSaid": "table.whisper(table.seats, GhostSaid"},
        two_worlds(secrets.ghost_chat),
    ),
    Mutant(
        "a ghost walks and works in one tick",
        "ship.ticking",
        {
            " and ghost not in ship.roaming:": ":",
            "ship.duties[ghost].work(ship.room[ghost])": "ship.duties[ghost].work(ship.duties[ghost].rooms[0])",
        },
        meetings.test_a_ghost_goes_on_with_its_tasks_one_doorway_or_one_tick_of_work_at_a_time,
    ),
    Mutant(
        "a ghost sets out in the tick of its death",
        "ship.ticking",
        {"return ship.ghosts if ship.table.revision >= 3 else ship.table.dead": "return ship.table.dead"},
        meetings.test_who_is_killed_does_nothing_more_in_that_tick_as_a_ghost_either,
    ),
    Mutant(
        "tasks of the dead stay on the count",
        "ship.ship",
        {'if self.options.ghost_tasks == "off" and': "if False and"},
        meetings.test_tasks_of_the_dead_are_taken_off_the_count_where_ghosts_do_not_work,
    ),
    # --- bids
    Mutant(
        "lost bids are heard",
        "discussion.bidding",
        {
            "        for ghost in chatting:": "        for seat, bid in bids.items():\n"
            "            table.announce(Spoke(seat, bid.words, None, self.t))\n"
            "        for ghost in chatting:"
        },
        bidding.test_bids_that_lose_are_no_events,
    ),
    Mutant(
        "pads are heard",
        "discussion.bidding",
        {
            "        for ghost in chatting:": "        for seat, bid in bids.items():\n"
            "            table.announce(Spoke(seat, str(bid.pads), None, self.t))\n"
            "        for ghost in chatting:"
        },
        secrets.test_what_loses_a_bid_is_thought_or_is_written_in_a_pad_is_no_event_at_all,
    ),
    Mutant(
        "the die is rolled for bidders alone",
        "discussion.bidding",
        {
            "for seat in self.living}\n"
            "        is_kept": "for seat in self.living if seat in bids and bids[seat].words}\n        is_kept"
        },
        bidding.test_what_is_bid_in_secret_moves_no_later_roll,
    ),
    Mutant(
        "a name within a word is a mention",
        "discussion.naming",
        {"if not (_in_a_word(text[start - 1 : start]) or _in_a_word(text[end : end + 1])):": "if True:"},
        lambda rules: bidding.test_who_is_named_in_the_last_three_messages_as_a_whole_word_is_raised(
            rules, "Dovetail.", 0
        ),
    ),
    Mutant(
        "a mention is never forgotten",
        "discussion.bidding",
        {"self.named[-options.mention_window :]": "self.named"},
        bidding.test_a_mention_is_forgotten_after_three_messages,
    ),
    Mutant(
        "who stabilizes the steering is accused",
        "discussion.bidding",
        {
            "seats_accused(words, names, self.stems)": "seats_accused(words, names, FIRST_STEMS)",
            "import STEMS, seats_accused": "import FIRST_STEMS, STEMS, seats_accused",
        },
        bidding.test_a_task_that_is_told_of_raises_nobody_but_by_the_first_two_revisions,
    ),
    Mutant(
        "an accusation is never forgotten",
        "discussion.bidding",
        {"        self.accused = seats_accused(": "        self.accused |= seats_accused("},
        bidding.test_an_accusation_counts_for_the_next_tick_alone,
    ),
    Mutant(
        "who has just spoken is as welcome as before",
        "discussion.bidding",
        {"spoke_at >= self.t - 2:": "spoke_at >= self.t:"},
        bidding.test_who_has_just_spoken_is_lowered_by_four_and_then_by_two,
    ),
    Mutant(
        "a vote of the same tick lowers the bid",
        "discussion.bidding",
        {
            "voted=-options.voted_penalty if seat in self.votes else 0": "voted=-9 if seat in self.votes or bid.vote"
            " else 0"
        },
        bidding.test_a_vote_in_the_same_tick_does_not_lower_the_bid,
    ),
    Mutant(
        "nobody is ever forced to speak",
        "discussion.bidding",
        {"if not longest or": "if longest or"},
        bidding.test_who_has_been_silent_for_long_must_speak_and_says_at_least_something_neutral,
    ),
    Mutant(
        "silent ticks need not follow each other",
        "discussion.bidding",
        {"        self.silent_ticks = 0\n        self.silence[speaker]": "        self.silence[speaker]"},
        bidding.test_after_two_silent_ticks_in_a_row_the_rest_are_asked_once_for_a_vote,
    ),
    Mutant(
        "the talk is never stopped",
        "discussion.bidding",
        {"            or self.is_past(options.stop_after, options.stop_tokens)\n": ""},
        bidding.test_the_talk_is_stopped_after_three_ticks_for_each_of_the_living,
    ),
    Mutant(
        "the system nudges again and again",
        "discussion.bidding",
        {"            self.is_nudged = True\n": ""},
        bidding.test_the_system_nudges_once_after_one_and_a_half_ticks_for_each_of_the_living,
    ),
    Mutant(
        "quiet voters are never asked again",
        "discussion.bidding",
        {"if seat not in hushed or seat in called": "if seat not in hushed"},
        bidding.test_quiet_voters_are_asked_again_only_when_named_or_accused,
    ),
    # --- bids that stand, and one reflection
    Mutant(
        "who has a vote to give waits for ever",
        "discussion.bidding",
        {"        if seats <= self.votes.keys():\n": "        if not seats:\n"},
        bidding.test_nobody_who_has_a_vote_to_give_waits_while_only_voters_are_asked,
    ),
    Mutant(
        "a bid stands though it was heard",
        "discussion.bidding",
        {"for seat, bid in bids.items() if seat != speaker and seat not in called": "for seat, bid in bids.items()"},
        bidding.test_a_bid_that_was_not_drawn_stands_and_is_drawn_later,
    ),
    Mutant(
        "who is only named is not asked again",
        "discussion.bidding",
        {"self.accused.union(*self.named[-1:]) if speaker": "self.accused if speaker"},
        bidding.test_who_is_named_addressed_or_accused_is_asked_for_another_bid,
    ),
    Mutant(
        "bids stand though it is time to wrap it up",
        "discussion.bidding",
        {"            self.standing.clear()\n": ""},
        bidding.test_no_bid_stands_when_the_system_says_to_wrap_it_up,
    ),
    Mutant(
        "who must speak is not asked while their bid stands",
        "discussion.bidding",
        {
            " or seat == forced}": "}",
            "if forced is not None:\n            asks": "if forced in asks:\n            asks",
        },
        bidding.test_who_must_speak_is_asked_though_the_bid_stands,
    ),
    Mutant(
        "the bid of a quiet voter stands",
        "discussion.bidding",
        {"known[seat] for seat in bidders if": "known[seat] for seat in self.living if"},
        bidding.test_the_bid_of_a_quiet_voter_does_not_stand,
    ),
    Mutant(
        "bids always stand",
        "discussion.bidding",
        {"        if self.options.standing_bids:\n": "        if True:\n"},
        bidding.test_without_the_option_all_are_asked_in_each_tick,
    ),
    Mutant(
        "after one reflection the meeting's pad is kept",
        "questions.scratchpads",
        {"if kind in (CONSOLIDATION, REFLECTION):": "if kind == CONSOLIDATION:"},
        meetings.test_with_one_reflection_all_living_and_the_ejected_are_asked_once,
    ),
    Mutant(
        "the ejected are not asked for the one reflection",
        "rulesets.glass_box",
        {"await table.poll(there, _REFLECTION)": "await table.poll(table.living(), _REFLECTION)"},
        meetings.test_with_one_reflection_all_living_and_the_ejected_are_asked_once,
    ),
    Mutant(
        "everybody hears a refusal",
        "ship.ship",
        {"self.table.whisper([seat], Refused(": "self.table.announce(Refused("},
        heard,
    ),
]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_spoiled_rule_is_caught(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    check_that_a_mutant_is_caught(mutant, "glass-box", monkeypatch)
