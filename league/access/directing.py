"""What an operator does to a game, with its record: the table is the games' (games.directing.verbs), the acts are kept
here. Law: what is done to a game is an act in the transaction that does it; a look that changes nothing is one, too.
"""

from datetime import datetime

from games.directing.verbs import Given, Verb, carry_out
from games.models import Game
from league.access.acts import Actor, record_act, recorded


def direct_game(*, verb: Verb, game: Game, by: Actor, now: datetime, given: Given) -> str:
    """Does a verb to a game and records it; returns what came of it, in a sentence. Raises WrongGame; nothing is
    changed then."""
    if verb.is_look:  # it takes as long as the game has answers: nobody waits for it with the game's row locked
        told = carry_out(verb=verb, game=game, by=by.name, now=now, given=given)
        record_act(by=by, verb=verb.name, row=game, reason=given.reason, after={"told": told})
        return told
    with recorded(by=by, verb=verb.name, rows=[game], reason=given.reason):
        return carry_out(verb=verb, game=game, by=by.name, now=now, given=given)
