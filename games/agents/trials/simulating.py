"""How long prompts and answers are, from games that are played here without asking anybody. Law: pure but for what it
remembers; the same rules, table and options give the same numbers.

Nobody knows how a model will play that has not: every other game is the house's, which listens and reasons, the others
are drawn by lot. All answers are as long as those of the models that are to sit there: what is said and thought is read
again at each question, so who writes much pays for it twice.

Few games are briefed, for that takes long; how many questions a game has is taken from many more. Where nobody but the
house sits there is nothing to be paid for: what its games leave on disk is told by a few, of which none is briefed.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import sqrt
from typing import Any, Final, NamedTuple

from games.agents.agent import Asked
from games.agents.briefing import Briefing, Situation, brief
from games.agents.house.settling import total
from games.agents.lessons.choosing import KIND, PROMPT, ChooseLessons, changes_open
from games.agents.narrator import closing_words, heard, narrated, record_of
from games.agents.narrator.asking import closing_request, narration_request
from games.agents.notes import notes_for
from games.agents.offline import OfflinePlayer, answer_pending, play_out
from games.agents.players import player_named
from games.agents.signs import sightings
from games.agents.trials.talkers import AS_THE_HOUSE, CHARACTERS_A_TOKEN, Talk, Talker
from games.engine.disclosing import BELIEFS, CLAIMS
from games.engine.events import Seat
from games.engine.moderator import Answer, Moderator
from games.engine.questions import Question
from games.engine.ruleset import Ruleset
from games.engine.rulesets import ruleset_named
from games.engine.viewpoint import AUDIENCE, seen_by
from personas.experience.lessons import Scope

GAMES: Final = 8  # that are briefed
MANY: Final = 24  # that are counted, those among them
FEW: Final = 4  # that say what games of the house leave: within about a tenth of what many do
BELIEF: Final = 5  # tokens of what is believed of one player
CLAIMED: Final = 15  # tokens of the claims of a speech
WAYS: Final = ("house", "uniform")  # in which they are played, in turn
BETWEEN: Final = 2  # characters between two texts of a prompt


class Voice(NamedTuple):
    """Who sits at a table: how much they write, and how much strategy they are told."""

    talk: Talk = AS_THE_HOUSE
    level: str = "none"


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A question and its answer, in tokens: what is sent, how much of it begins as the seat's last prompt did, and what
    is written. Of what is sent, `shared` (of which `common` is words, the rest the schema) is the same for all seats,
    and `task` new each time; `together` is what another seat was just sent as well, from the beginning, 0 for whoever
    is the first. `poll` is which one of the game it was in, from 0, `waited` how many came since the seat's
    last question, 0 for its first. `seat` is None where the narrator is asked."""

    game: int
    seat: Seat | None
    kind: str
    sent: int
    known: int
    written: int
    shared: int = 0
    common: int = 0
    task: int = 0
    poll: int = 0
    waited: int = 0
    together: int = 0


@dataclass(frozen=True, slots=True)
class Stored:
    """What a game leaves behind: its events and answers, and the characters of events, of answers and of thoughts."""

    events: int
    answers: int
    of_events: int
    of_answers: int
    of_thoughts: int


@dataclass(frozen=True, slots=True)
class Simulated:
    """Trial games at a table: what was asked and told in GAMES of them, what seats would be asked of what they learned
    there, and what they left; how many questions a seat is asked in a game, and of that the standard deviations of
    games and of the ways in which they were played."""

    asked: tuple[Exchanged, ...]
    told: tuple[Exchanged, ...]
    stored: tuple[Stored, ...]
    questions: float
    spread: float
    unlike: float
    disclosed: tuple[tuple[str, int], ...] = ()  # tokens beside an answer, by its kind
    learned: tuple[Exchanged, ...] = ()

    @property
    def longest(self) -> int:
        """Tokens of the longest prompt of a seat."""
        return max(each.sent for each in self.asked)

    @property
    def scale(self) -> float:
        """What a figure of one game is to be multiplied by, because those that were briefed are few."""
        seats = {(each.game, each.seat) for each in self.asked}
        return self.questions * len(seats) / len(self.asked)


def simulated(
    ruleset: str, options: Mapping[str, Any], voices: tuple[Voice, ...], *, disclosing: bool = True
) -> Simulated:
    """Trial games of these rules and options with these at the table, who are asked for beliefs and claims or are not.
    Takes about two seconds the first time."""
    return _simulated(ruleset, json.dumps(options, sort_keys=True), voices, disclosing)


