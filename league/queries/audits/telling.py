"""A season's audit in words, in rows for pages and as JSON."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from league.models import Season
from league.queries.audits.counting import Cut, SeasonAudit
from league.queries.audits.forecasting import Forecast, Often
from league.seasons.design.auditing import FIRST, GAMES, KINDS, ROLE, SEAT, TEAM, Book, Counted, Difference, End
from league.seasons.making.doubts import uneven

MOST_NAMED: Final = 20  # fixtures that a sentence names
COLUMNS: Final = (GAMES, TEAM, ROLE, FIRST)


@dataclass(frozen=True, slots=True)
class Line:
    """How much players differ in what is counted of one kind: at the worst end of a block, and at most in between."""

    kind: str
    at_end: str
    between: str
    is_uneven: bool


@dataclass(frozen=True, slots=True)
class BookTold:
    """The audit of a rule book for pages: lines, and for each player a row under these headings."""

    title: str
    lines: Sequence[Line]
    ends: Sequence[End]
    headings: Sequence[str]
    rows: Sequence[tuple[str, Sequence[int]]]
    seats: Sequence[tuple[str, Sequence[int]]]
    untold: Sequence[str]

    @property
    def seat_numbers(self) -> range:
        """The numbers of the seats."""
        return range(len(self.seats[0][1]) if self.seats else 0)


def block_told(season: Season, players: int, books: int) -> str:
    """What a block of a season is, in a few words; "" where it has none."""
    if season.design == Season.Design.ROTATION or not players:
        return ""
    size = f"{players} games"
    each = f"{size} of each rule book, {players * books:,} in all" if books > 1 else size
    return f"{each}, each deal twice" if season.is_in_pairs else each


def is_cut_short(season: Season, players: int, books: int) -> bool:
    """Whether a season ends within a block."""
    if season.design == Season.Design.ROTATION or not players:
        return False
    return any(games % players for games in season.planned_by_book(books))


def evenness_told(season: Season, players: int, books: int, *, is_otherwise: bool) -> str:
    """How evenly a season's games come to its players, in a sentence that holds whatever became of it; `is_otherwise`
    where a game was dealt anew or counts in no result. "" where there is nothing to say: nothing is promised, or all is
    even at its end and nothing was otherwise."""
    if season.design == Season.Design.ROTATION or not players:
        return ""
    is_short = season.ended_at is not None or (season.twin_of is not None and season.twin_of.ended_at is not None)
    why = [
        *(["it was ended early"] if is_short else []),
        *(["games were dealt anew by lot or count in no result"] if is_otherwise else []),
    ]
    cut = "The last one is cut short" if is_cut_short(season, players, books) and not is_short else ""
    if why:
        told = f"How often players had each may differ by more than one: {' and '.join(why)}"
        return f"{cut}. {told}" if cut else told
    if not cut:
        return ""
    return (
        f"{cut}. At its end, as at that of a whole one, how often players had each differs by one at most, as long as "
        "no game is dealt anew or taken out of the results, and none is left unplayed"
    )


def books_told(audited: SeasonAudit) -> list[BookTold]:
    """The audit of each rule book, for pages."""
    names = audited.found.players
    told = []
    for book in audited.found.books:
        of = {kind: [which for other, which in book.counts if other == kind] for kind in KINDS}
        columns = [(kind, which) for kind in COLUMNS for which in of[kind]]
        told.append(
            BookTold(
                title=book.title,
                lines=list(_lines(book)),
                ends=book.ends,
                headings=[which or kind for kind, which in columns],
                rows=[(name, [book.counts[each][place] for each in columns]) for place, name in enumerate(names)],
                seats=[
                    (name, [book.counts[SEAT, which][place] for which in of[SEAT]]) for place, name in enumerate(names)
                ],
                untold=book.untold,
            )
        )
    return told


def _lines(book: Book) -> Iterator[Line]:
    for kind in KINDS:
        at_ends = [end.worst[kind] for end in book.ends if kind in end.worst]
        worst, between = max(at_ends, default=None, key=lambda each: each.by), book.between.get(kind)
        if worst is not None or between is not None:
            yield Line(kind, _told(kind, worst), _told(kind, between), worst is not None and worst.by > 1)


def _told(kind: str, found: Difference | None) -> str:
    if found is None:
        return "no block is over"
    seat = f" {_which(kind, found.what)}" if found.what else ""
    return f"{found.by}{seat}, after game {found.number}" if found.by else "0"


def _which(kind: str, what: str) -> str:
    return f"in seat {what}" if kind == SEAT else f"as {what}"


def reasons(audited: SeasonAudit) -> list[str]:
    """Why what counts differs from what was drawn, or could not come out even, in sentences."""
    by_lot = "seats and roles" if audited.season.design == Season.Design.ROTATION else "roles"
    told = [
        (audited.redealt, f"Dealt anew by lot after a game was called off (same players, {by_lot} drawn again)"),
        (audited.uncounted, "Over, and in no result"),
        (audited.unpaired, "Without the same deal with the sides swapped, which does not count yet or at all"),
    ]
    season, books = audited.season, audited.found.books
    return [
        *(f"{what}: {_numbers(numbers)}." for numbers, what in told if numbers),
        *uneven(season, [book.title for book in books], len(audited.player_ids)),
        *(_cut_told(cut) for cut in audited.cut if audited.is_drawn_so),
    ]


def _cut_told(cut: Cut) -> str:
    over = f"{cut.over} of its {cut.games} games {'is' if cut.over == 1 else 'are'} over, and so it is not"
    return f"The end of the season cut block {cut.block} of {cut.title}: {over}."


def _numbers(numbers: Sequence[int]) -> str:
    named = ", ".join(map(str, numbers[:MOST_NAMED]))
    return f"game{'' if len(numbers) == 1 else 's'} {named}" + (
        f" and {len(numbers) - MOST_NAMED} more" if len(numbers) > MOST_NAMED else ""
    )


def pairs_told(audited: SeasonAudit) -> tuple[str, str]:
    """How often two met, and how often on two teams, in words."""
    met, against = audited.found.met.values(), audited.found.against.values()
    return _spread(met), _spread(against)


def _spread(counts: Any) -> str:  # Any: the values of a mapping
    least, most = min(counts, default=0), max(counts, default=0)
    return f"{least}" if least == most else f"{least} to {most}"


# --- forecasts -------------------------------------------------------------------------------------------------------


def forecast_said(forecast: Forecast) -> list[str]:
    """What of a forecast is sure and what is an example, in sentences."""
    audited, season = forecast.audited, forecast.audited.season
    told = ["A forecast, of which nothing is drawn from the season's secret."]
    if forecast.games is not None:
        told.append(f"Whatever is drawn, everybody plays {forecast.games} of {season.games_planned} games.")
    size = len(audited.player_ids)
    if audited.is_drawn_so:
        cut = [(book.title, book.ends[-1].games) for book in audited.found.books if book.ends]
        told += [
            f"The last block of {title} is cut short: {games} of {size} games." for title, games in cut if games < size
        ]
    told.append(
        "What is promised holds whatever is drawn. All else is an example, drawn as its games will be but from another "
        "secret: who has one more than others, who meets whom, and after which game players differ most will be "
        "otherwise."
    )
    if forecast.undealt:
        by_lot = f"In games of {', '.join(forecast.undealt)} roles are left to each game's seed"
        told.append(f"{by_lot}: of roles, teams, and who meets whom on two teams, nothing is told.")
    if season.is_twin:
        told.append("A twin plays the deals of its first, and comes to the same as that.")
    told.append("A game that is called off is dealt anew by lot, after which counts may differ by more.")
    return told


def forecast_lines(forecast: Forecast) -> Iterator[str]:
    """A forecast for people at a command line."""
    audited, found = forecast.audited, forecast.audited.found
    season = audited.season
    yield f"{season.slug}: {season.get_design_display()}"
    block = block_told(season, len(found.players), len(found.books))
    yield f"{found.counted} games are planned{f'; a block has {block}' if block else ''}"
    for book, promised in zip(found.books, forecast.promised, strict=True):
        yield f"{book.title}:"
        if promised:
            yield f"  sure: {_promised_told(promised)}"
        for line in _lines(book):
            yield f"  for example, {line.kind}: at the end of a block {line.at_end}; in between {line.between}"
        yield from (f"  {each}" for each in book.untold)
    met, against = pairs_told(audited)
    yield f"for example, two players meet {met} times, on two teams {against} times"
    yield from forecast_said(forecast)


def _promised_told(promised: Mapping[Counted, Often]) -> str:
    told = [f"{GAMES} {promised[GAMES, '']}"] if (GAMES, "") in promised else []
    seats = [often for (kind, _), often in promised.items() if kind == SEAT]
    told += [f"each seat {often}" for often in dict.fromkeys(seats)]
    told += [f"{_which(kind, which)} {often}" for (kind, which), often in promised.items() if kind in (TEAM, ROLE)]
    told += [f"{FIRST} {often}" for (kind, _), often in promised.items() if kind == FIRST]
    return ", ".join(told)


def forecast_told(forecast: Forecast) -> dict[str, Any]:
    """A forecast as JSON: as the audit will be, with what is sure of it."""
    told = audit_told(forecast.audited)
    promised = [
        [{"kind": kind, "what": what, "least": often.least, "most": often.most} for (kind, what), often in each.items()]
        for each in forecast.promised
    ]
    books = [book | {"promised": sure} for book, sure in zip(told["rules"], promised, strict=True)]
    return told | {"is_forecast": True, "rules": books, "forecast": forecast_said(forecast)}


# --- command line and API --------------------------------------------------------------------------------------------


def audit_lines(audited: SeasonAudit) -> Iterator[str]:
    """The audit for people at a command line."""
    found, season = audited.found, audited.season
    yield f"{season.slug}: {season.get_design_display()}"
    block = block_told(season, len(found.players), len(found.books))
    yield f"{found.counted} games count of {audited.over} that are over{f'; a block has {block}' if block else ''}"
    for book in found.books:
        yield f"{book.title}: players differ by at most {book.at_ends} at a block's end, {book.in_between} in between"
        for line in _lines(book):
            yield f"  {line.kind:<14} at the end of a block {line.at_end}; in between {line.between}"
        yield from (f"  {each}" for each in book.untold)
    met, against = pairs_told(audited)
    yield f"two players met {met} times, on two teams {against} times"
    yield from reasons(audited)


def audit_told(audited: SeasonAudit) -> dict[str, Any]:
    """The audit as JSON."""
    found, ids = audited.found, audited.player_ids
    return {
        "season": audited.season.slug,
        "design": audited.season.design,
        "block": None if audited.season.design == Season.Design.ROTATION else len(ids),
        "players": list(ids),
        "over": audited.over,
        "counted": found.counted,
        "games": list(found.games),
        "rules": [_book_told(book) for book in found.books],
        "pairs": [
            {"players": [ids[one], ids[other]], "met": number, "against": found.against[one, other]}
            for (one, other), number in found.met.items()
        ],
        "redealt": list(audited.redealt),
        "uncounted": list(audited.uncounted),
        "unpaired": list(audited.unpaired),
        "reasons": reasons(audited),
        "is_forecast": False,
        "forecast": [],
    }


def _book_told(book: Book) -> dict[str, Any]:
    return {
        "title": book.title,
        "at_ends": book.at_ends,
        "in_between": book.in_between,
        "ends": [
            {
                "block": end.block,
                "fixture": end.number,
                "games": end.games,
                "counted": end.counted,
                "worst": _worst_told(end.worst),
            }
            for end in book.ends
        ],
        "between": _worst_told(book.between),
        "counts": [
            {"kind": kind, "what": which, "by_player": list(numbers)} for (kind, which), numbers in book.counts.items()
        ],
        "untold": list(book.untold),
        "promised": [],
    }


def _worst_told(worst: Mapping[str, Difference]) -> list[dict[str, Any]]:
    return [{"kind": kind, "by": each.by, "what": each.what, "fixture": each.number} for kind, each in worst.items()]
