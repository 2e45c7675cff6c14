"""Free talk on a virtual clock: nobody has a turn; who is woken may speak or stay silent.

Law: the clock counts whole seconds of game time from the start of the talk and is moved by words, delays and dice
alone. Each player's wakings are rolled from a stream of their own, named for the talk and the seat: who was woken and
stayed silent moves nobody else's dice, and nothing said in one talk moves the next. Silence is not an event.

A waking goes its way in three steps: a trigger holds while the cooldown is over, a delay of 1 to 5 seconds passes, the
player is asked. The rules leave open, and here it is so: the question at 0 seconds is a waking too; a player's own
words are no news to them; whoever asks for the same second is asked in an order that their dice decide.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from operator import attrgetter

from games.engine.dice import Dice
from games.engine.discussion.naming import seats_named
from games.engine.discussion.workings import Woken
from games.engine.events import Seat
from games.engine.questions import React
from games.engine.table import Table

WORDS_A_SECOND = 5
SHORTEST_DELAY, LONGEST_DELAY = 1, 5  # seconds between a trigger and its question
FEWEST_NEWS, MOST_NEWS = 2, 3  # new messages that wake


@dataclass(frozen=True, slots=True)
class Floor:
    """How a talk goes: its limits, and how those who take part are woken. `stream` names its dice."""

    stream: str
    seconds: int
    messages: int | None  # at most so many; None: no limit but the clock
    chance: int  # percent for each second in which nobody speaks
    cooldown: int  # seconds after a speech and after silence
    wakings: int  # questions to one player at most


class Trigger(Enum):
    """Why a player is woken."""

    OPENING = "at the start"
    CHANCE = "by chance"
    MESSAGES = "by new messages"
    NAMED = "by their name"


class Talker:
    """One who takes part: what they have heard since they were last asked, and the waking that waits for them."""

    __slots__ = ("seat", "dice", "asked", "rested", "news", "enough", "named_by", "trigger", "woken", "due")

    def __init__(self, seat: Seat, dice: Dice) -> None:
        self.seat = seat
        self.dice = dice
        self.asked = 0  # how often
        self.rested = 0  # when the cooldown is over
        self.news = 0  # messages since last asked
        self.enough = self._enough()
        self.named_by: set[Seat] = set()  # whose last message names them, since last asked
        self.trigger: Trigger | None = None
        self.woken = 0  # when the trigger held
        self.due = (0, 0)  # when the question falls due, and the lot among those of that second

    def _enough(self) -> int:
        return FEWEST_NEWS + self.dice.below(MOST_NEWS - FEWEST_NEWS + 1)

    def wait(self, trigger: Trigger, woken: int) -> None:
        """A trigger holds from this second on; the delay is rolled."""
        self.trigger, self.woken = trigger, woken
        delay = SHORTEST_DELAY + self.dice.below(LONGEST_DELAY - SHORTEST_DELAY + 1)
        self.due = (woken + delay, self.dice.below(1 << 32))

    def answered(self, rested: int) -> None:
        """They were asked and have answered; what they heard before is old, and they rest."""
        self.asked += 1
        self.rested = rested
        self.news = 0
        self.enough = self._enough()
        self.named_by.clear()
        self.trigger = None

    def hear(self, speaker: Seat, named: Collection[Seat], now: int) -> None:
        """Somebody's message, which names these, has arrived; a waking that waited while they spoke is judged."""
        self.news += 1
        (self.named_by.add if self.seat in named else self.named_by.discard)(speaker)
        collided = self.woken < now
        if collided and self.trigger is Trigger.NAMED:
            return  # it stays
        if collided and self.trigger is Trigger.MESSAGES:
            self.wait(Trigger.NAMED if self.named_by else Trigger.MESSAGES, now)
        else:
            # A chance lapses. What waits for the end of the cooldown has not woken anybody yet: it is looked at anew.
            self.trigger = None

    def look(self, now: int, chance: int) -> None:
        """Looks for a trigger, from now or from the end of the cooldown on."""
        start = max(now, self.rested)
        if self.named_by:
            self.wait(Trigger.NAMED, start)
        elif self.news >= self.enough:
            self.wait(Trigger.MESSAGES, start)
        elif chance:
            self.wait(Trigger.CHANCE, start + seconds_until(chance, self.dice))


