"""The versions of a persona's sheet, and of how a model is asked: writing adds one, nothing is ever changed or lost.

Law: a persona's own sheet is its newest version, and `Persona.version` says its number; whoever writes the one writes
the other in the same statement, here. A seat keeps the number that it sat down with, so a sheet that is edited changes
no running game and no past table.

How a model is asked becomes a version when somebody first sits down with it: an edit that no game has seen is none. A
key is no part of it, nor how many calls there may be at once, nor what was learnt of the model from its refusals.

Players sit down as they are now, or as they were when somebody pinned them: then no edit reaches them, but only whoever
has pinned them.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import Max

from personas.models import LanguageModel, ModelVersion, Persona, Player, SheetVersion

FIRST: Final = 1
NOT_RECORDED: Final = 0  # of seats from before there were versions: they are played by the first
# The columns of a model's row that say which model is asked, and how; in this order people are told them.
WHO: Final = ("provider", "model_name", "base_url")
HOW: Final = (
    *("most_tokens", "temperature", "top_p", "seed", "effort", "verbosity", "service_tier", "extra_body"),
    *("context_size",),
)
EMPTY: Final[tuple[Any, ...]] = ("", None, {})
COLUMNS: Final = {field.name: field for field in LanguageModel._meta.concrete_fields}
TRIES: Final = 10  # to write a version while others write more of the same model


def digest_of(told: Mapping[str, Any]) -> str:
    """SHA-256 of a sheet, or of how a model is asked, however its fields are ordered."""
    return sha256(json.dumps(told, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


def store_persona(*, persona: Persona) -> Persona:
    """Stores a persona; a sheet that is not its newest version becomes the next one. The same again adds none."""
    with transaction.atomic():
        before = Persona.objects.select_for_update(no_key=True).filter(pk=persona.pk).first() if persona.pk else None
        if before is None:
            persona.version = FIRST
            persona.save(force_insert=True)
            keep_version(persona=persona)
            return persona
        keep_version(persona=before)
        is_same = digest_of(before.sheet) == digest_of(persona.sheet)
        persona.version = before.version + (not is_same)
        persona.save()
        if not is_same:
            keep_version(persona=persona)
    return persona


def keep_version(*, persona: Persona) -> None:
    """Writes down a persona's sheet as the version that it says, unless that is there already."""
    SheetVersion.objects.get_or_create(
        persona=persona,
        number=persona.version,
        defaults={"sheet": persona.sheet, "digest": digest_of(persona.sheet)},
    )


def keep_versions(*, personas: Iterable[Persona]) -> None:
    """The same for several, in one statement."""
    rows = (
        SheetVersion(persona=each, number=each.version, sheet=each.sheet, digest=digest_of(each.sheet))
        for each in personas
    )
    SheetVersion.objects.bulk_create(rows, ignore_conflicts=True)


def sheet_at(*, persona: Persona, number: int) -> dict[str, Any]:
    """A persona's sheet as it was in a version; no query for the newest."""
    number = number or FIRST
    if number == persona.version:
        return dict(persona.sheet)
    return dict(SheetVersion.objects.values_list("sheet", flat=True).get(persona=persona, number=number))


# --- how models are asked --------------------------------------------------------------------------------------------


def asked_now(model: LanguageModel) -> dict[str, Any]:
    """How a model is asked, as its row has it, by column; without what is empty, so that a column more is no change."""
    told = {name: COLUMNS[name].to_python(getattr(model, name)) for name in (*WHO, *HOW)}
    return {name: value for name, value in told.items() if value not in EMPTY}


def versions_now(*, models: Iterable[LanguageModel]) -> dict[int, ModelVersion]:
    """The versions of these models as they are asked now, by the models' keys; written down where they are new."""
    wanted = {model.pk: (model, digest_of(asked_now(model))) for model in models}
    known = ModelVersion.objects.filter(language_model__in=wanted, digest__in={digest for _, digest in wanted.values()})
    found = {row.language_model_id: row for row in known if wanted[row.language_model_id][1] == row.digest}
    for pk, (model, digest) in wanted.items():
        if pk not in found:
            found[pk] = _added(model, digest)
    return found


