"""What is compiled beforehand is what pytest looks for, and nothing else is waited for."""

from pathlib import Path

import pytest
from _pytest.assertion import rewrite

from tests.compiling import compile_each, missing, place_of


def test_what_is_compiled_is_found_by_whoever_comes_to_run_it(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    file = tmp_path / "test_one.py"
    file.write_text("def test_one():\n    assert 1 + 1 == 2\n", encoding="utf-8")
    assert missing(tmp_path) == [file]

    compile_each([file], pytestconfig)

    assert missing(tmp_path) == []
    assert rewrite._read_pyc(file, place_of(file)) is not None
    file.write_text("def test_one():\n    assert 1 + 1 == 3\n", encoding="utf-8")
    assert rewrite._read_pyc(file, place_of(file)) is None, "and made anew by whoever comes to it"
