"""What visitors see of boards: nothing of one that is hidden, why what is off is off, and the games behind numbers."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db.models import F
from django.test import Client

from games.models import Game
from league.access.acts import COMMAND_LINE
from league.access.endings import CHOICE, SHOWN
from league.boards.verbs import VERBS, Given, carry_out
from league.models import Act, Board, FiguresSum, Season
from league.queries.schedule import standings_told
from league.results.figures import count_figures
from league.results.standings import record_result
from league.seasons.series.telling import seasons_told
from personas.models import Player
from tests.factories import (
    NOON,
    make_finished_game,
    make_fixture,
    make_game,
    make_persona,
    make_player,
    make_running_game,
    make_running_season,
    make_seat,
    make_series,
    make_token,
    make_twin,
    make_user,
)
from tests.league.api.between import written_after_each_look

pytestmark = pytest.mark.django_db


def do(verb: str, season: Season | None = None, **given: Any) -> str:
    said = Given(**{"reason": "the provider was down"} | given)
    return carry_out(verb=VERBS[verb], season=season, by=COMMAND_LINE, now=NOON, given=said)


def named(name: str) -> Player:
    return make_player(persona=make_persona(name=name, slug=name.lower()))


def sits(game: Game, *players: Player) -> Game:
    for seat, player in enumerate(players):
        role, team = ("mafioso", "mafia") if seat == 0 else ("villager", "town")
        make_seat(game=game, number=seat, player=player, role=role, team=team)
    return game


def over(season: Season, number: int, *players: Player, winner: str = "town", **fields: Any) -> Game:
    game = sits(make_finished_game(winner=winner, **fields), *players)
    game.seats.update(survived=True)
    make_fixture(season=season, number=number, game=game)
    record_result(game=game, now=NOON)
    count_figures(game=game)
    return game


@pytest.fixture
def staff(client: Client) -> Client:
    user = make_user(is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="change_board"))
    other = Client()
    other.force_login(user)
    return other


def page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, (address, response.status_code)
    return response.content.decode()


def test_of_a_hidden_season_s_board_the_public_sees_nothing_and_staff_all(client: Client, staff: Client) -> None:
    season, open_one, ann, bob = (
        make_running_season(slug="spring"),
        make_running_season(slug="fall"),
        named("Ann"),
        named("Bob"),
    )
    for number in (1, 2, 3):
        over(season, number, ann, bob)
    over(open_one, 1, ann, bob)
    series = make_series(slug="springs")
    Season.objects.filter(pk=season.pk).update(series=series, series_number=1)
    places = [
        "/seasons/spring/",
        "/leaderboard/?season=spring",
        "/stats/?by=model&season=spring",
        "/stats/roles/?season=spring",
    ]
    client.cookies[CHOICE] = staff.cookies[CHOICE] = SHOWN  # else nothing of the last stands there anyway
    told = ["standings", "board"]
    asked = ["leaderboard/?season=spring", "stats/?by=model&season=spring", "stats/roles/?season=spring"]
    addresses = [f"/api/v1/{each}" for each in (*(f"seasons/spring/{part}/" for part in told), *asked)]
    assert all('class="results"' in page(client, each) for each in places)
    assert all(client.get(each).status_code == 200 for each in addresses)
    assert set(standings_told()) == {"spring", "fall"}

    do("hide", season)
    for each in places:
        assert 'class="results"' not in page(client, each), each
        assert "published" in page(client, each), each
        assert 'class="results"' in page(staff, each), each
    refused = [client.get(each) for each in addresses]
    assert {(each.status_code, each.json()["error"]["message"]) for each in refused} == {
        (404, "this board is not published")
    }
    assert set(standings_told()) == {"fall"}, "whoever watches the league is told nothing"
    assert 'class="results"' in page(client, "/seasons/fall/")
    assert client.get("/seasons/spring/twins/").status_code == 404
    assert [each.leader for each in seasons_told(series, Season.objects.all())] == [None]
    do("publish", season)
    assert [each.leader for each in seasons_told(series, Season.objects.all())] == [bob]
    assert all('class="results"' in page(client, each) for each in places)


def test_of_the_hidden_leaderboard_the_public_sees_nothing_anywhere(client: Client, staff: Client) -> None:
    season, ann, bob = make_running_season(slug="spring"), named("Ann"), named("Bob")
    for number in (1, 2, 3):
        over(season, number, ann, bob)
    pages = {
        "/": "Who leads",
        "/leaderboard/": "Ann",
        "/players/": "of 3 won",
        f"/players/{ann.player_id}/": "<dt>Won</dt>",
        f"/personas/{ann.persona.slug}/": "of 3 won",
        "/models/": "95 % interval",
        "/stats/roles/": "Mafioso",
        "/stats/": "95 % interval</th>",
    }
    words = {"/": 'class="results"'}
    client.cookies[CHOICE] = staff.cookies[CHOICE] = SHOWN
    for address, word in pages.items():
        assert words.get(address, word) in page(client, address), address
    player = client.get(f"/api/v1/players/{ann.player_id}/").json()
    assert (player["games_played"], player["win_rate"]) == (3, 0.0)
    met = f"/api/v1/players/{ann.player_id}/head-to-head/"
    assert [each["player_id"] for each in client.get(met).json()["results"]] == [bob.player_id]

    do("hide")
    for address, word in pages.items():
        assert words.get(address, word) not in page(client, address), address
        assert words.get(address, word) in page(staff, address), address
    told = client.get(f"/api/v1/players/{ann.player_id}/").json()
    assert (told["games_played"], told["win_rate"], told["by_role"]) == (0, None, {})
    assert client.get("/api/v1/leaderboard/").status_code == 404
    assert client.get(met).json()["results"] == []
    assert [each["player_id"] for each in staff.get(met).json()["results"]] == [bob.player_id]
    assert 'class="results"' in page(client, "/seasons/spring/"), "a season's board is its own"


def test_of_the_hidden_leaderboard_the_public_learns_no_claims_either(client: Client, staff: Client) -> None:
    season, players = make_running_season(slug="spring"), [named("Ann"), named("Bob")]
    for number in (1, 2):
        over(season, number, *players)
    FiguresSum.objects.update(claims=7, judged=5, untrue=3)
    of_players = [f"players/{each.player_id}/" for each in players]
    of_models = [f"models/{each.model.slug}/" for each in players]

    def told(by: Client) -> dict[str, Any]:
        """By address, whether its page tells of claims, and how many its JSON has."""
        claims = {each: by.get(f"/api/v1/{each}").json()["claiming"]["claims"] for each in of_players + of_models}
        rows = by.get("/api/v1/players/").json()["results"]
        return {
            "pages": {"What was claimed" in page(by, f"/{each}") for each in claims},
            "claims": all(claims.values()),
            "none": not any(claims.values()),
            "by rules": {bool(by.get(f"/api/v1/{each}").json()["claiming_by_ruleset"]) for each in of_models},
            "listed": {bool(row["claiming"]["claims"]) for row in rows},
        }

    client.cookies[CHOICE] = staff.cookies[CHOICE] = SHOWN
    seen = {"pages": {True}, "claims": True, "none": False, "by rules": {True}, "listed": {True}}
    assert told(client) == seen
    do("hide")
    assert told(client) == {"pages": {False}, "claims": False, "none": True, "by rules": {False}, "listed": {False}}
    assert "not published" in page(client, f"/{of_models[0]}")
    assert told(staff) == seen
    assert "not published" not in page(staff, f"/{of_models[0]}")


def test_what_is_taken_off_a_board_is_told_beside_it_and_at_the_game_and_the_player(client: Client) -> None:
    season, ann, bob = make_running_season(slug="spring"), named("Ann"), named("Bob")
    games = [over(season, number, ann, bob) for number in (1, 2, 3, 4)]
    do("exclude", game=games[0].public_id, reason="<b>a wrong rule</b>")
    do("exclude", season, player=ann.player_id, reason="was helped")
    game, player = (page(client, each) for each in (f"/games/{games[0].public_id}/", f"/players/{ann.player_id}/"))
    board, whole = page(client, "/seasons/spring/"), page(client, "/leaderboard/")
    for text in (board, whole, game):
        assert "&lt;b&gt;a wrong rule&lt;/b&gt;" in text
        assert "<b>a wrong" not in text
    assert "was helped" in board
    assert "was helped" in player
    assert "was helped" not in whole, "of all seasons it is not off"
    told = client.get("/api/v1/seasons/spring/board/").json()["excluded"]
    assert [(each["what"], each["id"], each["reason"]) for each in told] == [
        ("player", ann.player_id, "was helped"),
        ("game", games[0].public_id, "<b>a wrong rule</b>"),
    ]


@pytest.fixture
def league(client: Client) -> dict[str, Any]:
    """Games of every kind that does not count, and two that do."""
    ann, bob = named("Ann"), named("Bob")
    season = make_running_season(slug="spring")
    by_hand = make_running_season(slug="hand", rated=False, secret="of my choice")
    twin = make_twin(twin_of=season, slug="again", status="running", started_at=NOON)
    games = {
        "": over(season, 1, ann, bob),
        "excluded: the provider was down": over(season, 2, ann, bob),
        "unrated: another model answered": over(season, 3, ann, bob, unrated="another model answered."),
        "unrated: seed by hand, from its season's secret": over(by_hand, 1, ann, bob),
        "a twin: the same deals once more": over(twin, 1, ann, bob),
        "an exhibition, of no season": sits(make_finished_game(), ann, bob),
        "void: provider down": sits(
            make_game(status="void", waiting="called off: provider down", terms={"season": "spring"}), ann, bob
        ),
        "not finished": sits(make_running_game(), ann, bob),
    }
    make_fixture(season=season, number=9, game=games["not finished"])
    do("exclude", game=games["excluded: the provider was down"].public_id)
    return {"ann": ann, "games": games, "season": season}


def listed(client: Client, query: str) -> dict[str, str]:
    """By id, why a game does not count."""
    rows = client.get(f"/api/v1/games/?{query}").json()["results"]
    assert all(row["counts"] == (not row["why"]) for row in rows)
    return {row["id"]: row["why"] for row in rows}


def test_every_number_opens_the_games_that_it_counts_and_those_that_it_does_not_with_why(
    client: Client, league: dict[str, Any]
) -> None:
    ann, games = league["ann"], {game.public_id: why for why, game in league["games"].items()}
    of_season = {key: why for key, why in games.items() if league["games"][why].terms.get("season") == "spring"}
    assert listed(client, f"player={ann.player_id}") == games
    assert listed(client, f"counted=no&player={ann.player_id}") == {key: why for key, why in games.items() if why}
    assert listed(client, f"counted=yes&player={ann.player_id}") == {key: "" for key, why in games.items() if not why}
    uncounted = set(listed(client, "counted=no&season=spring").values())
    assert uncounted == {
        *("excluded: the provider was down", "unrated: another model answered"),
        *("void: provider down", "not finished"),
    }
    assert of_season
    assert len(listed(client, "counted=yes&season=hand")) == 1, "on its own board it counts"
    text = page(client, f"/games/?counted=no&player={ann.player_id}")
    for why in games.values():
        assert not why or f"Does not count: {why.replace(chr(39), '&#x27;')}" in text, why
    (row,) = [each for each in client.get("/api/v1/leaderboard/").json()["results"] if each["id"] == ann.player_id]
    assert row["games"] == len(listed(client, f"counted=yes&player={ann.player_id}"))


def test_a_list_by_role_tells_nothing_of_a_game_that_is_on(client: Client, league: dict[str, Any]) -> None:
    ann, on = league["ann"], league["games"]["not finished"].public_id
    who = f"player={ann.player_id}"
    assert on in listed(client, who)
    for asked in ("role=mafioso", "role=villager", "team=mafia", "team=town", "result=lost", "result=won"):
        for counted in ("", "&counted=no"):
            assert on not in listed(client, f"{who}&{asked}{counted}")
            assert on not in page(client, f"/games/?{who}&{asked}{counted}")
    assert len(listed(client, f"{who}&role=mafioso&counted=yes&result=lost")) == 1
    assert listed(client, f"{who}&role=mafioso&counted=yes&result=won") == {}
    assert listed(client, f"{who}&role=villager&counted=yes") == {}


@pytest.mark.parametrize("asked", ["role=mafioso", "team=mafia", "result=lost", "result=lost&counted=yes"])
def test_a_list_that_tells_endings_keeps_back_what_has_not_been_watched(client: Client, asked: str) -> None:
    seasons, ann, bob = [make_running_season(slug=slug) for slug in ("spring", "fall")], named("Ann"), named("Bob")
    games = [over(season, number, ann, bob).public_id for season in seasons for number in (1, 2)]
    address = f"/games/?player={ann.player_id}&{asked}"
    kept_back = "Games that you have not watched are kept back here"

    def listed_for(**cookies: str) -> list[str]:
        for name, value in cookies.items():
            client.cookies[name] = value
        text = page(client, address)
        assert (kept_back in text) == ("endings" not in cookies)
        assert ("data-endings>Show them</a>" in text) == ("endings" not in cookies)
        return [game for game in games if game in text]

    assert listed_for() == []
    assert "Of the games that you have watched none fits" in page(client, address)
    assert listed_for(watched=f"{games[0]}.{games[3]}") == [games[0], games[3]]
    assert [game for game in games if game in page(client, f"/games/?player={ann.player_id}")] == games
    assert kept_back not in page(client, f"/games/?player={ann.player_id}&counted=yes")
    assert listed_for(endings="shown") == games
    assert set(listed(client, f"player={ann.player_id}&{asked}")) == set(games), "the API tells everybody"


def test_the_board_s_verbs_are_for_who_manages_boards_and_leave_acts(client: Client, staff: Client) -> None:
    season, ann, bob = make_running_season(slug="spring"), named("Ann"), named("Bob")
    game = over(season, 1, ann, bob)
    assert client.get("/seasons/spring/board/hide/").status_code == 302
    visitor = Client()
    visitor.force_login(make_user(is_staff=True))
    assert visitor.post("/seasons/spring/board/hide/").status_code == 403

    assert "/seasons/spring/board/exclude/?game=" in page(staff, f"/games/{game.public_id}/")
    assert staff.post("/seasons/spring/board/exclude/", {"game": game.public_id}).status_code == 422
    assert not Act.objects.exists()
    said = {"game": game.public_id, "reason": "a wrong rule"}
    assert staff.post("/seasons/spring/board/exclude/", said).status_code == 302
    assert staff.post("/leaderboard/board/minimum/", {"minimum": 7}).status_code == 302
    assert staff.post("/seasons/spring/board/hide/", {}).status_code == 302
    assert "hidden already" in staff.post("/seasons/spring/board/hide/", {}, follow=True).content.decode()
    assert Board.objects.get(season=None).minimum == 7
    verbs = Act.objects.order_by("pk").values_list("verb", "name", "surface", "reason")
    assert list(verbs) == [
        ("exclude", game.public_id, "site", "a wrong rule"),
        ("minimum", "all", "site", ""),
        ("hide", "spring", "site", ""),
    ]


def test_the_api_does_it_once_for_a_key_and_not_over_somebody_else(client: Client) -> None:
    season, ann, bob = make_running_season(slug="spring"), named("Ann"), named("Bob")
    game = over(season, 1, ann, bob)
    user = make_user(is_staff=True, is_superuser=True)
    _, key = make_token(user=user, scopes=["read", "season"])
    _, reader = make_token(user=user, scopes=["read"])
    address = "/api/v1/seasons/spring/board/exclude/"

    def post(token: str, to: str = address, **headers: str) -> Any:
        sent = {"game": game.public_id, "reason": "a wrong rule"} if to == address else {}
        return client.post(to, sent, "application/json", headers={"Authorization": f"Bearer {token}"} | headers)

    assert post(reader).status_code == 403
    tag = client.get("/api/v1/seasons/spring/board/").headers["ETag"]
    first = post(key, **{"Idempotency-Key": "k1", "If-Match": tag})
    assert (first.status_code, first.json()["told"]) == (200, f"Game 1 of {season.name} (Town Mafia) is excluded.")
    assert post(key, **{"Idempotency-Key": "k1", "If-Match": tag}).json() == first.json()
    assert post(key).status_code == 409
    assert post(key, "/api/v1/seasons/spring/board/hide/", **{"If-Match": tag}).status_code == 412
    assert not Board.objects.filter(is_published=False).exists()
    assert Act.objects.count() == 1


@pytest.mark.parametrize("board", ["seasons/spring/board/", "board/"])
def test_each_verb_by_api_is_answered_with_the_tag_that_the_board_has_then(client: Client, board: str) -> None:
    season, ann, bob = make_running_season(slug="spring"), named("Ann"), named("Bob")
    game = over(season, 1, ann, bob)
    season.roster.create(player=ann, number=0)
    _, key = make_token(user=make_user(is_staff=True, is_superuser=True), scopes=["season"])
    headers, tags = {"Authorization": f"Bearer {key}"}, list[str]()
    for verb, given in (
        ("exclude", {"game": game.public_id}),  # which is its season's affair: the league's board stays as it is
        ("exclude", {"player": ann.player_id}),
        ("restore", {"player": ann.player_id}),
        ("minimum", {"minimum": 2}),
        ("order", {"order": "rate"}),
        ("hide", {}),
        ("publish", {}),
    ):
        tag = {"If-Match": tags[-1]} if tags else {}
        sent = given | {"reason": "a wrong rule"}
        answer = client.post(f"/api/v1/{board}{verb}/", sent, "application/json", headers=headers | tag)
        assert answer.status_code == 200, answer.content
        assert answer.headers["ETag"] == client.get(f"/api/v1/{board}", headers=headers).headers["ETag"], verb
        tags.append(answer.headers["ETag"])
    assert len(set(tags)) == len(tags)


@pytest.mark.parametrize("board", ["seasons/spring/board/", "board/"])
def test_a_verb_is_answered_with_the_tag_of_the_board_that_it_tells(client: Client, board: str) -> None:
    season = make_running_season(slug="spring")
    _, key = make_token(user=make_user(is_staff=True, is_superuser=True), scopes=["season"])
    of = Board.objects.filter(season=season if "spring" in board else None)
    do("hide", season if "spring" in board else None)

    with written_after_each_look("league_board", lambda: of.update(revision=F("revision") + 1)) as looks:
        answer = client.post(
            f"/api/v1/{board}publish/", {}, "application/json", headers={"Authorization": f"Bearer {key}"}
        )

    assert (answer.status_code, looks != []) == (200, True), answer.content
    assert answer.headers["ETag"].strip('"').partition("-")[0] == str(answer.json()["board"]["revision"])


def test_a_game_whose_state_is_in_the_way_is_a_conflict_by_api(client: Client) -> None:
    season = make_running_season(slug="spring")
    held = [make_game(status="void"), make_game(), make_running_game()]
    for number, game in enumerate(held, 1):
        make_fixture(season=season, number=number, game=game)
    let_go = make_game(status="void", terms={"season": "spring"})
    _, key = make_token(user=make_user(is_staff=True, is_superuser=True), scopes=["season"])
    for verb in ("exclude", "restore"):
        address = f"/api/v1/seasons/spring/board/{verb}/"
        for game in (*held, let_go):
            sent = {"game": game.public_id, "reason": "a wrong rule"}
            answer = client.post(address, sent, "application/json", headers={"Authorization": f"Bearer {key}"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (409, "wrong_state"), (verb, answer.content)
            if verb == "exclude" or game == let_go:
                assert f"is {game.status}, and on no board anyway" in answer.json()["error"]["message"]
    assert not Act.objects.exists()


@pytest.mark.parametrize("rows", [1, 3])
def test_a_board_and_its_lists_cost_the_same_with_one_row_and_with_three(
    client: Client, django_assert_num_queries: Any, rows: int
) -> None:
    season = make_running_season(slug="spring")
    for number in range(1, rows + 1):
        game = over(season, number, make_player(), make_player())
        do("exclude", game=over(season, 10 + number, make_player(), make_player()).public_id)
        do("exclude", season, player=game.seats.first().player.player_id)
    queries = {"/leaderboard/": 6, "/stats/roles/": 6, "/games/?counted=no": 6, "/games/?counted=yes": 5}
    for address, number in queries.items():
        with django_assert_num_queries(number, info=address):
            page(client, address)
