from collections.abc import Sequence

import pytest

from games.agents.house import House
from games.agents.house.levels import LEVELS
from games.agents.players import UnknownPlayer, offline_player, player_named
from games.agents.uniform import Uniform
from personas.sheet import FIRST_TWELVE, ROSTER, TEMPERS


def slugs_of(text: str, places: Sequence[int]) -> list[str]:
    return [player.sheet.slug for place in places if (player := player_named(text, place)).sheet]


def test_house_lets_the_first_twelve_characters_take_turns():
    assert slugs_of("house", range(13)) == [FIRST_TWELVE[i % 12].slug for i in range(13)]
    assert [player_named("house", i).model for i in range(12)] == [sheet.temper for sheet in FIRST_TWELVE]


@pytest.mark.parametrize("temper", TEMPERS)
def test_a_temper_fills_its_seats_with_its_own_characters(temper):
    crew = [sheet.slug for sheet in FIRST_TWELVE if sheet.temper == temper]
    assert slugs_of(f"house:{temper}", range(5)) == [crew[place % len(crew)] for place in range(5)]


def test_a_persona_may_play_in_another_temper():
    player = player_named("old_fenn@house:joker")
    assert (player.provider, player.model) == ("house", "joker")
    assert player == House(next(sheet for sheet in ROSTER if sheet.slug == "old_fenn").with_temper("joker"))
    assert player_named("old_fenn@house").model == "listener"


@pytest.mark.parametrize("level", LEVELS)
def test_the_house_may_play_at_a_level(level):
    for text in ("house", "house:joker", "old_fenn@house", "old_fenn@house:nervous"):
        player, usual = player_named(f"{text}/{level}", 3), player_named(text, 3)
        assert (player.sheet, player.model, player.level) == (usual.sheet, usual.model, LEVELS[level])


@pytest.mark.parametrize("sheet", ROSTER[12:], ids=lambda sheet: sheet.slug)
def test_a_character_that_house_does_not_seat_sits_down_by_name(sheet):
    assert player_named(f"{sheet.slug}@house") == House(sheet)
    assert player_named(f"{sheet.slug}@uniform", 3) == Uniform(sheet)


def test_a_stored_model_row_makes_the_same_player():
    sheet = ROSTER[0]
    assert offline_player("house", "joker", sheet) == House(sheet.with_temper("joker"))
    assert offline_player("house", "joker", sheet, "basic") == House(sheet.with_temper("joker"), level=LEVELS["basic"])
    assert offline_player("uniform", "uniform", sheet, "basic") == Uniform(sheet)
    with pytest.raises(UnknownPlayer, match="not 'openai'"):
        offline_player("openai", "x", sheet)


@pytest.mark.parametrize(
    ("text", "came"),
    [
        ("hause", "'hause'"),
        ("", "''"),
        ("uniform:joker", "'uniform:joker'"),
        ("@house", "'@house'"),
        ("house:grump", "'grump'"),
        ("house:", "'house:'"),
        ("nobody@house", "'nobody'"),
        ("house/godlike", "'godlike'"),
        ("house/", "not ''"),
        ("house/joker", "'joker'"),
        ("house:/basic", "'house:/basic'"),
        ("uniform/basic", "'uniform/basic'"),
    ],
)
def test_a_text_that_names_nobody_is_refused_with_what_came(text, came):
    with pytest.raises(UnknownPlayer) as caught:
        player_named(text)
    assert came in str(caught.value)
