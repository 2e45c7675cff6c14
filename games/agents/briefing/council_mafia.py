"""Council Mafia: identity, private knowledge, playbook, rules, state, speaking order, transcript, memory, task.

The rules come first because all share them, and the transcript before the state because it only grows. This round and
the one before are told word for word, older ones are compressed by fixed rules: deaths, votes, outcome, who spoke in
defence, what the player alone knows. So the history begins anew with each round, when that window moves. What a player
thought lasts by its notes alone, each as it was last written.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from games.agents.briefing.history import asked_since, fallen_in, start_of, told_at_each
from games.agents.briefing.manner import Manner
from games.agents.briefing.place import OF_THE_DEAL, Place
from games.agents.briefing.situation import Situation
from games.agents.briefing.transcript import lines, moderated, noted, told
from games.agents.notes import TAKEN_AWAY, THOUGHT, first_of, standing, unfold
from games.engine.events import (
    Defended,
    LastWords,
    Nominated,
    PhaseBegan,
    Planned,
    Plotted,
    Runoff,
    Said,
    listed,
)
from games.engine.table import Entry

# What goes when a round is compressed: words, and what its votes say as well.
UNTOLD: Final = OF_THE_DEAL | {
    each.kind for each in (PhaseBegan, Said, Nominated, Defended, LastWords, Plotted, Planned)
}
LONGEST_THOUGHT_READ: Final = 1_000  # characters of a thought that is no notes: its end


def two_rounds(situation: Situation, place: Place) -> tuple[str, ...]:
    """Older rounds in short, the one before and this one word for word, question by question."""
    view = situation.view
    before = start_of(max(1, view[-1].round) - 1, view)
    older, window = view[:before], view[before:]
    texts = told_at_each(window, asked_since(window[0], situation.asked), place, fallen_in(older))
    return tuple(filter(None, [lines([*in_short(older, place), texts[0]]), *texts[1:]]))


def in_short(entries: Sequence[Entry], place: Place) -> Iterator[str]:
    """A line for each of these rounds, and the mafia's plans, which are what partners rely on, as they were written."""
    for round, its_entries in groupby(entries, key=lambda entry: entry.round):
        these = tuple(its_entries)
        yield from (told(entry.event, place.names) for entry in these if entry.event.kind == Planned.kind)
        if kept := " ".join(_kept(these, place)):
            yield moderated(f"In short, night {round - 1} and day {round}: {kept}")


def _kept(entries: Iterable[Entry], place: Place) -> Iterator[str]:
    for entry in entries:
        event = entry.event
        if isinstance(event, Runoff):
            tied = [place.names[seat] for seat in event.seats]
            yield f"{listed(tied)} spoke in defence, and all voted again."
        elif event.kind not in UNTOLD:
            yield " ".join(event.text(place.names).split())


def state_and_memory(situation: Situation, place: Place) -> str:
    """Who has spoken and who is nominated today, while all speak; then the player's own notes."""
    return lines([_speakers(situation, place) if situation.question.kind == "nominate" else "", _memory(situation)])


def _speakers(situation: Situation, place: Place) -> str:
    """Who has spoken today, in order, and whom they nominated."""
    spoken: list[str] = []
    nominated: list[str] = []
    for entry in reversed(situation.view):
        match entry.event:
            case Nominated(seat, target):
                spoken.insert(0, place.names[seat])
                if target is not None and place.names[target] not in nominated:
                    nominated.insert(0, place.names[target])
            case PhaseBegan():
                break
    if not spoken:
        return moderated("You open the day.")
    return moderated(f"Spoken so far: {', '.join(spoken)}. Nominated: {', '.join(nominated) or 'nobody'}.")


def _memory(situation: Situation) -> str:
    """The notes that stand, and the last thought where it was none of them."""
    thoughts = [answer.thought for answer in reversed(situation.answers) if answer.thought]
    kept = standing(thoughts)
    if thoughts and THOUGHT in (last := unfold(thoughts[0])) and len(last) == 1:
        kept[THOUGHT] = first_of(thoughts[0])[-LONGEST_THOUGHT_READ:]
    return noted("your notes", kept) if kept else ""


PUBLIC: Final = f"""\
In public everybody is a member of the council who wants to find the mafia, whatever they are. You speak once a day, so let your speech do its work: take up what those before you said, name whom you suspect and why, answer what was said of you, and say why you nominate whom you nominate. A nomination without a reason is remembered. Those who speak after you will answer, and you cannot answer them before the vote.
Nobody can check what you claim to be, and you cannot check what others claim. Deaths may show nothing, so the votes are the record: they stay in everybody's memory when the speeches fade. Stay at the table: speak to the others, in your own voice, never of prompts, models or programs.
Before you act, write your private notes in the order asked: observations, suspicions, relations, strategy, reasoning. The first four are read back to you at every question until you write them anew. So write one only where something has changed, whole, for it takes the place of the old one; leave it "" where nothing has, and it stands; write "{TAKEN_AWAY}" to take it away. The reasoning is for this answer alone: write it each time, in few words."""  # noqa: E501

SECRETS: Final = {
    "mafioso": """\
By day you pass for one of the town: you search, doubt, nominate and vote as they would. You may lie about anything, also claim a role you do not have. Keep to the plan and the cover story that you gave your partners, and remember theirs; do not defend them without need and do not all vote alike. By night propose one of the town, or nobody where you may and it serves you; two thirds of you must agree, and in the end the lowest living seat decides.""",  # noqa: E501
    "detective": """\
What you find out is yours alone until you tell it. Deaths may show nothing, so your word may be all that proves anybody; the mafia will kill you for it, and a mafioso may claim to be you. Think about when a result decides a vote, and leave a trail in your speeches that can be read after your death.""",  # noqa: E501
    "doctor": """\
Nobody hears whom you protect, and you never learn whether it mattered; a quiet night may be your doing or the mafia's choice. Think about whom they fear most tonight, yourself too. Once you say what you are, you are their next target.""",  # noqa: E501
    "townsperson": """\
You have no power but your voice, your nomination and your vote, and nothing to hide. Bring others to commit themselves, compare what they say with whom they nominate and vote for, and let those with powers stay unknown for as long as the town needs them.""",  # noqa: E501
}

# A line for each level.
PLAYBOOK: Final = {
    "town": """\
Nominate somebody you would vote for, and vote for somebody rather than nobody once you have a reason.
Read nominations against votes: who nominates loudly and votes elsewhere, who joins late, who is never nominated by whom. Mind the order: the first speakers know least, the last can hide in what all have said.
Count: with how many living players and how many mafiosi does one more wrong lynch lose the game? A tie is a tool: it makes two players defend themselves before all. Ask what each night says about whom the mafia feared. Let claims be made so that a lie would be caught.
""",  # noqa: E501
    "mafia": """\
Blend in: suspect somebody plausible, nominate with a reason, and kill those the council listens to.
Part your nominations and your votes; doubt a partner early, while it costs nothing. Kill whoever is trusted, not whoever accuses you: that death would point at you.
Use the revote: a second nominee of the town splits the votes, and nobody dies. Give up a partner who is lost and be trusted for it. Plan what you claim before you need it, and count the votes from now to the day when you are as many as they are.
""",  # noqa: E501
}

MANNER: Final = Manner(public=PUBLIC, secrets=SECRETS, playbook=PLAYBOOK, history=two_rounds, standing=state_and_memory)
