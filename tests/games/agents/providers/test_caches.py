"""Whole games before the caches of all protocols: one schema, marks where they are wanted, little is paid twice."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from games.agents.agent import Exchange
from games.agents.providers import Ladder, Provider, Request
from games.agents.providers.anthropic import Anthropic
from games.agents.providers.caches import filled
from games.agents.providers.openai import OpenAI
from games.agents.providers.responses import Responses
from games.engine.rulesets import all_rulesets
from games.loopback.protocols import chat, messages, responses
from games.loopback.tokens import Cache
from tests.games.agents.answering.put import exchange
from tests.games.agents.briefing.briefed import situations
from tests.games.agents.providers.asking import request

SECONDS_A_POLL = 8.0
HEADERS = {"anthropic-version": "2023-06-01", "authorization": "Bearer sk-loop-of-no-use-elsewhere"}
# Of all tokens that are sent, how many a cache knows: what the project promises, whatever the model.
SHARES = {"town-mafia": 0.80, "reactive-mafia": 0.88, "council-mafia": 0.75, "glass-box": 0.88}
# A key for each seat has each keep by itself what all have in common: that costs a short game of many seats its share.
OF_ITS_OWN = {"gpt-5.6": 0.06}
ASKED = [
    *(("gpt", model) for model in ("gpt-4.1", "gpt-5.6")),
    *(("responses", model) for model in ("gpt-5-mini", "gpt-5.6")),
    *(("cla", model) for model in ("claude-sonnet-4-5", "claude-haiku-4-5")),
]
TALKS = {"gpt": chat, "responses": responses, "cla": messages}


@pytest.fixture
async def lines() -> dict[str, Any]:
    return {"gpt": OpenAI(key="k"), "responses": Responses(key="k"), "cla": Anthropic(key="k")}


def asked(slug: str) -> Iterator[tuple[int, Exchange]]:
    """Every question of a game of the house, with its poll."""
    for each in situations(all_rulesets()[slug], "caches"):
        yield each.asked[-1], replace(exchange(each), key=f"a-game/{each.seat}", is_among=True)


def sent(line: Provider, model: str, one: Exchange) -> dict[str, Any]:
    """The body of a request in the manners of a model that is known."""
    fitted = Ladder().fit(line, replace(one.request(), model=model))
    body: dict[str, Any] = line.fields(replace(fitted, without=frozenset({"max_tokens"})))  # type: ignore[attr-defined]  # both have it
    return body


@pytest.mark.parametrize(("line", "model"), ASKED)
@pytest.mark.parametrize("slug", SHARES)
async def test_most_of_a_game_is_read_from_the_cache_and_one_schema_holds_for_all_of_it(
    lines: dict[str, Any], slug: str, line: str, model: str
) -> None:
    clock = [0.0]
    cache, schemas = Cache(lambda: clock[0]), set()
    tokens = known = 0
    for poll, one in asked(slug):
        clock[0] = poll * SECONDS_A_POLL
        body = sent(lines[line], model, one)
        schemas.add(json.dumps(body.get("response_format") or body.get("text") or body["output_config"]))
        wanted = TALKS[line].read_request(body, HEADERS)
        found = cache.look_up(wanted.model, wanted.blocks, wanted.cache_key)
        cache.keep(found)
        tokens, known = tokens + found.prompt, known + found.read
    assert len(schemas) == 1
    assert known / tokens >= SHARES[slug] - OF_ITS_OWN.get(model, 0)


async def test_a_model_whose_cache_wants_breakpoints_has_one_behind_each_text_that_stays(lines: dict[str, Any]) -> None:
    *_, (_, last) = asked("town-mafia")
    system, user = sent(lines["gpt"], "gpt-5.6-terra", last)["messages"]
    parts = [*system["content"], *user["content"]]
    assert ["prompt_cache_breakpoint" in part for part in parts] == [True] * (len(parts) - 1) + [False]
    assert user["content"][-1]["text"] == last.briefing.task
    body = sent(lines["gpt"], "gpt-5.6", last)
    assert (body["prompt_cache_key"], body["prompt_cache_options"]) == (last.key, {"mode": "explicit"})


async def test_breakpoints_stand_behind_the_same_texts_in_responses(lines: dict[str, Any]) -> None:
    *_, (_, last) = asked("town-mafia")
    body = sent(lines["responses"], "gpt-5.6-terra", last)
    system, user = body["input"]
    parts = [*system["content"], *user["content"]]
    assert ["prompt_cache_breakpoint" in part for part in parts] == [True] * (len(parts) - 1) + [False]
    assert {part["type"] for part in parts} == {"input_text"}
    in_chat = sent(lines["gpt"], "gpt-5.6-terra", last)
    assert [part["text"] for part in parts] == [
        part["text"] for message in in_chat["messages"] for part in message["content"]
    ]
    assert {name: body[name] for name in body if name.startswith("prompt_cache")} == {
        name: in_chat[name] for name in in_chat if name.startswith("prompt_cache")
    }
    plain = sent(lines["responses"], "gpt-5-mini", last)["input"]
    assert [type(item["content"]) for item in plain] == [str, str]


async def test_marks_stand_behind_what_is_told_together_too_so_that_who_is_asked_next_finds_it(
    lines: dict[str, Any],
) -> None:
    first, second = [one for _, one in asked("reactive-mafia") if one.together][:2]
    assert (first.together, first.briefing.own != second.briefing.own) == (second.together, True)
    for line, model in ASKED:
        cache = Cache(lambda: 0.0)
        bodies = [sent(lines[line], model, each) for each in (first, second)]
        looked = []
        for body in bodies:
            wanted = TALKS[line].read_request(body, HEADERS)
            looked.append(cache.look_up(wanted.model, wanted.blocks, wanted.cache_key))
            cache.keep(looked[-1])
        common = sum(map(len, (json.dumps(second.briefing.schema), second.briefing.common)))
        assert looked[1].read > (common + len(second.together)) * 0.8 / 4, model


@pytest.mark.parametrize("model", ["gpt-4.1", "gpt-5", "gpt-5-mini", "gpt-5.4-mini", "gpt-oss-20b", "llama-5.6"])
async def test_other_models_are_sent_plain_texts(lines: dict[str, Any], model: str) -> None:
    _, one = next(asked("town-mafia"))
    body = sent(lines["gpt"], model, one)
    assert all(isinstance(message["content"], str) for message in body["messages"])
    assert "prompt_cache_options" not in body
    assert body["prompt_cache_key"] == one.key


def test_nobody_is_sent_a_key_where_no_other_request_will_begin_alike() -> None:
    assert "prompt_cache_key" not in OpenAI(key="k").fields(replace(request("gpt-4.1"), cache_key=""))


@pytest.mark.parametrize("parameter", ["prompt_cache_key", "prompt_cache_options", "prompt_cache_breakpoint"])
async def test_what_a_server_does_not_know_of_caches_is_left_out(lines: dict[str, Any], parameter: str) -> None:
    _, one = next(asked("town-mafia"))
    for line, said in (("gpt", "messages"), ("responses", "input")):
        body = lines[line].fields(replace(one.request(), model="gpt-5.6", without=frozenset({parameter})))
        assert parameter not in json.dumps(body)
        if parameter != "prompt_cache_key":
            assert all(isinstance(message["content"], str) for message in body[said])


# --- filling ---------------------------------------------------------------------------------------------------------


def alike(**changed: Any) -> Request:
    """A request that others will begin like."""
    return replace(request("claude-haiku-4-5"), system=("One.\n\nTwo.", "Own."), cache_key="a/0", **changed)


def test_what_is_common_is_said_again_until_a_cache_keeps_it_and_nothing_else_is() -> None:
    long = filled(alike(), {"gpt": 1, "claude-haiku": 100})
    common, own = long.system
    assert len(common) >= 440
    assert own == "Own."
    assert set(common.split("\n\n")) == {"One.", "Two.", "WHAT EVERYBODY IS TOLD, ONCE MORE"}
    assert common.startswith("One.\n\nTwo.\n\nWHAT")
    assert long.size > alike().size, "and it is reserved for"


def test_what_is_long_enough_or_alone_is_sent_as_it_is() -> None:
    assert filled(alike(), {}) == alike()
    assert filled(alike(), {"claude": 2}) == alike()
    assert filled(replace(alike(), cache_key=""), {"claude": 100}).system == alike().system
    assert filled(replace(alike(), system=("", "Own.")), {"claude": 100}).system == ("", "Own.")


async def test_only_models_whose_cache_wants_more_are_sent_more(lines: dict[str, Any]) -> None:
    _, one = next(asked("reactive-mafia"))
    sizes = {
        model: len(Ladder().fit(lines["cla"], replace(one.request(), model=model)).system[0])
        for model in ("claude-haiku-4-5-20251001", "claude-sonnet-4-5", "claude-sonnet-5", "claude-opus-4-5")
    }
    assert sizes["claude-sonnet-4-5"] == sizes["claude-sonnet-5"] == len(one.briefing.common)
    assert min(sizes["claude-haiku-4-5-20251001"], sizes["claude-opus-4-5"]) >= 4 * 4096
