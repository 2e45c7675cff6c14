"""From sheets to rows: the shipped characters, each on the offline model of its temper.

Calling it twice, or in two processes at once, makes nothing twice. A sheet that nobody has touched follows the release;
one that somebody rewrote is theirs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.text import slugify

from personas.keys import refuse_other_variables
from personas.models import LanguageModel, Persona, PersonaSource, Player, Provider
from personas.sheet import ROSTER, TEMPERS, Sheet, accept, dump
from personas.versions import WHO, asked_now, keep_versions, store_persona

# What a model is called besides where its name is taken by one in another protocol.
BESIDE: Final[Mapping[str, str]] = {
    Provider.HOUSE: "offline",
    Provider.UNIFORM: "offline",
    Provider.OPENAI: "chat",
    Provider.OPENAI_RESPONSES: "responses",
    Provider.ANTHROPIC: "messages",
}


def ensure_roster() -> list[Player]:
    """Makes what is missing of the shipped roster; returns its players in the roster's order, tempers taking turns."""
    LanguageModel.objects.bulk_create([house_model(temper) for temper in TEMPERS], ignore_conflicts=True)
    Persona.objects.bulk_create([shipped_persona(sheet) for sheet in ROSTER], ignore_conflicts=True)
    personas = Persona.objects.in_bulk([sheet.slug for sheet in ROSTER], field_name="slug")
    for sheet in ROSTER:
        persona = personas[sheet.slug]
        if persona.source == PersonaSource.SHIPPED and (persona.name, persona.sheet) != (sheet.name, dump(sheet)):
            persona.name, persona.sheet = sheet.name, dump(sheet)
            store_persona(persona=persona)
    keep_versions(personas=personas.values())
    models = LanguageModel.objects.in_bulk([model_slug(temper) for temper in TEMPERS], field_name="slug")
    Player.objects.bulk_create(
        [new_player(persona=personas[sheet.slug], model=models[model_slug(sheet.temper)]) for sheet in ROSTER],
        ignore_conflicts=True,
    )
    wanted = [player_id(persona=personas[sheet.slug], model=models[model_slug(sheet.temper)]) for sheet in ROSTER]
    players = Player.objects.select_related("persona", "model").in_bulk(wanted, field_name="player_id")
    return [players[one] for one in wanted]


def ensure_players(*, model: LanguageModel) -> list[Player]:
    """Makes what is missing of the shipped characters on a model; returns these players in the roster's order."""
    ensure_roster()
    personas = Persona.objects.in_bulk([sheet.slug for sheet in ROSTER], field_name="slug")
    wanted = [new_player(persona=personas[sheet.slug], model=model) for sheet in ROSTER]
    Player.objects.bulk_create(wanted, ignore_conflicts=True)
    ids = [player.player_id for player in wanted]
    players = Player.objects.select_related("persona", "model").in_bulk(ids, field_name="player_id")
    return [players[one] for one in ids]


def shipped(model: LanguageModel | None = None) -> list[QuerySet[Any]]:
    """The rows that ensure_roster() makes where they are missing, and of ensure_players() for a model."""
    slugs = [sheet.slug for sheet in ROSTER]
    models = LanguageModel.objects.filter(slug__in=[model_slug(temper) for temper in TEMPERS])
    players = Q(player_id__in=[f"{model_slug(sheet.temper)}_{sheet.slug}" for sheet in ROSTER])
    if model is not None:
        players |= Q(player_id__in=[f"{model.slug}_{slug}" for slug in slugs])
    return [models, Persona.objects.filter(slug__in=slugs), Player.objects.filter(players)]


def model_slug(temper: str) -> str:
    """What the offline model of a temper is called."""
    return f"house-{temper}"


def player_id(*, persona: Persona, model: LanguageModel) -> str:
    """What a persona on a model is called: read back in one way only, as a model's slug has no “_”."""
    return f"{model.slug}_{persona.slug}"


