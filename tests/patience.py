"""How long a test waits for what has to come.

Law: a limit is for what hangs, never for what is slow. It is written as the seconds that this takes at the most on a
machine at ease, and multiplied here: no test may be red on a machine with a tenth of the speed, or beside ten suites.
Whoever waits looks again and again, so patience costs nothing where all goes well. A number of seconds that stands
alone in a test is one that the test is about (tests/test_patience.py).
"""

from typing import Final

SLOWEST: Final = 10  # how many times slower a machine may be than the one that the seconds were taken on


def at_most(seconds: float) -> float:
    """The seconds after which something that takes so long at the most counts as never coming."""
    return SLOWEST * seconds
