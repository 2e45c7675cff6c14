"""Beliefs of games that were counted before figures had them."""

from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import migrations

from games.engine.disclosing import CERTAIN, disclosure_from_plain
from games.engine.rulesets import all_rulesets


def fill(apps: Any, schema_editor: Any) -> None:
    """Counts them as league.results.figures does."""
    figures = apps.get_model("league", "Figures").objects
    seats = apps.get_model("games", "Seat").objects
    hidden = {slug: rules.hidden_team for slug, rules in all_rulesets().items()}
    disclosed = apps.get_model("games", "Answer").objects.filter(
        disclosed__isnull=False, game__status="finished", game__ruleset__in=hidden
    )
    rows = disclosed.order_by("game").values_list("game", "game__ruleset", "seat", "disclosed")
    for (game, ruleset), answers in groupby(rows.iterator(), key=itemgetter(0, 1)):
        is_hidden = {
            number: team == hidden[ruleset]
            for number, team in seats.filter(game=game, figures__isnull=False).values_list("number", "team")
        }
        sums: dict[int, list[int]] = {}
        for _, _, seat, plain in answers:
            for about, chance in disclosure_from_plain(plain).beliefs.items():
                if about in is_hidden:
                    believed = sums.setdefault(seat, [0, 0])
                    believed[0] += 1
                    believed[1] += (chance - CERTAIN * is_hidden[about]) ** 2
        for seat, (beliefs, error) in sums.items():
            figures.filter(seat__game=game, seat__number=seat).update(beliefs=beliefs, belief_error=error)


def empty(apps: Any, schema_editor: Any) -> None:
    """Nothing is lost: the answers that were counted are still there."""
    apps.get_model("league", "Figures").objects.exclude(beliefs=0).update(belief_error=0, beliefs=0)


class Migration(migrations.Migration):
    dependencies = [("league", "0039_twins"), ("games", "0027_models_and_providers")]

    operations = [migrations.RunPython(fill, empty)]
