"""What asking a model will cost, before anybody does. Law: a guess, at the prices of one time, that asks nobody, and
that says how far off it may be.

What a model writes is read off what it wrote (reckoning.lengths); trial games are played here with answers of that
length, so that prompts grow as they will (games.agents.trials.simulating), and of these what a provider's cache serves
is reckoned as the provider says (reckoning.caching). How many questions its games have nobody knows before it has
played some: each of them counts, and the trial games as many as tell as much.

Low and high hold in nine of ten cases if the doubts are what they are said to be. They are the doubt of how much it
writes, of how it plays, of how the games differ that are to come, and upwards of what a cache does not serve.

Before anything is played it is told what a model would be told first (games.gateway.briefings), and what that alone
costs to be read: reckoned from its length.

A narrator that is a model is asked what it would be asked in those games, and so is a player when one is over. A
persona is counted by what is sent for one: low with half as many tokens as the sheets that ship have, likely with as
many, high as with all that it may write.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from math import exp, hypot
from typing import Any, Final

from games.agents.author import persona_request
from games.agents.briefing import Briefing
from games.agents.providers import Usage
from games.agents.room import tokens_sent
from games.agents.trials.simulating import Simulated, Voice, simulated, stored_by_the_house
from games.agents.trials.talkers import CHARACTERS_A_TOKEN
from games.billing.money import in_dollars
from games.billing.prices import NoPrice, Rates, price_told, rates_of
from games.gateway.briefings import briefing_as
from games.gateway.capabilities import asked_of
from games.gateway.reckoning.caching import cache_of
from games.gateway.reckoning.lengths import Lengths, games_told, lengths_of
from games.gateway.reckoning.trials import bytes_of_call, left_by, used_by
from personas.models import LanguageModel
from personas.sheet import Sheet

_LIKELY_TOLD: Final = 100  # tokens of what a narrator says, who is asked for 60 words
_LIKELY_SHEET: Final = 950  # tokens; what a model is asked for takes 845 to 1,059 of the sheets that ship
_SHORT_SHEET: Final = _LIKELY_SHEET // 2
_AGAIN: Final = Decimal("1.33")
_ENOUGH: Final = 8  # past games from which on they alone say what one costs
_DEVIATIONS: Final = 1.645  # to either side: nine of ten
_SPREAD: Final = 0.4  # standard deviation of how many questions games have, of their mean, at the least
_DOUBT_OF_PLAY: Final = 0.12  # how far off the number of a game's questions may be, of itself, beside how ways differ
_SPREAD_OF_SEATS: Final = 0.4  # standard deviation of what the seats of a game cost, of their mean
_MANY: Final = 1_000  # times a usage is priced, so that nothing is rounded up in its mean
_GROWTH: Final = 0.3  # by how much what is read grows with what is written, of itself
_MOST_MODELS: Final = 20  # whose prices of a briefing are told
_UNSERVED: Final = 0.08  # of what a cache would serve that it may not


class Unpriced(LookupError):
    """Nobody knows what a model costs; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Range:
    """US dollars: at the least, likely, and at the most."""

    low: Decimal = Decimal(0)
    likely: Decimal = Decimal(0)
    high: Decimal = Decimal(0)

    def __add__(self, other: "Range") -> "Range":
        return Range(self.low + other.low, self.likely + other.likely, self.high + other.high)

    def times(self, number: Decimal) -> "Range":
        """So many of it."""
        return Range(self.low * number, self.likely * number, self.high * number)

    def __str__(self) -> str:
        return f"{in_dollars(self.likely)} ({in_dollars(self.low)} to {in_dollars(self.high)})"


def _around(likely: Decimal, doubt: float, upwards: float = 0.0) -> Range:
    """What is likely, with a doubt of so much of itself, and of more upwards."""
    down, up = exp(-_DEVIATIONS * doubt), exp(_DEVIATIONS * hypot(doubt, upwards))
    return Range(likely * Decimal(down), likely, likely * Decimal(up))


@dataclass(frozen=True, slots=True)
class Past:
    """What seats of a model have cost in past games of the same rules and size: in how many games, with how many
    questions and in how many calls a seat, at today's prices; and by how much those games differ, of their mean."""

    games: int
    questions: float
    calls: float
    cost: Decimal
    spread: float


NONE_PAST: Final = Past(0, 0.0, 0.0, Decimal(0), 0.0)


