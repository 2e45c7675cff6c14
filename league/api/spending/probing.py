"""Where a model is tried out by asking it, which is paid. For staff.

Law: it is no part of a transaction, for it waits for a provider; and it has an end, for whoever asked waits, too.
"""

from decimal import Decimal
from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.billing.money import in_dollars
from games.gateway.errands import CannotProbe, Finding, trial_of
from league.access.receipts import LONGEST
from league.api.once import KEY, REFUSED, once_outside
from league.api.roster.bodies import WhySerializer, actor, example, given_in
from league.api.running.shape import WrongState
from league.api.spending.told import AMOUNT
from league.models import Token
from league.seasons.roster import try_out_model
from personas.api.reading import Asked, Reading
from personas.models import LanguageModel

USUAL: Final = 60  # seconds that it takes at most: what stands in front of a site seldom waits much longer
LEAST: Final = 10
MOST: Final = 240
if LONGEST.total_seconds() <= MOST:  # whoever sends the key again would probe beside the first
    raise ValueError("a probe ends before whoever began it is taken for dead")


class ProbeAsked(Asked):
    """How a model is to be tried out."""

    dry_run = serializers.BooleanField(
        default=False, label="true or false", help_text="Say what it would cost, and ask nobody anything."
    )


class ProbeSerializer(WhySerializer):
    """How long a probe may take, and why it is made."""

    seconds = serializers.IntegerField(
        default=USUAL,
        min_value=LEAST,
        max_value=MOST,
        help_text="How long it may take; a model that thinks for long needs more. Where that is not enough it is not "
        "probed, and what was asked until then is paid.",
    )


class FindingSerializer(serializers.Serializer):
    """What came of a kind of question."""

    question = serializers.CharField(help_text="Its kind.")
    stood = serializers.BooleanField(help_text="Whether an answer stood.")
    fault = serializers.CharField(help_text="What the last answer was and why it could not stand; else empty.")
    before = serializers.ListField(
        child=serializers.CharField(), help_text="What went wrong before that: answers that were sent back, failures."
    )
    seconds = serializers.FloatField(help_text="That all its answers took.")
    cost = serializers.DecimalField(**AMOUNT, help_text="Of all its answers, in US dollars.")


class ProbedSerializer(serializers.Serializer):
    """What a probe would cost, and what it found and cost."""

    model = serializers.CharField()
    told = serializers.CharField(help_text="What came of it, or would, in a sentence.")
    dry_run = serializers.BooleanField(help_text="Whether nobody was asked.")
    questions = serializers.IntegerField(help_text="How many kinds there are.")
    likely = serializers.DecimalField(**AMOUNT, help_text="What a probe likely costs, in US dollars.")
    worst = serializers.DecimalField(**AMOUNT, help_text="What it costs at most.")
    is_fit = serializers.BooleanField(allow_null=True, help_text="Whether every answer stood; null of a trial.")
    probed_at = serializers.DateTimeField(
        allow_null=True, help_text="When every answer of a probe stood, asked as it is asked now; else null."
    )
    rung = serializers.CharField(help_text="How it takes the shape of an answer; empty of a trial.")
    returned_model = serializers.CharField(help_text="What it calls itself, where it says so; empty of a trial.")
    cost = serializers.DecimalField(**AMOUNT, help_text="What it cost, in US dollars; 0 of a trial.")
    findings = FindingSerializer(many=True, help_text="One for each kind of question; none of a trial.")


FOUND: Final = [{"question": "Choose", "stood": True, "fault": "", "before": [], "seconds": 1.2, "cost": "0.00006210"}]
NOTHING: Final = {"is_fit": None, "rung": "", "returned_model": "", "cost": Decimal(0), "findings": ()}
TOLD: Final[dict[str, Any]] = {
    "model": "gpt-4o-mini",
    "told": "8 of 8 answers of gpt-4o-mini stood; it cost $0.0005.",
    "dry_run": False,
    "questions": 8,
    "likely": "0.00048000",
    "worst": "0.01200000",
    "is_fit": True,
    "probed_at": "2026-05-04T12:00:00Z",
    "rung": "json_schema",
    "returned_model": "gpt-4o-mini-2024-07-18",
    "cost": "0.00049680",
    "findings": FOUND,
}


