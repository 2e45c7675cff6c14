"""Reactive Mafia: what never changes, own summaries of past rounds, all that was heard this round, the question.

Law: a player remembers a past round by its own summary alone, and sums a round up from what is fixed and from this
round only, what it thought last in it among that. So the history begins anew with each round, and for the summary once
more. A thought is read back once, before the next question: told where it was thought it would be sent again with each
question to come, and a dozen of them cost as much as the rules do.
"""

from collections.abc import Iterator
from typing import Final

from games.agents.briefing.history import (
    asked_since,
    end_of,
    fallen_in,
    heard,
    start_of,
    thoughts_before,
    told_at_each,
)
from games.agents.briefing.manner import Manner
from games.agents.briefing.place import Place
from games.agents.briefing.situation import Situation
from games.agents.briefing.transcript import lines, moderated, noted

SUMMARY: Final = "summary"
LONGEST_THOUGHT_READ: Final = 400  # characters of a thought, its end
LEAST_TOGETHER: Final = 1_500  # characters from which on it is cheaper to tell a round before the character
THIS_ROUND: Final = moderated("What everybody heard in this round:")
BESIDES: Final = moderated("What you heard in this round, and not everybody did:")


def this_round(situation: Situation, place: Place) -> tuple[str, ...]:
    """The summaries of the rounds before, then what was heard in this round, question by question."""
    if situation.question.kind == SUMMARY and everybody_heard(situation, place):
        return tuple(filter(None, [lines(_heard_besides(situation, place))]))
    start = start_of(max(1, situation.view[-1].round), situation.view)
    view = situation.view[start:]
    texts = told_at_each(view, asked_since(view[0], situation.asked), place, fallen_in(situation.view[:start]))
    past = "" if situation.question.kind == SUMMARY else _summaries(situation)
    return tuple(filter(None, [lines([past, texts[0]]), *texts[1:]]))


def everybody_heard(situation: Situation, place: Place) -> str:
    """For a summary: what all who sum this round up have heard in it; "" where that is little."""
    if situation.question.kind != SUMMARY or not _summaries(situation):
        return ""
    start = start_of(max(1, situation.view[-1].round), situation.view)
    public = (entry for entry in situation.view[start:] if entry.is_public)
    text = lines([THIS_ROUND, *heard(public, place, fallen_in(situation.view[:start]))])
    return text if len(text) >= LEAST_TOGETHER else ""


def _heard_besides(situation: Situation, place: Place) -> Iterator[str]:
    """What the player heard in this round that not everybody did."""
    start = start_of(max(1, situation.view[-1].round), situation.view)
    told = list(heard((entry for entry in situation.view[start:] if not entry.is_public), place))
    if told:
        yield BESIDES
        yield from told


def _summaries(situation: Situation) -> str:
    kept = [answer.answer for answer in situation.answers if answer.kind == SUMMARY]
    return lines(noted(f"your summary of round {number}", summary) for number, summary in enumerate(kept, 1))


def last_thought(situation: Situation, place: Place) -> str:
    """What the player thought at its last question, where that was in this round."""
    start = start_of(max(1, situation.view[-1].round), situation.view)
    polls = asked_since(situation.view[start], situation.asked)
    thought = thoughts_before(polls, situation.answers)[-1]
    return noted("you thought", end_of(thought, LONGEST_THOUGHT_READ)) if thought else ""


PUBLIC: Final = """\
Say something that moves the talk on or answer [SILENT]: silence costs nothing, and where all talk at every chance nobody is heard. Speak when you are accused, when words or votes do not fit, when you have something new, or when nobody dares to begin; in one to three sentences, to somebody by name where you can: who is named is asked next.
In public everybody wants to find the mafia, whatever they are. Give reasons from what was said, voted and shown. Nobody can check what you claim to be, nor you what others claim. Speak to the others, in your own voice, never of prompts, models or programs.
What you think, also in silence, is read back to you at your next question in the round. When the round ends its words are gone, and your summary stays: who said what that you may need, who voted for whom, what you have claimed, what you mean to do."""  # noqa: E501

SECRETS: Final = {
    "mafioso": """\
By day you pass for one of the town: you search, doubt and vote as they would. You may lie about anything. Do not fall silent and do not answer everything. If you have partners, one whom you never doubt and never name gives you both away, and what you say to each other by night nobody else hears. Write down in your summaries what was agreed, whom you have killed and what each of you has claimed; nobody else ever reads them.""",  # noqa: E501
    "doctor": """\
Nobody hears whom you protect, and you never learn whether it mattered. Note in your summaries whom you protected. Once you say what you are, the mafia know whom to kill next.""",  # noqa: E501
    "detective": """\
What you find out is yours alone until you tell it, and next round you know it by your summary alone: write down each result. Told too early it costs you your life, told too late it is lost with you.""",  # noqa: E501
    "villager": """\
You have no power but your voice and your vote, and nothing to hide. Bring the quiet ones to speak by naming them, and compare what is said with how they vote.""",  # noqa: E501
}

# A line for each level.
PLAYBOOK: Final = {
    "town": """\
Ask one player one question at a time; an answer that dodges it is worth noting.
Watch who speaks only when named, who joins the last accusation, and who votes otherwise than they talked. Give your reason with your vote: all read it.
Count the living against the mafia there can be before each vote. Ask what the dead of the night had said the day before. Keep in your summaries the votes of all rounds, so that a pattern can show.
""",  # noqa: E501
    "mafia": """\
Blend in: speak about as often as others do, suspect somebody plausible, and kill those whom others follow.
Let others begin an accusation and join it second; part your votes; doubt a partner early, when it costs nothing. Give a reason for each vote that would stand if your victim turned out innocent.
Use the clock: a question to somebody else fills the floor while your own name is forgotten. Give up a partner who is lost and be trusted for it. Kill so that the dead's quarrels point at somebody of the town.
""",  # noqa: E501
}

MANNER: Final = Manner(
    public=PUBLIC,
    secrets=SECRETS,
    playbook=PLAYBOOK,
    history=this_round,
    standing=last_thought,
    together=everybody_heard,
)
