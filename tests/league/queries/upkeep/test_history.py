"""What a season's page tells of what was done to it."""

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.directing.verbs import VERBS as OF_GAMES
from games.directing.verbs import Given as Said
from league.access.acts import COMMAND_LINE, record_act, record_creation, recorded
from league.access.directing import direct_game
from league.boards.excluding import player_told
from league.calendars.changing import change_timing, timing_of
from league.models import Act, Calendar, Season
from league.queries.upkeep.history import WORDS, acts_of, history_of
from league.seasons.course import change_course
from league.seasons.making.deleting import delete_draft
from league.seasons.verbs import VERBS, Given, carry_out
from league.views.boards.forms import BoardForm
from league.views.forms.leading import LeadForm
from league.views.forms.seasons import SeasonForm
from league.views.seasons import ACTS
from tests.factories import NOON, make_fixture, make_game, make_running_season, make_season, make_user
from tests.league.boards.test_shown import do, named, over, page

pytestmark = pytest.mark.django_db
NO_FIELD = {"starts_at": "starts", "games_planned": "games"}  # which the form calls otherwise


def told(season: Season) -> list[tuple[str, str, str, tuple[str, ...]]]:
    history = history_of(season)
    return [] if history is None else [(each.verb, each.what, each.reason, each.changed) for each in history.acts]


def test_what_is_done_to_its_games_its_board_and_its_end_is_in_it_and_nothing_of_another_s() -> None:
    season, other = make_running_season(slug="spring"), make_running_season(slug="fall")
    ann, bob = named("Ann"), named("Bob")
    games = [over(each, 1, ann, bob) for each in (season, other)]
    unplayed = [make_game(terms={"season": each.slug, "fixture": "2"}) for each in (season, other)]
    for each, game in zip((season, other), unplayed, strict=True):
        make_fixture(season=each, number=2, game=game)
        direct_game(verb=OF_GAMES["void"], game=game, by=COMMAND_LINE, now=NOON, given=Said("provider down"))
    assert told(season) == [("Void", "game 2", "provider down", ())]
    for game in games:
        do("exclude", game=game.public_id, reason="a wrong rule")
    for each, player in ((season, ann), (other, bob)):
        each.roster.create(player=player, number=0)
    do("exclude", season, player=ann.player_id, reason="was helped")
    do("exclude", other, player=bob.player_id, reason="of the other")
    do("minimum", season, minimum=7, reason="")
    finish = Given(reason="the summer comes")
    carry_out(verb=VERBS["finish"], season=season, by=COMMAND_LINE, now=NOON, given=finish)
    assert [each[:3] for each in told(season)] == [
        ("Finish early", "", "the summer comes"),
        ("Set the minimum of games", "", ""),
        ("Exclude", ann.player_id, "was helped"),
        ("Exclude", "game 1", "a wrong rule"),
        ("Void", "game 2", "provider down"),
    ]
    assert told(season)[1][3] == ("games at least 1 → 7",)


def test_what_was_taken_off_a_board_and_given_back_is_told_with_the_board() -> None:
    season, ann = make_running_season(slug="spring"), named("Ann")
    game = over(season, 1, ann, named("Bob"))
    season.roster.create(player=ann, number=0)
    for verb in ("exclude", "restore"):
        do(verb, game=game.public_id, reason="a wrong rule")
        do(verb, season, player=ann.player_id, reason="was helped")
    history = history_of(season)
    assert history is not None
    assert [(each.what, each.moved) for each in history.acts] == [
        (ann.player_id, "given back to the board of spring"),
        ("game 1", "given back to the board of spring"),
        (ann.player_id, "taken off the board of spring"),
        ("game 1", "taken off the board of spring"),
    ]


def test_who_joined_a_roster_and_who_left_it_is_told_by_name_five_of_each() -> None:
    season = make_season(slug="spring")
    players = [named(f"Ann{number}") for number in range(9)]
    ids = [each.player_id for each in players]
    for was, now in ((ids[:1], [*ids[1:], "gone_player"]), (ids[:2], ids[1::-1])):
        record_act(by=COMMAND_LINE, verb="edit", row=season, before={"players": was}, after={"players": now})
    record_act(by=COMMAND_LINE, verb="add to the roster", row=season, after={"player": ids[0]})
    history = history_of(season)
    assert history is not None
    names = [player_told(each) for each in players]
    assert [(each.moved, each.changed) for each in history.acts] == [
        (names[0], ()),
        ("", ("the order of the roster",)),
        ("", (f"the roster joined by {', '.join(names[1:6])} and 4 more, left by {names[0]}",)),
    ]


