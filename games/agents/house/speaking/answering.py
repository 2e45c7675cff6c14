"""Answering others: accusers, questions, kind words; and weighing in on what somebody said of somebody else."""

from games.agents.house.deciding.claiming import has_claimed
from games.agents.house.deciding.cover import doomed_partner
from games.agents.house.deciding.judgement import believed, left_over, regarded, threatened
from games.agents.house.deciding.leaning import crowd_after, is_friend
from games.agents.house.hearing.listener import Remark
from games.agents.house.hearing.speeches import Heard
from games.agents.house.mind.records import POWERS, Toward
from games.agents.house.speaking.arguing import had_part, reason
from games.agents.house.speaking.talk import Talk
from games.agents.house.speaking.wording import Draft, number
from games.engine.events import Seat


def is_against(remark: Remark) -> bool:
    """Whether a remark about me is one to answer."""
    if remark.act == "result":
        return remark.role == "mafia"
    return remark.act in ("accuse", "vote") and remark.force > 0.3


def respond(talk: Talk, *, claims: bool) -> None:
    """Answers what was said to me since I last spoke: accusers first, then questions, then kind words."""
    mind, dice = talk.mind, talk.dice
    heard = [each for each in mind.toward_me if each.speaker in mind.living]
    against = [each for each in heard if is_against(each.remark)]
    asked = [each for each in heard if each.remark.act == "ask"]
    kind = [each for each in heard if each.remark.act == "defend"]
    if against:
        defend(talk, against, claims=claims)
    elif asked and dice.chance(0.9):
        if not answer_for_vote(talk, asked[-1]):
            answer(talk, asked[-1].speaker)
    elif kind and dice.chance(0.35) and kind[-1].speaker not in (talk.aim.target, talk.aim.second):
        talk.add("thanks", talk.slots(b=kind[-1].speaker))


def defend(talk: Talk, against: list[Toward], *, claims: bool) -> None:
    """Answers those who accused me, with what the record says for me or against them."""
    mind, dice = talk.mind, talk.dice
    accusers = list(dict.fromkeys(each.speaker for each in against))
    results = [each for each in against if each.remark.act == "result"]
    by = results[-1].speaker if results else accusers[-1]
    talk.mood, talk.by = "accused", by
    if results:
        talk.add("deny_result", talk.slots(b=by))
        talk.has_verdict = True
        talk.aim_at(by)
        return
    if len(accusers) >= 3 and dice.chance(0.7):
        count = number(len(accusers))
        talk.add("deny_crowd", talk.slots(b=accusers[-1], c=accusers[-2], n=count, n_cap=count.capitalize()))
    elif not (dice.chance(0.4) and talk.add_line("deny", by, Draft("deny", talk.slots(by, by)))):
        talk.add("deny", talk.slots(b=by), dress=0.2)
    if dice.chance(0.85 * mind.temper.nerves):
        talk.add("fret", talk.slots(b=by))
    if claims:
        return
    if (fact := fact_for_me(talk, by)) is not None and dice.chance(0.75):
        talk.add(*fact)
    elif dice.chance(0.3):
        talk.add("mirror", talk.slots(b=by))
    target = talk.aim.target
    if dice.chance(0.5 * mind.temper.nerves):
        talk.add("fret", talk.slots(b=by))
    is_lost = talk.is_last and threatened(mind) >= 0.9
    if is_lost and target is not None and dice.chance(0.6):
        talk.has_verdict = talk.add("deny_last", talk.slots(target))


