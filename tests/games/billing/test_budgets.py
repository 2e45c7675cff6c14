"""Budgets hold, whoever draws on them at once; what calls cost is known to the cent."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from games.agents.providers import Usage
from games.billing.budgets import Denied, Purse, purses_of, purses_of_model
from games.billing.call_ledger import Intent, Settlement, intend_calls, orphan_calls, settle_calls
from games.billing.kill_switch import allow_calls_of, stop_calls_of
from games.billing.money import balance, open_account, set_cap
from games.billing.prices import FREE, NoPrice, rates_of
from games.hosting.batch_writer import Registrar
from games.loopback.billing import WRITTEN, WRITTEN_LONG
from games.loopback.catalogue import MODELS
from games.models import Account, Call, Game
from personas.models import Price
from tests.factories import make_game, make_model, make_running_game
from tests.patience import at_most

WORST = Decimal("0.01")
IN_FLIGHT = 200


def intent(game: Game, purses: tuple[Purse, ...], seat: int = 0) -> Intent:
    call = Call(game=game, poll=1, seat=seat, provider="p", model="m", reserved=WORST)
    return Intent(call, purses)


def settlement(made: Intent, cost: Decimal) -> Settlement:
    return Settlement(made.call, made.purses, Call.Status.ANSWERED, cost, 0.1)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("run", range(5))
async def test_two_hundred_calls_in_flight_never_pass_a_cap_and_spend_nearly_all_of_it(run: int) -> None:
    await draw(run)


@pytest.mark.slow
@pytest.mark.timeout(at_most(500))
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("run", range(50))
async def test_fifty_times_two_hundred_calls_in_flight_never_pass_a_cap(run: int) -> None:
    await draw(run)


async def off(do: Callable[[], object]) -> object:
    """Does it in a thread with a connection of its own, as two processes would."""

    def work() -> object:
        try:
            return do()
        finally:
            connection.close()

    return await asyncio.to_thread(work)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scope", ["model", "provider"])
async def test_two_hundred_calls_in_flight_never_pass_the_cap_of_a_model_or_a_provider(scope: str) -> None:
    await sync_to_async(open_account)(scope=scope, name=OF[scope], cap=100 * WORST)
    await draw(1, scope)


OF = {"model": "mini", "provider": "openai"}


async def draw(run: int, scope: str = "game") -> None:
    """Two hundred draw on a cap of a hundred worst cases until nothing fits any more; two processes' worth of them."""
    chance = random.Random(run)
    game = await sync_to_async(make_game)()
    capped = 100 * WORST if scope == "game" else None
    purses = (Purse("game", game.public_id, capped), Purse("season", "s", 1000 * WORST), *purses_of_model(*OF.values()))
    registrars = [Registrar(off) for _ in range(2)]
    highest = Decimal(0)

    async def drawer(number: int) -> None:
        nonlocal highest
        registrar = registrars[number % 2]
        while True:
            made = intent(game, purses, seat=number % 60)
            denied = await registrar.intend(made)
            if denied is not None and denied.is_final:
                return
            if denied is not None:
                await asyncio.sleep(0.01)
                continue
            await asyncio.sleep(chance.random() / 100)
            await registrar.settle(settlement(made, (WORST * chance.randint(10, 100) / 100).quantize(Decimal("1e-8"))))

    async def watcher() -> None:
        nonlocal highest
        while True:
            row = await Account.objects.filter(scope=scope).afirst()
            if row is not None:
                highest = max(highest, row.spent + row.reserved)
            await asyncio.sleep(0.005)

    watching = asyncio.create_task(watcher())
    await asyncio.gather(*(drawer(number) for number in range(IN_FLIGHT)))
    watching.cancel()

    account = await Account.objects.aget(scope=scope)
    costs = [cost async for cost in Call.objects.values_list("cost", flat=True)]
    assert highest <= 100 * WORST
    assert account.spent == sum(costs)
    assert account.reserved == 0
    assert 95 * WORST <= account.spent <= 100 * WORST