def _added(model: LanguageModel, digest: str, tries: int = TRIES) -> ModelVersion:
    """The next version of a model, unless somebody else has just written it."""
    newest = ModelVersion.objects.filter(language_model=model).aggregate(number=Max("number"))["number"] or 0
    try:
        with transaction.atomic():
            row, _ = ModelVersion.objects.get_or_create(
                language_model=model, digest=digest, defaults={"number": newest + 1, "asked": asked_now(model)}
            )
    except IntegrityError:  # another version has that number by now
        if tries == 1:
            raise
        return _added(model, digest, tries - 1)
    return row


def model_at(*, model: LanguageModel, version: ModelVersion | None) -> LanguageModel:
    """A model as it was asked in a version, not to be stored; as it is now where no version was recorded. What was
    learnt of another than is asked now is not known of it."""
    if version is None or version.asked == asked_now(model):
        return model
    then = copy(model)
    for name in (*WHO, *HOW):
        setattr(then, name, version.asked.get(name, COLUMNS[name].get_default()))
    if any(getattr(then, name) != getattr(model, name) for name in WHO):
        then.rung, then.without, then.thinks, then.probed_at = "", "", False, None
    return then


def differences(then: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """In which columns a model is asked otherwise, in words: "temperature 0.2 instead of 0.7"."""
    return [
        f"{name.replace('_', ' ')} {_said(now.get(name))} instead of {_said(then.get(name))}"
        for name in (*WHO, *HOW)
        if then.get(name) != now.get(name)
    ]


def _said(value: object) -> str:
    return "the usual" if value is None else json.dumps(value) if isinstance(value, dict) else str(value)


# --- as what players sit down -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PinnedPlayer:
    """The number of a version of a player's sheet, its strategy level, and whether it knows that it is a model."""

    sheet_version: int
    strategy_level: str
    is_aware: bool = False


@dataclass(frozen=True, slots=True)
class Pins:
    """What is pinned of players and of models, by their keys; who is not among them is as it is now. A model is pinned
    for all its players, also for those that it has yet to write a persona for; so are a level and whether players know
    that they are models, where whoever pins them says so for all."""

    players: Mapping[int, PinnedPlayer] = field(default_factory=dict)
    models: Mapping[int, ModelVersion] = field(default_factory=dict)
    strategy_level: str = ""
    is_aware: bool | None = None

    def level_of(self, player: Player) -> str:
        """The strategy level that a player sits down with."""
        pinned = self.players.get(player.pk)
        return pinned.strategy_level if pinned else self.strategy_level or player.strategy_level

    def awareness_of(self, player: Player) -> bool:
        """Whether a player that sits down knows that it is a model among models."""
        pinned = self.players.get(player.pk)
        if pinned:
            return pinned.is_aware
        return player.is_aware if self.is_aware is None else self.is_aware

    def sheet_of(self, player: Player) -> int:
        """The number of the version of its sheet that a player sits down with."""
        pinned = self.players.get(player.pk)
        return pinned.sheet_version if pinned else player.persona.version

    def version_of(self, player: Player, now: ModelVersion) -> ModelVersion:
        """The version of its model that a player sits down with; `now` is that of today."""
        return self.models.get(player.model_id, now)

    def model_of(self, player: Player) -> LanguageModel:
        """The model that a player sits down with, not to be stored."""
        return model_at(model=player.model, version=self.models.get(player.model_id))


AS_NOW: Final = Pins()


def pins_now(*, players: Collection[Player]) -> Pins:
    """What pins these players, and their models, as they are now; versions that are new are written down."""
    return Pins(
        {player.pk: PinnedPlayer(player.persona.version, player.strategy_level, player.is_aware) for player in players},
        versions_now(models={player.model for player in players}),
    )
