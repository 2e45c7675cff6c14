"""What pays in a game, from playing it: games of players who choose by lot, counted by who chose what and who won.

Law: pure, and the same on every machine: it follows from rules, options and size alone. The first row of games is by
lot; the next ones are played by what those before them have taught, for by lot nobody ever meets somebody who plays
well (fictitious play: Brown 1951). An answer counts by its fields: a text up to the number in it is what is done, the
number whom it is done to, one's own side or the other.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from games.agents.house.settling import settled, total
from games.agents.keeper import forget_game
from games.engine.dice import Dice
from games.engine.events import Seat
from games.engine.moderator import Moderator
from games.engine.questions import Question
from games.engine.ruleset import Options, Ruleset

GAMES: Final = 80  # of each row
ROWS: Final = 3
TRIES: Final = 40  # of drawing answers, to find the different ones
LONGEST: Final = 1_500  # answers; a game that takes longer is not brought to its end
MOST: Final = 20_000  # answers in a row of games; then what was seen by now must do
DOUBT: Final = 25.0  # answers of which nothing is known, beside those that were counted
SAID: Final = "I say nothing for now."
_DONE_TO: Final = re.compile(r"(.*?)\s*\b(\d{1,2})")

Field = tuple[str, str, Seat | None]  # the field's name, what is done, to whom
Feature = tuple[str, str, str, str, bool | None]  # team, kind of question, field, what is done, to one's own side


@dataclass(slots=True)
class Lesson:
    """How often a side won whose player chose something, and how often it was chosen."""

    times: int = 0
    won: int = 0


@dataclass(slots=True)
class Lessons:
    """What pays: by feature, and by team and kind of question for all answers together; `before` is what the rows
    before had taught."""

    before: "Lessons | None" = None
    chosen: dict[Feature, Lesson] = field(default_factory=dict)
    asked: dict[tuple[str, str], Lesson] = field(default_factory=dict)

    def take(self, asked: tuple[str, str], features: frozenset[Feature], *, won: bool) -> None:
        """Counts an answer of a game that is over."""
        taught = [self.asked.setdefault(asked, Lesson())]
        for lesson in taught + [self.chosen.setdefault(feature, Lesson()) for feature in features]:
            lesson.times += 1
            lesson.won += won

    def worth(self, feature: Feature) -> float:
        """By how much winning is likelier with this choice than with any, a share; the mean of the rows."""
        rows, lessons = [], self  # type: list[float], Lessons | None
        while lessons is not None:
            rows.append(lessons.in_this_row(feature))
            lessons = lessons.before
        return settled(total(rows) / len(rows))

    def in_this_row(self, feature: Feature) -> float:
        """The same in this row alone; 0 where nothing is known."""
        asked, chosen = self.asked.get(feature[:2]), self.chosen.get(feature)
        if asked is None or chosen is None:
            return 0.0
        usual = asked.won / asked.times
        return settled((chosen.won + DOUBT * usual) / (chosen.times + DOUBT) - usual)


@lru_cache(maxsize=2_048)
def candidates(question: Question[Any], seats: int) -> Mapping[tuple[Field, ...], Mapping[str, Any]]:
    """Legal answers that differ in what they decide, by that; words are SAID. Not to be changed."""
    found: dict[tuple[Field, ...], Mapping[str, Any]] = {}
    dice = Dice("candidates", question.kind, question.digest)
    for _ in range(TRIES):
        written = question.write(question.drawn(dice, SAID))
        found.setdefault(tuple(_decided(written, seats)), written)
    return found


def _decided(written: Mapping[str, Any], seats: int) -> Iterator[Field]:
    """What an answer decides, field by field; words decide nothing."""
    for name, given in written.items():
        if given == SAID or isinstance(given, Mapping):
            continue
        for each in given if isinstance(given, list) else [given]:
            done_to = _DONE_TO.fullmatch(each) if isinstance(each, str) else None
            if done_to and int(done_to[2]) < seats:
                yield name, done_to[1], int(done_to[2])
            elif type(each) is int and each in range(seats):
                yield name, "", each
            else:
                yield name, str(each), None


def feature_of(team: str, kind: str, each: Field, *, own: bool | None) -> Feature:
    """What a field of an answer counts as, for a player of this team."""
    return team, kind, each[0], each[1], own


Chooser = Callable[[Moderator, Seat, Question[Any], Dice, Lessons], tuple[Field, ...]]


@lru_cache(maxsize=64)
def lessons_of(ruleset: Ruleset[Any], options: Options, seats: int, choose: Chooser) -> Lessons:
    """What pays by these rules at a table of this size; takes a moment the first time. `choose` is how one plays who
    has been taught."""
    lessons = None
    for row in range(ROWS):
        taught, lessons, answers = lessons, Lessons(lessons), 0
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
    moderator = Moderator(ruleset, options, deal, seed)
    made: list[tuple[tuple[str, str], frozenset[Feature]]] = []
    while moderator.pending and len(made) < LONGEST:
        for seat, question in tuple(moderator.pending.items()):
            dice = Dice.keyed(seed, moderator.key(seat))
            possible = candidates(question, seats)
            fields = choose(moderator, seat, question, dice, taught) if taught else dice.pick(list(possible))
            team = deal.roles[seat].team
            features = frozenset(
                feature_of(team, question.kind, each, own=None if each[2] is None else deal.roles[each[2]].team == team)
                for each in fields
            )
            made.append(((team, question.kind), features))
            moderator.answer(seat, possible[fields])
    forget_game(moderator.ledger)
    if moderator.winner is not None:
        for asked, features in made:
            lessons.take(asked, features, won=moderator.winner == asked[0])
    return len(made)
