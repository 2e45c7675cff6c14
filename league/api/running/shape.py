"""The one shape of all verbs by the API: an address for each verb of a table, `POST <row>/<verb>/`, with a reason and
what the verb takes, once for each `Idempotency-Key`; what cannot be done to the row as it is, is a conflict (409).
Where a row has a tag (DoingTagged), a verb may say by `If-Match` what was looked at, and is answered with the tag of
what there is by now; its mark has the row's status, so whoever looked before another verb is refused (412).

Whoever has a table of verbs (games.directing.verbs.Verb) makes its addresses by views_of().
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, ClassVar, Final

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import APIException, PermissionDenied, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.directing.verbs import Verb
from games.hosting.making import WrongGame
from league.api.once import KEY, once
from league.api.roster.bodies import MAY_MATCH, WhySerializer, example, given_in
from league.api.roster.tags import is_matched
from league.models import Token
from league.seasons.making.checking import WrongSeason
from league.tasks import nudge
from personas.api.reading import Reading

OUTDATED: Final = {"412": "It is another by now than `If-Match` says, and nothing was done."}
REQUIRED: Final = "It is required, and kept."
CAP: Final = "US dollars, instead of the one it has, upwards; what is left out stays. It wants the scope `money` too."


class WrongState(APIException):
    """Something that cannot be done to a row as it is."""

    status_code = 409
    default_code = "wrong_state"

    def __init__(self, detail: str, *, fields: Mapping[str, list[str]] | None = None) -> None:
        """With what is wrong with each of the `fields`, where it is about some."""
        super().__init__(detail)
        self.fields = fields


def writes(who: str, *, of: str) -> dict[str, str]:
    """How a verb of a kind of row is refused."""
    return {
        "403": who,
        "409": f"It cannot be done to the {of} as it is by now; or a request with this `Idempotency-Key` is under way.",
        "415": "There is only `application/json`.",
        "422": "This `Idempotency-Key` was sent with another request.",
    }


def refused(error: WrongGame | WrongSeason, *, said: Collection[str] | None = None) -> APIException:
    """A refusal as the API words it: a conflict where it is about the state of a row, else a complaint of its field;
    where it is known what can be `said`, what is of nothing among that is a conflict, too."""
    told = error.message if isinstance(error, WrongSeason) else str(error)
    if error.field == "status" or (said is not None and error.field not in said):
        return WrongState(told)
    return ValidationError({error.field: [told]})


def may_cap(request: Request) -> None:
    """Raises PermissionDenied for a token that may not say what may be spent."""
    if isinstance(request.auth, Token) and not request.auth.allows(Token.Scope.MONEY):
        raise PermissionDenied("Caps want a token of scope money, too.")


class Doing(Reading, ABC):
    """Something that is done to a row."""

    verb: ClassVar[Verb[Any, Any, Any]]
    body: ClassVar[type[serializers.Serializer]]
    tells_tag: ClassVar[bool] = False

    def carry_out(self, request: Request) -> Response:
        """Does the verb, and answers with what came of it and how the row stands."""
        self.prepare(request)
        row = self.get_object()
        given = given_in(self.body, request)
        if any(name.startswith("cap_") for name in given):
            may_cap(request)
        with self.looked_at(request, row):
            try:
                told = self.done(request, row, given)
            except (WrongGame, WrongSeason) as error:
                # What is wrong with something that was not said is wrong with the row.
                raise refused(error, said=self.body().fields) from error
        nudge()
        stands, tag = self.stand(row)
        return Response({"told": told, **stands}, headers={"ETag": tag} if tag else {})

    def prepare(self, request: Request) -> None:
        """Works out what takes long of it, once, before a transaction is begun for the answer."""

    def looked_at(self, request: Request, row: Any) -> AbstractContextManager[None]:
        """What surrounds the verb so that it is done to the row that was looked at."""
        return nullcontext()

    @abstractmethod
    def done(self, request: Request, row: Any, given: dict[str, Any]) -> str:
        """Does it; returns what came of it."""

    @abstractmethod
    def stand(self, row: Any) -> tuple[dict[str, Any], str]:
        """How the row stands by now, and the tag that its own address has of that; "" where it has none. Its mark is of
        the same look at the row or of an earlier one: with a later one, who is told something older would write over
        what they were not told."""


class DoingTagged(Doing, ABC):
    """Something that is done to a row that has a tag."""

    tells_tag = True

    @contextmanager
    def looked_at(self, request: Request, row: Any) -> Iterator[None]:
        """The same, the row held where `If-Match` is sent. Raises PreconditionFailed where that names another state."""
        if "If-Match" not in request.headers:
            yield
            return
        is_held = not self.verb.is_look
        with transaction.atomic() if is_held else nullcontext():
            rows = type(row).objects.select_for_update(no_key=True) if is_held else type(row).objects
            at = f"{self.kwargs[self.lookup_field]} is at"
            mark = self.mark(rows.get(pk=row.pk))
            is_matched(request, mark, at=at, is_required=False, whole=lambda: self.stand(row)[1])
            yield

    @abstractmethod
    def mark(self, row: Any) -> str:
        """What tells how a row is from how it was before."""


def views_of(
    verbs: Mapping[str, Verb[Any, Any, Any]],
    base: type[Doing],
    *,
    taken: Mapping[str, Any],
    sent: Mapping[str, Any],
    came: str,
    stand: Mapping[str, Any],
    besides: Mapping[str, str] | None = None,
) -> dict[str, type[Doing]]:
    """A view for each verb of a table, by its name. `taken` makes the fields of what verbs take, `sent` are examples of
    them; what came of one is told of a row that is called `came`, which stands like `stand`. `besides` is what some say
    to who uses the API, beside what they say everywhere."""
    return {
        name: _view_of(
            verb, base, taken, sent, {"told": f"{came} {verb.done}.", **stand}, (besides or {}).get(name, "")
        )
        for name, verb in verbs.items()
        if not verb.is_removal  # that is DELETE
    }


def _view_of(
    verb: Verb[Any, Any, Any],
    base: type[Doing],
    taken: Mapping[str, Any],
    sent: Mapping[str, Any],
    came: Mapping[str, Any],
    besides: str,
) -> type[Doing]:
    why = REQUIRED if verb.wants else WhySerializer().fields["reason"].help_text
    why = f"{'It is required, and e' if verb.wants else 'E'}verybody is shown it." if verb.shows_why else why
    optional: dict[str, Any] = {} if verb.wants else {"default": "", "allow_blank": True}
    name = f"{verb.name.capitalize()}{verb.of.capitalize()}"
    fields = {each: taken[each]() for each in verb.takes}
    fields["reason"] = serializers.CharField(max_length=200, help_text=why, **optional)
    body = type(f"{name}Serializer", (WhySerializer,), fields | {"__doc__": f"What is said with `{verb.name}`."})
    said = {each: sent[each] for each in verb.takes if each in sent} | {"reason": "The provider has gone."}

    @extend_schema(
        description=" ".join(filter(None, [f"{verb.told.capitalize()}.", verb.confirms, besides])),
        request=body,
        responses=base.serializer_class,
        parameters=[KEY, MAY_MATCH] if base.tells_tag else [KEY],
        examples=[example("With a reason", said), example("What came of it, in part", dict(came), status=200)],
    )
    @once
    def post(self: Doing, request: Request, **named: str) -> Response:
        return self.carry_out(request)

    post.__doc__ = f"{verb.title} a {verb.of}." if verb.name != "replay" else "Check the replay of a game."
    told = {"verb": verb, "body": body, "post": post, "__doc__": f"{verb.told.capitalize()}."}
    rights = {"POST": verb.right}
    return type(name, (base,), told | {"rights": rights, "__module__": base.__module__})
