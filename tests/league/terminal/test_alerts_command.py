"""`alerts` at the command line: who is told is listed, added, changed, removed and tried; what was told is listed."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from league.models import Act, Addressee
from tests.factories import make_addressee, make_alert, make_telling
from tests.league.alerts.conftest import first, loopback, mails, second  # noqa: F401
from tests.league.alerts.sinks import Hook, Mailbox

pytestmark = pytest.mark.django_db(transaction=True)


def said(*words: str) -> str:
    told = StringIO()
    call_command("alerts", *words, stdout=told)
    return told.getvalue()


def test_two_are_added_listed_changed_and_one_is_removed() -> None:
    assert said("list").startswith("nobody is told; ")
    added = said("add", "ada", "--mail", "ada@example.org", "--kinds", "cap-near,cap-reached", "--reason", "Money.")
    assert "no mail is sent here: set EMAIL_URL" in added
    said(
        "add",
        "hook",
        "--webhook",
        "https://example.org/a-long/path",
        "--secret",
        "LEAGUE_ALERT_SECRET",
        "--repeat",
        "0",
    )

    told = said("list")
    assert "ada  mail ada@example.org, cap-near, cap-reached, again after 360 min, nothing sent yet; no mail" in told
    assert "hook  webhook https://example.org, all kinds, each once, nothing sent yet\n" in told
    said("change", "ada", "--kinds", "", "--active", "no")
    said("remove", "hook")

    (row,) = json.loads(said("list", "--json"))
    assert (row["slug"], row["kinds"], row["is_active"], row["made_by"]) == ("ada", [], False, "command line")
    assert [act.verb for act in Act.objects.order_by("id")] == ["create", "create", "change", "delete"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["add", "ada", "--mail", "nobody"], "address: This is no mail address"),
        (["add", "ada", "--webhook", "http://10.0.0.1/"], "LEAGUE_ALERT_HOSTS must list it"),
        (["add", "ada", "--mail", "ada@example.org", "--kinds", "boredom"], "there is no such kind"),
        (["change", "nobody", "--repeat", "5"], "there is no addressee 'nobody'"),
        (["change", "known"], "say what is to be otherwise"),
    ],
)
def test_what_is_wrong_is_one_sentence(words: list[str], told: str) -> None:
    make_addressee(slug="known")
    with pytest.raises(CommandError, match=told) as refused:
        said(*words)
    assert refused.value.returncode == 2
    assert Addressee.objects.count() == 1


def test_a_trial_is_sent_or_says_why_not(first: Hook, second: Hook, mails: Mailbox) -> None:  # noqa: F811
    make_addressee(slug="hook", address=first.address)
    make_addressee(slug="mail", means="mail", address="ada@example.org")
    bad = make_addressee(slug="bad", address=second.address)
    second.manner = 500

    assert said("test", "hook").startswith("a trial was sent to http://127.0.0.1:")
    assert said("test", "mail") == "a trial was sent to ada@example.org\n"
    with pytest.raises(CommandError, match=r"no trial was sent to bad: 127\.0\.0\.1:\d+ answered 500") as refused:
        said("test", "bad")

    assert refused.value.returncode == 1
    assert first.things == [("trial:hook", "begun")]
    assert mails.subjects == ["[league] This is a trial"]
    bad.refresh_from_db()
    assert bad.failures == 1
    outcomes = [act.after["outcome"] for act in Act.objects.filter(verb="try out").order_by("id")]
    assert outcomes[:2] == ["sent", "sent"]
    assert outcomes[2].endswith("answered 500")


def test_what_was_told_within_the_day_is_listed() -> None:
    assert said("log") == "nothing was told within the day\n"
    now, ada = timezone.now(), make_addressee(slug="ada")
    make_telling(alert=make_alert(about="spring", told="Spring is paused."), addressee=ada, last_at=now, times=2)
    make_telling(alert=make_alert(about="old"))

    told = said("log")

    assert "season-stopped:spring: Spring is paused.\n  ada at 12:00:00, 2 times\n" in told
    assert "old" not in told
    (as_json,) = json.loads(said("log", "--json"))
    assert (as_json["key"], as_json["to"][0]["addressee"]) == ("season-stopped:spring", "ada")
