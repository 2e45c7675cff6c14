"""How a mind takes in what its seat sees: one kind of event, one function.

What is long stands beside: a speech in words_heard.py and claims_heard.py, a death in deaths_seen.py.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from games.agents.house.council.learning import HANDLERS as COUNCIL
from games.agents.house.council.learning import learn_from_a_save, lose_unseen, sit_in_council, weigh_council_votes
from games.agents.house.hearing.dialect import house_role
from games.agents.house.mind.deaths_seen import bury
from games.agents.house.mind.memory import Mind
from games.agents.house.mind.records import Death
from games.agents.house.mind.suspicion import Case
from games.agents.house.mind.votes_seen import see_votes
from games.agents.house.mind.words_heard import listen
from games.agents.house.reactive.learning import HANDLERS as FREE_TALK
from games.engine import events as e
from games.engine.dice import Dice
from games.engine.rulesets.town_mafia import TownMafia, TownMafiaOptions
from games.engine.table import Entry


def learn(mind: Mind, entry: Entry) -> None:
    """Folds one entry of the view into the mind."""
    mind.forget_sums()
    handler = _HANDLERS.get(type(entry.event))
    if handler is not None:
        handler(mind, entry.event)


@lru_cache(maxsize=64)
def cast_of(seats: int) -> dict[str, int]:
    """How many of each role there are at a table of so many, as everybody knows from the rule book."""
    ruleset, options = TownMafia(), TownMafiaOptions()
    counts: dict[str, int] = {}
    for role in ruleset.cast(seats, options) if seats in ruleset.seats else ():
        counts[role.name] = counts.get(role.name, 0) + 1
    return counts


def on_seated(mind: Mind, event: e.Seated) -> None:
    mind.names = event.aliases
    seats = range(len(mind.names))
    mind.living = list(seats)
    mind.cases = [Case() for _ in seats]
    mind.cast = cast_of(len(seats))
    dice = Dice("gut", mind.sheet.slug, mind.me, *mind.names)
    for seat in seats:
        mind.note(seat, "gut", scale=(dice.below(2001) / 1000 - 1) * mind.temper.gut * mind.level.gut)


def on_dealt(mind: Mind, event: e.Dealt) -> None:
    if event.seat == mind.me:
        mind.role, mind.team = house_role(event.role), event.team


def on_partners(mind: Mind, event: e.Partners) -> None:
    mind.partners = frozenset(event.seats) - {mind.me}


def on_phase(mind: Mind, event: e.PhaseBegan) -> None:
    mind.phase = event.name
    if event.name == "night" and event.number == 0:
        sit_in_council(mind)
    if event.name == "night":
        if mind.order and not mind.in_council:
            mind.rounds_a_day = max(mind.speeches.values())
        mind.plots, mind.conferred, mind.is_late = [], [], False
        # In a council night 1 follows day 1; the house counts a night to the day that follows.
        mind.day = event.number + mind.in_council
        mind.nominees, mind.nominated, mind.tied = (), {}, ()
        mind.today, mind.accused, mind.declared, mind.speeches, mind.order = {}, {}, {}, {}, []
        mind.asked_today, mind.toward_me, mind.since = {}, [], []
        mind.spoke_at, mind.claimed_at = {}, {}
    else:
        mind.day = event.number


def on_plotted(mind: Mind, event: e.Plotted) -> None:
    mind.plots.append(event)
    mind.whispered.append(event)


def on_targeted(mind: Mind, event: e.Targeted) -> None:
    mind.target = event.target
    mind.targets[mind.day] = event.target


def on_protected(mind: Mind, event: e.Protected) -> None:
    mind.protected[mind.day] = event.target


def on_investigated(mind: Mind, event: e.Investigated) -> None:
    shown = house_role(event.role) if event.role else event.team
    mind.investigated[event.target] = shown
    mind.checked_on[mind.day] = event.target
    mind.certain[event.target] = event.team
    mind.note(event.target, "own_result" if event.team == "mafia" else "own_cleared")


def on_shot(mind: Mind, event: e.Shot) -> None:
    if event.target is not None:
        mind.shot[mind.day] = event.target


def on_quiet_night(mind: Mind, event: e.QuietNight) -> None:
    mind.quiet_nights.add(mind.day)
    if mind.in_council:
        learn_from_a_save(mind)


def on_pressed(mind: Mind, event: e.Pressed) -> None:
    mind.pressed = True


def on_died(mind: Mind, event: e.Died) -> None:
    team, role = event.team, house_role(event.role) if event.role else None
    if mind.in_council and role is None:
        team = "town"  # the mafia can kill nobody of their own; which role it was stays what the dead had claimed
    bury(mind, Death(event.seat, role, team, mind.day, by_night=True))


def on_voted(mind: Mind, event: e.Voted) -> None:
    if mind.in_council:
        mind.votes[mind.day] = dict(event.votes)
        weigh_council_votes(mind, mind.votes[mind.day])
        return
    see_votes(mind, dict(event.votes))


def on_lynched(mind: Mind, event: e.Lynched) -> None:
    mind.lynched[mind.day] = event.seat
    if event.team is None:
        lose_unseen(mind, event.seat)
    role = house_role(event.role) if event.role else None
    bury(mind, Death(event.seat, role, event.team, mind.day, by_night=False))


def on_not_lynched(mind: Mind, event: e.NotLynched) -> None:
    mind.lynched[mind.day] = None
    mind.unlynched[mind.day] = event.reason


_HANDLERS: Final[dict[type[e.Event], Callable[[Mind, Any], None]]] = {  # Any: each takes its own event
    e.Seated: on_seated,
    e.Dealt: on_dealt,
    e.Partners: on_partners,
    e.PhaseBegan: on_phase,
    e.Plotted: on_plotted,
    e.Targeted: on_targeted,
    e.Protected: on_protected,
    e.Investigated: on_investigated,
    e.Shot: on_shot,
    e.Pressed: on_pressed,
    e.QuietNight: on_quiet_night,
    e.Died: on_died,
    e.Said: listen,
    e.Voted: on_voted,
    e.Lynched: on_lynched,
    e.NotLynched: on_not_lynched,
    **FREE_TALK,
    **COUNCIL,
}
