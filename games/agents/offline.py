"""Players that need no provider, and a whole game between them.

Law: an offline player is a pure function of its sheet, what its seat has seen, the question and the dice of that
question. So neither a restart nor a batch can change what it says, and a game between them follows from its seed.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast

from games.agents.keeper import forget_game
from games.agents.played import Played, played_in
from games.engine.dice import Dice
from games.engine.disclosing import Disclosure
from games.engine.events import Seat
from games.engine.garbage import no_search_for_cycles
from games.engine.moderator import Moderator
from games.engine.questions import Question
from games.engine.table import Entry
from personas.sheet import Sheet


class OfflinePlayer(Protocol):
    """Answers questions without leaving the process.

    `provider` and `model` are what a stored model row says ("house" and a temper, "uniform" and "uniform").
    """

    @property
    def sheet(self) -> Sheet | None: ...

    @property
    def provider(self) -> str: ...

    @property
    def model(self) -> str: ...

    def reply(
        self, seat: Seat, question: Question[Any], view: Sequence[Entry], dice: Dice, played: Played
    ) -> Mapping[str, Any]:
        """The answer, with its thought, of the player in this seat who has seen `view`; always legal."""
        ...


class Discloser(Protocol):
    """An offline player who also says what it believes and what it claims."""

    def disclose(
        self, seat: Seat, question: Question[Any], view: Sequence[Entry], answer: Mapping[str, Any], played: Played
    ) -> Disclosure:
        """What stands beside its answer."""
        ...


def answer_pending(
    moderator: Moderator, players: Sequence[OfflinePlayer] | Mapping[Seat, OfflinePlayer], seat: Seat
) -> None:
    """Lets the player in a seat answer its pending question, with what stands beside that. Raises Illegal, which from
    an offline player is ours."""
    question, view, played = moderator.pending[seat], moderator.table.views[seat], played_in(moderator)
    player = players[seat]
    answer = player.reply(seat, question, view, Dice.keyed(moderator.seed, moderator.key(seat)), played)
    # Not by isinstance: to hold an object against a protocol takes longer than what it then says.
    if moderator.ruleset.discloses(question.kind) and hasattr(player, "disclose"):
        discloser = cast("Discloser", player)
        answer = {**answer, "disclosed": discloser.disclose(seat, question, view, answer, played)}
    moderator.answer(seat, answer)


def play_whole(moderator: Moderator, players: Sequence[OfflinePlayer]) -> Moderator:
    """Plays the game to its end as play_out() does, with what stands beside its answers; returns the moderator."""
    with no_search_for_cycles(nor_after=True):
        while moderator.pending:
            for seat in tuple(moderator.pending):
                answer_pending(moderator, players, seat)
        forget_game(moderator.ledger)
    return moderator


def play_out(moderator: Moderator, players: Sequence[OfflinePlayer]) -> Moderator:
    """Plays the game to its end, the player of each seat answering, and nothing beside; returns the moderator."""
    seed, views, played = moderator.seed, moderator.table.views, played_in(moderator)
    with no_search_for_cycles(nor_after=True):
        while moderator.pending:
            for seat, question in tuple(moderator.pending.items()):  # as answer_pending() does, at a call less
                dice = Dice.keyed(seed, moderator.key(seat))
                moderator.answer(seat, players[seat].reply(seat, question, views[seat], dice, played))
        forget_game(moderator.ledger)
    return moderator
