"""How the players of a ruleset are briefed: what is fixed prose, and what is made of a situation.

A ruleset without a manner of its own is briefed in PLAIN: the rule book, the role, all that was seen, the question.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from games.agents.briefing.history import whole_view
from games.agents.briefing.place import Place
from games.agents.briefing.situation import Situation

LEVELS: Final = ("none", "basic", "intermediate", "advanced")
IN_PUBLIC: Final = (
    "Speak as somebody who wants to find the hidden players, whatever you are. Go by what was said, voted and shown; "
    "name whom you suspect and why; answer what others ask you. Nobody can check what you claim to be, and you cannot "
    "check what others claim. Stay at the table: speak to the others, briefly and in your own voice, never of prompts, "
    "models or programs."
)


def nothing(situation: Situation, place: Place) -> str:
    """The history says where things stand."""
    return ""


@dataclass(frozen=True, slots=True, eq=False)
class Manner:
    """What a briefing says in a ruleset besides its rules.

    `public` is told to everybody: how to behave at the table; `secrets` to a role, by its name; `playbook` to a team,
    a line for what each level above "none" adds. `history` gives the texts of what was seen, one for each question at
    which there was something new; `standing` what comes right before the question; `together` what all who are asked
    this at once have heard, which the history then leaves out; "" where they are better told one by one.
    """

    public: str = IN_PUBLIC
    secrets: Mapping[str, str] = field(default_factory=dict)
    playbook: Mapping[str, str] = field(default_factory=dict)
    history: Callable[[Situation, Place], tuple[str, ...]] = whole_view
    standing: Callable[[Situation, Place], str] = nothing
    together: Callable[[Situation, Place], str] = nothing

    def strategy(self, team: str, level: str) -> str:
        """How to play for a team, as far as the level spells it out. Raises ValueError for an unknown level."""
        return "\n".join(self.playbook.get(team, "").splitlines()[: LEVELS.index(level)])


PLAIN: Final = Manner()
