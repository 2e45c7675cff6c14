"""By rules that it has not read the house plays sensibly: it goes by what was shown, and by what practice tells it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from games.agents.house.speaking.book import sentences
from games.agents.house.unfamiliar.choosing import _practised, answer
from games.agents.house.unfamiliar.lessons import Field
from games.agents.house.unfamiliar.practice import candidates, lessons_of
from games.agents.house.unfamiliar.seen import Seen, seeing
from games.agents.house.unfamiliar.telling import marked, told_by
from games.agents.house.unfamiliar.weighing import Signs
from games.agents.offline import play_out
from games.agents.played import Played
from games.agents.players import player_named
from games.agents.uniform import Uniform
from games.engine.dice import Dice
from games.engine.events import Dealt, Event, Investigated, Names, Partners, Plotted, Said, Seat
from games.engine.moderator import Moderator
from games.engine.questions import Choose, Question, Speak
from games.engine.rulesets import all_rulesets
from games.engine.table import EVERYONE, Entry, Hearers
from personas.sheet import ROSTER
from tests.games.agents.house.errands import YES, Done, Errands, Judge, Offered, Send

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
    assert again.signs == lessons.signs
    assert again.before is not None


def test_practice_tells_what_pays_for_whom() -> None:
    lessons = lessons_of(RULES, OPTIONS, SEATS, _practised)
    at_the_wrecker = lessons.worth(("keepers", "point", "target", "", False))
    at_a_keeper = lessons.worth(("keepers", "point", "target", "", True))
    assert at_the_wrecker > 0.05 > at_a_keeper


def test_who_has_practised_less_knows_what_the_first_rows_taught_and_who_has_not_knows_nothing() -> None:
    lessons = lessons_of(RULES, OPTIONS, SEATS, _practised)
    assert lessons.after(3) is lessons
    assert lessons.after(2) is lessons.before
    assert lessons.before is not None
    assert lessons.after(1) is lessons.before.before
    assert (lessons.after(0).chosen, lessons.after(0).signs) == ({}, Signs())


def test_what_is_seen_is_kept_apart_for_each_who_has_learnt_other_signs() -> None:
    one, other = Signs({"": 1}), Signs({"": 2})
    view = (Entry(0, 1, "night", Dealt(0, "keeper", "keepers"), EVERYONE, 0),)
    for signs in (one, other, one):
        with seeing(view, 0, SEATS, RULES, signs) as found:
            assert found.signs is signs


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


@dataclass(frozen=True, slots=True)
class Left(Event):
    """Somebody leaves, and nobody learns what they were."""

    kind: ClassVar[str] = "left_the_test"
    falls: ClassVar[str] = "seat"
    seat: Seat

    def text(self, names: Names) -> str:
        return f"{names[self.seat]} leaves."


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


@dataclass(frozen=True, slots=True)
class Rate(Speak):
    """Say something, how sure you are, and of whom; or of what you think to see somebody do."""

    def write(self, value: str) -> dict[str, Any]:
        return {"message": value, "sure": 2, "whom": 2, "others": [1, 3], "deed": "watch 3", "rank": 2}

    def properties(self) -> dict[str, Any]:
        return {
            **Speak.properties(self),
            "sure": {"type": "integer", "description": "how sure, from 0 to 4"},
            "rank": {"type": "integer", "enum": [0, 1, 2], "description": "which of the three"},
            "whom": {"enum": [1, 2], "description": "of whom"},
            "others": {"type": "array", "items": {"enum": [1, 2, 3]}, "description": "who else"},
            "deed": {"enum": ["watch 3", "wait"], "description": "what you do"},
        }


def test_only_what_the_question_calls_a_seat_is_one() -> None:
    assert list(decided(Rate("rate", "?"))) == [
        ("sure", "2", None),
        ("whom", "", 2),
        ("others", "", 1),
        ("others", "", 3),
        ("deed", "watch", 3),
        ("rank", "2", None),
    ]


# --- what is said and thought of it ----------------------------------------------------------------------------------

NAMES = ("Ada", "Ben", "Cleo", "Dov", "Edie", "Finn", "Gus")
OTHERS = tuple(seat for seat in range(SEATS) if seat != 1)
MINE = (Dealt(1, "keeper", "keepers"), frozenset({1}))


def asked(question: Question[Any], *events: tuple[Event, Hearers], seed: str = "asked") -> dict[str, Any]:
    """What the house answers in seat 1 that has seen this."""
    view = [Entry(number, 1, "watch", event, heard_by, number) for number, (event, heard_by) in enumerate(events, 1)]
    played = Played(RULES, OPTIONS, NAMES)
    return dict(answer(ROSTER[0], 1, question, view, Dice(seed), played))


def points(*events: tuple[Event, Hearers]) -> set[int | None]:
    """At whom it points who has seen this, in some games."""
    point = Choose("point", "?", (None, *OTHERS))
    return {asked(point, MINE, *events, seed=f"{number}")["target"] for number in range(12)}


def thoughts(*events: tuple[Event, Hearers]) -> str:
    """All that is thought after this, in some games."""
    point = Choose("point", "?", (None, *OTHERS))
    return "\n".join(asked(point, MINE, *events, seed=f"{number}")["thought"] for number in range(12))


def test_who_has_named_somebody_goes_for_them_and_thinks_so() -> None:
    named = (Said(1, "If you ask me, it is Dov."), EVERYONE)
    assert len(points()) > 2
    assert points(named) == {3}
    assert "Dov" in thoughts(named)
    assert points(named, (Said(4, "It is Gus."), EVERYONE)) == {3}


def test_whoever_names_two_or_speaks_later_of_nobody_is_held_to_nothing() -> None:
    named = (Said(1, "If you ask me, it is Dov."), EVERYONE)
    assert len(points((Said(1, "Dov or Gus."), EVERYONE))) > 2
    assert len(points(named, (Said(1, "I have nothing to add for now."), EVERYONE))) > 2


def test_who_sees_something_new_goes_for_another() -> None:
    named = (Said(1, "If you ask me, it is Dov."), EVERYONE)
    assert 3 not in points(named, (Dealt(3, "keeper", "keepers"), EVERYONE))
    assert points(named, (Investigated(1, 5, "wrecker", "wreckers"), frozenset({1}))) <= {5, None}


def test_a_hidden_player_is_not_held_to_its_word() -> None:
    mine = (Dealt(1, "wrecker", "wreckers"), frozenset({1}))
    point = Choose("point", "?", (None, *OTHERS))
    words = (Said(1, "If you ask me, it is Dov."), EVERYONE)
    assert len({asked(point, mine, words, seed=f"{number}")["target"] for number in range(12)}) > 2


def test_of_several_who_are_suspected_alike_none_is_called_the_first() -> None:
    told = thoughts((Dealt(2, "keeper", "keepers"), EVERYONE))
    assert "20 per cent" in told
    assert [name for name in NAMES if name in told] == []


def test_a_finger_is_held_against_somebody_only_where_one_was_pointed() -> None:
    shown = (Dealt(5, "keeper", "keepers"), EVERYONE)
    others = [(Dealt(seat, "keeper", "keepers"), EVERYONE) for seat in (0, 2, 6)]
    right = [(Claimed(4, 5, "wrecker"), EVERYONE), (Dealt(5, "wrecker", "wreckers"), EVERYONE)]
    assert intents((Claimed(4, 5, "wrecker"), EVERYONE), shown) == {"o_wrong"}
    assert intents(shown) == {"o_alike"}
    assert intents(shown, *others, (Claimed(4, 3, "wrecker"), EVERYONE)) == {"o_alike"}
    assert intents(*right) == {"o_sure"}


def intents(*events: tuple[Event, Hearers]) -> set[str]:
    """By which intents the thoughts after this are worded."""
    found = set()
    for line in thoughts(*events).splitlines():
        for intent in ("o_open", "o_sure", "o_lean", "o_wrong", "o_held", "o_alike"):
            texts = [each.text for pool in sentences()[intent].values() for each in pool]
            shapes = [re.escape(text).replace(r"\{a\}", ".*").replace(r"\{p\}", ".*") for text in texts]
            found |= {intent for shape in shapes if re.fullmatch(shape, line)}
    return found


def test_nobody_is_named_who_has_left_the_game() -> None:
    gone = [(Left(seat), EVERYONE) for seat in (0, 2, 4, 5, 6)]
    speak = Speak("speak", "?")
    said = " ".join(asked(speak, MINE, *gone, seed=f"{number}")["message"] for number in range(12))
    assert {name for name in NAMES if name in said} == {"Dov"}


# --- what is made of groups that are sent, judged and told of ---------------------------------------------------------

ERRANDS = Errands()
ERRAND_OPTIONS = ERRANDS.options_from({}, 6)


def on_errands(me: Seat, *events: Event) -> Seen:
    """What a busy player makes of these events, as practice has taught it."""
    found = Seen(me, 6, ERRANDS, lessons_of(ERRANDS, ERRAND_OPTIONS, 6, _practised).signs)
    for number, event in enumerate((Dealt(me, "runner", "busy"), *events), start=1):
        found.see(Entry(number, 1, "errand", event, EVERYONE, number))
    return found


def answered(told: Seen, question: Question[Any], times: int = 60) -> list[tuple[Field, ...]]:
    lessons, chances = lessons_of(ERRANDS, ERRAND_OPTIONS, 6, _practised), told.hidden_chances(ERRAND_OPTIONS)
    return [_practised(told, chances, question, Dice(f"{number}"), lessons) for number in range(times)]


def test_who_was_in_a_group_that_failed_is_suspected_and_who_was_in_one_that_did_not_is_trusted() -> None:
    chances = on_errands(0, Done(1, (1, 2), well=False), Done(2, (3, 4), well=True)).hidden_chances(ERRAND_OPTIONS)
    assert chances[1] == chances[2] > 2 * chances[5] > 0
    assert chances[5] > 2 * chances[3] == 2 * chances[4]


def test_who_was_alone_with_oneself_in_a_group_that_failed_is_suspected_more_than_one_of_two() -> None:
    signs = Signs()

    def told_of(first: Seat, second: Seat, hidden: Seat) -> Seen:
        found = Seen(0, 6, ERRANDS, signs)
        found.see(Entry(1, 1, "errand", Done(1, (first, second), well=hidden not in (first, second)), EVERYONE, 1))
        return found

    for number in range(4_000):
        dice = Dice(f"errand {number}")
        hidden, runners = dice.pick(range(1, 6)), dice.shuffled(range(6), 2)
        marks = told_of(*runners, hidden).marks
        for seat in range(1, 6):
            signs.learn(marks[seat], hidden=seat == hidden)
    alone, of_two = (told_of(by, 2, hidden=2).hidden_chances(ERRAND_OPTIONS) for by in (0, 1))
    assert alone[2] > 0.6 > of_two[2] == of_two[1] > 0.3


def test_a_vote_follows_what_it_is_about() -> None:
    known = Done(1, (1, 2), well=False), Done(2, (3, 4), well=True)
    yes = (("said", YES, None),)
    of_trusted = answered(on_errands(0, *known, Offered(5, (3, 4))), Judge("judge", "?")).count(yes)
    of_suspected = answered(on_errands(0, *known, Offered(5, (1, 2))), Judge("judge", "?")).count(yes)
    assert of_trusted > 45
    assert of_suspected < 15


def test_who_is_named_in_a_list_is_who_is_suspected_least() -> None:
    told = on_errands(0, Done(1, (1, 2), well=False), Done(2, (3, 4), well=True))
    sent = [target for fields in answered(told, Send("send", "?", tuple(range(6)))) for _, _, target in fields]
    assert min(map(sent.count, (0, 3, 4))) > 5 * max(map(sent.count, (1, 2)))


@dataclass(frozen=True, slots=True)
class Raised(Event):
    """Whom everybody is for, by seat, and pairs who quarrel; `rank` is no seat."""

    kind: ClassVar[str] = "raised"
    by: Seat
    rank: int
    hands: tuple[Seat | None, ...]
    quarrels: tuple[tuple[Seat, Seat], ...]

    def text(self, names: Names) -> str:
        return f"{names[self.by]} counts {', '.join(names)} in round {self.rank}."


def test_a_number_is_a_seat_where_the_sentence_says_its_name_and_rows_name_seats_together() -> None:
    told = told_by(Raised(2, 2, (None, 0, 0), ((0, 1),)), 3)
    assert told.values == ("rank=2",)
    assert told.rows == (
        (("by", (2,)),),
        (("hands.0", (0,)),),
        (("hands.0", (1,)), ("hands.1", (0,))),
        (("hands.0", (2,)), ("hands.1", (0,))),
        (("quarrels.0", (0,)), ("quarrels.1", (1,))),
    )
    at_me = ("raised.hands.0/1/hands.1", "raised.hands.0/1/hands.1:rank=2")
    assert [marks for seat, marks in marked(told, 0) if seat == 1][:1] == [at_me]
