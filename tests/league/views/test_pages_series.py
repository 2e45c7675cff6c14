"""Series on the site: shown to everybody, led by staff who may."""

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone

from games.models.game import usual_keep
from league.models import Act, Season, Series, Standing
from league.seasons.series.opening import make_next, open_due_seasons
from league.seasons.series.rosters import HOUSE
from league.seasons.series.templates import template_of
from league.views.series.forms import SeriesForm
from personas.models import LanguageModel, Player
from tests.factories import NOON, make_model, make_user
from tests.league.seasons.series.staging import DAY, end, first_season, series_of

pytestmark = pytest.mark.django_db

RIGHTS = ("add_series", "change_series", "delete_series", "view_series")


@pytest.fixture
def staff(client):
    user = make_user(username="ada", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=RIGHTS))
    client.force_login(user)
    return client


def page(client, address, status=200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.content.decode()[:500]
    return " ".join(answer.content.decode().split())


def said(season: Season, **fields) -> dict[str, Any]:
    """What is sent where somebody makes a series of a season and says no more than these fields."""
    form = SeriesForm(season=season)
    given = {name: value for name, value in form.initial.items() if value is not None}
    given |= {"opens": "after", "roster_rule": "same"}
    for part in (form.seasons, *(book for book in form.seasons.books if book["plays"].value())):
        shown = {part[name].html_name: part[name].value() for name in part.fields}
        given |= {name: value for name, value in shown.items() if value not in (None, False, "")}
    return {name: value if isinstance(value, list) else str(value) for name, value in (given | fields).items()}


def seen(series: Series) -> dict[str, Any]:
    """What goes with the form of a series that somebody looks at now."""
    form = SeriesForm(series=series)
    return {name: form[name].value() for name in ("on", "since")}


def won(season: Season, player: Player) -> None:
    told = {"ruleset": "town-mafia", "role": "doctor", "team": "town", "games": 2, "wins": 2}
    Standing.objects.create(season=season, player=player, **told)


def test_a_series_is_shown_with_its_seasons_who_led_them_and_what_comes(client):
    spring = first_season()
    series = series_of(spring, opens="weeks", weeks=520, begins_at=NOON, most=3)
    series_of(first_season("autumn"))
    player = spring.roster.get(number=2).player
    won(spring, player)
    end(spring)
    open_due_seasons(now=NOON + DAY)
    told = page(client, "/series/spring/")
    assert f"Best win rate: {player.persona.name} on {player.model.name}" in told
    assert 'Spring 2 begins <time datetime="2035-' in told
    assert "<dt>Spring 3</dt><dd>Opens <time" in told
    assert "520 weeks after the one before started, and not before that is over" in told
    assert "3 seasons at most" in told
    assert "Edit" not in told.partition("<main")[2]
    listed = page(client, "/series/")
    assert listed.index("Autumn") < listed.index("Spring")
    assert "/series/" in page(client, "/seasons/")
    Series.objects.filter(pk=series.pk).update(status="paused", waiting="holidays")
    assert "Paused: holidays" in page(client, "/series/spring/")
    assert client.get("/series/winter/").status_code == 404


def test_a_seasons_page_leads_to_its_series_and_to_those_before_and_after(client, staff):
    spring = first_season()
    series = series_of(spring)
    end(spring)
    open_due_seasons(now=NOON)
    second = Season.objects.get(slug="spring-2")
    end(second)
    made = make_next(series=series, now=NOON)
    Series.objects.update(waiting="unprobed: never probed: gpt")
    client.logout()
    told = page(client, "/seasons/spring-2/")
    assert 'Season 2 of the series <a href="/series/spring/">Spring</a>. Before it: <a href="/seasons/spring/">' in told
    assert "After it" not in told  # a draft is seen by staff alone
    user = make_user(username="grace", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_season"))
    client.force_login(user)
    assert 'After it: <a href="/seasons/spring-3/">Spring 3</a>' in page(client, "/seasons/spring-2/")
    assert "It opens by itself, and waits: unprobed: never probed: gpt" in page(client, f"/seasons/{made.slug}/")


def test_staff_make_edit_pause_resume_end_and_delete_series(staff):
    spring, autumn = first_season(), first_season("autumn")
    assert "It is the first of them" in page(staff, "/seasons/spring/series/")
    for season in (spring, autumn):
        answer = staff.post(f"/seasons/{season.slug}/series/", said(season, most="3", reason="a year"))
        assert (answer.status_code, answer["Location"]) == (302, f"/series/{season.slug}/")
    series, other = Series.objects.order_by("pk")
    assert (series.most, series.roster_rule, series.next_number) == (3, "same", 2)
    given = said(spring, slug="", weeks="2", opens="weeks", next_number="4") | seen(series)
    assert staff.post("/series/spring/edit/", given).status_code == 302
    series.refresh_from_db()
    assert (series.weeks, series.next_number, series.most) == (2, 4, None)
    for verb, status in (("pause", "paused"), ("resume", "running"), ("end", "ended")):
        assert staff.post(f"/series/spring/{verb}/")["Location"] == "/series/spring/"
        series.refresh_from_db()
        assert series.status == status
    assert "only a running series can be paused" in staff.post("/series/spring/pause/", follow=True).content.decode()
    assert staff.post("/series/autumn/delete/")["Location"] == "/series/"
    assert list(Series.objects.all()) == [series]
    verbs = Act.objects.filter(model="series", name="spring").order_by("pk").values_list("verb", "who", "surface")
    assert list(verbs) == [(verb, "ada", "site") for verb in ("create", "edit", "pause", "resume", "end")]
    assert other.slug == "autumn"


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"slug": "new"}, "an address of the site"),
        ({"seasons-games": "0"}, "greater than or equal to 1"),
        ({"seasons-times": "noon"}, "noon"),
        ({"seasons-times": "18:00", "seasons-time_zone": "Mars"}, "Mars"),
        ({"seasons-design": "teams", "seasons-games": "5"}, "Must be even, for each deal is played twice"),
        ({"seasons-spoilers": "sealed", "seasons-names": "persona"}, "names"),
        ({"town-mafia-seats": "99"}, "less than or equal to"),
        ({"town-mafia-plays": ""}, "Choose at least one rule book."),
        ({"slug_pattern": "x"}, "Must have {n} once"),
        ({"until": "tomorrow"}, "tomorrow"),
        ({"until": "2020-01-01"}, "Must be a time to come"),
        ({"cap_total": "5"}, "Wants a cap of each season"),
        ({"opens": "weeks"}, "Must be a whole number from 1 to 520"),
        ({"roster_rule": "active"}, "whose active players are invited"),
        ({"players": "a_b"}, "There is no player"),
    ],
)
def test_what_is_wrong_is_told_beside_its_field(staff, fields, told):
    answer = staff.post("/seasons/spring/series/", said(first_season(), **fields))
    assert answer.status_code == 422
    assert told in answer.content.decode().replace("&#x27;", "'")
    assert not Series.objects.exists()


