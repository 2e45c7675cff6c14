"""Any game that a ruleset allows: so many seats, any options, any seed. Read from the options' own schema."""

from typing import Any, NamedTuple

from hypothesis import strategies as st

from games.engine.moderator import Moderator
from games.engine.ruleset import Ruleset
from games.engine.rulesets import all_rulesets, ruleset_named
from tests.games.engine.scenes import begin


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


@st.composite
def settings_of_games(draw: st.DrawFn, *, slug: str = "", most_seats: int = 20) -> Setting:
    """Any ruleset, or this one, with any number of seats and any options, of which about half keep their default."""
    rules = draw(st.sampled_from([ruleset_named(slug)] if slug else list(all_rulesets().values())))
    seats = draw(st.integers(rules.seats[0], min(rules.seats[-1], most_seats)))
    told = rules.options_schema()["properties"]
    options = draw(st.fixed_dictionaries({}, optional={name: values(each) for name, each in told.items()}))
    options.setdefault("max_rounds", 12)
    return Setting(rules, seats, draw(st.text(max_size=8)), options)
