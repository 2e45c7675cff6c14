"""The engine plays as often to each end as an independent calculation says: odds.py knows nothing of the engine."""

from collections.abc import Callable
from itertools import product
from math import sqrt
from typing import Any

import pytest

from games.agents.offline import play_out
from games.agents.uniform import Uniform
from games.engine.ruleset import Ruleset
from tests.games.engine.odds import Odds, Rules, lynch_share, odds
from tests.games.engine.scenes import begin
from tests.patience import at_most

ISSUE = {"skip_vote": False, "mafia_may_pass": False, "mafia_may_kill_mafia": False}


def test_the_odds_are_the_known_ones() -> None:
    assert round(odds(5, Rules()).mafia, 6) == 0.701652
    assert round(odds(8, Rules()).mafia, 6) == 0.868824


@pytest.mark.parametrize("skip", [False, True])
@pytest.mark.parametrize("lynch", ["plurality", "majority"])
@pytest.mark.parametrize("living", [3, 4, 5])
def test_the_share_of_lynches_is_what_counting_every_vote_gives(living: int, lynch: str, *, skip: bool) -> None:
    ballots = [[*(other for other in range(living) if other != voter), *[None] * skip] for voter in range(living)]
    lynched = 0
    for votes in product(*ballots):
        counts = sorted((votes.count(seat) for seat in range(living)), reverse=True)
        if lynch == "plurality":
            lynched += counts[0] > max(counts[1], votes.count(None))
        else:
            lynched += 2 * counts[0] > living
    assert lynch_share(living, lynch, skip=skip) == lynched / (living - 1 + skip) ** living


def deviations(town: Ruleset[Any], games: int, seats: int, exact: Odds, **options: Any) -> list[float]:
    """By how many standard errors the engine's wins of mafia and town miss the exact odds in so many games."""
    wins = {"mafia": 0, "town": 0, "draw": 0}
    # What is said moves no uniform player, so nothing is said.
    options = {"vigilante_shots": 0, "discussion_rounds": 0, **options}
    for number in range(games):
        moderator = play_out(begin(town, seats, f"odds/{number}", **options), [Uniform()] * seats)
        wins[moderator.winner or "draw"] += 1
    return [
        (wins[team] - games * share) / sqrt(games * share * (1 - share))
        for team, share in (("mafia", exact.mafia), ("town", exact.town))
    ]


Record = Callable[[str, object], None]


def check(town: Ruleset[Any], games: int, seats: int, rules: Rules, record: Record) -> None:
    """Fails beyond four standard errors; records how many there are."""
    options = {**ISSUE, "skip_vote": rules.skip, "lynch": rules.lynch, "doctor_self": rules.doctor_self}
    found = deviations(town, games, seats, odds(seats, rules), **options, quiet_rounds=100)
    record("deviations", " ".join(f"{each:+.2f}" for each in found))
    assert max(map(abs, found)) <= 4


@pytest.mark.parametrize(
    ("seats", "rules"),
    [
        (5, Rules()),
        pytest.param(8, Rules(), marks=pytest.mark.slow),
        pytest.param(6, Rules(lynch="majority", doctor_self=False), marks=pytest.mark.slow),
        (7, Rules(lynch="majority", skip=True)),
    ],
)
def test_mafia_and_town_win_as_often_as_calculated(
    town: Ruleset[Any], seats: int, rules: Rules, record_property: Record
) -> None:
    check(town, 2_000, seats, rules, record_property)


@pytest.mark.slow
@pytest.mark.timeout(at_most(450))
@pytest.mark.parametrize("doctor_self", [True, False])
@pytest.mark.parametrize("lynch", ["plurality", "majority"])
@pytest.mark.parametrize("seats", range(5, 13))
def test_every_table_wins_as_often_as_calculated_in_20_000_games(
    town: Ruleset[Any], seats: int, lynch: str, *, doctor_self: bool, record_property: Record
) -> None:
    check(town, 20_000, seats, Rules(lynch=lynch, doctor_self=doctor_self), record_property)


@pytest.mark.slow
@pytest.mark.timeout(at_most(450))
@pytest.mark.parametrize("doctor_self", [True, False])
@pytest.mark.parametrize("lynch", ["plurality", "majority"])
@pytest.mark.parametrize("seats", [5, 6, 7, 9, 12])
def test_so_it_is_where_nobody_may_be_voted_for(
    town: Ruleset[Any], seats: int, lynch: str, *, doctor_self: bool, record_property: Record
) -> None:
    check(town, 2_000, seats, Rules(lynch=lynch, skip=True, doctor_self=doctor_self), record_property)


@pytest.mark.slow
@pytest.mark.timeout(at_most(450))
@pytest.mark.parametrize("seats", [6, 9, 15])
def test_a_vigilante_with_a_shot_changes_the_odds_as_calculated(town: Ruleset[Any], seats: int) -> None:
    exact = odds(seats, Rules(), armed=1)
    assert max(map(abs, deviations(town, 8_000, seats, exact, **ISSUE, vigilante_shots=1))) <= 4
