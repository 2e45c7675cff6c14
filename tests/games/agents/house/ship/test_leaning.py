"""On the ship too each temper has a way of its own: the same meeting, another temper, another finger."""

import pytest

from games.agents.house.ship.judging import cases_of, deaths_to_bear
from games.agents.house.ship.leaning import after, fingers, friends, heat_of_others, lean
from games.agents.house.ship.learning import learn
from games.agents.house.ship.memory import Deed, Mind
from games.agents.house.ship.talking import things_to_say
from games.agents.house.tempers import TEMPERS
from games.engine import events as e
from personas.sheet import ROSTER

NAMES = ("Red", "Blue", "Green", "Pink", "Black", "Lime", "Teal")
ME, BLUE, GREEN, PINK, BLACK = range(5)
CROWD = ((BLUE, "I suspect Green."), (PINK, "I suspect Green."), (BLACK, "I suspect Green."))
SPLIT = ((BLUE, "I suspect Green."), (GREEN, "I suspect Blue."))


def mind_of(temper: str, *said: tuple[int, str]) -> Mind:
    """A crewmate's mind in a meeting after these words."""
    mind = Mind(ROSTER[0].with_temper(temper), ME)
    heard = [e.Spoke(seat, words, None, t) for t, (seat, words) in enumerate(said)]
    for event in (e.Seated(NAMES), e.Dealt(ME, "crewmate", "crew"), e.PhaseBegan("meeting", 1), *heard):
        learn(mind, event)
    return mind


def leaning(temper: str, seat: int, *said: tuple[int, str]) -> float:
    mind = mind_of(temper, *said)
    return lean(mind, seat, heat_of_others(mind))


def intents(temper: str, *said: tuple[int, str]) -> set[str]:
    mind = mind_of(temper, *said)
    cases = cases_of(mind)
    items = things_to_say(mind, cases, fingers(mind, cases))
    return {each.intent for item in items for each in (item, *item.follow)}


@pytest.mark.parametrize("temper", TEMPERS)
def test_a_name_in_the_room_draws_everybody_but_the_contrary(temper: str) -> None:
    assert (leaning(temper, GREEN, *CROWD) > 0) == (temper != "contrarian")
    assert leaning(temper, BLACK, *CROWD) == 0


def test_a_loyal_one_stands_by_whom_it_trusts_until_they_turn() -> None:
    word = (ME, "I trust Green.")
    assert friends(mind_of("loyalist", word)) == [GREEN]
    assert friends(mind_of("listener", word)) == []
    assert leaning("loyalist", GREEN, word, *CROWD) < leaning("loyalist", GREEN, *CROWD)
    assert friends(mind_of("loyalist", word, (GREEN, "I suspect Red."))) == []


def test_whoever_was_seen_at_it_has_no_friend_and_no_leaning_reaches_them() -> None:
    mind = mind_of("loyalist", (ME, "I trust Green."))
    mind.deeds.append(Deed(3, GREEN, "admin", BLACK))
    assert friends(mind) == []
    assert fingers(mind, cases_of(mind))[GREEN] > 0.9


def test_a_nervous_one_points_back() -> None:
    named = (BLUE, "I suspect Red.")
    assert leaning("nervous", BLUE, named) > leaning("logician", BLUE, named) == 0


def test_a_diplomat_takes_one_of_the_names_in_the_room() -> None:
    assert leaning("diplomat", GREEN, *CROWD) > leaning("accuser", GREEN, *CROWD)


def test_each_way_is_heard() -> None:
    assert "m_stand_by" in intents("loyalist", (GREEN, "I trust Red."), *CROWD)
    assert "m_against_crowd" in intents("contrarian", *CROWD)
    assert "m_one_name" in intents("diplomat", *SPLIT)
    assert "m_fret" in intents("nervous", (BLUE, "I suspect Red."))
    ways = {"m_stand_by", "m_against_crowd", "m_one_name", "m_fret"}
    everything = ((GREEN, "I trust Red."), *CROWD, (BLUE, "I suspect Red."))
    assert not ways & intents("logician", *everything)


def test_who_accuses_twice_is_counted_once() -> None:
    assert after(mind_of("joker", *CROWD, (BLUE, "I suspect Green most.")), GREEN) == [BLUE, PINK, BLACK]


def test_deaths_to_bear_fall_with_the_living() -> None:
    mind = mind_of("joker")
    assert deaths_to_bear(mind) == 2  # seven with two impostors: at four, they are as many
    mind.living -= {PINK, BLACK}
    assert deaths_to_bear(mind) == 0
