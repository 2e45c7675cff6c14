"""A question before a model: what is sent at each try, and how it ends."""

from dataclasses import replace
from typing import Any

import pytest

from games.agents.agent import LONGEST_RETORT, TRIES, Asked, Exchange
from games.agents.answering import schema_of_answers
from games.agents.briefing import Briefing
from games.agents.notes import COUNCIL, Note, unfold
from games.agents.providers import Reply, Request, Scripted
from games.agents.room import Room
from games.engine.questions import Choose, Illegal

NAMES = ("Ada", "Ben", "Cleo")
VOTE_KIND = Choose("vote", "Whom?", (None, 1, 2))
LINE = '{"answer": "vote", "target": ["nobody", "Ben", "Cleo"]}'
SCHEMA = schema_of_answers([VOTE_KIND], (Note("thought", ""),))
TOLD = Briefing("The rules.", "You are Ada.", ("* Day 1 begins.",), f"* Whom?\n{LINE}", SCHEMA)
VOTE = Exchange(
    VOTE_KIND,
    TOLD,
    NAMES,
    Asked("some-model", room=Room(500, 900), temperature=0.7, effort="low", timeout=9.0),
    (Note("thought", "private reasoning"),),
    key="a-game/0",
)


async def answered(exchange: Exchange, provider: Scripted) -> tuple[dict[str, Any] | None, Exchange]:
    """The answer that stands, or None, and the exchange at its end."""
    while not exchange.is_spent:
        reply = await provider.ask(exchange.request())
        try:
            return exchange.read(reply), exchange
        except Illegal as error:
            exchange = exchange.after(reply.text, str(error))
    return None, exchange


def test_a_request_is_the_briefing_in_its_order_and_what_the_model_takes() -> None:
    assert VOTE.request("call-1") == Request(
        model="some-model",
        system=("The rules.", "You are Ada."),
        history=("* Day 1 begins.",),
        task=f"* Whom?\n{LINE}",
        schema=SCHEMA,
        most_tokens=500,
        temperature=0.7,
        effort="low",
        id="call-1",
        cache_key="a-game/0",
        timeout=9.0,
    )


def test_what_is_told_together_comes_before_what_is_ones_own_only_among_others_on_the_same_model() -> None:
    told = replace(TOLD, together="* All of you heard this.")
    alone = replace(VOTE, briefing=told)
    among = replace(alone, is_among=True)
    heard = ("* All of you heard this.", "* Day 1 begins.")
    assert alone.request() == replace(VOTE.request(), history=heard)
    assert among.request() == replace(
        VOTE.request(),
        system=("The rules.",),
        history=(heard[0], "You are Ada.", heard[1]),
        together=1,
        cache_key="a-game",
    )
    assert (alone.together, among.together) == ("", heard[0])
    assert replace(VOTE, is_among=True).request() == VOTE.request()  # nothing is told together


async def test_a_legal_answer_stands_at_once() -> None:
    provider = Scripted(lambda asked: '{"thought": "Ben lies.", "target": "Ben"}')
    answer, end = await answered(VOTE, provider)
    assert answer == {"target": 1, "thought": "Ben lies."}
    assert (end.tries, end.reason, len(provider.requests)) == (0, "", 1)


async def test_each_try_is_shown_all_that_failed_before_with_the_reasons() -> None:
    tries = iter(["No.", '{"target": "Dora"}', '{"target": "Ben"}'])
    provider = Scripted(lambda asked: next(tries))
    answer, end = await answered(VOTE, provider)
    assert answer == {"target": 1, "thought": ""}
    assert end.tries == 2
    assert [len(each.retorts) for each in provider.requests] == [0, 1, 2]
    first, second = provider.requests[-1].retorts
    assert (first.text, second.text) == ("No.", '{"target": "Dora"}')
    assert second.reason == (
        "Your answer cannot stand: target must be one of: nobody, Ben, Cleo; not 'Dora'. "
        f"Give your answer again, whole, as one JSON object of the same shape.\n{LINE}"
    )


async def test_after_four_tries_it_is_spent_and_says_why() -> None:
    provider = Scripted(lambda asked: "x" * 9_000)
    answer, end = await answered(VOTE, provider)
    assert (answer, end.is_spent, end.tries) == (None, True, TRIES)
    assert end.reason == "the answer holds no whole JSON object with the fields asked for"
    assert {len(each.text) for each in end.retorts} == {LONGEST_RETORT}
    assert len(provider.requests) == TRIES == 4


def test_why_an_answer_broke_off_is_told_before_what_is_wrong_with_it() -> None:
    for end, why in (("cut", "the answer was cut off at 500 tokens"), ("declined", "you declined to answer")):
        with pytest.raises(Illegal, match=why):
            VOTE.read(Reply("I", end=end))  # type: ignore[arg-type]  # one of its ends
        assert VOTE.read(Reply('{"target": "nobody"}', end=end))["target"] is None  # type: ignore[arg-type]


def test_a_council_s_notes_are_kept_as_one_thought_and_found_again() -> None:
    council = Exchange(VOTE.question, TOLD, NAMES, VOTE.asked, COUNCIL)
    answer = council.read(
        Reply(
            '{"Observations": "Ben spoke.", "strategy": "wait", "reasoning": "why", "target": "Cleo"}', thinking="Hm."
        )
    )
    assert answer["target"] == 2
    assert unfold(answer["thought"]) == {
        "observations": "Ben spoke.",
        "strategy": "wait",
        "reasoning": "why",
        "thought": "Hm.",
    }


async def test_a_reply_that_was_cut_off_is_asked_for_once_more_with_more_room() -> None:
    tries = iter([Reply("", end="cut"), Reply('{"target": "Ben"}')])
    provider = Scripted(lambda asked: next(tries))
    answer, _ = await answered(VOTE, provider)
    assert answer == {"target": 1, "thought": ""}
    assert [each.most_tokens for each in provider.requests] == [500, 900]
    assert provider.requests[1].retorts[0].reason.startswith("Your answer cannot stand: the answer was cut off at 500 ")


@pytest.mark.parametrize(("text", "is_set_up_wrong"), [("", True), (" \n", True), ('{"thought": "Ben', False)])
async def test_one_that_is_cut_off_at_the_most_room_there_is_is_not_asked_for_again(
    text: str,
    is_set_up_wrong: bool,  # noqa: FBT001
) -> None:
    provider = Scripted(lambda asked: Reply(text, end="cut"))
    answer, end = await answered(VOTE, provider)
    assert (answer, [each.most_tokens for each in provider.requests]) == (None, [500, 900])
    assert end.is_out_of_room == is_set_up_wrong
    assert end.out_of_room == (
        "some-model thought for all of 900 tokens and did not answer: raise its most tokens, or lower its effort, "
        "then bring its season (or its game) up to date"
    )
    roomier = replace(end, asked=replace(end.asked, room=Room(500, 4_000)))
    assert not roomier.is_spent, "somebody has raised it since"
    assert roomier.request().most_tokens == 4_000


async def test_a_cut_that_counts_is_the_last_one() -> None:
    tries = iter([Reply("", end="cut"), Reply('{"target": "Dora"}'), Reply('{"target": "Ben"}')])
    provider = Scripted(lambda asked: next(tries))
    answer, _ = await answered(VOTE, provider)
    assert answer == {"target": 1, "thought": ""}
    assert [each.most_tokens for each in provider.requests] == [500, 900, 900], "more room stays"
