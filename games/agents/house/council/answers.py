"""The house's answers to what a council asks in its own way; what is left out here it answers as anywhere else."""

from typing import Any

from games.agents.house.council import voting
from games.agents.house.council.planning import plan, propose
from games.agents.house.council.speaking import address
from games.agents.house.council.standing import defend, last_words
from games.agents.house.deciding.nights import choose_kill, choose_suspect, choose_ward
from games.agents.house.hearing.dialect import said_in
from games.agents.house.mind.memory import Mind
from games.agents.house.speaking.thinking import Thinking
from games.agents.house.speaking.wording import Tongue
from games.engine.dice import Dice
from games.engine.questions import Choose, Nominate, Propose, Question, Speak

Answer = dict[str, Any]  # Any: JSON values


def answer(mind: Mind, question: Question[Any], tongue: Tongue, dice: Dice) -> Answer | None:
    """The answer with its thought, in a council's words; None for a question that no council asks."""
    answered = _answer(mind, question, tongue, dice)
    return answered and answered | {"thought": said_in(mind.dialect, answered["thought"])}


def _answer(mind: Mind, question: Question[Any], tongue: Tongue, dice: Dice) -> Answer | None:
    thinking = Thinking(mind, dice)
    match question:
        case Nominate():
            return address(mind, question.among, tongue, dice)
        case Choose(kind="vote" | "runoff"):
            target = voting.choose(mind, question.among, dice)
            return {"thought": voting.thought(mind, target, thinking), "target": target}
        case Speak(kind="defend"):
            return defend(mind, tongue, dice)
        case Speak(kind="last_words"):
            return last_words(mind, tongue, dice)
        case Speak(kind="plan"):
            return plan(mind, tongue, dice)
        case Propose():
            return propose(mind, question.among, dice)
        case Choose(kind="kill"):
            deed = choose_kill(mind, question.among, dice)
            return {"thought": thinking.of_kill(deed), "target": deed.target}
        case Choose(kind="protect"):
            deed = choose_ward(mind, question.among, dice)
            return {"thought": thinking.of_ward(deed), "target": deed.target}
        case Choose(kind="investigate"):
            deed = choose_suspect(mind, question.among, dice)
            return {"thought": thinking.of_suspect(deed), "target": deed.target}
    return None
