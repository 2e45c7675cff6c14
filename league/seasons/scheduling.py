"""A season's making, and its operator's start, pause and resume. What happens in between is in league.seasons.fixtures.

A verb either does all it says or raises WrongSeason and does nothing; two clicks on start are one start, one refusal.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from itertools import cycle, islice
from typing import Any, Final, NamedTuple

import structlog
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from games.engine.ruleset import WrongOption
from games.engine.rulesets import ruleset_named
from games.hosting.making import WrongGame, check_player
from games.models import Account, Game
from games.models.game import MOST_KEPT, usual_keep
from games.models.waiting import kept_for_others, of_budget, shortage
from league.models import Fixture, Season, SeasonPlayer, SeasonRules
from league.models.season import new_secret
from league.seasons.fixtures import reopen, set_aside
from league.seasons.pinning import pin_as_first, pin_memories, pin_season
from league.seasons.rotation import Table, rotation, seated, seed_of
from personas.models import LanguageModel, Player, StrategyLevel
from personas.roster import unapproved

logger = structlog.get_logger(__name__)

MOST_GAMES: Final = 10_000
MOST_LAG: Final = 1_000
MOST_RULES: Final = 20
MOST_PACE: Final = 100.0
MOST_INTERVAL: Final = 30 * 24 * 3600
MOST_CAP: Final = Decimal(100_000)
PLACES: Final = -4  # of a cap: the least is a hundredth of a cent
SLUG: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
TAKEN: Final = ("exhibitions", "new")  # the folder of logs of games without a season; the page that makes a season
WITH_ITS_SEASON: Final = "its season is paused"  # why a game waits, and how it is known that it waits for that
SHORT: Final = (shortage(Account.Scope.SEASON), shortage("call"))  # why games wait whose season pauses for it
SPENT: Final = of_budget(Account.Scope.SEASON)  # how each reason begins that has to do with the season's cap
KEPT: Final = kept_for_others(Account.Scope.SEASON)  # but this is no reason to pause: others go on
OF_RULES: Final = ("number", "ruleset", "revision", "seats", "options")
AS_FIRST: Final = (  # what a twin has of its first as it is
    *("games_planned", "delay_minutes", "names", "narrator", "persona_source", "is_aware", "disclosing", "secret"),
    *("cap_call", "cap_game", "cap_season", "cap_learning", "keep", "unprobed"),
)
HELD: Final = {"status": Game.Status.PAUSED, "waiting": WITH_ITS_SEASON}


class WrongSeason(ValueError):
    """A season that cannot be made, or not be started, paused or resumed now. `field` is what is wrong with it; the
    message says what was wanted and what came. What is wrong with one of several rule books names it by `of` and has
    its number, from 0."""

    def __init__(self, field: str, message: str, *, number: int = 0, of: str = "") -> None:
        super().__init__(f"{field} of {of}: {message}" if of else f"{field}: {message}")
        self.field = field
        self.message = message
        self.number = number


class Keep(NamedTuple):
    """For how many days after a game's end the words of its calls are kept; None for good."""

    days: int | None

    @property
    def told(self) -> str:
        """It in words."""
        if self.days is None:
            return "for good"
        return f"for {self.days} day{'' if self.days == 1 else 's'}" if self.days else "no longer than the game"


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule book that a season is to be played by, with as many seats and the options it has unless others are given.

    `options` are those that differ from the defaults, as JSON values or as texts.
    """

    ruleset: str
    seats: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


# --- making ----------------------------------------------------------------------------------------------------------


def create_season(
    *,
    slug: str,
    name: str,
    rules: Sequence[Rules],
    games: int,
    players: Sequence[Player],
    interval: float = 0.0,
    pace: float = 1.0,
    spoilers: str = Season.Spoilers.OPEN,
    delay_minutes: int = 10,
    names: str = Season.Names.ALIAS,
    narrator: str = Season.Narrator.TEMPLATE,
    persona_source: str = Season.PersonaSource.ROSTER,
    rated: bool = True,
    secret: str | None = None,
    cap_call: Decimal | None = None,
    cap_game: Decimal | None = None,
    cap_season: Decimal | None = None,
    keep: Keep | None = None,
    disclosing: bool = True,
    memory: str = Season.Memory.LIVE,
    hides_memory: bool = False,
    lag: int | None = None,
    cap_learning: Decimal | None = None,
    strategy_level: str = "",
    is_aware: bool | None = None,
) -> Season:
    """Makes a season, a draft with its roster, and returns it; its fixtures will be played by the rules in turn. With a
    secret of somebody's choice, who could then know the games before they are played, it is unrated. Caps are in US
    dollars, None for none; the words of calls are kept as usual unless `keep` says how long; players are asked
    for beliefs and claims unless it is not `disclosing`. `memory` says whether players remember and learn, and
    `hides_memory` that visitors see of it what was learned when the season is over; `lag` of how many games back they
    know. A strategy level and whether they know that they are models are those of all its players,
    unless it leaves each its own. Raises WrongSeason; nothing is made then."""
    check_shape("slug", "1 to 60 lower-case letters, digits and hyphens, no hyphen first", SLUG.fullmatch(slug), slug)
    if slug in TAKEN:
        raise WrongSeason("slug", f"{slug!r} is an address of the site's own; choose another word.")
    check_shape("name", "1 to 120 characters", name.strip() and len(name) <= 120, name)
    check_shape("games", f"a whole number from 1 to {MOST_GAMES}", 1 <= games <= MOST_GAMES, games)
    check_shape("pace", f"a number from 0 to {MOST_PACE:g}", within(pace, MOST_PACE), pace)
    check_shape("interval", f"seconds from 0 to {MOST_INTERVAL}", within(interval, MOST_INTERVAL), interval)
    check_shape("spoilers", one_of(Season.Spoilers.values), spoilers in Season.Spoilers.values, spoilers)
    check_shape("delay_minutes", "a whole number from 1 to 10080", 1 <= delay_minutes <= 10080, delay_minutes)
    check_shape("names", one_of(Season.Names.values), names in Season.Names.values, names)
    narrator_model = None if narrator in Season.Narrator.values else narrator_named(narrator)
    sources = Season.PersonaSource.values
    check_shape("persona_source", one_of(sources), persona_source in sources, persona_source)
    levels = StrategyLevel.values
    check_shape("strategy_level", one_of(levels), strategy_level in ("", *levels), strategy_level)
    check_shape("secret", "1 to 200 characters, or none", secret is None or 1 <= len(secret) <= 200, secret)
    check_memory(memory=memory, lag=lag)
    caps = {"cap_call": cap_call, "cap_game": cap_game, "cap_season": cap_season, "cap_learning": cap_learning}
    for field_name, cap in caps.items():
        check_cap(field_name, cap)
    keep = Keep(usual_keep()) if keep is None else keep
    check_keep(keep)
    books = checked_books(rules, names=names)
    check_roster(players=players, books=books, names=names)
    if Season.objects.filter(slug=slug).exists():
        raise WrongSeason("slug", f"there is a season {slug!r} already.")
    try:
        with transaction.atomic():
            season = Season.objects.create(
                slug=slug,
                name=name.strip(),
                games_planned=games,
                interval=interval,
                pace=pace,
                spoilers=spoilers,
                delay_minutes=delay_minutes,
                names=names,
                narrator=Season.Narrator.TEMPLATE if narrator_model else narrator,
                narrator_model=narrator_model,
                persona_source=persona_source,
                rated=rated and secret is None,
                secret=secret or new_secret(),
                keep=keep.days,
                disclosing=disclosing,
                memory=memory,
                hides_memory=hides_memory,
                lag=lag,
                strategy_level=strategy_level,
                is_aware=is_aware,
                **caps,
            )
            for book in books:
                book.season = season
            SeasonRules.objects.bulk_create(books)
            SeasonPlayer.objects.bulk_create(
                SeasonPlayer(season=season, player=player, number=number) for number, player in enumerate(players)
            )
    except IntegrityError:
        if Season.objects.filter(slug=slug).exists():
            raise WrongSeason("slug", f"there is a season {slug!r} already.") from None
        raise
    return season


def create_twin(
    *, first: Season, slug: str, name: str = "", memory: str | None = None, strategy_level: str | None = None
) -> Season:
    """Makes a draft that plays a season once more, deal for deal: with its secret, rules, roster and versions, but with
    another memory, or all of its players at another strategy level. What is not said is as in the first.

    It may be made at any time, and be started when the first has; each of its games begins when the first's is over
    (league.seasons.fixtures). For its deals are known by then it is open, and unrated; it plays as fast as it can, with
    as many games behind as the first. Raises WrongSeason; nothing is made then."""
    check_shape("slug", "1 to 60 lower-case letters, digits and hyphens, no hyphen first", SLUG.fullmatch(slug), slug)
    if slug in TAKEN:
        raise WrongSeason("slug", f"{slug!r} is an address of the site's own; choose another word.")
    name = name.strip() or f"{first.name[:100]}, twin {first.twins.count() + 1}"
    check_shape("name", "1 to 120 characters", len(name) <= 120, name)
    if first.twin_of is not None:
        raise WrongSeason("twin_of", f"{first.slug} is a twin itself: make another of {first.twin_of.slug}.")
    memory = first.memory if memory is None else memory
    check_memory(memory=memory, lag=None)
    level = first.strategy_level if strategy_level is None else strategy_level
    check_shape("strategy_level", one_of(StrategyLevel.values), level in ("", *StrategyLevel.values), level)
    if (memory, level) == (first.memory, first.strategy_level):
        raise WrongSeason("memory", "say what is to be otherwise than in the first: the memory, or the strategy level.")
    if Season.objects.filter(slug=slug).exists():
        raise WrongSeason("slug", f"there is a season {slug!r} already.")
    twin = Season(
        **{name: getattr(first, name) for name in AS_FIRST},
        slug=slug,
        name=name,
        twin_of=first,
        memory=memory,
        strategy_level=level,
        lag=first.games_behind,
        pace=0,
        spoilers=Season.Spoilers.OPEN,
        rated=False,
    )
    try:
        with transaction.atomic():
            twin.save(force_insert=True)
            SeasonRules.objects.bulk_create(
                SeasonRules(season=twin, **{name: getattr(book, name) for name in OF_RULES})
                for book in first.rules.order_by("number")
            )
            places = first.roster.order_by("number").values("player_id", "number", "is_written")
            SeasonPlayer.objects.bulk_create(SeasonPlayer(season=twin, **place) for place in places)
    except IntegrityError:
        if Season.objects.filter(slug=slug).exists():
            raise WrongSeason("slug", f"there is a season {slug!r} already.") from None
        raise
    return twin


def voices() -> QuerySet[LanguageModel]:
    """The models behind a provider that new seasons may ask."""
    return LanguageModel.objects.filter(is_active=True).exclude(provider__in=LanguageModel.OFFLINE)


def narrator_named(slug: str) -> LanguageModel:
    """The model that is to tell a season's games. Raises WrongSeason."""
    model = voices().filter(slug=slug).first()
    if model is None:
        wanted = f"{one_of(Season.Narrator.values)} or the slug of an active model behind a provider"
        raise WrongSeason("narrator", f"must be {wanted}, not {slug!r}.")
    return model


