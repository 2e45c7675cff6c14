"""Seasons: the list, and each with its standings and its fixtures."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.engine.rulesets import all_rulesets, ruleset_title
from games.ledger.reads import sees_secrets
from league.access.endings import endings_for
from league.access.rights import May, only_who_may
from league.memories.edits import edits_in
from league.models import Season
from league.queries.audits.counting import MOST_ON_PAGES, audit_season, games_over_in
from league.queries.audits.telling import block_told, books_told, evenness_told, pairs_told, reasons
from league.queries.boards.shown import hidden_seasons, shown_board
from league.queries.books import Book
from league.queries.costs import caps_told, season_bill
from league.queries.games import cards, games_listed
from league.queries.memories import authored, shown_to
from league.queries.results import roles_in, season_table
from league.queries.schedule import (
    Overview,
    days_off,
    is_of_house,
    next_of,
    roster_listed,
    season_cards,
    season_overview,
    seasons_listed,
    seen_by,
    timing_told,
)
from league.queries.twins import METHOD, comparisons_shown, seasons_whole, twins_beside, twins_of
from league.queries.upkeep.history import acts_of, acts_told, history_of
from league.queries.upkeep.wants import announced_of, draft_of, shortage_of
from league.seasons.making.cloning import free_slug
from league.seasons.making.doubts import doubts_of
from league.seasons.money.estimates import Estimate
from league.seasons.money.estimating import estimate_season
from league.seasons.series.telling import series_of
from league.views.boards.links import counted_by
from league.views.buttons import buttons_of
from league.views.endings import record_of
from league.views.filters import LONGEST_TOLD, given
from league.views.pager import Numbered, newest_first, ranked
from league.web.refusals import NotThere

PER_PAGE = 20
RECENT = 8
ROWS = 30  # of the standings
EDITS = 20  # of memories, the newest
ACTS = 40  # of what was done to a season, on a page


@require_safe
def seasons(request: HttpRequest) -> HttpResponse:
    """All seasons, newest first."""
    try:
        listed = seen_by(request.user, seasons_listed())
        page, pager = newest_first(request, listed, name="slug", order=["-id"], per_page=PER_PAGE)
    except Numbered as moved:
        return HttpResponseRedirect(moved.address)
    if page:
        pager = replace(pager, told=f"{page[0].name} to {page[-1].name}")
    cards = season_cards(page, now=timezone.now())
    return render(request, "league/seasons.html", {"section": "seasons", "pager": pager, "seasons": cards})


@require_safe
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """A season: how far it is, who stands where, and its fixtures."""
    found = get_object_or_404(seen_by(request.user, seasons_whole()), slug=slug)
    asked, may = given(request, "ruleset", "team", "role"), May(request.user)
    endings = endings_for(request)
    overview = season_overview(found, endings, around=_whole(given(request, "fixture")["fixture"]))
    if asked["ruleset"] not in ("", *(book.slug for book in overview.books)):
        raise NotThere(f"No game of this season is played by {asked['ruleset'][:LONGEST_TOLD]!r}.")
    bill, shown = season_bill(found, request.user), shown_board(found, request.user, may_manage=may["manage_boards"])
    table = season_table(found, shown=shown, **asked) if shown else None
    try:
        rows, pager = ranked(request, table, table.keys, ROWS) if table is not None else ([], None)
    except Numbered as moved:
        return HttpResponseRedirect(moved.address)
    edits = shown_to(request.user, edits_in(found))
    clone_slug = free_slug(found.slug) if may["make_seasons"] else ""
    has_tabs = table or any(asked.values())  # before the first result there is nothing to look at in other ways
    return render(
        request,
        "league/season.html",
        {
            "section": "seasons",
            "overview": overview,
            "is_of_house": is_of_house(found),
            "next": next_of(found, now=timezone.now()),
            "days_off": days_off(found, now=timezone.now()),
            "timing": timing_told(found, now=timezone.now(), is_told=True),
            "table": rows,
            "ranked": table.ranked if table else 0,
            "listed": len(table) if table else 0,
            "shown": shown,
            "counted": counted_by(found.standings_by, season=found.slug, **asked),
            "pager": pager,
            "table_title": found.standings_by.capitalize(),
            "tabs": _tabs(overview.books, request.GET.get("fixture", ""), **asked) if has_tabs else [],
            "is_whole": not (asked["team"] or asked["role"]),
            "roles": roles_in(found, asked["ruleset"]) if shown else (),
            "edits": (newest := [authored(each, each.player.player_id, request.user) for each in edits[:EDITS]]),
            "edits_left": edits.count() - EDITS if len(newest) == EDITS else 0,
            "bill": bill,
            "caps": caps_told(found, bill),
            "a_block": block_told(found, found.roster_size, len(overview.books)),  # type: ignore[attr-defined]  # as has_twins
            "evenness": _evenness(found, len(overview.books)),
            "estimate": _estimate(request, found),
            "draft": draft_of(found) if may["run_seasons"] or may["look_at_seasons"] else None,
            "roster": roster_listed(found) if found.status in Season.UNSTARTED or not has_tabs else (),
            "announced": announced_of(found, now=timezone.now(), may_change=may["run_seasons"]),
            "doubts": _doubts(found, overview, may),
            "groups": buttons_of(found, may=may, clone_slug=clone_slug),
            "history": history_of(found) if may["look_at_acts"] else None,
            "twins": seen_by(request.user, twins_of(found)) if found.has_twins else (),  # type: ignore[attr-defined]  # seasons_whole() asks it
            "in_series": series_of(found, seen_by(request.user, Season.objects.all())),
            "shortage": shortage_of(found) if may["look_at_budgets"] else None,
            "is_moderator": sees_secrets(request.user),
            "recent": cards(games_listed().filter(fixture__season=found, started_at__isnull=False)[:RECENT], endings),
        },
    )


@require_safe
def twins(request: HttpRequest, slug: str) -> HttpResponse:
    """A season beside its twins: what was otherwise when the same deals were played again."""
    found = get_object_or_404(seen_by(request.user, Season.objects.select_related("twin_of")), slug=slug)
    hidden = set(hidden_seasons(request.user))
    if found.slug in hidden:
        raise NotThere("The board of this season is not published, nor is what was otherwise.")
    told = comparisons_shown(found, hidden=hidden)
    context = {"section": "seasons", "season": found, "comparisons": told, "method": METHOD}
    context["is_held_back"] = not told and twins_beside(found).exists()
    return render(request, "league/twins.html", context)


@require_safe
def audit(request: HttpRequest, slug: str) -> HttpResponse:
    """How evenly a season's games that are over came to its players, and what they cannot tell. Who sat as what, and
    who never or always hid, is kept back with a record: after one game it says who was what in that."""
    found, record = get_object_or_404(seen_by(request.user, Season.objects.all()), slug=slug), record_of(request)
    context: dict[str, object] = {"section": "seasons", "season": found, "record": record}
    if (over := games_over_in(found)) > MOST_ON_PAGES:
        return render(request, "league/audit.html", context | {"too_many": over})
    audited = audit_season(found)
    met, against = pairs_told(audited)
    told = {
        "audited": audited,
        "books": books_told(audited),
        "a_block": block_told(found, len(audited.player_ids), len(audited.found.books)),
        "reasons": reasons(audited),
        "met": met,
        "against": against,
    }
    return render(request, "league/audit.html", context | told)


@only_who_may("look_at_acts")
@require_safe
def acts(request: HttpRequest, slug: str) -> HttpResponse:
    """All that was done to a season, the newest first."""
    found = get_object_or_404(seen_by(request.user, Season.objects.all()), slug=slug)
    try:
        page, pager = newest_first(request, acts_of(found), name="id", order=["-id"], per_page=ACTS)
    except Numbered as moved:
        return HttpResponseRedirect(moved.address)
    context = {"section": "seasons", "season": found, "acts": acts_told(page), "pager": pager}
    return render(request, "league/acts.html", context)


def _doubts(found: Season, overview: Overview, may: May) -> list[str]:
    """What is doubtful of a season that has not begun, for who may do something about it."""
    if not (may["look_at_seasons"] or may["run_seasons"]):
        return []
    books, players = [book.slug for book in overview.books], found.roster_size  # type: ignore[attr-defined]  # as above
    return doubts_of(found, books=books, players=players, now=timezone.now())


def _evenness(found: Season, books: int) -> str:
    """How evenly the games of one of seasons_whole() come to its players."""
    size, is_otherwise = found.roster_size, found.is_played_otherwise  # type: ignore[attr-defined]  # as above
    return evenness_told(found, size, books, is_otherwise=is_otherwise)


def _estimate(request: HttpRequest, found: Season) -> Estimate | None:
    """What a season that has not begun will cost, for staff."""
    may = May(request.user)
    if found.status not in Season.UNSTARTED or not (may["look_at_seasons"] or may["run_seasons"]):
        return None
    return estimate_season(season=found, now=timezone.now())


def _whole(given: str) -> int | None:
    """A fixture's number, as the address has it; None where that says none."""
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else None


