"""What is said to hold through faults is seen to be broken where it is."""

from decimal import Decimal

import pytest
from django.db.models import F

from games.models import Account
from tests.chaos.invariants import accounts_beside_their_calls
from tests.factories import make_account, make_call, make_model, make_running_game

pytestmark = pytest.mark.django_db


def test_every_account_says_what_its_calls_cost_and_how_much_of_it_is_a_bound() -> None:
    game, model = make_running_game(terms={"season": "chaos"}), make_model(slug="mini")
    of_both = {"game": game, "language_model": model, "provider": "openai"}
    make_call(**of_both, cost="0.25", input_tokens=100, cached_tokens=0, output_tokens=10)
    make_call(**of_both, cost="0.75", status="orphaned", try_number=2)
    make_call(**of_both, cost="0.50", purpose="reflection", input_tokens=100, cached_tokens=0, output_tokens=20)
    make_account(scope="game", name=game.public_id, spent=1, unsure="0.75")
    make_account(scope="learning", name="chaos", spent="0.50")
    for scope, name in {"season": "chaos", "model": "mini", "provider": "openai"}.items():
        make_account(scope=scope, name=name, spent="1.50", unsure="0.75")
    make_account(scope="day", name="2026-01-01", spent="0.75")
    make_account(scope="day", name="2026-01-02", spent="0.75", unsure="0.75")

    assert {account.scope for account in Account.objects.all()} == set(Account.Scope.values), "none is left out"
    assert list(accounts_beside_their_calls()) == []
    for account in Account.objects.exclude(name="2026-01-01"):
        other = Decimal("-0.25") if account.unsure else Decimal("0.25")
        for wrong in ({"unsure": F("unsure") + other}, {"spent": F("spent") + Decimal("0.25")}):
            Account.objects.filter(pk=account.pk).update(**wrong)
            (told,) = accounts_beside_their_calls()
            assert f"the account of {account.scope}" in told
            Account.objects.filter(pk=account.pk).update(spent=account.spent, unsure=account.unsure)
