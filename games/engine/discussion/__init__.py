"""How the living talk: procedures that any ruleset can call, a file for each way of talking. They name no ruleset."""

from games.engine.discussion.bidding import BiddingOptions, bid_until_voted
from games.engine.discussion.naming import seats_named
from games.engine.discussion.reactive import Floor, talk_freely
from games.engine.discussion.rounds import speak_in_turn
from games.engine.discussion.workings import Bidding, Priced, Woken

__all__ = [
    "Bidding",
    "BiddingOptions",
    "Floor",
    "Priced",
    "Woken",
    "bid_until_voted",
    "seats_named",
    "speak_in_turn",
    "talk_freely",
]
