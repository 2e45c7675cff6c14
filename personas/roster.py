"""From sheets to rows: the shipped characters, each on the offline model of its temper.

Calling it twice, or in two processes at once, makes nothing twice. A sheet that nobody has touched follows the release;
one that somebody rewrote is theirs. What is shipped is approved, as is what a model wrote for a season; what somebody
writes is a draft until somebody approves it. Who may edit a sheet may approve it, so an edit takes no approval away.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.text import slugify

from personas.keys import refuse_other_variables
from personas.models import LanguageModel, Persona, PersonaSource, PersonaStatus, Player, Provider
from personas.sheet import ROSTER, TEMPERS, Sheet, SheetError, accept_by_hand, dump, load
from personas.versions import WHO, asked_now, keep_versions, store_persona

THE_LEAGUE: Final = "the league"  # who approves what it ships, and what models write for it
EFFORTS: Final = ("effort", "reasoning_effort")  # what an effort is called where it was refused
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
    approved = decision(PersonaStatus.APPROVED, by=THE_LEAGUE)
    return Persona(slug=sheet.slug, name=sheet.name, sheet=dump(sheet), source=PersonaSource.SHIPPED, **approved)


def new_player(*, persona: Persona, model: LanguageModel) -> Player:
    """The persona on the model at its usual level, not yet stored."""
    level = usual_level(model)
    return Player(persona=persona, model=model, player_id=player_id(persona=persona, model=model), strategy_level=level)


def usual_level(model: LanguageModel) -> str:
    """The strategy level of players on a model of whom nobody says otherwise: the house plays as well as it can, and a
    model is told nothing."""
    return Player.Level.ADVANCED if model.provider == Provider.HOUSE else Player.Level.NONE


def create_player(
    *, persona: Persona, model: LanguageModel, strategy_level: str = "", is_aware: bool = False
) -> Player:
    """Stores the persona on the model as a player; without a level, at its usual one."""
    player = new_player(persona=persona, model=model)
    player.strategy_level, player.is_aware = strategy_level or player.strategy_level, is_aware
    player.save(force_insert=True)
    return player


def create_players(
    *,
    personas: QuerySet[Persona],
    model: LanguageModel,
    strategy_level: str = "",
    is_aware: bool = False,
) -> int:
    """Makes these personas players on a model, without a level at its usual one; of how many that is news. Who is one
    already stays as it is, and who was written for one game becomes none."""
    new = [
        new_player(persona=persona, model=model)
        for persona in personas.filter(written_for="").exclude(players__model=model).order_by("slug")
    ]
    for player in new:
        player.strategy_level, player.is_aware = strategy_level or player.strategy_level, is_aware
    before = Player.objects.filter(model=model).count()
    Player.objects.bulk_create(new, ignore_conflicts=True)
    return Player.objects.filter(model=model).count() - before


def change_players(
    *,
    players: QuerySet[Player],
    strategy_level: str | None = None,
    is_aware: bool | None = None,
    is_active: bool | None = None,
) -> int:
    """Gives these players a strategy level, tells them that they are models or no more, lets new seasons invite them or
    not; what is None stays. Of how many that is news. Games that were made, and seasons under way, go on as they were.
    """
    said = {"strategy_level": strategy_level, "is_aware": is_aware, "is_active": is_active}
    wanted = {name: value for name, value in said.items() if value is not None}
    return players.exclude(**wanted).update(**wanted) if wanted else 0


def decision(status: str, *, by: str) -> dict[str, Any]:
    """The columns of a persona that somebody has just decided upon."""
    if status == PersonaStatus.DRAFT:
        return {"status": status, "decided_by": "", "decided_at": None}
    return {"status": status, "decided_by": by, "decided_at": timezone.now()}


def approve_personas(*, personas: QuerySet[Persona], by: str) -> int:
    """Lets these personas enter new seasons and exhibitions; of how many that is news. Who is approved already stays
    as it is, and so does who was written for one game. Raises SheetError for a sheet that nobody could play."""
    waiting = personas.exclude(status=PersonaStatus.APPROVED).filter(written_for="")
    for slug, sheet in waiting.order_by("pk").values_list("slug", "sheet"):
        try:
            load(sheet)
        except SheetError as error:
            raise SheetError(*(f"{slug}: {each}" for each in error.complaints)) from error
    return waiting.update(**decision(PersonaStatus.APPROVED, by=by), updated_at=timezone.now())


def retire_personas(*, personas: QuerySet[Persona], by: str) -> int:
    """Lets these personas enter nothing new; of how many that is news. Their games, results and pages stay."""
    others = personas.exclude(status=PersonaStatus.RETIRED)
    return others.update(**decision(PersonaStatus.RETIRED, by=by), updated_at=timezone.now())


def unapproved(players: Iterable[Player]) -> str:
    """What is to be told of players whose personas may enter nothing new; "" where all may."""
    names = sorted({each.persona.slug for each in players if not each.persona.is_active})
    if not names:
        return ""
    are = "is" if len(names) == 1 else "are"
    how = f"the admin's list of personas or `manage.py roster --approve {' '.join(names)}` does it"
    return f"only approved personas play, and {', '.join(names)} {are} not; {how}"


def create_persona(
    *, sheet: Sheet, suffix: str, model: LanguageModel, written_for: str = "", status: str = PersonaStatus.DRAFT
) -> Player:
    """Stores the sheet that a model wrote, its slug with a suffix, and the player that it is on that model. What was
    written for one game is retired from the first: no season invites it. Raises IntegrityError when the slug is taken,
    or when there is one that was written for the same; to be called in a transaction."""
    sheet = replace(sheet, slug=f"{sheet.slug}{suffix}")
    persona = Persona(
        slug=sheet.slug,
        name=sheet.name,
        sheet=dump(sheet),
        source=PersonaSource.MODEL,
        written_for=written_for,
        **decision(PersonaStatus.RETIRED if written_for else status, by=THE_LEAGUE),
    )
    store_persona(persona=persona)
    return create_player(persona=persona, model=model)


def rewrite_persona(*, persona: Persona) -> Persona:
    """Stores a persona that somebody wrote or changed, its sheet as a new version if it is another: it is theirs now,
    and no release touches it.

    Raises SheetError.
    """
    sheet = accept_by_hand(persona.sheet, slug=persona.slug, name=persona.name)
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
    elif before is not None and before.effort != model.effort:  # another may be taken
        model.without = " ".join(word for word in model.without.split() if word not in EFFORTS)
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
    wanted = new_player(persona=persona, model=model)
    player, _ = Player.objects.select_related("persona", "model").get_or_create(
        persona=persona,
        model=model,
        defaults={"player_id": wanted.player_id, "strategy_level": wanted.strategy_level},
    )
    return player
