"""What one call learnt of how a model is asked, the next one knows: in this process, and in others from its row."""

from dataclasses import replace
from typing import cast

import pytest
from django.utils import timezone

from games.agents.author import persona_request
from games.agents.providers import Manners
from games.gateway.by_hand import Bodied
from games.gateway.capabilities import KNOWN, asked_of, keep_manners, probed
from games.gateway.clients import Address, provider_at
from games.gateway.errands import CannotProbe, probe_model
from games.gateway.one_off import errand_for, messenger
from games.hosting import questions
from games.loopback.process import Provider
from games.models import Answer, Call, Game
from personas.models import LanguageModel
from personas.roster import rewrite_model
from tests.factories import make_model
from tests.games.agents.providers.asking import exchange
from tests.games.casting import make_game
from tests.games.stage import in_thread, play_all, until
from tests.games.voices import OPENAI, model_at, voices
from tests.patience import at_most

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


def row_beside(model: LanguageModel, slug: str) -> LanguageModel:
    """Another row with the same name of a model."""
    fields = ("provider", "model_name", "base_url", "key_variable")
    return LanguageModel.objects.create(slug=slug, name=slug, **{name: getattr(model, name) for name in fields})


def test_what_is_known_from_before_a_probe_is_not_written_over_what_it_found(at: Provider) -> None:
    model = model_at(at)
    rows = [model, row_beside(model, "again")]
    LanguageModel.objects.filter(slug="again").update(rung="json_object", probed_at="2026-05-04T12:00:00.25Z")
    probe = LanguageModel.objects.get(slug="again")
    older = Manners("text", frozenset({"seed"}))

    for row in rows:
        keep_manners(model=row, manners=older, since=probed(probe) - 1)
    assert dict(LanguageModel.objects.filter(model_name=OPENAI).values_list("slug", "rung")) == {
        OPENAI: "text",
        "again": "json_object",
    }
    keep_manners(model=probe, manners=older, since=probed(probe))
    assert set(LanguageModel.objects.filter(model_name=OPENAI).values_list("rung", "without")) == {("text", "seed")}


def test_a_probe_that_fails_leaves_what_was_known_in_the_row_and_in_the_process(at: Provider) -> None:
    """It learns two ways of asking on its way, and in the end that its server cuts prompts."""
    model = model_at(at, "loop-cut")
    other = row_beside(model, "cut-again")
    LanguageModel.objects.filter(model_name="loop-cut").update(rung="text", without="seed")
    model.refresh_from_db()
    other.refresh_from_db()
    assert [ask_once(model), ask_once(other)] == [0, 0]

    with pytest.raises(CannotProbe):
        probe_model(model=model)

    rows = LanguageModel.objects.filter(model_name="loop-cut").values_list("rung", "without", "probed_at")
    assert set(rows) == {("text", "seed", None)}
    asked = Call.objects.count()
    assert [ask_once(model), ask_once(other)] == [0, 0]
    assert set(Call.objects.order_by("id")[asked:].values_list("rung", flat=True)) == {"text"}


def test_a_probe_in_another_process_reaches_games_that_are_on(at: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two models that are asked in words alone, of which one is tried out while their games go on."""
    monkeypatch.setattr(questions, "RATES_KEPT", 0.0)
    names = (OPENAI, "gpt-4.1-mini")
    for name in names:
        model_at(at, name)
    LanguageModel.objects.filter(model_name__in=names).update(rung="text", without="seed")
    games = [make_game(seed, seats=6, players=voices(at, *names, seats=6)) for seed in ("K", "L")]
    at.control(latency=0.1)
    host = in_thread(play_all)
    until(lambda: all(Answer.objects.filter(game=game).exists() for game in games))
    at_probe = Call.objects.count()
    # As the process that has tried it out leaves its row.
    LanguageModel.objects.filter(slug=OPENAI).update(rung="json_schema", without="", probed_at=timezone.now())
    at.control(latency=0.0)
    host.join(at_most(60))

    assert {Game.objects.get(pk=game.pk).status for game in games} == {"finished"}
    for game in games:
        calls = Call.objects.filter(game=game).order_by("id")
        assert calls.filter(model=OPENAI).last().rung == "json_schema"
        assert set(calls.filter(model="gpt-4.1-mini").values_list("rung", flat=True)) == {"text"}
    assert set(Call.objects.order_by("id")[:at_probe].values_list("rung", flat=True)) == {"text"}
    assert set(LanguageModel.objects.filter(model_name__in=names).values_list("model_name", "rung", "without")) == {
        (OPENAI, "json_schema", ""),
        ("gpt-4.1-mini", "text", "seed"),
    }


def test_another_effort_in_a_row_forgets_that_one_was_refused_and_nothing_else(at: Provider) -> None:
    rows = [model_at(at, name) for name in ("o4-mini", "gpt-5-mini")]
    for row in rows:
        row.without, row.effort = "effort reasoning_effort seed", "high"
        row.save()
    rows[0].effort = "low"
    rows[1].seed = 7

    for row in rows:
        rewrite_model(model=row)

    assert [LanguageModel.objects.get(pk=row.pk).without for row in rows] == ["seed", "effort reasoning_effort seed"]
