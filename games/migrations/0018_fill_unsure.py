"""How much of what accounts have spent is only the most that it may be: the calls of which no usage was told."""

from collections import defaultdict
from datetime import UTC
from decimal import Decimal
from typing import Any

from django.db import migrations


def fill(apps: Any, schema_editor: Any) -> None:
    """Those calls are few: what is sure is most of it."""
    calls = apps.get_model("games", "Call").objects.filter(input_tokens__isnull=True, cost__gt=0)
    unsure: defaultdict[tuple[str, str], Decimal] = defaultdict(Decimal)
    for at, cost, season, game, terms in calls.values_list(
        "created_at", "cost", "season", "game__public_id", "game__terms"
    ).iterator():
        season = season or (terms or {}).get("season")
        for scope, name in (("day", at.astimezone(UTC).date().isoformat()), ("game", game), ("season", season)):
            if name:
                unsure[scope, name] += cost
    for account in apps.get_model("games", "Account").objects.filter(name__in={name for _, name in unsure}):
        account.unsure = min(account.spent, unsure.get((account.scope, account.name), Decimal(0)))
        account.save(update_fields=["unsure"])


class Migration(migrations.Migration):
    dependencies = [("games", "0017_unsure")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
