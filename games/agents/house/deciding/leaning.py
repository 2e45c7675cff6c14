"""What a temper makes of the table beside the grounds: friends, a crowd, one name for all, and nerves; and bonds.

Law: a leaning moves where somebody's finger goes, never what they believe; so it is no ground, and no speech gives it
as a reason. A temper without a trait is moved by nothing here, but for what the character has with somebody (bonds.py).
"""

from collections.abc import Mapping
from typing import Final

from games.agents.house.bonds import OF_A_BOND, WITH_A_BOND
from games.agents.house.mind.memory import Mind
from games.agents.house.settling import settled
from games.engine.events import Seat

STANDS_BY: Final = 1.2  # how much less likely a friend is to be chosen, in log-odds
WITH_FRIENDS: Final = 0.6  # what a friend's vote adds to what anybody's does
BREAKS: Final = 1.3  # the suspicion at which the most loyal friend turns
CROWD: Final = 1.5  # from which heat on somebody is a crowd
AGAINST_CROWD: Final = 0.8  # what each voice beyond that takes off
ONE_NAME: Final = 0.9  # what being one of the two names in the room adds, to whom a result matters
PLAIN: Final = 6.0  # the sum of grounds that no bond touches, either way
STUNG: Final = 0.7  # what having named me today adds


def friends(mind: Mind) -> list[Seat]:
    """Whom this character stands by; nobody but a loyal one has any."""
    return [seat for seat in mind.others() if is_friend(mind, seat)] if mind.temper.loyalty else []


def is_friend(mind: Mind, seat: Seat) -> bool:
    """Whether a loyal character has spoken up for somebody, or they for it, and nothing grave came up since."""
    loyalty = mind.temper.loyalty
    if not loyalty or mind.total(seat) > settled(BREAKS * loyalty):
        return False
    if mind.team == "town" and mind.certain.get(seat) == "mafia":
        return False
    mine, theirs = mind.latest.get((mind.me, seat)), mind.latest.get((seat, mind.me))
    if mine is not None:
        return mine.value < 0
    return theirs is not None and theirs.value < 0


def bond(mind: Mind, seat: Seat) -> float:
    """How far a bond pushes toward (above 0) or away from somebody; not at all where it is known what they are."""
    if not mind.bonds or seat in mind.partners or seat in mind.certain or abs(mind.total(seat)) >= PLAIN:
        return 0.0
    return OF_A_BOND * mind.bonds.get(seat, 0.0)


def lean(mind: Mind, seat: Seat, heat: Mapping[Seat, float]) -> float:
    """How far this temper's ways and its bonds push the choice toward (above 0) or away from somebody; `heat` is the
    others'."""
    temper, score = mind.temper, 0.0
    hot = heat.get(seat, 0.0)
    if temper.loyalty:
        allies = sum(mind.declared.get(friend) == seat for friend in friends(mind))
        score += temper.loyalty * (WITH_FRIENDS * min(allies, 2) - STANDS_BY * is_friend(mind, seat))
    if temper.contrary and hot > CROWD:
        score -= temper.contrary * AGAINST_CROWD * min(hot - CROWD, 3.0)
    if temper.accord and hot >= 1.0 and hot in sorted(heat.values(), reverse=True)[:2]:
        score += temper.accord * ONE_NAME
    if temper.nerves:
        score += temper.nerves * STUNG * max(0.0, mind.today.get(seat, {}).get(mind.me, 0.0))
    if mind.bonds and seat not in mind.partners:
        dear = sum(mind.declared.get(other) == seat and bond(mind, other) < 0 for other in mind.others())
        score += WITH_A_BOND * min(dear, 2) + bond(mind, seat)
    return score


def ally_for(mind: Mind, target: Seat) -> Seat | None:
    """A friend who has announced a vote for somebody."""
    return next((friend for friend in friends(mind) if mind.declared.get(friend) == target), None)


def crowd_after(mind: Mind, about: Seat) -> int:
    """How many of the living others have spoken against somebody today."""
    mine, living = mind.me, mind.living
    return sum(views.get(about, 0.0) > 0.2 and seat != mine and seat in living for seat, views in mind.today.items())
