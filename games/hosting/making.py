"""How a game comes to be, for whoever orders it: a season its fixtures', anybody an exhibition.

Law: terms and deal are written once, here, and bound by a commitment. What an order comes to is drawn first and nothing
of it written; then all that were drawn are made at once, or none. Each player sits down as it is now, or as whoever
orders the game has pinned it: with a version of its sheet, a level, whether it knows that it is a model, and a version
of how its model is asked.

(Long, because what an order may say and what becomes of it are read together.)
"""

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.agents.briefing import REVISION
from games.engine.questions import plain
from games.engine.record import commitment
from games.engine.rulesets import ruleset_named
from games.engine.table import Deal, Given
from games.gateway.outlook import Kind, Rest, kind_of, outlook_of
from games.gateway.players import NoSuchPlayer, answerer
from games.hosting.progress import set_seats
from games.learning.outings import outings_in
from games.learning.remembering import Table, remembered_at_tables
from games.ledger.asked import briefing_by_now, model_by_now, settings_of, version_by_now
from games.models import Game, Seat
from games.models.game import MEMORIES, NARRATORS, usual_keep
from games.models.plain_sql import insert
from games.process import doorbell
from personas.models import LanguageModel, ModelVersion, Player
from personas.roster import unapproved
from personas.versions import AS_NOW, Pins, model_at, versions_now

_SPOILERS: Final = ("open", "delayed", "sealed")
_TERMS: Final = {
    "spoilers": "open",
    "delay_minutes": 10,
    "pace": 0,
    "names": "alias",
    "rated": True,
    "narrator": "none",
    "disclosing": True,
    "memory": "frozen",
    "season": None,
    "fixture": None,
    "caps": {},
}
_BLOCK: Final = "block"  # of a veiled game's terms alone: the number of the block that it is told with
_CAPS: Final = ("call", "game", "season", "learning")


class WrongGame(ValueError):
    """A game that cannot be made, or cannot be treated so; the message says why to whoever asked. `field` is what was
    given wrong with a verb that is done to it; "status" where it is the game that is not so."""

    def __init__(self, message: str, field: str = "status") -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Order:
    """A game that is to be made, of these players by seat, due now unless `due_at` says later, and not begun any more
    after `begins_by`. Where roles are `given`, and perhaps a first speaker, they are not drawn from the seed. One that
    `is_veiled` tells nobody who sits where until somebody lifts that; its terms then say of which `block` it is.

    `pins` say as what players sit down who are not to sit down as they are now.

    `remembered` says by players' keys which revision of its memory each sits down with, 0 for none; without it, with
    the newest. `terms` may hold caps in US dollars (of a call, the game, its season, what its season's players learn),
    spoilers (open | delayed | sealed), delay_minutes, pace, names, rated, narrator (none | template | a model's slug),
    disclosing (whether models are asked what they believe and claim), memory (live | frozen | off: whether its players
    remember other games, and learn from this one), the season's slug and the fixture's number as text; what is left out
    is as in _TERMS. `keep` is for how many days after its end the words of its calls are kept, None for good. Without a
    seed it draws 128 bits; a seed given by hand makes the game unrated, for only a fixture's comes from a season's
    secret.
    """

    ruleset: str
    options: Mapping[str, Any]
    players: Sequence[Player]
    terms: Mapping[str, Any]
    seed: str | None = None
    due_at: datetime | None = None
    revision: int | None = None
    pins: Pins = AS_NOW
    keep: int | None = field(default_factory=usual_keep)
    remembered: Mapping[int, int] | None = None
    begins_by: datetime | None = None
    given: Given | None = None
    is_veiled: bool = False


