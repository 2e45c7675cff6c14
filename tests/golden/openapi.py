"""The OpenAPI of the last release, as far as a client can lean on it: addresses, methods, parameters, fields, choices.

    python -m tests.golden.openapi

writes it again, with a release and only then: v1 only grows, and what grew in one release must be there in the next.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import django

PATH = Path(__file__).parent / "openapi" / "v1.json"
WORDS = {"description", "summary", "examples", "example", "tags", "title", "operationId", "headers", "security"}


def without_words(told: Any) -> Any:
    """A description without what is only said to people, and without refusals, which have one shape."""
    if isinstance(told, list):
        return [without_words(each) for each in told]
    if not isinstance(told, dict):
        return told
    return {
        name: (
            {field: without_words(each) for field, each in value.items()}
            if name == "properties"
            else {status: without_words(each) for status, each in value.items() if status.startswith("2")}
            if name == "responses"
            else without_words(value)
        )
        for name, value in told.items()
        if name not in WORDS and not name.startswith("x-")
    }


@cache
def described() -> dict[str, Any]:
    """The OpenAPI as the tree has it now, made once: it takes a second."""
    from drf_spectacular.generators import SchemaGenerator  # app ready

    told = json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True), default=str))
    return {"paths": told["paths"], "components": {"schemas": told["components"]["schemas"]}}


def main() -> None:
    """Writes it."""
    django.setup()
    PATH.parent.mkdir(exist_ok=True)
    PATH.write_text(json.dumps(without_words(described()), indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
