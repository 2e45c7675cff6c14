"""What a rule book still lacks, told to who writes it: `manage.py ruleset SLUG check [--write]`.

It plays: players who do anything that is legal, defaults alone, house and uniform players. What is wrong is said in a
line each with `✗`, what deserves a look with `!`; --write makes golden playthroughs and a stored game where there are
none, from the few seeds whose games speak every kind of event.
"""

import argparse
import inspect
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from games.agents.offline import play_out
from games.agents.players import player_named
from games.agents.uniform import Uniform
from games.engine.contract import LONGEST_NAME, WrongRuleset, check_question
from games.engine.dice import Dice
from games.engine.events import KINDS, Event, fallen, load, speaker
from games.engine.moderator import Moderator
from games.engine.questions import Illegal, Question
from games.engine.ruleset import Ruleset, WrongOption
from games.engine.rulesets import ruleset_named
from tests.games.engine.scenes import answer_wildly, begin, play_wildly, wildly
from tests.golden.playthrough import Refused, header_of, path_of, paths_of, played, prose, write
from tests.histories import record

SEEDS: Final = 200  # games in which every kind of event should have been spoken
ENOUGH: Final = 2_000  # answers; a game that is not over by then does not come to an end by itself
MATCHES: Final = 100  # games of each pairing
LEAST: Final = 0.15  # of the games that each side should win
DEFAULTED: Final = "defaulted"
OPENING, CLOSING = ("seated", "dealt"), ("ended", "revealed")  # what every game speaks
A_SEAT: Final = re.compile(r"\bseat \d")
DRAWS: Final = 3  # answers to each question that keep to its properties


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


def check(rules: Ruleset[Any]) -> tuple[Findings, list[str]]:
    """What a rule book lacks, and the seeds of few games that speak all kinds of events that any game spoke."""
    found = Findings()
    _book(rules, found)
    seeds = _events(rules, found)
    _questions(rules, found)
    _ends(rules, found)
    _sides(rules, found)
    _files(rules, found)
    return found, seeds


def _book(rules: Ruleset[Any], found: Findings) -> None:
    """Whether the rule book can be told at every size of table, in prose, and changes with every option."""
    books = {}
    for seats in rules.seats:
        try:
            books[seats] = _told(rules, seats)
        except (KeyError, IndexError, ValueError) as error:
            found.wrong.append(f"the rule book cannot be told for {seats} seats: {error!r}; phrases() fills its blanks")
            return
        if str(seats) not in books[seats]:
            found.wrong.append(f"the rule book for {seats} seats does not say how many play")
        if unended := [line for line in books[seats].splitlines() if not line.endswith(".")]:
            found.wrong.append(f"a paragraph of the rule book does not end with a full stop: {unended[0][-60:]!r}")
    for name, schema in rules.options_schema()["properties"].items():
        if not any(_changes(rules, books, {name: value}) for value in _other_values(schema)):
            found.wrong.append(f"the rule book is the same whatever the option {name} says")
    for role in rules.roles:
        if not role.power:
            found.wrong.append(f"the role {role.name} has no power, which is told behind 'The {role.name}'")
    found.told.append(f"the rule book is told for {rules.seats[0]} to {rules.seats[-1]} seats")


def _told(rules: Ruleset[Any], seats: int, options: Mapping[str, Any] = MappingProxyType({})) -> str:
    sections = rules.rulebook(rules.options_from(options, seats), seats)
    return "\n".join(paragraph for section in sections for paragraph in section.paragraphs)


def _changes(rules: Ruleset[Any], books: Mapping[int, str], options: Mapping[str, Any]) -> bool:
    """Whether options change the rule book at some table; not every value fits every table."""
    for seats, told in books.items():
        with suppress(WrongOption):
            if _told(rules, seats, options) != told:
                return True
    return False


def _other_values(schema: Mapping[str, Any]) -> list[Any]:
    """What an option may be besides its default, as far as it is worth trying."""
    values = schema.get("enum") or [True, False] if schema["type"] == "boolean" or "enum" in schema else []
    values = values or [schema["minimum"], schema["maximum"]]
    return [value for value in values if value != schema.get("default")]


