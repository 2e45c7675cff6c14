"""What was estimated of a season is what it then costs: models of whom a probe is known or two games, at the loopback
provider, which writes and reasons as much as it is set to. Five of six cases are for --slow; all forty are
benchmarks/money/estimate.py."""

import threading
from decimal import Decimal

import pytest
from django.db.models import Sum
from django.utils import timezone

from games.gateway.errands import probe_model
from games.loopback.process import Provider
from games.models import Call
from league.models import Season
from league.models.season import USUAL_LAG
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.money.estimating import estimate_season
from league.seasons.playing.running import run_season
from personas.models import LanguageModel, Player
from tests.games.voices import voices

pytestmark = [pytest.mark.long(30), pytest.mark.django_db(transaction=True)]
MINI, HAIKU, LUNA, FIVE = "gpt-4.1-mini", "claude-haiku-4-5", "gpt-5.6-luna", "gpt-5-mini"
SEATS = {"town-mafia": 8, "council-mafia": 7, "reactive-mafia": 7}


def season_of(players: list[Player], ruleset: str, slug: str, games: int, memory: str = "live") -> Season:
    rules = [Rules(ruleset, SEATS[ruleset])]
    return create_season(
        slug=slug, name=slug, rules=rules, games=games, players=players, pace=0, secret=slug, memory=memory
    )


def play(season: Season) -> None:
    start_season(season=season, now=timezone.now(), unprobed="it is measured")
    stand = run_season(season=season, stopping=threading.Event(), tell=lambda stand: None)
    assert stand.status == "finished", stand.waiting


@pytest.mark.parametrize(
    ("ruleset", "known_by", "talk"),
    [
        pytest.param("town-mafia", "a probe", {MINI: (60, 0)}, marks=pytest.mark.slow),
        pytest.param("town-mafia", "2 games", {FIVE: (250, 2_000)}, marks=pytest.mark.slow),
        pytest.param("town-mafia", "a probe", {LUNA: (1_500, 6_000)}, marks=pytest.mark.slow),
        pytest.param("council-mafia", "a probe", {HAIKU: (1_500, 0)}, marks=pytest.mark.slow),
        pytest.param("council-mafia", "2 games", {MINI: (60, 0), FIVE: (1_500, 1_000)}, marks=pytest.mark.slow),
        pytest.param("reactive-mafia", "a probe", {FIVE: (250, 600)}, marks=pytest.mark.slow),
    ],
)
def test_a_season_costs_what_was_estimated(
    at: Provider, ruleset: str, known_by: str, talk: dict[str, tuple[int, int]]
) -> None:
    at.control(talk={name: {"written": said, "reasoning": reasoned} for name, (said, reasoned) in talk.items()})
    players = voices(at, *talk, seats=SEATS[ruleset])
    if known_by == "a probe":
        for model in LanguageModel.objects.all():
            probe_model(model=model)
    else:
        play(season_of(players, ruleset, "before", 2))
    # What a reflection comes too late for hangs on the clock, and twenty games at a time on that: without it these
    # twenty are the same ones whenever they are played.
    season = season_of(players, ruleset, "spring", 20, memory="off")

    told = estimate_season(season=season, now=timezone.now())
    known = Call.objects.count()
    play(season)

    assert {each.source for each in told.models} == {f"{known_by} and simulation"}
    calls = Call.objects.order_by("pk")[known:]
    cost = sum((call.cost or Decimal(0) for call in calls), Decimal(0))
    assert told.cost.low < cost < told.cost.high
    assert abs(told.cost.likely / cost - 1) < Decimal("0.25"), (told.cost, cost)
    assert abs(told.calls / len(calls) - 1) < 0.33, (told.calls, len(calls))


@pytest.mark.slow
@pytest.mark.parametrize("known_by", ["a probe", "2 games"])
def test_what_its_players_learn_costs_what_was_estimated(at: Provider, known_by: str) -> None:
    at.control(talk={MINI: {"written": 60, "reasoning": 0}, FIVE: {"written": 1_500, "reasoning": 1_000}})
    players = voices(at, MINI, FIVE, seats=7)
    if known_by == "a probe":
        for model in LanguageModel.objects.all():
            probe_model(model=model)
    else:
        play(season_of(players, "council-mafia", "before", 2))
    season = season_of(players, "council-mafia", "spring", USUAL_LAG)  # games that know nothing of each other

    told = estimate_season(season=season, now=timezone.now()).learning
    known = Call.objects.filter(purpose="reflection").count()
    play(season)

    calls = Call.objects.filter(purpose="reflection").order_by("pk")[known:]
    assert len(calls) >= 7 * USUAL_LAG
    cost = sum((call.cost or Decimal(0) for call in calls), Decimal(0))
    assert told.low < cost < told.high
    assert abs(told.likely / cost - 1) < Decimal("0.25"), (told, cost)


@pytest.mark.slow
def test_who_is_not_known_at_all_is_estimated_with_more_doubt_than_who_was_probed(at: Provider) -> None:
    at.control(talk={FIVE: {"written": 250, "reasoning": 600}})
    season = season_of(voices(at, FIVE, seats=8), "town-mafia", "spring", 12, memory="off")

    unknown = estimate_season(season=season, now=timezone.now()).cost
    probe_model(model=LanguageModel.objects.get())
    probed = estimate_season(season=season, now=timezone.now()).cost

    assert unknown.high / unknown.low > probed.high / probed.low
    play(season)
    cost = Call.objects.filter(purpose="answer").aggregate(cost=Sum("cost"))["cost"]
    for told in (unknown, probed):
        assert told.low < cost < told.high
