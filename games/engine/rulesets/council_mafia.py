"""Council Mafia: the mafia plan in night zero; by day all speak and nominate, and a tie goes to a second vote.

Decided here, where the design document is silent or says two things:
- Night d is followed by day d + 1 and belongs to its round, so night zero and day 1 are round 1.
- Speech and nomination are one answer and two events: whoever reads the table's words need not know of nominations.
- Whoever could only name themselves in a vote that must name somebody is not asked.
- A mafioso without partners is asked once, without words; two thirds of one are one.
- Proposals come with a word to the partners: without one a second round would have nothing to go by but numbers.
- A missing speech nominates nobody where that is legal (day 1), else it nominates another player by dice.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from games.engine.ballots import RUNOFF, plurality
from games.engine.events import (
    Defended,
    LastWords,
    Lynched,
    Nominated,
    Nominees,
    NotLynched,
    PhaseBegan,
    Planned,
    Plotted,
    Pressed,
    Runoff,
    Said,
    Seat,
    Targeted,
    Vote,
    Voted,
)
from games.engine.questions import Choose, Nominate, Propose, Question, Speak, Target
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
    protect_and_investigate,
    sit_down,
    told,
    victory,
)

MAFIOSO = Role("mafioso", "mafia", "knows the other mafiosi and kills with them by night")
DETECTIVE = Role("detective", "town", "investigates one player each night but the first")
DOCTOR = Role("doctor", "town", "protects one player each night but the first")
TOWNSPERSON = Role("townsperson", "town", "has a voice, a nomination and a vote")

PLAN = "What do you plan: signals, cover stories, first suspicions (60 to 100 words)? Your partners will read it."
SPEAK = "What do you say to everyone (80 to 140 words), and whom do you nominate?"
DEFEND = Speak("defend", "You are tied. What do you say in your defence (60 to 100 words)?")
LAST_WORDS = Speak("last_words", "The vote eliminates you. What are your last words (60 to 100 words)?")
PROPOSE = "Propose whom to kill tonight, with a word to your partners."


@dataclass(frozen=True)
class CouncilMafiaOptions(VillageOptions):
    """The options of Council Mafia."""

    reveal_on_death: str = option("none", "What a death shows.", choices=("role", "team", "none"))
    forced_parity: bool = option(False, "Whether a day's end is the mafia's win when only a doctor could prevent it.")


class CouncilMafia(Ruleset[CouncilMafiaOptions]):
    """Council Mafia is a game of {seats} players: {cast}. {called}

    The aim:
    The mafia know each other; everybody else is the town and knows only themselves. The town wins when no mafioso lives, the mafia when they are at least as many as everybody else. Both are looked at when a night or a day begins and after every death. {forced_parity_sentence}

    The game begins with night zero and day 1; night and day then take turns. After {max_rounds_text} of night and day the game is a draw.

    Night zero:
    Each mafioso writes down a plan for the partners: signals, cover stories, first suspicions. Nobody sees another's before all are written; then the mafia see them all. Nothing else happens.

    The day:
    Every living player speaks once, one after the other round the table, and with the speech nominates a living player: anybody, even oneself; on day 1 also nobody. The first speaker of day 1 is seat 0; each day starts one seat further on, or with the next player who lives. All speeches and nominations are public.

    When nobody is nominated there is no vote. Otherwise everybody votes at once for one of the nominees but oneself, or for nobody. The votes are made public with names. {lynch_sentence}

    In a second vote each of the tied speaks in defence, in the order of the day; then everybody, the tied too, votes at once for one of the tied but oneself, or for nobody. Whoever alone has the most votes is lynched; in any other case nobody is. There is no third vote.

    Whom the vote eliminates has last words before they go. {reveal}

    The night:
    First each mafioso proposes whom to kill, any living player of the town or nobody, with a word to the partners. Nobody sees another's proposal before all have proposed; then the mafia see them all. When at least two thirds propose the same, it is settled. If not they propose once more, and if two thirds still do not agree the proposal of the living mafioso in the lowest seat stands. A mafioso without partners simply chooses.

    Then, at the same moment, the doctor protects one living player and the detective investigates one other. The doctor may protect themselves and the same player again, and is never told whether it mattered. The detective learns whether that player is one of the mafia, even if killed that night.

    At the end of the night everything lands together: whom the mafia attacked dies unless the doctor protected them, and a doctor killed tonight still protected tonight. {reveal} The dead of the night have no last words.

    Never for nothing:
    After {quiet_rounds_text} of night and day without a death, and until somebody dies, the mafia may not choose nobody and every vote must name a player.

    The roles:
    {roles}
    """  # noqa: E501  a paragraph is a line

    slug = "council-mafia"
    title = "Council Mafia"
    summary = "All speak and nominate in turn; ties are defended and voted on again; the eliminated have last words."
    revision = 1
    revisions = range(1, 2)
    seats = range(7, 13)
    default_seats = 10
    open_team, hidden_team = "town", "mafia"
    team_channel = "mafia"
    secret_phases = frozenset({"night"})
    believing = frozenset({"vote"})
    claiming = frozenset({"nominate", "defend", "last_words"})
    roles = (MAFIOSO, DETECTIVE, DOCTOR, TOWNSPERSON)
    aliases = GIVEN_NAMES
    options: ClassVar[type[Options]] = CouncilMafiaOptions

    def cast(self, seats: int, options: CouncilMafiaOptions) -> tuple[Role, ...]:
        powers = (MAFIOSO,) * (3 if seats >= 10 else 2) + (DETECTIVE, DOCTOR)
        return powers + (TOWNSPERSON,) * (seats - len(powers))

    async def play(self, table: Table, options: CouncilMafiaOptions) -> str:
        winner, reason = await _Game(table, options).rounds()
        close(table, winner, reason)
        return winner

    def questions(self, options: CouncilMafiaOptions, seats: int) -> Sequence[Question[Any]]:
        choices = ("kill", "protect", "investigate", "vote", "runoff")
        return (
            *(Speak("plan", PLAN), Propose("plot", PROPOSE, ()), Nominate("nominate", SPEAK, (), ())),
            *(DEFEND, LAST_WORDS),
            *(Choose(kind, "", ()) for kind in choices),
        )

    def phrases(self, options: CouncilMafiaOptions, seats: int) -> dict[str, str]:
        forced = (
            "The mafia also win when, after a lynch, no doctor lives and they are only one fewer than everybody else: "
            "their next kill cannot be prevented."
        )
        return {
            "seats": str(seats),
            "cast": counted(Counter(self.cast(seats, options))),
            "forced_parity_sentence": forced if options.forced_parity else "",
            "lynch_sentence": f"{RUNOFF.sentence} {RUNOFF.nobody}",
            "reveal": REVEALS[options.reveal_on_death],
            **told(options),
            "roles": in_words({role: role.power for role in self.roles}),
        }


class _Game:
    """One game: the rules in the order they are read aloud."""

    def __init__(self, table: Table, options: CouncilMafiaOptions) -> None:
        self.table = table
        self.options = options

    async def rounds(self) -> tuple[str, str]:
        """Plays night and day in turn; returns the winner and the reason."""
        table = self.table
        sit_down(table, MAFIOSO)
        for round in range(1, (self.options.max_rounds or 30) + 1):
            table.enter("night", round)
            table.announce(PhaseBegan("night", round - 1))
            await (self.night_zero() if round == 1 else self.night())
            if won := victory(table, MAFIOSO):
                return won
            table.enter("day", round)
            table.announce(PhaseBegan("day", round))
            if await self.day() and (won := self.won_by_day()):
                return won
        return "draw", f"nobody has won after {table.round} rounds"

    def won_by_day(self) -> tuple[str, str] | None:
        """Who has won by a lynch."""
        table = self.table
        if won := victory(table, MAFIOSO):
            return won
        mafia = len(table.living(MAFIOSO))
        town = len(table.living()) - mafia
        if self.options.forced_parity and not table.living(DOCTOR) and mafia >= town - 1:
            return "mafia", "no doctor can prevent that they will be as many as everybody else"
        return None

    @property
    def pressed(self) -> bool:
        return is_pressed(self.table, self.options.quiet_rounds)

    # --- the day ---

    async def day(self) -> bool:
        """Speeches with nominations, then the vote; returns whether somebody was lynched."""
        table = self.table
        order = table.living_from((table.round - 1) % len(table.seats))
        nominees = await self.speeches(order)
        if not nominees:
            table.announce(NotLynched("no nominee"))
            return False
        table.announce(Nominees(nominees))
        verdict = RUNOFF.count(await self.vote(nominees, "vote", "Which nominee do you vote to eliminate?"))
        if verdict.tied:
            tied = tuple(seat for seat in order if seat in verdict.tied)
            table.announce(Runoff(tied))
            for seat in tied:
                table.announce(Defended(seat, await table.ask(seat, DEFEND)))
            # There is no third vote: whatever is not one seat ahead alone eliminates nobody.
            question = "Which of the tied do you vote to eliminate?"
            verdict = plurality(await self.vote(verdict.tied, "runoff", question))
        if verdict.seat is None:
            table.announce(NotLynched(verdict.reason))
            return False
        # Asked before the death: the dead do not speak.
        table.announce(LastWords(verdict.seat, await table.ask(verdict.seat, LAST_WORDS)))
        bury(table, [verdict.seat], Lynched, self.options.reveal_on_death)
        return True

    async def speeches(self, order: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Everybody speaks and nominates in this order; returns the nominees in seat order."""
        table = self.table
        nobody: tuple[Target, ...] = (None,) if table.round == 1 else ()
        among = (*nobody, *table.living())
        nominees = set()
        for seat in order:
            question = Nominate("nominate", SPEAK, among, nobody or table.others(seat))
            words, target = await table.ask(seat, question)
            table.announce(Said(seat, words))
            table.announce(Nominated(seat, target))
            nominees.add(target)
        return tuple(sorted(seat for seat in nominees if seat is not None))

    async def vote(self, among: tuple[Seat, ...], kind: str, prompt: str) -> Mapping[Seat, Target]:
        """Everybody votes at once for one of these, never for themselves, or for nobody unless the town is pressed."""
        table = self.table
        nobody: tuple[Target, ...] = () if self.pressed else (None,)
        everybody = Choose(kind, prompt, (*nobody, *among), nobody)
        asks = dict.fromkeys(table.living(), everybody)
        for seat in among:
            asks[seat] = Choose(kind, prompt, (*nobody, *(other for other in among if other != seat)), nobody)
            if not asks[seat].among:
                del asks[seat]
        votes = await table.poll_each(asks)
        table.announce(Voted(tuple(Vote(seat, target) for seat, target in votes.items())))
        return votes

    # --- the night ---

    async def night_zero(self) -> None:
        """The mafia plan, blind to each other; then each sees what all have written."""
        table = self.table
        mafia = table.living(MAFIOSO)
        plans = await table.poll(mafia, Speak("plan", PLAN))
        for seat, words in plans.items():
            table.whisper(mafia, Planned(seat, words))

    async def night(self) -> None:
        table = self.table
        if self.pressed:
            table.announce(Pressed(table.round - 1 - table.last_death))
        victim = await self.conspire()
        guards = await protect_and_investigate(table, DOCTOR, DETECTIVE)
        end_night(table, () if victim is None else (victim,), guards, self.options.reveal_on_death)

    async def conspire(self) -> Target:
        """The mafia settle on a target: two thirds in the first or second round, else the lowest seat's proposal."""
        table, mafia = self.table, self.table.living(MAFIOSO)
        town: tuple[Target, ...] = tuple(seat for seat in table.living() if table.role(seat) != MAFIOSO)
        among = town if self.pressed else (None, *town)
        if len(mafia) == 1:
            (seat,) = mafia
            target = await table.ask(seat, Choose("kill", "Whom do you kill tonight?", among, town))
            table.whisper(mafia, Targeted(target, "alone", seat))
            return target
        question = Propose("plot", PROPOSE, among, town)
        proposals: dict[Seat, Target] = {}
        for _ in range(2):
            answers = await table.poll(mafia, question)
            for seat, (words, proposals[seat]) in answers.items():
                table.whisper(mafia, Plotted(seat, words, proposals[seat]))
            target, count = Counter(proposals.values()).most_common(1)[0]
            if 3 * count >= 2 * len(mafia):
                table.whisper(mafia, Targeted(target, "agreed" if count == len(mafia) else "two thirds agreed"))
                return target
        target = proposals[mafia[0]]
        table.whisper(mafia, Targeted(target, "the lowest seat decides"))
        return target