def fact_for_me(talk: Talk, by: Seat) -> tuple[str, dict[str, str]] | None:
    """Something on record that speaks for me, or against the accuser's judgement."""
    mind = talk.mind
    facts: list[tuple[str, dict[str, str]]] = []
    for death in mind.deaths:
        if death.team is None:
            continue
        slots = talk.slots(b=by, c=death.seat, r=talk.role_of(death))
        votes = {} if death.by_night else mind.votes.get(death.day, {})
        if death.team == "mafia" and votes.get(mind.me) == death.seat:
            facts.append(("deny_record", slots))
        if death.team == "town" and votes.get(by) == death.seat != votes.get(mind.me):
            facts.append(("deny_vote", slots))
        pushed = any(s.speaker == by and s.about == death.seat and s.value > 0.3 for s in mind.stances)
        if death.team == "town" and pushed and not had_part(talk, death.seat):
            facts.append(("deny_turn", slots))
    return talk.dice.pick(facts) if facts else None


def answer(talk: Talk, by: Seat) -> None:
    """Names a suspect to whoever asked, or admits to have none."""
    target = talk.aim.target
    if target is None or target == by or (talk.mind.day == 1 and talk.aim.chance < 0.3 and talk.dice.chance(0.3)):
        talk.add("answer_none", talk.slots(b=by))
    elif talk.add("answer", talk.slots(target, by)):
        talk.has_verdict = True
        reason(talk, target)


def answer_for_vote(talk: Talk, asked: Toward) -> bool:
    """Explains yesterday's vote to whoever asked about it; False when the question was another."""
    mind = talk.mind
    heard = next((heard for speaker, heard in reversed(mind.since) if speaker == asked.speaker), None)
    if heard is None or asked.remark.sentence >= len(heard.sentences):
        return False
    words = heard.sentences[asked.remark.sentence].lower()
    mine = mind.votes.get(mind.day - 1, {}).get(mind.me)
    if mine in (None, asked.speaker) or mine is None or mind.names[mine].lower() not in words:
        return False
    death = mind.death_of(mine)
    how = "alive" if death is None or death.team is None else "right" if death.team == "mafia" else "wrong"
    slots = talk.slots(b=asked.speaker, c=mine) | ({"r": talk.role_of(death)} if death is not None else {})
    return talk.add(f"answer_vote_{how}", slots)


# --- others' words about others ---


def react(talk: Talk) -> None:
    """One word about what another said since I last spoke: a claim first, then the latest accusation worth a word."""
    since = [(speaker, heard) for speaker, heard in reversed(talk.mind.since) if speaker in talk.mind.living]
    for speaker, heard in since:
        if react_to_claim(talk, speaker, heard):
            return
    for speaker, heard in since:
        for about, value, _ in heard.stances:
            if value > 0.3 and react_to_accusation(talk, speaker, about):
                return


def react_to_claim(talk: Talk, speaker: Seat, heard: Heard) -> bool:
    for remark in heard.remarks:
        if remark.act == "result" and remark.role == "mafia" and remark.about not in (None, talk.mind.me):
            if react_to_result(talk, speaker, remark):
                return True
        elif remark.act == "claim" and remark.role in POWERS and talk.dice.chance(0.75):
            return react_to_role(talk, speaker, remark.role)
    return False


def react_to_result(talk: Talk, speaker: Seat, remark: Remark) -> bool:
    mind, about = talk.mind, remark.about
    if about is None or about not in mind.living or has_claimed(mind, "sheriff"):
        return False
    # The mafia know, so they believe what suits them.
    suits_us = mind.team == "mafia" and (talk.aim.bus or about not in mind.partners)
    believes = mind.credit(speaker) > 0.5 if mind.team == "town" else suits_us
    if talk.aim.target in (about, speaker):
        believes = talk.aim.target == about
    if believes:
        talk.add("follow_result", talk.slots(about, speaker))
        talk.has_verdict = True
        talk.aim_at(about)
    else:
        talk.add("doubt_result", talk.slots(about, speaker))
    return True


