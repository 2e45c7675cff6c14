"""How fast does the engine play? Games between uniform players in one process, views, ledger and journal included.

    python benchmarks/speed/engine.py [--ruleset SLUG] [--seats N] [--seconds 0.3] [--turns 12] [--peer] [--profile]

Everything is measured in CPU time, pinned to one core, in short turns (one figure of each, then again). A machine that
is shared is now fast and now slow, for minutes: so a ratio is taken within each turn, of two figures that were measured
one after the other, each after a moment in which caches warm, and told is the median of all turns.

Beside the engine alone stands what `simulate` does: the deal, the same play, the hash over all events.

`--peer` measures beside textarena's SecretMafia-v0 with as many players as sit at the table, 6 to 15 (at other tables
nothing is compared), in a process and an environment of its own that is made in a temporary folder (from the package
index); `--peer-python` names one that has it. Other rule books than town-mafia ask and tell other things: theirs is a
comparison by the answer. Exits with 1 when `simulate` at a table of nine of town-mafia, where that is measured, is
below twice the peer.
"""

import argparse
import cProfile
import os
import pstats
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import django

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from games.agents.offline import OfflinePlayer, play_out
from games.agents.played import Played
from games.agents.players import player_named
from games.agents.uniform import Uniform
from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.moderator import Moderator
from games.engine.questions import Question
from games.engine.record import hash_of_finished
from games.engine.rulesets import all_rulesets, ruleset_named
from games.engine.table import Entry

if TYPE_CHECKING:
    from games.terminal.arguments import Setting

LARGE = 15  # seats
WARM = 0.05  # seconds
PEER = Path(__file__).with_name("peers") / "secret_mafia.py"
PEER_PACKAGE = "textarena==0.7.4"
PEER_SEATS = range(6, 16)  # it says 5 to 15, and refuses 5
BAR = ("town-mafia", 9, 2.0)  # how many times as fast as the peer `simulate` is at this table, at the least


@dataclass(frozen=True, slots=True)
class Peaceful(Uniform):
    """A uniform player who names nobody wherever that is legal, so that a game lasts as long as it may."""

    def reply(
        self, seat: Seat, question: Question[Any], view: Sequence[Entry], dice: Dice, played: Played
    ) -> dict[str, Any]:
        answer = Uniform.reply(self, seat, question, view, dice, played)
        return answer | {"target": None} if None in getattr(question, "among", ()) else answer


def played(slug: str, seats: int, seed: str, player: OfflinePlayer | None = None, **options: Any) -> Moderator:
    """One game to its end."""
    ruleset = ruleset_named(slug)
    chosen = ruleset.options_from(options, seats)
    players = [player or Uniform()] * seats
    return play_out(Moderator(ruleset, chosen, ruleset.deal(seed, seats, chosen), seed), players)


def simulated(setting: "Setting", seed: str) -> Moderator:
    """One game as `simulate` plays it."""
    players = setting.seated_offline(seed)
    game = play_out(setting.begin(seed, players), players)
    hash_of_finished(game)
    return game


def setting_of(slug: str, seats: int) -> "Setting":
    """What `simulate --ruleset SLUG --seats N --players uniform` plays."""
    ruleset = ruleset_named(slug)
    from games.terminal.arguments import Setting  # it knows stored players: not before django.setup()

    return Setting(ruleset, ruleset.options_from({}, seats), seats, ("uniform",), {}, None)


def taken_up(game: Moderator, ledger: Sequence[dict[str, Any]]) -> Moderator:
    """The game played again from what would be stored of it."""
    return Moderator(game.ruleset, game.options, game.deal, game.seed, journal=game.journal, ledger=ledger)


@dataclass(frozen=True, slots=True)
class Rate:
    """Answers and seconds of CPU time of some games."""

    answers: int
    seconds: float
    games: int = 1

    @property
    def per_second(self) -> float:
        return self.answers / self.seconds


def rate(work: Callable[[str], Moderator], seconds: float) -> Rate:
    """Plays one game after another for so many seconds, after a moment that does not count."""
    began = time.process_time()
    while time.process_time() - began < WARM:
        work("benchmark/warm")
    games = answers = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        answers += len(work(f"benchmark/{games}").journal)
        games += 1
    return Rate(answers, spent, games)


