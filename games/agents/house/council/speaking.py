"""A council speech: as anywhere else, but that it ends in a nomination and everybody has only the one."""

from typing import Any

from games.agents.house.council.voting import Target, choose_nominee, hears
from games.agents.house.deciding.claiming import plan_claim
from games.agents.house.deciding.judgement import aim, trusted
from games.agents.house.mind.memory import Mind
from games.agents.house.speaking.answering import react, respond
from games.agents.house.speaking.arguing import make_case, reason
from games.agents.house.speaking.opening import open_day
from games.agents.house.speaking.professing import profess
from games.agents.house.speaking.speech import decorate, last_resort, pledge
from games.agents.house.speaking.talk import Talk
from games.agents.house.speaking.thinking import Thinking
from games.agents.house.speaking.wording import Tongue
from games.engine.dice import Dice
from games.engine.events import Seat


def address(mind: Mind, among: tuple[Target, ...], tongue: Tongue, dice: Dice) -> dict[str, Any]:
    """The words said to everyone, the nomination and the thought behind both."""
    talk = Talk(mind, tongue, dice, aim(mind, dice))
    claiming = plan_claim(mind, talk.aim, dice)
    room = round(mind.temper.length + dice.below(3))
    if mind.day > 1:
        open_day(talk, in_haste=bool(claiming.role) or bool(mind.toward_me))
    elif dice.chance(0.4):
        talk.add_line("greet")
    pledge(talk)
    respond(talk, claims=bool(claiming.role))
    if talk.mood == "accused":
        room += round(2 * mind.temper.nerves)
    profess(talk, claiming)
    if not talk.has_verdict and len(talk.sentences) <= room:
        react(talk)
    make_case(talk, room)
    target = choose_nominee(mind, talk.aim, _open_to(talk, among), dice)
    fill(talk, room, target)
    if target not in (None, mind.me, talk.aim.target):
        reason(talk, target)
    nominate(talk, target)
    decorate(talk, room)
    thought = thought_of(talk, target, claiming.role)
    return {"message": talk.delivered() or last_resort(mind), "target": target, "thought": thought}


def _open_to(talk: Talk, among: tuple[Target, ...]) -> tuple[Target, ...]:
    """Whom the speech may end in nominating: nobody for whom it has just spoken, as far as there is somebody else."""
    rest = tuple(seat for seat in among if seat not in talk.praised and seat not in talk.spared)
    return rest if set(rest) - {talk.mind.me} else among


def fill(talk: Talk, room: int, target: Target) -> None:
    """What there is room for besides: something to begin with, another reason, or a word for a friend."""
    if len(talk.sentences) < 2 and talk.mind.day == 1 and len(talk.mind.order) < 3:
        talk.add("start", talk.slots(), dress=0.25)
    if len(talk.sentences) < room and target is not None and target == talk.aim.target and talk.dice.chance(0.6):
        reason(talk, target)
    friend = trusted(talk.mind)
    if len(talk.sentences) < room and friend not in (None, target, *talk.praised) and talk.dice.chance(0.35):
        talk.add("trust", talk.slots(friend))


def nominate(talk: Talk, target: Target) -> None:
    """Says whom the speech nominates: to be heard, where nothing would be lost if nobody went and little is known; else
    rather than its suspect, where that is another, alone, after somebody, or against the crowd."""
    mind, dice = talk.mind, talk.dice
    if target is None:
        talk.add("nominate_none", talk.slots() | talk.stance)
        return
    if target == mind.me:
        talk.add("nominate_self", talk.slots())
        return
    suspect = talk.aim.target
    if suspect not in (None, target) and talk.has_verdict and talk.add("nominate_rather", talk.slots(target, suspect)):
        return
    if hears(mind, target) and talk.add("nominate_hear", talk.slots(target)):
        return
    named = {seat: whom for seat, whom in mind.nominated.items() if whom is not None and seat in mind.living}
    before = [seat for seat, whom in named.items() if whom == target != seat]
    crowd = most_named([whom for whom in named.values() if whom not in (None, mind.me)])
    if crowd == target:
        crowd = None  # then nobody goes another way than most
    if before and dice.chance(0.5) and talk.add("nominate_join", talk.slots(target, before[-1])):
        return
    if crowd is not None and dice.chance(0.5) and talk.add("nominate_break", talk.slots(target, crowd)):
        return
    talk.add("nominate_call", talk.slots(target), dress=0.3)


def most_named(named: list[Seat]) -> Seat | None:
    """Whom at least two have nominated, and most."""
    most = max(sorted(set(named)), key=named.count, default=None)
    return most if most is not None and named.count(most) > 1 else None


def thought_of(talk: Talk, target: Target, role: str) -> str:
    """What is really behind the speech."""
    mind, thinking = talk.mind, Thinking(talk.mind, talk.dice)
    if target is None and talk.mood == "suspect":
        return thinking.put("th_nominate_nobody_mafia" if mind.team == "mafia" else "th_nominate_nobody")
    return thinking.of_speech(talk.aim, talk.mood, talk.by, role)
