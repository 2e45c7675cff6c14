"""The backstage of the league: its lists, forms and dialogs; seasons are treated by verbs, tokens shown once."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.test import Client

from games.models import Account
from league.celery import app
from league.models import Season, Token, User
from league.seasons.lifecycle.starting import start_season
from personas.roster import ensure_roster
from tests.factories import (
    NOON,
    TERMS,
    make_fixture,
    make_game,
    make_model,
    make_persona,
    make_player,
    make_roster_place,
    make_running_game,
    make_running_season,
    make_season,
    make_standing,
    make_token,
    make_user,
)

pytestmark = pytest.mark.django_db

HOSTILE = "<script>alert(1)</script>"
ESCAPED = "&lt;script&gt;alert(1)&lt;/script&gt;"


def staff(client: Client, *permissions: str) -> Client:
    """A client logged in as staff with exactly these permissions."""
    user = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client.force_login(user)
    return client


@pytest.mark.parametrize(
    ("kind", "make", "queries"),
    [
        ("season", make_fixture, 7),
        ("fixture", make_fixture, 5),
        ("standing", make_standing, 8),
        ("token", make_token, 6),
        ("user", make_user, 6),
    ],
)
def test_a_list_takes_as_many_queries_for_three_rows_as_for_one(
    admin_client: Client, django_assert_num_queries: Callable, kind: str, make: Callable, queries: int
) -> None:
    make()
    admin_client.get(f"/admin/league/{kind}/")  # content types are looked up once a process
    with django_assert_num_queries(queries):
        admin_client.get(f"/admin/league/{kind}/")
    make()
    make()
    with django_assert_num_queries(queries):
        admin_client.get(f"/admin/league/{kind}/")


@pytest.mark.parametrize(("rows", "queries"), [(1, 9), (3, 9)])
def test_a_seasons_page_takes_as_many_queries_for_three_rows_as_for_one(
    admin_client: Client, django_assert_num_queries: Callable, rows: int, queries: int
) -> None:
    season = make_running_season()
    for number in range(1, rows + 1):
        make_roster_place(season=season, number=number)
        make_fixture(season=season, number=number, game=make_game())
    admin_client.get(f"/admin/league/season/{season.pk}/change/")  # content types are looked up once a process

    with django_assert_num_queries(queries):
        page = admin_client.get(f"/admin/league/season/{season.pk}/change/").content.decode()

    assert len(re.findall(r'href="/admin/personas/player/\d+/change/"', page)) == rows


def test_a_seasons_page_names_its_roster_and_leads_to_its_fixtures_and_standings(admin_client: Client) -> None:
    season, other = make_running_season(), make_running_season()
    for number in range(1, 21):
        make_roster_place(season=season, number=number)
        make_fixture(season=season, number=number, game=make_game())
    make_fixture(season=other, number=77, game=make_game())

    page = admin_client.get(f"/admin/league/season/{season.pk}/change/").content.decode()
    lists = re.findall(rf'href="(/admin/league/\w+/\?season__id__exact={season.pk})"', page)
    first, second = (admin_client.get(f"{lists[0]}{more}").content.decode() for more in ("", "&p=2"))

    assert [each.split("/")[3] for each in lists] == ["fixture", "standing"]
    assert len(re.findall(r'href="/admin/personas/player/\d+/change/"', page)) == 20
    assert [len(re.findall(r'href="/admin/games/game/\d+/change/"', each)) for each in (first, second)] == [16, 4]
    assert f'href="{lists[0]}&amp;p=2"' in first or "p=2" in first


@pytest.mark.parametrize("also", [[], ["fixture"], ["standing"]])
def test_a_seasons_page_leads_to_no_list_that_is_not_open(client: Client, also: list[str]) -> None:
    season = make_running_season()
    one = staff(client, "view_season", *(f"view_{each}" for each in also))

    page = one.get(f"/admin/league/season/{season.pk}/change/").content.decode()

    assert re.findall(r'href="/admin/league/(\w+)/\?season__id', page) == also


def test_a_list_that_is_narrowed_says_so_and_shows_all_rows_by_one_link(admin_client: Client) -> None:
    season = make_running_season()
    for number in range(1, 21):
        make_fixture(season=season, number=number)

    whole = admin_client.get("/admin/league/fixture/").content.decode()
    narrowed = admin_client.get(f"/admin/league/fixture/?season__id__exact={season.pk}").content.decode()

    assert [len(re.findall(r"Show all", page)) for page in (whole, narrowed)] == [1, 1]
    assert ["clear filters" in page for page in (whole, narrowed)] == [False, True]
    assert "20 found (" in narrowed
    assert whole.count('aria-current="page">1</span>') == 1


def test_seasons_are_listed_by_any_of_their_rulesets_once(admin_client: Client) -> None:
    make_season(name="Both", rules=[{}, {"ruleset": "chess"}, {}])
    make_season(name="Chess alone", rules=[{"ruleset": "chess"}])

    listed = admin_client.get("/admin/league/season/?rules__ruleset=town-mafia").content.decode()

    assert len(re.findall(r'name="_selected_action"', listed)) == 1
    assert "Both" in listed
    assert "Chess alone" not in listed


def select(client: Client, action: str, *seasons: Season) -> str:
    chosen = {"action": action, "_selected_action": [season.pk for season in seasons]}
    return client.post("/admin/league/season/", chosen, follow=True).content.decode()


def test_selected_seasons_are_started_paused_and_resumed(admin_client: Client) -> None:
    season = make_season(rules=[{"seats": 5}], games_planned=2)
    for number, player in enumerate(ensure_roster()[:6]):
        make_roster_place(season=season, player=player, number=number)
    seen = []

    for action in ("start_selected", "pause_selected", "resume_selected"):
        select(admin_client, action, season)
        season.refresh_from_db()
        seen.append(season.status)

    assert seen == ["running", "paused", "running"]


def strange_draft() -> Season:
    """A draft of models that were never probed."""
    season = make_season(slug="spring", name="Spring", rules=[{"seats": 5}], games_planned=2)
    model = make_model(slug="big", name="Big", provider="openai", model_name="big")
    for number, player in enumerate(ensure_roster()[:5]):
        make_roster_place(season=season, player=make_player(persona=player.persona, model=model), number=number)
    return season


def test_models_never_probed_want_a_reason_before_selected_seasons_start(admin_client: Client) -> None:
    season = strange_draft()

    page = select(admin_client, "start_selected", season)
    season.refresh_from_db()
    assert ("never probed <a" in page, ">Big</a>" in page, season.status) == (True, True, "draft")

    chosen = {"action": "start_selected", "_selected_action": [season.pk], "confirmed": "yes"}
    page = admin_client.post("/admin/league/season/", chosen, follow=True).content.decode()
    assert "unprobed: never probed: big" in page
    admin_client.post("/admin/league/season/", chosen | {"unprobed": "a trial"})
    season.refresh_from_db()
    assert (season.status, season.unprobed) == ("running", "a trial")


def act(client: Client, season: Season, action: str, **form: str) -> str:
    """Does it from the season's page, in its dialog; returns the page afterwards."""
    page = f"/admin/league/season/{season.pk}/"
    client.post(f"{page}{action}/", {"_form_submitted": "on"} | form)
    season.refresh_from_db()
    return client.get(f"{page}change/").content.decode()


