"""The house's answers to what is asked only where nobody has a turn."""

from collections.abc import Mapping
from typing import Any

from games.agents.house.deciding.judgement import choose_vote
from games.agents.house.mind.memory import Mind
from games.agents.house.reactive.conspiring import choose_victim, confer
from games.agents.house.reactive.learning import talk_freely
from games.agents.house.reactive.reasons import reason_for
from games.agents.house.reactive.speaking import remark
from games.agents.house.reactive.summing_up import sum_up
from games.agents.house.speaking.thinking import Thinking
from games.agents.house.speaking.wording import Tongue
from games.engine.dice import Dice
from games.engine.questions import Choose, Justify, Question, React, Summarise

Answer = Mapping[str, Any]  # Any: JSON values


def answer(mind: Mind, question: Question[Any], tongue: Tongue, dice: Dice) -> Answer | None:
    """The answer; None for what other games ask as well and the house answers alike."""
    if isinstance(question, Choose) and question.kind == "kill" and mind.talks_freely:
        deed = choose_victim(mind, question.among, dice)
        return {"thought": Thinking(mind, dice).of_kill(deed), "target": deed.target}
    if not isinstance(question, React | Justify | Summarise):
        return None
    talk_freely(mind)
    tongue.dialect = mind.dialect  # who is asked before anybody has spoken learns by the question where they sit
    match question:
        case React(kind="confer"):
            words, thought = confer(mind, tongue, dice)
            return {"thought": thought, **question.write(words)}
        case React():
            words, thought = remark(mind, tongue, dice)
            return {"thought": thought, **question.write(words)}
        case Justify():
            target = choose_vote(mind, question.among, dice)
            reason = reason_for(mind, target, tongue, dice)
            return {"thought": Thinking(mind, dice).of_vote(target), **question.write((target, reason))}
    summary, thought = sum_up(mind, question.most, dice)
    return {"thought": thought, **question.write(summary)}
