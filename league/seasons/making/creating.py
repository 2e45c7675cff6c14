"""A season's making: a draft with its roster, checked as a whole before a row is written."""

from collections.abc import Sequence
from decimal import Decimal

from django.db import IntegrityError, transaction

from games.models.game import usual_keep
from league.models import Season, SeasonPlayer, SeasonRules
from league.models.season import new_secret
from league.seasons.making.checking import (
    MOST_GAMES,
    MOST_INTERVAL,
    MOST_PACE,
    SLUG,
    TAKEN,
    Keep,
    Rules,
    WrongSeason,
    check_cap,
    check_keep,
    check_memory,
    check_roster,
    check_shape,
    checked_books,
    one_of,
    within,
)
from league.seasons.making.voices import narrator_named
from personas.models import Player, StrategyLevel


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
