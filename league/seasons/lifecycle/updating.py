"""A season that is under way, brought up to date: what was edited since it was pinned reaches it by this verb alone.
Beside it, what else of a season may be changed after it was made: for how long words are kept, what is remembered."""

from decimal import Decimal
from typing import NamedTuple

import structlog
from django.db import transaction

from games.billing.money import open_account
from games.hosting.making import ask_as_pinned, keep_words
from games.models import Account, Game
from league.models import Season
from league.seasons.making.checking import Keep, WrongSeason, check_cap, check_keep, check_memory
from league.seasons.pinning import pin_season, pins_of, said_of_all
from personas.models import Player
from personas.versions import asked_now, differences

logger = structlog.get_logger(__name__)


class Update(NamedTuple):
    """What came of a season's update: who plays it otherwise from now on, how many of its games, and how many are being
    played and go on as they began."""

    players: list[Player]
    games: list[Game]
    left: list[Game]

    @property
    def told(self) -> str:
        """It in words."""
        if not self.players and not self.games:
            return "Nothing has changed since it was pinned."
        told = f"Players with something new: {len(self.players)}; games that go on so: {len(self.games)}"
        return f"{told}; being played, and going on as they were: {len(self.left)}." if self.left else f"{told}."


class Remembering(NamedTuple):
    """What a season's players remember, and what may be spent on what they learn."""

    memory: str
    lag: int | None
    cap_learning: Decimal | None


def news_of(season: Season) -> list[str]:
    """What was edited since a season under way was pinned, and would reach it by an update: a sentence for each model
    and each player."""
    if season.status not in Season.UNDER_WAY or season.is_twin:
        return []
    places = season.roster.filter(model_version__isnull=False).order_by("number")
    said, models = said_of_all(season), dict[str, list[str]]()
    players: dict[str, list[str]] = {}
    for place in places.select_related("player__persona", "player__model", "model_version"):
        player, model = place.player, place.player.model
        then = place.model_version.asked if place.model_version else {}
        models.setdefault(model.slug, differences(then, asked_now(model)))
        news = players.setdefault(player.player_id, [])
        if place.sheet_version != player.persona.version:
            news.append(f"sheet version {player.persona.version} instead of {place.sheet_version}")
        if place.strategy_level != (level := said.level_of(player)):
            news.append(f"strategy level {level} instead of {place.strategy_level}")
        if place.is_aware != (is_aware := said.awareness_of(player)):
            news.append("told that it is a model by now" if is_aware else "told no more that it is a model")
    return [f"{who}: {', '.join(news)}" for told in (models, players) for who, news in told.items() if news]


def update_season(*, season: Season) -> Update:
    """Pins a season that is under way anew: its games to come are played as its players and models are now, and those
    that wait go on so. Games that somebody plays just now are left as they are. Raises WrongSeason."""
    if season.status not in Season.UNDER_WAY:
        wanted = "it is over"
        if season.status in Season.UNSTARTED:
            wanted = f"{'a draft' if season.status == Season.Status.DRAFT else 'one'} is pinned when it starts"
        raise WrongSeason(
            "status", f"only a season under way is brought up to date, and {season.slug} is not: {wanted}."
        )
    if season.is_twin:
        raise WrongSeason("twin_of", f"{season.slug} is a twin: it is played by the versions that its first was.")
    before = pins_of(season)
    with transaction.atomic():
        pin_season(season=season)
    after = pins_of(season)
    players = Player.objects.filter(season_places__season=season).select_related("persona", "model").order_by("pk")
    changed = [
        player
        for player in players
        if (before.players.get(player.pk), before.models.get(player.model_id))
        != (after.players.get(player.pk), after.models.get(player.model_id))
    ]
    games, left = ask_as_pinned(games=Game.objects.filter(fixture__season=season), pins=after)
    logger.info("season updated", season=season.slug, players=len(changed), games=len(games), left=len(left))
    return Update(changed, games, left)


def change_keep(*, season: Season, keep: Keep) -> int:
    """Has the words of a season's calls kept for another while: those of its games that still have them, and of those
    to come. Returns of how many games. Raises WrongSeason."""
    check_keep(keep)
    with transaction.atomic():
        Season.objects.filter(pk=season.pk).update(keep=keep.days)
        # By their terms: the games of attempts that were set aside are no fixture's any more.
        games = keep_words(games=Game.objects.filter(terms__season=season.slug), days=keep.days)
    season.keep = keep.days
    logger.info("the words of a season are kept for another while", season=season.slug, days=keep.days, games=games)
    return games


def change_memory(*, season: Season, wanted: Remembering) -> Season:
    """Gives a draft another memory, and a season that has begun a higher cap of learning: all else is frozen with its
    start, for its games would not be comparable. Raises WrongSeason; nothing is changed then."""
    with transaction.atomic():
        now = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
        check_remembering(season=now, wanted=wanted)
        Season.objects.filter(pk=now.pk).update(**wanted._asdict())
        account = Account.objects.filter(scope=Account.Scope.LEARNING, name=now.slug).first()
        before = account.cap if account else now.cap_learning
        if wanted.cap_learning != before and (account or now.started_at is not None):
            # Its games have in their terms what the cap was when they were made, and would open the account with it.
            open_account(scope=Account.Scope.LEARNING, name=now.slug, cap=wanted.cap_learning)
    season.refresh_from_db()
    return season


def check_remembering(*, season: Season, wanted: Remembering) -> None:
    """Raises WrongSeason, which names the field, unless a season may be given this memory now."""
    check_memory(memory=wanted.memory, lag=wanted.lag)
    check_cap("cap_learning", wanted.cap_learning)
    if season.status == Season.Status.DRAFT:
        at_once = season.at_once or 1
        if wanted.memory == Season.Memory.LIVE and wanted.lag is not None and wanted.lag < at_once:
            raise WrongSeason(
                "lag", f"must be {at_once} or more, or none: so many are played at once, not {wanted.lag}."
            )
        return
    for field in ("memory", "lag"):
        now = getattr(season, field)
        if getattr(wanted, field) != now:
            raise WrongSeason(
                field, f"is frozen when a season starts: it stays {'as usual' if now is None else repr(now)}."
            )
    cap, now = wanted.cap_learning, season.cap_learning
    if cap != now and (now is None or (cap is not None and cap < now)):
        least = "none" if now is None else f"{now.normalize():f} or more, or none"
        raise WrongSeason("cap_learning", f"must be {least} in a season that has started, not {cap}.")
