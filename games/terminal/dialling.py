"""Players behind a provider as a command line names them: `provider:model` or `persona@provider:model`, with address
and key from the environment."""

from typing import Final

from django.conf import settings

from games.agents.agent import Asked
from games.agents.offline import OfflinePlayer
from games.agents.players import UnknownPlayer
from games.agents.providers import Provider
from games.agents.providers.addresses import PROTOCOLS
from games.agents.remote import Remote
from games.gateway.capabilities import asked_of
from games.gateway.clients import Address, NoLine, address_of, provider_at
from games.hosting.players import NoSuchPlayer, Voice, answerer
from personas.models import LanguageModel, Player
from personas.sheet import ROSTER

FORM: Final = f"PROVIDER:MODEL or PERSONA@PROVIDER:MODEL with one of {', '.join(PROTOCOLS)}"


def is_remote(text: str) -> bool:
    """Whether a text means a player behind a provider, if it means any."""
    return text.strip().rpartition("@")[2].partition(":")[0] in PROTOCOLS


class Dialler:
    """Finds players behind providers; those of one provider share its client."""

    def __init__(self) -> None:
        self._lines: dict[Address, Provider] = {}

    def __call__(self, text: str, place: int) -> Remote | None:
        """The player that a text names, None when it names none behind a provider; `place` lets the characters take
        turns. Raises UnknownPlayer, also for one that cannot be reached from here."""
        if not is_remote(text):
            return None
        persona, at, name = text.strip().rpartition("@")
        provider, _, model = name.partition(":")
        if not model or (at and not persona):
            raise UnknownPlayer(f"a player behind a provider is {FORM}, not {text!r}")
        cast = [sheet for sheet in ROSTER if persona in ("", sheet.slug)]
        if not cast:
            slugs = ", ".join(sheet.slug for sheet in ROSTER)
            raise UnknownPlayer(f"no persona is called {persona!r}; there are: {slugs}")
        try:
            address = address_of(LanguageModel(slug=model[:60], provider=provider, model_name=model))
        except NoLine as error:
            raise UnknownPlayer(f"{name} cannot be asked: {error}") from error
        asked = Asked(model, timeout=float(settings.LEAGUE_CALL_TIMEOUT))
        return Remote(cast[place % len(cast)], provider, model, self._line(address), asked)

    def stored(self, player: Player) -> OfflinePlayer | Remote:
        """Who answers for a stored player. Raises UnknownPlayer for one that cannot be reached from here."""
        try:
            found = answerer(player)
            if not isinstance(found, Voice):
                return found
            model = found.model
            line = self._line(address_of(model))
        except (NoSuchPlayer, NoLine) as error:
            raise UnknownPlayer(f"{player.player_id} cannot be asked: {error}") from error
        sheet = found.character.sheet
        if sheet is None:
            raise UnknownPlayer(f"{player.player_id} cannot be asked: it has no sheet")
        return Remote(sheet, model.provider, model.model_name, line, asked_of(model), model.slug)

    def _line(self, address: Address) -> Provider:
        if address not in self._lines:
            self._lines[address] = provider_at(address)
        return self._lines[address]

    async def close(self) -> None:
        """Gives up all connections."""
        for line in self._lines.values():
            await line.close()
