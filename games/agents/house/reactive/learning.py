"""What a mind takes in where players talk freely: messages as they come, the mafia's too, and votes with reasons.

Nobody is heard for the manner of one short message, for many make a speech; who was silent all day is seen at the vote.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from games.agents.house.hearing.speeches import hear
from games.agents.house.mind.memory import Mind
from games.agents.house.mind.records import POWERS
from games.agents.house.mind.suspicion import KINDS
from games.agents.house.mind.votes_seen import see_votes
from games.agents.house.mind.words_heard import listen
from games.agents.house.settling import settled
from games.agents.house.tempers import TEMPERS
from games.engine import events as e
from games.engine.events import Seat
from games.engine.rulesets.reactive_mafia import ReactiveMafia

LATE: Final = 1.6  # messages for each living player after which a day is about to end
# What weighs otherwise than in suspicion.py, fitted to games of free talk: nobody here has a power, so the mafia kill
# whoever is after them, and the fingers of the dead say more than anything else.
WEIGHTS: Final[Mapping[str, float]] = {
    "dead_finger": 1.5,
    "hunted": 1.2,
    "pushed_town": 0.7,
    "hanged_town": -0.3,
    "hit_mafia": -0.7,
    "spared_mafia": 0.1,
    "target_of_mafia": -0.9,
    "skipped": -0.3,
    "echo": -0.6,
    "ringleader": -0.2,
    "gut": 0.5,
}


@lru_cache(maxsize=16)
def cast_of(seats: int) -> dict[str, int]:
    """How many of each role there are at a table of so many, as everybody knows from the rule book."""
    ruleset = ReactiveMafia()
    counts: dict[str, int] = {}
    if seats in ruleset.seats:
        for role in ruleset.cast(seats, ruleset.options_from({}, seats)):
            counts[role.name] = counts.get(role.name, 0) + 1
    return counts


@lru_cache(maxsize=16)
def weights_of(temper: str) -> dict[str, float]:
    """What each kind of ground weighs for a temper where nobody has a turn."""
    return {
        kind: WEIGHTS.get(kind, weight) * TEMPERS[temper].weight(family) for kind, (weight, family) in KINDS.items()
    }


def talk_freely(mind: Mind) -> None:
    """No other game is played like this: from here on the mind knows where it sits. Told again, it changes nothing."""
    if mind.talks_freely:
        return
    mind.talks_freely = True
    mind.weights = weights_of(mind.temper.name)
    mind.cast = dict(cast_of(len(mind.names)))
    if mind.partners:
        mind.cast["mafioso"] = 1 + len(mind.partners)
    if mind.role in POWERS:
        mind.cast[mind.role] = 1


def on_remarked(mind: Mind, event: e.Remarked) -> None:
    talk_freely(mind)
    listen(mind, event)
    mind.is_late = len(mind.order) >= settled(LATE * len(mind.living))


def on_conferred(mind: Mind, event: e.Conferred) -> None:
    talk_freely(mind)
    mind.conferred.append(event)
    proposal = proposed(mind, event.seat, event.words)
    plot = e.Plotted(event.seat, event.words, proposal)
    mind.whispered.append(plot)
    if proposal is not None:
        mind.plots.append(plot)


def proposed(mind: Mind, speaker: Seat, words: str) -> Seat | None:
    """Whom a mafioso's message would kill: the first living player of the town whom it names."""
    heard = hear(words, mind.names, speaker)
    town = [seat for seat in heard.named if seat in mind.living and seat not in (mind.me, *mind.partners)]
    return town[0] if town else None


def on_kill_voted(mind: Mind, event: e.KillVoted) -> None:
    talk_freely(mind)


def on_voted_why(mind: Mind, event: e.VotedWhy) -> None:
    talk_freely(mind)
    see_votes(mind, {vote.seat: vote.target for vote in event.votes})
    for voter, _, reason in event.votes:
        if reason:
            mind.spoken.append(e.Said(voter, reason))
        if voter == mind.me:
            continue
        if not mind.speeches.get(voter):
            mind.note(voter, "quiet", key=mind.day)
        elif not any(value > 0 for value in mind.today.get(voter, {}).values()):
            mind.note(voter, "no_name", key=mind.day)


HANDLERS: Final[Mapping[type[e.Event], Callable[[Mind, Any], None]]] = {  # Any: each takes its own event
    e.Remarked: on_remarked,
    e.Conferred: on_conferred,
    e.KillVoted: on_kill_voted,
    e.VotedWhy: on_voted_why,
}
