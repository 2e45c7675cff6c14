"""A guesser: knows the design and all that a visitor without rights can get of sealed seasons but the words spoken, and
names in each game that is not told yet who hides. It learns what is a sign of that from every block that was told.

It looks at everything before and after each game, and takes for a sign of a player whatever changed in the documents
that name it (a count of its standings, a revision of its memory, a line of a page) and whatever the game's own
documents say beside its name; what of that comes with hiding it learns by counting (naive Bayes, each sign for itself).
Of whoever sits under an alias it has the manner: how often the alias speaks, votes and is voted for, held against how
each player was seen to do so (normal, each count for itself). What the design says besides (in a block everybody hides
as often) it knows too: who has been found out in a block is thought less likely to hide in it again.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from math import exp, log
from typing import Any, Final

from django.test import Client

from games.engine.dice import Dice
from games.engine.rulesets import ruleset_named
from games.models import Game
from league.models import Season

VISITORS: Final = count(1)  # each has an address of its own, for one is told to wait
WORDS: Final = ("text", "words")  # what is spoken
OF_SEASON: Final = (
    *("/", "/seasons/", "/games/", "/players/", "/models/", "/leaderboard/", "/stats/", "/stats/roles/", "/claims/"),
    *("/seasons/{slug}/", "/seasons/{slug}/audit/", "/seasons/{slug}/schedule/", "/games/?season={slug}"),
    *("/api/v1/seasons/", "/api/v1/seasons/{slug}/", "/api/v1/seasons/{slug}/standings/"),
    *("/api/v1/seasons/{slug}/fixtures/", "/api/v1/seasons/{slug}/log/", "/api/v1/seasons/{slug}/log/?view=viewer"),
    *("/api/v1/seasons/{slug}/log/?view=analysis", "/api/v1/seasons/{slug}/log/?view=calls"),
    *("/api/v1/seasons/{slug}/audit/", "/api/v1/seasons/{slug}/schedule/", "/api/v1/seasons/{slug}/edits/"),
    *("/api/v1/seasons/{slug}/board/", "/api/v1/games/", "/api/v1/games/?season={slug}&counted=yes"),
    *("/api/v1/players/", "/api/v1/leaderboard/", "/api/v1/leaderboard/?by=model", "/api/v1/stats/"),
    *("/api/v1/stats/roles/", "/api/v1/stats/games/", "/api/v1/models/", "/api/v1/personas/"),
    *("/models/uniform/", "/api/v1/models/uniform/", "/api/v1/stats/?by=model", "/api/v1/series/"),
)
OF_PLAYER: Final = (
    *(
        "/players/{player}/",
        "/players/{player}/memory/",
        "/games/?player={player}",
        "/games/?player={player}&role={role}",
    ),
    *("/api/v1/players/{player}/", "/api/v1/players/{player}/memory/", "/api/v1/players/{player}/memory/revisions/"),
    *(
        "/api/v1/players/{player}/head-to-head/",
        "/api/v1/games/?player={player}",
        "/api/v1/games/?player={player}&team={team}",
    ),
)
OF_GAME: Final = (
    *("/games/{game}/", "/games/{game}/?lens=glass", "/api/v1/games/{game}/", "/api/v1/games/{game}/log/"),
    *("/api/v1/games/{game}/log/?view=viewer", "/api/v1/games/{game}/log/?view=analysis"),
    *("/api/v1/games/{game}/events/", "/api/v1/games/{game}/events/?lens=glass", "/api/v1/games/{game}/beats/"),
    *("/api/v1/games/{game}/calls/", "/api/v1/games/{game}/stream/", "/api/v1/games/{game}/narrations/"),
)
# Of all that, where somebody is named: what the guesser reads, who cannot read everything after every game.
TELLING: Final = (
    *("/", "/seasons/{slug}/", "/seasons/{slug}/audit/", "/leaderboard/", "/api/v1/seasons/{slug}/standings/"),
    *("/api/v1/seasons/{slug}/fixtures/", "/api/v1/seasons/{slug}/log/", "/api/v1/seasons/{slug}/log/?view=analysis"),
    *("/api/v1/seasons/{slug}/audit/", "/api/v1/players/", "/api/v1/leaderboard/", "/api/v1/stats/games/"),
)
TELLING_OF_PLAYER: Final = (
    *("/players/{player}/", "/api/v1/players/{player}/", "/api/v1/players/{player}/memory/revisions/"),
    *("/api/v1/players/{player}/head-to-head/", "/api/v1/games/?player={player}&team={team}"),
)
TELLING_OF_GAME: Final = (
    *("/games/{game}/", "/api/v1/games/{game}/", "/api/v1/games/{game}/log/", "/api/v1/games/{game}/calls/"),
    *("/api/v1/games/{game}/log/?view=analysis", "/api/v1/games/{game}/events/?lens=glass"),
)
ALL: Final = OF_SEASON, OF_PLAYER, OF_GAME
NAMING: Final = TELLING, TELLING_OF_PLAYER, TELLING_OF_GAME
Signs = set[str]


@dataclass(frozen=True, slots=True)
class Look:
    """All that there is to be seen at a moment: the answers by their addresses, those of a game apart from the rest."""

    told: Mapping[str, str]
    games: Mapping[str, Mapping[str, str]]


def read(client: Client, address: str) -> str:
    """What a visitor is answered who has asked nothing before: the status, and the words of what was sent."""
    number = next(VISITORS)
    response = client.get(address, REMOTE_ADDR=f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert response.status_code != 429, "who is told to wait learns nothing"
    body = b"".join(response.streaming_content) if response.streaming else response.content  # type: ignore[arg-type]
    return f"{response.status_code} {body.decode()}"


def look(client: Client, season: Season, games: Sequence[str], addresses: Sequence[Sequence[str]] = ALL) -> Look:
    """Looks at everything that has to do with a season, its players and these of its games, or at those addresses."""
    of_season, of_player, of_game = addresses
    rules = ruleset_named(season.rules.get().ruleset)
    hidden = {"team": rules.hidden_team, "role": next(r.name for r in rules.roles if r.team == rules.hidden_team)}
    wanted = [each.format(slug=season.slug) for each in of_season]
    players = season.roster.order_by("number").values_list("player__player_id", flat=True)
    wanted += [each.format(player=player, **hidden) for player in players for each in of_player]
    return Look(
        {address: read(client, address) for address in wanted},
        {game: {each: read(client, each.format(game=game)) for each in of_game} for game in games},
    )


# --- signs -----------------------------------------------------------------------------------------------------------


def objects(told: Any, path: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """All objects in a document, each with the names that lead to it."""
    if isinstance(told, dict):
        yield path, told
        for name, value in told.items():
            if name not in WORDS:
                yield from objects(value, f"{path}.{name}")
    elif isinstance(told, list):
        for each in told:
            yield from objects(each, f"{path}[]")


def documents(text: str) -> list[Any]:
    """What an answer has of JSON: one document, or one a line; none where it is a page."""
    body = text.partition(" ")[2]
    try:
        return [json.loads(body)]
    except ValueError:
        pass
    try:
        return [json.loads(line) for line in body.splitlines() if line.strip()]
    except ValueError:
        return []


def flat(told: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The values of an object, by the names that lead to them."""
    if isinstance(told, dict):
        for name, value in told.items():
            if name not in WORDS:
                yield from flat(value, f"{path}.{name}")
    elif isinstance(told, list):
        yield f"{path}#", len(told)
    else:
        yield path, told


