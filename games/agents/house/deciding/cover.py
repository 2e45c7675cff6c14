"""How the mafia treat their own in public: doubted early when it is cheap, given up when lost, seldom praised.

Who is hanged is looked back at: the town holds it against somebody to have spared or shielded a mafioso, and for them
to have been a mafioso's target. So the best cover is laid before it is needed. What a mafioso does to a partner is
drawn once for a pair and a day, so it does not flicker between two speeches.
"""

from typing import Final

from games.agents.house.mind.memory import Mind
from games.agents.house.settling import settled
from games.engine.dice import Dice
from games.engine.events import Seat

FEINTS: Final = 0.5  # how often a partner is doubted first thing in the day
KEEPS: Final = 0.6  # how often that doubt is kept up into the vote, where it costs nothing
WARMTH: Final = 0.1  # how often a partner is the one to speak up for: it is remembered once either hangs
LAST_DAY_OF_FEINTS: Final = 3
WAITS: Final = 0.5  # how often nobody is pressed for while the town may wait: whoever always presses is known by it


def _drawn(mind: Mind, purpose: str, partner: Seat, chance: float) -> bool:
    return Dice(purpose, mind.sheet.slug, mind.me, partner, mind.day, *mind.names).chance(chance)


def living_partners(mind: Mind) -> list[Seat]:
    return [seat for seat in sorted(mind.partners) if seat in mind.living]


def doomed_partner(mind: Mind) -> Seat | None:
    """A partner who can hardly be saved today: believed guilty, or with most of the table's heat."""
    heat = mind.heat()
    for partner in living_partners(mind):
        result = any(
            r.about == partner and r.is_guilty and r.by in mind.living and mind.is_credible_power(r.by)
            for r in mind.results
        )
        rest = max((value for seat, value in heat.items() if seat != partner), default=0.0)
        if result or heat.get(partner, 0.0) >= settled(max(2.0, 0.28 * len(mind.living), rest + 0.7)):
            return partner
    return None


def gives_up(mind: Mind, partner: Seat) -> bool:
    """Whether this mafioso votes against a lost partner."""
    readiness = 0.65 + 0.35 * mind.temper.boldness - 0.4 * mind.temper.loyalty
    return _drawn(mind, "bus", partner, mind.level.sacrifices * readiness)


def to_doubt(mind: Mind) -> Seat | None:
    """The partner whom this mafioso means to doubt aloud today, if any."""
    if mind.day > LAST_DAY_OF_FEINTS:
        return None
    share = FEINTS - 0.15 * mind.temper.loyalty
    return next((seat for seat in living_partners(mind) if _drawn(mind, "feint", seat, share)), None)


def feint(mind: Mind) -> Seat | None:
    """A partner to be suspicious of in the day's first speech, while hardly anybody else is."""
    partner = to_doubt(mind)
    if partner is None or mind.speeches.get(mind.me, 0) or mind.heat().get(partner, 0.0) > 0.7:
        return None
    return partner


def kept_feint(mind: Mind) -> Seat | None:
    """A partner doubted earlier today whom a vote cannot hurt, because somebody else is far ahead."""
    if not mind.speeches.get(mind.me, 0) or len(mind.living) <= 2 * (1 + len(living_partners(mind))) + 2:
        return None
    own, heat = mind.today.get(mind.me, {}), mind.heat()
    for partner in living_partners(mind):
        if own.get(partner, 0.0) <= 0.2:
            continue
        mine = 1.0 if mind.declared.get(mind.me) == partner else 0.6
        ahead = max((heat[seat] for seat in heat if seat not in (mind.me, *mind.partners)), default=0.0)
        if ahead >= settled(heat.get(partner, 0.0) - mine + 2.0) and _drawn(mind, "kept", partner, KEEPS):
            return partner
    return None


def mimics(mind: Mind) -> bool:
    """Whether a mafioso with experience does today what one of the town would do in its place; drawn once a day."""
    if not mind.mimicry:
        return False
    return Dice("mimics", mind.sheet.slug, mind.me, mind.day, *mind.names).chance(mind.mimicry)


def waits(mind: Mind) -> bool:
    """Whether a mafioso is seen today to be in no hurry, as a town that loses nothing by waiting; drawn once a day."""
    return Dice("waits", mind.sheet.slug, mind.me, mind.day, *mind.names).chance(WAITS)


def praised_partner(mind: Mind) -> Seat | None:
    """A partner to speak up for, now and then, while nobody is after them; whoever cannot hide a tie always does."""
    if not mind.level.hides_ties:
        return next(iter(living_partners(mind)), None)
    heat = mind.heat()
    calm = (seat for seat in living_partners(mind) if heat.get(seat, 0.0) < 1.0)
    return next((seat for seat in calm if _drawn(mind, "warmth", seat, WARMTH)), None)
