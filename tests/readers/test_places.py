"""What newcomers are asked to find is still there, so that the key to their answers is right."""

import ast
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
QUESTIONS = tomllib.loads((Path(__file__).parent / "places.toml").read_text(encoding="utf-8"))["question"]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["file"])
def test_the_key_names_what_is_there(question: dict[str, Any]) -> None:
    body = ast.parse((ROOT / question["file"]).read_text(encoding="utf-8")).body
    found = {node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    found |= {node.target.id for node in body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
    assert set(question["names"]) <= found
