"""Writes down the league of an old release, as that release stores it: what was once stored must be migrated for ever.

    git worktree add --detach OLD COMMIT; cd OLD
    PYTHONPATH=OLD python PATH/tests/migrating/record.py FOLDER

plays a league with the code of the checkout it stands in, stops some of its games in the middle, and writes
FOLDER/COMMIT.jsonl.xz. Its lines: what was recorded (commit, moment, the newest migration of every app, a token's key),
one for each table (its columns, then its rows), one for each log as it was exported. Nothing of it is made by hand.

A record that exists is never written again: when it is not migrated any more, the migrations have to be mended. The
clock is set to a day in the past, so that what was due is due on whatever machine reads it.

Imports stand in the functions: what they import reads its settings from the environment that is made here.
"""

import json
import lzma
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

DAY = datetime(2026, 2, 3, 9, tzinfo=UTC)
AT_ONCE = threading.Event()
ABOUT = "about"
UNTOLD = {"django_migrations", "django_session"}  # the first is in what was recorded; the second is nobody's


def main(folder: Path) -> None:
    import django

    commit = subprocess.check_output(["git", "rev-parse", "--short=7", "HEAD"], text=True).strip()
    target = folder / f"{commit}.jsonl.xz"
    if target.exists():
        sys.exit(f"{target} is there, and a record is never written again")
    with tempfile.TemporaryDirectory(prefix="league-record-") as data:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "league.settings",
            "LEAGUE_DATA_DIR": data,
            "LEAGUE_PAID_CALLS": "0",
            "SECRET_KEY": "of no use elsewhere",
            "LEAGUE_LOGS": "1",
        }
        django.setup()
        import time_machine
        from django.core.management import call_command

        with time_machine.travel(DAY, tick=True):
            call_command("migrate", verbosity=0)
            told = played()
            lines = [json.dumps({ABOUT: {"commit": commit, "day": DAY.isoformat(), **told, "leaves": leaves()}})]
            lines += [json.dumps(table, ensure_ascii=False) for table in tables()]
            lines += [json.dumps(log, ensure_ascii=False) for log in logs(told.pop("exports"))]
    target.write_bytes(lzma.compress("\n".join([*lines, ""]).encode(), preset=9 | lzma.PRESET_EXTREME))
    sys.stdout.write(f"{target}: {target.stat().st_size:,} bytes, {len(lines)} lines\n")


# --- what is played --------------------------------------------------------------------------------------------------