def check_shape(field: str, wanted: str, is_right: object, got: object) -> None:
    """Raises WrongSeason unless the field is right."""
    if not is_right:
        raise WrongSeason(field, f"must be {wanted}, not {got!r}.")


def check_cap(field: str, cap: Decimal | None) -> None:
    """Raises WrongSeason unless this is no cap or one that can be written."""
    wanted = f"US dollars from 0 to below {MOST_CAP:,} with at most {-PLACES} places, or none"
    check_shape(field, wanted, cap is None or is_cap(cap), str(cap))


def check_memory(*, memory: str, lag: int | None) -> None:
    """Raises WrongSeason unless a season's players can remember so."""
    check_shape("memory", one_of(Season.Memory.values), memory in Season.Memory.values, memory)
    check_shape("lag", f"a whole number of games from 1 to {MOST_LAG}", lag is None or 1 <= lag <= MOST_LAG, lag)


def check_keep(keep: Keep) -> None:
    """Raises WrongSeason unless words of calls can be kept so long."""
    wanted = f"a whole number of days from 0 to {MOST_KEPT:,}, or empty for good"
    check_shape("keep", wanted, keep.days is None or 0 <= keep.days <= MOST_KEPT, keep.days)


def within(value: float, most: float) -> bool:
    """Whether this is a number from 0 to `most`."""
    return math.isfinite(value) and 0 <= value <= most


