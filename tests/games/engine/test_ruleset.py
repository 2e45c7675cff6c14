"""Options, casts, deals and rule books: what is taken, what is refused and in which words."""

from collections import Counter
from dataclasses import replace
from math import factorial, prod
from typing import Any

import pytest

from games.engine.dice import Dice
from games.engine.ruleset import Options, Ruleset, WrongOption
from games.engine.rulesets import all_rulesets, ruleset_named
from games.engine.table import Role
from tests.games.engine.scenes import NAMES
from tests.games.engine.strategies import fits
from tests.games.rule_books import is_shipped, telling_tables

Rules = Ruleset[Any]
RULESETS = all_rulesets().values()
EVERY_RULESET = pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.slug)


def other_values(schema: dict[str, Any]) -> list[Any]:
    """A value beside the default for each thing an option can say."""
    if schema.get("enum"):
        return [value for value in schema["enum"] if value != schema["default"]]
    if schema["type"] == "boolean":
        return [not schema["default"]]
    values = dict.fromkeys((schema["minimum"], schema["maximum"], 2, 5))
    return [value for value in values if value != schema["default"]]


def is_another(rules: Rules, given: dict[str, Any]) -> bool:
    """Whether the game by these options is possible and not the default one."""
    seats = rules.default_seats
    return fits(rules, seats, given) and rules.options_from(given, seats) != rules.options_from({}, seats)


def every_other_value(rules: Rules) -> list[tuple[str, Any]]:
    """The options of a ruleset, with each value by which there is another game."""
    schemas: dict[str, dict[str, Any]] = rules.options_schema()["properties"]
    every = [(name, value) for name, schema in schemas.items() for value in other_values(schema)]
    found = [(name, value) for name, value in every if is_another(rules, {name: value})]
    assert {name for name, _ in found} == set(schemas)
    return found


# --- finding rulesets ------------------------------------------------------------------------------------------------


def test_rulesets_are_found_by_slug(town: Rules) -> None:
    assert all_rulesets()["town-mafia"] is town
    assert list(all_rulesets()) == sorted(all_rulesets())


def test_an_unknown_ruleset_is_refused_with_those_there_are() -> None:
    with pytest.raises(LookupError, match=r"no ruleset is called 'chess'; there are: .*town-mafia"):
        ruleset_named("chess")


@EVERY_RULESET
def test_the_identity_card_is_complete(rules: Rules) -> None:
    assert rules.title
    assert rules.summary.endswith(".")
    assert rules.revision in rules.revisions
    assert rules.default_seats in rules.seats
    assert {role.team for role in rules.roles} == {rules.open_team, rules.hidden_team}
    assert len(set(rules.aliases)) == len(rules.aliases) >= rules.seats[-1]
    assert all(role.power for role in rules.roles)
    assert [rules.role_named(role.name) for role in rules.roles] == list(rules.roles)
    with pytest.raises(LookupError, match=f"{rules.slug} has no role 'dentist', only "):
        rules.role_named("dentist")


# --- options ---------------------------------------------------------------------------------------------------------


@EVERY_RULESET
def test_options_left_out_have_the_defaults_that_the_schema_tells(rules: Rules) -> None:
    told = {name: each["default"] for name, each in rules.options_schema()["properties"].items()}
    plain = rules.options_from({}, rules.default_seats).plain(rules.revision)
    assert plain == rules.options.worked_out(told, rules.default_seats)
    assert {name: plain[name] for name, default in told.items() if default is not None} == {
        name: default for name, default in told.items() if default is not None
    }


def test_the_most_rounds_are_worked_out_from_the_seats(town: Rules) -> None:
    assert [town.options_from({}, seats).max_rounds for seats in (5, 15, 16, 20)] == [30, 30, 32, 40]


@EVERY_RULESET
def test_an_option_is_read_from_json_and_from_text_alike(rules: Rules) -> None:
    seats = rules.default_seats
    for name, value in every_other_value(rules):
        text = str(value).lower() if isinstance(value, bool) else str(value)
        assert rules.options_from({name: value}, seats).plain(rules.revision)[name] == value
        assert rules.options_from({name: text}, seats) == rules.options_from({name: value}, seats)
        assert rules.options_from({name: f" {text}\n"}, seats) == rules.options_from({name: value}, seats)