class Nobody:
    """A halt that never comes."""

    def is_set(self) -> bool:
        return False

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


@pytest.mark.django_db(transaction=True)
async def test_two_hundred_calls_that_wait_their_turn_ask_hardly_more_often_than_they_are_made() -> None:
    chance = random.Random(1)
    game = await sync_to_async(make_game)()
    purses = (Purse("game", game.public_id, 40 * WORST), Purse("season", "s", 1000 * WORST))
    registrar = Registrar(off)
    asked = made = 0
    over: list[Decimal] = []

    async def caller() -> None:
        nonlocal asked, made
        number = registrar.queues.arrive()
        for _ in range(2):
            while True:
                wish = intent(game, purses)
                asked += 1
                denied = await registrar.intend(wish)
                if denied is None:
                    break
                assert denied.purse == purses[0]
                await registrar.queues.wait(purses[0], number=number, amount=WORST, halt=Nobody())
            made += 1
            row = await Account.objects.aget(scope="game")
            over.append(row.spent + row.reserved)
            await asyncio.sleep(chance.random() / 100)
            await registrar.settle(settlement(wish, WORST / 20))

    await asyncio.gather(*(caller() for _ in range(IN_FLIGHT)))

    account = await Account.objects.aget(scope="game")
    assert max(over) <= 40 * WORST
    assert (made, account.spent, account.reserved) == (2 * IN_FLIGHT, made * WORST / 20, 0)
    assert asked < 4 * made
    assert len(registrar.queues) == 0


@pytest.mark.django_db
def test_a_call_draws_on_its_game_its_season_and_its_day(settings: Settings) -> None:
    settings.LEAGUE_DAY_CAP = Decimal(5)
    game = make_game(terms={"season": "autumn", "caps": {"game": "0.5", "season": "20"}})

    purses = purses_of(game, datetime(2026, 11, 21, tzinfo=UTC).date())

    assert {str(purse): purse.cap for purse in purses} == {
        "day 2026-11-21": Decimal(5),
        f"game {game.public_id}": Decimal("0.5"),
        "season autumn": Decimal(20),
    }


def day_denies(game: Game) -> bool:
    """Whether the day's budget lets no call more through."""
    (denied,) = intend_calls(intents=[intent(game, purses_of(game, timezone.now().date()))])
    return denied is not None and denied.reason.startswith("budget of the day")


@pytest.mark.django_db
def test_a_cap_of_days_holds_from_the_next_call_on(settings: Settings) -> None:
    game = make_game()
    assert not day_denies(game)

    settings.LEAGUE_DAY_CAP = WORST
    assert day_denies(game)
    assert Account.objects.get(scope="day").cap == WORST

    settings.LEAGUE_DAY_CAP = 2 * WORST
    assert not day_denies(game)
    assert Account.objects.get(scope="day").cap == 2 * WORST


@pytest.mark.django_db
def test_the_cap_that_an_operator_gave_a_day_stays_for_that_day(settings: Settings) -> None:
    game = make_game()
    assert not day_denies(game)

    set_cap(account=Account.objects.get(scope="day"), cap=None)
    settings.LEAGUE_DAY_CAP = WORST
    assert not day_denies(game)
    set_cap(account=Account.objects.get(scope="day"), cap=2 * WORST)
    settings.LEAGUE_DAY_CAP = None
    assert day_denies(game)


@pytest.mark.django_db
def test_what_does_not_fit_into_one_account_is_reserved_in_none() -> None:
    game = make_game()
    roomy, full = Purse("season", "s", None), Purse("game", "g", WORST / 2)

    (denied,) = intend_calls(intents=[intent(game, (roomy, full))])

    assert denied is not None
    assert denied.is_final
    assert denied.reason == "budget of the game: what the next call may cost does not fit its cap"
    assert not Call.objects.exists()
    assert set(Account.objects.values_list("reserved", flat=True)) <= {0}


