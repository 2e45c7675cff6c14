"""What a house player on the ship has to say in a meeting, most urgent first.

Each thing worth saying is an `Item` with how urgent it is. What was said already is known from one's own words in the
transcript, as they are heard. A crewmate says what is so. An impostor has a story: where it was (the truth where that
does no harm, else a room where nobody it knows of was), and somebody else to look at.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from games.agents.house.deciding.judgement import PRETENCE
from games.agents.house.settling import settled
from games.agents.house.ship.judging import LATELY, RECENT, Cases, Ground, enough_for_a_vote, heat, is_alone_with
from games.agents.house.ship.leaning import after, bond, friends, heat_of_others
from games.agents.house.ship.memory import Claim, Mind
from games.engine.events import Seat
from games.engine.ship.chart import CAFETERIA, ROOMS, Room, distance

CREW: Final = 0.7  # how far below anybody's chance somebody is whom one holds for crew, in parts of it
SPEAKS_UP: Final = 0.75  # how much sooner one does so of whom one is fond of, for each log-odds of a leaning
STILL_SHORT: Final = 0.85  # of the chance that is enough for a vote: below it one says that one has not enough
COOL: Final = 1.2  # the heat below which an impostor would not vote along either, and says the same
PLACES: Final[dict[str, str]] = {
    "cafeteria": "the cafeteria",
    "upper engine": "the upper engine room",
    "lower engine": "the lower engine room",
    "reactor": "the reactor room",
    "o2": "O2",
}


class Item(NamedTuple):
    """Something worth saying: the intent of its phrases, its urgency from 0 to 10, and what fills the slots."""

    intent: str
    urgency: float
    a: Seat | None = None
    b: Seat | None = None
    room: Room | None = None
    task: str = ""
    follow: tuple["Item", ...] = ()  # what is said in the same breath


def place(room: Room) -> str:
    """How one speaks of a room."""
    return PLACES.get(room, room)


def has_said(mind: Mind, kind: str, about: Seat | None) -> bool:
    """Whether I have said this of somebody in this meeting."""
    for claim in mind.claims:  # asked so often that a list of mine would cost
        if claim.speaker != mind.me or claim.kind != kind:
            continue
        if claim.about == about or (kind == "with" and claim.other == about):
            return True
    return False


def since_i_spoke(mind: Mind) -> list[Claim]:
    """What others said since my last word in this meeting."""
    mine = [place for place, claim in enumerate(mind.claims) if claim.speaker == mind.me]
    return [claim for claim in mind.claims[mine[-1] + 1 if mine else 0 :] if claim.speaker != mind.me]


def things_to_say(mind: Mind, cases: Cases, chances: dict[Seat, float]) -> list[Item]:
    """All that is worth saying now, most urgent first."""
    found = list(_crew_says(mind, cases, chances) if mind.team == "crew" else _impostor_says(mind, cases))
    return sorted((item._replace(urgency=settled(item.urgency)) for item in found), key=lambda item: -item.urgency)


# --- the crew --------------------------------------------------------------------------------------------------------


def _crew_says(mind: Mind, cases: Cases, chances: dict[Seat, float]) -> Iterator[Item]:
    for deed in mind.deeds:
        if deed.seat in mind.living:
            kind = "vented" if deed.victim is None else "killed"
            if not has_said(mind, kind, deed.seat):
                yield Item(f"m_saw_{'vent' if deed.victim is None else 'kill'}", 10, deed.seat, deed.victim, deed.room)
    yield from _answers(mind, true_alibi(mind))
    yield from _the_find(mind)
    yield from _what_i_saw(mind)
    yield from _who_is_fine(mind)
    yield from _ways(mind)
    yield from _verdict(mind, cases, chances)
    if not mind.speeches:
        if mind.scene is not None and not has_said(mind, "self", None):
            yield true_alibi(mind)._replace(urgency=3.5)
        elif mind.victims and mind.scene is None:
            yield Item("m_missing", 2.6, None, mind.victims[0])
        yield Item("m_idle", 1.2)


def true_alibi(mind: Mind) -> Item:
    """Where I was before the call, with whom or at what."""
    room = mind.track[-1][1] if mind.track else CAFETERIA
    mates = [seat for seat, ticks in mind.with_me.items() if ticks >= 2 and seat in mind.living]
    task = next((task for tick, task, where in reversed(mind.done) if where == room and tick >= mind.tick - 5), "")
    if mates:
        return Item("m_alibi_with", 0, mates[0], None, room)
    return Item("m_alibi_task" if task else "m_alibi", 0, None, None, room, task)


def _answers(mind: Mind, alibi: Item) -> Iterator[Item]:
    """To who accused me or asked me since I last spoke."""
    new = [claim for claim in since_i_spoke(mind) if claim.about == mind.me and claim.speaker in mind.living]
    follow = (alibi,) if not has_said(mind, "self", None) or len(new) > 2 else ()
    if mind.temper.nerves:
        follow = (Item("m_fret", 0), *follow)
    grave = next((claim for claim in new if claim.kind in ("killed", "vented")), None)
    if grave is not None:
        yield Item("m_deny_kill", 9.5, None, grave.speaker, follow=follow)
    elif (accuser := next((claim for claim in new if claim.kind in ("suspect", "with")), None)) is not None:
        yield Item("m_deny", 6.5, None, accuser.speaker, follow=follow)
    elif (asker := next((claim for claim in new if claim.kind == "ask"), None)) is not None:
        yield Item("m_answer", 6.0, None, asker.speaker, follow=(alibi,))


def _the_find(mind: Mind) -> Iterator[Item]:
    """What the one who called the meeting owes to the others."""
    if mind.caller != mind.me or mind.speeches:
        return
    if mind.body is not None:
        there = [seat for seat in mind.company if seat in mind.living]
        # Whom I saw in that room just before is told with it; where there was nobody, that too.
        more = Item("m_at_scene", 0, there[0], None, mind.scene) if there else Item("m_found_alone", 0)
        yield Item("m_found", 9, None, mind.body, mind.scene, follow=(more,))
    elif mind.victims:
        yield Item("m_pressed_missing", 8, None, mind.victims[0])
    else:
        yield Item("m_pressed", 8)


def _what_i_saw(mind: Mind) -> Iterator[Item]:
    for victim in mind.victims:
        last = mind.last.get(victim)
        if last is None or last.tick < mind.tick - RECENT:
            continue
        for seat in mind.others:
            if seat not in mind.partners and is_alone_with(mind, seat, victim) and not has_said(mind, "with", seat):
                yield Item("m_last_with", 6.0, seat, victim, last.room)
    if mind.scene is None:
        return
    lately = [sight for sight in mind.last.values() if sight.tick >= mind.tick - LATELY and sight.seat in mind.living]
    hot = heat(mind) if lately and mind.speeches < 2 else {}
    for sight in sorted(lately, key=lambda sight: -sight.tick):
        hidden = sight.seat in (mind.caller, *mind.partners) or sight.seat in mind.proved
        if hidden or has_said(mind, "saw", sight.seat):
            continue
        if sight.room == mind.scene:
            yield Item("m_at_scene", 5.0, sight.seat, None, sight.room)
        elif distance(sight.room, mind.scene) == 1 and mind.speeches < 2:
            yield Item("m_at_scene", 3.0, sight.seat, None, sight.room)
        elif mind.speeches < 2:
            yield Item("m_far", 3.0 + min(2.0, hot.get(sight.seat, 0.0)), sight.seat, None, sight.room)


def _who_is_fine(mind: Mind) -> Iterator[Item]:
    """Whom I can speak for, the sooner the hotter it is for them."""
    if not mind.proved and not mind.with_me:
        return
    hot = heat(mind)
    for seat in sorted(mind.proved & mind.living):
        if not has_said(mind, "clear", seat):
            yield Item("m_clear", 3.2 + min(4.5, 1.5 * hot.get(seat, 0.0)), seat)
    for seat, ticks in mind.with_me.items():
        known = has_said(mind, "vouch", seat) or seat in mind.proved
        if ticks >= LATELY and seat in mind.living and mind.scene is not None and not known:
            yield Item("m_vouch", 2.8 + min(4.5, 1.5 * hot.get(seat, 0.0)), seat, None, mind.track[-1][1])


def _verdict(mind: Mind, cases: Cases, chances: dict[Seat, float]) -> Iterator[Item]:
    """Whom I suspect and why; a question to who has not accounted for themselves; or that there is nothing."""
    top = max(chances, key=lambda seat: chances[seat], default=None)
    if top is None:
        return
    chance, base = chances[top], 1.0 / max(1, len(chances))
    if chance >= 0.9 and not has_said(mind, "suspect", top):
        yield Item("m_sure", 7, top, follow=tuple(_reason(mind, cases[top], top)))
    elif chance > settled(max(0.3, 1.6 * base)) and not has_said(mind, "suspect", top):
        said = next((ground.other for ground in cases[top] if ground.kind in ("told_kill", "told_vent")), None)
        why = tuple(_reason(mind, cases[top], top))
        if chance < settled(STILL_SHORT * enough_for_a_vote(mind)):
            why = (*why, Item("m_hold", 0, top))
        if said is not None:
            yield Item("m_follow", 4 + 3 * chance, top, said, follow=why)
        else:
            yield Item("m_suspect", 2.5 + 4 * chance, top, follow=why)
    elif (item := _disbelief(mind, chances, base)) is not None:
        yield item
    elif chance > settled(1.2 * base) and not has_said(mind, "ask", top) and not has_said(mind, "suspect", top):
        yield Item("m_ask", 2.6, top)
    elif mind.t > len(mind.living) // 2 and mind.speeches < 2:
        yield Item("m_skip", 1.6)


def _ways(mind: Mind) -> Iterator[Item]:
    """What only some tempers do: stand by a friend, slow a crowd, bring two camps to one name."""
    for seat in friends(mind):
        if after(mind, seat) and not has_said(mind, "trust", seat):
            yield Item("m_stand_by", 4.6, seat, after(mind, seat)[-1])
    if not mind.temper.contrary and not mind.temper.accord:
        return
    hot = sorted(mind.others, key=lambda seat: -len(after(mind, seat)))[:2]
    known = {deed.seat for deed in mind.deeds}
    if mind.temper.contrary and not mind.speeches and hot and len(after(mind, hot[0])) > 1 and hot[0] not in known:
        yield Item("m_against_crowd", 4.4, hot[0], after(mind, hot[0])[-1])
    heat = heat_of_others(mind)
    if mind.temper.accord and len(hot) > 1 and min(heat[seat] for seat in hot) >= 0.6:
        first, second = sorted(hot, key=lambda seat: -heat[seat])
        if not has_said(mind, "suspect", first):
            yield Item("m_one_name", 4.2, first, second)


def _disbelief(mind: Mind, chances: dict[Seat, float], base: float) -> Item | None:
    """A word against who accused somebody I hold for crew; the sooner the more I like to oppose, or them."""
    for claim in reversed(since_i_spoke(mind)):
        about, speaker = claim.about, claim.speaker
        if claim.kind != "suspect" or about in (None, mind.me) or about not in chances or speaker not in chances:
            continue
        if (
            chances[about] < settled((CREW - SPEAKS_UP * bond(mind, about)) * base)
            and chances[speaker] > settled(base)
            and not has_said(mind, "suspect", speaker)
        ):
            return Item("m_believe_not", 2.0 + 4.0 * mind.temper.opposes, about, speaker)
    return None


def _reason(mind: Mind, grounds: list[Ground], seat: Seat) -> Iterator[Item]:
    """The weightiest ground that can be told as a reason: no vote that was mine as well."""
    told = {"last_with", "at_scene", "alibi_broken", "lied", "voted_wrong", "voted_beside", "covered", "silent"}
    mine = {dict(ejection.votes).get(mind.me) for ejection in mind.history}
    fit = (g for g in grounds if g.kind in told and g.weight > 0 and not (g.kind == "voted_wrong" and g.other in mine))
    against = sorted(fit, key=lambda ground: -ground.weight)
    for ground in against[:1]:
        yield Item(f"m_why_{ground.kind}", 0, seat, ground.other, ground.room)


# --- the impostors ---------------------------------------------------------------------------------------------------


def false_room(mind: Mind) -> Room:
    """Where to say that I was: what I said before, the truth where it does no harm, else where nobody could know."""
    for claim in mind.claims:
        if claim.speaker == mind.me and claim.kind == "self" and claim.room is not None:
            return claim.room
    truth = mind.track[-1][1] if mind.track else CAFETERIA
    if not mind.level.covers:
        return truth
    seen = [seat for seat, ticks in mind.with_me.items() if ticks >= 1 and seat in mind.living]
    # Who saw me last must not be able to say that I cannot have come so far: a vent is faster than a walk.
    seen_in, when = last_seen(mind)
    walked = [room for room in ROOMS if distance(room, seen_in) <= mind.tick - when]
    if mind.scene is None or mind.caller == mind.me or seen or (distance(truth, mind.scene) >= 2 and truth in walked):
        return truth
    peopled = {sight.room for sight in mind.last.values() if sight.tick >= mind.tick - LATELY}
    rooms = [room for room in walked if room not in peopled and room != CAFETERIA and distance(room, mind.scene) >= 2]
    rooms.sort(key=lambda room: (distance(truth, room), (ROOMS.index(room) + mind.me) % len(ROOMS)))
    return rooms[0] if rooms else truth


def last_seen(mind: Mind) -> tuple[Room, int]:
    """Where, and in which tick, one of the crew who still lives saw me last in this shift."""
    met = [
        (tick, room)
        for (tick, room), seats in mind.together.items()
        if mind.was_in(tick) == room and (seats & mind.living) - mind.partners
    ]
    tick, room = max(met, default=(mind.shift_began, CAFETERIA))
    return room, tick


def false_alibi(mind: Mind) -> Item:
    """An impostor's alibi."""
    room = false_room(mind)
    mates = [seat for seat, ticks in mind.with_me.items() if ticks >= 2 and seat in mind.living]
    if mates and mind.track and mind.track[-1][1] == room:
        return Item("m_alibi_with", 0, mates[0], None, room)
    return Item("m_alibi", 0, None, None, room)


