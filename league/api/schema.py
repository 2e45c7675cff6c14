"""The OpenAPI: what the views say of themselves, with the refusals that any of them may give."""

import re
from collections.abc import Mapping
from inspect import getdoc
from typing import Any

from drf_spectacular.contrib.knox_auth_token import KnoxTokenScheme
from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers

from league.access.rights import RIGHTS
from league.api.permissions import right_of, scope_of
from league.api.roster.bodies import WhySerializer
from personas.api.reading import Reading

REFUSALS = {
    "400": "A parameter that is unknown, wrong or given twice.",
    "401": "No token where one is wanted, or one that is wrong or has expired; `WWW-Authenticate` says which scope.",
    "403": "Not for everybody, or not yet.",
    "404": "There is nothing of that name.",
    "406": "There is only `application/json`.",
    "429": "Too many requests; `Retry-After` says for how many seconds to wait.",
}
TOO_LARGE = "The body is larger than what is read; the message says how much that is."

# What is said beside the body. Names and shapes are league.api.throttling's and personas.api.reading's.
LIMITS = {
    "RateLimit-Policy": 'What the request counted for: `"anon";q=240;w=60` is 240 requests in 60 seconds.',
    "RateLimit": 'What is left of it: `"anon";r=239;t=60` is 239 more, and in 60 seconds there are more again.',
}
KEPT = {
    "ETag": "Send it back as `If-None-Match`; when nothing has changed the answer is 304.",
    "Cache-Control": "`no-cache`: keep it, but ask. `immutable`: it will never change.",
}
TAG = {"ETag": "Of what there is now; `If-Match` takes it where something may be written over."}
MADE = {"Location": "Where what was made is read.", **TAG}
AGAIN = {"Retry-After": "For how many seconds to wait."}
IF_NONE_MATCH = {
    "in": "header",
    "name": "If-None-Match",
    "schema": {"type": "string"},
    "description": "The `ETag` of an earlier answer: when nothing has changed there is no need to send it again.",
}


def headers_told(told: Mapping[str, str]) -> dict[str, Any]:
    """Headers as the OpenAPI has them."""
    numbers = {"Retry-After"}
    return {
        name: {"description": text, "schema": {"type": "integer" if name in numbers else "string"}}
        for name, text in told.items()
    }


class RefusalSerializer(serializers.Serializer):
    """Why a request was refused."""

    code = serializers.CharField(help_text="One word for programs.")
    message = serializers.CharField(help_text="One sentence for people.")
    fields = serializers.DictField(  # type: ignore[assignment]  # a name of the interface that DRF uses too
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="What is wrong with each parameter or field.",
    )


class EnvelopeSerializer(serializers.Serializer):
    """The one shape of every refusal."""

    error = RefusalSerializer()


class Schema(AutoSchema):
    """A view's operations, with the parameters that it declares in `asked` and the refusals that it may give."""

    def get_override_parameters(self) -> list[Any]:
        """What the view may be asked, said once for reading and for the OpenAPI."""
        asked = self.view.asked_by(self.method) if isinstance(self.view, Reading) else None
        return [asked] if asked and asked().fields else []

    def get_summary(self) -> str:
        """What the view is, in the first sentence or half of it; of what is more than reading, what that does."""
        told = getdoc(type(self.view)) if self.method == "GET" else getdoc(getattr(self.view, self.method.lower()))
        return " ".join(re.split(r"[.;]", told or "")[0].split())

    def get_auth(self) -> list[dict[str, Any]]:
        """Reading needs no token, but what only some staff read; where one shows more, it may be given."""
        if self.method != "GET":
            return super().get_auth()
        if right_of(self.view, self.method) is not None or getattr(self.view, "wants_account", False):
            return super().get_auth()
        return [{}, *super().get_auth()] if getattr(self.view, "shows_more", False) else []

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """The operation with its refusals; a view's own words for one of them come first."""
        operation = super().get_operation(*args, **kwargs)
        if operation is not None:
            operation["x-token-scope"] = scope_of(self.view, self.method)
            if (right := right_of(self.view, self.method)) is not None:
                operation["x-right"] = list(RIGHTS[right].permissions)
            shape = self.resolve_serializer(EnvelopeSerializer, "response").ref
            own = getattr(self.view, "refusals", {})
            if self.method != "GET":
                own = {"413": TOO_LARGE, **own, **getattr(self.view, "refused_writes", {})}
            for status, told in {**REFUSALS, **own}.items():
                refusal = {"description": told, "content": {"application/json": {"schema": shape}}}
                operation["responses"].setdefault(status, refusal)
            if self.method == "DELETE":  # whose body the library does not know
                why = self.resolve_serializer(WhySerializer, "request").ref
                operation["requestBody"] = {"content": {"application/json": {"schema": why}}}
            self.tell_headers(operation)
        return operation

    def tell_headers(self, operation: dict[str, Any]) -> None:
        """Adds what every answer says of the limits, and of reading what need not be sent twice."""
        responses = operation["responses"]
        is_kept = self.method == "GET" and isinstance(self.view, Reading) and not getattr(self.view, "streams", False)
        if is_kept:
            operation.setdefault("parameters", []).append(IF_NONE_MATCH)
            responses["304"] = {"description": "Nothing has changed since the answer with that `ETag`."}
        made = getattr(self.view, "tells_made", MADE)
        for status, response in responses.items():
            told = LIMITS | (KEPT if is_kept and status in ("200", "304") else {}) | (AGAIN if status == "429" else {})
            if self.method == "POST" and status == "201":
                told = told | {name: MADE[name] for name in made}
            if self.method == "POST" and status == "200" and getattr(self.view, "tells_tag", False):
                told = told | TAG
            response["headers"] = {**response.get("headers", {}), **headers_told(told)}


class TokenScheme(KnoxTokenScheme):
    """`Authorization: Bearer <token>` under a name for people."""

    target_class = "league.api.authentication.TokenAuthentication"
    name = "token"
