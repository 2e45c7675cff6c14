"""Free talk, sentence by sentence of its rules; each test stands under the sentence that it holds.

(Long, because the rules are: what wakes whom, when and how often is all here.)
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import sqrt
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.dice import Dice
from games.engine.discussion import Floor, seats_named, talk_freely
from games.engine.discussion import reactive as procedure
from games.engine.events import Seat
from games.engine.questions import React
from games.engine.table import Asks, Deal, Role, Table
from tests.games.engine.scenes import NAMES

EVERYMAN = Role("everyman", "town")
QUESTION = React("react", "Anything to say?")
STILL = {"chance": 0}  # nobody is woken by chance
SEEDS = [f"seed {number}" for number in range(60)]


class Asked(NamedTuple):
    """A question: the second at which it was put, to whom, what came back, and the second at which that was over."""

    clock: int
    seat: Seat
    words: str | None
    over: int


class Talk:
    """One talk among so many seats, played to its end. `answer(asked so far, seat)` says what comes back."""

    def __init__(
        self,
        seats: int,
        answer: Callable[[Sequence[Asked], Seat], str | None],
        *,
        seed: str = "talk",
        seconds: int = 1_000,
        messages: int | None = None,
        chance: int = 2,
        cooldown: int = 3,
        wakings: int = 12,
    ) -> None:
        self.table = Table(Deal(NAMES[:seats], (EVERYMAN,) * seats), seed, 1)
        self.heard: list[tuple[Seat, str, int]] = []
        self.asked: list[Asked] = []
        floor = Floor("day 1", seconds, messages, chance, cooldown, wakings)
        talk = procedure.FreeTalk(self.table, range(seats), floor, QUESTION, lambda *said: self.heard.append(said))
        game: Any = talk.run()
        words: dict[Seat, str | None] | None = None
        while True:
            try:
                asks: Asks = game.send(words)
            except StopIteration:
                break
            assert list(asks.values()) == [QUESTION]
            (seat,) = asks
            clock, words = talk.clock, {seat: answer(self.asked, seat)}
            said = words[seat]
            self.asked.append(Asked(clock, seat, said, clock + (procedure.duration(said) if said else 0)))
        self.clock = talk.clock

    @property
    def when(self) -> list[tuple[int, Seat]]:
        return [(asked.clock, asked.seat) for asked in self.asked]


def told(*script: str | None) -> Callable[[Sequence[Asked], Seat], str | None]:
    """Whoever is asked says the next of these; then all are silent."""
    return lambda asked, seat: script[len(asked)] if len(asked) < len(script) else None


def silent(asked: Sequence[Asked], seat: Seat) -> str | None:
    return None


def words(count: int) -> str:
    return " ".join(["well"] * count)


def others(seats: int, seat: Seat) -> list[Seat]:
    return [other for other in range(seats) if other != seat]


def call(*seats: Seat) -> str:
    """Five words at least, one second, that name these."""
    return " ".join(NAMES[seat] for seat in seats)


# --- "The first speaker is drawn and asked at 0 s; if silent, the next drawn." ---------------------------------------


def test_the_first_speaker_is_drawn_and_asked_at_0_seconds() -> None:
    first = Counter(Talk(4, told("Hello."), seed=seed).when[0] for seed in SEEDS)
    assert set(first) == {(0, seat) for seat in range(4)}


def test_whoever_is_silent_lets_the_next_one_drawn_be_asked_at_0_seconds() -> None:
    for seed in SEEDS[:10]:
        talk = Talk(5, silent, seed=seed)
        assert [clock for clock, _ in talk.when] == [0] * 5
        assert sorted(seat for _, seat in talk.when) == [0, 1, 2, 3, 4]
    assert len({tuple(Talk(5, silent, seed=seed).when) for seed in SEEDS}) > 20


def test_once_somebody_has_spoken_nobody_is_asked_any_more_for_being_drawn() -> None:
    for seed in SEEDS:
        talk = Talk(5, told(None, "Hello."), seed=seed, **STILL)
        assert [clock for clock, _ in talk.when] == [0, 0]


# --- "One floor: a speech takes 1 s per 5 words and arrives when it ends; nobody is asked meanwhile …" ---------------


@pytest.mark.parametrize(("count", "seconds"), [(1, 1), (4, 1), (5, 1), (6, 2), (10, 2), (11, 3), (400, 80)])
def test_a_speech_takes_a_second_for_five_words_and_arrives_when_it_ends(count: int, seconds: int) -> None:
    talk = Talk(3, told(words(count)), **STILL)
    assert talk.heard == [(talk.asked[0].seat, words(count), seconds)]


def test_nobody_is_asked_while_somebody_speaks() -> None:
    for seed in SEEDS:
        talk = Talk(6, lambda asked, seat: words(60) if len(asked) % 3 == 0 else None, seed=seed, chance=30)
        assert any(asked.words for asked in talk.asked[1:])
        for one, next_ in pairwise(talk.asked):
            assert next_.clock >= one.over


# --- "… wakings that fall due are judged then." "Collision: if somebody spoke during the delay, …" -------------------


def test_a_being_named_trigger_stays_and_is_asked_as_soon_as_the_floor_is_free() -> None:
    for seed in SEEDS:

        def answer(asked: Sequence[Asked], seat: Seat) -> str | None:
            return call(*others(3, seat)) if not asked else words(50) if len(asked) == 1 else None

        talk = Talk(3, answer, seed=seed, **STILL)
        first, second, third = talk.asked[:3]
        assert {first.seat, second.seat, third.seat} == {0, 1, 2}
        assert second.over == second.clock + 10  # longer than any delay
        assert third.clock == second.over


def test_a_chance_trigger_lapses() -> None:
    """All wait by chance; the one who is asked first speaks for long, and nobody is asked when that is over."""
    for seed in SEEDS:
        talk = Talk(6, told("Hello.", words(50)), seed=seed, chance=100)
        first, second, third = talk.asked[:3]
        assert first.over + 2 <= second.clock <= first.over + 6
        assert third.clock > second.over


def test_a_message_trigger_gets_a_new_delay() -> None:
    """The fourth has heard two messages and waits, perhaps; when the third speaks for long it waits once more."""
    waited = set()
    for seed in SEEDS * 2:

        def answer(asked: Sequence[Asked], seat: Seat) -> str | None:
            return call((seat + 1) % 4) if len(asked) < 2 else words(50) if len(asked) == 2 else None

        talk = Talk(4, answer, seed=f"{seed} {len(waited)}", **STILL)
        second, third, fourth = talk.asked[1:4]
        if third.seat == (second.seat + 1) % 4:  # else it was the fourth who spoke for long
            waited.add(fourth.clock - third.over)
    assert waited == {1, 2, 3, 4, 5}


@pytest.fixture
def talker() -> procedure.Talker:
    return procedure.Talker(2, Dice("talker"))


WAITING = pytest.mark.parametrize("trigger", [procedure.Trigger.OPENING, procedure.Trigger.CHANCE])


@WAITING
@pytest.mark.parametrize("woken", [10, 12, 30])
def test_a_chance_lapses_whether_it_has_struck_or_not(
    talker: procedure.Talker, trigger: procedure.Trigger, woken: int
) -> None:
    talker.wait(trigger, woken)
    talker.hear(0, (), 12)
    assert talker.trigger is None


def test_a_chance_that_lapses_leaves_room_for_what_was_said(talker: procedure.Talker) -> None:
    talker.wait(procedure.Trigger.CHANCE, 10)
    talker.hear(0, (2,), 12)
    talker.look(12, 100)
    assert (talker.trigger, talker.woken) == (procedure.Trigger.NAMED, 12)


def test_new_messages_set_the_delay_anew_each_time(talker: procedure.Talker) -> None:
    talker.wait(procedure.Trigger.MESSAGES, 10)
    for now in (12, 20, 21):
        talker.hear(0, (), now)
        assert (talker.trigger, talker.woken) == (procedure.Trigger.MESSAGES, now)
        assert now + 1 <= talker.due[0] <= now + 5


def test_whoever_waits_for_new_messages_and_is_named_waits_for_that(talker: procedure.Talker) -> None:
    talker.wait(procedure.Trigger.MESSAGES, 10)
    talker.hear(0, (2,), 12)
    assert talker.trigger is procedure.Trigger.NAMED
    due = talker.due
    for now in (13, 14, 40):
        talker.hear(0, (), now)  # even when the one who named them says something else
        assert (talker.trigger, talker.due) == (procedure.Trigger.NAMED, due)


@pytest.mark.parametrize("trigger", [procedure.Trigger.NAMED, procedure.Trigger.MESSAGES])
def test_what_waits_for_the_end_of_the_cooldown_has_woken_nobody_yet(
    talker: procedure.Talker, trigger: procedure.Trigger
) -> None:
    """It holds from the end of the cooldown on, and a message before that is no collision."""
    talker.rested = 20
    talker.news, talker.named_by = 9, {1} if trigger is procedure.Trigger.NAMED else set()
    for now in (12, 13):
        talker.hear(0, (), now)
        assert talker.trigger is None
        talker.look(now, 0)
        assert (talker.trigger, talker.woken) == (trigger, 20)
        assert 21 <= talker.due[0] <= 25


def test_only_somebody_s_last_message_names(talker: procedure.Talker) -> None:
    talker.rested = 20
    talker.hear(0, (1, 2), 10)
    talker.look(10, 0)
    assert talker.trigger is procedure.Trigger.NAMED
    talker.hear(1, (), 12)  # somebody else's silence about them changes nothing
    talker.look(12, 0)
    assert talker.trigger is procedure.Trigger.NAMED
    talker.hear(0, (1,), 14)
    talker.enough = 9
    talker.look(14, 0)
    assert talker.trigger is None


def test_an_answer_makes_old_what_was_heard_before(talker: procedure.Talker) -> None:
    talker.news, talker.named_by = 9, {0, 1}
    talker.answered(5)
    talker.look(2, 0)
    assert (talker.trigger, talker.asked, talker.rested) == (None, 1, 5)


# --- "A player is woken when the cooldown is over and one trigger holds: 2 or 3 new messages since last asked …" -----


def test_two_or_three_new_messages_wake_and_dice_say_which_for_each_waking() -> None:
    count, woken_by = 1_000, Counter[tuple[int, int]]()
    for number in range(count):
        talker = procedure.Talker(0, Dice("enough", number))
        woken_by[news_until_woken(talker), news_until_woken(talker)] += 1
    assert set(woken_by) == {(2, 2), (2, 3), (3, 2), (3, 3)}
    assert all(abs(each - count / 4) < 4 * sqrt(count * 3 / 16) for each in woken_by.values())


def news_until_woken(talker: procedure.Talker) -> int:
    """How many messages it takes; then they are asked."""
    for news in range(1, 9):
        talker.hear(1, (), news)
        talker.look(news, 0)
        if talker.trigger:
            assert talker.trigger is procedure.Trigger.MESSAGES
            talker.answered(news)
            return news
    raise AssertionError("nothing wakes them")


def test_one_new_message_wakes_nobody() -> None:
    for seed in SEEDS:
        assert len(Talk(4, told("Hello."), seed=seed, **STILL).asked) == 1


def test_one_s_own_messages_are_no_news() -> None:
    """Two at the table: each has heard one message of the other's, and said several."""
    for seed in SEEDS:
        talk = Talk(2, told("Hello.", words(3)), seed=seed, **STILL)
        assert len(talk.asked) == 1


