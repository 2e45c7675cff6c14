"""What to claim and when: powers of the town speak up when it matters, the mafia when a lie may carry.

A claim once made is in everybody's ears, the claimer's too; from then on the results that go with it are kept up, the
invented ones as well.
"""

from dataclasses import dataclass
from typing import Final

from games.agents.house.deciding.judgement import Aim, alarmed, believed
from games.agents.house.mind.memory import Mind
from games.agents.house.mind.records import POWERS
from games.engine.dice import Dice
from games.engine.events import Seat


@dataclass(frozen=True, slots=True)
class Claiming:
    """What is claimed now: a role ("" when it is known already), against whom, and what goes with it."""

    role: str = ""
    against: Seat | None = None
    results: tuple[tuple[Seat, bool], ...] = ()  # whom, and whether mafia
    guarded: Seat | None = None
    shot: Seat | None = None
    unspent: bool = False


NOTHING: Final = Claiming()

# In council nothing is shown of the dead: a living badge is all that clears anybody, the doctor may stay with it night
# after night, and no lynch gives a false one away.
READY_IN_COUNCIL: Final = 0.8  # how readily a detective names a mafioso
OPENS_IN_COUNCIL: Final = 0.6  # how often a detective with two results steps forward
POSES_IN_COUNCIL: Final = (0.45, 0.25)  # how gladly the mafia pose as the detective, late and early in the game


def plan_claim(mind: Mind, aim: Aim, dice: Dice) -> Claiming:
    """What this speech claims, if anything."""
    if mind.team == "mafia":
        return _mafia_claim(mind, aim, dice)
    if mind.role == "sheriff":
        return _sheriff_claim(mind, dice)
    if mind.role in ("doctor", "vigilante"):
        return _helper_claim(mind, dice)
    return _villager_claim(mind, dice)


def rival_of(mind: Mind, role: str) -> Seat | None:
    """A living somebody else who claims the role, the first to do so."""
    claimed = [(claim.day, seat) for seat, claim in mind.claims.items() if claim.role == role and seat != mind.me]
    living = [seat for _, seat in sorted(claimed) if seat in mind.living]
    return living[0] if living else None


def has_claimed(mind: Mind, role: str) -> bool:
    claim = mind.claims.get(mind.me)
    return claim is not None and claim.role == role


def _announced(mind: Mind) -> set[Seat]:
    return {result.about for result in mind.results if result.by == mind.me}


def _sheriff_claim(mind: Mind, dice: Dice) -> Claiming:
    told = _announced(mind)
    news = [
        (seat, mind.certain.get(seat) == "mafia")
        for seat in mind.investigated
        if seat not in told and seat in mind.living
    ]
    news.sort(key=lambda item: not item[1])
    if has_claimed(mind, "sheriff"):
        return Claiming(results=tuple(news[:2])) if news else NOTHING
    rival = rival_of(mind, "sheriff")
    guilty = [seat for seat, is_mafia in news if is_mafia]
    if not mind.level.speaks_up:
        return Claiming("sheriff", rival, tuple(news[:2])) if alarmed(mind) >= 0.9 else NOTHING
    heat = mind.heat()
    wagon = max(heat, key=lambda seat: heat[seat], default=None)
    saves_innocent = wagon is not None and (wagon, False) in news and heat[wagon] >= 2.0 and mind.is_last_round()
    # A mafioso who hangs anyway need not be announced: the badge is worth more hidden.
    falls_anyway = wagon in guilty and 2 * heat.get(wagon, 0.0) >= len(mind.living)
    now = (
        (guilty and not falls_anyway and dice.chance(_readiness(mind)))
        or alarmed(mind) >= 0.9
        or (rival is not None)
        or saves_innocent
        or (news and len(mind.living) <= 5)
        or (mind.in_council and len(news) >= 2 and dice.chance(OPENS_IN_COUNCIL))
    )
    return Claiming("sheriff", rival, tuple(news[:2])) if now else NOTHING


def _readiness(mind: Mind) -> float:
    """How readily a sheriff steps forward with a mafioso in hand: hardly on day 1, when the badge still has nights."""
    if mind.in_council:
        return READY_IN_COUNCIL
    eagerness = 0.15 + 0.5 * mind.temper.boldness + (0.35 if mind.is_last_round() else 0.0)
    return 0.6 * eagerness * (0.3 if mind.day == 1 else 1.0)


def _helper_claim(mind: Mind, dice: Dice) -> Claiming:
    if has_claimed(mind, mind.role):
        # A night without a death is worth a word of whoever stood guard.
        ward = mind.protected.get(mind.day)
        proud = mind.role == "doctor" and mind.day in mind.quiet_nights and mind.speeches.get(mind.me, 0) == 0
        return Claiming(guarded=ward) if proud and ward not in (None, mind.me) else NOTHING
    rival = rival_of(mind, mind.role)
    grave = alarmed(mind)
    in_danger = grave >= 1.0 or (grave >= 0.75 and mind.is_last_round()) or (grave > 0.0 and len(mind.living) <= 4)
    if rival is None and not in_danger and not _boasts(mind, dice):
        return NOTHING
    if rival is not None and grave < 0.5 and not dice.chance(0.5 + 0.4 * mind.temper.boldness):
        return NOTHING
    if mind.role == "doctor":
        return Claiming("doctor", rival, guarded=_best_guard(mind))
    shot = next(iter(mind.shot.values()), None)
    return Claiming("vigilante", rival, shot=shot, unspent=shot is None)


