"""The record of what is played; one file for each thing recorded, and `releases`: whose tables they are."""

from games.models.account import Account, KillSwitch
from games.models.answer import Answer
from games.models.call import Call, CallRecord, CallText
from games.models.event import Event
from games.models.game import Game, Seat, SeatSetting, Substitution, new_public_id
from games.models.narration import Narration
from games.models.outbox import Outbox
from games.models.reflection import Reflection

__all__ = [
    "Account",
    "Answer",
    "Call",
    "CallRecord",
    "CallText",
    "Event",
    "Game",
    "KillSwitch",
    "Narration",
    "Outbox",
    "Reflection",
    "Seat",
    "SeatSetting",
    "Substitution",
    "new_public_id",
]
