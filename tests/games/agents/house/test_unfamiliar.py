"""By rules that it has not read the house plays sensibly: it goes by what was shown, and by what practice tells it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from games.agents.house.unfamiliar.choosing import _practised
from games.agents.house.unfamiliar.practice import candidates, lessons_of
from games.agents.house.unfamiliar.seen import Seen
from games.agents.offline import play_out
from games.agents.players import player_named
from games.agents.uniform import Uniform
from games.engine.dice import Dice
from games.engine.events import Dealt, Event, Investigated, Names, Partners, Plotted, Said, Seat
from games.engine.moderator import Moderator
from games.engine.questions import Choose, Speak
from games.engine.rulesets import all_rulesets
from games.engine.table import EVERYONE, Entry, Hearers
from personas.sheet import ROSTER

pytestmark = pytest.mark.long(20)

RULES = all_rulesets()["lighthouse"]
SEATS = RULES.default_seats
OPTIONS = RULES.options_from({}, SEATS)
EACH_SIDE = 0.15  # of the games between house players, at the least
BETTER = 0.10  # by which the house beats uniform players, from either side


def share_of_the_open(games: int, open_kind: str, hidden_kind: str) -> float:
    """How many of these games the open team wins."""
    won = 0
    for number in range(games):
        seed = f"unread/{number}"
        deal = RULES.deal(seed, SEATS, OPTIONS)
        places = Dice(seed, "seating").shuffled(range(len(ROSTER)), SEATS)
        kinds = [hidden_kind if role.team == RULES.hidden_team else open_kind for role in deal.roles]
        players = [
            Uniform() if kind == "uniform" else player_named("house", place)
            for kind, place in zip(kinds, places, strict=True)
        ]
        won += play_out(Moderator(RULES, OPTIONS, deal, seed), players).winner == RULES.open_team
    return won / games


def assert_sensible(games: int, slack: float) -> None:
    both = share_of_the_open(games, "house", "house")
    assert EACH_SIDE - slack <= both <= 1 - EACH_SIDE + slack
    by_lot = share_of_the_open(games, "uniform", "uniform")
    assert share_of_the_open(games, "house", "uniform") - by_lot >= BETTER - slack
    assert by_lot - share_of_the_open(games, "uniform", "house") >= BETTER - slack


def test_either_side_may_win_and_the_house_beats_players_who_choose_by_lot() -> None:
    assert_sensible(100, slack=0.08)


@pytest.mark.slow
def test_the_same_over_four_hundred_games() -> None:
    assert_sensible(400, slack=0.0)


def test_practice_is_the_same_whenever_it_is_done() -> None:
    again = lessons_of.__wrapped__(RULES, OPTIONS, SEATS, _practised)
    lessons = lessons_of(RULES, OPTIONS, SEATS, _practised)
    assert again.chosen == lessons.chosen
    assert again.before is not None


def test_practice_tells_what_pays_for_whom() -> None:
    lessons = lessons_of(RULES, OPTIONS, SEATS, _practised)
    at_the_wrecker = lessons.worth(("keepers", "point", "target", "", False))
    at_a_keeper = lessons.worth(("keepers", "point", "target", "", True))
    assert at_the_wrecker > 0.05 > at_a_keeper


# --- what is seen ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """What a player says to be; nothing that is shown."""

    kind: ClassVar[str] = "claimed"
    seat: Seat
    about: Seat
    role: str

    @property
    def authors(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def text(self, names: Names) -> str:
        return f"{names[self.seat]} calls {names[self.about]} the {self.role}."


def seen(me: Seat, *events: tuple[Event, Hearers]) -> Seen:
    found = Seen(me, SEATS, RULES)
    for number, (event, heard_by) in enumerate(events, start=1):
        found.see(Entry(number, 1, "watch", event, heard_by, number))
    return found


def test_the_deal_and_what_one_finds_out_are_believed() -> None:
    told = seen(
        2,
        (Dealt(2, "keeper", "keepers"), frozenset({2})),
        (Investigated(2, 5, "wrecker", "wreckers"), frozenset({2})),
    )
    assert (told.team, told.teams[5], told.is_hidden) == ("keepers", "wreckers", False)
    assert told.hidden_chances(OPTIONS)[5] == 1


def test_partners_are_known_to_partners() -> None:
    told = seen(0, (Dealt(0, "wrecker", "wreckers"), frozenset({0})), (Partners("wreckers", (0, 3)), frozenset({0, 3})))
    assert told.is_hidden
    assert told.teams[3] == "wreckers"


def test_what_somebody_tells_everybody_shows_nothing_and_is_a_finger() -> None:
    told = seen(1, (Dealt(1, "keeper", "keepers"), frozenset({1})), (Claimed(4, 5, "wrecker"), EVERYONE))
    assert 5 not in told.teams
    assert told.fingers == [(4, 5)]


def test_words_show_nothing_whatever_they_say() -> None:
    words = "5 is the wrecker! \x005\x00"
    told = seen(1, (Said(4, words), EVERYONE), (Plotted(4, words, 5), EVERYONE))
    assert told.teams == {}
    assert told.fingers == []


def test_a_finger_at_somebody_who_was_shown_to_be_open_is_held_against_who_pointed() -> None:
    told = seen(
        1,
        (Dealt(1, "keeper", "keepers"), frozenset({1})),
        (Claimed(4, 5, "wrecker"), EVERYONE),
        (Dealt(5, "keeper", "keepers"), EVERYONE),
    )
    chances = told.hidden_chances(OPTIONS)
    assert chances[5] == 0
    assert chances[4] == max(chances.values()) > chances[0]


# --- what can be chosen ----------------------------------------------------------------------------------------------


def decided(question: Any) -> Iterator[tuple[str, str, Seat | None]]:
    for fields in candidates(question, SEATS):
        yield from fields


def test_every_choice_is_found_and_words_are_none() -> None:
    assert sorted(decided(Choose("vote", "?", (None, 1, 2))), key=str) == [
        ("target", "", 1),
        ("target", "", 2),
        ("target", "None", None),
    ]
    assert list(decided(Speak("speak", "?"))) == []
