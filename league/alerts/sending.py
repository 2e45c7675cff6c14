"""Over the wire: a mail, or the body of a webhook. Law: it asks no database; a webhook gets ten seconds, and anybody is
given up after twenty-five whatever happens; a webhook is sent to where its name leads at that moment and is led nowhere
else; of its answer only the status is read.

`PATIENCE` is beside the limits of mail and webhook: those hold for a server that says nothing, this one also for one
that says a letter a second, and for a name that nobody looks up.
"""

import hashlib
import hmac
import http.client
import os
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from django.core.mail import EmailMessage

from league.alerts.addressees import is_secret_variable
from league.alerts.hosts import NotThere, Place, place_of, ways_to
from league.alerts.wording import Thing, body_of, subject_of, text_of
from league.models import Addressee
from league.models.alert import Means
from league.processes.examining.mail import NotSent, hand_over

LIMIT: Final = 10.0  # seconds that a webhook gets
PATIENCE: Final = 25.0  # seconds that anybody gets
TIMESTAMP: Final = "X-League-Timestamp"
SIGNATURE: Final = "X-League-Signature"


@dataclass(frozen=True, slots=True)
class Parcel:
    """What is sent to somebody at once."""

    addressee: Addressee
    things: Sequence[Thing]


def send_all(parcels: Sequence[Parcel], *, now: datetime, patience: float = PATIENCE) -> list[str]:
    """Sends them, all at the same time; returns by place why one could not be sent, "" where it was."""
    tries = [_Try(partial(send, parcel, now=now)) for parcel in parcels]
    until = time.monotonic() + patience
    return [each.outcome(until) for each in tries]


class _Try:
    """Something that is sent in a thread of its own, which nobody waits for longer than he wants to."""

    def __init__(self, send: Callable[[], None]) -> None:
        self._why = ""
        self._send = send
        self._thread = threading.Thread(target=self._run, name="alert", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._send()
        except NotSent as error:
            self._why = str(error) or "it was not sent"
        except Exception as error:  # noqa: BLE001  a fault of a library must not pass for a message that was sent
            self._why = f"it was not sent ({type(error).__name__})"

    def outcome(self, until: float) -> str:
        """Why it was not sent."""
        self._thread.join(max(0.0, until - time.monotonic()))
        return "nothing came of it in time" if self._thread.is_alive() else self._why


def send(parcel: Parcel, *, now: datetime) -> None:
    """Sends one. Raises NotSent."""
    addressee = parcel.addressee
    if addressee.means == Means.MAIL:
        message = EmailMessage(subject_of(parcel.things), text_of(parcel.things), to=[addressee.address])
        message.extra_headers["Auto-Submitted"] = "auto-generated"
        return hand_over(message)
    body = body_of(parcel.things, now=now)
    return post(addressee.address, body, headers=signed(body, addressee.secret_variable, now=now))


def signed(body: bytes, variable: str, *, now: datetime) -> dict[str, str]:
    """The headers by which a body is known to be ours: the time, and HMAC-SHA256 of time, full stop and body; nothing
    without a secret. Raises NotSent where there should be one."""
    if not variable:
        return {}
    secret = os.environ.get(variable, "") if is_secret_variable(variable) else ""
    if not secret:
        raise NotSent(f"{variable}, which is to hold its secret, is not set in this process, or not allowed")
    at = str(int(now.timestamp()))
    digest = hmac.new(secret.encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest()
    return {TIMESTAMP: at, SIGNATURE: f"sha256={digest}"}


def post(address: str, body: bytes, *, headers: dict[str, str], limit: float = LIMIT) -> None:
    """Posts a body of JSON to a webhook. Raises NotSent."""
    until = time.monotonic() + limit
    try:
        place = place_of(address)
        ways = ways_to(place)
    except NotThere as error:
        raise NotSent(str(error).rstrip(".")) from error
    given = {"Host": place.named, "Content-Type": "application/json", "User-Agent": "hidden-role-league", **headers}
    try:
        link = _linked(place, ways, until)
        cutting = threading.Timer(max(0.0, until - time.monotonic()), _cut, [link])
        cutting.daemon = True
        cutting.start()
        try:
            status = _status(place, link, body, given)
        finally:
            cutting.cancel()
            link.close()
    except (OSError, http.client.HTTPException, ValueError) as error:
        if time.monotonic() >= until:
            raise NotSent(f"{place.named} did not answer within {limit:g} s") from error
        raise NotSent(f"{place.named} cannot be reached, or does not do its part ({type(error).__name__})") from error
    if 300 <= status < 400:
        raise NotSent(f"{place.named} answered {status}: it leads elsewhere, where nothing is sent")
    if not 200 <= status < 300:
        raise NotSent(f"{place.named} answered {status}")


def _linked(place: Place, ways: Sequence[tuple[socket.AddressFamily, str]], until: float) -> socket.socket:
    """A connection to one of the addresses, tried in their order; over TLS that knows the name for https."""
    last: OSError = OSError("no address")
    for family, number in ways:
        link = socket.socket(family, socket.SOCK_STREAM)
        try:
            link.settimeout(max(0.1, until - time.monotonic()))
            link.connect((number, place.port))
        except OSError as error:
            link.close()
            last = error
            continue
        if place.scheme == "http":
            return link
        return ssl.create_default_context().wrap_socket(link, server_hostname=place.host, do_handshake_on_connect=False)
    raise last


def _status(place: Place, link: socket.socket, body: bytes, headers: dict[str, str]) -> int:
    """Sends the request and reads the status of its answer."""
    if isinstance(link, ssl.SSLSocket):
        link.do_handshake()
    talk = http.client.HTTPConnection(place.host, place.port)
    talk.sock = link
    talk.request("POST", place.target, body=body, headers=headers)
    return talk.getresponse().status


def _cut(link: socket.socket) -> None:
    """Ends a connection under whoever reads from it."""
    with suppress(OSError):
        socket.socket.shutdown(link, socket.SHUT_RDWR)