def is_cap(cap: Decimal) -> bool:
    """Whether this is an amount that a season can be capped by."""
    if not cap.is_finite() or not 0 <= cap < MOST_CAP:
        return False
    exponent = cap.normalize().as_tuple().exponent
    return isinstance(exponent, int) and exponent >= PLACES


def one_of(values: Sequence[str]) -> str:
    """The choices, as a refusal names them."""
    return f"one of {', '.join(values)}"


def checked_books(rules: Sequence[Rules], *, names: str) -> list[SeasonRules]:
    """The rules as rows, in their turn and without a season yet. Raises WrongSeason, which names the wrong one."""
    check_shape("rules", f"1 to {MOST_RULES} rule books", 1 <= len(rules) <= MOST_RULES, len(rules))
    books = []
    for number, each in enumerate(rules):
        try:
            books.append(checked_book(each, number=number, names=names))
        except WrongSeason as error:
            of = f"rule book {number + 1} ({each.ruleset})" if len(rules) > 1 else ""
            raise WrongSeason(error.field, error.message, number=number, of=of) from None
    return books


def checked_book(rules: Rules, *, number: int, names: str) -> SeasonRules:
    """One of a season's rules as a row. Raises WrongSeason."""
    try:
        ruleset = ruleset_named(rules.ruleset)
    except LookupError as error:
        raise WrongSeason("ruleset", f"{error}.") from None
    seats = ruleset.default_seats if rules.seats is None else rules.seats
    try:
        ruleset.check_seats(seats)
    except WrongOption as error:
        raise WrongSeason("seats", f"{error}.") from None
    if "names" in rules.options:
        raise WrongSeason("options", "names is a field of the season itself, not an option of its own.")
    try:
        typed = ruleset.options_from({**rules.options, "names": names}, seats)
    except WrongOption as error:
        raise WrongSeason("options", f"{error}.") from None
    options = {each: getattr(typed, each) for each in rules.options}
    return SeasonRules(number=number, ruleset=ruleset.slug, revision=ruleset.revision, seats=seats, options=options)


