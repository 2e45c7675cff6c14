"""What staff do from the pages, and the way in and out. Forms of seasons and exhibitions have modules of their own."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import Permission
from django.test import Client, RequestFactory
from django.urls import URLPattern, resolve
from django.utils import timezone

from games.directing.verbs import VERBS
from games.models import Game, Substitution
from league.boards.verbs import VERBS as BOARDS
from league.models import Act, Season, User
from league.pages import pages
from league.seasons.lifecycle.announcing import FIXED
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from tests.factories import make_game, make_roster, make_running_season, make_season, make_user
from tests.games.casting import cast
from tests.games.casting import make_game as played_game
from tests.league.views.sent import allow, season_form
from tests.league.views.test_pages import page

pytestmark = pytest.mark.django_db
GAME = "a1b2c3d4e5f6"
ACTS = {  # the permissions that each form and button of the site wants
    "/seasons/new/": ("add_season",),
    "/exhibitions/new/": ("add_game",),
    "/seasons/draft/start/": ("change_season",),
    "/seasons/draft/announce/": ("change_season",),
    "/seasons/draft/withdraw/": ("change_season",),
    "/seasons/draft/roster/": ("change_season",),
    "/seasons/open/finish/": ("change_season",),
    "/seasons/open/cancel/": ("change_season",),
    "/seasons/open/refold/": ("change_season",),
    "/seasons/open/update/": ("change_season",),
    "/seasons/open/caps/": ("change_season",),
    "/seasons/open/pause/": ("change_season",),
    "/seasons/open/calendar/": ("change_season",),
    "/seasons/held/resume/": ("change_season",),
    "/seasons/draft/twins/new/": ("add_season",),
    "/seasons/draft/edit/": ("change_season",),
    "/seasons/draft/delete/": ("delete_season",),
    "/seasons/open/clone/": ("add_season",),
    "/seasons/draft/personas/": ("change_season", "add_persona", "add_player"),
    "/seasons/open/prune/": ("change_season", "change_game"),
    **{f"/games/{GAME}/{verb}/": ("change_game",) for verb in VERBS},
}
OF_BOARDS = {  # of which tests/league/boards tell what they do
    **{f"/seasons/open/board/{verb}/": ("change_board",) for verb in BOARDS},
    **{f"/leaderboard/board/{verb}/": ("change_board",) for verb in BOARDS},
    "/desk/alerts/ops/trial/": ("change_addressee",),  # and tests/league/alerts of this
}
OF_SERIES = {  # of which test_pages_series.py tells what they do
    "/seasons/open/series/": ("add_series",),
    **{f"/series/spring/{verb}/": ("change_series",) for verb in ("edit", "pause", "resume", "end")},
    "/series/spring/delete/": ("delete_series",),
}


@pytest.mark.parametrize("path", ["/seasons/new/", "/exhibitions/new/"])
def test_the_forms_are_for_staff(client: Client, path: str) -> None:
    assert client.get(path)["Location"] == f"/login/?next={path}"
    for refused in (make_user(), make_user(is_staff=True)):
        client.force_login(refused)
        assert client.get(path).status_code == 403
    allow(refused, "add_season", "add_game")
    page(client, path)


def test_every_act_of_the_site_has_its_permissions() -> None:
    """Whatever takes a form, is not the way in or out and not for oneself stands in the table above."""
    doors = {"login", "logout", "tokens", "revoke-token", "endings"}
    taking = [each for each in pages if each.name not in doors and "POST" in methods(each)]
    assert sorted(each.name for each in taking) == sorted(
        {resolve(path).url_name for path in ACTS | OF_SERIES | OF_BOARDS}
    )


def methods(page: URLPattern) -> set[str]:
    """What a page takes: it refuses the other methods before anything else."""
    request = RequestFactory().generic("NONE", "/")
    request.user = User(is_staff=True, is_superuser=True)
    answer = page.callback(request, **{name: "none" for name in page.pattern.converters})
    return {each.strip() for each in answer.headers["Allow"].split(",")}


@pytest.mark.parametrize("path", ACTS | OF_SERIES | OF_BOARDS)
def test_nothing_is_done_by_staff_who_may_not(client: Client, path: str) -> None:
    seasons = {"draft": make_season(slug="draft"), "open": make_running_season(slug="open")}
    seasons["held"] = make_running_season(slug="held", status="paused", waiting="paused by hand")
    make_game(public_id=GAME)
    wanted = (ACTS | OF_SERIES | OF_BOARDS)[path]
    every = {
        "add_season",
        "change_season",
        "delete_season",
        "view_season",
        "add_game",
        "change_game",
        "add_persona",
        "add_player",
        "add_series",
        "change_series",
        "delete_series",
        "change_board",
        "change_addressee",
    }
    for had in (every - set(wanted), set(wanted[1:]), set()):
        user = make_user(is_staff=True)
        allow(user, *had)
        client.force_login(user)
        for answer in (client.post(path), client.get(path)):
            told = answer.content.decode()
            assert (answer.status_code, "Your account may not" in told, "lacks" in told) == (403, True, True)
    somebody = make_user()
    allow(somebody, *every)
    client.force_login(somebody)
    assert client.post(path).status_code == 403  # with every permission, and not of the staff
    assert {slug: Season.objects.get(slug=slug).status for slug in seasons} == {
        "draft": "draft",
        "open": "running",
        "held": "paused",
    }
    assert Game.objects.get().status == "scheduled"


@pytest.mark.parametrize(
    ("permissions", "shown"),
    [
        ((), []),
        (("view_season",), ["Open in the admin"]),
        (("change_season",), ["Edit", "Open in the admin", "Pause", "Resume", "Start the season"]),
        (("add_season",), ["Clone", "New season"]),
        (("delete_season",), ["Delete"]),
        (("add_game",), ["New exhibition"]),
    ],
)
def test_buttons_are_for_those_who_may_press_them(client: Client, permissions: list[str], shown: list[str]) -> None:
    make_season(slug="draft")
    make_running_season(slug="open")
    make_running_season(slug="held", status="paused", waiting="paused by hand")
    user = make_user(is_staff=True)
    allow(user, *permissions)
    client.force_login(user)
    looks = ("/", "/games/", "/seasons/", "/seasons/draft/", "/seasons/open/", "/seasons/held/")
    if not permissions or permissions == ("add_game",):
        looks = tuple(path for path in looks if "draft" not in path)  # which they do not see
    told = " ".join(page(client, path) for path in looks)
    buttons = ("New season", "New exhibition", "Open in the admin", "Pause", "Resume", "Start the season")
    buttons += ("Clone", "Delete", "Edit")
    assert sorted(each for each in buttons if f">{each}<" in told) == shown


def test_who_may_only_make_a_season_leaves_its_start_to_others(client: Client) -> None:
    user = make_user(is_staff=True)
    allow(user, "add_season")
    client.force_login(user)
    assert 'name="start"' not in page(client, "/seasons/new/")
    client.post("/seasons/new/", season_form(players=[player.pk for player in cast(6)], start="on"))
    assert Season.objects.get().status == "draft"


def test_staff_sign_in_and_out(client: Client) -> None:
    make_user(username="anna", password="a long secret", is_staff=True)
    wrong = client.post("/login/", {"username": "anna", "password": "wrong"})
    assert "correct username and password" in wrong.content.decode()
    right = client.post("/login/", {"username": "anna", "password": "a long secret", "next": "/seasons/new/"})
    assert right["Location"] == "/seasons/new/"
    assert "Sign out" in page(client, "/")
    client.post("/logout/")
    assert "Sign out" not in page(client, "/")


def test_staff_pause_a_season_and_let_it_go_on(client: Client, staff: User) -> None:
    season = make_running_season(name="Spring")
    address = f"/seasons/{season.slug}/"
    edit = f'href="/admin/league/season/{season.pk}/change/"'
    text = page(client, address)
    assert (">Pause<" in text, ">Resume<" in text, edit in text) == (True, False, True)
    assert "what is being played is played on" in page(client, f"{address}pause/")

    client.post(f"{address}pause/")

    text = page(client, address)
    assert (">Pause<" in text, ">Resume<" in text) == (False, True)
    assert "Paused by hand." in text
    client.post(f"{address}pause/")
    assert "It is not paused: only a running season can be paused" in page(client, address)

    client.post(f"{address}resume/")

    assert "Spring goes on." in page(client, address)
    assert Season.objects.get().status == "running"
    client.post(f"{address}resume/")
    assert "It is not resumed: only a paused season" in page(client, address)
    client.logout()
    text = page(client, address)
    assert (">Pause<" in text, edit in text) == (False, False)
    assert client.post(f"{address}pause/")["Location"].startswith("/login/")
    assert Season.objects.get().status == "running"


def test_what_loses_something_is_asked_about_and_the_page_says_who_did_it_and_why(client: Client, staff: User) -> None:
    staff.user_permissions.add(*Permission.objects.filter(codename="view_act"))
    season, other = make_running_season(name="Spring"), make_running_season(name="Autumn")
    address = f"/seasons/{season.slug}/"
    assert f'href="{address}cancel/"' in page(client, address)
    asked = page(client, f"{address}cancel/")
    assert "It is not opened again." in asked
    assert client.post(f"{address}cancel/").status_code == 422
    assert Season.objects.get(pk=season.pk).status == "running"

    client.post(f"{address}cancel/", {"reason": "A wrong rule."})
    client.post(f"/seasons/{other.slug}/finish/", {"reason": "The provider has gone"})

    text = page(client, address)
    assert "Cancelled by an operator: A wrong rule. Its games count nowhere but here." in text
    assert f'<p class="small">{staff.username}, site' in text
    assert "running → cancelled" in text
    assert f'href="{address}acts/"' in text
    client.post(f"{address}cancel/", {"reason": "Once more."})
    assert "It is not cancelled: only an announced" in page(client, address)
    client.logout()
    text = page(client, f"/seasons/{other.slug}/")
    assert "0 of 3 games were played; finished early by an operator: The provider has gone." in text
    assert staff.username not in text
    assert "What was done to it" not in text


def test_staff_lead_a_game_from_its_page_and_what_loses_something_asks_first(client: Client) -> None:
    user = make_user(is_staff=True, username="ann")
    allow(user, "change_game")
    client.force_login(user)
    cast(6, "house")
    games = [played_game(seed, pace=1) for seed in ("K", "L")]
    Game.objects.update(status="running", started_at=timezone.now())
    path = f"/games/{games[0].public_id}/"
    told = page(client, path)
    assert [f">{verb.title}<" in told for verb in VERBS.values()] == [True, False, False, True, True, True]

    assert client.post(f"{path}pause/")["Location"] == path
    assert "paused by hand since " in page(client, path)
    assert client.post(f"{path}void/").status_code == 422
    assert "another model answers for the seat" in page(client, f"{path}substitute/")
    wrong = client.post(f"{path}substitute/", {"seat": 1, "model": "uniform", "reason": "Gone."})
    assert (wrong.status_code, "uniform is already asked for seat 1." in wrong.content.decode()) == (422, True)
    client.post(f"{path}substitute/", {"seat": 1, "model": "house", "reason": "Gone."})
    told = page(client, path)
    assert f"house answers for seat 1 ({games[0].seats.get(number=1).alias}) of game" in told
    assert "Unrated: a model was substituted: Gone. It is in no result and teaches nobody." in told
    client.post(f"{path}resume/"), client.post(f"{path}resume/")
    assert "is running and cannot be resumed" in page(client, path)
    client.post(f"{path}replay/")
    assert "is identical when it is replayed" in page(client, path)
    client.post(f"{path}void/", {"reason": "A wrong option."})
    assert [game.status for game in Game.objects.order_by("pk")] == ["void", "running"]
    assert "from then on" not in page(client, path), "nobody was asked"
    Substitution.objects.update(taken_up_at=timezone.now())
    assert "house from then on. “Gone.”" in page(client, f"{path}?open=proof")
    other = page(client, f"/games/{games[1].public_id}/")
    assert "Unrated" not in other
    client.logout()
    assert f"{games[1].public_id}/pause/" not in page(client, f"/games/{games[1].public_id}/")


@pytest.mark.parametrize(("verb", "status"), [("start", "draft"), ("pause", "running"), ("resume", "paused")])
def test_start_pause_and_resume_take_a_reason_that_stands_in_the_act(client: Client, verb: str, status: str) -> None:
    for slug in ("one", "two"):
        if status == "draft":
            made = create_season(
                slug=slug, name=slug, rules=[Rules("town-mafia", 7, {})], games=2, players=make_roster()
            )
        else:
            waiting = "paused by hand" if status == "paused" else ""
            made = make_running_season(slug=slug, status=status, waiting=waiting)
        assert made.status == status
    user = make_user(is_staff=True)
    allow(user, "change_season", "view_season")
    client.force_login(user)
    assert 'name="reason"' in page(client, f"/seasons/one/{verb}/")
    shown = page(client, "/seasons/one/")
    assert f'href="/seasons/one/{verb}/"' in shown or 'name="reason"' in shown
    client.post(f"/seasons/one/{verb}/", {"reason": "the hall is free"})
    client.post(f"/seasons/two/{verb}/")
    assert list(Act.objects.filter(verb=verb).order_by("pk").values_list("name", "reason")) == [
        ("one", "the hall is free"),
        ("two", ""),
    ]
    if verb == "pause":
        assert "Paused by hand: the hall is free" in page(client, "/seasons/one/")
        assert list(Season.objects.order_by("pk").values_list("waiting", flat=True))[1] == "paused by hand"
        assert "It is shown with the season, to everybody." in page(client, "/seasons/one/pause/")


def test_what_cannot_be_taken_back_has_another_shape_than_other_buttons(client: Client, staff: User) -> None:
    make_season(slug="draft"), make_running_season(slug="open")
    allow(staff, "add_season", "change_season", "view_season", "delete_season")
    grave = re.compile(r'class="button is-grave"[^>]*>([^<]+)<')
    assert grave.findall(page(client, "/seasons/draft/")) == ["Delete"]
    assert grave.findall(page(client, "/seasons/open/")) == ["Finish early", "Cancel"]
    assert grave.findall(page(client, "/seasons/draft/delete/")) == ["Delete the draft"]
    assert grave.findall(page(client, "/seasons/open/cancel/")) == ["Yes, do it"]
    assert grave.findall(page(client, "/seasons/open/pause/")) == []
    css = Path(settings.BASE_DIR, "league/static/league/css/pieces.css").read_text()
    assert ".button.is-grave::before" in css, "it has a mark, for who sees no colour"


def test_the_buttons_of_a_season_stand_in_groups_and_say_what_they_do(client: Client, staff: User) -> None:
    make_running_season(slug="open")
    allow(staff, "add_season", "change_season", "view_season", "add_series")
    whole = page(client, "/seasons/open/")
    ids = re.findall(r'\sid="([^"]+)"', whole)
    assert sorted(ids) == sorted(set(ids))
    text = whole.partition('<div class="verbs">')[2].partition("</header>")[0]
    shown, _, told = text.partition('<details class="more">')
    found = [re.findall(r'class="button[^>]*title="([^"]+)">([^<]+)<', group) for group in shown.split('role="group"')]
    assert [[title for _, title in group] for group in found[1:]] == [
        ["Pause", "When it plays", "Bring up to date"],
        ["Count again"],
        ["Play it twice", "Clone", "Make it a series", "Open in the admin"],
        ["Finish early", "Cancel"],
    ]
    for sentence, title in (each for group in found for each in group):
        assert f"<dt>{title}</dt><dd>{sentence}</dd>" in told
    assert shown.count("is-apart") == 1
    named = dict(re.findall(r'<p class="small" id="([^"]+)">([^<]+)<', shown))
    announced = [named[key] for key in re.findall(r'role="group" aria-labelledby="([^"]+)"', shown)]
    assert announced == ["To keep it going", "To correct its results", "To make more of it", "To end it"]


def test_who_announces_a_season_is_told_what_is_fixed_and_what_may_still_change(client: Client, staff: User) -> None:
    make_season(slug="draft")
    text = page(client, "/seasons/draft/announce/")
    for told in ("Fixed from now on", FIXED.now, FIXED.until_start, FIXED.until_end, "withdrawn"):
        assert told in text, told
    assert "Fixed from now on" not in page(client, "/seasons/draft/start/")


def test_a_clone_is_said_to_be_kept_and_may_be_deleted_where_it_is_edited(client: Client, staff: User) -> None:
    create_season(slug="open", name="Open", rules=[Rules("town-mafia", 7, {})], games=2, players=make_roster())
    allow(staff, "add_season", "change_season", "view_season", "delete_season")
    text = client.post("/seasons/open/clone/", {"slug": "open-2"}, follow=True).content.decode()
    assert ("kept as a draft" in text, "Leave it as it is" in text) == (True, True)
    assert 'href="/seasons/open-2/delete/">Delete the draft<' in text
    somebody = make_user(is_staff=True)
    allow(somebody, "change_season")
    client.force_login(somebody)
    text = page(client, "/seasons/open-2/edit/")
    assert ("It is kept as a draft" in text, "Delete the draft" in text) == (True, False)
