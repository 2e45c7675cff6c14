"""How the suite itself is run: `manage.py test` and what tests/conftest.py adds to pytest."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long(30)

PROJECT = Path(__file__).resolve().parents[2]
BARE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # a small suite needs no plugins, and they are slow to load
SUITE = """
import pytest

@pytest.mark.slow
def test_slow():
    pass

@pytest.mark.services
def test_service():
    pytest.skip("no server here")

def test_plain():
    pytest.skip("for another reason")
"""


def run(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=PROJECT,
        env=os.environ | {"CI": "", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def suite(tmp_path: Path) -> list[str | Path]:
    """The arguments that run a small suite under the conftest of this one."""
    shutil.copy(PROJECT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "test_some.py").write_text(SUITE)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n  slow\n  services\n")
    return ["-m", "pytest", f"--rootdir={tmp_path}", f"--config-file={tmp_path}/pytest.ini", tmp_path]


def test_skipped_service_is_a_failure_in_ci_only(suite: list[str | Path]) -> None:
    at_home, in_ci = run(*suite, **BARE), run(*suite, **BARE, CI="true")

    assert at_home.returncode == 0
    assert "2 skipped, 1 deselected" in at_home.stdout
    assert in_ci.returncode == 1
    assert "1 failed, 1 skipped, 1 deselected" in in_ci.stdout
    assert "Skipped, and in CI it must not be" in in_ci.stdout


def test_file_that_skips_itself_is_a_failure_in_ci(suite: list[str | Path], tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text("import pytest\npytest.skip('all of it', allow_module_level=True)")

    assert run(*suite, **BARE, CI="true").returncode == pytest.ExitCode.INTERRUPTED


def test_slow_tests_run_on_demand(suite: list[str | Path]) -> None:
    assert "1 passed, 2 skipped" in run(*suite, "--slow", **BARE).stdout


def test_command_gives_arguments_and_status_of_pytest_on() -> None:
    refused = run("manage.py", "test", "--no-such-option")

    assert refused.returncode == pytest.ExitCode.USAGE_ERROR
    assert "unrecognized arguments: --no-such-option" in refused.stderr


def test_command_explains_itself() -> None:
    told = run("manage.py", "test", "--help")

    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("usage: manage.py test [-h] [--slow] [--chaos]")
