"""How much of what seats cost is only the most that it may be: the calls of counted games of which no usage was told."""

from collections import defaultdict
from decimal import Decimal
from typing import Any

from django.db import migrations
from django.db.models import F


def fill(apps: Any, schema_editor: Any) -> None:
    """Those calls are few: what is sure is most of it. What was filled by a try that did not end is emptied first."""
    empty(apps, schema_editor)
    figures = apps.get_model("league", "Figures").objects
    sums = apps.get_model("league", "FiguresSum").objects
    calls = apps.get_model("games", "Call").objects.filter(
        game__status="finished", input_tokens__isnull=True, cost__gt=0, seat__isnull=False
    )
    unsure: defaultdict[tuple[int, int], Decimal] = defaultdict(Decimal)
    for game, seat, cost in calls.values_list("game", "seat", "cost").iterator():
        unsure[game, seat] += cost
    season_of = dict(
        apps.get_model("league", "Fixture")
        .objects.filter(game__in={game for game, _ in unsure})
        .values_list("game", "season__slug")
    )
    for (game, number), amount in unsure.items():
        found = figures.filter(seat__game=game, seat__number=number)
        row = found.select_related("seat__game", "seat__player__persona").first()
        if row is None:
            continue
        found.update(unsure=amount)
        seat, ruleset, persona = row.seat, row.seat.game.ruleset, row.seat.player.persona
        whole = {"size": 0, "version": 0, "briefing": 0, "level": "", "role": "", "team": ""}
        keys = [
            {
                "persona": "",
                "ruleset": ruleset,
                "size": row.table_size,
                "version": row.version,
                "briefing": row.briefing,
                "level": seat.strategy_level,
                "role": seat.role,
                "team": seat.team,
            }
        ]
        if not persona.written_for:
            keys += [{**whole, "persona": persona.slug, "ruleset": each} for each in (ruleset, "")]
        for key in keys:
            for season in (season_of.get(game, "-"), ""):
                added = sums.filter(season=season, model=seat.player.model, **key)
                added.update(unsure=F("unsure") + amount)


def empty(apps: Any, schema_editor: Any) -> None:
    """Nothing is lost: the calls that were added up are still there."""
    for name in ("Figures", "FiguresSum"):
        apps.get_model("league", name).objects.exclude(unsure=0).update(unsure=0)


class Migration(migrations.Migration):
    dependencies = [("league", "0031_claims"), ("games", "0027_models_and_providers")]

    operations = [migrations.RunPython(fill, empty)]
