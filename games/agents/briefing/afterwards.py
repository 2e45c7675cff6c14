"""What a player is told when its game is over and it is asked what it learned: what was true, what it had believed, and
which signs it had seen of whom. Law: it saw all of it itself, or everybody was told at the end; no words of others are
in it."""

from collections.abc import Iterator

from games.agents.briefing.place import Place
from games.agents.briefing.situation import Situation
from games.agents.briefing.transcript import moderated
from games.agents.signs import SIGNS, sightings
from games.engine.events import Ended, Revealed, Seat


def looking_back(situation: Situation, place: Place) -> str:
    """The text before the question."""
    roles = _roles(situation)
    lines = [
        *_result(situation, place),
        *_beliefs(situation, place, roles),
        *_signs(situation, place, roles),
    ]
    return "\n".join(map(moderated, lines))


def _roles(situation: Situation) -> tuple[str, ...]:
    revealed = (entry.event.roles for entry in situation.view if isinstance(entry.event, Revealed))
    return next(revealed, ())


def _result(situation: Situation, place: Place) -> Iterator[str]:
    winners = [entry.event.winner for entry in situation.view if isinstance(entry.event, Ended)]
    if winners and place.team:
        came = "It was a draw" if winners[0] == "draw" else "You won" if winners[0] == place.team else "You lost"
        yield f"{came} as {place.role}."


def _beliefs(situation: Situation, place: Place, roles: tuple[str, ...]) -> Iterator[str]:
    """What it last believed of each, beside what each was."""
    believed: dict[Seat, int] = {}
    for answer in situation.answers:
        believed.update(answer.disclosed.beliefs)
    told = [f"{place.names[seat]} {chance} ({_was(roles, seat)})" for seat, chance in sorted(believed.items())]
    if told:
        yield f"What you last believed, as the chance in a hundred to be hidden, and what they were: {', '.join(told)}."


def _signs(situation: Situation, place: Place, roles: tuple[str, ...]) -> Iterator[str]:
    """The signs that it saw, each with those who showed it."""
    found: dict[str, list[Seat]] = {}
    for seen in sightings(situation.view, situation.seat, situation.ruleset, situation.options, place.names):
        found.setdefault(seen.sign, []).append(seen.about)
    for sign, seats in sorted(found.items()):
        who = ", ".join(
            "you" if seat == situation.seat else f"{place.names[seat]} ({_was(roles, seat)})"
            for seat in sorted(set(seats))
        )
        yield f"{sign}, {SIGNS[sign].told}: {who}."


def _was(roles: tuple[str, ...], seat: Seat) -> str:
    return roles[seat] if seat < len(roles) else "unknown"