class FreeTalk:
    """One talk. `say(seat, words, clock)` speaks a message where its ruleset wants it heard."""

    def __init__(
        self,
        table: Table,
        seats: Sequence[Seat],
        floor: Floor,
        question: React,
        say: Callable[[Seat, str, int], None],
    ) -> None:
        self.table = table
        self.floor = floor
        self.question = question
        self.say = say
        self.clock = 0
        self.messages = 0
        self.talkers = [Talker(seat, table.dice(f"{floor.stream}, seat {seat}")) for seat in seats]
        # Who was asked since the last message and stayed silent, or counts as silent.
        self.silent: set[Seat] = set()
        # The first speaker is drawn and asked at 0 s; if silent, the next drawn.
        for lot, seat in enumerate(table.dice(floor.stream).shuffled(range(len(seats)))):
            self.talkers[seat].trigger = Trigger.OPENING
            self.talkers[seat].due = (0, lot)

    async def run(self) -> None:
        """Talks until the limit, or until everybody has nothing to say."""
        while len(self.silent) < len(self.talkers):
            talker = self.next()
            if talker is None or self.messages == self.floor.messages:
                return
            self.clock = max(self.clock, talker.due[0])
            if self.clock >= self.floor.seconds:
                return  # what waits lapses; a speech that was running has been heard to its end
            why, since = talker.trigger or Trigger.OPENING, talker.woken
            words = await self.table.ask(talker.seat, self.question)
            self.table.work_out(Woken(talker.seat, self.clock, why.value, since))
            if words is None:
                self.pass_over(talker)
            else:
                self.hold_the_floor(talker, words)

    def next(self) -> Talker | None:
        """Who is asked next, if anybody is waiting."""
        return min((each for each in self.talkers if each.trigger), key=attrgetter("due"), default=None)

    def pass_over(self, talker: Talker) -> None:
        """They stay silent, which nobody hears."""
        talker.answered(self.clock + self.floor.cooldown)
        self.silent.add(talker.seat)
        self.wake(talker)

    def hold_the_floor(self, talker: Talker, words: str) -> None:
        """They speak; their message arrives when it ends, and nobody is asked meanwhile."""
        self.clock += duration(words)
        self.messages += 1
        self.say(talker.seat, words, self.clock)
        talker.answered(self.clock + self.floor.cooldown)
        named = seats_named(words, self.table.deal.aliases)
        for other in self.talkers:
            if other is not talker:
                other.hear(talker.seat, named, self.clock)
        # The last speaker, and one whose wakings are spent, count as silent.
        self.silent = {each.seat for each in self.talkers if each is talker or self.is_spent(each)}
        for each in self.talkers:
            if each.trigger is None:
                self.wake(each)

    def wake(self, talker: Talker) -> None:
        if not self.is_spent(talker):
            talker.look(self.clock, self.floor.chance)

    def is_spent(self, talker: Talker) -> bool:
        """Whether they have been asked as often as anybody may be."""
        return talker.asked >= self.floor.wakings


async def talk_freely(
    table: Table, seats: Sequence[Seat], floor: Floor, question: React, say: Callable[[Seat, str, int], None]
) -> None:
    """These seats talk freely until the floor's limit or until none of them has anything to say.

    `say(seat, words, clock)` is called for each message when it ends, `clock` seconds after the talk began.
    """
    await FreeTalk(table, seats, floor, question, say).run()


def duration(words: str) -> int:
    """The seconds that a speech takes: one for each five words begun, at least one."""
    return max(1, -(-len(words.split()) // WORDS_A_SECOND))


def seconds_until(percent: int, dice: Dice) -> int:
    """After how many seconds a chance of so many percent a second strikes, from 1; one roll for all of them."""
    return bisect_right(_struck(percent), dice.below(1 << 64)) + 1


@lru_cache
def _struck(percent: int) -> tuple[int, ...]:
    """The chance to have struck within 1, 2, 3 … seconds, in 2⁻⁶⁴, until it is certain; in whole numbers throughout."""
    struck: list[int] = []
    left = 1 << 128
    while not struck or struck[-1] < 1 << 64:
        left = left * (100 - percent) // 100
        struck.append((1 << 64) - (left >> 64))
    return tuple(struck)
