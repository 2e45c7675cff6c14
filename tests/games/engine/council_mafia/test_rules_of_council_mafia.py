"""Options, casts and the rule book of Council Mafia."""

from collections import Counter
from typing import Any

import pytest

from games.engine.ruleset import Ruleset

Rules = Ruleset[Any]

DEFAULTS = {
    "names": "alias",
    "quiet_rounds": 3,
    "max_rounds": None,
    "reveal_on_death": "none",
    "forced_parity": False,
}
CASTS = {  # seats -> mafiosi, detectives, doctors, townspeople
    7: (2, 1, 1, 3),
    8: (2, 1, 1, 4),
    9: (2, 1, 1, 5),
    10: (3, 1, 1, 5),
    11: (3, 1, 1, 6),
    12: (3, 1, 1, 7),
}


def told(rules: Rules, seats: int, **options: Any) -> str:
    sections = rules.rulebook(rules.options_from(options, seats), seats)
    return "\n".join(line for section in sections for line in (f"# {section.title}", *section.paragraphs))


def test_the_defaults_are_as_the_rules_say(council: Rules) -> None:
    assert {name: each["default"] for name, each in council.options_schema()["properties"].items()} == DEFAULTS
    assert (council.default_seats, council.seats) == (10, range(7, 13))
    assert (council.open_team, council.hidden_team) == ("town", "mafia")


@pytest.mark.parametrize("seats", CASTS)
def test_the_cast_is_as_the_rules_say(council: Rules, seats: int) -> None:
    counted = Counter(role.name for role in council.deal("seed", seats, council.options_from({}, seats)).roles)
    assert tuple(counted[kind] for kind in ("mafioso", "detective", "doctor", "townsperson")) == CASTS[seats]
    assert list(council.seats) == list(CASTS)


def test_nobody_draws_a_first_speaker(council: Rules) -> None:
    assert council.deal("seed", 9, council.options_from({}, 9)).first is None


@pytest.mark.parametrize(
    ("seats", "cast"),
    [
        (7, "a game of 7 players: 2 mafiosi, 1 detective, 1 doctor and 3 townspeople."),
        (10, "a game of 10 players: 3 mafiosi, 1 detective, 1 doctor and 5 townspeople."),
    ],
)
def test_the_rule_book_begins_with_the_cast(council: Rules, seats: int, cast: str) -> None:
    assert told(council, seats).startswith(f"# Council Mafia\nCouncil Mafia is {cast} ")


SENTENCES = {
    ("quiet_rounds", 2): "After 2 rounds of night and day without a death",
    ("max_rounds", 7): "After 7 rounds of night and day the game is a draw.",
    ("reveal_on_death", "role"): "A dead player's role is shown to all.",
    ("reveal_on_death", "team"): "It is shown to all which side a dead player was on.",
    ("forced_parity", True): "The mafia also win when, after a lynch, no doctor lives",
    ("names", "persona"): "They go by the names of their characters.",
}


@pytest.mark.parametrize(("name", "value"), SENTENCES, ids=str)
def test_the_rule_book_says_what_the_option_does(council: Rules, name: str, value: Any) -> None:
    sentence = SENTENCES[name, value]
    assert sentence in told(council, 10, **{name: value})
    assert sentence not in told(council, 10)


def test_the_rule_book_says_how_votes_count_as_the_ballot_does(council: Rules) -> None:
    text = told(council, 10)
    assert "when two or more players share the most, there is a second vote between them." in text
    assert "There is no third vote." in text
