"""What a rule book still lacks, told to who writes it: `manage.py ruleset SLUG check [--write]`.

It plays: players who do anything that is legal, defaults alone, house and uniform players. What is wrong is said in a
line each with `✗`, what deserves a look with `!`; --write makes the golden playthrough and a stored game where there
are none, from a seed whose game speaks every kind of event.
"""

import argparse
import inspect
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from games.agents.offline import play_out
from games.agents.players import player_named
from games.agents.uniform import Uniform
from games.engine.contract import LONGEST_NAME, WrongRuleset, check_question
from games.engine.dice import Dice
from games.engine.events import KINDS, fallen
from games.engine.moderator import Moderator
from games.engine.ruleset import Ruleset
from games.engine.rulesets import ruleset_named
from tests.games.engine.scenes import answer_wildly, begin, play_wildly, wildly
from tests.golden.playthrough import Refused, header_of, path_of, played, prose, write
from tests.histories import record

SEEDS: Final = 200  # games in which every kind of event should have been spoken
ENOUGH: Final = 2_000  # answers; a game that is not over by then does not come to an end by itself
MATCHES: Final = 100  # games of each pairing
LEAST: Final = 0.15  # of the games that each side should win
DEFAULTED: Final = "defaulted"


@dataclass(slots=True)
class Findings:
    """What was found: `wrong` must be mended, `doubtful` looked at, `told` is for information."""

    wrong: list[str] = field(default_factory=list)
    doubtful: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """All of it, what is wrong last, for that is what is read."""
        yield from (f"  {each}" for each in self.told)
        yield from (f"! {each}" for each in self.doubtful)
        yield from (f"✗ {each}" for each in self.wrong)


def kinds_of(rules: Ruleset[Any]) -> set[str]:
    """The kinds of events that a rule book speaks of: those that its file knows."""
    module = inspect.getmodule(type(rules))
    return {cls.kind for cls in vars(module).values() if inspect.isclass(cls) and cls in KINDS.values()}


def check(rules: Ruleset[Any]) -> tuple[Findings, str]:
    """What a rule book lacks, and a seed whose game speaks all kinds of events that any game spoke."""
    found = Findings()
    _book(rules, found)
    seed = _events(rules, found)
    _questions(rules, found)
    _ends(rules, found)
    _fates(rules, found)
    _sides(rules, found)
    _files(rules, found)
    return found, seed


def _book(rules: Ruleset[Any], found: Findings) -> None:
    """Whether the rule book can be told at every size of table."""
    for seats in rules.seats:
        try:
            rules.rulebook(rules.options_from({}, seats), seats)
        except (KeyError, IndexError, ValueError) as error:
            found.wrong.append(f"the rule book cannot be told for {seats} seats: {error!r}; phrases() fills its blanks")
            return
    found.told.append(f"the rule book is told for {rules.seats[0]} to {rules.seats[-1]} seats")


def _events(rules: Ruleset[Any], found: Findings) -> str:
    """Which kinds of events games speak; returns a seed whose game speaks all of them, or the most."""
    wanted, spoken, best = kinds_of(rules) | {DEFAULTED}, set[str](), ("1", set[str]())
    for number in range(1, SEEDS + 1):
        moderator = play_wildly(begin(rules, rules.default_seats, f"{number}"), silent=0.08)
        heard = {entry.event.kind for entry in moderator.ledger}
        spoken |= heard
        if len(heard & wanted) > len(best[1] & wanted):
            best = f"{number}", heard
        for entry in moderator.ledger:
            if len(entry.phase) > LONGEST_NAME:
                found.wrong.append(f"the phase {entry.phase!r} is longer than {LONGEST_NAME} characters")
                return best[0]
    if silent := sorted(wanted - spoken):
        found.wrong.append(f"in {SEEDS} games nobody heard of: {', '.join(silent)}; by options alone, perhaps?")
    elif missing := sorted(wanted - best[1]):
        found.doubtful.append(f"no game of {SEEDS} speaks all kinds; seed {best[0]} lacks {', '.join(missing)}")
    else:
        found.told.append(f"{len(wanted)} kinds of events; the game of seed {best[0]} speaks all of them")
    return best[0]


def _questions(rules: Ruleset[Any], found: Findings) -> None:
    """Whether players can be told how to answer, and answers are read as they are written."""
    moderator = begin(rules, rules.default_seats, "questions")
    kinds: Counter[str] = Counter()
    for seat in wildly(moderator):
        question = moderator.pending[seat]
        kinds[question.kind] += 1
        try:
            check_question(question)
        except WrongRuleset as error:
            found.wrong.append(str(error))
            return
        default = question.default(Dice("check", seat))
        if question.read(question.write(default)) != default:
            found.wrong.append(
                f"{type(question).__qualname__}: what write() makes of the default, read() does not take back"
            )
            return
        answer_wildly(moderator, seat)
    found.told.append(f"{len(kinds)} kinds of questions: {', '.join(sorted(kinds))}")


