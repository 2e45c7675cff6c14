"""What a call costs where it was not served as ever: never less than what the provider takes for it."""

import asyncio
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from games.agents.providers import Besides, Reply, Usage
from games.agents.providers.anthropic import read
from games.agents.providers.openai import OpenAI
from games.agents.providers.responses import Responses
from games.billing.budgets import Purse
from games.billing.call_ledger import Intent, answered, intend_calls, settle_calls
from games.billing.prices import price_told, rates_of
from games.loopback.process import Provider as Loopback
from games.models import Account, Call
from personas.models import Price
from tests.factories import make_game, make_model
from tests.games.agents.providers.asking import request

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 21, tzinfo=UTC)
EARLIER = datetime(2026, 9, 1, tzinfo=UTC)  # the list has prices of tiers since October
MILLION = 1_000_000
BOTH = Usage(input=MILLION, output=MILLION)
TIERS = ("", "auto", "default", "flex", "priority", "fast", "ultrafast")


def costs(name: str, at: datetime = AT, **model: str) -> dict[str, Decimal]:
    """What a million tokens read and as many written cost, by tier."""
    rates = rates_of(make_model(model_name=name, **{"provider": "openai", **model}), at)
    return {tier: rates.cost(BOTH, tier) for tier in TIERS}


@pytest.mark.parametrize(
    ("name", "at", "flex", "fast", "plain"),
    [
        ("gpt-5-mini", AT, "1.125", "4.05", "2.25"),
        ("gpt-5.5", AT, "17.5", "87.5", "35"),
        ("gpt-5-nano", AT, "0.225", "1.125", "0.45"),  # which the list does not have served fast
        ("gpt-5-mini", EARLIER, "1.125", "5.625", "2.25"),
    ],
)
@pytest.mark.parametrize("protocol", ["openai", "openai-responses"])
def test_a_tier_costs_what_the_list_has_for_it_and_else_the_most_that_it_may(
    protocol: str, name: str, at: datetime, flex: str, fast: str, plain: str
) -> None:
    by_tier = costs(name, at, provider=protocol)

    assert by_tier == {
        **dict.fromkeys(("", "auto", "default"), Decimal(plain)),
        "flex": Decimal(flex),
        **dict.fromkeys(("priority", "fast"), Decimal(fast)),
        "ultrafast": 6 * Decimal(plain),
    }


def test_a_tier_costs_the_same_where_openais_address_is_a_rows_own() -> None:
    assert costs("gpt-5-nano", base_url="https://api.openai.com/v1") == costs("gpt-5-nano")


def test_elsewhere_a_tier_is_but_a_word() -> None:
    by_tier = costs("openai/gpt-oss-20b", base_url="https://api.groq.com/openai/v1")
    assert by_tier == dict.fromkeys(TIERS, by_tier[""])


@pytest.mark.parametrize(
    ("region", "name", "factor"),
    [
        ("eu", "gpt-5.4", "1.1"),
        ("us", "gpt-5.6", "1.1"),
        ("au", "gpt-6.1-sol", "1.1"),
        ("in", "gpt-5.4-mini-2026-03-17", "1.1"),
        ("jp", "gpt-5-mini", "1"),
        ("eu", "gpt-4o-2024-08-06", "1"),
        ("us", "gpt-4.1-nano", "1"),
        ("eu", "o4-mini", "1"),
        ("eu", "gpt-5.3-codex", "1"),
    ],
)
def test_in_a_region_of_openais_models_of_now_cost_a_tenth_more(
    monkeypatch: pytest.MonkeyPatch, region: str, name: str, factor: str
) -> None:
    plain, there = costs(name), {"base_url": f"https://{region}.api.openai.com/v1"}
    worst = rates_of(make_model(provider="openai", model_name=name), AT).worst(read=MILLION, written=MILLION)

    dearer = {tier: cost * Decimal(factor) for tier, cost in plain.items()}

    assert costs(name, provider="openai-responses", **there) == dearer
    monkeypatch.setenv("OPENAI_BASE_URL", there["base_url"])
    assert costs(name) == dearer
    of_region = rates_of(make_model(provider="openai", model_name=name), AT)
    assert of_region.worst(read=MILLION, written=MILLION) == worst * Decimal(factor)