@pytest.mark.django_db
def test_what_may_come_back_is_worth_waiting_for() -> None:
    game = make_game()
    purse = Purse("game", "g", WORST)
    made = intent(game, (purse,))

    first, second = intend_calls(intents=[made, intent(game, (purse,), seat=1)])
    settle_calls(settlements=[settlement(made, Decimal(0))])
    (third,) = intend_calls(intents=[intent(game, (purse,), seat=1)])

    assert (first, third) == (None, None)
    assert second is not None
    assert not second.is_final


@pytest.mark.django_db
def test_a_call_is_settled_once() -> None:
    made = intent(make_game(), (Purse("game", "g", None),))
    intend_calls(intents=[made])

    settle_calls(settlements=[settlement(made, Decimal("0.002"))])
    settle_calls(settlements=[settlement(made, Decimal("0.009"))])

    account = Account.objects.get()
    assert (account.spent, account.reserved) == (Decimal("0.002"), 0)
    assert Call.objects.get().cost == Decimal("0.002")


@pytest.mark.django_db
def test_an_orphan_costs_the_worst() -> None:
    game = make_game()
    made = intent(game, purses_of(game, timezone.now().date()))
    intend_calls(intents=[made])

    assert orphan_calls(game=game) == 1
    assert orphan_calls(game=game) == 0

    call = Call.objects.get()
    assert (call.status, call.cost) == ("orphaned", WORST)
    assert set(Account.objects.values_list("spent", "unsure", "reserved")) == {(WORST, WORST, 0)}


@pytest.mark.django_db
def test_what_is_sure_is_told_beside_the_most_that_it_may_be() -> None:
    game = make_game()
    told, lost, free = (intent(game, (Purse("game", "g", None),), seat) for seat in range(3))
    intend_calls(intents=[told, lost, free])

    settle_calls(settlements=[replace(settlement(told, Decimal("0.002")), usage=Usage(input=10))])
    assert balance(Account.objects.get()) == "$0.002 + $0.02 on its way, no cap"
    settle_calls(settlements=[settlement(lost, WORST), settlement(free, Decimal(0))])

    account = Account.objects.get()
    assert (account.spent, account.unsure) == (Decimal("0.012"), WORST)
    assert balance(account) == "$0.002, at most $0.012, no cap"


@pytest.mark.django_db
def test_people_are_warned_once_when_most_of_a_budget_is_spent(caplog: pytest.LogCaptureFixture) -> None:
    game, purse = make_game(), Purse("game", "g", 3 * WORST)
    for _ in range(3):
        made = intent(game, (purse,))
        intend_calls(intents=[made])
        settle_calls(settlements=[settlement(made, WORST)])

    assert sum("80 % of a budget is spent" in record.getMessage() for record in caplog.records) == 1


@pytest.mark.django_db
def test_a_price_of_ours_goes_before_the_list_from_its_day_on() -> None:
    model = make_model(provider="openai", model_name="gpt-4o-mini")
    noon = datetime(2026, 11, 21, 12, tzinfo=UTC)
    Price.objects.create(language_model=model, valid_from=noon, input=2, cached=1, output=8)
    usage = Usage(input=1_000_000, cached=500_000, output=1_000_000)

    listed, own = rates_of(model, datetime(2026, 11, 20, tzinfo=UTC)), rates_of(model, noon)

    assert listed.cost(usage) == Decimal("0.7125")
    assert own.cost(usage) == Decimal("9.5")
    assert own.worst(read=1_000_000, written=1_000_000) == 10


