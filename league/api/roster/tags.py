"""Tags of what can be written over (RFC 9110, 8.8.3 and 13.1.1): what is answered with one, and is held against one.

A tag is a mark of what can be written, and behind a hyphen what tells the whole answer from others: `"7-0f3a…"`. Who
sends the mark alone means the same. A weak tag is taken as well, for an answer that goes out compressed has one.
`If-Match: *` would be any state, and so none that anybody looked at: it counts as none.
"""

import json
import re
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from django.utils.http import parse_etags
from rest_framework.exceptions import APIException
from rest_framework.generics import GenericAPIView
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

OF_MEMORY: Final = re.compile(r"(/memory/).*")  # what is within one has the memory's tag


class PreconditionFailed(APIException):
    """Somebody else has written since."""

    status_code = 412
    default_code = "precondition_failed"


class PreconditionRequired(APIException):
    """Nobody says what it was made from. The same status as where something else is named: for who writes it is the
    same thing to do, and the code tells the two apart."""

    status_code = 412
    default_code = "precondition_required"

    def __init__(self, address: str) -> None:
        super().__init__(f"send the ETag that GET {address} is answered with as If-Match; nothing was written")


def tagged(view: GenericAPIView, data: object, *, mark: object, path: str, status: int = 200) -> Response:
    """An answer with its tag; of something new (201) also where it is, by its path under `/api/v1/`."""
    headers = {"ETag": tag_of(data, mark=mark)}
    if status == 201:
        headers["Location"] = view.request.build_absolute_uri(f"/api/v1/{path}/")
    return Response(data, status=status, headers=headers)


def tag_of(data: object, *, mark: object) -> str:
    """The tag of an answer, as its header has it."""
    rendered = json.loads(JSONRenderer().render(data))
    # PostgreSQL gives names back in its order.
    whole = sha256(json.dumps(rendered, sort_keys=True).encode()).hexdigest()
    return f'"{mark}-{whole[:16]}"'


def is_matched(
    request: Request, mark: object, *, at: str, is_required: bool, whole: Callable[[], str] | None = None
) -> bool:
    """Whether `If-Match` names the mark of what there is; False where it names nothing. `at` says what is at which
    mark, and `whole` is the tag that begins with it, as a reader is told it now; where there is none the mark is told
    alone, which may be sent as well. Raises PreconditionFailed where another is named, and PreconditionRequired where
    it is wanting."""
    given = request.headers.get("If-Match")
    if given is None or given.strip() == "*":
        if is_required:
            raise PreconditionRequired(OF_MEMORY.sub(r"\1", request.path))
        return False
    if str(mark) not in [tag.removeprefix("W/").strip('"').partition("-")[0] for tag in parse_etags(given)]:
        now = f'"{mark}"' if whole is None else whole()
        raise PreconditionFailed(f"{at} {now}, and If-Match says {given[:80]}; nothing was written")
    return True
