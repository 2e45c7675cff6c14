"""How many tokens a reply may have, by the family of its model and its effort."""

import pytest

from games.agents.room import MOST, REASONING, Room, room_for, tokens_of_cut
from personas.models import Effort


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
        ("olmo-2", "", False, Room(2_000, 4_000)),
        ("gpt-oss-20b", "", False, Room(2_000, 4_000)),
    ],
)
def test_a_model_that_reasons_has_room_for_it(model: str, effort: str, thinks: bool, room: Room) -> None:  # noqa: FBT001
    assert room_for(model, effort, thinks=thinks) == room


def test_a_bound_that_somebody_has_set_holds_from_the_first_try_on() -> None:
    assert room_for("gpt-5-mini", most=6_000) == Room(6_000, 6_000)
    assert room_for("a-model-of-ones-own-that-reasons", most=50_000) == Room(50_000, 50_000)


def test_every_effort_has_its_room() -> None:
    assert REASONING.keys() == {"", *Effort.values}
    assert max(REASONING.values()) < MOST


def test_where_a_reply_was_cut_off_is_read_off_its_reason() -> None:
    assert tokens_of_cut("the answer was cut off at 2000 tokens; keep it shorter (the answer is empty)") == 2_000
    assert tokens_of_cut("target must be one of: Ada; not 'the answer was cut off at 5 tokens'") == 0
