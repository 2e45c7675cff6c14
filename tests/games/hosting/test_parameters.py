"""Games of models that are asked with more than their name: what is sent, what it costs, and what is learnt away."""

import json
from collections import Counter
from decimal import Decimal

import pytest
from django.utils import timezone

from games.agents.providers import Usage
from games.billing.prices import rates_of
from games.gateway.capabilities import KNOWN
from games.hosting.verbs import update_exhibition
from games.loopback.process import Provider
from games.models import Account, Answer, Call, CallRecord, Game
from games.models.waiting import ROOMLESS, UNREAD
from personas.models import LanguageModel, Price
from tests.games.casting import make_game
from tests.games.stage import play_all, play_until
from tests.games.voices import OPENAI, RESPONSES, model_at, voices
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(at_most(120)), pytest.mark.long(20)]


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def row(at: Provider, name: str, **fields: object) -> LanguageModel:
    model = model_at(at, name)
    LanguageModel.objects.filter(pk=model.pk).update(**fields)
    return LanguageModel.objects.get(pk=model.pk)


def play(provider: Provider, *names: str, seats: int = 5) -> Game:
    game = make_game("K", seats=seats, players=voices(provider, *names, seats=seats))
    play_all()
    return fresh(game)


def assert_finished(game: Game) -> None:
    assert game.status == "finished", game.waiting
    assert not Answer.objects.filter(game=game).exclude(default_reason="").exists()


@pytest.mark.parametrize("protocol", ["openai", "openai-responses"])
def test_what_is_served_as_flex_costs_half_in_the_ledger_and_on_the_bill(at: Provider, protocol: str) -> None:
    row(at, "gpt-5-mini", provider=protocol, service_tier="flex", effort="minimal", verbosity="low")
    row(at, "gpt-5-nano", effort="minimal")
    before = at.cost()

    game = play(at, "gpt-5-mini", "gpt-5-nano", seats=6)

    assert_finished(game)
    spent, bill = sum(Call.objects.values_list("cost", flat=True), Decimal(0)), at.cost() - before
    assert spent == Account.objects.get(scope="game").spent
    assert 0 <= spent - bill < Decimal("0.00001"), "each call is rounded up in its last place"
    bounds = dict(Call.objects.filter(model="gpt-5-mini").values_list("cost", "reserved"))
    assert all(cost < reserved / 2 for cost, reserved in bounds.items()), "it may be served as ever"
    asked = [json.loads(record.request) for record in CallRecord.objects.filter(call__model="gpt-5-mini")]
    assert {(each["service_tier"], each["verbosity"]) for each in asked} == {("flex", "low")}


def test_prices_of_our_own_are_those_of_the_model_as_it_is_asked(at: Provider) -> None:
    model = row(at, "gpt-5-mini", service_tier="flex", effort="minimal")
    Price.objects.create(language_model=model, valid_from="2020-01-01T00:00Z", input=1, output=1)
    rates, usage = rates_of(model, timezone.now()), Usage(input=1_000, output=1_000)
    assert {tier: rates.cost(usage, tier) for tier in ("", "flex", "priority")} == dict.fromkeys(
        ("", "flex", "priority"), Decimal("0.002")
    )


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        (OPENAI, {"verbosity": "low", "service_tier": "flex", "seed": 7, "top_p": 0.9}),
        ("gpt-5-mini", {"top_p": 0.5, "temperature": 0.5, "effort": "minimal"}),
        ("claude-haiku-4-5", {"top_p": 0.5}),
        ("claude-sonnet-5", {"top_p": 0.5}),
    ],
)
def test_what_a_model_does_not_take_is_learnt_once_and_its_games_go_on(
    at: Provider, name: str, fields: dict[str, object]
) -> None:
    row(at, name, **fields)
    assert_finished(play(at, name))
    refused = Call.objects.filter(status="refused")
    assert refused.count() <= 5 * 3, "not at every question"
    assert Call.objects.filter(status="answered").count() > 5 * refused.count() or not refused.exists()