def test_a_season_is_started_paused_and_resumed_from_its_page(admin_client: Client) -> None:
    season = strange_draft()
    account = Account.objects.create(scope="season", name="spring", cap=1, spent="0.9")

    assert "unprobed: never probed: big" in act(admin_client, season, "start")
    assert season.status == "draft"
    assert "Spring has begun." in act(admin_client, season, "start", unprobed="a trial")
    page = act(admin_client, season, "pause")
    assert "Spring is paused; no game of it begins until it is resumed; what is being played is played on." in page
    assert "paused by hand" in page
    assert f"/admin/games/account/{account.pk}/change/" in page
    assert "Spring goes on." in act(admin_client, season, "resume", cap_season="2.5")

    account.refresh_from_db()
    assert (season.status, season.unprobed, season.cap_season, account.cap) == ("running", "a trial", 2.5, 2.5)
    assert "Was resumed." in admin_client.get(f"/admin/league/season/{season.pk}/history/").content.decode()


def test_who_may_only_look_starts_no_season(client: Client) -> None:
    season = strange_draft()
    act(staff(client, "view_season"), season, "start", unprobed="mischief")
    assert season.status == "draft"


def called() -> int:
    """How many messages wait in the broker; it is empty afterwards."""
    with app.connection_for_write() as link, link.SimpleQueue(app.conf.task_default_queue) as queue:
        messages = queue.qsize()
        queue.clear()
    return messages


def test_what_is_let_go_on_is_looked_at_at_once(admin_client: Client) -> None:
    season, game = make_running_season(status="paused"), make_running_game(status="paused")
    called()

    select(admin_client, "resume_selected", season)
    assert called() == 1

    admin_client.post("/admin/games/game/", {"action": "resume_selected", "_selected_action": [game.pk]})
    assert called() == 1


