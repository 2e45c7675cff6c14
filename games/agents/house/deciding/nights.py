"""What the house does at night: whom to kill, protect, investigate and shoot, and why."""

from collections import Counter
from typing import Final, NamedTuple

from games.agents.house.deciding.judgement import believed, chances
from games.agents.house.mind.memory import Mind
from games.agents.house.mind.records import POWERS, Claim
from games.agents.house.settling import settled, total
from games.engine.dice import Dice
from games.engine.events import Seat

BY_LOT: Final = "by_lot"


class Deed(NamedTuple):
    """A choice for the night, with the kind of reason for it."""

    target: Seat | None
    why: str


def danger(mind: Mind, seat: Seat) -> tuple[float, str]:
    """How much the mafia want somebody dead, and the weightiest reason."""
    if not mind.level.chooses_nights:
        return quarrel(mind, seat)
    reasons: list[tuple[float, str]] = [(0.0, "nobody_suspects")]
    claim = mind.claims.get(seat)
    if claim is not None and claim.role in POWERS:
        weight = {"sheriff": 3.0, "doctor": 1.8, "vigilante": 1.2}[claim.role]
        reasons.append((weight if mind.is_credible_power(seat) else 0.4, claim.role))
    us = (mind.me, *mind.partners)
    after_us = sum(
        1 for s in mind.stances if s.speaker == seat and s.about in us and s.value > 0.2 and s.about in mind.living
    )
    voted_us = sum(1 for votes in mind.votes.values() if votes.get(seat) in us)
    if after_us or voted_us:
        reasons.append((settled(min(2.6, 0.9 * after_us + 0.6 * voted_us)), "after_us"))
    hits = [g for g in mind.cases[seat].grounds.values() if g.kind in ("hit_mafia", "named_mafia")]
    if hits:
        reasons.append((0.8, "good_eye"))
    # Who is suspected by the town is worth more alive: the town will do the work.
    # But where the town trusts, the doctor stands, so it is a lesser reason.
    trust = settled(-0.4 * mind.total(seat))
    if trust > 0.5:
        reasons.append((trust, "trusted"))
    return total((min(0.0, trust), *(weight for weight, _ in reasons))), max(reasons)[1]


def quarrel(mind: Mind, seat: Seat) -> tuple[float, str]:
    """How much bad blood there is between somebody and me, which everybody has heard and will remember; else the lot
    falls where it falls."""
    mine = sum(s.speaker == mind.me and s.about == seat and s.value > 0.2 for s in mind.stances)
    theirs = sum(s.speaker == seat and s.about == mind.me and s.value > 0.2 for s in mind.stances)
    if not mine and not theirs:
        return 0.0, BY_LOT
    return settled(min(4.0, 1.0 * mine + 1.5 * theirs)), "quarrel"


def _doctor_may_live(mind: Mind) -> bool:
    return sum(mind.presumed(death) == "doctor" for death in mind.deaths) < mind.cast.get("doctor", 0)


def choose_kill(mind: Mind, among: tuple[Seat | None, ...], dice: Dice) -> Deed:
    """The mafia's wish for tonight: partners are spared, and a partner's proposal is taken up when it is no worse."""
    town = [seat for seat in among if seat is not None and seat not in mind.partners]
    if not town:
        return Deed(None if None in among else among[0], "nobody_left")
    missed = Counter(mind.targets[night] for night in mind.targets if night in mind.quiet_nights)
    # A known power is where a living doctor stands: most nights the mafia go around.
    around_doctor = mind.level.plots and _doctor_may_live(mind) and Dice("around", mind.day, *mind.names).chance(0.7)
    wishes = {}
    for seat in town:
        score, why = danger(mind, seat)
        # Whoever was saved may be guarded again, the more so the more often it happened: else a doctor and a killer who
        # both stick to one door, and a vote that ties, would keep a game standing for weeks.
        penalty = 0.7 * missed[seat]
        if around_doctor and mind.claims.get(seat, Claim("", 0)).role in POWERS:
            penalty += 6.0
        wishes[seat] = settled(score - penalty + 0.6 * (dice.below(1001) / 500 - 1)), why
    for plot in mind.plots:
        if plot.seat != mind.me and plot.target in wishes and mind.level.plots:
            score, why = wishes[plot.target]
            wishes[plot.target] = settled(score + 1.2), why
        if plot.seat == mind.me and plot.target in wishes:
            score, why = wishes[plot.target]
            wishes[plot.target] = settled(score + 0.8), why
    best = max(wishes, key=lambda seat: wishes[seat][0])
    return Deed(best, wishes[best][1])


