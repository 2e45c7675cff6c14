"""What a player keeps of a round: what happened, who is suspicious and why, what to do next. Nobody else reads it."""

from games.agents.house.deciding.judgement import chances
from games.agents.house.deciding.nights import choose_kill
from games.agents.house.mind.memory import Mind
from games.agents.house.settling import percent
from games.agents.house.speaking.thinking import Thinking
from games.agents.house.speaking.wording import number
from games.engine.dice import Dice
from games.engine.events import Seat, listed
from games.engine.questions import Summary


def sum_up(mind: Mind, most: int, dice: Dice) -> tuple[Summary, str]:
    """The summary, in at most so many words, and the thought that goes with it."""
    thinking = Thinking(mind, dice)
    suspects = _suspects(mind)
    happened = " ".join(filter(None, [_night(mind), _vote(mind)])) or "Nobody died."
    strategy = _strategy(mind, suspects, dice)
    reasons = [f"{mind.name(seat)} ({share} %): {thinking.note(seat)}" for seat, share in suspects]
    summary = Summary(happened, " ".join(reasons), strategy)
    while summary.length > most and reasons:
        reasons.pop()
        summary = Summary(happened, " ".join(reasons), strategy)
    if summary.length > most:
        summary = Summary(" ".join(happened.split()[:most]), "", "")
    return summary, thinking.put("th_summary", suspects[0][0] if suspects else None)


def _suspects(mind: Mind) -> list[tuple[Seat, int]]:
    """The three likeliest to be hidden, as this mind would argue it, in per cent; partners are left out."""
    odds = {seat: chance for seat, chance in chances(mind).items() if seat not in mind.partners}
    ranked = sorted(odds, key=lambda seat: (-odds[seat], seat))[:3]
    return [(seat, percent(odds[seat])) for seat in ranked]


def _night(mind: Mind) -> str:
    dead = [death for death in mind.deaths if death.by_night and death.day == mind.day]
    told = [f"{mind.name(death.seat)}{f' ({death.role})' if death.role else ''}" for death in dead]
    return f"The night took {listed(told)}." if told else "The night was quiet."


def _vote(mind: Mind) -> str:
    votes = mind.votes.get(mind.day, {})
    fallen = mind.lynched.get(mind.day)
    if fallen is None:
        return "The vote lynched nobody."
    death = mind.death_of(fallen)
    was = f" ({death.role})" if death is not None and death.role else ""
    count = sum(target == fallen for target in votes.values())
    return f"We lynched {mind.name(fallen)}{was} with {number(count)} of {number(len(votes))} votes."


def _strategy(mind: Mind, suspects: list[tuple[Seat, int]], dice: Dice) -> str:
    names = [mind.name(seat) for seat, _ in suspects]
    if mind.team == "town":
        if not names:
            return "Listen first."
        second = f" Compare what {names[1]} says with what {names[1]} voted." if len(names) > 1 else ""
        return f"Ask {names[0]} early and vote there unless I hear better.{second}"
    mates = [mind.name(seat) for seat in sorted(mind.partners) if seat in mind.living]
    town = tuple(seat for seat in mind.others() if seat not in mind.partners)
    prey = choose_kill(mind, town, dice).target
    parts = [f"Tonight {mind.name(prey)}." if prey is not None else "", f"By day push {names[0]}." if names else ""]
    parts.append(f"Do not be seen agreeing with {listed(mates)}." if mates else "I am alone now, so make no noise.")
    return " ".join(filter(None, parts))
