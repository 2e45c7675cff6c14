"""The list of bad answers keeps its word: what is said to be whole is, what is said to be illegal is."""

import json
from typing import Any

import pytest

from games.loopback.replies.payloads import HOSTILE, PAYLOADS, WHOLE, legal
from tests.games.loopback.asking import VOTE, is_vote

SPEECH = {"type": "object", "properties": {"speech": {"type": "string"}}, "required": ["speech"]}
BID = {"type": "object", "properties": {"bid": {"type": "integer"}}, "required": ["bid"]}
NOTHING = {"type": "object", "properties": {}}


def legal_vote_in(text: str) -> bool:
    try:
        answer: Any = json.loads(text)
        return isinstance(answer, dict) and is_vote(answer)
    except (ValueError, RecursionError, TypeError):
        return False


def test_there_are_many_and_no_two_are_the_same() -> None:
    made = {name: payload(VOTE) for name, payload in PAYLOADS.items()}
    assert len(made) >= 60
    assert len(set(made.values())) == len(made)


@pytest.mark.parametrize("name", sorted(WHOLE))
def test_whole_ones_hold_the_legal_answer_once(name: str) -> None:
    text = PAYLOADS[name](VOTE)
    assert is_vote(legal(VOTE))
    assert text.count(json.dumps(legal(VOTE))) == 1


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_hostile_ones_are_legal(name: str) -> None:
    assert legal_vote_in(PAYLOADS[name](VOTE))
    assert json.loads(PAYLOADS[name](VOTE))["reasoning"] != legal(VOTE)["reasoning"]


@pytest.mark.parametrize("name", sorted(PAYLOADS.keys() - WHOLE - HOSTILE))
def test_all_others_are_illegal(name: str) -> None:
    assert not legal_vote_in(PAYLOADS[name](VOTE))


@pytest.mark.parametrize("schema", [SPEECH, BID, NOTHING])
def test_they_are_made_of_any_schema(schema: Any) -> None:
    for payload in PAYLOADS.values():
        assert payload(schema) == payload(schema)
