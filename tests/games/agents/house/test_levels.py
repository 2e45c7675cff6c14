"""Strategy levels of the house: each lacks what the one above lacks and more, and the highest lacks nothing."""

import inspect
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields, replace
from typing import Any

import pytest

from benchmarks.players.levels import wins
from games.agents.house import House
from games.agents.house.deciding.claiming import Claiming, plan_claim
from games.agents.house.deciding.cover import gives_up
from games.agents.house.deciding.judgement import Aim, choose_vote, trusted
from games.agents.house.deciding.nights import choose_kill, choose_shot, choose_suspect, choose_ward, danger
from games.agents.house.learning import learn
from games.agents.house.levels import ADVANCED, BASIC, INTERMEDIATE, LEVELS, NONE, Level
from games.agents.house.mind.memory import Mind
from games.agents.house.mind.suspicion import KINDS
from games.agents.house.ship import judging, talking
from games.agents.house.ship.hunting import impostor_plan
from games.agents.house.ship.memory import Claim, Deed, Sight
from games.agents.house.ship.memory import Mind as MindAboard
from games.agents.house.ship.walking import crew_plan
from games.agents.offline import OfflinePlayer, play_whole
from games.agents.played import Played
from games.agents.players import offline_player, player_named
from games.engine import events as e
from games.engine.dice import Dice
from games.engine.moderator import Moderator
from games.engine.questions import Question
from games.engine.ruleset import Ruleset
from games.engine.table import Entry
from personas.models import StrategyLevel
from personas.sheet import ROSTER, Sheet
from tests.games.rule_books import EVERY_RULESET

NAMES = ("Anika", "Bruno", "Celia", "Dario", "Edda", "Farid", "Greta", "Hugo")
ME, BRUNO, CELIA, DARIO = 0, 1, 2, 3
SHEET = ROSTER[0]
NOBODY = Aim(None, None, 0.0)
# What one has seen oneself, or knows of oneself, and what begins everything else.
PLAIN = {"own_result", "own_cleared", "claims_mine", "lied_about_me", "gut", "accused_by", "saw_kill", "saw_vent"}
GAMES = {"glass-box": 16, "reactive-mafia": 16}  # whose games take longer than others


def mind_at(level: Level, *events: e.Event, role: str = "villager", partners: tuple[int, ...] = ()) -> Mind:
    """The mind of somebody on the second day, after these events."""
    team = "mafia" if role == "mafioso" else "town"
    seated: list[e.Event] = [e.Seated(NAMES), e.Dealt(ME, role, team)]
    if team == "mafia":
        seated.append(e.Partners("mafia", (ME, *partners)))
    return with_events(Mind(SHEET, ME, level), (*seated, e.PhaseBegan("night", 2), e.PhaseBegan("day", 2), *events))


def with_events(mind: Mind, events: Sequence[e.Event]) -> Mind:
    for seq, event in enumerate(events):
        learn(mind, Entry(seq, 1, "day", event, "everyone", 0))
    return mind


# --- the table -------------------------------------------------------------------------------------------------------


def test_the_levels_of_the_house_are_those_of_players() -> None:
    assert list(LEVELS) == StrategyLevel.values
    assert [level.name for level in LEVELS.values()] == list(LEVELS)


def test_the_highest_lacks_nothing_and_each_lacks_what_the_one_above_lacks_and_more() -> None:
    assert Level("advanced") == ADVANCED
    for lower, higher in ((NONE, BASIC), (BASIC, INTERMEDIATE), (INTERMEDIATE, ADVANCED)):
        assert lower.misses > higher.misses
        assert (lower.practised, lower.sacrifices) <= (higher.practised, higher.sacrifices)
        assert lower.gut >= higher.gut
        skills = [field.name for field in fields(Level) if isinstance(getattr(ADVANCED, field.name), bool)]
        known = [{name for name in skills if getattr(level, name)} for level in (lower, higher)]
        assert known[0] < known[1]


