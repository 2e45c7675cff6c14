"""What is due in the running seasons: new games, next attempts, the end. Law: the database decides who was first.

Every step is a conditional UPDATE on what must still hold, so two beats or two workers do it once; the loser of a race
does nothing. Nothing here runs on its own: whoever ends a game looks again, and so does the sweep.

A season with a pace or an interval plays one game after another: when one has ended the next is made, due an interval
later, so that its page is there while the clock counts down; hosts do not claim it before. With neither, up to AT_ONCE
games are open at the same time. `at_once` of a season says otherwise for both.

A season with a calendar (league.calendars.turns) plays slot by slot: when the games of one are over those of the next
are made, as many as are played at once, due at its moment. Which those are says league.calendars.sharing.

A fixture whose game is set aside is opened again (league.seasons.schedule.attempts); a season one of whose games cannot
be made is paused and says why.

Where games teach their players (league.memories.learning), a fixture opens when those so many before it have ended: its
players sit down with what they had learned by then, whatever else is over by now.

A fixture whose models still write the personas that they will play as (league.seasons.casting) has no game before it
is known who plays; the others do not wait for it, unless one game follows another.

A twin's fixture opens when its first's is over, and is that game once more: the same seed, the same players in the same
seats, of the same versions. So nothing of the first is known by its twin's games before it is over, and what is known
of the twin's is known to all: it is open, and rated nowhere. Another attempt is the same deal again.

Team against team, a pair's second fixture opens when its first is over, and is that deal once more, with the sides
swapped.

Where nobody may sit in two games at once, a fixture is passed over while somebody who plays it sits in a game that is
open; it is looked at again when that is over, and those behind it are never so far ahead that it could not teach them.

(Long, because what decides whether a game is made is read with how it is.)
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

import structlog
from django.db import transaction
from django.db.models import Exists, Max

from games.engine.ruleset import WrongOption
from games.engine.rulesets import all_rulesets
from games.hosting.making import Drawn, Order, WrongGame, create_games, draw_game
from games.models import Game
from games.models.plain_sql import update
from league.calendars.plans import WrongCalendar
from league.calendars.turns import GRACE, Turn, calendar_of, last_chance, look, next_turn, take_slot
from league.memories.learning import known_until, remembered_at, teach_players
from league.models import Calendar, Fixture, Season, SeasonRules, Slot
from league.seasons.pinning import games_over, pins_as_first, pins_of
from league.seasons.schedule.attempts import give_up, places, set_aside, try_again
from league.seasons.schedule.choosing import apart, for_next_slot, games_dealt, live, playable, room
from league.seasons.schedule.drawing import given_by, given_in
from league.seasons.schedule.dropping import drop_unplayed
from league.seasons.schedule.ending import finish
from league.seasons.schedule.rotation import seed_of
from league.seasons.schedule.unforeseen import by_itself
from personas.models import Player
from personas.versions import Pins

logger = structlog.get_logger(__name__)


class Opened(NamedTuple):
    """What one look at the fixtures brought: new games, and seasons that are over now."""

    games: list[Game]
    finished: list[Season]


def open_due_fixtures(*, now: datetime, season: Season | None = None) -> Opened:
    """Does all that is to be done in the running seasons, or in this one: next attempts, new games, the end."""
    opened = Opened([], [])
    running = Season.objects.filter(status=Season.Status.RUNNING)
    for each in (running.filter(pk=season.pk) if season else running).select_related("calendar", "twin_of"):
        with by_itself(row=each):
            if each.is_ending or (each.twin_of is not None and each.twin_of.ended_at is not None):
                drop_unplayed(season=each, now=now)
            for fixture in () if each.is_ending else set_aside(each):
                try_again(each, fixture, now=now)
            teach_players(season=each, now=now)  # first: the next games are played by what those before them taught
            opened.games.extend(open_fixtures(each, now=now))
            if finish(season=each, now=now):
                opened.finished.append(each)
    return opened


def open_fixtures(season: Season, *, now: datetime) -> list[Game]:
    """Makes the next games of a season, as many as it may have open; returns them.

    A fixture of rules that are not played here is left to those who know them; where one game follows another it is
    waited for, else the others go on without it.
    """
    strange = strange_rules(season)
    if calendar := calendar_of(season):
        return open_slot(season, calendar, strange, now=now)
    waiting = season.fixtures.filter(game__isnull=True).select_related("rules").order_by("number")
    if not season.is_sequential:
        waiting = waiting.exclude(rules__in=strange).filter(cast_at__isnull=False)
    if season.teaches:
        waiting = waiting.filter(number__lte=known_until(season, besides=strange) + season.games_behind)
    upcoming = apart(season, playable(season, waiting), most=room(season))
    ready = [each for each in upcoming if each.rules_id not in strange and each.cast_at is not None]
    return open_all(season, ready, now=now)


def strange_rules(season: Season) -> set[int]:
    """The keys of the rules of a season that are not played here."""
    strange = {
        rules.pk: f"{rules.ruleset} {rules.revision}" for rules in season.rules.all() if not is_played_here(rules)
    }
    if strange:
        logger.warning("rules unknown here", season=season.slug, rules=sorted(set(strange.values())))
    return set(strange)


def open_slot(season: Season, calendar: Calendar, strange: Collection[int], *, now: datetime) -> list[Game]:
    """Makes the games of the slot whose turn it is, when those of the slot before are over; returns them. They are the
    next of the season, and are made all or none: the first that cannot be played yet is waited for. Next attempts of
    the slot before come first, and are due as soon as they can be."""
    try:
        look(season=season, calendar=calendar, now=now)
        unopened = season.fixtures.filter(game__isnull=True).select_related("rules", "slot").order_by("number")
        if again := list(unopened.filter(slot__isnull=False)):
            return open_all(season, apart(season, again, most=len(again)), now=now)
        if live(season).exists():
            return []
        upcoming = for_next_slot(season, unopened)
        known = known_until(season, besides=strange) + season.games_behind if season.teaches else season.games_planned
        ready = [
            each
            for each in upcoming
            if each.rules_id not in strange and each.cast_at is not None and each.number <= known
        ]
        turn = next_turn(season=season, calendar=calendar, now=now)
    except WrongCalendar as error:
        give_up(season=season, why=f"its calendar cannot be read: {error}")
        return []
    return open_all(season, ready, now=now, turn=turn) if turn and ready and ready == upcoming else []


def is_played_here(rules: SeasonRules) -> bool:
    """Whether this release plays the ruleset in that revision."""
    known = all_rulesets().get(rules.ruleset)
    return known is not None and rules.revision in known.revisions


def due_time(season: Season, *, now: datetime) -> datetime:
    """When the next game of a season may start: an interval after the latest end of a game, now for the first."""
    ended = season.fixtures.aggregate(latest=Max("game__finished_at"))["latest"]
    return ended + timedelta(seconds=season.interval) if ended and season.is_spaced else now


def due_in_slot(fixture: Fixture, turn: Turn | None, *, due_by_now: datetime) -> datetime:
    """When a fixture's game may start: not before its slot, nor before an interval is over."""
    if turn is not None:
        return max(turn.due_at, due_by_now)
    said = [at for at in (fixture.due_at, fixture.slot.due_at if fixture.slot else None) if at is not None]
    return max(said, default=due_by_now)


