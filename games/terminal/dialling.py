"""Players behind a provider as a command line names them: `provider:model` or `persona@provider:model`, with address
and key from the environment."""

from typing import Any, Final
from urllib.parse import parse_qsl

from django.conf import settings

from games.agents.agent import Asked
from games.agents.offline import OfflinePlayer
from games.agents.players import UnknownPlayer
from games.agents.providers import Provider
from games.agents.providers.addresses import WORDS, protocols_meant
from games.agents.remote import Remote
from games.agents.room import room_for
from games.gateway.capabilities import asked_of
from games.gateway.clients import Address, NoLine, address_of, provider_at
from games.gateway.players import NoSuchPlayer, Voice, answerer
from personas.models import Effort, LanguageModel, Player
from personas.sheet import ROSTER

FORM: Final = (
    f"PROVIDER:MODEL or PERSONA@PROVIDER:MODEL with one of {', '.join(WORDS)}, and behind it how it is asked "
    "besides, as in ?effort=low&most_tokens=8000"
)
BESIDES: Final = ("effort", "most_tokens", "temperature")
EFFORTS: Final = tuple(each.value for each in Effort)
LEAST_ROOM, MOST_ROOM = 100, 1_000_000  # tokens


def is_remote(text: str) -> bool:
    """Whether a text means a player behind a provider, if it means any."""
    return bool(protocols_of(text))


def protocols_of(text: str) -> tuple[str, ...]:
    """The protocols that a player behind a provider may be asked in, first the one in which a new model is; none for
    what names no such player."""
    return protocols_meant(text.strip().rpartition("@")[2].partition(":")[0])


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
        name, _, besides = name.partition("?")
        provider, model = protocols_of(text)[0], name.partition(":")[2]
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
        asked = Asked(model, timeout=float(settings.LEAGUE_CALL_TIMEOUT), **_besides(besides, model))
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


def _besides(text: str, model: str) -> dict[str, Any]:
    """How else a model is to be asked, as it stands behind a question mark. Raises UnknownPlayer."""
    given = dict(parse_qsl(text, keep_blank_values=True)) if text else {}
    wrong = UnknownPlayer(
        f"behind ? stand {', '.join(BESIDES)}, as in ?effort=low&most_tokens=8000: efforts are {', '.join(EFFORTS)}, "
        f"tokens from {LEAST_ROOM} to {MOST_ROOM}, a temperature is from 0 to 2; not {text[:80]!r}"
    )
    if not given.keys() <= set(BESIDES) or "&".join(f"{name}={value}" for name, value in given.items()) != text:
        raise wrong
    try:
        effort, most = given.get("effort", ""), int(given["most_tokens"]) if "most_tokens" in given else None
        temperature = float(given["temperature"]) if "temperature" in given else None
    except ValueError as error:
        raise wrong from error
    is_right = (
        (effort in EFFORTS or "effort" not in given)
        and (most is None or LEAST_ROOM <= most <= MOST_ROOM)
        and (temperature is None or 0 <= temperature <= 2)
    )
    if not is_right:
        raise wrong
    return {"room": room_for(model, effort, most=most), "effort": effort, "temperature": temperature}
