"""Answers go out compressed where nothing in them is a secret of whoever asks. Law: what somebody gets because of who
they are is never compressed, nor is what holds a token of a form: how long a compressed answer is tells what in it is
like the address that was asked for, and whoever can have a browser ask for addresses reads a secret with that,
character by character (BREACH, Gluck, Harris and Prado 2013).

Who has no session and no token gets what everybody gets. Bodies that are short or compressed already stay as they are,
and an ETag becomes a weak one, for the bytes are no longer the same (RFC 9110 §8.8.1).
"""

import re
import zlib
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Final, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

# What a compressor makes smaller; pictures and fonts of today are compressed already.
TEXT: Final = ("text/", "application/json", "application/vnd.oai.openapi", "application/x-ndjson", "image/svg+xml")

LEVEL: Final = 6
AS_GZIP: Final = 16  # added to the size of zlib's window: with gzip's header and end
REFUSED: Final = re.compile(r"\bgzip\s*;\s*q=0(\.0*)?\s*(,|$)")


class Compression(GZipMiddleware):
    """Middleware: gzip for what everybody gets."""

    max_random_bytes = 0  # noise for what holds secrets, and no such thing is compressed here

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, compressed where it may be and whoever asks can read that."""
        if response.status_code == HTTPStatus.NOT_MODIFIED:
            return unchanged(request, response)
        is_text = response.get("Content-Type", "").startswith(TEXT)
        # Of a part of a file (206) the addresses within it would no longer be right.
        if response.status_code == HTTPStatus.PARTIAL_CONTENT or not is_text or is_for_somebody(request, response):
            return response
        if "no-transform" in response.get("Cache-Control", ""):
            return response  # what comes bit by bit is to be read bit by bit
        if REFUSED.search(request.headers.get("Accept-Encoding", "")):
            patch_vary_headers(response, ["Accept-Encoding"])  # for caches: another may get it compressed
            return response
        if not isinstance(response, StreamingHttpResponse) or not response.is_async:
            return super().process_response(request, response)
        told, was_packed = response.streaming_content, response.has_header("Content-Encoding")
        super().process_response(request, response)  # which changes it in place
        if response.has_header("Content-Encoding") and not was_packed:
            response.streaming_content = in_one_piece(cast("AsyncIterator[bytes]", told))
        return response


async def in_one_piece(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """A stream as one member of gzip. Django makes one of each chunk (ticket 36656), and browsers, curl and httpx read
    the first alone, without an error: whoever asks for a season would get its first game."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, zlib.MAX_WBITS | AS_GZIP)
    async for chunk in chunks:
        if packed := packer.compress(chunk):
            yield packed
    yield packer.flush()


def unchanged(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """What has no body of its own, with the headers that the whole answer had, by which caches keep it apart (RFC 9110
    §15.4.5)."""
    packed = request.headers.get("If-None-Match", "").startswith("W/")
    if packed and not is_for_somebody(request, response):
        patch_vary_headers(response, ["Accept-Encoding"])
        if (etag := response.get("ETag", "")).startswith('"'):
            response.headers["ETag"] = f"W/{etag}"
    return response


def is_for_somebody(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether there may be something in the answer that only this visitor has; in a static file there never is.
    Whatever reads the token of its forms sets its cookie anew, also where the visitor has it."""
    if request.path_info.startswith(settings.STATIC_URL):
        return False
    says_who = settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers
    return says_who or bool(response.cookies)
