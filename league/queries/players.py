"""Players and models with their results, the games a player was seen in, and head to head: how it did against and
beside each other that it met.

Law: head to head is worked out when it is asked for, and so from a bounded number of games (LATEST); pages and the API
say so. Kept sums were rejected: each game would add to ninety rows of four million, for a table that few look at. What
was played again, deal for deal, counts no second time, and what was cancelled does not count.

What a record tells of endings hangs on who asks (league.access.endings): `record_told` says as far as it goes. Head to
head is told to nobody from whom endings are kept: its rows are of the same games again and again, so that of two of
them, each of many games, the difference may be one. Nor is what players on one model came to: it sits at many seats of
a game, and a sum of a hundred of those may be one of a dozen games that all ended alike.

(Long, because who is in a list, what is told of each and whom each met are sums over the same seats.)
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from operator import add
from typing import Final

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse

from games.models import Game, Seat
from league.access.endings import Endings
from league.models import Figures, FiguresSum, ModelCareer, Season
from league.queries.costs import games_off
from league.queries.games import GameCard, game_card, games_listed
from league.queries.lying import Claiming
from league.queries.results import (
    SUMS,
    Result,
    Split,
    Summed,
    result_of,
    results_by_role,
    results_by_ruleset,
    results_by_team,
    results_in_cells,
    whole_results,
)
from league.results.sides import side_of
from personas.models import LanguageModel, Player

LATEST: Final = 200  # games that are looked at
FINER: Final = ("ruleset", "team", "role")  # by what a record is told, in this order, if in all it is


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
    is_told: bool = True  # whether more than the number of its games is


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


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """What a player has come to: its result over all seasons, its newest game that is over, and what its calls cost in
    games that are, with how much of that is a bound."""

    result: Result
    last: Game | None
    cost: Decimal
    unsure: Decimal


def records_of(players: Sequence[Player]) -> dict[int, PlayerRecord]:
    """The record of each of these players, by its key. Five queries, and two more where some are of one game."""
    results = whole_results(players)
    spent = {player.pk: (Decimal(0), Decimal(0)) for player in players}
    by_name = {(player.persona.slug, player.model_id): player.pk for player in players}
    apart = Season.objects.exclude(Season.COUNTED).values("slug")  # in no result, but they were paid
    sums = FiguresSum.objects.filter(
        Q(season="") | Q(season__in=apart),
        ruleset="",
        persona__in={slug for slug, _ in by_name},
        model__in={model for _, model in by_name},
    )
    for persona, model, *costs in sums.values_list("persona", "model_id", "cost", "unsure"):
        if key := by_name.get((persona, model)):  # else of that persona on another's model
            cost, unsure = map(add, spent[key], costs)
            spent[key] = (cost, unsure)
    of_one_game = {player.pk for player in players if player.persona.written_for}
    figures = Figures.objects.select_related("seat").order_by()
    off = figures.filter(seat__player__in=spent.keys() - of_one_game, seat__game__in=games_off())
    for each in [*off, *(figures.filter(seat__player__in=of_one_game) if of_one_game else ())]:
        so_far = spent[each.seat.player_id]
        spent[each.seat.player_id] = (so_far[0] + each.cost, so_far[1] + each.unsure)
    over = Seat.objects.filter(player=OuterRef("pk"), game__status=Game.Status.FINISHED, game__is_veiled=False)
    over = over.order_by("-game_id")
    newest = dict(
        Player.objects.filter(pk__in=spent).order_by().values_list("pk", Subquery(over.values("game_id")[:1]))
    )
    games = Game.objects.only("public_id", "finished_at").in_bulk([key for key in newest.values() if key])
    return {
        key: PlayerRecord(results[key], games.get(newest.get(key) or 0), cost, unsure)
        for key, (cost, unsure) in spent.items()
    }


def players_listed() -> QuerySet[Player]:
    """All players but those of one game, with their personas and models."""
    return Player.objects.select_related("persona", "model").filter(persona__written_for="")


def player_rows(players: Sequence[Player], endings: Endings) -> list[PlayerRow]:
    """Players with what they have won so far, for who is told these endings. Three queries at most."""
    results, seen = whole_results(players), seen_of(players, endings)
    return [
        _player_row(
            player,
            result := results[player.pk],
            is_told=endings.tells_sum(result.games, *result.ways, seen=seen.get(player.pk, 0)),
        )
        for player in players
    ]


def seen_of(players: Sequence[Player], endings: Endings) -> dict[int, int]:
    """In how many games each of these players sat that have been watched. One query at most."""
    if endings.is_shown or not endings.watched:
        return {}
    seats = Seat.objects.filter(player__in=players, game__public_id__in=endings.watched).order_by()
    return dict(seats.values_list("player_id").annotate(Count("id")))


@dataclass(frozen=True, slots=True)
class RecordTold:
    """What of a player's results is told: the number of its games, and as far as these may be told too its result in
    all, by rules, by team and by role, and what it claimed."""

    games: int
    result: Result | None = None
    rulesets: tuple[Split, ...] = ()
    teams: tuple[Split, ...] = ()
    roles: tuple[Split, ...] = ()
    claimed: tuple[Claiming, ...] = ()


def record_told(standings: Sequence[Summed], claimed: Sequence[Claiming], endings: Endings, *, seen: int) -> RecordTold:
    """What is told of a player with these results, `seen` of whose games have been watched, to who is told these
    endings. A table stands there whole or not at all, and only where each cell of it within the tables before it may
    be told: so whatever is taken from whatever, within a table or between two, is of enough games. What was claimed
    goes by side within rules, and so with the teams."""
    depth = 0
    while depth <= len(FINER):
        cells = results_in_cells(standings, FINER[:depth])
        if not all(endings.tells_sum(cell.games, *cell.ways, seen=seen) for cell in cells):
            break
        depth += 1
    whole = result_of(standings)
    return RecordTold(
        games=whole.games,
        result=whole if depth > 0 else None,
        rulesets=results_by_ruleset(standings) if depth > 1 else (),
        teams=results_by_team(standings) if depth > 2 else (),
        roles=results_by_role(standings) if depth > 3 else (),
        claimed=tuple(claimed) if depth > 2 and (standings or endings.is_shown) else (),
    )


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


def appearances(player: Player, most: int, endings: Endings) -> list[Appearance]:
    """The newest games of a player, for who is told these endings, without those that are veiled. Three queries."""
    told = player.seats.filter(game__is_veiled=False)
    seats: QuerySet[Seat] = told.select_related("game").order_by("-game_id")[:most]
    sat = {seat.game_id: seat for seat in seats}
    return [_appearance(game, sat[game.pk], endings) for game in games_listed().filter(pk__in=sat)]


def _appearance(game: Game, seat: Seat, endings: Endings) -> Appearance:
    card = game_card(game, endings)
    if game.status != Game.Status.FINISHED or endings.hides(game):
        return Appearance(card, seat.alias, "", "", "")
    outcome = "Draw" if game.winner == Game.DRAW else "Won" if game.winner == seat.team else "Lost"
    return Appearance(card, seat.alias, seat.role, side_of(game.ruleset, seat.team), outcome)


def _player_row(player: Player, result: Result, *, is_told: bool) -> PlayerRow:
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
        is_told=is_told,
    )


# --- head to head ---


@dataclass(frozen=True, slots=True)
class Meeting:
    """Another player, by its key, and how one did in the games in which it sat on the other team, and on the same."""

    other: int
    against: Result
    beside: Result

    @property
    def games(self) -> int:
        """In how many games the two met."""
        return self.against.games + self.beside.games


@dataclass(frozen=True, slots=True)
class MeetingTold:
    """A meeting with who the other is."""

    player: Player
    meeting: Meeting


@dataclass(frozen=True, slots=True)
class Meetings:
    """Whom a player met in its latest games that are over, and in how many of them; most met come first."""

    games: int
    met: tuple[Meeting, ...]

    @property
    def is_all(self) -> bool:
        """Whether these are all its games."""
        return self.games < LATEST


def meetings_of(player: Player) -> Meetings:
    """Whom a player met. Two queries, of at most LATEST games and their seats."""
    over = player.seats.filter(game__status=Game.Status.FINISHED, game__is_veiled=False, game__unrated="")
    over = over.filter(game__fixture__season__twin_of=None).exclude(game__fixture__is_excluded=True)
    over = over.exclude(game__fixture__season__status=Season.Status.CANCELLED).order_by("-game_id")
    sat = {game: (team, winner) for game, team, winner in over.values_list("game_id", "team", "game__winner")[:LATEST]}
    counts: dict[int, dict[bool, list[int]]] = defaultdict(lambda: {True: [0, 0, 0], False: [0, 0, 0]})
    seats = Seat.objects.filter(game__in=sat).exclude(player=player).order_by()
    for game, other, team in seats.values_list("game_id", "player_id", "team"):
        mine, winner = sat[game]
        counted = counts[other][team == mine]
        counted[0] += 1
        counted[1] += winner == mine
        counted[2] += winner == Game.DRAW
    met = [Meeting(other, Result(*each[False]), Result(*each[True])) for other, each in counts.items()]
    return Meetings(len(sat), tuple(sorted(met, key=lambda each: (-each.games, each.other))))


def meetings_told(meetings: Sequence[Meeting]) -> list[MeetingTold]:
    """These meetings with who the others are. One query."""
    others = Player.objects.select_related("persona", "model").defer("persona__sheet")
    players = others.in_bulk([each.other for each in meetings])
    return [MeetingTold(players[each.other], each) for each in meetings]
