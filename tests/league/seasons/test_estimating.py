"""What a season will cost: from past games where there are some, else from games of the house."""

import json
from decimal import Decimal

import pytest
from django.test import Client

from league.models import Season
from league.seasons.estimating import estimate_season
from league.seasons.scheduling import Rules, create_season
from personas.models import LanguageModel, Player
from tests.factories import (
    NOON,
    make_figures,
    make_finished_game,
    make_model,
    make_player,
    make_price,
    make_roster,
    make_seat,
    make_user,
)
from tests.league.terminal.test_season_commands import said
from tests.league.views.test_pages import page

pytestmark = pytest.mark.django_db


def priced(slug: str = "big") -> LanguageModel:
    """A model that costs a dollar a million tokens read, a tenth of it from a cache, and ten dollars written."""
    model = make_model(slug=slug, name=slug.capitalize(), provider="openai", model_name=slug)
    make_price(language_model=model, input=1, cached="0.1", output=10, valid_from=NOON.replace(year=2020))
    return model


def on(model: LanguageModel, player: Player) -> Player:
    """The same character on a model."""
    found = Player.objects.filter(persona=player.persona, model=model).first()
    return found or make_player(persona=player.persona, model=model)


def season_on(model: LanguageModel, *, paid: int = 8, **fields: object) -> Season:
    """A draft of eight players, so many of them on the model, the others on one that costs nothing."""
    free = make_roster(8)
    players = [on(model, each) for each in free[:paid]] + free[paid:]
    given = {"slug": "spring", "name": "Spring", "rules": [Rules("town-mafia", 8)], "games": 10, "players": players}
    return create_season(**given | fields)


def past(model: LanguageModel, *costs: int) -> None:
    """Seats of past games on a model, that used so many thousand tokens, half of them cached."""
    player = make_player(model=model)
    for thousands in costs:
        seat = make_seat(game=make_finished_game(), player=player)
        tokens = {"input_tokens": 1000 * thousands, "cached_tokens": 500 * thousands, "output_tokens": 100 * thousands}
        make_figures(seat=seat, calls=10, **tokens)


def test_past_games_of_the_same_size_on_the_same_model_say_what_it_costs() -> None:
    model = priced()
    past(model, *[10] * 9, 100, *[10] * 9, 1)
    season = season_on(model)

    (told,) = estimate_season(season=season, now=NOON).models

    each = Decimal("0.0155")  # 5,000 read, 5,000 from a cache, 1,000 written
    assert (told.model, told.seats, told.source) == ("big", 80, "past games")
    assert told.cost.low == told.cost.high == 80 * each  # but for the tenth at either end
    assert told.cost.likely == 80 * each * Decimal(18 * 10 + 101) / 200


def test_without_past_games_the_house_plays_what_will_be_sent() -> None:
    season = season_on(priced())

    (told,) = estimate_season(season=season, now=NOON).models

    assert told.source == "simulation"
    assert 0 < told.cost.low < told.cost.likely < told.cost.high
    assert estimate_season(season=season, now=NOON).models == (told,)


def test_what_players_of_the_house_take_costs_nothing() -> None:
    model = priced()
    all_paid = estimate_season(season=season_on(model), now=NOON)
    half_paid = estimate_season(season=season_on(model, paid=4, slug="summer"), now=NOON)

    assert half_paid.models[0].seats == all_paid.models[0].seats / 2
    assert round(half_paid.cost.likely, 6) == round(all_paid.cost.likely / 2, 6) > 0
    assert estimate_season(season=season_on(model, paid=0, slug="winter"), now=NOON).models == ()


def test_a_model_without_a_price_says_so() -> None:
    season = season_on(make_model(slug="big", provider="openai", model_name="nobody-knows-it"))

    (told,) = estimate_season(season=season, now=NOON).models

    assert told.unpriced == "no price is known for nobody-knows-it; give it one in the admin, under Prices"
    assert told.cost.high == 0


