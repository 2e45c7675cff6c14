"""Wild players of the glass box: kills, vents, reports and presses are rare among all orders, so they come first."""

from games.engine.dice import Dice
from games.engine.questions import SKIP, Act, Bid, BidToSpeak, Ordered, Pads
from games.engine.ship.orders import KNOWN

RARE = ("kill", "report", "vent", "emergency", "fix", "task", "fake task", "look")
LINES = (
    "Red lies.",
    "I saw Blue. Blue killed somebody!",
    "Pink and Green, where were you?",
    "I was alone all the time.",
    "",
    "",
)
EVERY_ORDER = sorted(KNOWN)


def wild_pads(dice: Dice) -> Pads:
    """A new text for a pad, now and then."""
    return {dice.pick(("plan", "meeting", "learned")): "A line.\nAnother one."} if dice.chance(0.1) else {}


def wild_orders(question: Act, dice: Dice) -> Ordered:
    """One to all the orders that may be given, rare ones first wherever they are legal."""
    rare = [action for action in question.actions if action.startswith(RARE)]
    first = dice.pick(rare if rare and dice.chance(0.6) else question.actions)
    later = [dice.pick(EVERY_ORDER) for _ in range(dice.below(question.most))]
    moves = [action for action in question.actions if action.startswith("move ")]
    if moves and dice.chance(0.5):  # so that some of the later ones are possible
        later = ["task", dice.pick(moves)][: question.most - 1]
    return Ordered((first, *later), wild_pads(dice))


def wild_bid(question: BidToSpeak, dice: Dice) -> Bid:
    """Talk of names, silence, and a vote only now and then."""
    vote = dice.pick((SKIP, *question.votes)) if question.votes and dice.chance(0.15) else None
    return Bid(dice.below(11), dice.pick(LINES), dice.pick(question.among), vote, wild_pads(dice))
