"""Seasons led by the API: each verb of the table, once for each key, and what of one may be changed on the way."""

from datetime import timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from league.models import Act, Season
from league.seasons.course import CHANGEABLE
from league.seasons.lifecycle.announcing import announce_season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.schedule.fixtures import open_due_fixtures
from league.seasons.verbs import VERBS
from personas.models import LanguageModel
from personas.roster import ensure_roster
from tests.factories import make_token, make_user
from tests.league.api.between import written_after_each_look

pytestmark = pytest.mark.django_db(transaction=True)


def a_draft(slug: str = "spring", **fields: Any) -> Season:
    given = {"rules": [Rules("town-mafia", 6)], "pace": 0.0, "players": ensure_roster()[:8], "lag": 2, "games": 4}
    return create_season(slug=slug, name=slug.title(), **given | fields)


def started(slug: str = "spring", **fields: Any) -> Season:
    season = start_season(season=a_draft(slug, **fields), now=timezone.now())
    open_due_fixtures(now=timezone.now(), season=season)
    return season


@pytest.fixture
def token() -> str:
    return token_of("season")


def token_of(*scopes: str, codename: str = "change_season") -> str:
    user = make_user(username=f"ann-{'-'.join(scopes)}-{codename}", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename=codename))
    return make_token(user=user, scopes=list(scopes))[1]


def send(
    client: Client, token: str, path: str, body: dict[str, Any] | None = None, *, method: str = "post", **headers: str
) -> Any:
    given = {"authorization": f"Bearer {token}"} | {name.replace("_", "-"): value for name, value in headers.items()}
    address = f"/api/v1/seasons/{path}"
    return getattr(client, method)(address, body or {}, content_type="application/json", headers=given)


def last() -> Act:
    act = Act.objects.order_by("-id").first()
    assert act is not None
    return act


def test_a_season_is_led_from_draft_to_cancelled_and_each_step_is_an_act(client: Client, token: str) -> None:
    a_draft()
    steps = [
        ("announce", {}, "announced"),
        ("withdraw", {"reason": "Too early."}, "draft"),
        ("announce", {}, "announced"),
        ("start", {}, "running"),
        ("pause", {}, "paused"),
        ("resume", {}, "running"),
        ("cancel", {"reason": "A wrong rule."}, "cancelled"),
    ]
    before = "draft"
    for verb, body, after in steps:
        answer = send(client, token, f"spring/{verb}/", body)
        assert answer.status_code == 200, answer.content
        assert answer.json()["season"]["status"] == after
        act = last()
        assert (act.verb, act.surface, act.reason) == (verb, "api", body.get("reason", ""))
        assert (act.before["status"], act.after["status"]) == (before, after)
        before = after
    told = client.get("/api/v1/seasons/spring/").json()
    assert (told["ended_by"], told["ended_why"]) == ("an operator", "A wrong rule.")
    assert told["ended_at"]
    told = client.get("/api/v1/seasons/spring/", headers={"Authorization": f"Bearer {token}"}).json()
    assert told["ended_by"] == "ann-season-change_season"  # her name is half a login: staff alone read it


