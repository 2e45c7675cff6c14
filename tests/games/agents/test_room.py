"""How many tokens a reply may have, by the family of its model and its effort."""

from dataclasses import replace

import pytest

from games.agents.agent import Asked, Exchange
from games.agents.briefing.situation import Briefing
from games.agents.providers import Besides
from games.agents.room import (
    MOST,
    REASONING,
    Room,
    bound_in,
    late,
    room_for,
    seconds_for,
    seconds_of_late,
    tokens_of_cut,
)
from games.engine.questions import Choose
from personas.models import Effort

VOTE = Choose("vote", "Whom?", (1, 2))


@pytest.mark.parametrize(
    ("model", "effort", "thinks", "room"),
    [
        ("gpt-4o-mini", "", False, Room(2_000, 4_000)),
        ("gpt-4.1", "", False, Room(2_000, 4_000)),
        ("claude-sonnet-4-5", "", False, Room(2_000, 4_000)),
        ("claude-sonnet-4-5", "low", False, Room(6_000, MOST)),
        ("claude-sonnet-5", "", True, Room(10_000, MOST)),
        ("gpt-5-mini", "", False, Room(10_000, MOST)),
        ("gpt-5-mini", "minimal", False, Room(3_000, MOST)),
        ("gpt-5.6", "none", False, Room(2_000, 4_000)),
        ("gpt-5.6-terra", "max", False, Room(32_000, MOST)),
        ("o4-mini-2025-04-16", "high", False, Room(18_000, MOST)),
        ("openai/gpt-5", "", False, Room(10_000, MOST)),
        ("gpt-5-chat-latest", "", False, Room(2_000, 4_000)),
        ("gpt-5.1-chat-latest", "", False, Room(2_000, 4_000)),
        ("openai/gpt-5.2-chat-latest", "", False, Room(2_000, 4_000)),
        ("gpt-5.1-codex-max", "", False, Room(10_000, MOST)),
        ("olmo-2", "", False, Room(2_000, 4_000)),
        ("gpt-oss-20b", "", False, Room(2_000, 4_000)),
    ],
)
def test_a_model_that_reasons_has_room_for_it(model: str, effort: str, thinks: bool, room: Room) -> None:  # noqa: FBT001
    assert room_for(model, effort, thinks=thinks) == room


@pytest.mark.parametrize(
    ("tokens", "tier", "seconds"),
    [
        (2_000, "", 120),
        (4_000, "", 120),
        (10_000, "", 240),
        (18_000, "", 420),
        (MOST, "", 690),
        (128_000, "", 900),
        (2_000, "flex", 900),
    ],
)
def test_a_reply_has_the_time_that_its_tokens_take(tokens: int, tier: str, seconds: float) -> None:
    assert seconds_for(tokens, 120.0, tier) == seconds
    assert seconds_for(tokens, 3_600.0, tier) == 3_600
    exchange = Exchange(VOTE, Briefing("", "", (), ""), (), Asked("m", Room(tokens, tokens), timeout=120.0), ())
    asked = replace(exchange, asked=replace(exchange.asked, besides=Besides(service_tier=tier)))
    assert asked.request().timeout == seconds


@pytest.mark.parametrize(
    ("refusal", "most"),
    [
        ("max_tokens is too large: 32000. This model supports at most 16384 completion tokens.", 16_384),
        ("max_output_tokens is too large: 32000. This model supports at most 16384 output tokens.", 16_384),
        ("max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens for claude-x", 8_192),
        ("Invalid max_tokens value, the valid range of max_tokens is [1, 8192]", 8_192),
        ("This model's maximum context length is 8192 tokens.", None),
    ],
)
def test_a_refusal_tells_how_many_tokens_a_reply_may_have(refusal: str, most: int | None) -> None:
    assert bound_in(refusal) == most


def test_who_is_late_is_known_by_what_is_told_of_it() -> None:
    assert seconds_of_late(late("127.0.0.1:80", 690)) == 690
    assert seconds_of_late(late("far", 0.5)) == 0.5
    assert seconds_of_late("far broke off the connection") is None


def test_a_bound_that_somebody_has_set_holds_from_the_first_try_on() -> None:
    assert room_for("gpt-5-mini", most=6_000) == Room(6_000, 6_000)
    assert room_for("a-model-of-ones-own-that-reasons", most=50_000) == Room(50_000, 50_000)


def test_every_effort_has_its_room() -> None:
    assert REASONING.keys() == {"", *Effort.values}
    assert max(REASONING.values()) < MOST


def test_where_a_reply_was_cut_off_is_read_off_its_reason() -> None:
    assert tokens_of_cut("the answer was cut off at 2000 tokens; keep it shorter (the answer is empty)") == 2_000
    assert tokens_of_cut("target must be one of: Ada; not 'the answer was cut off at 5 tokens'") == 0