def _events(rules: Ruleset[Any], found: Findings) -> list[str]:
    """Which kinds of events games speak, and how; returns few seeds whose games speak all that any game spoke."""
    wanted, heard = kinds_of(rules) | {DEFAULTED}, dict[str, set[str]]()
    for number in range(1, SEEDS + 1):
        moderator = play_wildly(begin(rules, rules.default_seats, f"{number}"), silent=0.08)
        heard[f"{number}"] = {entry.event.kind for entry in moderator.ledger} & wanted
        for complaint in _wrong_in(moderator, rules):
            if complaint not in found.wrong:
                found.wrong.append(complaint)
        told = {seat for entry in moderator.ledger if (seat := fallen(entry.event)) is not None}
        doubt = "players leave the game (table.bury) and no event says whose field `falls` that is"
        if set(moderator.table.died) - told and doubt not in found.doubtful:
            found.doubtful.append(doubt)
    spoken, seeds = set[str]().union(*heard.values()), []
    while missing := spoken - set[str]().union(*(heard[seed] for seed in seeds)):
        seeds.append(max(heard, key=lambda seed: len(heard[seed] & missing)))
    if silent := sorted(wanted - spoken - _kinds_written_down(rules)):
        found.wrong.append(f"in {SEEDS} games nobody heard of: {', '.join(silent)}; by options alone, perhaps?")
    games = "the game of seed" if len(seeds) == 1 else "the games of seeds"
    found.told.append(f"{len(spoken)} kinds of events; {games} {', '.join(seeds)} spoke all of them")
    return seeds


def _wrong_in(moderator: Moderator, rules: Ruleset[Any]) -> Iterator[str]:
    """What is wrong with a game that was played to its end."""
    kinds = [entry.event.kind for entry in moderator.ledger]
    if kinds[:1] != ["seated"] or kinds.count("dealt") != len(moderator.deal.roles):
        yield "a game must begin with Seated, and a Dealt for each seat"
    if not set(CLOSING) <= set(kinds[-3:]):
        yield "a game must close with Ended and Revealed"
    if moderator.winner not in (rules.open_team, rules.hidden_team, "draw"):
        yield f"play() returns the winner {moderator.winner!r}, which is no team and no draw"
    for entry in moderator.ledger:
        if len(entry.phase) > LONGEST_NAME:
            yield f"the phase {entry.phase!r} is longer than {LONGEST_NAME} characters"
        if not type(entry.event).__module__.startswith("games.engine.events."):
            yield from _wrong_with(entry.event, moderator.deal.aliases)


def _wrong_with(event: Event, names: Sequence[str]) -> Iterator[str]:
    """What is wrong with an event of the rule book's own."""
    where, text = type(event).__qualname__, event.text(names)
    try:
        if load(event.kind, json.loads(json.dumps(event.data()))) != event:
            yield f"{where}: stored it is another event; fields hold numbers, texts, None and tuples of these"
    except (TypeError, ValueError) as error:
        yield f"{where}: it cannot be stored: {error}"
    if A_SEAT.search(text):
        yield f"{where}.text: it says a seat's number, and players know names alone: {text:.80}"
    if "\n" in text or not text.strip():
        yield f"{where}.text: it must be one sentence on one line: {text!r:.80}"
    if isinstance(event.data().get("words"), str) and speaker(event) is None:
        yield f"{where}.words: nobody can tell who says them; call the field `seat`, or name it in `speaks`"


def _questions(rules: Ruleset[Any], found: Findings) -> None:
    """Whether players can be told how to answer, and answers are read as they are written."""
    moderator = begin(rules, rules.default_seats, "questions")
    kinds: Counter[str] = Counter()
    known = {each.kind: each.properties().keys() for each in rules.questions(moderator.options, rules.default_seats)}
    for seat in wildly(moderator):
        question = moderator.pending[seat]
        kinds[question.kind] += 1
        if known and not question.properties().keys() <= known.get(question.kind, set()):
            found.wrong.append(f"{type(rules).__qualname__}.questions lacks {question.kind}, or a field of it")
            return
        try:
            check_question(question)
        except WrongRuleset as error:
            found.wrong.append(str(error))
            return
        for complaint in _wrong_to_answer(question, Dice("check", moderator.poll, seat)):
            found.wrong.append(f"{type(question).__qualname__}{complaint}")
            return
        answer_wildly(moderator, seat)
    found.told.append(f"{len(kinds)} kinds of questions: {', '.join(sorted(kinds))}")


def _wrong_to_answer(question: Question[Any], dice: Dice) -> Iterator[str]:
    """What is wrong with how a question's answers are read."""
    try:
        default = question.default(dice)
        if question.read(question.write(default)) != default:
            yield ": what write() makes of the default, read() does not take back"
    except Illegal as error:
        yield f".default: read() refuses it: {error}"
        return
    for number in range(DRAWS):
        answer = _kept_to(question.properties(), Dice("kept", number, dice.below(1 << 30)))
        try:
            if answer is not None:
                question.read(answer)
        except Illegal as error:
            yield f".properties: an answer that keeps to them is refused: {error}; minItems and maxItems bound a list"


