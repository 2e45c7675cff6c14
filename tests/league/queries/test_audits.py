"""A season's audit on its page, in the API and at the command line: of games that are over, and of no others."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from games.models import Game
from league.access.endings import CHOICE, SHOWN
from league.models import Fixture, Season
from league.queries.audits.counting import audit_season
from league.queries.audits.telling import block_told, is_cut_short
from league.seasons.lifecycle.closing import finish_early
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.making.twinning import create_twin
from league.seasons.schedule.fixtures import open_due_fixtures
from tests.factories import NOON, make_roster

pytestmark = pytest.mark.django_db


def begun(**fields):
    given = {"slug": "spring", "name": "Spring", "rules": [Rules("town-mafia", 8)], "games": 14, "pace": 0}
    season = create_season(**given | {"players": make_roster(), "memory": "off"} | fields)
    return start_season(season=season, now=NOON)


def over(season, *numbers, **fields):
    """Ends the games of these fixtures, with their results counted."""
    fields = {"status": "finished", "winner": "town", "hash": "ab" * 32, "finished_at": NOON} | fields
    Game.objects.filter(fixture__season=season, fixture__number__in=numbers).update(started_at=NOON, **fields)
    Fixture.objects.filter(season=season, number__in=numbers, game__status="finished").update(recorded_at=NOON)


def page(season, client=None):
    return (client or Client()).get(f"/seasons/{season.slug}/audit/")


def told(*arguments):
    out = StringIO()
    call_command("season", *arguments, stdout=out)
    return out.getvalue()


def test_a_block_that_was_played_is_even_everywhere_it_is_told():
    season = begun()
    open_due_fixtures(now=NOON)
    over(season, *range(1, 15))
    found = json.loads(told("spring", "audit", "--json"))
    assert Client().get("/api/v1/seasons/spring/audit/").json() == found
    assert (found["design"], found["block"], found["over"], found["counted"]) == ("blocks", 12, 14, 14)
    (book,) = found["rules"]
    assert [(end["block"], end["games"]) for end in book["ends"]] == [(1, 12), (2, 2)]
    assert {each["by"] for each in book["ends"][0]["worst"]} == {0}
    assert book["at_ends"] == 1
    assert max(found["games"]) - min(found["games"]) == 1
    assert sum(pair["met"] for pair in found["pairs"]) == 14 * 28
    text = page(season).content.decode()
    assert "12 games" in text
    assert "2 blocks over" in text


def test_a_game_that_is_taken_off_the_board_is_over_and_not_counted():
    season = begun(games=12)
    open_due_fixtures(now=NOON)
    over(season, 1, 2)
    assert audit_season(season).found.counted == 2
    season.fixtures.filter(number=2).update(is_excluded=True)
    found = audit_season(season)
    assert (found.over, found.found.counted, found.uncounted) == (2, 1, [2])


def test_a_season_that_ends_within_a_block_says_so_in_its_terms(client):
    told_so = "The last one is cut short. At its end, as at that of a whole one, how often players had each differs by"
    assert told_so in client.get(f"/seasons/{begun().slug}/").content.decode()
    # In teams a deal is played twice, and a block is as many games as there are players all the same.
    assert not is_cut_short(Season(design="teams", games_planned=12), 12, 1)
    assert is_cut_short(Season(design="teams", games_planned=18), 12, 1)
    assert is_cut_short(Season(design="blocks", games_planned=24), 12, 4)
    whole = begun(slug="whole", games=12)
    assert "cut short" not in client.get(f"/seasons/{whole.slug}/").content.decode()


def test_terms_promise_nothing_any_more_once_a_game_was_dealt_anew_or_the_season_was_ended_early(client):
    season = begun()
    create_twin(first=season, slug="twin", memory="frozen")
    promise, otherwise = "differs by one at most", "How often players had each may differ by more than one"
    open_due_fixtures(now=NOON)
    Game.objects.filter(fixture__season=season, fixture__number=3).update(status="void")
    assert promise in client.get("/seasons/spring/").content.decode()
    open_due_fixtures(now=NOON)
    start_season(season=Season.objects.get(slug="twin"), now=NOON)
    for slug in ("spring", "twin"):
        text = client.get(f"/seasons/{slug}/").content.decode()
        assert f"{otherwise}: games were dealt anew by lot or count in no result" in text
        assert promise not in text
    whole = begun(slug="whole", games=12)
    assert otherwise not in client.get("/seasons/whole/").content.decode()
    finish_early(season=whole, now=NOON, by="ann", reason="the summer comes")
    assert f"{otherwise}: it was ended early" in client.get("/seasons/whole/").content.decode()


def test_a_block_that_an_early_end_cut_off_is_not_over_and_the_audit_says_why():
    season = begun(rules=[Rules("town-mafia", 8), Rules("council-mafia", 8)], games=26)
    open_due_fixtures(now=NOON)
    over(season, *(number for number in range(1, 12) if number != 3))
    finish_early(season=season, now=NOON, by="ann", reason="the summer comes")
    assert season.fixtures.count() == 10
    found = Client().get("/api/v1/seasons/spring/audit/").json()
    assert [book["ends"] for book in found["rules"]] == [[], []]
    town, council = (book["title"] for book in found["rules"])
    planned = f"13 games of {town} and 13 games of {council} are planned in blocks of 12"
    assert found["reasons"] == [
        f"{planned}, so counts cannot be even at the end.",
        f"The end of the season cut block 1 of {town}: 5 of its 12 games are over, and so it is not.",
        f"The end of the season cut block 1 of {council}: 5 of its 12 games are over, and so it is not.",
    ]
    text = page(season).content.decode()
    assert ("0 blocks over" in text, found["reasons"][1] in text) == (True, True)


def test_what_is_missing_of_a_block_is_not_made_up_by_the_next():
    season = begun(games=24)
    open_due_fixtures(now=NOON)
    over(season, *(number for number in range(1, 15) if number != 3))
    finish_early(season=season, now=NOON, by="ann", reason="the summer comes")
    audited = audit_season(Season.objects.get(pk=season.pk))
    assert [end.block for end in audited.found.books[0].ends] == []
    assert [(cut.block, cut.over, cut.games) for cut in audited.cut] == [(1, 11, 12), (2, 2, 12)]


def test_of_games_that_are_not_over_it_says_nothing():
    season = begun(games=12)
    open_due_fixtures(now=NOON)
    over(season, 1)
    found = Client().get("/api/v1/seasons/spring/audit/").json()
    first = season.fixtures.get(number=1)
    assert (sum(found["games"]), found["over"], found["rules"][0]["ends"]) == (8, 1, [])
    counts = {(each["kind"], each["what"]): each["by_player"] for each in found["rules"][0]["counts"]}
    roster = list(season.roster.values_list("player_id", flat=True))
    mafia = [player for player, role in zip(first.seating, first.deal["roles"], strict=True) if role == "mafioso"]
    assert [roster[place] for place, number in enumerate(counts["role", "mafioso"]) if number] == sorted(mafia)
    assert "No game is over" not in page(season).content.decode()


def test_the_deals_of_games_to_come_are_nowhere_to_be_read(admin_client):
    season = begun(games=12)
    open_due_fixtures(now=NOON)
    fixture = season.fixtures.get(number=1)
    assert "mafioso" in fixture.deal["roles"]
    for address in (
        "/seasons/spring/",
        "/seasons/spring/audit/",
        "/api/v1/seasons/spring/",
        "/api/v1/seasons/spring/fixtures/",
        f"/api/v1/games/{fixture.game.public_id}/",
        f"/api/v1/games/{fixture.game.public_id}/log/",
        f"/admin/league/fixture/{fixture.pk}/change/",
    ):
        for client in (Client(), admin_client) if "/admin/" not in address else (admin_client,):
            answer = client.get(address)
            assert answer.status_code == 200, address
            assert "vigilante" not in answer.content.decode().casefold().replace("vigilante_shots", ""), address
    counts = Client().get("/api/v1/seasons/spring/audit/").json()["rules"][0]["counts"]
    assert {number for each in counts for number in each["by_player"]} == {0}
    drawn = json.loads(told("spring", "audit", "--drawn", "--json"))
    assert drawn["rules"][0]["at_ends"] <= 1
    assert drawn["over"] == 0


def test_a_game_that_was_called_off_or_unrated_is_told_with_what_differs():
    season = begun(games=12)
    open_due_fixtures(now=NOON)
    Game.objects.filter(fixture__season=season, fixture__number=3).update(status="void")
    open_due_fixtures(now=NOON)
    over(season, *range(1, 13))
    Game.objects.filter(fixture__season=season, fixture__number=5).update(unrated="substituted")
    audited = audit_season(season)
    assert (audited.redealt, audited.uncounted, audited.found.counted) == ([3], [5], 11)
    for text in (page(season).content.decode(), told("spring", "audit")):
        assert "Dealt anew by lot after a game was called off (same players, roles drawn again): game 3." in text
        assert "Over, and in no result: game 5." in text


def test_team_against_team_says_which_deals_were_played_once():
    season = begun(design="teams", games=4, players=make_roster(16))
    open_due_fixtures(now=NOON)
    over(season, 1, 3)
    open_due_fixtures(now=NOON)
    over(season, 2)
    audited = audit_season(season)
    assert audited.unpaired == [3]
    client = Client()
    client.cookies[CHOICE] = SHOWN
    assert "The roster plays as two sides" in page(season, client).content.decode()


@pytest.mark.parametrize("games", [1, 3])
def test_the_page_takes_as_many_queries_for_one_game_as_for_three(games, django_assert_num_queries):
    season = begun()
    open_due_fixtures(now=NOON)
    over(season, *range(1, games + 1))
    with django_assert_num_queries(6):
        assert page(season).status_code == 200


@pytest.mark.parametrize("games", [1, 2, 9])
def test_who_sat_as_what_and_who_never_hid_is_told_only_where_it_is_asked(games):
    begun()
    open_due_fixtures(now=NOON)
    season = Season.objects.get(slug="spring")
    over(season, *range(1, games + 1))
    found = []
    for swapped in (False, True):
        if swapped:  # who hides sits with who does not, in every game that is over
            for game in Game.objects.filter(fixture__season=season, fixture__number__lte=games):
                hidden, other = (game.seats.filter(team=team).order_by("number").first() for team in ("mafia", "town"))
                roles = (hidden.role, hidden.team), (other.role, other.team)
                for seat, (role, team) in ((hidden, roles[1]), (other, roles[0])):
                    seat.role, seat.team = role, team
                    seat.save(update_fields=["role", "team"])
        found.append(
            [Client().get(f"/seasons/spring/audit/{asked}").content.decode() for asked in ("", "?open=record")]
        )
    (shut, opened), (shut_too, opened_too) = found
    for text in (shut, shut_too):
        assert ('id="record"' in text, "Seat by seat" in text) == (True, True)
        for told in ("Player by player", "Mafioso", "never hidden", "always hidden"):
            assert told not in text
    assert (opened != opened_too, "Player by player" in opened) == (True, True)
    client = Client()
    client.cookies[CHOICE] = SHOWN
    assert ('id="record"' in (text := page(season, client).content.decode()), "Player by player" in text) == (
        False,
        True,
    )


def test_before_the_first_end_there_is_nothing_to_count_and_thousands_are_counted_elsewhere(monkeypatch):
    season = begun()
    assert "No game is over: there is nothing to count yet." in page(season).content.decode()
    open_due_fixtures(now=NOON)
    over(season, 1, 2)
    monkeypatch.setattr("league.views.seasons.MOST_ON_PAGES", 1)
    monkeypatch.setattr("league.api.running.audits.MOST_ON_PAGES", 1)
    assert "2 games are too many to be counted for a page" in page(season).content.decode()
    assert Client().get("/api/v1/seasons/spring/audit/").status_code == 409


def test_a_draft_is_audited_for_staff_alone(admin_client):
    create_season(slug="draft", name="Draft", rules=[Rules("town-mafia", 8)], games=3, players=make_roster())
    season = Season.objects.get(slug="draft")
    assert (page(season).status_code, page(season, admin_client).status_code) == (404, 200)


def test_a_blocks_size_stands_on_the_seasons_page_and_in_the_api():
    season = begun()
    assert "A block: 12 games" in Client().get("/seasons/spring/").content.decode()
    assert Client().get("/api/v1/seasons/spring/").json()["block"] == 12
    rotation = begun(slug="old", design="rotation", players=list(season.players.all()))
    assert "A block" not in Client().get("/seasons/old/").content.decode()
    assert Client().get("/api/v1/seasons/old/").json()["block"] is None
    assert [block_told(each, 12, 2) for each in (season, rotation)] == ["12 games of each rule book, 24 in all", ""]
