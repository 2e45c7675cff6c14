"""What games taught is taken back by the API: a trial tells from whom and what, and the act does just that."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.models import Game
from league.models import Act, User
from personas.memory import current
from personas.models import MemoryRevision, Player
from personas.roster import ensure_roster
from tests.factories import NOON, make_token, make_user
from tests.league.memories.test_undoing import LATER, games_of, learn, learned

pytestmark = [pytest.mark.django_db, pytest.mark.long(30)]
UNDO = "/api/v1/memories/undo/"
SEEDS = [f"S/{number}" for number in range(5)]


def staff(*scopes: str, permissions: tuple[str, ...] = ("change_player",)) -> dict[str, str]:
    user: User = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return {"Authorization": f"Bearer {make_token(user=user, scopes=list(scopes) or ['roster'])[1]}"}


def send(client: Client, headers: dict[str, str], more: str = "", **body: Any) -> Any:
    return client.post(f"{UNDO}{more}", body, content_type="application/json", headers=headers)


@pytest.fixture
def taught() -> tuple[list[Game], list[Player]]:
    """Games that two players have learned from, the second from all but the last, and a third who learned nothing."""
    games, players = games_of(SEEDS), ensure_roster()[:3]
    for player, known in ((players[0], games), (players[1], games[:-1])):
        for game in known:
            learn(player, game)
    return games, players


def numbers(players: list[Player]) -> list[int]:
    return [newest.number if (newest := current(player)) else 0 for player in players]


def test_a_trial_tells_from_whom_and_what_and_the_act_does_just_that(
    client: Client, taught: tuple[list[Game], list[Player]]
) -> None:
    games, players = taught
    headers, gone = staff(), games[1].public_id

    trial = send(client, headers, "?dry_run=true", game=gone, reason="a trial")

    assert (trial.status_code, trial.json()["dry_run"], trial.json()["where"]) == (200, True, f"in game {gone}")
    assert {each["player_id"]: (each["revision"], each["games"]) for each in trial.json()["players"]} == {
        players[0].player_id: (5, [gone]),
        players[1].player_id: (4, [gone]),
    }
    assert (numbers(players), Act.objects.count()) == ([5, 4, 0], 0)

    done = send(client, headers, game=gone, reason="a trial")

    assert done.json() == trial.json() | {
        "dry_run": False,
        "seen": "",
        "left": 0,
        "players": [each | {"revision": each["revision"] + 1} for each in trial.json()["players"]],
    }
    assert any(each["changes"] for each in done.json()["players"])
    assert numbers(players) == [6, 5, 0]
    for player in players[:2]:
        assert gone not in str(learned(player))
        newest = current(player)
        assert newest is not None
        assert newest.reason == f"undone: game {gone}: a trial"
    assert {(act.surface, act.verb) for act in Act.objects.all()} == {("api", "undo learning")}
    assert Act.objects.count() == 2


def test_what_a_trial_told_is_taken_back_or_nothing(client: Client, taught: tuple[list[Game], list[Player]]) -> None:
    games, players = taught
    headers, gone = staff(), games[1].public_id
    trial = send(client, headers, "?dry_run=true", game=gone).json()
    learn(players[1], games[-1])  # meanwhile

    late = send(client, headers, f"?seen={trial['seen']}", game=gone)
    other = send(client, headers, f"?seen={trial['seen']}", game=games[0].public_id)

    assert (late.status_code, other.status_code, numbers(players)) == (412, 412, [5, 5, 0])
    assert "nothing was taken back" in late.content.decode()
    again = send(client, headers, "?dry_run=true", game=gone).json()
    assert again["seen"] != trial["seen"]
    assert send(client, headers, f"?seen={again['seen']}", game=gone).status_code == 200
    assert numbers(players) == [6, 6, 0]
    assert send(client, headers, f"?seen={again['seen']}", game=gone).status_code == 412, "it was taken back already"
    assert send(client, headers, "?seen=x", game=gone).status_code == 400


def test_what_takes_long_is_done_in_parts_each_of_which_says_what_is_left(
    client: Client, taught: tuple[list[Game], list[Player]], monkeypatch: pytest.MonkeyPatch
) -> None:
    games, players = taught
    monkeypatch.setattr("league.memories.undoing.PART", 0.0)  # time for one memory
    headers, gone = staff(), games[1].public_id

    trial = send(client, headers, "?dry_run=true", game=gone).json()
    assert (len(trial["players"]), trial["left"]) == (1, 2), "it is of both, and reckoned for one"
    first = send(client, headers, f"?seen={trial['seen']}", game=gone).json()
    assert ([each["player_id"] for each in first["players"]], first["left"]) == ([trial["players"][0]["player_id"]], 1)
    second = send(client, headers, f"?seen={first['seen']}", game=gone).json()
    assert (len(second["players"]), second["left"], second["seen"]) == (1, 0, "")

    assert numbers(players) == [6, 5, 0]
    assert Act.objects.filter(verb="undo learning").count() == 2
    third = send(client, headers, game=gone).json()
    assert (third["players"], third["left"]) == ([], 0)


def test_sent_again_it_takes_back_nothing_more(client: Client, taught: tuple[list[Game], list[Player]]) -> None:
    games, _ = taught
    headers = staff()
    first, second = (send(client, headers, game=games[0].public_id) for _ in range(2))
    assert [len(each.json()["players"]) for each in (first, second)] == [2, 0]
    assert (second.status_code, Act.objects.count()) == (200, 2)
    trial = send(client, headers, "?dry_run=true", game=games[0].public_id)
    assert (trial.status_code, trial.json()["players"]) == (200, [])


def test_what_was_learned_since_a_time_is_taken_back_from_whom_somebody_names(
    client: Client, taught: tuple[list[Game], list[Player]]
) -> None:
    games, players = taught
    MemoryRevision.objects.update(created_at=NOON)
    late = [game.public_id for game in games[3:]]
    MemoryRevision.objects.filter(game_id__in=late).update(created_at=LATER)
    since, ids = LATER.isoformat(), [player.player_id for player in players]

    trial = send(client, staff(), "?dry_run=true", since=since).json()
    done = send(client, staff(), since=since, players=[ids[0], ids[2]]).json()

    assert {each["player_id"]: each["games"] for each in trial["players"]} == {ids[0]: late, ids[1]: late[:1]}
    assert trial["where"] == "since 2026-01-02 00:00:00 UTC"
    assert [(each["player_id"], each["games"]) for each in done["players"]] == [(ids[0], late)]
    assert numbers(players) == [6, 4, 0]


def test_what_is_not_exact_is_said_in_both(client: Client, taught: tuple[list[Game], list[Player]]) -> None:
    games, players = taught
    Game.objects.filter(pk=games[3].pk).update(ruleset="lost-mafia")
    told = [
        send(client, staff(), more, game=games[1].public_id, players=[players[0].player_id]).json()["players"][0][
            "notes"
        ]
        for more in ("?dry_run=true", "")
    ]
    wanted = [f"game {games[3].public_id} cannot be gone through again: what it counted is left out"]
    assert told == [wanted, wanted]


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        ({}, ["game"]),
        ({"game": "abcdefghijkl", "since": "2026-01-31T12:00:00Z"}, ["game"]),
        ({"game": "nosuchgame00"}, ["game"]),
        ({"game": ["x"], "since": "yesterday", "reason": 7 * "x" * 30}, ["game", "reason", "since"]),
        ({"game": "a\0b"}, ["game"]),
        ({"game": "\ud800"}, ["game"]),
        ({"since": "2026-01-31T12:00:00Z", "players": ["no_body", "a\0b"]}, ["players[0]", "players[1]"]),
        ({"since": "2026-01-31T12:00:00Z", "players": []}, ["players"]),
        ({"since": "2026-01-31T12:00:00Z", "players": "all"}, ["players"]),
        ({"since": "2026-01-31T12:00:00Z", "dry_run": True}, ["dry_run"]),
        ({"since": "9999-12-31T23:59:59-14:00"}, ["since"]),
    ],
)
def test_what_is_wrong_is_told_at_its_field(client: Client, given: Any, fields: list[str]) -> None:
    if given.get("game") == "abcdefghijkl":
        games_of(["S/0"])
        Game.objects.update(public_id="abcdefghijkl")
    response = send(client, staff(), **given)
    assert (response.status_code, sorted(response.json()["error"]["fields"])) == (400, fields)


@pytest.mark.parametrize("more", ["", "?dry_run=true"])
def test_it_wants_a_scope_and_a_permission_also_for_a_trial(
    client: Client, taught: tuple[list[Game], list[Player]], more: str
) -> None:
    games, players = taught
    makers: list[Callable[[], dict[str, str]]] = [
        dict,
        lambda: staff("read", "play", "season", "money"),
        lambda: staff(permissions=("add_player", "view_player", "change_persona", "view_memoryrevision")),
    ]
    told = [send(client, make(), more, game=games[0].public_id).status_code for make in makers]
    assert (told, numbers(players), Act.objects.count()) == ([401, 403, 403], [5, 4, 0], 0)
    assert send(client, staff(), "?dry_run=perhaps", game=games[0].public_id).status_code == 400
