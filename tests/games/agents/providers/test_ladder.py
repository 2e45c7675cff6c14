"""What is learnt of a model's manners, one step at a time, from refusals of the loopback and of other servers."""

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from games.agents.providers import Besides, Ladder, Manners, Provider, Request, Scripted, Unfit
from games.agents.providers.anthropic import Anthropic
from games.agents.providers.openai import OpenAI
from games.agents.providers.wire import refusal_in
from games.agents.room import reasoning_room
from games.loopback.process import Provider as Loopback
from tests.games.agents.providers.asking import climbed, exchange, request


def in_names(*taken: str) -> frozenset[str]:
    return frozenset(taken)


@pytest.mark.parametrize(
    ("model", "asked", "rungs", "without"),
    [
        ("gpt-4o-mini", {"temperature": 0.7}, ["json_schema"], in_names()),
        ("loop-object", {}, ["json_schema", "json_object"], in_names()),
        ("loop-text", {}, ["json_schema", "json_object", "text"], in_names()),
        ("loop-text", {"effort": "low"}, ["json_schema"] * 2 + ["json_object", "text"], in_names("reasoning_effort")),
        ("gpt-5-mini", {}, ["json_schema"], in_names()),
        ("gpt-5-mini", {"effort": "low"}, ["json_schema"], in_names()),
        ("loop-reasoner", {}, ["json_schema"], in_names()),
        ("o4-mini", {"temperature": 0.7}, ["json_schema"] * 2, in_names("temperature")),
        ("gpt-4o", {"effort": "low"}, ["json_schema"] * 2, in_names("reasoning_effort")),
    ],
)
async def test_a_model_of_openai_s_protocol_is_understood_step_by_step(
    chat: Provider, model: str, asked: dict[str, Any], rungs: list[str], without: frozenset[str]
) -> None:
    ladder = Ladder()
    reply, sent = await climbed(chat, ladder, request(model, **asked))
    assert [each.rung for each in sent] == rungs
    assert ladder.manners(chat, model) == Manners(sent[-1].rung, without)
    assert exchange(model).read(reply)["target"] in (None, 1, 2)
    for one, later in pairwise(sent):
        is_lower = one.rung != later.rung
        assert len(later.without - one.without) + is_lower == 1, "one step at a time"
        assert one.without <= later.without

    _, again = await climbed(chat, ladder, request(model, **asked))
    assert len(again) == 1, "what was learnt is remembered"


@pytest.mark.parametrize(
    ("model", "asked", "rungs", "without"),
    [
        ("gpt-4o-mini", {"temperature": 0.7}, ["json_schema"], in_names()),
        ("loop-object", {}, ["json_schema", "json_object"], in_names()),
        ("loop-text", {}, ["json_schema", "json_object", "text"], in_names()),
        ("gpt-5-mini", {"effort": "minimal"}, ["json_schema"], in_names()),
        ("gpt-5-codex", {}, ["json_schema"], in_names()),
        ("gpt-5.6-luna", {"effort": "none"}, ["json_schema"], in_names()),
        ("gpt-5.4-mini", {"effort": "none", "temperature": 0.7}, ["json_schema"], in_names()),
        ("gpt-5.4-mini", {"effort": "low", "temperature": 0.7}, ["json_schema"] * 2, in_names("temperature")),
        ("o4-mini", {"temperature": 0.7}, ["json_schema"] * 2, in_names("temperature")),
        ("gpt-4o", {"effort": "low"}, ["json_schema"] * 3, in_names("effort", "summary")),
        ("loop-text", {"effort": "low"}, ["json_schema"] * 3 + ["json_object", "text"], in_names("effort", "summary")),
    ],
)
async def test_a_model_is_understood_step_by_step_in_responses_too(
    responses: Provider, model: str, asked: dict[str, Any], rungs: list[str], without: frozenset[str]
) -> None:
    ladder = Ladder()
    reply, sent = await climbed(responses, ladder, request(model, **asked))
    assert [each.rung for each in sent] == rungs
    assert ladder.manners(responses, model) == Manners(sent[-1].rung, without)
    assert exchange(model).read(reply)["target"] in (None, 1, 2)
    assert len((await climbed(responses, ladder, request(model, **asked)))[1]) == 1, "what was learnt is remembered"


async def test_what_is_learnt_in_one_protocol_is_not_taken_for_known_in_another(
    chat: Provider, responses: Provider
) -> None:
    ladder = Ladder()
    assert chat.name == responses.name
    await climbed(chat, ladder, request("loop-object"))
    assert ladder.manners(chat, "loop-object").rung == "json_object"
    assert ladder.manners(responses, "loop-object").rung == "json_schema"


