"""Reactive Mafia: nobody has a turn; whoever is moved to speak does, on a clock that only rules and dice turn.

Decided here, where the rules leave it open:
- A vote's reason may be left empty, and does not count.
- Nobody sums up a round that ends the game: nothing would follow from it.
- A summary has three parts and is measured in words, 1.35 tokens to the word; a longer one goes back.
- Doctors, detectives and mafiosi that do not fit the seats are refused; so are mafiosi who are not the fewer.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from games.engine.ballots import LYNCH
from games.engine.discussion import Floor, talk_freely
from games.engine.events import (
    Conferred,
    KillVoted,
    Lynched,
    NotLynched,
    PhaseBegan,
    Pressed,
    Reasoned,
    Remarked,
    Seat,
    Targeted,
    Vote,
    VotedWhy,
)
from games.engine.questions import Choose, Justify, Question, React, Summarise, Target
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
DOCTOR = Role("doctor", "town", "protects one player each night")
DETECTIVE = Role("detective", "town", "investigates one player each night")
VILLAGER = Role("villager", "town", "has a voice and a vote")

SECONDS_A_PLAYER = 60
MESSAGES_A_PLAYER = 6
VOTES = LYNCH["plurality"]

REACT = React("react", "What do you want to say to everyone? Reply [SILENT] if nothing.")
CONFER = React("confer", "What do you want to say to your partners? Reply [SILENT] if nothing.")


@dataclass(frozen=True)
class ReactiveMafiaOptions(VillageOptions):
    """The options of Reactive Mafia."""

    mafia_count: int | None = option(
        None, "Mafiosi in the game; by default one for every four seats, rounded down.", least=1, most=5
    )
    doctors: int = option(0, "Doctors in the game.", least=0, most=3)
    detectives: int = option(0, "Detectives in the game.", least=0, most=3)
    reveal_on_death: str = option("role", "What a death shows.", choices=("role", "team", "none"))
    night_seconds: int | None = option(
        None, "Seconds of the mafia's talk; by default 60 for each living mafioso.", least=0, most=3600
    )
    day_seconds: int | None = option(
        None, "Seconds of a day's talk; by default 60 for each living player.", least=0, most=7200
    )
    day_messages: int | None = option(
        None, "Messages of a day at most; by default 6 for each living player.", least=0, most=1000
    )
    chance: int = option(2, "Chance in percent, each second in which nobody speaks, to be asked.", least=0, most=100)
    cooldown: int = option(3, "Seconds after speaking, and after silence, in which nobody is asked.", least=0, most=600)
    wakings_max: int = option(12, "Times that a player is asked in one talk at most.", least=1, most=100)
    summary_tokens: int = option(300, "Length of a round's summary at most, in tokens.", least=50, most=2000)

    @classmethod
    def worked_out(cls, given: Mapping[str, Any], seats: int) -> dict[str, Any]:
        mafia = given.get("mafia_count")
        return {**super().worked_out(given, seats), "mafia_count": max(1, seats // 4) if mafia is None else mafia}

    @property
    def summary_words(self) -> int:
        """The words of a summary at most, 1.35 tokens to the word."""
        return self.summary_tokens * 100 // 135


class ReactiveMafia(Ruleset[ReactiveMafiaOptions]):
    """Reactive Mafia is a game of {seats} players: {cast}. {called}

    The aim:
    The mafia know each other; everybody else is the town and knows only themselves. The town wins when no mafioso lives, the mafia when they are at least as many as everybody else. Both are looked at when a night or a day begins and after every death.

    Night 1 comes first, then day and night take turns. After {max_rounds_text} of night and day the game is a draw.

    Free talk:
    Nobody has a turn. Time is the game's own, in seconds, and moved only by speeches and dice. A speech takes a second for every five words and is heard when it ends; meanwhile nobody else speaks or is asked.

    The first speaker is drawn and asked at once; whoever is silent lets the next one drawn be asked. From then on a player is asked after two or three messages (drawn anew each time) since they were last asked, or when somebody's last message names them{by_chance}; one to five seconds pass before. Whoever is asked says something or answers [SILENT], which nobody hears. {cooldown_sentence}

    When somebody else speaks in those seconds, who was to be asked for new messages waits again, who was named is still asked{chance_lapses}. Nobody is asked more than {wakings_text} in one talk.

    The night:
    {night_talk} Then each mafioso, unseen by the others, votes to kill one living player of the town. Whoever has most votes is the target; dice decide between equals. A mafioso without partners simply chooses.

    {doctors_sentence}

    {detectives_sentence}

    At the end of the night {landing}. {reveal} Nobody is told how somebody died.

    The day:
    {day_talk}

    Then everybody votes at once for another living player or for nobody, and says why. Votes and reasons are made public with names. {lynch_sentence} There are no last words.

    When the round ends each living player sums it up for themselves in at most {summary_tokens} tokens, about {summary_words} words. From then on the summary stands in place of what was said.

    Never for nothing:
    After {quiet_rounds_text} of night and day without a death, and until somebody dies, every vote must name a player.

    The roles:
    {roles}
    """  # noqa: E501  a paragraph is a line

    slug = "reactive-mafia"
    title = "Reactive Mafia"
    summary = "Nobody has a turn: players speak when they are moved to, or stay silent, on the game's own clock."
    revision = 1
    revisions = range(1, 2)
    seats = range(6, 13)
    default_seats = 8
    open_team, hidden_team = "town", "mafia"
    team_channel = "mafia"
    secret_phases = frozenset({"night"})
    believing = frozenset({"vote"})
    claiming = frozenset({"react"})
    roles = (MAFIOSO, DOCTOR, DETECTIVE, VILLAGER)
    aliases = GIVEN_NAMES
    options: ClassVar[type[Options]] = ReactiveMafiaOptions

    def cast(self, seats: int, options: ReactiveMafiaOptions) -> tuple[Role, ...]:
        powers = (
            (MAFIOSO,) * (options.mafia_count or 1) + (DOCTOR,) * options.doctors + (DETECTIVE,) * options.detectives
        )
        return powers + (VILLAGER,) * (seats - len(powers))

    async def play(self, table: Table, options: ReactiveMafiaOptions) -> str:
        winner, reason = await _Game(table, options).rounds()
        close(table, winner, reason)
        return winner

    def questions(self, options: ReactiveMafiaOptions, seats: int) -> Sequence[Question[Any]]:
        choices = ("kill", *["protect"] * bool(options.doctors), *["investigate"] * bool(options.detectives))
        summary = Summarise("summary", "", options.summary_words, "")
        return REACT, CONFER, *(Choose(kind, "", ()) for kind in choices), Justify("vote", "", ()), summary

    def phrases(self, options: ReactiveMafiaOptions, seats: int) -> dict[str, str]:
        cast = Counter(self.cast(seats, options))
        chance, cooldown, guarded = options.chance, options.cooldown, bool(options.doctors)
        return {
            "seats": str(seats),
            "cast": counted(cast),
            "by_chance": (f", or by a chance of {chance} percent in each second without a speech" if chance else ""),
            "chance_lapses": ", and a chance lapses" if chance else "",
            "cooldown_sentence": (
                f"After either a player is not asked for {_seconds(cooldown)}."
                if cooldown
                else "A player may be asked again right after either."
            ),
            "wakings_text": "once" if options.wakings_max == 1 else f"{options.wakings_max} times",
            "night_talk": (
                "The mafia do not talk."
                if options.night_seconds == 0
                else "Two or more mafiosi talk freely among themselves for "
                f"{_limit(options.night_seconds, SECONDS_A_PLAYER, 'second', 'mafioso')}, "
                "or until all have been asked since the last message and stayed silent."
            ),
            "doctors_sentence": (
                "Then each doctor protects one living player, themselves and the same again too, and is never told "
                "whether it mattered."
                if guarded
                else ""
            ),
            "detectives_sentence": (
                f"{'At the same moment' if guarded else 'Then'} each detective investigates one other living player "
                "and learns which side they are on, even if killed that night."
                if options.detectives
                else ""
            ),
            "landing": (
                "the target dies unless a doctor protected them, and a doctor killed tonight still protected tonight"
                if guarded
                else "the target dies"
            ),
            "reveal": REVEALS[options.reveal_on_death],
            "day_talk": _day_talk(options),
            "lynch_sentence": f"{VOTES.sentence} {VOTES.nobody}",
            "summary_words": str(options.summary_words),
            **told(options),
            "roles": in_words({role: role.power for role in cast if cast[role]}),
        }


def _day_talk(options: ReactiveMafiaOptions) -> str:
    if options.day_seconds == 0 or options.day_messages == 0:
        return "There is no discussion."
    time = _limit(options.day_seconds, SECONDS_A_PLAYER, "second", "living player")
    messages = _limit(options.day_messages, MESSAGES_A_PLAYER, "message", "living player")
    if options.day_seconds is options.day_messages is None:
        time = f"{SECONDS_A_PLAYER} seconds"
    return (
        f"All the living talk freely for {time} and {messages} at most; when either is used up, a speech that was "
        "begun is heard to its end. The talk ends too when every living player has been asked since the last message "
        "and stayed silent; the last speaker, and who cannot be asked any more, count as silent."
    )


def _limit(limit: int | None, each: int, unit: str, player: str) -> str:
    if limit is None:
        return f"{each} {unit}s for each {player}"
    return f"{limit} {unit}" if limit == 1 else f"{limit} {unit}s"


def _seconds(count: int) -> str:
    return "1 second" if count == 1 else f"{count} seconds"


class _Game:
    """One game: the rules in the order they are read aloud."""

    def __init__(self, table: Table, options: ReactiveMafiaOptions) -> None:
        self.table = table
        self.options = options

    async def rounds(self) -> tuple[str, str]:
        """Plays night and day in turn; returns the winner and the reason."""
        sit_down(self.table, MAFIOSO)
        last = self.options.max_rounds or 30
        for round in range(1, last + 1):
            await self.night(round)
            if won := victory(self.table, MAFIOSO):
                return won
            await self.day(round)
            if won := victory(self.table, MAFIOSO):
                return won
            if round < last:
                await self.sum_up()
        return "draw", f"nobody has won after {self.table.round} rounds"

    @property
    def pressed(self) -> bool:
        return is_pressed(self.table, self.options.quiet_rounds)

    def floor(self, stream: str, seconds: int, messages: int | None) -> Floor:
        """The floor of a talk of this length; its dice are its own, so that no talk moves another's."""
        options = self.options
        stream = f"{stream} {self.table.round}"
        return Floor(stream, seconds, messages, options.chance, options.cooldown, options.wakings_max)

    # --- night ---

    async def night(self, round: int) -> None:
        table = self.table
        table.enter("night", round)
        table.announce(PhaseBegan("night", round))
        if self.pressed:
            table.announce(Pressed(round - 1 - table.last_death))
        victim = await self.conspire()
        guards = await protect_and_investigate(table, DOCTOR, DETECTIVE)
        end_night(table, () if victim is None else (victim,), guards, self.options.reveal_on_death)

    async def conspire(self) -> Target:
        """The mafia talk, then vote, each unseen by the others; most votes are the target, by dice between equals."""
        table, mafia = self.table, self.table.living(MAFIOSO)
        town: tuple[Target, ...] = tuple(seat for seat in table.living() if seat not in mafia)
        kill = Choose("kill", "Whom do you kill tonight?", town)
        if len(mafia) == 1:
            (seat,) = mafia
            target = await table.ask(seat, kill)
            table.whisper(mafia, Targeted(target, "alone", seat))
            return target
        limit = self.options.night_seconds
        seconds = SECONDS_A_PLAYER * len(mafia) if limit is None else limit

        def say(seat: Seat, words: str, clock: int) -> None:
            table.whisper(mafia, Conferred(seat, words, clock))

        await talk_freely(table, mafia, self.floor("mafia", seconds, None), CONFER, say)
        votes = await table.poll(mafia, kill)
        table.whisper(mafia, KillVoted(tuple(Vote(seat, target) for seat, target in votes.items())))
        tally = Counter(target for target in votes.values() if target is not None)
        # The order of equals must not depend on who voted first.
        most = sorted(seat for seat, count in tally.items() if count == max(tally.values()))
        target = most[0] if len(most) == 1 else table.dice("mafia").pick(most)
        table.whisper(mafia, Targeted(target, "most votes" if len(most) == 1 else "drawn among the most"))
        return target

    # --- day ---

    async def day(self, round: int) -> None:
        table, living = self.table, self.table.living()
        table.enter("day", round)
        table.announce(PhaseBegan("day", round))
        seconds, messages = self.options.day_seconds, self.options.day_messages
        floor = self.floor(
            "day",
            SECONDS_A_PLAYER * len(living) if seconds is None else seconds,
            MESSAGES_A_PLAYER * len(living) if messages is None else messages,
        )
        await talk_freely(table, living, floor, REACT, self.remark)
        nobody: tuple[Target, ...] = () if self.pressed else (None,)
        prompt = "Whom do you vote to lynch, and why?"
        votes = await table.poll_each(
            {seat: Justify("vote", prompt, (*nobody, *table.others(seat)), nobody) for seat in living}
        )
        table.announce(VotedWhy(tuple(Reasoned(seat, *vote) for seat, vote in votes.items())))
        verdict = VOTES.count({seat: target for seat, (target, _) in votes.items()})
        if verdict.seat is None:
            table.announce(NotLynched(verdict.reason))
        else:
            bury(table, [verdict.seat], Lynched, self.options.reveal_on_death)

    def remark(self, seat: Seat, words: str, clock: int) -> None:
        """Somebody is heard by all."""
        self.table.announce(Remarked(seat, words, clock))

    async def sum_up(self) -> None:
        """Each living player sums up the round; what they write stays theirs, on the answer."""
        table = self.table
        prompt = "Sum up this round for yourself: what happened, who is suspicious and why, what is your strategy?"
        await table.poll(table.living(), Summarise("summary", prompt, self.options.summary_words, self.facts()))

    def facts(self) -> str:
        """The deaths and votes of this round, as everybody knows them."""
        table = self.table
        names, told = table.deal.aliases, []
        for entry in reversed(table.ledger):
            if entry.round != table.round:
                break
            if isinstance(entry.event, VotedWhy):
                bare = tuple(Reasoned(vote.seat, vote.target, "") for vote in entry.event.votes)
                told.append(VotedWhy(bare).text(names))
            elif entry.is_public and not isinstance(entry.event, Remarked | PhaseBegan | Pressed):
                told.append(entry.event.text(names))
        return " ".join(reversed(told))
