"""Saying a claim aloud, true or false: the role, the results that go with it, a protection, a shot."""

from games.agents.house.deciding.claiming import Claiming
from games.agents.house.mind.records import POWERS
from games.agents.house.speaking.talk import Talk


def profess(talk: Talk, claiming: Claiming) -> None:
    """Adds what this speech claims, if anything."""
    mind, role, against = talk.mind, claiming.role, claiming.against
    if role:
        talk.mood, talk.by = "claim" if mind.team == "town" else "fake", against or talk.by
        if against is not None and role in POWERS:
            talk.add(f"counter_{role}", talk.slots(b=against))
            talk.has_verdict = True
            talk.aim_at(against)
        else:
            talk.add(f"claim_{role}")
    for seat, is_guilty in claiming.results:
        talk.add("result_guilty" if is_guilty else "result_clear", talk.slots(seat))
        if not is_guilty:
            talk.praised.append(seat)
            if talk.aim.target == seat and talk.aim.second is not None:
                talk.aim_at(talk.aim.second)  # whoever was just cleared is not doubted in the same breath
        else:
            talk.has_verdict = True
            talk.aim_at(seat)
    if claiming.guarded is not None:
        nights = [night for night, ward in mind.protected.items() if ward == claiming.guarded]
        is_invented = mind.team == "mafia"
        quiet = mind.day in mind.quiet_nights if is_invented else any(night in mind.quiet_nights for night in nights)
        talk.add("guarded_quiet" if quiet else "guarded", talk.slots(claiming.guarded))
    if claiming.shot is not None:
        death = mind.death_of(claiming.shot)
        if death is not None and death.team is not None:
            intent = "shot_mafia" if death.team == "mafia" else "shot_town"
            talk.add(intent, talk.slots(claiming.shot, r=talk.role_of(death)))
    elif claiming.unspent:
        talk.add("shot_none")