def _ends(rules: Ruleset[Any], found: Findings) -> None:
    """Whether a game comes to its end when nobody ever answers."""
    moderator = begin(rules, rules.default_seats, "nobody answers")
    while moderator.pending and len(moderator.journal) < ENOUGH:
        moderator.default(min(moderator.pending), "nobody answers")
    if moderator.winner is None:
        found.doubtful.append(
            f"by defaults alone no game ends within {ENOUGH} answers: a provider that is away pays for that"
        )
    elif moderator.winner not in (rules.open_team, rules.hidden_team, "draw"):
        found.wrong.append(f"play() returns the winner {moderator.winner!r}, which is no team and no draw")


def _fates(rules: Ruleset[Any], found: Findings) -> None:
    """Whether events tell of those who leave the game."""
    moderator = play_wildly(begin(rules, rules.default_seats, "fates"))
    told = {seat for entry in moderator.ledger if (seat := fallen(entry.event)) is not None}
    if set(moderator.table.died) - told:
        found.doubtful.append("players leave the game and no event says whose field `falls` that is")


def _sides(rules: Ruleset[Any], found: Findings) -> None:
    """How house and uniform players fare on either side."""
    shares = {}
    for open_kind, hidden_kind in (
        ("house", "house"),
        ("house", "uniform"),
        ("uniform", "house"),
        ("uniform", "uniform"),
    ):
        won = sum(
            _winner(rules, f"check/{number}", open_kind, hidden_kind) == rules.open_team for number in range(MATCHES)
        )
        shares[open_kind, hidden_kind] = won / MATCHES
    both = shares["house", "house"]
    found.told.append(
        f"the {rules.open_team} won {both:.0%} of {MATCHES} games between house players; "
        + ", ".join(f"{hidden} against {opened} {share:.0%}" for (opened, hidden), share in list(shares.items())[1:])
    )
    if not LEAST <= both <= 1 - LEAST:
        found.doubtful.append(f"between house players one side wins more than {1 - LEAST:.0%} of the games")


def _winner(rules: Ruleset[Any], seed: str, open_kind: str, hidden_kind: str) -> str | None:
    seats = rules.default_seats
    options = rules.options_from({}, seats)
    deal = rules.deal(seed, seats, options, [f"Player {seat}" for seat in range(seats)])
    kinds = [hidden_kind if role.team == rules.hidden_team else open_kind for role in deal.roles]
    players = [Uniform() if kind == "uniform" else player_named("house", seat) for seat, kind in enumerate(kinds)]
    return play_out(Moderator(rules, options, deal, seed), players).winner


def _files(rules: Ruleset[Any], found: Findings) -> None:
    """Whether the golden playthrough and a stored game are there."""
    path = path_of(rules)
    if not path.exists():
        found.wrong.append(f"there is no playthrough tests/golden/{path.name}; --write makes it")
    else:
        header = header_of(path.read_text())
        if prose(played(header, rules), header) != path.read_text():
            found.wrong.append(
                f"tests/golden/{path.name} plays otherwise: python -m tests.golden.playthrough {rules.slug}"
            )
    if not record.paths(rules, rules.revision):
        found.wrong.append(
            f"there is no stored game tests/histories/{rules.slug}/{rules.revision}-*.json; --write makes one"
        )


def make_files(rules: Ruleset[Any], seed: str) -> list[str]:
    """Writes what is not there: the playthrough of a seed and a stored game by the defaults; returns their paths."""
    made = []
    path = path_of(rules)
    if not path.exists():
        path.write_text(json.dumps({"options": {}, "seats": rules.default_seats, "seed": seed}) + "\n")
        write(rules)
        made.append(f"tests/golden/{path.name}")
    if not record.paths(rules, rules.revision):
        stored = record.store(rules, "defaults", rules.default_seats, seed, {})
        made.append(f"tests/histories/{rules.slug}/{stored.name}")
    return made


def main() -> None:
    parser = argparse.ArgumentParser(prog="ruleset", description="Tells what a rule book lacks.")
    parser.add_argument("slug")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    try:
        rules = ruleset_named(given.slug)
    except LookupError as error:
        sys.stderr.write(f"{error.args[0]}\n")
        sys.exit(2)
    found, seed = check(rules)
    if given.write:
        try:
            made = make_files(rules, seed)
        except Refused as error:
            sys.exit(str(error))
        sys.stdout.write("".join(f"wrote {each}\n" for each in made) or "nothing to write: the files are there\n")
        found, _ = check(rules) if made else (found, seed)
    ending = f"{len(found.wrong)} to mend" if found.wrong else "nothing is missing"
    sys.stdout.write("".join(f"{line}\n" for line in (*found.lines(), f"{rules.title}: {ending}")))
    sys.exit(bool(found.wrong))


if __name__ == "__main__":
    main()
