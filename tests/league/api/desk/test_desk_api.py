"""The day's page and pruning as JSON: for staff, with the scope and the permissions."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from league.access.acts import Actor, record_act
from league.models import Act, Token
from league.models.act import Surface
from tests.factories import make_process, make_running_game, make_running_season, make_season, make_token, make_user
from tests.league.views.desk.test_desk_pages import PRUNES, SEES, over

pytestmark = pytest.mark.django_db(transaction=True)


def token_of(scope: str, *codenames: str, is_staff: bool = True) -> dict[str, str]:
    user = make_user(is_staff=is_staff)
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    return {"authorization": f"Bearer {make_token(user=user, scopes=[scope])[1]}"}


def test_it_tells_the_day_to_staff_who_may_see_it(client: Client) -> None:
    make_running_season(slug="spring")
    make_season(slug="a-draft")
    game = make_running_game(status="paused", waiting="paused by hand")
    make_process(name="worker 7", kind="worker", seen_at=timezone.now(), started_at=timezone.now())

    answer = client.get("/api/v1/desk/", headers=token_of("read", *SEES))

    told = answer.json()
    assert answer.status_code == 200
    assert list(told) == [
        "at", "wrong", "seasons", "held_up", "games", "hosts", "failed", "spending", "queue", "processes",
        "weights", "alerts",
    ]  # fmt: skip
    assert [season["slug"] for season in told["seasons"]] == ["spring"]
    assert [(each["name"], each["stand"]) for each in told["processes"]] == [("worker 7", "living")]
    assert told["queue"] == {"games": 0, "oldest_due_at": None, "messages": None}
    assert told["wrong"] == []
    assert [(each["public_id"], each["status"], each["why"]) for each in told["held_up"]] == [
        (game.public_id, "paused", "paused by hand"),
    ]


def test_what_others_did_is_told_to_a_token_of_everything_alone(client: Client) -> None:
    spring, autumn = make_running_season(slug="spring"), make_running_season(slug="autumn")
    record_act(by=Actor(Surface.SITE, "dora"), verb="pause", row=autumn, reason="a quarrel")

    def acts(headers: dict[str, str]) -> list[tuple[str, str]]:
        told = client.get("/api/v1/desk/", headers=headers).json()
        return [(each["who"], each["what"]) for each in told["failed"]["acts"]]

    lesser, admin = token_of("season", *SEES, "view_act"), token_of("admin", *SEES, "view_act")
    mine = Token.objects.order_by("created").first().user
    record_act(by=Actor(Surface.API, mine.username, mine), verb="pause", row=spring)
    # What a token of less does not read at acts/ it does not read here.
    record_act(by=Actor(Surface.SITE, mine.username, mine), verb="pause", row=spring, reason="a quiet word")
    of_others, own = ("dora", "season autumn"), (mine.username, "season spring")
    assert acts(admin) == [own, own, of_others]
    assert acts(lesser) == [own]
    assert acts(token_of("admin", *SEES)) == []


def test_others_are_refused(client: Client) -> None:
    assert client.get("/api/v1/desk/").status_code == 401
    assert client.get("/api/v1/desk/", headers=token_of("read", *SEES[:2])).status_code == 403
    assert client.get("/api/v1/desk/", headers=token_of("read", *SEES, is_staff=False)).status_code == 403
    assert client.get("/api/v1/desk/?all=1", headers=token_of("read", *SEES)).status_code == 400


def send(client: Client, slug: str, body: dict[str, Any], headers: dict[str, str]) -> Any:
    return client.post(f"/api/v1/seasons/{slug}/prune/", body, content_type="application/json", headers=headers)


def test_a_season_is_pruned_when_it_is_said_and_only_then(client: Client) -> None:
    spring, autumn = over("spring"), over("autumn")
    token = token_of("season", *PRUNES)

    told = send(client, "spring", {"kinds": ["thoughts"]}, token).json()
    assert (told["done"], told["days"], told["heaps"]) == (
        False, 30, [{"kind": "thoughts", "games": 1, "rows": 1, "bytes": 13}],
    )  # fmt: skip
    assert told["loses"][0].startswith("What its players thought")
    spring.refresh_from_db()
    assert spring.thought

    done = send(client, "spring", {"kinds": ["thoughts"], "yes": True, "reason": "The disk."}, token).json()
    assert (done["done"], done["left"], done["heaps"][0]["rows"]) == (True, 0, 1)
    for answer in (spring, autumn):
        answer.refresh_from_db()
    assert (spring.thought, autumn.thought) == ("", "I fear Greta.")
    act = Act.objects.get(verb="prune")
    assert (act.surface, act.name, act.reason) == ("api", "spring", "The disk.")


def test_what_cannot_be_is_refused_by_its_name(client: Client) -> None:
    over("spring")
    make_season(slug="a-draft")
    token = token_of("season", *PRUNES)
    assert send(client, "spring", {"kinds": ["bills"]}, token).json()["error"]["fields"].keys() == {"kinds[0]"}
    assert send(client, "spring", {"kinds": []}, token).status_code == 400
    assert send(client, "a-draft", {"kinds": ["logs"]}, token).status_code == 404
    assert send(client, "spring", {"kinds": ["logs"]}, token_of("read", *PRUNES)).status_code == 403
    assert send(client, "spring", {"kinds": ["logs"]}, token_of("season", *PRUNES[:1])).status_code == 403
