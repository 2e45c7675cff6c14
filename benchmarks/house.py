"""How well the house plays a ruleset, beside players that choose uniformly, in one run.

    python benchmarks/house.py [GAMES] [--ruleset town-mafia] [--seats 9] [--option name=value]…

Prints the town's share of wins for each pairing of teams, with its standard error, and what a spectator feels: days a
game and days without a lynch. The games are the same ones at every run. 2,000 games a pairing take some minutes.
"""

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from types import MappingProxyType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.agents.offline import OfflinePlayer, play_out
from games.agents.players import player_named
from games.agents.uniform import SENTENCE, Uniform
from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.moderator import Moderator
from games.engine.questions import Nominate, Question, React, Speak
from games.engine.rulesets import ruleset_named
from games.engine.table import Entry
from personas.sheet import ROSTER, Sheet

PAIRINGS = {
    "house town, house mafia": ("house", "house"),
    "house town, uniform mafia": ("house", "uniform"),
    "uniform town, house mafia": ("uniform", "house"),
    "uniform town, uniform mafia": ("uniform", "uniform"),
    "house without words": ("silent", "silent"),
}


@dataclass(frozen=True, slots=True)
class Silent:
    """A player whose every speech is replaced by one that says nothing."""

    player: OfflinePlayer
    provider: str = "silent"
    model: str = "silent"

    @property
    def sheet(self) -> Sheet | None:
        return self.player.sheet

    def reply(self, seat: Seat, question: Question[Any], view: Sequence[Entry], dice: Dice) -> Mapping[str, Any]:
        answer = self.player.reply(seat, question, view, dice)
        return {**answer, "message": SENTENCE} if isinstance(question, Speak | React | Nominate) else answer


@dataclass(frozen=True, slots=True)
class Played:
    """What the games of one pairing came to; shares are from 0 to 1."""

    games: int
    town_share: float
    days_mean: float
    quiet_days_share: float
    answers: int
    seconds: float

    @property
    def error(self) -> float:
        """The standard error of the town's share."""
        return sqrt(max(self.town_share * (1 - self.town_share), 1 / self.games) / self.games)


def seated(kind: str, place: int) -> OfflinePlayer:
    """The player of a kind for a place in the roster."""
    if kind == "uniform":
        return Uniform()
    character = player_named("house", place % len(ROSTER))
    return Silent(character) if kind == "silent" else character


def play(
    games: int,
    *,
    town: str,
    mafia: str,
    seats: int = 9,
    ruleset: str = "town-mafia",
    given: Mapping[str, Any] = MappingProxyType({}),
) -> Played:
    """Plays a ruleset, the players of each team of a kind."""
    rules = ruleset_named(ruleset)
    options = rules.options_from(given, seats)
    won = quiet = lynched = answers = 0
    began = time.process_time()
    for number in range(games):
        seed = f"house/{number}"
        deal = rules.deal(seed, seats, options)
        places = Dice(seed, "seating").shuffled(range(max(seats, len(ROSTER))))
        players = [
            seated(town if role.team == rules.open_team else mafia, place)
            for role, place in zip(deal.roles, places, strict=False)
        ]
        moderator = play_out(Moderator(rules, options, deal, seed), players)
        kinds = [entry.event.kind for entry in moderator.ledger]
        won += moderator.winner == rules.open_team
        quiet += kinds.count("not_lynched")
        lynched += kinds.count("lynched")
        answers += len(moderator.journal)
    seconds = time.process_time() - began
    days = quiet + lynched
    return Played(games, won / games, days / games, quiet / max(1, quiet + lynched), answers, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures how well the house plays.")
    parser.add_argument("games", type=int, nargs="?", default=200)
    parser.add_argument("--ruleset", default="town-mafia")
    parser.add_argument("--seats", type=int, default=9)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--pairing", action="append", choices=PAIRINGS)
    asked = parser.parse_args()
    given = dict(option.split("=", 1) for option in asked.option)
    print(f"{asked.ruleset}, {asked.games} games a pairing, {asked.seats} seats", *asked.option)  # noqa: T201
    for name in asked.pairing or PAIRINGS:
        town, mafia = PAIRINGS[name]
        played = play(asked.games, town=town, mafia=mafia, seats=asked.seats, ruleset=asked.ruleset, given=given)
        print(  # noqa: T201
            f"{name:28} town {played.town_share:6.1%} ± {played.error:.1%}   {played.days_mean:.2f} days, "
            f"{played.quiet_days_share:.0%} without a lynch   {played.answers / played.seconds:,.0f} answers/s"
        )


if __name__ == "__main__":
    main()
