"""v1 only grows: whatever the last release's OpenAPI had is there, and nothing is wanted that was not."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from tests.golden.openapi import PATH, described, without_words

DEEPEST = 8  # schemas within schemas
Told = dict[str, Any]


@pytest.fixture(scope="module")
def before() -> Told:
    return dict(json.loads(PATH.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def now() -> Told:
    return dict(without_words(described()))


def lost(before: Told, now: Told) -> list[str]:
    """What is there no more, and what is wanted anew."""
    return [
        complaint
        for address, methods in before["paths"].items()
        for method, operation in methods.items()
        for complaint in lost_of_operation(operation, now["paths"].get(address, {}).get(method), before, now)
        for complaint in [f"{method.upper()} {address}: {complaint}"]
    ]


def lost_of_operation(old: Told, new: Told | None, before: Told, now: Told) -> Iterator[str]:
    if new is None:
        yield "is gone"
        return
    were, are = ({(each["in"], each["name"]): each for each in told.get("parameters", [])} for told in (old, new))
    for key, parameter in were.items():
        if key not in are:
            yield f"parameter {key[1]} is gone"
        else:
            yield from lost_of_schema(parameter["schema"], are[key]["schema"], before, now, f"parameter {key[1]}")
    wanted = [key[1] for key, each in are.items() if each.get("required") and not were.get(key, {}).get("required")]
    yield from (f"parameter {name} is wanted" for name in wanted)
    for kind, body in content(old.get("requestBody")).items():
        if kind not in content(new.get("requestBody")):
            yield f"a body of {kind} is not taken"
            continue
        sent = content(new["requestBody"])[kind]
        yield from lost_of_schema(body["schema"], sent["schema"], before, now, "body", is_sent=True)
    for status, response in old["responses"].items():
        if status not in new["responses"]:
            yield f"{status} is gone"
            continue
        for kind, body in content(response).items():
            told = content(new["responses"][status]).get(kind)
            if told is None:
                yield f"{status} is no {kind}"
            elif "schema" in body:
                yield from lost_of_schema(body["schema"], told.get("schema", {}), before, now, status)


def content(told: Told | None) -> Told:
    return dict((told or {}).get("content", {}))


def lost_of_schema(
    old: Told, new: Told, before: Told, now: Told, where: str, *, is_sent: bool = False, depth: int = 0
) -> Iterator[str]:
    if depth > DEEPEST:
        return
    old, new = resolved(old, before), resolved(new, now)
    if old.get("type") != new.get("type") and old.get("type") and new.get("type"):
        yield f"{where} is {new['type']}, and was {old['type']}"
        return
    if gone := [each for each in old.get("enum", []) if each not in new.get("enum", old["enum"])]:
        yield f"{where} is never {', '.join(map(repr, gone))}"
    if new.get("nullable") and not old.get("nullable") and not is_sent and old:
        yield f"{where} may be null"
    were, are = old.get("properties", {}), new.get("properties", {})
    yield from (f"{where}.{name} is gone" for name in were if name not in are)
    if is_sent:
        wanted = set(new.get("required", [])) - set(old.get("required", []))
        yield from (f"{where}.{name} is wanted" for name in sorted(wanted))
    for name in were.keys() & are.keys():
        path = f"{where}.{name}"
        yield from lost_of_schema(were[name], are[name], before, now, path, is_sent=is_sent, depth=depth + 1)
    for name in ("items", "additionalProperties"):
        if isinstance(old.get(name), dict) and isinstance(new.get(name), dict):
            path = f"{where}[]"
            yield from lost_of_schema(old[name], new[name], before, now, path, is_sent=is_sent, depth=depth + 1)


def resolved(schema: Told, told: Told) -> Told:
    """A schema with what it refers to, merged where it is of several; of choices between several all values."""
    if "$ref" in schema:
        return resolved(told["components"]["schemas"][schema["$ref"].rpartition("/")[2]], told)
    for name in ("allOf", "oneOf", "anyOf"):
        if name in schema:
            parts = [resolved(each, told) for each in schema[name]]
            rest = {key: value for key, value in schema.items() if key != name}
            merged: Told = {}
            for part in parts:
                merged |= part | {"enum": [*merged.get("enum", []), *part["enum"]]} if "enum" in part else part
            return merged | rest
    return schema


def test_nothing_is_gone_that_the_last_release_had(before: Told, now: Told) -> None:
    assert len(before["paths"]) > 60
    assert lost(before, now) == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda paths, _: paths.pop("/api/v1/stats/"), "GET /api/v1/stats/: is gone"),
        (lambda paths, _: paths["/api/v1/models/"].pop("post"), "POST /api/v1/models/: is gone"),
        (
            lambda paths, _: paths["/api/v1/series/"]["get"].update(parameters=[]),
            "GET /api/v1/series/: parameter status is gone",
        ),
        (
            lambda paths, _: paths["/api/v1/series/"]["get"]["parameters"][0].update(required=True),
            "GET /api/v1/series/: parameter cursor is wanted",
        ),
        (
            lambda _, schemas: schemas["WholeSeason"]["properties"].pop("bill"),
            "GET /api/v1/seasons/{slug}/: 200.bill is gone",
        ),
        (
            lambda _, schemas: schemas["SeriesStatus"]["enum"].remove("paused"),
            "GET /api/v1/series/: 200.results[].status is never 'paused'",
        ),
        (
            lambda _, schemas: schemas["NewModel"]["required"].append("mood"),
            "POST /api/v1/models/: body.mood is wanted",
        ),
        (
            lambda _, schemas: schemas["WholeSeason"]["properties"]["name"].update(nullable=True),
            "GET /api/v1/seasons/{slug}/: 200.name may be null",
        ),
    ],
)
def test_what_breaks_a_client_is_told(now: Told, change: Any, told: str) -> None:
    broken = deepcopy(now)
    change(broken["paths"], broken["components"]["schemas"])
    assert told in lost(now, broken)
    assert lost(now, now) == []