@pytest.mark.parametrize(
    ("model", "asked", "without"),
    [
        ("claude-haiku-4-5", {"temperature": 0.7}, in_names()),
        ("claude-haiku-4-5", {"effort": "low"}, in_names("effort", "adaptive")),
        ("claude-haiku-4-5", {"effort": "high", "most_tokens": 1_200}, in_names("effort", "adaptive")),
        ("claude-sonnet-5", {"temperature": 0.7}, in_names("temperature")),
        ("claude-haiku-4-5", {"temperature": 1.5}, in_names()),
        ("claude-sonnet-5-5", {"effort": "low"}, in_names()),
        ("claude-sonnet-4-6", {"effort": "high", "temperature": 0.0}, in_names()),
        ("claude-haiku-4-5", {"besides": Besides(top_p=0.9)}, in_names()),
        ("claude-haiku-4-5", {"besides": Besides(top_p=0.98, extra={"top_k": 40})}, in_names()),
        ("claude-haiku-4-5", {"effort": "none", "temperature": 0.7}, in_names()),
        ("claude-sonnet-5", {"effort": "none"}, in_names()),
        ("claude-sonnet-5-5", {"effort": "none"}, in_names("thinking.type.disabled")),
        ("claude-opus-5-5", {"effort": "none"}, in_names("thinking.type.disabled", "thinking.type.between_tools")),
    ],
)
async def test_a_model_of_anthropic_s_protocol_is_understood_too(
    claude: Provider, model: str, asked: dict[str, Any], without: frozenset[str]
) -> None:
    ladder = Ladder()
    reply, sent = await climbed(claude, ladder, request(model, **asked))
    assert len(sent) == 1 + len(without)
    assert ladder.manners(claude, model) == Manners("json_schema", without)
    assert exchange(model).read(reply)["target"] in (None, 1, 2)


@pytest.mark.parametrize(
    ("model", "thinks"), [("claude-sonnet-5", False), ("claude-sonnet-5-5", False), ("claude-opus-5-5", True)]
)
async def test_who_is_not_to_think_does_not_or_does_the_least_of_it(
    claude: Provider, model: str, *, thinks: bool
) -> None:
    unasked, _ = await climbed(claude, Ladder(), request(model))
    assert unasked.usage is not None
    assert unasked.usage.reasoning, "it thinks unless it is told not to"
    ladder = Ladder()
    reply, sent = await climbed(claude, ladder, request(model, effort="none"))
    assert reply.usage is not None
    assert (bool(reply.usage.reasoning), bool(reply.thinking)) == (thinks, thinks)
    assert isinstance(claude, Anthropic)
    assert claude.fields(sent[-1]).get("output_config", {}).get("effort") == ("low" if thinks else None)
    assert reasoning_room(model, "none", thinks=thinks) == (reasoning_room(model, "low") if thinks else 0)


@pytest.mark.parametrize("rung", ["json_schema", "tool", "text"])
async def test_every_rung_of_anthropic_is_answered(claude: Provider, rung: str) -> None:
    ladder = Ladder()
    ladder.stand(claude, "claude-haiku-4-5", rung)
    reply, sent = await climbed(claude, ladder, request("claude-haiku-4-5"))
    assert [each.rung for each in sent] == [rung]
    assert exchange("claude-haiku-4-5").read(reply)["target"] in (None, 1, 2)


async def test_openai_s_own_address_is_asked_by_the_newer_name_first(loopback: Loopback) -> None:
    official = OpenAI(key="none")
    here = OpenAI(key="none", base_url=loopback.openai_url)
    assert "max_completion_tokens" in official.fields(request("m"))
    assert "max_tokens" in here.fields(request("m"))
    await official.close()
    await here.close()


async def test_what_is_not_known_is_not_sent(claude: Provider, chat: Provider) -> None:
    assert isinstance(claude, Anthropic)
    assert isinstance(chat, OpenAI)
    plain = request("m")
    assert not {"temperature", "reasoning_effort"} & set(chat.fields(plain))
    assert not {"temperature", "thinking", "output_config.effort"} & set(claude.fields(plain))


async def test_a_temperature_and_thoughts_do_not_go_together(claude: Provider) -> None:
    assert isinstance(claude, Anthropic)
    warm = request("m", temperature=0.7)
    assert claude.fields(warm)["temperature"] == 0.7
    assert "temperature" not in claude.fields(replace(warm, without=frozenset({"temperature"})))
    for thinking in (replace(warm, effort="low"), replace(warm, thinks=True)):
        fields = claude.fields(thinking)
        assert (fields["thinking"], "temperature" in fields) == ({"type": "adaptive", "display": "summarized"}, False)
    forced = claude.fields(replace(warm, thinks=True, rung="tool"))
    assert ("thinking" in forced, forced["temperature"]) == (False, 0.7)


