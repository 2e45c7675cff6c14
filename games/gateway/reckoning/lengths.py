"""How much a model writes as it is asked now: tokens of its answers and of its reasoning. Law: read off what it has
answered in that very way, and off nothing else.

Its newest games say it best, by kind of question, and what it wrote when they were over and it was asked what it had
learned; then its newest probes, in which it was asked for little, of which the mean is all that counts; then what is
usual for its family at its effort. A seat has the version of how its model
was asked, the call of a probe the digest of it: what was answered at another effort is no witness. Nor is what was
answered in games whose seats were asked in several ways, or nobody wrote down how.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from math import log2
from typing import Final, NamedTuple

from games.agents.agent import TRIES
from games.agents.room import reasoning_room, tokens_of_cut
from games.agents.trials.smallest import QUESTIONS
from games.agents.trials.talkers import Talk
from games.gateway.capabilities import asked_of
from games.models import Answer, Call, Game, Seat
from personas.models import LanguageModel
from personas.versions import asked_now, digest_of

SAID: Final = 250  # tokens of an answer with its thought; what models write when asked for this shape
REASONED: Final = 8  # times less than the room that is left for it is what reasoning usually takes
SECONDS: Final = 2.0  # of a call, and of each token of it
SECONDS_A_TOKEN: Final = 0.015
SEATS: Final = 40  # of the newest games that are read
PROBES: Final = 3  # the newest ones that are read
ENOUGH: Final = 4  # answers to a kind of question from which on it has a mean of its own
STOOD: Final = 5  # answers that stood are reckoned beside those that came: of a few one may fail by chance
STEPS: Final = 3  # lengths are told apart by, to each doubling of them
# How far off the mean of a game may be, of itself, by what is known of it.
DOUBT_OF_FAMILY: Final = 0.7
DOUBT_OF_PROBE: Final = 0.25
DOUBT_OF_GAMES: Final = 0.05


class Tokens(NamedTuple):
    """Of an answer as it is read, and of the reasoning before it."""

    said: float
    reasoned: float

    @property
    def written(self) -> float:
        """What is paid for."""
        return self.said + self.reasoned


@dataclass(frozen=True, slots=True)
class Lengths:
    """What an answer takes: tokens by kind of question, "" for those that are not named; how often a question is asked
    until its answer stands, and seconds. `doubt` is how far off the mean may be, of itself; `source` where all this is
    known from, as it is told to people, "" for what is usual."""

    by_kind: tuple[tuple[str, Tokens], ...]
    tries: float
    seconds: float
    doubt: float
    source: str = ""
    is_whole: bool = True  # with what is disclosed beside answers; a probe asks for none of it
    learned: Tokens | None = None  # of what it makes of a game that is over, where it was asked that

    def of(self, kind: str) -> Tokens:
        """Of an answer to a kind of question."""
        known = dict(self.by_kind)
        return known.get(kind, known[""])

    @property
    def of_lessons(self) -> Tokens:
        """Of what it makes of a game that is over: who is not known to is taken to write as much as otherwise."""
        return self.learned or self.of("")

    @property
    def talk(self) -> Talk:
        """What players of trial games are to write: in steps, so that those who write alike are played once."""
        return tuple((kind, _step(tokens.said)) for kind, tokens in self.by_kind)


def lengths_of(model: LanguageModel, *, from_games: bool = True) -> Lengths:
    """How much a model writes as its row has it; for whoever counts games otherwise, not from games."""
    asked = digest_of(asked_now(model))
    return (_from_games(model, asked) if from_games else None) or _from_probes(model, asked) or _usual(model)


def _usual(model: LanguageModel) -> Lengths:
    """What is usual for a model's family at its effort."""
    reasoned = reasoning_room(model.model_name, model.effort, thinks=model.thinks) / REASONED
    if model.most_tokens:
        reasoned = min(reasoned, max(0, model.most_tokens - SAID))
    seconds = SECONDS + SECONDS_A_TOKEN * (SAID + reasoned)
    return Lengths((("", Tokens(SAID, reasoned)),), 1.0, seconds, DOUBT_OF_FAMILY)


class _Heard(NamedTuple):
    """An answer that came, and why it could not stand, "" where it could."""

    kind: str
    tokens: Tokens
    fault: str
    seconds: float


