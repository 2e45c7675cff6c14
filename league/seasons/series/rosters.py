"""Who plays the next season of a series, by its rule. Law: only who new seasons invite; a rule that finds fewer than it
asks for is no hindrance, as long as they fill the largest table, and whoever is left out is told.

The same: who played the season before. Active: all active players of the house or of the models named. Fixed: those of
the list. Best: the first of the table of the season before, on which who is off its board is not, and as many others by
lot; these are from the models named, else from the roster before and the list. A first season, which none is before, is
played by the list, but for the rule `active`.

The lot is drawn from a seed that the season keeps and tells (`lot`), so that who was not drawn can draw it again.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from django.db.models import Q, Sum

from games.engine.dice import Dice
from league.boards.excluding import players_off
from league.models import Season, Series
from league.models.season import new_secret
from league.results import scoring
from league.seasons.making.checking import WrongSeason
from league.seasons.making.cloning import may_play
from personas.models import LanguageModel, Player

HOUSE: Final = "house"  # in a pool: all models that play offline
MOST_TOLD: Final = 12  # players that are told by name


class Roster(NamedTuple):
    """Who plays, who is left out of those whom the rule names, and the seed of the lot; "" where none was drawn."""

    players: tuple[Player, ...]
    left_out: tuple[Player, ...] = ()
    lot: str = ""

    @property
    def told(self) -> str:
        """Who is left out, in a sentence; "" where nobody is."""
        if not self.left_out:
            return ""
        names = ", ".join(player.player_id for player in self.left_out[:MOST_TOLD])
        more = f" and {len(self.left_out) - MOST_TOLD} more" if len(self.left_out) > MOST_TOLD else ""
        return f"Not invited any more: {names}{more}."


def roster_of(series: Series, *, before: Season | None, number: int) -> Roster:
    """Who plays the season with this number. Raises WrongSeason where the series names somebody who is not there."""
    rule = series.roster_rule
    if rule == Series.RosterRule.ACTIVE:
        return Roster(tuple(pooled(series.pool)))
    if rule == Series.RosterRule.FIXED or before is None:
        return invited(listed(series.players))
    if rule == Series.RosterRule.SAME:
        return invited(played(before))
    return best_and_drawn(series, before=before, number=number)


def invited(players: Iterable[Player]) -> Roster:
    """Those of these players whom new seasons invite, and the others."""
    asked = list(players)
    may = [player for player in asked if may_play(player)]
    return Roster(tuple(may), tuple(player for player in asked if player not in may))


def listed(ids: Sequence[str]) -> list[Player]:
    """The players with these ids. Raises WrongSeason for one that is not there."""
    known = Player.objects.select_related("persona", "model").in_bulk(ids, field_name="player_id")
    if missing := [each for each in ids if each not in known]:
        raise WrongSeason("players", f"there is no player {missing[0]!r}.")
    return [known[each] for each in ids]


def played(season: Season) -> list[Player]:
    """Who is on a season's roster, in its order."""
    places = season.roster.select_related("player__persona", "player__model").order_by("number")
    return [place.player for place in places]


def pooled(pool: Sequence[str]) -> list[Player]:
    """All players of these models whom new seasons invite."""
    models = Q(model__slug__in=pool)
    if HOUSE in pool:
        models |= Q(model__provider__in=LanguageModel.OFFLINE)
    players = Player.objects.filter(models, is_active=True, persona__written_for="")
    return [player for player in players.select_related("persona", "model").order_by("pk") if may_play(player)]


def best_and_drawn(series: Series, *, before: Season, number: int) -> Roster:
    """The best of the season before, and others by lot."""
    table = invited(ranked(before))
    best = table.players[: series.best]
    pool = pooled(series.pool) if series.pool else invited([*played(before), *listed(series.players)]).players
    others = sorted({player.player_id: player for player in pool if player not in best}.items())
    lot = new_secret() if series.by_lot else ""
    drawn = Dice(lot, series.slug, number).shuffled([player for _, player in others], series.by_lot) if lot else []
    would_be_best = [player for player in table.left_out if player in ranked(before)[: series.best]]
    return Roster((*best, *drawn), tuple(would_be_best), lot)


def ranked(season: Season) -> list[Player]:
    """The players of a season in the order of its table: surest first, then by their ids; without who is off it."""
    sums: dict[int, tuple[int, int, int]] = defaultdict(lambda: (0, 0, 0))
    rows = season.standings.order_by().values_list("player_id")
    for player, *told in rows.annotate(Sum("games"), Sum("wins"), Sum("draws")):
        sums[player] = (told[0], told[1], told[2])

    def merit(player: Player) -> tuple[float, int, str]:
        games, wins, draws = sums[player.pk]
        return (*scoring.merit(wins=wins, decided=scoring.decided(games=games, draws=draws)), player.player_id)

    off = players_off([season])
    return sorted((player for player in played(season) if (season.pk, player.pk) not in off), key=merit)
