"""pyproject.toml names the packages, the two requirements files are its lock; set-up installs just what they list."""

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from league.processes import bootstrap

PROJECT = Path(__file__).resolve().parents[2]
NAMED = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
RUNTIME = [Requirement(line) for line in NAMED["project"]["dependencies"]]
DEV = RUNTIME + [Requirement(line) for line in NAMED["dependency-groups"]["dev"]]
FILES = [("requirements.txt", RUNTIME), ("requirements-dev.txt", DEV)]


def versions(file: str) -> dict[str, str]:
    return dict(pin.split("==") for pin in bootstrap.pins(PROJECT / file))


def needed(requirements: list[Requirement]) -> Iterator[Requirement]:
    """All of these and whatever they need in turn on this Python, each with the extras that lead there."""
    waiting, seen = list(requirements), set()
    while waiting:
        requirement = waiting.pop()
        key = (canonicalize_name(requirement.name), frozenset(requirement.extras))
        yield requirement
        if key not in seen:
            seen.add(key)
            inner = [Requirement(line) for line in requires(requirement.name) or ()]
            waiting += [
                one
                for one in inner
                if not one.marker or any(one.marker.evaluate({"extra": extra}) for extra in ("", *requirement.extras))
            ]


@pytest.mark.parametrize(("file", "named"), FILES)
def test_every_package_needed_is_pinned_in_a_version_that_fits(file: str, named: list[Requirement]) -> None:
    pinned = versions(file)

    assert [
        str(requirement)
        for requirement in needed(named)
        if not requirement.specifier.contains(pinned.get(canonicalize_name(requirement.name), "0"), prereleases=True)
    ] == []


def test_packages_of_the_tests_include_the_others_in_the_same_version() -> None:
    runtime, dev = (bootstrap.pins(PROJECT / file) for file, _ in FILES)

    assert {pin: dev.get(pin) for pin in runtime} == runtime


@pytest.mark.parametrize("file", [file for file, _ in FILES])
def test_lock_holds_pins_and_hashes_and_no_address(file: str) -> None:
    block = re.compile(r"[a-z0-9][a-z0-9-]*==[^ ]+( --hash=sha256:[0-9a-f]{64})+")

    blocks = bootstrap.pins(PROJECT / file).values()

    assert [line for line in blocks if not block.fullmatch(line)] == []
