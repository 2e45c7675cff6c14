"""The way of a season by the API alone: the documentation and docs/api.md tell the same, and each request is sent, with
a token of the least scope."""

import re
import shlex
import threading
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from league.api.description import described
from league.api.drafting.way import WAY
from league.models import Season
from league.seasons.playing.keeping import play_due_games, sweep
from personas.roster import ensure_roster
from tests.factories import make_token, make_user
from tests.patience import at_most

ROOT = Path(__file__).resolve().parents[2]


def requests_of(text: str) -> list[list[str]]:
    """The commands of a block, without what is said beside them."""
    (block,) = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    whole = re.sub(r"\\\n", " ", block)
    return [shlex.split(each) for each in re.findall(r"^curl .*?(?=^curl |^#|\Z)", whole, re.DOTALL | re.MULTILINE)]


def test_the_way_is_told_in_the_documentation_as_in_the_docs() -> None:
    assert WAY in (ROOT / "docs" / "api.md").read_text("utf-8")
    assert WAY in described()


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(at_most(120))
def test_a_season_goes_from_draft_to_standings_by_these_requests(client: Client) -> None:
    ensure_roster()
    user = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=["add_season", "change_season"]))
    given = {"SITE": "", "TOKEN": make_token(user=user, scopes=["season"])[1], "ETAG": ""}
    told: dict[str, Any] = {}
    for words in requests_of(WAY):
        answer = sent(client, words, given)
        assert answer.status_code in (200, 201), (words, answer.content)
        given["ETAG"] = answer.headers.get("ETag", "")
        told[words[words.index("-X") + 2 if "-X" in words else -1]] = answer.json()
        if any("/start/" in word for word in words):
            play()
    assert len(told) >= 8
    season = Season.objects.get(slug="autumn")
    assert (season.status, season.name, season.memory) == ("finished", "Autumn games", "off")
    standings = told["$SITE/api/v1/seasons/autumn/standings/"]["results"]
    assert sum(row["games"] for row in standings) == 10
    assert Season.objects.get(slug="autumn-2").status == "draft"


def sent(client: Client, words: list[str], given: dict[str, str]) -> Any:
    """What a command is answered, as curl would send it."""
    method, address, body, headers, rest = "GET", "", None, {}, iter(words[1:])
    for word in rest:
        if word == "-X":
            method = next(rest)
        elif word == "-H":
            name, _, value = filled(next(rest), given).partition(": ")
            headers[name] = value
        elif word == "-d":
            body = next(rest)
        elif word != "-i":
            address = filled(word, given)
    kind = headers.pop("Content-Type", "application/octet-stream")
    return client.generic(method, address, body or "", content_type=kind, headers=headers)


def filled(text: str, given: dict[str, str]) -> str:
    return re.sub(r"\$([A-Z]+)", lambda found: given[found[1]], text)


def play() -> None:
    """Has all that is due be played, until nothing is."""
    for _ in range(20):
        sweep(now=timezone.now())
        play_due_games(stopping=threading.Event())
        if Season.objects.get(slug="autumn").status == "finished":
            return
