"""An administrator's whole round, in a real browser and on a league that really plays: personas come in from a file and
play on two models, what a season taught one of them is edited by hand and read to it, brought back and taken back."""

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from playwright.sync_api import Page, expect

from games.loopback.process import Provider, provider
from personas.rows import yaml_file
from personas.sheet import ROSTER, dump
from tests.browser.conftest import PATIENCE, Watcher, listening, manage
from tests.databases import copy_tables
from tests.patience import at_most

pytestmark = [pytest.mark.browser, pytest.mark.timeout(at_most(300)), pytest.mark.long(40)]

ANN, BEA, PASSWORD = "ann", "bea", "a password for one test"
NAMES: Final = ("Ada Quay", "Bo Quay", "Cleo Quay", "Dov Quay", "Esi Quay")
PERSONAS: Final = "/admin/personas/persona/?q=quay"
UNDO: Final = "/admin/personas/memoryrevision/undo/"
BACKGROUND: Final = " ".join(ROSTER[0].identity.background.split())[:30]  # of the first of the five
NOTE: Final = "Ask the quietest first."
SECRET: Final = "quay-0"  # drawn by rotation the model is doctor in both games, and nobody kills it before it is asked
SLOW: Final = 1.5  # seconds an answer, while somebody looks for the button
LOOK: Final = 500  # milliseconds between two looks: an address is answered so often a minute


class League:
    """The site, the provider of its models, and the API by which a test looks at what pages did."""

    def __init__(self, url: str, models: Provider, api: httpx.Client, data: Path) -> None:
        self.data = data
        self.url = url
        self.models = models
        self.api = api

    def told(self, path: str) -> Any:
        """What the API tells at a path."""
        return self.api.get(path).raise_for_status().json()

    def comes_to(self, page: Page, path: str, is_there: Callable[[Any], bool]) -> Any:
        """What the API tells once it is so."""
        for _ in range(int(PATIENCE / LOOK)):
            if is_there(told := self.told(path)):
                return told
            page.wait_for_timeout(LOOK)
        raise AssertionError(f"{path} still tells {told!r}")


@pytest.fixture
def league(tables: Path, tmp_path: Path) -> Iterator[League]:
    """A league with the shipped roster and two administrators, whose models are asked at a provider of this machine."""
    copy_tables(tables, tmp_path / "league.sqlite3")
    made = [f"createsuperuser --noinput --username {name} --email {name}@localhost" for name in (ANN, BEA)]
    with provider() as models:
        manage(tmp_path, *made, DJANGO_SUPERUSER_PASSWORD=PASSWORD)
        more = {"OPENAI_BASE_URL": models.openai_url, "OPENAI_API_KEY": models.key}
        with (
            listening(tmp_path, "serve", more=more) as url,
            httpx.Client(base_url=f"{url}/api/v1/", timeout=at_most(10)) as api,
        ):
            yield League(url, models, api, tmp_path / "league.sqlite3")


@pytest.mark.slow
def test_an_administrators_whole_round(league: League, watcher: Watcher) -> None:
    ann = signed_in(watcher, league, ANN)
    import_personas(ann, league)
    make_players(ann, league)
    look_at_a_briefing(ann, league)

    play_until_paused(ann, league)
    first = league.comes_to(ann, "players/mini_ada_quay/memory/", lambda told: told["revision"] == 1)
    edit_memory_beside_somebody_else(ann, signed_in(watcher, league, BEA), league)

    go_on_and_find_it_in_the_next_prompt(ann, league)
    restore(ann, league, first)
    take_back(ann, league)


def signed_in(watcher: Watcher, league: League, name: str) -> Page:
    """A page of the admin, as this administrator sees it."""
    page = watcher.open(f"{league.url}/login/?next=/admin/", name=name)
    page.fill("[name=username]", name)
    page.fill("[name=password]", PASSWORD)
    page.click("button[type=submit]")
    expect(page).to_have_url(f"{league.url}/admin/")
    return page


# --- personas --------------------------------------------------------------------------------------------------------


