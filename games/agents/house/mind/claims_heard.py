"""What a claim is worth to a mind: alone, disputed, against what it knows; and the results that come with it."""

from typing import Final

from games.agents.house.hearing.speeches import Heard
from games.agents.house.mind.memory import Mind
from games.agents.house.mind.records import POWERS, Claim, Result
from games.engine.events import Seat

DISPUTED: Final = 0.35  # what a result counts for whose bringer has a rival


def hear_claims(mind: Mind, speaker: Seat, heard: Heard) -> None:
    for remark in heard.claims:
        if remark.act == "claim":
            hear_claim(mind, speaker, remark.role)
        elif remark.act == "result" and remark.about is not None:
            hear_result(mind, Result(speaker, remark.about, remark.role, mind.day))
        elif remark.act == "guard" and remark.about is not None:
            mind.guards.append(Result(speaker, remark.about, "", mind.day))
        elif remark.act == "shot" and remark.about is not None:
            mind.shots_told.append(Result(speaker, remark.about, "", mind.day))


def hear_claim(mind: Mind, speaker: Seat, role: str) -> None:
    before = mind.claims.get(speaker)
    if before is not None and (before.role == role or role == "town"):
        return
    if before is not None and before.role in POWERS:
        mind.note(speaker, "changed_claim", key=mind.day)
    mind.claims[speaker] = Claim(role, mind.day)
    if role in POWERS:
        mind.claimed_at[speaker] = len(mind.order)
        weigh_claim(mind, speaker, role)
    elif role == "mafioso" and speaker != mind.me:
        mind.note(speaker, "false_claim")


def weigh_claim(mind: Mind, speaker: Seat, role: str) -> None:
    count = mind.cast.get(role, 0)
    shown = [death.seat for death in mind.deaths if death.role == role]
    legacy = [death.seat for death in mind.deaths if death.role is None and mind.presumed(death) == role]
    rivals = [seat for seat, claim in mind.claims.items() if claim.role == role and seat != speaker]
    rivals = [seat for seat in rivals if (death := mind.death_of(seat)) is None or death.role is None]
    if mind.role == role and count == 1 and mind.team == "town":
        mind.note(speaker, "claims_mine")
        mind.certain[speaker] = "mafia"
    elif not mind.level.checks_claims:
        mind.note(speaker, "sole_claim", other=speaker)
    elif len(shown) >= count:
        mind.note(speaker, "false_claim", other=shown[0] if shown else None)
    elif len(shown) + len(legacy) >= count:
        outlive(mind, speaker, legacy[0])
    elif len(shown) + len(rivals) >= count:
        for rival in rivals:
            mind.cases[rival].drop("sole_claim", rival)
            mind.note(rival, "rival_claim", other=speaker)
            discount(mind, rival)
        mind.note(speaker, "rival_claim", other=rivals[0])
        if mind.in_council and any(r.about == speaker and r.is_guilty and r.by in rivals for r in mind.results):
            mind.note(speaker, "cornered_claim", other=rivals[0])
        # What was said against the new claimer before is to be said again, now that there are two stories.
        for other in mind.today:
            mind.cases[speaker].drop("accused_by", other)
    else:
        mind.note(speaker, "sole_claim", other=speaker, scale={"sheriff": 1.0, "doctor": 0.8}.get(role, 0.6))


def outlive(mind: Mind, claimer: Seat, dead: Seat) -> None:
    """Somebody claims what a dead one of the town had claimed, and one of the two must have made it up."""
    mind.cases[claimer].drop("rival_claim", dead)
    mind.note(claimer, "outlived_claim", other=dead)


def discount(mind: Mind, by: Seat) -> None:
    """What a claimer found out counts for less once somebody disputes the claim."""
    for result in mind.results:
        if result.by == by and result.about in mind.living and mind.certain.get(result.about) is None:
            mind.note(result.about, "result" if result.is_guilty else "cleared", other=by, scale=DISPUTED)


def hear_result(mind: Mind, result: Result) -> None:
    speaker, about = result.by, result.about
    known = [each for each in mind.results if each.by == speaker and each.about == about]
    if known and known[-1].is_guilty == result.is_guilty:
        return
    mind.results.append(result)
    claim = mind.claims.get(speaker)
    if claim is None or claim.role not in POWERS:
        mind.claims[speaker] = Claim("sheriff", mind.day)
        weigh_claim(mind, speaker, "sheriff")
    if speaker == mind.me:
        return
    if known:
        mind.note(speaker, "changed_claim", other=about)
    if about == mind.me:
        if result.is_guilty and mind.team == "town":
            mind.note(speaker, "lied_about_me")
            mind.certain[speaker] = "mafia"
        elif not result.is_guilty:
            mind.note(speaker, "truth_about_me")
        return
    death = mind.death_of(about)
    if death is not None and death.team is not None:
        return
    team = mind.certain.get(about)
    if team is not None and mind.team == "town":
        right = (team == "mafia") == result.is_guilty
        mind.note(speaker, "true_result" if right else "false_result", other=about)
        return
    kind = "result" if result.is_guilty else "cleared"
    disputed = any(key[0] == "rival_claim" for key in mind.cases[speaker].grounds)
    mind.note(about, kind, other=speaker, scale=DISPUTED if disputed else mind.credit(speaker))