@dataclass(frozen=True, slots=True)
class Tab:
    """A way to look at a season's standings."""

    title: str
    query: str
    is_current: bool


def _tabs(books: Sequence[Book], fixture: str, ruleset: str, team: str, role: str) -> list[list[Tab]]:
    """The ways to look at a season's standings, in rows: under all rules or one, where there are several; in every
    role, by team, by role; roles of several rulesets at once would be too many to choose from."""
    slugs = list(dict.fromkeys(book.slug for book in books))
    # Which fixtures are shown above stays as it is.
    query = partial(_query, fixture=fixture)
    known = [all_rulesets()[slug] for slug in slugs if slug in all_rulesets() and ruleset in ("", slug)]
    teams = dict.fromkeys(name for rules in known for name in (rules.open_team, rules.hidden_team))
    roles = dict.fromkeys(each.name for rules in known for each in rules.roles) if len(known) == 1 else {}
    parts = [
        Tab("All roles", query(ruleset=ruleset), not (team or role)),
        *(Tab(f"As {each}", query(ruleset=ruleset, team=each), each == team) for each in teams),
        *(Tab(f"As {each}", query(ruleset=ruleset, role=each), each == role) for each in roles),
    ]
    if len(slugs) == 1:
        return [parts]
    under = (Tab(ruleset_title(slug), query(ruleset=slug), slug == ruleset) for slug in slugs)
    return [[Tab("All rules", query(), not ruleset), *under], parts]


def _query(**asked: str) -> str:
    return urlencode({name: value for name, value in asked.items() if value})
