"""A game's ledger through each lens, and its log."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.http import HttpResponse
from django.test import Client

from games.engine.viewpoint import AUDIENCE, seat_viewer, seen_by
from games.ledger.logs import game_log
from games.ledger.replay import play_again
from games.ledger.rows import recorded_game
from games.models import Event, Game
from tests.factories import make_call, make_narration, make_players, make_token, make_user
from tests.games.twins import ALIASES, dealt, play_first_day, play_to_the_end, stored

pytestmark = pytest.mark.django_db
LENSES = ("audience", "glass", "seat:0", "seat:3")


def running(**terms: Any) -> Game:
    return stored(play_first_day(dealt()), make_players(8), terms=terms)


def finished(**terms: Any) -> Game:
    return stored(play_to_the_end(play_first_day(dealt())), make_players(8), terms=terms)


def ask(client: Client, game: Game, query: str = "", **headers: str) -> HttpResponse:
    return client.get(f"/api/v1/games/{game.public_id}/events/{query}", headers=headers)


def rows(client: Client, game: Game, query: str = "") -> list[dict[str, Any]]:
    return ask(client, game, query).json()["results"]


def keeper(client: Client) -> dict[str, str]:
    """The header of somebody who may see what a running game hides."""
    user = make_user()
    user.user_permissions.add(Permission.objects.get(codename="see_secrets"))
    return {"Authorization": f"Bearer {make_token(user=user)[1]}"}


def test_the_audience_hears_what_everyone_hears(client: Client) -> None:
    moderator, game = play_first_day(dealt()), running()
    assert [row["text"] for row in rows(client, game)] == [
        entry.event.text(ALIASES) for entry in seen_by(AUDIENCE, moderator.ledger)
    ]


def test_a_seat_sees_what_it_has_heard(client: Client) -> None:
    moderator, game = play_first_day(dealt()), running()
    assert [row["text"] for row in rows(client, game, "?lens=seat:1")] == [
        entry.event.text(ALIASES) for entry in seen_by(seat_viewer(1), moderator.ledger)
    ]


def test_an_event_has_the_shape_that_was_promised(client: Client) -> None:
    said = next(row for row in rows(client, running()) if row["kind"] == "said")
    assert said == {
        "seq": 5,
        "kind": "said",
        "round": 1,
        "phase": "day",
        "at": "2026-01-01T12:00:00.000Z",
        "text": "Anika: Seat 0 has been listening.",
        "seat": 0,
        "words": "Seat 0 has been listening.",
        "marks": [  # what its player claimed of the one who was found dead in the morning
            {
                "event": 5,
                "speaker": 0,
                "kind": "role",
                "about": 7,
                "value": "villager",
                "verdict": "true",
                "shown_by": 3,
            }
        ],
    }


def test_the_glass_adds_hearers_and_thoughts(client: Client) -> None:
    seen = rows(client, running(), "?lens=glass")
    plotted = next(row for row in seen if row["kind"] == "plotted")
    voted = next(row for row in seen if row["kind"] == "voted")
    assert (plotted["heard_by"], plotted["thought"]) == ([0, 1], f"A thinks in poll 1 on seat {plotted['seat']}")
    assert (voted["heard_by"], voted["thoughts"]["3"]) == ("everyone", "A thinks in poll 18 on seat 3")


@pytest.mark.parametrize("lens", LENSES)
def test_numbers_are_the_lenss_own_and_after_cuts_anywhere(client: Client, lens: str) -> None:
    game = running()
    whole = rows(client, game, f"?lens={lens}")
    assert [row["seq"] for row in whole] == list(range(1, len(whole) + 1))
    for after in range(len(whole) + 1):
        assert rows(client, game, f"?lens={lens}&after={after}") == whole[after:]


@pytest.mark.parametrize("lens", LENSES)
def test_pages_lead_through_the_whole_ledger_in_the_same_lens(client: Client, lens: str) -> None:
    game = running()
    address, found = f"/api/v1/games/{game.public_id}/events/?lens={lens}&page_size=7", []
    while address:
        page = client.get(address).json()
        found += page["results"]
        last, address = page, page["next"]
    assert found == rows(client, game, f"?lens={lens}")
    assert client.get(last["previous"]).json()["results"][-1]["seq"] == last["results"][0]["seq"] - 1


@pytest.mark.parametrize("lens", LENSES)
@pytest.mark.parametrize("make", [running, finished])
def test_past_the_end_there_is_nothing_and_the_page_before_is_the_last(client: Client, lens: str, make: Any) -> None:
    game = make()
    whole = rows(client, game, f"?lens={lens}")
    for after in (len(whole), len(whole) + 1, 2**31 - 1):
        past = ask(client, game, f"?lens={lens}&after={after}&page_size=3").json()
        assert (past["results"], past["next"]) == ([], None)
        assert client.get(past["previous"]).json()["results"] == whole[-3:]


def test_where_nothing_is_yet_nothing_comes_before(client: Client) -> None:
    game = running()
    Event.objects.filter(game=game).delete()
    for lens in LENSES:
        assert ask(client, game, f"?lens={lens}&after=9").json() == {"next": None, "previous": None, "results": []}


@pytest.mark.parametrize("channel", ["public", "mafia", "seat.3", "moderator"])
def test_pages_of_a_channel_lead_back_over_the_way_they_came(client: Client, channel: str) -> None:
    game = finished()
    there = f"/api/v1/games/{game.public_id}/events/?lens=glass&channel={channel}"
    whole = [row["seq"] for row in client.get(there).json()["results"]]
    page, back = client.get(f"{there}&page_size=2&after=9999").json(), list[int]()
    while page["previous"]:
        page = client.get(page["previous"]).json()
        back = [row["seq"] for row in page["results"]] + back
    assert sorted(set(back)) == whole
    assert len(back) <= len(whole) + 1  # the first page is full, and may show a row of the second


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("lens=ghost:1", "lens: must be audience, glass or seat:0 to seat:7, not 'ghost:1'"),
        ("lens=seat:8", "lens: must be audience, glass or seat:0 to seat:7, not 'seat:8'"),
        ("after=-1", "after: must be a whole number from 0 to 2147483647, not '-1'"),
        ("after=9999999999", "after: must be a whole number from 0 to 2147483647, not '9999999999'"),
        ("page_size=1001", "page_size: must be a whole number from 1 to 1000, not '1001'"),
        ("chanel=mafia", "chanel: is no parameter of this address; there are: after, lens, channel, page_size"),
        (
            "channel=sheriffs",
            "channel: must be public, mafia, moderator or seat.0 to seat.7, not 'sheriffs'",
        ),
    ],
)
def test_what_a_ledger_cannot_be_asked_is_refused(client: Client, query: str, message: str) -> None:
    response = ask(client, running(), f"?{query}")
    assert (response.status_code, response.json()["error"]["message"]) == (400, message)


@pytest.mark.parametrize("lens", ["glass", "seat:0", "seat:7"])
def test_a_sealed_game_opens_at_its_end(client: Client, lens: str) -> None:
    sealed, over = running(spoilers="sealed"), finished(spoilers="sealed")
    response = ask(client, sealed, f"?lens={lens}")
    assert response.status_code == 403
    assert response.json()["error"] == {
        "code": "permission_denied",
        "message": f"the lens {lens} opens when the game is over; until then there is audience",
    }
    assert ask(client, sealed).status_code == 200
    assert ask(client, over, f"?lens={lens}").status_code == 200


def test_who_keeps_secrets_sees_a_sealed_game_and_no_cache_keeps_it(client: Client) -> None:
    response = ask(client, running(spoilers="sealed"), "?lens=glass", **keeper(client))
    assert response.status_code == 200
    assert set(response["Cache-Control"].split(", ")) == {"no-cache", "private"}


def test_a_delayed_game_is_dark_to_the_glass_until_its_events_are_old(client: Client) -> None:
    game = running(spoilers="delayed", delay_minutes=10)
    Event.objects.filter(game=game).update(at="2999-01-01T00:00:00Z")
    Event.objects.filter(game=game, seq__lte=3).update(at="2026-01-01T00:00:00Z")
    assert [len(rows(client, game, f"?lens={lens}")) for lens in ("glass", "seat:0")] == [3, 2]
    assert len(rows(client, game)) == 21


def test_a_finished_game_may_be_kept_for_good_and_a_running_one_not(client: Client) -> None:
    kept = [ask(client, game)["Cache-Control"] for game in (finished(), running())]
    assert kept == ["public, max-age=31536000, immutable", "no-cache"]


def test_who_has_the_newest_event_gets_nothing_new(client: Client) -> None:
    game = running()
    tag = ask(client, game, "?after=5")["ETag"]
    assert ask(client, game, "?after=5", **{"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize(("lens", "queries"), [("audience", 5), ("glass", 4), ("seat:0", 6)])
@pytest.mark.parametrize("size", [1, 3])
def test_a_page_takes_as_many_queries_for_three_events(
    client: Client, django_assert_num_queries: Any, lens: str, queries: int, size: int
) -> None:
    game = running()
    with django_assert_num_queries(queries):
        assert len(rows(client, game, f"?lens={lens}&after=12&page_size={size}")) == size


# --- the log ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("view", ["public", "viewer", "analysis"])
def test_the_log_of_a_finished_game_is_what_export_writes(client: Client, view: Any) -> None:
    game = finished(season="spring")
    response = client.get(f"/api/v1/games/{game.public_id}/log/?view={view}")
    assert response.json() == game_log(recorded_game(game), view)
    kept = response["Cache-Control"]
    assert kept == ("no-cache" if view == "analysis" else "public, max-age=31536000, immutable")


def test_the_analysis_of_a_game_that_a_model_still_tells_is_asked_for_again(client: Client) -> None:
    game = finished(narrator="gpt")
    make_call(game=game)
    address = f"/api/v1/games/{game.public_id}/log/?view=analysis"
    early = client.get(address)
    make_narration(game=game, after=1, text="So it ended.")
    late = client.get(address, headers={"If-None-Match": early["ETag"]})
    assert (late.status_code, len(late.json()["narrations"])) == (200, len(early.json()["narrations"]) + 1)
    assert early["Cache-Control"] == late["Cache-Control"] == "no-cache"


def test_a_viewer_log_plays_again(client: Client) -> None:
    game = finished()
    Game.objects.filter(pk=game.pk).update(commitment=game_log(recorded_game(game), "public")["commitment"])
    log = client.get(f"/api/v1/games/{game.public_id}/log/?view=viewer").json()
    assert play_again(log).winner == game.winner


def test_the_public_log_of_a_running_game_lacks_what_is_not_public(client: Client) -> None:
    game = running()
    response = client.get(f"/api/v1/games/{game.public_id}/log/")
    log = response.json()
    assert (log["seed"], log["salt"], log["hash"], log["winner"], log["first"]) == (None,) * 5
    assert {"journal", "calls"} & set(log) == set()
    assert [seat["role"] for seat in log["seats"]] == [None] * 6 + ["villager"] * 2
    assert [row["text"] for row in log["events"]] == [row["text"] for row in rows(client, game)]
    assert response["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("view", ["viewer", "analysis"])
def test_other_logs_wait_for_the_end(client: Client, view: str) -> None:
    response = client.get(f"/api/v1/games/{running().public_id}/log/?view={view}")
    assert response.status_code == 409
    assert response.json()["error"] == {
        "code": "too_early",
        "message": f"the {view} log can be had when the game is over; until then there is only public",
    }


@pytest.mark.parametrize("spoilers", ["open", "delayed", "sealed"])
@pytest.mark.parametrize("view", ["viewer", "analysis"])
def test_of_a_game_that_was_called_off_there_is_every_log(client: Client, view: str, spoilers: str) -> None:
    game = running(spoilers=spoilers)
    address = f"/api/v1/games/{game.public_id}/log/?view={view}"
    Game.objects.filter(pk=game.pk).update(status="void")
    response = client.get(address)
    assert response.status_code == 200
    assert (response.json()["winner"], len(response.json()["events"])) == (None, len(rows(client, game, "?lens=glass")))
    assert response.json()["seats"][0]["role"] == "mafioso"

    Game.objects.filter(pk=game.pk).update(is_veiled=True)  # of a sealed season, and its block goes on
    assert client.get(address).status_code == 409
    public = client.get(address.partition("?")[0]).json()
    assert (public["seed"], public["seats"][0]["role"], public["seats"][0]["player_id"]) == (None, None, "")


# --- by channel ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lens", "channel", "heard_by"),
    [
        ("glass", "public", "everyone"),
        ("glass", "mafia", [0, 1]),
        ("glass", "seat.2", [2]),
        ("glass", "moderator", "nobody"),
        ("seat:1", "mafia", [0, 1]),
        ("seat:1", "seat.1", [1]),
        ("audience", "public", "everyone"),
    ],
)
def test_a_channel_is_the_part_of_a_lens_with_its_hearers(
    client: Client, lens: str, channel: str, heard_by: object
) -> None:
    game = running()
    shown = rows(client, game, f"?lens={lens}")
    heard = [row["heard_by"] for row in rows(client, game, "?lens=glass") if lens_sees(lens, row["heard_by"])]
    expected = [row for row, hearers in zip(shown, heard, strict=True) if hearers == heard_by]
    assert expected or channel == "moderator"
    assert rows(client, game, f"?lens={lens}&channel={channel}") == expected


def lens_sees(lens: str, heard_by: object) -> bool:
    if heard_by == "everyone" or lens == "glass":
        return True
    return isinstance(heard_by, list) and lens.startswith("seat:") and int(lens.removeprefix("seat:")) in heard_by


@pytest.mark.parametrize("channel", ["mafia", "seat.0", "seat.3", "moderator"])
def test_the_audience_sees_nothing_on_a_channel_that_is_not_public(client: Client, channel: str) -> None:
    game = running()
    assert rows(client, game, f"?channel={channel}") == []
    assert ask(client, game, f"?channel={channel}").content == ask(client, game, "?channel=seat.7").content


def test_a_sealed_channel_opens_with_its_lens(client: Client) -> None:
    game = running(spoilers="sealed")
    assert ask(client, game, "?lens=glass&channel=mafia").status_code == 403
    assert rows(client, finished(spoilers="sealed"), "?lens=glass&channel=mafia")


def test_a_channel_is_read_page_by_page(client: Client) -> None:
    game = finished()
    whole = rows(client, game, "?lens=glass&channel=mafia")
    address, found = f"/api/v1/games/{game.public_id}/events/?lens=glass&channel=mafia&page_size=2", []
    while address:
        page = client.get(address).json()
        assert len(page["results"]) <= 2
        found += page["results"]
        address = page["next"]
    assert found == whole
    assert len(whole) > 2


def test_a_channel_that_there_is_not_is_refused(client: Client) -> None:
    answer = ask(client, running(), "?channel=sheriffs")
    assert answer.status_code == 400
    assert answer.json()["error"]["fields"] == {
        "channel": ["must be public, mafia, moderator or seat.0 to seat.7, not 'sheriffs'"]
    }
