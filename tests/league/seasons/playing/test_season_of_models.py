"""A season of all rule books, played by models behind both protocols through the real SDKs."""

import threading
from decimal import Decimal

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games.engine.rulesets import all_rulesets
from games.gateway.errands import probe_model
from games.hosting.verbs import replay_game
from games.loopback.process import Provider
from games.models import Account, Call, Reflection
from league.models import Figures, Season
from league.queries.costs import season_bill
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules, WrongSeason
from league.seasons.making.creating import create_season
from league.seasons.playing.running import run_season
from personas.models import LanguageModel
from tests.games.voices import ANTHROPIC, OPENAI, voices

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_season_of_all_rule_books_is_played_by_models_and_costs_what_the_provider_bills(at: Provider) -> None:
    before = at.cost()
    books = [Rules(slug, rules.seats.start) for slug, rules in all_rulesets().items()]
    players = voices(at, OPENAI, ANTHROPIC, "loop-object", seats=8)
    season = create_season(
        slug="models",
        name="Models",
        rules=books,
        games=len(books),
        players=players,
        pace=0,
        cap_season=Decimal(50),
        cap_game=Decimal(20),
    )
    with pytest.raises(WrongSeason, match="never probed"):
        start_season(season=season, now=timezone.now())
    for model in LanguageModel.objects.filter(provider__in=["openai", "anthropic"]):
        assert probe_model(model=model).is_fit
    start_season(season=season, now=timezone.now())

    stand = run_season(season=season, stopping=threading.Event(), tell=lambda stand: None)

    assert (stand.status, stand.played) == (Season.Status.FINISHED, len(books))
    games = [fixture.game for fixture in season.fixtures.select_related("game").order_by("number")]
    assert [game.ruleset for game in games if game] == [book.ruleset for book in books]
    assert all(game and replay_game(game=game).is_identical for game in games)
    assert {call.status for call in Call.objects.filter(game__isnull=False)} == {"answered"}
    assert not Call.objects.exclude(fault="").exists()
    assert sum(Call.objects.values_list("cost", flat=True), Decimal(0)) == at.cost() - before
    account = Account.objects.get(scope="season", name="models")
    assert account.spent == sum(Call.objects.filter(game__isnull=False).values_list("cost", flat=True), Decimal(0))
    assert (account.cap, account.reserved) == (50, 0)
    learning = Call.objects.filter(purpose=Call.Purpose.REFLECTION)
    assert learning.count() == Reflection.objects.filter(status=Reflection.Status.DONE).count() > 0
    learned = sum(learning.values_list("cost", flat=True), Decimal(0))
    assert Account.objects.get(scope="learning", name="models").spent == learned
    figures = Figures.objects.filter(seat__game__in=[game for game in games if game])
    assert sum(figures.values_list("cost", flat=True), Decimal(0)) == account.spent - learned
    bill = season_bill(season, AnonymousUser())
    assert (bill.spent, bill.rest) == (account.spent, "")
    assert sum((each.spend.cost for each in bill.models), Decimal(0)) == account.spent