def open_all(season: Season, fixtures: Sequence[Fixture], *, now: datetime, turn: Turn | None = None) -> list[Game]:
    """Makes the games of these fixtures, all in one transaction; fewer when somebody was faster, or when one cannot be
    made: those before it are. Those of a slot whose turn it is take it. No query where there are none, as at most
    looks."""
    if not fixtures:
        return []
    firsts = games_over(season.twin_of, [each.number for each in fixtures]) if season.twin_of else {}
    for fixture in fixtures if firsts else ():
        seat_as_first(fixture=fixture, game=firsts[fixture.number])
    dealt = games_dealt(season, fixtures)
    players = Player.objects.select_related("persona", "model").in_bulk(
        {one for each in fixtures for one in places(each)}
    )
    due_by_now = due_time(season, now=now) if turn or any(each.due_at is None for each in fixtures) else now
    pins = pins_of(season)
    remembered = remembered_at(season, fixtures)
    drawn: dict[int, Drawn] = {}
    failure = ""
    for fixture in fixtures:
        sitting = [players[one] for one in places(fixture)]
        try:
            due_at = due_in_slot(fixture, turn, due_by_now=due_by_now)
            order = replace(order_of(season, fixture, sitting, pins, due_at=due_at), begins_by=begin_by(turn, due_at))
            if first := firsts.get(fixture.number):
                order = replace(order, pins=pins_as_first(season, list(first.seats.all())))
            if known := first or dealt.get(fixture.number - 1):
                order = replace(order, seed=known.seed, given=given_in(known))
            drawn[fixture.pk] = draw_game(replace(order, remembered=remembered[fixture.number]))
        except (WrongGame, WrongOption) as error:
            failure = f"fixture {fixture.number} cannot be played: {error}"
            break
    games = (
        open_drawn(
            season=season, fixtures=[each for each in fixtures if each.pk in drawn], drawn=drawn, turn=turn, now=now
        )
        if drawn
        else []
    )
    if failure:
        give_up(season=season, why=failure)
    return games


def seat_as_first(*, fixture: Fixture, game: Game) -> None:
    """Seats the players of a twin's fixture as those of its first's game: who sat there may have been drawn anew, or
    written, since the twin started."""
    seating = [seat.player_id for seat in game.seats.all()]
    if fixture.seating != seating:
        Fixture.objects.filter(pk=fixture.pk, game__isnull=True).update(seating=seating)
        fixture.seating = seating


