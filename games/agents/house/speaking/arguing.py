"""One's own case: the suspect, the reasons that really count, and at the end a vote or a question."""

from games.agents.house.deciding.claiming import has_claimed
from games.agents.house.deciding.judgement import believed, holds_back, left_over, trusted
from games.agents.house.deciding.leaning import ally_for, crowd_after
from games.agents.house.hearing.speeches import hear
from games.agents.house.mind.suspicion import Ground
from games.agents.house.settling import settled
from games.agents.house.speaking.talk import NOUNS, Talk
from games.agents.house.speaking.wording import Draft, number
from games.engine.events import Seat


def make_case(talk: Talk, room: int) -> None:
    """Says whom and why; what was said already in this speech is not said again."""
    mind, dice = talk.mind, talk.dice
    target = talk.aim.target
    if target is None or (talk.has_verdict and len(talk.sentences) >= room):
        return
    if mind.day == 1 and len(mind.order) < 2 and not talk.aim.feint and dice.chance(0.55):
        talk.add("start", dress=0.25)
        return
    if talk.has_verdict:
        if dice.chance(0.5):
            reason(talk, target)
        return
    if talk.is_last and dice.chance(0.2) and len(mind.living) <= settled(2 * mind.hidden_left() + 2):
        n = number(len(mind.living))
        talk.add("stakes", talk.slots(n=n, n_cap=n.capitalize()))
    reason_first = dice.chance(0.5)
    if reason_first:
        reason(talk, target)
    elif dice.chance(0.45):
        talk.add_line("accuse" if talk.aim.chance > 0.35 else "doubt", target)
    # In the last round the vote that follows is verdict enough, unless one changes one's mind.
    if not talk.is_last or changed_mind(talk, target) or dice.chance(0.5):
        verdict(talk, target)
    if not reason_first:
        reason(talk, target)


def changed_mind(talk: Talk, target: Seat) -> Seat | None:
    """Whom one was after before, today or on the last day, when it was somebody else who still lives."""
    mind = talk.mind
    last = next((s for s in reversed(mind.stances) if s.speaker == mind.me and s.value > 0.3), None)
    if last is None or last.about == target or last.about not in mind.living or last.day < mind.day - 1:
        return None
    return last.about


def verdict(talk: Talk, target: Seat) -> None:
    """Says plainly what one makes of the suspect, against what one said before."""
    mind, dice = talk.mind, talk.dice
    own = mind.today.get(mind.me, {})
    before = changed_mind(talk, target)
    caution = 0.15 * max(mind.temper.accord, mind.temper.nerves)
    slots = talk.slots(target, noun=dice.pick(NOUNS))
    if talk.gave_reason:
        slots["so"] = ""
    if own.get(target, 0.0) > 0.2:
        intent = "still"
    elif before is not None and (before in own or dice.chance(0.85)):
        intent, slots = "switch", talk.slots(target, before)
    elif talk.aim.chance >= settled(0.4 + caution) or (talk.aim.chance >= settled(0.28 + caution) and dice.chance(0.5)):
        intent = "verdict"
    else:
        intent = "verdict_mild" if mind.day <= 2 or dice.chance(0.5) else "verdict"
    talk.has_verdict = talk.add(intent, slots, dress=0.25)
    if dice.chance(0.4 * mind.temper.nerves):
        talk.add("waver", talk.slots(target))
    elif crowd_after(mind, target) >= 3 and dice.chance(0.5 * mind.temper.contrary):
        talk.add("uneasy_company", talk.slots(target))


def reason(talk: Talk, target: Seat) -> bool:
    """Tells the weightiest ground that may be told and is not chewed to pulp yet."""
    talk.gave_reason = True
    if target == left_over(talk.mind):
        others = [seat for seat in talk.mind.others() if seat != target]
        if talk.add("left_over", talk.slots(target, others[0] if len(others) == 1 else None)):
            return True
    grounds = [ground for ground in talk.mind.cases[target].against() if may_say(talk, target, ground)]
    if not grounds:
        return False
    best, most = grounds[0], float("-inf")
    for ground in grounds[:6]:
        worth = ground.weight - 0.35 * told_today(talk, target, ground.other) + 0.0015 * talk.dice.below(100)
        worth = settled(worth - 1.0 * (ground.kind == "gut") - 0.6 * is_mine_too(talk, ground))
        if worth > most:
            best, most = ground, worth
    intent = "g_wrong_too" if is_mine_too(talk, best) else f"g_{best.kind}"
    return talk.add(intent, talk.of_ground(target, best), dress=0.2)


def had_part(talk: Talk, dead: Seat) -> bool:
    """Whether I voted or spoke against somebody myself."""
    mind = talk.mind
    voted = any(votes.get(mind.me) == dead for votes in mind.votes.values())
    stance = mind.latest.get((mind.me, dead))
    return voted or (stance is not None and stance.value > 0)


def is_mine_too(talk: Talk, ground: Ground) -> bool:
    """Whether I did myself what this ground holds against somebody: blaming the dead, or believing them."""
    mind, other = talk.mind, ground.other
    if other is None:
        return False
    if ground.kind in ("hanged_town", "pushed_town"):
        return had_part(talk, other)
    if ground.kind == "spared_mafia":
        return mind.votes.get(ground.day, {}).get(mind.me) != other
    if ground.kind == "shielded_mafia":
        stance = mind.latest.get((mind.me, other))
        return stance is not None and stance.value < 0
    return False


