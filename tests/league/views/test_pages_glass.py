"""The glass box is a glass box: of all that was answered in a game everything can be reached through the glass, beat by
beat, and through no other lens anything."""

import re
from collections import Counter
from html import unescape
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.agents.offline import play_whole
from games.engine.rulesets import all_rulesets
from games.models import Answer, Game
from league.views.stage.beneath import STRETCH
from personas.roster import ensure_roster
from tests.league.staging import after_the_first_night, staged
from tests.league.views.test_pages import page

pytestmark = pytest.mark.django_db
EVERY_GAME = pytest.mark.parametrize("slug", sorted(all_rulesets()))
WORDS = ("message", "happened", "suspicions", "strategy", "reason")


def whole(slug: str, **given: Any) -> Game:
    rules = all_rulesets()[slug]
    return staged("S/1", play=play_whole, ruleset=slug, players=ensure_roster()[: rules.default_seats], **given)


def plain(text: str) -> str:
    """What can be read on a page, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


def part_of(client: Client, game: Game, beat: int = 0, lens: str = "glass", status: int = 200) -> str:
    """A stretch of what is beneath the line."""
    answer = client.get(f"/games/{game.public_id}/", {"lens": lens, "part": "beneath", "beat": beat})
    assert answer.status_code == status
    return answer.content.decode()


def stretches(client: Client, game: Game) -> dict[int, str]:
    """By beat what is beneath the line, as the page's script asks for it."""
    beats = client.get(f"/api/v1/games/{game.public_id}/beats/", {"lens": "glass"}).json()["results"]
    found: dict[int, str] = {}
    for start in range(0, len(beats), STRETCH):
        text = part_of(client, game, start)
        for part in text.split('<div data-beneath="')[1:]:
            number, _, rest = part.partition('">')
            found[int(number)] = rest
    assert sorted(found) == list(range(len(beats)))
    return found


@EVERY_GAME
def test_everything_that_was_answered_is_beneath_some_beat(client: Client, slug: str) -> None:
    game = whole(slug)
    read = plain(" ".join(stretches(client, game).values()))
    sought: Counter[str] = Counter()
    missed: list[str] = []
    for answer in Answer.objects.filter(game=game):
        texts = [("thought", answer.thought), *((name, answer.answer.get(name)) for name in WORDS)]
        for name, text in texts:
            if text and text != "[SILENT]":
                sought[f"{answer.kind} {name}"] += 1
                missed += [] if plain(text) in read else [f"{answer.kind} {name}: {text}"]
    assert missed == []
    assert sum(sought.values()) > 25