@pytest.mark.parametrize(
    ("model", "asked", "kept"),
    [
        ("claude-sonnet-5", {}, [False, True]),
        ("claude-opus-5-5", {"temperature": 0.7}, [False, True]),
        ("claude-sonnet-5-5", {"effort": "high"}, [True, True]),
        ("claude-sonnet-4-6", {"effort": "low"}, [True, True]),
        ("claude-haiku-4-5", {"effort": "medium", "most_tokens": 3_000}, [True, True]),
        ("claude-haiku-4-5", {}, [False, False]),
    ],
)
async def test_thoughts_of_models_that_reason_are_asked_for_and_kept(
    claude: Provider, model: str, asked: dict[str, Any], kept: list[bool]
) -> None:
    ladder, thoughts = Ladder(), []
    for _ in kept:
        reply, _ = await climbed(claude, ladder, request(model, **asked))
        ladder.hear(claude, model, reply)
        answer = exchange(model).read(reply)
        thoughts.append("Let me weigh what has been said." in answer["thought"])
    assert thoughts == kept


# --- refusals as others make them ------------------------------------------------------------------------------------

FITS = Scripted(lambda asked: "{}")


def after(refusal: str, rung: str = "json_schema", without: tuple[str, ...] = ()) -> Manners | None:
    """The manners after a refusal that came as this body; None when nothing was learnt."""
    ladder = Ladder()
    ladder.stand(FITS, "m", rung, " ".join(without))
    asked = ladder.fit(FITS, request("m"))
    said, parameter = refusal_in(refusal)
    return (
        ladder.manners(FITS, "m") if ladder.learn(FITS, asked, Unfit(f"m 400: {said}", parameter=parameter)) else None
    )


@pytest.mark.parametrize(
    "refusal",
    [
        '{"error": {"message": "Invalid parameter: \'response_format\' of type \'json_schema\' is not supported"}}',
        "{\"error\": \"'response_format.type' must be 'json_object' or 'text'\"}",
        '{"object": "error", "message": "guided decoding is not enabled", "code": 400}',
        '{"detail": [{"loc": ["body", "response_format", "json_schema"], "msg": "Extra inputs are not permitted"}]}',
        '{"detail": "structured output is not available for this model"}',
        '{"error": {"message": "Invalid parameter: not taken by this model", "param": "text.format"}}',
        '{"type": "error", "error": {"message": "output_config.format: Extra inputs are not permitted"}}',
    ],
)
def test_a_refused_shape_is_asked_for_in_the_next_way(refusal: str) -> None:
    assert after(refusal) == Manners("json_object")
    assert after(refusal, "json_object") == Manners("text")
    assert after(refusal, "text") is None


@pytest.mark.parametrize(
    ("refusal", "parameter"),
    [
        ('{"error": {"message": "Unsupported value: \'temperature\' does not support 0.7", "param": "temperature"}}',
         "temperature"),
        ('{"error": {"message": "Unrecognized request argument supplied: reasoning_effort"}}', "reasoning_effort"),
        ('{"detail": [{"loc": ["body", "max_completion_tokens"], "msg": "Extra inputs are not permitted"}]}',
         "max_completion_tokens"),
        ('{"message": "temperature is not supported by this model"}', "temperature"),
        ('{"error": {"message": "Your organization must be verified to tell thoughts", "param": "reasoning.summary"}}',
         "summary"),
        ('{"error": {"message": "Unsupported parameter: \'reasoning.summary\' is not supported with this model."}}',
         "summary"),
        ('{"error": {"message": "Unsupported parameter: \'reasoning.effort\' is not supported with this model."}}',
         "effort"),
    ],
)  # fmt: skip
def test_a_refused_parameter_is_left_out(refusal: str, parameter: str) -> None:
    assert after(refusal) == Manners("json_schema", frozenset({parameter}))
    assert after(refusal, without=(parameter,)) is None


def test_a_kind_of_thinking_that_is_an_unexpected_tag_is_left_out_before_thinking_is() -> None:
    refusal = "{\"message\": \"thinking: Input tag 'adaptive' does not match any of the expected tags: 'enabled'\"}"
    assert after(refusal) == Manners("json_schema", frozenset({"adaptive"}))


