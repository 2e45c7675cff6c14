"""How much weaker the house plays at each strategy level, on either side against the house as it plays best.

    python benchmarks/players/levels.py [GAMES] [--ruleset town-mafia] [--seats 9] [--option name=value]…

Prints by rule book and side how often that side wins at each level, with its standard error, and how much more often
than at the level below, with the standard error of that: the games of all levels have the same seeds, deals and
characters, so the difference is of pairs. Where it is within 1.96 of them two levels are not told apart, and the line
says so. 2,000 games a level take two minutes for Town Mafia and a quarter of an hour for Glass Box.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.players.house import seated
from games.agents.house.levels import ADVANCED, LEVELS
from games.agents.offline import play_out
from games.engine.dice import Dice
from games.engine.moderator import Moderator
from games.engine.ruleset import Options, Ruleset
from games.engine.rulesets import all_rulesets, ruleset_named
from personas.sheet import FIRST_TWELVE

BEST = ADVANCED.name
CERTAIN = 1.96  # standard errors either way hold 95 of 100 such differences


def won(rules: Ruleset[Any], options: Options, seats: int, seed: str, *, open_team: str, hidden_team: str) -> str:
    """Which team wins a game between players of these levels."""
    deal = rules.deal(seed, seats, options)
    places = Dice(seed, "seating").shuffled(range(max(seats, len(FIRST_TWELVE))))
    levels = {rules.open_team: open_team, rules.hidden_team: hidden_team}
    players = [seated(f"house/{levels[role.team]}", place) for role, place in zip(deal.roles, places, strict=False)]
    return play_out(Moderator(rules, options, deal, seed), players).winner or ""


def at_their_best(rules: Ruleset[Any], options: Options, seats: int, games: int) -> list[str]:
    """Who won each game between the best on both sides: the same games for either side."""
    return [won(rules, options, seats, f"house/{number}", open_team=BEST, hidden_team=BEST) for number in range(games)]


def wins(rules: Ruleset[Any], options: Options, seats: int, *, games: int, team: str, level: str) -> list[int]:
    """Whether a team won each game (1) or not (0) that played at this level against the best."""
    is_open = team == rules.open_team
    levels = {"open_team": level if is_open else BEST, "hidden_team": BEST if is_open else level}
    return [int(won(rules, options, seats, f"house/{number}", **levels) == team) for number in range(games)]


def share(results: Sequence[int]) -> tuple[float, float]:
    """The mean and its standard error."""
    number = len(results)
    mean = sum(results) / number
    spread = sum((each - mean) ** 2 for each in results) / max(1, number - 1)
    return mean, sqrt(max(spread, 1 / number) / number)


def measure(slug: str, games: int, seats: int | None, given: Mapping[str, Any]) -> None:
    rules = ruleset_named(slug)
    at = rules.default_seats if seats is None else seats
    options = rules.options_from(given, at)
    say(f"{slug}, {games} games a level, {at} seats")
    best = at_their_best(rules, options, at, games)
    for team in (rules.open_team, rules.hidden_team):
        below: list[int] | None = None
        for level in LEVELS:
            if level == BEST:
                results = [int(winner == team) for winner in best]
            else:
                results = wins(rules, options, at, games=games, team=team, level=level)
            mean, error = share(results)
            told = f"  {team:10} {level:13} wins {mean:6.1%} ± {error:.1%}"
            if below is not None:
                more, error = share([one - other for one, other in zip(results, below, strict=True)])
                told += f"   {100 * more:+.1f} ± {100 * error:.1f} points{remark(more, error)}"
            say(told)
            below = results


def remark(more: float, error: float) -> str:
    """What is to be said of a level beside the one below it."""
    if more > CERTAIN * error:
        return ""
    return "   not told apart" if more > -CERTAIN * error else "   WEAKER"


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures how much weaker the house plays at each level.")
    parser.add_argument("games", type=int, nargs="?", default=200)
    parser.add_argument("--ruleset", action="append", choices=all_rulesets(), help="all of them, unless one is named")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    asked = parser.parse_args()
    given = dict(option.split("=", 1) for option in asked.option)
    for slug in asked.ruleset or all_rulesets():
        measure(slug, asked.games, asked.seats, given)


if __name__ == "__main__":
    main()
