"""The way to a model: what a row or the environment says that nobody is asked by, told in one sentence."""

import pytest
from pytest_django import Settings

from games.gateway.clients import NoLine, address_of
from tests.factories import make_model

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def paid(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LEAGUE_PAID_CALLS = True
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(name, "sk-of-the-provider")


@pytest.mark.parametrize("name", ["inference_geo", "speed", "n"])
def test_a_row_that_says_already_what_is_ours_to_say_is_asked_nothing(name: str) -> None:
    kept = make_model(slug="kept", provider="anthropic", model_name="m", extra_body={"a": 1, name: "us"})

    with pytest.raises(NoLine, match=f"^{name} stands among the more fields of kept, and is for the league to say$"):
        address_of(kept)
    kept.extra_body.pop(name)
    assert address_of(kept).key == "sk-of-the-provider"


def test_an_address_with_a_login_is_asked_nothing_and_said_without_it(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.LEAGUE_BASE_URLS = ["https://ada:sesame@own.example/v1"]
    monkeypatch.setenv("OPENAI_BASE_URL", "https://ada:sesame@gateway.example/v1")
    rows = {
        "the address of far": make_model(slug="far", provider="openai", base_url=settings.LEAGUE_BASE_URLS[0]),
        "OPENAI_BASE_URL": make_model(slug="near", provider="openai-responses"),
    }

    for whose, model in rows.items():
        with pytest.raises(NoLine, match=f"^{whose} has a login in it, beside which no key can be sent$"):
            address_of(model)
    monkeypatch.setenv("OPENAI_BASE_URL", "https://gateway.example/v1/of/ada@example")
    assert address_of(rows["OPENAI_BASE_URL"]).key == "sk-of-the-provider"
