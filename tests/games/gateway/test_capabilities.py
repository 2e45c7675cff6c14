"""What one call learnt of how a model is asked, the next one knows: in this process, and in others from its row."""

from dataclasses import replace
from typing import cast

import pytest

from games.agents.author import persona_request
from games.gateway.by_hand import Bodied
from games.gateway.capabilities import KNOWN, asked_of
from games.gateway.clients import Address, provider_at
from games.gateway.errands import probe_model
from games.gateway.one_off import errand_for, messenger
from games.loopback.process import Provider
from games.models import Answer, Call
from personas.models import LanguageModel
from tests.factories import make_model
from tests.games.agents.providers.asking import exchange
from tests.games.casting import make_game
from tests.games.stage import play_all
from tests.games.voices import model_at, voices

pytestmark = pytest.mark.django_db(transaction=True)


def ask_once(model: LanguageModel) -> int:
    """Sends an errand; returns how many requests were refused for it."""
    before = Call.objects.filter(status="refused").count()
    asked = asked_of(model)
    with messenger(errand_for(Call.Purpose.NARRATION, model)) as sent:
        vote = exchange(asked.model, temperature=asked.temperature, room=asked.room)
        sent.ask(vote.request(), vote.read)
    return Call.objects.filter(status="refused").count() - before


@pytest.mark.parametrize("protocol", ["openai", "openai-responses"])
@pytest.mark.parametrize(
    ("environment", "own", "flex", "tiers"),
    [
        ("", "", "", ["default", "default"]),
        ("https://eu.api.openai.com/v1", "", "", ["default", "default"]),
        ("http://gateway:4000/v1", "https://api.openai.com/v1", "", ["default", "default"]),
        ("", "", "flex", ["flex", "default"]),
        ("http://gateway:4000/v1", "", "", [None, None]),
        ("", "https://router.example/v1", "flex", ["flex", None]),
    ],
)
def test_at_openais_own_address_no_project_chooses_the_tier(
    monkeypatch: pytest.MonkeyPatch, protocol: str, environment: str, own: str, flex: str, tiers: list[str | None]
) -> None:
    """What is said of the tier, and what once a model has refused the one of its row."""
    monkeypatch.setenv("OPENAI_BASE_URL", environment)
    model = make_model(provider=protocol, model_name="gpt-5-mini", base_url=own, service_tier=flex)
    request = persona_request(asked_of(model))
    provider: Bodied = cast("Bodied", provider_at(Address(protocol, own, "", "openai")))

    said = [provider.fields(replace(request, without=frozenset(each))) for each in ((), ("service_tier",))]

    assert [each.get("service_tier") for each in said] == tiers


def test_of_anthropic_no_tier_is_asked() -> None:
    assert asked_of(make_model(provider="anthropic", model_name="claude-haiku-4-5")).besides.standard_tier == ""


def test_an_errand_knows_what_the_one_before_has_learnt(at: Provider) -> None:
    model = model_at(at, "gpt-5-mini")
    LanguageModel.objects.update(temperature=0.7)
    model.refresh_from_db()

    refused = [ask_once(model), ask_once(model)]

    assert refused == [1, 0]


def test_another_process_knows_it_from_the_model_s_row(at: Provider) -> None:
    model = model_at(at, "gpt-5-mini")
    LanguageModel.objects.update(temperature=0.7)
    model.refresh_from_db()
    first = ask_once(model)
    KNOWN.clear()  # as in another process

    model.refresh_from_db()

    assert (model.rung, model.without) == ("json_schema", "temperature")
    assert (first, ask_once(model)) == (1, 0)


def test_what_a_game_has_learnt_is_in_the_row_too(at: Provider) -> None:
    make_game(seats=5, players=voices(at, "loop-object", seats=5))

    play_all()

    assert LanguageModel.objects.get(slug="loop-object").rung == "json_object"


def test_a_probe_finds_anew_what_a_server_may_have_learnt_since(at: Provider) -> None:
    model = model_at(at)
    LanguageModel.objects.update(rung="text", without="temperature")
    model.refresh_from_db()

    assert ask_once(model) == 0
    assert set(Call.objects.values_list("rung", flat=True)) == {"text"}
    probe = probe_model(model=model)

    assert (probe.rung, model.rung, model.without) == ("json_schema", "json_schema", "")


def test_that_a_model_thinks_unasked_is_kept_and_its_thoughts_are_from_then_on(at: Provider) -> None:
    model = model_at(at, "claude-sonnet-5")

    probe = probe_model(model=model)

    assert (probe.is_fit, model.thinks, model.without) == (True, True, "")
    told = [
        "Let me weigh" in answer for answer in Call.objects.order_by("id").values_list("record__response", flat=True)
    ]
    assert told == [False, *[True] * (len(told) - 1)]


def test_the_thoughts_of_a_game_of_a_model_that_thinks_unasked_are_kept(at: Provider) -> None:
    game = make_game(seats=5, players=voices(at, "claude-sonnet-5", seats=5))

    play_all()

    answers = list(Answer.objects.filter(game=game).order_by("poll", "seat"))
    kept = {"Let me weigh what has been said." in answer.thought for answer in answers if answer.poll > answers[0].poll}
    assert kept == {True}
    assert LanguageModel.objects.get(slug="claude-sonnet-5").thinks


def test_a_temperature_costs_no_refusal_where_it_is_taken(at: Provider) -> None:
    model = model_at(at, "claude-haiku-4-5")
    LanguageModel.objects.update(temperature=0.7)
    model.refresh_from_db()

    assert probe_model(model=model).is_fit
    assert (model.without, Call.objects.filter(status="refused").count()) == ("", 0)