def file_of(*, wrong: bool = False) -> str:
    """Five personas as somebody writes them; if `wrong`, the second with a temper that does not exist, the fourth with
    too few traits."""
    rows = []
    for place, (name, sheet) in enumerate(zip(NAMES, ROSTER, strict=False)):
        written = dump(sheet) | {"slug": slug_of(name), "name": name, "relationships": []}
        if wrong and place == 1:
            written["temper"] = "sulker"
        if wrong and place == 3:
            written["identity"] = {"background": "Came by sea.", "traits": ["brave"]}
        rows.append({"slug": slug_of(name), "name": name, "status": "draft", "sheet": written})
    return yaml_file.written(rows)


def slug_of(name: str) -> str:
    return name.lower().replace(" ", "_")


def import_personas(page: Page, league: League) -> None:
    """A file with two wrong rows brings nobody in and says of each line why; the mended one is looked at, confirmed,
    and all of it approved."""
    text = file_of(wrong=True)
    lines = text.splitlines()
    temper = lines.index("  temper: sulker") + 1
    traits = lines.index("    traits:", lines.index("- slug: dov_quay")) + 1

    choose_file(page, league, text)
    expect(page.get_by_text("Nothing comes in: 2 of 5 rows cannot be read")).to_be_visible()
    refused = page.get_by_role("region", name="Nothing comes in").get_by_role("listitem")
    expect(refused).to_have_text(
        [
            re.compile(rf"^\s*Line {temper}, sheet:\s+temper must be one of .+, not 'sulker'\s*$"),
            re.compile(rf"^\s*Line {traits}, sheet:\s+identity\.traits must hold 3 to 5, not 1\s*$"),
        ]
    )
    page.goto(f"{league.url}{PERSONAS}")
    expect(page.locator("[name=_selected_action]")).to_have_count(0)

    choose_file(page, league, file_of())
    expect(page.get_by_text("5 new, 0 changed, 0 as before. Nothing is stored yet.")).to_be_visible()
    rows = page.get_by_role("region", name="Row by row")
    expect(rows.get_by_role("heading")).to_have_text([re.compile(name) for name in NAMES])
    rows.get_by_text("All of it").first.click()
    expect(rows.get_by_text(BACKGROUND)).to_be_visible()
    page.get_by_role("button", name="Confirm import").click()
    expect(page.get_by_text("5 new, 0 changed, 0 as before.")).to_be_visible()

    do_to_all(page, league, "approve_selected")
    expect(page.get_by_text("5 of 5 approved.")).to_be_visible()


def choose_file(page: Page, league: League, text: str) -> None:
    page.goto(f"{league.url}/admin/personas/persona/import/")
    file: Any = {"name": "quay.yaml", "mimeType": "application/yaml", "buffer": text.encode()}
    page.set_input_files("input[name=import_file]", file)
    page.get_by_role("button", name="Submit").click()


def do_to_all(page: Page, league: League, action: str) -> None:
    """Chooses all five in the list, and what is to be done with them."""
    page.goto(f"{league.url}{PERSONAS}")
    for box in page.locator("[name=_selected_action]").all():
        box.check()
    page.locator("select[name=action]").select_option(action)
    page.get_by_role("button", name="Run").click()


# --- players ---------------------------------------------------------------------------------------------------------


def make_players(page: Page, league: League) -> None:
    """A model behind a provider is written down and tried out; then all five play on it, and on one of the house."""
    page.goto(f"{league.url}/admin/personas/languagemodel/add/")
    for field, value in (("slug", "mini"), ("name", "Mini"), ("model_name", "gpt-4o-mini")):
        page.fill(f"[name={field}]", value)
    page.select_option("[name=provider]", "openai")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name="Mini").first.click()
    page.get_by_role("link", name="Try it out").locator("visible=true").click()
    page.get_by_role("button", name="Ask it").click()
    expect(page.get_by_text("answers of Mini stood")).to_be_visible()

    for model in ("House listener", "Mini"):
        do_to_all(page, league, "seat_selected")
        expect(page.get_by_role("heading", name="Make players of these personas?").last).to_be_visible()
        page.get_by_label("Model", exact=True).select_option(label=model)
        page.get_by_role("button", name="Make players").click()
        expect(page.get_by_text(f"5 of 5 are new players on {model}.")).to_be_visible()


