"""Budgets: read, and given other caps. What a season or its learning may spend is said at the season, which has the cap
in its own row, too.
"""

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound, PermissionDenied, ValidationError
from rest_framework.generics import RetrieveAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from games.billing.money import open_account, set_cap
from games.gateway.errands import providers_called
from games.ledger.reads import sees_secrets
from games.models import Account
from games.models.account import AccountScope
from league.access.acts import record_creation, recorded
from league.api.once import KEY, REFUSED, once
from league.api.roster.bodies import MATCH, WhySerializer, actor, example, given_in
from league.api.roster.tags import is_matched, tagged
from league.api.running.shape import WrongState
from league.api.spending.told import BudgetSerializer, accounts_seen
from league.models import Token
from league.tasks import nudge
from personas.api.reading import PageAsked, Reading, ReadingList, choice
from personas.models import LanguageModel

OF_SEASONS: Final = (AccountScope.SEASON, AccountScope.LEARNING)
TOLD: Final = {"scope": "day", "name": "2026-12-01", "cap": "20.00000000", "spent": "3.12000000"}
WHO: Final = "For staff who may see budgets, with a token of scope `money`."
CHANGES: Final = "For staff who may change budgets, with a token of scope `money`."


class BudgetsAsked(PageAsked):
    """What the list of budgets may be asked."""

    scope = choice(AccountScope, "What the account is for.")


class CapSerializer(WhySerializer):
    """Another cap."""

    cap = serializers.DecimalField(
        max_digits=10, decimal_places=4, min_value=0, allow_null=True, help_text="US dollars, null for none."
    )


class OpenedSerializer(CapSerializer):
    """Whose account is opened, before its first call."""

    model = serializers.CharField(
        max_length=60, required=False, help_text="The slug of a model behind a provider; this or `provider`."
    )
    provider = serializers.CharField(
        max_length=200, required=False, help_text="A provider of some model, as its calls name it; this or `model`."
    )


def opened(given: Mapping[str, Any]) -> tuple[AccountScope, str]:
    """Whose account is to be opened: its scope and name. Raises ValidationError."""
    if ("model" in given) == ("provider" in given):
        raise ValidationError({"model": ["say which model, or which provider, and not both"]})
    if "provider" in given:
        if given["provider"] not in (known := providers_called()):
            raise ValidationError({"provider": [f"no model is behind {given['provider']!r}; {behind(known)}"]})
        return AccountScope.PROVIDER, given["provider"]
    models = LanguageModel.objects.exclude(provider__in=LanguageModel.OFFLINE)
    if not given["model"].isprintable() or not models.filter(slug=given["model"]).exists():
        raise ValidationError({"model": [f"no model behind a provider is called {given['model']!r}"]})
    return AccountScope.MODEL, given["model"]


def behind(providers: Collection[str]) -> str:
    """Which providers there are, in words."""
    return f"there are: {', '.join(sorted(providers))}" if providers else "there is none yet"


class Budgets(ReadingList):
    """Budgets of seasons, of what their players learn, and of days, the newest first; for who may see secrets those of
    games, models and providers, too."""

    scope = Token.Scope.MONEY
    scope_of_reading = Token.Scope.MONEY
    rights = {"GET": "look_at_budgets", "POST": "change_budgets"}
    refusals = {"403": WHO}
    refused_writes = {"403": CHANGES, "415": "There is only `application/json`.", **REFUSED}
    asked = BudgetsAsked
    columns = {"scope": "scope"}
    serializer_class = BudgetSerializer
    queryset = Account.objects.all()
    ordering = ["-id"]

    def get_queryset(self) -> QuerySet[Account]:
        """Those that may be seen."""
        return accounts_seen(self.request.user)

    @extend_schema(
        description="Opens the account of a model, or of a provider, before its first call, with a cap: "
        "`model`, or `provider`. All others are opened by the first call that draws on them. For who may see secrets.",
        request=OpenedSerializer,
        responses={201: BudgetSerializer},
        parameters=[KEY],
        examples=[
            example("A cap for a model", {"model": "gpt-4o-mini", "cap": "20.00", "reason": "A trial."}),
            example("The account, in part", TOLD | {"scope": "model", "name": "gpt-4o-mini"}, status=201),
        ],
    )
    @once
    def post(self, request: Request) -> Response:
        """Open a budget."""
        given = given_in(OpenedSerializer, request)
        if not sees_secrets(request.user):
            raise PermissionDenied("Budgets of models and providers are for who may see secrets (games.see_secrets).")
        scope, name = opened(given)
        if Account.objects.filter(scope=scope, name=name).exists():
            raise WrongState(f"the budget {scope} {name} is open already")
        with transaction.atomic():
            row = open_account(scope=scope, name=name, cap=given["cap"])
            record_creation(by=actor(request), row=row, reason=given["reason"])
        return answer(self, row, status=201)


class OneBudget(Reading, RetrieveAPIView):
    """A budget. The ETag begins with a mark of its cap."""

    scope = Token.Scope.MONEY
    scope_of_reading = Token.Scope.MONEY
    rights = {"GET": "look_at_budgets", "PATCH": "change_budgets"}
    refusals = {"403": WHO}
    refused_writes = {
        "403": CHANGES,
        "409": "It is a season's: its caps are changed at the season.",
        "412": "Somebody has given it another cap meanwhile.",
        "415": "There is only `application/json`.",
    }
    serializer_class = BudgetSerializer
    queryset = Account.objects.all()

    def get_object(self) -> Account:
        """The account that the address names. Raises NotFound."""
        scope, name = self.kwargs["scope"], self.kwargs["name"]
        seen = accounts_seen(self.request.user)
        row = seen.filter(scope=scope, name=name).first() if name.isprintable() else None
        if row is None:
            raise NotFound(f"there is no budget {scope} {name!r}")
        return row

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The budget."""
        return answer(self, self.get_object())

    @extend_schema(
        description="Gives a budget another cap, null for none; the games that wait for it look again at once. What a "
        "season or its learning may spend is changed at the season, upwards.",
        request=CapSerializer,
        responses=BudgetSerializer,
        parameters=[MATCH],
        examples=[
            example("More for today", {"cap": "20.00", "reason": "A long evening."}),
            example("The account, in part", TOLD, status=200),
        ],
    )
    def patch(self, request: Request, scope: str, name: str) -> Response:
        """Give a budget another cap."""
        row = self.get_object()
        held = partial(is_matched, request, at=f"{row} is at", is_required=True)
        held(mark_of(row), whole=lambda: answer(self, row).headers["ETag"])
        given = given_in(CapSerializer, request)
        if row.scope in OF_SEASONS:
            raise WrongState(f"{row} is a season's: PATCH /api/v1/seasons/{row.name}/ changes it, upwards")
        with recorded(by=actor(request), verb="change cap", rows=[row], reason=given["reason"]):
            now = Account.objects.get(pk=row.pk)
            held(mark_of(now), whole=lambda: answer(self, now).headers["ETag"])
            set_cap(account=now, cap=given["cap"])
        nudge()
        return answer(self, Account.objects.get(pk=row.pk))


def answer(view: Any, row: Account, *, status: int = 200) -> Response:
    """An account, tagged with a mark of its cap."""
    data = BudgetSerializer(row, context=view.get_serializer_context()).data
    return tagged(view, data, mark=mark_of(row), path=f"budgets/{row.scope}/{row.name}", status=status)


def mark_of(row: Account) -> str:
    """What tells a cap from how it was before."""
    return "none" if row.cap is None else f"{row.cap:.8f}"
