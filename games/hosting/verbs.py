"""What is done to a game from outside: made, paused, resumed, called off, played again to be checked.

Law: terms and deal are written once, here, and bound by a commitment; every later change of status is one conditional
UPDATE, so that two clicks do it once. Who plays a game and writes what was played is in leases.py and hosting.py.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.engine.moderator import Diverged
from games.engine.record import commitment
from games.engine.ruleset import WrongOption
from games.engine.rulesets import ruleset_named
from games.engine.table import Deal
from games.hosting.players import answerer
from games.ledger.logs import Sitter, recorded
from games.ledger.replay import Unreplayable, check_identical
from games.ledger.rows import moderator_of, plain_of, stored_play
from games.models import Game, Seat
from games.models.plain_sql import insert
from games.models.waiting import CALLED_OFF
from games.process import doorbell
from personas import memory
from personas.models import LanguageModel, Player

SPOILERS: Final = ("open", "delayed", "sealed")
NARRATORS: Final = ("none", "template")
TERMS: Final = {
    "spoilers": "open",
    "delay_minutes": 10,
    "pace": 0,
    "names": "alias",
    "rated": True,
    "narrator": "none",
    "season": None,
    "fixture": None,
    "caps": {},
}
CAPS: Final = ("call", "game", "season")
Status = Game.Status


class WrongGame(ValueError):
    """A game that cannot be made, or cannot be treated so; the message says why to whoever asked."""


# --- made ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Order:
    """A game that is to be made, of these players by seat, due now unless `due_at` says later.

    `terms` may hold caps in US dollars (of a call, the game, its season), spoilers (open | delayed | sealed),
    delay_minutes, pace, names, rated, narrator (none | template | a model's slug), the season's slug and the fixture's
    number as text; what is left out is as in TERMS. Without a seed it draws 128 bits; a seed given by hand makes the
    game unrated, for only a fixture's comes from a season's secret.
    """

    ruleset: str
    options: Mapping[str, Any]
    players: Sequence[Player]
    terms: Mapping[str, Any]
    seed: str | None = None
    due_at: datetime | None = None
    revision: int | None = None


class SeatRow(NamedTuple):
    """What the row of a seat is written from, by column, when a game is made: nobody has survived or died yet."""

    game_id: int
    number: int
    player_id: int
    alias: str
    role: str
    team: str
    strategy_level: str
    sheet_version: int
    memory: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A game that can be made: its row, still unsaved, who sits where, and what was dealt."""

    game: Game
    players: Sequence[Player]
    deal: Deal


def create_game(
    *,
    ruleset: str,
    options: Mapping[str, Any],
    players: Sequence[Player],
    terms: Mapping[str, Any],
    seed: str | None = None,
    due_at: datetime | None = None,
    revision: int | None = None,
) -> Game:
    """Makes a game, dealt and committed to; what is given is an Order's. Raises what draw_game() raises."""
    order = Order(ruleset, options, players, terms, seed, due_at, revision)
    (game,) = create_games(drawn=[draw_game(order)])
    return game


def draw_game(order: Order) -> Drawn:
    """What an order comes to, nothing of it written. Raises WrongGame, WrongOption or, for an unknown ruleset,
    LookupError."""
    rules, players, options = ruleset_named(order.ruleset), order.players, order.options
    revision = rules.revision if order.revision is None else order.revision
    if revision not in rules.revisions:
        raise WrongGame(f"{order.ruleset} revision {revision} is not played here, only {list(rules.revisions)}")
    agreed = _terms(order.terms)
    if "names" in order.terms:
        options = {**options, "names": order.terms["names"]}
    chosen = rules.options_from(options, len(players))
    agreed["names"] = chosen.names
    if order.seed is not None and not agreed["fixture"]:
        agreed["rated"] = False
    if len({player.pk for player in players}) != len(players):
        raise WrongGame("a player sits at a table once")
    for player in players:
        answerer(player)
    seed = secrets.token_hex(16) if order.seed is None else order.seed
    deal = rules.deal(seed, len(players), chosen, [player.persona.name for player in players])
    salt = secrets.token_hex(16)
    game = Game(
        ruleset=order.ruleset,
        revision=revision,
        options=chosen.plain(revision),
        terms=agreed,
        seed=seed,
        salt=salt,
        commitment=commitment(seed=seed, salt=salt, deal=deal),
        first=deal.first,
        release=settings.LEAGUE_RELEASE,
        due_at=order.due_at or timezone.now(),
    )
    return Drawn(game, players, deal)


def create_games(*, drawn: Sequence[Drawn]) -> list[Game]:
    """Makes the games that were drawn, in their order; three statements for all of them."""
    remembered = memory.newest({player for each in drawn for player in each.players})
    with transaction.atomic():
        games = Game.objects.bulk_create([each.game for each in drawn])
        insert(
            Seat,
            [
                SeatRow(
                    game_id=each.game.pk,
                    number=number,
                    player_id=player.pk,
                    alias=alias,
                    role=role.name,
                    team=role.team,
                    strategy_level=player.strategy_level,
                    sheet_version=player.persona.version,
                    memory=remembered.get(player.pk, 0),
                )
                for each in drawn
                for number, (player, alias, role) in enumerate(
                    zip(each.players, each.deal.aliases, each.deal.roles, strict=True)
                )
            ],
        )
        for game in games:
            doorbell.ring_all_after_commit(game.pk)
    return games


def _terms(given: Mapping[str, Any]) -> dict[str, Any]:
    """The terms with their defaults; raises WrongGame."""
    if unknown := sorted(set(given) - set(TERMS)):
        raise WrongGame(f"terms know {', '.join(TERMS)}; not {unknown[0]!r}")
    terms = {**TERMS, **given}
    if terms["spoilers"] not in SPOILERS:
        raise WrongGame(f"spoilers must be one of {', '.join(SPOILERS)}, not {terms['spoilers']!r}")
    if terms["narrator"] not in NARRATORS and not may_narrate(terms["narrator"]):
        wanted = f"{', '.join(NARRATORS)} or the slug of a model behind a provider"
        raise WrongGame(f"narrator must be {wanted}, not {terms['narrator']!r}")
    for name in ("pace", "delay_minutes"):
        if isinstance(terms[name], bool) or not isinstance(terms[name], int | float) or not 0 <= terms[name] < 10_000:
            raise WrongGame(f"{name} must be a number from 0 up to 10,000, not {terms[name]!r}")
    terms["caps"] = _caps(terms["caps"])
    return terms


def may_narrate(slug: object) -> bool:
    """Whether this names a model that can be asked to tell a game."""
    models = LanguageModel.objects.exclude(provider__in=LanguageModel.OFFLINE)
    return isinstance(slug, str) and models.filter(slug=slug).exists()


def _caps(given: object) -> dict[str, str]:
    """Caps in US dollars by what they are for, as text; raises WrongGame."""
    if not isinstance(given, Mapping) or (unknown := sorted(set(given) - set(CAPS), key=str)):
        raise WrongGame(
            f"caps know {', '.join(CAPS)}; not {unknown[0]!r}"
            if isinstance(given, Mapping)
            else "caps must be an object"
        )
    caps = {}
    for name, amount in given.items():
        if amount is None or amount == "":
            continue
        try:
            dollars = Decimal(str(amount))
        except InvalidOperation:
            dollars = Decimal("NaN")
        if not dollars.is_finite() or not 0 <= dollars < 1_000_000:
            raise WrongGame(f"the cap of a {name} must be US dollars from 0 to below 1,000,000, not {amount!r}")
        caps[name] = str(dollars)
    return caps


# --- paused, resumed, called off --------------------------------------------------------------------------------------


def pause_game(*, game: Game, reason: str = "paused by hand") -> Game:
    """Lets nobody be asked until it is resumed; an answer that is on its way is still taken. Raises WrongGame."""
    return _change(game, (Status.SCHEDULED, Status.RUNNING), "paused", status=Status.PAUSED, waiting=reason[:200])


def resume_game(*, game: Game) -> Game:
    """Lets a paused game go on as soon as somebody claims it; one that failed before need not wait out its pause.
    Raises WrongGame."""
    if game.started_at:
        begun = {"status": Status.RUNNING, "due_at": timezone.now(), "failures": 0}
    else:
        begun = {"status": Status.SCHEDULED}
    return _change(game, (Status.PAUSED,), "resumed", waiting="", **begun)


def void_game(*, game: Game, reason: str = CALLED_OFF) -> Game:
    """Ends a game without a result; what was played stays readable. Raises WrongGame."""
    unfinished = (Status.SCHEDULED, Status.RUNNING, Status.PAUSED)
    free = {"lease_owner": None, "lease_expires_at": None}
    return _change(game, unfinished, "called off", status=Status.VOID, waiting=reason[:200], **free)


def _change(game: Game, among: Sequence[str], done: str, **fields: Any) -> Game:
    if not Game.objects.filter(pk=game.pk, status__in=among).update(**fields):
        game.refresh_from_db()
        raise WrongGame(f"game {game.public_id} is {game.status} and cannot be {done}")
    doorbell.ring_all_after_commit(game.pk)
    game.refresh_from_db()
    return game


# --- played again ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Report:
    """What playing a stored game again came to: identical with its hash (None before the end), or where it differs."""

    events: int
    hash: str | None
    seq: int | None = None
    message: str = ""

    @property
    def is_identical(self) -> bool:
        return self.seq is None


def replay_game(*, game: Game) -> Report:
    """Plays a stored game again from its journal and compares every event, and the hash and commitment of a finished
    one. Raises Unreplayable when these rules do not play it; the message names the release that does."""
    ledger, journal = stored_play(game)
    stored = [plain_of(row) for row in ledger]
    try:
        moderator = moderator_of(game, ledger, journal)
        if game.status == Status.FINISHED:
            again = recorded(
                moderator, release=game.release, salt=game.salt, sitters=[Sitter()] * len(moderator.deal.roles)
            )
            check_identical(again, stored, game.hash, game.commitment, game.winner, game.rounds)
    except Diverged as error:
        return Report(len(ledger), game.hash or None, error.seq, str(error))
    except (LookupError, WrongOption) as error:
        raise Unreplayable(f"{error}; release {game.release} plays game {game.public_id}") from error
    return Report(len(ledger), game.hash or None)
