"""Models that are asked from the backstage: which key counts, and players made of the shipped characters."""

import pytest
from django.test import Client

from personas.roster import ensure_roster
from tests.factories import make_model

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


def test_a_model_is_given_the_shipped_characters_by_a_button(admin_client: Client) -> None:
    model = make_model(slug="big", provider="openai", model_name="big")
    page = f"/admin/personas/languagemodel/{model.pk}/"

    for _ in range(2):
        answer = admin_client.post(f"{page}seat_the_roster/", {"_form_submitted": "True"})

    assert answer.headers["HX-Redirect"] == f"{page}change/"
    assert f"12 shipped characters can play on {model}." in admin_client.get(f"{page}change/").content.decode()
    assert model.players.count() == len(ensure_roster()) == 12