def kind_of(address: str, *names: str) -> str:
    """An address without whose it is."""
    for name in names:
        address = address.replace(name, "*")
    return address


def facts(look: Look, season: Season, player: str, persona: str) -> Counter[tuple[str, Any]]:
    """What is said of a player beside the games' own documents: values of objects that name it, and lines of pages."""
    found: Counter[tuple[str, Any]] = Counter()
    for address, text in look.told.items():
        is_own = f"/{player}/" in address or f"={player}" in address
        kind = kind_of(address, season.slug, player)
        if not is_own and player not in text and persona not in text:
            continue
        told = documents(text)
        for document in told:
            for path, each in [("", document)] if is_own else objects(document):
                if is_own or player in each.values():
                    beside = each.get("role", "") or each.get("team", "") if isinstance(each, dict) else ""
                    found.update((f"{kind}{path}{name}|{beside}", value) for name, value in flat(each))
        if not told:
            lines = (
                re.split(r"<[^>]*>", text) if is_own else re.findall(r"<(?:tr|li)\b.*?</(?:tr|li)>", text, re.DOTALL)
            )
            found.update(
                (kind, re.sub(r"\s+", " ", line)) for line in lines if is_own or player in line or persona in line
            )
    return found


def changes(before: Counter[tuple[str, Any]], after: Counter[tuple[str, Any]]) -> Signs:
    """What is a sign of what changed: where, and by how much where that is a number."""
    gone, new = before - after, after - before
    numbers: defaultdict[str, list[float]] = defaultdict(list)
    for sign, of in ((1, new), (-1, gone)):
        for kind, value in of:
            if isinstance(value, int | float) and not isinstance(value, bool):
                numbers[kind].append(sign * value)
    signs = {f"{kind} by {round(sum(values), 3)}" for kind, values in numbers.items()}
    return signs | {f"{kind} changed" for kind, _ in (*gone, *new)}


