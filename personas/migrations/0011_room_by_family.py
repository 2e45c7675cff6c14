"""What no operator had bounded otherwise is bounded as models of its family need it: 2,000 tokens were the default for
all, and cut off whoever reasons."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

DEFAULT = 2_000


def by_family(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """The old default is no bound."""
    apps.get_model("personas", "LanguageModel").objects.filter(most_tokens=DEFAULT).update(most_tokens=None)


def for_all(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """No bound is the old default, and an effort of today is none."""
    models = apps.get_model("personas", "LanguageModel").objects
    models.filter(most_tokens=None).update(most_tokens=DEFAULT)
    models.filter(effort__in=["none", "minimal"]).update(effort="low")
    models.filter(effort__in=["xhigh", "max"]).update(effort="high")


class Migration(migrations.Migration):
    dependencies = [("personas", "0010_room")]

    operations = [migrations.RunPython(by_family, for_all)]
