"""How fast does the engine play? Games between uniform players in one process, views, ledger and journal included.

    python benchmarks/engine.py [--ruleset town-mafia] [--seats 9] [--seconds 5] [--profile]

Prints answers a second of CPU time: of the games alone, with the hash of each game, and taken up again from its
journal with every event compared. On a busy machine compare runs side by side and trust the best of several.
"""

import argparse
import cProfile
import pstats
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from games.agents.offline import play_out
from games.agents.uniform import Uniform
from games.engine.moderator import Moderator
from games.engine.record import hash_of, lines
from games.engine.rulesets import ruleset_named

PLAYER = Uniform()


def played(slug: str, seats: int, seed: str) -> Moderator:
    """One game to its end."""
    ruleset = ruleset_named(slug)
    options = ruleset.options_from({}, seats)
    return play_out(Moderator(ruleset, options, ruleset.deal(seed, seats, options), seed), [PLAYER] * seats)


def hashed(game: Moderator) -> str:
    """The hash of a finished game."""
    told = lines(
        ruleset=game.ruleset.slug,
        revision=game.revision,
        options=game.options.plain(game.revision),
        deal=game.deal,
        ledger=(entry.plain() for entry in game.ledger),
        winner=game.winner or "",
        rounds=game.rounds,
    )
    return hash_of(told)


def taken_up(game: Moderator) -> Moderator:
    """The game played again from what would be stored of it."""
    ledger = [entry.plain() for entry in game.ledger]
    return Moderator(game.ruleset, game.options, game.deal, game.seed, journal=game.journal, ledger=ledger)


def rate(work: Callable[[str], Moderator], seconds: float) -> tuple[float, float]:
    """Answers a second of CPU time, and answers a game."""
    games = answers = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        answers += len(work(f"benchmark/{games}").journal)
        games += 1
    return answers / spent, answers / games


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--ruleset", default="town-mafia")
    parser.add_argument("--seats", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each of the three figures")
    parser.add_argument("--profile", action="store_true", help="show where the time of the games goes instead")
    given = parser.parse_args()

    def play(seed: str) -> Moderator:
        return played(given.ruleset, given.seats, seed)

    def play_and_hash(seed: str) -> Moderator:
        game = play(seed)
        hashed(game)
        return game

    def play_and_take_up(seed: str) -> Moderator:
        return taken_up(play(seed))

    if given.profile:
        profile = cProfile.Profile()
        profile.runcall(rate, play, given.seconds)
        pstats.Stats(profile).sort_stats("tottime").print_stats(25)
        return
    for name, work in (("played", play), ("and hashed", play_and_hash), ("and taken up again", play_and_take_up)):
        answers, per_game = rate(work, given.seconds)
        sys.stdout.write(
            f"{name:20s}{answers:10,.0f} answers/s  {1e6 / answers:6.1f} µs an answer, {per_game:.0f} a game\n"
        )


if __name__ == "__main__":
    main()
