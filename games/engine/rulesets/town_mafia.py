"""Town Mafia: by night the mafia kill, by day the town talks and votes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from games.engine.ballots import LYNCH
from games.engine.dice import Dice
from games.engine.discussion import speak_in_turn
from games.engine.events import (
    Investigated,
    Lynched,
    NotLynched,
    PhaseBegan,
    Plotted,
    Pressed,
    Protected,
    Seat,
    Shot,
    Targeted,
    Vote,
    Voted,
)
from games.engine.questions import Choose, Propose, Question, Speak, Target
from games.engine.ruleset import Options, Ruleset, option
from games.engine.table import Role, Table
from games.engine.village import (
    GIVEN_NAMES,
    REVEALS,
    VillageOptions,
    bury,
    close,
    counted,
    end_night,
    in_words,
    is_pressed,
    rounds_in_words,
    sit_down,
    told,
    victory,
)

MAFIOSO = Role("mafioso", "mafia", "knows the other mafiosi and kills with them by night")
DOCTOR = Role("doctor", "town", "protects one player each night")
SHERIFF = Role("sheriff", "town", "investigates one player each night")
VIGILANTE = Role("vigilante", "town", "may shoot by night")
VILLAGER = Role("villager", "town", "has a voice and a vote")
TOWN = (DOCTOR, SHERIFF, VIGILANTE, VILLAGER)


@dataclass(frozen=True)
class TownMafiaOptions(VillageOptions):
    """The options of Town Mafia."""

    mafia_rounds: int = option(3, "Rounds in which the mafia may talk each night.", least=1, most=10)
    mafia_may_kill_mafia: bool = option(True, "Whether the mafia may kill one of their own.")
    mafia_may_pass: bool = option(True, "Whether the mafia may kill nobody.")
    doctor_self: bool = option(True, "Whether a doctor may protect themselves.")
    doctor_repeat: bool = option(True, "Whether a doctor may protect the same player two nights running.")
    sheriff_learns: str = option("role", "What an investigation shows.", choices=("role", "team"))
    vigilante_shots: int = option(1, "Shots a vigilante has in the game.", least=0, most=20)
    reveal_on_death: str = option("role", "What a death shows.", choices=("role", "team", "none"))
    discussion_rounds: int = option(2, "Rounds of speeches before each vote.", least=0, most=10)
    skip_vote: bool = option(True, "Whether a vote may name nobody.")
    lynch: str = option("plurality", "How the day's votes count.", choices=tuple(LYNCH))


class TownMafia(Ruleset[TownMafiaOptions]):
    """Town Mafia is a game of {seats} players: {cast}. {called}

    The aim:
    The mafia know each other; everybody else is the town and knows only themselves. The town wins when no mafioso lives, the mafia when they are at least as many as everybody else. Both are looked at when a night or a day begins and after every death.

    Night 1 comes first, then day and night take turns. After {max_rounds_text} of night and day the game is a draw.

    The night:
    First the mafia talk among themselves for up to {mafia_rounds_text}, in an order drawn anew each round. Each says something and proposes whom to kill. When all proposals of a round are the same, it is settled; after the last round what has most proposals stands, and dice decide between equals. A mafioso without partners simply chooses. {mafia_targets}

    Then, all at the same moment, each doctor protects one living player. {doctors} A doctor is never told whether it mattered, and two doctors may protect the same player.

    Each sheriff investigates one other living player and learns {sheriff_learns_what}, even if killed that night.

    {vigilantes}

    At the end of the night everything lands together: those whom the mafia and a vigilante attacked die unless a doctor protected them, and a doctor killed tonight still protected tonight. {reveal} Nobody is told how somebody died.

    The day:
    {discussion}

    Then everybody votes at once for another living player{skip}. The votes are made public with names. {lynch_sentence} There are no last words. {reveal}

    Never for nothing:
    After {quiet_rounds_text} of night and day without a death, and until somebody dies, the mafia may not pass and every vote must name a player.

    The roles:
    {roles}
    """  # noqa: E501  a paragraph is a line

    slug = "town-mafia"
    title = "Town Mafia"
    summary = "By night the mafia kill and the town's powers act; by day all talk in turn and vote."
    revision = 1
    revisions = range(1, 2)
    seats = range(5, 21)
    default_seats = 8
    open_team, hidden_team = "town", "mafia"
    team_channel = "mafia"
    secret_phases = frozenset({"night"})
    believing = frozenset({"vote"})
    claiming = frozenset({"speak"})
    roles = (MAFIOSO, DOCTOR, SHERIFF, VIGILANTE, VILLAGER)
    aliases = GIVEN_NAMES
    options: ClassVar[type[Options]] = TownMafiaOptions

    def cast(self, seats: int, options: TownMafiaOptions) -> tuple[Role, ...]:
        pairs = 2 if seats >= 15 else 1
        counts = {MAFIOSO: max(1, seats // 4), DOCTOR: pairs, SHERIFF: pairs, VIGILANTE: int(seats >= 6)}
        powers = tuple(role for role, count in counts.items() for _ in range(count))
        return powers + (VILLAGER,) * (seats - len(powers))

    def draw_first(self, seats: int, dice: Dice) -> int | None:
        return dice.below(seats)

    async def play(self, table: Table, options: TownMafiaOptions) -> str:
        winner, reason = await _Game(table, options).rounds()
        close(table, winner, reason)
        return winner

    def questions(self, options: TownMafiaOptions, seats: int) -> Sequence[Question[Any]]:
        choices = ("kill", "protect", "investigate", "shoot", "vote")
        return Speak("speak", ""), Propose("plot", "", ()), *(Choose(kind, "", ()) for kind in choices)

    def phrases(self, options: TownMafiaOptions, seats: int) -> dict[str, str]:
        counts = Counter(self.cast(seats, options))
        shots, rounds, lynch = options.vigilante_shots, options.discussion_rounds, LYNCH[options.lynch]
        targets = "any living player but oneself" if options.mafia_may_kill_mafia else "any living player of the town"
        passing = (
            "They may also propose to kill nobody, which counts like a target."
            if options.mafia_may_pass
            else "They must choose somebody."
        )
        self_care = "may protect themselves" if options.doctor_self else "may not protect themselves"
        repeats = "may" if options.doctor_repeat else "may not"
        vigilantes = (
            f"A vigilante may shoot one other living player, or hold fire; {_times(shots)} in the game."
            if counts[VIGILANTE] and shots
            else ""
        )
        powers = {role: role.power for role in counts if counts[role]}
        if VIGILANTE in powers and not shots:
            powers[VIGILANTE] = "has no shot in this game, only a voice and a vote"
        return {
            "seats": str(seats),
            "cast": counted(counts),
            "mafia_targets": f"They may choose {targets}. {passing}",
            "doctors": f"Doctors {self_care} and {repeats} protect the same player two nights running.",
            "sheriff_learns_what": "their exact role" if options.sheriff_learns == "role" else "which side they are on",
            "vigilantes": vigilantes,
            "reveal": REVEALS[options.reveal_on_death],
            "discussion": (
                f"Every living player speaks {_times(rounds)}, one after the other round the table. The first speaker "
                "of the first day is drawn; from then on each round starts one living player further on."
                if rounds
                else "There is no discussion."
            ),
            "skip": " or for nobody" if options.skip_vote else "",
            "lynch_sentence": f"{lynch.sentence} {lynch.nobody if options.skip_vote else ''}",
            "mafia_rounds_text": rounds_in_words(options.mafia_rounds),
            **told(options),
            "roles": in_words(powers),
        }


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


class _Game:
    """One game: the rules in the order they are read aloud, and what they have to remember."""

    def __init__(self, table: Table, options: TownMafiaOptions) -> None:
        self.table = table
        self.options = options
        self.shots = dict.fromkeys(table.living(VIGILANTE), options.vigilante_shots)
        self.guarded: dict[Seat, Seat] = {}  # whom each doctor protected the night before
        self.first = table.deal.first or 0

    async def rounds(self) -> tuple[str, str]:
        """Plays night and day in turn; returns the winner and the reason."""
        sit_down(self.table, MAFIOSO)
        for round in range(1, (self.options.max_rounds or 30) + 1):
            if won := victory(self.table, MAFIOSO):
                return won
            await self.night(round)
            if won := victory(self.table, MAFIOSO):
                return won
            await self.day(round)
        return victory(self.table, MAFIOSO) or ("draw", f"nobody has won after {self.table.round} rounds")

    @property
    def pressed(self) -> bool:
        return is_pressed(self.table, self.options.quiet_rounds)

    # --- night ---

    async def night(self, round: int) -> None:
        table = self.table
        table.enter("night", round)
        table.announce(PhaseBegan("night", round))
        if self.pressed:
            table.announce(Pressed(round - 1 - table.last_death))
        victim = await self.conspire()
        guards, shots = await self.deeds()
        attacked = {seat for seat in (victim, *shots.values()) if seat is not None}
        end_night(table, attacked, guards, self.options.reveal_on_death)

    async def conspire(self) -> Target:
        """The mafia settle on a target: unanimous within a round, else most proposals after the last one."""
        table, mafia = self.table, self.table.living(MAFIOSO)
        questions = {seat: self.proposal(seat) for seat in mafia}
        if len(mafia) == 1:
            # A lone mafioso is asked once, without chat.
            (seat,) = mafia
            alone = Choose("kill", "Whom do you kill tonight?", questions[seat].among, questions[seat].otherwise)
            target = await table.ask(seat, alone)
            table.whisper(mafia, Targeted(target, "alone", seat))
            return target
        proposals: dict[Seat, Target] = {}
        for _ in range(self.options.mafia_rounds):
            for seat in table.dice("mafia").shuffled(mafia):
                words, proposals[seat] = await table.ask(seat, questions[seat])
                table.whisper(mafia, Plotted(seat, words, proposals[seat]))
            if len(set(proposals.values())) == 1:
                table.whisper(mafia, Targeted(proposals[mafia[0]], "agreed"))
                return proposals[mafia[0]]
        tally = Counter(proposals.values()).most_common()
        most = [named for named, count in tally if count == tally[0][1]]
        # The order of equals must not depend on who proposed first: nobody, then seats in order.
        most.sort(key=lambda named: -1 if named is None else named)
        target = most[0] if len(most) == 1 else table.dice("mafia").pick(most)
        table.whisper(mafia, Targeted(target, "most proposals" if len(most) == 1 else "drawn among the most"))
        return target

    def proposal(self, seat: Seat) -> Propose:
        """What a mafioso is asked: partners may be legal targets, but never oneself, and never by default."""
        table = self.table
        town = table.living(*TOWN)
        among: tuple[Target, ...] = table.others(seat) if self.options.mafia_may_kill_mafia else town
        if self.options.mafia_may_pass and not self.pressed:
            among = (None, *among)
        return Propose("plot", "Say something to your partners and propose whom to kill tonight.", among, town)

    async def deeds(self) -> tuple[Mapping[Seat, Seat], Mapping[Seat, Target]]:
        """Doctors, sheriffs and the vigilante act at once; returns whom doctors protect and vigilantes shoot."""
        table, options = self.table, self.options
        doctors, sheriffs = table.living(DOCTOR), table.living(SHERIFF)
        armed = [seat for seat in table.living(VIGILANTE) if self.shots[seat]]
        asks: dict[Seat, Choose] = {}
        for doctor in doctors:
            if wards := self.wards(doctor):
                asks[doctor] = Choose("protect", "Whom do you protect tonight?", wards)
        for sheriff in sheriffs:
            asks[sheriff] = Choose("investigate", "Whom do you investigate tonight?", table.others(sheriff))
        for vigilante in armed:
            targets = (None, *table.others(vigilante))
            asks[vigilante] = Choose("shoot", "Whom do you shoot tonight, if anybody?", targets, (None,))
        deeds = await table.poll_each(asks)
        guards: dict[Seat, Seat] = {}
        for seat, target in deeds.items():
            if seat in doctors and target is not None:
                guards[seat] = target
                table.whisper([seat], Protected(seat, target))
            elif seat in sheriffs and target is not None:
                role = table.role(target)
                shown = role.name if options.sheriff_learns == "role" else None
                table.whisper([seat], Investigated(seat, target, shown, role.team))
            elif seat in armed:
                self.shots[seat] -= target is not None
                table.whisper([seat], Shot(seat, target))
        self.guarded = guards
        return guards, {seat: deeds[seat] for seat in armed}

    def wards(self, doctor: Seat) -> tuple[Seat, ...]:
        """Whom a doctor may protect."""
        barred = set() if self.options.doctor_self else {doctor}
        if not self.options.doctor_repeat and doctor in self.guarded:
            barred.add(self.guarded[doctor])
        return tuple(seat for seat in self.table.living() if seat not in barred)

    # --- day ---

    async def day(self, round: int) -> None:
        table = self.table
        table.enter("day", round)
        table.announce(PhaseBegan("day", round))
        speak = Speak("speak", "What do you say to everyone?")
        for _ in range(self.options.discussion_rounds):
            self.first = await speak_in_turn(table, self.first, speak)
        nobody: tuple[Target, ...] = (None,) if self.options.skip_vote and not self.pressed else ()
        votes = await table.poll_each(
            {
                seat: Choose("vote", "Whom do you vote to lynch?", (*nobody, *table.others(seat)), nobody)
                for seat in table.living()
            }
        )
        table.announce(Voted(tuple(Vote(seat, target) for seat, target in votes.items())))
        verdict = LYNCH[self.options.lynch].count(votes)
        if verdict.seat is None:
            table.announce(NotLynched(verdict.reason))
        else:
            bury(table, [verdict.seat], Lynched, self.options.reveal_on_death)
