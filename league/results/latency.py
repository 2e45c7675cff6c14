"""How long models took, in buckets: their counts can be added up, and tell any share of the calls to within a bucket.

Law: the bounds of the buckets are never changed, for sums are kept in them; four to each doubling, so that what is told
is off by a tenth at most.
"""

from collections.abc import Mapping
from typing import Final

FIRST: Final = 0.05  # seconds; what is below is in bucket 0
A_DOUBLING: Final = 4
BUCKETS: Final = 57  # the last one is of all that is above some 700 s: no call is waited for so long
BOUNDS: Final = tuple(round(FIRST * 2 ** (place / A_DOUBLING), 6) for place in range(BUCKETS - 1))
BUCKET: Final = f"CASE {' '.join(f'WHEN latency < {bound} THEN {place}' for place, bound in enumerate(BOUNDS))} ELSE {BUCKETS - 1} END"  # noqa: E501


def within(counts: Mapping[int, int], share: float) -> float | None:
    """In how many seconds a share of the calls was answered, about; None without a call. Told is the middle of the
    bucket in which the last of them is."""
    left = share * sum(counts.values())
    if not counts:
        return None
    for bucket in sorted(counts):
        left -= counts[bucket]
        if left <= 0:
            return middle(bucket)
    return middle(max(counts))


def middle(bucket: int) -> float:
    """A time in the middle of a bucket."""
    if bucket == 0:
        return FIRST
    return float((BOUNDS[bucket - 1] * BOUNDS[min(bucket, len(BOUNDS) - 1)]) ** 0.5)
