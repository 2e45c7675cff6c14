"""How a speaker begins the day: a greeting, and what the night or the last vote left behind."""

from games.agents.house.speaking.talk import Talk
from games.agents.house.speaking.wording import number
from games.engine.events import Seat

News = tuple[str, dict[str, str], Seat | None]  # intent, slots, whom it is about


def open_day(talk: Talk, *, in_haste: bool) -> None:
    """Greets and tells the news; the later one speaks, the less there is left to tell."""
    mind, dice = talk.mind, talk.dice
    before = len(mind.order)
    if not in_haste and mind.day == 1:
        if dice.chance(0.5):
            talk.add_line("greet")
    elif not in_haste and dice.chance(0.2):
        talk.add_line("dawn")
    share = 0.95 if before == 0 else 0.55 if before < 3 else 0.2
    if dice.chance(share * (0.4 if in_haste else 1.0)):
        tell_news(talk)


def tell_news(talk: Talk) -> None:
    """One piece of news, the freshest or the one that hurts."""
    mind, dice = talk.mind, talk.dice
    news = [of_night(talk)]
    if mind.day > 1:
        news.append(of_vote(talk))
    intent, slots, whom = dice.pick(news)
    talk.add(intent, slots, dress=0.3)
    if whom is None:
        return
    if intent == "hanged_town" and mind.votes.get(mind.day - 1, {}).get(mind.me) == whom:
        if dice.chance(0.6):
            talk.add("own_mistake", talk.slots(b=whom))
    elif intent.startswith("night_town") and mind.day > 1 and dice.chance(0.3):
        talk.add_line("mourn", whom)
    elif intent == "hanged_mafia" and dice.chance(0.35):
        talk.add_line("triumph", whom)


def of_night(talk: Talk) -> News:
    """Who died in the night, or that nobody did."""
    mind = talk.mind
    dead = [death for death in mind.deaths if death.by_night and death.day == mind.day]
    if not dead:
        return "night_quiet", talk.slots(), None
    if len(dead) == 2 and all(talk.role_of(death) for death in dead):
        one, two = dead
        slots = talk.slots(b=one.seat, c=two.seat, r=talk.role_of(one), r2=talk.role_of(two))
        alike = slots["r"] == slots["r2"] == "a villager"
        return "night_two_villagers" if alike else "night_two", slots, None
    death = dead[0]
    slots = talk.slots(b=death.seat, r=talk.role_of(death))
    if mind.in_council and death.role is None:
        return "night_silent", slots, death.seat
    if death.team is None:
        return "night_unknown", slots, death.seat
    if death.team == "mafia":
        return "night_mafia", slots, death.seat
    early = mind.day == 1 and talk.dice.chance(0.7)
    return "night_town_first" if early else "night_town", slots, death.seat


def of_vote(talk: Talk) -> News:
    """Whom yesterday's vote hanged, or that it hanged nobody."""
    mind = talk.mind
    day = mind.day - 1
    fallen = mind.lynched.get(day)
    death = None if fallen is None else mind.death_of(fallen)
    if fallen is None and mind.unlynched.get(day) == "no nominee":
        return "no_lynch_idle", talk.slots() | talk.days(day), None
    if fallen is None or death is None:
        return "no_lynch_tie" if mind.unlynched.get(day) == "tie" else "no_lynch", talk.slots() | talk.days(day), None
    votes = sum(target == fallen for target in mind.votes.get(day, {}).values())
    slots = talk.slots(b=fallen, n=number(votes), r=talk.role_of(death)) | talk.days(day)
    if death.team is None:
        return "hanged_silent" if mind.in_council else "hanged_unknown", slots, fallen
    return "hanged_mafia" if death.team == "mafia" else "hanged_town", slots, fallen