@lru_cache(maxsize=48)
def _simulated(slug: str, options: str, voices: tuple[Voice, ...], disclosing: bool) -> Simulated:  # noqa: FBT001
    rules = _rules(slug, disclosing)
    asked: list[Exchanged] = []
    told: list[Exchanged] = []
    learned: list[Exchanged] = []
    stored: list[Stored] = []
    counts = []
    for game, (moderator, players) in enumerate(_dealt(rules, options, voices, MANY)):
        if game < GAMES:
            table = _Table(moderator, players, voices, game)
            asked += table.asked()
            learned += table.learned()
            told += _told(moderator, game)
            stored.append(_stored(moderator))
        else:
            play_out(moderator, players)
        counts.append(len(moderator.journal) / len(voices))
    by_way = [counts[way :: len(WAYS)] for way in range(len(WAYS))]
    of_ways = [_mean(of_way) for of_way in by_way]
    mean = _mean(of_ways)
    # Nobody knows how a model plays: so as far as games differ at the most.
    spread = max(_deviation(of_way) for of_way in by_way) / mean
    # As if any way between these two were as likely as any other: the standard deviation of that.
    unlike = (max(of_ways) - min(of_ways)) / sqrt(12) / mean
    beside = tuple((kind, _beside(rules, kind, len(voices))) for kind in sorted(rules.believing | rules.claiming))
    return Simulated(tuple(asked), tuple(told), tuple(stored), mean, spread, unlike, beside, tuple(learned))


def stored_by_the_house(
    ruleset: str, options: Mapping[str, Any], seats: int, *, disclosing: bool = True
) -> tuple[Stored, ...]:
    """What FEW games leave that the house plays among itself. Takes some tenths of a second the first time."""
    return _stored_by_the_house(ruleset, json.dumps(options, sort_keys=True), seats, disclosing)


@lru_cache(maxsize=192)
def _stored_by_the_house(slug: str, options: str, seats: int, disclosing: bool) -> tuple[Stored, ...]:  # noqa: FBT001
    stored = []
    for moderator, players in _dealt(_rules(slug, disclosing), options, (Voice(),) * seats, FEW):
        play_out(moderator, players)
        stored.append(_stored(moderator))
    return tuple(stored)


def _rules(slug: str, disclosing: bool) -> Ruleset[Any]:  # noqa: FBT001
    rules = ruleset_named(slug)
    return rules if disclosing else rules.undisclosed


def _dealt(
    rules: Ruleset[Any], options: str, voices: tuple[Voice, ...], games: int
) -> Iterator[tuple[Moderator, list[OfflinePlayer]]]:
    """So many trial games, dealt and not yet played, with who sits there."""
    chosen = rules.options_from(json.loads(options), len(voices))
    for game in range(games):
        players = [_player(rules, WAYS[game % len(WAYS)], voice, seat) for seat, voice in enumerate(voices)]
        names = [player.sheet.name if player.sheet else "" for player in players]
        seed = f"estimate/{game}"
        yield Moderator(rules, chosen, rules.deal(seed, len(voices), chosen, names), seed), players


def _beside(rules: Ruleset[Any], kind: str, seats: int) -> int:
    """Tokens of what is disclosed beside an answer of a kind: at most tables about three in four still live."""
    named = rules.discloses(kind)
    return round(BELIEF * seats * 3 / 4 if BELIEFS in named else 0) + (CLAIMED if CLAIMS in named else 0)


def _mean(values: Sequence[float]) -> float:
    return total(values) / len(values)


def _deviation(values: Sequence[float]) -> float:
    """The standard deviation of all there are."""
    mean = _mean(values)
    return sqrt(_mean([(value - mean) ** 2 for value in values]))


def _player(rules: Ruleset[Any], way: str, voice: Voice, seat: Seat) -> OfflinePlayer:
    """Who plays for a voice: the house for itself in whatever game."""
    if not voice.talk:
        return player_named("house", seat)
    return Talker(player_named(way, seat), voice.talk, notes_for(rules), speaks_up=way == "uniform")


