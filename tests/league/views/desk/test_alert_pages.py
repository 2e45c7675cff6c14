"""Alerts on the site: on the desk, a trial that is asked before, and the admin's pages."""

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from league.models import Act, Addressee
from tests.factories import make_addressee, make_alert, make_telling
from tests.league.alerts.conftest import first, loopback  # noqa: F401
from tests.league.alerts.sinks import Hook
from tests.league.views.desk.test_desk_pages import SEES, page, staff

pytestmark = pytest.mark.django_db(transaction=True)
MAY = ("view_addressee", "add_addressee", "change_addressee", "delete_addressee")


def test_the_desk_tells_who_is_told_what_failed_and_what_was_told(client: Client) -> None:
    ada = make_addressee(slug="ada", means="mail", address="ada@example.org", sent_at=timezone.now())
    make_addressee(slug="hook", address="https://example.org/a-secret-path", failures=2, error="it <b>answered</b> 500")
    make_telling(alert=make_alert(about="spring", told="Spring <i> is paused."), addressee=ada, last_at=timezone.now())
    make_telling(alert=make_alert(about="old", told="Long ago."))

    told = page(staff(client, *SEES, "view_addressee"), "/desk/")

    assert "ada@example.org" in told
    assert "https://example.org<" in told
    assert "a-secret-path" not in told
    assert "it &lt;b&gt;answered&lt;/b&gt; 500" in told
    assert "Alerts to hook could not be sent, 2 times in a row" in told
    assert "Spring &lt;i&gt; is paused." in told
    assert "Long ago." not in told
    assert "Send a trial" not in told
    told = page(staff(client, *SEES), "/desk/")
    assert "ada" in told
    assert "ada@example.org" not in told
    assert "/desk/alerts/ada/trial/" in page(staff(client, *SEES, *MAY), "/desk/")


def test_where_no_mail_is_sent_the_desk_the_trial_and_the_admin_say_so(client: Client) -> None:
    client = staff(client, *SEES, *MAY)
    given = {"slug": "ada", "means": "mail", "address": "ada@example.org", "repeat": "60", "is_active": "on"}
    client.post("/admin/league/addressee/add/", given)

    assert "ada is not told yet, for no mail is sent here: set EMAIL_URL" in page(client, "/admin/league/addressee/")
    told = page(client, "/desk/")
    assert "Alerts to ada cannot be relied on: no mail is sent here." in told
    assert '>Not told</span> <span class="small">No mail is sent here: set EMAIL_URL' in told
    assert ">Active<" not in told
    told = page(client, "/desk/alerts/ada/trial/")
    assert "No mail is sent here: set EMAIL_URL" in told
    assert "says that nothing is wrong" not in told


def test_a_trial_is_asked_before_it_is_sent_and_is_an_act(client: Client, first: Hook) -> None:  # noqa: F811
    make_addressee(slug="hook", address=first.address)
    assert staff(client, *SEES, "view_addressee").get("/desk/alerts/hook/trial/").status_code == 403
    client = staff(client, *SEES, *MAY)
    assert "Send a trial to hook?" in page(client, "/desk/alerts/hook/trial/")
    assert first.posts == []

    assert client.post("/desk/alerts/hook/trial/", {"reason": "New."}).headers["Location"] == "/desk/"
    assert "A trial was sent to hook." in page(client, "/desk/")
    first.manner = 500
    client.post("/desk/alerts/hook/trial/")
    assert "No trial was sent to hook: 127.0.0.1" in page(client, "/desk/")

    assert [key for key, _ in first.things] == ["trial:hook"] * 2
    acts = Act.objects.filter(verb="try out").order_by("id")
    assert [(act.name, act.reason, act.surface) for act in acts] == [("hook", "New.", "site"), ("hook", "", "site")]
    page(client, "/desk/alerts/nobody/trial/", 404)


def test_the_admin_makes_changes_and_deletes_them_within_the_rules(client: Client, settings: Settings) -> None:
    client = staff(client, *MAY, "view_act")
    where = "/admin/league/addressee/"
    given = {"slug": "hook", "means": "webhook", "address": "http://10.1.2.3/", "repeat": "60", "is_active": "on"}
    refused = client.post(f"{where}add/", given | {"secret_variable": "SECRET_KEY", "kinds": ["cap-near"]})
    assert "LEAGUE_ALERT_HOSTS must list it" in refused.content.decode()
    assert "SECRET_KEY may not be named as a secret" in refused.content.decode()
    assert not Addressee.objects.exists()

    settings.LEAGUE_ALERT_HOSTS = ["10.1.2.3"]
    answer = client.post(f"{where}add/", given | {"kinds": ["cap-near"]})
    assert answer.status_code == 302, answer.content.decode()
    row = Addressee.objects.get()
    assert (row.kinds, row.repeat, row.made_by) == (["cap-near"], 60, client.session and row.made_by)
    Addressee.objects.update(failures=4, error="no")
    assert "/desk/alerts/hook/trial/" in page(client, f"{where}{row.pk}/change/")
    answer = client.post(f"{where}{row.pk}/change/", {"address": "http://10.1.2.3/b", "repeat": "5", "is_active": "on"})
    assert answer.status_code == 302, answer.content.decode()
    row.refresh_from_db()
    assert (row.address, row.repeat, row.kinds, row.failures) == ("http://10.1.2.3/b", 5, [], 0)
    client.post(f"{where}{row.pk}/delete/", {"post": "yes"})

    assert not Addressee.objects.exists()
    assert [act.verb for act in Act.objects.order_by("id")] == ["create", "change", "delete"]