def test_what_is_done_with_a_key_is_done_once_and_what_cannot_be_is_told(client: Client, token: str) -> None:
    started()
    first, again = (send(client, token, "spring/pause/", idempotency_key="one") for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert Act.objects.filter(verb="pause").count() == 1

    late = send(client, token, "spring/pause/")
    assert late.status_code == 409
    assert late.json()["error"]["code"] == "wrong_state"
    for verb in ("finish", "cancel", "withdraw"):
        wanting = send(client, token, f"spring/{verb}/")
        assert wanting.status_code == 400
        assert list(wanting.json()["error"]["fields"]) == ["reason"]
    assert Season.objects.get().status == "paused"


def test_each_wants_its_scope_and_its_permission(client: Client, token: str) -> None:
    started(cap_season=Decimal(2))
    for strange in (token_of("roster"), token_of("season", codename="view_season")):
        for verb in VERBS:
            assert send(client, strange, f"spring/{verb}/", {"reason": "mischief"}).status_code == 403
        assert send(client, strange, "spring/", {"pace": 1}, method="patch").status_code == 403
        assert send(client, strange, "spring/roster/").status_code == 403
    assert Season.objects.get().status == "running"
    send(client, token, "spring/pause/")
    assert send(client, token, "spring/resume/", {"cap_season": "5"}).status_code == 403
    assert send(client, token_of("season", "money"), "spring/resume/", {"cap_season": "5"}).status_code == 200


def test_counting_again_says_what_differed(client: Client, token: str) -> None:
    started()
    answer = send(client, token, "spring/refold/", {"reason": "A doubt."})
    assert answer.json()["told"] == "identical: 0 rows of Spring are as the games say"
    assert (last().verb, last().reason) == ("refold", "A doubt.")


def test_finishing_early_is_told_with_what_is_left(client: Client, token: str) -> None:
    started()
    answer = send(client, token, "spring/finish/", {"reason": "Enough."})
    assert (answer.json()["season"]["status"], answer.json()["told"]) == ("finished", "Spring is finished.")
    assert send(client, token, "spring/finish/", {"reason": "Enough."}).status_code == 409


def test_pace_games_at_once_and_caps_upwards_may_be_changed_and_nothing_else(client: Client) -> None:
    started(cap_season=Decimal(5), cap_game=Decimal(1))
    token = token_of("season", "money")
    tag = client.get("/api/v1/seasons/spring/").headers["ETag"]

    answer = send(client, token, "spring/", {"pace": 0.5, "cap_season": "7.5"}, method="patch", if_match=tag)

    assert answer.status_code == 200, answer.content
    assert (answer.json()["pace"], answer.json()["cap_season"]) == (0.5, "7.5000")
    assert last().verb == "change course"
    stale = send(client, token, "spring/", {"pace": 0.7}, method="patch", if_match=tag)
    now, told = answer.headers["ETag"], stale.json()["error"]["message"]
    assert (stale.status_code, told) == (412, f"spring is at {now}, and If-Match says {tag}; nothing was written")
    assert now == client.get("/api/v1/seasons/spring/", headers={"Authorization": f"Bearer {token}"}).headers["ETag"]
    season = Season.objects.get()
    fresh = {"if_match": answer.headers["ETag"]}
    for body, field in (
        ({"cap_game": "0.5"}, "cap_game"),
        ({"at_once": 3}, "at_once"),
        ({"secret": "hush"}, "secret"),
    ):
        refused = send(client, token, "spring/", body, method="patch", **fresh)
        assert refused.status_code == 400, body
        assert list(refused.json()["error"]["fields"]) == [field]
    can = f"frozen since it began; what can be changed: {', '.join(CHANGEABLE)}."
    for body, told in (
        ({"memory": "off", "pace": 3}, f"memory is {can}"),
        ({"name": "Another", "rules": []}, f"name and rules are {can}"),
        ({"name": "Another", "rules": [], "lag": 4}, f"name, rules and lag are {can}"),
    ):
        frozen = send(client, token, "spring/", body, method="patch", **fresh)
        fields = {name: [f"is {can}"] for name in body if name != "pace"}
        assert frozen.status_code == 409
        assert frozen.json() == {"error": {"code": "wrong_state", "message": told, "fields": fields}}
    assert send(client, token, "spring/", [{}], method="patch", **fresh).status_code == 400
    assert send(client, token_of("season"), "spring/", {"cap_season": "9"}, method="patch").status_code == 403
    assert send(client, token, "spring/", {"at_once": 2}, method="patch").json()["at_once"] == 2
    assert Season.objects.get().cap_season == season.cap_season
    assert send(client, token, "spring/", {"keep": 3}, method="patch").json()["keep"] == 3
    send(client, token, "spring/cancel/", {"reason": "Enough."})
    assert send(client, token, "spring/", {"pace": 1}, method="patch").status_code == 409
    assert send(client, token, "spring/", {"pace": 1, "keep": 0}, method="patch").status_code == 409
    assert Season.objects.get().keep == 3
    assert send(client, token, "spring/", {"keep": None}, method="patch").json()["keep"] is None
    assert send(client, token, "spring/", {"keep": -1}, method="patch").status_code == 400


def test_a_season_is_brought_up_to_date_and_told_what_was_new(client: Client, token: str) -> None:
    season = started()
    told = send(client, token, "spring/update/").json()["told"]
    assert told == "Spring is up to date. Nothing has changed since it was pinned."
    player = season.roster.order_by("number")[0].player
    LanguageModel.objects.filter(pk=player.model_id).update(model_name="joker")

    told = send(client, token, "spring/update/", {"reason": "A weak voice."}).json()["told"].splitlines()

    assert told[0].startswith(f"{player.model.slug}: model name joker instead of ")
    assert told[-1].startswith("Spring is up to date. Players with something new: ")
    assert {act.reason for act in Act.objects.filter(verb="update", model="seasonplayer")} == {"A weak voice."}
    send(client, token, "spring/cancel/", {"reason": "Enough."})
    assert send(client, token, "spring/update/").status_code == 409


@pytest.mark.parametrize("is_late", [False, True])
def test_the_roster_of_an_announced_season_changes_until_its_deadline(
    client: Client, token: str, *, is_late: bool
) -> None:
    now = timezone.now()
    season = announce_season(season=a_draft(), now=now, roster_until=now + timedelta(hours=1))
    if is_late:
        Season.objects.update(roster_until=now)
    joins, leaves = ensure_roster()[8].player_id, ensure_roster()[0].player_id

    answer = send(client, token, "spring/roster/", {"add": [joins], "remove": [leaves], "reason": "A late entry."})

    ids = list(season.roster.order_by("number").values_list("player__player_id", flat=True))
    if is_late:
        error = answer.json()["error"]
        assert (answer.status_code, error["code"], "and that is over" in error["message"]) == (409, "wrong_state", True)
        assert leaves in ids
        assert joins not in ids
        return
    assert answer.status_code == 200, answer.content
    assert ids[-1] == joins
    assert leaves not in ids
    acts = Act.objects.filter(name="spring", reason="A late entry.").order_by("id")
    assert [(act.verb, act.before, act.after) for act in acts] == [
        ("take off the roster", {"player": leaves}, {}),
        ("add to the roster", {}, {"player": joins}),
    ]
    few = send(client, token, "spring/roster/", {"remove": ids[:3]})
    assert "choose at least 6 players" in few.json()["error"]["fields"]["remove"][0]
    assert send(client, token, "spring/roster/", {"add": ["nobody"]}).status_code == 400


def test_who_looked_at_another_roster_changes_and_starts_nothing(client: Client, token: str) -> None:
    season = announce_season(season=a_draft(), now=timezone.now())
    tag = send(client, token, "spring/", method="get").headers["ETag"]
    joins, later = (player.player_id for player in ensure_roster()[8:10])

    answer = send(client, token, "spring/roster/", {"add": [joins]}, if_match=tag)

    assert answer.status_code == 200, answer.content
    read = send(client, token, "spring/", method="get").headers["ETag"]
    assert answer.headers["ETag"].partition("-")[0] == read.partition("-")[0] != tag.partition("-")[0]
    asked = [("roster/", "post", {"add": [later]}), ("start/", "post", {}), ("", "patch", {"pace": 0.5})]
    for verb, method, body in asked:
        stale = send(client, token, f"spring/{verb}", body, method=method, if_match=tag)
        assert (stale.status_code, stale.json()["error"]["code"]) == (412, "precondition_failed"), verb
    season.refresh_from_db()
    assert (season.status, season.roster.filter(player__player_id=later).exists()) == ("announced", False)
    assert send(client, token, "spring/start/", if_match=read).status_code == 200


def test_what_is_wrong_with_a_roster_is_told_of_what_was_sent(client: Client, token: str) -> None:
    season = announce_season(season=a_draft(), now=timezone.now())
    there, other = ensure_roster()[0].player_id, ensure_roster()[8].player_id
    for sent, field, words in (
        ({"add": [there]}, "add", "each can be on the roster once"),
        ({"add": [other, other]}, "add", "each can be on the roster once"),
        ({"remove": [other]}, "remove", "not on the roster"),
        ({"add": [other], "remove": [player.player_id for player in ensure_roster()[:5]]}, "remove", "at least 6"),
    ):
        answer = send(client, token, "spring/roster/", sent)
        assert answer.status_code == 400, answer.content
        ((name, (told,)),) = answer.json()["error"]["fields"].items()
        assert (name, words in told) == (field, True)
    for sent in ({}, {"reason": "none"}, {"add": [], "remove": []}):
        nothing = send(client, token, "spring/roster/", sent)
        assert (nothing.status_code, "nobody is named" in nothing.json()["error"]["message"]) == (400, True)
    assert season.roster.count() == 8


@pytest.mark.parametrize(
    "verbs", [("announce", "withdraw"), ("start", "pause", "resume", "cancel"), ("start", "finish")]
)
def test_a_verb_is_answered_with_the_tag_of_the_season_as_it_is_by_now(
    client: Client, token: str, verbs: tuple[str, ...]
) -> None:
    a_draft(memory="off", lag=None), a_draft("fall", memory="off", lag=None)
    tags = []
    for verb in verbs:
        answer = send(client, token, f"spring/{verb}/", {"reason": "So it is."})
        read = send(client, token, "spring/", method="get")
        assert answer.status_code == read.status_code == 200
        assert answer.headers["ETag"].partition("-")[0] == read.headers["ETag"].partition("-")[0]
        tags.append(answer.headers["ETag"])
    assert all(one != other for one, other in pairwise(tags)), "each changes what is told"
    stale = send(client, token, f"spring/{verbs[0]}/", {"reason": "Again."}, if_match=tags[0])
    assert (stale.status_code, stale.json()["error"]["code"]) == (412, "precondition_failed")
    seen = send(client, token, f"fall/{verbs[0]}/", if_match=send(client, token, "fall/", method="get").headers["ETag"])
    assert seen.status_code == 200
    if verbs[-1] == "withdraw":
        plan = {"pace": 0.5}
        assert send(client, token, "spring/", plan, method="patch", if_match='"0-0"').status_code == 412
        assert send(client, token, "spring/", plan, method="patch", if_match=tags[-1]).status_code == 200


@pytest.mark.parametrize(
    ("path", "method", "body"),
    [("pause/", "post", {}), ("", "patch", {"pace": 0.5}), ("roster/", "post", {"add": []})],
)
def test_who_is_told_something_older_has_no_tag_of_what_was_written_since(
    client: Client, token: str, path: str, method: str, body: dict[str, Any]
) -> None:
    if path == "roster/":
        season = announce_season(season=a_draft(), now=timezone.now())
        body = {"add": [ensure_roster()[8].player_id]}
    else:
        season = started()
    of = Season.objects.filter(pk=season.pk)

    with written_after_each_look("league_season", lambda: of.update(keep=(of.get().keep or 0) + 1)) as looks:
        answer = send(client, token, f"spring/{path}", body, method=method)

    assert (answer.status_code, looks != []) == (200, True), answer.content
    told = answer.json().get("season", answer.json())
    of.update(keep=told["keep"])
    read = send(client, token, "spring/", method="get")
    assert answer.headers["ETag"].partition("-")[0] == read.headers["ETag"].partition("-")[0]
