"""Whether learning helps the house: the same games with learners on one side and without.

    python benchmarks/players/learning.py [GAMES] [--ruleset town-mafia] [--seats 8] [--secret learn-1]…
        [--option name=value]…

A season has twelve house players, eight of whom sit at each of its tables; game n is dealt from its secret and n. It is
played three times: nobody learns; whoever is dealt the open team plays by what it has learned; whoever is dealt the
hidden team does. All twelve count each game of theirs, whatever they were dealt, in the order of games, and sit down
with what they had learned eight games ago. Prints by how much the side that learns wins more of the same games, with
the 95 % interval of the pairs' differences. 500 games a season, five seasons: 2,500 pairs a side.
"""

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from types import MappingProxyType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from games.agents.house import House
from games.agents.offline import play_out
from games.agents.signs import sightings
from games.engine.dice import Dice
from games.engine.moderator import Moderator
from games.engine.ruleset import Ruleset
from games.engine.rulesets import ruleset_named
from personas.experience import EMPTY, Experience, Game, fold
from personas.sheet import FIRST_TWELVE

SECRETS = tuple(f"learn-{number}" for number in range(1, 6))
LAG = 8
NINETY_FIVE = 1.96
EVERYBODY = "everybody"


@dataclass(slots=True)
class Season:
    """The games of one season so far, of which one side learns: what each player has counted, game by game."""

    rules: Ruleset[Any]
    learns: str  # a team, EVERYBODY, or "" for nobody
    learned: list[tuple[Experience, ...]] = field(default_factory=lambda: [(EMPTY,) * len(FIRST_TWELVE)])

    def seated(self, team: str, number: int, player: int, known: tuple[str, ...]) -> House:
        """A player at the table of a game."""
        if self.learns not in (team, EVERYBODY):
            return House(FIRST_TWELVE[player])
        experience = self.learned[max(0, number + 1 - LAG)][player]
        return House(FIRST_TWELVE[player], experience, known)

    def count(self, moderator: Moderator, places: Sequence[int], known: tuple[str, ...]) -> None:
        """Takes in a game that is over."""
        deal = moderator.deal
        hidden = frozenset(seat for seat, role in enumerate(deal.roles) if role.team == self.rules.hidden_team)
        now = list(self.learned[-1])
        for seat, player in enumerate(places) if self.learns else ():
            seen = sightings(moderator.ledger, seat, self.rules, moderator.options, deal.aliases)
            now[player] = fold(
                now[player],
                Game(
                    ruleset=self.rules.slug,
                    seats=len(places),
                    seat=seat,
                    team=deal.roles[seat].team,
                    winner=moderator.winner or "",
                    hidden=hidden,
                    sightings=seen,
                    players=known or None,
                ),
            )
        self.learned.append(tuple(now))


def play(season: Season, secret: str, number: int, seats: int, given: Mapping[str, Any]) -> str:
    """Plays a game of a season and takes it in; returns who won."""
    rules, seed = season.rules, f"{secret}/{number}"
    options = rules.options_from(given, seats)
    places = Dice(seed, "seating").shuffled(range(len(FIRST_TWELVE)))[:seats]
    names = [FIRST_TWELVE[place].name for place in places]
    deal = rules.deal(seed, seats, options, names)
    known = tuple(FIRST_TWELVE[place].slug for place in places) if options.names == "persona" else ()
    players = [season.seated(role.team, number, place, known) for role, place in zip(deal.roles, places, strict=True)]
    moderator = play_out(Moderator(rules, options, deal, seed), players)
    season.count(moderator, places, known)
    return moderator.winner or ""


@dataclass(frozen=True, slots=True)
class Compared:
    """Games of one side, played alike but for its learning: the shares of wins, and their difference."""

    pairs: int
    without: float
    with_it: float
    spread: float  # the standard deviation of the differences

    @property
    def ahead(self) -> float:
        return self.with_it - self.without

    @property
    def interval(self) -> float:
        """Half of the 95 % interval of the difference."""
        return NINETY_FIVE * self.spread / sqrt(self.pairs)


def compared(team: str, without: Sequence[str], with_it: Sequence[str]) -> Compared:
    """What learning came to for a team, by the winners of the same games in the same order."""
    differences = [(one == team) - (other == team) for one, other in zip(with_it, without, strict=True)]
    pairs = len(differences)
    mean = sum(differences) / pairs
    spread = sqrt(sum((each - mean) ** 2 for each in differences) / max(1, pairs - 1))
    shares = [sum(winner == team for winner in winners) / pairs for winners in (without, with_it)]
    return Compared(pairs, shares[0], shares[1], spread)


def played(
    rules: Ruleset[Any], learns: str, secret: str, games: int, seats: int, given: Mapping[str, Any]
) -> list[str]:
    """The winners of a season's games."""
    season = Season(rules, learns)
    return [play(season, secret, number, seats, given) for number in range(games)]


def told(team: str, found: Compared) -> str:
    return (
        f"{team:10} {found.without:6.1%} without, {found.with_it:6.1%} with learning: "
        f"{found.ahead:+.1%} ± {found.interval:.1%} of {found.pairs} pairs"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures whether learning helps the house.")
    parser.add_argument("games", type=int, nargs="?", default=100, help="of each season")
    parser.add_argument("--ruleset", default="town-mafia")
    parser.add_argument("--seats", type=int, default=8)
    parser.add_argument("--secret", action="append", metavar="TEXT")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--side", action="append", metavar="TEAM")
    asked = parser.parse_args()
    given = MappingProxyType(dict(option.split("=", 1) for option in asked.option))
    rules = ruleset_named(asked.ruleset)
    secrets = asked.secret or SECRETS
    sides = asked.side or (rules.open_team, rules.hidden_team)
    winners: dict[str, list[str]] = {learns: [] for learns in ("", *sides)}
    print(f"{asked.ruleset}, {asked.seats} seats, {asked.games} games of {', '.join(secrets)}", *asked.option)  # noqa: T201
    began = time.process_time()
    for secret in secrets:
        for learns, found in winners.items():
            found += played(rules, learns, secret, asked.games, asked.seats, given)
        for side in sides:
            print(f"{secret:10} so far:", told(side, compared(side, winners[""], winners[side])), flush=True)  # noqa: T201
    print(f"{time.process_time() - began:.0f} s of CPU")  # noqa: T201


if __name__ == "__main__":
    main()
