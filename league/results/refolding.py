"""A season's results counted again from what its games say: standings, figures, sums and bills. Law: what differs is
corrected, told and recorded; what agrees is left as it is. What players remember is not counted again: lessons are
given back by their own acts (league.memories.undoing).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from games.models import Game
from league.access.acts import Actor, record_act
from league.models import Season
from league.results.bills import bill_season_again
from league.results.figures import count_rest, count_season
from league.results.scoring import Tally
from league.results.standings import Difference, recompute, record_missing_results
from league.results.sums import fold_season_again

AGREES: Final = {"standings": "as the games say"}  # what is told of a look that found nothing wrong


@dataclass(frozen=True, slots=True)
class Refold:
    """What counting a season again came to: games that had not been counted, standings that said something else, and
    what else was wrong, in words; `rows` is how many standings it has, `kept` are games that this release cannot count
    again, of which stays what was counted."""

    missing: list[Game]
    differences: list[Difference]
    sums: list[str]
    rows: int
    kept: list[Game]

    @property
    def is_identical(self) -> bool:
        return not (self.missing or self.differences or self.sums)

    def lines(self, name: str) -> Iterator[str]:
        """It in sentences, of a season with this name."""
        for game in self.missing:
            yield f"game {game.public_id} had not been counted"
        for each in self.differences:
            yield f"{each.player_id} as {each.role}: was {told_tally(each.was)}; is {told_tally(each.now)}"
        yield from self.sums
        if self.is_identical:
            yield f"identical: {self.rows} rows of {name} are as the games say"
        for game in self.kept:
            yield f"game {game.public_id} cannot be counted again: the figures that it had stay"

    @property
    def told(self) -> dict[str, Any]:
        """It as JSON."""
        return {
            "missing": [game.public_id for game in self.missing],
            "differences": [
                {"player": each.player_id, "role": each.role, "was": each.was._asdict(), "now": each.now._asdict()}
                for each in self.differences
            ],
            "sums": self.sums,
            "kept": [game.public_id for game in self.kept],
        }


def refold_season(*, season: Season, now: datetime, by: Actor, reason: str = "") -> Refold:
    """Counts all results of a season again and corrects what differed. That somebody did is an act, with what was
    corrected."""
    missing = record_missing_results(now=now, season=season)
    with transaction.atomic():
        found = recompute(season=season)
        before = {f"{each.player_id} as {each.role}": told_tally(each.was) for each in found}
        after = {f"{each.player_id} as {each.role}": told_tally(each.now) for each in found} or AGREES
        record_act(by=by, verb="refold", row=season, before=before, after=after, reason=reason)
    count_rest(season=season)  # figures that are late are no fault of the sums
    kept = count_season(season=season)
    with transaction.atomic():
        sums = fold_season_again(season=season)
        if bill_season_again(season=season):
            sums.append("bills differed")
        if sums:
            before, after = {"sums": "; ".join(sums)}, {"sums": "added up again"}
            record_act(by=by, verb="refold", row=season, before=before, after=after, reason=reason)
    return Refold(missing, found, sums, season.standings.count(), kept)


def told_tally(tally: Tally) -> str:
    """A sum in words."""
    told = f"{tally.wins} of {tally.games} won, {tally.draws} drawn, {tally.survived} survived"
    return f"{told}, {tally.defaults} of {tally.answers} answers by default" if tally.answers else told
