"""One shape for every refusal: {"error": {"code", "message", "fields"?}}."""

from collections.abc import Iterator
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView, exception_handler

from league.api.permissions import challenge, lacks_scope, way_in


def envelope(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an error the API raised on purpose; None lets a bug be a bug. Retry-After is kept."""
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied(str(error) or None)
    elif isinstance(error, RequestDataTooBig):
        error = TooLarge(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    response = exception_handler(error, context)
    if response is None or not isinstance(error, exceptions.APIException):
        return response
    view, request = context.get("view"), context.get("request")
    if isinstance(view, APIView) and isinstance(request, Request):
        tell_what_would_do(error, view, request, response)
    if isinstance(error, exceptions.ValidationError):
        more = {"errors": error.errors} if isinstance(error, WrongFile) else {}
        response.data = {"error": {"code": "invalid", **said(error.detail), **more}}
    else:
        code = error.get_codes()
        told = {"code": code if isinstance(code, str) else error.default_code, "message": plain(error.detail)}
        fields = getattr(error, "fields", None)  # of a state that only some fields of a body are at odds with
        response.data = {"error": told | ({"fields": fields} if fields else {})}
    return response


def tell_what_would_do(error: exceptions.APIException, view: APIView, request: Request, response: Response) -> None:
    """Adds to a refusal what its client can do about it: how to get in, what it may accept, what it may send."""
    code = error.get_codes()
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        is_wrong = isinstance(error, exceptions.AuthenticationFailed)
        error.detail = exceptions.ErrorDetail(f"{error.detail} {way_in(view, request.method or '')}", str(code))
        response["WWW-Authenticate"] = challenge(view, request, is_wrong=is_wrong)
    elif isinstance(error, exceptions.PermissionDenied) and lacks_scope(view, request):
        response["WWW-Authenticate"] = challenge(view, request)
    elif isinstance(error, exceptions.NotAcceptable):
        offered = ", ".join(each.media_type for each in view.get_renderers())
        came = request.headers.get("Accept", "")[:80]
        error.detail = exceptions.ErrorDetail(f"There is {offered} here, and not {came!r} (`Accept`).", str(code))
    elif isinstance(error, exceptions.UnsupportedMediaType):
        taken = ", ".join(each.media_type for each in view.get_parsers())
        error.detail = exceptions.ErrorDetail(f"{error.detail} Send {taken}, as `Content-Type`.", str(code))


def said(detail: Any) -> dict[str, Any]:
    """A message of one sentence, and the complaint of each field where the complaint has fields."""
    if isinstance(detail, dict):
        fields = dict(complaints(detail))
        first = next(iter(fields))
        return {"message": f"{first}: {sentence(fields[first])}", "fields": fields}
    return {"message": sentence(detail)}


def complaints(detail: Any, where: str = "") -> Iterator[tuple[str, list[str]]]:
    """The complaints of each field; of one that holds others by where it stands: `personas[2]`, `sheet.name`."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            step = f"[{name}]" if isinstance(name, int) else f".{plain(name)}" if where else plain(name)
            yield from complaints(inner, f"{where}{step}")
    elif isinstance(detail, list):
        yield where, [sentence(each) for each in detail]
    else:
        yield where, [plain(detail)]


def sentence(detail: Any) -> str:
    """The first complaint in a nest of lists and dicts."""
    while isinstance(detail, dict | list) and detail:
        detail = next(iter(detail.values())) if isinstance(detail, dict) else detail[0]
    return plain(detail)


def plain(said: object) -> str:
    """What somebody sent, as it can be told: half of a letter cannot be sent."""
    return str(said).encode(errors="backslashreplace").decode()


HELD_BACK: Final = {"409": "What its players remember is hidden until the season is over, and its calls tell that."}


class WrongFile(exceptions.ValidationError):
    """What is wrong with a file: `detail` has it by line, `errors` each with its line, its row and its field."""

    def __init__(self, detail: dict[str, list[str]], errors: list[dict[str, Any]]) -> None:
        super().__init__(detail)
        self.errors = errors


class TooLarge(exceptions.APIException):
    """A body of more bytes than are read."""

    status_code = 413
    default_code = "too_large"

    def __init__(self, most: int) -> None:
        super().__init__(f"the body is too large: at most {most:,} bytes are read, and nothing was done")


class HeldBack(exceptions.APIException):
    """What would tell what players remember while a season hides it."""

    status_code = 409
    default_code = "held_back"
    default_detail = "what its players remember is hidden until the season is over, and its calls tell that"


class Nowhere(APIView):
    """Every address of the API that is none: refused in the API's own words, whatever the method."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raises NotFound."""
        super().initial(request, *args, **kwargs)
        raise exceptions.NotFound(f"there is nothing at {request.path}; what there is stands in /api/docs/")