def test_the_schema_of_the_options_tells_types_bounds_and_choices(town: Rules) -> None:
    schema = town.options_schema()
    assert schema["additionalProperties"] is False
    told = schema["properties"]
    assert all(each["description"].endswith(".") for each in told.values())
    facts = {name: {key: value for key, value in each.items() if key != "description"} for name, each in told.items()}
    assert facts["max_rounds"] == {"type": ["integer", "null"], "minimum": 1, "maximum": 1000, "default": None}
    assert facts["mafia_rounds"] == {"type": "integer", "minimum": 1, "maximum": 10, "default": 3}
    assert facts["skip_vote"] == {"type": "boolean", "default": True}
    assert facts["lynch"] == {"type": "string", "enum": ["plurality", "majority"], "default": "plurality"}


DEFAULTS = {
    "names": "alias",
    "quiet_rounds": 3,
    "max_rounds": None,
    "mafia_rounds": 3,
    "mafia_may_kill_mafia": True,
    "mafia_may_pass": True,
    "doctor_self": True,
    "doctor_repeat": True,
    "sheriff_learns": "role",
    "vigilante_shots": 1,
    "reveal_on_death": "role",
    "discussion_rounds": 2,
    "skip_vote": True,
    "lynch": "plurality",
}


def test_the_defaults_of_town_mafia_are_as_the_rules_say(town: Rules) -> None:
    assert {name: each["default"] for name, each in town.options_schema()["properties"].items()} == DEFAULTS
    assert (town.default_seats, town.seats, town.open_team, town.hidden_team) == (8, range(5, 21), "town", "mafia")


@EVERY_RULESET
def test_options_survive_being_stored(rules: Rules) -> None:
    for seats in rules.seats:
        options = rules.options_from({}, seats)
        assert rules.options_from(options.plain(rules.revision), seats) == options


REFUSED = [
    ("mafia_rounds", 0, "option 'mafia_rounds' must be a whole number from 1 to 10, not 0"),
    ("mafia_rounds", 11, "option 'mafia_rounds' must be a whole number from 1 to 10, not 11"),
    ("mafia_rounds", "three", "option 'mafia_rounds' must be a whole number from 1 to 10, not 'three'"),
    ("mafia_rounds", "--3", "option 'mafia_rounds' must be a whole number from 1 to 10, not '--3'"),
    ("mafia_rounds", "-", "option 'mafia_rounds' must be a whole number from 1 to 10, not '-'"),
    ("mafia_rounds", "", "option 'mafia_rounds' must be a whole number from 1 to 10, not ''"),
    ("mafia_rounds", "٣", "option 'mafia_rounds' must be a whole number from 1 to 10, not '٣'"),
    ("mafia_rounds", 3.0, "option 'mafia_rounds' must be a whole number from 1 to 10, not 3.0"),
    ("mafia_rounds", True, "option 'mafia_rounds' must be a whole number from 1 to 10, not True"),
    ("mafia_rounds", None, "option 'mafia_rounds' must be a whole number from 1 to 10, not None"),
    ("mafia_rounds", [3], "option 'mafia_rounds' must be a whole number from 1 to 10, not a value of the type list"),
    (
        "mafia_rounds",
        10**5_000,
        "option 'mafia_rounds' must be a whole number from 1 to 10, not a number that long",
    ),
    ("max_rounds", 0, "option 'max_rounds' must be a whole number from 1 to 1000 or auto, not 0"),
    ("skip_vote", "maybe", "option 'skip_vote' must be true or false, not 'maybe'"),
    ("skip_vote", 1, "option 'skip_vote' must be true or false, not 1"),
    ("skip_vote", None, "option 'skip_vote' must be true or false, not None"),
    ("lynch", "runoff", "option 'lynch' must be one of plurality, majority, not 'runoff'"),
    ("lynch", ["majority"], "option 'lynch' must be one of plurality, majority, not a value of the type list"),
    ("reveal_on_death", "all", "option 'reveal_on_death' must be one of role, team, none, not 'all'"),
    ("names", "x" * 1_000, f"option 'names' must be one of alias, persona, not '{'x' * 60}'…"),
]