def look_at_a_briefing(page: Page, league: League) -> None:
    """What a doctor would be told as this persona, how much that is and what it costs; then the same of other rules."""
    page.goto(f"{league.url}{PERSONAS}")
    page.get_by_role("link", name="Ada Quay").first.click()
    briefing = page.locator("#briefing")
    for ruleset in ("town-mafia", "council-mafia"):
        page.get_by_label("Briefed as").select_option(f"{ruleset}:doctor")
        expect(briefing).to_contain_text(re.compile(r"About \d+ tokens before the first question, \d+ of them for"))
        expect(briefing).to_contain_text(re.compile(r"Mini: \$0\.\d+"))
        expect(briefing).to_contain_text("Ada Quay")
        expect(briefing).to_contain_text("doctor")


# --- a season --------------------------------------------------------------------------------------------------------


def play_until_paused(page: Page, league: League) -> None:
    """A season of two games is made and started, and paused while the first is on: that one is played to its end."""
    page.goto(f"{league.url}/seasons/new/?ruleset=town-mafia")
    page.get_by_label("Name", exact=True).fill("Quay")
    for title in ("Pace and what is shown", "Memory"):  # which are folded away
        page.locator("summary", has_text=title).click()
    for label, value in (("Games", "2"), ("Seconds between games", "0"), ("Pace", "0"), ("Games behind", "1")):
        page.get_by_label(label, exact=True).fill(value)
    page.locator("[name=town-mafia-seats]").fill("5")
    expect(page.get_by_label("What players remember")).to_have_value("live")
    page.get_by_role("button", name="None", exact=True).click()
    for place, name in enumerate(NAMES):
        page.get_by_label(
            f"{name} on {'House listener' if place else 'Mini'}"
        ).first.check()  # on the roster, not against it
    page.get_by_role("button", name="Make the season").click()
    expect(page.get_by_text("Quay is ready to be started.")).to_be_visible()
    with closing(sqlite3.connect(league.data)) as rows, rows:
        rows.execute("UPDATE league_season SET secret = ?, design = 'rotation' WHERE slug = 'quay'", [SECRET])

    league.models.control(latency=SLOW)
    page.get_by_role("link", name="Start the season").click()
    expect(page.get_by_text("What it will cost: ")).to_be_visible()
    page.get_by_role("button", name="Yes, do it").click()
    # A game that nobody has begun would wait with its season.
    league.comes_to(page, "games/?season=quay&status=running", lambda told: len(told["results"]) == 1)
    page.get_by_role("link", name="Pause").click()
    page.get_by_role("button", name="Yes, do it").click()
    expect(page.get_by_text("no game of it begins until it is resumed")).to_be_visible()
    league.models.control(latency=0)
    league.comes_to(page, "games/?season=quay&status=finished", lambda told: len(told["results"]) == 1)


def come_to_player(page: Page, league: League) -> None:
    """The page of the one player that is a model, found in the list."""
    page.goto(f"{league.url}/admin/personas/player/?q=mini_ada_quay")
    page.locator("#result_list").get_by_role("link", name="mini_ada_quay").click()
    expect(page.get_by_role("heading", name="As a model is told")).to_be_visible()


