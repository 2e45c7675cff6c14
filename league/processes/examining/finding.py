"""What the doctor says of one thing."""

from typing import Literal, NamedTuple


class Finding(NamedTuple):
    """One thing that was looked at. `bad` keeps the league from working, `poor` does not; `cure` says what to do."""

    subject: str
    state: Literal["good", "poor", "bad"]
    seen: str
    cure: str = ""