@pytest.mark.parametrize(("name", "value", "message"), REFUSED, ids=range(len(REFUSED)))
def test_a_wrong_value_is_refused_with_the_option_s_name_what_is_allowed_and_what_came(
    town: Rules, name: str, value: Any, message: str
) -> None:
    with pytest.raises(WrongOption) as refused:
        town.options_from({name: value}, 8)
    assert str(refused.value) == message


def test_an_unknown_option_is_refused_with_those_there_are_and_the_nearest(town: Rules) -> None:
    with pytest.raises(WrongOption) as refused:
        town.options_from({"skip_votes": True}, 8)
    assert str(refused.value) == (
        "town-mafia has no option 'skip_votes'; did you mean 'skip_vote'? It has: names, quiet_rounds, max_rounds, "
        "mafia_rounds, mafia_may_kill_mafia, mafia_may_pass, doctor_self, doctor_repeat, sheriff_learns, "
        "vigilante_shots, reveal_on_death, discussion_rounds, skip_vote, lynch"
    )
    with pytest.raises(WrongOption) as refused:
        town.options_from({"x" * 1_000_000: True}, 8)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("seats", [4, 21, 0, -5, 8.0, "8", None, True])
def test_a_number_of_seats_that_does_not_fit_is_refused(town: Rules, seats: Any) -> None:
    with pytest.raises(WrongOption, match="town-mafia is for 5 to 20 seats, not "):
        town.options_from({}, seats)


def test_hidden_players_must_be_fewer_than_half_of_the_seats() -> None:
    class Crowded(type(ruleset_named("town-mafia"))):  # type: ignore[misc]  # any ruleset would do
        def cast(self, seats: int, options: Options) -> tuple[Role, ...]:
            return (self.role_named("mafioso"),) * 4 + (self.role_named("villager"),) * (seats - 4)

    assert Crowded().options_from({}, 9)
    with pytest.raises(WrongOption, match="the mafia must be fewer than half of 8 seats, not 4"):
        Crowded().options_from({}, 8)


# --- casts and deals -------------------------------------------------------------------------------------------------

CASTS = {  # seats -> mafiosi, doctors, sheriffs, vigilantes, villagers
    5: (1, 1, 1, 0, 2),
    6: (1, 1, 1, 1, 2),
    7: (1, 1, 1, 1, 3),
    8: (2, 1, 1, 1, 3),
    9: (2, 1, 1, 1, 4),
    10: (2, 1, 1, 1, 5),
    11: (2, 1, 1, 1, 6),
    12: (3, 1, 1, 1, 6),
    13: (3, 1, 1, 1, 7),
    14: (3, 1, 1, 1, 8),
    15: (3, 2, 2, 1, 7),
    16: (4, 2, 2, 1, 7),
    17: (4, 2, 2, 1, 8),
    18: (4, 2, 2, 1, 9),
    19: (4, 2, 2, 1, 10),
    20: (5, 2, 2, 1, 10),
}


@pytest.mark.parametrize("seats", CASTS)
def test_the_cast_of_town_mafia_is_as_the_rules_say(town: Rules, seats: int) -> None:
    options = town.options_from({}, seats)
    counted = Counter(role.name for role in town.deal("seed", seats, options).roles)
    kinds = ("mafioso", "doctor", "sheriff", "vigilante", "villager")
    assert tuple(counted[kind] for kind in kinds) == CASTS[seats]
    assert list(town.seats) == list(CASTS)


