"""What else a model is asked with: sent where it was set, left out where the protocol or the model does not know it."""

from typing import Any

import pytest

from games.agents.agent import Asked, Exchange
from games.agents.providers import Besides, Request
from games.agents.providers.anthropic import Anthropic
from games.agents.providers.openai import OpenAI
from games.agents.providers.responses import Responses
from games.agents.room import Room, is_cut
from games.agents.trials.smallest import QUESTIONS, exchange_about, long_exchange
from personas.parameters import OURS, unfit_extra

ALL = Besides(top_p=0.96, seed=7, verbosity="low", service_tier="flex", extra={"min_p": 0.05, "model": "another"})


def body(protocol: type[Any], besides: Besides = ALL, **given: Any) -> dict[str, Any]:
    request = Request("m", ("common", "own"), ("past",), "task", {"type": "object"}, 900, besides=besides, **given)
    fields: dict[str, Any] = protocol(key="k").fields(request)
    return fields


def test_each_protocol_is_told_what_it_knows() -> None:
    chat, responses, claude = body(OpenAI), body(Responses), body(Anthropic)
    assert {name: chat[name] for name in ("top_p", "seed", "verbosity", "service_tier", "min_p")} == {
        "top_p": 0.96, "seed": 7, "verbosity": "low", "service_tier": "flex", "min_p": 0.05,
    }  # fmt: skip
    assert (responses["top_p"], responses["text"]["verbosity"], responses["service_tier"]) == (0.96, "low", "flex")
    assert (responses["text"]["format"]["type"], "seed" in responses) == ("json_schema", False)
    assert (claude["top_p"], claude["min_p"]) == (0.96, 0.05)
    assert not {"seed", "verbosity", "service_tier"} & claude.keys()
    assert {each["model"] for each in (chat, responses, claude)} == {"m"}, "what is ours is nobody else's to say"


@pytest.mark.parametrize("protocol", [OpenAI, Responses, Anthropic])
def test_what_was_not_set_is_not_there(protocol: type[Any]) -> None:
    plain = body(protocol, Besides())
    assert not {"top_p", "seed", "verbosity", "service_tier", "min_p"} & plain.keys()
    refused = body(protocol, without=frozenset({"top_p", "seed", "verbosity", "service_tier"}))
    assert refused == plain | {"min_p": 0.05}


def test_beside_thought_and_beside_a_temperature_claude_takes_no_top_p_or_a_high_one() -> None:
    assert "top_p" not in body(Anthropic, temperature=0.5)
    assert body(Anthropic, effort="low")["top_p"] == 0.96
    assert "top_p" not in body(Anthropic, Besides(top_p=0.5), effort="low")
    assert body(Anthropic, Besides(top_p=0.5))["top_p"] == 0.5


def test_where_a_template_knows_no_system_it_is_said_by_who_asks() -> None:
    (said,) = body(OpenAI, without=frozenset({"system"}))["messages"]
    assert said == {"role": "user", "content": "common\n\nown\n\npast\n\ntask"}


@pytest.mark.parametrize(
    ("extra", "told"),
    [
        ({}, ""),
        ({"min_p": 0.05, "options": {"num_ctx": 16_384}}, ""),
        ({"n": 3}, "n is for the league to say, and not for a field of one's own."),
        ({"inference_geo": "us"}, "inference_geo is for the league to say, and not for a field of one's own."),
        ({"speed": "fast"}, "speed is for the league to say, and not for a field of one's own."),
        ({"stream": True, "a": 1}, "stream is for the league to say, and not for a field of one's own."),
        (["min_p"], 'An object is wanted, as in {"min_p": 0.05}.'),
        ({"a": float("nan")}, "A number in it is none that JSON knows."),
        ({"a": "x" * 4_000}, "At most 4,000 characters are sent as they stand, not 4,009."),
    ],
)
def test_what_is_sent_as_it_stands_is_none_of_what_we_send(extra: object, told: str) -> None:
    assert unfit_extra(extra) == told


@pytest.mark.parametrize("protocol", [OpenAI, Responses, Anthropic])
@pytest.mark.parametrize("rung", ["json_schema", "json_object", "tool", "text"])
def test_every_field_that_we_send_is_among_those_that_are_ours(protocol: type[Any], rung: Any) -> None:
    for name in ("m", "gpt-5.6", "claude-haiku-4-5"):
        request = Request(
            name, ("common", "own"), ("past",), "task", {"type": "object"}, 9_000, rung=rung, temperature=0.5,
            effort="low", besides=Besides(0.5, 7, "low", "flex"), thinks=True, cache_key="game/seat",
        )  # fmt: skip
        assert protocol(key="k").fields(request).keys() <= OURS


# --- what a model can read and write in one go -----------------------------------------------------------------------


def asked(context: int | None) -> Exchange:
    return exchange_about(QUESTIONS[0], Asked("m", Room(2_000, 4_000), context=context))


def test_a_reply_has_as_much_room_as_the_context_leaves() -> None:
    sent = asked(None).request().size // 4
    assert asked(None).request().most_tokens == 2_000
    assert asked(sent + 1_500).request().most_tokens == 1_500
    cut = asked(sent + 3_000).after("", "the answer was cut off at 2000 tokens; keep it shorter (x)")
    assert 2_000 < cut.request().most_tokens < 3_000, "what was said since takes some, too"
    assert not cut.is_spent
    at_its_end = asked(sent + 1_500).after("", "the answer was cut off at 1500 tokens; keep it shorter (x)")
    assert at_its_end.is_spent, "it is not asked for the same room again"


def test_where_the_context_leaves_no_room_for_an_answer_nobody_is_asked() -> None:
    sent = asked(None).request().size // 4
    assert not asked(sent + 500).is_out_of_context
    short = asked(sent + 400)
    assert short.is_out_of_context
    assert short.out_of_context.startswith(f"a prompt of about {sent:,} tokens leaves no room for an answer in the")


def test_the_long_prompt_of_a_probe_fits_what_its_row_says() -> None:
    for context in (4_000, 8_000, 16_000, None):
        exchange = long_exchange(Asked("m", Room(2_000, 4_000), context=context))
        tokens = exchange.request().size // 4
        assert not exchange.is_out_of_context
        assert (tokens > 10_000) == (context in (16_000, None))


@pytest.mark.parametrize(
    ("sent", "told", "cut"),
    [(48_000, 4_096, True), (48_000, 9_000, False), (48_000, 0, False), (48_000, 300, False), (8_000, 1_900, False)],
)
def test_a_prompt_was_cut_where_fewer_tokens_were_read_than_any_tokenizer_makes_of_it(
    sent: int, told: int, *, cut: bool
) -> None:
    assert is_cut(sent, told) is cut
