"""Drafts by API: made by a plan, changed, put anew, cloned, deleted; what is wrong is told by field."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from league.models import Act, Season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.plans import plan_of
from personas.roster import ensure_roster
from tests.factories import make_token, make_user

pytestmark = pytest.mark.django_db

RIGHTS = ("add_season", "change_season", "delete_season", "view_season")


def key_of(*scopes: str, codenames: tuple[str, ...] = RIGHTS) -> str:
    user = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    return make_token(user=user, scopes=list(scopes))[1]


@pytest.fixture
def key() -> str:
    return key_of("season")


def send(client: Client, key: str, method: str, path: str, body: Any = None, **headers: str) -> Any:
    given = {"Authorization": f"Bearer {key}"} | {name.replace("_", "-"): value for name, value in headers.items()}
    sent = {} if method == "delete" and body is None else body
    return getattr(client, method)(f"/api/v1/{path}", sent, content_type="application/json", headers=given)


def a_plan(slug: str = "spring", **fields: Any) -> dict[str, Any]:
    players = [player.player_id for player in ensure_roster()[:8]]
    rules = [{"ruleset": "town-mafia", "seats": 6}]
    return {"slug": slug, "name": slug.title(), "rules": rules, "games_planned": 4, "players": players} | fields


def test_a_plan_is_a_draft_and_a_key_makes_it_once(client: Client, key: str) -> None:
    calendar = {"weekdays": ["mon", "fri"], "times": ["18:00"], "time_zone": "Europe/Berlin"}
    plan = a_plan(pace=0.5, memory="frozen", calendar=calendar, reason="A trial.")
    first, again = (send(client, key, "post", "seasons/", plan, idempotency_key="one") for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201), first.content
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.headers["Location"] == first.headers["Location"] == "http://testserver/api/v1/seasons/spring/"
    assert first.json()["status"] == "draft"
    assert first.json()["calendar"]["times"] == ["18:00"]
    season = Season.objects.get()
    assert (season.pace, season.memory, season.games_planned, season.roster.count()) == (0.5, "frozen", 4, 8)
    acts = Act.objects.order_by("id").values_list("verb", "model", "surface", "reason")
    assert list(acts) == [("create", "season", "api", "A trial."), ("create", "calendar", "api", "A trial.")]
    made = Act.objects.get(model="season").after
    assert made == send(client, key, "get", "seasons/spring/plan/").json()
    assert (made["rules"][0]["ruleset"], made["players"]) == ("town-mafia", plan["players"])
    assert client.get("/api/v1/seasons/spring/").status_code == 404  # a draft is for staff


def test_what_is_wrong_is_told_by_field_all_at_once(client: Client, key: str) -> None:
    shapes = send(client, key, "post", "seasons/", a_plan(pace="quick", games_planned=0, mood="good"))
    assert set(shapes.json()["error"]["fields"]) == {"pace", "games_planned", "mood"}
    wrong = a_plan("new", narrator="nobody", strategy_level="deep", memory="live")
    wrong["rules"] = [{"ruleset": "town-mafia", "seats": 6}, {"ruleset": "town-mafia", "seats": 99}]
    for plan, fields in (
        (wrong, {"slug"}),
        (wrong | {"slug": "spring"}, {"strategy_level", "narrator", "rules[1].seats"}),
        (a_plan(rules=[{"ruleset": "chess"}]), {"rules[0].ruleset"}),
        (a_plan(players=["no_body"]), {"players"}),
        (a_plan(players=a_plan()["players"][:3]), {"players"}),
        (a_plan(calendar={"times": ["25:00"]}), {"calendar.times"}),
        ({"slug": "spring"}, {"name", "rules", "games_planned", "players"}),
    ):
        answer = send(client, key, "post", "seasons/", plan)
        assert answer.status_code == 400
        assert set(answer.json()["error"]["fields"]) == fields
    assert not Season.objects.exists()


@pytest.mark.parametrize("path", ["seasons/", "seasons/estimate/"])
def test_what_is_wrong_in_a_calendar_is_told_at_once_with_what_else_is_of_a_wrong_shape(
    client: Client, key: str, path: str
) -> None:
    calendar = {"weekdays": ["mon", "someday"], "times": ["25:00"], "time_zone": "Europe/Nowhere"}
    answer = send(client, key, "post", path, a_plan(mood="good", pace=-1, calendar=calendar))
    fields = answer.json()["error"]["fields"]
    named = {"mood", "pace", "calendar.weekdays[1]", "calendar.times", "calendar.time_zone"}
    assert (answer.status_code, set(fields)) == (400, named)
    assert fields["calendar.times"] == ["must be times of day like 18:00, 20:30, not '25:00'."]

    calendar = {"times": ["18:00"], "time_zone": "Mars/Base", "blackouts": ["2026-02-30"]}
    answer = send(client, key, "post", path, a_plan(calendar=calendar))
    assert set(answer.json()["error"]["fields"]) == {"calendar.time_zone", "calendar.blackouts[0]"}


def test_caps_want_money_and_making_wants_its_right(client: Client, key: str) -> None:
    refused = send(client, key, "post", "seasons/", a_plan(cap_season="5"))
    assert (refused.status_code, "money" in refused.json()["error"]["message"]) == (403, True)
    strange = send(client, key_of("season", codenames=("view_season",)), "post", "seasons/", a_plan())
    assert "lacks league.add_season" in strange.json()["error"]["message"]
    made = send(client, key_of("season", "money"), "post", "seasons/", a_plan(cap_season="5"))
    assert made.status_code == 201
    assert Season.objects.get().cap_season == Decimal(5)
    told = send(client, key, "patch", "seasons/spring/", {"cap_season": "9"})
    assert told.status_code == 403
    tag = send(client, key, "get", "seasons/spring/").headers["ETag"]
    assert send(client, key, "patch", "seasons/spring/", {"name": "Lent"}, if_match=tag).status_code == 200


def test_a_draft_is_changed_from_the_state_that_somebody_looked_at(client: Client, key: str) -> None:
    send(client, key, "post", "seasons/", a_plan())
    send(client, key, "post", "seasons/", a_plan("autumn"))
    old = send(client, key, "get", "seasons/spring/").headers["ETag"]
    assert send(client, key, "patch", "seasons/spring/", {"games_planned": 9}).status_code == 412
    changed = send(client, key, "patch", "seasons/spring/", {"games_planned": 9, "reason": "More."}, if_match=old)
    assert (changed.status_code, changed.json()["games_planned"]) == (200, 9)
    late = send(client, key, "patch", "seasons/spring/", {"games_planned": 2}, if_match=old)
    assert (late.status_code, late.json()["error"]["code"]) == (412, "precondition_failed")
    now = changed.headers["ETag"]
    for path, method, sent in (
        ("", "patch", {"games_planned": 2}),
        ("", "put", a_plan()),
        ("", "delete", {}),
        ("announce/", "post", {}),
        ("roster/", "post", {"add": [a_plan()["players"][0]]}),
    ):
        late = send(client, key, method, f"seasons/spring/{path}", sent, if_match=old)
        told = f"spring is at {now}, and If-Match says {old}; nothing was written"
        assert (late.status_code, late.json()["error"]["message"]) == (412, told), path
    act = Act.objects.order_by("-id").first()
    assert act is not None
    assert (act.verb, act.before, act.after, act.reason) == (
        "edit",
        {"games_planned": 4},
        {"games_planned": 9},
        "More.",
    )
    assert send(client, key, "patch", "seasons/spring/", {"pace": 3}).json()["pace"] == 3  # as it always could
    fresh = send(client, key, "get", "seasons/spring/").headers["ETag"]
    twice = send(client, key, "patch", "seasons/spring/", {"slug": "autumn"}, if_match=fresh)
    assert list(twice.json()["error"]["fields"]) == ["slug"]
    assert Season.objects.get(slug="autumn").games_planned == 4


def test_what_is_usual_stands_in_the_openapi_as_a_draft_has_it_of_which_no_more_is_said(
    client: Client, key: str
) -> None:
    needed = a_plan(calendar={"times": ["18:00"]})
    send(client, key, "post", "seasons/", needed)
    plan = send(client, key, "get", "seasons/spring/plan/").json()
    schemas = client.get("/api/schema/", headers={"Accept": "application/json"}).json()["components"]["schemas"]
    fields = {name: each.get("default") for name, each in schemas["Plan"]["properties"].items()}
    assert fields.pop("reason") == ""
    assert {name: plan[name] for name in fields.keys() - needed.keys()} | {"at_once": None} == {
        name: usual for name, usual in fields.items() if name not in needed
    }
    assert plan["pace"] == 1.0
    when = {name: each.get("default") for name, each in schemas["When"]["properties"].items()}
    assert plan["calendar"] == when | {"times": ["18:00"]}
    assert not [name for name, each in schemas["PatchedChangedSeason"]["properties"].items() if each.get("default")]
    words = schemas["Plan"]["properties"]["at_once"]["description"]
    assert "null as usual: 1 with a calendar" in words


def test_a_plan_is_told_as_it_can_be_put_again(client: Client, key: str) -> None:
    send(client, key, "post", "seasons/", a_plan(pace=2, lag=3))
    told = send(client, key, "get", "seasons/spring/plan/")
    plan = told.json()
    season = Season.objects.get()
    before = plan_of(season)
    assert send(client, key, "put", "seasons/spring/", plan).status_code == 412
    tag = told.headers["ETag"]
    assert send(client, key_of("season", "money"), "put", "seasons/spring/", plan, if_match=tag).status_code == 200
    assert plan_of(Season.objects.get()) == before
    left = {name: plan[name] for name in ("slug", "name", "rules", "games_planned", "players")}
    assert send(client, key, "put", "seasons/spring/", left, if_match=tag).json()["pace"] == 1.0
    assert client.get("/api/v1/seasons/spring/plan/").status_code == 404
    start_season(season=season, now=datetime(2026, 1, 1, tzinfo=UTC))
    assert client.get("/api/v1/seasons/spring/plan/").json()["games_planned"] == 4
    assert send(client, key, "put", "seasons/spring/", left, if_match=tag).status_code == 409


def test_a_draft_is_deleted_and_a_trial_says_what_goes(client: Client, key: str) -> None:
    for slug in ("spring", "autumn"):
        send(client, key, "post", "seasons/", a_plan(slug))
    trial = send(client, key, "delete", "seasons/spring/?dry_run=true")
    assert trial.status_code == 200
    assert trial.json()["goes"][0] == "The draft goes: its roster of 8, its rules (town-mafia)."
    assert Season.objects.count() == 2
    assert send(client, key, "delete", "seasons/spring/", if_match='"0"').status_code == 412
    for wrong, field in (({"why": "no use"}, "why"), ({"reason": "x" * 201}, "reason")):
        refused = send(client, key, "delete", "seasons/spring/", wrong)
        assert (refused.status_code, list(refused.json()["error"]["fields"])) == (400, [field])
    assert send(client, key, "delete", "seasons/spring/", {"reason": "no use"}).status_code == 204
    act = Act.objects.get(verb="delete")
    assert (act.name, act.reason, act.surface) == ("spring", "no use", "api")
    assert [each.slug for each in Season.objects.all()] == ["autumn"]
    start_season(season=Season.objects.get(), now=datetime(2026, 1, 1, tzinfo=UTC))
    kept = send(client, key, "delete", "seasons/autumn/")
    told = "only a draft season can be deleted, and autumn is running. It can be cancelled."
    assert (kept.status_code, kept.json()["error"]["message"]) == (409, told)
    Season.objects.update(
        status="cancelled", ended_at=datetime(2026, 1, 2, tzinfo=UTC), ended_by="ann", ended_why="No."
    )
    over = send(client, key, "delete", "seasons/autumn/").json()["error"]["message"]
    assert over == "only a draft season can be deleted, and autumn is cancelled."


def test_who_does_not_say_what_a_draft_was_is_told_where_that_stands(client: Client, key: str) -> None:
    send(client, key, "post", "seasons/", a_plan())
    for method, sent in (("put", a_plan()), ("patch", {"name": "Summer"})):
        answer = send(client, key, method, "seasons/spring/", sent)
        assert (answer.status_code, answer.json()["error"]) == (
            412,
            {
                "code": "precondition_required",
                "message": "send the ETag that GET /api/v1/seasons/spring/ is answered with as If-Match; "
                "nothing was written",
            },
        )


def test_a_season_is_cloned_and_twinned(client: Client, key: str) -> None:
    send(client, key, "post", "seasons/", a_plan())
    gone = Season.objects.get().roster.order_by("number")[7].player
    type(gone).objects.filter(pk=gone.pk).update(is_active=False)
    clone = send(client, key, "post", "seasons/spring/clone/", {})
    assert (clone.status_code, clone.json()["season"]["slug"]) == (201, "spring-2")
    assert clone.json()["left_out"] == [f"Not invited any more: {gone.player_id}."]
    twin = send(client, key, "post", "seasons/spring/twin/", {"slug": "blank", "memory": "off"})
    assert (twin.status_code, twin.json()["season"]["twin_of"]) == (201, "spring")
    made = Act.objects.get(model="season", name="blank").after
    assert (made["twin_of"], made["memory"], len(made["players"])) == ("spring", "off", 8)
    same = send(client, key, "post", "seasons/spring/twin/", {"slug": "same"})
    assert list(same.json()["error"]["fields"]) == ["memory"]
    named = {"if_match": send(client, key, "get", "seasons/blank/").headers["ETag"]}
    frozen = send(client, key, "patch", "seasons/blank/", {"games_planned": 9}, **named)
    assert "is that of spring" in frozen.json()["error"]["fields"]["games_planned"][0]


def test_a_plan_is_estimated_as_its_draft_would_be_and_nothing_is_stored(client: Client, key: str) -> None:
    plan = a_plan(pace=2, lag=3, memory="live", calendar={"times": ["18:00"]}, reason="A trial.")
    told = send(client, key, "post", "seasons/estimate/", plan)
    assert (told.status_code, told.json()["games"]) == (200, 4), told.content
    assert told.json()["bytes"] > 0
    assert not Season.objects.exists()
    assert not Act.objects.exists()
    send(client, key, "post", "seasons/", plan)
    assert send(client, key, "get", "seasons/spring/estimate/").json() == told.json()


def test_what_no_draft_can_be_made_of_is_not_estimated(client: Client, key: str) -> None:
    send(client, key, "post", "seasons/", a_plan())
    for plan, fields in (
        (a_plan("estimate"), {"slug"}),
        (a_plan("autumn", narrator="nobody", strategy_level="deep"), {"narrator", "strategy_level"}),
        (a_plan("autumn", players=a_plan()["players"][:3]), {"players"}),
        (a_plan("autumn", calendar={"times": ["25:00"]}), {"calendar.times"}),
    ):
        answers = [send(client, key, "post", path, plan) for path in ("seasons/estimate/", "seasons/")]
        assert [answer.status_code for answer in answers] == [400, 400]
        assert answers[0].json()["error"]["fields"] == answers[1].json()["error"]["fields"]
        assert set(answers[0].json()["error"]["fields"]) == fields
    capped = a_plan("autumn", cap_season="5")
    assert send(client, key, "post", "seasons/estimate/", capped).status_code == 403
    assert send(client, key_of("season", "money"), "post", "seasons/estimate/", capped).json()["cap"] == "5.0000"
    strange = key_of("season", codenames=("view_season",))
    assert send(client, strange, "post", "seasons/estimate/", a_plan("autumn")).status_code == 403
    assert Season.objects.count() == 1


def test_a_slug_that_is_taken_is_no_matter_where_nothing_is_made(client: Client, key: str) -> None:
    send(client, key, "post", "seasons/", a_plan())
    assert list(send(client, key, "post", "seasons/", a_plan()).json()["error"]["fields"]) == ["slug"]
    told = send(client, key, "post", "seasons/estimate/", a_plan())
    assert (told.status_code, told.json()) == (200, send(client, key, "get", "seasons/spring/estimate/").json())
    assert Season.objects.count() == 1


def test_an_estimate_is_for_staff(client: Client, key: str) -> None:
    send(client, key, "post", "seasons/", a_plan())
    told = send(client, key, "get", "seasons/spring/estimate/").json()
    assert (told["games"], told["models"], told["cost"]["high"], told["warning"]) == (4, [], "0.000000", "")
    assert client.get("/api/v1/seasons/spring/estimate/").status_code == 401