@pytest.mark.parametrize("verb", ["edit", "pause", "resume", "end", "delete"])
def test_who_may_not_is_refused(client, verb):
    series_of(first_season())
    address = f"/series/spring/{verb}/"
    assert client.post(address)["Location"].startswith("/login/")
    client.force_login(make_user(username="bob", is_staff=True))
    assert client.post(address).status_code == 403
    assert client.post("/seasons/spring/series/").status_code == 403
    assert Series.objects.get().status == "running"


def test_the_schedules_of_all_its_seasons_are_one_file_of_events(client):
    from league.seasons.making.plans import When

    when = When("1234567", "18:00", "Europe/Berlin")
    spring = first_season(when=when, now=timezone.now(), games=2)
    series_of(spring, opens="weeks", weeks=4, now=timezone.now())
    answer = client.get("/series/spring/schedule.ics")
    text = answer.content.decode()
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert text.count("BEGIN:VEVENT") == 6
    assert "SUMMARY:Spring: game 1" in text
    assert text.count("SUMMARY:Spring 2 begins") == 1
    assert "UID:spring-5.begins@hidden-role-league" in text


@pytest.mark.parametrize("number", [1, 3])
def test_a_series_of_one_season_and_of_three_are_told_by_as_many_queries(client, number, django_assert_num_queries):
    spring = first_season()
    series_of(spring)
    for _ in range(number - 1):
        end(Season.objects.order_by("-pk").first())
        open_due_seasons(now=NOON)
    for season in Season.objects.all():
        won(season, season.roster.get(number=1).player)
    client.get("/series/spring/")
    with django_assert_num_queries(7):
        client.get("/series/spring/")


