"""The mafia's talk by night: a proposal each, an answer to a partner who wants another, and then silence."""

from games.agents.house.deciding.nights import Deed, choose_kill, danger
from games.agents.house.mind.memory import Mind
from games.agents.house.speaking.plotting import plot_words
from games.agents.house.speaking.thinking import Thinking
from games.agents.house.speaking.wording import Sayings, Tongue
from games.engine.dice import Dice
from games.engine.events import Seat

MOST = 3  # messages of one mafioso in a night


def confer(mind: Mind, tongue: Tongue, dice: Dice) -> tuple[str | None, str]:
    """The words for the partners, or None; and the thought behind them."""
    town = tuple(seat for seat in mind.others() if seat not in mind.partners)
    deed = choose_kill(mind, town, dice)
    mine = [plot for plot in mind.plots if plot.seat == mind.me]
    thinking = Thinking(mind, dice)
    latest = {plot.seat: plot.target for plot in mind.plots}
    said = sum(message.seat == mind.me for message in mind.conferred)
    if said >= MOST or (mine and latest[mind.me] == deed.target):
        thinking.turn = mind.day + len(mind.conferred)
        return None, thinking.put("th_confer_silent", deed.target)
    sayings = Sayings()
    sayings.hear(mind.whispered, mind.names)
    words = plot_words(mind, deed, Tongue(mind.sheet, mind.names, sayings.shapes, dice, dialect=mind.dialect), dice)
    return words or None, thinking.of_plot(deed)


def choose_victim(mind: Mind, among: tuple[Seat | None, ...], dice: Dice) -> Deed:
    """The vote after the talk: for whom one proposed last, since partners count on it; without a word, as anywhere."""
    deed = choose_kill(mind, among, dice)
    proposed = next((plot.target for plot in reversed(mind.plots) if plot.seat == mind.me), None)
    if proposed is None or proposed not in among or proposed == deed.target:
        return deed
    return Deed(proposed, danger(mind, proposed)[1])