def may_say(talk: Talk, target: Seat, ground: Ground) -> bool:
    """Whether a ground against somebody can be told without giving away a secret, talking of oneself as of another, or
    leaning on who leans on me."""
    mind = talk.mind
    if ground.other == mind.me or ground.weight < 0.04:
        return False
    match ground.kind:
        case "shielded_mafia" | "spared_mafia" if is_mine_too(talk, ground):
            return False
        case "own_result":
            return has_claimed(mind, "sheriff")
        case "claims_mine":
            return has_claimed(mind, mind.role)
        case "accused_by" if ground.other is not None and "ahead" not in talk.order_of(target, ground.other):
            return False
        case "accused_by" | "result":
            return ground.other in mind.living and ground.other not in mind.partners
        case "ringleader":
            return ground.day == mind.day and ground.other in mind.living and not had_part(talk, ground.other)
        case "echo" | "no_name" | "first_stone" | "unanswered":
            return ground.day >= mind.day - 1
    return True


def told_today(talk: Talk, a: Seat, b: Seat | None) -> int:
    """How often the two were named in one breath since I spoke, so that a fact is not told by everybody."""
    if b is None:
        return 0
    return sum(a in heard.named and b in heard.named for _, heard in talk.mind.since)


# --- the end of a speech ---


def close(talk: Talk, room: int) -> None:
    """Ends with a vote in the last round of a day, before that with a question or a word for a friend."""
    mind, dice = talk.mind, talk.dice
    target = talk.aim.target
    if talk.is_last and holds_back(mind, talk.aim.chance):
        talk.add("vote_none", talk.slots() | talk.stance, dress=0.2)
    elif talk.is_last and target is not None and (not talk.has_verdict or dice.chance(0.85)):
        call_vote(talk, target)
    elif len(talk.sentences) > room:
        return
    elif not talk.is_last and not talk.has_asked and dice.chance(0.5 + 0.3 * mind.temper.accord):
        ask(talk)
    elif dice.chance(0.3 + 0.5 * mind.temper.loyalty):
        praise(talk)


def praise(talk: Talk) -> None:
    """A word for somebody trusted, once a speech."""
    friend = trusted(talk.mind)
    if friend in (None, talk.aim.target, *talk.praised):
        return
    if talk.dice.chance(0.4):
        talk.add_line("trust", friend)
    talk.add("trust", talk.slots(friend))


def call_vote(talk: Talk, target: Seat) -> None:
    """Announces a vote: as one's own, after somebody, or against the crowd."""
    mind, dice = talk.mind, talk.dice
    others = {seat: heat for seat, heat in mind.heat().items() if seat not in (mind.me, *mind.partners)}
    crowd = max(others, key=lambda seat: others[seat], default=None)
    fellows = [seat for seat, vote in mind.declared.items() if vote == target != seat != mind.me]
    fellows = [seat for seat in fellows if seat in mind.living and believed(mind, seat) < 1.0]
    if (ally := ally_for(mind, target)) is not None:
        fellows.append(ally)
    has_said = dice.chance(0.3) and talk.add_line("vote", target)
    if has_said and hear(talk.sentences[-1], mind.names, mind.me).vote == target:
        return  # everybody takes it for a vote
    is_new = mind.today.get(mind.me, {}).get(target, 0.0) <= 0.2
    rival = crowd if crowd != target else runner_up(others, target)
    gap = 0.0 if rival is None else settled(abs(others[rival] - others.get(target, 0.0)))
    is_split = rival is not None and others[rival] >= 1.0 and gap < 1.5
    if is_split and others.get(target, 0.0) >= 1.0 and dice.chance(0.7 * mind.temper.accord):
        talk.add("vote_unite", talk.slots(target, rival))
    elif fellows and is_new and dice.chance(0.6 if ally is None else 0.9):
        talk.add("vote_join", talk.slots(target, fellows[-1]))
    elif crowd is not None and crowd != target and others[crowd] >= 2.0 and dice.chance(0.6):
        talk.add("vote_break", talk.slots(target, crowd))
    else:
        talk.add("vote_call", talk.slots(target))


def runner_up(heat: dict[Seat, float], first: Seat) -> Seat | None:
    """Who is most talked of after somebody."""
    return max((seat for seat in heat if seat != first), key=lambda seat: heat[seat], default=None)


def ask(talk: Talk) -> None:
    """Asks somebody: the suspect, or one who has not spoken yet, or about a vote that nobody explained."""
    mind, dice = talk.mind, talk.dice
    fair = [seat for seat in mind.others() if seat not in mind.partners] or mind.others()
    silent = [seat for seat in fair if mind.speeches.get(seat, 0) == 0]
    target = talk.aim.target
    whom = target if target is not None and dice.chance(0.4) else dice.pick(silent or fair)
    day = mind.day - 1
    vote = mind.votes.get(day, {}).get(whom)
    death = None if vote is None else mind.death_of(vote)
    if vote not in (None, mind.me) and (death is None or death.team != "mafia") and dice.chance(0.5):
        talk.add("ask_why_vote", talk.slots(whom, vote) | talk.days(day))
    elif not (dice.chance(0.35) and talk.add_line("ask", whom, Draft("ask", talk.slots(whom)))):
        others = [seat for seat in mind.others() if seat != whom]
        talk.add("ask", talk.slots(whom, dice.pick(others) if others else None))
