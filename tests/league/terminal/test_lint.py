"""`lint` runs every step that it has, tells all of what they find, and names what does not exist."""

import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from league.management.commands import lint


def finding(status: dict[str, int]) -> Any:
    """Tools that end with a status, by name; others find nothing."""

    def run(command: list[Any], **how: Any) -> subprocess.CompletedProcess[str]:
        name = "migrations" if "makemigrations" in command else Path(command[0]).name
        return subprocess.CompletedProcess(command, status.get(name, 0))

    return run


def test_nothing_is_told_of_a_clean_tree(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(lint.subprocess, "run", finding({}))

    call_command("lint")

    steps = [line.removeprefix("── ") for line in capsys.readouterr().out.splitlines()]
    assert steps == ["style", "types", "layers", "migrations", "Nothing to complain of."]


def test_every_step_that_found_something_is_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lint.subprocess, "run", finding({"ruff": 1, "migrations": 1}))

    with pytest.raises(CommandError, match=r"^style, migrations: see above$"):
        call_command("lint")


def test_a_step_that_is_none_is_refused() -> None:
    with pytest.raises(CommandError) as refused:
        call_command("lint", "stile")
    assert str(refused.value) == "there is no step 'stile'; there are style, types, layers, migrations"
    assert refused.value.returncode == 2


def test_the_tools_are_there_and_look_at_this_tree(capfd: pytest.CaptureFixture[str]) -> None:
    call_command("lint", "style", "layers")

    assert "All checks passed!" in capfd.readouterr().out
