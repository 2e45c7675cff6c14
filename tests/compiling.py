"""The tests compiled once, before the processes that run them begin.

pytest compiles each file of tests anew, with asserts that tell what they saw, and keeps it. In a fresh clone nothing is
kept yet; five processes that begin at once come to the same file at the same time, and each compiles all of them.
"""

import multiprocessing
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

# pytest's own, for which it has no other door; what is not made here each process makes for itself, as ever.
from _pytest.assertion import rewrite


def compile_tests(config: pytest.Config) -> None:
    """Compiles what is not compiled yet, on as many cores as there are."""
    if config.getoption("assertmode") != "rewrite" or sys.dont_write_bytecode:
        return
    files, cores = missing(Path(__file__).parent), os.cpu_count() or 1
    fork = multiprocessing.get_context("fork")
    shares = [fork.Process(target=compile_each, args=(files[core::cores], config)) for core in range(cores)]
    for share in shares:
        share.start()
    for share in shares:
        share.join()


def missing(folder: Path) -> list[Path]:
    """The files of tests that have not been compiled."""
    files = [file for pattern in ("test_*.py", "conftest.py") for file in folder.rglob(pattern)]
    return [file for file in files if not place_of(file).exists()]


def place_of(file: Path) -> Path:
    """Where a file of tests is kept when it is compiled."""
    return rewrite.get_cache_dir(file) / f"{file.stem}{rewrite.PYC_TAIL}"


def compile_each(files: Sequence[Path], config: pytest.Config) -> None:
    state = config.stash[rewrite.assertstate_key]
    for file in files:
        place = place_of(file)
        if rewrite.try_makedirs(place.parent):
            mark, code = rewrite._rewrite_test(file, config)
            rewrite._write_pyc(state, code, mark, place)
