"""What is legal and hardly meant is said before a season begins, by page and API, and refused nowhere."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from league.models import Season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.making.doubts import doubts_of, unreached
from league.seasons.making.plans import When
from tests.factories import NOON, make_roster, make_user

pytestmark = pytest.mark.django_db

NEVER = "Glass Box is never played: rule books take turns, and each has had one after 3 games, not after 2."
FROM = "It is to play from 2026-01-01 09:00:00 UTC on, and that is over: it plays from its start on."
UNEVEN = (
    "2 games of Town Mafia and 1 game of Council Mafia are planned in blocks of 12, so counts cannot be even at the "
    "end."
)
OFF = "Of the days on which it does not play some are over: 2025-12-24 and 1 more."


def a_draft(**fields) -> Season:
    books = [Rules("town-mafia", 8), Rules("council-mafia"), Rules("glass-box")]
    given = {"slug": "spring", "name": "Spring", "rules": books, "games": 36, "pace": 0, "memory": "off"}
    return create_season(**given | {"players": make_roster()} | fields)


def doubts(season: Season) -> list[str]:
    books = list(season.rules.order_by("number").values_list("ruleset", flat=True))
    return doubts_of(season, books=books, players=season.roster.count(), now=NOON)


def with_dates(*, starts_at: datetime, blackouts: str) -> When:
    return When("12345", "18:00", "Europe/Berlin", starts_at=starts_at, blackouts=blackouts)


CROWDED = (
    "Nobody sits in two games at once: of the 2 games of a slot those that share a player are played one slot after "
    "the other, so it may need more slots than its schedule tells."
)


def test_games_of_a_slot_that_may_share_players_are_told_where_nobody_sits_in_two_at_once() -> None:
    when = When("12345", "18:00", "Europe/Berlin")
    assert doubts(a_draft(when=when, at_once=2, may_overlap=False)) == [CROWDED]
    assert doubts(a_draft(slug="one", when=when, at_once=1, may_overlap=False)) == []
    assert doubts(a_draft(slug="free", when=when, at_once=2)) == []
    assert doubts(a_draft(slug="no-calendar", at_once=2, may_overlap=False)) == []


def test_rule_books_whose_turn_never_comes_are_named() -> None:
    assert doubts(a_draft()) == []
    assert doubts(a_draft(slug="short", games=2, design="rotation")) == [NEVER]


def test_games_that_are_no_whole_blocks_are_told_where_a_design_is_exact() -> None:
    books = [Rules("town-mafia", 8), Rules("council-mafia")]
    assert doubts(a_draft(rules=books, games=3)) == [UNEVEN]
    assert doubts(a_draft(slug="lots", rules=books, games=3, design="rotation")) == []
    assert doubts(a_draft(slug="even", rules=books, games=24)) == []


@pytest.mark.parametrize(
    ("design", "games", "planned"),
    [("blocks", 5, [2, 2, 1]), ("teams", 10, [4, 4, 2]), ("teams", 9, [4, 3, 2]), ("teams", 7, [3, 2, 2])],
)
def test_what_is_planned_by_each_rule_book_is_its_turns(design: str, games: int, planned: list[int]) -> None:
    season = Season(design=design, games_planned=games)
    assert season.planned_by_book(3) == planned
    turns = [season.book_of(number, 3) for number in range(1, games + 1)]
    assert [turns.count(book) for book in range(3)] == planned


@pytest.mark.parametrize(
    ("books", "games", "deals", "never"),
    [(1, 1, 1, 0), (2, 1, 1, 1), (3, 1, 1, 2), (2, 2, 2, 1), (2, 3, 2, 1), (2, 4, 2, 0)],
)
def test_of_teams_each_deal_is_played_twice(books: int, games: int, deals: int, never: int) -> None:
    told = list(unreached(["town-mafia", "council-mafia", "glass-box"][:books], games, deals=deals))
    assert len(told) == min(never, 1)
    assert [(" are never" in each) for each in told] == [never > 1] * len(told)


@pytest.mark.parametrize(
    ("fields", "behind"),
    [({"memory": "live", "at_once": 3}, 3), ({"memory": "live", "lag": 4}, 4), ({"memory": "live", "lag": 2}, 0)],
)
def test_lessons_that_no_game_comes_late_enough_for_are_told(fields: dict[str, object], behind: int) -> None:
    told = doubts(a_draft(games=3, design="rotation", **fields))
    assert len(told) == min(behind, 1)
    assert all(f"up to {behind} games before it (lag), and there are 3." in each for each in told)


def test_dates_that_are_over_are_named_of_what_has_not_begun() -> None:
    over = with_dates(starts_at=datetime(2026, 1, 1, 9, tzinfo=UTC), blackouts="2025-12-24 2025-12-25 2026-01-01")
    draft = a_draft(when=over)
    assert doubts(draft) == [FROM, OFF], "of today nothing is over yet"
    to_come = with_dates(starts_at=NOON + timedelta(days=1), blackouts="2026-12-24")
    assert doubts(a_draft(slug="later", when=to_come)) == []
    start_season(season=draft, now=NOON)
    assert doubts(Season.objects.get(pk=draft.pk)) == []


def test_page_and_api_say_it_to_who_sees_the_draft(client: Client) -> None:
    a_draft(games=2, design="rotation")
    assert client.get("/api/v1/seasons/spring/").status_code == 404
    user = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_season"))
    client.force_login(user)
    assert client.get("/api/v1/seasons/spring/").json()["warnings"] == [NEVER]
    assert f'<p class="notice">{NEVER}</p>' in client.get("/seasons/spring/").content.decode()
