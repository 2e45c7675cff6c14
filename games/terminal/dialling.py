"""Players behind a provider as a command line names them: `provider:model` or `persona@provider:model`, with address
and key from the environment."""

from typing import Any, Final
from urllib.parse import parse_qsl

from django.core.exceptions import ValidationError
from django.db.models import Field, FloatField

from games.agents.offline import OfflinePlayer
from games.agents.players import UnknownPlayer
from games.agents.providers import Provider
from games.agents.providers.addresses import WORDS, protocols_meant
from games.agents.remote import Remote
from games.gateway.capabilities import asked_of
from games.gateway.clients import Address, NoLine, address_of, provider_at
from games.gateway.players import NoSuchPlayer, Voice, answerer
from games.ledger.asked import way_told
from personas.models import LanguageModel, Player
from personas.parameters import unfit_parameters
from personas.sheet import FIRST_TWELVE, ROSTER
from personas.versions import COLUMNS, asked_now

FORM: Final = (
    f"PROVIDER:MODEL or PERSONA@PROVIDER:MODEL with one of {', '.join(WORDS)}, and behind it how it is asked "
    "besides, as in ?effort=low&most_tokens=8000"
)
BESIDES: Final = ("effort", "most_tokens", "temperature", "top_p", "seed", "verbosity", "service_tier", "context_size")


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
        cast = [sheet for sheet in ROSTER if sheet.slug == persona] if at else FIRST_TWELVE
        if not cast:
            slugs = ", ".join(sheet.slug for sheet in ROSTER)
            raise UnknownPlayer(f"no persona is called {persona!r}; there are: {slugs}")
        row = LanguageModel(slug=model[:60], provider=provider, model_name=model)
        _set_besides(row, besides)
        try:
            line = self._line(address_of(row))
        except NoLine as error:
            raise UnknownPlayer(f"{name} cannot be asked: {error}") from error
        return Remote(cast[place % len(cast)], provider, model, line, asked_of(row), way=way_told(asked_now(row)))

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
        way = way_told(asked_now(model))
        return Remote(sheet, model.provider, model.model_name, line, asked_of(model), model.slug, way)

    def _line(self, address: Address) -> Provider:
        if address not in self._lines:
            self._lines[address] = provider_at(address)
        return self._lines[address]

    async def close(self) -> None:
        """Gives up all connections."""
        for line in self._lines.values():
            await line.close()


def _set_besides(row: LanguageModel, text: str) -> None:
    """Has a model asked as it stands behind a question mark. Raises UnknownPlayer, which says what is wrong."""
    pairs = parse_qsl(text, keep_blank_values=True) if text else []
    given = dict(pairs)
    if len(given) < len(pairs):
        raise UnknownPlayer(f"each of what stands behind ? is said once, not as in {text[:80]!r}")
    if not given.keys() <= set(BESIDES) or "&".join(f"{name}={value}" for name, value in given.items()) != text:
        raise UnknownPlayer(
            f"behind ? stand {', '.join(BESIDES)}, as in ?effort=low&most_tokens=8000; not {text[:80]!r}"
        )
    for name, value in given.items():
        field = COLUMNS[name]
        try:
            setattr(row, name, field.clean(value, row))
        except ValidationError as error:
            raise UnknownPlayer(f"{name} cannot be {value[:40]!r}: {_wanted(field)}") from error
        if value == "":
            raise UnknownPlayer(f"{name} cannot be empty: {_wanted(field)}")
    if wrong := dict(unfit_parameters(row)):
        name, why = next(iter(wrong.items()))
        raise UnknownPlayer(f"{name} cannot be {given.get(name, '')[:40]!r}: {why[0].lower()}{why[1:].rstrip('.')}")


def _wanted(field: "Field[Any, Any]") -> str:
    """What a parameter is to be."""
    if field.choices:
        return f"one of {', '.join(str(value) for value, _ in field.flatchoices if value)}"
    return "a number" if isinstance(field, FloatField) else "a whole number"