def _kept_to(properties: Mapping[str, Any], dice: Dice) -> dict[str, Any] | None:
    """An answer of what may be chosen; None where a field is neither chosen nor a text."""
    answer: dict[str, Any] = {}
    for name, told in properties.items():
        if "enum" in told:
            answer[name] = dice.pick(told["enum"])
        elif "enum" in told.get("items", ()):
            values = told["items"]["enum"]
            least, most = told.get("minItems", 0), min(told.get("maxItems", len(values)), len(values))
            answer[name] = list(dice.shuffled(values, least + dice.below(max(0, most - least) + 1)))
        elif told.get("type") == "string":
            answer[name] = "A word."
        else:
            return None
    return answer


def _ends(rules: Ruleset[Any], found: Findings) -> None:
    """Whether a game comes to its end when nobody ever answers."""
    moderator = begin(rules, rules.default_seats, "nobody answers")
    while moderator.pending and len(moderator.journal) < ENOUGH:
        moderator.default(min(moderator.pending), "nobody answers")
    if moderator.winner is None:
        found.doubtful.append(
            f"by defaults alone no game ends within {ENOUGH} answers: a provider that is away pays for that"
        )


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
    both, lots = shares["house", "house"], shares["uniform", "uniform"]
    opened, hidden = rules.open_team, rules.hidden_team
    found.told.append(f"the {opened} won {both:.0%} of {MATCHES} games between house players, {lots:.0%} by lot")
    found.told.append(
        f"the {opened} won {shares['house', 'uniform']:.0%} when they were house players against {hidden} by lot, "
        f"{shares['uniform', 'house']:.0%} when they played by lot against house {hidden}"
    )
    if not LEAST <= both <= 1 - LEAST:
        found.doubtful.append(
            f"between house players one side wins more than {1 - LEAST:.0%} of the games; what they can go by is what "
            "events name: players, roles and teams in fields, and values that tell good from bad"
        )


def _winner(rules: Ruleset[Any], seed: str, open_kind: str, hidden_kind: str) -> str | None:
    seats = rules.default_seats
    options = rules.options_from({}, seats)
    deal = rules.deal(seed, seats, options, [f"Player {seat}" for seat in range(seats)])
    kinds = [hidden_kind if role.team == rules.hidden_team else open_kind for role in deal.roles]
    players = [Uniform() if kind == "uniform" else player_named("house", seat) for seat, kind in enumerate(kinds)]
    return play_out(Moderator(rules, options, deal, seed), players).winner


def _files(rules: Ruleset[Any], found: Findings) -> None:
    """Whether the golden playthroughs and a stored game are there."""
    path = path_of(rules)
    if not path.exists():
        found.wrong.append(f"there is no playthrough tests/golden/{path.name}; --write makes it")
    else:
        for path in paths_of(rules):
            header = header_of(path.read_text())
            if prose(played(header, rules), header) != path.read_text():
                found.wrong.append(
                    f"tests/golden/{path.name} plays otherwise: python -m tests.golden.playthrough {rules.slug}"
                )
        if missing := sorted((kinds_of(rules) | {DEFAULTED}) - _kinds_written_down(rules)):
            found.wrong.append(
                f"the playthroughs in tests/golden lack {', '.join(missing)}: one more, by other options?"
            )
    if not record.paths(rules, rules.revision):
        found.wrong.append(
            f"there is no stored game tests/histories/{rules.slug}/{rules.revision}-*.json; --write makes one"
        )


def _kinds_written_down(rules: Ruleset[Any]) -> set[str]:
    """The kinds of events in the golden playthroughs that there are."""
    headers = [header_of(path.read_text()) for path in paths_of(rules) if path.exists()]
    return {entry.event.kind for header in headers for entry in played(header, rules).ledger}


def make_files(rules: Ruleset[Any], seeds: Sequence[str]) -> list[str]:
    """Writes what is not there: a playthrough of each seed and a stored game by the defaults; returns their paths."""
    made = []
    first = path_of(rules)
    if not first.exists():
        paths = [first, *(first.with_suffix(f".{number}.txt") for number in range(2, len(seeds) + 1))]
        for path, seed in zip(paths, seeds, strict=True):
            path.write_text(json.dumps({"options": {}, "seats": rules.default_seats, "seed": seed}) + "\n")
            made.append(f"tests/golden/{path.name}")
        write(rules)
    if not record.paths(rules, rules.revision):
        stored = record.store(rules, "defaults", rules.default_seats, seeds[0], {})
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
    found, seeds = check(rules)
    if given.write:
        try:
            made = make_files(rules, seeds)
        except Refused as error:
            sys.exit(str(error))
        sys.stdout.write("".join(f"wrote {each}\n" for each in made) or "nothing to write: the files are there\n")
        found, _ = check(rules) if made else (found, seeds)
    ending = f"{len(found.wrong)} to mend" if found.wrong else "nothing is missing"
    sys.stdout.write("".join(f"{line}\n" for line in (*found.lines(), f"{rules.title}: {ending}")))
    sys.exit(bool(found.wrong))


if __name__ == "__main__":
    main()
