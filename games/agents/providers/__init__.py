"""Who answers over the network: one protocol of asking, and a file for each that speaks it."""

from games.agents.providers.ladder import Ladder, Manners
from games.agents.providers.limits import Left
from games.agents.providers.provider import (
    NOTHING_BESIDES,
    Barred,
    Besides,
    Busy,
    Declined,
    Down,
    Effort,
    Lost,
    Oversized,
    Provider,
    ProviderError,
    Reply,
    Request,
    Retort,
    Rung,
    Unfit,
    Usage,
    reply_of,
)
from games.agents.providers.scripted import Scripted

__all__ = [
    "Provider",
    "Request",
    "Retort",
    "Reply",
    "Usage",
    "Left",
    "Rung",
    "Effort",
    "Besides",
    "NOTHING_BESIDES",
    "ProviderError",
    "Busy",
    "Down",
    "Lost",
    "Unfit",
    "Barred",
    "Declined",
    "Oversized",
    "reply_of",
    "Ladder",
    "Manners",
    "Scripted",
]
