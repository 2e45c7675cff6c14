"""The README's table of what games cost, reckoned anew.

    .setup/bin/python docs/costs.py

Default seats and options, every seat on the one model, of which nothing is known; likely, and in brackets the least and
the most, in US dollars at the prices of AT. It needs a database with the league's tables, empty of calls: run by
itself it makes one in a temporary folder. `tests/docs/test_costs.py` (slow) says when the README is older than prompts.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
AT: Final = datetime(2026, 11, 25, tzinfo=UTC)
MODELS: Final = {
    "gpt-4o-mini": "openai",
    "gpt-5-mini": "openai",
    "gpt-4.1": "openai",
    "gpt-5.6": "openai",
    "claude-haiku-4-5": "anthropic",
    "claude-sonnet-4-5": "anthropic",
}


def table() -> Iterator[str]:
    """The table's lines, as Markdown."""
    from games.engine.rulesets import all_rulesets

    yield f"| | {' | '.join(MODELS)} |"
    yield f"|{'---|' * (len(MODELS) + 1)}"
    for rules in all_rulesets().values():
        if not type(rules).__module__.startswith("games.engine.rulesets."):
            continue  # another package's, or the tests'
        costs = (_cost(name, provider, rules.slug, rules.default_seats) for name, provider in MODELS.items())
        yield f"| {rules.title}, {rules.default_seats} seats | {' | '.join(costs)} |"


def _cost(name: str, provider: str, ruleset: str, seats: int) -> str:
    from games.gateway.estimating import prospect_of, table_of
    from personas.models import LanguageModel

    named = {"slug": f"{name}-of-the-table".replace(".", "-"), "name": name, "provider": provider, "model_name": name}
    row, _ = LanguageModel.objects.get_or_create(slug=named.pop("slug"), defaults=named)
    prospect = prospect_of(row, AT)
    cost = prospect.seat(table_of(ruleset, seats, {}, [prospect.voice()])).cost.times(Decimal(seats))
    return f"{cost.likely:.2f} ({cost.low:.2f}\N{EN DASH}{cost.high:.2f})"


def main() -> None:
    """Prints it."""
    sys.path.insert(0, str(ROOT))
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "league.settings", "DATABASE_URL": "", "LEAGUE_DATA_DIR": folder}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        print("\n".join(table()))  # noqa: T201  for the README


if __name__ == "__main__":
    main()