def played() -> dict[str, Any]:
    """A league: seasons of every kind in every state, exhibitions, players that remember, users."""
    from django.conf import settings
    from django.utils import timezone

    from games.engine.rulesets import all_rulesets
    from games.hosting.making import create_exhibition
    from games.hosting.verbs import pause_game, resume_game, void_game
    from games.loopback.process import KEY, provider
    from games.models import Game, Seat
    from games.terminal.exhibitions import play_exhibition
    from league.access.accounts import create_token
    from league.models import Season, User
    from league.seasons.casting.for_seasons import write_personas
    from league.seasons.lifecycle.pausing import pause_season
    from league.seasons.lifecycle.starting import start_season
    from league.seasons.making.checking import Rules
    from league.seasons.making.creating import create_season
    from personas.memory import revise_memory
    from personas.models import LanguageModel, Player, Price
    from personas.roster import ensure_player, ensure_players, ensure_roster
    from personas.sheet import ROSTER

    os.environ["LOOP_KEY"] = KEY
    books = [Rules(slug, rules.seats.start) for slug, rules in all_rulesets().items()]
    house = ensure_roster()
    uniform = [ensure_player(sheet=sheet, provider="uniform", model_name="uniform") for sheet in ROSTER[8:12]]
    levels = Player.Level.values
    for place, player in enumerate(house):
        Player.objects.filter(pk=player.pk).update(strategy_level=levels[place % len(levels)])
    user = User.objects.create_superuser("ada", "ada@example.org", "of no use elsewhere")
    User.objects.create_user("bert", "bert@example.org", "of no use elsewhere", is_staff=True)
    _, key = create_token(user=user, name="trials", scopes=["admin"])

    def season(slug: str, players: list[Any], games: int, rules: list[Any], **given: Any) -> Any:
        name = slug.capitalize()
        return create_season(slug=slug, name=name, rules=rules, games=games, players=players, **given)

    def begin(season: Any) -> Any:
        return start_season(season=season, now=timezone.now(), unprobed="a provider of this machine")

    # Finished: the four rule books, the house and uniform players at one table.
    run(begin(season("spring", [*house[:6], *uniform], 5, books, pace=0)))
    revise_memory(player=house[0], learned={"notes": ["Listen first.", "<b>Ask twice</b>."]}, author="ada")

    with provider(latency=0.01, seed="record") as at:
        settings.LEAGUE_BASE_URLS = [at.openai_url, at.anthropic_url]
        one = LanguageModel.objects.create(
            slug="gpt-4o-mini", name="GPT-4o mini", provider="openai", model_name="gpt-4o-mini",
            base_url=at.openai_url, key_variable="LOOP_KEY", most_tokens=1500,
        )  # fmt: skip
        two = LanguageModel.objects.create(
            slug="claude-haiku-4-5", name="Claude Haiku 4.5", provider="anthropic", model_name="claude-haiku-4-5",
            base_url=at.anthropic_url, key_variable="LOOP_KEY",
        )  # fmt: skip
        Price.objects.create(language_model=one, valid_from=DAY - timedelta(days=30), input=1, cached=1, output=4)
        voices = [
            pair for couple in zip(ensure_players(model=one)[:4], ensure_players(model=two)[4:8], strict=True)
            for pair in couple
        ]  # fmt: skip
        for place, player in enumerate(voices):
            Player.objects.filter(pk=player.pk).update(strategy_level=levels[(place + 1) % len(levels)])
        voices = list(Player.objects.filter(pk__in=[each.pk for each in voices]).select_related("persona", "model"))
        revise_memory(player=voices[0], learned={"habits": {"Greta": "bluffs early"}}, author=voices[0].player_id)
        revise_memory(player=voices[0], learned={"habits": {"Greta": "bluffs late"}}, author="ada", game_id="")

        play_exhibition(ruleset="town-mafia", options={}, players=[*voices[:2], *house[:4]], seed="open")

        # Paused: the house, a game over, one held in the middle.
        winter = begin(season("winter", house[:7], 4, books[-2:], interval=0, pace=0.02, spoilers="sealed"))
        run(winter, until=lambda: over(winter) >= 1 and live(winter, answers=12))
        pause_season(season=winter, reason="for the holidays")
        held = Game.objects.filter(fixture__season=winter, status=Game.Status.RUNNING).first()
        if held is None:
            raise AssertionError("no game of the winter was in the middle")
        pause_game(game=held, reason="by hand")

        # Finished: models that wrote themselves a persona before each game; its table is by model.
        run(begin(season("anew", voices[:5], 1, [books[-1]], persona_source="game", cap_season=Decimal(5), pace=0)))

        # Running: the house and a model at one table, two games over, one in the middle.
        summer = begin(
            season(
                "summer", [*house[:4], *uniform[:2], voices[3]], 6, books, names="persona", spoilers="delayed",
                pace=0.02,
            )
        )  # fmt: skip
        run(summer, until=lambda: over(summer) >= 2 and live(summer, answers=8))
        held = list(Game.objects.filter(fixture__season=summer, status=Game.Status.RUNNING))
        for game in held:  # this release's `run` plays whatever is due, of whichever season
            pause_game(game=game)

        # Running: models, told by one of them; a game over, one in the middle with a wait.
        talk = [Rules("town-mafia", 5), Rules("reactive-mafia", 6)]
        autumn = begin(
            season(
                "autumn", voices[:7], 4, talk, narrator=one.slug, cap_game=Decimal(2), cap_season=Decimal(5), pace=0.001
            )
        )  # fmt: skip
        run(autumn, until=lambda: over(autumn) >= 1 and live(autumn, answers=10))
        at.control(outage=True)
        run(autumn, until=lambda: waits(autumn))
        at.control(outage=False)
        for game in held:
            resume_game(game=game)

        # A draft whose first place a model has written for, and one that nobody has touched.
        write_personas(season=season("advent", [voices[0], *house[:6]], 3, books[:1], persona_source="season"))
        season("lent", house[:8], 12, books, cap_call=Decimal("0.05"), narrator=two.slug)

        shown = create_exhibition(ruleset="council-mafia", options={}, players=house[:7], spoilers="sealed")
        spoilt = create_exhibition(ruleset="town-mafia", options={}, players=house[:5])
        void_game(game=spoilt, reason="a trial")

    open_ones = Game.objects.exclude(status__in=Game.OVER).order_by("pk")
    found = {game.public_id: (game.status, game.last_poll, game.waiting) for game in open_ones}
    sys.stdout.write(f"open: {json.dumps(found, indent=1)}\n")
    return {
        "token": key,
        "release": Game.objects.latest("pk").release,
        "seasons": dict(Season.objects.values_list("slug", "status")),
        "shown": shown.public_id,
        "seats": Seat.objects.count(),
        "exports": list(Game.objects.filter(status="finished").order_by("pk").values_list("public_id", flat=True)),
    }


