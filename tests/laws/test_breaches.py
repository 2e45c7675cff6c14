"""Whatever breaks a law turns something red: the laws are broken one by one (breaches.toml), on the text of a file in
the fast form, in a copy of the tree in the slow one."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.laws.breaches import BESIDE, Breach, breaches, broken, copy_tree, told
from tests.laws.tree import LAWS, PROJECT, files, text_of

BY_NAME = {law.__name__: law for law in LAWS}
READ = [breach for breach in breaches() if breach.check == "read"]
STYLED = [breach for breach in breaches() if breach.check == "style"]


def test_every_law_is_broken_somewhere() -> None:
    laws = (PROJECT / "CONTRIBUTING.md").read_text("utf-8").split("\n## Laws\n")[1].split("\n## ")[0]
    named = {re.match(r"\*\*([^*]+?)\.?\*\*", bullet) for bullet in laws.split("\n- ")[1:]}
    assert None not in named
    assert {found[1] for found in named if found} - {breach.law for breach in breaches()} == set()
    assert {breach.says for breach in READ} == set(BY_NAME)


@pytest.mark.parametrize("breach", breaches(), ids=str)
def test_a_breach_is_one_of_a_file_as_it_is(breach: Breach) -> None:
    path = PROJECT / breach.file
    text = path.read_text("utf-8") if path.exists() else ""
    assert breach.done_to(text) != text


@pytest.mark.parametrize("breach", READ, ids=str)
def test_a_breach_can_be_read_off_the_file(breach: Breach) -> None:
    law = BY_NAME[breach.says]
    text = text_of(breach.file) if (PROJECT / breach.file).exists() else ""
    assert not text or breach.file in files(law)
    assert not text or list(law(breach.file, text)) == []
    assert list(law(breach.file, breach.done_to(text))) != []


@pytest.mark.parametrize("breach", STYLED, ids=str)
def test_ruff_sees_a_breach(breach: Breach) -> None:
    ruff = (BESIDE / "ruff", "check", "--no-cache", "--output-format=concise", f"--stdin-filename={breach.file}", "-")
    text = text_of(breach.file)
    for given, is_red in ((text, False), (breach.done_to(text), True)):
        said = subprocess.run(ruff, cwd=PROJECT, input=given, capture_output=True, text=True, check=False)
        assert (breach.says in said.stdout) == is_red


# --- in a copy of the tree -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    return copy_tree(tmp_path_factory.mktemp("laws") / "tree")


@pytest.mark.slow
@pytest.mark.parametrize("breach", breaches(), ids=str)
def test_a_breach_turns_its_check_red(tree: Path, breach: Breach) -> None:
    with broken(tree, breach):
        red, words = told(tree, breach)
    assert red, words


@pytest.mark.slow
@pytest.mark.parametrize("breach", {(each.check, each.says): each for each in breaches()}.values(), ids=str)
def test_a_check_is_green_where_nothing_is_broken(tree: Path, breach: Breach) -> None:
    red, words = told(tree, breach)
    assert not red, words
    assert "passed" in words or ", 0 broken" in words