def test_what_is_missed_is_a_ground_of_the_house_and_what_one_saw_oneself_never_is() -> None:
    aboard = inspect.getsource(judging)
    assert {kind for kind in NONE.misses if kind not in KINDS and f'"{kind}"' not in aboard} == set()
    assert NONE.misses.isdisjoint(PLAIN)


def test_a_player_of_whom_nothing_is_said_plays_as_well_as_it_can() -> None:
    assert House(SHEET) == House(SHEET, level=ADVANCED) == offline_player("house", SHEET.temper, SHEET)
    assert player_named("house/none", 3) == House(ROSTER[3], level=NONE)


# --- what each lacks -------------------------------------------------------------------------------------------------


def test_a_ground_that_is_missed_is_neither_weighed_nor_there_to_be_told() -> None:
    quiet = e.Said(BRUNO, "Good morning.")
    noticed, missed = (mind_at(level, e.Said(CELIA, "Hello."), e.Said(DARIO, "Hm."), quiet) for level in (BASIC, NONE))
    assert "quiet" in {ground.kind for ground in noticed.cases[BRUNO].against()}
    assert {ground.kind for ground in missed.cases[BRUNO].grounds.values()} == {"gut"}


def test_who_does_not_weigh_words_holds_only_the_last_one_against_anybody() -> None:
    words = (e.Said(CELIA, "I suspect Bruno."), e.Said(BRUNO, "I suspect Dario."))
    for level, accused in ((BASIC, {BRUNO, DARIO}), (NONE, {DARIO})):
        cases = mind_at(level, *words).cases
        found = {seat for seat, case in enumerate(cases) if any(key[0] == "accused_by" for key in case.grounds)}
        assert found == accused


def test_of_two_who_claim_one_badge_who_checks_claims_doubts_and_who_does_not_believes_both() -> None:
    claims = (e.Said(BRUNO, "I am the sheriff."), e.Said(CELIA, "I am the sheriff."))
    assert [mind_at(ADVANCED, *claims).is_credible_power(seat) for seat in (BRUNO, CELIA)] == [False, False]
    assert [mind_at(INTERMEDIATE, *claims).is_credible_power(seat) for seat in (BRUNO, CELIA)] == [True, True]


def test_powers_go_about_the_night_by_lot_at_the_lowest_level_alone() -> None:
    for choose in (choose_ward, choose_suspect, choose_shot):
        whys = {level: choose(mind_at(level), (1, 2, 3, 4), Dice("night")).why for level in LEVELS.values()}
        assert whys.pop(NONE) == "by_lot"
        assert "by_lot" not in whys.values()


def test_a_beginner_of_the_mafia_kills_whom_it_has_quarrelled_with() -> None:
    quarrel = (e.Said(BRUNO, "I suspect Anika."), e.Said(ME, "I suspect Bruno."))
    mind = mind_at(NONE, *quarrel, role="mafioso")
    killed = [choose_kill(mind, (1, 2, 3, 4, 5), Dice("kill", draw)) for draw in range(20)]
    assert {(deed.target, deed.why) for deed in killed} == {(BRUNO, "quarrel")}
    unheard = choose_kill(mind_at(NONE, role="mafioso"), (1, 2, 3, 4, 5), Dice("kill"))
    assert unheard.why == "by_lot"


def test_only_a_beginner_does_not_kill_the_sheriff_for_being_one() -> None:
    claimed = e.Said(BRUNO, "I am the sheriff.")
    whys = [danger(mind_at(level, claimed, role="mafioso"), BRUNO)[1] for level in LEVELS.values()]
    assert whys == ["by_lot", "sheriff", "sheriff", "sheriff"]


def test_who_cannot_hide_a_tie_speaks_up_for_a_partner_whoever_is_after_them() -> None:
    accused = (e.Said(CELIA, "I suspect Bruno."), e.Said(DARIO, "I suspect Bruno."))
    for level in LEVELS.values():
        mind = mind_at(level, *accused, role="mafioso", partners=(BRUNO,))
        assert (trusted(mind) == BRUNO) is (level is NONE)


