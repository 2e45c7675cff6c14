"""The calls of a game as others read them, a line each: what a model was sent, what it answered and thought, what that
took, and why an answer could not stand. Law: of a game that is not over nothing, for it tells who is asked what; what
a provider said of an error may name the account, and is for who may see secrets; keys are nowhere.

A text that many calls were sent stands in a line of its own before the first of them, once in a stream as a rule, and
calls name it by its SHA-256. A stream reads a game at a time: it takes no more room for a thousand games than for one.
"""

import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal

from games.billing.money import exact
from games.billing.words import digest_of_text, keys_in, texts_told
from games.ledger.rows import written
from games.models import Answer, Call, CallRecord, Game

SCHEMA: Final = "1"
CALLS: Final = "calls"  # the view
Errors = Literal["told", "left out"]
MOST_REMEMBERED: Final = 10_000  # texts that a stream remembers to have had
SHARED: Final = ("system", "history", "schema")
USED: Final = ("input_tokens", "cached_tokens", "cache_written_tokens", "output_tokens", "reasoning_tokens")


class TooSoon(PermissionError):
    """The calls of a game that is not over; the message says when they can be had."""


class Once:
    """Which texts a stream has had; the oldest are forgotten, and then come again."""

    def __init__(self) -> None:
        self._had: OrderedDict[str, None] = OrderedDict()

    def is_new(self, digest: str) -> bool:
        """Whether a text is new to the stream, which has it from now on."""
        is_new = digest not in self._had
        self._had[digest] = None
        self._had.move_to_end(digest)
        if len(self._had) > MOST_REMEMBERED:
            self._had.popitem(last=False)
        return is_new


def call_lines(game: Game, *, errors: Errors = "left out", once: Once | None = None) -> Iterator[dict[str, Any]]:
    """The lines of a game that is over: first `game`, then a `call` each in the order in which they were made, with
    each `text` before the first that names it. Whether somebody may know who sits there, where it is veiled, is for
    games.ledger.reads to say. Raises TooSoon."""
    if not game.is_over:
        raise TooSoon("the calls of a game can be had when it is over")
    once = Once() if once is None else once
    calls = list(Call.objects.filter(game=game).select_related("record").order_by("pk"))
    yield {"game": _game(game, calls)}
    texts = dict(game.call_texts.values_list("pk", "text")) if calls else {}
    answers = {(row.poll, row.seat): row for row in Answer.objects.filter(game=game)} if calls else {}
    brought, last = _brought(calls), _last(calls)
    for call in calls:
        prompt, parts = _prompt(getattr(call, "record", None), texts)
        for digest, text in parts.items():
            if once.is_new(digest):
                yield {"text": {"hash": digest, "text": text}}
        answer = answers.get((call.poll or 0, call.seat if call.seat is not None else -1))
        told = _call(call, prompt, answer, is_last=call.pk in brought, errors=errors)
        told["default"] = (answer.default_reason or None) if answer and call.pk in last else None
        # What is not kept is not told either, in the time until somebody deletes it from its row.
        yield {"call": told if game.keep != 0 else told | {"reply": None}}


def season_lines(games: Iterable[Game], *, errors: Errors = "left out") -> Iterator[dict[str, Any]]:
    """The lines of several games that are over, one after the other."""
    once = Once()
    for game in games:
        yield from call_lines(game, errors=errors, once=once)


def _game(game: Game, calls: list[Call]) -> dict[str, Any]:
    """What the first line of a game says."""
    is_kept = any(hasattr(call, "record") for call in calls)
    return {
        "schema": SCHEMA,
        "game": game.public_id,
        "season": game.terms.get("season"),
        "ruleset": game.ruleset,
        "revision": game.revision,
        "status": game.status,
        "calls": len(calls),
        "words": "deleted" if game.forgotten_at else "kept" if is_kept or not calls else "not kept",
        "kept_days": game.keep,
    }


def _brought(calls: list[Call]) -> set[int]:
    """The calls that brought an answer that stands, as far as one can tell: the last of a question, without a fault."""
    last: dict[tuple[int, int], int] = {}
    for call in calls:
        if call.status == Call.Status.ANSWERED and not call.fault and call.poll is not None and call.seat is not None:
            last[call.poll, call.seat] = call.pk
    return set(last.values())


def _last(calls: list[Call]) -> set[int]:
    """The last call of each question, which came to what stands: a default, where no call brought an answer."""
    last = {(call.poll, call.seat): call.pk for call in calls if call.poll is not None and call.seat is not None}
    return set(last.values())


def _prompt(record: CallRecord | None, texts: Mapping[int, str]) -> tuple[dict[str, Any] | None, dict[str, str]]:
    """A request as it is told, None where its words are not there, and the texts by hash that it names."""
    if record is None:
        return None, {}
    try:
        told: dict[str, Any] = json.loads(record.request)
    except ValueError:  # it was so long that it was cut
        return None, {}
    if record.has_parts and not all(key in texts for key in keys_in(told)):
        return None, {}
    if record.has_parts:
        system, history = [texts[key] for key in told["system"]], [texts[key] for key in told["history"]]
        schema = texts[told["schema"]]
    else:
        system, history = texts_told(told["system"]), texts_told(told["history"])
        schema = json.dumps(told["schema"], ensure_ascii=False)
    named = {text: digest_of_text(text) for text in (*system, *history, schema)}
    prompt = {
        "system": [named[text] for text in system],
        "history": [named[text] for text in history],
        "task": told["task"],
        "retorts": [{"text": text, "reason": reason} for text, reason in told["retorts"]],
        "schema": named[schema],
        "parameters": {name: value for name, value in told.items() if name not in (*SHARED, "task", "retorts")},
    }
    return prompt, {digest: text for text, digest in named.items()}


def _call(
    call: Call, prompt: dict[str, Any] | None, answer: Answer | None, *, is_last: bool, errors: Errors
) -> dict[str, Any]:
    record = getattr(call, "record", None)
    told_cost = call.cost if call.cost is not None else call.reserved
    return {
        "id": call.ident,
        "purpose": call.purpose,
        "poll": call.poll,
        "seat": call.seat,
        "kind": answer.kind if answer else None,
        "try": call.try_number,
        "provider": call.provider,
        "model": call.model,
        "returned_model": call.returned_model or None,
        "fingerprint": call.fingerprint or None,
        "rung": call.rung,
        "status": call.status,
        "at": written(call.created_at),
        "seconds": call.latency,
        "prompt": prompt,
        "reply": call.said or None,
        "thinking": (record.thinking or None) if record else None,
        "thought": (answer.thought or None) if answer and is_last else None,
        "fault": call.fault or None,
        "default": None,
        "error": (call.error or None) if errors == "told" else None,
        "usage": None if call.input_tokens is None else {name: getattr(call, name) for name in USED},
        "cost": f"{exact(told_cost).normalize():f}",
        "is_sure": call.input_tokens is not None or not told_cost,
    }