def run(season: Any, *, until: Callable[[], bool] | None = None) -> None:
    """Plays a season as `season run` does: to its end, or until it has come so far."""
    from django.db import connection

    from league.seasons.playing.running import run_season

    stopping, ended = threading.Event(), threading.Event()

    def watch() -> None:
        while not ended.wait(0.02):
            if until is not None and until():
                stopping.set()
                break
        connection.close()

    watcher = threading.Thread(target=watch)
    watcher.start()
    stand = run_season(season=season, stopping=stopping, tell=lambda _: None)
    ended.set()
    watcher.join()
    if (stand.status == "finished") is (until is not None):
        raise AssertionError(f"{season.slug} is {stand}")


def over(season: Any) -> int:
    """How many of its games are over and counted."""
    return int(season.fixtures.filter(recorded_at__isnull=False).count())


def live(season: Any, *, answers: int) -> bool:
    """Whether one of its games is in the middle: so many questions answered."""
    return bool(season.fixtures.filter(game__status="running", game__last_poll__gte=answers).exists())


def waits(season: Any) -> bool:
    """Whether one of its games waits for a provider, and says so."""
    return bool(season.fixtures.filter(game__status="running").exclude(game__waiting="").exists())


# --- what is written down --------------------------------------------------------------------------------------------


def leaves() -> list[list[str]]:
    """The newest migration of every app."""
    from django.db import connection
    from django.db.migrations.loader import MigrationLoader

    return [list(leaf) for leaf in sorted(MigrationLoader(connection).graph.leaf_nodes())]


def tables() -> list[dict[str, Any]]:
    """Every table of a model with its rows, by their keys; JSON as JSON, the rest as the database has it."""
    from django.apps import apps
    from django.db import models

    found = []
    for model in apps.get_models(include_auto_created=True):
        meta = model._meta
        if meta.proxy or not meta.managed or meta.db_table in UNTOLD:
            continue
        fields = list(meta.concrete_fields)
        rows = [
            [
                getattr(row, field.attname)
                if isinstance(field, models.JSONField) or getattr(row, field.attname) is None
                else plain(getattr(row, field.attname))
                for field in fields
            ]
            for row in model._default_manager.order_by("pk")
        ]
        if rows:
            found.append({"table": meta.label_lower, "columns": [field.attname for field in fields], "rows": rows})
    return found


def plain(value: Any) -> Any:
    """A value as JSON has it: moments and dollars as text."""
    if isinstance(value, datetime):
        return value.isoformat()
    return value if isinstance(value, (bool, int, float, str)) else str(value)


def logs(games: list[str]) -> list[dict[str, Any]]:
    """The finished games' whole logs, as `export` prints them, and where the archive has its own."""
    from django.conf import settings

    from games.ledger.archive import log_path
    from games.ledger.logs import game_log
    from games.ledger.rows import recorded_game
    from games.models import Game

    found = []
    for public_id in games:
        game = Game.objects.get(public_id=public_id)
        text = json.dumps(game_log(recorded_game(game), "analysis"), ensure_ascii=False)
        place = str(log_path(game).relative_to(settings.LEAGUE_DATA_DIR))
        found.append({"log": public_id, "path": place, "text": text})
    return found


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main(Path(sys.argv[1]).resolve())
