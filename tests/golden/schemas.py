"""The JSON Schemas of logs and calls as they were published.

    python -m tests.golden.schemas

writes them again: for a change by which everything still holds that was written under the same number, such as a new
kind of event. What would break is a new number (games/ledger/schemas.py).
"""

import json
from pathlib import Path

import django

FOLDER = Path(__file__).parent / "schemas"


def path_of(name: str) -> Path:
    """Where the schema of this name lies."""
    return FOLDER / f"{name}.json"


def main() -> None:
    """Writes all of them."""
    django.setup()
    from games.ledger.schemas import SCHEMAS, schema_named  # app ready

    FOLDER.mkdir(exist_ok=True)
    for name in SCHEMAS:
        path_of(name).write_text(json.dumps(schema_named(name), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
