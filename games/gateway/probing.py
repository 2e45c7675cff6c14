"""Tries out a model before it plays: the smallest real call for each kind of question, each in the ledger.

Law: a probe is paid like any call and draws on the day's budget; what it finds (how the model takes to be asked) is
kept with the model, so that its first game does not begin with refusals. Probed is who has given each kind of answer so
that it stood, in the newest probe: one that answers worse than before is no longer.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from games.agents.agent import Exchange
from games.agents.briefing import Briefing
from games.agents.notes import Note
from games.billing.call_ledger import worst_of
from games.engine.questions import (
    WAIT,
    Act,
    BidToSpeak,
    Choose,
    Justify,
    Nominate,
    Propose,
    Question,
    React,
    Reflect,
    Speak,
    Summarise,
)
from games.gateway.capabilities import asked_of, keep_manners
from games.gateway.one_off import Errand, NoReply, errand_for, messenger
from games.models import Call
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
    Act("act", "Where do you go?", ("move admin", WAIT), frozenset({"move admin", WAIT}), 3),
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
    rates = _errand(model).rates
    return sum((worst_of(_exchange(question, model).request(), rates) for question in QUESTIONS), Decimal(0))


def probe_model(
    *,
    model: LanguageModel,
    tell: Callable[[Finding], object] = lambda _: None,
    keep: Callable[[Probe], AbstractContextManager[None]] = lambda _: nullcontext(),
) -> Probe:
    """Asks a model each kind of question once, tells each finding, and keeps what was found, within what `keep` makes
    of it. Raises CannotProbe.

    To be called where no event loop runs. Each refusal of a way to ask costs nothing and is asked again on the next
    rung; nothing else is.
    """
    findings, returned = [], ""
    newcomer = copy(model)
    newcomer.rung, newcomer.without, newcomer.thinks = "", "", False  # a server may have learnt something since
    try:
        with messenger(_errand(newcomer)) as sent:
            sent.begin_anew()
            for question in QUESTIONS:
                exchange = _exchange(question, model)
                brought = sent.ask(exchange.request(), exchange.read)
                findings.append(Finding(type(question).__name__, brought.fault, brought.seconds, brought.cost))
                returned = brought.reply.model or returned
                tell(findings[-1])
            manners = sent.manners()
    except NoReply as error:
        raise CannotProbe(str(error)) from error
    probe = Probe(manners.rung, returned, tuple(findings))
    with transaction.atomic(), keep(probe):
        keep_manners(model=model, manners=manners)
        LanguageModel.objects.filter(pk=model.pk).update(probed_at=timezone.now() if probe.is_fit else None)
    model.refresh_from_db()
    return probe


def _errand(model: LanguageModel) -> Errand:
    try:
        return errand_for(Call.Purpose.PROBE, model)
    except NoReply as error:
        raise CannotProbe(str(error)) from error


def _exchange(question: Question[Any], model: LanguageModel) -> Exchange:
    briefing = Briefing(BRIEFING.common, BRIEFING.own, (), question.prompt)
    return Exchange(question, briefing, NAMES, asked_of(model), NOTES)