def open_drawn(
    *, season: Season, fixtures: Sequence[Fixture], drawn: Mapping[int, Drawn], now: datetime, turn: Turn | None = None
) -> list[Game]:
    """Makes the games that were drawn of those fixtures that nobody has opened since they were read; those of a slot
    all or none, for who takes it. None of a season that was pinned anew since it was read: they are drawn anew."""
    # No join: PostgreSQL asks a joined condition once, before it waits for whoever has the row, and not again.
    running = Season.objects.filter(pk=season.pk, status=Season.Status.RUNNING, ended_at__isnull=True)
    still_open = Fixture.objects.filter(Exists(running), season=season, game__isnull=True, cast_at__isnull=False)
    attempts = {each.pk: each.attempt for each in fixtures}
    with transaction.atomic():
        # As it is said by now, and whoever says otherwise waits until these games are there: he would miss them, and
        # they would keep words that are not to be kept. Everybody takes the season's row first.
        by_now = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
        if by_now.pinned_at != season.pinned_at:
            return []
        for each in drawn.values():
            each.game.keep = by_now.keep
            each.game.terms |= {"pace": by_now.pace, "caps": by_now.caps}
        if by_now.is_sequential:  # asked here again: somebody may have opened the fixture before since we looked
            still_open = still_open.filter(~Exists(live(season)))
        # Their rows are held before a game is made, in one order by everybody: of two the later finds them opened.
        held = still_open.filter(pk__in=attempts).order_by("number").select_for_update(no_key=True)
        ours = [each for each in held if each.attempt == attempts[each.pk]]
        if by_now.at_once is not None:
            ours = ours[: room(by_now)]
        ours = apart(season, ours, most=len(ours))
        if turn is None and any(each.slot_id for each in ours):
            bind_again(season, ours, drawn)
        slot = slot_for(season, ours, fixtures, turn, now=now) if turn else None
        if turn and slot is None:
            return []
        games = create_games(drawn=[drawn[each.pk] for each in ours])
        update(
            Fixture,
            ("game", "due_at", "slot"),
            [
                (each.pk, (game.pk, game.due_at, slot.pk if slot else each.slot_id))
                for each, game in zip(ours, games, strict=True)
            ],
        )
    for fixture, game in zip(ours, games, strict=True):
        logger.info("game opened", season=season.slug, fixture=fixture.number, game=game.public_id)
    return games


def slot_for(
    season: Season, ours: Sequence[Fixture], wanted: Sequence[Fixture], turn: Turn, *, now: datetime
) -> Slot | None:
    """The row of the slot whose games are made now; None when somebody was faster, or has changed the calendar."""
    calendar = Calendar.objects.filter(season=season).first()  # as it is by now, with the season's row locked
    if calendar is None or len(ours) < len(wanted) or live(season).exists():
        return None
    by_now = next_turn(season=season, calendar=calendar, now=now)
    return take_slot(calendar=calendar, turn=turn, now=now) if by_now == turn else None


def bind_again(season: Season, fixtures: Sequence[Fixture], drawn: Mapping[int, Drawn]) -> None:
    """Has next attempts of a slot that nobody has begun begin no later than its first ones might. To be called with
    the season's row locked."""
    calendar = Calendar.objects.filter(season=season).first()
    chance = last_chance(season, calendar) if calendar else None
    for each in fixtures:
        if chance and each.slot_id == chance[0]:
            drawn[each.pk].game.begins_by = chance[1]


def begin_by(turn: Turn | None, due_at: datetime) -> datetime | None:
    """Until when a game of a slot may begin; None for whenever."""
    return max(turn.begins_by, due_at + GRACE) if turn and turn.begins_by else None


def order_of(season: Season, fixture: Fixture, players: Sequence[Player], pins: Pins, *, due_at: datetime) -> Order:
    """What a fixture's game is to be."""
    return Order(
        ruleset=fixture.rules.ruleset,
        revision=fixture.rules.revision,
        options=fixture.rules.options,
        players=players,
        seed=seed_of(secret=season.secret, number=fixture.number, attempt=fixture.attempt),
        keep=season.keep,
        terms={
            "season": season.slug,
            "fixture": str(fixture.number),
            "spoilers": season.spoilers,
            "delay_minutes": season.delay_minutes,
            "pace": season.pace,
            "names": season.names,
            "narrator": season.told_by,
            "disclosing": season.disclosing,
            "memory": season.memory if season.memory != Season.Memory.LIVE or season.teaches else Season.Memory.OFF,
            "rated": season.rated,
            "caps": season.caps,
            **({"block": str(fixture.block)} if fixture.block is not None else {}),
        },
        due_at=due_at,
        pins=pins,
        given=given_by(fixture),
        is_veiled=fixture.block is not None,
    )
