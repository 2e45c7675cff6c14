"""Users, tokens, receipts; seasons, when they play, what they order and which follow by themselves; standings, of which
every table of results is summed; acts; signs of life, alerts and weights."""

from league.models.account import Token, User
from league.models.act import Act
from league.models.alert import Addressee, Alert, Telling, Watch
from league.models.boards import Board, Exclusion, Surplus
from league.models.calendar import Calendar, Slot
from league.models.figures import Figures
from league.models.fixture import Fixture, Learned, Standing
from league.models.process import Process
from league.models.receipt import Receipt
from league.models.season import Season, SeasonPlayer, SeasonRules, new_secret
from league.models.series import Series
from league.models.sums import AskingSum, Bill, Career, FiguresSum, GameSum, LatencySum, ModelCareer, Outcome, Version
from league.models.weight import Weight

__all__ = [
    "Act",
    "Addressee",
    "Alert",
    "AskingSum",
    "Bill",
    "Board",
    "Calendar",
    "Career",
    "Exclusion",
    "Figures",
    "FiguresSum",
    "Fixture",
    "GameSum",
    "LatencySum",
    "Learned",
    "ModelCareer",
    "Outcome",
    "Process",
    "Receipt",
    "Season",
    "SeasonPlayer",
    "SeasonRules",
    "Series",
    "Slot",
    "Standing",
    "Surplus",
    "Telling",
    "Token",
    "User",
    "Version",
    "Watch",
    "Weight",
    "new_secret",
]
