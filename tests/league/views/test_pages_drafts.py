"""What staff do with drafts from the pages: edit, delete and clone them; and that nobody else sees one."""

import re
from itertools import chain
from typing import Any

import pytest
from django.test import Client

from league.models import Act, Season, User
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Keep, Rules
from league.seasons.making.creating import create_season
from league.seasons.making.plans import When, plan_of
from league.seasons.making.twinning import create_twin
from personas.models import LanguageModel, Persona
from personas.roster import retire_personas
from tests.factories import NOON, make_account, make_model, make_roster, make_running_season, make_user
from tests.league.views.sent import allow
from tests.league.views.test_pages import page

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client) -> User:
    user = make_user(is_staff=True, username="staff")
    allow(user, "add_season", "change_season", "delete_season")
    client.force_login(user)
    return user


def drafted(slug: str = "spring", **fields: object) -> Season:
    rules = [Rules("town-mafia", 7, {"lynch": "majority"}), Rules("council-mafia", 8), Rules("town-mafia", 6)]
    given = {"slug": slug, "name": slug.title(), "rules": rules, "games": 3, "players": make_roster()[::-1]}
    return create_season(**given | fields)


def filled(client: Client, path: str) -> dict[str, Any]:
    """What a browser sends of the form of a draft that nothing was changed in."""
    form = client.get(path).context["form"]
    sent = {}
    for bound in chain(form, *getattr(form, "books", ())):
        value = bound.value()
        if bound.name == "players":  # of whom only who is invited can be ticked
            invited = set(bound.field.queryset.values_list("pk", flat=True))
            value = [str(key) for key in value if key in invited]
        if value is not None and value is not False and value != "":
            sent[bound.html_name] = "on" if value is True else value
    return sent


def test_a_form_that_nobody_changed_changes_nothing(client: Client, staff: User) -> None:
    season = drafted(
        when=When("12345", "18:00 20:30", "Europe/Berlin", None, "2027-02-01", "skip"),
        at_once=2,
        pace=0.5,
        interval=3.0,
        keep=Keep(None),
        is_aware=False,
        rated=False,
        strategy_level="basic",
        memory="frozen",
        hides_memory=True,
    )
    plan = plan_of(season)
    form = filled(client, "/seasons/spring/edit/")
    assert client.post("/seasons/spring/edit/", form)["Location"] == "/seasons/spring/"
    assert plan_of(Season.objects.get()) == plan
    assert not Act.objects.exists()


def test_staff_edit_a_draft_and_say_why(client: Client, staff: User) -> None:
    season = drafted()
    form = filled(client, "/seasons/spring/edit/")
    gone = plan_of(season).players[0]
    remaining = plan_of(season).players[1:]
    players = [key for key in form["players"] if key != str(gone.pk)]
    form |= {"name": "Summer", "slug": "summer", "games": 30, "players": players, "reason": "more of it"}
    form |= {"glass-box-plays": "on", "times": "18:00"}
    del form["town-mafia-2-plays"]
    assert client.post("/seasons/spring/edit/", form)["Location"] == "/seasons/summer/"
    plan = plan_of(Season.objects.get())
    assert (plan.slug, plan.name, plan.games, plan.players) == ("summer", "Summer", 30, remaining)
    assert [book.ruleset for book in plan.rules] == ["town-mafia", "council-mafia", "glass-box"]
    assert plan.when is not None
    (act,) = Act.objects.all()
    assert (act.verb, act.who, act.surface, act.reason) == ("edit", "staff", "site", "more of it")
    assert sorted(act.after) == ["at_once", "calendar", "games_planned", "name", "players", "rules", "slug"]


def test_a_second_editor_is_refused(client: Client, staff: User) -> None:
    drafted()
    forms = [filled(client, "/seasons/spring/edit/") | {"games": games} for games in (30, 40)]
    assert [client.post("/seasons/spring/edit/", form).status_code for form in forms] == [302, 422]
    told = client.post("/seasons/spring/edit/", forms[1]).content.decode()
    assert "Spring was changed meanwhile, so nothing of yours is saved yet" in told
    assert Season.objects.get().games_planned == 30


