"""The README's table of costs is what `estimate` says: whoever changes prompts or prices takes it anew."""

from pathlib import Path

import pytest

from docs.costs import table

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.django_db
def test_the_table_of_costs_is_of_the_prompts_as_they_are() -> None:
    readme = (ROOT / "README.md").read_text("utf-8").splitlines()
    old = [line for line in table() if line not in readme]

    assert not old, f"take it anew: .setup/bin/python docs/costs.py, which has {old}"
