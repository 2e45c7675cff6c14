"""The provider without the wire: a request comes in as bytes and headers, and it says what is to be done.

Law: everything that a reply depends on is decided here, at once and without waiting; the server only waits and sends.
"""

import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import ModuleType
from typing import Final, Literal

from games.loopback.asked import AS_IT_COMES, Answer, Asked, answer_to, within_limit
from games.loopback.billing import Books, Row, charge
from games.loopback.catalogue import Protocol
from games.loopback.faults import (
    BROKEN_OFF,
    INNER,
    LIMITLESS,
    LINES,
    STATUSES,
    Script,
    befallen,
    refusal_for,
    script_of,
)
from games.loopback.limits import Limits, Minutes, limits_of
from games.loopback.protocols import chat, messages, openai, responses
from games.loopback.refusals import Refused, error_body, nothing_left
from games.loopback.replies.draws import Draws, digest_of
from games.loopback.replies.talk import Talk, talk_of
from games.loopback.shape import Json, read_json
from games.loopback.tokens import Cache

Mode = Literal["steady", "random"]
CHANGEABLE: Final = frozenset(
    ("outage", "spent", "faults", "latency", "drip", "mode", "seed", "talk", "limits", "used")
)
MODES: Final[tuple[Mode, ...]] = ("steady", "random")
PROTOCOLS: Final[Mapping[str, tuple[Protocol, ModuleType]]] = {
    "/v1/chat/completions": ("openai", chat),
    "/v1/responses": ("openai", responses),
    "/v1/messages": ("anthropic", messages),
}
CLIENT_IDS: Final = ("idempotency-key", "x-client-request-id", "x-request-id")
# Where a cache looks for a prompt is nothing to the model.
CACHE_KEY: Final = re.compile(rb'"prompt_cache_key": ?"[^"]*"')
MARK: Final = b"\xff\xfe"
MOST_STORED: Final = 1_000  # answers


@dataclass(slots=True)
class Settings:
    """How the provider behaves; may be changed while it runs. `latency` in seconds an answer, `drip` an answer that
    comes in bits, `talk` how much models write and what, by name; `limits` what may be asked of them in a minute;
    where it `is_spent`, nothing is left of what the key may spend."""

    mode: Mode = "steady"
    seed: str = ""
    latency: float = 0.0
    drip: float = 5.0
    script: Script = field(default_factory=partial(script_of, {}))
    is_out: bool = False
    is_spent: bool = False
    talk: Mapping[str, Talk] = field(default_factory=dict)
    limits: Limits = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reply:
    """What the server is to send, and how: `line` is a fault of the line; `finish` is called when it is time to."""

    status: int
    body: bytes
    headers: dict[str, str]
    row: Row
    line: str | None = None
    waits: bool = False
    finish: Callable[[], object] | None = None