def test_what_cannot_be_is_refused_beside_its_field(client: Client, staff: User) -> None:
    drafted()
    form = filled(client, "/seasons/spring/edit/") | {"players": [], "games": 0, "town-mafia-2-seats": 4}
    told = client.post("/seasons/spring/edit/", form).content.decode()
    assert "This cannot be changed so" in told
    assert ("Choose players." in told, "greater than or equal to 1" in told, "equal to 5" in told) == (True,) * 3
    assert not Act.objects.exists()


def test_who_is_not_invited_any_more_is_named_and_left_out(client: Client, staff: User) -> None:
    gone, *others = plan_of(drafted()).players
    retire_personas(personas=Persona.objects.filter(pk=gone.persona_id), by="ada")
    assert f"Not invited any more: {gone.player_id}." in page(client, "/seasons/spring/edit/")
    client.post("/seasons/spring/edit/", filled(client, "/seasons/spring/edit/"))
    assert list(plan_of(Season.objects.get()).players) == others


def test_a_teller_who_is_off_is_left_out_as_it_is_said_and_the_house_tells(client: Client, staff: User) -> None:
    make_model(slug="teller", provider="openai")
    drafted(narrator="teller")
    drafted("autumn", narrator="none")
    LanguageModel.objects.filter(slug="teller").update(is_active=False)
    told = "The model teller tells no games any more; the house does."
    assert [told in page(client, f"/seasons/{slug}/edit/") for slug in ("spring", "autumn")] == [True, False]
    for slug in ("spring", "autumn"):
        answer = client.post(f"/seasons/{slug}/edit/", filled(client, f"/seasons/{slug}/edit/"))
        assert answer.status_code == 302
    assert [each.told_by for each in Season.objects.order_by("pk")] == ["template", "none"]


def test_a_twins_form_has_what_a_twin_may_change(client: Client, staff: User) -> None:
    create_twin(first=drafted(), slug="twin", memory="off")
    form = filled(client, "/seasons/twin/edit/")
    fields = client.get("/seasons/twin/edit/").context["form"].fields
    assert sorted(fields) == [
        *("hides_memory", "keep", "memory", "name", "on", "reason", "since", "slug", "strategy_level"),
    ]
    refused = client.post("/seasons/twin/edit/", form | {"memory": "live"})
    assert (refused.status_code, "Say what is to be otherwise" in refused.content.decode()) == (422, True)
    client.post("/seasons/twin/edit/", form | {"memory": "frozen", "keep": ""})
    twin = Season.objects.get(slug="twin")
    assert (twin.memory, twin.keep, twin.games_planned) == ("frozen", None, 3)


def test_what_has_begun_is_neither_edited_nor_deleted(client: Client, staff: User) -> None:
    make_running_season(slug="open", name="Open")
    for what, told in (("edit", "Only a draft is edited"), ("delete", "Only a draft is deleted")):
        for answer in (client.get(f"/seasons/open/{what}/"), client.post(f"/seasons/open/{what}/")):
            assert answer["Location"] == "/seasons/open/"
        assert f"{told}, and Open is running." in page(client, "/seasons/open/")
    assert Season.objects.get().status == "running"


def test_a_draft_is_deleted_behind_a_page_that_says_what_goes(client: Client, staff: User) -> None:
    season, other = drafted(), drafted("autumn")
    make_account(scope="season", name="spring", spent="0.25", calls=2)
    create_twin(first=other, slug="twin", memory="off")
    told = page(client, "/seasons/spring/delete/")
    assert ("its roster of 12" in told, "2 calls for $0.25" in told) == (True, True)
    assert Season.objects.filter(pk=season.pk).exists()
    assert client.post("/seasons/spring/delete/", {"reason": "no use"})["Location"] == "/seasons/"
    assert "There is no season spring any more." in client.post("/seasons/spring/delete/", follow=True).content.decode()
    assert client.get("/seasons/spring/delete/").status_code == 404
    assert Act.objects.values_list("verb", "name", "reason").get() == ("delete", "spring", "no use")
    told = page(client, "/seasons/autumn/delete/")
    assert ("twin is its twin; delete that first." in told, "Delete the draft" in told) == (True, False)
    client.post("/seasons/autumn/delete/")
    assert "It is not deleted: twin is its twin" in page(client, "/seasons/autumn/")