def _from_probes(model: LanguageModel, asked: str) -> Lengths | None:
    calls = Call.objects.filter(language_model=model.pk, purpose=Call.Purpose.PROBE).order_by("-pk")
    rows = calls.values_list("asked", "output_tokens", "reasoning_tokens", "fault", "latency")
    heard = [
        _Heard("", _tokens(output, reasoned), fault, seconds or 0.0)
        for how, output, reasoned, fault, seconds in rows[: PROBES * len(QUESTIONS)]
        if how == asked and output is not None
    ]
    found = _lengths(heard, model, DOUBT_OF_PROBE, "a probe")
    return found and replace(found, is_whole=False)


def _from_games(model: LanguageModel, asked: str) -> Lengths | None:
    seats = Seat.objects.filter(
        player__model=model.pk,
        model_version__digest=asked,
        settings=None,
        game__status=Game.Status.FINISHED,
        game__unrated="",  # where another may have answered for its player
    ).order_by("-game_id", "number")
    sat = set(seats.values_list("game_id", "number")[:SEATS])
    games = {game for game, _ in sat}
    answers = Answer.objects.filter(game__in=games).values_list("game_id", "poll", "seat", "kind")
    kinds: dict[tuple[int, int | None, int | None], str] = {
        (game, poll, seat): kind for game, poll, seat, kind in answers if (game, seat) in sat
    }
    calls = Call.objects.filter(
        game__in=games, purpose=Call.Purpose.ANSWER, status=Call.Status.ANSWERED, output_tokens__isnull=False
    ).order_by()
    rows = calls.values_list("game_id", "poll", "seat", "output_tokens", "reasoning_tokens", "fault", "latency")
    heard = [
        _Heard(kinds[game, poll, seat], _tokens(output, reasoned), fault, seconds or 0.0)
        for game, poll, seat, output, reasoned, fault, seconds in rows
        if (game, poll, seat) in kinds
    ]
    found = _lengths(heard, model, DOUBT_OF_GAMES, games_told(len(games)))
    return found and replace(found, learned=_learned(sat, games))


def _learned(sat: Container[tuple[int, int]], games: Iterable[int]) -> Tokens | None:
    """What was written in the seats of those games when they were over, in the mean."""
    calls = Call.objects.filter(
        game__in=games, purpose=Call.Purpose.REFLECTION, status=Call.Status.ANSWERED, output_tokens__isnull=False
    ).order_by()
    rows = calls.values_list("game_id", "seat", "output_tokens", "reasoning_tokens")
    tokens = [_tokens(output, reasoned) for game, seat, output, reasoned in rows if (game, seat) in sat]
    return _mean(tokens) if len(tokens) >= ENOUGH else None


def games_told(number: int) -> str:
    """So many games, in words."""
    return "1 game" if number == 1 else f"{number} games"


def _tokens(output: int | None, reasoned: int | None) -> Tokens:
    return Tokens((output or 0) - (reasoned or 0), reasoned or 0)


def _lengths(every: Sequence[_Heard], model: LanguageModel, doubt: float, source: str) -> Lengths | None:
    # What was cut off where there is more room by now, since the model was found to think, would not be any more.
    room = asked_of(model).room.first
    heard = [each for each in every if not 0 < tokens_of_cut(each.fault) < room]
    if not heard:
        return None
    of_kind: dict[str, list[Tokens]] = defaultdict(list)
    for each in heard:
        of_kind[each.kind].append(each.tokens)
    known = {kind: _mean(tokens) for kind, tokens in sorted(of_kind.items()) if len(tokens) >= ENOUGH}
    by_kind = {**known, "": _mean(each.tokens for each in heard)}
    stood = sum(not each.fault for each in heard)
    tries = min(TRIES, (STOOD + len(heard)) / (STOOD + stood))
    seconds = sum(each.seconds for each in heard) / len(heard)
    return Lengths(tuple(by_kind.items()), tries, seconds, doubt, source)


def _mean(tokens: Iterable[Tokens]) -> Tokens:
    said, reasoned = zip(*tokens, strict=True)
    return Tokens(sum(said) / len(said), sum(reasoned) / len(reasoned))


def _step(tokens: float) -> int:
    return max(1, round(2 ** (round(STEPS * log2(max(tokens, 1))) / STEPS)))