def doomed(mind: Mind) -> Seat | None:
    """The partner whom nobody can save any more."""
    if not mind.level.covers:
        return None
    hot = heat(mind)
    worst = max(sorted(mind.partners & mind.living), key=lambda seat: hot.get(seat, 0.0), default=None)
    crew = max((hot[seat] for seat in mind.others if seat not in mind.partners), default=0.0)
    return worst if worst is not None and hot.get(worst, 0.0) >= settled(max(2.4, crew + 1.0)) else None


def scapegoat(mind: Mind) -> Seat | None:
    """Who should be looked at instead of us: whom I named before, who is hot, who was near, whom I am wary of; never a
    partner."""
    crew = [seat for seat in mind.others if seat not in mind.partners]
    for claim in reversed(mind.claims):
        if claim.speaker == mind.me and claim.kind in ("suspect", "killed") and claim.about in crew:
            return claim.about
    hot = heat(mind) if mind.level.reads_table else dict.fromkeys(mind.others, 0.0)
    near = {
        sight.seat
        for sight in mind.last.values()
        if mind.scene is not None and distance(sight.room, mind.scene) <= 1 and sight.tick >= mind.tick - LATELY
    }
    cleared = {claim.about for claim in mind.claims if claim.kind == "clear"} | mind.proved
    return max(
        crew,
        key=lambda seat: (
            settled(hot[seat] + 0.6 * (seat in near) - 1.5 * (seat in cleared) + PRETENCE * bond(mind, seat)),
            -((seat + mind.me + mind.meeting) % 16),
        ),
        default=None,
    )


