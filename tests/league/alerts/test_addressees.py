"""Who is told of alerts: each change an act, and what cannot be refused by its field."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from league.access.acts import COMMAND_LINE
from league.alerts.addressees import add_addressee, edit_addressee, remove_addressee
from league.models import Act, Addressee
from tests.factories import NOON, make_telling

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.django_db(transaction=True)]


def add(**said: object) -> Addressee:
    given = {"slug": "ada", "means": "mail", "address": "ada@example.org", "by": COMMAND_LINE, "now": NOON}
    return add_addressee(**given | said)


def test_each_change_is_an_act_with_what_was_before() -> None:
    row, other = add(reason="Nights."), add(slug="grace", address="grace@example.org")
    row = edit_addressee(by=COMMAND_LINE, addressee=row, now=NOON, repeat=30, reason="Oftener.")
    remove_addressee(by=COMMAND_LINE, addressee=row, reason="Gone.")

    acts = Act.objects.filter(name="ada").order_by("id")
    assert [act.verb for act in acts] == ["create", "change", "delete"]
    assert [act.reason for act in acts] == ["Nights.", "Oftener.", "Gone."]
    assert (acts[1].before, acts[1].after) == ({"repeat": 360}, {"repeat": 30})
    assert list(Addressee.objects.all()) == [other]
    assert (other.made_by, other.kinds) == ("command line", [])


@pytest.mark.parametrize("way", ["admin", "command line"])
def test_the_record_of_acts_never_has_the_address_of_a_webhook(way: str, admin_client: Client) -> None:
    add(slug="hook", means="webhook", address="https://hooks.example.org/services/T0/WORD-ONE")
    row, other = Addressee.objects.get(), add()
    if way == "admin":
        page = f"/admin/league/addressee/{row.pk}/change/"
        sent = {"address": "https://hooks.example.org/services/T0/WORD-TWO", "repeat": "360", "is_active": "on"}
        assert admin_client.post(page, sent).status_code == 302
        admin_client.post(f"/admin/league/addressee/{row.pk}/delete/", {"post": "yes"})
    else:
        edit_addressee(by=COMMAND_LINE, addressee=row, now=NOON, address="https://hooks.example.org/T0/WORD-TWO")
        remove_addressee(by=COMMAND_LINE, addressee=row)

    acts = Act.objects.filter(name="hook").order_by("id")
    assert list(Addressee.objects.all()) == [other]
    assert [act.verb for act in acts] == ["create", "change", "delete"]
    assert [(act.before.get("address"), act.after.get("address")) for act in acts] == [
        (None, "(hidden)"),
        ("(hidden)", "(hidden)"),
        ("(hidden)", None),
    ]
    assert not any("WORD" in f"{act.before}{act.after}{act.reason}" for act in acts)


@pytest.mark.parametrize(
    ("said", "field", "told"),
    [
        ({"address": "nobody"}, "address", "no mail address"),
        ({"secret_variable": "ONE_ALERT_SECRET"}, "secret_variable", "only a webhook has a secret"),
        ({"means": "webhook", "address": "http://127.0.0.1/"}, "address", "LEAGUE_ALERT_HOSTS must list it"),
        ({"means": "webhook", "address": "https://example.org/", "secret_variable": "SECRET_KEY"}, "secret_variable",
         "SECRET_KEY may not be named as a secret: its name must end in _ALERT_SECRET"),
        ({"means": "webhook", "address": "https://example.org/", "secret_variable": "sk-word"}, "secret_variable",
         "What stands there may not"),
        ({"kinds": ["boredom"]}, "kinds", "boredom: there is no such kind"),
        ({"slug": "Ada L"}, "slug", "valid"),
        ({"repeat": 43_201}, "__all__", "30 days"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_by_its_field(said: dict[str, object], field: str, told: str) -> None:
    with pytest.raises(ValidationError) as refused:
        add(**said)
    assert told in " ".join(refused.value.message_dict[field])
    assert not Addressee.objects.exists()
    assert not Act.objects.exists()


def test_a_variable_that_is_listed_may_be_named(settings: Settings) -> None:
    settings.LEAGUE_ALERT_SECRETS = ["HOOK_WORD"]
    add(means="webhook", address="https://example.org/", secret_variable="HOOK_WORD")


def test_who_is_told_elsewhere_is_tried_at_once_and_hears_nothing_that_was_over_before() -> None:
    row, now = add(), timezone.now()
    make_telling(addressee=row)
    Addressee.objects.update(failures=3, error="no", next_try_at=now + timedelta(hours=1))

    row = edit_addressee(by=COMMAND_LINE, addressee=row, now=now, repeat=5)
    assert (row.failures, row.told_from) == (0, NOON)
    row = edit_addressee(by=COMMAND_LINE, addressee=row, now=now, address="new@example.org")

    assert (row.failures, row.error, row.next_try_at, row.told_from) == (0, "", None, now)


def test_a_name_is_had_once() -> None:
    add()
    with pytest.raises(ValidationError, match="already exists"):
        add(address="other@example.org")