def test_what_the_seasons_of_a_series_are_is_said_field_by_field(staff):
    spring = first_season(cap_season=Decimal("2.5"))
    told = page(staff, "/seasons/spring/series/")
    assert "<textarea" in told
    assert "{&quot;" not in told, "nobody has to read JSON"
    for label in ("Games", "How its games are drawn", "Times of day", "Most the season may cost", "Seats at the table"):
        assert f">{label}</label>" in told
    assert "From the end of one to the start of the next." in told, "with the help that a season's form has"
    asked = said(spring) | {"seasons-games": "9", "seasons-pace": "0.5", "seasons-times": "18:00", "seasons-keep": "7"}
    asked |= {"seasons-time_zone": "Europe/Berlin", "seasons-weekdays": ["1", "3"], "option": ""}
    assert staff.post("/seasons/spring/series/", asked).status_code == 302
    template = Series.objects.get().template
    usual = template_of(spring)
    assert {name: value for name, value in template.items() if value != usual[name]} == {
        "games_planned": 9,
        "pace": 0.5,
        "keep": 7,
        "calendar": {
            "starts_at": None,
            "weekdays": ["mon", "wed"],
            "times": ["18:00"],
            "time_zone": "Europe/Berlin",
            "blackouts": [],
            "missed": "catch_up",
        },
    }
    assert 'value="9"' in page(staff, "/series/spring/edit/")
    end(spring)
    made = make_next(series=Series.objects.get(), now=NOON)
    assert made is not None
    assert (made.games_planned, made.pace, made.keep) == (9, 0.5, 7)


def test_the_admin_tells_in_words_what_the_seasons_of_a_series_are(staff):
    series = series_of(first_season())
    template = series.template | {"calendar": {"weekdays": ["mon", "wed"], "times": ["18:00"], "starts_at": None}}
    Series.objects.update(template=template)
    told = page(staff, f"/admin/league/series/{series.pk}/change/")
    assert "<li>Games planned: 2</li>" in told
    assert "<li>Calendar: weekdays mon / wed; times 18:00; starts at none</li>" in told
    assert "<li>Rules: ruleset town-mafia; seats 5; options none</li>" in told
    assert "<li>Rated: yes</li>" in told


def test_a_template_that_nobody_changes_stays_as_it_is(staff):
    spring = first_season()
    series = series_of(spring)
    before = series.template
    assert (
        staff.post("/series/spring/edit/", said(spring, slug="", next_number="2", most="4") | seen(series)).status_code
        == 302
    )
    series.refresh_from_db()
    assert (series.template, series.most) == (before, 4)


def test_what_is_wrong_with_a_season_to_come_is_told_beside_its_field_and_at_the_top(staff):
    answer = staff.post("/seasons/spring/series/", said(first_season(), **{"seasons-games": "0", "name": ""}))
    told = " ".join(answer.content.decode().split())
    assert answer.status_code == 422
    assert '<li><a href="#id_seasons-games">Games</a>: ' in told
    assert '<li><a href="#id_name">Name</a>: ' in told


def test_a_template_that_cannot_be_read_any_more_can_be_said_anew(staff):
    spring = first_season()
    series = series_of(spring)
    Series.objects.update(template=series.template | {"calendar": {"times": ["25:00"]}})
    assert "Its template cannot be read as it is: " in page(staff, "/series/spring/edit/")
    series = Series.objects.get()
    assert staff.post("/series/spring/edit/", said(spring, slug="", next_number="2") | seen(series)).status_code == 302
    series.refresh_from_db()
    assert series.template["calendar"] is None


def test_a_template_that_does_not_say_how_long_words_are_kept_does_not_come_to_keep_them_for_good(staff):
    spring = first_season()
    series = series_of(spring)
    Series.objects.update(template={"rules": series.template["rules"], "games_planned": 12})
    given = said(spring, slug="", next_number="2") | seen(Series.objects.get())
    form = SeriesForm(series=Series.objects.get())
    kept = form.seasons["keep"].value()
    assert kept == usual_keep() != None  # noqa: E711  there is a number
    assert staff.post("/series/spring/edit/", given | {"seasons-keep": str(kept)}).status_code == 302
    series.refresh_from_db()
    assert series.template["keep"] == kept


