"""Signs of claims: that a role or a result was claimed, when, and by whom else.

Law: a claim shows that it was claimed, never that it is so. Who claims what one has is told from others by what
everybody has heard, and not by one's own role.
"""

from collections.abc import Iterator

from games.agents.signs.record import Claim, Record
from games.agents.signs.sign import Shown, sign

CLAIMED = "claimed-a-role"


def _of_powers(record: Record) -> list[Claim]:
    return [claim for claim in record.claims if claim.role in record.powers]


def _rivals(record: Record, claim: Claim) -> list[Claim]:
    """The claims of others to the same role."""
    return [other for other in record.claims if other.role == claim.role and other.seat != claim.seat]


@sign(CLAIMED, "claimed to have a role with a power", "claimed to have a role with a power")
def claimed(record: Record) -> Iterator[Shown]:
    for claim in _of_powers(record):
        yield Shown(claim.seat, (claim.seq,))


@sign("claimed-to-be-plain", "claimed to have no power", "claimed to have no power")
def claimed_plain(record: Record) -> Iterator[Shown]:
    for claim in record.claims:
        if claim.role not in record.powers and claim.role in record.plain:
            yield Shown(claim.seat, (claim.seq,))


@sign("claimed-alone", "was the only one to claim a role", "was the only one to claim a role", among=CLAIMED)
def claimed_alone(record: Record) -> Iterator[Shown]:
    for claim in _of_powers(record):
        if not _rivals(record, claim):
            yield Shown(claim.seat, (claim.seq,))


@sign("claimed-then-another", "claimed a role that another claimed later", among=CLAIMED)
def claimed_then_another(record: Record) -> Iterator[Shown]:
    for claim in _of_powers(record):
        rivals = _rivals(record, claim)
        if rivals and claim.seq < rivals[0].seq:
            yield Shown(claim.seat, (claim.seq, rivals[0].seq))


@sign(
    "claimed-after-another",
    "claimed a role that another had claimed",
    "claimed a role that another had claimed",
    among=CLAIMED,
)
def claimed_after_another(record: Record) -> Iterator[Shown]:
    for claim in _of_powers(record):
        rivals = _rivals(record, claim)
        if rivals and rivals[0].seq < claim.seq:
            yield Shown(claim.seat, (rivals[0].seq, claim.seq))


@sign(
    "claimed-when-accused",
    "claimed a role after being accused that day",
    "claimed a role after being accused that day",
    among=CLAIMED,
)
def claimed_when_accused(record: Record) -> Iterator[Shown]:
    for claim in _of_powers(record):
        talk = record.stages[claim.stage - 1].talk
        before = [each.seq for each in talk if each.seq < claim.seq and claim.seat in each.heard.accused]
        if before:
            yield Shown(claim.seat, (before[-1], claim.seq))


@sign("told-of-guilt", "told of a result against somebody", "told of a result against somebody")
def told_of_guilt(record: Record) -> Iterator[Shown]:
    for result in record.results:
        if result.is_guilty:
            yield Shown(result.by, (result.seq,))


@sign("told-of-innocence", "told of a result in favour of somebody", "told of a result in favour of somebody")
def told_of_innocence(record: Record) -> Iterator[Shown]:
    for result in record.results:
        if not result.is_guilty:
            yield Shown(result.by, (result.seq,))


@sign("said-to-be-guilty", "was the one a result was told against")
def said_to_be_guilty(record: Record) -> Iterator[Shown]:
    for result in record.results:
        if result.is_guilty:
            yield Shown(result.about, (result.seq,))


@sign("said-to-be-innocent", "was the one a result was told in favour of")
def said_to_be_innocent(record: Record) -> Iterator[Shown]:
    for result in record.results:
        if not result.is_guilty:
            yield Shown(result.about, (result.seq,))
