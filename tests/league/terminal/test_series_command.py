"""`series` at the command line."""

import json

import pytest

from league.models import Act, Season, Series
from league.seasons.series.opening import open_due_seasons
from tests.factories import NOON, make_roster
from tests.league.seasons.series.staging import end, first_season

pytestmark = pytest.mark.django_db


SAME = "it is played by who played the season before"


@pytest.fixture
def call(capsys):
    from django.core.management import CommandError, call_command

    def called(*words: str) -> str:
        try:
            call_command("series", *words)
        except CommandError as error:
            return f"{error.returncode}: {error}"
        return capsys.readouterr().out

    return called


def test_a_series_is_made_of_a_season_shown_edited_paused_resumed_and_ended(call):
    spring = first_season()
    assert call() == "there are none; `series SLUG create --from SEASON` makes one\n"
    made = call("spring", "create", "--from", "spring", "--most", "4", "--weeks", "2", "--reason", "a year")
    assert made.splitlines()[:4] == [
        "spring is running",
        f"the next season opens 2 weeks after the one before started, and not before that is over; {SAME}",
        "4 seasons at most",
        "   1  spring: running, 0 of 2 games",
    ]
    assert "   2  spring-2: opens from 2026-01-15 12:00 UTC, waits for the end of Spring" in made
    edited = call("spring", "edit", "--set", "games_planned=9", "--roster", "active", "--models", "house", "--after")
    assert "all active players of the house" in edited
    series = Series.objects.get()
    assert (series.template["games_planned"], series.opens, series.weeks, series.most) == (9, "after", 0, 4)
    assert call("spring", "pause", "--reason", "holidays").startswith(
        "spring is paused: its operator has paused it: holidays"
    )
    assert call("spring", "pause") == "1: status: only a running series can be paused, and spring is paused."
    assert call("spring", "resume").startswith("spring is running")
    end(spring)
    open_due_seasons(now=NOON)
    told = json.loads(call("spring", "show", "--json"))
    assert [(each["slug"], each["status"], each["games_planned"]) for each in told["seasons"]] == [
        ("spring-2", "running", 9),
        ("spring", "finished", 2),
    ]
    assert told["upcoming"] == [
        {
            "series_number": 3,
            "slug": "spring-3",
            "name": "Spring 3",
            "opens_at": None,
            "plays_at": None,
            "waits_for": "the end of Spring 2",
        }
    ]
    assert call("spring", "end", "--reason", "enough").startswith("spring is ended: enough")
    assert call() == "spring  ended, 2 seasons: enough\n"
    assert [act.verb for act in Act.objects.filter(model="series").order_by("pk")] == [
        *("create", "edit", "pause", "resume", "open", "end")
    ]


def test_a_series_that_opened_nothing_is_deleted_and_its_season_stays(call):
    first_season(), first_season("autumn")
    call("spring", "create", "--from", "spring"), call("autumn", "create", "--from", "autumn")
    assert call("spring", "delete") == "1: --yes is wanted: nothing was deleted"
    assert Series.objects.count() == 2
    assert call("spring", "delete", "--yes").endswith("spring is deleted\n")
    assert list(Season.objects.order_by("pk").values_list("slug", "series__slug")) == [
        ("spring", None),
        ("autumn", "autumn"),
    ]
    Series.objects.update(opened=1)
    assert call("autumn", "delete", "--yes").startswith("1: status: autumn has opened a season and is not deleted")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("show",), "2: there is no series 'winter'; the newest are spring"),
        (("create", "--from", "winter"), "2: there is no season 'winter'; the newest are"),
        (("create", "--from", "spring", "--slugs", "winter"), "2: slug_pattern: must have {n} once"),
        (("create", "--from", "spring", "--set", "games_planned=0"), "2: games: must be a whole number from 1 to"),
        (("create", "--from", "spring", "--set", "games=3"), "2: games: is no field of a plan"),
        (("create", "--from", "spring", "--set", "slug=x"), "2: slug: is each season's own"),
        (("create", "--from", "spring", "--cap-total", "5"), "2: cap_total: wants a cap of each season"),
        (("create", "--from", "spring", "--until", "2020-01-01"), "2: until: must be a time to come"),
        (
            ("create", "--from", "spring", "--best", "3", "--roster", "best", "--players", "a_b"),
            "2: there is no player",
        ),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(call, words, told):
    first_season()
    call("spring", "create", "--from", "spring")
    make_roster()
    assert call("winter", *words).startswith(told)
    assert Series.objects.count() == 1
