"""Whom a mind would vote for, and whom it only says so of: the town by what it believes, the mafia by what will pass.

The mafia keep the same public books as everybody (memory.py), so that what they say sounds like what the town thinks;
here those books are read with other wishes.
"""

from dataclasses import dataclass
from typing import Final

from games.agents.house.deciding.cover import doomed_partner, feint, gives_up, kept_feint, mimics, praised_partner
from games.agents.house.deciding.leaning import bond, friends, lean
from games.agents.house.mind.memory import Mind
from games.agents.house.mind.suspicion import shares
from games.agents.house.settling import settled
from games.engine.dice import Dice
from games.engine.events import Seat

SURE: Final = 12.0  # log-odds that nothing said can outweigh
PRETENCE: Final = 0.6  # how far the mafia let their own ways get in the way of a kill by rope


@dataclass(frozen=True, slots=True)
class Aim:
    """What a player is after today: whom to push, whom else, and whether a partner is given up."""

    target: Seat | None
    second: Seat | None
    chance: float  # how likely, to the town's eyes in this mind, the target is hidden
    bus: bool = False
    feint: bool = False  # whether the target is a partner, and not to be lynched for it


def believed(mind: Mind, seat: Seat) -> float:
    """Log-odds that a seat is hidden, as this mind would argue in public; certainty included for the town only."""
    team = mind.certain.get(seat)
    if team is not None and mind.team == "town":
        return SURE if team == "mafia" else -SURE
    return mind.total(seat) + mind.learned.get(seat, 0.0)


def regarded(mind: Mind, seat: Seat) -> float:
    """The same when it comes to a good word for somebody: better where one is fond of them, worse where one is wary."""
    return believed(mind, seat) + bond(mind, seat)


def chances(mind: Mind) -> dict[Seat, float]:
    """How likely each other living player is to be hidden, as far as this mind would argue it. Not to be changed."""
    if mind.odds is None:
        mind.odds = shares({seat: believed(mind, seat) for seat in mind.others()}, mind.hidden_left())
    return mind.odds


def left_over(mind: Mind) -> Seat | None:
    """Who alone is left of whom a mind of the town is not certain, and so it is they: somebody hidden must live."""
    unsure = [seat for seat in mind.others() if mind.certain.get(seat) != "town"]
    return unsure[0] if mind.team == "town" and len(unsure) == 1 else None


def pressure(mind: Mind) -> dict[Seat, float]:
    """The heat of today, each voice counted by how far it is believed."""
    heat: dict[Seat, float] = {}
    for speaker, views in mind.today.items():
        if speaker == mind.me or speaker not in mind.living:
            continue
        weight = 2 * mind.credit(speaker) if mind.team == "town" else 1.0
        vote = mind.declared.get(speaker)
        if vote is None:
            against = [(value, about) for about, value in views.items() if value > 0.2]
            vote, weight = max(against)[1] if against else None, 0.6 * weight
        if vote is not None:
            heat[vote] = heat.get(vote, 0.0) + (0.1 * weight if mind.is_stale(speaker, vote) else weight)
    return {seat: settled(value) for seat, value in heat.items()}


def threatened(mind: Mind) -> float:
    """How near I am to being lynched today: my heat over what usually suffices; 1 and more is grave."""
    if mind.me in mind.tied:
        return 1.5
    heat = dict(mind.heat())
    mine = heat.pop(mind.me, 0.0)
    if any(r.about == mind.me and r.is_guilty and r.by in mind.living for r in mind.results):
        mine += 2.5
    rival = max(heat.values(), default=0.0)
    enough = max(2.0, 0.34 * len(mind.living))
    return settled((mine if mine >= settled(rival - 0.7) else 0.5 * mine) / enough)


def alarmed(mind: Mind) -> float:
    """How near to being lynched this character feels: nerves see the rope sooner than it hangs."""
    return settled(threatened(mind) * (1.0 + 0.5 * mind.temper.nerves))


def aim(mind: Mind, dice: Dice) -> Aim:
    """Whom this player is after now. The dice only part near equals."""
    if mind.team == "town":
        return _town_aim(mind, dice)
    if mimics(mind) and (aimed := _town_aim(mind, dice)).target not in mind.partners:
        return aimed
    return _mafia_aim(mind, dice)