@pytest.mark.parametrize(
    ("name", "most"), [(OPENAI, 16_384), (f"{RESPONSES}gpt-4o", 16_384), ("claude-haiku-4-5", 64_000)]
)
def test_a_bound_that_a_model_does_not_have_is_learnt_from_its_refusal(at: Provider, name: str, most: int) -> None:
    model = row(at, name, most_tokens=128_000)

    assert_finished(play(at, name))

    refused = Call.objects.filter(status="refused")
    assert 0 < (count := refused.count()) <= 5
    asked = [json.loads(record.request)["most_tokens"] for record in CallRecord.objects.filter(call__status="answered")]
    assert set(asked) == {most}
    model.refresh_from_db()
    assert model.without == f"most_tokens:{most}"
    KNOWN.clear()  # as in another process
    assert_finished(play(at, name))
    assert refused.count() == count


def test_a_template_without_a_system_is_asked_without_one(at: Provider) -> None:
    assert_finished(play(at, "loop-plain"))
    assert "system" in LanguageModel.objects.get(model_name="loop-plain").without.split()
    assert Call.objects.filter(status="refused", error__contains="System role not supported").exists()


def test_a_server_that_cuts_its_prompts_holds_up_its_own_game_until_it_is_set_to_read_more(
    at: Provider, caplog: pytest.LogCaptureFixture
) -> None:
    game = make_game("K", seats=8, players=voices(at, "loop-cut", seats=8))
    other = make_game("L", seats=5, players=voices(at, seats=5))

    play_until(lambda: fresh(game).waiting == UNREAD and not fresh(game).lease_owner and fresh(other).winner)

    assert "set its server to a larger context (Ollama: num_ctx or OLLAMA_CONTEXT_LENGTH)" in caplog.text
    answers, cut = game.answers.count(), Call.objects.filter(fault__startswith="the server read 1,024 of about").count()
    assert cut > 0
    assert not Answer.objects.filter(game=game).exclude(default_reason="").exists(), "nobody has played for it"
    LanguageModel.objects.filter(model_name="loop-cut").update(model_name="loop-object")
    update_exhibition(game=fresh(game))
    play_all()
    assert_finished(fresh(game))
    assert fresh(game).answers.count() > answers


def test_a_server_that_cuts_its_prompts_and_bills_them_is_paid_once_until_its_row_is_changed(
    at: Provider, caplog: pytest.LogCaptureFixture
) -> None:
    model = row(at, "loop-cut")
    Price.objects.create(language_model=model, valid_from="2020-01-01T00:00Z", input=1, output=2)
    game = make_game("K", seats=8, players=voices(at, "loop-cut", seats=8))
    for _ in range(2):  # and no more when it is looked at again
        claimed = fresh(game).lease_token
        play_until(
            lambda: fresh(game).lease_token > claimed and not fresh(game).lease_owner and fresh(game).waiting == UNREAD  # noqa: B023  waited for here
        )
        cut = Call.objects.filter(game=game, fault__startswith="the server read")
        assert set(Counter(cut.values_list("poll", "seat")).values()) == {1}
        assert {call.cost > 0 for call in cut} == {True}
        Game.objects.filter(pk=game.pk).update(due_at=timezone.now())
    assert "it is not paid again before that" in caplog.text

    LanguageModel.objects.filter(model_name="loop-cut").update(model_name="loop-object")
    update_exhibition(game=fresh(game))
    play_all()
    assert_finished(fresh(game))


def test_a_context_that_is_too_small_for_a_prompt_is_not_even_asked(
    at: Provider, caplog: pytest.LogCaptureFixture
) -> None:
    row(at, "loop-object", context_size=4_000)
    game = make_game("K", ruleset="glass-box", seats=8, players=voices(at, "loop-object", seats=8))

    play_until(lambda: fresh(game).waiting == ROOMLESS and not fresh(game).lease_owner)

    assert "leaves no room for an answer in the 4,000 that loop-object has: set its server and its row" in caplog.text
    asked = [json.loads(record.request)["most_tokens"] for record in CallRecord.objects.filter(call__status="answered")]
    assert all(500 <= most <= 2_000 for most in asked)
