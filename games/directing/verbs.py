"""What an operator does to a game, each verb once: from which states, what is said before and after it, what it takes.
Law: the game's page, admin, API and command line read this table and do it by carry_out(), so that each is done in the
same way and wants a reason where something is lost. Who keeps the record of acts puts it around that.

`Verb` is the shape of all verbs, also of what the league does to its own rows: each kind of row has a table of them.

All are safe to click twice: the second finds the game in another state and is refused in words.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Final, Generic, TypeVar

from django.db.models import QuerySet

from games.billing.budgets import OF_MODELS
from games.billing.kill_switch import allow_calls, allow_calls_of, stop_calls, stop_calls_of
from games.directing.pruning import LOGS, THOUGHTS, WORDS, Heap, heaps_of, prunable_of, prune, with_logs, with_rows
from games.directing.substituting import substitute_model
from games.hosting.making import WrongGame
from games.hosting.verbs import pause_game, replay_game, resume_game, step_game, told_at, void_game
from games.ledger.replay import Unreplayable
from games.models import Account, Game, KillSwitch
from games.models.game import GameStatus
from games.models.waiting import CALLED_OFF, WITH_SEASON

R = TypeVar("R", bound=Any)  # the row that it is done to, which has a status
B = TypeVar("B")  # who does it
S = TypeVar("S")  # what is said with it, of which a reason is a part

_SAY_WHY: Final = "say why: something is lost by it, and who comes later will ask"
_UNFINISHED: Final = (GameStatus.SCHEDULED, GameStatus.RUNNING, GameStatus.PAUSED)
_LONGEST_WHY: Final = 200
_RIGHT: Final = "direct_games"


def _always(row: object) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb(Generic[R, B, S]):
    """Something that is done to a row `of` a kind. `before` are the states from which it is, where `also` holds of the
    row; `right` is what one must be allowed to (league.access.rights), `wants` whether a reason is required, and
    `takes` the names of what is given with it besides. `title` stands on its button, `told` in a list of verbs,
    `confirms` is said before it is done, `past` where it was not, `done` behind the row's name where it was. Where it
    `shows_why` everybody is shown the reason. What `is_look` changes nothing, and what `is_removal` deletes the row.
    `do` returns what came of it, or None where that is `done`; it `keeps_acts` where it writes the record of acts by
    itself."""

    name: str
    title: str
    before: Sequence[str]
    confirms: str
    past: str
    done: str
    do: Callable[[R, B, datetime, S], str | None]
    told: str
    of: str
    right: str
    also: Callable[[R], bool] = _always
    wants: bool = False
    takes: Sequence[str] = ()
    icon: str = ""
    shows_why: bool = False
    is_look: bool = False
    is_removal: bool = False
    keeps_acts: bool = False

    @property
    def address(self) -> str:
        """What the address of its page is called."""
        return f"{self.name}-{self.of}"

    want_of_reason: ClassVar[str] = _SAY_WHY

    @staticmethod
    def reason_in(reason: str) -> str:
        """A reason as it is kept: without what stands around it; "" where it is none."""
        return " ".join(reason.split())[:_LONGEST_WHY]

    def is_possible(self, row: R) -> bool:
        """Whether it can be done to a row as it is."""
        return row.status in self.before and self.also(row)


@dataclass(frozen=True, slots=True)
class Given:
    """What somebody says with a verb: why, and, for another model, at which seat and the model's slug."""

    reason: str = ""
    seat: int | None = None
    model: str = ""


Directed = Verb[Game, str, Given]  # is done to a game by somebody, by name


def carry_out(*, verb: Directed, game: Game, by: str, now: datetime, given: Given) -> str:
    """Does a verb to a game for somebody, by name; returns what came of it, in a sentence. Raises WrongGame, also for
    want of a reason; nothing is changed then."""
    reason = Verb.reason_in(given.reason)
    if verb.wants and not reason:
        raise WrongGame(Verb.want_of_reason, "reason")
    told = verb.do(game, by, now, Given(reason, given.seat, given.model))
    return told or f"Game {game.public_id} {verb.done}."


def verbs_of(game: Game) -> list[Directed]:
    """What can be done to a game as it is."""
    return [verb for verb in VERBS.values() if verb.is_possible(game)]


_Switched = Verb[Account | KillSwitch, str, Given]  # is done to all calls, or to those to a model or a provider


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
    pause_game(game=game, reason=f"paused by hand since {told_at(now)}{why}")


def _resume(game: Game, by: str, now: datetime, given: Given) -> str | None:
    resume_game(game=game)
    if game.started_at is not None or game.due_at <= now:
        return None
    not_begun = f"Game {game.public_id} is paused no more: it has not begun"
    return f"{not_begun}, and is played when it is due, {told_at(game.due_at)}."


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
        return f"Game {game.public_id} is identical when it is replayed: {said}."
    found = f" at event {report.seq}: {report.message}" if is_told else ""
    return f"Game {game.public_id} differs when it is replayed{found}."


def _substitute(game: Game, by: str, now: datetime, given: Given) -> str:
    if given.seat is None or not given.model:
        raise WrongGame("say at which seat, and which model", "model" if given.seat is not None else "seat")
    other = substitute_model(game=game, seat=given.seat, model=given.model, reason=given.reason, now=now)
    waits = " It is paused still." if game.status == GameStatus.PAUSED else ""
    alias = game.seats.values_list("alias", flat=True).get(number=given.seat)
    told = f"{other.slug} answers for seat {given.seat} ({alias}) of game {game.public_id} from its next answer on"
    return f"{told}; the game is unrated.{waits}"