def _noise(dice: Dice, spread: float) -> float:
    return spread * (dice.below(1001) / 500 - 1)


def _town_aim(mind: Mind, dice: Dice) -> Aim:
    temper = mind.temper
    heat = pressure(mind)
    odds = chances(mind)
    own = mind.today.get(mind.me, {})
    declared = mind.declared.get(mind.me)
    # On the first day a crowd has no more reasons than the first in it; in council nobody has two speeches to reason.
    first, later = (0.15, 0.3) if mind.in_council else (0.4, 0.75)
    follow = mind.follow * (first if mind.day == 1 else later)
    scores = {}
    for seat in mind.others():
        score = believed(mind, seat) + follow * min(heat.get(seat, 0.0), 4.0)
        if own.get(seat, 0.0) > 0.2 and not mind.is_stale(mind.me, seat):
            score += temper.stubborn + 0.6 * (seat == declared)
        scores[seat] = settled(score + lean(mind, seat, heat) + _noise(dice, 0.15 + 0.65 * temper.nerves))
    ranked = sorted(scores, key=lambda seat: scores[seat], reverse=True)
    if not ranked:
        return Aim(None, None, 0.0)
    return Aim(ranked[0], ranked[1] if len(ranked) > 1 else None, odds[ranked[0]])


def _mafia_aim(mind: Mind, dice: Dice) -> Aim:
    heat = mind.heat()
    odds = chances(mind)
    own = mind.today.get(mind.me, {})
    town = [seat for seat in mind.others() if seat not in mind.partners]
    if not town:
        return Aim(None, None, 0.0)
    late = mind.is_last_round()
    scores = {}
    for seat in town:
        score = 0.8 * mind.total(seat) + (0.9 if late else 0.5) * min(heat.get(seat, 0.0), 4.0)
        if mind.level.plots and mind.is_credible_power(seat):
            score -= 1.5
        if mind.day == 1:
            score += 0.5 * mind.marked.count(seat)
        earlier = mind.latest.get((mind.me, seat))
        if earlier is not None and earlier.value < 0:
            score -= 0.8  # turning on a friend is remembered
        after_us = mind.today.get(seat, {})
        if any(after_us.get(ours, 0.0) > 0.2 for ours in (mind.me, *mind.partners)):
            score += 0.6
        if own.get(seat, 0.0) > 0.2:
            score += mind.temper.stubborn
        if seat == mind.declared.get(mind.me):
            score += 0.6
        score += PRETENCE * lean(mind, seat, heat)
        scores[seat] = settled(score + _noise(dice, 0.2 + 0.3 * mind.temper.nerves))
    ranked = sorted(scores, key=lambda seat: scores[seat], reverse=True)
    doomed = doomed_partner(mind)
    if doomed is not None and (own.get(doomed, 0.0) > 0.2 or gives_up(mind, doomed)):
        return Aim(doomed, ranked[0], odds[doomed], bus=True)
    if (doubted := kept_feint(mind)) is not None or (doubted := feint(mind)) is not None:
        return Aim(doubted, ranked[0], odds[doubted], feint=True)
    return Aim(ranked[0], ranked[1] if len(ranked) > 1 else None, odds[ranked[0]])


def trusted(mind: Mind) -> Seat | None:
    """Whom this mind would speak up for: a friend, or the least suspected with something in their favour.

    A loyal character needs no more than a feeling to begin with, for it wants to stand by somebody; nor does any for
    whom it is fond of.
    """
    if (partner := praised_partner(mind)) is not None:
        return partner
    if mine := friends(mind):
        return min(mine, key=lambda seat: believed(mind, seat))
    best: Seat | None = None
    for seat in mind.others():
        if seat in mind.partners:
            continue
        is_enough = bool(mind.temper.loyalty) or bond(mind, seat) < 0
        if any(g.kind != "gut" or is_enough for g in mind.cases[seat].in_favour()) and (
            best is None or regarded(mind, seat) < regarded(mind, best)
        ):
            best = seat
    return best if best is not None and regarded(mind, best) < -0.3 else None


