"""What a death shows: whose words and votes about the dead were right, and what the dead had said themselves."""

from games.agents.house.mind.claims_heard import outlive
from games.agents.house.mind.memory import Mind
from games.agents.house.mind.records import POWERS, Death


def bury(mind: Mind, death: Death) -> None:
    dead = death.seat
    mind.living.remove(dead)
    mind.pressed = False
    mind.deaths.append(death)
    if death.team is None:
        return
    mind.certain[dead] = death.team
    is_mafia = death.team == "mafia"
    if is_mafia:
        # To have run after a mafioso, or first or last, is nothing to hold against anybody.
        for case in mind.cases:
            for kind in ("ringleader", "echo", "turncoat"):
                case.drop(kind, dead)
    weigh_words_about(mind, death, is_mafia=is_mafia)
    weigh_votes_about(mind, death, is_mafia=is_mafia)
    weigh_words_of(mind, death, is_mafia=is_mafia)
    if mind.level.checks_claims:
        weigh_claims_after(mind, death)


def weigh_words_about(mind: Mind, death: Death, *, is_mafia: bool) -> None:
    dead = death.seat
    # Where nobody has a power, whom the night takes is one whom the mafia quarrelled with.
    pushed = "hunted" if death.by_night and mind.talks_freely else "pushed_town"
    for stance in mind.stances:
        if stance.about != dead or stance.speaker == mind.me:
            continue
        against = stance.value > 0
        kind = (
            ("named_mafia" if against else "shielded_mafia") if is_mafia else (pushed if against else "stood_by_town")
        )
        mind.note(stance.speaker, kind, other=dead, scale=abs(stance.value), day=stance.day, sentence=stance.sentence)


def weigh_votes_about(mind: Mind, death: Death, *, is_mafia: bool) -> None:
    dead = death.seat
    for day, votes in mind.votes.items():
        fell = mind.lynched.get(day, dead) == dead or day == mind.day
        for voter, target in votes.items():
            if target == dead:
                kind = "hit_mafia" if is_mafia else "hanged_town"
                mind.note(voter, kind, other=dead, scale=1.0 if fell else 0.6, key=day, day=day)
            elif is_mafia and fell and voter != dead and not death.by_night and day == death.day:
                mind.note(voter, "spared_mafia", other=dead, key=day)
            if voter == dead and is_mafia and target is not None:
                mind.note(target, "target_of_mafia", other=dead, key=day, day=day)


def weigh_words_of(mind: Mind, death: Death, *, is_mafia: bool) -> None:
    dead = death.seat
    for stance in mind.stances:
        if stance.speaker != dead or stance.about not in mind.living:
            continue
        if is_mafia:
            mind.cases[stance.about].drop("accused_by", dead)
            mind.cases[stance.about].drop("trusted_by", dead)
            kind = "target_of_mafia" if stance.value > 0 else "buddy"
            mind.note(stance.about, kind, other=dead, scale=0.6 if stance.value > 0 else 1.0, day=stance.day)
        elif death.by_night and stance.value > (0.2 if mind.talks_freely else 0.5) and stance.day >= mind.day - 1:
            mind.note(stance.about, "dead_finger", other=dead, day=stance.day, sentence=stance.sentence)


def weigh_claims_after(mind: Mind, death: Death) -> None:
    dead, role = death.seat, death.role
    if role is None and death.team == "town":
        weigh_legacy_of(mind, death)
        return
    for result in mind.results:
        if result.by == dead:
            mind.cases[result.about].drop("result", dead)
            mind.cases[result.about].drop("cleared", dead)
            if role == "sheriff":
                team = "mafia" if result.is_guilty else "town"
                if mind.team == "town" and result.about != mind.me:
                    mind.certain[result.about] = team
                mind.note(result.about, "proven_guilty" if result.is_guilty else "proven_clear", other=dead)
        elif result.about == dead and result.by in mind.living:
            right = (death.team == "mafia") == result.is_guilty
            mind.note(result.by, "true_result" if right else "false_result", other=dead)
    if role in POWERS and mind.cast.get(role, 0) == 1:
        for seat, claim in mind.claims.items():
            if claim.role == role and seat in mind.living and seat != dead:
                mind.note(seat, "false_claim", other=dead)
                for result in mind.results:
                    if result.by == seat:
                        mind.cases[result.about].drop("result", seat)
                        mind.cases[result.about].drop("cleared", seat)
    elif role is not None and (told := mind.claims.get(dead)) and told.role in POWERS and told.role != role:
        for seat, other in mind.claims.items():
            if other.role == told.role and seat in mind.living:
                mind.cases[seat].drop("rival_claim", dead)
                mind.note(seat, "sole_claim", other=seat)


def weigh_legacy_of(mind: Mind, death: Death) -> None:
    """What one of the town leaves behind whose role nobody was shown: claims, which the town seldom make up."""
    dead, claim = death.seat, mind.claims.get(death.seat)
    told = None if claim is None else claim.role
    is_mine = told == mind.role and mind.team == "town" and mind.cast.get(mind.role, 0) == 1
    for result in mind.results:
        if result.by == dead:
            mind.cases[result.about].drop("result", dead)
            mind.cases[result.about].drop("cleared", dead)
            if told == "sheriff" and not is_mine:
                mind.note(result.about, "bequeathed_guilt" if result.is_guilty else "bequeathed_trust", other=dead)
        elif result.about == dead and result.by in mind.living:
            mind.note(result.by, "false_result" if result.is_guilty else "true_result", other=dead)
    if told not in POWERS or mind.cast.get(told, 0) != 1 or is_mine:
        return
    for seat, other in mind.claims.items():
        if other.role == told and seat in mind.living:
            outlive(mind, seat, dead)
            for result in mind.results:
                if result.by == seat:
                    mind.cases[result.about].drop("result", seat)
                    mind.cases[result.about].drop("cleared", seat)