@EVERY_RULESET
def test_no_game_starts_decided_and_of_those_with_a_night_none_can_be_lost_in_the_first(rules: Rules) -> None:
    """The four that ship have a night in which somebody may be killed; others need not."""
    lost_at_night = 1 if is_shipped(rules) else 0
    for seats in rules.seats:
        cast = rules.cast(seats, rules.options_from({}, seats))
        hidden = sum(role.team == rules.hidden_team for role in cast)
        assert len(cast) == seats
        assert 0 < hidden < seats - hidden - lost_at_night


@EVERY_RULESET
def test_a_deal_follows_from_its_seed(rules: Rules) -> None:
    seats, options = rules.default_seats, rules.options_from({}, rules.default_seats)
    assert rules.deal("one", seats, options) == rules.deal("one", seats, options)
    assert len({rules.deal(f"{seed}", seats, options).aliases for seed in range(50)}) > 40
    possible = factorial(seats) // prod(factorial(count) for count in Counter(rules.cast(seats, options)).values())
    assert len({rules.deal(f"{seed}", seats, options).roles for seed in range(50)}) > min(possible, 50) / 3


def test_each_seat_gets_each_role_as_often(town: Rules) -> None:
    options = town.options_from({}, 8)
    mafia = Counter(
        seat
        for seed in range(2_000)
        for seat, role in enumerate(town.deal(f"{seed}", 8, options).roles)
        if role.team == "mafia"
    )
    assert max(abs(mafia[seat] - 500) for seat in range(8)) < 4 * 20


def test_the_first_speaker_is_drawn_from_all_seats(town: Rules) -> None:
    options = town.options_from({}, 5)
    assert {town.deal(f"{seed}", 5, options).first for seed in range(60)} == {0, 1, 2, 3, 4}


def test_names_roles_and_first_speaker_come_from_streams_of_their_own(town: Rules) -> None:
    """What one may know of the deal says nothing of the rest: another cast moves neither names nor first speaker."""

    class Another(type(town)):  # type: ignore[misc]  # the same rules with another cast
        def cast(self, seats: int, options: Options) -> tuple[Role, ...]:
            return super().cast(seats, options)[::-1]

    options = town.options_from({}, 9)
    for seed in ("a", "b", "c"):
        one, other = town.deal(seed, 9, options), Another().deal(seed, 9, options)
        assert (one.aliases, one.first) == (other.aliases, other.first)
        assert one.roles != other.roles
        assert one.aliases == tuple(Dice(seed, "names").shuffled(town.aliases)[:9])
        assert one.roles == tuple(Dice(seed, "roles").shuffled(town.cast(9, options)))
        assert one.first == Dice(seed, "first").below(9)
        named = town.deal(seed, 9, replace(options, names="persona"), NAMES[:9])
        assert (named.roles, named.first) == (one.roles, one.first)


def test_persona_names_are_taken_as_they_come(town: Rules) -> None:
    options = town.options_from({"names": "persona"}, 5)
    assert town.deal("seed", 5, options, NAMES[:5]).aliases == NAMES[:5]


ALIKE = [("Ada", "ada"), ("Ada", "Ada."), ("Ada", "\uff21\uff44\uff41"), ("Ada", "Ada'")]


@pytest.mark.parametrize("personas", [(), NAMES[:4], NAMES[:6], *[(*two, "Ben", "Cleo", "Dov") for two in ALIKE]])
def test_persona_names_must_be_unique_and_as_many_as_seats(town: Rules, personas: tuple[str, ...]) -> None:
    options = town.options_from({"names": "persona"}, 5)
    with pytest.raises(WrongOption, match="names=persona needs 5 different persona names, not "):
        town.deal("seed", 5, options, personas)


# --- rule books ------------------------------------------------------------------------------------------------------


def told(rules: Rules, seats: int, **options: Any) -> str:
    sections = rules.rulebook(rules.options_from(options, seats), seats)
    return "\n".join(line for section in sections for line in (f"# {section.title}", *section.paragraphs))


@EVERY_RULESET
def test_the_rule_book_changes_with_every_value_of_every_option(rules: Rules) -> None:
    def is_told(name: str, value: Any) -> bool:
        tables = [seats for seats in telling_tables(rules) if fits(rules, seats, {name: value})]
        return any(told(rules, seats, **{name: value}) != told(rules, seats) for seats in tables)

    assert [(name, value) for name, value in every_other_value(rules) if not is_told(name, value)] == []