def test_two_clicks_clone_a_season_once_and_lead_to_its_form(client: Client, staff: User) -> None:
    season = drafted()
    start_season(season=season, now=NOON)
    gone = plan_of(season).players[0]
    retire_personas(personas=Persona.objects.filter(pk=gone.persona_id), by="ada")
    (slug,) = re.findall(r'name="slug" value="([^"]+)"', page(client, "/seasons/spring/"))
    answers = [client.post("/seasons/spring/clone/", {"slug": slug}) for _ in range(2)]
    assert [answer["Location"] for answer in answers] == ["/seasons/spring-2/edit/"] * 2
    told = page(client, "/seasons/spring-2/edit/")
    assert "Spring 2 is made by the plan of Spring, and kept as a draft." in told
    assert f"Not invited any more: {gone.player_id}." in told
    assert "Spring 2 is there already." in told
    assert client.post("/seasons/spring/clone/")["Location"] == "/seasons/spring-3/edit/"
    assert Season.objects.count() == 3
    allow(staff, "add_season")
    assert client.post("/seasons/spring/clone/")["Location"] == "/seasons/spring-4/"


def test_a_season_that_cannot_be_cloned_says_why(client: Client, staff: User) -> None:
    drafted()
    retire_personas(personas=Persona.objects.all(), by="ada")
    client.post("/seasons/spring/clone/")
    assert "It is not cloned: choose at least 8 players, not 0" in page(client, "/seasons/spring/")
    assert Season.objects.count() == 1


# --- who sees them ---------------------------------------------------------------------------------------------------

PAGES = (
    *("/seasons/", "/seasons/spring/", "/seasons/spring/schedule/", "/seasons/spring/schedule.ics"),
    *("/seasons/spring/twins/", "/seasons/open/", "/seasons/open/twins/", "/", "/games/", "/leaderboard/", "/stats/"),
)
PARTS = ("", "fixtures/", "schedule/", "edits/", "twins/", "standings/", "log/")
API = (
    *("/api/v1/seasons/", "/api/v1/seasons/open/twins/"),
    *(f"/api/v1/seasons/spring/{part}" for part in PARTS),
    *(f"/api/v1/{path}/?season=spring" for path in ("games", "leaderboard")),
    *(f"/{path}/?season=spring" for path in ("games", "leaderboard", "stats")),
)


def staged_drafts() -> None:
    drafted(name="Hidden cup", when=When("12345", "18:00", "UTC"))
    first = drafted("open", name="Open", players=make_roster())
    create_twin(first=first, slug="spring-twin", name="Hidden cup, once more", memory="off")
    start_season(season=first, now=NOON)


@pytest.mark.parametrize("path", [*PAGES, *API])
def test_a_draft_is_seen_by_staff_alone(client: Client, path: str) -> None:
    staged_drafts()
    for user in (None, make_user(), make_user(is_staff=True)):
        if user is not None:
            client.force_login(user)
        answer = client.get(path)
        told = answer.getvalue().decode() if answer.streaming else answer.content.decode()
        assert "Hidden cup" not in told
        assert "spring" not in told.replace("'spring'", "").replace("&#x27;spring&#x27;", "")
        assert (answer.status_code in (400, 404)) == ("spring" in path)


@pytest.mark.parametrize("permission", ["add_season", "change_season", "delete_season", "view_season"])
def test_staff_who_have_to_do_with_seasons_see_drafts(client: Client, permission: str) -> None:
    staged_drafts()
    user = make_user(is_staff=True)
    allow(user, permission)
    client.force_login(user)
    assert "Hidden cup" in page(client, "/seasons/")
    assert "Hidden cup, once more" in page(client, "/seasons/open/")
    for path in ("/seasons/spring/", "/seasons/spring/schedule/", "/api/v1/seasons/spring/", "/api/v1/seasons/"):
        assert "Hidden cup" in client.get(path).content.decode()
    assert client.get("/seasons/spring/twins/").status_code == 200
