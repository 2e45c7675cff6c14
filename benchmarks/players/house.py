"""How well the house plays a ruleset, beside players that choose uniformly, in one run.

    python benchmarks/players/house.py [GAMES] [--ruleset town-mafia] [--seats 9] [--option name=value]…

Prints the share of wins of the open team (town, crew) for each pairing of teams, with its standard error, and what a
spectator feels: how often the table votes, at the end of a day or of a meeting, and how often that removes nobody. The
games are the same ones at every run. 2,000 games a pairing take some minutes.
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

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from games.agents.offline import OfflinePlayer, play_out
from games.agents.played import Played as At
from games.agents.players import player_named
from games.agents.uniform import SENTENCE, Uniform
from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.moderator import Moderator
from games.engine.questions import BidToSpeak, Nominate, Question, React, Speak
from games.engine.rulesets import ruleset_named
from games.engine.table import Entry
from personas.sheet import FIRST_TWELVE, Sheet

# Who plays the open team (town, crew) and who the hidden one (mafia, impostors).
PAIRINGS = {
    "house against house": ("house", "house"),
    "house against uniform": ("house", "uniform"),
    "uniform against house": ("uniform", "house"),
    "uniform against uniform": ("uniform", "uniform"),
    "house without words": ("silent", "silent"),
}
REMOVED = ("lynched", "ejected")
NOBODY_REMOVED = ("not_lynched", "not_ejected")


@dataclass(frozen=True, slots=True)
class Silent:
    """A player whose every speech is replaced by one that says nothing."""

    player: OfflinePlayer
    provider: str = "silent"
    model: str = "silent"

    @property
    def sheet(self) -> Sheet | None:
        return self.player.sheet

    def reply(
        self, seat: Seat, question: Question[Any], view: Sequence[Entry], dice: Dice, played: At
    ) -> Mapping[str, Any]:
        answer = self.player.reply(seat, question, view, dice, played)
        speaks = isinstance(question, Speak | React | Nominate | BidToSpeak) and answer.get("message")
        return {**answer, "message": SENTENCE} if speaks else answer


@dataclass(frozen=True, slots=True)
class Played:
    """What the games of one pairing came to; shares are from 0 to 1."""

    games: int
    open_share: float
    votes_mean: float
    idle_votes_share: float
    answers: int
    seconds: float

    @property
    def error(self) -> float:
        """The standard error of the open team's share."""
        return sqrt(max(self.open_share * (1 - self.open_share), 1 / self.games) / self.games)


def seated(kind: str, place: int) -> OfflinePlayer:
    """The player of a kind for a place in the roster; the house also at a level, as in house/basic."""
    if kind == "uniform":
        return Uniform()
    if kind == "silent":
        return Silent(player_named("house", place % len(FIRST_TWELVE)))
    return player_named(kind, place % len(FIRST_TWELVE))


def play(
    games: int,
    *,
    open_team: str,
    hidden_team: str,
    seats: int = 9,
    ruleset: str = "town-mafia",
    given: Mapping[str, Any] = MappingProxyType({}),
) -> Played:
    """Plays a ruleset, the players of each team of a kind."""
    rules = ruleset_named(ruleset)
    options = rules.options_from(given, seats)
    won = removed = nobody = answers = 0
    began = time.process_time()
    for number in range(games):
        seed = f"house/{number}"
        deal = rules.deal(seed, seats, options)
        places = Dice(seed, "seating").shuffled(range(max(seats, len(FIRST_TWELVE))))
        players = [
            seated(open_team if role.team == rules.open_team else hidden_team, place)
            for role, place in zip(deal.roles, places, strict=False)
        ]
        moderator = play_out(Moderator(rules, options, deal, seed), players)
        kinds = [entry.event.kind for entry in moderator.ledger]
        won += moderator.winner == rules.open_team
        removed += sum(map(kinds.count, REMOVED))
        nobody += sum(map(kinds.count, NOBODY_REMOVED))
        answers += len(moderator.journal)
    seconds = time.process_time() - began
    votes = removed + nobody
    return Played(games, won / games, votes / games, nobody / max(1, votes), answers, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures how well the house plays.")
    parser.add_argument("games", type=int, nargs="?", default=200)
    parser.add_argument("--ruleset", default="town-mafia")
    parser.add_argument("--seats", type=int, default=9)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--pairing", action="append", choices=PAIRINGS)
    asked = parser.parse_args()
    given = dict(option.split("=", 1) for option in asked.option)
    rules = ruleset_named(asked.ruleset)
    print(f"{asked.ruleset}, {asked.games} games a pairing, {asked.seats} seats", *asked.option)  # noqa: T201
    for name in asked.pairing or PAIRINGS:
        one, other = PAIRINGS[name]
        played = play(
            asked.games, open_team=one, hidden_team=other, seats=asked.seats, ruleset=asked.ruleset, given=given
        )
        print(  # noqa: T201
            f"{name:24} {rules.open_team} {played.open_share:6.1%} ± {played.error:.1%}   "
            f"{played.votes_mean:.2f} votes, {played.idle_votes_share:.0%} without effect   "
            f"{played.answers / asked.games:.0f} answers a game, {played.answers / played.seconds:,.0f} a second",
            flush=True,
        )


if __name__ == "__main__":
    main()
