"""The games that are played now: where, since when, and whose answer is waited for, as far as who asks may see it. Law:
of a game whose glass is shut (sealed or delayed) nothing here says which seat or model is asked, but to who sees
secrets."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.urls import reverse

from games.engine.rulesets import ruleset_title
from games.ledger.reads import Visitor, sees_secrets
from games.models import Call, Game, Seat
from league.queries.games import name_seasons, season_of
from league.queries.upkeep.processes import Sign

MOST_GAMES: Final = 40
MOST_ASKED: Final = 3  # seats of a game that are named
UNTOLD: Final = "an answer"


@dataclass(frozen=True, slots=True)
class GameStand:
    """A game that is played: by whom, since when, why it is held up, whom it waits for, and since when it does."""

    public_id: str
    url: str
    name: str
    title: str
    season: str
    host: str
    round: int
    started_at: datetime | None
    waiting: str
    tried_again: datetime | None
    asked: tuple[str, ...]
    asked_since: datetime | None

    @property
    def asks(self) -> str:
        """Whom it waits for, in words; "" where nobody is asked."""
        return ", ".join(self.asked)


def game_name(game: Game) -> str:
    """What a game is called, with its season. Of games that were read with their fixtures: no query."""
    if fixture := getattr(game, "fixture", None):
        return f"Game {fixture.number} of {fixture.season.name}"
    if season := game.terms.get("season"):  # another is played in its place
        return f"Game {game.terms.get('fixture', '')} of {getattr(game, 'season_name', None) or season}"
    return f"{ruleset_title(game.ruleset)} exhibition"


def opened_to(game: Game, visitor: Visitor | None) -> bool:
    """Whether somebody may know who is asked in a game now."""
    return game.is_told or game.terms.get("spoilers", "open") == "open" or sees_secrets(visitor)


def games_told(signs: Sequence[Sign], *, visitor: Visitor | None) -> tuple[GameStand, ...]:
    """The games that are played, those that began first before the others. Four queries."""
    rows = Game.objects.filter(status=Game.Status.RUNNING).select_related("fixture__season")
    running = list(rows.order_by("started_at", "pk")[:MOST_GAMES])
    name_seasons(running)
    shown = [game.pk for game in running if opened_to(game, visitor)]
    calls: defaultdict[int, list[tuple[int | None, str, datetime]]] = defaultdict(list)
    on_their_way = Call.objects.filter(game__in=[game.pk for game in running], status__in=Call.OPEN)
    told_of = on_their_way.order_by("created_at", "pk").values_list("game", "seat", "model", "created_at")
    for key, seat, called, at in told_of:
        calls[key or 0].append((seat, called, at))
    aliases = dict[tuple[int, int | None], str]()
    for key, number, alias in Seat.objects.filter(game__in=shown).order_by().values_list("game", "number", "alias"):
        aliases[key, number] = alias
    named = {sign.ident: sign for sign in signs if sign.games or sign.kind in ("worker", "season")}
    told = []
    for game in running:
        asked = [UNTOLD if game.pk not in shown else _who(aliases, game.pk, *call) for call in calls[game.pk]]
        owner = named.get(game.lease_owner or "")
        told.append(
            GameStand(
                public_id=game.public_id,
                url=reverse("game", args=[game.public_id]),
                name=game_name(game),
                title=ruleset_title(game.ruleset),
                season="" if season_of(game) == "-" else season_of(game),
                host=str(f"{owner.name} on {owner.host}" if owner else "a process" if game.lease_owner else ""),
                round=game.rounds,
                started_at=game.started_at,
                waiting=game.waiting,
                tried_again=game.due_at if game.waiting and not game.lease_owner else None,
                asked=tuple(dict.fromkeys(asked))[:MOST_ASKED],
                asked_since=calls[game.pk][0][2] if calls[game.pk] else None,
            )
        )
    return tuple(told)


def _who(aliases: Mapping[tuple[int, int | None], str], game: int, seat: int | None, model: str, _: datetime) -> str:
    """Whose answer a call is for, and which model is asked."""
    return f"{aliases.get((game, seat), 'the narrator')} ({model})"
