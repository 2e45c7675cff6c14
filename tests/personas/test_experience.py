"""An experience counts games the same in any order, says itself in JSON, and stays small."""

import json
import re
from dataclasses import dataclass, replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from personas.experience import (
    EMPTY,
    LARGEST,
    MOST_OPPONENTS,
    Experience,
    ExperienceError,
    Game,
    Play,
    Tally,
    dump,
    fold,
    load,
)
from personas.memory import plain


@dataclass(frozen=True, slots=True)
class Seen:
    sign: str
    about: int


QUIET = Seen("said-least", 1)
GAME = Game(
    ruleset="town-mafia",
    seats=5,
    seat=0,
    team="town",
    winner="town",
    hidden=frozenset({1}),
    sightings=(QUIET, Seen("said-least", 2), Seen("accused-first", 0), QUIET),
)
PERSONAL = replace(GAME, players=("me", "anna", "bert", "carl", "dora"))


def folded(*games: Game) -> Experience:
    experience = EMPTY
    for game in games:
        experience = fold(experience, game)
    return experience


def test_a_game_counts_who_of_those_who_showed_a_sign_was_hidden():
    (of_town,) = folded(GAME).rulesets
    assert (of_town.ruleset, of_town.games, of_town.all) == ("town-mafia", 1, Tally(hidden=1, open=3))
    assert of_town.signs == (("said-least", Tally(hidden=1, open=1)),)


def test_ones_own_play_counts_apart_by_team():
    lost = replace(GAME, team="mafia", hidden=frozenset({0}), sightings=(Seen("accused-first", 0),))
    (of_town,) = folded(GAME, lost, lost).rulesets
    assert [(own.team, own.all, own.signs) for own in of_town.own] == [
        ("mafia", Play(games=2, won=0), (("accused-first", Play(games=2, won=0)),)),
        ("town", Play(games=1, won=1), (("accused-first", Play(games=1, won=1)),)),
    ]


def test_opponents_count_only_where_it_was_known_who_played():
    assert folded(GAME).rulesets[0].opponents == ()
    (of_town,) = folded(GAME, PERSONAL).rulesets
    assert [(known.player, known.all, known.signs) for known in of_town.opponents] == [
        ("anna", Tally(1, 0), (("said-least", Tally(1, 0)),)),
        ("bert", Tally(0, 1), (("said-least", Tally(0, 1)),)),
        ("carl", Tally(0, 1), ()),
        ("dora", Tally(0, 1), ()),
    ]
    assert of_town.games == 2


def test_a_draw_is_a_game_that_nobody_won():
    (of_town,) = folded(replace(GAME, winner="draw")).rulesets
    assert of_town.own[0].all == Play(games=1, won=0)


def test_opponents_met_longest_ago_go_first():
    games = [replace(PERSONAL, players=("me", *(f"p{4 * n + i}" for i in range(4)))) for n in range(12)]
    (of_town,) = folded(*games, games[3]).rulesets
    players = [known.player for known in of_town.opponents]
    assert len(players) == MOST_OPPONENTS
    assert players[-4:] == ["p12", "p13", "p14", "p15"]
    assert "p0" not in players


# --- in any order, and small ---

SIGNS = st.text("abcdefgh-", min_size=1, max_size=30)
SEATS = 6


@st.composite
def games(draw: st.DrawFn) -> Game:
    sightings = draw(st.lists(st.builds(Seen, SIGNS, st.integers(0, SEATS - 1)), max_size=12))
    known = draw(st.booleans())
    players = draw(st.permutations([f"p{n}" for n in range(8)])) if known else None
    return Game(
        ruleset=draw(st.sampled_from(("town-mafia", "glass-box", "elsewhere"))),
        seats=SEATS,
        seat=draw(st.integers(0, SEATS - 1)),
        team=draw(st.sampled_from(("town", "mafia"))),
        winner=draw(st.sampled_from(("town", "mafia", "draw"))),
        hidden=frozenset(draw(st.sets(st.integers(0, SEATS - 1), max_size=2))),
        sightings=tuple(sightings),
        players=None if players is None else tuple(players[:SEATS]),
    )


