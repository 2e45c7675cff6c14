"""What pays in a game, from playing it: games of players who choose by lot, counted by who chose what and who won.

Law: pure, and the same on every machine: it follows from rules, options and size alone. The first row of games is by
lot; the next ones are played by what those before them have taught, for by lot nobody ever meets somebody who plays
well (fictitious play: Brown 1951); still each second answer is by lot, or nobody would learn what else pays. An answer
counts by its fields: a text up to the number in it is what is done, the number whom it is done to.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from games.agents.house.unfamiliar.lessons import Feature, Field, Lessons, features_of
from games.agents.house.unfamiliar.seen import Seen, marks, seeing
from games.agents.house.unfamiliar.weighing import Signs
from games.agents.keeper import forget_game
from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.moderator import Moderator
from games.engine.questions import Question
from games.engine.ruleset import Options, Ruleset

GAMES: Final = 80  # of each row
ROWS: Final = 3
BY_LOT: Final = 0.5  # of the answers in the later rows
ONE_IN: Final = 4  # of the questions is a lesson on who is hidden
TRIES: Final = 40  # of drawing answers, to find the different ones
LONGEST: Final = 1_500  # answers; a game that takes longer is not brought to its end
MOST: Final = 20_000  # answers in a row of games; then what was seen by now must do
SAID: Final = "I say nothing for now."


@lru_cache(maxsize=2_048)
def candidates(question: Question[Any], seats: int) -> Mapping[tuple[Field, ...], Mapping[str, Any]]:
    """Legal answers that differ in what they decide, by that; words are SAID. Not to be changed."""
    found: dict[tuple[Field, ...], Mapping[str, Any]] = {}
    dice = Dice("candidates", question.kind, question.digest)
    for _ in range(TRIES):
        written = question.write(question.drawn(dice, SAID))
        found.setdefault(tuple(_decided(question, written, seats)), written)
    return found


def _decided(question: Question[Any], written: Mapping[str, Any], seats: int) -> Iterator[Field]:
    """What an answer decides, field by field; words decide nothing. Who is a seat is the question's to say: a number
    from 0 to 4 may be one, or how sure somebody is."""
    names = marks(seats)
    for name, given in written.items():
        if given == SAID or isinstance(given, Mapping):
            continue
        for each in given if isinstance(given, list) else [given]:
            said = question.said(name, each, names) if type(each) in (int, str) else str(each)
            target = next((seat for seat, mark in enumerate(names) if mark in said), None)
            yield name, said if target is None else said.replace(names[target], "").strip(), target


@lru_cache(maxsize=2_048)
def names_nobody(question: Question[Any], seats: int) -> bool:
    """Whether no answer names a seat."""
    return all(target is None for fields in candidates(question, seats) for _, _, target in fields)


def stance_of(seen: Seen, chances: Mapping[Seat, float], question: Question[Any]) -> str:
    """How a player looks at what a question is about that names no seat; "" for one that does."""
    return seen.stance(chances) if names_nobody(question, seen.seats) else ""


Chooser = Callable[[Seen, Mapping[Seat, float], Question[Any], Dice, Lessons], tuple[Field, ...]]


@lru_cache(maxsize=64)
def lessons_of(ruleset: Ruleset[Any], options: Options, seats: int, choose: Chooser) -> Lessons:
    """What pays by these rules at a table of this size; takes a moment the first time. `choose` is how one plays who
    has been taught."""
    lessons = None
    for row in range(ROWS):
        taught, answers = lessons, 0
        lessons = Lessons(taught, signs=Signs(dict(taught.signs.weights) if taught else {}))
        for game in range(GAMES):
            answers += _play(ruleset, options, seats, f"practice {row}/{game}", choose, taught, lessons)
            if answers > MOST:
                break
    assert lessons is not None
    return lessons


def _play(
    ruleset: Ruleset[Any],
    options: Options,
    seats: int,
    seed: str,
    choose: Chooser,
    taught: Lessons | None,
    lessons: Lessons,
) -> int:
    """One game by those who were taught this (None: by lot), and what it teaches; returns how many answers it took."""
    deal = ruleset.deal(seed, seats, options, [f"Player {seat}" for seat in range(seats)])
    teams = {seat: role.team for seat, role in enumerate(deal.roles)}
    moderator = Moderator(ruleset, options, deal, seed)
    made: list[tuple[str, frozenset[Feature]]] = []
    while moderator.pending and len(made) < LONGEST:
        for seat, question in tuple(moderator.pending.items()):
            dice = Dice.keyed(seed, moderator.key(seat))
            possible = candidates(question, seats)
            with seeing(moderator.table.views[seat], seat, seats, ruleset, lessons.signs) as seen:
                chances = seen.hidden_chances(options)
                stance = stance_of(seen, chances, question)
                if taught is None or dice.chance(BY_LOT):
                    fields = dice.pick(list(possible))
                else:
                    fields = choose(seen, chances, question, dice, taught)
                if not dice.below(ONE_IN):
                    _compare(seen, teams, lessons.signs)
            made.append((teams[seat], features_of(teams[seat], question.kind, fields, teams, stance)))
            moderator.answer(seat, possible[fields])
    forget_game(moderator.ledger)
    if moderator.winner is not None:
        for team, features in made:
            lessons.take(features, won=moderator.winner == team)
    return len(made)


def _compare(seen: Seen, teams: Mapping[Seat, str], signs: Signs) -> None:
    """Has a player learn what the marks tell of those who were not shown yet."""
    for other, team in teams.items():
        if other != seen.me and other not in seen.teams:
            signs.learn(seen.marks[other], hidden=team == seen.ruleset.hidden_team)
