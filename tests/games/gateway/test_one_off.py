"""Calls beside the games: one whose sender was killed is settled, and one that is under way is left alone."""

import threading
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection, transaction
from django.utils import timezone

from games.agents.agent import Asked
from games.agents.author import persona_request
from games.billing.budgets import Purse
from games.billing.call_ledger import intend_calls, intent_for, orphan_calls, orphan_errands, settle_calls, unsent
from games.billing.money import open_account
from games.gateway.capabilities import asked_of
from games.gateway.clients import called
from games.gateway.one_off import NoReply, errand_for, messenger
from games.loopback.process import Provider
from games.models import Account, Call, Game
from games.models.call import new_ident
from personas.models import LanguageModel
from tests.factories import make_game, make_model
from tests.games.agents.providers.asking import exchange
from tests.games.voices import model_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def model() -> LanguageModel:
    return make_model(slug="gpt-4o-mini", provider="openai", model_name="gpt-4o-mini")


def left_behind(model: LanguageModel, *, minutes: int, game: Game | None = None) -> Call:
    """A call for a persona, or for a game's narrator, that was intended so long ago and of which nothing was heard."""
    purpose = Call.Purpose.NARRATION if game else Call.Purpose.PERSONA
    errand = errand_for(purpose, model, game=game, season=None if game else Purse("season", "spring", Decimal(5)))
    now = timezone.now()
    intent = intent_for(
        replace(persona_request(Asked(model.model_name)), id=new_ident()),
        to="openai",
        model=model,
        rates=errand.rates,
        purses=errand.purses(now.date()),
        purpose=errand.purpose,
        game=game,
        season="" if game else "spring",
    )
    assert intend_calls(intents=[intent]) == [None]
    Call.objects.filter(pk=intent.call.pk).update(created_at=now - timedelta(minutes=minutes))
    return Call.objects.get(pk=intent.call.pk)


def test_no_provider_is_asked_inside_a_transaction(at: Provider) -> None:
    model = model_at(at, "gpt-4o-mini")
    vote = exchange(asked_of(model).model)

    with messenger(errand_for(Call.Purpose.NARRATION, model)) as sent:
        with pytest.raises(RuntimeError, match="inside a transaction"), transaction.atomic():
            sent.ask(vote.request(), vote.read)
        assert not Call.objects.exists()
        sent.ask(vote.request(), vote.read)

    assert Call.objects.count() == 1


def test_what_an_errand_costs_is_counted_for_its_model_and_its_provider(at: Provider) -> None:
    model = model_at(at, "gpt-4o-mini")
    vote = exchange(asked_of(model).model)

    with messenger(errand_for(Call.Purpose.PERSONA, model)) as sent:
        cost = sent.ask(vote.request(), vote.read).cost

    assert cost > 0
    assert list(Account.objects.order_by("scope").values_list("scope", "reserved", "spent")) == [
        ("day", 0, cost),
        ("model", 0, cost),
        ("provider", 0, cost),
    ]
    open_account(scope="model", name=model.slug, cap=cost)
    with messenger(errand_for(Call.Purpose.PERSONA, model)) as sent, pytest.raises(NoReply, match="the model"):
        sent.ask(vote.request(), vote.read)


@pytest.mark.django_db(transaction=True)
def test_an_errand_waits_a_moment_for_money_that_a_call_on_its_way_has_reserved(at: Provider) -> None:
    model = model_at(at, "gpt-4o-mini")
    request = exchange(asked_of(model).model).request()
    errand = errand_for(Call.Purpose.PERSONA, model)
    purses = errand.purses(timezone.now().date())
    ahead = intent_for(request, to=called(model), model=model, rates=errand.rates, purses=purses, purpose="persona")
    open_account(scope="model", name=model.slug, cap=ahead.call.reserved)
    assert intend_calls(intents=[ahead]) == [None]
    settled = threading.Event()

    def settle() -> None:
        settle_calls(settlements=[unsent(ahead)])
        connection.close()
        settled.set()

    threading.Timer(0.1, settle).start()

    with messenger(errand) as sent:
        assert sent.ask(request, exchange(asked_of(model).model).read).value is not None

    assert settled.is_set()


def booked(scope: str) -> tuple[Decimal, Decimal]:
    account = Account.objects.get(scope=scope)
    return account.reserved, account.spent


def test_a_call_of_which_nothing_was_heard_is_settled_at_its_worst_wherever_it_had_reserved(
    model: LanguageModel,
) -> None:
    call = left_behind(model, minutes=0)
    Call.objects.update(created_at=timezone.now().replace(hour=0, minute=0))  # the same day, whenever it is
    assert booked("day") == booked("season") == (call.reserved, 0)

    assert orphan_errands(before=timezone.now()) == 1

    call.refresh_from_db()
    assert (call.status, call.cost) == ("orphaned", call.reserved)
    assert booked("day") == booked("season") == (0, call.reserved)
    assert orphan_errands(before=timezone.now()) == 0


def test_a_call_that_somebody_may_still_wait_for_is_left_alone(model: LanguageModel) -> None:
    left_behind(model, minutes=1)

    assert orphan_errands(before=timezone.now() - timedelta(minutes=5)) == 0
    assert Call.objects.get().status == "intended"


def test_whoever_takes_a_game_over_leaves_its_narrator_s_call_alone(model: LanguageModel) -> None:
    game = make_game()
    left_behind(model, minutes=10, game=game)

    assert orphan_calls(game=game) == 0
    assert orphan_errands(before=timezone.now() - timedelta(minutes=5)) == 1


def test_calls_of_games_that_nobody_holds_come_to_their_end_and_those_of_a_host_do_not(model: LanguageModel) -> None:
    now = timezone.now()
    leases = {"nobody": (None, None), "gone": ("gone", now - timedelta(hours=1)), "host": ("host", now)}
    games = {name: make_game(lease_owner=owner, lease_expires_at=at) for name, (owner, at) in leases.items()}
    for game in games.values():
        left_behind(model, minutes=10, game=game)
    Call.objects.update(purpose="answer", poll=1, seat=0)

    assert orphan_errands(before=now - timedelta(minutes=5)) == 2

    assert {name: Call.objects.get(game=game).status for name, game in games.items()} == {
        "nobody": "orphaned",
        "gone": "orphaned",
        "host": "intended",
    }