def test_days_of_the_week_are_told_by_name() -> None:
    season = make_season(slug="spring")
    row = Calendar.objects.create(season=season, weekdays="12345", times="18:00", time_zone="UTC")
    with recorded(by=COMMAND_LINE, verb="change calendar", rows=[row]):
        Calendar.objects.update(weekdays="123457")
    assert told(season)[0][3] == ("days of the week Mon to Fri → Mon to Fri, Sun",)


def test_what_is_done_to_its_calendar_says_so_and_leads_there(client: Client) -> None:
    season = make_season(slug="spring")
    for row in (season, Calendar.objects.create(season=season, weekdays="12345", times="18:00", time_zone="UTC")):
        record_creation(by=COMMAND_LINE, row=row)
    assert told(season) == [("create", "when it plays", "", ()), ("create", "", "", ())]
    client.force_login(make_user(is_staff=True, is_superuser=True))
    assert (
        '<a href="/seasons/spring/schedule/">when it plays</a>' in client.get("/seasons/spring/acts/").content.decode()
    )


def test_what_was_done_to_an_earlier_season_of_the_name_is_not_its_own() -> None:
    by = COMMAND_LINE
    first = make_season(slug="spring")
    record_creation(by=by, row=first)
    delete_draft(season=first, by=by, reason="no use")
    assert Act.objects.filter(name="spring").count() == 2
    second = make_season(slug="spring")
    assert told(second) == []
    record_creation(by=by, row=second, verb="clone")
    assert [each[0] for each in told(second)] == ["clone"]


def test_all_acts_are_the_same_set_whole_and_in_pages(client: Client) -> None:
    season, other = make_running_season(slug="spring"), make_running_season(slug="fall")
    for minimum in range(1, ACTS + 2):
        do("minimum", season, minimum=minimum + 1, reason=f"no {minimum}.")
    do("minimum", other, minimum=9, reason="of the other")
    timing = replace(timing_of(season), pace=2.0)
    with recorded(by=COMMAND_LINE, verb="change calendar", rows=[season], reason="slower"):
        change_timing(season=season, wanted=timing, now=NOON)
    game = make_game(terms={"season": "spring", "fixture": "1"})
    make_fixture(season=season, number=1, game=game)
    direct_game(verb=OF_GAMES["void"], game=game, by=COMMAND_LINE, now=NOON, given=Said("provider down"))
    user = make_user(is_staff=True)
    client.force_login(user)
    assert client.get("/seasons/spring/acts/").status_code == 403
    user.user_permissions.add(Permission.objects.get(codename="view_act"))
    assert 'href="/seasons/spring/acts/">All acts' in page(client, "/seasons/spring/")
    newest = client.get("/seasons/spring/acts/")
    assert [each.reason for each in newest.context["acts"]][:3] == ["provider down", "slower", f"no {ACTS + 1}."]
    older = client.get(f"/seasons/spring/acts/{newest.context['pager'].on}")
    acts = [*newest.context["acts"], *older.context["acts"]]
    assert [each.at for each in acts] == list(acts_of(season).order_by("-id").values_list("at", flat=True))
    assert len(acts) == ACTS + 3
    assert client.get("/seasons/spring/acts/?after=x").status_code == 200
    assert f'title="{acts[0].at:%H:%M:%S} UTC"' in newest.content.decode()


def test_what_was_changed_is_told_in_the_words_of_the_forms_from_what_to_what(client: Client) -> None:
    season = make_running_season(slug="spring", at_once=2, pace=1.0, memory="off")
    change_course(by=COMMAND_LINE, season=season, now=NOON, wanted={"at_once": 4, "pace": 2.0}, reason="<i>faster</i>")
    user = make_user(is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_act"))
    client.force_login(user)
    text = page(client, "/seasons/spring/")
    assert "games at once 2 → 4" in text
    assert "pace 1.0 → 2.0" in text
    assert "at_once" not in text
    assert "&lt;i&gt;faster&lt;/i&gt;" in text
    assert "<i>faster" not in text


def test_a_field_is_called_as_in_the_form() -> None:
    forms: tuple[Any, ...] = (SeasonForm, LeadForm, BoardForm)
    fields = {name: field.label for form in forms for name, field in form.base_fields.items()}
    called = {name: fields.get(NO_FIELD.get(name, name)) for name in WORDS}
    assert {name: words for name, words in WORDS.items() if words != called[name]} == {"is_published": "Published"}
