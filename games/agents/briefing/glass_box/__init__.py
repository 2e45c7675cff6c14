"""Glass Box: on the ship what is seen now and in the last ticks, in a meeting its whole transcript, and scratchpads.

Law: nothing else lasts. What was seen eight ticks ago, or said in an earlier meeting, a player knows by its scratchpads
alone. A ghost sees everything and is told what really happened.
"""

from typing import Final

from games.agents.briefing.glass_box import meeting, prose, shift
from games.agents.briefing.manner import Manner
from games.agents.briefing.place import Place
from games.agents.briefing.situation import Situation

SHIFT: Final = "shift"


def history(situation: Situation, place: Place) -> tuple[str, ...]:
    """The meeting question by question; on the ship nothing, for what is seen there is soon forgotten."""
    return () if situation.view[-1].phase == SHIFT else meeting.transcript(situation, place)


def standing(situation: Situation, place: Place) -> str:
    """Scratchpads and what is seen on the ship; in a meeting the end of the transcript."""
    return shift.seen(situation, place) if situation.view[-1].phase == SHIFT else meeting.END


MANNER: Final = Manner(
    public=prose.PUBLIC,
    secrets=prose.SECRETS,
    playbook=prose.PLAYBOOK,
    history=history,
    standing=standing,
)
