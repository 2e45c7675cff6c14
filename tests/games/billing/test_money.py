"""Amounts of money as people read them."""

from decimal import Decimal

import pytest

from games.billing.money import in_dollars


@pytest.mark.parametrize(
    ("amount", "told"),
    [
        ("0", "$0.00"),
        ("0E-8", "$0.00"),
        ("0.00001", "less than $0.0001"),
        ("0.00012", "$0.0001"),
        ("0.05", "$0.05"),
        ("0.1", "$0.10"),
        ("0.123", "$0.123"),
        ("0.65718815", "$0.6572"),
        ("1.005", "$1.00"),
        ("12345.678", "$12,345.68"),
    ],
)
def test_an_amount_is_told_to_the_cent_and_a_small_one_closer(amount: str, told: str) -> None:
    assert in_dollars(Decimal(amount)) == told
