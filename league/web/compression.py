"""Answers go out compressed where nothing in them is a secret of whoever asks. Law: what somebody gets because of who
they are is never compressed, nor is what holds a token of a form: how long a compressed answer is tells what in it is
like the address that was asked for, and whoever can have a browser ask for addresses reads a secret with that,
character by character (BREACH, Gluck, Harris and Prado 2013).

Who has no session and no token gets what everybody gets. Bodies that are short or compressed already stay as they are,
and an ETag becomes a weak one, for the bytes are no longer the same (RFC 9110 §8.8.1).
"""

import re
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

# What a compressor makes smaller; pictures and fonts of today are compressed already.
TEXT: Final = ("text/", "application/json", "application/vnd.oai.openapi", "application/x-ndjson", "image/svg+xml")

REFUSED: Final = re.compile(r"\bgzip\s*;\s*q=0(\.0*)?\s*(,|$)")


class Compression(GZipMiddleware):
    """Middleware: gzip for what everybody gets."""

    max_random_bytes = 0  # noise for what holds secrets, and no such thing is compressed here

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, compressed where it may be and whoever asks can read that."""
        is_text = response.get("Content-Type", "").startswith(TEXT)
        # Of a part of a file (206) the addresses within it would no longer be right.
        if response.status_code == HTTPStatus.PARTIAL_CONTENT or not is_text or is_for_somebody(request, response):
            return response
        if "no-transform" in response.get("Cache-Control", ""):
            return response  # what comes bit by bit is to be read bit by bit
        if REFUSED.search(request.headers.get("Accept-Encoding", "")):
            patch_vary_headers(response, ["Accept-Encoding"])  # for caches: another may get it compressed
            return response
        return super().process_response(request, response)


def is_for_somebody(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether there may be something in the answer that only this visitor has; in a static file there never is.
    Whatever reads the token of its forms sets its cookie anew, also where the visitor has it."""
    if request.path_info.startswith(settings.STATIC_URL):
        return False
    says_who = settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers
    return says_who or bool(response.cookies)