class _Table:
    """A trial game that is briefed: what each seat was asked and answered so far, and its last prompt."""

    def __init__(
        self, moderator: Moderator, players: list[OfflinePlayer], voices: tuple[Voice, ...], game: int
    ) -> None:
        self._moderator, self._players, self._voices, self._game = moderator, players, voices, game
        self._asked: dict[Seat, list[int]] = defaultdict(list)
        self._answers: dict[Seat, list[Answer]] = defaultdict(list)
        self._last: dict[Seat, tuple[str, ...]] = {}
        self._together: set[tuple[int, object]] = set()  # who was told something together, by poll
        self._first = moderator.poll

    def asked(self) -> Iterator[Exchanged]:
        """Plays the game to its end, every question briefed."""
        moderator = self._moderator
        while moderator.pending:
            for seat in tuple(moderator.pending):
                exchanged = self._briefed(seat, moderator.pending[seat], moderator.poll)
                answer_pending(moderator, self._players, seat)
                answer = moderator.journal[-1]
                self._answers[seat].append(answer)
                written = len(json.dumps(dict(answer.answer))) + len(answer.thought)
                yield replace(exchanged, written=written // CHARACTERS_A_TOKEN)

    def learned(self) -> Iterator[Exchanged]:
        """When it is over: what each seat that was ever asked would be asked of what it learned."""
        moderator, names = self._moderator, self._moderator.deal.aliases
        for seat in sorted(self._asked):
            seen = sightings(moderator.ledger, seat, moderator.ruleset, moderator.options, names)
            role = moderator.deal.roles[seat]
            scope = Scope(moderator.ruleset.slug, role.team, role.name)
            named = names if moderator.options.names == "persona" else ()
            open_to_choice = changes_open(seen, seat, (), scope, named)
            yield self._briefed(seat, ChooseLessons(KIND, PROMPT, tuple(open_to_choice)), moderator.poll + 1)

    def _briefed(self, seat: Seat, question: Question[Any], poll: int) -> Exchanged:
        moderator, asked = self._moderator, self._asked[seat]
        waited = poll - asked[-1] if asked else 0
        asked.append(poll)
        briefing = brief(
            Situation(
                ruleset=moderator.ruleset,
                options=moderator.options,
                seat=seat,
                question=question,
                view=moderator.table.views[seat],
                asked=asked,
                answers=self._answers[seat],
                sheet=self._players[seat].sheet,
                level=self._voices[seat].level,
            )
        )
        texts, together = _texts(briefing), len(briefing.together)
        alike = poll, self._voices[seat].talk  # who writes alike is taken to be on one model
        was_told = bool(together) and alike in self._together
        if together:
            self._together.add(alike)
        # A schema that had the question in it from the beginning is known; here it is added at the end.
        before = self._last.get(seat, ())
        known = _in_both(before[1:], texts[1:]) + (len(texts[0]) + BETWEEN if before else 0)
        if not together:
            self._last[seat] = texts
        shared = len(texts[0]) + len(briefing.common)
        return Exchanged(
            game=self._game,
            seat=seat,
            kind=question.kind,
            sent=_length(texts) // CHARACTERS_A_TOKEN,
            known=known // CHARACTERS_A_TOKEN,
            written=0,
            shared=shared // CHARACTERS_A_TOKEN,
            together=(shared + BETWEEN + together) // CHARACTERS_A_TOKEN if was_told else 0,
            common=len(briefing.common) // CHARACTERS_A_TOKEN,
            task=len(briefing.task) // CHARACTERS_A_TOKEN,
            poll=poll - self._first,
            waited=waited,
        )


def _texts(briefing: Briefing) -> tuple[str, ...]:
    """A prompt as a cache sees it: the schema comes before all else."""
    return (json.dumps(briefing.schema), *briefing.parts)


def _length(texts: tuple[str, ...]) -> int:
    return sum(map(len, texts)) + BETWEEN * (len(texts) - 1)


def _told(moderator: Moderator, game: int) -> Iterator[Exchanged]:
    """The moments of a game that its narrator is asked about, and its end."""
    public = list(seen_by(AUDIENCE, moderator.ledger))
    said: list[str] = []
    kinds = heard()
    last: tuple[str, ...] = ()
    for moment in narrated(moderator.seed, moderator.ledger):
        facts = [entry.event for entry in public[: moment.number] if entry.event.kind in kinds]
        request = narration_request(facts, moderator.deal.aliases, said, Asked(model=""))
        texts = (*request.system, *request.history, request.task)
        sent, known = sum(map(len, texts)) + len(json.dumps(request.schema)), _in_both(last, texts)
        said.append(moment.text)
        last = texts
        sizes = (size // CHARACTERS_A_TOKEN for size in (sent, known, len(moment.text)))
        yield Exchanged(game, None, "narration", *sizes)
    if record := record_of(public, (), moderator.ruleset):
        closing = closing_request(record, Asked(model=""))
        texts = (*closing.system, *closing.history, closing.task, json.dumps(closing.schema))
        yield Exchanged(
            *(game, None, "narration"),
            *(_length(texts) // CHARACTERS_A_TOKEN, 0, len(closing_words(record)) // CHARACTERS_A_TOKEN),
        )


def _stored(moderator: Moderator) -> Stored:
    return Stored(
        events=len(moderator.ledger),
        answers=len(moderator.journal),
        of_events=sum(len(json.dumps(entry.event.data())) for entry in moderator.ledger),
        of_answers=sum(len(json.dumps(dict(answer.answer))) for answer in moderator.journal),
        of_thoughts=sum(len(answer.thought) for answer in moderator.journal),
    )


def _in_both(before: tuple[str, ...], now: tuple[str, ...]) -> int:
    """How many characters two prompts begin with alike, text by text."""
    alike = 0
    for one, other in zip(before, now, strict=False):
        if one != other:
            break
        alike += len(one) + BETWEEN
    return alike