def check_roster(*, players: Sequence[Player], books: Sequence[SeasonRules], names: str) -> None:
    """Raises WrongSeason unless these players can fill the seats of every fixture."""
    ids = [player.player_id for player in players]
    largest = max(books, key=lambda book: book.seats)
    if len(ids) < largest.seats:
        table = f"the table of {largest.ruleset}" if len(books) > 1 else "the table"
        chosen = f"choose at least {largest.seats} players, not {len(ids)}"
        raise WrongSeason("players", f"{chosen}: {table} has {largest.seats} seats.")
    if twice := sorted({one for one in ids if ids.count(one) > 1}):
        raise WrongSeason("players", f"each can be on the roster once, and {', '.join(twice)} is there more often.")
    if complaint := unapproved(players):
        raise WrongSeason("players", f"{complaint}.")
    if gone := [p.player_id for p in players if not (p.is_active and p.model.is_active)]:
        raise WrongSeason("players", f"new seasons invite only who is active, and {', '.join(gone)} is not.")
    for player in players:
        try:
            check_player(player)
        except WrongGame as error:
            raise WrongSeason("players", f"{error}.") from None
    called = [player.persona.name.casefold() for player in players]
    if names == Season.Names.PERSONA and len(set(called)) < len(called):
        same = sorted({player.persona.name for player in players if called.count(player.persona.name.casefold()) > 1})
        raise WrongSeason("players", f"with names=persona no two may share a name, and several are {', '.join(same)}.")


