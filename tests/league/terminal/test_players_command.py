"""`players` makes and changes many at once, each an act; who is so already is left alone and counted."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from league.management.commands import players as command
from league.models import Act
from personas.models import Player
from personas.roster import ensure_roster
from personas.sheet import ROSTER
from tests.factories import make_model, make_persona, make_player

pytestmark = pytest.mark.django_db


def said(*words: str) -> tuple[str, list[str]]:
    """What the command says, and how far it was on its way there."""
    out, err = StringIO(), StringIO()
    call_command("players", *words, stdout=out, stderr=err)
    return out.getvalue().strip(), err.getvalue().splitlines()


def refused(*words: str) -> tuple[int, str]:
    with pytest.raises(CommandError) as refusal:
        said(*words)
    return refusal.value.returncode, str(refusal.value)


def told() -> dict[str, tuple[str, bool, bool]]:
    rows = Player.objects.values_list("player_id", "strategy_level", "is_aware", "is_active")
    return {player_id: (level, is_aware, is_active) for player_id, level, is_aware, is_active in rows}


def test_personas_become_players_on_a_model_each_an_act_and_twice_is_once() -> None:
    make_model(slug="big")
    for slug in ("ann", "ben", "cid"):
        make_persona(slug=slug, status="draft" if slug == "cid" else "approved")
    make_persona(slug="once", status="retired", written_for="spring/1/0")

    assert said("create", "--model", "big", "ben", "cid", "ben", "--level", "basic", "--aware", "yes")[0] == (
        "2 of 2 are new players on big, the others were there already"
    )
    assert said("create", "--model", "big", "--approved")[0] == (
        "1 of 2 are new players on big, the others were there already"
    )

    assert told() == {
        "big_ann": ("advanced", False, True),
        "big_ben": ("basic", True, True),
        "big_cid": ("basic", True, True),
    }
    acts = list(Act.objects.order_by("pk").values_list("verb", "name", "surface"))
    assert acts == [("create", each, "command") for each in ("big_ben", "big_cid", "big_ann")]


def test_who_is_made_without_a_level_plays_as_well_as_the_house_can_and_is_told_nothing_on_another_model() -> None:
    make_model(slug="big")
    make_model(slug="far", provider="openai", model_name="gpt")
    make_persona(slug="ann")

    said("create", "--model", "big", "ann")
    said("create", "--model", "far", "ann")

    assert told() == {"big_ann": ("advanced", False, True), "far_ann": ("none", False, True)}


def test_level_awareness_and_whether_seasons_invite_them_are_given_to_those_that_are_meant() -> None:
    big, small, ann = make_model(slug="big"), make_model(slug="small"), make_persona(slug="ann")
    for persona in (ann, make_persona(slug="ben")):
        for model in (big, small):
            make_player(persona=persona, model=model)

    assert said("change", "--of-model", "big", "--level", "advanced", "--reason", "a trial")[0] == (
        "2 of 2 players changed, the others were so already"
    )
    assert said("change", "--of-persona", "ann", "--of-model", "big", "--level", "advanced", "--aware", "yes")[0] == (
        "1 of 1 players changed, the others were so already"
    )
    said("change", "small_ben", "--active", "no")
    assert said("change", "--all", "--level", "advanced")[0] == "2 of 4 players changed, the others were so already"

    assert told() == {
        "big_ann": ("advanced", True, True),
        "big_ben": ("advanced", False, True),
        "small_ann": ("advanced", False, True),
        "small_ben": ("advanced", False, False),
    }
    assert [act.after for act in Act.objects.order_by("pk")] == [
        *[{"strategy_level": "advanced"}] * 2,
        {"is_aware": True},
        {"is_active": False},
        *[{"strategy_level": "advanced"}] * 2,
    ]
    assert [act.reason for act in Act.objects.order_by("pk")] == ["a trial", "a trial", "", "", "", ""]


def test_who_there_is_is_listed_and_told_as_json() -> None:
    make_player(model=make_model(slug="big"), persona=make_persona(slug="ann"), is_aware=True)
    make_player(model=make_model(slug="small"), persona=make_persona(slug="ben", status="retired"), is_active=False)

    assert [line.split(maxsplit=1) for line in said("list")[0].splitlines()] == [
        ["big_ann", "none, approved, aware"],
        ["small_ben", "none, retired, not active"],
    ]
    (row,) = json.loads(said("list", "--of-model", "small", "--json")[0])
    assert row == {
        "player_id": "small_ben",
        "persona": "ben",
        "model": "small",
        "strategy_level": "none",
        "is_aware": False,
        "is_active": False,
        "status": "retired",
    }


def test_many_are_done_some_at_a_time_and_it_is_said_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    ensure_roster()
    make_model(slug="big")
    monkeypatch.setattr(command, "AT_ONCE", 7)

    outcome, progress = said("create", "--model", "big", "--approved")

    assert outcome.startswith(f"{len(ROSTER)} of {len(ROSTER)} are new players on big")
    assert progress[-1] == f"{len(ROSTER)} of {len(ROSTER)} players"
    assert Act.objects.count() == len(ROSTER) == Player.objects.filter(model__slug="big").count()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("create --model big", "say which personas, by their slugs, or --approved for all that are"),
        ("create --model big ann --approved", "say which personas, by their slugs, or --approved for all that are"),
        ("create --model tiny ann", "there is no model 'tiny'"),
        ("create --model big ann nobody", "there is no persona 'nobody'"),
        ("create --model big once", "there is no persona 'once'"),
        ("change --level basic", "say which players, by their ids, --of-model or --of-persona, or --all"),
        ("change big_ann nobody --level basic", "there is no player 'nobody'"),
        ("change --of-model tiny --level basic", "there is no model 'tiny'"),
        ("change --of-persona nobody --level basic", "there is no persona 'nobody'"),
        ("change big_ann", "say what they are to be: --level, --aware or --active"),
    ],
)
def test_what_is_not_there_or_not_said_is_one_sentence_and_nothing_is_done(line: str, why: str) -> None:
    make_player(model=make_model(slug="big"), persona=make_persona(slug="ann"))
    make_persona(slug="once", status="retired", written_for="spring/1/0")
    before = told()

    assert refused(*line.split()) == (2, why)

    assert (told(), Act.objects.count()) == (before, 0)
