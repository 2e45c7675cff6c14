"""Amounts of US dollars as people read them; sums are made in Decimal elsewhere and never from these words."""

from decimal import Decimal
from typing import Final

SMALLEST: Final = Decimal("0.0001")


def in_dollars(amount: Decimal) -> str:
    """An amount: to the cent, and of less than a dollar the first four places."""
    if amount >= 1 or not amount:
        return f"${amount:,.2f}"
    return f"${amount:.4f}" if amount >= SMALLEST else f"less than ${SMALLEST}"
