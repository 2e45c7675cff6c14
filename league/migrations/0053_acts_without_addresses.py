"""The record of acts keeps no address of who is told of alerts: of a webhook it is a secret. It was kept at first; what
was written then is told by now as whatever is hidden is. Going back brings no secret back."""

from typing import Final

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from personas.constraints import allow_changes, forbid_changes

TABLE: Final = "league_act"
HIDDEN: Final = "(hidden)"


def hide(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    acts = apps.get_model("league", "Act").objects.filter(app_label="league", model="addressee").order_by()
    allow_changes(schema_editor, TABLE)
    for act in acts.only("before", "after"):
        told = {
            name: {**fields, "address": HIDDEN}
            for name, fields in (("before", act.before), ("after", act.after))
            if fields.get("address", HIDDEN) != HIDDEN
        }
        if told:
            acts.filter(pk=act.pk).update(**told)
    forbid_changes(schema_editor, TABLE)


class Migration(migrations.Migration):
    dependencies = [("league", "0052_longer_reasons")]

    operations = [migrations.RunPython(hide, migrations.RunPython.noop)]
