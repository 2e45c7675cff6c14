"""What a season will cost: from past games where there are some, else from games of the house."""

import json
from decimal import Decimal

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.agents.trials import simulating
from games.gateway.reckoning.trials import left_by
from games.models import Account, Seat
from league.access.acts import COMMAND_LINE
from league.models import Season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.making.deleting import delete_draft
from league.seasons.making.plans import plan_of
from league.seasons.money.estimating import estimate_plan, estimate_season
from personas.models import LanguageModel, Player
from personas.versions import asked_now, digest_of, versions_now
from tests.factories import (
    NOON,
    make_call,
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
    given = {
        "memory": "off",
        "slug": "spring",
        "name": "Spring",
        "rules": [Rules("town-mafia", 8)],
        "games": 10,
        "players": players,
    }
    return create_season(**given | fields)


def past(model: LanguageModel, *costs: int, **fields: object) -> None:
    """Seats of past games on a model as it is asked now, one a game, that used so many thousand tokens, half of them
    cached."""
    player = make_player(model=model)
    version = versions_now(models=[model])[model.pk]
    for thousands in costs:
        seat = make_seat(game=make_finished_game(), player=player, model_version=version)
        tokens = {"input_tokens": 1000 * thousands, "cached_tokens": 500 * thousands, "output_tokens": 100 * thousands}
        make_figures(**{"seat": seat, "calls": 10, "version": version.number} | tokens | fields)


def test_past_games_of_the_same_size_on_the_same_model_say_what_it_costs() -> None:
    model = priced()
    past(model, *[10] * 9, 100, *[10] * 9, 1)
    season = season_on(model)

    (told,) = estimate_season(season=season, now=NOON).models

    each = Decimal("0.0155")  # 5,000 read, 5,000 from a cache, 1,000 written
    assert (told.model, told.seats, told.calls, told.source) == ("big", 80, 800, "past games")
    assert told.cost.likely == 80 * each * Decimal(18 * 10 + 101) / 200
    assert 0 < told.cost.low < told.cost.likely < told.cost.high


def test_of_a_season_under_way_the_games_that_are_left_are_told_beside_what_was_spent() -> None:
    model = priced()
    past(model, *[10] * 20)
    season = start_season(season=season_on(model, cap_season=Decimal(9)), now=NOON, unprobed="known")
    assert estimate_season(season=season, now=NOON).games == 10
    for fixture in season.fixtures.filter(number__lte=4):
        fixture.game, fixture.recorded_at = make_finished_game(), NOON
        fixture.save()
    Account.objects.update_or_create(scope="season", name=season.slug, defaults={"spent": "8.5", "cap": 9})

    found = estimate_season(season=season, now=NOON)
    told = said("season", "spring", "estimate")

    assert (found.games, found.models[0].seats, found.cost.likely) == (6, 48, 48 * Decimal("0.0155"))
    assert found.warning.startswith("It will likely cost more than what is left of its cap of $9.00 ($0.50)")
    assert "6 games" in told
    assert "$8.50 were spent so far" in told
    season.status, season.finished_at = "finished", NOON
    season.save()
    assert "no game is left to play" in said("season", "spring", "estimate")


def test_the_more_alike_past_games_were_and_the_more_there_are_to_come_the_narrower_it_is() -> None:
    alike, unlike = priced("alike"), priced("unlike")
    past(alike, *[10] * 20)
    past(unlike, *[2, 18] * 10)

    def width(model: LanguageModel, games: int) -> Decimal:
        cost = estimate_season(season=season_on(model, slug=f"{model.slug}-{games}", games=games), now=NOON).cost
        assert cost.likely == games * 8 * Decimal("0.0155")
        return (cost.high - cost.low) / cost.likely

    few, many = ([width(model, games) for model in (alike, unlike)] for games in (5, 100))
    assert many[0] < few[0] < few[1]
    assert many[0] < many[1] < few[1]


@pytest.mark.parametrize(("column", "value"), [("effort", "low"), ("most_tokens", 900), ("model_name", "new")])
def test_games_in_which_it_was_asked_in_another_way_say_nothing(column: str, value: object) -> None:
    model = priced()
    past(model, *[10] * 10)
    LanguageModel.objects.filter(pk=model.pk).update(
        **{column: {"effort": "low", "most_tokens": 900}.get(column, "new")}
    )
    (told,) = estimate_season(season=season_on(model), now=NOON).models
    assert told.source == "simulation"

    model.refresh_from_db()
    past(model, *[20] * 10)
    (told,) = estimate_season(season=season_on(model, slug="summer"), now=NOON).models

    assert (told.source, told.cost.likely) == ("past games", 80 * Decimal("0.031"))


def test_seats_that_were_asked_in_several_ways_say_nothing() -> None:
    model = priced()
    past(model, *[10] * 10, version=0)
    (told,) = estimate_season(season=season_on(model), now=NOON).models
    assert told.source == "simulation"


def test_a_few_past_games_count_beside_the_simulation() -> None:
    model, other = priced(), priced("other")
    past(model, 200, 200)
    (known,) = estimate_season(season=season_on(model), now=NOON).models
    (unknown,) = estimate_season(season=season_on(other, slug="summer"), now=NOON).models

    assert (known.source, unknown.source) == ("2 games and simulation", "simulation")
    assert unknown.cost.likely < known.cost.likely < 80 * Decimal("0.31")
    assert unknown.calls < known.calls < 800
    assert known.cost.high / known.cost.low < unknown.cost.high / unknown.cost.low
    past(model, *[200] * 4)
    (better,) = estimate_season(season=season_on(model, slug="autumn"), now=NOON).models
    assert (better.source, known.calls < better.calls < 800) == ("6 games and simulation", True)
    assert better.cost.high / better.cost.low < known.cost.high / known.cost.low


def test_what_is_written_to_a_cache_is_paid() -> None:
    model = make_model(slug="big", provider="anthropic", model_name="big")
    make_price(
        language_model=model, input=1, cached="0.1", cache_written=2, output=10, valid_from=NOON.replace(year=2020)
    )
    past(model, *[10] * 10)
    for seat in Seat.objects.filter(player__model=model):
        tokens = {"input_tokens": 10_000, "cached_tokens": 5_000, "cache_written_tokens": 5_000, "output_tokens": 1_000}
        make_call(game=seat.game, language_model=model, status="answered", **tokens)

    (told,) = estimate_season(season=season_on(model), now=NOON).models

    assert told.cost.likely == 80 * Decimal("0.0205")


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
    assert 0 < half_paid.cost.likely < all_paid.cost.likely / 2, "the house says little, which is read by all"
    assert estimate_season(season=season_on(model, paid=0, slug="winter"), now=NOON).models == ()


def test_of_the_house_alone_a_few_games_say_what_disk_it_takes_and_nobody_is_briefed() -> None:
    season = season_on(priced(), paid=0)
    before = simulating._simulated.cache_info()

    found = estimate_season(season=season, now=NOON)

    assert (found.games, found.models, found.cost.high) == (10, (), 0)
    assert simulating._simulated.cache_info() == before
    trial = simulating.simulated("town-mafia", {"names": season.names}, (simulating.Voice(),) * 8)
    assert found.bytes == pytest.approx(10 * left_by(trial.stored, scale=trial.scale), rel=0.25)


def test_who_sits_with_players_that_write_much_reads_much() -> None:
    model, wordy = priced(), priced("wordy")
    for each, written in ((model, 60), (wordy, 1500)):
        asked = digest_of(asked_now(each))
        for _ in range(10):
            make_call(purpose="probe", language_model=each, asked=asked, status="answered", output_tokens=written)

    def cost(name: str, *models: LanguageModel) -> Decimal:
        players = [on(models[place % len(models)], each) for place, each in enumerate(make_roster(8))]
        found = estimate_season(season=season_on(model, slug=name, players=players), now=NOON).models
        (told,) = (each for each in found if each.model == "big")
        assert told.source == "a probe and simulation"
        return told.cost.likely / told.seats

    assert cost("alone", model) * Decimal("1.2") < cost("together", model, wordy)


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

    wanted = "cannot be told, as no price is known for Odd; without that $0.62 ($0.5479 to $0.7016)"
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
        ("1.5", "It may cost more than its cap of $1.50. Its last games may not begin."),
        ("50", ""),
    ],
)
def test_the_sum_stands_beside_the_cap(cap: str | None, told: str) -> None:
    model = priced()
    past(model, *[10] * 8, 20, 20)
    season = season_on(model, cap_season=cap and Decimal(cap))

    found = estimate_season(season=season, now=NOON)

    assert (round(found.cost.likely, 2), round(found.cost.high, 2)) == (Decimal("1.49"), Decimal("1.91"))
    assert found.warning == told