# --- "… named or accused by somebody's last message …" ---------------------------------------------------------------


def test_whoever_is_named_is_asked_one_to_five_seconds_later() -> None:
    delays = Counter()
    for seed in SEEDS * 3:
        talk = Talk(5, lambda asked, seat: call((seat + 1) % 5) if not asked else None, seed=f"{seed}", **STILL)
        first, second = talk.asked
        assert second.seat == (first.seat + 1) % 5
        delays[second.clock - first.over] += 1
    assert set(delays) == {1, 2, 3, 4, 5}


def test_each_delay_is_as_likely() -> None:
    count, delays = 2_000, Counter()
    for number in range(count):
        talk = Talk(2, lambda asked, seat: call(1 - seat) if not asked else None, seed=f"{number}", **STILL)
        delays[talk.asked[1].clock - talk.asked[0].over] += 1
    assert all(abs(each - count / 5) < 4 * sqrt(count * 0.2 * 0.8) for each in delays.values())


def test_naming_oneself_wakes_nobody() -> None:
    assert len(Talk(3, lambda asked, seat: call(seat), **STILL).asked) == 1


def test_who_was_named_is_not_woken_by_that_again_once_asked() -> None:
    for seed in SEEDS:
        talk = Talk(4, lambda asked, seat: call((seat + 1) % 4) if not asked else None, seed=seed, **STILL)
        assert len(talk.asked) == 2


