"""Personas that models write for a season: before it starts, one for each place, and the house keeps its own."""

from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.loopback.process import Provider
from games.models import Account, Call
from league.models import Season
from league.seasons.casting.for_seasons import write_personas
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules, WrongSeason
from league.seasons.making.creating import create_season
from league.seasons.schedule.fixtures import open_due_fixtures
from personas.models import Persona
from personas.roster import ensure_roster
from personas.sheet import load
from tests.factories import NOON
from tests.games.voices import OPENAI, voices

pytestmark = pytest.mark.django_db(transaction=True)


def season_at(provider: Provider, *, models: int = 2, **fields: object) -> Season:
    """A draft of eight: so many places on a model that writes, the others of the house."""
    players = [*voices(provider, OPENAI, seats=models), *ensure_roster()[: 8 - models]]
    rules = [Rules("town-mafia", 8)]
    given = {"slug": "spring", "name": "Spring", "rules": rules, "games": 2, "persona_source": "season"}
    return create_season(**given | {"players": players} | fields)  # type: ignore[arg-type]  # what a test gives


def roster(season: Season) -> list[str]:
    return list(season.roster.order_by("number").values_list("player__player_id", flat=True))


def test_each_place_on_a_model_is_written_for_and_the_house_keeps_its_own(at: Provider) -> None:
    season = season_at(at)
    before = roster(season)

    players = write_personas(season=season)

    after = roster(season)
    assert after == [*(player.player_id for player in players), *before[2:]]
    assert len(set(after)) == 8
    assert {player.persona.source for player in players} == {"model"}
    assert all(load(player.persona.sheet).name == player.persona.name for player in players)
    spent = sum((call.cost or Decimal(0) for call in Call.objects.filter(purpose="persona")), Decimal(0))
    assert Account.objects.get(scope="season", name="spring").spent == spent > 0
    assert write_personas(season=season) == []
    start_season(season=season, now=NOON, unprobed="a trial")
    assert Season.objects.get().status == "running"


def test_a_season_does_not_start_before_its_personas_are_written(at: Provider) -> None:
    season = season_at(at)
    with pytest.raises(WrongSeason, match=r"start: personas not written yet: 2; .* `season spring personas` does it"):
        start_season(season=season, now=NOON, unprobed="a trial")
    assert Season.objects.get().status == "draft"


def test_what_is_written_before_a_failure_stays_and_is_not_written_again(at: Provider) -> None:
    season = season_at(at)
    told = []

    def cut(player: object) -> None:
        told.append(player)
        at.control(outage=True)

    with pytest.raises(WrongSeason, match=r"has written no persona: .*503"):
        write_personas(season=season, tell=cut)
    at.control(outage=False)
    kept = roster(season)[0]
    players = write_personas(season=season)

    assert len(told) == len(players) == 1
    assert roster(season)[0] == kept
    assert Persona.objects.filter(source="model").count() == 2


def test_a_season_at_its_cap_writes_nothing_more(at: Provider) -> None:
    season = season_at(at, cap_season=Decimal("0.0001"))
    with pytest.raises(WrongSeason, match="budget of the season"):
        write_personas(season=season)
    assert not Call.objects.exists()


def test_only_drafts_that_want_personas_are_written_for(at: Provider) -> None:
    with pytest.raises(WrongSeason, match="is played by the personas of its roster"):
        write_personas(season=season_at(at, persona_source="roster", slug="plain"))
    season = season_at(at, models=0)
    start_season(season=season, now=NOON)
    with pytest.raises(WrongSeason, match="personas are written before it starts"):
        write_personas(season=season)


def test_the_command_makes_the_season_and_has_its_personas_written(at: Provider) -> None:
    ids = ",".join(player.player_id for player in [*voices(at, OPENAI, seats=1), *ensure_roster()[:7]])
    words = ("--ruleset", "town-mafia", "--games", "1", "--players", ids, "--persona-source", "season")
    out, err = StringIO(), StringIO()
    call_command("season", "summer", "create", *words, stdout=out)
    call_command("season", "summer", "personas", stdout=out, stderr=err)
    assert "personas written: 1; " in out.getvalue()
    (persona,) = Persona.objects.filter(source="model")
    assert persona.name in err.getvalue()
    with pytest.raises(CommandError, match="unprobed"):
        call_command("season", "summer", "start")


def test_a_season_may_be_told_by_a_model(at: Provider) -> None:
    season = season_at(at, models=1, persona_source="roster", narrator=OPENAI)
    start_season(season=season, now=NOON, unprobed="a trial")
    game = open_due_fixtures(now=NOON, season=season).games[0]
    assert game.terms["narrator"] == OPENAI
    for nobody in ("house-listener", "nobody"):
        with pytest.raises(WrongSeason, match=f"slug of an active model behind a provider, not '{nobody}'"):
            season_at(at, slug="summer", narrator=nobody)