def house_model(temper: str) -> LanguageModel:
    """The offline model of a temper, not yet stored."""
    return LanguageModel(slug=model_slug(temper), name=f"House {temper}", provider=Provider.HOUSE, model_name=temper)


def shipped_persona(sheet: Sheet) -> Persona:
    """A shipped character, not yet stored."""
    return Persona(slug=sheet.slug, name=sheet.name, sheet=dump(sheet), source=PersonaSource.SHIPPED)


def new_player(*, persona: Persona, model: LanguageModel) -> Player:
    """The persona on the model, not yet stored."""
    return Player(persona=persona, model=model, player_id=player_id(persona=persona, model=model))


def create_player(*, persona: Persona, model: LanguageModel, strategy_level: str) -> Player:
    """Stores the persona on the model as a player."""
    player = new_player(persona=persona, model=model)
    player.strategy_level = strategy_level
    player.save(force_insert=True)
    return player


def create_persona(*, sheet: Sheet, suffix: str, model: LanguageModel, written_for: str = "") -> Player:
    """Stores the sheet that a model wrote, its slug with a suffix, and the player that it is on that model. What was
    written for one game is invited by no season. Raises IntegrityError when the slug is taken, or when there is one
    that was written for the same; to be called in a transaction."""
    sheet = replace(sheet, slug=f"{sheet.slug}{suffix}")
    persona = Persona(
        slug=sheet.slug,
        name=sheet.name,
        sheet=dump(sheet),
        source=PersonaSource.MODEL,
        written_for=written_for,
        is_active=not written_for,
    )
    store_persona(persona=persona)
    return create_player(persona=persona, model=model, strategy_level=Player.Level.NONE)


def rewrite_persona(*, persona: Persona) -> Persona:
    """Stores a persona that somebody wrote or changed, its sheet as a new version if it is another: it is theirs now,
    and no release touches it.

    Raises SheetError.
    """
    sheet = accept(persona.sheet, slug=persona.slug, name=persona.name)
    persona.sheet, persona.source = dump(sheet), PersonaSource.HAND
    return store_persona(persona=persona)


def rewrite_model(*, model: LanguageModel) -> LanguageModel:
    """Stores a model that somebody wrote or changed. What a probe found is forgotten where it was found of another; one
    that is asked otherwise by now is to be tried out so.

    Raises NoKeyVariable.
    """
    refuse_other_variables(model.key_variable)
    before = LanguageModel.objects.filter(pk=model.pk).first()
    if before is not None and any(getattr(before, field) != getattr(model, field) for field in WHO):
        model.rung, model.without, model.thinks = "", "", False
    if before is not None and asked_now(before) != asked_now(model):
        model.probed_at = None
    model.save()
    return model


def ensure_player(*, sheet: Sheet, provider: str, model_name: str, or_in: Sequence[str] = ()) -> Player:
    """The player of a shipped character on a model, made where it is missing. A model behind a provider is asked at
    its own address with its own key; one that is there may be asked in one of the protocols `or_in` too, else another
    of the same name is made beside it."""
    ensure_roster()
    slug = model_slug(model_name) if provider == Provider.HOUSE else slugify(model_name.replace(".", "-"))[:60]
    name = f"House {model_name}" if provider == Provider.HOUSE else model_name
    name = name.capitalize() if provider == Provider.UNIFORM else name
    if LanguageModel.objects.filter(slug=slug).exclude(provider__in=(provider, *or_in)).exists():
        told_apart = BESIDE[provider]
        slug, name = f"{slug[: 59 - len(told_apart)]}-{told_apart}", f"{name} ({told_apart})"
    model, _ = LanguageModel.objects.get_or_create(
        slug=slug, defaults={"name": name[:80], "provider": provider, "model_name": model_name}
    )
    persona = Persona.objects.get(slug=sheet.slug)
    player, _ = Player.objects.select_related("persona", "model").get_or_create(
        persona=persona, model=model, defaults={"player_id": player_id(persona=persona, model=model)}
    )
    return player