@pytest.mark.parametrize(
    "refusal",
    [
        "",
        "<html>nothing</html>",
        "[]",
        '{"error": {"message": "max_tokens is too large: 9000. This model supports at most 4096."}}',
        '{"error": {"message": "Invalid \'temperature\': expected a number from 0 to 2, got 3."}}',
        '{"error": {"message": "Unsupported value: \'minimal\' is not supported with this model.", "param": "effort"}}',
        '{"error": {"message": "Unsupported value: \'reasoning_effort\' does not support \'xhigh\' with this model."}}',
        '{"error": {"message": "output_config.effort: \'xhigh\' is not supported by this model."}}',
        "{\"error\": {\"message\": \"output_config.effort: Input should be 'low', 'medium' or 'high'\"}}",
        '{"detail": [{"loc": ["body", "reasoning_effort"], "msg": "unexpected value; permitted: low"}]}',
        '{"error": {"message": "This model\'s maximum context length is 8192 tokens (90 in the response_format)."}}',
        '{"error": {"message": "Your organization must be verified"}}',
        '{"error": {"message": "Invalid schema for response_format \'answer\': \'enum\' has non-unique elements."}}',
        '{"error": {"message": "output_config.format.schema: For type, property \'maxItems\' is not supported"}}',
        '{"error": {"message": "tools.0.custom.input_schema: JSON schema is invalid. \'enum\' must be non-empty"}}',
        '{"detail": [{"loc": ["body", "messages"], "msg": "wrong", "input": "temperature is not supported"}]}',
    ],
)
def test_nothing_is_learnt_from_what_is_about_something_else(refusal: str) -> None:
    assert after(refusal) is None


def test_a_provider_that_cannot_tell_our_answers_apart_is_told_their_shape_in_words() -> None:
    refusal = "Invalid schema: Objects provided via 'anyOf' must not share identical first keys. Consider adding a …"
    assert after(json.dumps({"error": {"message": refusal}})) == Manners("json_object")


def test_neither_name_of_the_bound_is_the_end() -> None:
    refusal = '{"error": {"message": "max_completion_tokens is not supported"}}'
    assert after(refusal, without=("max_tokens",)) is None


def test_two_games_that_are_refused_at_once_learn_one_step() -> None:
    ladder = Ladder()
    first = second = ladder.fit(FITS, request("m"))
    refused = Unfit("json_schema is not supported")
    assert ladder.learn(FITS, first, refused)
    assert ladder.learn(FITS, second, refused)
    assert ladder.manners(FITS, "m").rung == "json_object"


def test_what_a_probe_found_stands_for_what_was_known_before_and_for_nothing_that_is_newer() -> None:
    ladder = Ladder()
    for model in ("m", "n"):
        ladder.stand(FITS, model, "text", "temperature")
    ladder.stand(FITS, "m", "", "seed", since=20)
    ladder.stand(FITS, "m", "json_object", since=10)
    ladder.stand(FITS, "m", "json_object")
    assert (ladder.manners(FITS, "m"), ladder.since(FITS, "m")) == (Manners("json_schema", frozenset({"seed"})), 20)
    assert (ladder.manners(FITS, "n"), ladder.since(FITS, "n")) == (Manners("text", frozenset({"temperature"})), 0)
    ladder.stand(FITS, "n", "", since=20)  # a probe that found nothing wrong is news too
    assert ladder.manners(FITS, "n") == Manners("json_schema")


def test_where_a_model_stood_before_is_believed_once() -> None:
    ladder = Ladder()
    ladder.stand(FITS, "m", "text")
    ladder.stand(FITS, "m", "json_schema")
    ladder.stand(FITS, "n", "no such rung")
    assert ladder.manners(FITS, "m") == Manners("text")
    ladder.clear()
    ladder.stand(FITS, "m", "", "temperature max_tokens nonsense")
    assert ladder.manners(FITS, "m") == Manners("json_schema", frozenset(("temperature", "max_tokens")))
    ladder.stand(FITS, "n", "no such rung")
    assert ladder.manners(FITS, "n") == Manners("json_schema")


def fitted(rung: str) -> Request:
    ladder = Ladder()
    ladder.stand(FITS, "m", rung)
    return ladder.fit(FITS, request("m"))


async def test_the_schema_is_in_the_text_where_it_is_nowhere_else(chat: Provider) -> None:
    assert isinstance(chat, OpenAI)
    for rung in ("json_schema", "json_object", "text"):
        fields = chat.fields(fitted(rung))
        stable, new = (message["content"] for message in fields["messages"])
        assert ("<schema>" in stable) == (rung != "json_schema")
        assert new.splitlines()[-1] == request("m").task.splitlines()[-1], "what is legal is said last"
        assert fields.get("response_format", {"type": "text"})["type"] == rung
