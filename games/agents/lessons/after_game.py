"""What a player remembers after a game: its counts, its lessons counted against the end of this one, and what it chose.

Law: pure, and the same whatever order of looking: what it remembered before, what it saw, what the end revealed and
what it chose give what it remembers after. Somebody of the house chooses by its counts alone: what is borne out so far
and clearly better than chance; of one opponent, where it knew who played, what is so more clearly of that one than of
all who showed the same sign. Somebody behind a provider chooses for itself among what it saw (choosing).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from games.agents.lessons.choosing import Change, changes_open, chosen_among, is_deed
from games.agents.signs import SIGNS, Sighting
from games.engine.events import Seat
from personas.experience import (
    EMPTY,
    Experience,
    ExperienceError,
    Game,
    OfOpponent,
    OfRuleset,
    OfTeam,
    Play,
    Tally,
    dump,
    fold,
    load,
)
from personas.experience.lessons import (
    AGAIN,
    LONGEST_WORDS,
    MEANINGS,
    MOST_APART,
    MOST_EVENTS,
    MOST_EVIDENCE,
    SUSPECT,
    About,
    Evidence,
    Lesson,
    Memory,
    Scope,
    Words,
    kept,
    memory_in,
    written,
)

MOST_A_GAME: Final = 2  # lessons that somebody of the house takes from one, where it can one of them on its own play
LEAST_SEEN: Final = 5  # before it does
LEAST_LEAD: Final = 0.08  # over chance
LEAST_LEAD_OF_ONE: Final = (
    0.2  # over all who show that sign: there are many opponents and signs, and chance has many tries
)
MOST_OF_ONES: Final = 4  # lessons on single opponents that it keeps; one a game
OWN_WORDS: Final = "in its own words"


@dataclass(frozen=True, slots=True)
class Lived:
    """A game that is over, as one of its players lived it: by seats who was hidden, what it saw, whom it knew by name
    (players' ids by seat; empty where names were drawn) and what they were called; which lessons it was told, and what
    it `chose` and made of it, None where it is of the house."""

    game: str
    ruleset: str
    seat: Seat
    team: str
    role: str
    winner: str
    hidden: frozenset[Seat]
    seats: int
    sightings: tuple[Sighting, ...]
    named: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    told: tuple[int, ...] = ()
    chose: tuple[str, ...] | None = None
    thought: str = ""

    @property
    def scope(self) -> Scope:
        """What it was there."""
        return Scope(self.ruleset, self.team, self.role)

    @property
    def has_won(self) -> bool:
        """Whether its team won."""
        return self.winner == self.team


def remembers_after(learned: Mapping[str, Any], lived: Lived) -> dict[str, Any]:
    """What somebody remembers after a game who remembered so much before it."""
    before = memory_in(learned)
    counts = fold(_counts(before), _counted(lived))
    counted = replace(before, lessons=tuple(_recounted(lesson, lived) for lesson in before.lessons))
    changes = _own_choice(counted, counts, lived) if lived.chose is None else _chosen(counted, lived)
    lessons, last = _changed(counted, counts, changes, lived)
    after = Memory(lessons=kept(lessons), apart=_apart(before, lived), counts=dump(counts), last=last)
    return written(learned, after)


# --- lessons that were there -----------------------------------------------------------------------------------------


def _recounted(lesson: Lesson, lived: Lived) -> Lesson:
    """A lesson after a game: seen so often more, and so often right; and told once more, where it was."""
    told = replace(lesson, given=lesson.given + (lesson.number in lived.told))
    shown = _shown(lesson.about, lesson.sign, lesson.scope, lived)
    if not shown:
        return told
    return told.counted(
        seen=len(shown),
        right=len([each for each in shown if _is_right(lesson.about, lesson.means, each, lived)]),
        evidence=_evidence(shown, lived),
    )


def _shown(about: About, sign: str, scope: Scope, lived: Lived) -> list[Sighting]:
    """What of a game a lesson about this is held against: sightings of its sign, one of each who showed it."""
    if not scope.fits(lived.ruleset, lived.team, lived.role, lived.named):
        return []
    found: dict[Seat, Sighting] = {}
    for sighting in lived.sightings:
        is_own = sighting.about == lived.seat
        is_it = not scope.opponent or _is_called(sighting.about, scope.opponent, lived)
        if sighting.sign == sign and is_own == (about == "self") and is_it:
            found.setdefault(sighting.about, sighting)
    return list(found.values())


def _is_called(seat: Seat, player: str, lived: Lived) -> bool:
    return seat < len(lived.named) and lived.named[seat] == player


def _is_right(about: About, means: str, sighting: Sighting, lived: Lived) -> bool:
    if about == "self":
        return lived.has_won == (means == AGAIN)
    return (sighting.about in lived.hidden) == (means == SUSPECT)


def _evidence(shown: Sequence[Sighting], lived: Lived) -> Evidence:
    seqs = dict.fromkeys(seq for sighting in shown for seq in sighting.seqs)
    return Evidence(lived.game, tuple(seqs)[:MOST_EVENTS])


# --- lessons that are new --------------------------------------------------------------------------------------------


def _chosen(memory: Memory, lived: Lived) -> list[Change]:
    told = [lesson for number in lived.told if (lesson := memory.numbered(number)) is not None]
    names = lived.aliases if lived.named else ()
    return chosen_among(changes_open(lived.sightings, lived.seat, told, lived.scope, names), lived.chose or ())


def _own_choice(memory: Memory, counts: Experience, lived: Lived) -> list[Change]:
    """What somebody of the house takes from a game: of the signs that it saw there, those that its counts bear out."""
    known = {lesson.key for lesson in memory.lessons}
    tallies = _tallies(counts, lived)
    everywhere = {(lesson.about, lesson.sign) for lesson in memory.lessons if lesson.scope == Scope()}
    found = []
    for about, sign in sorted({_of(sighting, lived) for sighting in lived.sightings}):
        if (about == "self" and not is_deed(sign)) or (about, sign) in everywhere:
            continue
        if _seen(about, sign, tallies) < LEAST_SEEN:
            continue
        for means in MEANINGS[about]:
            lesson = _learned(about, sign, means, counts, lived)
            if lesson is not None and lesson.lead >= LEAST_LEAD and lesson.key not in known:
                found.append((lesson.lead, Change("add", about=about, sign=sign, means=means)))
    ranked = [change for _, change in sorted(found, key=lambda each: (-each[0], each[1].sign))]
    own = [change for change in ranked if change.about == "self"][:1]
    best = [*own, *(change for change in ranked if change not in own)][:MOST_A_GAME]
    return best + _own_choice_of_one(memory, counts, lived)


def _own_choice_of_one(memory: Memory, counts: Experience, lived: Lived) -> list[Change]:
    """What somebody of the house takes from a game on one of those whom it knew there; at most one lesson."""
    if not lived.named or len([each for each in memory.lessons if each.scope.opponent]) >= MOST_OF_ONES:
        return []
    known = {lesson.key for lesson in memory.lessons}
    found = []
    for seat, sign in sorted({(each.about, each.sign) for each in lived.sightings if each.about != lived.seat}):
        for means in MEANINGS["others"]:
            lesson = _learned("others", sign, means, counts, lived, of=seat)
            if lesson is None or lesson.key in known or lesson.seen < LEAST_SEEN or lesson.lead < LEAST_LEAD_OF_ONE:
                continue
            found.append((lesson.lead, Change("add", about="others", sign=sign, means=means, of=seat)))
    return [change for _, change in sorted(found, key=lambda each: (-each[0], each[1].sign, each[1].of))[:1]]


def _tallies(counts: Experience, lived: Lived) -> dict[About, dict[str, tuple[int, int]]]:
    """What was counted of each sign, in others and in its own play of this team."""
    of_rules = counts.of(lived.ruleset) or OfRuleset(lived.ruleset)
    mine = next((each for each in of_rules.own if each.team == lived.team), OfTeam(lived.team))
    return {"others": dict(of_rules.signs), "self": dict(mine.signs)}


def _seen(about: About, sign: str, tallies: Mapping[About, Mapping[str, tuple[int, int]]]) -> int:
    """In how many cases a sign was shown: seats of others, or its own games."""
    first, second = tallies[about].get(sign, (0, 0))
    return first + second if about == "others" else first


def _of(sighting: Sighting, lived: Lived) -> tuple[About, str]:
    return ("self" if sighting.about == lived.seat else "others"), sighting.sign


def _changed(memory: Memory, counts: Experience, changes: Iterable[Change], lived: Lived) -> tuple[list[Lesson], int]:
    """The lessons after these changes, and the highest number that one of them ever had."""
    lessons = {lesson.number: lesson for lesson in memory.lessons}
    last = memory.last
    for change in changes:
        if change.verb == "drop":
            lessons.pop(change.number, None)
        elif change.verb == "sharpen" and (lesson := lessons.get(change.number)) is not None:
            lessons[change.number] = replace(lesson, scope=replace(lesson.scope, team=lived.team, role=lived.role))
        elif change.verb == "add":
            new = _learned(change.about, change.sign, change.means, counts, lived, of=change.of)
            if new is None or _is_known_everywhere(new, lessons.values()):
                continue
            if (twin := _twin(new, lessons.values())) is not None:
                lessons[twin.number] = _everywhere(twin, new)
                continue
            last += 1
            lessons[last] = replace(new, number=last)
    return list(lessons.values()), last


def _is_known_everywhere(new: Lesson, lessons: Iterable[Lesson]) -> bool:
    """Whether a lesson that holds in all rule books says this already."""
    return not new.scope.opponent and any(
        each.scope == Scope() and (each.about, each.sign, each.means) == (new.about, new.sign, new.means)
        for each in lessons
    )


def _twin(new: Lesson, lessons: Iterable[Lesson]) -> Lesson | None:
    """The lesson that says the same of another rule book, both of them clearly better than chance; None for none."""
    if new.scope != Scope(new.scope.ruleset) or new.lead < LEAST_LEAD:
        return None
    for each in lessons:
        is_same = (each.about, each.sign, each.means) == (new.about, new.sign, new.means)
        is_of_another = each.scope == Scope(each.scope.ruleset) and each.scope.ruleset not in ("", new.scope.ruleset)
        if is_same and is_of_another and each.lead >= LEAST_LEAD:
            return each
    return None


def _everywhere(one: Lesson, other: Lesson) -> Lesson:
    """Two lessons that say the same of two rule books as one that holds in all of them. It keeps the number of the
    first; chance is that of both, as often as each was seen."""
    seen = one.seen + other.seen
    base = round((one.seen * one.base + other.seen * other.base) / seen)
    widened = replace(one, scope=Scope(), seen=seen, right=one.right + other.right, base=base)
    return replace(widened, evidence=tuple(dict.fromkeys((*other.evidence, *one.evidence)))[:MOST_EVIDENCE])


def _learned(
    about: About, sign: str, means: str, counts: Experience, lived: Lived, *, of: Seat | None = None
) -> Lesson | None:
    """A lesson as the counts of all games have it, this one among them, of everybody or of who sat in one seat; None
    without evidence here."""
    scope = Scope(lived.ruleset) if about == "others" else Scope(lived.ruleset, lived.team)
    if of is not None:
        scope = replace(scope, opponent=lived.named[of])
    shown = _shown(about, sign, scope, lived)
    if not shown:
        return None
    if scope.opponent:
        seen, right, base = _of_one(sign, means, scope.opponent, counts, lived)
    else:
        seen, right, base = (_of_others if about == "others" else _of_oneself)(sign, means, counts, lived)
    if not seen:
        return None  # there was no room to count it
    return Lesson(0, about, sign, means, scope, seen, right, base, (_evidence(shown, lived),))


# --- words of its own ------------------------------------------------------------------------------------------------


def _apart(memory: Memory, lived: Lived) -> tuple[Words, ...]:
    """The player's own words on its newest games, which nobody is told before somebody lets them stand; what was let
    stand stays."""
    words = " ".join(lived.thought.split())[:LONGEST_WORDS]
    new = (Words(lived.game, words, OWN_WORDS),) if words else ()
    waiting = (*new, *(each for each in memory.apart if not each.is_approved))[:MOST_APART]
    return (*waiting, *(each for each in memory.apart if each.is_approved))


# --- as counted ------------------------------------------------------------------------------------------------------


def _counts(memory: Memory) -> Experience:
    try:
        return load(memory.counts or {})
    except ExperienceError:  # somebody wrote there by hand: it is counted anew
        return EMPTY


def _counted(lived: Lived) -> Game:
    return Game(
        ruleset=lived.ruleset,
        seats=lived.seats,
        seat=lived.seat,
        team=lived.team,
        winner=lived.winner,
        hidden=lived.hidden,
        sightings=lived.sightings,
        players=lived.named or None,
    )


def _of_others(sign: str, means: str, counts: Experience, lived: Lived) -> tuple[int, int, int]:
    """How often others showed a sign and it meant this, and how often it is so of anybody who could have shown it, per
    mille."""
    known = counts.of(lived.ruleset) or OfRuleset(lived.ruleset)
    signs = dict(known.signs)
    shown, anybody = signs.get(sign, Tally()), signs.get(_among(sign), known.all)
    place = 0 if means == SUSPECT else 1
    return shown.seats, shown[place], _per_mille(anybody[place], anybody.seats)


def _of_one(sign: str, means: str, player: str, counts: Experience, lived: Lived) -> tuple[int, int, int]:
    """How often one opponent showed a sign and it meant this, and how often it is so of all who show it, per mille."""
    known = counts.of(lived.ruleset) or OfRuleset(lived.ruleset)
    met = next((each for each in known.opponents if each.player == player), OfOpponent(player))
    shown, anybody = dict(met.signs).get(sign, Tally()), dict(known.signs).get(sign, Tally())
    place = 0 if means == SUSPECT else 1
    return shown.seats, shown[place], _per_mille(anybody[place], anybody.seats)


def _of_oneself(sign: str, means: str, counts: Experience, lived: Lived) -> tuple[int, int, int]:
    """In how many games it showed a sign itself and that came to this: games won, or games that were not."""
    known = counts.of(lived.ruleset) or OfRuleset(lived.ruleset)
    mine = next((each for each in known.own if each.team == lived.team), OfTeam(lived.team))
    signs = dict(mine.signs)
    shown, anything = signs.get(sign, Play()), signs.get(_among(sign), mine.all)
    won, of_all = (
        (shown.won, anything.won) if means == AGAIN else (shown.games - shown.won, anything.games - anything.won)
    )
    return shown.games, won, _per_mille(of_all, anything.games)


def _among(sign: str) -> str:
    return SIGNS[sign].among if sign in SIGNS else ""


def _per_mille(part: int, whole: int) -> int:
    return round(1_000 * part / whole) if whole else 0
