"""A season's plan: read back from its rows as it was said, and told and read as JSON."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from league.calendars.plans import WrongCalendar
from league.models import Season
from league.seasons.making.checking import Keep, Rules, WrongSeason
from league.seasons.making.creating import create_planned
from league.seasons.making.plans import FIELDS, Plan, When, plan_of
from league.seasons.making.telling import NAMES, as_json, plan_from_json
from tests.factories import make_account, make_model, make_roster

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.django_db]

WEEKDAYS = When("12345", "18:00 20:30", "Europe/Berlin", datetime(2027, 1, 4, 17, tzinfo=UTC), "2027-02-01", "skip")


def whole_plan(**fields):
    """A plan in which everything is otherwise than usual."""
    make_model(slug="teller", provider="openai", model_name="big")
    given = {
        "slug": "spring",
        "name": "Spring",
        "rules": (Rules("town-mafia", 8, {"lynch": "majority"}), Rules("council-mafia", 7, {})),
        "games": 30,
        "players": tuple(reversed(make_roster())),
        "design": "rotation",
        "may_overlap": False,
        "interval": 5.0,
        "pace": 0.5,
        "when": WEEKDAYS,
        "at_once": 2,
        "spoilers": "delayed",
        "delay_minutes": 20,
        "names": "persona",
        "narrator": "teller",
        "persona_source": "season",
        "rated": False,
        "cap_call": Decimal("0.0500"),
        "cap_game": Decimal("1.5000"),
        "cap_season": Decimal("40.0000"),
        "cap_learning": Decimal("2.0000"),
        "keep": Keep(None),
        "disclosing": False,
        "memory": "frozen",
        "hides_memory": True,
        "lag": 3,
        "strategy_level": "advanced",
        "is_aware": True,
    }
    return Plan(**given | fields)


def test_a_plan_is_read_back_as_it_was_said():
    plan, usual = whole_plan(), Plan(slug="other", name="Other", rules=[Rules("town-mafia")], games=1, players=())
    assert [name for name in FIELDS if getattr(plan, name) == getattr(usual, name)] == []
    assert plan_of(create_planned(plan=plan)) == plan
    short = Plan(slug="autumn", name="Autumn", rules=(Rules("town-mafia", 8),), games=3, players=plan.players)
    assert plan_of(create_planned(plan=short)).keep is not None
    assert plan_of(Season.objects.get(slug="spring")) == plan


def test_a_plan_is_told_in_the_words_of_the_api_and_read_as_the_same():
    plan = whole_plan()
    told = as_json(plan)
    assert told["calendar"] == {
        "starts_at": "2027-01-04T17:00:00+00:00",
        "weekdays": ["mon", "tue", "wed", "thu", "fri"],
        "times": ["18:00", "20:30"],
        "time_zone": "Europe/Berlin",
        "blackouts": ["2027-02-01"],
        "missed": "skip",
    }
    assert (told["games_planned"], told["cap_season"], told["keep"]) == (30, "40.0000", None)
    assert list(told) == list(NAMES.values())
    assert plan_from_json(told) == plan
    least = {
        "slug": "spring",
        "name": "Spring",
        "rules": [{"ruleset": "town-mafia"}],
        "games_planned": 3,
        "players": [],
    }
    assert plan_from_json(least) == Plan(
        slug="spring", name="Spring", rules=(Rules("town-mafia"),), games=3, players=()
    )


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("gaems", 3, "gaems: is no field of a plan; there are: slug, name, rules, games_planned, players, "),
        ("games_planned", "3", "games_planned: must be a whole number, not '3'."),
        ("games_planned", True, "games_planned: must be a whole number, not True."),
        ("rated", 1, "rated: must be true or false, not 1."),
        ("pace", "fast", "pace: must be a number, not 'fast'."),
        ("cap_call", "much", "cap_call: must be US dollars like \"12.50\" or null, not 'much'."),
        ("players", ["nobody"], "players: there is no player 'nobody'."),
        ("rules", [{"ruleset": "town-mafia", "chairs": 3}], "rules: a rule book has ruleset, seats and options, not "),
        ("rules", {"ruleset": "town-mafia"}, "rules: must be a list, not "),
        ("calendar", {"times": ["25:00"]}, "times: must be times of day like 18:00, 20:30, not '25:00'."),
        ("calendar", {"times": ["18:00"], "starts_at": "soon"}, "starts_at: must be a moment with its offset like "),
        ("calendar", {"hours": ["18:00"]}, "calendar: a calendar has starts_at, weekdays, times, "),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_field(field, value, told):
    given = {"slug": "spring", "name": "Spring", "rules": [], "games_planned": 3, "players": []}
    with pytest.raises((WrongSeason, WrongCalendar)) as refused:
        plan_from_json(given | {field: value})
    assert str(refused.value)[: len(told)] == told


def test_what_must_be_said_is_asked_for():
    with pytest.raises(WrongSeason, match=r"games_planned: must be said\."):
        plan_from_json({"slug": "spring", "name": "Spring", "rules": [], "players": []})


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"lag": 1, "memory": "live", "at_once": 2}, "at_once: must be at most 1, not 2"),
        ({"when": When("12", "18:00", "Mars/Olympus")}, "time_zone: must be a time zone like "),
        ({"at_once": 101}, "at_once: must be a whole number from 1 to 100, not 101."),
    ],
)
def test_when_a_season_plays_is_checked_before_anything_is_made(fields, told):
    with pytest.raises(WrongCalendar) as refused:
        create_planned(plan=whole_plan(**fields))
    assert str(refused.value)[: len(told)] == told
    assert not Season.objects.exists()


def test_no_season_gets_the_slug_of_a_budget_that_is_there():
    make_account(scope="day", name="spring")  # of something else
    create_planned(plan=whole_plan())
    make_account(scope="season", name="autumn", spent=1)
    players = list(Season.objects.get().players.all())
    with pytest.raises(WrongSeason, match=r"slug: the budget of a season that was deleted is called 'autumn'; choose "):
        create_planned(plan=Plan(slug="autumn", name="A", rules=[Rules("town-mafia")], games=1, players=players))