class Peer:
    """The peer's process, which plays when it is told to."""

    def __init__(self, python: Path) -> None:
        self._process = subprocess.Popen(
            [python, PEER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={"PATH": "/usr/bin"},
        )

    def rate(self, players: int, seconds: float) -> Rate:
        """Its games of so many players for so many seconds."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        for length in (WARM, seconds):
            self._process.stdin.write(f"{players} {length}\n")
            self._process.stdin.flush()
            decisions, spent = self._process.stdout.readline().split()
        return Rate(int(decisions), float(spent))

    def close(self) -> None:
        """Ends it."""
        self._process.communicate()


def make_peer(folder: Path) -> Path:
    """An environment with the peer in it; returns its interpreter."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", PEER_PACKAGE], check=True)
    return python


def tables(given: argparse.Namespace) -> list[tuple[str, int]]:
    """The rulesets and sizes that are measured."""
    chosen = [given.ruleset] if given.ruleset else list(all_rulesets())
    for slug in chosen:
        rules = ruleset_named(slug)
        usual = (rules.seats[0], 7, 8, 9, 15, rules.seats[-1])
        sizes = [given.seats] if given.seats else sorted({size for size in usual if size in rules.seats})
        yield from ((slug, size) for size in sizes)


def tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def measure(given: argparse.Namespace, peer: Peer | None) -> bool:
    """Each ruleset, its sizes in turn, each beside the peer, the large table also beside the one of 7. Returns whether
    the bar is met, or could not be looked at."""
    asked = list(tables(given))
    rates: dict[tuple[str, int], list[Rate]] = {each: [] for each in asked}
    whole: dict[tuple[str, int], list[Rate]] = {each: [] for each in asked}
    peers: dict[tuple[str, int], list[Rate]] = {each: [] for each in asked}
    sevens: dict[tuple[str, int], list[Rate]] = {
        each: [] for each in asked if each[1] == LARGE and (each[0], 7) in asked
    }
    for ruleset in dict.fromkeys(slug for slug, _ in asked):  # one by one, as the interpreter adapts to what it runs
        for _ in range(given.turns):
            for slug, seats in asked:
                if slug != ruleset:
                    continue
                rates[slug, seats].append(rate(lambda seed, s=slug, n=seats: played(s, n, seed), given.seconds))
                if (slug, seats) in sevens:
                    sevens[slug, seats].append(rate(lambda seed, s=slug: played(s, 7, seed), given.seconds))
                if peer and seats in PEER_SEATS:
                    peers[slug, seats].append(peer.rate(seats, given.seconds))
                setting = setting_of(slug, seats)
                whole[slug, seats].append(rate(lambda seed, s=setting: simulated(s, seed), given.seconds))
    for (slug, seats), measured in rates.items():
        answers = median(each.per_second for each in measured)
        per_game = sum(each.answers for each in measured) / sum(each.games for each in measured)
        beside, ratio = peers[slug, seats], ""
        if beside:
            decisions = median(each.per_second for each in beside)
            ratio = f"{ratio_of(measured, beside):6.2f} times the peer's {decisions:,.0f}, "
            ratio += f"simulated {ratio_of(whole[slug, seats], beside):.2f} times"
        if (slug, seats) in sevens:
            ratio += f", {ratio_of(measured, sevens[slug, seats]):.2f} times its own rate at 7"
        simulating = median(each.per_second for each in whole[slug, seats])
        told = f"{answers:10,.0f} answers/s {1e6 / answers:7.1f} µs, simulated {simulating:10,.0f}"
        tell(f"{slug:24s}{seats:4d} {told}  {per_game:5.0f} a game {ratio}")
    slug, seats, least = BAR
    if not peers.get((slug, seats)):
        return True
    found = ratio_of(whole[slug, seats], peers[slug, seats])
    missed = "" if found >= least else "  MISSED"
    tell(f"`simulate` at {seats} seats of {slug} is {found:.2f} times the peer at as many (at least {least}){missed}")
    return not missed


