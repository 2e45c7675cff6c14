"""Bidding for the floor: in each tick all bid at once and who wants it most speaks, until all have voted.

A vote counts in the tick it is sent and is locked; that somebody has voted is public at once, for whom is for the
ruleset to reveal. Bids that lose are no events.

Decided here: "2 silent ticks" are two in a row; the last three messages are what a mention is looked for in, and the
very last one, if it came in the tick before, is what an accusation is looked for in; a seat bids against the sum of its
own silence, so the count goes on until it speaks, in silent ticks as in others; the die is rolled for every living
player in each tick, whoever bids, so that no later roll depends on a bid; with `quiet_voters` who has voted and is not
asked is not forced to speak either.

With `standing_bids` a bid without words stands like any other: what others say to each other wakes nobody. So that all
come to vote, those who have not are asked whenever nobody else is asked who could; when the system says to wrap it up,
it says so to all, and no bid stands any more. With `quiet_voters` too the bid of who has voted does not stand.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from games.engine.discussion.accusing import STEMS, seats_accused
from games.engine.discussion.naming import seats_named
from games.engine.discussion.workings import Bidding, Priced
from games.engine.events import GhostSaid, NobodySpoke, Nudged, Seat, Spoke, VoteCast
from games.engine.questions import NEUTRAL, SKIP, Bid, BidToSpeak, Choose, Question, Remark, Target
from games.engine.ruleset import Options, option
from games.engine.table import Table


@dataclass(frozen=True)
class BiddingOptions(Options):
    """The options of a discussion by bidding. What is "for each living player" is in tenths of a tick."""

    mention_bonus: int = option(2, "Priority for being named lately.", least=0, most=20)
    mention_window: int = option(3, "Messages in which being named counts as lately.", least=1, most=20)
    accusation_bonus: int = option(3, "Priority for being addressed or accused by the last message.", least=0, most=20)
    silence_bonus: int = option(1, "Priority for each tick without a word of one's own.", least=0, most=10)
    silence_most: int = option(8, "The most priority that silence can bring.", least=0, most=50)
    bid_die: int = option(6, "Sides of the die that is added to each bid.", least=1, most=20)
    spoke_last_penalty: int = option(4, "Priority lost by who spoke in the tick before.", least=0, most=20)
    spoke_before_penalty: int = option(2, "Priority lost by who spoke in the tick before that.", least=0, most=20)
    voted_penalty: int = option(1, "Priority lost by who has voted.", least=0, most=20)
    forced_after: int = option(
        15, "Silent ticks, in tenths for each living player, after which one must speak.", least=1, most=100
    )
    silent_ticks: int = option(2, "Ticks in a row without a word after which the talk is over.", least=1, most=20)
    nudge_after: int = option(
        15, "Ticks, in tenths for each living player, after which the system says to wrap it up.", least=1, most=1000
    )
    nudge_tokens: int = option(18_000, "Tokens said after which it does so too.", least=1, most=1_000_000)
    stop_after: int = option(
        30, "Ticks, in tenths for each living player, after which the talk is stopped.", least=1, most=1000
    )
    stop_tokens: int = option(25_000, "Tokens said after which it is stopped too.", least=1, most=1_000_000)
    quiet_voters: bool = option(False, "Whether who has voted is asked again only when named or accused.")
    standing_bids: bool = option(
        False,
        "Whether a bid stands until its owner has spoken or is named or accused, instead of all being asked in each "
        "tick: at 8 seats two fifths fewer bids.",
        since=2,
    )
    ghost_chat: bool = option(True, "Whether the dead may talk among themselves during a meeting.")
    ghost_chat_every: int = option(3, "Ticks from one word of the dead to the next.", least=1, most=20)


def tokens_of(words: int) -> int:
    """How many tokens so many words are taken for: 1.35 each, rounded up."""
    return ceil(words * 135 / 100)


async def bid_until_voted(
    table: Table, options: BiddingOptions, ghosts: Sequence[Seat] = (), stems: tuple[str, ...] = STEMS
) -> dict[Seat, Target]:
    """The living talk until all have voted; returns the votes by seat, in seat order.

    `ghosts` may talk among themselves meanwhile: what they say, they alone hear. By the `stems` it is found who is
    accused.
    """
    meeting = _Meeting(table, options, ghosts, stems)
    while not meeting.is_over:
        await meeting.tick()
    return await meeting.votes_of_all()


class _Meeting:
    """One discussion, and what it has to remember from tick to tick."""

    def __init__(self, table: Table, options: BiddingOptions, ghosts: Sequence[Seat], stems: tuple[str, ...]) -> None:
        self.stems = stems
        self.table = table
        self.options = options
        self.ghosts = ghosts
        self.living = table.living()
        self.t = 0
        self.votes: dict[Seat, Target] = {}
        self.silence = dict.fromkeys(self.living, 0)  # ticks since each last spoke, or since the start
        self.spoke_at: dict[Seat, int] = {}  # the tick in which each last spoke
        self.words = dict.fromkeys(self.living, 0)
        self.named: list[set[Seat]] = []  # who was named, message by message
        self.accused: set[Seat] = set()  # by the message of the tick before
        self.silent_ticks = 0
        self.is_nudged = False
        self.polls = dict.fromkeys(self.living, 0)  # in which each made its last bid
        self.fresh: Collection[Seat] = ()  # whose bid is of this tick
        self.standing: dict[Seat, Bid] = {}  # with `standing_bids` alone: what counts without being asked for again
        self.open = {seat: _question(table, seat, votes=True) for seat in self.living}
        self.locked = {seat: _question(table, seat, votes=False) for seat in self.living}

    @property
    def is_over(self) -> bool:
        """All have voted, nobody has anything to say, or it has gone on for too long."""
        options = self.options
        return (
            len(self.votes) == len(self.living)
            or self.silent_ticks >= options.silent_ticks
            or self.is_past(options.stop_after, options.stop_tokens)
        )

    def is_past(self, tenths: int, tokens: int) -> bool:
        return 10 * self.t >= tenths * len(self.living) or tokens_of(sum(self.words.values())) >= tokens

    async def tick(self) -> None:
        """All bid at once; one speaks; whoever sent a vote has voted."""
        table, options = self.table, self.options
        bidders = self.bidders()
        forced = self.forced(bidders)
        asks: dict[Seat, Question[Any]] = dict(self.asked(bidders, forced))
        chatting = self.ghosts if options.ghost_chat and (self.t + 1) % options.ghost_chat_every == 0 else ()
        answers = await table.poll_each(asks | dict.fromkeys(chatting, _CHAT))
        fresh: dict[Seat, Bid] = {seat: answers[seat] for seat in asks}
        known = self.standing | fresh
        bids = {seat: known[seat] for seat in bidders if seat in known}
        self.polls.update(dict.fromkeys(fresh, table.polls))
        self.fresh = fresh.keys()
        speaker = self.speaker(bids, forced)
        self.hear(speaker, bids)
        self.keep_standing(bids, speaker)
        for seat, bid in fresh.items():
            if bid.vote is not None and seat not in self.votes:
                self.votes[seat] = None if bid.vote == SKIP else bid.vote
                table.announce(VoteCast(seat))
        for ghost in chatting:
            if words := answers[ghost]:
                table.whisper(self.ghosts, GhostSaid(ghost, words))
        self.t += 1
        if not self.is_nudged and not self.is_over and self.is_past(options.nudge_after, options.nudge_tokens):
            self.is_nudged = True
            self.standing.clear()
            table.announce(Nudged())

    def bidders(self) -> dict[Seat, BidToSpeak]:
        """Who may bid, and what they are asked."""
        hushed = self.votes if self.options.quiet_voters else ()
        called = self.accused.union(*self.named[-1:])
        return {
            seat: (self.locked if seat in self.votes else self.open)[seat]
            for seat in self.living
            if seat not in hushed or seat in called
        }

    def forced(self, bidders: Mapping[Seat, Any]) -> Seat | None:
        """Who has been silent for so long that they must speak now; the longest silent, by dice among equals."""
        longest = max((self.silence[seat] for seat in bidders), default=0)
        if not longest or 10 * longest < self.options.forced_after * len(self.living):
            return None
        return self.table.dice("bids").pick([seat for seat in bidders if self.silence[seat] == longest])

    def asked(self, bidders: Mapping[Seat, BidToSpeak], forced: Seat | None) -> dict[Seat, BidToSpeak]:
        """Who is asked for a bid, and what: those whose bid does not stand, and who must speak; where none of them has
        a vote to give, also who has one."""
        seats = {seat for seat in bidders if seat not in self.standing or seat == forced}
        if seats <= self.votes.keys():
            seats.update(seat for seat in bidders if seat not in self.votes)
        asks = {seat: question for seat, question in bidders.items() if seat in seats}
        if forced is not None:
            asks[forced] = _question(self.table, forced, votes=forced not in self.votes, must=True)
        return asks

    def keep_standing(self, bids: Mapping[Seat, Bid], speaker: Seat | None) -> None:
        """With `standing_bids` these stand, but for that of who has spoken now and of whom they named or accused."""
        if self.options.standing_bids:
            called = self.accused.union(*self.named[-1:]) if speaker is not None else frozenset()
            self.standing = {seat: bid for seat, bid in bids.items() if seat != speaker and seat not in called}

    def speaker(self, bids: Mapping[Seat, Bid], forced: Seat | None) -> Seat | None:
        """Who wins the floor: the highest priority among those with something to say."""
        dice = self.table.dice("bids")
        rolls = {seat: 1 + dice.below(self.options.bid_die) for seat in self.living}
        is_kept = self.table.workings is not None  # else none that says nothing is looked at
        priced = {seat: self.priced(seat, bid, rolls[seat]) for seat, bid in bids.items() if bid.words or is_kept}
        chosen = self.chosen(bids, priced) if forced is None else forced
        if is_kept:
            self.table.work_out(Bidding(self.t, tuple(priced.values()), forced, chosen, self.is_nudged))
        return chosen

    def chosen(self, bids: Mapping[Seat, Bid], priced: Mapping[Seat, Priced]) -> Seat | None:
        """Of those with something to say the highest priority; among equals the fewest words so far, then dice."""
        priority = {seat: priced[seat].priority for seat, bid in bids.items() if bid.words}
        if not priority:
            return None
        most = max(priority.values())
        first = [seat for seat in priority if priority[seat] == most]
        if len(first) > 1:
            fewest = min(self.words[seat] for seat in first)
            first = [seat for seat in first if self.words[seat] == fewest]
        return first[0] if len(first) == 1 else self.table.dice("ties").pick(first)

    def priced(self, seat: Seat, bid: Bid, die: int) -> Priced:
        """A bid with all that its priority is made of."""
        options, spoke_at = self.options, self.spoke_at.get(seat)
        spoke = 0
        if spoke_at is not None and spoke_at >= self.t - 2:
            spoke = options.spoke_last_penalty if spoke_at == self.t - 1 else options.spoke_before_penalty
        return Priced(
            seat=seat,
            poll=self.polls[seat],
            desire=bid.desire,
            mention=options.mention_bonus
            if any(seat in named for named in self.named[-options.mention_window :])
            else 0,
            accusation=options.accusation_bonus if seat in self.accused else 0,
            silence=min(options.silence_most, options.silence_bonus * self.silence[seat]),
            spoke=-spoke,
            voted=-options.voted_penalty if seat in self.votes else 0,
            die=die,
            is_standing=seat not in self.fresh,
        )

    def hear(self, speaker: Seat | None, bids: Mapping[Seat, Bid]) -> None:
        """One speaks and everybody hears it, or nobody does."""
        table, names = self.table, self.table.deal.aliases
        for seat in self.living:
            self.silence[seat] += 1
        if speaker is None:
            self.silent_ticks += 1
            self.accused = set()
            table.announce(NobodySpoke(self.t))
            return
        words, target = bids[speaker].words or NEUTRAL, bids[speaker].target
        self.silent_ticks = 0
        self.silence[speaker] = 0
        self.spoke_at[speaker] = self.t
        self.words[speaker] += len(words.split())
        self.named.append(seats_named(words, names) - {speaker})
        self.accused = seats_accused(words, names, self.stems) - {speaker}
        if target is not None:
            self.accused.add(target)
        table.announce(Spoke(speaker, words, target, self.t))

    async def votes_of_all(self) -> dict[Seat, Target]:
        """The votes; whoever has not voted is asked once."""
        table = self.table
        late = [seat for seat in self.living if seat not in self.votes]
        asks = {
            seat: Choose("vote", "The talk is over: whom do you vote for?", (None, *table.others(seat)), (None,))
            for seat in late
        }
        votes = self.votes | await table.poll_each(asks)
        for seat in late:
            table.announce(VoteCast(seat))
        return {seat: votes[seat] for seat in self.living}


_CHAT = Remark("ghost_chat", "What do you say to the other ghosts, if anything?")


def _question(table: Table, seat: Seat, *, votes: bool, must: bool = False) -> BidToSpeak:
    others = table.others(seat)
    prompt = (
        "You have been silent for too long and must speak now." if must else "What do you want to say, if anything?"
    )
    return BidToSpeak("bid", prompt, (None, *others), (SKIP, *others) if votes else ())
