"""The clock of a process that a test shifts: Python reads this file at its start where its folder is on PYTHONPATH.

Law: the wall clock alone is shifted, by the seconds in the file that SHIFTED_CLOCK names, in all processes together,
and goes on as fast as the real one; what waits and times out goes by the monotonic clock and notices nothing.

Not libfaketime: Debian's 0.9.10 has `time.sleep` of Python 3.11 (clock_nanosleep with an absolute moment) fail with
EINVAL when the monotonic clock is left alone, and when it is shifted too every timeout that runs ends with a jump.
"""

import os
import struct
import threading
import time
from pathlib import Path

import time_machine

LOOK = 0.02  # seconds between two looks at the file
RIGHT = 0.05  # seconds by which a clock may be wrong
pause = threading.Event()  # nobody sets it


def shift() -> float:
    """The seconds by which the clock is shifted now."""
    (seconds,) = struct.unpack("d", Path(os.environ["SHIFTED_CLOCK"]).read_bytes())
    return float(seconds)


def keep_right() -> None:
    """Has this process's clock say what the file wants, to a twentieth of a second: what it was told to say it says
    from a moment later on, and on a busy machine that may be seconds."""
    behind = time_machine.escape_hatch.time.time() + shift() - time.time()
    if abs(behind) > RIGHT:
        clock.shift(behind)


def follow() -> None:
    """Shifts this process's clock whenever the file says otherwise."""
    while not pause.wait(LOOK):
        keep_right()


clock = time_machine.travel(time.time() + shift()).start()
keep_right()
threading.Thread(target=follow, name="clock", daemon=True).start()
