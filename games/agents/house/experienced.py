"""What experience makes of the others at a table: how much likelier the signs that they have shown are of the hidden.

Law: an experience only corrects. Its weights are log-odds that come beside the grounds, and touch none of them: of the
signs that the seat itself has seen in this game, by the counts of its own games before. The rates of the hidden and the
open are drawn towards what both show together (a prior of STRENGTH seats each), and those of one opponent towards
everybody's, so that few games change little. That a sign was not shown counts where it could have been: among those who
showed the one it is among.

Signs tell the same thing in several words: whoever is accused is voted for. So their sum counts in part (IN_PART); to
weigh each beside all others would take more counts than an experience has room for.

Whoever is hidden knows who the others are, and takes something else from its games: how players play who are not. The
more of them it has seen, the oftener it does for a day what one of those would do in its place (MIMICS).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.agents.house.learned import NOTHING, Leanings
from games.agents.house.settling import settled, total, weight_of
from games.agents.played import Played
from games.agents.signs.catalogue import SIGNS, shown_in
from games.agents.signs.record import Record
from games.engine.events import Dealt, Seat
from games.engine.questions import Choose, Question
from games.engine.ruleset import Options, Ruleset
from games.engine.table import Entry
from personas.experience import Experience, Tally

STRENGTH: Final = 16  # seats of all others that a rate begins with
OF_ONE: Final = 12  # seats of all others that an opponent's rate begins with
IN_PART: Final = 0.5
MOST_OF_A_SIGN: Final = 2.0
MOST: Final = 4.0  # log-odds, either way: what was seen itself outweighs what others were
MIMICS: Final = 0.5  # on how many of its days at the most somebody hidden plays as if it were not
HALFWAY: Final = 8  # games after which it is half of that


class Weight(NamedTuple):
    """What a sign tells in log-odds of being hidden: where it was shown, and where it could have been."""

    shown: float
    absent: float


class Rates(NamedTuple):
    """How often the hidden and the open show a sign."""

    hidden: float
    open: float


@dataclass(frozen=True, slots=True)
class Experienced:
    """An experience at a table; `known`: who plays by seat, where that is known."""

    experience: Experience
    ruleset: Ruleset[Any]
    options: Options
    names: tuple[str, ...]
    known: tuple[str, ...] = ()

    @property
    def mimicry(self) -> float:
        """On what share of its days somebody hidden plays as one of the open team would."""
        counted = self.experience.of(self.ruleset.slug)
        games = 0 if counted is None else counted.games
        return settled(MIMICS * games / (games + HALFWAY))

    def follower(self, me: Seat) -> "Following":
        """Somebody who follows the game from its first event."""
        return Following(me, self)


def taught_by(experience: Experience | None, played: Played, known: tuple[str, ...] = ()) -> Experienced | None:
    """An experience at a table; None for one that has nothing of these rules, or that there is not."""
    if experience is None or experience.of(played.ruleset.slug) is None:
        return None
    return Experienced(experience, played.ruleset, played.options, played.names, known)


def is_vote(question: Question[Any], played: Played) -> bool:
    """Whether a question holds a vote, before which all has been said."""
    return isinstance(question, Choose) and question.kind in played.ruleset.believing


class Following:
    """One seat's record of a game, and what its experience makes of it; a fold of the view."""

    def __init__(self, me: Seat, table: Experienced) -> None:
        self.table = table
        self.me = me
        self.record = Record(me, table.ruleset, table.options, table.names)
        self.is_open = False  # whoever is hidden knows who the others are
        self.heard = 0  # entries
        self._kept: dict[bool, tuple[int, Leanings]] = {}  # by whether it is for a vote: as of when
        # By opponent. Worked out once for whoever follows a game, and forgotten with it: another game has made another
        # experience of this one, and a thousand of them that nobody plays by any more are fifty megabytes.
        self._weights: dict[str, Mapping[str, Weight]] = {}

    def hear(self, entry: Entry) -> Leanings:
        """Takes the next entry of the view; returns how much likelier each is to be hidden than the grounds say."""
        event = entry.event
        if isinstance(event, Dealt) and event.seat == self.me:
            self.is_open = event.team == self.table.ruleset.open_team
        self.record.hear(entry)
        self.heard += 1
        return self.against()

    def against(self, *, at_the_vote: bool = False) -> Leanings:
        """The same without another entry; `at_the_vote`: when all has been said before it."""
        record = self.record
        if not self.is_open or self.me not in record.living:
            return NOTHING
        # Every word counts at a vote; else what shows by and by is taken in when something is over.
        now = self.heard if at_the_vote else record.closings
        as_of, leanings = self._kept.get(at_the_vote, (0, NOTHING))
        if as_of != now:
            record.at_the_vote = at_the_vote
            leanings = self._weighed()
            record.at_the_vote = False
            self._kept[at_the_vote] = now, leanings
        return leanings

    def _weighed(self) -> Leanings:
        shown: dict[Seat, set[str]] = {seat: set() for seat in sorted(self.record.living - {self.me})}
        weighed = self._weights_of("")
        for sighting in shown_in(self.record, frozenset(weighed) | {SIGNS[sign].among for sign in weighed}):
            if sighting.about in shown:
                shown[sighting.about].add(sighting.sign)
        found = {}
        for seat, signs in shown.items():
            player = self.table.known[seat] if self.table.known else ""
            weights = self._weights_of(player)
            each = [weights[sign].shown for sign in sorted(signs) if sign in weights]
            each += [weight.absent for sign, weight in weights.items() if sign not in signs and _could(sign, signs)]
            found[seat] = max(-MOST, min(MOST, settled(IN_PART * total(each))))
        return found

    def _weights_of(self, player: str) -> Mapping[str, Weight]:
        """What each sign tells, of an opponent or of anybody ("")."""
        if player not in self._weights:
            self._weights[player] = weights_of(self.table.experience, self.table.ruleset.slug, player)
        return self._weights[player]


