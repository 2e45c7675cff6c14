"""The switches that stop calls: all of them, or those to one model or one provider; verbs like any other
(games.directing.verbs)."""

from typing import Any, Final

from django.utils import timezone
from rest_framework import serializers
from rest_framework.generics import RetrieveAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from games.directing.verbs import OF_ALL_CALLS, OF_CALLS, Given
from games.hosting.making import WrongGame
from games.models import Account, KillSwitch
from league.access.directing import switch_calls, the_switch
from league.api.roster.bodies import actor
from league.api.running.shape import Doing, views_of, writes
from league.api.spending.budgets import OneBudget
from league.api.spending.told import BudgetSerializer, SwitchSerializer
from league.models import Token
from personas.api.reading import Reading

SWITCH: Final = {"is_on": True, "reason": "The provider has gone."}


class ThrownSerializer(serializers.Serializer):
    """What came of it."""

    told = serializers.CharField(help_text="In a sentence.")
    switch = SwitchSerializer(help_text="The switch as it is by now.")


class TurnedSerializer(serializers.Serializer):
    """What came of it."""

    told = serializers.CharField(help_text="In a sentence.")
    budget = BudgetSerializer(help_text="The budget as it is by now.")


class Switch(Reading, RetrieveAPIView):
    """Whether calls to providers are stopped, all of them."""

    scope_of_reading = Token.Scope.MONEY
    rights = {"GET": "look_at_budgets"}
    refusals = {"403": "For staff who may see budgets, with a token of scope `money`."}
    serializer_class = SwitchSerializer
    queryset = KillSwitch.objects.all()

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The switch."""
        return Response(switch_told())


class Switching(Doing):
    """Stops or allows calls."""

    scope = Token.Scope.MONEY

    def done(self, request: Request, row: Any, given: dict[str, Any]) -> str:
        by, now = actor(request), timezone.now()
        if not self.verb.is_possible(row):
            raise WrongGame(f"the {row} cannot be told to {self.verb.name} calls as it is")
        return switch_calls(verb=self.verb, row=row, by=by, now=now, given=Given(**given))


class Throwing(Switching):
    """Stops or allows all calls."""

    serializer_class = ThrownSerializer
    queryset = KillSwitch.objects.all()
    refused_writes = writes("For staff who may throw the switch, with a token of scope `money`.", of="switch")

    def get_object(self) -> KillSwitch:
        """The one row."""
        return the_switch()

    def stand(self, row: KillSwitch) -> tuple[dict[str, Any], str]:
        return {"switch": switch_told()}, ""


class Turning(Switching):
    """Stops or allows the calls to a model or a provider."""

    serializer_class = TurnedSerializer
    queryset = Account.objects.all()
    refused_writes = writes("For staff who may change budgets, with a token of scope `money`.", of="budget")
    get_object = OneBudget.get_object

    def stand(self, row: Account) -> tuple[dict[str, Any], str]:
        row.refresh_from_db()
        return {"budget": BudgetSerializer(row, context=self.get_serializer_context()).data}, ""


def switch_told() -> dict[str, Any]:
    """The switch as JSON; one that was never thrown is off."""
    row = KillSwitch.objects.filter(pk=1).first()
    told = SwitchSerializer(row or {"is_on": False, "reason": "", "changed_at": None}).data
    return dict(told)


ALL: Final = views_of(OF_ALL_CALLS, Throwing, taken={}, sent={}, came="The switch", stand={"switch": SWITCH})
EACH: Final = views_of(OF_CALLS, Turning, taken={}, sent={}, came="It", stand={"budget": {"scope": "model"}})
