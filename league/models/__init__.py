"""Users and tokens; seasons and what they order; standings, from which every table of results is summed; acts."""

from league.models.account import Token, User
from league.models.act import Act
from league.models.figures import Figures
from league.models.season import Fixture, Season, SeasonPlayer, SeasonRules, Standing, new_secret

__all__ = [
    "Act",
    "Figures",
    "Fixture",
    "Season",
    "SeasonPlayer",
    "SeasonRules",
    "Standing",
    "Token",
    "User",
    "new_secret",
]