def _impostor_says(mind: Mind, cases: Cases) -> Iterator[Item]:
    alibi = false_alibi(mind)
    accusers = [c.speaker for c in mind.claims if c.about == mind.me and c.kind in ("killed", "vented")]
    witness = next((seat for seat in accusers if seat in mind.living and seat not in mind.partners), None)
    dares = mind.temper.boldness > 0.55 and mind.level.bluffs
    if witness is not None and mind.victims and not has_said(mind, "killed", witness) and dares:
        yield Item("m_counter", 9.7, witness, mind.victims[0], mind.scene or CAFETERIA)
    yield from _answers(mind, alibi)
    # What does no harm is told like anybody would, for who never tells anything is noticed.
    yield from (item for item in _what_i_saw(mind) if item.intent != "m_at_scene" or item.room != mind.scene)
    yield from _who_is_fine(mind)
    if mind.caller == mind.me and not mind.speeches:
        if mind.body is not None:
            yield Item("m_found", 9, None, mind.body, mind.scene, follow=(Item("m_found_alone", 0),))
        else:
            yield Item("m_pressed", 8)
    lost, goat = doomed(mind), scapegoat(mind)
    if lost is not None and not has_said(mind, "suspect", lost):
        yield Item("m_suspect", 3.0 + 3.0 * mind.temper.boldness, lost)
    elif goat is not None:
        hot = heat(mind)[goat]
        if not has_said(mind, "suspect", goat) and (hot >= 0.3 or mind.t > len(mind.living) // 3):
            said = next((c.speaker for c in mind.claims if c.about == goat and c.kind in ("killed", "vented")), None)
            if said is not None and said != mind.me:
                yield Item("m_follow", 5.0, goat, said)
            else:
                why = tuple(_reason(mind, cases[goat], goat))
                why = (*why, Item("m_hold", 0, goat)) if hot < COOL else why
                yield Item("m_suspect", 3.5 + min(3.0, hot), goat, follow=why)
        elif mind.scene is not None and not mind.speeches and mind.temper.boldness > 0.45 and mind.caller != goat:
            if not has_said(mind, "saw", goat):
                yield Item("m_at_scene", 4.2, goat, None, mind.scene)
        elif not has_said(mind, "ask", goat) and not has_said(mind, "suspect", goat):
            yield Item("m_ask", 2.6, goat)
    if not mind.speeches:
        if mind.scene is not None and not has_said(mind, "self", None):
            yield alibi._replace(urgency=4.2)
        elif mind.victims and mind.scene is None:
            yield Item("m_missing", 3.0, None, mind.victims[0])
        yield Item("m_idle", 1.2)
    elif mind.t > len(mind.living) // 2 and mind.speeches < 2 and goat is not None and heat(mind)[goat] < 0.7:
        yield Item("m_skip", 1.6)