def said_in(game: Mapping[str, str], player: str, persona: str) -> Signs:
    """What the documents of a game say beside a player's name."""
    signs: Signs = set()
    for address, text in game.items():
        kind, told = address, documents(text)
        for document in told:
            for path, each in objects(document):
                if player in each.values() or persona in each.values():
                    signs |= {f"{kind}{path}.{name}={each[name]}" for name in ("role", "team") if each.get(name)}
        if not told:
            for line in re.findall(r"<(?:tr|li)\b.*?</(?:tr|li)>", text, re.DOTALL):
                if player in line or persona in line:
                    signs |= {f"{kind} {word}" for word in re.sub(r"<[^>]*>", " ", line).lower().split()}
    return signs


# --- manners ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Aliases:
    """Of a game that is over, by seat: which of its aliases hid, as everybody is told, and how each played."""

    hidden: tuple[bool, ...]
    manners: tuple[Mapping[str, float], ...]


def aliases_in(game: Mapping[str, str], hidden_team: str) -> Aliases:
    """The same from a game's public documents: counts of its events by kind and by what the seat is in them."""
    log_ = documents(game["/api/v1/games/{game}/log/"])[0]
    seats = len(log_["seats"])
    manners: list[Counter[str]] = [Counter() for _ in range(seats)]
    for event in log_["events"]:
        for name, value in event.items():
            if name in ("seat", "by", "target", "about", "whom", "author") and isinstance(value, int):
                manners[value][f"{event['kind']}.{name}"] += 1
                manners[value][f"{event['kind']}.{name}.{event['round']}"] += 1
    teams = {
        event["seat"]: event["team"] for event in log_["events"] if event["kind"] == "revealed" and "seat" in event
    }
    told = documents(game["/api/v1/games/{game}/"])[0]["seats"]
    teams |= {seat["seat"]: seat["team"] for seat in told if seat["team"]}
    return Aliases(tuple(teams.get(seat) == hidden_team for seat in range(seats)), tuple(manners))


