"""The OpenAPI: whole, valid, without a warning, and true: every answer has the shape that it promises."""

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from schemathesis.generation import GenerationMode

from games.directing.verbs import OF_ALL_CALLS, OF_CALLS
from games.directing.verbs import VERBS as OF_GAMES
from games.live.watching import ASKED
from league.boards.verbs import VERBS as OF_BOARDS
from league.models import Token
from league.seasons.series.verbs import VERBS as OF_SERIES
from league.seasons.verbs import VERBS
from tests.factories import (
    make_fixture,
    make_player,
    make_players,
    make_revision,
    make_season,
    make_standing,
    make_token,
    make_user,
)
from tests.games.twins import dealt, play_first_day, play_to_the_end, stored
from tests.games.watching import site
from tests.league.api.asking import KEPT, ask_around, promised

ADDRESSES = {
    "/api/v1/acts/",
    "/api/v1/alerts/",
    "/api/v1/desk/",
    "/api/v1/games/",
    "/api/v1/games/{public_id}/",
    "/api/v1/games/{public_id}/events/",
    "/api/v1/games/{public_id}/beats/",
    "/api/v1/games/{public_id}/narrations/",
    "/api/v1/games/{public_id}/log/",
    "/api/v1/games/{public_id}/calls/",
    "/api/v1/games/{public_id}/stream/",
    "/api/v1/board/",
    "/api/v1/leaderboard/",
    "/api/v1/models/",
    "/api/v1/models/{slug}/",
    "/api/v1/personas/",
    "/api/v1/personas/export/",
    "/api/v1/personas/{slug}/",
    "/api/v1/personas/{slug}/versions/",
    "/api/v1/personas/{slug}/versions/{number}/",
    "/api/v1/personas/{slug}/versions/{number}/diff/",
    "/api/v1/players/",
    "/api/v1/players/{player_id}/",
    "/api/v1/players/{player_id}/briefing/",
    "/api/v1/players/{player_id}/head-to-head/",
    "/api/v1/players/{player_id}/memory/",
    "/api/v1/players/{player_id}/memory/revisions/",
    "/api/v1/players/{player_id}/memory/revisions/{number}/",
    "/api/v1/players/{player_id}/memory/revisions/{number}/diff/",
    "/api/v1/rulesets/",
    "/api/v1/rulesets/{slug}/",
    "/api/v1/seasons/",
    "/api/v1/seasons/{slug}/",
    "/api/v1/seasons/{slug}/audit/",
    "/api/v1/seasons/{slug}/board/",
    "/api/v1/seasons/{slug}/edits/",
    "/api/v1/seasons/{slug}/fixtures/",
    "/api/v1/seasons/{slug}/log/",
    "/api/v1/seasons/{slug}/standings/",
    "/api/v1/seasons/{slug}/schedule/",
    "/api/v1/seasons/{slug}/twins/",
    "/api/v1/seasons/{slug}/plan/",
    "/api/v1/seasons/{slug}/estimate/",
    "/api/v1/series/",
    "/api/v1/series/{slug}/",
    "/api/v1/budgets/",
    "/api/v1/budgets/{scope}/{name}/",
    "/api/v1/kill-switch/",
    "/api/v1/tokens/",
    "/api/v1/schemas/{name}.json",
    "/api/v1/stats/",
    "/api/v1/stats/games/",
    "/api/v1/stats/roles/",
}
BOARDS = {f"/api/v1/{of}board/{verb}/" for of in ("", "seasons/{slug}/") for verb in OF_BOARDS}
LINES, EVENTS = "application/x-ndjson", "text/event-stream"
STREAMED = {
    "/api/v1/games/{public_id}/calls/": [LINES],
    "/api/v1/games/{public_id}/stream/": [LINES, EVENTS],
    "/api/v1/seasons/{slug}/log/": [LINES],
}
# What may be done at an address but reading, and where nothing is read.
WRITTEN = {
    "/api/v1/addressees/": {"get", "post"},
    "/api/v1/addressees/{slug}/": {"get", "patch", "delete"},
    "/api/v1/addressees/{slug}/try/": {"post"},
    "/api/v1/briefings/": {"post"},
    "/api/v1/memories/undo/": {"post"},
    "/api/v1/models/": {"get", "post"},
    "/api/v1/models/{slug}/": {"get", "patch", "delete"},
    "/api/v1/models/{slug}/activate/": {"post"},
    "/api/v1/models/{slug}/deactivate/": {"post"},
    "/api/v1/models/{slug}/probe/": {"post"},
    "/api/v1/personas/": {"get", "post"},
    "/api/v1/personas/import/": {"post"},
    "/api/v1/personas/{slug}/": {"get", "put", "patch"},
    "/api/v1/personas/{slug}/approve/": {"post"},
    "/api/v1/personas/{slug}/retire/": {"post"},
    "/api/v1/personas/{slug}/versions/{number}/restore/": {"post"},
    "/api/v1/players/": {"get", "post"},
    "/api/v1/players/together/": {"post"},
    "/api/v1/players/{player_id}/": {"get", "patch"},
    "/api/v1/players/{player_id}/retire/": {"post"},
    "/api/v1/players/{player_id}/restore/": {"post"},
    "/api/v1/players/{player_id}/memory/": {"get", "put", "patch"},
    "/api/v1/players/{player_id}/memory/lessons/{number}/drop/": {"post"},
    "/api/v1/players/{player_id}/memory/revisions/{number}/restore/": {"post"},
    "/api/v1/players/{player_id}/memory/words/{place}/approve/": {"post"},
    "/api/v1/players/{player_id}/memory/words/{place}/delete/": {"post"},
    **{f"/api/v1/games/{{public_id}}/{verb}/": {"post"} for verb in OF_GAMES},
    "/api/v1/seasons/{slug}/prune/": {"post"},
    "/api/v1/games/": {"get", "post"},
    "/api/v1/seasons/": {"get", "post"},
    "/api/v1/seasons/{slug}/": {"get", "put", "patch", "delete"},
    "/api/v1/seasons/estimate/": {"post"},
    "/api/v1/seasons/{slug}/clone/": {"post"},
    "/api/v1/seasons/{slug}/twin/": {"post"},
    "/api/v1/seasons/{slug}/roster/": {"post"},
    "/api/v1/series/": {"get", "post"},
    "/api/v1/series/{slug}/": {"get", "patch", "delete"},
    **{f"/api/v1/series/{{slug}}/{verb}/": {"post"} for verb in OF_SERIES if verb != "delete"},
    "/api/v1/budgets/": {"get", "post"},
    "/api/v1/budgets/{scope}/{name}/": {"get", "patch"},
    **{f"/api/v1/budgets/{{scope}}/{{name}}/{verb}/": {"post"} for verb in OF_CALLS},
    **{f"/api/v1/kill-switch/{verb}/": {"post"} for verb in OF_ALL_CALLS},
    "/api/v1/tokens/": {"get", "post"},
    "/api/v1/tokens/{beginning}/": {"delete"},
    **{f"/api/v1/seasons/{{slug}}/{verb}/": {"post"} for verb in VERBS},
    **{address: {"post"} for address in BOARDS},
}