def sent_as_shown(series: Series, **fields: Any) -> dict[str, Any]:
    """What a browser sends of the form of a series in which nobody has touched more than these fields: of what is
    chosen, what is there to be chosen; of a list without a choice its first."""
    form = SeriesForm(series=series)
    sent: dict[str, Any] = {}
    for part in (form, form.seasons, *form.seasons.books):
        for bound in (part[name] for name in part.fields):
            options = [each.data for each in bound.subwidgets if "selected" in each.data]
            chosen = [str(each["value"]) for each in options if each["selected"]]
            value = bound.value() if not options else chosen
            if options and not bound.field.widget.allow_multiple_selected:
                value = (chosen or [str(options[0]["value"])])[0]
            if value not in (None, False, "", []):
                sent[bound.html_name] = value if isinstance(value, list) else str(value)
    return sent | fields


@pytest.mark.parametrize("state", ["on", "off"])
def test_models_that_are_off_stay_where_they_were_chosen_when_something_else_is_edited(staff, state):
    pooled, teller = (
        make_model(slug="gpt-x", name="GPT X", provider="openai"),
        make_model(slug="teller", provider="openai", probed_at=NOON),
    )
    other = make_model(slug="gpt-y", name="GPT Y", provider="openai")
    spring = first_season(narrator="teller")
    series = series_of(spring, roster_rule="active", pool=["house", "gpt-x"])
    before = series.template
    LanguageModel.objects.exclude(provider="house").update(is_active=state == "on")

    told = page(staff, "/series/spring/edit/")
    is_told = ["GPT X: off, nobody of it is invited" in told, "teller: off, and until it is on no season opens" in told]
    assert is_told == [state == "off"] * 2
    assert other.name not in told or state == "on", "one that nobody had chosen is not there to be chosen"
    answer = staff.post("/series/spring/edit/", sent_as_shown(series, name="Another"))
    assert answer.status_code == 302
    series.refresh_from_db()
    assert (series.name, series.pool, series.template) == ("Another", [HOUSE, "gpt-x"], before)
    assert (pooled.slug, before["narrator"]) == ("gpt-x", teller.slug)

    assert staff.post("/series/spring/edit/", sent_as_shown(series, pool=[HOUSE])).status_code == 302
    series.refresh_from_db()
    assert series.pool == [HOUSE]


def test_a_rule_book_that_is_not_known_any_more_is_told_of_where_it_would_be_lost(staff):
    series, other = series_of(first_season()), series_of(first_season("autumn"))
    lost = {"ruleset": "lost-mafia", "seats": 5, "options": {}}
    Series.objects.filter(pk=series.pk).update(template=series.template | {"rules": [*series.template["rules"], lost]})
    gone = "Rule books that are not known here any more: lost-mafia."
    assert gone in page(staff, f"/series/{series.slug}/edit/")
    assert gone not in page(staff, f"/series/{other.slug}/edit/")


def test_who_edits_a_series_second_hears_of_the_first_and_may_save_on_top(staff):
    spring = first_season()
    series = series_of(spring)
    older = said(spring, slug="", next_number="2") | seen(series)
    assert staff.post("/series/spring/edit/", older | {"most": "5"}).status_code == 302
    refused = staff.post("/series/spring/edit/", older | {"name": "Springtime"})
    series.refresh_from_db()
    assert (refused.status_code, series.name, series.most) == (422, "Spring", 5)
    told = " ".join(refused.content.decode().split())
    assert "Spring was changed meanwhile, so nothing of yours is saved yet" in told
    assert 'href="/series/spring/" target="_blank"' in told
    assert 'value="Springtime"' in told
    mark = {name: refused.context["form"][name].value() for name in ("on", "since")}
    assert staff.post("/series/spring/edit/", older | {"name": "Springtime"} | mark).status_code == 302
    series.refresh_from_db()
    assert (series.name, series.most) == ("Springtime", None)


def test_a_number_that_the_league_gave_away_meanwhile_is_not_set_back(staff):
    spring = first_season()
    series = series_of(spring)
    older = said(spring, slug="", next_number="2") | seen(series)
    Series.objects.update(next_number=3)
    refused = staff.post("/series/spring/edit/", older | {"name": "Springtime"})
    form = refused.context["form"]
    assert (refused.status_code, form["next_number"].value(), form["name"].value()) == (422, "3", "Springtime")
