"""Models that write the characters that they will play in a game that `play` plays. Law: a character is written before
anything is dealt, by who is told neither the game nor a role, and nothing of it changes afterwards.

They write one after the other, so that each knows the names that are taken. What that takes is counted and paid like
the game.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.core.management import CommandError

from games.agents.author import is_spent, persona_request, read_persona, retort_to
from games.agents.offline import OfflinePlayer
from games.agents.providers import Ladder, ProviderError, Retort
from games.agents.remote import Remote, Stopped, Tally, asked_until_answered
from games.engine.events import Seat
from games.engine.questions import Illegal
from games.terminal.dialling import Dialler, is_remote
from games.terminal.tills import Till
from games.terminal.usage import wrong_usage
from personas.sheet import Sheet


def writers_in(texts: Sequence[str]) -> list[Seat]:
    """The seats, by what a command line says of each, whose models write their characters: those that name none. Raises
    CommandError where there are none."""
    seats = [seat for seat, text in enumerate(texts) if is_remote(text) and "@" not in text]
    if not seats:
        raise wrong_usage("nobody at this table writes a character: name a PROVIDER:MODEL without a PERSONA@")
    return seats


def with_written(
    players: Sequence[OfflinePlayer | Remote], texts: Sequence[str], till: Till, tally: Tally
) -> list[OfflinePlayer | Remote]:
    """The players, those with characters of their own whose models write them. Raises CommandError."""
    seats = writers_in(texts)
    table = list(players)
    kept = [player.sheet.name for seat, player in enumerate(players) if seat not in seats and player.sheet]

    async def write() -> None:
        dial, ladder = Dialler(), Ladder()  # a line belongs to the loop that it is used on, and the game has its own
        try:
            for seat in seats:
                voice, player = dial(texts[seat], 0), table[seat]
                if voice is not None and isinstance(player, Remote):
                    sheet = await _written(voice, [*kept, *_names(table, seats, seat)], ladder, till, tally)
                    table[seat] = replace(player, sheet=sheet)
        finally:
            await dial.close()

    try:
        asyncio.run(write())
    except (ProviderError, Stopped, Illegal) as error:
        raise CommandError(f"no persona was written, and nothing dealt: {error}") from error
    return table


def _names(table: Sequence[OfflinePlayer | Remote], seats: Sequence[Seat], until: Seat) -> Iterator[str]:
    """What was written so far."""
    for seat in seats:
        sheet = table[seat].sheet
        if seat < until and sheet is not None:
            yield sheet.name


async def _written(voice: Remote, taken: Sequence[str], ladder: Ladder, till: Till, tally: Tally) -> Sheet:
    """What a model writes. Raises Illegal after so many tries that could not stand, Stopped, ProviderError."""
    retorts: tuple[Retort, ...] = ()
    while True:
        request = persona_request(voice.asked, taken, retorts)
        reply = await asked_until_answered(voice, ladder, request, till.ask)
        tally.count(voice.model, reply)
        try:
            return read_persona(reply, taken)
        except Illegal as error:
            retorts = (*retorts, retort_to(reply, str(error)))
            if is_spent(retorts):
                raise
