"""A file's text as Python has it; each is read by many laws and parsed once."""

import ast
from functools import lru_cache


@lru_cache(maxsize=4)
def parsed(text: str) -> ast.Module:
    """The module that a text is."""
    return ast.parse(text)


@lru_cache(maxsize=4)
def nodes_of(text: str) -> tuple[ast.AST, ...]:
    """Everything in it."""
    return tuple(ast.walk(parsed(text)))
