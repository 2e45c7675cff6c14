"""A season is played by what its players and their models were when it started, until it is brought up to date."""

import json
import threading
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.loopback.process import Provider
from games.models import CallRecord, Game, Seat
from games.models.waiting import ROOMLESS
from league.models import Act, Season
from league.seasons.lifecycle.pausing import pause_season, resume_season
from league.seasons.lifecycle.starting import start_season
from league.seasons.lifecycle.updating import news_of, update_season
from league.seasons.making.checking import Rules, WrongSeason
from league.seasons.making.creating import create_season
from league.seasons.pinning import pins_of
from league.seasons.playing.running import run_season
from league.seasons.schedule.fixtures import open_due_fixtures
from personas.models import LanguageModel, Player
from personas.roster import rewrite_persona
from tests.factories import make_player, make_roster
from tests.games.stage import play_until
from tests.games.voices import OPENAI, model_at, voices
from tests.league.terminal.test_season_commands import said
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(at_most(120))]


def season_of(players: list[Player], *, games: int = 3, seats: int = 5, **given: object) -> Season:
    rules = [Rules("town-mafia", seats)]
    season = create_season(slug="spring", name="Spring", rules=rules, games=games, players=players, pace=0, **given)  # type: ignore[arg-type]
    return start_season(season=season, now=timezone.now(), unprobed="a provider of this machine")


def frozen(games: list[Game]) -> set[tuple[str, int, str, int | None]]:
    """What the seats of games were dealt: the player, the sheet, the level and the version of its model. Only who is
    `edited` here knows that it is a model, and it is said with the level."""
    seats = Seat.objects.filter(game__in=games).select_related("player", "model_version")
    return {
        (
            s.player.player_id,
            s.sheet_version,
            f"{s.strategy_level}, aware" if s.is_aware else s.strategy_level,
            s.model_version and s.model_version.number,
        )
        for s in seats
    }


def edited(player: Player) -> None:
    """Everything of a player is another by now: its sheet, its level, and how its model is asked."""
    persona = player.persona
    persona.sheet["identity"]["background"] = "Keeps a lighthouse that nobody has seen, and says so to everybody."
    rewrite_persona(persona=persona)
    Player.objects.filter(pk=player.pk).update(strategy_level="advanced", is_aware=True)
    LanguageModel.objects.filter(pk=player.model_id).update(model_name="joker")


def test_an_edit_reaches_the_next_season_and_not_this_one() -> None:
    players = make_roster(5)
    season = season_of(players)
    before = {(player.player_id, 1, "none", 1) for player in players}
    edited(players[0])

    opened = open_due_fixtures(now=timezone.now()).games
    assert len(opened) == 3
    assert frozen(opened) == before

    later = create_season(
        slug="autumn", name="Autumn", rules=[Rules("town-mafia", 5)], games=1, players=players, pace=0
    )
    start_season(season=later, now=timezone.now())
    next_one = open_due_fixtures(now=timezone.now(), season=later).games
    same_model = {player.player_id for player in players[1:] if player.model_id == players[0].model_id}
    assert frozen(next_one) == {
        (players[0].player_id, 2, "advanced, aware", 2),
        *((player.player_id, 1, "none", 2 if player.player_id in same_model else 1) for player in players[1:]),
    }
    assert season.roster.filter(sheet_version=1, strategy_level="none", is_aware=False).count() == 5


def test_an_update_reaches_games_to_come_and_those_that_have_not_begun_and_is_an_act() -> None:
    players = make_roster(5)
    season = season_of(players, games=2)
    unbegun = open_due_fixtures(now=timezone.now()).games
    assert "Nothing has changed" in said("season", "spring", "update")
    (act,) = Act.objects.filter(verb="update")
    assert (act.model, set(act.after)) == ("season", {"pinned_at"}), "it was looked at, and found as it was"
    assert "edited" not in said("season", "spring", "status")
    edited(players[0])
    temper = LanguageModel.objects.get(pk=players[0].model_id).slug
    another = "strategy level advanced instead of none, told that it is a model by now"
    news = [
        f"{temper}: model name joker instead of {players[0].model.model_name or 'the usual'}",
        f"{players[0].player_id}: sheet version 2 instead of 1, {another}",
    ]
    for line in news:
        assert f"edited since it was pinned: {line}" in said("season", "spring", "status")
    assert json.loads(said("season", "spring", "status", "--json"))["edited"] == news

    told = said("season", "spring", "update", "--reason", "its voice was too weak")

    assert all(line in told for line in news)
    assert "edited" not in said("season", "spring", "status"), "it has reached the season"
    sharing = [player for player in players if player.model_id == players[0].model_id]
    assert f"Players with something new: {len(sharing)}; games that go on so: 2." in told
    assert (players[0].player_id, 2, "advanced, aware", 2) in frozen(unbegun)
    acts = Act.objects.filter(verb="update", model="seasonplayer")
    assert acts.count() == len(sharing), "one for each place that is pinned anew"
    assert {act.reason for act in acts} == {"its voice was too weak"}
    (act,) = [act for act in acts if "strategy_level" in act.after]
    assert (act.before["strategy_level"], act.after["strategy_level"]) == ("none", "advanced")
    assert run_season(season=season, stopping=threading.Event(), tell=lambda _: None).status == "finished"


