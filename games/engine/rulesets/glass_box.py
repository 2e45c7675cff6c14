"""Glass Box: a ship in ticks, impostors among the crew, and meetings in which who wants it most has the word.

The ship's chart, tasks and tick are in games/engine/ship, the way of talking in games/engine/discussion/bidding.py;
each says at its head what was decided there. Decided here: the time between two meetings is a "shift", numbered like
the meeting that ends it, and that number is an event's round; `emergency_cooldown` should be longer than
`kill_cooldown` and is not forced to be; the dead whom nobody has missed yet are named when the game ends, before it is
said who won.

Longer than most files, for a rule book is one file with its words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from games.engine.ballots import plurality
from games.engine.discussion import BiddingOptions, bid_until_voted
from games.engine.discussion.accusing import FIRST_STEMS, STEMS
from games.engine.events import Called, Ejected, Missed, NotEjected, PhaseBegan, Seat, VoteShown, listed
from games.engine.questions import CONSOLIDATION, REFLECTION, WAIT, Act, BidToSpeak, Choose, Question, Reflect, Remark
from games.engine.ruleset import CALLED, Ruleset, option
from games.engine.ship import ticking
from games.engine.ship.options import ShipOptions
from games.engine.ship.ship import Ship
from games.engine.ship.telling import tell
from games.engine.ship.ticking import Call
from games.engine.table import Role, Table
from games.engine.village import close, sit_down

IMPOSTOR = Role("impostor", "impostors", "knows the other impostors, kills, vents and sabotages")
CREWMATE = Role("crewmate", "crew", "has tasks to do, a voice and a vote")
COLOURS = (
    "Red", "Blue", "Green", "Pink", "Orange", "Yellow", "Black", "Ivory", "Purple", "Brown", "Cyan", "Lime", "Maroon",
    "Teal", "Coral", "Amber",
)  # fmt: skip

Won = tuple[str, str] | None


@dataclass(frozen=True)
class GlassBoxOptions(BiddingOptions, ShipOptions):
    """The options of Glass Box."""

    impostors: int | None = option(
        None, "How many impostors; by default 1 up to 6 seats, 2 from 7 and 3 from 12.", least=1, most=3
    )
    confirm_ejects: bool = option(True, "Whether an ejection shows if it was an impostor.")
    one_reflection: bool = option(
        False,
        "Whether there is one moment to think and to write after the votes instead of two: one call fewer a player and "
        "meeting.",
        since=2,
    )
    max_ticks: int = option(100, "Ticks of the ship after which the game is over.", least=1, most=1000)
    timeout_winner: str = option("impostors", "Who wins then.", choices=("impostors", "crew", "draw"))

    @classmethod
    def worked_out(cls, given: Mapping[str, Any], seats: int) -> dict[str, Any]:
        count = given.get("impostors")
        impostors = 1 + (seats >= 7) + (seats >= 12) if count is None else count
        return cls.of_the_ship({**given, "impostors": impostors}, seats, impostors)


class GlassBox(Ruleset[GlassBoxOptions]):
    """Glass Box is a game of {seats} players on a ship: {cast}. {called}

    The aim:
    The impostors know each other; the crew know only themselves. The crew win when no impostor lives or no task is open any more, the impostors when they are at least as many as the crew or a critical sabotage is not mended in time. This is looked at after every death and finished task and at the start of every tick; if several hold, the first of these counts: no impostor lives, the impostors are as many, no task is open, a countdown is at 0. {timeout}

    The ship:
    There are 14 rooms, and everybody starts in the cafeteria. A walk through a doorway takes a tick. In each of these groups every room has one to every other: cafeteria, medbay, upper engine; cafeteria, admin, storage; weapons, o2, navigation, shields; shields, communications, storage; storage, electrical, lower engine; upper engine, security, reactor, lower engine; and cafeteria has one to weapons.

    Vents are for impostors. They link cafeteria and admin; medbay, electrical and security; weapons and navigation; shields and navigation; upper engine and reactor; lower engine and reactor. A vent takes a tick, and nobody sees you on the way; whoever stays where you enter or leave it sees that.

    A tick:
    All the living give their orders at once: move to a room, vent to a room, task, fake task, kill a player, report, emergency, sabotage, fix, look, or wait. {orders_sentence} Then everything happens in this order.

    1. Cooldowns fall. A critical sabotage counts down.

    2. An order that became impossible turns into waiting, and only you are told why.

    3. Kills: an impostor kills a crewmate who was in the same room when the tick began, for the first time from tick {first_kill} on, and {kill_ticks} after a kill or a meeting. Whatever the victim had ordered does not happen. Everybody else in the room sees who killed whom. Of two impostors with the same victim dice say who kills; the other one waits.

    4. Moves and vents. Those who stay see who leaves and where to, and who comes and from where; two who swap rooms see each other.

    5. Tasks: you work for a tick at the first open task of your list that goes on in your room; what is done stays done. Everybody in the room sees you work, and a fake looks the same. Only a real one shows when you clear asteroids in weapons, submit a scan in medbay, empty garbage in storage or prime shields.

    6. Meetings: one is called by who reports a body in their room or presses the emergency button in the cafeteria; reports come before presses, and dice choose among several. Everybody has one press in the game, used up only when it opens a meeting. The button works from tick {emergency_cooldown} and again {emergency_ticks} after each meeting, never while something is sabotaged, doors aside. A meeting ends the tick.

    7. Sabotage: at most one starts, while no other goes on; the first in tick {first_sabotage}, the next {sabotage_ticks} after the last one ended. Reactor and oxygen are critical, and lost {countdown_ticks} later unless {reactor_sentence}, or somebody fixes the oxygen in o2 and somebody in admin, in any ticks. Lights out ({lights_sentence}): the crew see no players, kills or bodies in their room and cannot report. Communications down ({communications_sentence}): lists of tasks, the task bar and looks are off, but work goes on. The doors of one room are shut for {door_ticks_text}, for walking, never together with another sabotage. Impostors may fix too.

    8. Fixes.

    9. You are told what you see: your room, who is there, bodies, your own tasks, the task bar, cooldowns, the alarm. A look in admin shows how many are in each room, bodies counted; one in security who is in medbay, admin and navigation.

    Tasks:
    Every crewmate has {tasks_sentence}. The common ones are the same for everybody. {ghost_tasks_sentence}

    A meeting:
    Ship time stands still. Everybody hears who called it, whose body lay where or that it was the button, and who is dead. Bodies are removed, all come to the cafeteria, the cooldowns of kills and button start anew, a critical sabotage ends, doors open; lights and communications go on with the repairs made so far.

    The meeting has ticks of its own. In each, all the living bid at once: how much they want to speak, from 0 to 10, what they would say and to whom, and a vote if they are ready. Of those with something to say the highest priority speaks, and all hear it: the desire, plus {mention_bonus} for being named in the last {mention_window_text}, plus {accusation_bonus} for being addressed by the last one or named in an accusing sentence of it, plus {silence_bonus} for each tick without a word of one's own (at most {silence_most}), plus a die of {bid_die} sides, minus {spoke_last_penalty} for having spoken in the tick before ({spoke_before_penalty} in the one before that), minus {voted_penalty} for having voted. Among equals fewest words said decide, then dice. Who has been silent for {forced_text} must speak. {standing_sentence}

    A vote, for a player or to skip, is locked when it is sent. That you have voted is public at once, for whom only at the end. {quiet_sentence} The talk ends when all have voted. After {silent_text} without a word, {stop_text} or {stop_tokens} tokens, whoever has not voted is asked once for a vote. After {nudge_text} or {nudge_tokens} tokens the system says to wrap it up.

    Whoever has the most votes is ejected; when the most are shared, or as many want to skip, nobody is. The votes are shown one by one, then {confirm_sentence} {reflection_sentence}

    The dead:
    Ghosts see everything that happens from then on, and what happened before. {ghost_chat_sentence} {ghost_sabotage_sentence} Nothing of it reaches the living.

    The roles:
    {roles}
    """  # noqa: E501  a paragraph is a line

    slug = "glass-box"
    title = "Glass Box"
    summary = "A crew does its tasks on a ship while impostors kill, vent and sabotage; meetings decide who is ejected."
    # Since 1: standing_bids and one_reflection; without them both are played alike. Since 2: ghosts go on with their
    # tasks from the tick after their death on, and who stabilizes the steering accuses nobody.
    revision = 3
    revisions = range(1, 4)
    seats = range(5, 16)
    default_seats = 8
    open_team, hidden_team = "crew", "impostors"
    secret_phases = frozenset({"shift"})
    believing = frozenset({"bid", "reaction", REFLECTION})
    claiming = frozenset({"bid"})
    roles = (IMPOSTOR, CREWMATE)
    aliases = COLOURS
    has_ghosts = True
    has_ship = True
    options: ClassVar[type[GlassBoxOptions]] = GlassBoxOptions

    def cast(self, seats: int, options: GlassBoxOptions) -> tuple[Role, ...]:
        impostors = options.impostors or 1
        return (IMPOSTOR,) * impostors + (CREWMATE,) * (seats - impostors)

    async def play(self, table: Table, options: GlassBoxOptions) -> str:
        game = _Game(table, options)
        winner, reason = await game.shifts()
        game.miss()
        close(table, winner, reason)
        return winner

    def questions(self, options: GlassBoxOptions, seats: int) -> Sequence[Question[Any]]:
        return (
            Act("act", "", (WAIT,), frozenset(), options.orders),
            *(BidToSpeak("bid", "", (), ()), Choose("vote", "", ()), Remark("ghost_chat", "")),
            *((_REFLECTION,) if options.one_reflection else (_REACTION, _CONSOLIDATION)),
        )

    def phrases(self, options: GlassBoxOptions, seats: int) -> dict[str, str]:
        impostors = options.impostors or 1
        return {
            "seats": str(seats),
            "cast": f"{_counted(impostors, 'impostor')} and {_counted(seats - impostors, 'crewmate')}",
            "called": CALLED[options.names],
            "timeout": f"When neither has won after {_ticks(options.max_ticks)}, "
            + {"impostors": "the impostors win.", "crew": "the crew win.", "draw": "the game is a draw."}[
                options.timeout_winner
            ],
            "orders_sentence": "Each answer is one order."
            if options.orders == 1
            else f"An answer may give up to {options.orders} orders, which run on tick by tick until you see something "
            "new (a player, a body, an alarm, a kill), one of them is impossible, or a meeting wipes out those that "
            "are left; then you are asked again.",
            "kill_ticks": _ticks(options.kill_cooldown or 5),
            "emergency_ticks": _ticks(options.emergency_cooldown or 6),
            "sabotage_ticks": _ticks(options.sabotage_cooldown),
            "countdown_ticks": _ticks(options.countdown),
            "door_ticks_text": _ticks(options.door_ticks),
            "reactor_sentence": "a player fixes the reactor"
            if options.reactor_fixers == 1
            else f"{options.reactor_fixers} players fix the reactor in the same tick",
            "lights_sentence": f"{_counted(options.lights_fixes, 'repair')} in electrical",
            "communications_sentence": f"{_counted(options.communications_fixes, 'repair')} in communications",
            "tasks_sentence": listed(
                [
                    f"{_counted(options.common_tasks, 'common task')} of two ticks",
                    f"{_counted(options.long_tasks, 'long task')} of three ticks",
                    f"{_counted(options.short_tasks, 'short task')} of one tick",
                ]
            ),
            "ghost_tasks_sentence": {
                "autopilot": "The ghost of a crewmate goes on with its tasks by itself, one doorway or one tick of "
                "work at a time.",
                "off": "The open tasks of a dead crewmate are taken off the count.",
            }[options.ghost_tasks],
            "mention_window_text": _counted(options.mention_window, "message"),
            "forced_text": _times_living(options.forced_after),
            "silent_text": f"{_ticks(options.silent_ticks)}{' in a row' if options.silent_ticks > 1 else ''}",
            "stop_text": _times_living(options.stop_after),
            "nudge_text": _times_living(options.nudge_after),
            "quiet_sentence": "Who has voted is asked again only when named or accused."
            if options.quiet_voters
            else "Who has voted may go on talking.",
            "standing_sentence": _STANDING[options.standing_bids, options.quiet_voters],
            "reflection_sentence": _ONE_MOMENT if options.one_reflection else _TWO_MOMENTS,
            "confirm_sentence": "it is shown who is ejected and whether that was an impostor."
            if options.confirm_ejects
            else "it is shown who is ejected, but not what they were.",
            "ghost_chat_sentence": f"In meetings they may talk among themselves, every {_ordinal(options)}."
            if options.ghost_chat
            else "They do not talk.",
            "ghost_sabotage_sentence": "Dead impostors may still sabotage."
            if options.ghost_sabotage
            else "Dead impostors cannot sabotage.",
            "roles": " ".join(f"The {role.name} ({role.team}) {role.power}." for role in self.roles),
        }


def _counted(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


def _ticks(count: int) -> str:
    return _counted(count, "tick")


def _times_living(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10} ticks for each living player"


def _ordinal(options: GlassBoxOptions) -> str:
    return {1: "tick", 2: "second tick", 3: "third tick"}.get(
        options.ghost_chat_every, f"{options.ghost_chat_every}th tick"
    )


_BIDS_STAND = (
    "Bids stand, with or without a message: yours counts in the ticks that follow without your being asked for "
    "another, until you have spoken, or a message names, addresses or accuses you, or you must speak, or the system "
    "says to wrap it up; and who has not voted is asked whenever nobody else is asked who has not."
)
_STANDING = {  # by whether bids stand, and whether voters are quiet
    (False, False): "",
    (False, True): "",
    (True, False): _BIDS_STAND,
    (True, True): f"{_BIDS_STAND} The bid of who has voted does not stand.",
}
_TWO_MOMENTS = (
    "Afterwards all the living, and who was ejected, have a moment to think and to write; then the living take over "
    "into the lasting scratchpads what matters, and the meeting's own scratchpad is erased."
)
_ONE_MOMENT = (
    "Afterwards all the living, and who was ejected, have one moment to think and to take over into the lasting "
    "scratchpads what matters; then the meeting's own scratchpad is erased."
)


class _Game:
    """One game: the rules in the order they are read aloud, and what they have to remember."""

    def __init__(self, table: Table, options: GlassBoxOptions) -> None:
        self.table = table
        self.options = options
        self.ship = Ship(table, options, IMPOSTOR)
        self.missed: list[Seat] = []  # whose death everybody knows of

    async def shifts(self) -> tuple[str, str]:
        """Plays shift and meeting in turn; returns the winner and the reason."""
        table = self.table
        sit_down(table, IMPOSTOR)
        number = 0
        while self.ship.tick < self.options.max_ticks:
            number += 1
            table.enter("shift", number)
            table.announce(PhaseBegan("shift", number))
            tell(self.ship, {})
            call = None
            while call is None and self.ship.tick < self.options.max_ticks:
                won, call = await self.tick()
                if won:
                    return won
            if call and (won := await self.meeting(number, call)):
                return won
        return self.options.timeout_winner, f"{_ticks(self.options.max_ticks)} have passed"

    def victory(self) -> Won:
        """Who has won and why, in the order in which it is looked at."""
        impostors, living = len(self.table.living(IMPOSTOR)), len(self.table.living())
        if not impostors:
            return "crew", "no impostor is left"
        if 2 * impostors >= living:
            return "impostors", "they are at least as many as the crew"
        if not self.ship.open:
            return "crew", "all tasks are done"
        return None

    async def tick(self) -> tuple[Won, Call | None]:
        """Everybody alive orders at once, then everything happens in this order; returns who won or who calls."""
        ship = self.ship
        orders = await self.table.poll_each(ship.asks())
        # 1. Cooldowns fall, a critical sabotage counts down.
        if ticking.fall(ship):
            return ("impostors", "a critical sabotage was not mended in time"), None
        # 2. What became impossible turns into waiting.
        deeds = ticking.take(ship, orders)
        # 3. Kills.
        if ticking.kills(ship, deeds) and (won := self.victory()):
            return won, None
        # 4. Moves and vents.
        ticking.moves(ship, deeds)
        # 5. Tasks.
        if ticking.works(ship, deeds) and (won := self.victory()):
            return won, None
        # 6. Reports before presses; a meeting ends the tick.
        if call := ticking.call(ship, deeds):
            return None, call
        # 7. At most one sabotage starts.
        ticking.sabotages(ship, deeds)
        # 8. Fixes.
        ticking.fixes(ship, deeds)
        # 9. Everybody is told what they see.
        tell(ship, deeds)
        return None, None

    # --- a meeting ---

    async def meeting(self, number: int, call: Call) -> Won:
        """Who called it, who is dead, the talk, the votes, the ejection; returns who won, if anybody."""
        table = self.table
        table.enter("meeting", number)
        table.announce(PhaseBegan("meeting", number))
        table.announce(Called(*call))
        self.miss()
        self.ship.gather()
        stems = STEMS if table.revision >= 3 else FIRST_STEMS
        votes = await bid_until_voted(table, self.options, tuple(sorted(table.dead)), stems)
        for seat, target in votes.items():
            table.announce(VoteShown(seat, target))
        verdict = plurality(votes)
        if verdict.seat is None:
            table.announce(NotEjected(verdict.reason))
        else:
            self.eject(verdict.seat)
            if won := self.victory():
                return won
        await self.reflect(verdict.seat)
        return None

    def miss(self) -> None:
        """Everybody learns who has died since the last meeting, in seat order."""
        for seat in sorted(set(self.table.dead).difference(self.missed)):
            self.missed.append(seat)
            self.table.announce(Missed(seat))

    def eject(self, seat: Seat) -> None:
        """Takes a player from the table; everyone hears who, and by `confirm_ejects` whether it was an impostor."""
        table, role = self.table, self.table.role(seat)
        table.bury([seat])
        self.missed.append(seat)
        shown = self.options.confirm_ejects
        table.announce(Ejected(seat, role.name if shown else None, role.team if shown else None))
        self.ship.lay_down([seat])

    async def reflect(self, ejected: Seat | None) -> None:
        """A moment to think and to write, once more for the ejected too; then the meeting's pad is erased. With
        `one_reflection` both are one."""
        table = self.table
        there = table.living() if ejected is None else tuple(sorted((*table.living(), ejected)))
        if self.options.one_reflection:
            await table.poll(there, _REFLECTION)
            return
        await table.poll(there, _REACTION)
        await table.poll(table.living(), _CONSOLIDATION)


_REACTION = Reflect("reaction", "The votes are in. What do you make of it? Nobody hears it; write down what you like.")
_CONSOLIDATION = Reflect(
    CONSOLIDATION, "The meeting is over and its scratchpad will be erased. Take over what matters into the others."
)
_REFLECTION = Reflect(
    REFLECTION,
    "The votes are in and the meeting is over; its scratchpad will be erased. What do you make of it? Nobody hears it; "
    "take over what matters into the other scratchpads.",
)
