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

from games.agents.offline import play_whole
from games.engine.table import Given
from games.hosting.making import Order, create_games, draw_game
from games.models import Game
from league.api.description import described
from league.api.drafting.way import CHECKED, WAY
from league.models import Season
from league.seasons.playing.keeping import play_due_games, sweep
from personas.roster import ensure_roster
from tests.factories import make_token, make_user
from tests.games.casting import cast
from tests.games.watching import site
from tests.league.staging import staged
from tests.patience import at_most

ROOT = Path(__file__).resolve().parents[2]


def requests_of(text: str) -> list[list[str]]:
    """The commands of a block, without what is said beside them."""
    (block,) = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    whole = re.sub(r"\\\n", " ", block)
    return [shlex.split(each) for each in re.findall(r"^curl .*?(?=^curl |^#|\Z)", whole, re.DOTALL | re.MULTILINE)]


def test_the_way_is_told_in_the_documentation_as_in_the_docs() -> None:
    for told in (WAY, CHECKED):
        assert told in (ROOT / "docs" / "api.md").read_text("utf-8")
        assert told in described()


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(at_most(120))
def test_who_has_the_documentation_alone_checks_a_game_that_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    """The example is run as it stands, against games of two rule books and one whose deal came with its order; then
    against one whose stored words, and one whose stored roles, are other ones."""
    (code,) = re.findall(r"```python\n(.*?)```", CHECKED, re.DOTALL)
    body, _, call = code.rpartition("print(")
    assert call.startswith("check("), "the last line runs it"
    check: dict[str, Any] = {}
    exec(body, check)
    drawn = staged("S/1", play=play_whole)
    ship = staged("S/2", ruleset="glass-box", players=cast(8), play=play_whole)
    roles = tuple(drawn.seats.order_by("-number").values_list("role", flat=True))
    order = Order("town-mafia", drawn.options, cast(6), {}, "S/3", given=Given(roles))
    (made,) = create_games(drawn=[draw_game(order)])
    given = staged(game=made, play=play_whole)
    forged, dealt = staged("S/4", play=play_whole), staged("S/5", play=play_whole)
    first = forged.events.filter(kind="said").earliest("seq")
    forged.events.filter(pk=first.pk).update(data=first.data | {"words": "I never said that."})
    Game.objects.filter(pk=dealt.pk).update(salt="another")
    with site() as running:
        url = f"http://127.0.0.1:{running.port}"
        told = {game.public_id: check["check"](url, game.public_id) for game in (drawn, ship, given, forged, dealt)}
        noted = [check["check"](url, drawn.public_id, each)["commitment"] for each in (drawn.commitment, "ab" * 32)]
        exec(f"print({call}".replace("https://league.example", url).replace("GAME_ID", drawn.public_id), check)

    assert (drawn.is_given, given.is_given, noted) == (False, True, [True, False])
    whole = {"hash": True, "commitment": True}
    assert [told[game.public_id] for game in (drawn, ship, given)] == [whole] * 3
    assert told[forged.public_id] == {"hash": False, "commitment": True}
    assert told[dealt.public_id] == {"hash": True, "commitment": False}
    assert capsys.readouterr().out.strip() == str(whole)


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