def test_only_who_joins_votes_looks_for_a_name_that_others_name_too() -> None:
    crowd = tuple(e.Said(seat, "I vote for Hugo.") for seat in (BRUNO, CELIA, DARIO))
    alone = replace(ADVANCED, name="alone", joins_votes=False)
    for level, voted in ((ADVANCED, 7), (alone, 6)):
        mind = mind_at(level, *crowd)
        mind.note(6, "spared_mafia", scale=3.0)
        assert {choose_vote(mind, (4, 5, 6, 7), Dice("vote", draw)) for draw in range(20)} == {voted}


def test_only_who_bluffs_meets_a_badge_with_a_badge() -> None:
    found_out = (e.Said(BRUNO, "I am the sheriff. I checked Anika, and Anika is mafia."),)
    claims = {
        level.name: {
            plan_claim(mind_at(level, *found_out, role="mafioso"), NOBODY, Dice("claim", draw)).role
            for draw in range(30)
        }
        for level in LEVELS.values()
    }
    assert "sheriff" in claims.pop("advanced")
    assert set().union(*claims.values()) <= {"", "villager"}


def test_who_does_not_speak_up_keeps_to_itself_what_the_badge_has_shown() -> None:
    shown = (e.Investigated(ME, BRUNO, None, "mafia"), e.Said(CELIA, "I suspect Dario."))
    told = {
        level.name: {
            plan_claim(mind_at(level, *shown, role="sheriff"), NOBODY, Dice("tell", draw)).results for draw in range(30)
        }
        for level in LEVELS.values()
    }
    assert ((BRUNO, True),) in told["advanced"] & told["intermediate"]
    assert told["basic"] == told["none"] == {Claiming().results}


def test_a_lost_partner_is_given_up_less_the_lower_the_level_is() -> None:
    given_up = {
        level.name: sum(
            gives_up(with_events(mind_at(level, role="mafioso", partners=(BRUNO,)), [e.PhaseBegan("day", day)]), BRUNO)
            for day in range(1, 40)
        )
        for level in LEVELS.values()
    }
    assert given_up["advanced"] > given_up["intermediate"] > given_up["basic"] == given_up["none"] == 0


# --- aboard ----------------------------------------------------------------------------------------------------------


def aboard_at(level: Level, team: str = "crew") -> MindAboard:
    """Somebody who is in electrical with Bruno and Celia."""
    mind = MindAboard(SHEET, ME, level)
    mind.names, mind.living, mind.team = NAMES, set(range(len(NAMES))), team
    mind.room, mind.company, mind.tick, mind.kill_in = "electrical", (BRUNO, CELIA), 9, 0
    mind.track = [(1, "cafeteria"), (8, "electrical")]
    return mind


def test_impostors_kill_in_company_at_the_lowest_level_alone() -> None:
    actions = (f"kill {BRUNO}", f"kill {CELIA}", "move storage", "fake task", "wait")
    kills = {
        level.name: sum(
            impostor_plan(aboard_at(level, "impostors"), actions, 5, Dice("hunt", draw)).thought == "h_kill"
            for draw in range(50)
        )
        for level in LEVELS.values()
    }
    assert kills.pop("none") > 35
    assert max(kills.values()) < 10


def test_the_crew_goes_to_the_nearest_work_but_at_the_lowest_level() -> None:
    actions = ("move storage", "move cafeteria", "task", "wait")
    for level in LEVELS.values():
        mind = aboard_at(level)
        mind.tasks = (("fuel engines", "storage"), ("fix wiring", "electrical"))
        work = crew_plan(mind, actions, 5, Dice("work"))
        assert (work.task, work.orders[0]) == (
            ("fuel engines", "move storage") if level is NONE else ("fix wiring", "task")
        )


def test_who_does_not_cover_its_deeds_says_where_it_was() -> None:
    for level in LEVELS.values():
        mind = aboard_at(level, "impostors")
        mind.scene, mind.caller, mind.victims = "electrical", DARIO, [BRUNO]
        assert (talking.false_room(mind) == "electrical") is (level is not ADVANCED)


