"""Models that are asked from the backstage: which key counts, and players made of the shipped characters."""

from html import unescape

import pytest
from django.test import Client

from personas.roster import ensure_roster
from tests.factories import NOON, make_model, make_price

pytestmark = pytest.mark.django_db


def test_the_list_of_models_says_which_key_counts_and_whether_it_is_set(
    admin_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    make_model(provider="openai", model_name="a")
    make_model(provider="anthropic", model_name="b")
    make_model(provider="openai", model_name="c", base_url="http://127.0.0.1:1/v1")
    make_model(provider="openai", model_name="d", key_variable="GONE_API_KEY")

    page = admin_client.get("/admin/personas/languagemodel/").content.decode()

    for told in ("OPENAI_API_KEY is set", "ANTHROPIC_API_KEY is not set", "none is sent", "GONE_API_KEY is not set"):
        assert told in page
    assert "sk-secret" not in page
    assert admin_client.get("/admin/personas/languagemodel/add/").status_code == 200


def test_the_page_of_a_model_says_what_it_costs_and_who_says_so(admin_client: Client) -> None:
    listed = make_model(provider="openai", model_name="gpt-4o-mini")
    own = make_model(provider="openai", model_name="gpt-4o")
    make_price(language_model=own, valid_from=NOON, input="1.5", output=6)
    here = make_model(provider="openai", model_name="c", base_url="http://127.0.0.1:1/v1")
    unknown = make_model(provider="openai", model_name="nobody-knows-it")

    told = {}
    for model in (listed, own, here, unknown):
        told[model] = unescape(admin_client.get(f"/admin/personas/languagemodel/{model.pk}/change/").content.decode())

    assert (
        "$0.15 in (read from a cache $0.075, written to one $0.15), $0.6 out, a million tokens, of the" in told[listed]
    )
    assert f"$6 out, a million tokens, of its own row, since {NOON:%Y-%m-%d %H:%M} UTC" in told[own]
    assert "nothing: it is on a network of one's own, and in no list" in told[here]
    assert "no price is known for nobody-knows-it; give it one in the admin, under Prices" in told[unknown]


def test_a_model_is_given_the_shipped_characters_by_a_button(admin_client: Client) -> None:
    model = make_model(slug="big", provider="openai", model_name="big")
    page = f"/admin/personas/languagemodel/{model.pk}/"

    for _ in range(2):
        answer = admin_client.post(f"{page}seat_the_roster/", {"_form_submitted": "True"})

    assert answer.headers["HX-Redirect"] == f"{page}change/"
    assert f"24 shipped characters can play on {model}." in admin_client.get(f"{page}change/").content.decode()
    assert model.players.count() == len(ensure_roster()) == 24
