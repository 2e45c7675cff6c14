"""The mafia among themselves: plans in night zero, which they keep to, and proposals in two blind rounds.

Nobody hears another's words before all are said, so each keeps to phrases of its own. What a plan announces is what
its author will do: whom to doubt for show (cover.py draws it), whom to suspect first (judgement.py adds it up), what
to claim when cornered (claiming.py), and that the lowest seat settles a quarrel.
"""

from collections import Counter
from typing import Any

from games.agents.house.deciding.cover import living_partners, to_doubt
from games.agents.house.deciding.nights import Deed, choose_kill
from games.agents.house.mind.memory import Mind
from games.agents.house.speaking.plotting import plot_words
from games.agents.house.speaking.thinking import Thinking
from games.agents.house.speaking.wording import Sayings, Tongue
from games.engine.dice import Dice
from games.engine.events import Seat


def secret_tongue(mind: Mind, dice: Dice) -> Tongue:
    """A tongue for partners alone: it knows what they have said among themselves."""
    sayings = Sayings()
    sayings.hear(mind.whispered, mind.names)
    tongue = Tongue(mind.sheet, mind.names, sayings.shapes, dice, dialect=mind.dialect)
    tongue.speaks_with(living_partners(mind), mind.me)
    return tongue


def plan(mind: Mind, tongue: Tongue, dice: Dice) -> dict[str, Any]:
    """A plan for the partners: a signal, a cover story, a first suspect, and who settles a quarrel."""
    tongue = secret_tongue(mind, dice)
    town = [seat for seat in mind.others() if seat not in mind.partners]
    lowest = min(mind.me, *mind.partners)
    said: list[str | None] = [tongue.say("plan_open", {})]
    if (doubted := to_doubt(mind)) is not None:
        said.append(tongue.say("plan_doubt", {"b": mind.name(doubted)}))
    else:
        said.append(tongue.say("plan_apart", {}))
    covers = ("doctor", "sheriff", "villager") if mind.level.bluffs else ("villager",)
    said.append(tongue.say(f"plan_cover_{dice.pick(covers)}", {}))
    said.append(tongue.say("plan_suspect", {"a": mind.name(dice.pick(town))}))
    if not mind.level.plots:
        pass  # it keeps to nothing of the kind
    elif dice.chance(0.6):
        settles = "plan_settle_me" if lowest == mind.me else "plan_settle"
        said.append(tongue.say(settles, {"b": mind.name(lowest)}))
    else:
        said.append(tongue.say("plan_kill", {}))
    words = " ".join(sentence for sentence in said if sentence is not None)
    return {"message": words or "Quiet, and apart.", "thought": Thinking(mind, dice).put("th_plan")}


def propose(mind: Mind, among: tuple[Seat | None, ...], dice: Dice) -> dict[str, Any]:
    """A proposal with a word: one's own wish first, then what most of us want, or the lowest seat where we differ."""
    deed = choose_kill(mind, among, dice)
    if mind.plots and mind.level.plots and (agreed := common_wish(mind)) in among:
        deed = Deed(agreed, deed.why if deed.target == agreed else "nobody_suspects")
    words = plot_words(mind, deed, secret_tongue(mind, dice), dice)
    return {"thought": Thinking(mind, dice).of_plot(deed), "message": words, "target": deed.target}


def common_wish(mind: Mind) -> Seat | None:
    """What most proposed in the first round; among equals what the lowest of the seats that proposed them did."""
    tally = Counter(plot.target for plot in mind.plots)
    most = max(tally.values())
    return next(plot.target for plot in sorted(mind.plots, key=lambda plot: plot.seat) if tally[plot.target] == most)