@dataclass(slots=True)
class Service:
    """A provider: its settings, its cache and its books. `clock` gives seconds since the epoch."""

    settings: Settings
    clock: Callable[[], float] = time.time
    books: Books = field(default_factory=Books)
    cache: Cache = field(init=False)
    minutes: Minutes = field(init=False)
    _seen: Counter[bytes] = field(default_factory=Counter)
    _stored: dict[str, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.cache = Cache(self.clock)
        self.minutes = Minutes(self.clock)
        self.minutes.change(self.settings.limits)

    def reply_to(self, path: str, headers: Mapping[str, str], raw: bytes | None) -> Reply:
        """What to do about a request; `raw` is None when the body was too long to be read."""
        protocol, talk = PROTOCOLS[path]
        client_id = next((headers[name] for name in CLIENT_IDS if name in headers), None)
        number = len(self.books.rows) + 1
        request_id = f"req_{digest_of(self.settings.seed, number).hex()[:24]}"
        row = self.books.open_row(protocol=protocol, request_id=request_id, client_id=client_id, path=path)
        try:
            return self._answered(protocol, talk, headers, raw, row)
        except Refused as refused:
            return _refused(refused, refused.headers, protocol, row)

    def _answered(
        self, protocol: Protocol, talk: ModuleType, headers: Mapping[str, str], raw: bytes | None, row: Row
    ) -> Reply:
        if raw is None:
            raise Refused(413, "Request exceeds the maximum size")
        if self.settings.is_out:
            raise Refused(503, "The service is out of order.")
        (openai if protocol == "openai" else messages).check_key(headers)
        if self.settings.is_spent:
            raise nothing_left(protocol)
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Refused(400, "The content type must be application/json.")
        draws, chance = self._draws(raw, row)
        fault = self.settings.script.drawn(chance)
        if fault in STATUSES:
            row.fault = fault
            refused, more = refusal_for(fault, protocol, chance)
            return _refused(refused, more, protocol, row)
        if fault in INNER:
            row.fault = fault
            return Reply(200, talk.failing(INNER[fault]), {}, row)
        body = read_json(raw)
        row.model = body["model"] if isinstance(body.get("model"), str) else ""
        asked: Asked = talk.read_request(body, headers)
        return self._worked_out(protocol, talk, asked, row, fault, draws, chance)

    def _draws(self, raw: bytes, row: Row) -> tuple[Draws, Draws]:
        """Chance for the answer, and chance for what befalls it."""
        if self.settings.mode == "random":
            digest = digest_of(self.settings.seed, row.number)
            return Draws(digest), Draws(digest_of("fault", digest))
        digest = digest_of(CACHE_KEY.sub(b"", raw))
        self._seen[digest[:16]] += 1
        return Draws(digest), Draws(digest_of("fault", digest, self._seen[digest[:16]], self.settings.seed))

    def _worked_out(
        self,
        protocol: Protocol,
        talk: ModuleType,
        asked: Asked,
        row: Row,
        fault: str | None,
        draws: Draws,
        chance: Draws,
    ) -> Reply:
        row.model, row.fault = asked.model.slug, fault
        headers = {"x-request-id" if protocol == "openai" else "request-id": row.request_id}
        if fault == "reset" and chance.below(2):
            return Reply(0, b"", headers, row, line="reset")
        found = self.cache.look_up(asked.model, asked.blocks, asked.cache_key)
        shared = self.minutes.let_in(asked, found)
        answer = answer_to(asked, draws, self.settings.talk.get(asked.model.slug, AS_IT_COMES))
        if fault is not None:
            answer = befallen(fault, answer, asked, chance)
        if fault not in LIMITLESS:
            answer = within_limit(answer, asked.most_output)
        output = min(answer.tokens, asked.most_output)
        row.tier = asked.tier
        charge(row, asked.model, found, output=output, reasoning=answer.reasoning)
        body = self._written(talk, asked, answer, row, fault)
        if shared is not None:
            headers |= self.minutes.came_out(shared, output)
        if asked.is_stored:
            self._store(responses.id_of(row), body)
        line = fault if fault in LINES else None
        return Reply(200, body, headers, row, line=line, waits=True, finish=partial(self.cache.keep, found))

    def _written(self, talk: ModuleType, asked: Asked, answer: Answer, row: Row, fault: str | None) -> bytes:
        body: bytes = talk.written(asked, answer, row, created=int(self.clock()))
        if fault == BROKEN_OFF:
            body = talk.broken_off(body)
        if fault == "invalid_utf8":
            said = body.find(b'"', body.find(b'"content"') + 12)
            body = body[: said + 1] + MARK + body[said + 1 :]
        return body

    def _store(self, name: str, body: bytes) -> None:
        """Keeps an answer, and the newest of them only."""
        self._stored[name] = body
        while len(self._stored) > MOST_STORED:
            del self._stored[next(iter(self._stored))]

    def stored(self, name: str, headers: Mapping[str, str]) -> bytes:
        """An answer that was kept; raises Refused."""
        openai.check_key(headers)
        if name not in self._stored:
            raise Refused(404, f"Response with id '{name}' not found.")
        return self._stored[name]

    def change(self, wanted: Json) -> None:
        """Changes settings by name: outage, spent, faults, latency, drip, mode, seed, talk, limits; `used` is what
        others have used of the limits by now. Raises WrongFault, ValueError."""
        if not isinstance(wanted, dict):
            raise ValueError("a JSON object is wanted")
        unknown = sorted(set(wanted) - CHANGEABLE)
        if unknown:
            raise ValueError(f"there is nothing called {unknown[0]!r} to change")
        for name in ("latency", "drip"):
            value = wanted.get(name, 0)
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 3600:
                raise ValueError(f"{name} is a number of seconds from 0 to 3600, not {value!r}")
        if wanted.get("mode", "steady") not in MODES:
            raise ValueError(f"a mode is steady or random, not {wanted['mode']!r}")
        for name in ("outage", "spent"):
            if not isinstance(wanted.get(name, False), bool):
                raise ValueError(f"{name} is true or false, not {wanted[name]!r}")
        if not isinstance(wanted.get("faults", {}), dict):
            raise ValueError("faults are shares by kind")
        script = script_of(wanted["faults"]) if "faults" in wanted else self.settings.script
        limits = limits_of(wanted["limits"]) if "limits" in wanted else None
        used = limits_of(wanted.get("used", {}))
        self.settings.talk = talk_of(wanted["talk"]) if "talk" in wanted else self.settings.talk
        self.settings.script = script
        if limits is not None:
            self.settings.limits = limits
            self.minutes.change(limits)
        self.minutes.use(used)
        self.settings.is_out = wanted.get("outage", self.settings.is_out)
        self.settings.is_spent = wanted.get("spent", self.settings.is_spent)
        self.settings.latency = wanted.get("latency", self.settings.latency)
        self.settings.drip = wanted.get("drip", self.settings.drip)
        self.settings.mode = wanted.get("mode", self.settings.mode)
        self.settings.seed = str(wanted.get("seed", self.settings.seed))

    def models(self, headers: Mapping[str, str]) -> Json:
        """The models of the protocol that the headers speak; raises Refused."""
        from_anthropic = "anthropic-version" in headers
        vendor = messages if from_anthropic else openai
        vendor.check_key(headers)
        listed: Json = vendor.listed()
        return listed


def _refused(refused: Refused, more: Mapping[str, str], protocol: Protocol, row: Row) -> Reply:
    headers = {"x-request-id" if protocol == "openai" else "request-id": row.request_id, **more}
    return Reply(refused.status, error_body(refused, protocol, row.request_id), headers, row)