# --- "… a chance of 2 % per second while nobody speaks (option)." ----------------------------------------------------


@pytest.mark.parametrize("percent", [1, 2, 10, 50, 99])
def test_a_chance_strikes_each_second_anew(percent: int) -> None:
    count, share = 4_000, percent / 100
    seconds = [procedure.seconds_until(percent, Dice("chance", number)) for number in range(count)]
    assert min(seconds) >= 1
    for second in (1, 2, 5):
        still = [each for each in seconds if each >= second]
        if len(still) > 50:
            struck = sum(each == second for each in still)
            assert abs(struck - share * len(still)) <= 4 * sqrt(len(still) * share * (1 - share))


def test_a_certain_chance_strikes_in_the_first_second() -> None:
    assert {procedure.seconds_until(100, Dice("certain", number)) for number in range(50)} == {1}


def test_the_chance_is_reckoned_in_whole_numbers() -> None:
    half = 1 << 63
    assert procedure._struck(50)[:3] == (half, half + (half >> 1), half + (half >> 1) + (half >> 2))
    assert procedure._struck(2)[0] == (1 << 64) - ((1 << 128) * 98 // 100 >> 64)


def test_by_chance_alone_somebody_is_asked_sooner_or_later() -> None:
    talks = [Talk(5, told("Hello."), seed=seed, chance=2, seconds=100_000, wakings=1_000).asked for seed in SEEDS]
    assert all({one.seat for one in asked[1:]} >= set(others(5, asked[0].seat)) for asked in talks)
    assert len({asked[1].clock for asked in talks}) > 15


def test_with_no_chance_a_talk_in_which_nobody_is_named_stops() -> None:
    talk = Talk(5, told("Hello."), chance=0)
    assert (len(talk.asked), talk.clock) == (1, 1)


def test_no_chance_strikes_while_somebody_speaks() -> None:
    for seed in SEEDS:
        talk = Talk(3, told(words(500)), seed=seed, chance=100)
        assert talk.asked[1].clock >= talk.asked[0].over + 2


# --- "After speaking and after [SILENT]: cooldown 3 s (option)." -----------------------------------------------------


def called(asked: Sequence[Asked], seat: Seat) -> str | None:
    """Two who call each other by name all the time."""
    return call(1 - seat) if len(asked) < 12 else None


@pytest.mark.parametrize("cooldown", [0, 3, 40])
def test_after_speaking_a_player_rests(cooldown: int) -> None:
    for seed in SEEDS[:20]:
        talk = Talk(2, called, seed=seed, chance=0, cooldown=cooldown)
        for seat in (0, 1):
            mine = [one for one in talk.asked if one.seat == seat]
            gaps = [next_.clock - one.over for one, next_ in pairwise(mine)]
            assert min(gaps, default=99) >= cooldown + 1
        assert len(talk.asked) == 13


def test_after_a_long_rest_a_named_player_is_asked_one_to_five_seconds_after_it() -> None:
    gaps = set()
    for seed in SEEDS:
        talk = Talk(2, called, seed=seed, chance=0, cooldown=40)
        first, _, third = talk.asked[:3]
        assert third.seat == first.seat
        gaps.add(third.clock - first.over)
    assert gaps == {41, 42, 43, 44, 45}


def test_after_silence_a_player_rests_as_well() -> None:
    """The first drawn is silent; the second calls them at once."""
    gaps = set()
    for seed in SEEDS:
        talk = Talk(2, told(None, f"{NAMES[0]} and {NAMES[1]}"), seed=seed, chance=0, cooldown=40)
        assert [one.seat for one in talk.asked] == [talk.asked[0].seat, talk.asked[1].seat, talk.asked[0].seat]
        gaps.add(talk.asked[2].clock)
    assert gaps == {41, 42, 43, 44, 45}


# --- "`wakings_max` (option, 12) a player and phase" ------------------------------------------------------------------


@pytest.mark.parametrize("most", [1, 3, 12])
def test_nobody_is_asked_more_often_than_allowed(most: int) -> None:
    talk = Talk(4, lambda asked, seat: call(0, 1, 2, 3), chance=100, wakings=most)
    assert Counter(seat for _, seat in talk.when) == dict.fromkeys(range(4), most)


# --- "The day ends at the limit (a running speech finishes, waiting ones lapse) …" ------------------------------------


def test_nobody_is_asked_at_the_limit_or_later() -> None:
    last = set()
    for seed in SEEDS:
        talk = Talk(6, lambda asked, seat: call((seat + 1) % 6), seed=seed, seconds=30, wakings=100)
        last.add(max(clock for clock, _ in talk.when))
    assert max(last) == 29


def test_a_running_speech_finishes_and_whoever_was_named_in_it_is_not_asked() -> None:
    talk = Talk(3, lambda asked, seat: f"{call(*others(3, seat))} {words(500)}", seconds=30)
    assert len(talk.asked) == 1
    assert talk.heard[0][2] == 101


def test_a_talk_of_no_seconds_asks_nobody() -> None:
    assert Talk(3, told("Hello."), seconds=0).asked == []


@pytest.mark.parametrize("most", [0, 1, 5])
def test_no_more_messages_are_said_than_allowed(most: int) -> None:
    talk = Talk(4, lambda asked, seat: call(0, 1, 2, 3), messages=most)
    assert len(talk.heard) == len(talk.asked) == most


# --- "… or when every living player has been asked since the last message (or the start of the day) and stayed silent;
#      the last speaker, and one whose wakings are spent, count as silent." --------------------------------------------


def test_a_talk_ends_when_all_have_been_asked_since_the_start_and_were_silent() -> None:
    talk = Talk(5, silent, seconds=1_000, chance=100)
    assert (len(talk.asked), talk.clock) == (5, 0)


def test_a_talk_ends_when_all_but_the_last_speaker_have_been_asked_since_the_last_message_and_were_silent() -> None:
    for seed in SEEDS:
        talk = Talk(4, told("Hello."), seed=seed, chance=100)
        assert talk.asked[0].words == "Hello."
        # The last speaker may be asked again meanwhile; it does not matter.
        assert {one.seat for one in talk.asked[1:]} >= set(others(4, talk.asked[0].seat))
        assert talk.asked[-1].seat not in {one.seat for one in talk.asked[:-1]}


def test_silence_before_the_last_message_does_not_count() -> None:
    for seed in SEEDS:
        talk = Talk(3, told(None, None, "Hello."), seed=seed, chance=100)
        assert {one.seat for one in talk.asked[3:]} >= {talk.asked[0].seat, talk.asked[1].seat}


def test_whose_wakings_are_spent_counts_as_silent() -> None:
    """The question that ends a talk is the first to its player since the last message, also when others are spent."""
    spent_but_not_last = 0
    for seed in SEEDS:
        talk = Talk(4, lambda asked, seat: words(3) if seat < 2 else None, seed=seed, chance=100, wakings=6)
        times = Counter(one.seat for one in talk.asked)
        last = max(number for number, one in enumerate(talk.asked) if one.words)
        after = [one.seat for one in talk.asked[last + 1 :]]
        spent = {seat for seat in times if times[seat] == 6} - {talk.asked[last].seat, *after}
        spent_but_not_last += bool(spent and after)
        assert not after or after[-1] not in after[:-1]
    assert spent_but_not_last > 5


# --- All of it at once: random talks before a referee that knows the sentences alone ----------------------------------


class Rules(NamedTuple):
    """The numbers of a random talk."""

    seats: int
    seconds: int
    messages: int | None
    chance: int
    cooldown: int
    wakings: int


RULES = st.builds(
    Rules,
    seats=st.integers(2, 8),
    seconds=st.integers(0, 300),
    messages=st.none() | st.integers(0, 40),
    chance=st.sampled_from([0, 0, 2, 20, 100]),
    cooldown=st.sampled_from([0, 1, 3, 30]),
    wakings=st.sampled_from([1, 2, 12, 50]),
)


def chatter(seed: str, seats: int) -> Callable[[Sequence[Asked], Seat], str | None]:
    """Players who are silent half of the time and name each other in speeches of any length."""
    dice = Dice(seed, "chatter")

    def answer(asked: Sequence[Asked], seat: Seat) -> str | None:
        if dice.chance(0.5):
            return None
        return f"{words(1 + dice.below(30))} {call(dice.below(seats)) if dice.chance(0.5) else ''}".strip()

    return answer


@given(RULES, st.text(max_size=4))
@settings(max_examples=150)
def test_every_question_of_a_random_talk_is_one_that_the_rules_allow(rules: Rules, seed: str) -> None:
    talk = Talk(answer=chatter(seed, rules.seats), seed=seed, **rules._asdict())
    for number, one in enumerate(talk.asked):
        referee(rules, talk.asked[:number], one)
    assert max(Counter(seat for _, seat in talk.when).values(), default=0) <= rules.wakings
    assert talk.heard == [(one.seat, one.words, one.over) for one in talk.asked if one.words]


def referee(rules: Rules, before: Sequence[Asked], one: Asked) -> None:
    """Whether this question may come after those; by the sentences, not by the procedure."""
    assert one.clock < rules.seconds
    assert one.clock >= max((each.over for each in before), default=0)
    messages = [each for each in before if each.words]
    assert rules.messages is None or len(messages) < rules.messages
    if not messages and one.seat not in {each.seat for each in before}:
        assert one.clock == 0
        return
    mine = [number for number, each in enumerate(before) if each.seat == one.seat]
    rested = before[mine[-1]].over + rules.cooldown if mine else 0
    news = [each for each in before[mine[-1] + 1 if mine else 0 :] if each.words]
    assert one.clock >= rested + 1
    last = max([rested, *(each.over for each in messages)])
    naming = {each.over for each in news if one.seat in seats_named(each.words or "", NAMES)}
    if naming:
        return
    if rules.chance == 0:
        # Only messages can have woken them, and each one set the delay anew.
        assert len(news) >= 2
        assert last + 1 <= one.clock <= last + 5
    elif len(news) < 2:
        assert one.clock >= last + 2


@given(RULES, st.text(max_size=4))
@settings(max_examples=150)
def test_a_random_talk_ends_only_as_the_rules_allow(rules: Rules, seed: str) -> None:
    talk = Talk(answer=chatter(seed, rules.seats), seed=seed, **rules._asdict())
    asked = Counter(seat for _, seat in talk.when)
    said = [number for number, one in enumerate(talk.asked) if one.words]
    silent = {seat for seat in asked if asked[seat] >= rules.wakings}
    silent |= {one.seat for one in talk.asked[said[-1] if said else 0 :]}
    clock = talk.asked[-1].over if talk.asked else 0
    if len(silent) == rules.seats or len(said) == rules.messages or clock >= rules.seconds:
        return
    # Then nobody else was to be asked before the limit: who could be, would have been within five seconds.
    for seat in {*range(rules.seats)} - {seat for seat in asked if asked[seat] >= rules.wakings}:
        mine = [number for number, one in enumerate(talk.asked) if one.seat == seat]
        rested = talk.asked[mine[-1]].over + rules.cooldown if mine else 0
        news = [one for one in talk.asked[mine[-1] + 1 if mine else 0 :] if one.words]
        last = {one.seat: one for one in news}
        naming = [one.over for one in last.values() if seat in seats_named(one.words or "", NAMES)]
        start = max(rested, news[-1].over if news else 0)
        if naming:
            assert max(rested, *naming) + 5 >= rules.seconds
        elif len(news) >= 3:
            assert start + 5 >= rules.seconds
        elif rules.chance == 100:
            assert max(start, talk.asked[said[-1]].over) + 6 >= rules.seconds


# --- Chance and secrets ----------------------------------------------------------------------------------------------


def test_a_talk_rolls_its_own_dice_alone() -> None:
    talk = Talk(4, chatter("own", 4))
    assert len(talk.heard) > 5
    assert talk.table.dice("public").below(10**9) == Dice("talk", "play", "public").below(10**9)
    assert talk.table.dice("day 2").below(10**9) == Dice("talk", "play", "day 2").below(10**9)


def test_who_is_woken_and_stays_silent_moves_nobody_else() -> None:
    """What two say to each other arrives at the same seconds, whether a third is asked and silent or is not there."""
    alike = 0
    for seed in SEEDS:
        three, two = (Talk(count, calling, seed=seed, messages=10) for count in (3, 2))
        assert two.heard
        if three.heard[0][0] == two.heard[0][0]:  # the first speaker is drawn from three and from two
            assert three.heard == two.heard
            alike += any(one.seat == 2 for one in three.asked)
    assert alike > 10


def calling(asked: Sequence[Asked], seat: Seat) -> str | None:
    """The first two call each other; everybody else is silent."""
    return call(1 - seat) if seat < 2 else None


def test_a_talk_is_the_same_each_time() -> None:
    assert Talk(6, chatter("again", 6)).asked == Talk(6, chatter("again", 6)).asked
    assert Talk(6, chatter("again", 6), seed="one").asked != Talk(6, chatter("again", 6), seed="other").asked


def test_only_those_who_take_part_are_asked() -> None:
    table = Table(Deal(NAMES[:6], (EVERYMAN,) * 6), "some", 1)
    game: Any = talk_freely(table, (1, 4), Floor("mafia 1", 600, None, 50, 3, 12), QUESTION, lambda *said: None)
    asks, seats = game.send(None), set()
    for _ in range(12):
        (seat,) = asks
        seats.add(seat)
        asks = game.send({seat: call(0, 1, 2, 3, 4, 5)})
    assert seats == {1, 4}
