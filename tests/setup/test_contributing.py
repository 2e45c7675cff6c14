"""CONTRIBUTING.md names every package with its reason."""

import re
import tomllib

from django.conf import settings


def test_every_package_is_named_with_a_reason() -> None:
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))
    declared = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    packages = {re.split(r"[\[<>=]", each)[0] for each in declared}
    table = (settings.BASE_DIR / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## What it stands on")[1]
    rows = [line.split("|") for line in table.splitlines() if line.startswith("|") and "---" not in line][1:]
    named = {package.strip() for row in rows for package in row[1].split(",") if row[2].strip()}
    assert named == packages
