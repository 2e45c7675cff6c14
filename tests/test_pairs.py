"""Two games with the same public play and the same claims and different secrets look and sound the same to the byte, in
every rule book: to everybody where the season is delayed or sealed, and in an open one to each seat that is not
concerned. In a sealed season other players sit there, too.
"""

from collections.abc import Sequence

import pytest
from django.core.cache import cache
from django.test import Client

from games.engine.moderator import Moderator
from games.engine.rulesets import all_rulesets
from games.models import Game
from personas.models import Player
from tests.factories import make_fixture, make_players, make_roster_place, make_running_season
from tests.games.pairs import Pair, pairs, public
from tests.games.twins import SALT, TWIN_SALT, TWIN_SEED, stored
from tests.games.watching import site
from tests.patience import at_most
from tests.test_secrets import told_by

RULES = {slug: all_rulesets()[slug] for slug in ("council-mafia", "glass-box", "reactive-mafia", "town-mafia")}
PUBLIC_ID = "samegamesame"
DELAY = 5  # minutes
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(at_most(3600))]
Bytes = dict[str, bytes | list[str]]


def staged(game: Moderator, players: Sequence[Player], spoilers: str, *, salt: str, seed: str) -> Game:
    """A game of a season, as it stands."""
    terms = {"season": "spring", "fixture": "1", "narrator": "template", "spoilers": spoilers}
    if spoilers == "delayed":
        terms["delay_minutes"] = DELAY
    given = {"public_id": PUBLIC_ID, "seed": seed, "is_veiled": spoilers == "sealed"}
    row = stored(game, players, salt=salt, terms=terms, **given)
    rules = [{"ruleset": row.ruleset, "seats": len(players)}]
    secret = f"the secret of {seed}"
    season = make_running_season(slug="spring", name="Spring", secret=secret, spoilers=spoilers, rules=rules)
    for number, player in enumerate(sorted(players, key=lambda player: player.pk)):
        make_roster_place(season=season, player=player, number=number)
    make_fixture(season=season, game=row)
    return row


def unstaged(game: Game) -> None:
    game.fixture.season.delete()
    game.delete()
    cache.clear()


def everybodys(beats: int) -> list[str]:
    """Every address that tells everybody of a game, at each of its beats."""
    page, api = f"/games/{PUBLIC_ID}/", f"/api/v1/games/{PUBLIC_ID}/"
    return [
        *("/", "/games/", "/games/?status=running", "/seasons/", "/players/", "/stats/", "/stats/roles/", "/models/"),
        *(f"/seasons/spring/{each}" for each in ("", "schedule/", "schedule.ics", "audit/", "twins/")),
        *(page, f"{page}?lens=audience", f"{page}?lens=glass", f"{page}?lens=seat:0"),
        *(f"{page}?lens=audience&beat={beat}" for beat in range(1, beats + 1, 5)),
        *("/api/v1/games/", "/api/v1/games/?status=running", "/api/v1/models/", "/api/v1/players/"),
        *(f"/api/v1/seasons/spring/{each}/" for each in ("fixtures", "standings", "audit", "schedule", "log")),
        *(api, f"{api}events/", f"{api}events/?after=3&page_size=5", f"{api}events/?lens=glass", f"{api}beats/"),
        *(f"{api}beats/?lens=audience", f"{api}beats/?lens=glass", f"{api}narrations/", f"{api}log/"),
        *(f"{api}log/?view=viewer", f"{api}log/?view=analysis", f"{api}log/?view=calls"),
    ]


def of_seat(seat: int, beats: int) -> list[str]:
    """What is told to who looks through a seat's eyes."""
    page, api = f"/games/{PUBLIC_ID}/", f"/api/v1/games/{PUBLIC_ID}/"
    lens = f"lens=seat:{seat}"
    return [
        *(f"{page}?{lens}", f"{api}events/?{lens}", f"{api}beats/?{lens}"),
        *(f"{page}?{lens}&beat={beat}" for beat in range(1, beats + 1, 5)),
    ]


def heard(lens: str) -> Bytes:
    """What a socket and both streams bring through a lens until they say how it stands."""
    told: Bytes = {}
    with site() as running:
        for beats in (0, 1):
            with running.watch(f"/ws/games/{PUBLIC_ID}/?lens={lens}&beats={beats}") as watcher:
                watcher.hear_until("status")
                told[f"socket of {lens}, beats={beats}"] = list(watcher.heard)
        for accept in ("application/x-ndjson", "text/event-stream"):
            asked = f"/api/v1/games/{PUBLIC_ID}/stream/?beats=1&narrations=1&lens={lens}"
            with running.read(asked, accept=accept) as reader:
                reader.hear_until("status")
                told[f"stream of {lens} as {accept}"] = list(reader.lines)
    return told


def looked_at(client: Client, addresses: Sequence[str], lenses: Sequence[str]) -> Bytes:
    """All of it."""
    told: Bytes = dict(told_by(client, addresses))
    for lens in lenses:
        told |= heard(lens)
    return told


def compared(client: Client, pair: Pair, spoilers: str) -> tuple[int, list[str]]:
    """How many answers of both were looked at, and which of them are not the same."""
    players = make_players(len(pair.original.table.seats))
    beats = len(public(pair.original.ledger))
    addresses, lenses = everybodys(beats), ["audience"]
    others = [*players[1:], players[0]] if spoilers == "sealed" else players
    if spoilers == "open":
        addresses = [address for seat in pair.unconcerned for address in of_seat(seat, beats)]
        lenses = [f"seat:{seat}" for seat in pair.unconcerned]
    game = staged(pair.original, players, spoilers, salt=SALT, seed=pair.original.seed)
    one = looked_at(client, addresses, lenses)
    unstaged(game)
    twin = staged(pair.twin, others, spoilers, salt=TWIN_SALT, seed=TWIN_SEED)
    other = looked_at(client, addresses, lenses)
    unstaged(twin)
    for player in players:
        player.delete()
    assert one.keys() == other.keys()
    return len(one), [address for address in one if one[address] != other[address]]


def all_the_same(client: Client, slug: str, spoilers: str, number: int) -> None:
    looked = unconcerned = 0
    for pair in pairs(RULES[slug], number, lot=spoilers):
        many, different = compared(client, pair, spoilers)
        assert different == []
        looked += many
        unconcerned += len(pair.unconcerned)
    assert looked >= number * 40 or spoilers == "open"
    assert unconcerned or slug == "glass-box" or spoilers != "open", "somebody notices nothing"


@pytest.mark.parametrize(
    ("slug", "spoilers"),
    [
        ("council-mafia", "open"),
        ("glass-box", "sealed"),
        pytest.param("reactive-mafia", "sealed", marks=pytest.mark.slow),
        ("town-mafia", "delayed"),
    ],
)
def test_a_pair_of_games_with_the_same_public_play_is_the_same_to_the_byte(
    client: Client, slug: str, spoilers: str
) -> None:
    all_the_same(client, slug, spoilers, 1)


@pytest.mark.slow
@pytest.mark.parametrize("slug", sorted(RULES))
@pytest.mark.parametrize("spoilers", ["delayed", "sealed", "open"])
def test_two_hundred_pairs_of_games_with_the_same_public_play_are_the_same_to_the_byte(
    client: Client, slug: str, spoilers: str
) -> None:
    all_the_same(client, slug, spoilers, 25)
