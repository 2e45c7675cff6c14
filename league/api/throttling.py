"""How often the API may be asked, and what each answer says of it. Law: a request counts for the address or the account
that it comes from; what is left is told with every answer, so that nobody has to run into the end of it.

Two headers, as the IETF's draft `draft-ietf-httpapi-ratelimit-headers` has them: `RateLimit-Policy: "anon";q=240;w=60`
(so many in so many seconds) and `RateLimit: "anon";r=239;t=60` (so many left; t seconds until there are more).

Wrong tokens have a limit of their own, and a small one. Past it no token from that address is looked up, but for those
that were right there within the hour: whoever shares an address with somebody who guesses goes on working, and a guess
costs the same whatever it is.

What is long to tell, as the log of a whole season, is open to all, and told to everybody once at a time.
"""

import ipaddress
import math
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar
from uuid import uuid4

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from knox.crypto import hash_token
from rest_framework.exceptions import Throttled
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle, UserRateThrottle

if TYPE_CHECKING:  # rest_framework.views reads the settings that name this module
    from rest_framework.request import Request
    from rest_framework.views import APIView

MOST_WRONG: Final = 20  # tokens from one address
WINDOW: Final = 60  # seconds, in which those are counted
PROVEN: Final = 3_600  # seconds that a right token is remembered at its address
HELD: Final = 60  # seconds within which the next line of what is told at length is taken
AGAIN: Final = 10  # seconds after which to ask for another

T = TypeVar("T")


class Limit(NamedTuple):
    """What a request counted for: `left` more may come, and in `seconds` there will be more again."""

    name: str
    most: int
    window: int
    left: int
    seconds: int

    @property
    def headers(self) -> dict[str, str]:
        """What an answer says of it."""
        return {
            "RateLimit-Policy": f'"{self.name}";q={self.most};w={self.window}',
            "RateLimit": f'"{self.name}";r={self.left};t={self.seconds}',
        }


class Told(SimpleRateThrottle):
    """A throttle that notes down what is left, for the answer to say."""

    scope: str
    num_requests: int
    duration: float

    def get_ident(self, request: "Request") -> str:
        """Whom an unknown client counts for: its address, or all of a network that is given to one household."""
        return household(super().get_ident(request))

    def allow_request(self, request: "Request", view: "APIView") -> bool:
        """Whether the request may be answered."""
        is_allowed = super().allow_request(request, view)
        if getattr(self, "key", None) is not None:  # else it is the other throttle's to count
            oldest = self.history[-1] if self.history else self.now
            left, seconds = self.num_requests - len(self.history), math.ceil(self.duration - (self.now - oldest))
            note(request, Limit(self.scope, self.num_requests, int(self.duration), max(0, left), max(1, seconds)))
        return bool(is_allowed)


class Anonymous(Told, AnonRateThrottle):
    """Requests without an account, by address."""


class Accounts(Told, UserRateThrottle):
    """Requests of an account, by account; those of none are the other throttle's."""

    def get_cache_key(self, request: "Request", view: "APIView") -> str | None:
        """The account's, if there is one."""
        return super().get_cache_key(request, view) if request.user and request.user.is_authenticated else None


# --- wrong tokens -----------------------------------------------------------------------------------------------------


def refuse_guessing(request: "Request", token: str) -> None:
    """Raises Throttled for a token from an address that has sent too many wrong ones, unless it was right before."""
    address, now = household(request.META.get("REMOTE_ADDR", "")), time.time()
    wrong = cache.get(_count_of(address, now), 0)
    if wrong >= MOST_WRONG and not cache.get(_proof_of(address, token)):
        seconds = math.ceil(WINDOW - now % WINDOW)
        note(request, Limit("wrong-tokens", MOST_WRONG, WINDOW, 0, seconds))
        raise Throttled(wait=seconds, detail="Too many wrong tokens came from this address.")


def count_wrong(request: "Request") -> None:
    """Counts a wrong token for the address that it came from."""
    address, now = household(request.META.get("REMOTE_ADDR", "")), time.time()
    key = _count_of(address, now)
    cache.add(key, 0, 2 * WINDOW)
    try:
        wrong = cache.incr(key)
    except ValueError:  # emptied between the two
        wrong = 1
    left = max(0, MOST_WRONG - wrong)
    note(request, Limit("wrong-tokens", MOST_WRONG, WINDOW, left, math.ceil(WINDOW - now % WINDOW)))


def remember_right(request: "Request", token: str) -> None:
    """Remembers for a while that a token was right at this address; written at most once a minute."""
    key = _proof_of(household(request.META.get("REMOTE_ADDR", "")), token)
    if cache.add(f"{key}.fresh", 1, WINDOW):
        cache.set(key, 1, PROVEN)


def _count_of(address: str, now: float) -> str:
    return f"wrong-tokens.{address}.{int(now // WINDOW)}"


def _proof_of(address: str, token: str) -> str:
    return f"right-token.{address}.{hash_token(token)[:64]}"


def household(address: str | None) -> str:
    """What counts as one: an address, of the newer kind the network of 64 bits that one customer is given."""
    try:
        known = ipaddress.ip_address(address or "")
    except ValueError:
        return (address or "nowhere").replace(" ", "")[:80]
    if isinstance(known, ipaddress.IPv6Address):
        return f"{ipaddress.ip_network((known.packed[:8] + bytes(8), 64)).network_address}-64".replace(":", ".")
    return str(known)


# --- one at a time ----------------------------------------------------------------------------------------------------


def one_at_a_time(request: "Request", lines: Iterator[T]) -> Iterator[T]:
    """What is long to tell, to somebody who is told no other such thing meanwhile: an account, or an address without
    one. Raises Throttled, at once, where another is being told."""
    who = f"user.{request.user.pk}" if request.user.is_authenticated else household(request.META.get("REMOTE_ADDR", ""))
    key, ours = f"told-at-length.{who}", uuid4().hex
    if not cache.add(key, ours, HELD):
        raise Throttled(wait=AGAIN, detail="Another log of a season is on its way to you; one is sent at a time.")
    return _held(key, ours, lines)


def _held(key: str, ours: str, lines: Iterator[T]) -> Iterator[T]:
    """The lines, with a place kept as long as somebody takes them. Who never takes the first loses it by itself, and
    so does who rests for too long: the place that somebody else has by then is left alone."""
    try:
        for line in lines:
            if cache.get(key) == ours:
                cache.touch(key, HELD)
            yield line
    finally:
        if cache.get(key) == ours:
            cache.delete(key)


# --- telling ----------------------------------------------------------------------------------------------------------


def note(request: "Request", limit: Limit) -> None:
    """Notes on Django's own request what its answer is to say."""
    django_request: HttpRequest = request._request  # noqa: SLF001  the one that middleware sees, by its only name
    django_request.limit = limit  # type: ignore[attr-defined]  # read by telling_limits


def telling_limits(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    """Middleware: the answer to whatever was counted says what is left, also a 304, a 404 or a refusal."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        limit: Limit | None = getattr(request, "limit", None)
        if limit is not None:
            for name, value in limit.headers.items():
                response[name] = value
        return response

    return middleware
