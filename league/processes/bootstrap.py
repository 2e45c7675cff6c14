"""Sets the project up on a bare Python and continues in the environment it made. Standard library only.

`.setup/` is a virtual environment with exactly the pins of requirements.txt (for `test`, of requirements-dev.txt).
Its mark is written last, so whatever is interrupted counts as not done and is done again by the next start.
One start at a time: the lock is handed on to pip, so even an orphaned pip keeps the next start waiting.
All it says goes to standard error, one sentence per failure: standard output belongs to the command.
"""

import contextlib
import errno
import hashlib
import importlib.metadata
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, NoReturn

OLDEST_PIP = (22, 3)  # the first that can install into another interpreter's environment (`--python`)
ROOM_NEEDED = "600 MB"

NO_PIP = (
    "Setting up needs pip 22.3 or newer, which {python} does not have: install it (Debian, Ubuntu: apt install "
    "python3-pip python3-venv; Fedora: dnf install python3-pip) and start again."
)
NO_NETWORK = "Setting up needs the network once, and no package index could be reached: {reason}."
NO_ROOM = "The disk is full: setting up needs about {room} in {home} and some of it in {temporary}."
NOT_USABLE = (
    "Setting up could not use {path} ({reason}): make the project's folder writable, or install requirements.txt "
    "yourself and start with LEAGUE_SETUP=0."
)


def set_up(root: str | Path, command: Sequence[str] = ()) -> None:
    """Return if this Python has what `command` needs; else make `.setup/` and continue in it, never returning."""
    if os.environ.get("LEAGUE_SETUP") == "0":
        return
    if os.name != "posix":
        fail("This project runs on Linux and macOS; on Windows, start it inside WSL.")
    home = Path(root) / ".setup"
    is_for_developers = list(command[:1]) in (["test"], ["lint"])
    requirements = Path(root) / ("requirements-dev.txt" if is_for_developers else "requirements.txt")
    try:
        is_inside = home.exists() and home.samefile(sys.prefix)
        if is_inside and is_ready(home, requirements):
            return
        if is_inside:  # an environment cannot rebuild itself: the Python it was made from does
            continue_in(sys._base_executable)  # type: ignore[attr-defined]  # noqa: SLF001  # what venv itself reads
        if has_every_pin(requirements):
            return
        if not is_ready(home, requirements):
            build(home, requirements)
        continue_in(str(home / "bin" / "python"))
    except KeyboardInterrupt:
        say("Setting up was interrupted; the next start does it again.")
        sys.exit(130)
    except OSError as error:
        fail(sentence_for(error, home))


def explain_missing(error: ModuleNotFoundError) -> None:
    """Exit with a sentence if what is missing is a package from elsewhere; return if it is a module of our own."""
    package = (error.name or "").partition(".")[0]
    if package and importlib.util.find_spec(package) is None:
        fail(
            f"The package {package!r} is missing from {sys.executable}: install requirements.txt with its pip, "
            "or start without LEAGUE_SETUP=0."
        )


def pins(requirements: Path) -> dict[str, str]:
    """The blocks of a hashed requirements file by their pin, `name==version`."""
    text = requirements.read_text(encoding="utf-8").replace("\\\n", "")
    blocks = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return {block[0]: " ".join(block) for block in blocks}


def has_every_pin(requirements: Path) -> bool:
    """Whether this Python already has each pinned package in exactly its version."""
    for pin in pins(requirements):
        name, _, version = pin.partition("==")
        try:
            if importlib.metadata.version(name) != version:
                return False
        except importlib.metadata.PackageNotFoundError:
            return False
    return True


def mark(home: Path, requirements: Path) -> Path:
    """The file whose existence says that `home` holds these requirements for this kind of Python."""
    kind = f"{sys.implementation.cache_tag} {sys.platform} {platform.machine()}\n"
    return home / f"ready-{hashlib.sha256(kind.encode() + requirements.read_bytes()).hexdigest()[:16]}"


def is_ready(home: Path, requirements: Path) -> bool:
    return mark(home, requirements).exists() and (home / "bin" / "python").exists()


def build(home: Path, requirements: Path) -> None:
    """Bring `home` to hold `requirements`, at the side of nobody else."""
    if not (can_import("venv") and (has_pip() or can_import("ensurepip"))):  # Debian packages all three apart
        fail(NO_PIP.format(python=sys.executable))
    home.mkdir(exist_ok=True)
    with locked(home / "lock") as lock:
        if is_ready(home, requirements):  # the start we waited for did it
            return
        began = time.monotonic()
        runtime = requirements.with_name("requirements.txt")
        wanted = pins(requirements)
        if is_ready(home, runtime):
            # The packages of the tests join the others. What an earlier, interrupted attempt left is written over.
            wanted = {pin: block for pin, block in wanted.items() if pin not in pins(runtime)}
        else:
            clear(home)
        say(f"Setting up {home} (once, about a minute; packages: {len(wanted)}).")
        install(make_installer(home, lock), wanted, home, lock)
        for file in {runtime, requirements}:  # the tests' requirements include the others
            mark(home, file).touch()
        say(f"Set up in {time.monotonic() - began:.0f} s.")


