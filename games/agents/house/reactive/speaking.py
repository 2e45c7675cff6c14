"""When to speak where nobody has a turn, and what to say: one thing at a time, and silence when there is nothing.

First whoever is accused or asked answers; then a claim that cannot wait; the news, if nobody has told it; then one's
own suspect with a reason, once; a word about what others said; and at the end of the day a vote. What has been said is
not said again.
"""

from collections.abc import Callable
from typing import Final

from games.agents.house.deciding.claiming import NOTHING, Claiming, plan_claim
from games.agents.house.deciding.judgement import aim, holds_back
from games.agents.house.mind.memory import Mind
from games.agents.house.mind.records import POWERS
from games.agents.house.reactive.musing import of_silence
from games.agents.house.speaking.answering import is_against, react, respond
from games.agents.house.speaking.arguing import ask, call_vote, changed_mind, reason, verdict
from games.agents.house.speaking.opening import tell_news
from games.agents.house.speaking.professing import profess
from games.agents.house.speaking.speech import decorate, pledge
from games.agents.house.speaking.talk import Talk
from games.agents.house.speaking.thinking import Thinking
from games.agents.house.speaking.wording import Tongue
from games.engine.dice import Dice

Part = Callable[[Talk, Claiming], None]
ENOUGH: Final = 7  # messages of one player in a day, after which only what is said to them brings them to speak


def remark(mind: Mind, tongue: Tongue, dice: Dice) -> tuple[str | None, str]:
    """The words said to everyone, or None for silence; and the thought behind either."""
    talk = Talk(mind, tongue, dice, aim(mind, dice))
    claiming = plan_claim(mind, talk.aim, dice) if powers_may_be(mind) else NOTHING
    parts: tuple[Part, ...] = (answer_them, claim, begin, befriend, name_suspect, weigh_in, vote, draw_out)
    if not mind.since and not talk.is_first:
        # Who spoke last has nothing to add to their own words but a vote that they have not announced.
        parts = () if mind.me in mind.declared else (vote,)
    for part in parts:
        part(talk, claiming)
        if talk.sentences:
            break
    if not talk.sentences:
        return None, of_silence(mind, talk.aim, dice)
    if len(talk.sentences) == 1:
        decorate(talk, 1)
    thought = Thinking(mind, dice).of_speech(talk.aim, talk.mood, talk.by, claiming.role)
    return talk.delivered(), thought


def powers_may_be(mind: Mind) -> bool:
    """Whether this table may have a doctor or a detective, as far as one has heard."""
    seen = {death.role for death in mind.deaths} | {claim.role for claim in mind.claims.values()} | {mind.role}
    return bool(mind.quiet_nights) or not seen.isdisjoint(POWERS)


def says_much(mind: Mind) -> bool:
    return mind.speeches.get(mind.me, 0) >= ENOUGH


# --- what a message may be for, the most urgent first ---


def answer_them(talk: Talk, claiming: Claiming) -> None:
    """Answers what was said to me; who only repeats an old accusation is not answered for ever."""
    mind = talk.mind
    heard = [each for each in mind.toward_me if each.speaker in mind.living]
    if not heard or (says_much(mind) and not any(is_against(each.remark) for each in heard)):
        return
    answered = mind.speeches.get(mind.me, 0)
    if answered > 2 and not talk.dice.chance(2.2 / answered):
        return
    respond(talk, claims=bool(claiming.role))
    if talk.sentences and claiming.role:
        profess(talk, claiming)


def claim(talk: Talk, claiming: Claiming) -> None:
    """Says what one is, or what the night showed."""
    profess(talk, claiming)


def begin(talk: Talk, claiming: Claiming) -> None:
    """Tells the news while it is news."""
    mind, dice = talk.mind, talk.dice
    before = len(mind.order)
    if not talk.is_first or before >= 3 or not dice.chance((0.85, 0.4, 0.2)[before]):
        return
    if mind.day == 1 and dice.chance(0.4):
        talk.add_line("greet")
    else:
        tell_news(talk)
    if dice.chance(0.4):
        ask(talk)


def befriend(talk: Talk, claiming: Claiming) -> None:
    """Says early whom one stands by, if that is one's way; not on the first day, when it would rest on nothing."""
    if talk.is_first and talk.mind.day > 1:
        pledge(talk)


def name_suspect(talk: Talk, claiming: Claiming) -> None:
    """Says whom one suspects, once a day or when one has changed one's mind, with a reason."""
    mind, dice, target = talk.mind, talk.dice, talk.aim.target
    own = mind.today.get(mind.me, {})
    if target is None or own.get(target, 0.0) > 0.2 or says_much(mind):
        return
    named_before = any(value > 0.2 for value in own.values())
    if named_before and changed_mind(talk, target) is None:
        return
    # On the first day the first words are easily too many: who knows nothing waits for somebody to talk.
    share = 0.35 + 0.5 * mind.temper.boldness if mind.day == 1 and not named_before else 0.9
    if not dice.chance(share):
        return
    if dice.chance(0.5):
        reason(talk, target)
        verdict(talk, target)
    else:
        verdict(talk, target)
        reason(talk, target)


def weigh_in(talk: Talk, claiming: Claiming) -> None:
    """A word about what somebody said of somebody else."""
    if not says_much(talk.mind) and talk.dice.chance(0.6):
        react(talk)


def vote(talk: Talk, claiming: Claiming) -> None:
    """Says whom one votes for, once the day has had its talk."""
    mind, target = talk.mind, talk.aim.target
    if target is None or len(mind.order) < len(mind.living) or mind.declared.get(mind.me) == target:
        return
    if mind.me in mind.declared and not talk.dice.chance(0.5):
        return
    if holds_back(mind, talk.aim.chance):
        if mind.is_late and talk.dice.chance(0.4):
            talk.add("vote_none", talk.slots() | talk.stance)
    else:
        call_vote(talk, target)


def draw_out(talk: Talk, claiming: Claiming) -> None:
    """Asks somebody, rather than let the table fall silent early in the day."""
    mind = talk.mind
    if not mind.is_late and not says_much(mind) and talk.dice.chance(0.25):
        ask(talk)
