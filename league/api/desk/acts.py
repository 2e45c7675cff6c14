"""Where the record of acts is read.

Law: everybody reads there what was done under their own account, and what others did whoever may read its page in the
admin, and nobody else. An act tells what it changed, whatever that was: caps, accounts, tokens. So no token reads those
of others but one of scope `admin`, and of its own account's none of what it is refused at its own address: a narrow
token may be in other hands than the account. What is hidden is not in it: it was never written down
(league.access.acts).
"""

from functools import reduce
from typing import Any, Final

from django.db.models import Q, QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.access.acts import HIDDEN, LONGEST_NAME
from league.access.rights import why_refused
from league.api.desk.recorded import KNOWN, VERBS, told_of
from league.api.roster.bodies import example
from league.models import Act, Season, Token
from league.models.act import Surface
from league.queries.schedule import seen_by
from league.queries.upkeep.history import acts_of
from personas.api.reading import PageAsked, ReadingList, choice, rows_of_page

LONGEST_WORD: Final = 150  # of a verb, of a kind, of who did it
WHEN: Final = "a date and time as in ISO 8601, such as 2026-05-04T12:00:00Z"
TOLD: Final[dict[str, Any]] = {
    "id": 4711,
    "at": "2026-05-04T12:00:00Z",
    "who": "ann",
    "surface": "api",
    "verb": "approve",
    "kind": "persona",
    "name": "harbour_clerk",
    "before": {"status": "draft"},
    "after": {"status": "approved"},
    "reason": "Read and liked.",
}


class ActSerializer(serializers.ModelSerializer):
    """Something that somebody did and that changed something."""

    kind = serializers.CharField(source="model", help_text="The kind of what it was done to, such as `season`.")
    name = serializers.CharField(help_text="Its public name: a slug, an id, a date.")
    before = serializers.DictField(
        child=serializers.JSONField(allow_null=True),
        help_text=f"What changed, as it was, by field; `{HIDDEN}` where that is not for anybody.",
    )
    after = serializers.DictField(
        child=serializers.JSONField(allow_null=True), help_text="The same as it is since; and what came of the act."
    )

    class Meta:
        model = Act
        fields = ["id", "at", "who", "surface", "verb", "kind", "name", "before", "after", "reason"]

    def to_representation(self, instance: Act) -> dict[str, Any]:
        """The act, its fields as they are told."""
        told = super().to_representation(instance)
        return told | {side: told_of(instance.model, told[side]) for side in ("before", "after")}


def word(wanted: str, told: str, *, longest: int = LONGEST_WORD) -> serializers.CharField:
    """A parameter that takes a word as it stands in the record."""
    return serializers.CharField(required=False, max_length=longest, label=wanted, help_text=told)


def moment(told: str) -> serializers.DateTimeField:
    """A parameter that takes a moment."""
    return serializers.DateTimeField(required=False, label=WHEN, help_text=told)


class ActsAsked(PageAsked):
    """What the record of acts may be asked."""

    page_size = rows_of_page(30, 100)
    kind = word(
        f"one of {', '.join(KNOWN)}",
        f"What it was done to: {', '.join(f'`{kind}`' for kind in KNOWN)}; or another that "
        "an act tells. What is done to when a season plays is done to its `calendar`, and what to its caps to an "
        "`account`, too.",
    )
    name = word("a name", "The public name of that: a slug, an id, a date.", longest=LONGEST_NAME)
    verb = word(
        f"one of {', '.join(VERBS)}",
        "What was done, by the word that acts have for it, which hangs on the kind: "
        + " ".join(f"`{kind}`: {', '.join(verbs)}." for kind, verbs in KNOWN.items())
        + " Or another that an act tells.",
    )
    who = word("a name", "Who did it: the name of an account, `command line` or `the league`.")
    surface = choice(Surface, "From where it was done; `system` is by itself.")
    since = moment("Only what was done then or later.")
    until = moment("Only what was done before.")
    season = word(
        "the slug of a season",
        "What was done to that season since it was made, with its calendar, its caps, its board and its games. (Of one "
        "that was deleted, `name` finds what was done to itself.)",
    )
    order = serializers.ChoiceField(
        ["time", "-time"],
        default="-time",
        label="one of time, -time",
        help_text="`time`: the oldest first; `-time`: the newest first.",
    )


