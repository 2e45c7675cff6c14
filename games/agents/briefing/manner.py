"""How the players of a ruleset are briefed: what is fixed prose, and what is made of a situation.

A ruleset without a manner of its own is briefed in PLAIN: the rule book, the role, all that was seen, the question.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from games.agents.briefing.place import OF_THE_DEAL, Place, dead, new_at_each, phase
from games.agents.briefing.situation import Situation
from games.agents.briefing.transcript import lines, moderated, noted, told

LEVELS: Final = ("none", "basic", "intermediate", "advanced")
LONGEST_NOTE: Final = 1_000  # characters of an earlier thought that are read back: its end, where it concludes
IN_PUBLIC: Final = (
    "Speak as somebody who wants to find the hidden players, whatever you are. Go by what was said, voted and shown; "
    "name whom you suspect and why; answer what others ask you. Nobody can check what you claim to be, and you cannot "
    "check what others claim. Stay at the table: speak to the others, briefly and in your own voice, never of prompts, "
    "models or programs."
)


def whole_view(situation: Situation, place: Place) -> tuple[str, ...]:
    """All that was seen, with what the player thought at each question."""
    thoughts = {answer.poll: answer.thought for answer in situation.answers if answer.thought}
    texts = []
    before = 0
    for poll, entries in zip(situation.asked, new_at_each(situation.view, situation.asked), strict=True):
        thought = thoughts.get(before)
        news = [told(each.event, place.names) for each in entries if not isinstance(each.event, OF_THE_DEAL)]
        texts.append(lines([noted("you thought", _end(thought)) if thought else "", *news]))
        before = poll
    return tuple(filter(None, texts))


def _end(thought: str) -> str:
    return thought if len(thought) <= LONGEST_NOTE else f"…{thought[-LONGEST_NOTE:]}"


def only_the_phase(situation: Situation, place: Place) -> str:
    """Where things stand when no more is known of the rules than what every ruleset has."""
    began = phase(situation.view)
    return moderated(f"{began}.") if began else ""


def who_lives(situation: Situation, place: Place) -> str:
    """The phase and who lives, in one line."""
    fallen = dead(situation.view)
    living = [name for seat, name in enumerate(place.names) if seat not in fallen]
    return moderated(f"{phase(situation.view)}. Alive ({len(living)}): {', '.join(living)}.")


@dataclass(frozen=True, slots=True, eq=False)
class Manner:
    """What a briefing says in a ruleset besides its rules.

    `public` is told to everybody: how to behave at the table; `secrets` to a role, by its name; `playbook` to a team,
    a line for what each level above "none" adds. `history` gives the texts of what was seen, one for each question at
    which there was something new; `standing` what comes right before the question.
    """

    public: str = IN_PUBLIC
    secrets: Mapping[str, str] = field(default_factory=dict)
    playbook: Mapping[str, str] = field(default_factory=dict)
    history: Callable[[Situation, Place], tuple[str, ...]] = whole_view
    standing: Callable[[Situation, Place], str] = only_the_phase

    def strategy(self, team: str, level: str) -> str:
        """How to play for a team, as far as the level spells it out. Raises ValueError for an unknown level."""
        return "\n".join(self.playbook.get(team, "").splitlines()[: LEVELS.index(level)])


PLAIN: Final = Manner()
