"""What pages are made of, as one number: the digest that stands beside the README's picture.

It is taken over the sources alone, templates, static files and the pieces written in code, so that it is the same on
every machine and needs neither Django nor a browser. Files that begin with a dot are an editor's or the system's, and
bytecode is Python's. Nothing there is anybody else's; what packages bring (htmx, the admin's looks) is not in these
folders and is held by the locked requirements.
"""

import hashlib
from pathlib import Path
from typing import Final

FOLDERS: Final = ("templates", "league/static", "league/templatetags")


def digest_of_pages(root: Path) -> str:
    """SHA-256 over the names, sorted, and the bytes of the files of FOLDERS below a root, in hexadecimal."""
    files = {
        file.relative_to(root).as_posix(): file
        for folder in FOLDERS
        for file in (root / folder).rglob("*")
        if file.is_file() and not file.name.startswith(".") and file.suffix != ".pyc"
    }
    whole = hashlib.sha256()
    for name in sorted(files):
        content = files[name].read_bytes()
        whole.update(f"{name} {len(content)}\n".encode())
        whole.update(content)
    return whole.hexdigest()
