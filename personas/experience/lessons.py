"""What a player has learned from games, as typed records: what was seen, what it meant, in which games, how often.

Law: nothing that anybody said at a table can get into a lesson. What is seen and what it means are names of things that
code reads off a game's events (a *sign*), never prose; whoever is told a lesson is told a sentence that is composed
from these names and from counts. So a lesson holds no instruction, no name and no quotation, whoever chose it and
whatever that one had been told. No evidence, no lesson: each names the games and the events that showed it.

What a model wrote about a game in its own words is kept *apart*: people can read it, and no model is told it before an
administrator has approved it.

A memory is plain JSON (personas.memory); this reads and writes the part of it that games teach. Whatever else is in it
somebody wrote by hand, and it stays as it is.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, Self

About = Literal["others", "self"]
Json = Any

LESSONS: Final = "lessons"
COUNTS: Final = "counts"
APART: Final = "apart"
LAST: Final = "last"  # the highest number that a lesson ever had
OWN: Final = frozenset((LESSONS, COUNTS, APART, LAST))  # the parts of a memory that games write

SUSPECT, TRUST, AGAIN, AVOID = "suspect", "trust", "again", "avoid"
MEANINGS: Final[Mapping[str, tuple[str, str]]] = {"others": (SUSPECT, TRUST), "self": (AGAIN, AVOID)}

MOST_LESSONS: Final = 16  # of a player; under 1,200 tokens of sentences
ROOM_OF_OWN: Final = 4  # of them that only lessons on its own play push out: far more is seen of others than of oneself
MOST_TOLD: Final = 10  # in one briefing; about 500 tokens
MOST_EVIDENCE: Final = 3  # games that a lesson names, the newest
MOST_EVENTS: Final = 3  # of each of them
MOST_APART: Final = 4  # the newest
LONGEST_WORDS: Final = 300  # characters
# Counts for as much as so many sightings, at the rate that anybody is hidden or wins: a single game proves little.
DOUBT: Final = 4.0
FADES_AFTER: Final = 8  # sightings by which a lesson must be right more often than chance, or it fades
LEAST_TOLD: Final = 0.05  # over chance, to be told: what is as good as chance is no advice


@dataclass(frozen=True, slots=True)
class Evidence:
    """A game by its id, and the numbers of the ledger's events that showed it there: all of them heard by the player,
    or told to everybody at the end."""

    game: str
    events: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a lesson holds; "" is everywhere. `team` and `role` are the player's own, `opponent` is another's id."""

    ruleset: str = ""
    team: str = ""
    role: str = ""
    opponent: str = ""

    def fits(self, ruleset: str, team: str, role: str, opponents: Iterable[str] = ()) -> bool:
        """Whether a lesson of this scope is of use to somebody who plays so, against these."""
        mine = ((self.ruleset, ruleset), (self.team, team), (self.role, role))
        return all(wanted in ("", is_) for wanted, is_ in mine) and (not self.opponent or self.opponent in opponents)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A thing learned. `number` is the player's own and never used twice. Of others: who shows the `sign` is to be
    suspected or trusted; of the player itself: what it did is to be done again or avoided.

    `seen` is how often the sign was seen since it was learned, `right` how often it meant that; `base` is how often
    anybody did (per mille), so that what is always so is not taken for a lesson. `given` is in how many games the
    player was told it.
    """

    number: int
    about: About
    sign: str
    means: str
    scope: Scope
    seen: int
    right: int
    base: int
    evidence: tuple[Evidence, ...]
    given: int = 0

    @property
    def key(self) -> tuple[str, str, Scope]:
        """What makes two lessons the same, or each other's opposite."""
        return self.about, self.sign, self.scope

    @property
    def confidence(self) -> int:
        """How likely it is to be right the next time, per cent: as often as it was, and DOUBT times as anybody is."""
        return round(100 * (self.right + DOUBT * self.base / 1_000) / (self.seen + DOUBT))

    @property
    def lead(self) -> float:
        """By how much it is better than chance, in shares of one; what orders lessons."""
        return self.confidence / 100 - self.base / 1_000

    @property
    def is_borne_out(self) -> bool:
        """Whether the end of a game has shown it right at least once."""
        return self.right > 0

    @property
    def has_faded(self) -> bool:
        """Whether it has been seen often enough to be known as no better than chance."""
        return self.seen >= FADES_AFTER and self.lead <= 0

    @property
    def is_told(self) -> bool:
        """Whether its player is told it before a game that it fits: it was right once at least, and clearly more often
        than chance."""
        return self.is_borne_out and self.lead >= LEAST_TOLD

    def counted(self, *, seen: int, right: int, evidence: Evidence | None) -> "Lesson":
        """The lesson after a game in which the sign was seen so often; its newest evidence stands first."""
        chain = self.evidence if evidence is None else (evidence, *self.evidence)[:MOST_EVIDENCE]
        return replace(self, seen=self.seen + seen, right=self.right + right, evidence=chain)

    @property
    def plain(self) -> dict[str, Json]:
        """As JSON values; what is empty is left out."""
        scope = {name: value for name in Scope.__slots__ if (value := getattr(self.scope, name))}
        return {
            "number": self.number,
            "about": self.about,
            "sign": self.sign,
            "means": self.means,
            "scope": scope,
            "seen": self.seen,
            "right": self.right,
            "base": self.base,
            "given": self.given,
            "evidence": [{"game": each.game, "events": list(each.events)} for each in self.evidence],
        }

    @classmethod
    def from_plain(cls, row: Mapping[str, Json]) -> Self:
        """The inverse of `plain`. Raises KeyError, TypeError or ValueError for what is no lesson."""
        about, means = row["about"], row["means"]
        if means not in MEANINGS[about]:
            raise ValueError(f"a lesson about {about} means one of {', '.join(MEANINGS[about])}, not {means!r}")
        evidence = tuple(Evidence(str(each["game"]), tuple(map(int, each["events"]))) for each in row["evidence"])
        if not evidence:
            raise ValueError("a lesson has evidence")
        numbers = {name: int(row[name]) for name in ("number", "seen", "right", "base", "given")}
        if not (0 <= numbers["right"] <= numbers["seen"] and 0 <= numbers["base"] <= 1_000 and numbers["given"] >= 0):
            raise ValueError("a lesson was right as often as it was seen, at most")
        return cls(
            about=about, sign=str(row["sign"]), means=means, scope=Scope(**row["scope"]), evidence=evidence, **numbers
        )


