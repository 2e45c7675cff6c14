"""No test has a limit of its own: whatever waits for others takes its seconds from tests/patience.py."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
# What waits for something, by the name it is called by: the place of its limit where that is not a keyword.
WAITS = {
    "HTTPConnection": None,
    "Client": None,
    "communicate": 1,
    "connect": None,
    "create_connection": 1,
    "join": 0,
    "recv": None,
    "result": 0,
    "run": None,
    "timeout": 0,
    "until": 1,
    "urlopen": None,
    "wait": 0,
    "wait_for": 1,
}
SOON = 1  # a look that is repeated, or a wait that is meant to end without what it waits for


def limits_in(source: str) -> Iterator[str]:
    """The calls in a file that wait so many seconds, said as a number."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        called = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if called not in WAITS:
            continue
        place = WAITS[called]
        given = [each.value for each in node.keywords if each.arg in ("timeout", "seconds")]
        if place is not None and len(node.args) == place + 1:
            given.append(node.args[place])
        for limit in given:
            if isinstance(limit, ast.Constant) and isinstance(limit.value, int | float) and limit.value > SOON:
                yield f"{node.lineno}: {ast.unparse(node)}"


def test_limits_are_said_in_one_place() -> None:
    found = {str(path.relative_to(TESTS)): list(limits_in(path.read_text())) for path in sorted(TESTS.rglob("*.py"))}
    assert len(found) > 300
    assert {path: limits for path, limits in found.items() if limits} == {}, "say at_most(seconds) instead"


@pytest.mark.parametrize(
    "line",
    [
        "subprocess.run(['x'], timeout=60)",
        "process.wait(20)",
        "thread.join(10)",
        "until(lambda: done, 30)",
        "pytest.mark.timeout(240)",
        "asyncio.wait_for(served, 5)",
    ],
)
def test_a_limit_is_found(line: str) -> None:
    assert list(limits_in(line)) == [f"1: {line}"]


@pytest.mark.parametrize("line", ["process.wait(at_most(20))", "never.wait(0.05)", "process.wait()", "'. '.join(x)"])
def test_patience_passes(line: str) -> None:
    assert list(limits_in(line)) == []