def test_aboard_too_nothing_is_weighed_that_is_missed() -> None:
    mind = aboard_at(BASIC)
    mind.sights.append(Sight(8, BRUNO, "medbay"))
    mind.scene, mind.victims = "reactor", [DARIO]
    mind.deeds.append(Deed(8, CELIA, "electrical"))
    assert [ground.kind for ground in judging.own_cases(mind)[BRUNO]] == []
    assert [ground.kind for ground in judging.own_cases(mind)[CELIA]] == ["saw_vent"]
    mind.level = ADVANCED
    assert [ground.kind for ground in judging.own_cases(mind)[BRUNO]] == ["placed"]


def test_aboard_too_who_does_not_weigh_words_believes_the_last_one() -> None:
    for level, suspected in ((BASIC, {CELIA, DARIO}), (NONE, {DARIO})):
        mind = aboard_at(level)
        mind.claims = [Claim(BRUNO, "suspect", CELIA), Claim(CELIA, "suspect", DARIO)]
        cases = judging.cases_of(mind)
        assert {seat for seat in cases if any(g.kind == "told_suspect" for g in cases[seat])} == suspected


# --- games -----------------------------------------------------------------------------------------------------------


@EVERY_RULESET
@pytest.mark.parametrize("level", [level for level in LEVELS if level != "advanced"])
def test_each_level_plays_every_rule_book_to_its_end(rules: Ruleset, level: str) -> None:
    seats, seed = rules.default_seats, f"levels/{level}"
    options = rules.options_from({}, seats)
    moderator = Moderator(rules, options, rules.deal(seed, seats, options), seed)
    play_whole(moderator, [player_named(f"house/{level}", seat) for seat in range(seats)])
    assert moderator.winner is not None


@EVERY_RULESET
def test_two_levels_asked_over_one_view_do_not_share_what_they_make_of_it(rules: Ruleset) -> None:
    """A game of both, seat by seat asked of the other level too; what that makes of it moves nothing."""
    seats, seed = rules.default_seats, "levels apart"
    options = rules.options_from({}, seats)

    def played(*, is_asked_twice: bool) -> list[object]:
        moderator = Moderator(rules, options, rules.deal(seed, seats, options), seed)
        pairs = [("house/none", "house/advanced")[:: 1 if seat % 2 else -1] for seat in range(seats)]
        asked = [Both(player_named(one, seat), player_named(other, seat)) for seat, (one, other) in enumerate(pairs)]
        play_whole(moderator, [each if is_asked_twice else each.player for each in asked])
        return [entry.event for entry in moderator.ledger]

    assert played(is_asked_twice=True) == played(is_asked_twice=False)


@dataclass
class Both:
    """A player beside whom another is asked the same, first."""

    player: OfflinePlayer
    other: OfflinePlayer
    provider: str = "both"
    model: str = "both"

    @property
    def sheet(self) -> Sheet | None:
        return self.player.sheet

    def reply(
        self, seat: e.Seat, question: Question[Any], view: Sequence[Entry], dice: Dice, played: Played
    ) -> Mapping[str, Any]:
        self.other.reply(seat, question, view, deepcopy(dice), played)
        return self.player.reply(seat, question, view, dice, played)


@EVERY_RULESET
@pytest.mark.parametrize("is_open", [True, pytest.param(False, marks=pytest.mark.slow)], ids=["open", "hidden"])
def test_the_lowest_wins_far_less_often_than_the_highest(rules: Ruleset, is_open: bool) -> None:  # noqa: FBT001
    """A few games, always the same ones; benchmarks/players/levels.py has the order of all four."""
    seats, games = rules.default_seats, GAMES.get(rules.slug, 30)
    options = rules.options_from({}, seats)
    team = rules.open_team if is_open else rules.hidden_team
    lowest, highest = (
        sum(wins(rules, options, seats, games=games, team=team, level=level)) for level in ("none", "advanced")
    )
    assert 4 * lowest <= 3 * highest
