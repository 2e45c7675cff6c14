"""Amounts of US dollars as people read them; sums are made in Decimal elsewhere and never from these words."""

from decimal import Decimal
from typing import Final

PLACES: Final = Decimal("0.00000001")
SMALLEST: Final = Decimal("0.0001")


def exact(amount: Decimal) -> Decimal:
    """A sum that a database made, to the places that amounts have: SQLite adds up in floating point."""
    return amount.quantize(PLACES)


def in_dollars(amount: Decimal) -> str:
    """An amount: to the cent, and of less than a dollar the first four places, where they are not nothing."""
    if amount >= 1 or not amount:
        return f"${amount:,.2f}"
    if amount < SMALLEST:
        return f"less than ${SMALLEST}"
    told = f"{amount:.4f}"
    return f"${told[:-2]}{told[-2:].rstrip('0')}"