def ratio_of(some: Sequence[Rate], others: Sequence[Rate]) -> float:
    """The median of the ratios within each turn."""
    return median(one.per_second / other.per_second for one, other in zip(some, others, strict=True))


def measure_shape(seconds: float, turns: int) -> None:
    """What an answer costs as the table and the game grow: Town Mafia that lasts 3, 10 and 30 rounds.

    Two ratios are told: between tables of 5, 10 and 20 seats over 30 rounds, and of 30 rounds to 3 at one table. (A
    short game at a small table also bears the cost of its deal, which is the same for 30 answers as for 3,000.)
    """
    sizes, lengths = (5, 10, 20), (3, 10, 30)
    costs: dict[tuple[int, int], list[float]] = {}
    for _ in range(turns):
        for rounds in lengths:
            for seats in sizes:
                lasting = {"max_rounds": rounds, "quiet_rounds": 100}
                found = rate(lambda seed, n=seats, o=lasting: played("town-mafia", n, seed, Peaceful(), **o), seconds)
                costs.setdefault((seats, rounds), []).append(1e6 / found.per_second)
    means = [sum(turn) / len(turn) for turn in zip(*costs.values(), strict=True)]
    middle = {key: median(cost / mean for cost, mean in zip(each, means, strict=True)) for key, each in costs.items()}
    for (seats, rounds), each in costs.items():
        share = middle[seats, rounds]
        tell(f"{seats:4d} seats, {rounds:2d} rounds {median(each):7.1f} µs an answer, {share:.2f} of the mean")
    longest = [middle[seats, lengths[-1]] for seats in sizes]
    growth = [middle[seats, lengths[-1]] / middle[seats, lengths[0]] for seats in sizes]
    tell(f"over {lengths[-1]} rounds the largest is {max(longest) / min(longest):.2f} times the smallest;")
    tell(f"{lengths[-1]} rounds cost at most {max(growth):.2f} times what {lengths[0]} cost at the same table")


def measure_again(slug: str, seats: int, games: int = 5) -> None:
    """Playing with house players, beside playing the same games again from what is stored and comparing every event."""
    ruleset = ruleset_named(slug)
    options = ruleset.options_from({}, seats)
    spent = again = 0.0
    for number in range(games):
        seed = f"benchmark/{number}"
        players = [player_named("house", seat) for seat in range(seats)]
        began = time.process_time()
        game = play_out(Moderator(ruleset, options, ruleset.deal(seed, seats, options), seed), players)
        spent += time.process_time() - began
        ledger = [entry.plain() for entry in game.ledger]
        began = time.process_time()
        hash_of_finished(taken_up(game, ledger))
        again += time.process_time() - began
    tell(f"{slug:24s}{seats:4d} played again in {again / spent:.3f} of the time that house players take")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--ruleset", choices=list(all_rulesets()))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seconds", type=float, default=0.3, help="for each figure and turn")
    parser.add_argument("--turns", type=int, default=12)
    parser.add_argument("--peer", action="store_true", help=f"beside {PEER_PACKAGE}, in an environment made for it")
    parser.add_argument("--peer-python", type=Path, help="an interpreter that has the peer already")
    parser.add_argument("--profile", action="store_true", help="show where the time of the games goes instead")
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

    if given.profile:
        slug, seats = next(iter(tables(given)))
        profile = cProfile.Profile()
        profile.runcall(rate, lambda seed: played(slug, seats, seed), given.seconds)
        pstats.Stats(profile).sort_stats("tottime").print_stats(25)
        return
    with tempfile.TemporaryDirectory(prefix="peer-") as folder:
        python = given.peer_python or (make_peer(Path(folder)) if given.peer else None)
        peer = Peer(python) if python else None
        is_met = measure(given, peer)
        if peer:
            peer.close()
    measure_shape(given.seconds, given.turns)
    for slug in [given.ruleset] if given.ruleset else all_rulesets():
        measure_again(slug, given.seats or ruleset_named(slug).default_seats)
    sys.exit(0 if is_met else 1)


if __name__ == "__main__":
    main()
