"""What a temper makes of a meeting beside the grounds: company, friends, a crowd, one name, and nerves; and bonds.

Law: as anywhere else in the house, a leaning moves where the finger goes, never what is believed. Whoever was seen at a
deed or at a real task is out of its reach.
"""

from collections.abc import Mapping
from typing import Final

from games.agents.house.bonds import OF_A_BOND, WITH_A_BOND
from games.agents.house.deciding.leaning import AGAINST_CROWD, CROWD, ONE_NAME, STANDS_BY, STUNG, WITH_FRIENDS
from games.agents.house.settling import settled, total
from games.agents.house.ship.judging import HEAT, Cases, chances_from
from games.agents.house.ship.memory import Claim, Mind
from games.engine.events import Seat

FOLLOWS: Final = 0.4  # how far a name in the room draws others along, beside what a vote draws elsewhere
PLAIN: Final = 6.0  # the sum of grounds that no leaning touches, either way
FOR: Final = ("clear", "vouch", "trust")
AGAINST: Final = ("killed", "vented", "suspect")


def after(mind: Mind, seat: Seat) -> list[Seat]:
    """Who of the living others has accused somebody in this meeting, in the order of their words."""
    found = [
        claim.speaker
        for claim in mind.claims
        if claim.about == seat and claim.kind in AGAINST and claim.speaker in mind.living and claim.speaker != mind.me
    ]
    return list(dict.fromkeys(found))


def friends(mind: Mind) -> list[Seat]:
    """Whom a loyal character stands by: one has spoken up for the other, and neither has accused the other."""
    if not mind.temper.loyalty:
        return []
    said = [*[claim for _, claim in mind.past], *mind.claims]
    said = [claim for claim in said if mind.me in (claim.speaker, claim.about)]
    guilty = {deed.seat for deed in mind.deeds}
    return [seat for seat in mind.others if seat not in guilty and _is_bound(mind.me, seat, said)]


def _is_bound(me: Seat, seat: Seat, said: list[Claim]) -> bool:
    between = [claim.kind for claim in said if (claim.speaker, claim.about) in ((me, seat), (seat, me))]
    return any(kind in FOR for kind in between) and not any(kind in AGAINST for kind in between)


def heat_of_others(mind: Mind) -> dict[Seat, float]:
    """How hot it is for each other living seat by what the others said in this meeting; each says a thing once."""
    found = dict.fromkeys(mind.others, 0.0)
    for claim in dict.fromkeys(mind.claims):
        if claim.about in found and claim.speaker != mind.me:
            found[claim.about] = settled(found[claim.about] + HEAT.get(claim.kind, 0.0))
    return found


def bond(mind: Mind, seat: Seat) -> float:
    """How far a bond pushes toward (above 0) or away from somebody; not at all where it is known what they are."""
    if not mind.bonds or seat in mind.partners or seat in mind.proved or any(deed.seat == seat for deed in mind.deeds):
        return 0.0
    return OF_A_BOND * mind.bonds.get(seat, 0.0)


def lean(mind: Mind, seat: Seat, heat: Mapping[Seat, float]) -> float:
    """How far company, temper and bonds push the finger toward (above 0) or away from somebody."""
    temper, hot = mind.temper, heat.get(seat, 0.0)
    score = FOLLOWS * mind.follow * max(0.0, min(hot, 3.0))
    if temper.loyalty:
        mine = friends(mind)
        allies = sum(friend in mine for friend in after(mind, seat))
        score += temper.loyalty * (WITH_FRIENDS * min(allies, 2) - STANDS_BY * (seat in mine))
    if temper.contrary and hot > CROWD:
        score -= temper.contrary * AGAINST_CROWD * min(hot - CROWD, 3.0)
    if temper.accord and hot >= 1.0 and hot in sorted(heat.values(), reverse=True)[:2]:
        score += temper.accord * ONE_NAME
    if temper.nerves and any(c.speaker == seat and c.about == mind.me and c.kind in AGAINST for c in mind.claims):
        score += temper.nerves * STUNG
    if mind.bonds and seat not in mind.partners:
        dear = sum(bond(mind, other) < 0 for other in after(mind, seat))
        score += WITH_A_BOND * min(dear, 2) + bond(mind, seat)
    return score


def fingers(mind: Mind, cases: Cases) -> dict[Seat, float]:
    """Where the finger goes: the chance of each other living seat to be an impostor, bent by company, temper, bonds."""
    heat = heat_of_others(mind)
    bent = {seat: 0.0 if _is_plain(cases, seat) else lean(mind, seat, heat) for seat in mind.others}
    return chances_from(mind, cases, mind.others, bent)


def _is_plain(cases: Cases, seat: Seat) -> bool:
    return abs(total(ground.weight for ground in cases[seat])) >= PLAIN
