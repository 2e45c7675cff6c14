"""The Pythons of this machine from 3.11 on: on PATH, Debian's, and those that pyenv keeps."""

import json
import os
import pwd
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

OLDEST = (3, 11)
TOLD = Path(__file__).with_name("told.py")
_NAME = re.compile(r"python3?(\.\d+)?")
_ASK = "import platform, sys; print(platform.python_implementation(), *sys.version_info[:3], sys.version)"


class Python(NamedTuple):
    """An interpreter: where it is, and which it is."""

    path: Path
    version: str


def this() -> Python:
    """The interpreter of this process."""
    return Python(Path(sys.executable), ".".join(map(str, sys.version_info[:3])))


@cache
def others() -> tuple[Python, ...]:
    """One of each build that is not the one of this process."""
    found: dict[str, Python] = {}
    known = _asked(Path(sys.executable))
    for path in _candidates():
        told = _asked(path)
        if told is None or told == known or told in found:
            continue
        kind, *version = told.split()[:4]
        if kind == "CPython" and tuple(map(int, version)) >= OLDEST:
            found[told] = Python(path, ".".join(version))
    return tuple(sorted(found.values(), key=lambda each: [int(part) for part in each.version.split(".")]))


def told_by(python: Python, seeds: int, *, shaken: int = 0) -> dict[str, str]:
    """What told.py says when this interpreter runs it, in an environment of its own."""
    command = [python.path, "-I", "-B", TOLD, "--seeds", str(seeds), "--shaken", str(shaken)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(f"{python.path} (Python {python.version}) could not play:\n{done.stderr[-4000:]}")
    said: dict[str, str] = json.loads(done.stdout)
    return said


def _candidates() -> Iterator[Path]:
    homes = {Path(os.environ.get("HOME", "/")), Path(pwd.getpwuid(os.getuid()).pw_dir)}
    kept = {home / ".pyenv" for home in homes} | {Path(os.environ.get("PYENV_ROOT", "/nowhere"))}
    folders = [Path(each) for each in os.get_exec_path() if "shims" not in each]  # a shim is none, it looks for one
    folders += [Path("/usr/bin"), Path("/usr/local/bin")]
    folders += [version / "bin" for root in sorted(kept) for version in sorted(root.glob("versions/*"))]
    seen = set()
    for folder in folders:
        for path in sorted(folder.glob("python3*")):
            try:
                real = path.resolve()
                is_new = real not in seen and bool(_NAME.fullmatch(path.name)) and os.access(path, os.X_OK)
            except OSError:
                continue
            if is_new:
                seen.add(real)
                yield real


def _asked(path: Path) -> str | None:
    """Which Python this is; None where it does not say."""
    try:
        done = subprocess.run([path, "-I", "-S", "-c", _ASK], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() or None
