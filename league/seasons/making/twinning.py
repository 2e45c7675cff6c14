"""A twin's making: a draft that plays another season's deals once more, with one thing otherwise."""

from typing import Final

from django.db import IntegrityError, transaction

from league.models import Season, SeasonPlayer, SeasonRules
from league.seasons.making.checking import SLUG, TAKEN, WrongSeason, check_memory, check_shape, one_of
from league.seasons.making.plans import check_slug
from personas.models import StrategyLevel

OF_RULES: Final = ("number", "ruleset", "revision", "seats", "options")
AS_FIRST: Final = (  # what a twin has of its first as it is
    *(
        "games_planned",
        "design",
        "may_overlap",
        "delay_minutes",
        "names",
        "narrator",
        "persona_source",
        "is_aware",
        "disclosing",
        "secret",
    ),
    *("cap_call", "cap_game", "cap_season", "cap_learning", "keep", "unprobed"),
)


def create_twin(
    *, first: Season, slug: str, name: str = "", memory: str | None = None, strategy_level: str | None = None
) -> Season:
    """Makes a draft that plays a season once more, deal for deal: with its secret, rules, roster and versions, but with
    another memory, or all of its players at another strategy level. What is not said is as in the first.

    It may be made at any time, and be started when the first has; each of its games begins when the first's is over
    (league.seasons.schedule.fixtures). For its deals are known by then it is open, and unrated; it plays as fast as it
    can, with as many games behind as the first. Raises WrongSeason; nothing is made then."""
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
    check_otherwise(first=first, memory=memory, strategy_level=level)
    check_slug(slug)
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
            write_as_first(twin=twin, first=first)
    except IntegrityError:
        if Season.objects.filter(slug=slug).exists():
            raise WrongSeason("slug", f"there is a season {slug!r} already.") from None
        raise
    return twin


def check_otherwise(*, first: Season, memory: str, strategy_level: str) -> None:
    """Raises WrongSeason where a twin would be the same as its first."""
    if (memory, strategy_level) == (first.memory, first.strategy_level):
        raise WrongSeason("memory", "say what is to be otherwise than in the first: the memory, or the strategy level.")


def write_as_first(*, twin: Season, first: Season) -> None:
    """Gives a twin's draft the rule books and the roster of its first, in place of those it had. To be called in a
    transaction."""
    twin.rules.all().delete()
    SeasonRules.objects.bulk_create(
        SeasonRules(season=twin, **{name: getattr(book, name) for name in OF_RULES})
        for book in first.rules.order_by("number")
    )
    twin.roster.all().delete()
    places = first.roster.order_by("number").values("player_id", "number", "is_written")
    SeasonPlayer.objects.bulk_create(SeasonPlayer(season=twin, **place) for place in places)
