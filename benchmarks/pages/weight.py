"""How heavy is the page of a long game? One of each rule book, through three lenses, in a Chromium of its own.

    python benchmarks/pages/weight.py [--seeks 16] [--slow 4] [--runs 3] [--json]

elements   on the page when it has come, at 1280 x 800; and the most of eight beats that links lead to.
kB         of everything that came with it, compressed, as the browser counts it.
task       milliseconds of the longest task of the page's thread while --seeks beats all over the game are gone to, with
           the processor --slow times as slow: of the thread's own time, for a wall clock tells who else is on the
           machine. Who else is there makes that, too, up to twice as long now and then: told is of each beat the median
           of --runs, the longest of them; in brackets the same of the least of --runs, and of all runs the longest.

Elements and kB of a page that has come, over the bars (600 and 120), end it with 1. Tasks are only told: they are the
machine's, too.
"""

import argparse
import json
import sys
import tempfile
from bisect import bisect
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import httpx  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from tests.browser.conftest import FLAGS, listening, manage  # noqa: E402

ELEMENTS, KILOBYTES = 600, 120
LENSES = ("audience", "seat:1", "glass")
GAMES = (
    "town-mafia --seats 12 --option discussion_rounds=10 --seed z",
    "reactive-mafia --seats 12 --option day_messages=120 --option day_seconds=3000 --option wakings_max=100 --seed y",
    "council-mafia --seats 12 --seed y",
    (
        "glass-box --seats 12 --option kill_cooldown=30 --option short_tasks=12 --option long_tasks=8 "
        "--option stop_after=200 --option stop_tokens=100000 --option max_ticks=200 --seed d"
    ),
)
COUNT = "document.querySelectorAll('*').length"
CAME = """() => ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((sum, each) => sum + each.transferSize, 0)"""
SEEK = """(number) => {
  const scrubber = document.querySelector('[data-scrubber]');
  scrubber.value = String(number);
  scrubber.dispatchEvent(new Event('input', { bubbles: true }));
}"""


def came(browser: Browser, address: str) -> Page:
    page = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce").new_page()
    page.goto(address, wait_until="networkidle")
    return page


def tasks(page: Page, numbers: list[int], slow: float) -> list[float]:
    """The longest task of the page's thread while each of these beats is gone to: milliseconds of its own time."""
    session = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    session.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    done: list[object] = []
    session.on("Tracing.tracingComplete", lambda told: done.extend([told]))
    session.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    categories = "disabled-by-default-devtools.timeline,devtools.timeline,__metadata"
    session.send("Tracing.start", {"categories": categories, "transferMode": "ReportEvents"})
    for number in numbers:
        page.evaluate("(number) => console.timeStamp(`to ${number}`)", number)
        page.evaluate(SEEK, number)
        page.wait_for_timeout(300)
    session.send("Tracing.end")
    while not done:
        page.wait_for_timeout(50)
    threads = {
        (each["pid"], each["tid"])
        for each in events
        if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"
    }
    mine = [each for each in events if (each["pid"], each["tid"]) in threads]
    starts = sorted(each["ts"] for each in mine if each["name"] == "TimeStamp")
    longest = [0.0] * len(starts)
    for each in mine:
        if each["name"] == "RunTask" and each["ts"] >= starts[0]:
            at = bisect(starts, each["ts"]) - 1
            longest[at] = max(longest[at], each.get("tdur", 0) / 1000)
    return longest


def measured(browser: Browser, address: str, seeks: int, slow: float, runs: int) -> dict[str, float]:
    page = came(browser, address)
    found: dict[str, float] = {"elements": page.evaluate(COUNT), "kB": page.evaluate(CAME) / 1000}
    last = int(page.get_attribute("[data-scrubber]", "max") or 0)
    at_beats = []
    for nth in range(1, 9):
        other = came(browser, f"{address}&beat={last * nth // 9}#replay")
        at_beats.append(other.evaluate(COUNT))
        other.context.close()
    page.context.close()
    numbers = [last * nth // (seeks - 1) for nth in range(seeks)]
    found_by_run = []
    for _ in range(runs):
        page = came(browser, address)
        page.evaluate(SEEK, 1)
        page.wait_for_timeout(1_000)  # the beats have come
        found_by_run.append(tasks(page, numbers, slow))
        page.context.close()
    by_beat = list(zip(*found_by_run, strict=True))
    return found | {
        "at beats": max(at_beats),
        "beats": last + 1,
        "task": max(map(median, by_beat)),
        "least": max(map(min, by_beat)),
        "longest": max(map(max, by_beat)),
    }


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    arguments.add_argument("--seeks", type=int, default=16)
    arguments.add_argument("--slow", type=float, default=4)
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument("--json", action="store_true")
    given = arguments.parse_args()
    rows = []
    with tempfile.TemporaryDirectory(prefix="league-weight-") as name:
        folder = Path(name)
        manage(folder, "migrate", *(f"play {game} --save" for game in GAMES))
        with listening(folder, "serve") as url, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=list(FLAGS))
            for game in httpx.get(f"{url}/api/v1/games/").json()["results"]:
                for lens in LENSES:
                    row = measured(
                        browser, f"{url}/games/{game['id']}/?lens={lens}", given.seeks, given.slow, given.runs
                    )
                    rows.append({"ruleset": game["ruleset"], "lens": lens, **row})
                    if not given.json:
                        told = "{ruleset:15} {lens:9} {beats:4} beats {elements:4} elements, at beats {at beats:4}"
                        told += " {kB:5.0f} kB  task {task:3.0f} ms (least {least:.0f}, longest {longest:.0f})"
                        sys.stdout.write(f"{told.format(**rows[-1])}\n")
                        sys.stdout.flush()
            browser.close()
    if given.json:
        sys.stdout.write(f"{json.dumps(rows)}\n")
    return int(any(row["elements"] > ELEMENTS or row["kB"] > KILOBYTES for row in rows))


if __name__ == "__main__":
    sys.exit(main())
