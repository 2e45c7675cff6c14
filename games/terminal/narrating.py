"""A model that tells a game which `play` plays and nobody stores. Law: it hears what the audience hears, when it has
happened, and nobody at the table hears it; no game waits for it or fails with it. What it does not tell, the house
tells.

It is asked about one moment after the other, while the game goes on: each time it is told what it said before. What it
costs comes out of the game's till.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from games.agents.narrator import Narrator, heard
from games.agents.narrator.asking import (
    CLOSING_TRIES,
    closing_request,
    narration_request,
    read_closing,
    read_narration,
    retort_to,
    speeches_in,
)
from games.agents.players import UnknownPlayer
from games.agents.providers import Ladder, ProviderError, Retort
from games.agents.remote import Ask, Remote, Stopped, Tally, asked_until_answered
from games.engine.events import Event
from games.engine.moderator import Moderator
from games.engine.questions import Illegal
from games.ledger.logs import End
from games.terminal.dialling import Dialler, is_remote
from games.terminal.usage import wrong_usage

HOUSE: Final = ("template", "none")
FORM: Final = "template, none or PROVIDER:MODEL"


def read_teller(text: str, dial: Dialler) -> Remote | None:
    """The model that a command line names as the narrator; None where it names none. Raises CommandError."""
    if text in ("", *HOUSE):
        return None
    if not is_remote(text) or "@" in text:
        raise wrong_usage(f"the narrator is {FORM}, not {text[:80]!r}")
    try:
        return dial(text, 0)
    except UnknownPlayer as error:
        raise wrong_usage(str(error)) from error


class Teller:
    """Tells one game. Belongs to the event loop that the game is played on."""

    def __init__(self, voice: Remote, seed: str, ask: Ask, tally: Tally) -> None:
        self.voice = voice
        self.fault = ""  # why it is not heard any more
        self.unfit = 0  # moments at which it said nothing fit
        self.refused: list[str] = []  # why its summaries could not stand
        self._ask = ask
        self._tally = tally
        self._ladder = Ladder()
        self._house = Narrator(seed)
        self._public: list[Event] = []
        self._names: Sequence[str] = ()
        self._read = 0  # entries of the ledger
        self._waiting: list[int] = []  # moments, by the audience's numbers of their events
        self._told: dict[int, str] = {}
        self._work: asyncio.Task[None] | None = None

    @property
    def author(self) -> str:
        """As whose its words stand in a log."""
        return f"{self.voice.provider}:{self.voice.model}"

    @property
    def rows(self) -> list[dict[str, Any]]:
        """What it said, as a log has it."""
        return [{"after": number, "text": text, "author": self.author} for number, text in self._told.items()]

    def look(self, moderator: Moderator) -> None:
        """Takes note of what has become public, and goes on telling beside the game."""
        self._names = moderator.deal.aliases
        for entry in moderator.ledger[self._read :]:
            if entry.is_public:
                self._public.append(entry.event)
                if self._house.hear(entry.event):
                    self._waiting.append(len(self._public))
        self._read = len(moderator.ledger)
        if self._waiting and not self.fault and (self._work is None or self._work.done()):
            self._work = asyncio.create_task(self._tell())

    async def finish(self, end: End | None) -> None:
        """Waits until everything is told, and sums the game up that ended so."""
        while self._work is not None and not self._work.done():
            await self._work
        if self._waiting and not self.fault:
            await self._tell()
        if end is not None and not self.fault:
            await self._close(end)

    async def stop(self) -> None:
        """Says nothing more, as where the game broke off."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)

    async def _tell(self) -> None:
        while self._waiting:
            moment = self._waiting.pop(0)
            try:
                text = await self._said(moment)
            except (ProviderError, Stopped) as error:
                self.fault = str(error)
                self._waiting.clear()
                return
            except Illegal:
                self.unfit += 1
            else:
                self._told[moment] = text

    async def _said(self, moment: int) -> str:
        """What is said to a moment. Raises Illegal, Stopped, ProviderError."""
        known, said, kinds = self._public[:moment], list(self._told.values()), heard()
        facts = [event for event in known if event.kind in kinds]
        request = narration_request(facts, self._names, said, self.voice.asked)
        reply = await asked_until_answered(self.voice, self._ladder, request, self._ask)
        self._tally.count(self.voice.model, reply)
        return read_narration(reply, (words for event in known for words in speeches_in(event)), said)

    async def _close(self, end: End) -> None:
        """Sums up a game; what the record does not bear out is asked for once again, and then left to the house."""
        speeches = [words for event in self._public for words in speeches_in(event)]
        retorts: tuple[Retort, ...] = ()
        try:
            while len(retorts) < CLOSING_TRIES:
                request = closing_request(end.record, self.voice.asked, retorts)
                reply = await asked_until_answered(self.voice, self._ladder, request, self._ask)
                self._tally.count(self.voice.model, reply)
                try:
                    self._told[end.number] = read_closing(reply, end.record, speeches)
                except Illegal as error:
                    self.refused.append(str(error))
                    retorts = (*retorts, retort_to(reply, str(error)))
                else:
                    return
        except (ProviderError, Stopped) as error:
            self.fault = str(error)

    def __str__(self) -> str:
        told = [f"{self.author} told {len(self._told)} moments"]
        if self.unfit:
            told.append(f"{self.unfit} times its words were not fit")
        if self.refused:
            told.append(f"its summary was refused {len(self.refused)} times ({'; '.join(self.refused)})")
        if self.fault:
            told.append(f"then it was not heard any more: {self.fault}")
        return ", ".join(told)