def edit_memory_beside_somebody_else(ann: Page, bea: Page, league: League) -> None:
    """While a season is under way an edit wants a reason; who wrote from what somebody has changed meanwhile is told
    so, sees what stands there by now, and what she typed is still there."""
    come_to_player(ann, league)
    ann.get_by_role("link", name="revision 1", exact=True).click()
    expect(ann.get_by_text("It plays in Quay, under way, whose games teach it")).to_be_visible()
    bea.goto(ann.url)

    ann.get_by_label("Written by hand").fill(NOTE)
    ann.get_by_role("button", name="Write a revision").click()
    expect(ann.get_by_text("say why its memory is edited meanwhile")).to_be_visible()
    ann.get_by_label("Why").fill("It listened to nobody.")
    ann.get_by_role("button", name="Write a revision").click()
    expect(ann.get_by_text("written; it is at revision 2.")).to_be_visible()

    bea.get_by_label("Written by hand").fill("Something else.")
    bea.get_by_label("Why").fill("It was too sure.")
    bea.get_by_role("button", name="Write a revision").click()
    expect(bea.get_by_text("is at revision 2 by now, and this was made from 1")).to_be_visible()
    expect(bea.get_by_label("Written by hand")).to_have_value(re.compile("Something else."))
    expect(bea.get_by_label("Why")).to_have_value("It was too sure.")
    expect(bea.get_by_text(NOTE).first).to_be_visible()
    assert league.told("players/mini_ada_quay/memory/")["revision"] == 2

    come_to_player(ann, league)
    ann.get_by_label("Briefed as").select_option("town-mafia:villager")
    expect(ann.locator("#briefing")).to_contain_text(NOTE)
    expect(ann.locator("#briefing")).to_contain_text(re.compile(r"Mini: \$0\.\d+"))


def go_on_and_find_it_in_the_next_prompt(page: Page, league: League) -> None:
    """The season is resumed and over; what its first game's requests lack, all of its second's have."""
    page.goto(f"{league.url}/seasons/quay/")
    page.get_by_role("link", name="Resume").click()
    page.get_by_role("button", name="Yes, do it").click()
    league.comes_to(page, "seasons/quay/", lambda told: told["status"] == "finished")
    # What the second game teaches the model comes when that has been asked.
    league.comes_to(page, "players/mini_ada_quay/memory/", lambda told: told["revision"] >= 3)
    games = {row["number"]: row["game"] for row in league.told("seasons/quay/fixtures/")["results"]}
    for number, is_told in ((1, False), (2, True)):
        page.goto(f"{league.url}/admin/games/call/?q={games[number]}&purpose__exact=answer")
        calls = page.locator("#result_list tbody th a, #result_list tbody td a")
        expect(calls).not_to_have_count(0)
        calls.first.click()
        request = page.locator("pre").filter(has_text="gpt-4o-mini").first
        expect(request).to_contain_text(BACKGROUND)
        assert (NOTE in request.inner_text()) is is_told


# --- brought back ----------------------------------------------------------------------------------------------------


def restore(page: Page, league: League, first: Any) -> None:
    """What it remembered after its first game it remembers again, to the letter."""
    come_to_player(page, league)
    page.get_by_role("link", name=re.compile(r"^revision \d+$")).click()
    page.get_by_role("button", name="Restore revision 1").click()
    expect(page.get_by_text("remembers revision 1 again")).to_be_visible()
    now = league.told("players/mini_ada_quay/memory/")
    assert now["revision"] > first["revision"]
    assert json.dumps(now["learned"]) == json.dumps(first["learned"])


def take_back(page: Page, league: League) -> None:
    """What the first game taught is taken back from all five, and then all that the others learned since; what that
    would be is said first."""
    game = {row["number"]: row["game"] for row in league.told("seasons/quay/fixtures/")["results"]}[1]
    page.goto(f"{league.url}{UNDO}?game={game}")
    page.get_by_role("button", name="See what that is").click()
    expect(page.get_by_text(f"Everything learned in game {game} is taken back from 5 players")).to_be_visible()
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("Taken back from 5 players.")).to_be_visible()
    assert "counts" not in league.told("players/mini_ada_quay/memory/")["learned"]

    page.goto(f"{league.url}{UNDO}")
    page.fill("[name=since_0]", "2000-01-01")
    page.fill("[name=since_1]", "12:00:00")
    page.get_by_role("button", name="See what that is").click()
    expect(page.get_by_text("is taken back from 4 players")).to_be_visible()
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("Taken back from 4 players.")).to_be_visible()
