"""In steady mode an answer is a function of the request's bytes; faults also of how often they came."""

import json
from typing import Any

import anthropic
import openai

from games.loopback.process import Provider
from games.loopback.process import provider as provider_process
from games.loopback.service import Service, Settings
from tests.games.loopback.asking import VOTE, by_format, by_schema, by_tool, said

HEADERS = {"authorization": "Bearer sk-loop", "content-type": "application/json", "anthropic-version": "2026-10-21"}


def contents(client: openai.OpenAI, times: int, **more: Any) -> list[str | None]:
    return [client.chat.completions.create(**by_schema(**more)).choices[0].message.content for _ in range(times)]


def test_equal_requests_get_equal_answers(chat: openai.OpenAI, claude: anthropic.Anthropic) -> None:
    assert len(set(contents(chat, 5))) == 1
    for request in (by_tool(), by_format()):
        first, second = (claude.messages.create(**request).content[-1].to_dict() for _ in range(2))
        assert {**first, "id": ""} == {**second, "id": ""}


def test_other_requests_get_other_answers(chat: openai.OpenAI) -> None:
    answers = {contents(chat, 1, messages=said(f"Round {at}: vote!"))[0] for at in range(12)}
    assert len(answers) >= 10


def test_another_process_gives_the_same_answers(chat: openai.OpenAI) -> None:
    with (
        provider_process() as other,
        openai.OpenAI(base_url=other.openai_url, api_key=other.key, max_retries=0) as client,
    ):
        assert contents(client, 1) == contents(chat, 1)


def test_random_answers_are_drawn_from_the_seed() -> None:
    def drawn(seed: str) -> list[bytes]:
        service = Service(Settings(mode="random", seed=seed), clock=lambda: 0.0)
        return [reply(service, by_schema()) for _ in range(6)]

    assert drawn("a") == drawn("a")
    assert drawn("a") != drawn("b")
    assert len({choice(answer) for answer in drawn("a")}) > 1


def test_second_try_of_the_same_bytes_may_succeed() -> None:
    def statuses() -> list[list[int]]:
        service = Service(Settings())
        service.change({"faults": {"500": 0.5}})
        return [[status(service, by_schema(messages=said(f"{at}"))) for _ in range(4)] for at in range(8)]

    told = statuses()
    assert told == statuses()
    assert any(row[0] == 500 and 200 in row for row in told)


def test_order_of_other_requests_changes_nothing() -> None:
    requests = [by_schema(messages=said(f"{at}")) for at in range(6)]

    def answered(order: list[dict[str, Any]]) -> dict[str, tuple[int, str | None]]:
        service = Service(Settings())
        service.change({"faults": {"500": 0.3, "prose": 0.3}})
        told = {}
        for request in order:
            answer = service.reply_to("/v1/chat/completions", HEADERS, json.dumps(request).encode())
            told[request["messages"][0]["content"]] = (
                answer.status,
                choice(answer.body) if answer.status == 200 else None,
            )
        return told

    assert answered(requests) == answered(requests[::-1])


def test_latency_is_waited_for(provider: Provider, chat: openai.OpenAI) -> None:
    provider.control(latency=0.3)
    answer = chat.with_raw_response.chat.completions.create(**by_schema())
    assert answer.elapsed.total_seconds() >= 0.3


def test_schema_that_a_prompt_shows_is_the_last_one(chat: openai.OpenAI) -> None:
    other = {"type": "object", "properties": {"bid": {"type": "integer"}}, "required": ["bid"]}
    shown = "".join(f"<schema>\n{json.dumps(each)}\n</schema>\n" for each in (VOTE, other))
    answer = chat.chat.completions.create(model="gpt-4o", messages=said(shown)).choices[0].message.content
    assert json.loads(answer or "")["bid"] in range(11)


def reply(service: Service, request: dict[str, Any]) -> bytes:
    return service.reply_to("/v1/chat/completions", HEADERS, json.dumps(request).encode()).body


def status(service: Service, request: dict[str, Any]) -> int:
    return service.reply_to("/v1/chat/completions", HEADERS, json.dumps(request).encode()).status


def choice(body: bytes) -> str:
    message = json.loads(body)["choices"][0]["message"]
    return str(message["content"])
