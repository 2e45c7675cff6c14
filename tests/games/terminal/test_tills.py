"""What a game in the terminal has spent, and how much of it is but a bound."""

from decimal import Decimal

import pytest

from games.agents.agent import Asked
from games.agents.providers import Reply, Scripted, Usage
from games.agents.remote import Remote
from games.agents.room import Room
from games.billing.prices import Rates
from games.terminal.tills import Till
from personas.sheet import ROSTER
from tests.games.agents.providers.asking import request

ONE = Decimal(1)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("tier", "told"), [("default", "cost: $1.00"), ("new", "cost: $0.00, at most $6.00")])
async def test_what_no_price_is_known_for_is_told_as_a_bound(tier: str, told: str) -> None:
    till = Till({("openai", "m", ""): Rates(ONE, ONE, ONE, ONE, ONE, unlisted={"": Decimal(6)})}, None)
    line = Scripted(lambda _: Reply("hm", usage=Usage(input=1_000_000), tier=tier))

    await till.ask(Remote(ROSTER[0], "openai", "m", line, Asked("m", Room(2_000, 4_000))), request("m"))

    assert str(till) == told
