"""The pages: what each says with and without rows, at what cost, and that text stays text."""

import re
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.contrib.staticfiles import finders
from django.core.cache import cache
from django.template.loader import render_to_string
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from games.engine.ruleset import CALLED, CALLED_EITHER
from games.engine.rulesets import all_rulesets
from games.models import Game
from league.access.endings import CHOICE, SHOWN
from league.models import Calendar, Season
from league.queries.stage.transcript import Line
from league.results.standings import record_result
from league.views.games import OPENED
from personas.roster import ensure_roster
from tests.factories import (
    NOON,
    make_figures,
    make_finished_game,
    make_fixture,
    make_model,
    make_persona,
    make_player,
    make_revision,
    make_roster_place,
    make_running_season,
    make_season,
    make_seat,
    make_standing,
    make_user,
)
from tests.games.casting import cast, make_game
from tests.league.staging import after_the_first_night, in_season, staged

pytestmark = pytest.mark.django_db

LISTS = ["/", "/games/", "/seasons/", "/leaderboard/", "/players/", "/models/", "/rules/", "/stats/"]


class Inline(HTMLParser):
    """Finds what a strict content policy would refuse."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in given and given.get("type") != "application/json"):
            self.found.append(tag)
        self.found += [name for name in given if name == "style" or name.startswith("on")]


# What the page of a game holds besides when it is asked for: the whole transcript, and all that is opened there.
WHOLE = "line=all&" + "&".join(f"open={part}" for part in OPENED)


def page(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status, path
    text = response.content.decode()
    assert Inline(text).found == []
    assert "<h1" in text
    return text


def three_of_everything() -> Season:
    """Three seasons, the first with three finished games, three players with standings."""
    seasons = [make_running_season(rated=True) for _ in range(3)]
    players = cast(6)[:3]
    for number in (1, 2, 3):
        in_season(staged(f"S/{number}"), seasons[0], number)
    for place, player in enumerate(players):
        make_roster_place(season=seasons[0], player=player, number=place)
        make_standing(season=seasons[0], player=player)
    return seasons[0]


@pytest.mark.parametrize("path", LISTS)
def test_a_page_without_rows_says_so(client: Client, path: str) -> None:
    assert ("yet" in page(client, path)) is (path != "/rules/")


def test_the_empty_house_tells_how_to_begin(client: Client) -> None:
    text = page(client, "/")
    assert "The house is dark" in text
    assert "python3 manage.py demo" in text


def test_the_icon_is_where_browsers_look_for_it_and_where_pages_say_it_is(client: Client) -> None:
    answer = client.get("/favicon.ico")
    assert answer.status_code == 302
    assert f'<link rel="icon" href="{answer.headers["Location"]}"' in page(client, "/")
    assert finders.find(answer.headers["Location"].removeprefix("/static/")) is not None


def test_an_unknown_address_is_told_so_in_the_house_style(client: Client) -> None:
    assert "Nothing here" in page(client, "/nowhere/", 404)


LAST_RESORTS = ["400.html", "403.html", "403_csrf.html", "404.html", "500.html", "league/locked.html"]


@pytest.mark.parametrize("name", LAST_RESORTS)
def test_a_page_of_last_resort_needs_nothing_to_be_told(name: str) -> None:
    text = render_to_string(name)
    assert "<h1" in text
    assert '<p class="actions">' in text, "there is a way on"


def test_who_may_not_look_behind_the_curtain_is_shown_to_a_seat(client: Client) -> None:
    game = make_game(spoilers="sealed")
    text = page(client, f"/games/{game.public_id}/?lens=glass", 403)
    assert '<a class="button is-main" href="?lens=audience">' in text


def test_what_breaks_and_what_is_not_understood_is_told_in_the_house_style(client: Client) -> None:
    assert "Lost the thread" in client.get("/", headers={"host": "evil.example"}).content.decode()
    guarded = Client(enforce_csrf_checks=True)
    assert "Load the page again" in guarded.post("/login/").content.decode()


# --- the same number of queries with one row and with three -----------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "queries"),
    [
        ("/", 22),
        ("/games/", 5),
        ("/games/?player=uniform_captain_brannoch", 5),
        ("/seasons/", 3),
        ("/leaderboard/", 6),
        ("/leaderboard/?by=model", 6),
        ("/players/", 3),
        ("/models/", 4),
        ("/stats/", 7),
        ("/stats/?by=model", 6),
    ],
)
def test_a_list_costs_the_same_with_one_row_and_with_three(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, path: str, queries: int
) -> None:
    season = make_running_season()
    in_season(staged("S/1"), season, 1)
    in_season(staged("S/live/1", until=after_the_first_night), season, 2)
    in_season(staged("S/live/2", until=after_the_first_night), season, 3)  # the one beside the one that is shown large
    make_standing(season=season, player=cast(1)[0])
    with django_assert_num_queries(queries):
        page(client, path)
    three_of_everything()
    in_season(staged("S/live/3", until=after_the_first_night), season, 4)
    in_season(staged("S/live/4", until=after_the_first_night), season, 5)
    cache.clear()
    with django_assert_num_queries(queries):
        page(client, path)


def test_a_season_costs_the_same_with_one_row_and_with_three(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    small = make_running_season()
    in_season(staged("S/1"), small)
    make_standing(season=small, player=cast(1)[0])
    large = three_of_everything()
    for season in (small, large):
        with django_assert_num_queries(24):
            page(client, f"/seasons/{season.slug}/")


def test_a_player_costs_the_same_with_one_game_and_with_three(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    season = make_running_season()
    in_season(staged("S/0"), season, 4)
    player = cast(1)[0]
    make_standing(season=season, player=player)
    for _ in range(2):
        for choice, queries in (("hidden", 9), (SHOWN, 12)):  # head to head is looked for where it is told
            client.cookies[CHOICE] = choice
            with django_assert_num_queries(queries):
                page(client, f"/players/{player.player_id}/")
        three_of_everything()


def test_a_persona_costs_the_same_with_one_player_and_with_three(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    persona = make_persona()
    make_player(persona=persona)
    for _ in range(2):
        with django_assert_num_queries(4):
            page(client, f"/personas/{persona.slug}/")
        make_player(persona=persona)
        make_player(persona=persona)


# --- what they say ----------------------------------------------------------------------------------------------------


def test_home_shows_the_live_game_large_and_the_others_beside(client: Client) -> None:
    older = staged("S/1", until=after_the_first_night)
    newer = staged("S/2", until=after_the_first_night)
    text = page(client, "/")
    assert f'<a class="button is-main" href="/games/{newer.public_id}/">Watch live</a>' in text
    assert f'<a class="title" href="/games/{older.public_id}/">Town Mafia exhibition</a>' in text
    assert "Day 1" in text


@pytest.mark.parametrize(("is_apart", "title"), [(True, '<p class="ballot-title">'), (False, "<h3>")])
def test_a_vote_is_a_heading_only_where_it_stands_under_one(*, is_apart: bool, title: str) -> None:
    vote = {"line": Line(1, "voted", (), heading="The vote"), "is_apart": is_apart}
    assert f"{title}The vote</" in render_to_string("league/game/line.html", vote)


def test_home_shows_the_season_of_the_game_that_is_on(client: Client) -> None:
    at = [NOON + timedelta(minutes=minutes) for minutes in range(3)]
    playing = make_running_season(name="Playing", started_at=at[0])
    paused = make_running_season(name="Paused", started_at=at[1], status="paused", waiting="paused by hand")
    make_running_season(name="Played", started_at=at[2], status="finished", finished_at=NOON)
    game = staged("S/1", until=after_the_first_night)
    in_season(game, playing)
    shown = re.compile(r'class="block-head"><h2><a href="/seasons/([a-z0-9-]+)/')
    assert shown.findall(page(client, "/")) == [playing.slug]

    Season.objects.filter(pk=playing.pk).update(status="finished", finished_at=NOON)
    Game.objects.update(status="void")

    text = page(client, "/")
    assert shown.findall(text) == [paused.slug]
    assert '<p class="notice">Paused by hand.</p>' in text


def test_home_offers_the_glass_box_where_it_is_open(client: Client) -> None:
    game = staged("S/1", until=after_the_first_night)
    box = f"/games/{game.public_id}/?lens=glass"
    assert box in page(client, "/")
    Game.objects.update(terms=game.terms | {"spoilers": "sealed"})
    assert box not in page(client, "/")


def test_home_counts_down_to_the_next_game(client: Client) -> None:
    season = make_running_season(name="Spring")
    make_fixture(season=season, number=1, due_at=NOON)
    text = page(client, "/")
    assert '<time datetime="2026-01-01T12:00:00+00:00" data-countdown>12:00:00</time>' in text
    assert "Spring" in text


def test_a_game_that_is_held_up_says_why_and_when_it_is_tried_again(client: Client) -> None:
    season = make_running_season()
    game = staged("S/1", until=after_the_first_night)
    in_season(game, season)
    paths = ("/", "/games/", f"/games/{game.public_id}/", f"/seasons/{season.slug}/")
    assert ["held up" in page(client, path).lower() for path in paths] == [False] * 4
    assert ">Live<" in page(client, "/")

    Game.objects.update(waiting="the wire <is> cut", due_at=NOON)

    for path in paths:
        text = page(client, path)
        assert "he wire &lt;is&gt; cut" in text, path
        assert ">Live<" not in text, path
        countdown = '<time datetime="2026-01-01T12:00:00+00:00" data-countdown>1 Jan, 12:00:00 UTC</time>'
        assert (f" cut. Next try: {countdown}." in text) is (path != "/games/"), path

    Game.objects.update(waiting="far 429, next try 14:02 UTC.", lease_owner="host", lease_expires_at=NOON)
    for path in paths[2:]:
        text = page(client, path)
        assert "far 429, next try 14:02 UTC.</p>" in text, path
        assert "Next try: " not in text, path


def test_games_that_no_budget_holds_yet_say_so_and_the_season_says_it_once(client: Client) -> None:
    season = make_running_season()
    games = [make_game("S/1"), make_game("S/2")]
    Game.objects.update(waiting="budget of the season: what is left is kept")
    for number, game in enumerate(games, start=1):
        make_fixture(season=season, number=number, game=game, due_at=NOON)

    told = page(client, f"/seasons/{season.slug}/")
    game = page(client, f"/games/{games[1].public_id}/")

    assert told.count("is held up: budget of the season: what is left is kept.") == 1
    assert f'<a href="/games/{games[0].public_id}/">Game 1</a> is held up' in told
    assert all(f"Game {number}: held up, budget of the season" in told for number in (1, 2)), "each slot says it too"
    assert "Held up: budget of the season: what is left is kept." in game
    assert "data-countdown" not in told + game + page(client, "/"), "no time lets them begin"


def test_what_is_paused_says_so_beside_what_goes_on(client: Client) -> None:
    season = make_running_season(status="paused", waiting="the hall is closed")
    paused, live = staged("S/1", until=after_the_first_night), staged("S/2", until=after_the_first_night)
    in_season(paused, season)
    Game.objects.filter(pk=paused.pk).update(status="paused", waiting="a pause for tea")
    said = {path: page(client, path) for path in ("/", f"/seasons/{season.slug}/", "/seasons/")}
    assert all("he hall is closed" in text for text in said.values())
    assert f'<a class="button is-main" href="/games/{live.public_id}/">Watch live</a>' in said["/"]
    assert "a pause for tea" in said["/"]
    assert "a pause for tea" in said[f"/seasons/{season.slug}/"]
    assert "Held up: a pause for tea." in page(client, f"/games/{paused.public_id}/")
    Game.objects.filter(pk=live.pk).update(status="void", waiting="fire in the house")
    assert "The reason: fire in the house." in page(client, f"/games/{live.public_id}/")
    assert "is paused; no game of it begins" in page(client, "/")


def test_games_are_filtered_by_what_is_asked(client: Client) -> None:
    season = make_running_season()
    mine, other = staged("S/1"), staged("S/2")
    in_season(mine, season)
    text = page(client, f"/games/?season={season.slug}")
    assert mine.public_id in text
    assert other.public_id not in text
    assert "No game fits these filters." in page(client, "/games/?status=paused")
    assert mine.public_id in page(client, "/games/?player=uniform_captain_brannoch")
    make_model(slug="gpt")
    assert "No game fits these filters." in page(client, "/games/?model=gpt")


@pytest.mark.parametrize("path", ["games", "leaderboard", "stats"])
def test_a_filter_by_what_is_not_there_is_refused_in_a_sentence(client: Client, path: str) -> None:
    season = make_running_season()

    assert "Nothing here" not in page(client, f"/{path}/?season={season.slug}")
    assert "There is no season &#x27;autumn&#x27; here." in page(client, f"/{path}/?season=autumn", 404)
    assert "There is no ruleset &#x27;&lt;chess&#x27; here." in page(client, f"/{path}/?ruleset=%3Cchess", 404)


def test_games_are_told_in_pages(client: Client) -> None:
    games = [make_game(f"S/{number}") for number in range(31)]
    second = f"?status=scheduled&amp;after={games[1].public_id}"
    assert f'rel="next" href="{second}"' in page(client, "/games/?status=scheduled")
    assert page(client, f"/games/{second.replace('&amp;', '&')}").count('class="title"') == 1


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"pace": 0}, ("As soon as it can: as many games at once as there is room for", "As fast as possible")),
        (
            {"pace": 1, "interval": 20},
            ("As soon as it can: one game after another, 20 seconds after its end", "So that it can be read along"),
        ),
        (
            {"pace": 0.5, "at_once": 3, "spoilers": "delayed", "delay_minutes": 7},
            (
                "As soon as it can: 3 games at once",
                "0.5 times as long as it takes to be read along",
                "Delayed: hidden things are shown 7 minutes later",
            ),
        ),
    ],
)
def test_a_season_says_to_everybody_how_it_plays(client: Client, fields: dict[str, Any], told: tuple[str, ...]) -> None:
    make_running_season(slug="spring", **fields)
    terms = page(client, "/seasons/spring/").partition('id="terms"')[2]
    assert [words for words in told if f"<dd>{words}</dd>" not in terms] == []
    assert "<dt>Not on</dt>" not in terms


def test_a_season_with_a_calendar_says_to_everybody_on_which_days_it_does_not_play(client: Client) -> None:
    season = make_running_season(slug="spring", at_once=2)
    days = ["2020-01-01", *(f"2999-12-{day:02}" for day in range(1, 15))]
    Calendar.objects.create(season=season, weekdays="12345", times="18:00", time_zone="UTC", blackouts=" ".join(days))
    terms = page(client, "/seasons/spring/").partition('id="terms"')[2]
    assert "By its calendar: Mon to Fri at 18:00 UTC, 2 games at once" in terms
    assert '<dt>Not on</dt><dd><time datetime="2999-12-01">1 Dec 2999</time>, ' in terms
    assert "12 Dec 2999</time> and 2 more days</dd>" in terms


@pytest.mark.parametrize("players", [1, 3])
def test_a_season_shows_its_roster_until_there_are_results(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, players: int
) -> None:
    staff = make_user(is_staff=True)
    staff.user_permissions.set(Permission.objects.filter(codename="view_season"))
    client.force_login(staff)
    season = make_season(slug="spring")
    for number in range(players):
        model = make_model(name=f"Model no. {number}")
        make_roster_place(season=season, number=number, player=make_player(model=model))

    with django_assert_num_queries(30):
        text = page(client, "/seasons/spring/")

    shown = text.partition('<ul class="places">')[2].partition("</ul>")[0]
    assert re.findall(r"Model no\. \d", shown) == [f"Model no. {number}" for number in range(players)]
    assert f"{players} player{'s' if players > 1 else ''}</p>" in text
    Season.objects.update(status="running", started_at=NOON)
    assert '<ul class="places">' in page(client, "/seasons/spring/"), "who plays, before anybody has a result"
    game = make_finished_game()
    make_seat(game=game, number=0, role="villager", team="town", survived=True)
    make_fixture(season=season, number=1, game=game)
    record_result(game=game, now=NOON)
    assert '<ul class="places">' not in page(client, "/seasons/spring/")


@pytest.mark.usefixtures("coup")
def test_a_season_of_several_rule_books_says_which_game_is_played_by_which(client: Client) -> None:
    season = make_running_season(
        rules=[{"seats": 6, "options": {"lynch": "majority"}}, {"ruleset": "coup", "seats": 5}]
    )
    for number, rules in enumerate(season.rules.all(), start=1):
        make_fixture(season=season, rules=rules, number=number, due_at=None if number == 1 else NOON)
    text = page(client, f"/seasons/{season.slug}/")
    asked = "seats=6&amp;lynch=majority&amp;names=alias"
    assert f'<a href="/rules/town-mafia/?{asked}">Town Mafia, as played here</a>, 6 seats' in text
    assert '<a href="/rules/coup/?seats=5&amp;names=alias">The Coup, as played here</a>, 5 seats' in text
    assert '<span title="Game 2, The Coup: to be played">2<small>TC</small></span>' in text
    assert "Game 2, The Coup, begins <time" in text
    assert "Town Mafia and The Coup, 5 to 6 seats" in page(client, "/seasons/").replace("</p>", "")


def test_a_player_who_is_told_no_strategy_is_called_so_wherever_a_level_is_named(client: Client) -> None:
    player = make_standing(season=make_running_season(rated=True)).player
    make_figures(seat=make_seat(game=make_finished_game(), player=player))
    for path in ("/leaderboard/?by=level", "/stats/?by=level", f"/players/{player.player_id}/"):
        text = page(client, path)
        assert "No strategy told" in text, path
        assert ">None<" not in text, path


def test_a_player_is_told_with_what_it_remembers(client: Client) -> None:
    revision = make_revision(learned={"notes": ["listen first", "vote last"], "plan": "wait"})
    text = page(client, f"/players/{revision.player.player_id}/")
    assert "<dt>Notes</dt><dd>listen first\nvote last</dd>" in text
    assert "<dt>Plan</dt><dd>wait</dd>" in text


def test_what_lies_within_what_a_player_learned_is_told_line_by_line(client: Client) -> None:
    player = make_player()
    learned = {
        "rivals": {"Old Fenn": "sly", "Pip": {"seen": [3, True], "trusted": None}},
        "notes": [],
        "plan": ["wait"],
    }
    make_revision(player=player, learned=learned)
    text = page(client, f"/players/{player.player_id}/")
    assert "<dd>Old Fenn: sly\nPip:\n· seen:\n· · 3\n· · yes\n· trusted: nothing</dd>" in text
    assert "<dt>Notes</dt><dd>Nothing.</dd><dt>Plan</dt><dd>wait</dd>" in text


def test_players_are_filtered_by_their_names(client: Client) -> None:
    model = make_model(slug="gpt-mini", name="gpt mini")
    make_player(persona=make_persona(slug="pip", name="pip Barlow"), model=model)
    text = page(client, "/games/")
    assert '<option value="gpt-mini_pip">pip Barlow on gpt mini</option>' in text
    assert '<option value="gpt-mini">gpt mini</option>' in text
    assert '<option value="running">Running</option>' in text


def test_a_statistic_of_one_game_of_the_house_names_no_cost(client: Client) -> None:
    make_figures(seat=make_seat(game=make_finished_game()))
    assert '<span class="small folded">1 seat</span>' in page(client, "/stats/?by=level")


def test_a_players_role_in_a_running_game_is_not_told(client: Client) -> None:
    over, running = staged("S/1"), staged("S/2", until=after_the_first_night)
    player = cast(1)[0]
    seat = over.seats.get(player=player)
    client.cookies[CHOICE] = SHOWN
    text = page(client, f"/players/{player.player_id}/")
    assert f'">{seat.role.capitalize()}</td>' in text
    assert text.count('<td class="text-"></td>') == 1
    assert running.public_id in text


def test_a_persona_is_told_from_its_sheet(client: Client) -> None:
    player = cast(1)[0]
    text = page(client, f"/personas/{player.persona.slug}/")
    assert player.persona.sheet["identity"]["background"] in text
    assert player.persona.sheet["voice"]["speech_style"] in text
    assert f"/players/{player.player_id}/" in text


def test_the_rule_book_is_told_for_the_seats_and_options_asked(client: Client) -> None:
    assert "for 5 to 20 seats, not &#x27;4&#x27;" in page(client, "/rules/town-mafia/?seats=4", 400)
    assert "has no option &#x27;bribes&#x27;" in page(client, "/rules/town-mafia/?bribes=yes", 400)
    assert "The cast of 12" in page(client, "/rules/town-mafia/?seats=12")
    assert page(client, "/rules/town-mafia/?lynch=majority") != page(client, "/rules/town-mafia/")
    page(client, "/rules/chess/", 404)


@pytest.mark.parametrize("slug", list(all_rulesets()))
def test_a_rule_book_tells_of_the_names_of_all_seasons_or_of_those_that_are_asked(client: Client, slug: str) -> None:
    either, drawn, own = (page(client, f"/rules/{slug}/{asked}") for asked in ("", "?names=alias", "?names=persona"))
    assert CALLED_EITHER in either
    assert CALLED["alias"] not in either
    assert CALLED["alias"] in drawn
    assert CALLED["persona"] in own


@pytest.mark.parametrize("names", ["alias", "persona"])
def test_a_seasons_rules_are_told_with_its_names(client: Client, names: str) -> None:
    season = make_running_season(names=names)
    asked = re.search(r'<a href="(/rules/[^"]*)">Town Mafia, as played here', page(client, f"/seasons/{season.slug}/"))
    assert asked is not None
    assert CALLED[names] in page(client, asked[1].replace("&amp;", "&"))


# --- filters ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "is_open"),
    [
        ("/games/", False),
        ("/games/?status=finished", True),
        ("/leaderboard/", False),
        ("/leaderboard/?by=player", False),
        ("/leaderboard/?by=model", True),
        ("/stats/?ruleset=town-mafia", True),
    ],
)
def test_filters_are_unfolded_where_one_is_set(client: Client, path: str, *, is_open: bool) -> None:
    fold = f'<details class="filters-fold"{" open" if is_open else ""}><summary aria-controls="filters">'
    assert re.search(
        re.escape(fold) + r'Filters</summary></details>\s*<form class="filters" id="filters"', page(client, path)
    )


# --- what is text stays text ------------------------------------------------------------------------------------------


def test_markup_in_names_stays_text(client: Client) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    player = make_player(persona=make_persona(name=hostile, sheet={"identity": {"traits": [hostile]}}))
    season = make_running_season(name=hostile)
    make_standing(season=season, player=player)
    for path in ("/", "/seasons/", f"/seasons/{season.slug}/", "/players/", f"/players/{player.player_id}/"):
        text = page(client, path)
        assert "&lt;img src=x" in text
        assert text.count("<img") == text.count('<img class="face" src="/faces/')


def test_an_empty_league_says_what_to_do_first(client: Client, settings: Settings) -> None:
    alone = client.get("/").content.decode()
    assert "python3 manage.py demo" in alone
    settings.POSTGRESQL = True
    empty = client.get("/").content.decode()
    assert ("python3 manage.py roster" in empty, "manage.py demo" in empty) == (True, False)
    assert "python3 manage.py roster" in client.get("/players/").content.decode()
    ensure_roster()
    with_players = client.get("/").content.decode()
    assert "season first create --ruleset town-mafia --games 12 --players house" in with_players
    assert ("manage.py roster" in with_players, "manage.py demo" in with_players) == (False, False)