def test_with_a_model_without_a_price_the_sum_cannot_be_told(client: Client) -> None:
    unknown = make_model(slug="odd", name="Odd", provider="openai", model_name="nobody-knows-it")
    known = priced()
    past(known, *[10] * 10)
    players = [on(unknown if place % 2 else known, each) for place, each in enumerate(make_roster(8))]
    season_on(known, players=players)

    wanted = "cannot be told, as no price is known for Odd; without that $0.62 ($0.62 to $0.62)"
    assert f"in all                              10 games  {wanted}\n" in said("season", "spring", "estimate")
    told = json.loads(said("season", "spring", "estimate", "--json"))
    assert (told["cost"], told["unpriced"]) == (None, ["Odd"])
    client.force_login(make_user(is_staff=True, is_superuser=True))
    assert wanted in page(client, "/seasons/spring/")


def test_a_narrator_that_is_a_model_is_counted(client: Client) -> None:
    season_on(priced(), paid=0, narrator="big")

    (told,) = estimate_season(season=Season.objects.get(), now=NOON).models

    assert (told.model, told.seats, told.told, told.source) == ("big", 0, 10, "simulation")
    assert Decimal("0.01") < told.cost.low < told.cost.likely < told.cost.high < Decimal(10)
    assert "big                                 10 told   $" in said("season", "spring", "estimate")
    client.force_login(make_user(is_staff=True, is_superuser=True))
    assert "Big, narrator" in page(client, "/seasons/spring/")


def test_a_narrator_without_a_price_says_so() -> None:
    make_model(slug="odd", name="Odd", provider="openai", model_name="nobody-knows-it")
    season_on(priced(), paid=0, narrator="odd")

    assert "cannot be told, as no price is known for Odd\n" in said("season", "spring", "estimate")


@pytest.mark.parametrize(
    ("cap", "told"),
    [
        (None, "The season has no cap."),
        ("1", "It will likely cost more than its cap of $1.00; its games would wait then."),
        ("1.5", "It may cost more than its cap of $1.50."),
        ("50", ""),
    ],
)
def test_the_sum_stands_beside_the_cap(cap: str | None, told: str) -> None:
    model = priced()
    past(model, *[10] * 8, 20, 20)
    season = season_on(model, cap_season=cap and Decimal(cap))

    found = estimate_season(season=season, now=NOON)

    assert (round(found.cost.likely, 2), round(found.cost.high, 2)) == (Decimal("1.49"), Decimal("2.48"))
    assert found.warning == told


def test_the_command_tells_it_in_lines_and_as_json() -> None:
    model = priced()
    past(model, *[10] * 10)
    season_on(model, cap_season=Decimal(1))

    told = json.loads(said("season", "spring", "estimate", "--json"))
    assert [(each["model"], each["seats"], each["source"]) for each in told["models"]] == [("big", 80, "past games")]
    assert (Decimal(told["cost"]["likely"]), told["games"], told["cap"]) == (Decimal("1.24"), 10, "1.0000")
    assert "in all                              10 games  $1.24 ($1.24 to $1.24)" in said(
        "season", "spring", "estimate"
    )


def test_a_draft_shows_it_to_staff_alone(client: Client) -> None:
    model = priced()
    past(model, *[10] * 10)
    season_on(model)

    assert "What it will cost" not in page(client, "/seasons/spring/")
    client.force_login(make_user(is_staff=True, is_superuser=True))
    text = page(client, "/seasons/spring/")
    assert "$1.24 ($1.24 to $1.24)" in text
    assert "The season has no cap." in text


@pytest.mark.parametrize(("source", "personas"), [("roster", 0), ("season", 4), ("game", 40)])
def test_personas_that_models_are_to_write_are_counted(source: str, personas: int) -> None:
    model = priced()
    past(model, *[10] * 8)
    (plain,) = estimate_season(season=season_on(model, paid=4), now=NOON).models
    (told,) = estimate_season(
        season=season_on(model, paid=4, slug=f"by-{source}", persona_source=source), now=NOON
    ).models
    assert told.personas == personas
    each = (told.cost.likely - plain.cost.likely) / (personas or 1)
    assert (0 < each < Decimal("0.05")) if personas else each == 0
    assert told.cost.low - plain.cost.low <= told.cost.likely - plain.cost.likely <= told.cost.high - plain.cost.high
    assert (f", with {personas} personas" in said("season", f"by-{source}", "estimate")) == bool(personas)
