"""A checkout of the project beside a bare Python: two packages the size of a sentence stand for all of them."""

import base64
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
BARE_PYTHON = sys._base_executable  # type: ignore[attr-defined]  # this environment's own has all packages

# What manage.py hands over to once it is set up.
DJANGO = """
import json, sys
def execute_from_command_line(argv):
    print(json.dumps({"arguments": argv[1:], "environment": sys.prefix}))
"""
# A pip that unpacks the wheels it is asked for, slowly if told so: it opens the gate, and whoever holds it lets it on.
PIP = """
import os, pathlib, sys, zipfile
inner, listed = sys.argv[2], sys.argv[-1]
packages = next(pathlib.Path(inner).parents[1].glob("lib/python*/site-packages"))
for line in pathlib.Path(listed).read_text().splitlines():
    name, _, version = line.split()[0].partition("==")
    print("Collecting", name)
    with zipfile.ZipFile(f"{os.environ['WHEELS']}/{name}-{version}-py3-none-any.whl") as wheel:
        wheel.extract(f"{name}/__init__.py", packages)
        if "GATE" in os.environ:
            with open(os.environ["GATE"]) as gate:
                gate.read()
        wheel.extractall(packages)
"""


@dataclass(frozen=True)
class Checkout:
    root: Path
    wheels: Path
    environment: dict[str, str]
    begun: list[subprocess.Popen[str]] = field(default_factory=list)

    @property
    def setup(self) -> Path:
        return self.root / ".setup"

    def start(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """`manage.py` with these arguments, to its end."""
        process = self.begin(*arguments, **environment)
        output, errors = process.communicate()
        return subprocess.CompletedProcess(process.args, process.returncode, output, errors)

    def begin(self, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        with hearing_interrupts():
            process = subprocess.Popen(
                [BARE_PYTHON, "manage.py", *arguments],
                cwd=self.root,
                env=self.environment | environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
        self.begun.append(process)
        return process

    def require(self, file: str, *packages: str) -> None:
        """Write a requirements file with these pins and the hashes of their wheels, which are made here."""
        blocks = [f"{package} \\\n    --hash=sha256:{self.make_wheel(package)}\n" for package in packages]
        (self.root / file).write_text("".join(blocks))

    def make_wheel(self, package: str) -> str:
        """A wheel for `name==version`; return its SHA-256."""
        name, _, version = package.partition("==")
        files = {
            f"{name}/__init__.py": "",
            f"{name}-{version}.dist-info/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
            f"{name}-{version}.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        }
        if name == "django":
            files |= {"django/core/__init__.py": "", "django/core/management.py": DJANGO}
        record = "".join(f"{path},sha256={checksum(text)},{len(text)}\n" for path, text in files.items())
        files[f"{name}-{version}.dist-info/RECORD"] = record
        path = self.wheels / f"{name}-{version}-py3-none-any.whl"
        with zipfile.ZipFile(path, "w") as wheel:
            for inner, text in files.items():
                wheel.writestr(zipfile.ZipInfo(inner), text)
        return hashlib.sha256(path.read_bytes()).hexdigest()

    def stub(self, **modules: str) -> str:
        """A folder for PYTHONPATH whose modules hide those of the same name: "absent", a version, or what it runs."""
        folder = self.root.parent / f"stubs-{hashlib.sha256(repr(modules).encode()).hexdigest()[:8]}"
        for name, text in modules.items():
            is_version = text[0].isdigit()
            (folder / name).mkdir(parents=True)
            (folder / name / "__init__.py").write_text(
                "raise ImportError" if text == "absent" else f"__version__ = {text if is_version else '99.0'!r}"
            )
            (folder / name / "__main__.py").write_text("" if is_version else text)
        return str(folder)


@contextmanager
def hearing_interrupts() -> Iterator[None]:
    """What is started meanwhile can be interrupted, as from a terminal.

    A shell without job control has its background ignore SIGINT, and all that is started from there inherits that:
    where the suite runs as `.ci/run &` in a script, an interrupted set-up would rightly go on, for ever at the gate.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a handler, unlike SIG_IGN, is not inherited
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def checksum(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


def report(process: subprocess.CompletedProcess[str]) -> dict[str, object]:
    """What the command said it was called with; it failed if it said anything else."""
    assert process.returncode == 0, process.stderr
    said: dict[str, object] = json.loads(process.stdout)
    return said


@pytest.fixture
def checkout(tmp_path: Path) -> Iterator[Checkout]:
    root, wheels = tmp_path / "project", tmp_path / "wheels"
    (root / "league" / "processes").mkdir(parents=True)
    wheels.mkdir()
    for file in ("manage.py", "league/processes/bootstrap.py"):
        shutil.copy(PROJECT / file, root / file)
    environment = {
        "HOME": str(tmp_path / "home"),
        "PATH": os.environ["PATH"],
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_FIND_LINKS": str(wheels),
        "PIP_NO_CACHE_DIR": "1",
        "PIP_NO_INDEX": "1",
        "WHEELS": str(wheels),
    }
    made = Checkout(root, wheels, environment)
    environment["PYTHONPATH"] = made.stub(pip=PIP)
    made.require("requirements.txt", "django==5.2")
    made.require("requirements-dev.txt", "django==5.2", "pytest==9.0")
    yield made
    for process in made.begun:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
