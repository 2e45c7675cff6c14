"""Games at the limits of a provider: who comes to them waits a turn, and whoever has none goes on. On both databases,
with PostgreSQL over Redis: two hosts share what is left."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from games.loopback.process import Provider
from games.models import Call, CallRecord, Game
from games.models.waiting import ROOMLESS
from personas.models import LanguageModel
from tests.games.casting import make_game
from tests.games.stage import HostProcess, play_all, play_until
from tests.games.voices import ANTHROPIC, OPENAI, model_at, voices

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long(60), pytest.mark.usefixtures("services")]
OTHER = "gpt-4.1-mini"
A_MINUTE = 1_500  # requests
SLOW = 480  # so few that any machine could ask more


def drained(at: Provider, models: str, left: int, a_minute: int = A_MINUTE) -> None:
    """Limits models to so many requests a minute together, of which only some are left now."""
    at.control(limits={models: {"requests": a_minute}}, used={models: {"requests": a_minute - left}})


def answers(at: Provider, after: int, model: str) -> list[int]:
    """The statuses of what was asked of a model."""
    return [row["status"] for row in at.counter(after=after)["rows"] if row["model"] == model]


def test_a_model_at_its_limit_waits_its_turn_and_draws_no_refusal_while_another_goes_on(at: Provider) -> None:
    drained_at = timezone.now()  # from here on it is filled again
    drained(at, OPENAI, 5, a_minute=SLOW)
    before = at.counter()["requests"]
    limited = make_game(players=voices(at, OPENAI))
    free = make_game(players=voices(at, OTHER))

    play_all()

    limited.refresh_from_db()
    free.refresh_from_db()
    assert (limited.status, free.status) == ("finished", "finished"), limited.waiting
    assert (limited.waiting, free.waiting) == ("", "")
    assert set(answers(at, before, OTHER)) == {200}
    asked = answers(at, before, OPENAI)
    assert len(asked) > 12
    assert asked.count(429) <= 2
    assert limited.finished_at is not None
    least = timedelta(minutes=1) * (len(asked) - 10) / SLOW  # which of two games is over first hangs on their lots
    assert limited.finished_at - drained_at >= least
    assert not Call.objects.filter(game=free).exclude(status="answered").exists()


def test_hosts_share_what_a_model_has_left(
    at: Provider, services: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In two processes over Redis; without it there is one process, whose games share it."""
    drained(at, OPENAI, 5)
    before = at.counter()["requests"]
    games = [make_game(players=voices(at, OPENAI)) for _ in range(2)]
    monkeypatch.setenv("LEAGUE_BASE_URLS", f"{at.openai_url},{at.anthropic_url}")
    monkeypatch.setenv("LEAGUE_GAMES_PER_WORKER", "1")

    if services == "sqlite":
        play_all()
    else:
        folders = [tmp_path / name for name in ("here", "there")]
        hosts = [HostProcess(folder) for folder in folders]
        for folder, host in zip(folders, hosts, strict=True):
            folder.mkdir()
            host.start()
        for host in hosts:
            assert host.finish() == 0

    assert {Game.objects.get(pk=game.pk).status for game in games} == {"finished"}
    asked = answers(at, before, OPENAI)
    assert len(asked) > 25
    assert asked.count(429) <= 3


def test_a_refusal_for_too_many_requests_stops_its_model_and_no_other(at: Provider) -> None:
    """Before its first reply nobody knows of the limit, and the bucket is as good as empty."""
    drained(at, OPENAI, 0, a_minute=6)
    limited = make_game(players=voices(at, OPENAI))
    free = make_game(players=voices(at, OTHER))

    play_until(lambda: Game.objects.filter(pk=free.pk, status="finished").exists())

    assert not Call.objects.filter(game=free).exclude(status="answered").exists()
    refused = Call.objects.filter(game=limited, status="refused").count()
    assert 1 <= refused <= 16


def test_models_that_share_a_limit_wait_for_each_other(at: Provider) -> None:
    LanguageModel.objects.filter(pk__in=[model_at(at).pk, model_at(at, OTHER).pk]).update(limit_group="minis")
    drained(at, f"{OPENAI}+{OTHER}", 5)
    games = [make_game(players=voices(at, name)) for name in (OPENAI, OTHER)]
    before = at.counter()["requests"]

    play_all()

    assert {Game.objects.get(pk=game.pk).status for game in games} == {"finished"}
    asked = [*answers(at, before, OPENAI), *answers(at, before, OTHER)]
    assert asked.count(429) <= 3


def test_anthropic_s_tokens_are_counted_without_what_its_caches_serve(at: Provider) -> None:
    """A game reads some hundred thousand tokens, of which most come from a cache; so it is over before the rest of them
    would have come."""
    at.control(limits={ANTHROPIC: {"requests": 4_000, "input": 100_000, "output": 40_000}})
    before = at.counter()["requests"]
    game = make_game(players=voices(at, ANTHROPIC))

    play_all()

    game.refresh_from_db()
    assert game.status == "finished", game.waiting
    assert answers(at, before, ANTHROPIC).count(429) <= 2


def limited(at: Provider, tokens: int, most: int) -> Game:
    """A game of models that are asked for so many tokens at the most, and may be for so many a minute."""
    LanguageModel.objects.filter(pk=model_at(at).pk).update(most_tokens=most)
    at.control(limits={OPENAI: {"tokens": tokens}})
    return make_game(seats=5, players=voices(at, seats=5))


def test_what_is_more_than_a_minutes_tokens_is_asked_for_with_fewer(at: Provider) -> None:
    game = limited(at, tokens=15_000, most=16_000)

    play_until(lambda: Call.objects.filter(game=game, status="answered").exists())

    refused = Call.objects.filter(game=game, status="refused")
    assert 0 < refused.count() <= 5
    assert all("Limit 15000, Requested 16000" in call.error for call in refused)
    asked = CallRecord.objects.filter(call__game=game, call__status="answered").values_list("request", flat=True)
    assert {500 < json.loads(request)["most_tokens"] < 15_000 for request in asked} == {True}


def test_a_question_for_which_a_minutes_tokens_are_too_few_waits_and_closes_nothing(
    at: Provider, caplog: pytest.LogCaptureFixture
) -> None:
    game = limited(at, tokens=1_500, most=2_000)

    play_until(lambda: Game.objects.get(pk=game.pk).waiting == ROOMLESS)

    assert "allows too few tokens a minute for a question to gpt-4o-mini and its answer" in caplog.text
    assert Game.objects.get(pk=game.pk).status == "running"
    calls = Call.objects.filter(game=game)
    assert {(call.status, call.cost) for call in calls} == {("refused", 0)}
    assert calls.count() <= 5
    other = make_game(seats=5, players=voices(at, OTHER, seats=5))
    play_until(lambda: Game.objects.get(pk=other.pk).status == "finished")
