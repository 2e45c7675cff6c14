"""What practice teaches: which choices went with winning, and which marks with being hidden.

Law: a choice that names a seat counts by whether that seat was of one's own side. One in a question that names none
counts by how one looked at those whom the newest event was about: to approve of a team is another thing by whom it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from games.agents.house.settling import settled, total
from games.agents.house.unfamiliar.weighing import Signs
from games.engine.events import Seat

DOUBT: Final = 100.0  # answers of which nothing is known, beside those that were counted

Field = tuple[str, str, Seat | None]  # the field's name, what is done, to whom
# Team, kind of question, field, what is done, and to one's own side or not, or how one looks at what it is about.
Feature = tuple[str, str, str, str, bool | str | None]
Asked = tuple[str, str, str]  # team, kind of question, how one looks at what it is about


@dataclass(slots=True)
class Lesson:
    """How often a side won whose player chose something, and how often it was chosen."""

    times: int = 0
    won: int = 0

    def take(self, *, won: bool) -> None:
        self.times += 1
        self.won += won


@dataclass(slots=True)
class Lessons:
    """What pays: by feature, and for all answers to the same together; `before` is what the rows before had taught.

    `signs` are what marks tell, after all rows; `worths` is worked out once, when everything has been counted.
    """

    before: "Lessons | None" = None
    chosen: dict[Feature, Lesson] = field(default_factory=dict)
    asked: dict[Asked, Lesson] = field(default_factory=dict)
    signs: Signs = field(default_factory=Signs)
    worths: dict[Feature, float] = field(default_factory=dict)

    def after(self, rows: int) -> "Lessons":
        """What had been learnt after so many rows."""
        taught: list[Lessons] = [self]
        while (before := taught[-1].before) is not None:
            taught.append(before)
        return UNTAUGHT if not rows else taught[max(0, len(taught) - rows)]

    def take(self, features: frozenset[Feature], *, won: bool) -> None:
        """Counts an answer of a game that is over."""
        for asked in {_asked(feature) for feature in features}:
            self.asked.setdefault(asked, Lesson()).take(won=won)
        for feature in features:
            self.chosen.setdefault(feature, Lesson()).take(won=won)

    def worth(self, feature: Feature) -> float:
        """By how much winning is likelier with this choice than with any, a share; the mean of the rows."""
        if feature not in self.worths:
            rows, lessons = [], self  # type: list[float], Lessons | None
            while lessons is not None:
                rows.append(lessons.in_this_row(feature))
                lessons = lessons.before
            self.worths[feature] = settled(total(rows) / len(rows))
        return self.worths[feature]

    def in_this_row(self, feature: Feature) -> float:
        """The same in this row alone; what it is worth whomever it is about, and 0, where nothing is known."""
        is_about = isinstance(feature[4], str)
        expected = self.in_this_row((*feature[:4], None)) if is_about else 0.0
        asked, chosen = self.asked.get(_asked(feature)), self.chosen.get(feature)
        if asked is None or chosen is None:
            return expected
        usual = asked.won / asked.times
        return settled((chosen.won + DOUBT * (usual + expected)) / (chosen.times + DOUBT) - usual)


UNTAUGHT: Final = Lessons()


def _asked(feature: Feature) -> Asked:
    return feature[0], feature[1], feature[4] if isinstance(feature[4], str) else ""


def feature_of(team: str, kind: str, each: Field, *, own: bool | str | None) -> Feature:
    """What a field of an answer counts as, for a player of this team."""
    return team, kind, each[0], each[1], own


def features_of(
    team: str, kind: str, fields: tuple[Field, ...], teams: Mapping[Seat, str], stance: str
) -> frozenset[Feature]:
    """What an answer counts as where all teams are known; "" for a question that names seats."""
    sides = [(each, None if each[2] is None else teams[each[2]] == team) for each in fields]
    found = {feature_of(team, kind, each, own=own) for each, own in sides}
    return frozenset(found | {feature_of(team, kind, each, own=stance) for each in fields if stance})
