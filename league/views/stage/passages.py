"""Which passages of a transcript a page holds, and where it has gaps: a long game is read a stretch at a time.

Law: a page is laid out within a number of elements, whatever its game is as long as; what it leaves out is told where
it would stand, with an address that shows it, and all of it stands at `?line=all`. The page's script fetches what a gap
leaves out by the same addresses (`?part=lines`; static/league/js/passages.js), so every line is drawn here.

Who has not watched a game that is over is shown no line unasked that comes after the beat of the stage (`upto`), and
its end where that is what is asked for, never with what is before it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile
from typing import Final, Literal

from league.queries.stage.transcript import Fold, Line, Part, Scene

Row = Line | Fold
How = Literal["", "shut", "open"]  # of a fold: as it is, without its lines, or with them in view

OPENING: Final = 90  # elements of a transcript on a page that has just come
BESIDE: Final = 20  # the same, where a beat was asked for, and the stage is what is looked at
STRETCH: Final = 400  # elements that are fetched at once
SHUT_FROM: Final = 12  # elements of a fold: those of a smaller one come with it
SHUT: Final = 7  # elements of a fold without its lines
HEAD: Final = 6  # elements of a scene before its first line
END: Final = "end"  # the phase of the last scene of a game that is over


@dataclass(frozen=True, slots=True)
class Gap:
    """What is left out: from the event of one number to that of another, how many lines that are, the titles of the
    first scene and of the last, and who leaves the game in it."""

    first: int
    last: int
    lines: int
    title: str
    until: str
    fallen: tuple[int, ...]

    @property
    def told(self) -> str:
        where = self.title if self.title == self.until else f"{self.title} to {self.until}"
        return f"{self.lines} more line{'' if self.lines == 1 else 's'}, {where}"


@dataclass(frozen=True, slots=True)
class Passage:
    """A scene with those of its rows that stand on the page, each with how, or with a gap between them; or a gap."""

    scene: Scene | None = None
    rows: Sequence[tuple[Row | None, How, Gap | None]] = ()
    gap: Gap | None = None


@dataclass(frozen=True, slots=True)
class _Block:
    """What stands on a page together or not at all: a row, with what the narrator says after it; the first of a scene
    with its head."""

    scene: Scene
    rows: tuple[Row, ...]
    first: int
    last: int
    weight: int


def passages(
    scenes: Sequence[Scene],
    *,
    line: int | None = None,
    begins: int | None = None,
    upto: int | None = None,
    is_open: bool = False,
    keeps_end: bool = False,
    most: int = OPENING,
) -> list[Passage]:
    """The transcript on a page that has just come, so many elements of it: round the line that is asked for by the
    number of its event, else from that of `begins`, or back from that of `upto`, behind which nothing comes; else from
    the first; of a game that is on in any case as it ends. What is larger than a page opens with (a vote with all its
    reasons) comes where its line is asked for. Where the end is kept back it does not come with what is before it.
    """
    blocks = list(_blocks(scenes))
    if not blocks:
        return []
    is_asked_for = line is not None
    if upto is not None and not is_asked_for:
        told = _told(blocks, upto)
        comes = bool(told) and told[-1].weight <= OPENING
        shown = set(_stretch(told, len(told) - 1, most, back=True)) if comes else set()
        return _laid(blocks, shown, line, keeps_end=keeps_end)
    place = _place(blocks, line or begins or 0)
    comes = is_asked_for or (not is_open and blocks[place].weight <= OPENING)
    shown = set(_stretch(_short_of_end(blocks, place, keeps_end=keeps_end), place, most)) if comes else set()
    if is_open:
        shown |= set(_stretch(blocks, len(blocks) - 1, most - SHUT, back=True))
    return _laid(blocks, shown, line, is_open=is_open, keeps_end=keeps_end)


def all_passages(scenes: Sequence[Scene]) -> list[Passage]:
    """The whole transcript."""
    return [Passage(scene, tuple((row, "", None) for row in scene.rows)) for scene in scenes]


def passages_between(
    scenes: Sequence[Scene],
    first: int,
    last: int,
    *,
    line: int | None = None,
    back: bool = False,
    upto: int | None = None,
    keeps_end: bool = False,
) -> list[Passage]:
    """A stretch of what lies between two events, both of them in it: from the line that is asked for, else from the
    first, or `back` from the last; nothing behind the event of `upto`; and the gaps that are left. Where the end is
    kept back it does not come with what is before it."""
    blocks = [block for block in _blocks(scenes) if block.last >= first and block.first <= last]
    told = blocks if upto is None else _told(blocks, upto)
    if not told:
        return _laid(blocks, set(), line, keeps_end=keeps_end)
    place = _place(told, line) if line else len(told) - 1 if back else 0
    told = _short_of_end(told, place, keeps_end=keeps_end)
    return _laid(blocks, set(_stretch(told, place, STRETCH, back=back)), line, keeps_end=keeps_end)


def _told(blocks: Sequence[_Block], upto: int) -> Sequence[_Block]:
    """Of these blocks, which are in order, those that are told whole by an event."""
    return list(takewhile(lambda block: block.last <= upto, blocks))


def _short_of_end(blocks: Sequence[_Block], place: int, *, keeps_end: bool) -> Sequence[_Block]:
    """Of these blocks those that may come with one of them: where the end is kept back not that, unless it is in it."""
    if not keeps_end or blocks[place].scene.phase == END:
        return blocks
    return [block for block in blocks if block.scene.phase != END]


def _blocks(scenes: Sequence[Scene]) -> Iterator[_Block]:
    for scene in scenes:
        begun: list[list[Row]] = []
        for row in scene.rows:
            if begun and isinstance(row, Line) and row.shape == "narration":
                begun[-1].append(row)
            else:
                begun.append([row])
        if not begun:
            yield _Block(scene, (), scene.seq, scene.seq, HEAD)
        for nth, rows in enumerate(begun):
            first, last = _ends(rows)
            head = HEAD if not nth else 0
            first = min(first, scene.seq) if head and scene.seq else first
            yield _Block(scene, tuple(rows), first, last, head + sum(map(_weight, rows)))


def _ends(rows: Sequence[Row]) -> tuple[int, int]:
    lines = _lines_in(rows)
    return min(line.seq for line in lines), max(line.seq for line in lines)


def _lines_in(rows: Sequence[Row]) -> list[Line]:
    return [line for row in rows for line in (row.lines if isinstance(row, Fold) else row.with_echoes)]


def _place(blocks: Sequence[_Block], seq: int) -> int:
    """The block that an event is told in."""
    return max(0, sum(block.first <= seq for block in blocks) - 1)


def _stretch(blocks: Sequence[_Block], place: int, most: int, *, back: bool = False) -> range:
    """The blocks from one on that weigh no more than so much, and before it as far as there are no more; `back` the
    other way round. The block itself is among them in any case."""
    first = last = place
    weight = blocks[place].weight
    for forward in (not back, back):
        while True:
            nth = last + 1 if forward else first - 1
            if not 0 <= nth < len(blocks) or weight + blocks[nth].weight > most:
                break
            weight += blocks[nth].weight
            first, last = min(first, nth), max(last, nth)
        is_through = last == len(blocks) - 1 if forward else first == 0
        if not is_through:
            break
    return range(first, last + 1)


def _laid(
    blocks: Sequence[_Block], shown: set[int], line: int | None, *, is_open: bool = False, keeps_end: bool = False
) -> list[Passage]:
    found: list[Passage] = []
    runs = [list(run) for _, run in groupby(range(len(blocks)), key=lambda nth: nth in shown)]
    for run in runs:
        if run[0] not in shown:
            is_ahead = not shown or run[0] > max(shown)
            gap = _gap([blocks[nth] for nth in run], keeps_end=keeps_end, is_ahead=is_ahead)
            before, after = run[0] - 1, run[-1] + 1
            is_within = before >= 0 and after < len(blocks) and blocks[before].scene is blocks[after].scene
            if is_within:
                found[-1] = replace(found[-1], rows=(*found[-1].rows, (None, "", gap)))
            else:
                found.append(Passage(gap=gap))
            continue
        for nth in run:
            block = blocks[nth]
            if not found or found[-1].scene is not block.scene:
                found.append(Passage(block.scene))
            is_last = is_open and nth == len(blocks) - 1
            rows = ((row, _how(row, line, is_last=is_last), None) for row in block.rows)
            found[-1] = replace(found[-1], rows=(*found[-1].rows, *rows))
    return found


def _how(row: Row, line: int | None, *, is_last: bool) -> How:
    """A fold that more may come to has its lines; the one with the line that is asked for shows them."""
    if not isinstance(row, Fold):
        return ""
    if line is not None and any(each.seq == line for each in row.lines):
        return "open"
    return "" if is_last or _within(row) < SHUT_FROM else "shut"


def _gap(blocks: Sequence[_Block], *, keeps_end: bool, is_ahead: bool) -> Gap:
    """What is left out. Who has not watched the game is told of nobody who falls in what is ahead of them."""
    rows = [row for block in blocks for row in block.rows]
    lines = _lines_in(rows)
    return Gap(
        blocks[0].first,
        blocks[-1].last,
        sum(line.shape != "narration" for line in lines),
        _title(blocks[0].scene, keeps_end=keeps_end),
        _title(blocks[-1].scene, keeps_end=keeps_end),
        ()
        if keeps_end and is_ahead
        else tuple(line.seat.number for line in lines if line.shape == "died" and line.seat is not None),
    )


def _title(scene: Scene, *, keeps_end: bool) -> str:
    """What a scene is called outside of it: the end's title says who won."""
    return "the end" if keeps_end and scene.phase == END else scene.title


# --- how many elements a row is -------------------------------------------------------------------------------------


def _weight(row: Row) -> int:
    if isinstance(row, Fold):
        within, votes = _within(row), sum(4 + tally.count for tally in row.tally)
        return SHUT + votes + (within if within < SHUT_FROM else 0)
    return _of_line(row)


def _within(fold: Fold) -> int:
    return sum(map(_of_line, fold.lines))


def _of_line(line: Line) -> int:
    """About as many as templates/league/game/line.html makes."""
    if line.shape == "narration":
        return 2 + _mentions(line.parts)
    votes = sum(4 + tally.count for tally in line.tally) + sum(5 + _mentions(reason.parts) for reason in line.reasons)
    thoughts = sum(2 + _mentions(each.parts) for each in line.thoughts)
    thoughts += sum(2 + _mentions(each.parts) for each in line.disclosed)
    beside = bool(line.badge) + bool(line.aside) + 3 * bool(line.hearers) + 3 * len(line.marks)
    return 6 + _mentions(line.parts) + votes + thoughts + beside + 4 * len(line.roles) + len(line.echoes)


def _mentions(parts: Sequence[Part]) -> int:
    return sum(part.seat is not None for part in parts)
