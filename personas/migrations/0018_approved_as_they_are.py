"""Who could be invited is approved as it is, whatever its sheet's length; who could not is retired."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone


def decide(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """All at one time, by the league."""
    personas = apps.get_model("personas", "Persona").objects
    then = {"decided_by": "the league", "decided_at": timezone.now()}
    personas.filter(is_active=True).update(status="approved", **then)
    personas.filter(is_active=False).update(status="retired", **then)


def undo(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Invited are those that are approved."""
    personas = apps.get_model("personas", "Persona").objects
    personas.update(is_active=True)
    personas.exclude(status="approved").update(is_active=False)


class Migration(migrations.Migration):
    dependencies = [("personas", "0017_persona_status")]

    operations = [migrations.RunPython(decide, undo)]