class _SeatRow(NamedTuple):
    """What the row of a seat is written from, by column, when a game is made: nobody has survived or died yet."""

    game_id: int
    number: int
    player_id: int
    alias: str
    role: str
    team: str
    strategy_level: str
    is_aware: bool
    sheet_version: int
    memory: int
    lessons: list[int]
    model_version_id: int
    briefing: int
    outing: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A game that can be made: its row, still unsaved, who sits where and as what, and what was dealt."""

    game: Game
    players: Sequence[Player]
    deal: Deal
    pins: Pins
    remembered: Mapping[int, int] | None = None


def create_game(
    *,
    ruleset: str,
    options: Mapping[str, Any],
    players: Sequence[Player],
    terms: Mapping[str, Any],
    seed: str | None = None,
    due_at: datetime | None = None,
    revision: int | None = None,
    pins: Pins = AS_NOW,
) -> Game:
    """Makes a game, dealt and committed to; what is given is an Order's. Raises what draw_game() raises."""
    order = Order(ruleset, options, players, terms, seed, due_at, revision, pins)
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
        check_player(player, order.pins)
    seed = secrets.token_hex(16) if order.seed is None else order.seed
    names = [player.persona.name for player in players]
    given = order.given
    deal = (
        rules.deal_given(given, seed, len(players), chosen, names)
        if given is not None
        else rules.deal(seed, len(players), chosen, names)
    )
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
        is_given=deal.is_given,
        is_veiled=order.is_veiled,
        release=settings.LEAGUE_RELEASE,
        keep=order.keep,
        has_voices=any(not order.pins.model_of(player).is_offline for player in players),
        due_at=order.due_at or timezone.now(),
        begins_by=order.begins_by,
    )
    return Drawn(game, players, deal, order.pins, {} if agreed["memory"] == "off" else order.remembered)


def price_of(wanted: Order | Game) -> Rest | None:
    """What a game likely costs that is to be made, or that has not begun, and what accounts with a cap are to hold
    before it begins; None where it costs nothing, or nobody can tell. Raises what draw_game() raises of an unknown
    ruleset or option. Takes about a second the first time."""
    kind = kind_of(wanted.public_id) if isinstance(wanted, Game) else _kind(wanted)
    outlook = outlook_of(kind, timezone.now()) if kind.voices else None
    return outlook.rest() if outlook else None


def _kind(order: Order) -> Kind:
    """The kind of the games that an order's are."""
    rules, terms = ruleset_named(order.ruleset), {**_TERMS, **order.terms}
    revision = rules.revision if order.revision is None else order.revision
    named = {"names": terms["names"]} if "names" in order.terms else {}
    chosen = rules.options_from({**order.options, **named}, len(order.players))
    voices = (player.model_id for player in order.players if not order.pins.model_of(player).is_offline)
    return Kind(
        ruleset=order.ruleset,
        revision=revision,
        options=json.dumps(chosen.plain(revision), sort_keys=True),
        seats=len(order.players),
        voices=tuple(sorted(voices)),
        narrator=str(terms["narrator"] or ""),
        disclosing=bool(terms["disclosing"]),
    )


def create_games(*, drawn: Sequence[Drawn]) -> list[Game]:
    """Makes the games that were drawn, in their order; some statements for all of them."""
    sitting = {player for each in drawn for player in each.players}
    with transaction.atomic():
        remembered = remembered_at_tables([_table(each) for each in drawn])
        # As their rows are now: whoever ordered the game may have read the players a while ago.
        versions = versions_now(models=LanguageModel.objects.filter(pk__in={player.model_id for player in sitting}))
        outings = outings_in((each.game.terms["season"], each.players) for each in drawn)
        games = Game.objects.bulk_create([each.game for each in drawn])
        insert(
            Seat,
            [
                _SeatRow(
                    game_id=each.game.pk,
                    number=number,
                    player_id=player.pk,
                    alias=alias,
                    role=role.name,
                    team=role.team,
                    strategy_level=each.pins.level_of(player),
                    is_aware=each.pins.awareness_of(player),
                    sheet_version=each.pins.sheet_of(player),
                    **remembered[index][number]._asdict(),
                    model_version_id=each.pins.version_of(player, versions[player.model_id]).pk,
                    briefing=0 if each.pins.model_of(player).is_offline else REVISION,
                    outing=outings[index][number],
                )
                for index, each in enumerate(drawn)
                for number, (player, alias, role) in enumerate(
                    zip(each.players, each.deal.aliases, each.deal.roles, strict=True)
                )
            ],
        )
        for game in games:
            doorbell.ring_all_after_commit(game.pk)
    return games


