"""What the API shows of accounts and of the switch. Law: what a hidden game spends tells who is being asked, and so do
accounts of models and providers: those, and games' own, are told to those alone who may see secrets. (The admin also
shows them where no hidden game is played; here they are simply not there.)
"""

from typing import Any, Final

from django.db.models import QuerySet
from rest_framework import serializers

from games.ledger.reads import sees_secrets
from games.models import Account
from games.models.account import AccountScope

FOR_MODERATORS: Final = (AccountScope.GAME, AccountScope.MODEL, AccountScope.PROVIDER)
AMOUNT: Final[dict[str, Any]] = {"max_digits": None, "decimal_places": 8}


class BudgetSerializer(serializers.ModelSerializer):
    """An account: what may be spent, what was, and what is on its way, in US dollars."""

    scope = serializers.ChoiceField(AccountScope.choices, help_text="What it is for.")
    cap = serializers.DecimalField(**AMOUNT, allow_null=True, help_text="Null is no cap.")
    spent = serializers.DecimalField(
        **AMOUNT, help_text="With the most that calls may have cost whose end was not heard."
    )
    unsure = serializers.DecimalField(**AMOUNT, help_text="How much of it that is.")
    reserved = serializers.DecimalField(**AMOUNT, help_text="The most that calls on their way may cost.")
    stopped = serializers.CharField(help_text="Why no new call may draw on it, of a model's and a provider's.")

    class Meta:
        model = Account
        fields = ["scope", "name", "cap", "spent", "unsure", "reserved", "calls", "stopped", "created_at"]


class SwitchSerializer(serializers.Serializer):
    """Whether calls to providers are stopped, all of them."""

    is_on = serializers.BooleanField(help_text="Whether they are.")
    reason = serializers.CharField(help_text="Why; else empty.")
    changed_at = serializers.DateTimeField(allow_null=True, help_text="Since when; null: it was never thrown.")


def accounts_seen(user: Any) -> QuerySet[Account]:  # Any: a user, or an anonymous one
    """The accounts that somebody may see."""
    rows = Account.objects.all()
    return rows if sees_secrets(user) else rows.exclude(scope__in=FOR_MODERATORS)
