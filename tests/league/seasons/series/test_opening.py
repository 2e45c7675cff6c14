"""The next season of a series: opened once, whoever races and whoever is killed, or it waits and says why."""

from datetime import timedelta
from decimal import Decimal
from threading import Barrier, Thread

import pytest
from django.db import connection
from structlog.testing import capture_logs

from league.access.acts import COMMAND_LINE
from league.models import Act, Fixture, Season, Series
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import WrongSeason
from league.seasons.making.deleting import delete_draft
from league.seasons.playing.keeping import sweep
from league.seasons.series import opening
from league.seasons.series.changing import edit_series, pause_series, resume_series
from league.seasons.series.opening import make_next, open_due_seasons
from personas.models import Player
from personas.sheet import ROSTER
from tests.factories import NOON, make_account, make_model, make_season, players_on
from tests.league.seasons.series.staging import DAY, end, first_season, series_of, stand
from tests.patience import at_most

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.django_db]
SPRING = (1, "spring", "finished")


def why(series: Series) -> tuple[str, str]:
    series.refresh_from_db()
    return series.status, series.waiting


def test_the_next_opens_when_the_one_before_is_over_and_not_before():
    spring, autumn = first_season(), first_season("autumn")
    series, other = series_of(spring), series_of(autumn)
    assert open_due_seasons(now=NOON) == []
    end(spring)
    (begun,) = open_due_seasons(now=NOON + DAY)
    assert stand(series) == [SPRING, (2, "spring-2", "running")]
    assert stand(other) == [(1, "autumn", "running")]
    assert (begun.name, begun.games_planned, begun.started_at) == ("Spring 2", 2, NOON + DAY)
    assert begun.secret != spring.secret
    assert Fixture.objects.filter(season=begun).count() == 2
    assert open_due_seasons(now=NOON + DAY) == []
    series.refresh_from_db()
    assert (series.next_number, series.opened) == (3, 1)
    told = [(act.who, act.verb, act.model, act.name) for act in Act.objects.order_by("pk")][-3:]
    assert told == [
        ("the league", "create", "season", "spring-2"),
        ("the league", "open", "series", "spring"),
        ("the league", "start", "season", "spring-2"),
    ]


def test_only_series_of_seasons_that_have_just_ended_are_looked_at_behind_them():
    spring, autumn = first_season(), first_season("autumn")
    series_of(spring), series_of(autumn)
    end(spring), end(autumn)
    assert [each.slug for each in open_due_seasons(now=NOON, behind=[autumn])] == ["autumn-2"]
    assert open_due_seasons(now=NOON, behind=[make_season()]) == []
    assert [each.slug for each in open_due_seasons(now=NOON)] == ["spring-2"]


def test_a_season_that_was_killed_between_its_making_and_its_start_is_begun_by_the_next_look():
    spring = first_season()
    series = series_of(spring)
    end(spring)
    assert make_next(series=series, now=NOON) is not None
    assert stand(series) == [SPRING, (2, "spring-2", "draft")]
    assert make_next(series=series, now=NOON) is None
    assert [each.slug for each in open_due_seasons(now=NOON)] == ["spring-2"]
    assert stand(series) == [SPRING, (2, "spring-2", "running")]


