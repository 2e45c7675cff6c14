"""The record of acts as it is read: found by who, from where, what and when; nobody writes to it, whoever they are."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from league.access.acts import COMMAND_LINE, LEAGUE, record_act
from league.models import Act
from tests.factories import make_calendar, make_fixture, make_game, make_season, make_user

pytestmark = pytest.mark.django_db
HOSTILE = "<script>alert(1)</script>"


def found(client: Client, asked: str) -> list[int]:
    """The keys of the acts that the list shows."""
    page = client.get(f"/admin/league/act/?{asked}").content.decode()
    return sorted(act.pk for act in Act.objects.all() if f"/admin/league/act/{act.pk}/change/" in page)


def test_acts_are_found_by_who_from_where_what_and_when(admin_client: Client) -> None:
    spring, autumn = make_season(slug="spring"), make_season(slug="autumn")
    by_hand = record_act(by=COMMAND_LINE, verb="start", row=spring, reason="a trial").pk
    itself = record_act(by=LEAGUE, verb="pause", row=autumn).pk
    day = Act.objects.get(pk=itself).at
    assert {
        asked: found(admin_client, asked)
        for asked in (
            "surface__exact=command",
            "who=the+league",
            "verb=pause",
            "model=season",
            "q=spring",
            "q=trial",
            "name__exact=autumn&app_label__exact=league&model__exact=season",
            f"at__year={day.year}&at__month={day.month}&at__day={day.day}",
            "at__year=2001",
        )
    } == {
        "surface__exact=command": [by_hand],
        "who=the+league": [itself],
        "verb=pause": [itself],
        "model=season": [by_hand, itself],
        "q=spring": [by_hand],
        "q=trial": [by_hand],
        "name__exact=autumn&app_label__exact=league&model__exact=season": [itself],
        f"at__year={day.year}&at__month={day.month}&at__day={day.day}": [by_hand, itself],
        "at__year=2001": [],
    }
    assert admin_client.get("/admin/league/act/?before__contains=a").status_code == 400


def test_what_was_taken_off_a_board_and_who_left_a_roster_is_in_the_list(admin_client: Client) -> None:
    season = make_season(slug="spring")
    game = make_game()
    make_fixture(season=season, number=7, game=game)
    record_act(by=LEAGUE, verb="exclude", row=game, after={"board": "spring"})
    record_act(by=LEAGUE, verb="restore", row=game, after={"board": "all"})
    rosters = {"before": {"players": ["ann_x", "bob_x"]}, "after": {"players": ["bob_x", "cid_x"]}}
    record_act(by=LEAGUE, verb="edit", row=season, **rosters)
    text = admin_client.get("/admin/league/act/").content.decode()
    for told in (
        "game 7 taken off the board of spring",
        "game 7 given back to all boards",
        "the roster joined by cid_x, left by ann_x",
    ):
        assert told in text
    at = Act.objects.latest("id").at
    assert f'title="{at:%Y-%m-%d %H:%M:%S} UTC"' in text


def test_the_days_of_a_calendar_are_told_by_name(admin_client: Client) -> None:
    calendar = make_calendar(season=make_season(slug="spring"), weekdays="67")
    act = record_act(
        by=LEAGUE, verb="change calendar", row=calendar, before={"weekdays": "135"}, after={"weekdays": "67"}
    )
    assert "weekdays: mon, wed, fri → sat, sun" in admin_client.get("/admin/league/act/").content.decode()
    text = admin_client.get(f"/admin/league/act/{act.pk}/change/").content.decode()
    assert (">mon, wed, fri<" in text, ">sat, sun<" in text) == (True, True)


def test_nobody_writes_to_it(admin_client: Client) -> None:
    act = record_act(by=LEAGUE, verb="pause", row=make_season(), before={"name": HOSTILE}, after={"name": "x"})
    address = f"/admin/league/act/{act.pk}/"
    page = admin_client.get(f"{address}change/").content.decode()
    assert ("&lt;script&gt;" in page, HOSTILE in page) == (True, False)
    assert admin_client.post(f"{address}change/", {"who": "another"}).status_code == 403
    assert admin_client.post(f"{address}delete/", {"post": "yes"}).status_code == 403
    assert admin_client.get("/admin/league/act/add/").status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [act.pk], "post": "yes"}
    admin_client.post("/admin/league/act/", chosen)
    assert list(Act.objects.values_list("who", flat=True)) == ["the league"]


def test_the_way_to_acts_is_for_those_who_may_read_them(client: Client) -> None:
    season = make_season()
    user = make_user(is_staff=True)
    for permissions, shown in ((["view_season"], False), (["view_season", "view_act"], True)):
        user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
        client.force_login(user)
        page = client.get(f"/admin/league/season/{season.pk}/change/").content.decode()
        assert ("/admin/league/act/?" in page) == shown
        assert client.get("/admin/league/act/").status_code == (200 if shown else 403)


def test_the_list_takes_as_many_queries_for_three_rows_as_for_one(
    admin_client: Client, django_assert_num_queries: Callable
) -> None:
    season = make_season()
    record_act(by=LEAGUE, verb="pause", row=season)
    admin_client.get("/admin/league/act/")  # content types are looked up once a process
    for _ in range(2):
        with django_assert_num_queries(9):
            admin_client.get("/admin/league/act/")
        for _ in range(2):
            record_act(by=LEAGUE, verb="pause", row=season)
