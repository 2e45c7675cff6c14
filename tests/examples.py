"""How many examples a run draws of what holds for any: as many as a test says with `--slow`, else half of them."""

from collections.abc import Iterable

import hypothesis
import pytest

SETTINGS = "_hypothesis_internal_use_settings"  # where hypothesis keeps what a test says; it has no other door


def halve(items: Iterable[pytest.Item]) -> None:
    """Has each test, however often it is among these, draw half of its examples."""
    tests = {id(test): test for item in items if hasattr(test := getattr(item, "obj", None), SETTINGS)}
    for test in tests.values():
        said: hypothesis.settings = getattr(test, SETTINGS)
        setattr(test, SETTINGS, hypothesis.settings(said, max_examples=max(1, said.max_examples // 2)))