def test_killed_before_the_end_of_its_making_nothing_is_there_and_the_number_is_not_used(monkeypatch):
    spring = first_season()
    series = series_of(spring)
    end(spring)

    def die(**_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(opening, "record_act", die)
        with pytest.raises(KeyboardInterrupt):
            open_due_seasons(now=NOON)
    assert stand(series) == [SPRING]
    open_due_seasons(now=NOON)
    assert stand(series) == [SPRING, (2, "spring-2", "running")]


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(at_most(120))
def test_of_many_sweeps_at_once_one_opens_it():
    several = [first_season(), first_season("autumn")]
    series = [series_of(each) for each in several]
    for each in several:
        end(each)
    barrier, begun, failed = Barrier(6), [], []

    def look():
        barrier.wait()
        try:
            begun.extend(each.slug for each in open_due_seasons(now=NOON))
        except Exception as error:  # noqa: BLE001  whatever a thread dies of
            failed.append(error)
        finally:
            connection.close()

    threads = [Thread(target=look) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(at_most(60))
    assert (sorted(begun), failed) == (["autumn-2", "spring-2"], [])
    assert [len(stand(each)) for each in series] == [2, 2]
    assert [each.waiting for each in Series.objects.all()] == ["", ""]


def test_a_start_that_is_refused_is_told_once_and_tried_again_and_no_other_is_opened_meanwhile():
    model = make_model(slug="gpt", provider="openai", model_name="gpt-5", key_variable="OPENAI_API_KEY")
    players = players_on(model, {sheet.slug: sheet for sheet in ROSTER[:5]})
    spring = first_season(players=players, started=False)
    start_season(season=spring, now=NOON, unprobed="a test")
    series = series_of(spring)
    end(spring)
    with capture_logs() as logs:
        for hour in range(3):
            assert open_due_seasons(now=NOON + timedelta(hours=hour)) == []
    status, told = why(series)
    assert (status, told.partition(";")[0]) == ("running", "unprobed: never probed: gpt")
    assert [each["event"] for each in logs if each["log_level"] == "warning"] == ["the next season of a series waits"]
    assert stand(series) == [SPRING, (2, "spring-2", "draft")]
    model.probed_at = NOON
    model.save()
    assert [each.slug for each in open_due_seasons(now=NOON)] == ["spring-2"]
    assert why(series) == ("running", "")


def test_what_staff_start_by_hand_is_waited_for_no_more():
    spring = first_season()
    series = series_of(spring)
    end(spring)
    made = make_next(series=series, now=NOON)
    Series.objects.update(waiting="something")
    start_season(season=made, now=NOON)
    assert open_due_seasons(now=NOON) == []
    assert why(series) == ("running", "")


def test_personas_that_are_not_written_are_waited_for():
    model = make_model(slug="gpt", provider="openai", key_variable="OPENAI_API_KEY", probed_at=NOON)
    players = players_on(model, {sheet.slug: sheet for sheet in ROSTER[:5]})
    draft = first_season(players=players, persona_source="season", started=False)
    series = series_of(draft)
    open_due_seasons(now=NOON)
    assert why(series)[1].startswith("start: personas not written yet: 5; the season's page or `season spring-1 ")


def test_a_time_zone_that_is_not_known_any_more_is_waited_for_before_anything_is_made():
    spring = first_season()
    series = series_of(spring)
    calendar = {"weekdays": ["mon"], "times": ["18:00"], "time_zone": "Atlantis/Capital"}
    Series.objects.update(template={**series.template, "calendar": calendar, "at_once": 1})
    end(spring)
    open_due_seasons(now=NOON)
    assert "Atlantis/Capital" in why(series)[1]
    assert stand(series) == [SPRING]


def test_a_slug_that_somebody_has_taken_is_waited_for_until_another_number_is_said():
    spring = first_season()
    series = series_of(spring)
    end(spring)
    make_season(slug="spring-2")
    open_due_seasons(now=NOON)
    assert why(series)[1] == "slug: there is a season 'spring-2' already. Say another number, or another pattern."
    edit_series(series=series, by=COMMAND_LINE, now=NOON, next_number=5)
    open_due_seasons(now=NOON)
    assert stand(series) == [SPRING, (5, "spring-5", "running")]


def test_a_paused_series_begins_nothing_not_even_what_is_made():
    spring = first_season()
    series = series_of(spring)
    end(spring)
    made = make_next(series=series, now=NOON)
    with pytest.raises(WrongSeason, match="it is the next of the series spring, which would make another"):
        delete_draft(season=made, by=COMMAND_LINE)
    pause_series(series=series, by=COMMAND_LINE, reason="holidays")
    assert open_due_seasons(now=NOON) == []
    assert why(series) == ("paused", "its operator has paused it: holidays")
    delete_draft(season=made, by=COMMAND_LINE)
    resume_series(series=series, by=COMMAND_LINE, now=NOON)
    open_due_seasons(now=NOON)
    assert stand(series) == [SPRING, (3, "spring-3", "running")]


def test_with_its_last_season_a_series_is_over():
    spring, autumn = first_season(), first_season("autumn")
    series, other = series_of(spring, most=2), series_of(autumn, until=NOON + DAY)
    end(spring)
    open_due_seasons(now=NOON)
    assert why(series) == ("running", "")
    end(Season.objects.get(slug="spring-2"))
    open_due_seasons(now=NOON + DAY)
    assert why(series) == ("ended", "it has its 2 seasons")
    assert why(other) == ("ended", "no season opens from 2026-01-02 12:00 UTC on")
    assert len(stand(series)) == 2
    assert stand(other) == [(1, "autumn", "running")]


def test_the_cap_of_a_series_stops_it_before_the_season_that_might_pass_it():
    spring, autumn = (first_season(slug, cap_season=Decimal(2)) for slug in ("spring", "autumn"))
    series, other = series_of(spring, cap_total=Decimal("4.50")), series_of(autumn, cap_total=Decimal("4.50"))
    account = make_account(scope="season", name="spring", spent="1.50", unsure="0.25", calls=2)
    make_account(scope="season", name="autumn", spent="2.00", reserved="0.75", calls=2)
    end(spring), end(autumn)
    assert [each.slug for each in open_due_seasons(now=NOON)] == ["spring-2"]
    left = "of the $4.50 that the series may cost $1.75 are left; raise its cap, or lower that of its seasons"
    assert why(other) == ("paused", f"the next season may cost $2.00, and {left}, and resume it")
    make_account(scope="season", name="spring-2", spent="1.01", calls=2)
    end(Season.objects.get(slug="spring-2"))
    assert account.calls == 2
    open_due_seasons(now=NOON)
    assert why(series)[0] == "paused"
    with pytest.raises(WrongSeason, match=r"cap_total: it would stop again at once: the next season may cost \$2\.00"):
        resume_series(series=series, by=COMMAND_LINE, now=NOON, cap_total=Decimal("4.50"))
    resume_series(series=series, by=COMMAND_LINE, now=NOON, cap_total=Decimal("4.51"))
    open_due_seasons(now=NOON)
    assert stand(series)[-1] == (3, "spring-3", "running")


def test_the_template_that_is_edited_in_between_is_that_of_seasons_to_come():
    spring = first_season()
    series = series_of(spring)
    end(spring)
    open_due_seasons(now=NOON)
    edit_series(series=series, by=COMMAND_LINE, now=NOON, template={**series.template, "games_planned": 7})
    second = Season.objects.get(slug="spring-2")
    assert second.games_planned == 2
    end(second)
    open_due_seasons(now=NOON)
    assert Season.objects.get(slug="spring-3").games_planned == 7


@pytest.mark.parametrize("retired", ["player", "model"])
def test_retired_players_are_left_out_and_where_too_few_are_left_it_waits_without_noise(retired):
    spring = first_season()
    series = series_of(spring)
    end(spring)
    first, second, *_ = Player.objects.order_by("pk")
    if retired == "player":
        Player.objects.filter(pk=first.pk).update(is_active=False)
        open_due_seasons(now=NOON)
        assert Act.objects.get(verb="create", name="spring-2").reason == f"Not invited any more: {first.player_id}."
        made = Season.objects.get(slug="spring-2")
        assert made.roster.count() == 5
        end(made)
        Player.objects.filter(pk=second.pk).update(is_active=False)
        left, gone = 4, second.player_id
    else:
        first.model.is_active = False
        first.model.save()
        left, gone = 0, first.player_id
    with capture_logs() as logs:
        open_due_seasons(now=NOON), open_due_seasons(now=NOON + DAY)
    assert len(logs) == 1
    status, told = why(series)
    assert status == "running"
    assert told.startswith(f"players: choose at least 5 players, not {left}: the table has 5 seats. Not invited any ")
    assert gone in told
    Player.objects.update(is_active=True)
    first.model.is_active = True
    first.model.save()
    assert len(open_due_seasons(now=NOON)) == 1


def test_the_sweep_opens_what_is_due_and_its_first_games():
    spring, autumn = first_season(), first_season("autumn")
    series_of(spring), series_of(autumn)
    end(spring), end(autumn)
    assert sweep(now=NOON) == 4
    begun = Season.objects.filter(status="running")
    assert sorted(begun.values_list("slug", flat=True)) == ["autumn-2", "spring-2"]
    assert Fixture.objects.filter(season__in=begun, game__isnull=False).count() == 4