def test_what_cannot_be_done_is_said_of_each_season_and_the_others_are_done(admin_client: Client) -> None:
    draft, running = make_season(name="Draft"), make_running_season(name="Running")

    page = select(admin_client, "pause_selected", draft, running)

    assert "Draft is not paused: " in page
    assert "Running is paused; " in page
    assert [Season.objects.get(pk=one.pk).status for one in (draft, running)] == ["draft", "paused"]


def test_of_a_season_only_the_name_is_written(admin_client: Client) -> None:
    season = make_running_season()
    before = Season.objects.values().get(pk=season.pk)
    inlines = {f"{name}-{form}_FORMS": "0" for name in ("rules", "roster", "fixtures") for form in ("TOTAL", "INITIAL")}

    admin_client.post(
        f"/admin/league/season/{season.pk}/change/", {"name": "New name", "status": "draft", "secret": "mine"} | inlines
    )

    assert Season.objects.values().get(pk=season.pk) == before | {"name": "New name"}


def test_what_a_draft_remembers_is_said_on_its_page_and_later_its_cap_is_only_raised(admin_client: Client) -> None:
    season = make_season(slug="spring")
    address = f"/admin/league/season/{season.pk}/change/"
    inlines = {f"rules-{form}_FORMS": "0" for form in ("TOTAL", "INITIAL")}

    def sent(**fields: str) -> Any:
        return admin_client.post(address, {"name": season.name} | inlines | fields)

    assert sent(memory="off", lag="3", cap_learning="0.5").status_code == 302
    season.refresh_from_db()
    assert (season.memory, season.lag, season.caps) == ("off", 3, {"learning": "0.5"})
    assert sent(memory="off", lag="0", cap_learning="").context["adminform"].form.errors == {
        "lag": ["Must be a whole number of games from 1 to 1000, not 0."]
    }

    for number, player in enumerate(ensure_roster()[:8]):
        make_roster_place(season=season, player=player, number=number)
    start_season(season=season, now=NOON)
    assert sent(memory="live", lag="1", cap_learning="2").status_code == 302
    season.refresh_from_db()
    assert (season.memory, season.lag, season.caps) == ("off", 3, {"learning": "2"})
    assert "frozen with the start" in admin_client.get(address).content.decode()
    assert sent(cap_learning="1").context["adminform"].form.errors == {
        "cap_learning": ["Must be 2 or more, or none in a season that has started, not 1."]
    }


def test_a_seasons_secret_is_for_moderators(client: Client) -> None:
    season = make_running_season(secret="covert secret")
    address = f"/admin/league/season/{season.pk}/change/"

    assert "covert secret" in staff(client, "view_season", "see_secrets").get(address).content.decode()
    for permissions in (["view_season"], ["view_season", "change_season"]):
        page = staff(client, *permissions).get(address)
        assert (page.status_code, "covert secret" in page.content.decode()) == (200, False)


def test_a_new_token_is_shown_once(admin_client: Client) -> None:
    user = User.objects.get(username="admin")

    form = {"user": user.pk, "name": "laptop", "scopes": ["read", "roster"]}
    page = admin_client.post("/admin/league/token/add/", form, follow=True).content.decode()

    token = Token.objects.get()
    text = re.search(r"the only time that the token is shown: (lg_[0-9a-f]+)", page)[1]
    assert (token.name, token.scopes, text[:15]) == ("laptop", ["read", "roster"], token.token_key)
    cache.clear()
    assert admin_client.get("/api/schema/", headers={"Authorization": f"Bearer {text}"}).status_code == 200
    assert text not in admin_client.get("/admin/league/token/").content.decode()
    assert text not in admin_client.get(f"/admin/league/token/{token.pk}/change/").content.decode()


def test_a_token_is_revoked_by_deletion(admin_client: Client) -> None:
    token, _ = make_token()

    admin_client.post(f"/admin/league/token/{token.pk}/delete/", {"post": "yes"})

    assert Token.objects.count() == 0


def test_games_are_listed_with_the_names_of_season_and_rules(admin_client: Client) -> None:
    make_running_season(slug="spring", name="Spring 2026")
    make_game(terms=TERMS | {"season": "spring"})

    page = admin_client.get("/admin/games/game/").content.decode()

    assert "Spring 2026" in page
    assert re.findall(r">\s*(Town Mafia)\s*</td>", page) == ["Town Mafia"]


def test_a_new_season_is_made_by_the_sites_form(admin_client: Client) -> None:
    page = admin_client.get("/admin/league/season/").content.decode()
    [address] = set(re.findall(r'href="(\S*/new)/?"', page))

    assert admin_client.get(f"{address}/").headers["Location"] == "/seasons/new/"


