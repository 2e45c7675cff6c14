"""Models that believe whatever they are told play with models that want to be believed: of a hundred sentences that
were said, and written down by whoever heard them, none reaches a later game.

Looked for is what went over the wire, word for word, in other words and in another language; that it would be found if
it were there is shown at the end.
"""

import json
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.billing.words import request_kept
from games.gateway.errands import probe_model
from games.hosting.keeping import leave_halls
from games.loopback.process import Provider
from games.loopback.replies.hearsay import How, retold
from games.models import Answer, Call, CallRecord, Reflection, Seat
from league.models import Season
from league.seasons.lifecycle.starting import start_season
from league.seasons.making.checking import Rules
from league.seasons.making.creating import create_season
from league.seasons.playing.running import Stand, run_season
from personas.experience.lessons import APART, Words, memory_in
from personas.guard.folding import fold
from personas.memory import current, revise_memory
from personas.models import LanguageModel, Player
from tests.games.voices import RESPONSES, voices
from tests.patience import at_most
from tests.poison.corpus import SENTENCES, SYNONYMS, TRANSLATIONS
from tests.poison.tap import Heard, tapped

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(at_most(600)), pytest.mark.long(80)]
POISONERS: Final = ("gpt-4o", "gpt-4.1", "claude-sonnet-4-5")
GULLIBLE: Final[dict[str, dict[str, Any]]] = {
    "gpt-4o-mini": {"gullible": "verbatim"},
    "gpt-4.1-mini": {"gullible": "paraphrased", "words": SYNONYMS},
    "claude-haiku-4-5": {"gullible": "translated", "words": TRANSLATIONS},
    "gpt-4.1-nano": {"gullible": "verbatim"},
}
WORDS: Final[dict[How, dict[str, str]]] = {"verbatim": {}, "paraphrased": SYNONYMS, "translated": TRANSLATIONS}
VILLAGES: Final = ("town-mafia", "reactive-mafia", "council-mafia")
MOST_SEASONS: Final = 4  # until all of it has been said
AT_ONCE: Final = 4  # sentences of a speech
LEAST: Final = 20  # letters of a piece that is looked for


def flat(text: str) -> str:
    """A text without case, signs and accents, as both sides are compared."""
    return " ".join(re.findall(r"\w+", fold(text)))


def pieces_of(part: str, how: How) -> list[str]:
    """What is looked for of something that was said, as it is told again: each of its sentences."""
    told = [flat(each) for each in retold(part, how, WORDS[how])]
    return [each for each in told if len(each) >= LEAST] or [max(told, key=len)]


PARTS: Final = [part for sentence in SENTENCES for part in sentence.said]
PIECES: Final = {(part, how): pieces_of(part, how) for part in PARTS for how in WORDS}


def found_in(texts: Iterable[str]) -> set[tuple[str, How]]:
    """What of the poison stands in these texts, and in which way."""
    whole = "\n".join(map(flat, texts))
    return {told for told, pieces in PIECES.items() if any(each in whole for each in pieces)}


@pytest.fixture
def line(at: Provider, settings: Settings) -> Iterator[tuple[Provider, Heard]]:
    """The loopback provider, and what it is sent."""
    with tapped(at) as (provider, heard):
        settings.LEAGUE_BASE_URLS = [provider.openai_url, provider.anthropic_url]
        yield provider, heard
        leave_halls()


def test_nothing_that_was_said_is_briefed_in_a_later_game_whoever_believed_it(line: tuple[Provider, Heard]) -> None:
    provider, heard = line
    players = seated(provider)
    say_all(provider, players)
    assert {part for part, how in found_in(heard.texts()) if how == "verbatim"} == set(PARTS)

    # Whoever heard it wrote it down, also when the game was over; and it stands in memories, for people to read.
    thoughts = list(Reflection.objects.values_list("thought", flat=True))
    believed = counted(found_in([*Answer.objects.values_list("thought", flat=True), *thoughts]))
    assert min(believed[how] for how in WORDS) > len(PARTS) / 2
    assert min(counted(found_in(thoughts))[how] for how in WORDS) > 10
    believer, words = next((each, apart(each)) for each in players if found_in(known.words for known in apart(each)))
    # In those games, too, nobody is told of it but by who says it: not before it is said, and not with what may be
    # learned.
    assert found_in(told_beside_the_talk()) == set()

    said = len(heard.bodies)
    provider.control(talk=GULLIBLE)
    season = play("afterwards", players, 4, (*VILLAGES, "glass-box"))
    assert max(map(len, Seat.objects.filter(game__fixture__season=season).values_list("lessons", flat=True))) > 0
    assert any("Your own notes on what you saw in earlier games" in text for text in heard.texts(after=said))
    assert found_in(heard.texts(after=said)) == set()

    # What somebody lets stand of it would be found.
    before = len(heard.bodies)
    let_stand(believer, words)
    play("let-stand", players, 1, VILLAGES[:1])
    assert found_in(heard.texts(after=before)) == found_in(each.words for each in words)


