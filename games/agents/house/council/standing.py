"""Standing up there: a defence before the second vote, and the last words of whoever is sent away."""

from typing import Any

from games.agents.house.deciding.claiming import Claiming, has_claimed, plan_claim, rival_of
from games.agents.house.deciding.judgement import Aim, aim, believed
from games.agents.house.mind.memory import Mind
from games.agents.house.mind.records import POWERS
from games.agents.house.speaking.answering import fact_for_me
from games.agents.house.speaking.arguing import reason
from games.agents.house.speaking.professing import profess
from games.agents.house.speaking.talk import Talk
from games.agents.house.speaking.thinking import Thinking
from games.agents.house.speaking.wording import Tongue
from games.engine.dice import Dice
from games.engine.events import Seat


def defend(mind: Mind, tongue: Tongue, dice: Dice) -> dict[str, Any]:
    """The words of one who is tied, and the thought behind them."""
    talk = Talk(mind, tongue, dice, aim(mind, dice))
    claiming = plan_claim(mind, talk.aim, dice)
    talk.add("defence_open", talk.slots(), dress=0.2)
    profess(talk, claiming)
    namers = [seat for seat, whom in mind.nominated.items() if whom == mind.me != seat and seat in mind.living]
    if namers:
        fact = fact_for_me(talk, namers[0])
        if fact is not None and dice.chance(0.6):
            talk.add(*fact)
        elif dice.chance(0.5):
            talk.add("defence_ask", talk.slots(b=dice.pick(namers)))
    point_elsewhere(talk)
    if len(mind.tied) == 1:
        talk.add("defence_nobody", talk.slots())
    talk.add("defence_close", talk.slots())
    return {"message": said(talk, "I am innocent, and that is all."), "thought": thought(talk, "th_defend", None)}


def point_elsewhere(talk: Talk) -> None:
    """Against one of the other tied, or against somebody who got away; never against a partner."""
    mind = talk.mind
    rivals = [seat for seat in mind.tied if seat != mind.me and seat not in mind.partners]
    rivals = [seat for seat in rivals if believed(mind, seat) > -1.5]
    if rivals:
        worst = max(rivals, key=lambda seat: believed(mind, seat))
        talk.add("defence_rival", talk.slots(worst), dress=0.15)
        if not talk.has_verdict:
            reason(talk, worst)
    elif (target := suspect_of(talk)) is not None and target not in mind.tied:
        talk.add("defence_suspect", talk.slots(target))


def suspect_of(talk: Talk) -> Seat | None:
    """The suspect that may be named from up there."""
    target: Aim = talk.aim
    named = (target.second if target.feint or target.bus else target.target, target.second)
    return next((seat for seat in named if seat is not None and seat not in talk.mind.partners), None)


def last_words(mind: Mind, tongue: Tongue, dice: Dice) -> dict[str, Any]:
    """What is said before one goes: what one knew, whom one suspects, goodbye; and the thought behind it."""
    talk = Talk(mind, tongue, dice, aim(mind, dice))
    profess(talk, testament(mind))
    talk.add("last_words", talk.slots(), dress=0.15)
    target = suspect_of(talk)
    if target is not None:
        talk.add("last_suspect", talk.slots(target))
        reason(talk, target)
    cleared = [seat for seat in mind.others() if mind.certain.get(seat) == "town"]
    if cleared and mind.team == "town" and has_claimed(mind, mind.role):
        talk.add("last_trust", talk.slots(cleared[-1]))
    if dice.chance(0.5):
        talk.add("last_bye", talk.slots())
    return {"message": said(talk, "So be it."), "thought": thought(talk, "th_last", target)}


def testament(mind: Mind) -> Claiming:
    """What the town must not lose with a power: the role, and all that it has found out and not told yet."""
    if mind.team != "town" or mind.role not in POWERS:
        return Claiming()
    told = {result.about for result in mind.results if result.by == mind.me}
    news = [(seat, mind.certain.get(seat) == "mafia") for seat in mind.investigated if seat not in told]
    role = "" if has_claimed(mind, mind.role) else mind.role
    results = tuple(item for item in news if item[0] in mind.living)
    return Claiming(role, rival_of(mind, mind.role) if role else None, results)


def said(talk: Talk, otherwise: str) -> str:
    return talk.delivered() or otherwise


def thought(talk: Talk, intent: str, about: Seat | None) -> str:
    """The real reasoning of somebody up there."""
    mind = talk.mind
    alone = not any(seat in mind.living for seat in mind.partners)
    kind = "" if mind.team == "town" else "_alone" if alone else "_mafia"
    return Thinking(mind, talk.dice).put(intent + kind, about)