@pytest.mark.parametrize(
    ("kind", "make", "title"),
    [
        ("games/game", lambda: make_game(public_id="wasb2o6x6ati"), "Game wasb2o6x6ati"),
        (
            "personas/player",
            lambda: make_player(persona=make_persona(name="Pip Barlow"), model=make_model(name="GPT-4o mini")),
            "Pip Barlow on GPT-4o mini",
        ),
    ],
)
def test_a_page_is_headed_by_a_name(admin_client: Client, kind: str, make: Callable, title: str) -> None:
    page = admin_client.get(f"/admin/{kind}/{make().pk}/change/").content.decode()

    [heading] = re.findall(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)
    assert title in heading


def test_what_people_wrote_is_shown_as_text(admin_client: Client) -> None:
    season = make_running_season(name=HOSTILE)
    make_standing(season=season, role=HOSTILE)
    make_token(user=make_user(username=HOSTILE), name=HOSTILE)
    make_fixture(season=season, game=make_running_game(status="diverged", waiting=HOSTILE))
    User.objects.filter(username="admin").update(first_name=HOSTILE)
    pages = [
        "",
        "league/season/",
        f"league/season/{season.pk}/change/",
        "league/standing/",
        "league/token/",
        "league/user/",
    ]

    for page in pages:
        body = admin_client.get(f"/admin/{page}").content.decode()
        assert ESCAPED in body, page
        assert HOSTILE not in body, page


def test_standings_are_not_written_by_hand(admin_client: Client) -> None:
    standing = make_standing(player=make_player())

    tried = [
        admin_client.get("/admin/league/standing/add/").status_code,
        admin_client.post(f"/admin/league/standing/{standing.pk}/change/", {"wins": "3"}).status_code,
        admin_client.post(f"/admin/league/standing/{standing.pk}/delete/", {"post": "yes"}).status_code,
    ]

    assert tried == [403, 403, 403]


def test_beats_own_rows_are_not_there_to_be_disabled(admin_client: Client) -> None:
    apps = {model._meta.app_label for model in admin.site._registry}
    assert "axes" in apps
    assert "django_celery_beat" not in apps
    assert "/admin/axes/accesslog/" in (page := admin_client.get("/admin/").content.decode())
    assert "django_celery_beat" not in page
    answers = {name: admin_client.get(f"/admin/{name}/").status_code for name in ("axes", "django_celery_beat")}
    assert answers == {"axes": 200, "django_celery_beat": 404}


@pytest.mark.parametrize(
    "page",
    [
        "",
        "auth/group/add/",
        "axes/accessattempt/",
        "axes/accesslog/",
        "league/user/add/",
        "personas/persona/export/",
        "personas/persona/import/",
    ],
)
def test_what_other_packages_keep_has_pages_that_the_content_policy_lets_work(admin_client: Client, page: str) -> None:
    answer = admin_client.get(f"/admin/{page}")

    assert answer.status_code == 200
    scripts = re.findall(r"<script\b[^>]*>", answer.content.decode())
    assert [tag for tag in scripts if "src=" not in tag and "application/json" not in tag] == []
    assert re.findall(r"<[^>]+ on(?:click|change|submit|load)=", answer.content.decode()) == []


def test_a_password_guessed_too_often_locks_the_account_out(client: Client) -> None:
    User.objects.create_user("ann", password="right", is_staff=True, date_joined=NOON)

    for _ in range(8):
        client.post("/admin/login/", {"username": "ann", "password": "wrong"})
    answer = client.post("/admin/login/", {"username": "ann", "password": "right"})

    assert answer.status_code == 429


def test_a_users_permissions_are_looked_for_by_name(client: Client) -> None:
    keeper = staff(client, "view_user", "change_user")
    user = make_user()
    asked = {"app_label": "league", "model_name": "user", "field_name": "user_permissions", "term": "see_secrets"}

    page = keeper.get(f"/admin/league/user/{user.pk}/change/").content.decode()
    found = keeper.get("/admin/autocomplete/", asked).json()["results"]

    assert ("selectfilter" in page, "admin-autocomplete" in page) == (False, True)
    assert [each["text"] for each in found] == [str(Permission.objects.get(codename="see_secrets"))]
    assert keeper.get("/admin/auth/permission/add/").status_code == 403


def test_a_row_of_a_seasons_page_is_named_once(admin_client: Client) -> None:
    place = make_roster_place(season=make_season())

    page = admin_client.get(f"/admin/league/season/{place.season.pk}/change/").content.decode()

    assert re.findall(r">\s*(\S[^<>]*)</", page).count(str(place.player)) == 1
    assert f"{place}" not in re.sub(r'="[^"]*"', "", page)
