"""Seasons that are under way go on with their players and models as they are now, until somebody brings them up to date."""

import json
from hashlib import sha256
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

COLUMNS = ("provider", "model_name", "base_url", "most_tokens", "temperature", "effort")


def pin(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Everybody on their rosters is pinned as it is now."""
    places = apps.get_model("league", "SeasonPlayer").objects.filter(
        season__status__in=["running", "paused"], model_version=None
    )
    found: dict[int, Any] = {}
    for place in places.select_related("player__persona", "player__model"):
        model = place.player.model
        if model.pk not in found:
            found[model.pk] = version_of(apps, model)
        place.sheet_version = place.player.persona.version
        place.strategy_level = place.player.strategy_level
        place.model_version = found[model.pk]
        place.save(update_fields=["sheet_version", "strategy_level", "model_version"])


def version_of(apps: Apps, model: Any) -> Any:
    """The version of a model as it is asked now."""
    asked = {name: value for name in COLUMNS if (value := getattr(model, name)) not in ("", None)}
    plain = json.dumps(asked, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    digest = sha256(plain.encode()).hexdigest()
    versions = apps.get_model("personas", "ModelVersion").objects.filter(language_model=model.pk)
    found = versions.filter(digest=digest).first()
    return found or versions.create(language_model_id=model.pk, number=1, asked=asked, digest=digest)


class Migration(migrations.Migration):
    dependencies = [("league", "0023_pinned"), ("games", "0021_freeze_unfinished")]

    operations = [migrations.RunPython(pin, migrations.RunPython.noop)]
