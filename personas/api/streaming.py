"""An address that answers in lines of JSON, as many as there are, one after the other. Law: nothing is read before
somebody takes it, so that an answer of any length takes the room of a few lines; whoever stops reading stops the rest.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponseBase, StreamingHttpResponse
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from personas.api.reading import Reading

LINES: Final = "application/x-ndjson"
EVENTS: Final = "text/event-stream"
CHUNK: Final = 65_536  # bytes, about


class LinesRenderer(JSONRenderer):
    """Says that lines can be had; they are written by whoever streams them."""

    media_type = LINES
    format = "jsonl"


class EventsRenderer(LinesRenderer):
    """Says the same of server-sent events."""

    media_type = EVENTS
    format = "sse"


class Streamed(Reading):
    """A view whose answer is sent as it is made."""

    streams = True  # for the OpenAPI: it has no ETag, for nobody knows all of it before it is sent

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        """The answer; a refusal is JSON, whatever was asked for."""
        told = super().finalize_response(request, response, *args, **kwargs)
        if isinstance(told, Response) and isinstance(told.accepted_renderer, LinesRenderer):
            told.accepted_renderer, told.accepted_media_type = JSONRenderer(), JSONRenderer.media_type
        return told


class ReadingLines(Streamed, ABC):
    """A view that is read in lines."""

    renderer_classes = [LinesRenderer, JSONRenderer]

    @abstractmethod
    def lines(self, request: Request, **named: str) -> Iterator[dict[str, Any]]:
        """The lines; what is refused is refused here, and not by the first of them."""

    def get(self, request: Request, **named: str) -> HttpResponseBase:
        """The lines, as they are read."""
        told = chunks(self.lines(request, **named))
        is_async = isinstance(request._request, ASGIRequest)  # noqa: SLF001  Django's own request, by its only name
        return StreamingHttpResponse(from_thread(told) if is_async else told, content_type=LINES)


def chunks(lines: Iterator[dict[str, Any]]) -> Iterator[bytes]:
    """The lines as bytes, some together."""
    waiting, size = [], 0
    for line in lines:
        told = json.dumps(line, ensure_ascii=False).encode(errors="replace") + b"\n"
        waiting.append(told)
        size += len(told)
        if size >= CHUNK:
            yield b"".join(waiting)
            waiting, size = [], 0
    if waiting:
        yield b"".join(waiting)


async def from_thread(told: Iterator[bytes]) -> AsyncIterator[bytes]:
    """The same, each read in the request's thread: Django would otherwise read all of it before it sends any."""

    def read() -> bytes | None:
        return next(told, None)

    while (chunk := await sync_to_async(read)()) is not None:
        yield chunk
