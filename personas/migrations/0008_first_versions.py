"""What every sheet is now is written down as the first version of its persona's."""

import json
from hashlib import sha256

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def write_down(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Every sheet is its persona's first version, as it is now."""
    personas, versions = apps.get_model("personas", "Persona"), apps.get_model("personas", "SheetVersion")
    rows = []
    for pk, sheet in personas.objects.values_list("pk", "sheet").iterator(chunk_size=500):
        plain = json.dumps(sheet, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        digest = sha256(plain.encode()).hexdigest()
        rows.append(versions(persona_id=pk, number=1, sheet=sheet, digest=digest))
        if len(rows) == 500:
            versions.objects.bulk_create(rows)
            rows.clear()
    versions.objects.bulk_create(rows)


class Migration(migrations.Migration):
    dependencies = [("personas", "0007_sheet_versions")]

    operations = [migrations.RunPython(write_down, migrations.RunPython.noop)]
