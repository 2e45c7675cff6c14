"""Verbs with their record: what is done to a row from outside is an act in the transaction that does it. Law: it is
kept here for every table of verbs alike; a look that changes nothing is an act, too.

The table of what is done to a game is the games' own (games.directing.verbs).
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Model, QuerySet

from games.directing.verbs import Directed, Given, Verb, carry_out
from games.hosting.making import WrongGame
from games.models import Account, Game, KillSwitch
from league.access.acts import Actor, record_act, recorded


def do_recorded(
    *,
    verb: Verb[Any, Actor, Any],  # Any: of whichever table
    row: Model,
    by: Actor,
    now: datetime,
    given: Any,  # Any: what that table's verbs are given
    rows: Iterable[Model | QuerySet[Any]],
) -> str | None:
    """Does a verb to a row and records what became of these rows; returns what the verb does. What it raises undoes
    all."""
    if verb.keeps_acts:
        return verb.do(row, by, now, given)
    with recorded(by=by, verb=verb.name, rows=rows, reason=given.reason):
        return verb.do(row, by, now, given)


def direct_game(*, verb: Directed, game: Game, by: Actor, now: datetime, given: Given) -> str:
    """Does a verb to a game and records it; returns what came of it, in a sentence. Raises WrongGame; nothing is
    changed then."""
    if verb.is_look:  # it takes as long as the game has answers: nobody waits for it with the game's row locked
        told = carry_out(verb=verb, game=game, by=by.name, now=now, given=given)
        record_act(by=by, verb=verb.name, row=game, reason=given.reason, after={"told": told})
        return told
    with recorded(by=by, verb=verb.name, rows=[game], reason=given.reason):
        return carry_out(verb=verb, game=game, by=by.name, now=now, given=given)


def switch_calls(
    *, verb: Verb[Account | KillSwitch, str, Given], row: Account | KillSwitch, by: Actor, now: datetime, given: Given
) -> str:
    """Stops calls or allows them again, all or those of an account, and records it; returns what came of it. Raises
    WrongGame, also for want of a reason."""
    reason = Verb.reason_in(given.reason)
    if verb.wants and not reason:
        raise WrongGame(Verb.want_of_reason, "reason")
    with recorded(by=by, verb=f"{verb.name} calls", rows=[row], reason=reason):
        return verb.do(row, by.name, now, Given(reason)) or ""


def the_switch() -> KillSwitch:
    """The one row of the kill switch, made where nobody has thrown it yet."""
    return KillSwitch.objects.get_or_create(pk=1)[0]
