"""A speech: what is worth saying now, in which order, in whose voice; and the thought behind it.

First the news of the night and of the vote, then what cannot wait (an accusation to answer, a question, a claim), then
others' words, then one's own case with the reasons that really count, and at the end a vote or a question.
"""

from games.agents.house.deciding.claiming import plan_claim
from games.agents.house.deciding.judgement import aim, trusted
from games.agents.house.mind.memory import Mind
from games.agents.house.speaking.answering import react, respond
from games.agents.house.speaking.arguing import close, make_case
from games.agents.house.speaking.opening import open_day
from games.agents.house.speaking.professing import profess
from games.agents.house.speaking.talk import Talk
from games.agents.house.speaking.thinking import Thinking
from games.agents.house.speaking.wording import Tongue, number
from games.engine.dice import Dice


def speech(mind: Mind, tongue: Tongue, dice: Dice) -> tuple[str, str]:
    """The words said to everyone, and the thought behind them."""
    talk = Talk(mind, tongue, dice, aim(mind, dice))
    claiming = plan_claim(mind, talk.aim, dice)
    room = round(mind.temper.length + dice.below(3) - 1)
    if talk.is_first:
        open_day(talk, in_haste=bool(claiming.role) or bool(mind.toward_me))
    if talk.is_first:
        pledge(talk)
    respond(talk, claims=bool(claiming.role))
    if talk.mood == "accused":
        room += round(2 * mind.temper.nerves)
    profess(talk, claiming)
    if not talk.has_verdict and len(talk.sentences) <= room:
        react(talk)
    make_case(talk, room)
    close(talk, room)
    decorate(talk, room)
    if not talk.sentences:
        talk.add("idle")
    thought = Thinking(mind, dice).of_speech(talk.aim, talk.mood, talk.by, claiming.role)
    return talk.delivered() or last_resort(mind), thought


def pledge(talk: Talk) -> None:
    """A loyal character says whom it stands by before there is any need to."""
    mind = talk.mind
    if not talk.dice.chance((0.8 if mind.day == 1 else 0.4) * mind.temper.loyalty):
        return
    friend = trusted(mind)
    if friend is not None and friend != talk.aim.target and talk.add("pledge", talk.slots(friend)):
        talk.praised.append(friend)


def decorate(talk: Talk, room: int) -> None:
    """Now and then a phrase that is the character's own, before or after everything else."""
    if len(talk.sentences) > room or not talk.dice.chance(0.3 * talk.mind.temper.asides):
        return
    if (phrase := talk.tongue.phrase()) is not None:
        talk.sentences.insert(talk.dice.below(2) * len(talk.sentences), phrase)


def last_resort(mind: Mind) -> str:
    """Something new can always be counted: nobody else speaks for the same time on the same day by the same name."""
    place = number(mind.speeches.get(mind.me, 0) + 1)
    return f"Speech {place} of {mind.name(mind.me)} on day {mind.day}, and I have nothing to add to it."
