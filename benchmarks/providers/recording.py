"""What is it that providers are sent? A proxy between the league and the loopback provider keeps one request of each
kind of question, by protocol, model and how it is asked; to be read by eye against the providers' documents.

    python benchmarks/providers/recording.py FOLDER [--ruleset SLUG,…] [--turns 2] [--faults 0.03]

A game of each rule book is played by models of each protocol, with parameters and without, and what is asked beside the
games too: probes, personas, a narrator. Some answers are spoilt, so that there are second tries. Each file is a request
as it came over the line, its body indented, without its key, and the status that it got. Prints which fields were sent
to whom, how often, and what was refused. Law: no key is ever written.
"""

import argparse
import asyncio
import json
import os
import re
import sys
import tempfile
import threading
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

import aiohttp  # noqa: E402  after the path
from aiohttp import web  # noqa: E402

from games.loopback.process import Provider, provider  # noqa: E402

SECRET: Final = ("authorization", "x-api-key")
OF_THE_LINE: Final = ("host", "content-length", "accept-encoding", "transfer-encoding", "connection")
ASKED: Final = re.compile(r'\{"answer": ?"(\w+)"')
BESIDE: Final = {"create the persona": "persona", "You are the narrator": "narration"}
LOCAL: Final = ("loop-object", "loop-plain", "loop-text")
LONGEST_SHOWN: Final = 60  # characters of a value
# Who is asked, by protocol, and with what besides. Those called `loop-` speak as servers of one's own.
CASTS: Final[Mapping[str, tuple[tuple[str, Mapping[str, Any]], ...]]] = {
    "openai": (
        ("gpt-4.1-mini", {"temperature": 0.7, "top_p": 0.9, "seed": 7}),
        ("gpt-4o-mini", {"extra_body": {"frequency_penalty": 0.2}}),
        ("gpt-5-mini", {"effort": "minimal", "verbosity": "low", "service_tier": "flex"}),
        ("gpt-5.6-luna", {"effort": "low", "verbosity": "low"}),
        ("gpt-5.4-mini", {"effort": "none", "temperature": 0.7}),
        ("o4-mini", {"effort": "high"}),
        ("loop-object", {"temperature": 0.7}),
        ("loop-plain", {}),
        ("loop-text", {"context_size": 8192}),
    ),
    "openai-responses": (
        ("gpt-4.1-mini", {"temperature": 0.7, "top_p": 0.9}),
        ("gpt-5-mini", {"effort": "medium", "verbosity": "low", "service_tier": "flex"}),
        ("gpt-5-nano", {"temperature": 0.7}),
        ("gpt-5.6-luna", {"effort": "max"}),
        ("gpt-5.6-terra", {"effort": "none"}),
        ("gpt-5-codex", {}),
        ("o3", {"effort": "low"}),
    ),
    "anthropic": (
        ("claude-sonnet-4-5", {"temperature": 0.7}),
        ("claude-sonnet-4-5-20250929", {"effort": "medium", "temperature": 0.7}),
        ("claude-haiku-4-5", {"top_p": 0.9}),
        ("claude-haiku-4-5-20251001", {"effort": "low", "top_p": 0.98}),
        ("claude-opus-4-5", {"effort": "high"}),
        ("claude-sonnet-4-6", {"effort": "max"}),
        ("claude-sonnet-5", {"effort": "none"}),
        ("claude-opus-5-5", {"effort": "none"}),
        ("claude-sonnet-5-5", {"effort": "xhigh"}),
    ),
}


@dataclass
class Kept:
    """What came by: which fields, how often, what became of it, and which requests stand in a file already."""

    folder: Path
    about: str = ""  # what is asked about for now: a rule book, or a name for what is asked beside the games
    sent: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    refused: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    fields: dict[str, dict[str, dict[str, str]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(dict)))

    def take(self, path: str, headers: Mapping[str, str], raw: bytes, status: int, said: bytes) -> None:
        """One request and what it got."""
        body = json.loads(raw)
        name, kind = str(body.get("model")), f"{self.about}-{kind_of(body)}"
        protocol = path.strip("/").removeprefix("v1/").replace("/", "-")
        self.sent[protocol, name, kind] += 1
        told = "" if status == 200 else f" {json.loads(said).get('error', {}).get('message', '')}"
        if status != 200:
            self.refused[protocol, name, f"{status}{told}"] += 1
        for where, value in fields_in(body):
            self.fields[protocol][where].setdefault(name, value)
        file = self.folder / protocol / name / f"{kind}{'' if status == 200 else f'.{status}'}.txt"
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(shown(path, headers, body, f"{status}{told}"), encoding="utf-8")


