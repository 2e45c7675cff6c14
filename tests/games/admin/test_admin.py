"""The backstage of games: what is sealed stays sealed from staff too, and games are treated by the verbs."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.directing.verbs import VERBS
from games.models import Game
from tests.factories import (
    NOON,
    TERMS,
    make_answer,
    make_call,
    make_event,
    make_finished_game,
    make_fixture,
    make_game,
    make_player,
    make_running_game,
    make_season,
    make_seat,
    make_user,
)

pytestmark = pytest.mark.django_db

HOSTILE = "<script>alert(1)</script>"
ESCAPED = "&lt;script&gt;alert(1)&lt;/script&gt;"


def staff(client: Client, *permissions: str) -> Client:
    """A client logged in as staff with `view_…` permissions for all of games, and these."""
    user = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="games", codename__startswith="view_"))
    user.user_permissions.add(*Permission.objects.filter(codename__in=permissions))
    client.force_login(user)
    return client


def with_record(game: Game) -> Game:
    """The game with one of everything that may be hidden, each to be found by a word of its own."""
    make_seat(game=game, number=0, alias="Ada", role="covert role", team="covert team")
    make_event(game=game, heard_by=1, public_seq=None, data={"seat": 0, "words": "covert words"})
    make_answer(game=game, kind="speak", answer={"message": "covert answer"}, thought="covert thought")
    make_call(game=game, model="covert model", status="failed", error="covert error")
    Game.objects.filter(pk=game.pk).update(
        waiting="covert wait", seed="covert seed", salt="covert salt", last_seq=4711, last_poll=4712
    )
    return game


def everything(client: Client, game: Game) -> str:
    """All pages on which something of the game could be read, one behind the other."""
    rows = [*game.events.all(), *game.answers.all(), *game.calls.all()]
    lists = [f"games/{kind}/?q={game.public_id}" for kind in ("game", "event", "answer", "call")]
    pages = ["", *lists, f"games/game/{game.pk}/change/"]
    pages += [f"games/{row._meta.model_name}/{row.pk}/change/" for row in rows]
    return "".join(client.get(f"/admin/{page}", follow=True).content.decode() for page in pages)


def found(body: str) -> set[str]:
    words = ["role", "team", "words", "answer", "thought", "model", "error", "wait", "seed", "salt"]
    return {word for word in words if f"covert {word}" in body} | {n for n in ("4711", "4712") if n in body}


OPEN_SIDE = {"role", "team", "words", "answer", "thought", "model", "error", "wait", "4711", "4712"}


@pytest.mark.parametrize("spoilers", ["sealed", "delayed"])
def test_a_sealed_game_is_sealed_from_staff_until_its_end(client: Client, spoilers: str) -> None:
    game = with_record(make_running_game(terms=TERMS | {"spoilers": spoilers}))

    assert found(everything(staff(client, "see_secrets"), game)) == OPEN_SIDE | {"seed", "salt"}
    assert found(everything(staff(client), game)) == {"wait"}

    Game.objects.filter(pk=game.pk).update(status="void")
    assert found(everything(staff(client), game)) == OPEN_SIDE | {"seed", "salt"}


def test_an_open_game_hides_its_chance_from_staff_until_its_end(client: Client) -> None:
    game = with_record(make_running_game())

    assert found(everything(staff(client), game)) == OPEN_SIDE
    assert found(everything(staff(client, "see_secrets"), game)) == OPEN_SIDE | {"seed", "salt"}


def test_what_players_wrote_is_shown_as_text(admin_client: Client) -> None:
    game = make_running_game(waiting=HOSTILE, terms=TERMS | {"season": HOSTILE})
    make_seat(game=game, alias=HOSTILE)
    make_event(game=game, kind=HOSTILE)
    make_event(game=game, seq=2, public_seq=2, data={"seat": 0, "words": HOSTILE})
    make_answer(game=game, answer={"message": HOSTILE}, thought=HOSTILE, default_reason=HOSTILE)
    make_call(game=game, status="failed", error=HOSTILE, model=HOSTILE)
    Game.objects.filter(pk=make_game().pk).update(status="diverged", waiting=HOSTILE)

    body = everything(admin_client, game)

    assert body.count(ESCAPED) > 12
    assert HOSTILE not in body


@pytest.mark.parametrize(
    ("kind", "make", "queries"),
    [("game", make_seat, 5), ("event", make_event, 4), ("answer", make_answer, 4), ("call", make_call, 4)],
)
def test_a_list_takes_as_many_queries_for_three_rows_as_for_one(
    admin_client: Client, django_assert_num_queries: Callable, kind: str, make: Callable, queries: int
) -> None:
    make()
    admin_client.get(f"/admin/games/{kind}/")  # content types are looked up once a process
    with django_assert_num_queries(queries):
        admin_client.get(f"/admin/games/{kind}/")
    make()
    make()
    with django_assert_num_queries(queries):
        answer = admin_client.get(f"/admin/games/{kind}/")

    assert len(answer.context["cl"].result_list) == 3


@pytest.mark.parametrize(("seats", "queries"), [(1, 10), (3, 10)])
def test_a_games_page_takes_as_many_queries_for_three_seats_as_for_one(
    admin_client: Client, django_assert_num_queries: Callable, seats: int, queries: int
) -> None:
    game = make_running_game()
    for number in range(seats):
        make_seat(game=game, number=number, alias=f"Alias {number}")
    admin_client.get(f"/admin/games/game/{game.pk}/change/")  # content types are looked up once a process

    with django_assert_num_queries(queries):
        answer = admin_client.get(f"/admin/games/game/{game.pk}/change/")

    assert answer.content.decode().count("Alias") >= seats


@pytest.mark.parametrize("kind", ["game", "event", "answer", "call"])
def test_a_record_is_neither_added_nor_changed_nor_deleted(admin_client: Client, kind: str) -> None:
    make = {"game": make_running_game, "event": make_event, "answer": make_answer, "call": make_call}[kind]
    row = make()
    before = type(row).objects.values().get(pk=row.pk)
    page = f"/admin/games/{kind}/{row.pk}"

    asked = [
        admin_client.get(f"/admin/games/{kind}/add/").status_code,
        admin_client.post(f"{page}/delete/", {"post": "yes"}).status_code,
    ]
    inline = {"seats-TOTAL_FORMS": "0", "seats-INITIAL_FORMS": "0"}
    admin_client.post(f"{page}/change/", {"status": "void", "kind": "other", "seed": "mine"} | inline)

    assert asked == [403, 403]
    assert type(row).objects.values().get(pk=row.pk) == before


def select(client: Client, action: str, *games: Game, **form: str) -> str:
    chosen = {"action": action, "_selected_action": [game.pk for game in games]} | form
    return client.post("/admin/games/game/", chosen, follow=True).content.decode()


def statuses(*games: Game) -> list[str]:
    return [Game.objects.get(pk=game.pk).status for game in games]


def test_selected_games_are_paused_and_resumed(admin_client: Client) -> None:
    running, scheduled = make_running_game(), make_game()

    select(admin_client, "pause_selected", running, scheduled)
    assert statuses(running, scheduled) == ["paused", "paused"]

    select(admin_client, "resume_selected", running, scheduled)
    assert statuses(running, scheduled) == ["running", "scheduled"]


def test_what_cannot_be_done_is_said_of_each_game_and_the_others_are_done(admin_client: Client) -> None:
    running, over = make_running_game(), make_finished_game()

    page = select(admin_client, "pause_selected", running, over)

    assert f"game {over.public_id} is finished and cannot be paused" in page
    assert f"Game {running.public_id} is paused." in page
    assert statuses(running, over) == ["paused", "finished"]


def test_voiding_asks_first(admin_client: Client) -> None:
    game = make_running_game(lease_owner="host", lease_expires_at=NOON)

    page = select(admin_client, "void_selected", game)
    assert (statuses(game), game.public_id in page, "Void them" in page) == (["running"], True, True)

    select(admin_client, "void_selected", game, confirmed="yes")
    assert statuses(game) == ["running"], "somebody is to say why"
    select(admin_client, "void_selected", game, confirmed="yes", reason="A wrong option.")
    assert statuses(game) == ["void"]
    assert Game.objects.get().waiting == "called off: A wrong option."


@pytest.mark.parametrize(
    ("deed", "before", "after"),
    [("pause", "running", "paused"), ("resume", "paused", "running"), ("void", "paused", "void")],
)
def test_a_games_page_asks_and_then_does_it(admin_client: Client, deed: str, before: str, after: str) -> None:
    game = make_running_game(status=before)
    address = f"/admin/games/game/{game.pk}/{deed}/"

    asked = admin_client.get(address).content.decode()
    assert ("csrfmiddlewaretoken" in asked, statuses(game)) == (True, [before])

    if VERBS[deed].wants:
        admin_client.post(address, {"_form_submitted": "True"})
        assert statuses(game) == [before]
    done = admin_client.post(address, {"_form_submitted": "True", "reason": "A look."})
    assert (done.headers["HX-Redirect"], statuses(game)) == (f"/admin/games/game/{game.pk}/change/", [after])
    history = admin_client.get(f"/admin/games/game/{game.pk}/history/").content.decode()
    assert f"Game {game.public_id} {VERBS[deed].done}." in history


def test_only_what_is_possible_is_offered(admin_client: Client) -> None:
    offered = {}
    for status in ("running", "paused", "void"):
        game = make_running_game(status=status)
        page = admin_client.get(f"/admin/games/game/{game.pk}/change/").content.decode()
        offered[status] = [deed for deed in VERBS if f"/{game.pk}/{deed}/" in page]

    assert offered == {
        "running": ["pause", "void", "replay", "substitute"],
        "paused": ["resume", "step", "void", "replay", "substitute"],
        "void": ["replay"],
    }


def test_looking_is_not_treating(client: Client) -> None:
    game = make_running_game()
    viewer = staff(client)

    answers = [viewer.post(f"/admin/games/game/{game.pk}/{deed}/").status_code for deed in ("pause", "void")]
    select(viewer, "pause_selected", game)

    assert (answers, statuses(game)) == ([403, 403], ["running"])


def test_games_are_found_by_id_season_and_player(admin_client: Client) -> None:
    autumn, winter = make_season(slug="autumn-2026"), make_season(slug="winter-2026")
    game = make_game(terms=TERMS | {"season": autumn.slug})
    seat = make_seat(game=game, player=make_player())
    make_fixture(season=autumn, game=game)
    other = make_game(terms=TERMS | {"season": winter.slug})
    make_seat(game=other)
    make_fixture(season=winter, game=other)

    whole, part = seat.player.player_id, seat.player.player_id[2:]
    for sought in (game.public_id, game.public_id[:6].upper(), "autumn-2026", "autumn", whole, part, f"2026 {whole}"):
        answer = admin_client.get("/admin/games/game/", {"q": sought})
        assert list(answer.context["cl"].result_list) == [game], sought


def test_a_game_that_was_set_aside_is_found_by_its_season_too(admin_client: Client) -> None:
    autumn = make_season(slug="autumn-2026")
    lost = make_game(terms=TERMS | {"season": autumn.slug}, status="void")
    make_fixture(season=autumn, game=make_game(terms=TERMS | {"season": autumn.slug}))

    found = list(admin_client.get("/admin/games/game/", {"q": "autumn"}).context["cl"].result_list)

    assert (len(found), lost in found) == (2, True)


def test_who_is_found_by_nothing_is_told_so(admin_client: Client) -> None:
    make_seat(game=make_game(terms=TERMS))

    for sought in ("nobody", "%", "'"):
        assert list(admin_client.get("/admin/games/game/", {"q": sought}).context["cl"].result_list) == [], sought


def test_seats_are_called_by_their_aliases(admin_client: Client) -> None:
    game = make_running_game()
    for number, alias in enumerate(("Ada", "Bo", "Cleo")):
        make_seat(game=game, number=number, alias=alias)
    make_event(game=game, heard_by=0b101, public_seq=None)
    make_answer(game=game, poll=1, seat=2, kind="vote", answer={"target": 1})
    make_answer(game=game, poll=2, seat=2, kind="vote", answer={"target": None})
    make_answer(game=game, poll=3, seat=2, kind="bid", answer={"target": None, "vote_action": None})
    make_answer(game=game, poll=4, seat=2, kind="bid", answer={"target": 0, "vote_action": "skip"})
    make_call(game=game, poll=4, seat=1)

    def told(kind: str, column: str) -> list[str]:
        page = admin_client.get(f"/admin/games/{kind}/").content.decode()
        cells = re.findall(rf'<t[dh][^>]*class="[^"]*field-{column}\b[^"]*"[^>]*>(.*?)</t[dh]>', page, re.DOTALL)
        return [re.sub("<[^>]+>", "", cell).strip() for cell in cells]

    assert told("event", "heard") == ["Ada, Cleo"]
    assert told("answer", "who") == ["Cleo"] * 4
    assert told("answer", "answer_shown") == [
        "target: Ada, vote_action: skip",
        "target: everyone, vote_action: not yet",
        "target: nobody",
        "target: Bo",
    ]
    assert told("call", "question") == ["4 / Bo"]


def test_a_reason_does_not_repeat_the_status(admin_client: Client) -> None:
    for status, waiting in (("paused", "paused by hand"), ("void", "called off: a trial")):
        make_running_game(status=status, waiting=waiting)

    page = admin_client.get("/admin/games/game/").content.decode()

    assert re.findall(r">\s*(by hand|paused by hand|a trial|called off: a trial)\s*</td>", page) == [
        "a trial",
        "by hand",
    ]