# --- from start to end -----------------------------------------------------------------------------------------------


def start_season(*, season: Season, now: datetime, first_due_at: datetime | None = None, unprobed: str = "") -> Season:
    """Starts a draft: its fixtures are drawn, the first is due now or when said. Models that were never probed want a
    reason, `unprobed`, which is kept; a twin has that of its first. Raises WrongSeason for want of it, for any season
    but a draft, and for a twin whose first has not started."""
    first = season.twin_of
    if season.status == Season.Status.DRAFT and first is not None and first.status == Season.Status.DRAFT:
        raise WrongSeason("twin_of", f"{first.slug} has not started: its twin starts after it.")
    unprobed = unprobed.strip() or (first.unprobed if first is not None else "")
    strangers = list(unprobed_models(season).order_by("slug").values_list("slug", flat=True))
    if season.status == Season.Status.DRAFT and strangers and not unprobed.strip():
        raise WrongSeason(
            "unprobed",
            f"never probed: {', '.join(strangers)}; `doctor --probe` tries one out and says first what that costs; "
            "or say why it need not be.",
        )
    if season.status == Season.Status.DRAFT and not first and (unwritten := unwritten_places(season).count()):
        raise WrongSeason(
            "start",
            f"personas not written yet: {unwritten}; the season's page or `season {season.slug} personas` does it.",
        )
    reason = unprobed.strip()[:200] if strangers else ""
    with transaction.atomic():
        move(
            season=season,
            before=Season.Status.DRAFT,
            after=Season.Status.RUNNING,
            verb="started",
            started_at=now,
            unprobed=reason,
        )
        if first is not None:
            pin_as_first(season=season)
            fixtures = fixtures_as_first(season, now=now)
        else:
            pin_season(season=season)
            pin_memories(season=season)
            fixtures = fixtures_drawn(season, now=now, first_due_at=first_due_at)
        Fixture.objects.bulk_create(fixtures, batch_size=500)
    logger.info("season started", season=season.slug)
    return season


def fixtures_drawn(season: Season, *, now: datetime, first_due_at: datetime | None) -> Iterator[Fixture]:
    """A season's fixtures by its rotation, not written yet."""
    roster = list(season.roster.values_list("player_id", flat=True))
    books = list(season.rules.order_by("number"))
    tables = [Table(book.ruleset, book.seats) for book in books]
    writers = writing_before_each_game(season)
    drawn = zip(cycle(books), rotation(secret=season.secret, roster=roster, tables=tables), strict=False)
    for number, (book, players) in enumerate(islice(drawn, season.games_planned), start=1):
        yield Fixture(
            season=season,
            number=number,
            rules=book,
            seating=seated(players=players, seed=seed_of(secret=season.secret, number=number)),
            due_at=first_due_at if number == 1 or not season.is_sequential else None,
            cast_at=None if writers.intersection(players) else now,
        )


def fixtures_as_first(season: Season, *, now: datetime) -> Iterator[Fixture]:
    """A twin's fixtures, those of its first, not written yet. Nobody is written for them: who plays is known when the
    first's game is over."""
    books = {book.number: book for book in season.rules.all()}
    of_first = Fixture.objects.filter(season=season.twin_of_id).order_by("number")
    for number, book, seating, cast_at in of_first.values_list("number", "rules__number", "seating", "cast_at"):
        known = seating if cast_at else None
        yield Fixture(season=season, number=number, rules=books[book], seating=known, cast_at=now)


def unwritten_places(season: Season) -> QuerySet[SeasonPlayer]:
    """The places on a season's roster whose models are still to write their personas; the house writes none."""
    if season.persona_source != Season.PersonaSource.SEASON:
        return SeasonPlayer.objects.none()
    return places_of_models(season).filter(is_written=False)