def test_it_is_valid_and_made_without_a_warning() -> None:
    GENERATOR_STATS.reset()
    told = io.StringIO()
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=told)
    assert told.getvalue().startswith("openapi: 3.")


def described(client: Client) -> dict[str, Any]:
    return client.get("/api/schema/", headers={"Accept": "application/vnd.oai.openapi+json"}).json()


def test_it_describes_every_address_and_no_other(client: Client) -> None:
    paths = described(client)["paths"]
    assert {address: set(methods) for address, methods in paths.items()} == {
        each: {"get"} for each in ADDRESSES
    } | WRITTEN


def operations(client: Client, *methods: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Addresses with what may be done there, or with those of the methods that are asked for."""
    for address, there in described(client)["paths"].items():
        for method, operation in there.items():
            if not methods or method in methods:
                yield address, method, operation


# What is written over something that somebody looked at.
FROM_SOMETHING = {
    ("patch", "/api/v1/addressees/{slug}/"),
    ("delete", "/api/v1/addressees/{slug}/"),
    ("patch", "/api/v1/models/{slug}/"),
    ("delete", "/api/v1/models/{slug}/"),
    ("put", "/api/v1/personas/{slug}/"),
    ("patch", "/api/v1/personas/{slug}/"),
    ("post", "/api/v1/personas/{slug}/versions/{number}/restore/"),
    ("patch", "/api/v1/players/{player_id}/"),
    ("patch", "/api/v1/seasons/{slug}/"),
    ("put", "/api/v1/seasons/{slug}/"),
    ("delete", "/api/v1/seasons/{slug}/"),
    ("patch", "/api/v1/series/{slug}/"),
    ("delete", "/api/v1/series/{slug}/"),
    ("patch", "/api/v1/budgets/{scope}/{name}/"),
    ("put", "/api/v1/players/{player_id}/memory/"),
    ("patch", "/api/v1/players/{player_id}/memory/"),
    ("post", "/api/v1/players/{player_id}/memory/lessons/{number}/drop/"),
    ("post", "/api/v1/players/{player_id}/memory/revisions/{number}/restore/"),
    ("post", "/api/v1/players/{player_id}/memory/words/{place}/approve/"),
    ("post", "/api/v1/players/{player_id}/memory/words/{place}/delete/"),
    *(("post", address) for address in BOARDS),
    *(("post", f"/api/v1/games/{{public_id}}/{verb}/") for verb in OF_GAMES),
    *(("post", f"/api/v1/seasons/{{slug}}/{verb}/") for verb in (*VERBS, "roster")),
    *(("post", f"/api/v1/series/{{slug}}/{verb}/") for verb in OF_SERIES if verb != "delete"),
}


# What makes nothing, or nothing a second time, and so takes no key.
WITHOUT_KEY = {
    "/api/v1/addressees/{slug}/try/",
    "/api/v1/briefings/",
    "/api/v1/memories/undo/",
    "/api/v1/seasons/estimate/",
    "/api/v1/seasons/{slug}/prune/",
    "/api/v1/tokens/",  # whose answer is kept nowhere
}
SCOPES = {
    **dict.fromkeys(("seasons", "series", "board"), "season"),
    **dict.fromkeys(("budgets", "kill-switch"), "money"),
    "games": "play",
    **dict.fromkeys(("tokens", "addressees"), "admin"),
}
PARTS = ("edits", "fixtures", "plan", "schedule", "standings", "twins")
# What is read by those alone who may.
GUARDED = {
    "/api/v1/acts/",
    "/api/v1/addressees/",
    "/api/v1/addressees/{slug}/",
    "/api/v1/alerts/",
    "/api/v1/desk/",
    "/api/v1/personas/export/",
    "/api/v1/players/{player_id}/briefing/",
    "/api/v1/seasons/{slug}/estimate/",
    "/api/v1/budgets/",
    "/api/v1/budgets/{scope}/{name}/",
    "/api/v1/kill-switch/",
    "/api/v1/tokens/",
}


def test_what_is_written_is_for_staff_with_a_token_and_says_what_it_was_made_from(client: Client) -> None:
    written = list(operations(client, "put", "post", "patch", "delete"))
    assert {address for address, _, _ in written} == set(WRITTEN)
    for address, method, operation in written:
        assert {} not in operation["security"], address
        scope = "money" if address.endswith("/probe/") else SCOPES.get(address.split("/")[3], "roster")
        assert operation["x-token-scope"] == scope, address
        assert f"of scope `{scope}`" in operation["responses"]["403"]["description"], address
        headers = {each["name"] for each in operation.get("parameters", []) if each["in"] == "header"}
        wanted = {"If-Match"} if (method, address) in FROM_SOMETHING else set()
        takes_key = method == "post" and address not in WITHOUT_KEY
        assert headers == wanted | ({"Idempotency-Key"} if takes_key else set()), address
        refused = {"409", "422"} if takes_key else set()
        assert refused | ({"412"} if wanted else set()) <= set(operation["responses"]), address


def test_what_is_written_has_an_example_of_what_is_sent_and_of_what_is_answered(client: Client) -> None:
    for address, _, operation in operations(client, "put", "post", "patch"):
        (answered,) = (each for status, each in operation["responses"].items() if status in ("200", "201"))
        for told in (operation["requestBody"], answered):
            (example,) = told["content"]["application/json"]["examples"].values()
            assert example["value"], address


def test_without_if_match_is_what_each_operation_says_it_is(client: Client) -> None:
    for address, method, operation in operations(client, "put", "patch", "post", "delete"):
        told = [each for each in operation.get("parameters", []) if each["name"] == "If-Match"]
        for each in told:
            is_of_some = (method, address) == ("patch", "/api/v1/seasons/{slug}/")
            assert ("without it nobody asks" in each["description"]) is not each.get("required", False), address
            assert ("412 without" in each["description"]) is is_of_some, address
            assert "before the hyphen" in each["description"], address


def test_whatever_is_deleted_may_be_told_why_and_need_not(client: Client) -> None:
    deleted = list(operations(client, "delete"))
    assert len(deleted) == 5
    for address, _, operation in deleted:
        assert operation["requestBody"] == {
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Why"}}}
        }, address
        assert "`reason`" in operation["description"], address


def test_every_operation_says_what_it_is_and_how_it_refuses(client: Client) -> None:
    for address, method, operation in operations(client):
        assert operation["description"], address
        assert {"400", "401", "403", "404", "406", "429"} <= set(operation["responses"]), address
        assert {"200", "201", "204"} & set(operation["responses"]), address
        assert method == "get" or "415" in operation["responses"], address
        assert all(each["description"] for each in operation.get("parameters", []) if each["in"] == "query"), address


def test_every_answer_says_its_limits_and_every_one_that_is_read_what_it_may_be_kept_by(client: Client) -> None:
    for address, _, operation in operations(client, "get"):
        told = {status: set(response["headers"]) for status, response in operation["responses"].items()}
        limits = {"RateLimit", "RateLimit-Policy"}
        assert {status: headers for status, headers in told.items() if status not in ("200", "304", "429")} == {
            status: limits for status in told if status not in ("200", "304", "429")
        }, address
        if address in STREAMED:  # nobody knows all of it before it is sent
            assert told["200"] == limits
            assert "304" not in told
            assert list(operation["responses"]["200"]["content"]) == STREAMED[address]
            continue
        assert told["200"] == told["304"] == limits | {"ETag", "Cache-Control"}, address
        assert told["429"] == limits | {"Retry-After"}, address
        assert [each["name"] for each in operation["parameters"] if each["in"] == "header"] == ["If-None-Match"]


def test_the_documentation_tells_the_sockets_as_they_are(client: Client) -> None:
    text = described(client)["info"]["description"]
    for code in (4400, 4403, 4404, 4429, 1011, 1012):
        assert f"| {code} | " in text
    for frame in ("event", "narration", "status", "game", "standings", "ping"):
        assert f"| `{frame}` | " in text
    assert [name for name in ASKED if f"| `{name}` | `{ASKED[name]}` | " in text] == list(ASKED)
    for number in ("240 requests a minute", "1,200 requests a minute", "1,000 frames", "4,000 sockets"):
        assert number in text


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("seasons/{slug}/start/", "with a calendar it waits for the next slot"),
        ("seasons/{slug}/board/publish/", "as all boards are seen from the beginning"),
        ("seasons/{slug}/finish/", "Fixtures without a game, and those whose game has no result, go from `fixtures/`"),
        ("seasons/{slug}/cancel/", "listed at `games/?season=<slug>`, as void, and `acts/?season=<slug>` has this act"),
        ("games/{public_id}/void/", "unless its season is over or is being finished early"),
        ("seasons/{slug}/board/exclude/", "with its own figures, marked as not counted"),
    ],
)
def test_a_verb_says_when_it_does_what_it_does(client: Client, path: str, words: str) -> None:
    assert words in described(client)["paths"][f"/api/v1/{path}"]["post"]["description"]


def test_the_documentation_tells_what_each_scope_lets_a_token(client: Client) -> None:
    text = described(client)["info"]["description"]
    assert [scope for scope in Token.Scope.values if f"| `{scope}` | " in text] == Token.Scope.values
    assert "`write`, from before there were these, means `play` and `roster` and `season`" in text


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("number", "scheme"), [(1, "ws"), (2, "http")], ids=["socket", "stream"])
def test_the_examples_in_the_documentation_follow_a_game_to_its_end(
    client: Client, capsys: pytest.CaptureFixture[str], number: int, scheme: str
) -> None:
    examples = re.findall(r"```python\n(.*?)```", described(client)["info"]["description"], re.DOTALL)
    game = stored(play_to_the_end(play_first_day(dealt())), make_players(8))
    events = client.get(f"/api/v1/games/{game.public_id}/events/").json()["results"]
    assert len(events) > 10

    with site() as running:
        asked = examples[number].replace(f"{scheme}s://league.example", f"{scheme}://127.0.0.1:{running.port}")
        exec(compile(asked.replace("GAME_ID", game.public_id), "the example", "exec"), {"__name__": "example"})

    assert capsys.readouterr().out.splitlines() == [event["text"] for event in events]


def test_every_operation_has_a_title_of_its_own(client: Client) -> None:
    titles = [operation["summary"] for _, _, operation in operations(client)]
    assert len(set(titles)) == len(titles)
    assert all(0 < len(title) <= 120 for title in titles)


def test_a_token_is_asked_for_by_nothing_that_is_read_and_offered_where_it_shows_more(client: Client) -> None:
    paths = described(client)["paths"]
    offered = {address for address, methods in paths.items() if methods.get("get", {}).get("security")}
    assert {address for address in offered if {} not in paths[address]["get"]["security"]} == GUARDED
    assert offered - GUARDED == {
        "/api/v1/games/{public_id}/beats/",
        "/api/v1/games/{public_id}/events/",
        "/api/v1/games/{public_id}/narrations/",
        "/api/v1/models/{slug}/",
        "/api/v1/personas/",
        "/api/v1/personas/{slug}/",
        "/api/v1/seasons/",
        "/api/v1/seasons/{slug}/",
        *(
            f"/api/v1/seasons/{{slug}}/{part}/"
            for part in ("audit", "board", "edits", "fixtures", "plan", "schedule", "standings", "twins")
        ),
        *(f"/api/v1/{part}/" for part in ("board", "leaderboard", "stats", "stats/roles")),
        "/api/v1/series/{slug}/",
        *STREAMED,
    }


def test_the_documentation_is_the_leagues_and_leads_back_to_it(client: Client) -> None:
    page = client.get("/api/docs/").content.decode()
    assert "<title>API · Hidden Role League</title>" in page
    assert re.search('<a class="wordmark" href="/">.*Hidden Role League</a>', page)


def test_the_documentation_needs_nothing_from_elsewhere(client: Client) -> None:
    page = client.get("/api/docs/")
    assert page.status_code == 200
    for word in (b"http://", b"https://", b'src="//', b'href="//'):
        assert word not in page.content.replace(b"http://testserver", b"").replace(b"http://www.w3.org", b""), word


@pytest.fixture
def league_with_rows(db: None) -> dict[str, list[Any]]:
    """Rows of every kind; the values that paths can be asked for, one of each wrong."""
    players, season = make_players(8), make_season(slug="spring")
    running = stored(play_first_day(dealt()), players)
    over = stored(play_to_the_end(play_first_day(dealt())), players)
    make_fixture(season=season, number=1, game=over, seating=[player.pk for player in players])
    make_fixture(season=season, number=2)
    make_standing(season=season, player=players[0])
    make_revision(player=players[0])
    return {
        "public_id": [running.public_id, over.public_id, "nosuchgame00"],
        "player_id": [players[0].player_id, make_player().player_id, "no_body"],
        "name": ["log-1", "calls-1", "persona", "log-0", "spring"],
        "number": [1, 2],
        "place": [0, 1],
        "scope": ["season", "day"],
        "beginning": ["lg_nobody"],
        "slug": ["spring", "town-mafia", "none", players[0].persona.slug, players[0].model.slug],
    }


@pytest.mark.parametrize("address", sorted(ADDRESSES))
def test_every_answer_keeps_its_promise(
    address: str, one_connection: None, league_with_rows: dict[str, list[Any]], *, whole: bool
) -> None:
    ask_around(promised()[address]["get"], league_with_rows, GenerationMode.POSITIVE, examples=8 if whole else 2)


@pytest.mark.parametrize("address", ["games", "leaderboard", "models", "personas", "players", "seasons"])
def test_parameters_that_do_not_fit_are_refused(
    address: str, one_connection: None, league_with_rows: dict[str, list[Any]], *, whole: bool
) -> None:
    ask_around(promised()[f"/api/v1/{address}/"]["get"], {}, GenerationMode.NEGATIVE, examples=8 if whole else 3)


@pytest.mark.long(30)
@pytest.mark.parametrize(
    ("method", "address"),
    [(method, address) for address, methods in WRITTEN.items() for method in sorted(methods - {"get"})],
)
def test_whatever_is_sent_is_answered_as_promised_and_breaks_nothing(
    method: str, address: str, one_connection: None, league_with_rows: dict[str, list[Any]], *, whole: bool
) -> None:
    _, key = make_token(user=make_user(is_staff=True, is_superuser=True), scopes=["admin"])
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
        told = {"headers": {"Authorization": f"Bearer {key}"}, "checks": KEPT}
        ask_around(promised()[address][method], league_with_rows, mode, examples=4 if whole else 1, **told)