def test_the_command_tells_it_in_lines_and_as_json() -> None:
    model = priced()
    past(model, *[10] * 10)
    season_on(model, cap_season=Decimal(1))

    told = json.loads(said("season", "spring", "estimate", "--json"))
    assert len(told["cost"]["high"].partition(".")[2]) == 6
    assert [(each["model"], each["seats"], each["source"]) for each in told["models"]] == [("big", 80, "past games")]
    assert (Decimal(told["cost"]["likely"]), told["games"], told["cap"]) == (Decimal("1.24"), 10, "1.0000")
    assert "in all                              10 games  $1.24 ($1.10 to $1.40)" in said(
        "season", "spring", "estimate"
    )


def test_a_draft_shows_it_to_staff_alone(client: Client) -> None:
    model = priced()
    past(model, *[10] * 10)
    season_on(model)

    assert client.get("/seasons/spring/").status_code == 404
    client.force_login(make_user(is_staff=True, is_superuser=True))
    text = page(client, "/seasons/spring/")
    assert "$1.24 ($1.10 to $1.40)" in text
    assert "The season has no cap." in text


def test_who_is_asked_for_neither_beliefs_nor_claims_costs_less_and_is_not_told_from_games_that_were() -> None:
    model = priced()
    asked, spared = (
        estimate_season(season=season_on(model, slug=slug, disclosing=slug == "asked"), now=NOON).models[0]
        for slug in ("asked", "spared")
    )
    assert spared.cost.likely < asked.cost.likely
    past(model, *[10] * 8)

    asked, again = (
        estimate_season(season=Season.objects.get(slug=slug), now=NOON).models[0] for slug in ("asked", "spared")
    )
    assert "past games" in asked.source
    assert "past games" not in again.source


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


