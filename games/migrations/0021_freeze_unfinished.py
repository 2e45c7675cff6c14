"""Games that are not over are asked on as their models are set now, which is how they would have been asked."""

import json
from hashlib import sha256
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

COLUMNS = ("provider", "model_name", "base_url", "most_tokens", "temperature", "effort")


def freeze(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Each model that such a game asks gets the first version of how it is asked, and its seats there that version."""
    seats = apps.get_model("games", "Seat").objects.filter(
        game__status__in=["scheduled", "running", "paused"], model_version=None
    )
    models = apps.get_model("personas", "LanguageModel").objects.filter(
        pk__in=seats.order_by().values("player__model").distinct()
    )
    for model in models:
        version = first_version(apps, model)
        seats.filter(player__model=model.pk).update(model_version=version)


def first_version(apps: Apps, model: Any) -> Any:
    """The version of a model as it is asked now."""
    asked = {name: value for name in COLUMNS if (value := getattr(model, name)) not in ("", None)}
    plain = json.dumps(asked, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    digest = sha256(plain.encode()).hexdigest()
    versions = apps.get_model("personas", "ModelVersion").objects.filter(language_model=model.pk)
    found = versions.filter(digest=digest).first()
    return found or versions.create(language_model_id=model.pk, number=1, asked=asked, digest=digest)


class Migration(migrations.Migration):
    dependencies = [("games", "0020_settings_of_seats")]

    operations = [migrations.RunPython(freeze, migrations.RunPython.noop)]
