"""As many calls to a model as its row says, whoever in a process makes them and on whichever loop."""

import asyncio
import threading
from concurrent.futures import Future
from datetime import timedelta

import pytest
from django.db import connections

from games.gateway.capabilities import asked_of
from games.gateway.clients import address_of, passes_to
from games.gateway.one_off import errand_for, messenger
from games.loopback.process import Provider
from games.models import Call
from games.process.passes import Passes
from personas.models import LanguageModel
from tests.games.agents.providers.asking import exchange
from tests.games.casting import make_game
from tests.games.stage import in_thread, play_all
from tests.games.voices import OPENAI, model_at, voices
from tests.patience import at_most

OTHER = "gpt-4.1-mini"


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_who_came_first_is_let_in_first_and_a_changed_number_holds_at_once() -> None:
    passes, let_in = Passes(1), list[int]()

    async def come(number: int) -> None:
        await passes.acquire()
        let_in.append(number)

    tasks = [asyncio.create_task(come(number)) for number in range(5)]
    await settled()
    assert let_in == [0]
    passes.release()
    await settled()
    assert let_in == [0, 1]
    passes.allow(3)
    await settled()
    assert let_in == [0, 1, 2, 3]
    passes.allow(1)
    for _ in range(2):
        passes.release()
        await settled()
    assert let_in == [0, 1, 2, 3], "who holds one beyond the number keeps it, and nobody follows"
    passes.release()
    await asyncio.gather(*tasks)
    assert let_in == [0, 1, 2, 3, 4]


async def test_who_waits_no_more_keeps_no_pass() -> None:
    passes = Passes(1)
    await passes.acquire()
    early, late = (asyncio.create_task(passes.acquire()) for _ in range(2))
    await settled()
    early.cancel()
    await settled()
    passes.release()
    late.cancel()  # let in already, and has not heard
    await asyncio.gather(early, late, return_exceptions=True)
    assert (passes.take(), passes.take()) == (True, False)


def test_loops_share_the_passes() -> None:
    passes, held, free = Passes(1), threading.Event(), threading.Event()
    told: Future[bool] = Future()

    async def hold() -> None:
        await passes.acquire()
        held.set()
        await asyncio.to_thread(free.wait, at_most(30))
        passes.release()

    async def come() -> None:
        await passes.acquire()
        told.set_result(free.is_set())
        passes.release()

    threads = [threading.Thread(target=lambda: asyncio.run(hold()))]
    threads[0].start()
    held.wait(at_most(30))
    threads.append(threading.Thread(target=lambda: asyncio.run(come())))
    threads[1].start()
    assert not told.done()
    free.set()
    assert told.result(at_most(30)), "it was let in when the other had left"
    for thread in threads:
        thread.join(at_most(30))


def most_at_once(model: LanguageModel) -> int:
    """How many calls to a model were under way at once, at the most: each from when it was written down."""
    calls = Call.objects.filter(language_model=model)
    spans = [(call.created_at, call.created_at + timedelta(seconds=call.latency or 0)) for call in calls]
    return max(sum(begun <= at < over for begun, over in spans) for at, _ in spans)


@pytest.mark.django_db(transaction=True)
def test_games_and_errands_of_a_process_keep_a_model_s_number_together(at: Provider) -> None:
    narrow, wide = model_at(at, OPENAI), model_at(at, OTHER)
    LanguageModel.objects.filter(pk=narrow.pk).update(in_flight=2)
    for seed in ("K", "L"):
        make_game(seed, seats=6, players=voices(at, OPENAI, OTHER, seats=6))
    models = [LanguageModel.objects.get(pk=model.pk) for model in (narrow, wide)]
    at.control(latency=0.1)

    def ask(model: LanguageModel) -> None:
        try:
            with messenger(errand_for(Call.Purpose.NARRATION, model)) as sent:
                for _ in range(3):
                    vote = exchange(asked_of(model).model)
                    assert sent.ask(vote.request(), vote.read).value is not None
        finally:
            connections.close_all()

    host = in_thread(play_all)
    errands = [in_thread(ask, model) for model in models for _ in range(5)]
    for thread in (host, *errands):
        thread.join(at_most(60))

    at.control(latency=0.0)
    assert Call.objects.filter(purpose="narration", status="answered").count() == 30
    assert most_at_once(models[0]) <= 2
    assert 2 < most_at_once(models[1]) <= models[1].in_flight


@pytest.mark.django_db
def test_a_changed_number_in_a_row_holds_for_who_asks_already(at: Provider) -> None:
    models = [model_at(at, name) for name in (OPENAI, OTHER)]
    for model in models:
        model.in_flight = 1
    first, other = (passes_to(address_of(model), model) for model in models)
    assert (first.take(), first.take(), other.take()) == (True, False, True)

    models[0].in_flight = 2

    assert passes_to(address_of(models[0]), models[0]) is first
    assert (first.take(), first.take(), other.take()) == (True, False, False)
    for passes in (first, first, other):
        passes.release()
