"""How evenly a season's games will come to its players is told before it begins, and nothing of who sits where."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from league.models import Season
from league.queries.audits.counting import audit_season
from league.queries.audits.forecasting import EXAMPLE, Often, forecast_season
from league.queries.audits.telling import forecast_said
from league.seasons.design.auditing import GAMES, KINDS, ROLE, SEAT, TEAM
from league.seasons.lifecycle.announcing import announce_season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules, WrongSeason
from league.seasons.making.creating import create_season
from tests.factories import NOON, make_roster

pytestmark = pytest.mark.django_db

MAFIA = Rules("town-mafia", 8)
ADDRESS = "/api/v1/seasons/spring/audit/?forecast=1"


def draft(**fields: Any) -> Season:
    given = {"slug": "spring", "name": "Spring", "rules": [MAFIA], "games": 14, "memory": "off"}
    return create_season(**given | {"players": fields.pop("players", None) or make_roster()} | fields)


def told(*arguments: str) -> str:
    out = StringIO()
    call_command("season", "spring", "audit", *arguments, stdout=out)
    return out.getvalue()


def test_a_forecast_has_the_shape_of_the_audit_and_says_what_is_sure(client: Client) -> None:
    announce_season(season=draft(), now=NOON)
    found = client.get(ADDRESS).json()
    assert json.loads(told("--forecast", "--json")) == found
    audit = client.get("/api/v1/seasons/spring/audit/").json()
    assert (found.keys(), found["rules"][0].keys()) == (audit.keys(), audit["rules"][0].keys())
    assert (audit["is_forecast"], audit["forecast"], audit["rules"][0]["promised"]) == (False, [], [])
    assert (found["is_forecast"], found["over"], found["counted"], found["block"]) == (True, 0, 14, 12)
    (book,) = found["rules"]
    assert [(end["block"], end["games"], max(each["by"] for each in end["worst"])) for end in book["ends"]] == [
        (1, 12, 0),
        (2, 2, 1),
    ]
    assert book["at_ends"] == 1 < book["in_between"]
    sure = {(each["kind"], each["what"]): (each["least"], each["most"]) for each in book["promised"]}
    assert (sure[GAMES, ""], sure[SEAT, "0"], sure[ROLE, "mafioso"], sure[ROLE, "doctor"]) == (
        (9, 10),
        (1, 2),
        (2, 3),
        (1, 2),
    )
    assert found["forecast"][:3] == [
        "A forecast, of which nothing is drawn from the season's secret.",
        "Whatever is drawn, everybody plays 9 or 10 of 14 games.",
        "The last block of Town Mafia is cut short: 2 of 12 games.",
    ]


def test_two_seasons_that_differ_in_their_secrets_alone_have_one_forecast() -> None:
    players = make_roster()
    one, other = (draft(slug=slug, secret=slug * 9, players=players) for slug in ("spring", "autumn"))
    found = [forecast_season(season).audited.found for season in (one, other)]
    assert found[0] == found[1]
    drawn = [start_season(season=season, now=NOON).fixtures.values_list("seating", "deal") for season in (one, other)]
    assert list(drawn[0]) != list(drawn[1])
    assert [audit_season(season, as_drawn=True).found.met for season in (one, other)] != [found[0].met] * 2


def test_no_season_can_have_the_secret_of_the_example() -> None:
    most = Season._meta.get_field("secret").max_length
    assert most is not None
    assert len(EXAMPLE) > most
    with pytest.raises(WrongSeason, match="1 to 200 characters"):
        draft(secret=EXAMPLE)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"games": 12},
        {"games": 3},
        {"rules": [MAFIA, Rules("council-mafia", 7)], "games": 31},
        {"rules": [MAFIA, MAFIA], "games": 17},
        {"design": "teams", "games": 20},
        {"design": "teams", "games": 26, "rules": [MAFIA, Rules("council-mafia", 7)]},
        {"design": "rotation", "games": 17},
        {"design": "rotation", "games": 17, "rules": [MAFIA, Rules("council-mafia", 7)]},
    ],
)
@pytest.mark.parametrize("secret", ["one", "another"])
def test_what_is_promised_is_kept_by_every_draw(secret: str, fields: dict[str, Any]) -> None:
    season = draft(secret=secret, players=make_roster(14), **fields)
    forecast = forecast_season(season)
    drawn = audit_season(start_season(season=season, now=NOON), as_drawn=True).found
    assert any(forecast.promised)
    for counted in (drawn, forecast.audited.found):
        for book, promised in zip(counted.books, forecast.promised, strict=True):
            for what, often in promised.items():
                assert set(book.counts[what]) <= set(often), what
        if forecast.games is not None:
            assert forecast.games.least <= min(counted.games) <= max(counted.games) <= forecast.games.most
    for book, example in zip(drawn.books, forecast.audited.found.books, strict=True):
        assert sum(book.counts[GAMES, ""]) == sum(example.counts[GAMES, ""])


def test_of_roles_that_are_left_to_the_seeds_nothing_is_told() -> None:
    forecast = forecast_season(draft(design="rotation", rules=[MAFIA, MAFIA]))
    assert (forecast.promised, forecast.games, forecast.undealt) == ([{}, {}], None, ["Town Mafia"])
    for book in forecast.audited.found.books:
        assert {kind for kind, _ in book.counts} == set(book.between) == {GAMES, SEAT}
    assert any("roles are left to each game's seed" in each for each in forecast_said(forecast))
    assert not {ROLE, TEAM} & {each for each in KINDS if f"{each}:" in told("--forecast")}


def test_a_forecast_in_lines_says_that_it_is_an_example() -> None:
    draft(rules=[MAFIA, Rules("council-mafia", 7)])
    lines = told("--forecast").splitlines()
    assert lines[1] == "14 games are planned; a block has 12 games of each rule book, 24 in all"
    assert lines[2] == "Town Mafia:"
    assert lines[3].startswith("  sure: games 4 or 5, each seat 0 or 1, as ")
    assert "Whatever is drawn, everybody plays 8 or 9 of 14 games." in lines
    assert any(each.startswith("  for example, games: at the end of a block ") for each in lines)
    assert [str(Often.of(*each)) for each in ((12, 4), (13, 4))] == ["3", "3 or 4"]
    assert str(Often(2, 5)) == "2 to 5"


def test_what_has_begun_has_an_audit_and_no_forecast(client: Client) -> None:
    season = start_season(season=draft(), now=NOON)
    refused = client.get(ADDRESS)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "wrong_state")
    assert "spring is running" in refused.json()["error"]["message"]
    with pytest.raises(CommandError, match="its audit counts the games that are over"):
        told("--forecast")
    assert client.get(f"/api/v1/seasons/{season.slug}/audit/").status_code == 200
    assert client.get("/api/v1/seasons/spring/audit/?forecast=perhaps").status_code == 400


def test_a_forecast_of_a_draft_is_for_staff_and_takes_few_queries(
    admin_client: Client, client: Client, django_assert_num_queries: Any
) -> None:
    season = draft()
    with django_assert_num_queries(2):
        forecast_season(season)
    assert (Client().get(ADDRESS).status_code, admin_client.get(ADDRESS).status_code) == (404, 200)


def test_what_takes_long_is_drawn_at_the_command_line(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    announce_season(season=draft(), now=NOON)
    for limit, what in (("MOST_ON_PAGES", "14 games"), ("MOST_PLAYERS", "12 players")):
        with monkeypatch.context() as patched:
            patched.setattr(f"league.api.running.audits.{limit}", 11)
            refused = client.get(ADDRESS)
        assert refused.status_code == 409
        assert f"a forecast of {what} is drawn at the command line" in refused.json()["error"]["message"]


def test_a_roster_that_became_too_small_is_said() -> None:
    season = draft()
    season.roster.filter(number__gte=7).delete()
    with pytest.raises(WrongSeason, match="8 seats need at least as many players, not 7"):
        forecast_season(season)
