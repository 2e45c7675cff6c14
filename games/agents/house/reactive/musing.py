"""What somebody thinks who keeps silent: mostly of what was said last, and of what it is worth to them."""

from typing import Final

from games.agents.house.deciding.judgement import Aim, believed
from games.agents.house.mind.memory import Mind
from games.agents.house.mind.words_heard import PLAIN, Gist, gist
from games.agents.house.speaking.thinking import Thinking
from games.engine.dice import Dice

ASKED_AGAIN: Final = 20  # among so many thoughts one falls by lot, where nothing was said that would count them


def of_silence(mind: Mind, aim: Aim, dice: Dice) -> str:
    """The thought behind saying nothing."""
    thinking = Thinking(mind, dice)
    side = "th" if mind.team == "town" else "mh"
    if mind.since and dice.chance(0.9):
        speaker, heard = mind.since[-1]
        heard_last = gist(mind, speaker, heard)
        thinking.turn = mind.gists[heard_last.kind]  # one more for each such speech, so the same is not thought of two
        more = {"role": heard_last.role} if heard_last.role else {}
        if heard_last.about is not None:
            more["c"] = mind.name(heard_last.about)
        return thinking.put(f"{side}_hears_{_sort(mind, aim, heard_last)}", aim.target, speaker, **more)
    thinking.turn = len(mind.spoken) + dice.below(ASKED_AGAIN)  # a table that is silent is asked again and again
    has_spoken = not mind.since and mind.speeches.get(mind.me)
    return thinking.put(f"{side}_{'spoke_last' if has_spoken else 'silent'}", aim.target)


def _sort(mind: Mind, aim: Aim, heard: Gist) -> str:
    """Which sort of thought a speech gives rise to: the town goes by what it believes, the mafia by whom it hits."""
    about = heard.about
    if heard.kind not in ("against", "vote", "praise") or about is None:
        return heard.kind
    if mind.team == "mafia":
        is_ours = about in mind.partners
        return {"praise": "shelter" if is_ours else "praise"}.get(heard.kind, "danger" if is_ours else "against")
    if heard.kind == "against" and about != aim.target and believed(mind, about) <= PLAIN:
        return "doubt"
    return heard.kind
