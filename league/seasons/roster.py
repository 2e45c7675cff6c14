"""The roster as somebody has it made or changed: each player and persona of which that is news is an act."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import ForeignObjectRel, Model, QuerySet

from games.gateway.errands import Finding, Probe, probe_model
from league.access.acts import Actor, record_act, recorded
from personas.models import LanguageModel, Persona, Player, Price
from personas.roster import (
    approve_personas,
    change_players,
    create_player,
    create_players,
    ensure_player,
    ensure_players,
    ensure_roster,
    retire_personas,
    rewrite_model,
    rewrite_persona,
    shipped,
)
from personas.sheet import Sheet, SheetError, accept_by_hand


class Outdated(ValueError):
    """A sheet that was edited from a version that is not the newest; `version` is what that is."""

    def __init__(self, message: str, version: int) -> None:
        super().__init__(message)
        self.version = version


class StillNamed(ValueError):
    """A model that cannot be deleted, for there is more that tells of it."""

    def __init__(self, model: LanguageModel, kinds: Sequence[str]) -> None:
        super().__init__(f"{model.slug} cannot be deleted: of it tell {' and '.join(kinds)}")


def write_persona(*, by: Actor, slug: str, name: str, sheet: Mapping[str, Any], reason: str = "") -> Persona:
    """Stores a persona that somebody wrote, as a draft; its sheet need not say again what it is called. Raises
    ValidationError with all that is wrong, by field."""
    persona = Persona(slug=slug, name=name, sheet={"slug": slug, "name": name, **sheet})
    with recorded(by=by, verb="create", rows=[Persona.objects.filter(slug=slug)], reason=reason):
        _refuse_wrong(persona)
        return rewrite_persona(persona=persona)


def edit_persona(
    *, by: Actor, persona: Persona, sheet: Mapping[str, Any], on: int | None, name: str = "", reason: str = ""
) -> Persona:
    """Makes this the sheet of a persona, as its next version; the same again adds none. `on` is the version that was
    looked at, `name` what it is called from now on; where that is empty the sheet may say it, else it stays. Raises
    Outdated, and ValidationError with all that is wrong, by field."""
    with recorded(by=by, verb="change", rows=[persona], reason=reason):
        now = Persona.objects.get(pk=persona.pk)  # which nobody else writes meanwhile: it is locked
        if on is not None and on != now.version:
            told = f"{now.slug} is at version {now.version} by now, and this was made from {on}"
            raise Outdated(told, now.version)
        in_sheet = sheet.get("name")
        now.name = name or (in_sheet if isinstance(in_sheet, str) else "") or now.name
        now.sheet = {"slug": now.slug, "name": now.name, **sheet}
        _refuse_wrong(now)
        return rewrite_persona(persona=now)


def _refuse_wrong(persona: Persona) -> None:
    """Raises ValidationError with what the reader of sheets and the database would refuse, both at once."""
    wrong: dict[str, list[Any]] = {}
    try:
        accept_by_hand(persona.sheet, slug=persona.slug, name=persona.name)
    except SheetError as error:
        wrong["sheet"] = list(error.complaints)
    told = {complaint.partition(" ")[0] for complaint in wrong.get("sheet", [])}
    try:
        persona.full_clean(exclude={"sheet", *(told & {"slug", "name"})})
    except ValidationError as error:
        wrong = error.update_error_dict(wrong)
    if wrong:
        raise ValidationError(wrong)


def approve_some(*, by: Actor, personas: Sequence[Persona], reason: str = "") -> int:
    """Approves these personas, each an act; of how many that is news. Raises SheetError for a sheet that nobody could
    play: then none is."""
    rows = Persona.objects.filter(pk__in=[persona.pk for persona in personas])
    with recorded(by=by, verb="approve", rows=[rows], reason=reason):
        return approve_personas(personas=rows, by=by.name)


def retire_some(*, by: Actor, personas: Sequence[Persona], reason: str = "") -> int:
    """Retires these personas, each an act; of how many that is news."""
    rows = Persona.objects.filter(pk__in=[persona.pk for persona in personas])
    with recorded(by=by, verb="retire", rows=[rows], reason=reason):
        return retire_personas(personas=rows, by=by.name)


def write_model(*, by: Actor, reason: str = "", **given: Any) -> LanguageModel:
    """Stores a model of these columns. Raises ValidationError with all that is wrong, by field."""
    model = LanguageModel(**given)
    with recorded(by=by, verb="create", rows=[LanguageModel.objects.filter(slug=model.slug)], reason=reason):
        model.full_clean()
        return rewrite_model(model=model)


def edit_model(*, by: Actor, model: LanguageModel, reason: str = "", **given: Any) -> LanguageModel:
    """Makes these columns of a model others; the rest stays. Games that were made, and seasons that have begun, go on
    asking it as it was. Raises ValidationError with all that is wrong, by field."""
    with recorded(by=by, verb="change", rows=[model], reason=reason):
        now = LanguageModel.objects.get(pk=model.pk)  # which nobody else writes meanwhile: it is locked
        for name, value in given.items():
            setattr(now, name, value)
        now.full_clean()
        return rewrite_model(model=now)


def invite_models(*, by: Actor, models: Sequence[LanguageModel], is_active: bool, reason: str = "") -> int:
    """Says whether new seasons may ask these models, each an act; of how many that is news."""
    rows = LanguageModel.objects.filter(pk__in=[model.pk for model in models])
    with recorded(by=by, verb="change", rows=[rows], reason=reason):
        return rows.exclude(is_active=is_active).update(is_active=is_active)


def try_out_model(
    *,
    by: Actor,
    model: LanguageModel,
    reason: str = "",
    tell: Callable[[Finding], object] = lambda _: None,
    seconds: float | None = None,
) -> Probe:
    """Asks a model each kind of question, tells each finding, and keeps what was found: an act. It takes so many
    `seconds` at most, where that is said. Raises CannotProbe; what was known of the model stands then.

    To be called where no event loop runs and outside of transactions: it asks a provider.
    """
    return probe_model(model=model, tell=tell, keep=lambda probe: _probed(by, model, probe, reason), seconds=seconds)


@contextmanager
def _probed(by: Actor, model: LanguageModel, probe: Probe, reason: str) -> Iterator[None]:
    """Records a probe, which is an act also when it finds what was known: it was paid."""
    yield
    found = {"is_fit": probe.is_fit, "rung": probe.rung, "cost": probe.cost}
    record_act(by=by, verb="probe", row=model, after=found, reason=reason)


def delete_model(*, by: Actor, model: LanguageModel, reason: str = "") -> None:
    """Deletes a model of which nothing but its prices tells. Raises StillNamed, which says what else does."""
    with recorded(by=by, verb="delete", rows=[model, model.prices.all()], reason=reason):
        if named := still_named(model):
            raise StillNamed(model, named)
        model.delete()


def still_named(model: LanguageModel) -> list[str]:
    """The kinds of rows that tell of a model, but for its prices: of each only that there are some."""
    found = set()
    for each in LanguageModel._meta.get_fields(include_hidden=True):
        if isinstance(each, ForeignObjectRel) and each.related_model is not Price:
            naming: QuerySet[Model] = QuerySet(each.related_model)
            if naming.filter(**{each.field.name: model}).exists():
                found.add(str(naming.model._meta.verbose_name_plural))
    return sorted(found)


def set_up_roster(*, by: Actor) -> list[Player]:
    """Makes what is missing of the shipped roster, or is not as this release has it; returns its players."""
    with recorded(by=by, verb="set up", rows=shipped()):
        return ensure_roster()


def set_up_players(*, by: Actor, model: LanguageModel) -> list[Player]:
    """The same for the shipped characters on a model."""
    with recorded(by=by, verb="set up", rows=shipped(model)):
        return ensure_players(model=model)


def make_player(
    *, by: Actor, persona: Persona, model: LanguageModel, level: str, is_aware: bool, reason: str = ""
) -> Player:
    """Makes a persona a player on a model. Raises IntegrityError where it is one already."""
    with recorded(by=by, verb="create", rows=[Player.objects.filter(model=model, persona=persona)], reason=reason):
        return create_player(persona=persona, model=model, strategy_level=level, is_aware=is_aware)


def make_players(
    *, by: Actor, personas: Sequence[Persona], model: LanguageModel, level: str, is_aware: bool, reason: str = ""
) -> int:
    """Makes these personas players on a model, each an act; of how many that is news."""
    keys = [persona.pk for persona in personas]
    with recorded(by=by, verb="create", rows=[Player.objects.filter(model=model, persona__in=keys)], reason=reason):
        rows = Persona.objects.filter(pk__in=keys)
        return create_players(personas=rows, model=model, strategy_level=level, is_aware=is_aware)


def change_some(*, by: Actor, players: Sequence[Player], reason: str = "", **wanted: Any) -> int:
    """Changes these players as change_players() does, each an act; of how many that is news."""
    rows = Player.objects.filter(pk__in=[player.pk for player in players])
    with recorded(by=by, verb="change", rows=[rows], reason=reason):
        return change_players(players=rows, **wanted)


def set_up_player(*, by: Actor, sheet: Sheet, provider: str, model_name: str, or_in: Sequence[str] = ()) -> Player:
    """The player of one shipped character on a model, made with its model where they are missing; a model that is there
    may be asked in one of the protocols `or_in` too."""
    models = LanguageModel.objects.filter(provider=provider, model_name=model_name)
    players = Player.objects.filter(persona__slug=sheet.slug)
    with recorded(by=by, verb="set up", rows=[*shipped(), models, players]):
        return ensure_player(sheet=sheet, provider=provider, model_name=model_name, or_in=or_in)
