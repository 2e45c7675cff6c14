"""Requests that may be sent again (`Idempotency-Key`), as the IETF's draft `draft-ietf-httpapi-idempotency-key-header`
has them: who hears no answer asks once more, and what is made is made once.

The same is the same address, the same body and the same `If-Match`, by the same token. What a key is answered with is
kept for a day at least; refusals are not: they have changed nothing, and are worked out anew.
"""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from hashlib import sha256
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.access.receipts import AnotherRequest, UnderWay, give_back, keep_answer, take_key
from league.models import Token, User
from league.models.receipt import LONGEST_KEY

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotent-Replayed"
KEPT_HEADERS: Final = ("ETag", "Location")
KEY: Final = OpenApiParameter(
    HEADER,
    str,
    OpenApiParameter.HEADER,
    description="Any text of your own, such as a UUID. Sent again with the same body it makes nothing twice: the first "
    f"answer comes again, with `{REPLAYED}: true`, for 24 hours at least.",
)
REFUSED: Final = {
    "409": f"A request with this `{HEADER}` is under way; ask again in a moment.",
    "422": f"This `{HEADER}` was sent with another request.",
}


class OfAnotherRequest(APIException):
    """A key that was sent with another body, or to another address."""

    status_code = 422
    default_code = "idempotency_key_reused"
    default_detail = f"this {HEADER} was sent with another request; take a new one for what is new"


class InProgress(APIException):
    """A request whose answer is not there yet."""

    status_code = 409
    default_code = "request_in_progress"
    default_detail = f"a request with this {HEADER} is under way; ask again in a moment"


Answering = Callable[..., Response]


def once(answer: Answering) -> Answering:
    """A method of a view that makes something: done once for each key that is sent with it. A trial (`dry_run`) makes
    nothing, and is worked out anew whatever the key: what it shows is what would come of it now."""
    return _kept(answer, transaction.atomic)


def once_outside(answer: Answering) -> Answering:
    """The same for what must not be done in a transaction, for it waits for somebody outside. A process that is killed
    when that has been done, and before its answer is kept, has done it all the same: the next with the key does it
    again, when whoever began it is taken for dead."""
    return _kept(answer, nullcontext)


def _kept(answer: Answering, within: Callable[[], AbstractContextManager[Any]]) -> Answering:
    """What answers a request, done once for each key; what is done and its answer are stored within the same."""

    @wraps(answer)
    def answered(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = request.headers.get(HEADER)
        if key is None or view.given.get("dry_run"):
            return answer(view, request, *args, **kwargs)
        account, token = request.user, request.auth if isinstance(request.auth, Token) else None
        if not isinstance(account, User):
            return answer(view, request, *args, **kwargs)  # which says who may
        checked(key)
        digest, now = digest_of(request), timezone.now()
        try:
            receipt = take_key(account=account, token=token, key=key, digest=digest, now=now)
        except AnotherRequest as error:
            raise OfAnotherRequest from error
        except UnderWay as error:
            raise InProgress from error
        if receipt.status is not None:
            headers = receipt.headers | {REPLAYED: "true"}
            return Response(json.loads(receipt.body or "null"), status=receipt.status, headers=headers)
        try:
            if prepare := getattr(view, "prepare", None):
                prepare(request)  # what takes long, before anything is locked
            with within():
                response = answer(view, request, *args, **kwargs)
                headers = {name: response[name] for name in KEPT_HEADERS if response.has_header(name)}
                told = JSONRenderer().render(response.data).decode()
                keep_answer(receipt=receipt, status=response.status_code, headers=headers, body=told)
        except UnderWay as error:
            raise InProgress from error
        except BaseException:
            give_back(receipt=receipt)
            raise
        return response

    return answered


def checked(key: str) -> None:
    """Raises ValidationError for a key that is none."""
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable() or not key.isascii():
        wanted = f"must be 1 to {LONGEST_KEY} printable ASCII characters"
        raise ValidationError({HEADER: [f"{wanted}, not {key[:80]!r}"]})


def digest_of(request: Request) -> str:
    """What tells a request from another: its method, its address, what it was made from, and its body."""
    parts = [request.method or "", request.get_full_path(), request.headers.get("If-Match", "")]
    digest = sha256("\n".join(parts).encode())
    if (request.content_type or "").startswith("multipart/"):  # whose bytes differ from time to time
        sent: Any = request.data
        for name, values in sorted(sent.lists()):
            for value in values:
                digest.update(f"\n{name} {getattr(value, 'name', '')}\n".encode(errors="replace"))
                digest.update(value.read() if hasattr(value, "read") else str(value).encode(errors="replace"))
                if hasattr(value, "seek"):
                    value.seek(0)
    else:
        sent = request.data
        digest.update(b"\n" + (sent if isinstance(sent, bytes) else json.dumps(sent, sort_keys=True).encode()))
    return digest.hexdigest()
