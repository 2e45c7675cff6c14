"""Tries out a model before it plays: the smallest real call for each kind of question, each in the ledger.

Law: a probe is paid like any call and draws on the day's budget; what it finds (the rung on which the model stands) is
kept with the model, so that its first game does not begin with refusals.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.conf import settings
from django.utils import timezone

from games.agents.agent import Exchange
from games.agents.briefing import Briefing
from games.agents.notes import Note
from games.agents.providers import ProviderError, Reply, Request, Unfit
from games.asking import FRAMING, words_of
from games.budgets import Purse, day_of
from games.calls import Intent, answered, intend_calls, settle_calls, unanswered
from games.earlier import asked_of
from games.engine.questions import (
    WAIT,
    Act,
    BidToSpeak,
    Choose,
    Illegal,
    Justify,
    Nominate,
    Propose,
    Question,
    React,
    Reflect,
    Speak,
    Summarise,
)
from games.models import Call
from games.models.call import new_ident
from games.prices import NoPrice, Rates, rates_of
from games.switchboard import Line, NoLine, Switchboard
from personas.models import LanguageModel

NAMES: Final = ("Anika", "Bruno", "Celia")
QUESTIONS: Final[tuple[Question[Any], ...]] = (
    Speak("speak", "Say hello in a few words."),
    React("react", "Say something short, or [SILENT]."),
    Choose("vote", "Name one of the others, or nobody.", (None, 1, 2)),
    Justify("vote", "Name one of the others and say why in a few words.", (1, 2)),
    Propose("plot", "Say something short and name one of the others.", (1, 2)),
    Nominate("nominate", "Say something short and name one of the others.", (0, 1, 2), (1, 2)),
    Summarise("summary", "Sum up in a few words that nothing has happened.", 60, "Nothing has happened."),
    Act("act", "Where do you go?", ("move admin", WAIT), frozenset({"move admin", WAIT}), 2),
    BidToSpeak("bid", "How much do you want to speak, and what would you say?", (None, 1, 2), ("skip", 1, 2)),
    Reflect("reaction", "Write down anything you like, in a few words."),
)
NOTES: Final = (Note("thought", "your private reasoning, in a few words"),)
BRIEFING: Final = Briefing(
    common=f"This is a test of whether you can answer in a given shape. At the table are {', '.join(NAMES)}.",
    own=f"You are {NAMES[0]}. Keep everything short.",
    history=(),
    task="",
)


class CannotProbe(Exception):
    """A model that cannot be tried out; the message says why."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one question: "" when the answer stood, else why not."""

    question: str
    fault: str
    seconds: float
    cost: Decimal


@dataclass(frozen=True, slots=True)
class Probe:
    """What was found of a model: the rung it stands on, the name it returns, and what came of each question."""

    rung: str
    returned_model: str
    findings: tuple[Finding, ...]

    @property
    def cost(self) -> Decimal:
        """What the probe cost, in US dollars."""
        return sum((finding.cost for finding in self.findings), Decimal(0))

    @property
    def is_fit(self) -> bool:
        """Whether every answer stood."""
        return not any(finding.fault for finding in self.findings)


def worst_cost(model: LanguageModel) -> Decimal:
    """The most that a probe may cost, in US dollars: what is refused costs nothing. Raises CannotProbe."""
    rates = _rates(model)
    sizes = (_exchange(question, model).request().size for question in QUESTIONS)
    return sum((rates.worst(read=size + FRAMING, written=model.most_tokens) for size in sizes), Decimal(0))


def probe_model(*, model: LanguageModel, tell: Callable[[Finding], object] = lambda _: None) -> Probe:
    """Asks a model each kind of question once, tells each finding, and keeps what was found. Raises CannotProbe.

    To be called where no event loop runs. Each refusal of a way to ask costs nothing and is asked again on the next
    rung; nothing else is.
    """
    rates = _rates(model)
    probe = asyncio.run(_probed(model, rates, tell))
    LanguageModel.objects.filter(pk=model.pk).update(rung=probe.rung, probed_at=timezone.now())
    model.refresh_from_db()
    return probe


def _rates(model: LanguageModel) -> Rates:
    try:
        return rates_of(model, timezone.now())
    except NoPrice as error:
        raise CannotProbe(str(error)) from error


def _exchange(question: Question[Any], model: LanguageModel) -> Exchange:
    briefing = Briefing(BRIEFING.common, BRIEFING.own, (), question.prompt)
    return Exchange(question, briefing, NAMES, asked_of(model), NOTES)


async def _probed(model: LanguageModel, rates: Rates, tell: Callable[[Finding], object]) -> Probe:
    board = Switchboard()
    try:
        line = board.line(model)
        findings, returned = [], ""
        for question in QUESTIONS:
            finding, reply = await _asked(board, line, model, question, rates)
            findings.append(finding)
            returned = reply.model or returned
            tell(finding)
        return Probe(board.ladder.manners(line.provider, model.model_name).rung, returned, tuple(findings))
    except NoLine as error:
        raise CannotProbe(str(error)) from error
    finally:
        await board.close()


async def _asked(
    board: Switchboard, line: Line, model: LanguageModel, question: Question[Any], rates: Rates
) -> tuple[Finding, Reply]:
    exchange, name = _exchange(question, model), type(question).__name__
    while True:
        request = board.ladder.fit(line.provider, exchange.request(new_ident()))
        intent = _intent(model, line, request, rates)
        (denied,) = await sync_to_async(intend_calls)([intent])
        if denied is not None:
            raise CannotProbe(denied.reason)
        began = time.monotonic()
        try:
            reply = await line.provider.ask(request)
        except ProviderError as error:
            await sync_to_async(settle_calls)([unanswered(intent, error, time.monotonic() - began)])
            if isinstance(error, Unfit) and board.ladder.learn(line.provider, request, error):
                continue
            raise CannotProbe(str(error)) from error
        seconds, fault = time.monotonic() - began, ""
        try:
            exchange.read(reply)
        except Illegal as error:
            fault = str(error)
        settlement = answered(intent, reply, rates, seconds, fault)
        await sync_to_async(settle_calls)([settlement])
        return Finding(name, fault, seconds, settlement.cost), reply


def _intent(model: LanguageModel, line: Line, request: Request, rates: Rates) -> Intent:
    call = Call(
        ident=request.id,
        purpose=Call.Purpose.PROBE,
        language_model=model,
        provider=line.provider.name,
        model=request.model,
        rung=request.rung,
        reserved=rates.worst(read=request.size + FRAMING, written=request.most_tokens),
    )
    day = Purse("day", day_of(timezone.now()).isoformat(), settings.LEAGUE_DAY_CAP)
    return Intent(call, (day,), words_of(request))