def holds_back(mind: Mind, chance: float) -> bool:
    """Whether this character would rather hang nobody today than guess; settled once for a day."""
    if mind.day > 2 or chance >= 0.5 or mind.me in mind.declared or mind.pressed:
        return False
    if any(mind.heat().get(ours, 0.0) >= 1.5 for ours in (mind.me, *mind.partners)):
        return False
    share = mind.temper.scruples * (1.0 if mind.day == 1 else 0.4)
    return Dice("scruples", mind.sheet.slug, mind.me, mind.day, *mind.names).chance(share)


def choose_vote(mind: Mind, among: tuple[Seat | None, ...], dice: Dice) -> Seat | None:
    """The vote: among those ahead if one of them will do, else one's own suspect; nobody only when nothing is known."""
    targets = [seat for seat in among if seat is not None]
    if not targets:
        return None
    if None in among and holds_back(mind, aim(mind, dice).chance):
        return None
    if mind.team == "town":
        return _town_vote(mind, targets, among, dice)
    if mimics(mind) and (voted := _town_vote(mind, targets, among, dice)) not in mind.partners:
        return voted
    return _mafia_vote(mind, targets, dice)


def _town_vote(mind: Mind, targets: list[Seat], among: tuple[Seat | None, ...], dice: Dice) -> Seat | None:
    heat = pressure(mind)
    declared = mind.declared.get(mind.me)
    if declared is not None and mind.is_stale(mind.me, declared):
        declared = None
    if declared is not None:
        heat[declared] = settled(heat.get(declared, 0.0) + 1.0 - 0.5 * mind.temper.nerves)
    leaders = sorted(heat.values(), reverse=True)[:2]
    scores = {}
    for seat in targets:
        score = believed(mind, seat) + mind.follow * min(heat.get(seat, 0.0), 5.0)
        # A vote for somebody whom nobody else names is thrown away, which the contrary do not mind.
        if heat.get(seat, 0.0) in leaders and heat.get(seat, 0.0) > 0 and mind.level.joins_votes:
            score += 0.5 * (1.0 - mind.temper.contrary)
        if seat == declared:
            score += 0.4 * (1.0 - mind.temper.nerves) + mind.temper.stubborn
        scores[seat] = settled(score + lean(mind, seat, heat) + _noise(dice, 0.1 + 0.6 * mind.temper.nerves))
    best = max(scores, key=lambda seat: scores[seat])
    odds = chances(mind)
    if None in among and best != declared:
        innocent = believed(mind, best) <= -1.5
        clueless = odds.get(best, 0.0) < settled(0.8 * mind.hidden_left() / max(1, len(targets)))
        if innocent or (clueless and dice.chance(0.5)):
            return None
    return best


def _mafia_vote(mind: Mind, targets: list[Seat], dice: Dice) -> Seat | None:
    heat = mind.heat()
    town = [seat for seat in targets if seat not in mind.partners]
    if not town:
        return targets[0]
    doomed = doomed_partner(mind)
    declared = mind.declared.get(mind.me)
    if doomed is not None and doomed in targets and (declared == doomed or gives_up(mind, doomed)):
        return doomed
    if declared in mind.partners:
        # A word against a partner is kept where it costs nothing.
        if declared in targets and declared == kept_feint(mind):
            return declared
        declared = None
    # With one of us near the rope every vote goes where it saves; else one keeps one's word.
    ours = max((heat.get(seat, 0.0) for seat in (mind.me, *mind.partners)), default=0.0)
    in_need = ours >= settled(max((heat.get(seat, 0.0) for seat in town), default=0.0) - 1.0)
    scores = {}
    for seat in town:
        score = 1.0 * heat.get(seat, 0.0) + 0.3 * mind.total(seat)
        if seat == declared:
            score += 0.6 if in_need else 2.0
        ways = 0.0 if in_need else PRETENCE * lean(mind, seat, heat)
        scores[seat] = settled(score + ways + _noise(dice, 0.2))
    return max(scores, key=lambda seat: scores[seat])
