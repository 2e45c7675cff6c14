"""Budgets: what may be spent, what was, and what is on its way. Law: spent and reserved together never pass the cap.

What is spent is never below what providers bill: where nobody heard the end of a call, or was told what it used, it
is booked at the most that it may have cost, and that much of what is spent is unsure.

An account belongs to a game, a season, what a season's players learn, a day (UTC), a model or a provider, each by its
name as text; a call draws on all of those that it belongs to. No account is created but with the first call that draws
on it, where it has a cap with the first look at whether a game of it may begin, or by an operator: of a model and a
provider, of which what they spend is counted from then on, or with another cap for what goes on.
"""

from decimal import Decimal
from typing import Final

from django.db import models
from django.db.models import F, Q

from personas.constraints import holds, one_of

PLACES: Final = Decimal("0.00000001")  # of amounts


class AccountScope(models.TextChoices):
    """What an account is for."""

    GAME = "game", "game"
    SEASON = "season", "season"
    LEARNING = "learning", "learning"
    DAY = "day", "day"
    MODEL = "model", "model"
    PROVIDER = "provider", "provider"


class Account(models.Model):
    """The budget of a game, a season, what its players learn, a day, a model or a provider, in US dollars."""

    Scope = AccountScope

    scope = models.CharField(max_length=8, choices=Scope)
    name = models.CharField(
        max_length=120,
        help_text="The id of the game, the slug of the season or the model, the date, or what the provider is called.",
    )
    cap = models.DecimalField(
        max_digits=14, decimal_places=8, null=True, blank=True, help_text="US dollars; empty is no cap."
    )
    cap_by_hand = models.BooleanField(
        "cap set by hand",
        default=False,
        editable=False,
        help_text="Whether an operator gave it its cap: LEAGUE_DAY_CAP does not change that one.",
    )
    spent = models.DecimalField(max_digits=14, decimal_places=8, default=0, help_text="US dollars.")
    unsure = models.DecimalField(
        max_digits=14,
        decimal_places=8,
        default=0,
        help_text="US dollars of what is spent: the most that calls may have cost of which no usage was told.",
    )
    reserved = models.DecimalField(
        max_digits=14, decimal_places=8, default=0, help_text="US dollars: the most that calls on their way may cost."
    )
    calls = models.PositiveIntegerField(default=0, help_text="How many calls drew on it.")
    stopped = models.CharField(
        max_length=200,
        blank=True,
        editable=False,
        help_text="Why no new call may draw on it, of a model's and a provider's; empty: calls may.",
    )
    warned_at = models.DateTimeField("80 % reached", null=True, blank=True)
    created_at = models.DateTimeField("opened", auto_now_add=True)

    class Meta:
        verbose_name = "budget"
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["scope", "name"], name="account_once"),
            one_of("account_scope_known", "scope", AccountScope),
            holds("account_named", ~Q(name=""), "An account has a name."),
            holds("account_nothing_negative", Q(spent__gte=0, reserved__gte=0), "Nothing in it is negative."),
            holds(
                "account_unsure_within_spent",
                Q(unsure__gte=0, unsure__lte=F("spent")),
                "What is unsure is part of what is spent.",
            ),
            holds(
                "account_stopped_of_models",
                Q(stopped="") | Q(scope__in=["model", "provider"]),
                "Calls are stopped to a model or a provider.",
            ),
            holds("account_cap_not_negative", Q(cap__isnull=True) | Q(cap__gte=0), "A cap is not negative."),
            # A cap that was lowered below what is spent lets nothing more through, and is no bad state.
        ]

    def __str__(self) -> str:
        return f"{self.scope} {self.name}"

    @property
    def status(self) -> str:
        """Whether calls may draw on it, as verbs ask it."""
        return "stopped" if self.stopped else "allowed"


class KillSwitch(models.Model):
    """Stops all new calls while it is on: the one row of this table, read before every call."""

    public_name = "kill switch"  # whichever way it is

    is_on = models.BooleanField("calls are stopped", default=False)
    reason = models.CharField(max_length=200, blank=True, help_text="Why, for whoever finds it on.")
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "kill switch"
        constraints = [holds("kill_switch_is_one", Q(pk=1), "There is one kill switch.")]

    def __str__(self) -> str:
        return "calls are stopped" if self.is_on else "calls may be made"

    @property
    def status(self) -> str:
        """Whether calls may be made, as verbs ask it."""
        return "stopped" if self.is_on else "allowed"
