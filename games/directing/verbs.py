"""What an operator does to a game, each verb once: from which states, what is said before and after it, what it takes.
Law: the game's page, admin, API and command line read this table and do it by carry_out(), so that each is done in the
same way and wants a reason where something is lost. Who keeps the record of acts puts it around that.

All are safe to click twice: the second finds the game in another state and is refused in words.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import QuerySet

from games.directing.pruning import LOGS, THOUGHTS, WORDS, Heap, heaps_of, prunable_of, prune, with_logs, with_rows
from games.directing.substituting import substitute_model
from games.hosting.making import WrongGame
from games.hosting.verbs import pause_game, replay_game, resume_game, step_game, void_game
from games.ledger.replay import Unreplayable
from games.models import Game
from games.models.game import GameStatus
from games.models.waiting import CALLED_OFF, WITH_SEASON

_UNFINISHED: Final = (GameStatus.SCHEDULED, GameStatus.RUNNING, GameStatus.PAUSED)
_LONGEST_WHY: Final = 200


@dataclass(frozen=True, slots=True)
class Given:
    """What somebody says with a verb: why, and, for another model, at which seat and the model's slug."""

    reason: str = ""
    seat: int | None = None
    model: str = ""


@dataclass(frozen=True, slots=True)
class Verb:
    """Something that is done to a game. `before` are the states from which it is, `wants` whether a reason is required,
    and `takes` the names of what is given with it besides. `title` stands on its button, `told` in a list of verbs,
    `confirms` is said before it is done, `past` where it was not, `done` behind the game's name where it was. What
    `is_look` changes nothing."""

    name: str
    title: str
    before: Sequence[GameStatus]
    confirms: str
    past: str
    done: str
    do: Callable[[Game, str, datetime, Given], str | None]
    told: str
    wants: bool = False
    takes: Sequence[str] = ()
    icon: str = ""
    is_look: bool = False

    @property
    def address(self) -> str:
        """What the addresses of its pages are called."""
        return f"{self.name}-game"

    def is_possible(self, game: Game) -> bool:
        """Whether it can be done to a game as it is."""
        if self.name == "pause" and game.status == GameStatus.PAUSED:
            return game.waiting == WITH_SEASON
        has_begun = game.started_at is not None
        is_begun = has_begun if self.name == "substitute" else has_begun or not game.has_voices
        return game.status in self.before and (is_begun or self.name not in ("step", "substitute"))


def carry_out(*, verb: Verb, game: Game, by: str, now: datetime, given: Given) -> str:
    """Does a verb to a game for somebody, by name; returns what came of it, in a sentence. Raises WrongGame, also for
    want of a reason; nothing is changed then."""
    reason = " ".join(given.reason.split())[:_LONGEST_WHY]
    if verb.wants and not reason:
        raise WrongGame("say why: something is lost by it, and who comes later will ask", "reason")
    told = verb.do(game, by, now, Given(reason, given.seat, given.model))
    return told or f"Game {game.public_id} {verb.done}."


def verbs_of(game: Game) -> list[Verb]:
    """What can be done to a game as it is."""
    return [verb for verb in VERBS.values() if verb.is_possible(game)]


# --- what of many games may go ---------------------------------------------------------------------------------------

PRUNABLE: Final[Mapping[str, str]] = {WORDS: "words of calls", THOUGHTS: "thoughts", LOGS: "logs on disk"}


def weigh_games(*, games: Sequence[int], kinds: Collection[str] | None = None) -> dict[str, Heap]:
    """What some games weigh, by their keys: rows and bytes of each kind of thing, or of those of PRUNABLE that are
    named."""
    return heaps_of(games) if kinds is None else prunable_of(games, kinds)


def prune_games(*, games: Sequence[int], kinds: Collection[str], now: datetime) -> dict[str, Heap]:
    """Deletes some of PRUNABLE of a few games that are over; returns what went. What went already is no fault."""
    return prune(games=games, kinds=kinds, now=now)


def unpruned(*, games: QuerySet[Game], kind: str) -> list[int]:
    """The keys of those of some games of which a kind of PRUNABLE has not gone yet, in order. One query."""
    return with_logs(games) if kind == LOGS else with_rows(games, kind)


# --- the table -------------------------------------------------------------------------------------------------------


