"""How much of the bills that are kept is only the most that it may be: the billed calls of which no usage was told."""

from collections import defaultdict
from decimal import Decimal
from typing import Any

from django.db import migrations
from django.db.models import Count


def fill(apps: Any, schema_editor: Any) -> None:
    """Those calls are few: what is sure is most of it."""
    calls = apps.get_model("games", "Call").objects.filter(billed=True, input_tokens__isnull=True, cost__gt=0)
    seats = apps.get_model("games", "Seat").objects.filter(game__in=calls.values("game")).order_by()
    size = dict(seats.values_list("game").annotate(seats=Count("pk")))
    fixtures = apps.get_model("league", "Fixture").objects.filter(game__in=calls.values("game"))
    season_of = dict(fixtures.values_list("game", "season__slug"))
    unsure: defaultdict[tuple[Any, ...], Decimal] = defaultdict(Decimal)
    for game, cost, purpose, slug, name, ruleset in calls.values_list(
        "game", "cost", "purpose", "language_model__slug", "model", "game__ruleset"
    ).iterator():
        for season in (season_of.get(game, "-"), ""):
            unsure[season, purpose == "narration", slug or name, ruleset, size.get(game, 0)] += cost
    bills = apps.get_model("league", "Bill").objects
    for (season, told, model, ruleset, seated), amount in unsure.items():
        bills.filter(season=season, told=told, model=model, ruleset=ruleset, size=seated).update(unsure=amount)


class Migration(migrations.Migration):
    dependencies = [("league", "0021_unsure"), ("games", "0018_fill_unsure")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
