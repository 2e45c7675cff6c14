"""Requests that the tests of the provider share: a vote at a table, in every way that it can be asked for."""

import json
from typing import Any

TABLE = "You are Rosa. Gerd is dead. Alive are Rosa, Anna and Bela. Answer in JSON. Whom do you vote for?"
VOTE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "reasoning": {"type": "string"},
        "trust": {"type": "integer", "description": "how much you trust them, from 2 to 5"},
        "suspects": {"type": "array", "items": {"type": "string", "enum": ["Anna", "Bela"]}},
        "is_sure": {"type": "boolean"},
        "vote": {"type": "string", "enum": ["Anna", "Bela"]},
    },
    "required": ["reasoning", "trust", "suspects", "is_sure", "vote"],
    "additionalProperties": False,
}
SHOWN = f"{TABLE}\n<schema>\n{json.dumps(VOTE, indent=1)}\n</schema>\n"
STRICT = {"type": "json_schema", "json_schema": {"name": "vote", "strict": True, "schema": VOTE}}
TOOL = {"name": "vote", "description": "cast a vote", "input_schema": VOTE}
FUNCTION = {"type": "function", "function": {"name": "vote", "strict": True, "parameters": VOTE}}


def said(text: str = TABLE, role: str = "user") -> list[Any]:
    """The messages of a request that says one thing."""
    return [{"role": role, "content": text}]


def by_schema(**more: Any) -> dict[str, Any]:
    """A request to OpenAI for an answer by schema."""
    return {"model": "gpt-4o-mini", "messages": said(), "response_format": STRICT} | more


def in_responses(**more: Any) -> dict[str, Any]:
    """The same request in OpenAI's other protocol."""
    wanted = {"format": {"type": "json_schema", "name": "vote", "strict": True, "schema": VOTE}}
    return {"model": "gpt-4o-mini", "input": said(), "text": wanted, "store": False} | more


def by_tool(**more: Any) -> dict[str, Any]:
    """A request to Anthropic for an answer through a tool."""
    forced = {"tools": [TOOL], "tool_choice": {"type": "tool", "name": "vote"}}
    return {"model": "claude-haiku-4-5", "max_tokens": 400, "messages": said(), **forced} | more


def by_format(**more: Any) -> dict[str, Any]:
    """A request to Anthropic for an answer by schema."""
    wanted = {"output_config": {"format": {"type": "json_schema", "schema": VOTE}}}
    return {"model": "claude-sonnet-5-5", "max_tokens": 2000, "messages": said(), **wanted} | more


def is_vote(answer: Any) -> bool:
    """Whether an answer is a legal vote."""
    return (
        list(answer) == list(VOTE["properties"])
        and isinstance(answer["reasoning"], str)
        and answer["trust"] in range(2, 6)
        and answer["suspects"] != []
        and set(answer["suspects"]) <= {"Anna", "Bela"}
        and isinstance(answer["is_sure"], bool)
        and answer["vote"] in ("Anna", "Bela")
    )