def _table(drawn: Drawn) -> Table:
    """Who sits down to a game that was drawn, for what they remember."""
    return Table(
        ruleset=drawn.game.ruleset,
        is_named=drawn.game.options.get("names") == "persona",
        players=drawn.players,
        roles=drawn.deal.roles,
        revisions=drawn.remembered,
    )


def ask_as_pinned(*, games: QuerySet[Game], pins: Pins) -> tuple[list[Game], list[Game]]:
    """Has those of these games that are not over asked as pinned: one that has not begun as if it had been made so, one
    that has from now on, on its players' models alone: a character is nobody else within a game. A game that waits goes
    on at once. Returns those that are asked otherwise now, and those that somebody plays: these are left as they are.
    """
    changed: list[Game] = []
    left: list[Game] = []
    unfinished = games.exclude(status__in=Game.OVER).order_by("pk")
    for pk in list(unfinished.values_list("pk", flat=True)):
        with transaction.atomic():
            game = Game.objects.select_for_update(no_key=True).get(pk=pk)
            if game.lease_owner is not None:
                left.append(game)
            elif not game.is_over and _is_asked_otherwise(game, pins):
                changed.append(game)
    return changed, left


def _is_asked_otherwise(game: Game, pins: Pins) -> bool:
    """Writes how a game that nobody holds is asked from now on; whether that is another way than before."""
    settings = settings_of(game)
    seats = list(game.seats.select_related("player__persona", "player__model", "model_version"))
    begun = game.started_at is not None
    ways: dict[Seat, tuple[ModelVersion | None, int]] = {}
    is_changed = False
    for seat in seats:
        before, player = version_by_now(seat, settings), seat.player
        # What was substituted stays so, as its own model is pinned.
        asked = player.model_id if before is None else before.language_model_id
        version = pins.models.get(asked, before)
        if version != before and version is not None:
            is_offline = model_at(model=version.language_model, version=version).is_offline
            ways[seat] = (version, 0 if is_offline else briefing_by_now(seat, settings) or REVISION)
        was = (seat.sheet_version, seat.strategy_level, seat.is_aware)
        pinned = (pins.sheet_of(player), pins.level_of(player), pins.awareness_of(player))
        if not begun and was != pinned:
            seat.sheet_version, seat.strategy_level, seat.is_aware = pinned
            seat.save(update_fields=["sheet_version", "strategy_level", "is_aware"])
            is_changed = True
    set_seats(game=game, seats=ways)
    if ways:
        models = [
            model_at(model=version.language_model, version=version)
            if seat in ways and (version := ways[seat][0]) is not None
            else model_by_now(seat, settings)
            for seat in seats
        ]
        game.has_voices = any(not model.is_offline for model in models)
        game.due_at, game.failures = timezone.now() if begun else max(game.due_at, timezone.now()), 0
        game.save(update_fields=["has_voices", "due_at", "failures"])
        doorbell.ring_all_after_commit(game.pk)
    return is_changed or bool(ways)


def keep_words(*, games: QuerySet[Game], days: int | None) -> int:
    """Has the words of these games' calls kept for so many days after their ends, None for good: those that are still
    kept, and those of calls to come. Returns of how many games."""
    return games.filter(forgotten_at__isnull=True).update(keep=days)