def test_what_players_learn_is_counted_beside_what_they_play() -> None:
    model = priced()
    silent = estimate_season(season=season_on(model, slug="silent"), now=NOON)
    learning = estimate_season(season=season_on(model, slug="learning", memory="live"), now=NOON)

    assert silent.learning.likely == 0
    (told,) = learning.models
    assert told.learning == learning.learning
    assert 0 < told.learning.low < told.learning.likely < told.learning.high
    assert learning.cost.likely == silent.cost.likely + told.learning.likely
    assert learning.calls == silent.calls + told.seats, "one a player and game"
    assert learning.bytes > silent.bytes


@pytest.mark.parametrize("source", Season.PersonaSource.values)
@pytest.mark.parametrize("level", ["", pytest.param("advanced", marks=pytest.mark.slow)])
def test_a_plan_is_estimated_as_the_draft_that_it_makes(source: str, level: str) -> None:
    big, teller = priced(), priced("teller")
    past(big, *[10] * 5)
    fields: dict[str, object] = {"persona_source": source, "strategy_level": level, "narrator": "teller"}
    fields |= {"memory": "live", "cap_season": Decimal("0.5"), "cap_game": Decimal("0.01"), "names": "alias"}
    season = season_on(big, paid=4, rules=[Rules("town-mafia", 8), Rules("council-mafia", 7)], games=11, **fields)
    plan, stored = plan_of(season), estimate_season(season=season, now=NOON)
    assert delete_draft(season=season, by=COMMAND_LINE) is None

    found = estimate_plan(plan=plan, now=NOON)

    assert found == stored
    assert [each.model for each in found.models] == ["big", teller.slug]
    assert "The cap of" not in found.warning
    assert found.beginning is not None
    assert found.beginning.short
    assert (Season.objects.count(), Account.objects.count()) == (0, 0)


def test_to_estimate_a_plan_nothing_is_written(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    season = season_on(priced())
    plan = plan_of(season)
    Season.objects.all().delete()
    with django_assert_num_queries(13) as asked:
        estimate_plan(plan=plan, now=NOON)
    assert {each["sql"].split()[0] for each in asked.captured_queries} == {"SELECT"}