@pytest.mark.django_db
def test_what_is_written_to_a_cache_costs_what_the_list_takes_for_it() -> None:
    at, million = datetime(2026, 11, 21, tzinfo=UTC), 1_000_000
    gpt = rates_of(make_model(provider="openai", model_name="gpt-5.6"), at)
    older = rates_of(make_model(provider="openai", model_name="gpt-5-mini"), at)
    claude = rates_of(make_model(provider="anthropic", model_name="claude-sonnet-4-5"), at)

    assert gpt.cost(Usage(input=million)) == 4
    assert gpt.cost(Usage(input=million, cache_written=million)) == 5
    assert gpt.cost(Usage(input=million, cached=million // 2, cache_written=million // 2)) == Decimal("2.7")
    assert older.cost(Usage(input=million, cache_written=million)) == older.cost(Usage(input=million))
    assert claude.cost(Usage(input=million, cache_written=million)) == Decimal("3.75")
    assert claude.cost(Usage(input=million, cache_written=million, cache_written_long=million)) == 6


@pytest.mark.django_db
def test_worst_that_is_reserved_has_all_of_the_input_written_to_a_cache() -> None:
    at, million = datetime(2026, 11, 21, tzinfo=UTC), 1_000_000
    gpt = rates_of(make_model(provider="openai", model_name="gpt-5.6"), at)
    claude = rates_of(make_model(provider="anthropic", model_name="claude-sonnet-4-5"), at)
    own = make_model(provider="openai", model_name="gpt-5.6")
    Price.objects.create(language_model=own, valid_from=at, input=2, cached=1, cache_written=3, output=8)

    assert gpt.worst(read=million, written=million) == 5 + 20
    assert claude.worst(read=million, written=million) == Decimal("3.75") + 15
    assert rates_of(own, at).worst(read=million, written=0) == 3


@pytest.mark.django_db
def test_a_model_that_nobody_has_a_price_for_is_free_only_on_a_server_of_ones_own() -> None:
    at = timezone.now()
    own = make_model(provider="openai", model_name="my-model", base_url="http://127.0.0.1:8000/v1")

    assert rates_of(own, at) == FREE
    with pytest.raises(NoPrice, match="no price is known for my-model; give it one in the admin, under Prices"):
        rates_of(make_model(provider="openai", model_name="my-model"), at)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", ["https://api.example.com/v1", "http://8.8.8.8/v1", "http://134744072/v1", "https://a.local.example.com"]
)
def test_a_model_on_anothers_server_is_never_free_for_want_of_a_price(address: str) -> None:
    model = make_model(provider="openai", model_name="my-model", base_url=address)

    with pytest.raises(NoPrice, match=r"no price is known for my-model at .+; give it one in the admin, under Prices"):
        rates_of(model, timezone.now())


@pytest.mark.django_db
@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST.", "vllm.localhost", "nas.local", "ollama", "10.1.2.3", "192.168.0.7", "[::1]"]
)
def test_a_server_on_a_network_of_ones_own_sends_no_bill(host: str) -> None:
    model = make_model(provider="openai", model_name="my-model", base_url=f"http://{host}:8000/v1")

    assert rates_of(model, timezone.now()) == FREE


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["https://openrouter.ai/api/v1", "https://router.example.com/v1"])
def test_a_model_named_with_its_vendor_has_the_price_of_who_sells_it(address: str) -> None:
    model = make_model(provider="openai", model_name="anthropic/claude-sonnet-4.5", base_url=address)

    assert rates_of(model, timezone.now()).cost(Usage(input=1_000_000, output=1_000_000)) == 18


@pytest.mark.django_db
def test_a_model_that_only_its_vendor_is_listed_with_has_the_vendors_price() -> None:
    model = make_model(
        provider="openai", model_name="anthropic/claude-opus-5-5", base_url="https://openrouter.ai/api/v1"
    )

    assert rates_of(model, timezone.now()).cost(Usage(input=1_000_000, output=1_000_000)) == 24


@pytest.mark.django_db
def test_the_environments_address_counts_where_a_model_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    model = make_model(provider="openai", model_name="my-model")

    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:8000/v1")
    assert rates_of(model, timezone.now()) == FREE
    monkeypatch.setenv("OPENAI_BASE_URL", "https://api.example.com/v1")
    with pytest.raises(NoPrice):
        rates_of(model, timezone.now())