def _boasts(mind: Mind, dice: Dice) -> bool:
    """Whether a vigilante owns up to the last night's shot: gladly to a good one, now and then to a bad one."""
    death = mind.death_of(mind.shot.get(mind.day, -1))
    if mind.role != "vigilante" or death is None or death.team is None:
        return False
    return dice.chance((0.7 if death.team == "mafia" else 0.25) * mind.temper.boldness)


def _best_guard(mind: Mind) -> Seat | None:
    """The protection most worth telling: of a night in which nobody died, else the last one."""
    nights = sorted(mind.protected, key=lambda night: (night in mind.quiet_nights, night))
    ward = mind.protected[nights[-1]] if nights else None
    return ward if ward != mind.me else None


def _villager_claim(mind: Mind, dice: Dice) -> Claiming:
    if mind.me in mind.claims or alarmed(mind) < 0.9 or not dice.chance(0.7):
        return NOTHING
    return Claiming("villager")


# --- lies ---


def _mafia_claim(mind: Mind, aim: Aim, dice: Dice) -> Claiming:
    claim = mind.claims.get(mind.me)
    if claim is not None and claim.role in POWERS:
        return _keep_up(mind, claim.role, aim, dice)
    if not mind.level.bluffs:
        return _villager_claim(mind, dice)
    accuser = next((r.by for r in mind.results if r.about == mind.me and r.is_guilty and r.by in mind.living), None)
    bold = dice.chance(0.4 + 0.6 * mind.temper.boldness)
    if accuser is not None and bold and _is_open(mind, "sheriff", rivals=1):
        # Named by a sheriff: the best defence is to be one.
        return Claiming("sheriff", accuser, ((accuser, True),))
    grave = alarmed(mind)
    if grave >= 0.9 and (claim is None or claim.role not in POWERS) and claim is None:
        roles = [role for role in ("doctor", "vigilante") if _is_open(mind, role, rivals=0) and mind.cast.get(role)]
        if roles and dice.chance(0.55 + 0.4 * mind.temper.boldness):
            role = dice.pick(roles)
            return Claiming(
                role, guarded=_invented_guard(mind, aim, dice) if role == "doctor" else None, unspent=role != "doctor"
            )
        return Claiming("villager") if dice.chance(0.7) else NOTHING
    if claim is None and _wants_to_pose(mind, aim, dice):
        return Claiming("sheriff", None, _invented_result(mind, aim, dice))
    return NOTHING


def _is_open(mind: Mind, role: str, *, rivals: int) -> bool:
    """Whether a role can still be claimed: not shown dead, and no more living claims than `rivals`."""
    shown = sum(mind.presumed(death) == role for death in mind.deaths)
    claimed = sum(claim.role == role and seat in mind.living for seat, claim in mind.claims.items())
    return shown + claimed < mind.cast.get(role, 0) + rivals and shown < mind.cast.get(role, 0)


def _wants_to_pose(mind: Mind, aim: Aim, dice: Dice) -> bool:
    """A bold lie without need: pose as the sheriff with a result against an innocent, once the day is at hand."""
    if mind.day < 2 or aim.target is None or aim.bus or len(mind.living) < 5 or not _is_open(mind, "sheriff", rivals=0):
        return False
    if any(claim.role == "sheriff" for seat, claim in mind.claims.items() if seat in mind.partners):
        return False
    # A false result costs its author once the body is shown, so it pays when little time is left.
    late, early = POSES_IN_COUNCIL if mind.in_council else (0.2, 0.05)
    return dice.chance((late if len(mind.living) <= 6 else early) * mind.temper.boldness)


def _keep_up(mind: Mind, role: str, aim: Aim, dice: Dice) -> Claiming:
    """The next invented result of a false sheriff: one for each night, told in the first speech of the day."""
    if role != "sheriff" or mind.speeches.get(mind.me, 0) > 0:
        return NOTHING
    if any(result.by == mind.me and result.day == mind.day for result in mind.results):
        return NOTHING
    return Claiming(results=_invented_result(mind, aim, dice))


def _invented_result(mind: Mind, aim: Aim, dice: Dice) -> tuple[tuple[Seat, bool], ...]:
    """A result that never was: guilty on whoever is to hang, or innocent on a partner or on somebody trusted anyway."""
    told = _announced(mind)
    rival = rival_of(mind, "sheriff")
    if rival is not None:
        return ((rival, True),) if rival not in told and rival not in mind.partners else ()
    fresh = [seat for seat in mind.others() if seat not in told]
    town = [seat for seat in fresh if seat not in mind.partners]
    if aim.target is not None and aim.target in town and not mind.is_credible_power(aim.target) and dice.chance(0.6):
        return ((aim.target, True),)
    if not fresh:
        return ()
    # Clearing somebody who is trusted anyway costs nothing and buys belief; clearing a partner buys more.
    mates = [seat for seat in fresh if seat in mind.partners]
    cleared = dice.pick(mates) if mates and dice.chance(0.5) else min(fresh, key=lambda seat: believed(mind, seat))
    return ((cleared, False),)


def _invented_guard(mind: Mind, aim: Aim, dice: Dice) -> Seat | None:
    """Somebody still alive whom a doctor might have guarded, and not whom the same breath accuses."""
    likely = [seat for seat in mind.others() if mind.total(seat) < 0.3 and seat != aim.target]
    return dice.pick(likely) if likely else None