def _terms(given: Mapping[str, Any]) -> dict[str, Any]:
    """The terms with their defaults; raises WrongGame."""
    if unknown := sorted(set(given) - set(_TERMS) - {_BLOCK}):
        raise WrongGame(f"terms know {', '.join(_TERMS)}, {_BLOCK}; not {unknown[0]!r}")
    terms = {**_TERMS, **given}
    if terms["spoilers"] not in _SPOILERS:
        raise WrongGame(f"spoilers must be one of {', '.join(_SPOILERS)}, not {terms['spoilers']!r}")
    if terms["narrator"] not in NARRATORS and not _may_narrate(terms["narrator"]):
        wanted = f"{', '.join(NARRATORS)} or the slug of a model behind a provider"
        raise WrongGame(f"narrator must be {wanted}, not {terms['narrator']!r}")
    for name in ("pace", "delay_minutes"):
        if isinstance(terms[name], bool) or not isinstance(terms[name], int | float) or not 0 <= terms[name] < 10_000:
            raise WrongGame(f"{name} must be a number from 0 up to 10,000, not {terms[name]!r}")
    if terms["memory"] not in MEMORIES:
        raise WrongGame(f"memory must be one of {', '.join(MEMORIES)}, not {terms['memory']!r}")
    if not isinstance(terms["disclosing"], bool):
        raise WrongGame(f"disclosing must be true or false, not {terms['disclosing']!r}")
    terms["caps"] = _caps(terms["caps"])
    return terms


def _may_narrate(slug: object) -> bool:
    """Whether this names a model that can be asked to tell a game."""
    models = LanguageModel.objects.exclude(provider__in=LanguageModel.OFFLINE)
    return isinstance(slug, str) and models.filter(slug=slug).exists()


def _caps(given: object) -> dict[str, str]:
    """Caps in US dollars by what they are for, as text; raises WrongGame."""
    if not isinstance(given, Mapping) or (unknown := sorted(set(given) - set(_CAPS), key=str)):
        raise WrongGame(
            f"caps know {', '.join(_CAPS)}; not {unknown[0]!r}"
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


def check_player(player: Player, pins: Pins = AS_NOW) -> None:
    """Raises WrongGame for a player for whom nobody here can answer as it would sit down."""
    try:
        answerer(player, pins)
    except NoSuchPlayer as error:
        raise WrongGame(str(error)) from error


# --- exhibitions -----------------------------------------------------------------------------------------------------


def create_exhibition(
    *,
    ruleset: str,
    options: Mapping[str, Any],
    players: Sequence[Player],
    seed: str | None = None,
    pace: float = 0.0,
    spoilers: str = "open",
    delay_minutes: int = 10,
    caps: Mapping[str, Any] | None = None,
    pins: Pins = AS_NOW,
) -> Game:
    """Makes a game of these players by seat, due now for whoever hosts, under their own names where the options do not
    say; `caps` are of a call and of the game, in US dollars; `pins` are an Order's. Raises what create_game() raises,
    and WrongGame for a persona that is not approved.
    """
    if complaint := unapproved(players):
        raise WrongGame(complaint)
    terms = {
        "rated": False,
        "narrator": "template",
        "pace": pace,
        "spoilers": spoilers,
        "delay_minutes": delay_minutes,
        "caps": caps or {},
    }
    options = {"names": _usual_names(players), **options}
    return create_game(ruleset=ruleset, options=options, players=players, terms=terms, seed=seed, pins=pins)


def _others_first(drawn: Sequence[Player], seated: Iterable[Player]) -> list[Player]:
    """Those drawn, whose personas sit at the table or are drawn already behind the others."""
    personas = {player.persona_id for player in seated}
    first: list[Player] = []
    again: list[Player] = []
    for player in drawn:
        (again if player.persona_id in personas else first).append(player)
        personas.add(player.persona_id)
    return first + again


def _usual_names(players: Sequence[Player]) -> str:
    """By which names an exhibition is played where nobody says: their own, so that who watches knows them again; but
    for a table where two share one."""
    names = {plain(player.persona.name) for player in players}
    return "persona" if len(names) == len(players) else "alias"


def seated(*, chosen: Sequence[Player | None], pool: Sequence[Player]) -> list[Player]:
    """The players by seat: those chosen, and in the seats left open others of the pool by lot, nobody twice, and no
    persona as long as there are others.

    Raises WrongGame when the pool is too small for that.
    """
    free = [player for player in pool if player not in chosen]
    wanted = chosen.count(None)
    if wanted > len(free):
        raise WrongGame(f"{wanted} seats are left to the lot, and {len(free)} players are left to draw from")
    drawn = iter(_others_first(secrets.SystemRandom().sample(free, len(free)), filter(None, chosen)))
    return [player if player is not None else next(drawn) for player in chosen]