def _is_not_held_by_hand(game: Game) -> bool:
    return game.status != GameStatus.PAUSED or game.waiting == WITH_SEASON


def _can_be_stepped(game: Game) -> bool:
    return game.started_at is not None or not game.has_voices  # else its budgets open it


def _has_begun(game: Game) -> bool:
    return game.started_at is not None


_VERBS: Final[tuple[Directed, ...]] = (
    Verb(
        name="pause",
        title="Pause",
        before=_UNFINISHED,
        also=_is_not_held_by_hand,
        confirms="Nobody is asked until it is resumed, also where its season is; answers on their way are still taken.",
        past="paused",
        done="is paused",
        do=_pause,
        told="have nobody asked until it is resumed; answers on their way are still taken",
        of="game",
        right=_RIGHT,
        shows_why=True,
        icon="pause",
    ),
    Verb(
        name="resume",
        title="Resume",
        before=[GameStatus.PAUSED],
        confirms="It goes on where it was paused; one that has not begun is played when it is due.",
        past="resumed",
        done="goes on",
        do=_resume,
        told="let a paused game go on where it was",
        of="game",
        right=_RIGHT,
        icon="play_arrow",
    ),
    Verb(
        name="step",
        title="Step",
        before=[GameStatus.PAUSED],
        also=_can_be_stepped,
        confirms="It goes on by one poll: all who owe an answer now are asked, and then it is paused again. One that "
        "is not due yet does not begin by it.",
        past="stepped",
        done="goes on by one poll, and is paused again then",
        do=_step,
        told="let a paused game go on by one poll, and be paused again",
        of="game",
        right=_RIGHT,
        icon="skip_next",
    ),
    Verb(
        name="void",
        title="Void",
        before=_UNFINISHED,
        confirms="It ends without a result, for good, and its fixture is played again, with the same players and "
        "another deal, unless its season is over or is being finished early. What was played stays readable, and what "
        "was paid stays in the bills.",
        past="void",
        done="is void",
        do=_void,
        told="end a game without a result; its fixture is played again",
        of="game",
        right=_RIGHT,
        wants=True,
        shows_why=True,
        icon="block",
    ),
    Verb(
        name="replay",
        title="Check the replay",
        before=tuple(GameStatus),
        confirms="It is replayed from its journal and held against what is stored. Nothing is changed.",
        past="checked",
        done="is checked",
        do=_replay,
        told="replay it from its journal, hold that against what is stored and say where it differs first",
        of="game",
        right=_RIGHT,
        icon="replay",
        is_look=True,
    ),
    Verb(
        name="substitute",
        title="Substitute a model",
        before=[GameStatus.RUNNING, GameStatus.PAUSED],
        also=_has_begun,
        confirms="From its next answer on another model answers for the seat's persona; answers before keep theirs. "
        "The game is unrated from now on: it is in no result and teaches nobody. There is no way back.",
        past="given another model",
        done="is given another model",
        do=_substitute,
        told="have another model answer for a seat from its next answer on; the game is unrated then",
        of="game",
        right=_RIGHT,
        wants=True,
        takes=["seat", "model"],
        shows_why=True,
        icon="swap_horiz",
    ),
)
VERBS: Final[Mapping[str, Directed]] = {verb.name: verb for verb in _VERBS}


# --- calls: all of them, or those to one model or one provider ------------------------------------------------------


def _stop_calls(row: Account | KillSwitch, by: str, now: datetime, given: Given) -> str:
    if isinstance(row, KillSwitch):
        stop_calls(reason=given.reason)
        return f"All calls are stopped: {given.reason}"
    stop_calls_of(account=row, reason=given.reason)
    return f"Calls to the {row} are stopped: {given.reason}"


def _allow_calls(row: Account | KillSwitch, by: str, now: datetime, given: Given) -> str:
    if isinstance(row, KillSwitch):
        allow_calls()
        return "Calls may be made again."
    allow_calls_of(account=row)
    return f"Calls to the {row} may be made again."


def _is_called(row: Account | KillSwitch) -> bool:
    return isinstance(row, KillSwitch) or row.scope in OF_MODELS


def _switching(of: str, right: str, whose: str) -> dict[str, _Switched]:
    stop = Verb(
        name="stop",
        title="Stop calls to",
        before=["allowed"],
        also=_is_called,
        confirms=f"No new call is made{whose} until they are allowed again; games wait meanwhile.",
        past="stopped",
        done="is stopped",
        do=_stop_calls,
        told=f"make no new call{whose} until they are allowed again",
        of=of,
        right=right,
        wants=True,
        icon="block",
    )
    allow = Verb(
        name="allow",
        title="Allow calls to",
        before=["stopped"],
        also=_is_called,
        confirms="Games that wait go on by themselves.",
        past="allowed",
        done="is allowed again",
        do=_allow_calls,
        told=f"let calls be made{whose} again",
        of=of,
        right=right,
        icon="play_arrow",
    )
    return {verb.name: verb for verb in (stop, allow)}


OF_ALL_CALLS: Final[Mapping[str, _Switched]] = _switching("switch", "throw_the_switch", "")
OF_CALLS: Final[Mapping[str, _Switched]] = _switching("budget", "change_budgets", " to a model or a provider")