@dataclass(frozen=True, slots=True)
class Words:
    """What a player wrote about a game in its own words: apart until somebody approves it, and `why` it is."""

    game: str
    words: str
    why: str
    is_approved: bool = False

    @property
    def plain(self) -> dict[str, Json]:
        """As JSON values."""
        return {"game": self.game, "words": self.words, "why": self.why, "approved": self.is_approved}


@dataclass(frozen=True, slots=True)
class Memory:
    """What games have taught a player, read from its memory: `counts` are personas.experience's."""

    lessons: tuple[Lesson, ...] = ()
    apart: tuple[Words, ...] = ()
    counts: Mapping[str, Json] | None = None
    last: int = 0  # the highest number that a lesson ever had

    def numbered(self, number: int) -> Lesson | None:
        """The lesson with this number."""
        return next((each for each in self.lessons if each.number == number), None)


def memory_in(learned: Mapping[str, Json]) -> Memory:
    """What games have taught, in a player's memory. What is no lesson there (somebody may have written it by hand) is
    passed over."""
    lessons = tuple(filter(None, map(_lesson, _listed(learned.get(LESSONS)))))
    apart = tuple(filter(None, map(_words, _listed(learned.get(APART)))))
    counts = learned.get(COUNTS)
    last = learned.get(LAST)
    return Memory(
        lessons=lessons[:MOST_LESSONS],
        apart=apart,
        counts=counts if isinstance(counts, Mapping) else None,
        last=max([last if isinstance(last, int) else 0, *(each.number for each in lessons)]),
    )


def _listed(value: Json) -> Sequence[Json]:
    return value if isinstance(value, list) else ()


def _lesson(row: Json) -> Lesson | None:
    try:
        return Lesson.from_plain(row)
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _words(row: Json) -> Words | None:
    if not isinstance(row, Mapping) or not isinstance(row.get("words"), str):
        return None
    return Words(str(row.get("game", "")), row["words"], str(row.get("why", "")), row.get("approved") is True)


def written(learned: Mapping[str, Json], memory: Memory) -> dict[str, Json]:
    """A player's memory with what games have taught it by now; whatever somebody wrote by hand stays."""
    kept = {name: value for name, value in learned.items() if name not in OWN}
    told: dict[str, Json] = {LESSONS: [each.plain for each in memory.lessons], LAST: memory.last}
    if memory.apart:
        told[APART] = [each.plain for each in memory.apart]
    if memory.counts:
        told[COUNTS] = memory.counts
    return {**kept, **told}


def by_hand(learned: Mapping[str, Json]) -> dict[str, Json]:
    """What of a memory somebody wrote by hand."""
    return {name: value for name, value in learned.items() if name not in OWN}


def approved(memory: Memory) -> tuple[str, ...]:
    """The player's own words that an administrator has let stand."""
    return tuple(each.words for each in memory.apart if each.is_approved)


# --- what becomes of lessons -----------------------------------------------------------------------------------------


def merged(lessons: Iterable[Lesson]) -> tuple[Lesson, ...]:
    """Of lessons that say the same or the opposite of each other the one that is borne out better, with the evidence of
    all that say the same; the others go. The first of them keeps its number."""
    found: dict[tuple[str, str, Scope], Lesson] = {}
    for each in lessons:
        before = found.get(each.key)
        if before is None:
            found[each.key] = each
        elif before.means == each.means:
            chain = tuple(dict.fromkeys((*each.evidence, *before.evidence)))[:MOST_EVIDENCE]
            wider = max(before, each, key=lambda lesson: lesson.seen)
            found[each.key] = replace(wider, number=before.number, evidence=chain, given=max(before.given, each.given))
        else:
            found[each.key] = max(before, each, key=lambda lesson: (lesson.lead, -lesson.number))
    return tuple(found.values())


def kept(lessons: Iterable[Lesson]) -> tuple[Lesson, ...]:
    """The lessons that are worth keeping, in the order of their numbers: without what has faded, merged, at most
    MOST_LESSONS of them, those borne out best; ROOM_OF_OWN is for those on the player's own play."""
    alive = [each for each in merged(lessons) if not each.has_faded]
    ranked = sorted(alive, key=lambda each: (-each.lead, each.number))
    own = [each for each in ranked if each.about == "self"][:ROOM_OF_OWN]
    best = [*own, *(each for each in ranked if each not in own)][:MOST_LESSONS]
    return tuple(sorted(best, key=lambda each: each.number))


def told_to(memory: Memory, *, ruleset: str, team: str, role: str, opponents: Iterable[str] = ()) -> tuple[Lesson, ...]:
    """The lessons that a player is told before a game, the best borne out first: those that fit, that the end of a game
    has shown right, and that are clearly better than chance."""
    there = tuple(opponents)
    fit = [each for each in memory.lessons if each.scope.fits(ruleset, team, role, there)]
    good = [each for each in fit if each.is_told]
    return tuple(sorted(good, key=lambda each: (-each.lead, each.number))[:MOST_TOLD])