@pytest.mark.parametrize("status", ["draft", "finished"])
def test_only_a_season_under_way_is_brought_up_to_date(status: str) -> None:
    season = create_season(
        slug="spring", name="Spring", rules=[Rules("town-mafia", 5)], games=1, players=make_roster(5), pace=0
    )
    if status == "finished":
        start_season(season=season, now=timezone.now())
        run_season(season=season, stopping=threading.Event(), tell=lambda _: None)
        season.refresh_from_db()
    with pytest.raises(WrongSeason, match="only a season under way is brought up to date"):
        update_season(season=season)


@pytest.mark.long(10)
def test_games_that_wait_for_a_model_s_bound_go_on_when_it_was_raised_and_the_season_brought_up_to_date(
    at: Provider, admin_client: Client
) -> None:
    model = model_at(at, "gpt-5-mini")
    LanguageModel.objects.filter(pk=model.pk).update(most_tokens=100)
    season = season_of(voices(at, "gpt-5-mini", seats=5), games=1)
    (game,) = open_due_fixtures(now=timezone.now()).games
    play_until(lambda: Game.objects.filter(pk=game.pk, waiting=ROOMLESS, lease_owner=None).exists())
    LanguageModel.objects.filter(pk=model.pk).update(most_tokens=None)
    page = f"/admin/league/season/{season.pk}/change/"
    assert "Bring up to date" in admin_client.get(page).content.decode()

    dialog = {"_form_submitted": "on", "reason": "it thinks longer"}
    admin_client.post(f"/admin/league/season/{season.pk}/update/", dialog)

    shown = admin_client.get(page).content.decode()
    assert "Spring is up to date. Players with something new: 5; games that go on so: 1." in shown
    assert run_season(season=season, stopping=threading.Event(), tell=lambda _: None).status == "finished"


@pytest.mark.long(10)
def test_a_model_that_writes_a_persona_for_each_game_is_asked_as_pinned_for_that_and_in_it(at: Provider) -> None:
    model_at(at)
    LanguageModel.objects.filter(model_name=OPENAI).update(temperature=0.25)
    season = season_of(voices(at, seats=5), games=1, persona_source="game")
    LanguageModel.objects.filter(model_name=OPENAI).update(temperature=0.75)

    assert run_season(season=season, stopping=threading.Event(), tell=lambda _: None).status == "finished"

    asked = {
        (record.call.purpose, json.loads(record.request)["temperature"])
        for record in CallRecord.objects.select_related("call")
    }
    assert asked == {("answer", 0.25), ("persona", 0.25)}


def test_a_season_that_is_paused_and_resumed_is_still_pinned() -> None:
    players = make_roster(5)
    season = season_of(players, games=1)
    edited(players[0])
    resume_season(season=pause_season(season=season), now=timezone.now())
    assert frozen(open_due_fixtures(now=timezone.now()).games) == {
        (player.player_id, 1, "none", 1) for player in players
    }


def test_what_a_season_says_of_all_its_players_holds_for_each_and_no_edit_of_one_is_news() -> None:
    players = make_roster(5)
    season = season_of(players, games=1, strategy_level="basic", is_aware=False)
    Player.objects.filter(pk=players[0].pk).update(strategy_level="advanced", is_aware=True)

    assert news_of(season) == []
    update_season(season=season)
    (game,) = open_due_fixtures(now=timezone.now()).games
    assert {(place.strategy_level, place.is_aware) for place in season.roster.all()} == {("basic", False)}
    assert {(seat.strategy_level, seat.is_aware) for seat in game.seats.all()} == {("basic", False)}


def test_a_draft_that_says_how_all_play_is_estimated_so_and_who_is_written_for_a_game_plays_so() -> None:
    given: dict[str, Any] = {"rules": [Rules("town-mafia", 5)], "games": 1, "players": make_roster(5)}
    draft = create_season(slug="spring", name="Spring", strategy_level="advanced", is_aware=True, **given)
    newcomer = make_player()

    pins = pins_of(draft)

    assert (pins.level_of(newcomer), pins.awareness_of(newcomer)) == ("advanced", True)
    with pytest.raises(WrongSeason, match="strategy_level: must be one of none, basic, intermediate, advanced"):
        create_season(slug="autumn", name="Autumn", strategy_level="godlike", **given)