def react_to_role(talk: Talk, speaker: Seat, role: str) -> bool:
    """Believes, doubts, or is torn between two who claim one role."""
    mind = talk.mind
    rivals = [
        seat for seat, claim in mind.claims.items() if claim.role == role and seat != speaker and seat in mind.living
    ]
    slots = talk.slots(b=speaker, role=role)
    if mind.me in rivals or speaker in mind.partners:
        return False
    if rivals and len(rivals) >= mind.cast.get(role, 1):
        return talk.add("torn_claims", slots | talk.slots(c=rivals[0]))
    # Nobody thanks a sheriff and hunts whom the sheriff has just cleared, or trusts whom a living sheriff found out.
    clears_mine = any(r.by == speaker and r.about == talk.aim.target and not r.is_guilty for r in mind.results)
    is_found_out = any(r.about == speaker and r.is_guilty and mind.is_credible_power(r.by) for r in mind.results)
    if talk.aim.target != speaker and mind.is_credible_power(speaker) and not (clears_mine or is_found_out):
        talk.praised.append(speaker)
        accused = mind.today.get(mind.me, {}).get(speaker, 0.0) > 0.2
        return talk.add("retract" if accused else "believe_claim", slots)
    if talk.aim.target == speaker or believed(mind, speaker) > 0.6:
        talk.has_verdict = talk.aim.target == speaker
        return talk.add("doubt_claim", slots)
    return False


def react_to_accusation(talk: Talk, speaker: Seat, about: Seat) -> bool:
    mind, dice = talk.mind, talk.dice
    if about in (mind.me, speaker) or about not in mind.living:
        return False
    if speaker == left_over(mind):
        return False  # there is more to say than a word against it
    own = mind.today.get(mind.me, {}).get(about, 0.0)
    if about != talk.aim.target and is_friend(mind, about):
        return stand_by(talk, speaker, about)
    if about == talk.aim.target and speaker not in mind.partners and own <= 0.2:
        if not dice.chance(0.5):
            return False
        talk.has_verdict = talk.add("agree", talk.slots(about, speaker), dress=0.2)
        return talk.has_verdict
    if about == talk.aim.target:
        return False  # no word for whom the same speech is about to speak against
    if about in mind.partners:
        if about == doomed_partner(mind) or not dice.chance(0.4):
            return False
        talk.mood, talk.by = "partner_hot", about
        talk.spared.append(about)
        return talk.add("unconvinced", talk.slots(about, speaker))
    if own > 0.2 or mind.certain.get(about) == "mafia":
        return False
    if speaker not in mind.partners and dice.chance(0.5 * mind.temper.accord):
        talk.has_asked = talk.add("ask_reason", talk.slots(speaker, about))
        return talk.has_asked
    if slow_the_crowd(talk, speaker, about):
        return True
    if regarded(mind, about) < -0.6 and dice.chance(0.35 + mind.temper.opposes):
        talk.praised.append(about)
        return talk.add("disagree", talk.slots(about, speaker))
    if regarded(mind, about) < 0.4 and dice.chance(mind.temper.opposes):
        talk.spared.append(about)
        return talk.add("unconvinced", talk.slots(about, speaker))
    return False


def stand_by(talk: Talk, speaker: Seat, about: Seat) -> bool:
    """A loyal character speaks up for a friend, more often than not, whoever it is that accuses them."""
    if about in talk.praised or not talk.dice.chance(0.85 * talk.mind.temper.loyalty):
        return False
    talk.praised.append(about)
    talk.mood, talk.by = "stand_by", about
    return talk.add("disagree", talk.slots(about, speaker))


def slow_the_crowd(talk: Talk, speaker: Seat, about: Seat) -> bool:
    """A contrary character speaks against what most agree on, though it need not think better of whom it is about."""
    count = crowd_after(talk.mind, about)
    if count < 2 or not talk.dice.chance(0.8 * talk.mind.temper.contrary):
        return False
    n = number(count)
    talk.mood, talk.by = "against_crowd", about
    talk.spared.append(about)
    return talk.add("against_crowd", talk.slots(about, speaker, n=n, n_cap=n.capitalize()))
