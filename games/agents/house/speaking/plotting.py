"""What a mafioso says to partners at night, with reasons."""

from games.agents.house.deciding.cover import to_doubt
from games.agents.house.deciding.judgement import aim
from games.agents.house.deciding.nights import Deed
from games.agents.house.mind.memory import Mind
from games.agents.house.speaking.wording import Tongue
from games.engine.dice import Dice
from games.engine.events import Seat


def plot_words(mind: Mind, deed: Deed, tongue: Tongue, dice: Dice) -> str:
    """The words that go with a proposal: a choice, a reason, and now and then a plan for the day."""
    target = deed.target
    if target is None:
        return ""
    said = [plot for plot in mind.plots if plot.seat != mind.me]
    fellow = next((plot.seat for plot in reversed(said) if plot.target == target), None)
    rival = next((plot.seat for plot in reversed(said) if plot.target not in (None, target)), None)
    mates = [seat for seat in sorted(mind.partners) if seat in mind.living]
    names = {"a": mind.name(target)}
    sentences = []

    def add(intent: str, **seats: Seat) -> None:
        sentence = tongue.say(intent, names | {slot: mind.name(seat) for slot, seat in seats.items()})
        if sentence is not None:
            sentences.append(sentence)

    lost = [death.seat for death in mind.deaths if death.seat in mind.partners and death.day == mind.day - 1]
    if lost and not mind.plots:
        add("plot_loss", c=lost[-1])
    if fellow is not None:
        add("plot_agree", b=fellow)
    elif rival is not None:
        add("plot_differ", b=rival)
    elif mind.day == 1:
        add("plot_first")
    else:
        add("plot")
    missed = mind.targets.get(mind.day - 1)
    if (
        mind.day > 1
        and missed is not None
        and missed != target
        and mind.day - 1 in mind.quiet_nights
        and dice.chance(0.5)
    ):
        add("why_saved")
    elif mind.day > 1 and (fellow is None or dice.chance(0.4)):
        add(f"why_{deed.why}")
    if (doubted := to_doubt(mind)) is not None and dice.chance(0.4):
        add("plot_feint", b=doubted)
    elif mind.day > 1 and dice.chance(0.45):
        scapegoat = aim(mind, dice).target
        if scapegoat is not None and scapegoat != target and scapegoat not in mind.partners:
            add("plot_frame", c=scapegoat)
    elif mates and dice.chance(0.4):
        add("plot_care", b=dice.pick(mates))
    return " ".join(sentences)