@EVERY_RULESET
def test_the_rule_book_is_prose_for_every_number_of_seats(rules: Rules) -> None:
    for seats in rules.seats:
        text = told(rules, seats)
        assert not set("{}_") & set(text)
        assert "  " not in text
        assert all(line.endswith(".") or line.startswith("# ") for line in text.splitlines())
        assert str(seats) in text


@EVERY_RULESET
def test_the_rule_book_is_prose_with_every_option(rules: Rules) -> None:
    for name, value in every_other_value(rules):
        text = told(rules, rules.default_seats, **{name: value})
        assert not set("{}_") & set(text), (name, value)
        assert all(line.endswith(".") or line.startswith("# ") for line in text.splitlines()), (name, value)
        assert " 1 rounds" not in text, (name, value)
        assert "True" not in text, (name, value)
        assert "None" not in text, (name, value)


@pytest.mark.parametrize(
    ("seats", "cast"),
    [
        (5, "a game of 5 players: 1 mafioso, 1 doctor, 1 sheriff and 2 villagers."),
        (8, "a game of 8 players: 2 mafiosi, 1 doctor, 1 sheriff, 1 vigilante and 3 villagers."),
        (15, "a game of 15 players: 3 mafiosi, 2 doctors, 2 sheriffs, 1 vigilante and 7 villagers."),
    ],
)
def test_the_rule_book_of_town_mafia_begins_with_the_cast(town: Rules, seats: int, cast: str) -> None:
    assert told(town, seats).startswith(f"# Town Mafia\nTown Mafia is {cast} ")


def test_the_rule_book_of_town_mafia_has_its_sections_in_the_order_of_play(town: Rules) -> None:
    titles = [section.title for section in town.rulebook(town.options_from({}, 8), 8)]
    assert titles == ["Town Mafia", "The aim", "The night", "The day", "Never for nothing", "The roles"]


SENTENCES = {  # an option's value -> what the rule book says only then
    ("names", "persona"): "They go by the names of their characters.",
    ("quiet_rounds", 1): "After 1 round of night and day without a death",
    ("max_rounds", 7): "After 7 rounds of night and day the game is a draw.",
    ("mafia_rounds", 1): "talk among themselves for up to 1 round,",
    ("mafia_may_kill_mafia", False): "any living player of the town",
    ("mafia_may_pass", False): "They must choose somebody.",
    ("doctor_self", False): "Doctors may not protect themselves",
    ("doctor_repeat", False): "may not protect the same player two nights running",
    ("sheriff_learns", "team"): "learns which side they are on",
    ("vigilante_shots", 2): "or hold fire; twice in the game",
    ("vigilante_shots", 0): "The vigilante (town) has no shot in this game",
    ("reveal_on_death", "none"): "A dead player's role stays hidden until the end of the game.",
    ("discussion_rounds", 0): "There is no discussion.",
    ("lynch", "majority"): "Whoever is named by more than half of all living players is lynched",
}


@pytest.mark.parametrize(("name", "value"), SENTENCES, ids=str)
def test_the_rule_book_says_what_the_option_does(town: Rules, name: str, value: Any) -> None:
    sentence = SENTENCES[name, value]
    assert sentence in told(town, 8, **{name: value})
    assert sentence not in told(town, 8)


def test_a_vote_that_must_name_a_player_is_told_without_nobody(town: Rules) -> None:
    assert "Then everybody votes at once for another living player or for nobody." in told(town, 8)
    assert "Votes for nobody" in told(town, 8)
    without = told(town, 8, skip_vote=False)
    assert "Then everybody votes at once for another living player." in without
    assert "Votes for nobody" not in without


def test_a_table_without_a_vigilante_is_not_told_of_one(town: Rules) -> None:
    assert "vigilante" in told(town, 6)
    assert "igilante" not in told(town, 5).replace("and a vigilante attacked", "attacked")
