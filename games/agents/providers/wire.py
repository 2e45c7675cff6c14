"""What both SDKs have in common: how a request is sent through them and what their errors mean.

They are asked for the raw response and this reads it, so that a reply of any shape is a reply: an SDK would raise, in
its own words and after work on a model of it, whatever it stumbles on. Their own retries are off: each request is one
row in somebody's ledger.
"""

import asyncio
import json
from collections.abc import Awaitable, Mapping
from email.utils import parsedate_to_datetime
from time import time
from typing import Any, Final, Protocol

import aiohttp

from games.agents.providers.provider import Barred, Busy, Down, Lost, ProviderError, Unfit

CONNECT: Final = 10.0  # seconds to reach a provider
LONGEST_RAW: Final = 65_536  # characters of a reply that are kept
BARRED: Final = (401, 402, 403, 404)
# OpenAI says 429 for both; one of them no waiting helps.
PENNILESS: Final = ("insufficient_quota", "billing_hard_limit_reached")


class Response(Protocol):
    """A response of the library below the SDKs."""

    @property
    def content(self) -> bytes: ...


class RawResponse(Protocol):
    """What `with_raw_response` of an SDK returns."""

    @property
    def http_response(self) -> Response: ...


async def sent(name: str, request: Awaitable[RawResponse], seconds: float) -> tuple[dict[str, Any], str]:
    """Sends a request; returns the body of its response as JSON object and as text, cut to what is worth keeping.

    Raises ProviderError.
    """
    try:
        async with asyncio.timeout(seconds):
            response = await request
    except TimeoutError as error:
        raise Lost(f"{name} gave no answer within {seconds:g} s") from error
    except Exception as error:  # the SDKs' own errors have no common class, and httpx2's come through too
        raise told(name, error) from error
    text = response.http_response.content.decode("utf-8", "replace")
    try:
        body = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Lost(f"{name} answered with something that is not JSON", raw=text[:LONGEST_RAW]) from error
    if not isinstance(body, dict):
        raise Lost(f"{name} answered with something that is no object", raw=text[:LONGEST_RAW])
    return body, text[:LONGEST_RAW]


def told(name: str, error: Exception) -> ProviderError:
    """What an error of an SDK means. What is no error of a connection or a status is ours, and raised as it is."""
    status = getattr(error, "status_code", None)
    if status is None:
        chain: BaseException | None = error
        while chain is not None:
            if isinstance(chain, aiohttp.ClientConnectorError):
                return Down(f"{name} cannot be reached")
            chain = chain.__cause__ or chain.__context__
        if type(error).__name__ in ("APIConnectionError", "APITimeoutError") or "httpx" in type(error).__module__:
            return Lost(f"{name} broke off the connection")
        raise error
    response = getattr(error, "response", None)
    raw = "" if response is None else response.text[:LONGEST_RAW]
    said = _message(raw)
    after = _seconds_to_wait(getattr(response, "headers", {}))
    if status == 429 and not any(word in raw for word in PENNILESS):
        return Busy(f"{name} {status}", after=after, status=status, raw=raw)
    if status >= 500 or status in (408, 409):
        return Down(f"{name} {status}", after=after, status=status, raw=raw)
    if status in BARRED or status == 429:
        return Barred(f"{name} {status}: {said}", status=status, raw=raw)
    return Unfit(f"{name} {status}: {said}", parameter=_parameter(raw), status=status, raw=raw)


def _error_of(raw: str) -> Mapping[str, Any]:
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    error = body.get("error") if isinstance(body, dict) else None
    return error if isinstance(error, dict) else {}


def _message(raw: str) -> str:
    """What the provider said, in one short line without what is not ours to show."""
    message = _error_of(raw).get("message")
    return " ".join(message.split())[:160] if isinstance(message, str) else "no reason given"


def _parameter(raw: str) -> str:
    parameter = _error_of(raw).get("param")
    return parameter if isinstance(parameter, str) else ""


def _seconds_to_wait(headers: Mapping[str, str]) -> float | None:
    """Seconds from `retry-after-ms` or `Retry-After` (seconds or a date); None when there is neither."""
    try:
        if milliseconds := headers.get("retry-after-ms"):
            return max(0.0, float(milliseconds) / 1000)
        after = headers.get("retry-after")
        if not after:
            return None
        return max(0.0, float(after) if after.replace(".", "", 1).isdigit() else _until(after))
    except ValueError:
        return None


def _until(date: str) -> float:
    return parsedate_to_datetime(date).timestamp() - time()


def whole(value: object) -> int:
    """A count of tokens as a provider told it; 0 for what is none."""
    return value if type(value) is int and value >= 0 else 0


def mapping(value: object) -> Mapping[str, Any]:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def listed(value: object) -> list[Any]:
    """The value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def text_of(value: object) -> str:
    """The value if it is a text, else none."""
    return value if isinstance(value, str) else ""