def reads_all_acts(request: Request) -> bool:
    """Whether who asks may read what others did."""
    lets = not isinstance(request.auth, Token) or request.auth.allows(Token.Scope.ADMIN)
    return lets and not why_refused(request.user, "look_at_acts")


# Kinds of rows whose acts a token without the scope does not read, by app.
GUARDED: Final = {
    Token.Scope.MONEY: Q(app_label="games", model__in=("account", "killswitch")),
    Token.Scope.ADMIN: Q(app_label="league", model__in=("token", "addressee")),
}


def own_acts(request: Request) -> Q:
    """What was done under the account of who asks, as far as that is told to the token that asks."""
    own = Q(account=request.user.pk)
    if not isinstance(request.auth, Token) or request.auth.allows(Token.Scope.ADMIN):
        return own
    refused = [kinds for scope, kinds in GUARDED.items() if not request.auth.allows(scope)]
    return reduce(lambda told, kinds: told & ~kinds, refused, own & Q(surface=Surface.API))


class Acts(ReadingList):
    """The record of acts, newest first: who did what to what, from where, what it changed and why. Any token reads what
    was done by API under its own account, and what was done there to money and to tokens as far as its scopes go; a
    token of scope `admin`, of staff who may see the record of acts in the admin, what everybody did. All filters work
    within that. Nothing in it is ever changed or deleted."""

    wants_account = True
    refusals = {"401": "For who has an account."}
    asked = ActsAsked
    columns = {
        "kind": "model",
        "name": "name",
        "verb": "verb",
        "who": "who",
        "surface": "surface",
        "since": "at__gte",
        "until": "at__lt",
    }
    serializer_class = ActSerializer
    queryset = Act.objects.all()

    @property
    def ordering(self) -> list[str]:
        """In which order they come."""
        return ["id" if self.given["order"] == "time" else "-id"]

    def get_queryset(self) -> QuerySet[Act]:
        """All of them, or of one season. Raises ValidationError where there is no such season for who asks."""
        if "season" not in self.given:
            return super().get_queryset()
        found = seen_by(self.request.user, Season.objects.all()).filter(slug=self.given["season"]).first()
        if found is None:
            raise ValidationError({"season": [f"must be the slug of a season, not {self.given['season'][:80]!r}"]})
        return acts_of(found)

    def filter_queryset(self, queryset: Any) -> Any:  # Any: as it is there
        """Those that fit, of those that who asks may read. Raises ValidationError for a kind or a verb of which nobody
        knows, and of which there is none."""
        readable = queryset if reads_all_acts(self.request) else queryset.filter(own_acts(self.request))
        kind, verb = self.given.get("kind"), self.given.get("verb")
        if kind is not None and kind not in KNOWN and not readable.filter(model=kind).exists():
            raise ValidationError({"kind": [f"must be one of {', '.join(KNOWN)}, not {kind[:80]!r}"]})
        verbs = KNOWN.get(kind or "", VERBS)
        of_kind = {} if kind is None else {"model": kind}
        if verb is not None and verb not in verbs and not readable.filter(verb=verb, **of_kind).exists():
            must = "must" if kind is None else f"must, of a {kind},"
            raise ValidationError({"verb": [f"{must} be one of {', '.join(verbs)}, not {verb[:80]!r}"]})
        return super().filter_queryset(readable)

    @extend_schema(examples=[example("An act", TOLD, status=200)])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The acts."""
        return super().get(request, *args, **kwargs)