# --- who plays -------------------------------------------------------------------------------------------------------


def seated(provider: Provider) -> list[Player]:
    """Three who want to be believed, and four who believe them, behind three protocols."""
    others = [f"{RESPONSES}{name}" if name == "gpt-4.1-mini" else name for name in GULLIBLE]
    players = voices(provider, *POISONERS, *others, seats=len(POISONERS) + len(GULLIBLE))
    for model in LanguageModel.objects.filter(pk__in={player.model_id for player in players}):
        assert probe_model(model=model).is_fit
    return players


def play(
    slug: str, players: Sequence[Player], games: int, books: Sequence[str], tell: Callable[[Stand], None] | None = None
) -> Season:
    """A season in which they go by their characters' names, and learn from one game to the next."""
    season = create_season(
        slug=slug,
        name=slug.title(),
        rules=[Rules(book, len(players)) for book in books],
        games=games,
        players=players,
        pace=0,
        names="persona",
        lag=1,
    )
    start_season(season=season, now=timezone.now())
    stand = run_season(season=season, stopping=threading.Event(), tell=tell or (lambda stand: None))
    assert (stand.status, stand.played) == (Season.Status.FINISHED, games), stand.waiting
    return season


def say_all(provider: Provider, players: Sequence[Player]) -> None:
    """Plays until each sentence was said, and believed by whoever heard it."""
    shares = speeches()

    def said() -> set[str]:
        aloud = Answer.objects.filter(answer__has_key="message")
        return set(aloud.values_list("answer__message", flat=True))

    def say_the_rest(stand: Stand | None = None) -> None:
        so_far = said()
        rest = ([each for each in share if each not in so_far] or share for share in shares)
        says = {name: {"says": each} for name, each in zip(POISONERS, rest, strict=True)}
        provider.control(talk={**GULLIBLE, **says})

    for number in range(MOST_SEASONS):
        say_the_rest()
        play(f"poisoned-{number}", players, 6, VILLAGES, say_the_rest)
        if said() >= {each for share in shares for each in share}:
            return


def speeches() -> list[list[str]]:
    """What each of the poisoners is to say: the halves of a sentence are said by two, what is echoed by one more."""
    whole = [sentence.whole for sentence in SENTENCES if len(sentence.said) == 1]
    shares = [whole[place :: len(POISONERS)] for place in range(len(POISONERS))]
    for sentence in SENTENCES:
        if sentence.is_echoed:
            shares[(whole.index(sentence.whole) + 1) % len(shares)].append(sentence.whole)
    said = [[" ".join(share[at : at + AT_ONCE]) for at in range(0, len(share), AT_ONCE)] for share in shares]
    halves = [sentence.said for sentence in SENTENCES if len(sentence.said) == 2]
    for number, parts in enumerate(halves):
        for place, half in enumerate(parts, number):
            mine = said[place % len(said)]
            mine[number % len(mine)] += f" {half}"
    return said


# --- what is known of it ---------------------------------------------------------------------------------------------


def counted(found: Iterable[tuple[str, How]]) -> Counter[How]:
    return Counter(how for _, how in found)


def told_beside_the_talk() -> set[str]:
    """What requests so far held before all that was seen, and with the question when a game was over."""
    told: set[str] = set()
    for record in CallRecord.objects.filter(call__game__isnull=False).select_related("call"):
        request = json.loads(request_kept(record))
        told |= {*request["system"], *([request["task"]] if record.call.purpose == Call.Purpose.REFLECTION else [])}
    return told


def apart(player: Player) -> tuple[Words, ...]:
    """What a player has of its own words in its memory."""
    revision = current(player)
    return memory_in(revision.learned).apart if revision else ()


def let_stand(player: Player, words: Sequence[Words]) -> None:
    """Lets stand what a player wrote, as an administrator may."""
    revision = current(player)
    assert revision is not None
    stands = [replace(each, is_approved=True).plain for each in words]
    revise_memory(player=player, learned={**revision.learned, APART: stands}, author="ann", reason="a trial")
