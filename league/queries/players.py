"""Players and models with their results, and the games a player was seen in."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, QuerySet
from django.urls import reverse

from games.models import Game, Seat
from league.models import ModelCareer
from league.queries.games import GameCard, game_card, games_listed
from league.queries.results import SUMS, Result, whole_results
from league.results.sides import side_of
from personas.models import LanguageModel, Player


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player in a list."""

    player_id: str
    url: str
    face: str
    persona: str
    model: str
    temper: str
    traits: str
    is_active: bool
    result: Result


@dataclass(frozen=True, slots=True)
class ModelRow:
    """A model in a list."""

    slug: str
    name: str
    provider: str
    model_name: str
    is_active: bool
    players: int
    result: Result


@dataclass(frozen=True, slots=True)
class Appearance:
    """A game that a player sat in; role and outcome once the game is over."""

    card: GameCard
    alias: str
    role: str
    side: str
    outcome: str


def players_listed() -> QuerySet[Player]:
    """All players but those of one game, with their personas and models."""
    return Player.objects.select_related("persona", "model").filter(persona__written_for="")


def player_rows(players: Sequence[Player]) -> list[PlayerRow]:
    """Players with what they have won so far. One query, or two."""
    results = whole_results(players)
    return [_player_row(player, results[player.pk]) for player in players]


def model_rows() -> list[ModelRow]:
    """All models with the results of their players, those of one game among them, which are not counted as players.
    Three queries."""
    summed = ModelCareer.objects.filter(season="").order_by().values_list("model").annotate(**SUMS)
    results = {model: Result(*numbers) for model, *numbers in summed}
    listed = Player.objects.filter(persona__written_for="")
    counts = dict(listed.order_by().values_list("model_id").annotate(Count("id")))
    return [
        ModelRow(
            slug=model.slug,
            name=model.name,
            provider=model.get_provider_display(),
            model_name=model.model_name,
            is_active=model.is_active,
            players=counts.get(model.pk, 0),
            result=results.get(model.pk, Result()),
        )
        for model in LanguageModel.objects.order_by("name", "slug")
    ]


def appearances(player: Player, most: int) -> list[Appearance]:
    """The newest games of a player. Three queries."""
    seats: QuerySet[Seat] = player.seats.select_related("game").order_by("-game_id")[:most]
    sat = {seat.game_id: seat for seat in seats}
    return [_appearance(game, sat[game.pk]) for game in games_listed().filter(pk__in=sat)]


def _appearance(game: Game, seat: Seat) -> Appearance:
    card = game_card(game)
    if game.status != Game.Status.FINISHED:
        return Appearance(card, seat.alias, "", "", "")
    outcome = "Draw" if game.winner == Game.DRAW else "Won" if game.winner == seat.team else "Lost"
    return Appearance(card, seat.alias, seat.role, side_of(game.ruleset, seat.team), outcome)


def _player_row(player: Player, result: Result) -> PlayerRow:
    sheet = player.persona.sheet
    return PlayerRow(
        player_id=player.player_id,
        url=reverse("player", args=[player.player_id]),
        face=player.persona.slug,
        persona=player.persona.name,
        model=player.model.name,
        temper=sheet.get("temper", ""),
        traits=", ".join(sheet.get("identity", {}).get("traits", [])),
        is_active=player.is_active,
        result=result,
    )
