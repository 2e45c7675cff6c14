from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from personas.constraints import allow_changes, forbid_changes

TABLE = "personas_modelversion"


def forbid(_: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    # A version goes with its model, and in no other way.
    forbid_changes(schema_editor, TABLE, also_deletion=False)


def allow(_: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    allow_changes(schema_editor, TABLE)


class Migration(migrations.Migration):
    dependencies = [("personas", "0013_model_versions")]

    operations = [migrations.RunPython(forbid, allow)]