@dataclass(frozen=True, slots=True)
class Expected:
    """What a seat of a model is expected to take in a game, and from what that is known; `bytes` are what its calls
    leave in the database, as long as their words are kept."""

    cost: Range
    calls: float
    bytes: float
    source: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rules, options as JSON, who sits there, and whether they are asked for beliefs and claims."""

    ruleset: str
    options: str
    voices: tuple[Voice, ...]
    disclosing: bool = True

    @property
    def trial(self) -> Simulated:
        """Trial games at it."""
        return simulated(self.ruleset, json.loads(self.options), self.voices, disclosing=self.disclosing)

    @property
    def bytes(self) -> int:
        """What a game leaves in the database and in its log, but for its calls: of the house alone a rougher guess."""
        if any(voice.talk for voice in self.voices):
            return left_by(self.trial.stored, scale=self.trial.scale)
        options, seats = json.loads(self.options), len(self.voices)
        return left_by(stored_by_the_house(self.ruleset, options, seats, disclosing=self.disclosing))


@dataclass(frozen=True, slots=True)
class Prospect:
    """A model at the prices of one time, how much it writes, and what it would cost there."""

    model: LanguageModel
    rates: Rates
    lengths: Lengths
    at: datetime

    @property
    def price(self) -> str:
        """What its tokens cost then, in words, since when and by whose list."""
        return price_told(self.model, self.at)

    def voice(self, level: str = "none") -> Voice:
        """Who sits at a table for it."""
        return Voice(self.lengths.talk, level)

    def tokens(self, *, read: int, cached: int, written: int, kept: int = 0) -> Decimal:
        """What so many tokens cost, of which so many are read from a cache and so many `kept` in it."""
        return self.rates.cost(
            Usage(input=read, cached=cached, cache_written=kept, output=written), self.model.service_tier
        )

    def seat(self, table: Table, *, games: int = 1, past: Past = NONE_PAST) -> Expected:
        """What a seat of it costs at a table, in the mean of so many games. Takes about two seconds the first time, for
        these rules and voices."""
        if all(voice.talk != self.lengths.talk for voice in table.voices):
            table = replace(table, voices=(self.voice(), *table.voices[1:]))
        trial = table.trial
        used = used_by(trial, table.voices, self.lengths, cache_of(self.model))
        kept = bytes_of_call(trial.asked, self.lengths)
        if past.games >= _ENOUGH:
            doubt = past.spread * (1 / past.games + 1 / games) ** 0.5
            return Expected(_around(past.cost, doubt), past.calls, past.calls * kept, "past games")
        calls = trial.questions * self.lengths.tries
        a_call = self._cost(used)
        spread, of_play = max(_SPREAD, trial.spread), hypot(_DOUBT_OF_PLAY, trial.unlike)
        # The trial games count as so many as tell as much.
        count = min(_ENOUGH, (spread / of_play) ** 2)
        known = count + past.games
        of_play = hypot(of_play * count, spread * past.games**0.5) / known
        if past.games:
            # Games may be thrice as long as is usual, and not thrice as short: so it is their ratios that count.
            calls *= (past.questions / trial.questions) ** (past.games / known)
            a_call = (Decimal(count) * a_call + past.games * past.cost / Decimal(past.calls)) / Decimal(known)
        # As what is paid for writing, so does the doubt of it weigh; what is written is read again.
        output = float(self._cost(Usage(output=used.output)) / a_call) if a_call else 0.0
        of_words = self.lengths.doubt * (output + _GROWTH * (1 - output))
        seats = sum(voice.talk == self.lengths.talk for voice in table.voices)
        of_chance = hypot(spread, _SPREAD_OF_SEATS / seats**0.5) / games**0.5
        unserved = float(self._cost(replace(used, cached=0)) / a_call) - 1 if a_call else 0.0
        doubt = hypot(of_words, of_play, of_chance)
        cost = _around(a_call * Decimal(calls), doubt, 0.0 if past.games else _UNSERVED * unserved)
        return Expected(cost, calls, calls * kept, self._source(past))

    def _source(self, past: Past) -> str:
        if past.games:
            return f"{games_told(past.games)} and simulation"
        return f"{self.lengths.source} and simulation" if self.lengths.source else "simulation"

    def lessons(self, table: Table, *, games: int = 1) -> Expected:
        """What it costs to ask a seat of it what it learned from a game, in the mean of so many."""
        trial = table.trial
        asked = [each for each in trial.learned if each.seat is not None and table.voices[each.seat].talk]
        if not asked:
            return Expected(Range(), 0.0, 0.0, "")
        written = round(self.lengths.of_lessons.written)
        cache, seconds = cache_of(self.model), self.lengths.seconds
        used = [cache.used(each, seconds=seconds, written=written) for each in asked]
        whole = sum(map(self._cost, used), Decimal(0)) / len(asked)
        doubt = hypot(self.lengths.doubt, _DOUBT_OF_PLAY, trial.spread / games**0.5)
        return Expected(_around(whole, doubt), 1.0, bytes_of_call(tuple(asked), self.lengths), self._source(NONE_PAST))

    def narrator(self, table: Table, *, games: int = 1) -> Expected:
        """What it costs to have the model tell a game at a table, in the mean of so many."""
        trial = table.trial
        written = round(_LIKELY_TOLD + self.lengths.of("").reasoned)
        cache = cache_of(self.model)
        used = [cache.used(each, seconds=0.0, written=written) for each in trial.told]
        whole = sum(map(self._cost, used), Decimal(0)) / len(trial.stored)
        doubt = hypot(self.lengths.doubt, _DOUBT_OF_PLAY, trial.unlike, trial.spread / games**0.5)
        calls = len(trial.told) / len(trial.stored)
        left = calls * bytes_of_call(trial.told, self.lengths)
        return Expected(_around(whole, doubt), calls, left, self._source(NONE_PAST))

    def persona(self) -> Range:
        """What a persona costs that the model writes itself."""
        sent = persona_request(asked_of(self.model)).size // CHARACTERS_A_TOKEN
        reasoned = round(self.lengths.of("").reasoned)
        most = asked_of(self.model).room.first
        return Range(
            low=self.tokens(read=sent, cached=0, written=_SHORT_SHEET + reasoned // 2),
            likely=self.tokens(read=sent, cached=0, written=_LIKELY_SHEET + reasoned),
            high=_AGAIN * self.tokens(read=sent, cached=0, written=max(most, _LIKELY_SHEET + reasoned)),
        )

    def _cost(self, usage: Usage) -> Decimal:
        """What a mean of usages costs."""
        return self.rates.cost(_times(usage, _MANY), self.model.service_tier) / _MANY


def _times(usage: Usage, number: int) -> Usage:
    return Usage(
        input=usage.input * number,
        cached=usage.cached * number,
        cache_written=usage.cache_written * number,
        output=usage.output * number,
    )


def prospect_of(model: LanguageModel, at: datetime, *, from_games: bool = True) -> Prospect:
    """A model at the prices of a time, with what is known of how much it writes; for whoever counts its games
    otherwise, not from games. Raises Unpriced."""
    try:
        return Prospect(model, rates_of(model, at), lengths_of(model, from_games=from_games), at)
    except NoPrice as error:
        raise Unpriced(str(error)) from error


def voice_of(model: LanguageModel, level: str = "none") -> Voice | None:
    """Who sits at a table for a model, told so much of strategy; None for a player of the house."""
    return None if model.is_offline else Voice(lengths_of(model).talk, level)


def table_of(
    ruleset: str, seats: int, options: Mapping[str, Any], places: Sequence[Voice | None], *, disclosing: bool = True
) -> Table:
    """A table at which those who take turns sit as often as their places are many; None is a player of the house."""
    in_order = sorted((place or Voice() for place in places), key=repr)
    voices = tuple(in_order[(2 * seat + 1) * len(in_order) // (2 * seats)] for seat in range(seats))
    return Table(ruleset, json.dumps(options, sort_keys=True), voices, disclosing)


@dataclass(frozen=True, slots=True)
class Preview:
    """What a model would be told before its first question; about how many tokens that is, and how many of them are for
    its seat alone; and what it costs to be read once, by model: in US dollars, or None and why nobody knows."""

    briefing: Briefing
    tokens: int
    own: int
    prices: tuple[tuple[LanguageModel, Decimal | None, str], ...]


def preview_of(sheet: Sheet, *, at: datetime, first: LanguageModel | None = None, **how: Any) -> Preview | None:
    """What a model would be told of a sheet, with its tokens and the prices of a time, that of a model `first`; None
    where this role is asked nothing. `how` is what briefing_as() takes."""
    briefing = briefing_as(sheet, **how)
    if briefing is None:
        return None
    texts = "\n\n".join([briefing.common, briefing.own, *briefing.heard, briefing.task])
    tokens, own = (tokens_sent(len(text.encode())) for text in (texts, briefing.own))
    return Preview(briefing, tokens, own, tuple(_read_once(tokens, at, first)))


def _read_once(
    tokens: int, at: datetime, first: LanguageModel | None
) -> Iterator[tuple[LanguageModel, Decimal | None, str]]:
    voices = LanguageModel.objects.filter(is_active=True).exclude(provider__in=LanguageModel.OFFLINE)
    own = [first] if first is not None and not first.is_offline else []
    for model in [*own, *voices.exclude(pk__in=[each.pk for each in own])[:_MOST_MODELS]]:
        try:
            cost = prospect_of(model, at, from_games=False).tokens(read=tokens, cached=0, written=0)
        except Unpriced as error:
            yield model, None, str(error)
        else:
            yield model, cost, in_dollars(cost)
