"""Asks players behind providers what they learn from games that are over. Law: no game and no result waits for it; each
player is asked once a game, by the game's own schema and behind its own history, so that a provider's cache serves.

What was chosen is a row of its own (Reflection), which is counted when the game's turn comes to teach. Whatever goes
wrong for good (a budget, a provider, an answer that cannot stand) means that the game taught that player nothing. Who
asks may be killed: then somebody else asks once again, and both calls are in the ledger.
"""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db import connections, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.agents.exchanges import Recollection
from games.agents.lessons.choosing import KIND, PROMPT, ChooseLessons, changes_open
from games.agents.lessons.telling import Remembered
from games.agents.providers import Reply
from games.agents.signs import sightings
from games.engine.moderator import Moderator
from games.gateway.capabilities import asked_of, longest_call
from games.gateway.one_off import NoReply, Unheard, errand_for, messenger
from games.gateway.players import NoSuchPlayer, Voice, answerer_at
from games.ledger.asked import settings_of
from games.ledger.rows import moderator_of, stored_play
from games.models import Call, Game, Reflection, Seat
from games.models.reflection import ASKED_WITHIN
from personas.experience.lessons import Scope
from personas.models import LanguageModel

logger = structlog.get_logger(__name__)
ANY: Final = Q()
MOST_TRIES: Final = 2  # to set out and ask
ANSWERS: Final = 2  # to one question: the first, and one more with the reason why that could not stand
AT_ONCE: Final = 8  # questions on their way from one process
REST: Final = timedelta(seconds=30)  # before a provider that was busy is asked again
LONGEST: Final = 8_000  # characters that are kept of what a player made of a game


def reflecting_seats(*, now: datetime, of: Q = ANY) -> QuerySet[Seat]:
    """The seats that are still to be asked: of players behind a provider, whose game has ended and teaches; of games of
    which `of` holds."""
    settled = Reflection.objects.filter(seat=OuterRef("pk")).exclude(
        status=Reflection.Status.ASKED, asked_until__lt=now, tries__lt=MOST_TRIES
    )
    seats = Seat.objects.filter(~Exists(settled), game__in=_teaching(now, of))
    return seats.exclude(player__model__provider__in=LanguageModel.OFFLINE).order_by("game_id", "number")


def _teaching(now: datetime, of: Q) -> QuerySet[Game]:
    """The games about which players are asked by now."""
    return Game.objects.filter(
        of,
        status=Game.Status.FINISHED,
        has_voices=True,
        finished_at__gte=now - ASKED_WITHIN,
        terms__memory="live",
        unrated="",
    )


def _given_up(now: datetime, of: Q) -> None:
    """Whoever was to be asked by somebody who is gone, as often as it takes, learned nothing; else all that it learns
    from later games would wait for it."""
    gone = Reflection.objects.filter(
        status=Reflection.Status.ASKED, tries__gte=MOST_TRIES, asked_until__lt=now, seat__game__in=_teaching(now, of)
    )
    for seat in gone.values_list("seat", flat=True):
        _settle(seat, status=Reflection.Status.NOTHING, why="nobody was left to hear what it chose")


def ask_for_lessons(*, now: datetime, of: Q = ANY, stop: Callable[[], bool] = lambda: False) -> int:
    """Asks whoever is to be asked, several at once; returns how many have chosen. To be called where no event loop runs
    and outside of transactions."""
    _given_up(now, of)
    seats = list(reflecting_seats(now=now, of=of).values_list("pk", flat=True)[: 8 * AT_ONCE])
    if not seats:
        return 0
    games = OnceForAll()

    def ask(seat: int) -> bool:
        try:
            return not stop() and reflect(seat=seat, games=games)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="reflect") as pool:
        return sum(pool.map(ask, seats))


