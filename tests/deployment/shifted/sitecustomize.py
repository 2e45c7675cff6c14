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
pause = threading.Event()  # nobody sets it


def shift() -> float:
    """The seconds by which the clock is shifted now."""
    (seconds,) = struct.unpack("d", Path(os.environ["SHIFTED_CLOCK"]).read_bytes())
    return float(seconds)


def follow(seconds: float) -> None:
    """Shifts this process's clock whenever the file says otherwise."""
    while not pause.wait(LOOK):
        if (wanted := shift()) != seconds:
            clock.shift(wanted - seconds)
            seconds = wanted


begun = shift()
clock = time_machine.travel(time.time() + begun).start()
threading.Thread(target=follow, args=(begun,), name="clock", daemon=True).start()
