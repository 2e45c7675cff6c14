"""`python3 manage.py …` on a bare Python."""

import ast
import os
import runpy
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from league.processes import bootstrap
from tests.setup.conftest import BARE_PYTHON, PROJECT, Checkout, report

NOTHING = ""


def gate(checkout: Checkout) -> Path:
    """A named pipe at which the pip of the checkout waits."""
    path = checkout.root.parent / "gate"
    os.mkfifo(path)
    return path


def test_bare_python_sets_itself_up_and_continues(checkout: Checkout) -> None:
    first = checkout.start("play", "town-mafia", "--json")

    assert report(first) == {"arguments": ["play", "town-mafia", "--json"], "environment": str(checkout.setup)}
    assert first.stderr.splitlines()[0] == f"Setting up {checkout.setup} (once, about a minute; packages: 1)."


def test_real_pip_accepts_what_it_is_asked(checkout: Checkout) -> None:
    assert report(checkout.start("play", PYTHONPATH=""))["environment"] == str(checkout.setup)


@pytest.mark.slow
def test_ensurepip_alone_suffices(checkout: Checkout) -> None:
    started = checkout.start("play", PYTHONPATH=checkout.stub(pip="absent"))

    assert report(started)["environment"] == str(checkout.setup)


@pytest.mark.parametrize("pip", ["absent", "20.3.4"])
def test_without_a_fit_pip_one_sentence_names_the_package_to_install(checkout: Checkout, pip: str) -> None:
    started = checkout.start("play", PYTHONPATH=checkout.stub(pip=pip, ensurepip="absent"))

    assert (started.returncode, started.stdout) == (2, NOTHING)
    assert started.stderr == bootstrap.NO_PIP.format(python=BARE_PYTHON) + "\n"
    assert not checkout.setup.exists()


def test_later_starts_need_no_pip_and_say_nothing(checkout: Checkout) -> None:
    checkout.start("play")

    later = checkout.start("play", PYTHONPATH=checkout.stub(pip="absent", ensurepip="absent"))

    assert report(later)["environment"] == str(checkout.setup)
    assert later.stderr == NOTHING


def test_changed_requirements_are_set_up_anew(checkout: Checkout) -> None:
    checkout.start("play")
    checkout.require("requirements.txt", "django==5.3")

    assert report(checkout.start("play"))["environment"] == str(checkout.setup)
    assert [path.name for path in checkout.setup.glob("lib/python*/site-packages/*.dist-info")] == [
        "django-5.3.dist-info"
    ]


def test_tests_add_their_packages_to_the_others(checkout: Checkout) -> None:
    checkout.start("play")

    added = checkout.start("test", "-x")

    assert report(added)["arguments"] == ["test", "-x"]
    assert added.stderr.splitlines()[0] == f"Setting up {checkout.setup} (once, about a minute; packages: 1)."
    assert checkout.start("test").stderr == NOTHING
    assert checkout.start("play").stderr == NOTHING


def test_what_serves_the_tests_serves_every_command(checkout: Checkout) -> None:
    checkout.start("test")

    assert checkout.start("play").stderr == NOTHING


def test_tests_that_cannot_be_set_up_leave_the_rest_as_it_was(checkout: Checkout) -> None:
    checkout.start("play")

    assert checkout.start("test", PYTHONPATH=checkout.stub(pip="raise SystemExit(1)")).returncode == 2
    assert report(checkout.start("play"))["environment"] == str(checkout.setup)


