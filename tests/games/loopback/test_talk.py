"""Models that write much or little, as those of a catalogue do."""

import json
from typing import Any

import openai
import pytest

from games.agents.agent import Asked
from games.agents.exchanges import Character, Recollection
from games.agents.providers import Reply
from games.engine.moderator import Moderator
from games.engine.rulesets import ruleset_named
from games.loopback.process import Provider
from games.loopback.replies.draws import Draws, digest_of
from games.loopback.replies.playing import answer_text
from games.loopback.replies.talk import Talk
from games.loopback.service import Service, Settings
from tests.games.loopback.asking import by_schema
from tests.games.loopback.test_steady import reply


def used(service: Service, **more: Any) -> list[tuple[int, int]]:
    """The tokens of thirty answers, and of the reasoning before them."""
    told = [json.loads(reply(service, by_schema(messages=messages(at), **more)))["usage"] for at in range(30)]
    return [(each["completion_tokens"], each["completion_tokens_details"]["reasoning_tokens"]) for each in told]


def messages(at: int) -> list[dict[str, str]]:
    return [{"role": "user", "content": f"Round {at}: whom do you vote for? Answer in JSON."}]


@pytest.mark.parametrize("written", [60, 250, 1500])
def test_a_model_writes_as_many_tokens_as_was_set(written: int) -> None:
    service = Service(Settings(), clock=lambda: 0.0)
    service.change({"talk": {"gpt-4o-mini": {"written": written}}})

    tokens = [output for output, _ in used(service)]

    assert abs(sum(tokens) / len(tokens) - written) < written / 5
    assert min(tokens) >= written * 0.45
    assert max(tokens) <= written * 1.55
    assert len(set(tokens)) > 5


def test_a_reasoner_reasons_as_long_as_was_set_and_others_not_at_all() -> None:
    service = Service(Settings(), clock=lambda: 0.0)
    service.change({"talk": {name: {"reasoning": 2000} for name in ("gpt-5-mini", "gpt-4o-mini")}})

    reasoning = [tokens for _, tokens in used(service, model="gpt-5-mini")]

    assert all(1000 <= tokens <= 3000 for tokens in reasoning)
    assert 1600 < sum(reasoning) / len(reasoning) < 2400
    assert {tokens for _, tokens in used(service)} == {0}


@pytest.mark.parametrize("slug", ["town-mafia", "reactive-mafia", "council-mafia", "glass-box"])
@pytest.mark.parametrize("written", [20, 3000])
def test_what_is_drawn_out_stays_legal_in_every_game(slug: str, written: int) -> None:
    rules = ruleset_named(slug)
    seats = rules.seats[0]
    options = rules.options_from({}, seats)
    moderator = Moderator(rules, options, rules.deal("talk", seats, options), "talk")
    told = Recollection(moderator, "talk")
    while moderator.pending:
        seat = next(iter(moderator.pending))
        exchange = told.exchange(seat, Character(), Asked("m"))
        request = exchange.request()
        draws = Draws(digest_of(moderator.poll, seat))
        prompt = "\n".join((*request.system, *request.history, request.task))
        text = Talk(written).drawn_out(answer_text(dict(request.schema), prompt, draws), prompt, draws)
        moderator.answer(seat, exchange.read(Reply(text)))


def test_the_same_request_gets_the_same_answer(provider: Provider, chat: openai.OpenAI) -> None:
    provider.control(talk={"gpt-4o-mini": {"written": 400}})
    try:
        said = {chat.chat.completions.create(**by_schema()).choices[0].message.content for _ in range(3)}
    finally:
        provider.control(talk={})
    assert len(said) == 1


@pytest.mark.parametrize(
    ("talk", "told"),
    [
        ([], "talk is an object by model"),
        ({"gpt-4o": 5}, "talk is an object by model"),
        ({"gpt-4o": {"spoken": 5}}, "not 'spoken'"),
        ({"gpt-4o": {"written": -1}}, "not -1"),
        ({"gpt-4o": {"reasoning": True}}, "not True"),
    ],
)
def test_what_cannot_be_talk_is_refused(talk: Any, told: str) -> None:
    service = Service(Settings(), clock=lambda: 0.0)
    with pytest.raises(ValueError, match=told):
        service.change({"talk": talk})
    assert service.settings.talk == {}
