"""What is legal of a season that has not begun, and hardly meant: told wherever it is made, edited or shown, and
refused nowhere, for a plan may be made before the rest of it is thought of.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from games.engine.rulesets import all_rulesets
from league.calendars.plans import WrongCalendar, in_utc, zone_named
from league.calendars.turns import calendar_of
from league.models import Calendar, Season


def doubts_of(season: Season, *, books: Sequence[str], players: int, now: datetime) -> list[str]:
    """What is doubtful of a season of so many players by these rule books that has not begun, a sentence each; nothing
    of one that has. No query where its calendar is at hand."""
    if season.status not in Season.UNSTARTED:
        return []
    calendar = calendar_of(season)
    told = list(unreached(books, season.games_planned, deals=season.deals))
    told += uneven(season, titles_of(books), players)
    told += unused(season)
    return told if calendar is None else [*told, *crowded(season), *over(calendar, now=now)]


def unreached(books: Sequence[str], games: int, *, deals: int) -> Iterator[str]:
    """That rule books are never played, for they take turns and the games are fewer; each deal is played so often."""
    if never := books[games // deals :]:
        titles = " and ".join(titles_of(never))
        wanted = len(books) * deals
        never_played = f"{titles} {'is' if len(never) == 1 else 'are'} never played"
        yield f"{never_played}: rule books take turns, and each has had one after {wanted} games, not after {games}."


def titles_of(books: Sequence[str]) -> list[str]:
    """What rule books are called; those that are not known here, by their slugs."""
    known = all_rulesets()
    return [known[each].title if each in known else each for each in books]


def uneven(season: Season, titles: Sequence[str], players: int) -> Iterator[str]:
    """That games of rule books are planned which no number of whole blocks are, where a design promises anything: then
    some have a seat or a role once more than others at the end, however it is drawn."""
    if season.design == Season.Design.ROTATION or not players:
        return
    planned = zip(titles, season.planned_by_book(len(titles)), strict=True)
    if cut := [(title, games) for title, games in planned if games % players]:
        first, *others = [f"{games} game{'' if games == 1 else 's'} of {title}" for title, games in cut]
        told = " and ".join([first, *others])
        are = "is" if [games for _, games in cut] == [1] else "are"
        yield f"{told} {are} planned in blocks of {players}, so counts cannot be even at the end."


def unused(season: Season) -> Iterator[str]:
    """That nobody is told anything of what this season taught, for its games are over before anybody would be."""
    if season.teaches and season.games_planned <= season.games_behind:
        yield (
            f"Nobody uses here what this season teaches: a game knows the lessons up to {season.games_behind} games "
            f"before it (lag), and there are {season.games_planned}. They stay for later seasons."
        )


def crowded(season: Season) -> Iterator[str]:
    """That games of a slot may share players who are not to sit in two games at once."""
    if not season.may_overlap and season.at_once is not None and season.at_once > 1:
        yield (
            f"Nobody sits in two games at once: of the {season.at_once} games of a slot those that share a player are "
            "played one slot after the other, so it may need more slots than its schedule tells."
        )


def over(calendar: Calendar, *, now: datetime) -> Iterator[str]:
    """That times which its calendar says are over."""
    if calendar.starts_at is not None and calendar.starts_at <= now:
        yield f"It is to play from {in_utc(calendar.starts_at)} on, and that is over: it plays from its start on."
    try:
        today = now.astimezone(zone_named(calendar.time_zone)).date().isoformat()
    except WrongCalendar:
        return  # of a zone that is not known here any more: that is said where it matters
    if gone := [day for day in calendar.blackouts.split() if day < today]:
        others = f" and {len(gone) - 1} more" if len(gone) > 1 else ""
        yield f"Of the days on which it does not play some are over: {gone[0]}{others}."