def test_where_a_price_is_told_a_region_is_too() -> None:
    there = {"provider": "openai", "base_url": "https://eu.api.openai.com/v1"}
    dearer, older, own = (make_model(model_name=name, **there) for name in ("gpt-5.4", "gpt-5", "gpt-5.4"))
    Price.objects.create(language_model=own, valid_from=EARLIER, input=2, output=8)

    told = [price_told(model, AT).partition("a million tokens, ")[2] for model in (dearer, older, own)]

    assert told == [
        "of the shipped list and 10% more, for it is asked in a region of OpenAI's",
        "of the shipped list",
        "of its own row, since 2026-09-01 00:00 UTC",
    ]
    assert price_told(dearer, AT).startswith("$2.75 in (read from a cache $0.275, written to one $2.75), $16.5 out")
    assert rates_of(own, AT).cost(BOTH) == 10


@pytest.mark.parametrize(
    ("geo", "factor", "is_priced"),
    [(None, 1, True), ("global", 1, True), ("not_available", 1, True), ("us", "1.1", True), ("eu", "1.1", False)],
)
def test_what_anthropic_does_in_one_place_costs_a_tenth_more(geo: str | None, factor: str, *, is_priced: bool) -> None:
    told = {"input_tokens": MILLION, "output_tokens": MILLION, "service_tier": "priority", "inference_geo": geo}
    reply = read("anthropic", {"content": [], "usage": told}, "")
    rates = rates_of(make_model(provider="anthropic", model_name="claude-opus-5-5"), AT)

    assert reply.usage == BOTH
    assert rates.cost(BOTH, reply.tier) == 24 * Decimal(factor)
    assert rates.is_priced(reply.tier) is is_priced


def test_prices_of_our_own_are_those_of_what_is_served() -> None:
    model = make_model(provider="openai", model_name="gpt-5-mini")
    Price.objects.create(language_model=model, valid_from=EARLIER, input=1, output=1)
    assert {rates_of(model, AT).cost(BOTH, tier) for tier in TIERS} == {Decimal(2)}


@pytest.mark.parametrize(
    ("tier", "cost", "unsure", "tokens"),
    [
        ("default", "0.0045", "0", 10_000),
        ("priority", "0.0081", "0", 10_000),
        ("ultrafast", "0.027", "0.027", None),
    ],
)
def test_what_no_price_is_known_for_is_booked_as_a_bound(tier: str, cost: str, unsure: str, tokens: int | None) -> None:
    game, model = make_game(), make_model(provider="openai", model_name="gpt-5-mini")
    call = Call(game=game, poll=1, seat=0, provider="openai", model="gpt-5-mini", reserved=Decimal("0.0045"))
    made = Intent(call, (Purse("game", game.public_id, None),))
    intend_calls(intents=[made])

    reply = Reply("hm", usage=Usage(input=10_000, output=1_000), tier=tier)
    settle_calls(settlements=[answered(made, reply, rates_of(model, AT), 0.1)])

    account, row = Account.objects.get(scope="game"), Call.objects.get()
    assert (account.spent, account.unsure, account.reserved) == (Decimal(cost), Decimal(unsure), 0)
    assert (row.cost, row.input_tokens, row.status) == (Decimal(cost), tokens, "answered")


@pytest.mark.parametrize("protocol", [OpenAI, Responses])
@pytest.mark.parametrize(("asked", "served"), [("", "priority"), ("default", "default")])
def test_what_a_project_is_set_to_comes_unasked_alone_and_is_booked_as_it_is_billed(
    at: Loopback, protocol: type, asked: str, served: str
) -> None:
    """At an address that is not OpenAI's nobody asks for the standard tier."""

    async def ask() -> Reply:
        client = protocol(key="sk-loop-fast", base_url=at.openai_url)
        reply: Reply = await client.ask(request("gpt-5", effort="minimal", besides=Besides(standard_tier=asked)))
        await client.close()
        return reply

    before = at.cost()

    reply = asyncio.run(ask())

    bill, rates = at.cost() - before, rates_of(make_model(provider="openai", model_name="gpt-5"), AT)
    assert (reply.tier, bill > 0, reply.usage is not None) == (served, True, True)
    assert 0 <= rates.cost(reply.usage or BOTH, reply.tier) - bill < Decimal("1e-8")