def kind_of(body: Any) -> str:
    """What a request asks for: the kind of its question, with a mark where it is a second try, or what else it is."""
    text = json.dumps(body.get("input", body.get("messages")), ensure_ascii=False).replace('\\"', '"')
    said = body.get("input", body.get("messages"))
    again = "-again" if any(isinstance(each, dict) and each.get("role") == "assistant" for each in said) else ""
    kinds = ASKED.findall(text)
    if kinds:
        return f"{kinds[-1]}{again}"
    whole = f"{json.dumps(body.get('system', ''))}{text}"
    return next((f"{kind}{again}" for words, kind in BESIDE.items() if words in whole), f"other{again}")


def fields_in(body: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Every field of a body by its path, with a value; a schema's own are not looked into."""
    if isinstance(body, dict) and body and not where.endswith(("schema", "extra_body")):
        for name, value in body.items():
            yield from fields_in(value, f"{where}.{name}".lstrip("."))
    elif isinstance(body, list):
        for value in body:
            yield from fields_in(value, f"{where}[]")
    else:
        value = json.dumps(body, ensure_ascii=False)
        yield where, value if len(value) <= LONGEST_SHOWN else f"{value[:LONGEST_SHOWN]}… ({len(value):,} characters)"


def shown(path: str, headers: Mapping[str, str], body: Any, status: str) -> str:
    """A request for a reader."""
    told = [f"{name}: {'(the key)' if name.lower() in SECRET else value}" for name, value in headers.items()]
    said = json.dumps(body, ensure_ascii=False, indent=1).replace("\\n", "\n")
    return "\n".join([f"POST {path}", *told, "", said, "", f"→ {status}", ""])


# --- the proxy -------------------------------------------------------------------------------------------------------


@contextmanager
def proxy(upstream: str, kept: Kept) -> Iterator[str]:
    """An address that passes on what it gets to another, and what that answers back; `kept` gets both."""
    loop, up = asyncio.new_event_loop(), threading.Event()
    told: list[str] = []

    async def passed(request: web.Request) -> web.Response:
        raw = await request.read()
        headers = {name: value for name, value in request.headers.items() if name.lower() not in OF_THE_LINE}
        async with (
            aiohttp.ClientSession() as session,
            session.request(request.method, f"{upstream}{request.path_qs}", data=raw, headers=headers) as response,
        ):
            said = await response.read()
            back = {name: value for name, value in response.headers.items() if name.lower() not in OF_THE_LINE}
        kept.take(request.path, headers, raw, response.status, said)
        return web.Response(status=response.status, body=said, headers=back)

    async def begin() -> None:
        application = web.Application(client_max_size=32 * 1024 * 1024)
        application.router.add_post("/{path:.*}", passed)
        runner = web.AppRunner(application)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        told.append(f"http://127.0.0.1:{runner.addresses[0][1]}")
        up.set()

    def run() -> None:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(begin())
        loop.run_forever()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    if not up.wait(30):
        raise SystemExit("the proxy did not come up")
    try:
        yield told[0]
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)


# --- what is asked ---------------------------------------------------------------------------------------------------


