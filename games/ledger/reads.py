"""What is read of games, by lens. Law: who sees an event is decided by games.engine.viewpoint, and when by may_see and
the delay, both here: pages, API, sockets and exports ask this module and filter nothing themselves.

`seq` and `after` are the lens's own numbers, 1 to n without gaps: a number of the ledger would tell how much is hidden.

What players learned has no lens: it comes from games that are over, which everybody may see whole.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol

from django.db.models import QuerySet

from games.agents.lessons.comparing import Change, LessonTold, changes, games_counted, lessons_told, words_of
from games.engine.disclosing import CLAIMS
from games.engine.events import fatal
from games.engine.rulesets import all_rulesets, ruleset_named
from games.engine.viewpoint import AUDIENCE, GLASS, Viewer, WrongLens, viewer_named
from games.ledger.calls import CALLS, season_lines
from games.ledger.filings import FILINGS, filings_in
from games.ledger.logs import PUBLIC, VIEWS, View, claims_in, game_log, veiled
from games.ledger.narrations import TEMPLATE, Narrated, lines_for, narrations, narrator_of, with_dictated
from games.ledger.rows import LEDGER_FIELDS, answer_of, entry_of, recorded_game, stored_play
from games.ledger.shown import numbers_on_channel, seqs_shown, shown_by, shown_until, team_channel_of, told
from games.models import Event, Game
from personas.experience.lessons import Memory, Words, by_hand, memory_in
from personas.models import Player


class Visitor(Protocol):
    """Whoever looks: a user, or an anonymous one."""

    def has_perm(self, perm: str, obj: Any = None) -> bool: ...


class LensRefused(PermissionError):
    """This visitor may not look through this lens now; the message says when they may."""


# --- who may look ----------------------------------------------------------------------------------------------------


def sees_secrets(user: Visitor | None) -> bool:
    """Whether somebody may always see what a running game hides."""
    return user is not None and user.has_perm("games.see_secrets")


def may_see(game: Game, user: Visitor | None, viewer: Viewer | None) -> bool:
    """Whether somebody may look through a lens now: the audience's always, others as the game's terms say.

    `open`: anybody. `delayed`: anybody, but events_for() holds back what is younger than the delay. `sealed`: when the
    game is over, and where it is of a season's block, when that is. Who may see secrets may always.

    For None, whether they may know who sits where, and what hangs on that: its seed, what it cost, what was learned
    from it, and whatever could be added up of all that. Everybody may, but of a veiled game, which is one of a sealed
    season's block that is not over. Lists that are narrowed by who sits there leave such games out for everybody.
    """
    if viewer is None:
        return not game.is_veiled or sees_secrets(user)
    if viewer == AUDIENCE or game.is_told or (game.terms.get("spoilers", "open") != "sealed" and not game.is_veiled):
        return True
    return sees_secrets(user)


def viewer_for(game: Game, lens: str, user: Visitor | None, seats: int) -> Viewer:
    """The viewer that a lens names at a table of so many seats. Raises WrongLens, also for the ghost of who lived to
    the end of a game that is over, or LensRefused.

    Who may not see what is hidden is refused before it is looked up who is dead: the refusal must not tell.
    """
    viewer = viewer_named(lens, seats, has_ghosts=_has_ghosts(game))
    if not may_see(game, user, viewer):
        what = "its block" if game.is_veiled else "the game"
        raise LensRefused(f"the lens {viewer.lens} opens when {what} is over; until then there is audience")
    if viewer.is_ghost and viewer.seat not in ghosts_in(game, user):
        if game.is_over:  # none is still to be told
            raise WrongLens(f"seat {viewer.seat} did not die in this game, so there is no {viewer.lens}")
        raise LensRefused(f"the lens {viewer.lens} opens when seat {viewer.seat} is dead")
    return viewer


def _has_ghosts(game: Game) -> bool:
    """Whether the dead of this game hear whatever anybody hears."""
    ruleset = all_rulesets().get(game.ruleset)
    return ruleset is not None and ruleset.has_ghosts


def ghosts_in(game: Game, user: Visitor | None, now: datetime | None = None) -> list[int]:
    """The dead seats through whose ghosts somebody may look now, in order; none where there are no ghosts."""
    if not _has_ghosts(game) or not may_see(game, user, GLASS):
        return []
    falls = fatal()
    deaths = Event.objects.filter(game=game, kind__in=falls)
    if until := shown_until(game, delay_of(game, user, GLASS), now):
        deaths = deaths.filter(shown_by(until))
    return sorted({data[falls[kind]] for kind, data in deaths.values_list("kind", "data")})


def delay_of(game: Game, user: Visitor | None, viewer: Viewer) -> timedelta:
    """How old an event must be before it is shown to somebody through a lens."""
    is_delayed = game.terms.get("spoilers") == "delayed" and viewer != AUDIENCE and not game.is_over
    if not is_delayed or sees_secrets(user):
        return timedelta(0)
    return timedelta(minutes=game.terms.get("delay_minutes", 0))


# --- what they see ---------------------------------------------------------------------------------------------------


def events_for(
    game: Game,
    viewer: Viewer,
    after: int = 0,
    limit: int | None = None,
    *,
    channel: str = "",
    user: Visitor | None = None,
    now: datetime | None = None,
) -> list[dict[str, Any]]:
    """The event rows that a lens shows, from the one numbered after + 1 on, at most `limit` of them.

    With a channel only those that belong to it; they keep the numbers that the lens gives them.

    A paced game holds back what is not to be shown yet, and a delayed one what is too young, unless `user` may see
    secrets. Whether the lens is allowed at all is for may_see() to say.
    """
    ledger = Event.objects.filter(game=game).order_by("seq").only("game_id", *LEDGER_FIELDS, "public_seq")
    if until := shown_until(game, delay_of(game, user, viewer), now):
        ledger = ledger.filter(shown_by(until))
    names = [seat.alias for seat in sorted(game.seats.all(), key=lambda seat: seat.number)]
    if not channel:
        rows = _rows(ledger, viewer, after, limit)
        return told(game.pk, rows, viewer=viewer, after=after, names=names, is_veiled=game.is_veiled)
    numbers = numbers_on_channel(ledger, viewer, channel, team_channel_of(game))
    wanted = {seq: number for seq, number in numbers.items() if number > after}
    chosen = dict(list(wanted.items())[:limit])
    rows = list(ledger.filter(seq__in=chosen)) if chosen else []
    shown = told(game.pk, rows, viewer=viewer, after=0, names=names, is_veiled=game.is_veiled)
    return [{**row, "seq": number} for row, number in zip(shown, chosen.values(), strict=True)]


def _rows(ledger: QuerySet[Event], viewer: Viewer, after: int, limit: int | None) -> list[Event]:
    """The stored events that a lens numbers from after + 1 on; some that it does not show may lie between them."""
    upto = None if limit is None else after + limit
    if viewer == AUDIENCE:
        public = ledger.filter(public_seq__gt=after)
        return list(public if upto is None else public.filter(public_seq__lte=upto))
    if viewer.thoughts:
        return list(ledger.filter(seq__gt=after) if upto is None else ledger.filter(seq__gt=after, seq__lte=upto))
    shown = seqs_shown(ledger, viewer)[after:upto]
    return list(ledger.filter(seq__gte=shown[0], seq__lte=shown[-1])) if shown else []


# --- what is said beside it ------------------------------------------------------------------------------------------


def narrations_for(
    game: Game, viewer: Viewer, after: int = 0, *, user: Visitor | None = None, now: datetime | None = None
) -> list[Narrated]:
    """The narrator's words behind the events of a lens from the one numbered `after` on, that one included: who was
    told an event may have missed what was said to it."""
    if not narrator_of(game, viewer):
        return []
    until = shown_until(game, delay_of(game, user, viewer), now)
    told = [each for each in narrations(game.pk, lines_for(game), viewer, until) if each.after >= after]
    return told if narrator_of(game, viewer) == TEMPLATE else with_dictated(game, told)


def is_dictated(game: Game, viewer: Viewer) -> bool:
    """Whether a model tells the game to this lens: what it says may come later than the events that it follows."""
    return narrator_of(game, viewer) not in ("", TEMPLATE)


# --- whole games -----------------------------------------------------------------------------------------------------


def lines_of_games(games: Iterable[Game], view: str, user: Visitor | None) -> Iterator[dict[str, Any]]:
    """Whole games that are over, one after the other: the log of each as one line, or with the view `calls` a line for
    each call, with `claims` one for each claim that was made aloud, and its verdict, with `filings` one for each speech
    whose player was asked what it claims. Of a veiled game whoever may not know who sits there has the public log
    alone. Takes the room of one game."""
    if view != PUBLIC:
        games = (game for game in games if may_see(game, user, None))
    if view == CALLS:
        yield from season_lines(games, errors="told" if sees_secrets(user) else "left out")
        return
    if view in (CLAIMS, FILINGS):
        for game in games:
            events, answers = stored_play(game)
            ledger, journal = list(map(entry_of, events)), list(map(answer_of, answers))
            names = list(game.seats.order_by("number").values_list("alias", flat=True))
            if view == CLAIMS:
                yield from claims_in(game.ruleset, journal, ledger, names)
            elif game.terms.get("disclosing", True):
                yield from filings_in(ruleset_named(game.ruleset), names, journal, ledger)
        return
    wanted: View = next(each for each in VIEWS if each == view)
    for game in games:
        record = recorded_game(game)
        yield game_log(record if may_see(game, user, None) else veiled(record), wanted)


# --- what players learned --------------------------------------------------------------------------------------------


def _called_in(*memories: Memory) -> dict[str, str]:
    """What the opponents are called by now of whom something was learned, by their ids. One query, none where nothing
    was."""
    ids = {lesson.scope.opponent for memory in memories for lesson in memory.lessons} - {""}
    if not ids:
        return {}
    return dict(Player.objects.filter(player_id__in=ids).values_list("player_id", "persona__name"))


@dataclass(frozen=True, slots=True)
class MemoryTold:
    """A memory for people: its lessons with the sentences that they are told in, the best borne out first; the
    player's own words; how many games it counted, by ruleset; and by name what somebody wrote by hand."""

    lessons: tuple[LessonTold, ...]
    words: tuple[Words, ...]
    counted: Mapping[str, int]
    notes: Mapping[str, Any]

    @classmethod
    def of(cls, learned: Mapping[str, Any]) -> "MemoryTold":
        """A memory as it is stored, told."""
        memory = memory_in(learned)
        return cls(lessons_told(memory, _called_in(memory)), words_of(memory), games_counted(memory), by_hand(learned))

    @staticmethod
    def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Change, ...]:
        """What became of one memory by another, each thing in words."""
        return changes(before, after, _called_in(memory_in(before), memory_in(after)))
