"""What a game will likely cost, what of that is still to come, and what an account must hold for games to be finished.
Law: from what finished games of its kind cost, as far as there are any; reckoned where nothing is locked, for a first
guess takes a second.

A kind is: the same rules, options and table, and for each model what its seats cost. The guess of
games.gateway.estimating counts as one game among those that were finished. Games that are finished first are the short
ones, so those that are open count too: as what was guessed, or as LONGER times what they have cost by now.

Games cost now half, now twice as much: so standard deviations are held beside what is likely, of what games differ by
and of what is not known yet of their mean. To wait for those that are open costs nothing and tells what they cost, so a
game beside them wants BESIDE of them, and one alone, for whose want the season pauses, ALONE. What each buys is in
docs/decisions/reserved-worst-cases.md.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Final

from django.db.models import Count, Max, Sum

from games.agents.players import UnknownPlayer
from games.agents.trials.talkers import CHARACTERS_A_TOKEN
from games.billing.call_ledger import FRAMING
from games.billing.money import exact
from games.engine.ruleset import WrongOption
from games.gateway.capabilities import asked_of
from games.gateway.estimating import prospect_of, table_of
from games.models import Account, Call, Game
from personas.models import LanguageModel

PAST: Final = 200  # games that cost something, the newest, among which those of a kind are looked for
BESIDE: Final = Decimal(5)
ALONE: Final = Decimal("0.75")
SPREAD: Final = Decimal("0.5")  # standard deviation of what games cost, of their mean; before any is known
SPREAD_COUNTS: Final = 3  # as many games as that counts for
DOUBT: Final = Decimal("0.75")  # how far off a guess may be, of itself
LONGER: Final = Decimal("1.25")
LEAST_LEFT: Final = Decimal("0.25")  # of a game that goes on longer than was likely
TELLING: Final = 8  # calls of a game from which on it tells whether it is dearer than others


@dataclass(frozen=True, slots=True)
class Kind:
    """What is alike in games that cost alike: `voices` are the keys of the models behind providers, one a seat."""

    ruleset: str
    revision: int
    options: str
    seats: int
    voices: tuple[int, ...]
    narrator: str = ""
    disclosing: bool = True

    @property
    def table(self) -> tuple[str, int, str, int, bool]:
        """The kind but for who is asked."""
        return self.ruleset, self.revision, self.options, self.seats, self.disclosing


@dataclass(frozen=True, slots=True)
class Rest:
    """What is still to come of a game, in US dollars: likely, and the most that one call of it may cost; of what is
    likely, by how much such games differ and how far off the mean of all may be."""

    likely: Decimal
    worst: Decimal
    spread: Decimal = Decimal(0)
    doubt: Decimal = Decimal(0)

    @property
    def own(self) -> Decimal:
        """What a game's own cap is to hold of it before it begins: the cap is there to stop one that costs more."""
        return self.likely + self.worst

    @property
    def alone(self) -> Decimal:
        """What any other account with a cap is to hold of it, where nothing else is open on that."""
        return wanted_for([self])

    def of(self, share: Decimal) -> "Rest":
        """The share of it that goes to some of the models; where that is none, no call of it is theirs."""
        return replace(self, likely=self.likely * share, worst=self.worst if share else Decimal(0))


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a whole game of a kind likely costs and in how many calls, of which one costs `worst` at the most; by how
    much such games differ; as how many games what was guessed and seen counts, and what was guessed; and which share of
    the whole goes to each of its models."""

    whole: Decimal
    calls: Decimal
    worst: Decimal
    guessed: Decimal
    spread: Decimal = SPREAD
    seen: int = 0
    shares: Mapping[int, Decimal] = field(default_factory=dict)  # of the whole, by the keys of the models

    def share(self, models: Collection[int]) -> Decimal:
        """How much of the whole goes to these models."""
        return sum((self.shares.get(model, Decimal(0)) for model in models), Decimal(0))

    @property
    def doubt(self) -> Decimal:
        """How far off the mean may be, of itself."""
        return self.spread / Decimal(self.seen).sqrt() if self.seen else DOUBT

    def beside(self, spent: Sequence[Decimal]) -> "Outlook":
        """The same, knowing what games of this kind have cost so far that are open."""
        known = self.seen + 1
        still = sum((max(self.guessed, LONGER * each) for each in spent), Decimal(0))
        return replace(self, whole=(known * self.whole + still) / (known + len(spent)))

    def rest(self, spent: Decimal = Decimal(0), calls: int = 0) -> Rest:
        """What is still to come of a game that has cost so much in so many calls: at least what of the whole is left,
        and at least the calls that are left, at the price of those before where that was higher than is likely."""
        share = min(Decimal(1), calls / self.calls) if self.calls else Decimal(1)
        expected = self.whole * share
        pace = max(Decimal(1), spent / expected) if calls >= TELLING and expected else Decimal(1)
        likely = max(self.whole - spent, self.whole * pace * max(1 - share, LEAST_LEFT))
        return Rest(likely, self.worst, self.spread, self.doubt)


def wanted_for(rests: Iterable[Rest]) -> Decimal:
    """What an account should hold so that all of these games are finished, in US dollars."""
    rests = list(rests)
    apart = sum(((each.spread * each.likely) ** 2 for each in rests), Decimal(0))
    together = sum((each.doubt * each.likely for each in rests), Decimal(0)) ** 2
    likely = sum((each.likely + each.worst for each in rests), Decimal(0))
    return likely + (ALONE if len(rests) == 1 else BESIDE) * (apart + together).sqrt()


@lru_cache(maxsize=4_096)
def kind_of(public_id: str) -> Kind:
    """The kind of a stored game, which never changes."""
    game = Game.objects.get(public_id=public_id)
    models = list(game.seats.values_list("player__model_id", "player__model__provider"))
    return Kind(
        ruleset=game.ruleset,
        revision=game.revision,
        options=json.dumps(game.options, sort_keys=True),
        seats=len(models),
        voices=tuple(sorted(pk for pk, provider in models if provider not in LanguageModel.OFFLINE)),
        narrator=str(game.terms.get("narrator") or ""),
        disclosing=bool(game.terms.get("disclosing", True)),
    )


def outlook_of(kind: Kind, now: datetime) -> Outlook | None:
    """What a game of a kind will likely cost; None where nobody can tell, as it has no price or cannot be played here,
    and where it costs nothing. Takes about a second the first time."""
    guess = _guess(kind, now)
    if guess is None or not guess.worst:
        return None
    past = [each for each in map(_past, _finished_like(kind)) if each.cost]
    of_seat = {
        model: _mean(guessed, [each.of_seat[model] for each in past if model in each.of_seat])
        for model, guessed in guess.of_seat.items()
    }
    alike = [each for each in past if each.of_seat.keys() <= of_seat.keys()]
    off = [each.cost / sum((of_seat[model] for model in each.voices), Decimal(0)) - 1 for each in alike]
    apart = SPREAD_COUNTS * SPREAD**2 + sum((each**2 for each in off), Decimal(0))
    return Outlook(
        whole=sum((of_seat[model] for model in kind.voices), guess.narrator),
        calls=_mean(guess.calls, [Decimal(each.calls) for each in alike]),
        worst=max([guess.worst, *(each.worst for each in alike)]),
        guessed=sum((guess.of_seat[model] for model in kind.voices), guess.narrator),
        shares=_shares(kind, of_seat, guess),
        spread=(apart / (SPREAD_COUNTS + len(off))).sqrt(),
        seen=min(sum(model in each.of_seat for each in past) for model in of_seat),
    )


def _mean(guess: Decimal, seen: Sequence[Decimal]) -> Decimal:
    """The mean of what was seen, among which the guess counts as one."""
    return sum(seen, guess) / (1 + len(seen))


# --- guessed ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Guess:
    """What is thought of a kind before a game of it was played: what a seat of each model costs, what the narrator,
    how many calls there are, and what one costs at the most."""

    of_seat: dict[int, Decimal]
    narrator: Decimal
    calls: Decimal
    worst: Decimal
    teller: int | None = None  # the narrator's model


def _guess(kind: Kind, now: datetime) -> Guess | None:
    """What is thought of a kind at the prices of now; None where nobody can tell."""
    options = json.loads(kind.options)
    models = LanguageModel.objects.in_bulk(set(kind.voices))
    teller = LanguageModel.objects.exclude(provider__in=LanguageModel.OFFLINE).filter(slug=kind.narrator).first()
    try:
        # Those that were finished are counted here, as many as there are.
        prospects = {pk: prospect_of(model, now, from_games=False) for pk, model in models.items()}
        places = [prospects[pk].voice() for pk in kind.voices] + [None] * (kind.seats - len(kind.voices))
        table = table_of(kind.ruleset, kind.seats, options, places, disclosing=kind.disclosing)
        expected = {pk: each.seat(table) for pk, each in prospects.items()}
        told = prospect_of(teller, now).narrator(table).cost.likely if teller else Decimal(0)
    except (LookupError, WrongOption, UnknownPlayer):
        return None
    longest = CHARACTERS_A_TOKEN * table.trial.longest + FRAMING
    worst = [each.rates.worst(read=longest, written=asked_of(each.model).room.most) for each in prospects.values()]
    return Guess(
        of_seat={pk: each.cost.likely for pk, each in expected.items()},
        narrator=told,
        calls=sum((Decimal(expected[pk].calls) for pk in kind.voices), Decimal(0)),
        worst=max(worst, default=Decimal(0)),
        teller=teller.pk if teller else None,
    )


def _shares(kind: Kind, of_seat: Mapping[int, Decimal], guess: Guess) -> dict[int, Decimal]:
    """Which share of a game goes to each of its models, the narrator's among them."""
    costs = {model: cost * kind.voices.count(model) for model, cost in of_seat.items()}
    if guess.teller is not None:
        costs[guess.teller] = costs.get(guess.teller, Decimal(0)) + guess.narrator
    whole = sum(costs.values(), Decimal(0))
    return {model: cost / whole for model, cost in costs.items()} if whole else {}