def play(rulesets: list[str] | None, turns: int, faults: float, loop: Provider, url: str, kept: Kept) -> None:
    """Probes every model, lets one of each protocol write a persona and tell a game, and plays all games."""
    import logging

    import django
    from django.core.management import call_command

    django.setup()
    logging.disable(logging.WARNING)
    call_command("migrate", verbosity=0)
    from django.conf import settings

    from games.agents.providers import openai
    from games.engine.rulesets import all_rulesets, ruleset_named
    from games.gateway.errands import CannotProbe, CannotWrite, generate_persona, probe_model
    from games.hosting.keeping import host_games, leave_halls
    from games.hosting.narrator import dictate
    from personas.models import LanguageModel
    from personas.sheet import ROSTER
    from tests.factories import players_on
    from tests.games.casting import make_game

    local = f"{url}/v1".replace("127.0.0.1", "localhost")
    settings.LEAGUE_BASE_URLS = [url, f"{url}/v1", local]
    openai.OFFICIAL = f"{url}/v1"  # so that OpenAI's models are asked as they are at OpenAI's own address
    for protocol, cast in CASTS.items():
        base = url if protocol == "anthropic" else f"{url}/v1"
        rows = []
        for name, besides in cast:
            slug = f"{protocol}-{name}".replace(".", "-")
            row = LanguageModel(slug=slug, name=slug, provider=protocol, model_name=name, base_url=base)
            row.key_variable = "LOOP_KEY"
            if name in LOCAL:
                row.base_url = local
            for field_name, value in besides.items():
                setattr(row, field_name, value)
            row.full_clean()
            row.save()
            rows.append(row)
            kept.about = "probe"
            try:
                probe_model(model=row)
            except CannotProbe as error:
                sys.stdout.write(f"{slug} was not probed: {error}\n")
            kept.about = "beside"
            try:
                generate_persona(model=row)
            except CannotWrite as error:
                sys.stdout.write(f"{slug} wrote no persona: {error}\n")
        for slug in rulesets or all_rulesets():
            kept.about = slug
            loop.control(faults={"prose": faults, "truncated": faults, "empty": faults})
            made = []
            # Who is asked what hangs on its role, so the models change places.
            for shift in range(min(turns, len(rows))):
                turned = [*rows[shift:], *rows[:shift]]
                sheets = ROSTER[: ruleset_named(slug).default_seats]
                players = [
                    players_on(turned[number % len(turned)], {sheet.slug: sheet})[0]
                    for number, sheet in enumerate(sheets)
                ]
                narrator = {"narrator": turned[0].slug} if slug == "town-mafia" else {}
                made.append(make_game(f"recorded/{protocol}/{slug}/{shift}", ruleset=slug, players=players, **narrator))
            host_games(owner="recording", slice_seconds=24 * 3600, stopping=threading.Event())
            leave_halls()
            loop.control(faults={})
            for game in made:
                game.refresh_from_db()
                sys.stdout.write(f"{protocol} {slug}: {game.status} {game.waiting}\n")
                if game.terms["narrator"] != "none":
                    dictate(game=game)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--ruleset", type=lambda text: text.split(","))
    parser.add_argument("--turns", type=int, default=2, help="games of a rule book in a protocol, by other places")
    parser.add_argument("--faults", type=float, default=0.03, help="the share of each of three faults")
    asked = parser.parse_args()
    kept = Kept(asked.folder)
    with tempfile.TemporaryDirectory(prefix="recording-") as folder, provider() as loop, proxy(loop.url, kept) as url:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "league.settings",
            "LEAGUE_DATA_DIR": folder,
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "LEAGUE_PAID_CALLS": "0",
            "LEAGUE_KEY_VARIABLES": "LOOP_KEY",
            "LOOP_KEY": loop.key,
        }
        play(asked.ruleset, asked.turns, asked.faults, loop, url, kept)
    for protocol, fields in kept.fields.items():
        sys.stdout.write(f"\n{protocol}\n")
        for where, values in sorted(fields.items()):
            by_value: dict[str, list[str]] = defaultdict(list)
            for name, value in values.items():
                by_value["(text)" if "characters)" in value else value].append(name)
            sys.stdout.write(f"  {where}\n")
            for value, names in by_value.items():
                sys.stdout.write(f"      {value}: {', '.join(sorted(names))}\n")
    sys.stdout.write(
        f"\n{sum(kept.sent.values()):,} requests, {len(kept.sent)} kinds by protocol, model and question\n"
    )
    for (protocol, name, why), count in sorted(kept.refused.items()):
        sys.stdout.write(f"  refused {count} times: {protocol} {name}: {why}\n")


if __name__ == "__main__":
    main()
