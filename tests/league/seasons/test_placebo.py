"""Of what is said to the house it remembers nothing but what it heard: where somebody says harmless sentences in place
of the poison, all memories are the same bytes, and all later games the same games.

The twins differ in what two players say at the same moments, and the house hears each pair of sentences alike.
"""

import json
import threading
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pytest

from games.agents.house import House
from games.agents.players import OFFLINE
from games.hosting.keeping import leave_halls
from games.models import Event, Game
from league.memories.learning import teach_players
from league.models import Fixture, Season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.playing.running import run_season
from personas.models import LanguageModel, MemoryRevision, Player
from personas.roster import ensure_roster
from personas.sheet import ROSTER
from tests.factories import NOON, players_on
from tests.league.staging import memories
from tests.patience import at_most
from tests.poison.speaking import NAMES, PLACEBO, POISON, Speaker, as_heard

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(at_most(300)), pytest.mark.long(40)]
BOOKS = ("town-mafia", "reactive-mafia", "council-mafia", "glass-box")
SEATS = 7
SPEAKERS = ROSTER[20:22]
ALIASES = ("Anika", "Bruno", "Celia", "Dario", "Edda", "Farid", "Greta")
# As they stand in an event: what was said, and what the twin says in its place.
SWAPPED = {
    json.dumps(said, ensure_ascii=False): json.dumps(harmless, ensure_ascii=False)
    for said, harmless in zip(POISON, PLACEBO, strict=True)
}
COLOURS = ("Red", "Blue", "Green", "Pink", "Orange", "Yellow", "Black")


class Twin(NamedTuple):
    """A season in which sentences are said, and one after it in which nobody says any."""

    words: list[str]  # all that happened in the first season, with all words
    memories: list[tuple[str, int, str]]  # all revisions of all players
    later: list[tuple[str, str]]  # hashes and winners of the second season's games


@pytest.fixture(autouse=True)
def nobody_left_behind() -> Iterator[None]:
    yield
    leave_halls()


@pytest.mark.parametrize("names", [NAMES, ALIASES, COLOURS], ids=["of characters", "drawn", "aboard"])
def test_the_house_hears_each_sentence_and_its_placebo_alike(names: tuple[str, ...]) -> None:
    assert len(set(POISON)) == len(set(PLACEBO)) == 120
    assert not set(POISON) & set(PLACEBO)
    for said, harmless in zip(POISON, PLACEBO, strict=True):
        assert as_heard(said, names, len(names)) == as_heard(harmless, names, len(names))


@pytest.mark.slow
@pytest.mark.parametrize("names", ["alias", "persona"])
def test_all_that_is_remembered_of_poison_is_what_is_remembered_of_harmless_words(
    names: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    poisoned, harmless = (twin(monkeypatch, says, names=names) for says in (POISON, PLACEBO))

    said = "\n".join(poisoned.words)
    assert sum(part in said for part in POISON) > 40
    assert [swapped(words) for words in poisoned.words] == harmless.words
    assert poisoned.memories == harmless.memories
    assert any(json.loads(memory)["lessons"] for _, _, memory in poisoned.memories)
    assert poisoned.later == harmless.later


def twin(monkeypatch: pytest.MonkeyPatch, says: Sequence[str], *, names: str) -> Twin:
    for model in (Fixture, Game, MemoryRevision, Season):
        model.objects.all().delete()  # type: ignore[attr-defined]
    players = [*ensure_roster()[: SEATS - len(SPEAKERS)], *speakers()]
    with monkeypatch.context() as patched:
        patched.setitem(OFFLINE, "uniform", lambda sheet, model, level: Speaker(House(sheet), tuple(says)))
        words = [event for game in played("said", players, 12, names=names) for event in events_of(game)]
        patched.setitem(OFFLINE, "uniform", lambda sheet, model, level: Speaker(House(sheet)))
        later = played("later", players, 8, names=names)
    return Twin(words, memories(), [(game.hash, game.winner) for game in later])


def speakers() -> list[Player]:
    model, _ = LanguageModel.objects.get_or_create(slug="uniform", defaults={"name": "Uniform", "provider": "uniform"})
    return players_on(model, {sheet.slug: sheet for sheet in SPEAKERS})


def played(slug: str, players: Sequence[Player], games: int, *, names: str) -> list[Game]:
    season = create_season(
        slug=slug,
        name=slug.title(),
        rules=[Rules(book, SEATS) for book in BOOKS],
        games=games,
        players=players,
        pace=0,
        names=names,
        secret=slug,
        lag=1,
    )
    start_season(season=season, now=NOON)
    stand = run_season(season=season, stopping=threading.Event(), tell=lambda stand: None)
    assert (stand.status, stand.played) == (Season.Status.FINISHED, games), stand.waiting
    teach_players(season=season, now=NOON)
    return [fixture.game for fixture in season.fixtures.select_related("game").order_by("number") if fixture.game]


def events_of(game: Game) -> list[str]:
    rows = Event.objects.filter(game=game).order_by("seq").values_list("kind", "round", "heard_by", "data")
    return [
        f"{kind} {number} {heard_by} {json.dumps(data, ensure_ascii=False)}" for kind, number, heard_by, data in rows
    ]


def swapped(event: str) -> str:
    """An event with the harmless sentence in the place of the one that was said."""
    for said, harmless in SWAPPED.items():
        event = event.replace(said, harmless)
    return event
