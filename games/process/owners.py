"""Which process this is, and whether another is gone: what is held for a time names who holds it.

An owner is machine:pid:start, so that a process of this machine that is gone can be told from a slow one. Containers
count as machines: a process of another one cannot be seen from here, and is not taken for dead.
"""

import os
import socket
from pathlib import Path
from typing import Final

DEAD: Final = ("Z", "X")  # states of a process that has ended and that nobody has asked how: it has still its number


def this_process() -> str:
    """The owner that this process is: machine:pid:start."""
    return f"{this_machine()}:{os.getpid()}:{_stat_of(os.getpid())[1]}"


def this_machine() -> str:
    """The name of this machine, with the number of the space that its process ids belong to, where it has spaces."""
    try:
        space = Path("/proc/self/ns/pid").stat().st_ino
    except OSError:
        return socket.gethostname()
    return f"{socket.gethostname()}/{space}"


def is_gone(owner: str) -> bool:
    """Whether an owner was a process of this machine that runs no more; False for other machines and when unknown."""
    place, _, start = owner.rpartition(":")
    machine, _, pid = place.rpartition(":")
    if machine != this_machine() or not pid.isdecimal():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        pass  # it is there and not ours
    state, began = _stat_of(int(pid))
    return state in DEAD or began != start


def _stat_of(pid: int) -> tuple[str, str]:
    """A process's state, a letter, and when it started, in ticks since this machine did; both "" where the system does
    not tell."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return "", ""
    # The second field is the command in brackets and may hold blanks: count from behind it.
    fields = stat.rpartition(")")[2].split()
    return fields[0], fields[19]
