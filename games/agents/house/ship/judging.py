"""Whom a house player on the ship suspects, and why: grounds with weights, summed to odds, then to chances.

A weight is in log-odds. What a player saw itself counts in full, what others say by how far they are believed, and how
far somebody is believed follows from everything else first. Temper changes how much words weigh, never which there are.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from games.agents.house.settling import settled, shared_out, total
from games.agents.house.ship.memory import Claim, Ejection, Mind
from games.engine.events import Seat
from games.engine.ship.chart import Room, distance

LATELY: Final = 4  # ticks before a meeting that count as lately
MOST: Final = 12.0  # log-odds, either way
RECENT: Final = 8  # ticks before a meeting in which a death may have happened
# How far what other games taught counts beside what was seen in this one. In full the crew of a ship where everybody
# learns win 88 of 100 games, for impostors have habits that nobody who looks for them can miss (docs/balance.md).
ABOARD: Final = 0.1


class Ground(NamedTuple):
    """Why somebody is suspected (or, below 0, not)."""

    kind: str
    weight: float
    other: Seat | None = None
    room: Room | None = None


Cases = dict[Seat, list[Ground]]
GRAVE: Final = ("killed", "vented")
NOT_BENT: Final[Mapping[Seat, float]] = MappingProxyType({})
# What a claim adds to the heat on whom it is about.
HEAT: Final[dict[str, float]] = {
    "killed": 3.0,
    "vented": 3.0,
    "with": 0.8,
    "suspect": 0.7,
    "saw": 0.3,
    "ask": 0.3,
    "trust": -0.3,
    "vouch": -0.6,
    "clear": -1.5,
}
# How much surer than by lot the crew must be to vote at the end (1: certain), by how many deaths they can bear.
SURER: Final = (0.1, 0.7, 0.8, 0.8)
SURER_OF_THE_LAST: Final = (0.0, 0.05, 0.15, 0.5)


def impostors_left(mind: Mind) -> int:
    """How many impostors are still about, as the rules' usual number for the table says and ejections have shown."""
    seats = len(mind.names)
    shown = sum(team == "impostors" for team in mind.shown.values())
    return max(1, 1 + (seats >= 7) + (seats >= 12) - shown)


def deaths_to_bear(mind: Mind) -> int:
    """How many more of the crew may die, as far as this seat knows, before the impostors are as many."""
    return max(0, len(mind.living) - 2 * impostors_left(mind) - 1)


def own_cases(mind: Mind) -> Cases:
    """What this seat saw itself, and what every vote and ejection has shown since."""
    cases: Cases = {seat: [] for seat in mind.others}
    for deed in mind.deeds:
        if deed.seat in cases:
            kind = "saw_vent" if deed.victim is None else "saw_kill"
            cases[deed.seat].append(Ground(kind, 10.0 if deed.victim is None else 12.0, deed.victim, deed.room))
    for seat in mind.proved & cases.keys():
        cases[seat].append(Ground("proved", -9.0))
    ballots = [(ejection, dict(ejection.votes)) for ejection in mind.history if ejection.team is not None]
    for seat, grounds in cases.items():
        if mind.victims:
            grounds.extend(_of_the_scene(mind, seat))
        if ballots:
            grounds.extend(_of_the_record(mind, seat, ballots))
    return _noticed(mind, cases)


def _noticed(mind: Mind, cases: Cases) -> Cases:
    """The grounds that a player of this level notices."""
    misses = mind.level.misses
    if not misses:
        return cases
    return {seat: [ground for ground in grounds if ground.kind not in misses] for seat, grounds in cases.items()}


