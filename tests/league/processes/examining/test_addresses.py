"""What the doctor says of addresses besides the providers' own."""

import pytest
from pytest_django import Settings

from league.processes.examining.addresses import look_at_addresses
from tests.factories import make_model

pytestmark = pytest.mark.django_db


def told() -> list[tuple[str, str]]:
    return [(finding.state, finding.seen) for finding in look_at_addresses(read_rows=True)]


def test_addresses_are_listed_and_a_login_in_one_is_named_and_not_said(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LEAGUE_BASE_URLS = ["http://own.example/v1"]
    make_model(slug="fine", provider="openai", base_url="http://own.example/v1")
    assert told() == [("good", "models may have the address http://own.example/v1")]

    settings.LEAGUE_BASE_URLS = ["http://own.example/v1", "http://ada:sesame@own.example/v1"]
    monkeypatch.setenv("OPENAI_BASE_URL", " https://ada:sesame@gateway.example/v1 ")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "https://gateway.example/of/ada@example")
    for slug in ("b", "a"):
        make_model(slug=slug, provider="openai", base_url="http://ada:sesame@own.example/v1")

    assert all("sesame" not in f"{finding.seen} {finding.cure}" for finding in look_at_addresses(read_rows=True))
    (_, _, (state, listed), *rest) = [("", ""), *told()]
    assert (state, listed.endswith(", which has a login in it: nothing is asked there")) == ("poor", True)
    assert rest == [
        ("bad", "OPENAI_BASE_URL has a login in it: nothing is asked there"),
        ("poor", "there is a login in the address of a, b: nothing is asked there"),
    ]
