"""Personas in files, as people write them: YAML, CSV and JSON, read with the line on which each thing stands.

Law: what is read is text, and nothing else. No tag makes an object, no word becomes a date or a truth, no cell a
formula; and how long, how deep and how often something may be is bounded before it is built. Whatever is wrong is kept
with its line, so that all of it can be told at once; only a file that is none at all is refused for that one reason.
"""

from collections.abc import Callable, Mapping
from typing import Final

from personas.rows import csv_file, json_file, yaml_file
from personas.rows.nodes import File, FileError, Row, decoded

__all__ = ["READERS", "File", "FileError", "Row", "read"]

READERS: Final[Mapping[str, Callable[[str], File]]] = {
    "csv": csv_file.read,
    "json": json_file.read,
    "yaml": yaml_file.read,
}


def read(form: str, data: str | bytes) -> File:
    """The rows of a file in a form of READERS. Raises FileError."""
    return READERS[form](decoded(data))
