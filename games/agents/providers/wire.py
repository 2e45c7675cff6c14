"""What all protocols have in common: what a response is, and what a status or a broken line means.

Nobody judges a response before this reads it, so that a reply of any shape is a reply: an SDK would raise, in its own
words and after work on a model of it, whatever it stumbles on. Nothing is sent twice: each request is one row in
somebody's ledger. What leaves here holds no key, also where a server says it back.
"""

import asyncio
import json
import math
import re
import ssl
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import cache
from time import time  # noqa: TID251  a provider says at what time it may be asked again
from typing import Any, Final, NamedTuple

import aiohttp
import httpx2

from games.agents.providers.limits import Left, limits_in
from games.agents.providers.provider import (
    Barred,
    Busy,
    Declined,
    Down,
    Lost,
    Oversized,
    ProviderError,
    Unfit,
    storable,
)
from games.agents.room import late

CONNECT: Final = 10.0  # seconds to reach a provider
LONGEST_RAW: Final = 65_536  # characters of a reply that are kept
LONGEST_TOLD: Final = 300  # characters of a provider's words in a message
LONGEST_NUMBER: Final = 100  # digits
LONGEST_WISH: Final = 3_600.0  # seconds that a provider may ask to wait
MOST_READ: Final = 8 * 2**20  # bytes of a response, unpacked: no answer has a hundredth of it
BARRED: Final = (401, 402, 403, 404)
OF_ALL: Final = (400, 401, 402, 429)  # what bars, and so every model behind the key: the key itself, and money
LEAST_KEY: Final = 8  # characters; what is shorter is no secret, and could be a word
_MASKED_KEY: Final = re.compile(r"[^\s\"']*\*{3,}[^\s\"',]*")  # as a provider shows part of a key that it refuses
# OpenAI says 429 for both; one of them no waiting helps. Of money both may say that the request is wrong.
PENNILESS: Final = ("insufficient_quota", "billing_hard_limit_reached")
NO_CREDIT: Final = ("your credit balance is too low", "you have reached your specified")
# What is refused for the words of one prompt, by its code or by how it begins. One of these codes is also given to
# requests of a wrong shape by who passes them on: of that the words must tell.
# https://developers.openai.com/api/reference/resources/responses
FOR_ITS_WORDS: Final = ("invalid_prompt", "bio_policy", "misalignment_policy_violation")
# As Azure says that its filter took a prompt, by this code alone, and bills it all the same: what it has looked at.
# https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-filter
# https://learn.microsoft.com/azure/ai-foundry/openai/how-to/manage-costs
FILTERED: Final = "content_filter"
# As OpenRouter says that a prompt did not pass the moderation that a model's vendor wants.
# https://openrouter.ai/docs/api-reference/errors
_MODERATED: Final = re.compile(r"requires moderation\b.*\bflagged", re.IGNORECASE)
BLOCKED: Final = "output blocked by content filtering policy"
# Of a request with more tokens than a minute's, which OpenAI refuses as one of too many, and others as one too large.
# The statuses of errors in a reply that are called by names.
STATUSES_OF: Final[Mapping[str, int]] = {"rate_limit_exceeded": 429, "server_error": 500}
TOO_LARGE: Final = "request too large"
_LIMIT: Final = re.compile(r"limit (\d+), requested (\d+)", re.IGNORECASE)
_OF_WORDS: Final = re.compile(r"flagged|polic(?:y|ies)|safety", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Response:
    """What came back over the line. The names of `headers` are found however they are written."""

    status: int
    headers: Mapping[str, str]
    content: bytes


class Endless(Exception):
    """A response of which MOST_READ have come, and not its end."""


class Received(NamedTuple):
    """The body of a response as JSON object and as text, cut to what is worth keeping, and what its headers tell of
    limits. The object is None for what is nested too deeply to be read."""

    body: dict[str, Any] | None
    text: str
    limits: tuple[Left, ...] = ()


@cache
def authorities() -> ssl.SSLContext:
    """Whose word is taken for who a server is, chosen as the SDKs do. They are read once a process: each client that
    reads its own takes 20 ms longer to make."""
    return httpx2.create_ssl_context()


async def sent(name: str, request: Awaitable[Response], seconds: float, key: str = "") -> Received:
    """Sends a request; returns its response. What cannot be read for its depth is the model's doing, not the
    provider's. Raises ProviderError."""
    try:
        async with asyncio.timeout(seconds):
            response = await request
    except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
        raise Down(f"{name} cannot be reached") from error
    except Endless as error:
        raise Lost(f"{name} answered with more than {MOST_READ:,} bytes") from error
    except TimeoutError as error:
        raise Lost(late(name, seconds)) from error
    except (aiohttp.ClientError, OSError) as error:
        raise Lost(f"{name} broke off the connection") from error
    limits = limits_in(response.headers)
    text = without_key(response.content.decode("utf-8", "replace"), key)
    if not 200 <= response.status < 300:
        raise refused(name, response, text[:LONGEST_RAW])
    try:
        body = json.loads(text, parse_int=_number)
    except RecursionError:
        return Received(None, text[:LONGEST_RAW], limits)
    except ValueError as error:
        raise Lost(f"{name} answered with something that is not JSON", raw=text[:LONGEST_RAW]) from error
    if not isinstance(body, dict):
        raise Lost(f"{name} answered with something that is no object", raw=text[:LONGEST_RAW])
    return Received(body, text[:LONGEST_RAW], limits)


def _number(digits: str) -> int | float:
    """A whole number; one so long that Python would not make it is none that anybody counts with."""
    return int(digits) if len(digits) < LONGEST_NUMBER else float(digits)


def refused(name: str, response: Response, text: str) -> ProviderError:
    """What a response means that is no reply; `text` is its body."""
    status, after = response.status, _seconds_to_wait(response.headers)
    raw = _MASKED_KEY.sub("[key]", text)
    said, parameter = refusal_in(raw)
    if status in (413, 429) and (larger := _oversized(said, status)) is not None:
        limit, wanted = larger
        limits = limits_in(response.headers)
        told = f"{name} {status}: {said}"
        return Oversized(told, limit=limit, wanted=wanted, status=status, raw=raw, limits=limits)
    is_of_money = status == 402 or (status in OF_ALL and _is_of_money(said, raw))
    if status == 429 and not is_of_money:
        return Busy(f"{name} {status}", after=after, status=status, raw=raw, limits=limits_in(response.headers))
    if status >= 500 or status in (408, 409):
        return Down(f"{name} {status}", after=after, status=status, raw=raw)
    if status in (400, 403) and not is_of_money and _is_for_its_words(said, raw, status):
        is_spent, limits = _code_in(raw) == FILTERED, limits_in(response.headers)
        told = f"{name} {status}: {said}"
        return Declined(told, said=said, status=status, raw=raw, limits=limits, is_spent=is_spent)
    if status in BARRED or is_of_money:
        is_of_all = status in OF_ALL
        return Barred(f"{name} {status}: {said}", status=status, raw=raw, is_of_all=is_of_all, is_of_money=is_of_money)
    return Unfit(f"{name} {status}: {said}", parameter=parameter, status=status, raw=raw)


def _oversized(said: str, status: int) -> tuple[int, int] | None:
    """How many tokens a minute may have, and a request that was too large for it had; None of any other refusal. A body
    that is too large says so in the same words, and tells no such numbers."""
    if TOO_LARGE not in said.lower():
        return None
    told = _LIMIT.search(said)
    if told is None:
        return (0, 0) if status == 429 else None
    return int(told[1]), int(told[2])


def _is_of_money(said: str, raw: str) -> bool:
    """Whether a refusal says that our credit, or what we may spend, is used up."""
    return said.lower().startswith(NO_CREDIT) or any(word in raw for word in PENNILESS)


def _is_for_its_words(said: str, raw: str, status: int) -> bool:
    """Whether a refusal is for what a prompt says, and not for how it is asked or by whom."""
    if _MODERATED.search(said):
        return True
    if status != 400:
        return False
    if _code_in(raw) == FILTERED or said.lower().startswith(BLOCKED):
        return True
    return _code_in(raw) in FOR_ITS_WORDS and _OF_WORDS.search(said) is not None


def without_key(text: str, key: str) -> str:
    """The text without a key that a server said back."""
    return text.replace(key, "[key]") if len(key) >= LEAST_KEY else text


def refusal_in(raw: str) -> tuple[str, str]:
    """What a provider said in refusing a request, in one short line, and which parameter it named ("" for none).

    Under "error" as OpenAI and Anthropic say it; at the top as others do; under "detail", one for each fault, as
    servers do that check a request before they look at it.
    """
    error = _error_in(raw)
    details = [mapping(each) for each in listed(mapping(error).get("detail"))]
    words = [f"{'.'.join(map(str, listed(each.get('loc'))))}: {text_of(each.get('msg'))}" for each in details]
    plain = [error] if isinstance(error, str) else [mapping(error).get("message"), mapping(error).get("detail")]
    said = " ".join("; ".join([*filter(None, map(text_of, plain)), *words]).split())
    return said[:LONGEST_TOLD] or "no reason given", text_of(mapping(error).get("param"))


def failed_inside(name: str, error: Mapping[str, Any], raw: str, *, was_worked_on: bool) -> ProviderError:
    """What an error means that came in a reply with status 200, as routers say it of a provider behind them: what its
    code would mean as a status. What was worked on, or says no code, is lost: it may be billed.
    https://openrouter.ai/docs/api-reference/errors"""
    code = error.get("code") if isinstance(error.get("code"), str | int) else ""
    told = {"code": code, **{field: text_of(error.get(field)) for field in ("message", "param")}}
    short = json.dumps({"error": told})
    status = int(str(code)) if re.fullmatch(r"[45]\d\d", str(code)) else STATUSES_OF.get(str(code))
    if was_worked_on or status is None:
        return Lost(f"{name} failed: {refusal_in(short)[0]}", raw=raw)
    failed = refused(name, Response(status, {}, b""), short)
    failed.raw = storable(_MASKED_KEY.sub("[key]", raw))
    return failed


def _code_in(raw: str) -> str:
    """The code of a refusal, "" for none."""
    return text_of(mapping(_error_in(raw)).get("code"))


def _error_in(raw: str) -> object:
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        body = None
    return mapping(body).get("error", body)


def _seconds_to_wait(headers: Mapping[str, str]) -> float | None:
    """Seconds from `retry-after-ms` or `Retry-After` (seconds or a date); None when there is neither."""
    try:
        if milliseconds := headers.get("retry-after-ms"):
            return _within_reason(float(milliseconds) / 1000)
        after = headers.get("retry-after")
        if not after:
            return None
        return _within_reason(float(after) if after.replace(".", "", 1).isdigit() else _until(after))
    except (ValueError, OverflowError):
        return None


def _within_reason(seconds: float) -> float | None:
    return min(max(0.0, seconds), LONGEST_WISH) if math.isfinite(seconds) else None


def _until(date: str) -> float:
    return parsedate_to_datetime(date).timestamp() - time()


def mapping(value: object) -> Mapping[str, Any]:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def listed(value: object) -> list[Any]:
    """The value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def text_of(value: object) -> str:
    """The value if it is a text, else none."""
    return value if isinstance(value, str) else ""