def _could(sign: str, shown: set[str]) -> bool:
    """Whether somebody could have shown a sign who has shown these."""
    return SIGNS[sign].among in shown


def weights_of(experience: Experience, ruleset: str, player: str = "") -> Mapping[str, Weight]:
    """What each sign tells that was counted in a ruleset; of an opponent, where one is named."""
    found: dict[str, Weight] = {}
    counted = experience.of(ruleset)
    if counted is None:
        return found
    everybody, theirs = dict(counted.signs), next((one for one in counted.opponents if one.player == player), None)
    signs = {} if theirs is None else dict(theirs.signs)
    for slug, sign in SIGNS.items():
        of_all = counted.all if not sign.among else everybody.get(sign.among, Tally())
        if not of_all.seats or sign.is_occasion:
            continue
        tally = everybody.get(slug, Tally())
        rate = tally.seats / of_all.seats
        rates = _rates(tally, of_all, Rates(rate, rate), STRENGTH)
        if theirs is not None:
            met = theirs.all if not sign.among else signs.get(sign.among, Tally())
            rates = _rates(signs.get(slug, Tally()), met, rates, OF_ONE)
        found[slug] = _weight(rates)
    return MappingProxyType(found)


def _rates(shown: Tally, of_all: Tally, before: Rates, strength: int) -> Rates:
    """How often the two show a sign, drawn towards what was thought before."""
    return Rates(
        (shown.hidden + strength * before.hidden) / (of_all.hidden + strength),
        (shown.open + strength * before.open) / (of_all.open + strength),
    )


def _weight(rates: Rates) -> Weight:
    return Weight(_bounded(rates.hidden, rates.open), _bounded(1 - rates.hidden, 1 - rates.open))


def _bounded(one: float, other: float) -> float:
    """What a ratio of rates weighs, within bounds."""
    return max(-MOST_OF_A_SIGN, min(MOST_OF_A_SIGN, weight_of(one, other)))