def places_of_models(season: Season) -> QuerySet[SeasonPlayer]:
    """The places on a season's roster of players behind a provider."""
    return SeasonPlayer.objects.filter(season=season).exclude(player__model__provider__in=LanguageModel.OFFLINE)


def writing_before_each_game(season: Season) -> set[int]:
    """The keys of the players on a season's roster in whose place their models write anew before each game."""
    if season.persona_source != Season.PersonaSource.GAME:
        return set()
    return set(places_of_models(season).values_list("player_id", flat=True))


def unprobed_models(season: Season) -> QuerySet[LanguageModel]:
    """The models behind a provider that a season would ask, on its roster or to tell its games, and that were never
    probed. Who writes personas is on the roster."""
    never = LanguageModel.objects.filter(probed_at__isnull=True).exclude(provider__in=LanguageModel.OFFLINE)
    return never.filter(Q(players__season_places__season=season) | Q(pk=season.narrator_model_id)).distinct()


def pause_season(*, season: Season, reason: str = "paused by hand") -> Season:
    """Starts no more games until the season is resumed; what is being played is played on, and what waits for the
    season's budget waits with it. Raises WrongSeason."""
    with transaction.atomic():
        move(
            season=season, before=Season.Status.RUNNING, after=Season.Status.PAUSED, verb="paused", waiting=reason[:200]
        )
        scheduled = games_of(season).filter(status=Game.Status.SCHEDULED)
        # In one order, as hosts lock them who tell them that they may not begin.
        list(scheduled.select_for_update(no_key=True).order_by("pk").values_list("pk"))
        scheduled.update(**HELD)
        penniless_games(season).update(**HELD)
    logger.info("season paused", season=season.slug)
    return season


def resume_season(*, season: Season, now: datetime) -> Season:
    """Lets a paused season go on; fixtures whose games were set aside get their next attempt, and those whose personas
    could not be written need not wait out their rest. Raises WrongSeason."""
    with transaction.atomic():
        move(
            season=season,
            before=Season.Status.PAUSED,
            after=Season.Status.RUNNING,
            verb="resumed",
            waiting="",
            resumed_at=now,
        )
        held = games_of(season).filter(status=Game.Status.PAUSED, waiting=WITH_ITS_SEASON)
        held.filter(started_at__isnull=True).update(status=Game.Status.SCHEDULED, waiting="")
        held.update(status=Game.Status.RUNNING, waiting="", due_at=now)
        resting = season.fixtures.filter(cast_at__isnull=True, cast_by="")
        resting.update(cast_due_at=None, cast_failures=0, cast_waiting="")
        for fixture in set_aside(season):
            reopen(season=season, fixture=fixture, now=now)
    logger.info("season resumed", season=season.slug)
    return season


def penniless_games(season: Season) -> QuerySet[Game]:
    """The games of a season that nobody holds and that wait for the season's caps, begun or not."""
    begun = Q(status=Game.Status.RUNNING, waiting__in=SHORT)
    unbegun = Q(status=Game.Status.SCHEDULED, waiting__startswith=SPENT) & ~Q(waiting=KEPT)
    return games_of(season).filter(begun | unbegun, lease_owner__isnull=True)


def games_of(season: Season) -> QuerySet[Game]:
    """The games of a season, without a join: PostgreSQL asks a joined condition only once, before it waits for whoever
    has the row, so a game that has just been claimed would be paused under its host."""
    return Game.objects.filter(pk__in=season.fixtures.filter(game__isnull=False).values("game"))


def move(*, season: Season, before: str, after: str, verb: str, **fields: object) -> None:
    """Changes a season's status if it still is `before`, else raises WrongSeason."""
    moved = Season.objects.filter(pk=season.pk, status=before).update(status=after, **fields)
    season.refresh_from_db()
    if not moved:
        raise WrongSeason("status", f"only a {before} season can be {verb}, and {season.slug} is {season.status}.")
