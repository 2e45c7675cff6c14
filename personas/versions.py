"""The versions of a persona's sheet: writing adds one, nothing is ever changed or lost.

Law: a persona's own sheet is its newest version, and `Persona.version` says its number; whoever writes the one writes
the other in the same statement, here. A seat keeps the number that it sat down with, so a sheet that is edited changes
no running game and no past table.
"""

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final

from django.db import transaction

from personas.models import Persona, SheetVersion

FIRST: Final = 1
NOT_RECORDED: Final = 0  # of seats from before there were versions: they are played by the first


def digest_of(sheet: dict[str, Any]) -> str:
    """SHA-256 of a sheet, however its fields are ordered."""
    return sha256(json.dumps(sheet, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


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