def _pause(game: Game, by: str, now: datetime, given: Given) -> None:
    why = f": {given.reason}" if given.reason else ""
    pause_game(game=game, reason=f"paused by {by} since {now:%-d %b %Y, %H:%M} UTC{why}")


def _resume(game: Game, by: str, now: datetime, given: Given) -> None:
    resume_game(game=game)


def _step(game: Game, by: str, now: datetime, given: Given) -> None:
    step_game(game=game, now=now)


def _void(game: Game, by: str, now: datetime, given: Given) -> None:
    if game.status == GameStatus.FINISHED:
        # Its result is counted, and games after it were played with what it taught.
        raise WrongGame(f"game {game.public_id} is finished and cannot be called off: what it counted and taught stays")
    void_game(game=game, reason=f"{CALLED_OFF}: {given.reason}")


def _replay(game: Game, by: str, now: datetime, given: Given) -> str:
    try:
        report = replay_game(game=game)
    except Unreplayable as error:
        raise WrongGame(str(error)) from error
    is_told = game.is_over  # before the end how many events there are, and what they say, is secret
    if report.is_identical:
        hashed = f", hash {report.hash}" if report.hash else ""
        said = f"{report.events} events{hashed}" if is_told else "all that was played so far"
        return f"Game {game.public_id} is identical when it is played again: {said}."
    found = f" at event {report.seq}: {report.message}" if is_told else ""
    return f"Game {game.public_id} differs when it is played again{found}."


def _substitute(game: Game, by: str, now: datetime, given: Given) -> str:
    if given.seat is None or not given.model:
        raise WrongGame("say at which seat, and which model", "model" if given.seat is not None else "seat")
    other = substitute_model(game=game, seat=given.seat, model=given.model, reason=given.reason, now=now)
    waits = " It is paused still." if game.status == GameStatus.PAUSED else ""
    told = f"{other.slug} answers for seat {given.seat} of game {game.public_id} from its next answer on"
    return f"{told}; the game is unrated.{waits}"


_VERBS: Final = (
    Verb(
        name="pause",
        title="Pause",
        before=[GameStatus.SCHEDULED, GameStatus.RUNNING],
        confirms="Nobody is asked until it is resumed, also where its season is; answers on their way are still taken.",
        past="paused",
        done="is paused",
        do=_pause,
        told="have nobody asked until it is resumed; answers on their way are still taken",
        icon="pause",
    ),
    Verb(
        name="resume",
        title="Resume",
        before=[GameStatus.PAUSED],
        confirms="It goes on where it was paused.",
        past="resumed",
        done="goes on",
        do=_resume,
        told="let a paused game go on where it was",
        icon="play_arrow",
    ),
    Verb(
        name="step",
        title="Step",
        before=[GameStatus.PAUSED],
        confirms="It goes on by one poll: all who owe an answer now are asked, and then it is paused again.",
        past="stepped",
        done="goes on by one poll, and is paused again then",
        do=_step,
        told="let a paused game go on by one poll, and be paused again",
        icon="skip_next",
    ),
    Verb(
        name="void",
        title="Void",
        before=_UNFINISHED,
        confirms="It ends without a result, for good, and its fixture is played again unless its season is over. What "
        "was played stays readable, and what was paid stays in the bills.",
        past="void",
        done="is void",
        do=_void,
        told="end a game without a result; its fixture is played again",
        wants=True,
        icon="block",
    ),
    Verb(
        name="replay",
        title="Play again",
        before=tuple(GameStatus),
        confirms="It is played again from its journal and held against what is stored. Nothing is changed.",
        past="played again",
        done="is played again",
        do=_replay,
        told="play it again from its journal and say where it differs first; nothing is changed",
        icon="replay",
        is_look=True,
    ),
    Verb(
        name="substitute",
        title="Substitute a model",
        before=[GameStatus.RUNNING, GameStatus.PAUSED],
        confirms="From its next answer on another model answers for the seat's persona; answers before keep theirs. "
        "The game is unrated from now on: it is in no result and teaches nobody. There is no way back.",
        past="given another model",
        done="is given another model",
        do=_substitute,
        told="have another model answer for a seat from its next answer on; the game is unrated then",
        wants=True,
        takes=["seat", "model"],
        icon="swap_horiz",
    ),
)
VERBS: Final[Mapping[str, Verb]] = {verb.name: verb for verb in _VERBS}