def _of_the_scene(mind: Mind, seat: Seat) -> Iterable[Ground]:
    """Where this seat was seen around the time of a death that the meeting is about."""
    for victim in mind.victims:
        last = mind.last.get(victim)
        if last is not None and last.tick >= mind.tick - RECENT and is_alone_with(mind, seat, victim):
            yield Ground("last_with", 0.4, victim, last.room)
    seen = mind.sights_of(seat, mind.tick - LATELY)
    if mind.scene is not None and any(sight.room == mind.scene for sight in seen) and seat != mind.caller:
        yield Ground("at_scene", 0.4, mind.body, mind.scene)
    elif seen:
        yield Ground("placed", -0.9, None, seen[-1].room)
    if mind.with_me.get(seat, 0) >= LATELY:
        yield Ground("with_me", -2.0, None, mind.room)


def is_alone_with(mind: Mind, seat: Seat, victim: Seat) -> bool:
    """Whether this seat, and nobody else I know of, was with the victim when I saw the victim last."""
    last = mind.last.get(victim)
    if last is None:
        return False
    there = mind.together.get((last.tick, last.room), set()) - {victim}
    return there == {seat}


def _of_the_record(
    mind: Mind, seat: Seat, ballots: Iterable[tuple[Ejection, Mapping[Seat, Seat | None]]]
) -> Iterable[Ground]:
    """What votes and words of before turned out to be worth, since teams were shown."""
    for ejection, votes in ballots:
        vote = votes.get(seat)
        if vote == ejection.seat:
            yield Ground(*(("voted_wrong", 0.35) if ejection.team == "crew" else ("voted_right", -1.1)), ejection.seat)
        elif ejection.team == "impostors" and vote is not None:
            yield Ground("voted_beside", 0.4, ejection.seat)
    for _, claim in mind.past:
        if claim.speaker != seat or claim.about is None or (team := mind.shown.get(claim.about)) is None:
            continue
        if claim.kind in ("killed", "vented"):
            yield Ground(*(("lied", 7.0) if team == "crew" else ("told_true", -5.0)), claim.about)
        elif claim.kind in ("clear", "vouch") and team == "impostors":
            yield Ground("covered", 1.2, claim.about)


def chances_from(
    mind: Mind, cases: Mapping[Seat, list[Ground]], among: Iterable[Seat], bent: Mapping[Seat, float] = NOT_BENT
) -> dict[Seat, float]:
    """The chance of each of these to be an impostor; `bent` is what else moves it, in log-odds."""
    learned = mind.learned
    sums = {
        seat: total((bent.get(seat, 0.0), ABOARD * learned.get(seat, 0.0), *[ground.weight for ground in cases[seat]]))
        for seat in among
    }
    return shared_out({seat: max(-MOST, min(MOST, each)) for seat, each in sums.items()}, impostors_left(mind), 0.97)


def cases_of(mind: Mind) -> Cases:
    """All grounds: one's own, then what others said, weighed by how far each is believed."""
    cases = own_cases(mind)
    trust = {seat: 1.0 - chance for seat, chance in chances_from(mind, cases, cases).items()}
    heard = mind.temper.weight("talk")
    counted: dict[tuple[Seat, str, Seat], float] = {}
    for claim in mind.claims if mind.level.weighs_words else _last_words(mind):
        believed = (trust.get(claim.speaker, 0.0) if mind.level.weighs_words else 1.0) * heard
        for seat, ground in _of_a_claim(mind, claim):
            key = (claim.speaker, ground.kind, seat)
            if seat in cases and key not in counted:
                counted[key] = 1.0
                cases[seat].append(ground._replace(weight=settled(ground.weight * believed)))
    if mind.t > len(mind.living) // 2:
        placed = {claim.about for claim in mind.claims if claim.kind in ("saw", "with", "vouch", "clear")}
        for seat, grounds in cases.items():
            if mind.victims and seat not in placed and not any(g.kind in ("placed", "at_scene") for g in grounds):
                grounds.append(Ground("unplaced", 0.5))
        heard_of = {claim.speaker for claim in mind.claims} | {spoke.seat for spoke in mind.spoken[-mind.t :]}
        for seat in cases:
            if seat not in heard_of:
                cases[seat].append(Ground("silent", 0.4))
    return _noticed(mind, cases)