def counts(experience: Experience) -> list[object]:
    """An experience without who was met last."""
    return [each._replace(opponents=tuple(sorted(each.opponents))) for each in experience.rulesets]


@given(st.lists(games(), min_size=3, max_size=4))
def test_the_order_of_games_does_not_matter_for_the_counts(some: list[Game]):
    in_order = counts(folded(*some))
    assert in_order
    for order in permutations(some):
        assert counts(folded(*order)) == in_order


@given(st.lists(games(), max_size=12))
def test_json_and_back(some: list[Game]):
    experience = folded(*some)
    assert load(json.loads(json.dumps(dump(experience)))) == experience
    assert hash(load(dump(experience))) == hash(experience)


BIG = st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=20, max_size=60)


@settings(max_examples=30)
@given(st.lists(BIG, min_size=60, max_size=90, unique=True), st.integers(1, 2**40))
def test_an_experience_never_passes_its_bytes(signs: list[str], seed: int):
    experience = EMPTY
    for number in range(12):
        seen = [Seen(sign, (seed >> (number + place)) % 3 + (place % 2)) for place, sign in enumerate(signs)]
        opponents = tuple(f"{signs[(number + seat) % len(signs)]}_{seat}" for seat in range(SEATS))
        game = replace(PERSONAL, seats=SEATS, ruleset=f"rules-{number % 5}", sightings=tuple(seen), players=opponents)
        experience = fold(experience, game)
        assert len(json.dumps(dump(experience), ensure_ascii=False, separators=(",", ":")).encode()) <= LARGEST
    assert experience.rulesets


def test_the_opponents_met_least_go_first_where_room_is_short():
    signs = tuple(Seen(f"a-sign-of-a-long-name-{number}", seat) for number in range(60) for seat in range(1, 5))
    often = replace(PERSONAL, sightings=signs)
    experience = folded(*[often] * 3)
    for number in range(MOST_OPPONENTS - 4):
        once = tuple(f"{name}-{number}" for name in ("x", "y", "z"))
        experience = fold(experience, replace(often, players=("me", *once, "anna")))
    players = {known.player for known in experience.rulesets[0].opponents}
    assert {"anna", "bert"} <= players
    assert "x-0" not in players


def of(wrong: dict[str, object]) -> dict[str, object]:
    """An experience with something wrong in it."""
    return {"signs": ["a"], "rulesets": {"r": {"games": 1, "others": [1, 1], **wrong}}}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "counts must be an object"),
        ({"signs": [], "rulesets": {}, "more": 1}, "counts has no 'more'"),
        ({"signs": ["b", "a"], "rulesets": {}}, "alphabetical"),
        ({"signs": ["a"], "rulesets": {"r": {"games": -1}}}, "counts.rulesets.r.games must be a whole number"),
        (of({"others": [1]}), "r.others must hold two numbers"),
        (of({"others": [1, 1, 1, 1, 1, 1]}), "r.others must hold two numbers, and two for each of the signs, not 6"),
        (of({"others": ["x", 1]}), "r.others must be a whole number"),
        (of({"own": {"t": [1, 2]}}), "r.own.t must not hold more games won than played, not 2 of 1"),
        (of({"opponents": [["p", 1, 0]] * 2}), "r.opponents must hold each once"),
        (of({"opponents": [[]]}), "must begin with a player"),
        (of({"opponents": [[7, 1, 0]]}), "must be a name"),
        (of({"games": True}), "r.games must be a whole number"),
    ],
)
def test_what_is_wrong_is_said_by_its_path(data: object, said: str):
    with pytest.raises(ExperienceError, match=re.escape(said)):
        load(data)


def test_an_experience_is_plain_enough_for_a_memory():
    experience = folded(PERSONAL, GAME)
    assert plain({"counts": dump(experience)}) == {"counts": dump(experience)}


def test_no_experience_is_an_empty_object():
    assert dump(EMPTY) == {}
    assert load({}) == EMPTY
