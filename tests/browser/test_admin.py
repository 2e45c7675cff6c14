"""The backstage in a real browser."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT, Watcher, demo
from tests.patience import at_most

pytestmark = [pytest.mark.browser, pytest.mark.timeout(at_most(240)), pytest.mark.long(30)]

NAME, PASSWORD = "keeper", "a password for one test"
FOCUSED = "() => document.activeElement.closest('#modal-content') !== null"
BEHIND = "() => document.getElementById('header-inner').closest('[inert]') !== null"


@pytest.fixture
def site(tables: Path, tmp_path: Path) -> Iterator[str]:
    with demo(tmp_path, "--pace", "0.1", tables=tables) as url:
        settings = {"LEAGUE_DATA_DIR": str(tmp_path), "LEAGUE_SETUP": "0", "DJANGO_SETTINGS_MODULE": "league.settings"}
        subprocess.run(
            [sys.executable, "manage.py", "createsuperuser", "--noinput", "--username", NAME, "--email", "k@localhost"],
            cwd=ROOT,
            env=os.environ | settings | {"DJANGO_SUPERUSER_PASSWORD": PASSWORD},
            check=True,
        )
        yield url


def signed_in(watcher: Watcher, url: str) -> Page:
    page = watcher.open(url)
    page.fill("[name=username]", NAME)
    page.fill("[name=password]", PASSWORD)
    page.click("button[type=submit]")
    return page


def test_the_keyboard_is_in_a_dialog_until_it_is_closed(site: str, watcher: Watcher) -> None:
    page = signed_in(watcher, f"{site}/admin/games/killswitch/")
    opener = page.get_by_role("link", name="Stop all calls").locator("visible=true")

    opener.click()
    reason = page.get_by_label("Reason")
    expect(reason).to_be_focused()
    assert page.evaluate(BEHIND)
    for _ in range(3):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement !== document.body"):  # else it is in the browser's own bars
            assert page.evaluate(FOCUSED)

    page.get_by_role("button", name="Stop all calls").click()
    expect(page.get_by_text("This field is required.")).to_be_visible()
    expect(reason).to_be_focused()

    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    assert not page.evaluate(BEHIND)
