"""Two people with a page of one row open: who saves second is told what the first has saved, and loses nothing."""

from html.parser import HTMLParser

import pytest
from django.contrib.auth.models import Group
from django.http import HttpResponse
from django.test import Client

from league.models import Act, User
from personas.models import LanguageModel, Persona, Price
from personas.roster import ensure_roster, rewrite_model, rewrite_persona
from tests.factories import make_model, make_price, make_user

pytestmark = pytest.mark.django_db

TOLD = "Somebody has changed this since the page was made"


class _Form(HTMLParser):
    """What a browser would send of the form of a row."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: dict[str, str] = {}
        self.of_area = self.of_select = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        name = given.get("name", "")
        if tag == "textarea":
            self.of_area, self.sent[name] = name, ""
        elif tag == "select":
            self.of_select = name
        elif tag == "option" and "selected" in given:
            self.sent[self.of_select] = given["value"]
        elif tag == "input" and name and given.get("type") not in ("submit", "file"):
            is_box = given.get("type") in ("checkbox", "radio")
            if not is_box or "checked" in given:
                self.sent[name] = given.get("value", "on" if is_box else "")

    def handle_endtag(self, tag: str) -> None:
        self.of_area = "" if tag == "textarea" else self.of_area

    def handle_data(self, data: str) -> None:
        if self.of_area:
            self.sent[self.of_area] += data


def as_shown(page: HttpResponse) -> dict[str, str]:
    """What a browser sends of a page in which nothing was typed. It leaves out the first line's end of an area, and
    ends lines in its own way."""
    form = _Form()
    form.feed(page.content.decode())
    return {
        name: value.removeprefix("\n").replace("\n", "\r\n") for name, value in form.sent.items() if "__" not in name
    }


def opened(client: Client, path: str) -> dict[str, str]:
    return as_shown(client.get(path))


@pytest.fixture
def ann(client: Client) -> Client:
    client.force_login(make_user(username="ann", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def bob() -> Client:
    client = Client()
    client.force_login(make_user(username="bob", is_staff=True, is_superuser=True))
    return client


def page_of(row: object) -> str:
    meta = row._meta  # type: ignore[attr-defined]
    return f"/admin/{meta.app_label}/{meta.model_name}/{row.pk}/change/"  # type: ignore[attr-defined]


def test_who_saves_a_persona_second_is_told_and_loses_nothing(ann: Client, bob: Client) -> None:
    persona = ensure_roster()[0].persona
    anns, bobs = opened(ann, page_of(persona)), opened(bob, page_of(persona))
    assert ann.post(page_of(persona), anns | {"background": "Born by the sea."}).status_code == 302

    refused = bob.post(page_of(persona), bobs | {"speech_style": "Dry as bone."})

    assert (refused.status_code, TOLD in refused.content.decode()) == (200, True)
    persona.refresh_from_db()
    assert persona.sheet["identity"]["background"] == "Born by the sea."
    again = as_shown(refused)
    assert (again["background"], again["speech_style"]) == ("Born by the sea.", "Dry as bone.")

    assert bob.post(page_of(persona), again).status_code == 302
    persona.refresh_from_db()
    assert persona.sheet["identity"]["background"] == "Born by the sea."
    assert "Dry as bone." in str(persona.sheet)
    assert list(Act.objects.order_by("pk").values_list("who", "verb")) == [("ann", "change"), ("bob", "change")]


def test_where_both_wrote_the_same_the_others_words_are_told_beside_ones_own(ann: Client, bob: Client) -> None:
    persona = ensure_roster()[0].persona
    anns, bobs = opened(ann, page_of(persona)), opened(bob, page_of(persona))
    ann.post(page_of(persona), anns | {"background": "Born by the sea."})

    refused = bob.post(page_of(persona), bobs | {"background": "Born in a mine."})

    assert "Somebody else wrote here meanwhile: Born by the sea." in refused.content.decode()
    assert as_shown(refused)["background"] == "Born in a mine."
    bob.post(page_of(persona), as_shown(refused))
    persona.refresh_from_db()
    assert persona.sheet["identity"]["background"] == "Born in a mine."


def test_what_is_wrong_besides_takes_the_warning_from_nobody(ann: Client, bob: Client) -> None:
    persona = ensure_roster()[0].persona
    bobs = opened(bob, page_of(persona))
    ann.post(page_of(persona), opened(ann, page_of(persona)) | {"background": "Born by the sea."})

    refused = bob.post(page_of(persona), bobs | {"speech_style": ""})

    assert TOLD in refused.content.decode()
    assert (as_shown(refused)["background"], as_shown(refused)["speech_style"]) == ("Born by the sea.", "")


def test_a_model_and_its_prices_are_written_over_by_nobody(ann: Client, bob: Client) -> None:
    model = make_model(provider="openai", model_name="gpt-4o-mini")
    price = make_price(language_model=model, input=1, output=2)
    bobs = opened(bob, page_of(model))
    assert ann.post(page_of(model), opened(ann, page_of(model)) | {"in_flight": "3"}).status_code == 302
    refused = bob.post(page_of(model), bobs | {"effort": "low"})
    assert (refused.status_code, TOLD in refused.content.decode()) == (200, True)
    assert bob.post(page_of(model), as_shown(refused)).status_code == 302
    model.refresh_from_db()
    assert (model.in_flight, model.effort) == (3, "low")

    bobs = opened(bob, page_of(model))
    ann.post(page_of(model), opened(ann, page_of(model)) | {"prices-0-input": "5"})
    refused = bob.post(page_of(model), bobs | {"prices-0-output": "7"})
    assert f"{TOLD} (prices)" in refused.content.decode()
    price.refresh_from_db()
    assert (price.input, price.output) == (5, 2)


def test_a_price_on_its_own_page_is_written_over_by_nobody(ann: Client, bob: Client) -> None:
    price = make_price(language_model=make_model(provider="openai", model_name="gpt-4o-mini"), input=1, output=2)
    bobs = opened(bob, page_of(price))
    ann.post(page_of(price), opened(ann, page_of(price)) | {"input": "5"})
    assert TOLD in bob.post(page_of(price), bobs | {"output": "7"}).content.decode()
    assert Price.objects.values_list("input", "output").get() == (5, 2)


def test_an_account_is_written_over_by_nobody_and_a_login_of_meanwhile_is_no_change(ann: Client, bob: Client) -> None:
    other = make_user(username="eve")
    group = Group.objects.create(name="keepers")
    bobs = opened(bob, page_of(other))
    Client().force_login(other)
    logged_in = User.objects.get(pk=other.pk).last_login
    assert bob.post(page_of(other), bobs | {"first_name": "Eve"}).status_code == 302
    assert User.objects.get(pk=other.pk).last_login == logged_in

    bobs = opened(bob, page_of(other))
    ann.post(page_of(other), opened(ann, page_of(other)) | {"groups": str(group.pk)})
    assert TOLD in bob.post(page_of(other), bobs | {"first_name": "Eva"}).content.decode()
    assert [each.name for each in other.groups.all()] == ["keepers"]


def test_what_was_changed_beside_the_page_or_to_the_same_is_no_conflict(ann: Client, bob: Client) -> None:
    persona, model = ensure_roster()[0].persona, make_model(provider="openai", model_name="gpt-4o-mini")
    bobs = opened(bob, page_of(persona)) | {"background": "Born by the sea."}
    Persona.objects.filter(pk=persona.pk).update(status="retired")
    assert [bob.post(page_of(persona), bobs).status_code for _ in range(2)] == [302, 302]  # a double click

    bobs = opened(bob, page_of(model))
    LanguageModel.objects.filter(pk=model.pk).update(rung="schema")
    assert bob.post(page_of(model), bobs | {"effort": "low"}).status_code == 302
    assert LanguageModel.objects.values_list("rung", "effort").get(pk=model.pk) == ("schema", "low")


def test_what_a_command_or_the_api_wrote_meanwhile_is_told_too(bob: Client) -> None:
    persona, model = ensure_roster()[0].persona, make_model(provider="openai", model_name="gpt-4o-mini")
    of_persona, of_model = opened(bob, page_of(persona)), opened(bob, page_of(model))
    persona.name = persona.sheet["name"] = "Otherwise"
    rewrite_persona(persona=persona)
    model.name = "Other"
    rewrite_model(model=model)

    assert TOLD in bob.post(page_of(persona), of_persona | {"temper": "joker"}).content.decode()
    assert TOLD in bob.post(page_of(model), of_model | {"effort": "low"}).content.decode()


@pytest.mark.parametrize("mark", ["", "7", "[]", "{"])
def test_a_mark_that_cannot_be_read_is_none(bob: Client, mark: str) -> None:
    model = make_model(provider="openai", model_name="gpt-4o-mini")
    bobs = opened(bob, page_of(model)) | {"made_from": mark, "effort": "low"}
    assert bob.post(page_of(model), bobs).status_code == 302