class OnceForAll:
    """Games that are over, each played again once for all of its seats. Nobody changes what was played: each thread
    makes of it what it needs."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._played: dict[int, Moderator] = {}

    def played(self, game: Game) -> Moderator:
        """A game as it was played. Raises what moderator_of() raises."""
        with self._lock:  # who comes while it is played again waits for that
            if game.pk not in self._played:
                self._played[game.pk] = moderator_of(game, *stored_play(game))
            return self._played[game.pk]


def reflect(*, seat: int, games: OnceForAll | None = None) -> bool:
    """Asks one seat, by its key, unless somebody else does; whether it has chosen, be it nothing. `games` are those
    that others are asked about beside it."""
    if not _claim(seat):
        return False
    sitting = Seat.objects.select_related("game", "player__persona", "player__model", "model_version").get(pk=seat)
    try:
        chosen, thought = _asked(sitting, games or OnceForAll())
    except NoReply as error:
        return _failed(sitting, error)
    except (NoSuchPlayer, LookupError) as error:
        _settle(seat, status=Reflection.Status.NOTHING, why=str(error)[:200])
        logger.warning("a game taught a player nothing", game=sitting.game.public_id, error=str(error))
        return False
    _settle(seat, status=Reflection.Status.DONE, chosen=chosen, thought=thought[:LONGEST])
    return True


def _failed(seat: Seat, error: NoReply) -> bool:
    """Nothing came. Who was not heard is asked again, where nothing was spent as often as it takes; else it taught
    nothing."""
    row = Reflection.objects.filter(seat=seat, status=Reflection.Status.ASKED)
    tries = row.values_list("tries", flat=True).first() or 0
    if isinstance(error, Unheard) or (not error.is_final and tries < MOST_TRIES):
        rest = timedelta(seconds=error.after) if isinstance(error, Unheard) and error.after else REST
        row.update(tries=tries - isinstance(error, Unheard), asked_until=timezone.now() + rest)
        logger.info("a player is asked later what it learned", game=seat.game.public_id, error=str(error))
    else:
        row.update(status=Reflection.Status.NOTHING, why=str(error)[:200])
        logger.warning("a game taught a player nothing", game=seat.game.public_id, error=str(error))
    return False


def _claim(seat: int) -> bool:
    """Says that this seat is being asked; whether nobody else has said so."""
    now = timezone.now()
    until = now + ANSWERS * longest_call() + timedelta(seconds=60)
    with transaction.atomic():
        # Every worker comes with the same seats in the same order: who finds one locked leaves it to who is there.
        free = Seat.objects.filter(pk=seat).select_for_update(no_key=True, skip_locked=True)
        if not list(free.values_list("pk")):
            return False
        if not Reflection.objects.filter(seat=seat).exists():
            Reflection.objects.create(seat_id=seat, asked_until=until)
            return True
        stale = Q(seat=seat, status=Reflection.Status.ASKED, asked_until__lt=now, tries__lt=MOST_TRIES)
        return bool(Reflection.objects.filter(stale).update(tries=F("tries") + 1, asked_until=until))


def _settle(seat: int, **fields: object) -> None:
    Reflection.objects.filter(seat=seat, status=Reflection.Status.ASKED).update(**fields)


def _asked(seat: Seat, games: OnceForAll) -> tuple[list[str], str]:
    """What a player chose, and what it made of the game. Raises NoReply, NoSuchPlayer, LookupError."""
    game = seat.game
    voice = answerer_at(seat, settings_of(game))
    if not isinstance(voice, Voice):
        raise NoSuchPlayer(f"{seat.player.player_id} is behind no provider any more")
    moderator = games.played(game)
    question = question_for(moderator, seat, voice.character.remembered)
    recollection = Recollection(moderator, game.public_id, learns=True)
    exchange = recollection.afterwards(seat.number, question, voice.character, asked_of(voice.model))
    errand = errand_for(Call.Purpose.REFLECTION, voice.model, game=game, seat=seat.number)
    fault = ""
    with messenger(errand) as sent:
        for number in range(1, ANSWERS + 1):

            def read(reply: Reply) -> tuple[list[str], str]:
                answer = exchange.read(reply)  # noqa: B023  (read before the next is made)
                return list(question.read(answer)), str(answer.get("thought", ""))

            brought = sent.ask(exchange.request(), read, number)
            if brought.value is not None:
                return brought.value
            fault = brought.fault
            exchange = exchange.after(brought.reply.text, fault)
    raise NoReply(f"it chose nothing that can stand: {fault}", is_final=True)


def question_for(moderator: Moderator, seat: Seat, told: Remembered) -> ChooseLessons:
    """What may be learned from a game by who sat there, and was told these lessons."""
    names = moderator.deal.aliases
    seen = sightings(moderator.ledger, seat.number, moderator.ruleset, moderator.options, names)
    scope = Scope(moderator.ruleset.slug, seat.team, seat.role)
    named = names if moderator.options.names == "persona" else ()
    return ChooseLessons(KIND, PROMPT, tuple(changes_open(seen, seat.number, told.lessons, scope, named)))