# --- seen ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Past:
    """What a finished game cost: in all and a seat of each model, in how many calls, of which one at the most."""

    voices: tuple[int, ...]
    cost: Decimal
    of_seat: dict[int, Decimal]
    calls: int
    worst: Decimal


def _finished_like(kind: Kind) -> list[str]:
    """The newest finished games with the same table, whoever was asked there."""
    paid = Account.objects.filter(scope=Account.Scope.GAME).order_by("-pk").values_list("name", flat=True)[:PAST]
    games = Game.objects.filter(public_id__in=list(paid), status=Game.Status.FINISHED, unrated="")
    alike = games.filter(ruleset=kind.ruleset, revision=kind.revision).values_list("public_id", flat=True)
    return [each for each in alike.order_by("-pk") if kind_of(each).table == kind.table]


@lru_cache(maxsize=4_096)
def _past(public_id: str) -> Past:
    """What a finished game cost, which changes no more."""
    voices = kind_of(public_id).voices
    calls = Call.objects.filter(game__public_id=public_id, purpose=Call.Purpose.ANSWER).order_by()
    rows = list(
        calls.values_list("language_model").annotate(
            cost=Sum("cost", default=Decimal(0)), number=Count("id"), worst=Max("reserved")
        )
    )
    of_model = {model: exact(cost) for model, cost, *_ in rows if model in voices}
    return Past(
        voices=voices,
        cost=sum(of_model.values(), Decimal(0)),
        of_seat={model: cost / voices.count(model) for model, cost in of_model.items()},
        calls=sum(number for *_, number, _ in rows),
        worst=max((worst for *_, worst in rows), default=Decimal(0)),
    )
