"""What the tests' provider is put back to between two tests: all that one of them may change, in one place."""

from typing import Any, Final

QUIET: Final[dict[str, Any]] = {
    "faults": {},
    "latency": 0.0,
    "outage": False,
    "spent": False,
    "mode": "steady",
    "seed": "",
    "drip": 0.2,
    "talk": {},
    "limits": {},
}