def _last_words(mind: Mind) -> list[Claim]:
    """What was said last of anybody, by somebody else."""
    last = next((c.speaker for c in reversed(mind.claims) if c.speaker != mind.me and c.about is not None), None)
    return [claim for claim in mind.claims if claim.speaker == last]


def _of_a_claim(mind: Mind, claim: Claim) -> Iterable[tuple[Seat, Ground]]:
    about, speaker = claim.about, claim.speaker
    if speaker == mind.me:
        return
    if claim.kind == "self":
        yield from _of_an_alibi(mind, claim)
        return
    if about is None or about == mind.me:
        if about == mind.me and claim.kind in ("killed", "vented"):
            yield speaker, Ground("accuses_me", 4.0, about)
        return
    match claim.kind:
        case "killed":
            # Who is accused and then accuses the accuser is believed less.
            turned = any((c.speaker, c.about) == (about, speaker) and c.kind in GRAVE for c in mind.claims)
            yield about, Ground("told_kill", 0.8 if turned else 3.8, speaker, claim.room)
        case "vented":
            yield about, Ground("told_vent", 4.2, speaker, claim.room)
        case "clear":
            yield about, Ground("told_clear", -2.6, speaker)
        case "vouch":
            yield about, Ground("told_vouch", -0.7, speaker)
        case "with" if about in mind.victims and claim.other is not None:
            yield claim.other, Ground("told_with", 0.2, about, claim.room)
        case "with" if claim.other in mind.victims:
            yield about, Ground("told_with", 0.2, claim.other, claim.room)
        case "saw" if claim.room == mind.scene and mind.scene is not None:
            yield about, Ground("told_there", 0.4, speaker, claim.room)
        case "saw" | "with" if mind.victims:
            yield about, Ground("told_placed", -0.4, speaker, claim.room)
        case "suspect":
            yield about, Ground("told_suspect", 0.5, speaker)
        case "trust":
            yield about, Ground("told_trust", -0.05, speaker)


def _of_an_alibi(mind: Mind, claim: Claim) -> Iterable[tuple[Seat, Ground]]:
    """Where somebody says to have been, held against where I saw them."""
    if claim.room is None:
        return
    seen = mind.sights_of(claim.speaker, mind.tick - LATELY)
    if not seen:
        return
    nearest = min(seen, key=lambda sight: distance(sight.room, claim.room or sight.room))
    if distance(nearest.room, claim.room) == 0:
        yield claim.speaker, Ground("alibi_holds", -0.2, None, claim.room)
    elif all(distance(sight.room, claim.room) > mind.tick - sight.tick + 1 for sight in seen):
        yield claim.speaker, Ground("alibi_broken", 4.0, None, claim.room)


def chances(mind: Mind) -> dict[Seat, float]:
    """The chance of each other living seat to be an impostor, as this seat sees it."""
    return chances_from(mind, cases_of(mind), mind.others)


def heat(mind: Mind) -> dict[Seat, float]:
    """How hot it is for each other living seat, by words and votes alone: what an impostor goes by."""
    found = dict.fromkeys(mind.others, 0.0)
    found[mind.me] = 0.0
    seen: set[Claim] = set()
    for claim in mind.claims:
        about = claim.other if claim.kind == "with" and claim.about in mind.victims else claim.about
        if about in found and claim not in seen:
            seen.add(claim)
            found[about] = settled(found[about] + HEAT.get(claim.kind, 0.0))
    return found


def enough_for_a_vote(mind: Mind) -> float:
    """The chance at which the crew ejects somebody: less is enough the fewer deaths they can bear, and for the last."""
    left = impostors_left(mind)
    by_lot = left / max(1, len(mind.living) - 1)
    surer = SURER_OF_THE_LAST if left == 1 else SURER
    if not mind.level.reckons:
        return settled(by_lot)
    bearable = min(deaths_to_bear(mind), len(surer) - 1)
    return settled(by_lot + (1.0 - by_lot) * surer[bearable] + 0.2 * mind.temper.scruples * (bearable > 0))
