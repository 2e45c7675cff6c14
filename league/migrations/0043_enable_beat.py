"""Beat's own rows are not in the admin any more: those that were disabled there would be disabled for good."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def enable(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Each that says when the league looks at something."""
    rows = apps.get_model("django_celery_beat", "PeriodicTask").objects
    rows.filter(task__startswith="league.tasks.", enabled=False).update(enabled=True)


class Migration(migrations.Migration):
    dependencies = [("league", "0042_calendars"), ("django_celery_beat", "0019_alter_periodictasks_options")]

    operations = [migrations.RunPython(enable, migrations.RunPython.noop)]
