"""Games of players behind a provider: what is asked, what is paid, and what becomes of both when something breaks."""

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal

import pytest
from django.db.models import Sum
from pytest_django import Settings

from games.engine.rulesets import all_rulesets
from games.loopback.process import KEY, Provider, provider
from games.models import Account, Answer, Call, Game
from games.playing import replay_game
from tests.games.casting import make_game
from tests.games.stage import play_all
from tests.games.voices import ANTHROPIC, OPENAI, voices

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def loopback() -> Iterator[Provider]:
    with provider() as running:
        yield running


@pytest.fixture
def at(loopback: Provider, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    """The loopback provider, allowed and with its key, without faults."""
    settings.LEAGUE_BASE_URLS = [loopback.openai_url, loopback.anthropic_url]
    monkeypatch.setenv("LOOP_KEY", KEY)
    loopback.control(faults={}, outage=False, latency=0)
    yield loopback
    loopback.control(faults={}, outage=False, latency=0)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def rows_of(provider: Provider, game: Game) -> tuple[list[dict[str, object]], list[Call]]:
    """What the provider counted of a game's calls, and our rows of them."""
    calls = list(Call.objects.filter(game=game))
    ours = {call.ident for call in calls}
    return [row for row in provider.counter()["rows"] if row["client_id"] in ours], calls


@pytest.mark.parametrize("ruleset", all_rulesets())
def test_a_game_of_both_protocols_is_played_and_every_call_is_accounted_for(at: Provider, ruleset: str) -> None:
    seats = all_rulesets()[ruleset].seats.start
    game = make_game(ruleset=ruleset, seats=seats, players=voices(at, OPENAI, ANTHROPIC, seats=seats))

    play_all()

    game = fresh(game)
    assert game.status == "finished", game.waiting
    assert replay_game(game=game).is_identical
    seen, calls = rows_of(at, game)
    assert len(seen) == len(calls) == Answer.objects.filter(game=game).count()
    assert {call.status for call in calls} == {"answered"}
    cost = sum(Decimal(row["cost"]) for row in seen)
    assert sum(call.cost for call in calls) == cost > 0
    account = Account.objects.get(scope="game", name=game.public_id)
    assert (account.spent, account.reserved, account.calls) == (cost, 0, len(calls))
