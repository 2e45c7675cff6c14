"""`season SLUG edit`, `clone` and `delete` on the command line."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from league.models import Act, Season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Keep, Rules
from league.seasons.making.creating import create_season
from league.seasons.making.plans import When, plan_of
from league.seasons.making.twinning import create_twin
from personas.models import Persona
from personas.roster import retire_personas
from tests.factories import NOON, make_roster

pytestmark = pytest.mark.django_db


def season(*arguments):
    out = StringIO()
    call_command("season", *arguments, stdout=out, stderr=out)
    return out.getvalue()


def drafted(slug="spring", **fields):
    rules = [Rules("town-mafia", 7, {"lynch": "majority"}), Rules("council-mafia", 8)]
    return create_season(slug=slug, name=slug.title(), rules=rules, games=3, players=make_roster(), **fields)


def test_what_is_said_changes_and_the_rest_stays():
    drafted(rated=False, lag=4, when=When("12", "18:00", "UTC", None, "2027-01-01"), strategy_level="basic")
    before = plan_of(Season.objects.get())
    told = season("spring", "edit", "--games", "30", "--reason", "more")
    assert told == "spring is changed: 30 games; `start` or `run` it\n"
    after = plan_of(Season.objects.get())
    assert (after.games, [name for name in before.__slots__ if getattr(after, name) != getattr(before, name)]) == (
        30,
        ["games"],
    )
    (act,) = Act.objects.all()
    assert (act.verb, act.surface, act.before, act.after) == (
        "edit",
        "command",
        {"games_planned": 3},
        {"games_planned": 30},
    )
    assert act.reason == "more"


@pytest.mark.parametrize(
    ("said", "field", "value"),
    [
        (["--slug", "summer"], "slug", "summer"),
        (["--name", "Summer cup"], "name", "Summer cup"),
        (["--lag", "none"], "lag", None),
        (["--cap-season", "none"], "cap_season", None),
        (["--level", "own"], "strategy_level", ""),
        (["--level", "none"], "strategy_level", "none"),
        (["--aware", "own"], "is_aware", None),
        (["--aware", "no"], "is_aware", False),
        (["--rated"], "rated", True),
        (["--disclosed"], "disclosing", True),
        (["--show-memory"], "hides_memory", False),
        (["--keep", "for-good"], "keep", Keep(None)),
        (["--times", "20:00"], "when", When("12", "20:00", "UTC", None, "2027-01-01")),
        (["--blackout", "none"], "when", When("12", "18:00", "UTC")),
        (["--at-once", "3"], "at_once", 3),
        (
            ["--seats", "town-mafia=9", "--option", "town-mafia:discussion_rounds=3"],
            "rules",
            (Rules("town-mafia", 9, {"lynch": "majority", "discussion_rounds": 3}), Rules("council-mafia", 8, {})),
        ),
        (["--ruleset", "town-mafia"], "rules", (Rules("town-mafia", 8, {}),)),
    ],
)
def test_every_option_changes_its_field_and_no_other(said, field, value):
    given = {"rated": False, "lag": 4, "strategy_level": "basic", "is_aware": True, "disclosing": False}
    drafted(hides_memory=True, when=When("12", "18:00", "UTC", None, "2027-01-01"), **given)
    before = plan_of(Season.objects.get())
    assert getattr(before, field) != value or said == ["--cap-season", "none"]
    season("spring", "edit", *said)
    after = plan_of(Season.objects.get())
    assert getattr(after, field) == value
    assert [name for name in before.__slots__ if getattr(after, name) != getattr(before, name) and name != field] == []


def test_players_are_named_as_for_a_new_season():
    players = [player.player_id for player in plan_of(drafted()).players]
    season("spring", "edit", "--players", ",".join(players[:8]))
    assert [player.player_id for player in plan_of(Season.objects.get()).players] == players[:8]


@pytest.mark.parametrize(
    ("said", "status", "told"),
    [
        (["edit"], 2, "say what is to be otherwise, as in --games 30"),
        (["edit", "--games", "20000"], 2, "games: must be a whole number from 1 to 10000, not 20000."),
        (["edit", "--times", "25:00"], 2, "times: must be times of day like 18:00, 20:30, not '25:00'."),
        (["clone", "--slug", "open"], 2, "slug: there is a season 'open' already."),
        (["delete"], 1, "--yes is wanted: nothing was deleted"),
    ],
)
def test_what_cannot_be_is_one_sentence(said, status, told):
    drafted(), drafted("open")
    with pytest.raises(CommandError) as refused:
        season("spring", *said)
    assert (refused.value.returncode, str(refused.value)) == (status, told)
    assert Season.objects.count() == 2
    assert not Act.objects.exists()


@pytest.mark.parametrize("said", [["edit", "--games", "9"], ["delete"], ["delete", "--yes"]])
def test_what_has_begun_is_neither_edited_nor_deleted(said):
    start_season(season=drafted(), now=NOON)
    with pytest.raises(
        CommandError, match=r"status: only a draft season can be (edited|deleted), and spring is running"
    ):
        season("spring", *said)
    assert Season.objects.get().games_planned == 3


def test_a_clone_says_whom_it_leaves_out():
    first = drafted()
    gone = plan_of(first).players[0]
    retire_personas(personas=Persona.objects.filter(pk=gone.persona_id), by="ada")
    told = season("spring", "clone")
    assert told.splitlines() == [
        f"Not invited any more: {gone.player_id}.",
        "spring-2 is made by the plan of spring; `edit`, `start` or `run` it",
    ]
    made = json.loads(season("spring-2", "clone", "--slug", "autumn", "--name", "Autumn cup", "--json"))
    assert (made["season"], made["name"]) == ("autumn", "Autumn cup")


def test_a_deletion_says_first_what_goes():
    first, _ = drafted(), drafted("autumn")
    create_twin(first=first, slug="twin", memory="off")
    out = StringIO()
    for slug, last in (("spring", "It cannot be deleted now: twin is its twin; delete that first."), ("autumn", None)):
        out.truncate(0)
        with pytest.raises(CommandError, match="--yes is wanted"):
            call_command("season", slug, "delete", stdout=out)
        told = out.getvalue().replace("\0", "").splitlines()
        assert told[0] == "The draft goes: its roster of 12, its rules (town-mafia, council-mafia)."
        assert told[-1] == (last or "Its players, their personas and what they remember stay.")
    with pytest.raises(CommandError, match="status: twin is its twin; delete that first"):
        season("spring", "delete", "--yes")
    assert season("twin", "delete", "--yes", "--reason", "no use") == "twin is deleted\n"
    assert json.loads(season("spring", "delete", "--yes", "--json")) == {"season": "spring", "deleted": True}
    assert [each.slug for each in Season.objects.all()] == ["autumn"]
    assert Act.objects.filter(verb="delete", reason="no use", name="twin").count() == 1
