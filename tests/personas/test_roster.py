"""The shipped roster becomes rows once, and follows the release until somebody makes a sheet their own."""

import pytest

from personas.models import LanguageModel, Persona, Player
from personas.roster import ensure_player, ensure_players, ensure_roster
from personas.sheet import ROSTER, dump
from tests.factories import make_model

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("database")]


def test_each_shipped_character_plays_on_the_model_of_its_temper() -> None:
    players = ensure_roster()

    told = [(p.player_id, p.persona.name, p.persona.sheet, p.model.provider, p.model.model_name) for p in players]
    assert told == [
        (f"house-{sheet.temper}_{sheet.slug}", sheet.name, dump(sheet), "house", sheet.temper) for sheet in ROSTER
    ]


def test_the_house_plays_as_well_as_it_can_and_models_are_told_no_strategy_until_somebody_says_otherwise() -> None:
    house = ensure_roster()
    far = ensure_players(model=make_model(provider="openai", model_name="gpt"))
    made = ensure_player(sheet=ROSTER[0], provider="house", model_name="nervous")

    assert {player.strategy_level for player in [*house, made]} == {"advanced"}
    assert {player.strategy_level for player in far} == {"none"}
    Player.objects.filter(pk=house[0].pk).update(strategy_level="basic")
    assert ensure_roster()[0].strategy_level == "basic"


def test_a_second_time_makes_nothing() -> None:
    first = ensure_roster()
    second = ensure_roster()

    assert first == second
    assert (Persona.objects.count(), LanguageModel.objects.count(), Player.objects.count()) == (24, 8, 24)


def test_an_untouched_sheet_follows_the_release_and_a_rewritten_one_does_not() -> None:
    ensure_roster()
    untouched, rewritten = (Persona.objects.get(slug=sheet.slug) for sheet in ROSTER[:2])
    Persona.objects.filter(pk=untouched.pk).update(name="Of an older release")
    Persona.objects.filter(pk=rewritten.pk).update(name="Ours now", source="hand")

    ensure_roster()

    untouched.refresh_from_db()
    rewritten.refresh_from_db()
    assert (untouched.name, rewritten.name) == (ROSTER[0].name, "Ours now")
