"""Plays games and says what became of every byte of them: on any Python from 3.11 on, with nothing installed.

    python tests/bytes/told.py --seeds 200 [--shaken 7]

prints one JSON object: by rule book and seed the SHA-256 of the game's whole log (events in words, answers, thoughts)
and of what the narrator tells of it, and by file that of each golden playthrough. Every second game has another number
of seats than the rule book's own, every fifth is played by `uniform`. --shaken moves last bits (shaking.py).

    python tests/bytes/told.py --seeds 200 --everywhere

has every other Python that is found say the same, two at a time, and ends with status 1 when one says otherwise.
"""

import argparse
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
for place in (ROOT / "tests" / "elsewhere", ROOT):  # rule books of other packages, and this one
    if str(place) not in sys.path:
        sys.path.insert(0, str(place))

from tests.bytes import pythons, shaking  # noqa: E402  # only where the tree is on the path


def told(seeds: int) -> dict[str, str]:
    """The digests of the games of so many seeds by every rule book, and of the golden playthroughs."""
    # Only now: what is shaken must not have been imported before.
    from games.agents.narrator import narrated
    from games.agents.offline import play_out
    from games.agents.players import player_named
    from games.engine.dice import Dice
    from games.engine.moderator import Moderator
    from games.engine.ruleset import Ruleset
    from games.engine.rulesets import all_rulesets
    from games.ledger.logs import Sitter, game_log, recorded
    from personas.sheet import FIRST_TWELVE
    from tests.golden.playthrough import header_of, paths_of, played, prose

    def game(rules: Ruleset[Any], number: int) -> str:
        seed = f"vx/{number}" if number else "vx"
        seats = rules.seats[number // 2 % len(rules.seats)] if number % 2 else rules.default_seats
        options = rules.options_from({}, seats)
        places = Dice(seed, "seating").shuffled(range(max(seats, len(FIRST_TWELVE))), seats)
        players = [player_named("uniform" if number % 5 == 4 else "house", place) for place in places]
        names = [player.sheet.name if player.sheet else "" for player in players]
        moderator = play_out(Moderator(rules, options, rules.deal(seed, seats, options, names), seed), players)
        log = game_log(recorded(moderator, release="", salt=seed, sitters=[Sitter()] * seats), "viewer")
        return digest(json.dumps([log, [each.text for each in narrated(seed, moderator.ledger)]]))

    golden = {
        f"golden {path.name}": digest(prose(played(header_of(path.read_text()), rules), header_of(path.read_text())))
        for rules in all_rulesets().values()
        for path in paths_of(rules)
    }
    games = {
        f"{slug} {number}": game(rules, number) for slug, rules in all_rulesets().items() for number in range(seeds)
    }
    return golden | games


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def told_everywhere(seeds: int) -> int:
    """Compares all Pythons, and returns the status to end with."""
    others = pythons.others()
    with ThreadPoolExecutor(2) as pool:
        mine, *theirs = pool.map(lambda python: pythons.told_by(python, seeds), (pythons.this(), *others))
    say(f"{len(mine)} games on Python {pythons.this().version}")
    for other, its in zip(others, theirs, strict=True):
        differ = ", ".join(name for name in mine if mine[name] != its[name])
        say(f"Python {other.version} at {other.path}: {f'other bytes in {differ}' if differ else 'the same'}")
    if not others:
        say("There is no other Python from 3.11 on to compare with.")
    return int(any(its != mine for its in theirs))


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--seeds", type=int, default=3, metavar="N", help="games of each rule book")
    parser.add_argument("--shaken", type=int, default=0, metavar="K", help="move last bits, by the stream K")
    parser.add_argument("--everywhere", action="store_true", help="compare all Pythons that are found")
    given = parser.parse_args()
    if given.everywhere:
        sys.exit(told_everywhere(given.seeds))
    if given.shaken:
        shaking.shake(given.shaken)
    json.dump(told(given.seeds), sys.stdout)
