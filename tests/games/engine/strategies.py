"""Any game that a ruleset allows: so many seats, any options, any seed. Read from the options' own schema."""

from collections.abc import Collection
from typing import Any, NamedTuple

from hypothesis import strategies as st

from games.engine.moderator import Moderator
from games.engine.ruleset import Ruleset, WrongOption
from games.engine.rulesets import all_rulesets, ruleset_named
from tests.games.engine.scenes import begin

ALL = tuple(all_rulesets())
MAFIA = tuple(slug for slug, rules in all_rulesets().items() if rules.hidden_team == "mafia")


class Setting(NamedTuple):
    """What a game is played by."""

    rules: Ruleset[Any]
    seats: int
    seed: str
    options: dict[str, Any]

    def begin(self) -> Moderator:
        return begin(self.rules, self.seats, self.seed, **self.options)


def values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """The values that an option's schema allows; small numbers, so that games stay short and borders are met."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if schema["type"] == "boolean":
        return st.booleans()
    return st.integers(schema["minimum"], min(schema["maximum"], schema["minimum"] + 5))


def fits(rules: Ruleset[Any], seats: int, options: dict[str, Any]) -> bool:
    """Whether so many players can be dealt a cast by these options."""
    try:
        rules.options_from(options, seats)
    except WrongOption:
        return False
    return True


@st.composite
def settings_of_games(draw: st.DrawFn, *, slugs: Collection[str] = ALL, most_seats: int = 20) -> Setting:
    """One of these rulesets with any number of seats and any options, of which about half keep their default."""
    rules = ruleset_named(draw(st.sampled_from(sorted(slugs))))
    seats = draw(st.integers(rules.seats[0], min(rules.seats[-1], most_seats)))
    told = rules.options_schema()["properties"]
    options = draw(st.fixed_dictionaries({}, optional={name: values(each) for name, each in told.items()}))
    if "max_rounds" in told:
        options.setdefault("max_rounds", 12)
    while not fits(rules, seats, options):
        options.popitem()
    return Setting(rules, seats, draw(st.text(max_size=8)), options)