# --- the guesser -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Manners:
    """How a player was seen to play so far: in how many games, and the sums and sums of squares of each count."""

    games: int = 0
    sums: Counter[str] = field(default_factory=Counter)
    squares: Counter[str] = field(default_factory=Counter)

    def add(self, manner: Mapping[str, float]) -> None:
        self.games += 1
        for name, value in manner.items():
            self.sums[name] += value  # type: ignore[assignment]  # counts, as all here
            self.squares[name] += value**2  # type: ignore[assignment]

    def of(self, name: str) -> tuple[float, float]:
        """A count's mean and variance; it is 0 in games that do not have it."""
        mean = self.sums[name] / self.games
        return mean, self.squares[name] / self.games - mean**2


@dataclass(slots=True)
class Guesser:
    """What was learned of signs and manners so far, from games that were told."""

    lot: str
    seen: dict[bool, Counter[str]] = field(default_factory=lambda: {True: Counter(), False: Counter()})
    cases: Counter[bool] = field(default_factory=Counter)
    manners: defaultdict[str, Manners] = field(default_factory=lambda: defaultdict(Manners))

    def weight(self, signs: Signs) -> float:
        """How much more these signs come with hiding than without, as a logarithm."""
        told = 0.0
        for sign in sorted(signs):
            hid, not_ = ((self.seen[how][sign] + 0.5) / (self.cases[how] + 1) for how in (True, False))
            told += log(hid / not_)
        return told

    def likeness(self, manner: Mapping[str, float], player: str) -> float:
        """How likely a player is to have played so, as a logarithm."""
        past = self.manners[player]
        if past.games < 3:
            return 0.0
        told = 0.0
        for name in sorted(past.sums.keys() | manner.keys()):
            mean, variance = past.of(name)
            spread = variance + 0.5
            told -= (manner.get(name, 0) - mean) ** 2 / (2 * spread) + log(spread) / 2
        return told

    def by_manner(self, aliases: Aliases, players: Sequence[str]) -> dict[str, float]:
        """For each player, how likely it is to be one of the aliases that hid, as a logarithm."""
        told = {}
        for player in players:
            likely = [self.likeness(manner, player) for manner in aliases.manners]
            top = max(likely)
            shares = [exp(each - top) for each in likely]
            told[player] = log(
                sum(s for s, hid in zip(shares, aliases.hidden, strict=True) if hid) / sum(shares) + 1e-3
            )
        return told

    def ranking(self, game: str, signs: Mapping[str, Signs], aliases: Aliases, past: Iterable[str] = ()) -> list[str]:
        """The players of a season in the order in which they are thought to hide in a game: those first that do most
        likely, and of equals by lot. In the `past` are those that were found out in the block."""
        by_manner, out = self.by_manner(aliases, list(signs)), set(past)
        told = {player: self.weight(signs[player]) + by_manner[player] - (player in out) for player in signs}
        lots = Dice(self.lot, game).shuffled(sorted(signs))
        return sorted(lots, key=lambda player: -told[player])

    def is_sure(self, signs: Signs) -> bool:
        """Whether these signs leave hardly a doubt that somebody hid."""
        return self.weight(signs) > 3

    def learn(self, game: Mapping[str, bool], signs: Mapping[str, Signs]) -> None:
        """Takes in who sat in a game, and whether that one hid."""
        for player, hid in game.items():
            self.cases[hid] += 1
            self.seen[hid].update(signs[player])

    def learn_manner(self, sat: Sequence[str], aliases: Aliases) -> None:
        """Takes in who was which alias of a game."""
        for player, manner in zip(sat, aliases.manners, strict=True):
            self.manners[player].add(manner)


def truth_of(public_id: str) -> tuple[list[str], dict[str, bool]]:
    """Who sat where in a game, and who of them hid: what everybody is told when its block is over."""
    game = Game.objects.get(public_id=public_id)
    hidden = ruleset_named(game.ruleset).hidden_team
    rows = list(game.seats.order_by("number").values_list("player__player_id", "team"))
    return [player for player, _ in rows], {player: team == hidden for player, team in rows}