def test_environment_lacking_the_packages_of_the_tests_gets_them_from_its_base(checkout: Checkout) -> None:
    checkout.start("play")

    started = subprocess.run(
        [checkout.setup / "bin" / "python", "manage.py", "test"],
        cwd=checkout.root,
        env=checkout.environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert report(started)["environment"] == str(checkout.setup)


def test_steps_aside_where_every_pin_is_installed(checkout: Checkout) -> None:
    started = checkout.start("play", PYTHONPATH=f"{checkout.wheels}/django-5.2-py3-none-any.whl")

    assert report(started)["environment"] == sys.base_prefix
    assert not checkout.setup.exists()


def test_another_version_of_a_package_is_not_enough(checkout: Checkout) -> None:
    checkout.make_wheel("django==3.2")
    old = f"{checkout.wheels}/django-3.2-py3-none-any.whl"

    started = checkout.start("play", PYTHONPATH=f"{old}:{checkout.environment['PYTHONPATH']}")

    assert report(started)["environment"] == str(checkout.setup)


def test_switched_off_a_missing_package_is_one_sentence(checkout: Checkout) -> None:
    started = checkout.start("play", LEAGUE_SETUP="0", PYTHONPATH=checkout.stub(django="absent"))
    bare = checkout.start("play", LEAGUE_SETUP="0", PYTHONPATH="", PYTHONNOUSERSITE="1")

    assert "Traceback" in started.stderr  # there, but broken: that is a fault to look into, not a package to install
    assert (bare.returncode, bare.stdout) == (2, NOTHING)
    assert bare.stderr.startswith("The package 'django' is missing from ")
    assert len(bare.stderr.splitlines()) == 1


def test_second_start_waits_for_the_first_and_says_so(checkout: Checkout) -> None:
    opened = gate(checkout)
    first = checkout.begin("play", GATE=str(opened))
    with opened.open("w"):  # both are there once pip has come to the gate
        second = checkout.begin("play")
        assert second.stderr is not None
        assert second.stderr.readline() == f"Another start is setting up {checkout.setup}; waiting for it.\n"

    for process in (first, second):
        output, errors = process.communicate()
        assert process.returncode == 0, errors
        assert f'"environment": "{checkout.setup}"' in output
    assert errors == NOTHING


def test_set_up_that_was_killed_is_done_again(checkout: Checkout) -> None:
    opened = gate(checkout)
    killed = checkout.begin("play", GATE=str(opened))
    with opened.open("w"):
        os.killpg(killed.pid, signal.SIGKILL)
        killed.communicate()
    half_done = list(checkout.setup.glob("lib/python*/site-packages/django/*"))

    assert [path.name for path in half_done] == ["__init__.py"]
    assert report(checkout.start("play"))["environment"] == str(checkout.setup)


def test_pip_that_outlives_its_start_keeps_the_next_one_waiting(checkout: Checkout) -> None:
    opened = gate(checkout)
    killed = checkout.begin("play", GATE=str(opened))
    with opened.open("w"):
        killed.kill()  # alone, not with its pip
        killed.wait()
        second = checkout.begin("play")
        assert second.stderr is not None
        assert second.stderr.readline() == f"Another start is setting up {checkout.setup}; waiting for it.\n"

    assert f'"environment": "{checkout.setup}"' in second.communicate()[0]


def test_interrupted_set_up_says_so_in_one_sentence(checkout: Checkout) -> None:
    opened = gate(checkout)
    interrupted = checkout.begin("play", GATE=str(opened))
    with opened.open("w"):
        os.killpg(interrupted.pid, signal.SIGINT)
        _, errors = interrupted.communicate()

    assert interrupted.returncode == 130
    assert errors.splitlines()[1:] == ["Setting up was interrupted; the next start does it again."]


def test_no_network_is_one_sentence(checkout: Checkout) -> None:
    nowhere = {
        "PIP_INDEX_URL": "http://127.0.0.1:1/simple",
        "PIP_RETRIES": "1",
        "PIP_NO_INDEX": "",
        "PIP_FIND_LINKS": "",
    }

    started = checkout.start("play", PYTHONPATH="", **nowhere)

    assert started.returncode == 2
    assert started.stderr.splitlines()[1:] == [bootstrap.NO_NETWORK.format(reason="Connection refused")]


def test_full_disk_is_one_sentence(checkout: Checkout) -> None:
    full = checkout.stub(pip="raise SystemExit('ERROR: Could not install: [Errno 28] No space left on device')")

    started = checkout.start("play", PYTHONPATH=full, TMPDIR="/tmp")

    assert started.returncode == 2
    assert started.stderr.splitlines()[1:] == [
        bootstrap.NO_ROOM.format(room=bootstrap.ROOM_NEEDED, home=checkout.setup, temporary="/tmp")
    ]


def test_folder_that_cannot_be_written_is_one_sentence(checkout: Checkout) -> None:
    checkout.setup.write_text("in the way, as a read-only file system would be")

    started = checkout.start("play")

    assert started.returncode == 2
    assert started.stderr.splitlines() == [bootstrap.NOT_USABLE.format(path=checkout.setup, reason="File exists")]


def test_package_that_is_not_the_pinned_one_is_refused(checkout: Checkout) -> None:
    checkout.make_wheel("django==5.2")
    with (checkout.wheels / "django-5.2-py3-none-any.whl").open("ab") as wheel:
        wheel.write(b"one byte more")

    started = checkout.start("play", PYTHONPATH="")

    assert started.returncode == 2
    assert started.stderr.splitlines()[-1].startswith("Setting up failed: THESE PACKAGES DO NOT MATCH THE HASHES")


@pytest.mark.parametrize("version", [(3, 6, 15), (3, 10, 13)])
def test_old_python_is_told_so_in_one_sentence(version: tuple[int, ...], monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "version_info", version)

    with pytest.raises(SystemExit) as stop:
        runpy.run_path(str(PROJECT / "manage.py"), run_name="__main__")

    assert stop.value.code == 2
    assert capsys.readouterr().err == (
        f"This project needs Python 3.11 or newer, and {sys.executable} is Python 3.{version[1]}.\n"
    )


def test_manage_parses_on_an_old_python() -> None:
    ast.parse((PROJECT / "manage.py").read_text(), feature_version=(3, 7))
