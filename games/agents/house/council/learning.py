"""What a mind takes in at a council beyond what every game of Mafia has: nominations, ties, defences, plans."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from games.agents.house.hearing.dialect import house_role
from games.agents.house.hearing.speeches import hear
from games.agents.house.mind.memory import Mind
from games.agents.house.mind.words_heard import hear_again
from games.agents.house.settling import settled
from games.engine import events as e
from games.engine.events import Seat
from games.engine.rulesets.council_mafia import CouncilMafia, CouncilMafiaOptions


@lru_cache(maxsize=16)
def cast_of(seats: int) -> dict[str, int]:
    """How many of each role sit at a council of so many, as everybody knows from the rule book."""
    ruleset, options = CouncilMafia(), CouncilMafiaOptions()
    counts: dict[str, int] = {}
    for role in ruleset.cast(seats, options) if seats in ruleset.seats else ():
        counts[house_role(role.name)] = counts.get(house_role(role.name), 0) + 1
    return counts


def sit_in_council(mind: Mind) -> None:
    """No other game begins with a night zero: from here on the mind knows where it sits."""
    mind.in_council = True
    mind.cast = cast_of(len(mind.names))
    mind.rounds_a_day = 1


def on_nominated(mind: Mind, event: e.Nominated) -> None:
    mind.nominated[event.seat] = event.target
    if event.target is None or event.target == event.seat:
        mind.declared.pop(event.seat, None)
    else:
        mind.declared[event.seat] = event.target


def on_nominees(mind: Mind, event: e.Nominees) -> None:
    mind.nominees = event.seats


def on_runoff(mind: Mind, event: e.Runoff) -> None:
    mind.tied = event.seats


def on_defended(mind: Mind, event: e.Defended) -> None:
    mind.spoken.append(event)
    hear_again(mind, event.seat, event.words)


def weigh_council_votes(mind: Mind, votes: Mapping[Seat, Seat | None]) -> None:
    """To wait on the first day is no sign of anything, and a nomination is left for one who stands a better chance."""
    up = mind.tied or mind.nominees
    for voter, target in votes.items():
        named = mind.nominated.get(voter)
        if voter == mind.me or named == voter:
            continue
        if named is not None and target not in (None, named) and named in up:
            mind.note(voter, "left_nominee", other=named, key=mind.day)
        if target is None and mind.day > 1:
            mind.note(voter, "skipped", key=mind.day)


def learn_from_a_save(mind: Mind) -> None:
    """A doctor whose night was quiet knows whom the mafia came for, and that it was none of theirs."""
    ward = mind.protected.get(mind.day)
    if ward is not None and ward != mind.me and ward in mind.living:
        mind.certain[ward] = "town"
        mind.note(ward, "own_cleared")


def lose_unseen(mind: Mind, dead: Seat) -> None:
    """Somebody is lynched and nothing is shown: what this mind makes of it, from how far it believed it."""
    chance = mind.suspected(dead)
    mind.gone = settled(mind.gone + chance)
    if chance < 0.5:
        return
    # Of two who claimed one role the liar is gone, as far as one can tell; whoever is left stands undisputed.
    for result in mind.results:
        if result.by == dead:
            mind.cases[result.about].drop("result", dead)
            mind.cases[result.about].drop("cleared", dead)
    claim = mind.claims.get(dead)
    for seat, other in mind.claims.items():
        if claim is not None and other.role == claim.role and seat in mind.living and seat not in (dead, mind.me):
            mind.cases[seat].drop("rival_claim", dead)
            mind.note(seat, "sole_claim", other=seat)
            restore(mind, seat)


def restore(mind: Mind, by: Seat) -> None:
    """What a claimer found out counts in full again, once nobody disputes the claim any more."""
    for result in mind.results:
        if result.by == by and result.about in mind.living and mind.certain.get(result.about) is None:
            mind.note(result.about, "result" if result.is_guilty else "cleared", other=by, scale=mind.credit(by))


def on_last_words(mind: Mind, event: e.LastWords) -> None:
    mind.spoken.append(event)
    hear_again(mind, event.seat, event.words)


def on_planned(mind: Mind, event: e.Planned) -> None:
    mind.whispered.append(event)
    ours = (*mind.partners, mind.me)
    mind.marked += [seat for seat in hear(event.words, mind.names, event.seat).named if seat not in ours]


HANDLERS: Final[Mapping[type[e.Event], Callable[[Mind, Any], None]]] = {  # Any: each takes its own event
    e.Nominated: on_nominated,
    e.Nominees: on_nominees,
    e.Runoff: on_runoff,
    e.Defended: on_defended,
    e.LastWords: on_last_words,
    e.Planned: on_planned,
}
