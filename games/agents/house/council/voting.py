"""Whom to nominate and whom to vote for in council; the sums that tell when to wait, and when there is no time to.

Of a town of t against m mafiosi, what counts is how many more the town are. A wrong lynch and the kill that follows
cost two of that, a vote for nobody costs one, and one too few is the end: with an even number ahead nobody may be
voted for at no cost, with an odd number it costs a whole mistake.
"""

from typing import Final

from games.agents.house.deciding.cover import doomed_partner, gives_up, kept_feint, mimics, waits
from games.agents.house.deciding.judgement import Aim, believed, chances, pressure
from games.agents.house.deciding.leaning import lean
from games.agents.house.mind.memory import Mind
from games.agents.house.settling import settled
from games.agents.house.speaking.thinking import Thinking
from games.engine.dice import Dice
from games.engine.events import Seat

Target = Seat | None
FOLLOWS: Final = 0.25  # how far nominations draw a vote along, beside what they do elsewhere
FIRST_DAY: Final = 1.6  # how much more than on other days must speak for a lynch where one may wait


def ahead(mind: Mind) -> int:
    """How many more the town are than the mafia, as far as this mind can tell."""
    return len(mind.living) - 2 * max(1, round(mind.hidden_left()))


def may_wait(mind: Mind) -> bool:
    """Whether lynching nobody today costs the town nothing."""
    return ahead(mind) % 2 == 0 and ahead(mind) > 0


def _noise(dice: Dice, spread: float) -> float:
    return spread * (dice.below(1001) / 500 - 1)


def convincing(mind: Mind, seat: Seat) -> bool:
    """Whether somebody is suspected enough to be lynched rather than nobody."""
    base = mind.hidden_left() / max(1, len(mind.living) - 1)
    chance = chances(mind).get(seat, 0.0)
    if not mind.level.reckons:
        return True
    if not may_wait(mind):
        return chance >= settled(0.85 * base) or ahead(mind) <= 1
    needed = base + (0.12 + 0.25 * mind.temper.scruples) * (1.0 if mind.day > 1 else FIRST_DAY)
    return chance >= settled(needed)


def hears(mind: Mind, seat: Seat) -> bool:
    """Whether somebody would be put up for the vote to be heard and no more: little is known, and nobody need go.

    Mafiosi say so on as many days as not, and keep to it; were it the town's word alone, it would tell who is who.
    """
    sides = mind.team == "town" or mimics(mind) or waits(mind)
    return sides and may_wait(mind) and not convincing(mind, seat)


def thought(mind: Mind, target: Target, thinking: Thinking) -> str:
    """What is really behind a vote."""
    thinking.turn = 2 * mind.day + bool(mind.tied)
    if target is not None:
        return thinking.of_vote(target)
    if mind.team == "mafia":
        return thinking.put("th_vote_mafia_nobody")
    up = [seat for seat in mind.tied or mind.nominees if seat != mind.me]
    if up and may_wait(mind):
        return thinking.put("th_wait", max(up, key=lambda seat: believed(mind, seat)))
    return thinking.put("th_vote_nobody")


# --- nominating ---


def choose_nominee(mind: Mind, target: Aim, among: tuple[Target, ...], dice: Dice) -> Target:
    """Whom a speech ends in nominating: its suspect; nobody where nothing is known and nobody has to be named."""
    whom = target.target
    if target.feint and target.second is not None:
        # To doubt a partner is cheap, to put one up for the vote is not.
        whom = target.second
    if whom is None or whom not in among:
        whom = next((seat for seat in (target.second, *mind.others()) if seat in among and seat is not None), None)
    if None in among and not _dares(mind, target):
        return None
    return mind.me if _jests(mind) else whom


def _dares(mind: Mind, target: Aim) -> bool:
    """Whether somebody is named on a day when nobody need be: settled once for a day, so that it does not flicker."""
    base = mind.hidden_left() / max(1, len(mind.living) - 1)
    if target.chance >= settled(1.5 * base) or mind.heat().get(mind.me, 0.0) >= 1.0:
        return True
    share = 0.75 - 0.9 * mind.temper.scruples
    return Dice("dares", mind.sheet.slug, mind.me, mind.day, *mind.names).chance(share)


def _jests(mind: Mind) -> bool:
    """Whether a joker with nothing to lose puts up their own name on the first day."""
    if mind.temper.name != "joker" or mind.role != "villager" or mind.day > 1 or mind.heat().get(mind.me):
        return False
    return Dice("jest", mind.sheet.slug, mind.me, *mind.names).chance(0.08)


# --- the votes ---


def choose(mind: Mind, among: tuple[Target, ...], dice: Dice) -> Target:
    """The vote between nominees, or between the tied."""
    targets = [seat for seat in among if seat is not None]
    if not targets:
        return None
    if mind.team == "town":
        return _town_vote(mind, targets, among, dice)
    if mimics(mind) and (voted := _town_vote(mind, targets, among, dice)) not in mind.partners:
        return voted
    return _mafia_vote(mind, targets, among, dice)


def _heat(mind: Mind) -> dict[Seat, float]:
    """How many want somebody gone: by nominations before the first vote, by the first vote before the second."""
    if not mind.tied:
        return pressure(mind)
    heat: dict[Seat, float] = {}
    for voter, target in mind.votes.get(mind.day, {}).items():
        if target is not None and voter != mind.me:
            weight = 2 * mind.credit(voter) if mind.team == "town" else 1.0
            heat[target] = settled(heat.get(target, 0.0) + weight)
    return heat


def _town_vote(mind: Mind, targets: list[Seat], among: tuple[Target, ...], dice: Dice) -> Target:
    heat = _heat(mind)
    declared = mind.declared.get(mind.me)
    scores = {}
    for seat in targets:
        score = believed(mind, seat) + FOLLOWS * mind.follow * min(heat.get(seat, 0.0), 5.0)
        if seat == declared and not mind.is_stale(mind.me, seat):
            score += 0.4 + mind.temper.stubborn
        scores[seat] = settled(score + lean(mind, seat, heat) + _noise(dice, 0.1))
    best = max(scores, key=lambda seat: scores[seat])
    if None in among and (believed(mind, best) <= -1.5 or not convincing(mind, best)):
        return None
    return best


def _mafia_vote(mind: Mind, targets: list[Seat], among: tuple[Target, ...], dice: Dice) -> Target:
    heat = _heat(mind)
    if not mind.level.reads_table and (loudest := max(targets, key=lambda seat: heat.get(seat, 0.0))) in heat:
        return loudest
    town = [seat for seat in targets if seat not in mind.partners]
    doomed = doomed_partner(mind)
    declared = mind.declared.get(mind.me)
    if doomed is not None and doomed in targets and (declared == doomed or gives_up(mind, doomed)):
        return doomed
    if declared in mind.partners and declared in targets and declared == kept_feint(mind):
        return declared
    if not town:
        return None if None in among else dice.pick(targets)
    ours = max((heat.get(seat, 0.0) for seat in (mind.me, *mind.partners)), default=0.0)
    in_need = ours >= settled(max((heat.get(seat, 0.0) for seat in town), default=0.0) - 1.0)
    if None in among and declared in town and hears(mind, declared) and not in_need:
        return None
    scores = {}
    for seat in town:
        score = heat.get(seat, 0.0) + 0.3 * mind.total(seat)
        if seat == declared:
            score += 0.6 if in_need else 2.0
        scores[seat] = settled(score + _noise(dice, 0.2))
    return max(scores, key=lambda seat: scores[seat])
