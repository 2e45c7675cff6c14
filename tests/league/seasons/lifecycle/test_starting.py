"""A season's start, pause and resume: each from where it may be done, and once."""

from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import connection

from league.models import Season
from league.seasons.lifecycle.pausing import pause_season, resume_season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules, WrongSeason
from league.seasons.making.creating import create_season
from personas.models import LanguageModel
from tests.factories import NOON, make_model, make_player, make_roster

pytestmark = pytest.mark.usefixtures("database")


def season_of(players, **fields):
    given = {
        "slug": "spring",
        "name": "Spring",
        "rules": [Rules("town-mafia", 8)],
        "games": 3,
        "players": players,
    }
    return create_season(**given | fields)


def voices(number=8, **fields):
    """Players behind a provider, of shipped characters."""
    model = make_model(slug="big", provider="openai", model_name="big", **fields)
    return [make_player(persona=each.persona, model=model) for each in make_roster(number)]


@pytest.mark.django_db
def test_models_that_were_never_probed_want_a_reason_which_is_kept():
    season = season_of(voices())

    with pytest.raises(WrongSeason) as error:
        start_season(season=season, now=NOON)
    assert str(error.value) == (
        "unprobed: never probed: big; `doctor --probe` tries one out and says first what that costs, or POST "
        "models/<slug>/probe/; or say why it need not be."
    )
    assert Season.objects.get().status == "draft"

    start_season(season=season, now=NOON, unprobed="a trial on the loopback provider")
    season = Season.objects.get()
    assert (season.status, season.unprobed) == ("running", "a trial on the loopback provider")


@pytest.mark.django_db
def test_a_narrator_that_was_never_probed_wants_one_too():
    make_model(slug="teller", provider="openai", model_name="teller")
    season = season_of(voices(probed_at=NOON), narrator="teller")

    with pytest.raises(WrongSeason, match="unprobed: never probed: teller; "):
        start_season(season=season, now=NOON)

    LanguageModel.objects.filter(slug="teller").update(probed_at=NOON)
    assert start_season(season=season, now=NOON).status == "running"


@pytest.mark.django_db
@pytest.mark.parametrize("players", [lambda: voices(probed_at=NOON), make_roster])
def test_models_that_were_probed_or_are_offline_want_no_reason(players):
    season = season_of(players())

    start_season(season=season, now=NOON, unprobed="nobody asked")

    assert (season.status, season.unprobed) == ("running", "")


@pytest.mark.django_db
def test_starting_draws_the_fixtures_and_the_first_is_due():
    season = start_season(season=season_of(make_roster()), now=NOON, first_due_at=NOON + timedelta(seconds=10))
    assert (season.status, season.started_at) == ("running", NOON)
    fixtures = list(season.fixtures.all())
    assert [fixture.number for fixture in fixtures] == [1, 2, 3]
    assert [fixture.due_at for fixture in fixtures] == [NOON + timedelta(seconds=10), None, None]
    assert all(len(set(fixture.seating)) == 8 for fixture in fixtures)


@pytest.mark.django_db
def test_the_same_secret_seats_the_same_players():
    seatings = [
        list(start_season(season=season_of(make_roster(), slug=slug, secret=secret), now=NOON).fixtures.all())
        for slug, secret in (("a", "tide"), ("b", "tide"), ("c", "ebb"))
    ]
    drawn = [[fixture.seating for fixture in fixtures] for fixtures in seatings]
    assert drawn[0] == drawn[1] != drawn[2]


@pytest.mark.django_db
def test_a_season_starts_pauses_and_resumes_only_from_where_it_is():
    season = season_of(make_roster())
    with pytest.raises(WrongSeason, match=r"status: only a running season can be paused, and spring is draft\."):
        pause_season(season=season)
    start_season(season=season, now=NOON)
    only = r"status: only a draft or announced season can be started, and spring is running\."
    with pytest.raises(WrongSeason, match=only):
        start_season(season=season, now=NOON)
    with pytest.raises(WrongSeason, match=r"status: only a paused season can be resumed, and spring is running\."):
        resume_season(season=season, now=NOON)
    pause_season(season=season)
    assert (season.status, season.waiting) == ("paused", "paused by hand")
    resume_season(season=season, now=NOON)
    assert (season.status, season.waiting) == ("running", "")
    assert season.fixtures.count() == 3


@pytest.mark.django_db(transaction=True)
def test_two_clicks_start_it_once():
    season = season_of(make_roster())
    together, told = Barrier(2), []

    def click():
        mine = Season.objects.get(pk=season.pk)
        together.wait()
        try:
            told.append(start_season(season=mine, now=NOON).status)
        except WrongSeason as error:
            told.append(error.field)
        finally:
            connection.close()

    clicks = [Thread(target=click) for _ in range(2)]
    for each in clicks:
        each.start()
    for each in clicks:
        each.join()
    assert sorted(told) == ["running", "status"]
    assert season.fixtures.count() == 3