class Probing(Reading):
    """Tries a model out."""

    scope = Token.Scope.MONEY
    rights = {"POST": "edit_models"}
    asked_of_writes = ProbeAsked
    queryset = LanguageModel.objects.all()
    lookup_field = "slug"
    serializer_class = ProbedSerializer
    refused_writes = {
        "403": "For staff who may change models, with a token of scope `money`.",
        "415": "There is only `application/json`.",
        **REFUSED,
        "409": "It cannot be asked, or not to the end, and the message says why: it has no price or no key, no budget "
        "is left, its provider fails, it takes too long. What was known of it stands. Or a request with this "
        "`Idempotency-Key` is under way.",
    }

    @extend_schema(
        description="Asks a model one smallest real question of each kind, as `doctor --probe` does, and keeps what "
        "was found: how it takes the shape of an answer, and whether every answer stood, without which no season of it "
        "starts unless somebody says why. It is paid from the day's budget and the model's own, and is an act. Up to "
        "three answers that cannot stand are sent back, and a provider that is busy or failing is asked again for half "
        "a minute. A trial (`dry_run=true`) says what it would cost, and asks nobody anything. Where the connection "
        "breaks off before the answer, send the same `Idempotency-Key` again: nobody is asked a second time.",
        request=ProbeSerializer,
        responses=ProbedSerializer,
        parameters=[KEY],
        examples=[
            example("With a reason", {"reason": "Before the autumn season."}),
            example("A model of which all answers stood, in part", TOLD, status=200),
        ],
    )
    @once_outside
    def post(self, request: Request, slug: str) -> Response:
        """Try a model out."""
        model = self.get_object()
        given = given_in(ProbeSerializer, request)
        if model.is_offline:
            raise WrongState(f"{slug} is played by this site: there is nobody to ask")
        findings: list[Finding] = []
        try:
            trial = trial_of(model)
            told: dict[str, Any] = {
                "model": slug,
                "told": f"{slug} is asked {trial.questions} questions, for {trial.price}.",
                "dry_run": self.given["dry_run"],
                "questions": trial.questions,
                "likely": trial.likely,
                "worst": trial.worst,
                **NOTHING,
            }
            if not self.given["dry_run"]:
                probe = try_out_model(
                    by=actor(request),
                    model=model,
                    reason=given["reason"],
                    tell=findings.append,
                    seconds=float(given["seconds"]),
                )
                stood = sum(not each.fault for each in findings)
                told |= {
                    "told": f"{stood} of {trial.questions} answers of {slug} stood; it cost {in_dollars(probe.cost)}.",
                    **{name: getattr(probe, name) for name in ("is_fit", "rung", "returned_model", "cost")},
                    "findings": [found_told(each) for each in findings],
                }
        except CannotProbe as error:
            raise WrongState(f"{slug} cannot be tried out: {error}{paid_before(findings)}") from error
        return Response(ProbedSerializer(told | {"probed_at": model.probed_at}).data)


def found_told(found: Finding) -> dict[str, Any]:
    """What FindingSerializer shows."""
    names = ("question", "fault", "before", "seconds", "cost")
    return {name: getattr(found, name) for name in names} | {"stood": not found.fault}


def paid_before(findings: list[Finding]) -> str:
    """What was asked and paid before a probe came to its end too soon; "" where that is nothing."""
    cost = sum((each.cost for each in findings), Decimal(0))
    count = "1 answer" if len(findings) == 1 else f"{len(findings)} answers"
    return f"; {count} had come before, for {in_dollars(cost)}" if findings else ""