def choose_ward(mind: Mind, among: tuple[Seat | None, ...], dice: Dice) -> Deed:
    """Whom the doctor protects: whoever the mafia would want dead, oneself among them when the claim is known."""
    wards = [seat for seat in among if seat is not None]
    if not mind.level.chooses_nights:
        return Deed(dice.pick(wards), BY_LOT)
    last = mind.protected.get(mind.day - 1)
    scores = {}
    for seat in wards:
        if seat == mind.me:
            claimed = mind.me in mind.claims and mind.claims[mind.me].role == "doctor"
            scores[seat] = settled((1.6 if claimed else 0.5) + 0.5 * dice.below(1001) / 1000), "myself"
            continue
        score, why = -0.6 * believed(mind, seat), "trusted"
        claim = mind.claims.get(seat)
        if claim is not None and mind.is_credible_power(seat):
            # At a council the same door may be kept every night, and there is one detective to keep.
            worth = {"sheriff": 3.0 if mind.in_council else 1.0, "vigilante": 0.4}
            score, why = score + worth.get(claim.role, 0.2), claim.role
        voice = sum(1 for s in mind.stances if s.speaker == seat and s.value > 0.2 and s.day == mind.day - 1)
        if voice and why == "trusted":
            score, why = score + 0.3 * min(voice, 3), "loud"
        if seat == last:
            score -= 0.5
        mine = mind.latest.get((mind.me, seat))
        if mine is not None and mine.day == mind.day - 1 and mine.value > 0.2:
            score -= 1.5  # nobody speaks against somebody all day and sits up for them at night
        scores[seat] = settled(score + 2.2 * dice.below(1001) / 1000), why
    best = max(scores, key=lambda seat: scores[seat][0])
    return Deed(best, scores[best][1])


def choose_suspect(mind: Mind, among: tuple[Seat | None, ...], dice: Dice) -> Deed:
    """Whom the sheriff looks at: the open question that matters most."""
    unknown = [seat for seat in among if seat is not None and seat not in mind.certain]
    if not unknown:
        return Deed(next(seat for seat in among if seat is not None), "all_known")
    if not mind.level.chooses_nights:
        return Deed(dice.pick(unknown), BY_LOT)
    odds = chances(mind)
    heat = {seat: len([s for s in mind.stances if s.about == seat and s.value > 0.2]) for seat in unknown}
    scores = {}
    for seat in unknown:
        score = 4 * min(odds.get(seat, 0.0), 0.8) + 0.05 * heat[seat]
        if mind.is_credible_power(seat):
            score -= 0.8
        scores[seat] = settled(score + 0.5 * dice.below(1001) / 1000)
    best = max(scores, key=lambda seat: scores[seat])
    return Deed(best, "suspected" if mind.total(best) > 0.4 else "unknown")


def choose_shot(mind: Mind, among: tuple[Seat | None, ...], dice: Dice) -> Deed:
    """Whom the vigilante shoots: only somebody believed hidden beyond this temper's patience."""
    targets = [seat for seat in among if seat is not None and mind.certain.get(seat) != "town"]
    if not mind.level.chooses_nights and targets:
        return Deed(dice.pick(targets), BY_LOT)
    if not targets or (None in among and mind.day == 1):
        return Deed(None if None in among else among[0], "too_early")
    odds = chances(mind)
    best = max(targets, key=lambda seat: odds.get(seat, 0.0))
    needed = 0.36 + 0.07 * mind.temper.patience - 0.1 * min(3, max(0, 6 - len(mind.living)))
    if None in among and odds.get(best, 0.0) < settled(min(0.85, needed) + 0.04 * (dice.below(3) - 1)):
        return Deed(None, "not_sure")
    return Deed(best, "convinced")