@pytest.mark.django_db
@pytest.mark.parametrize("slug", [slug for slug in MODELS if not slug.startswith("loop-")])
def test_the_loopback_takes_what_the_list_says(slug: str) -> None:
    sold = MODELS[slug]
    told = rates_of(make_model(provider=sold.protocol, model_name=slug), timezone.now())

    assert (told.input, told.cached, told.output) == (sold.input, sold.cached, sold.output)
    costs_to_write = sold.protocol == "anthropic" or sold.has_breakpoints
    assert told.cache_written == (WRITTEN if costs_to_write else 1) * sold.input
    if sold.protocol == "openai":
        in_responses = make_model(provider="openai-responses", model_name=slug)
        assert rates_of(in_responses, timezone.now()) == told
    if sold.protocol == "anthropic":
        assert told.cache_written_long == WRITTEN_LONG * sold.input


def denied_to(model: str, provider: str, game: Game) -> Denied | None:
    purses = (*purses_of(game, timezone.now().date()), *purses_of_model(model, provider))
    return intend_calls(intents=[intent(game, purses)])[0]


@pytest.mark.django_db
def test_what_is_capped_at_one_model_is_not_at_another_and_at_a_provider_for_all_of_its() -> None:
    game = make_game()
    open_account(scope="model", name="mini", cap=WORST / 2)

    short = denied_to("mini", "openai", game)
    assert short is not None
    assert short.reason == "budget of a model: what the next call may cost does not fit its cap"
    assert short.whole == "budget of the model mini: what the next call may cost does not fit its cap"
    assert denied_to("other", "openai", game) is None

    open_account(scope="provider", name="openai", cap=WORST)
    assert {denied.whole for model in ("other", "third") if (denied := denied_to(model, "openai", game))} == {
        "budget of the provider openai: what the next call may cost does not fit its cap"
    }
    assert denied_to("haiku", "anthropic", game) is None


@pytest.mark.django_db
@pytest.mark.parametrize("scope", ["model", "provider"])
def test_calls_are_stopped_to_one_and_not_to_others_and_games_look_again_at_once(scope: str) -> None:
    name, other = {"model": ("mini", "maxi"), "provider": ("openai", "anthropic")}[scope]
    game = make_running_game()
    account = open_account(scope=scope, name=name, cap=None)
    names = {"model": "mini", "provider": "openai"}

    stop_calls_of(account=account, reason="a bill")
    stopped = denied_to(names["model"], names["provider"], game)
    assert stopped is not None
    assert (stopped.reason, stopped.is_stopped) == (f"calls to a {scope} are stopped by an operator", True)
    assert stopped.whole == f"calls to the {scope} {name} are stopped by an operator"
    assert denied_to(**names | {scope: other}, game=game) is None

    Game.objects.filter(pk=game.pk).update(waiting=stopped.reason)
    allow_calls_of(account=account)
    assert denied_to(names["model"], names["provider"], game) is None
    game.refresh_from_db()
    assert game.waiting == ""


@pytest.mark.django_db
def test_an_orphan_is_settled_in_the_accounts_of_its_model_and_provider() -> None:
    game, model = make_game(), make_model(slug="mini", provider="openai", model_name="gpt-4o-mini")
    made = intent(game, (*purses_of(game, timezone.now().date()), *purses_of_model("mini", "p")))
    made.call.language_model = model
    assert intend_calls(intents=[made]) == [None]

    orphan_calls(game=game)

    rows = (
        Account.objects.filter(scope__in=["model", "provider"])
        .order_by("scope")
        .values_list("name", "spent", "reserved")
    )
    assert list(rows) == [("mini", WORST, 0), ("p", WORST, 0)]


@pytest.mark.django_db
def test_no_other_account_is_opened_by_hand() -> None:
    with pytest.raises(ValueError, match="the account of a day is opened by its first call"):
        open_account(scope="day", name="2026-11-21", cap=None)