@contextlib.contextmanager
def locked(path: Path) -> Iterator[IO[bytes]]:
    """Hold the lock at `path`; one who has to wait says so first."""
    import fcntl  # absent on Windows, where a sentence is said before

    with path.open("ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(f"Another start is setting up {path.parent}; waiting for it.")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock


def clear(home: Path) -> None:
    """Empty `home` of all but its lock."""
    for path in home.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path.name != "lock":
            path.unlink()


def make_installer(home: Path, lock: IO[bytes]) -> list[str]:
    """Make the environment if it is not there; return the command of a pip that installs into it."""
    inner = str(home / "bin" / "python")
    if not Path(inner).exists():
        importlib.import_module("venv").create(home, symlinks=True)
    if has_pip():
        return [sys.executable, "-m", "pip", "--python", inner]
    status, output = run([inner, "-I", "-m", "ensurepip", "--default-pip"], lock)
    if status:
        fail(why(output, home))
    return [inner, "-I", "-u", "-m", "pip"]


def has_pip() -> bool:
    """Whether this Python's own pip is there and can install into another environment."""
    if not can_import("pip"):
        return False
    version = importlib.import_module("pip").__version__
    return tuple(int(number) for number in re.findall(r"\d+", version)[:2]) >= OLDEST_PIP


def can_import(name: str) -> bool:
    try:
        importlib.import_module(name)
    except ImportError:
        return False
    return True


def install(installer: list[str], wanted: dict[str, str], home: Path, lock: IO[bytes]) -> None:
    """Install the wanted blocks. The lock file is complete, so nothing is resolved and nothing is built.

    Nothing is compiled ahead either: it took a third of the time, for modules of which most are never imported.
    """
    listed = home / "wanted.txt"
    listed.write_text("\n".join(wanted.values()) + "\n", encoding="utf-8")
    what = ["--require-hashes", "--no-deps", "--only-binary=:all:", "--ignore-installed", "--no-compile"]
    quietly = ["--no-input", "--progress-bar=off", "--disable-pip-version-check"]
    command = [*installer, "install", *what, *quietly, "-r", str(listed)]
    status, output = run(command, lock, of=len(wanted))
    if status:
        fail(why(output, home))
    listed.unlink()


def run(command: list[str], lock: IO[bytes], of: int = 0) -> tuple[int, list[str]]:
    """Run to the end, showing how many `of` so many packages are fetched; return exit status and output lines."""
    environment = {**os.environ, "PIP_USER": "0", "PIP_NO_COLOR": "1", "PYTHONUNBUFFERED": "1"}
    for name in ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_PYTHON", "PIP_QUIET"):  # these lead elsewhere
        environment.pop(name, None)
    lines, fetched = [], 0
    with subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        pass_fds=[lock.fileno()],
    ) as process:
        for line in process.stdout or ():
            lines.append(line.strip())
            if line.startswith(("Collecting ", "Processing ")):
                fetched += 1
                show(f"{fetched} of {of} packages fetched", is_milestone=fetched % 20 == 0)
            elif of and line.startswith("Installing collected packages"):
                show(f"installing {of} packages", is_milestone=True)
    show("")
    return process.returncode, lines


def why(output: list[str], home: Path) -> str:
    """One sentence from the output of a pip that failed."""
    errors = [line.removeprefix("ERROR: ") for line in output if line.startswith("ERROR: ")]
    reason = (errors or [line for line in output if line] or ["pip ended without a word"])[0].rstrip(".:")
    said = "\n".join(output)
    if "No space left on device" in said:
        return NO_ROOM.format(room=ROOM_NEEDED, home=home, temporary=tempfile.gettempdir())
    if re.search(r"NewConnectionError|ConnectTimeout|NameResolutionError|ProxyError|Max retries exceeded", said):
        cause = re.search(r"\[Errno -?\d+\] ([\w ]+)", said)
        return NO_NETWORK.format(reason=cause[1] if cause else reason)
    return f"Setting up failed: {reason}."


def sentence_for(error: OSError, home: Path) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return NO_ROOM.format(room=ROOM_NEEDED, home=home, temporary=tempfile.gettempdir())
    return NOT_USABLE.format(path=error.filename or home, reason=error.strerror)


def continue_in(python: str) -> NoReturn:
    """Become the same command in another Python."""
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(python, [python, *sys.orig_argv[1:]])


def show(progress: str, *, is_milestone: bool = False) -> None:
    """A line that replaces itself on a terminal; elsewhere a plain line for every milestone."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{progress}")
        sys.stderr.flush()
    elif is_milestone:
        say(f"  {progress}")


def say(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()


def fail(sentence: str) -> NoReturn:
    say(sentence)
    sys.exit(2)
