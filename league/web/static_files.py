"""Static files from the same process, with and without a build step.

WhiteNoise answers with a stream of a synchronous file, which Django's ASGI handler reads whole anyway and warns about
each time; here the answer is made whole from the start.
"""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware


def etag_of(static_file: Any) -> str:  # Any: WhiteNoise's
    """What its answers call a file's present content; "" for nothing."""
    told = static_file.get_response("HEAD", {}).headers
    return next((value for key, value in told if key.lower() == "etag"), "")


# What was found, by what the answers depend on. Once a process: to look takes as long as ten pages, and the tests have
# a handler for every client.
FOUND: Final[dict[tuple[str, int | None], dict[str, Any]]] = {}


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise, answering with the file's bytes."""

    files: dict[str, Any]  # WhiteNoise's

    def add_files_from_finders(self) -> None:
        """The files of all apps, looked for by the first handler of a process."""
        asked = (self.static_prefix, self.max_age)
        if asked not in FOUND:
            super().add_files_from_finders()
            FOUND[asked] = self.files
        self.files = FOUND[asked]

    @staticmethod
    def serve(static_file, request: HttpRequest) -> HttpResponse:
        """The answer for one static file: its bytes, its headers, or 304."""
        headers = dict(request.META)
        if headers.get("HTTP_IF_RANGE") not in (None, etag_of(static_file)):
            headers.pop("HTTP_RANGE", None)  # a part of another file than the one that whoever asks has begun with
        found = static_file.get_response(request.method, headers)
        body = b""
        if found.file is not None:
            with found.file:
                body = found.file.read()
        answer = HttpResponse(body, status=int(found.status))
        del answer["content-type"]
        for key, value in found.headers:
            answer[key] = value
        return answer
