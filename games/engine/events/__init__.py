"""What can be known: the whole vocabulary of events, a file for each part of a game."""

from games.engine.events.closing import Defaulted, Ended, Revealed
from games.engine.events.council import Defended, LastWords, Nominated, Nominees, Planned, Runoff
from games.engine.events.day import Lynched, NotLynched, Said, Vote, Voted
from games.engine.events.deal import Dealt, Partners, PhaseBegan, Pressed, Seated
from games.engine.events.event import KINDS, Event, Names, Seat, a, check_fields, known, listed, load, named, was
from games.engine.events.night import Died, Investigated, Plotted, Protected, QuietNight, Shot, Stopped, Targeted
from games.engine.events.talk import Conferred, KillVoted, Reasoned, Remarked, VotedWhy, moment

__all__ = [
    "Event",
    "KINDS",
    "Names",
    "Seat",
    "a",
    "check_fields",
    "known",
    "listed",
    "load",
    "named",
    "was",
    "Seated",
    "Dealt",
    "Partners",
    "PhaseBegan",
    "Pressed",
    "Plotted",
    "Targeted",
    "Protected",
    "Investigated",
    "Shot",
    "Stopped",
    "Died",
    "QuietNight",
    "Said",
    "Vote",
    "Voted",
    "Lynched",
    "NotLynched",
    "Planned",
    "Nominated",
    "Nominees",
    "Runoff",
    "Defended",
    "LastWords",
    "Remarked",
    "Conferred",
    "KillVoted",
    "Reasoned",
    "VotedWhy",
    "moment",
    "Ended",
    "Revealed",
    "Defaulted",
]
