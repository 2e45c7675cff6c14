"""Rows for tests: each function makes one that the database takes as it is; keywords change what a test is about."""

import itertools
from collections.abc import Mapping
from datetime import UTC, datetime, time
from importlib import import_module
from typing import Any

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from games.models import Account, Answer, Call, Event, Game, Narration, Reflection, Seat
from league.models import (
    Act,
    Addressee,
    Alert,
    Calendar,
    Figures,
    Fixture,
    Learned,
    Process,
    Receipt,
    Season,
    SeasonPlayer,
    SeasonRules,
    Series,
    Slot,
    Standing,
    Telling,
    Token,
    User,
    Weight,
)
from league.results.folding import fold
from league.results.sums import FIGURES_SUMS
from personas.models import LanguageModel, MemoryRevision, ModelVersion, Persona, Player, Price, SheetVersion
from personas.sheet import ROSTER, Sheet, dump
from tests.databases import OneByOne

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
TERMS = {"spoilers": "open", "pace": 0, "names": "alias", "rated": True}
count = itertools.count(1)


def make_persona(**fields: Any) -> Persona:
    number = next(count)
    given = {"slug": f"persona{number}", "name": f"Persona {number}", "sheet": {}, "status": "approved"} | fields
    decided = {} if given["status"] == "draft" else {"decided_by": "tests", "decided_at": NOON}
    return Persona.objects.create(**decided | given)


def make_sheet_version(**fields: Any) -> SheetVersion:
    persona = fields.pop("persona", None) or make_persona()
    return SheetVersion.objects.create(persona=persona, **{"number": 1, "sheet": {}, "digest": "ab" * 32} | fields)


def make_model_version(**fields: Any) -> ModelVersion:
    model = fields.pop("language_model", None) or make_model()
    given = {"number": 1, "asked": {"provider": "house"}, "digest": "cd" * 32}
    return ModelVersion.objects.create(language_model=model, **given | fields)


def make_model(**fields: Any) -> LanguageModel:
    number = next(count)
    given = {"slug": f"model{number}", "name": f"Model {number}", "provider": "house", "model_name": "listener"}
    return LanguageModel.objects.create(**given | fields)


def make_player(*, persona: Persona | None = None, model: LanguageModel | None = None, **fields: Any) -> Player:
    persona, model = persona or make_persona(), model or make_model()
    given = {"persona": persona, "model": model, "player_id": f"{model.slug}_{persona.slug}"}
    return Player.objects.create(**given | fields)


def make_players(number: int) -> list[Player]:
    return [make_player() for _ in range(number)]


def make_roster(number: int = 12) -> list[Player]:
    """Players that can be asked: shipped characters, more than once if need be, on a model that answers by lot."""
    model = LanguageModel.objects.get_or_create(slug="uniform", name="Uniform", provider="uniform")[0]
    named = [(f"{sheet.slug}{again or ''}", sheet) for again in range(number) for sheet in ROSTER][:number]
    return players_on(model, dict(named))


def players_on(model: LanguageModel, sheets: Mapping[str, Sheet]) -> list[Player]:
    """The stored players of these characters, by the slugs of their personas, on a model. Whoever is missing is made,
    all in one go: half the suite begins with them."""
    ids = {slug: f"{model.slug}_{slug}" for slug in sheets}
    stored = Player.objects.select_related("persona", "model").filter(player_id__in=ids.values())
    there = {player.player_id: player for player in stored}
    missing = [slug for slug in sheets if ids[slug] not in there]
    if missing:
        personas = {persona.slug: persona for persona in Persona.objects.filter(slug__in=missing)}
        new = [slug for slug in missing if slug not in personas]
        approved = {"status": "approved", "decided_by": "tests", "decided_at": NOON}
        made = [Persona(slug=slug, name=sheets[slug].name, sheet=dump(sheets[slug]), **approved) for slug in new]
        personas |= {persona.slug: persona for persona in Persona.objects.bulk_create(made)}
        seated = [Player(player_id=ids[slug], persona=personas[slug], model=model) for slug in missing]
        there |= {player.player_id: player for player in Player.objects.bulk_create(seated)}
    return [there[ids[slug]] for slug in sheets]


def make_revision(**fields: Any) -> MemoryRevision:
    given = {"number": 1, "learned": {"notes": ["listen first"]}, "author": "tests"}
    player = fields.pop("player", None) or make_player()
    return MemoryRevision.objects.create(player=player, **given | fields)


def make_game(**fields: Any) -> Game:
    given = {
        "ruleset": "town-mafia",
        "revision": 1,
        "terms": dict(TERMS),
        "seed": "00ff" * 8,
        "salt": "ff00" * 8,
        "commitment": "ab" * 32,
        "release": "0.1.0",
        "due_at": NOON,
    }
    return Game.objects.create(**given | fields)


def make_running_game(**fields: Any) -> Game:
    return make_game(**{"status": "running", "started_at": NOON} | fields)


def make_finished_game(**fields: Any) -> Game:
    given = {"status": "finished", "started_at": NOON, "finished_at": NOON, "winner": "town", "hash": "cd" * 32}
    return make_game(**given | fields)


def make_seat(**fields: Any) -> Seat:
    number = fields.setdefault("number", 0)
    given = {"alias": f"Alias {number}", "role": "villager", "team": "town"}
    game, player = fields.pop("game", None) or make_game(), fields.pop("player", None) or make_player()
    return Seat.objects.create(game=game, player=player, **given | fields)


def make_event(**fields: Any) -> Event:
    given = {
        "seq": 1,
        "public_seq": 1,
        "kind": "said",
        "round": 1,
        "phase": "day",
        "heard_by": -1,
        "poll": 1,
        "at": NOON,
    }
    game = fields.pop("game", None) or make_game()
    return Event.objects.create(game=game, **given | {"data": {"seat": 0, "words": "Hello."}} | fields)


def make_answer(**fields: Any) -> Answer:
    given = {"poll": 1, "seat": 0, "kind": "vote", "digest": "ef" * 8, "answer": {"target": 1}, "at": NOON}
    game = fields.pop("game", None) or make_game()
    return Answer.objects.create(game=game, **given | fields)


def make_call(**fields: Any) -> Call:
    given = {"poll": 1, "seat": 0, "provider": "openai", "model": "gpt"}
    over = {} if fields.get("status", "intended") in Call.OPEN else {"cost": 0}
    game = fields.pop("game", None) or make_game()
    return Call.objects.create(game=game, **given | over | fields)


def make_learned(**fields: Any) -> Learned:
    given = {"season": fields.get("season") or make_season(), "player": fields.get("player") or make_player()}
    return Learned.objects.create(**{"number": 1, "revision": 0} | given | fields)


def make_reflection(**fields: Any) -> Reflection:
    return Reflection.objects.create(**{"seat": fields.get("seat") or make_seat(), "asked_until": NOON} | fields)


def make_narration(**fields: Any) -> Narration:
    game = fields.pop("game", None) or make_game()
    return Narration.objects.create(game=game, **{"after": 1, "author": "gpt"} | fields)


def make_account(**fields: Any) -> Account:
    return Account.objects.create(**{"scope": "game", "name": f"game{next(count)}"} | fields)


def make_price(**fields: Any) -> Price:
    model = fields.pop("language_model", None) or make_model()
    return Price.objects.create(language_model=model, **{"valid_from": NOON, "input": 1, "output": 2} | fields)


def make_user(**fields: Any) -> User:
    return User.objects.create_user(**{"username": f"user{next(count)}"} | fields)


def make_token(**fields: Any) -> tuple[Token, str]:
    user = fields.pop("user", None) or make_user()
    return Token.objects.create(user, **{"name": "tests", "scopes": ["read"]} | fields)


def make_receipt(**fields: Any) -> Receipt:
    account = fields.pop("account", None) or make_user()
    given = {"key": "once", "digest": "ab" * 32, "began_at": NOON}
    return Receipt.objects.create(account=account, **given | fields)


def make_act(**fields: Any) -> Act:
    given = {"who": "ada", "surface": "site", "verb": "pause", "app_label": "league", "model": "season", "name": "one"}
    return Act.objects.create(**given | fields)


def make_process(**fields: Any) -> Process:
    number = next(count)
    given = {"name": f"worker {number}", "kind": "worker", "ident": f"far/1:{number}:5", "host": "far", "pid": number}
    given |= {"release": "0.1.0", "started_at": NOON, "seen_at": NOON}
    return Process.objects.create(**given | fields)


def make_addressee(**fields: Any) -> Addressee:
    number = next(count)
    given = {"slug": f"on-call-{number}", "means": "webhook", "address": f"https://example.org/hook/{number}"}
    return Addressee.objects.create(**given | {"told_from": NOON} | fields)


def make_alert(**fields: Any) -> Alert:
    number = next(count)
    given = {"kind": "season-stopped", "about": f"season-{number}", "told": f"Season {number} is paused: no key."}
    given |= {"cure": "Resume it.", "begun_at": NOON, "seen_at": NOON} | fields
    return Alert.objects.create(**{"key": f"{given['kind']}:{given['about']}"} | given)


def make_telling(**fields: Any) -> Telling:
    given = {"alert": fields.get("alert") or make_alert(), "addressee": fields.get("addressee") or make_addressee()}
    return Telling.objects.create(**given | {"begun_at": NOON, "last_at": NOON} | fields)


def make_weight(**fields: Any) -> Weight:
    given = {"season": "spring", "kind": "events", "games": 1, "weighed": 1, "rows": 40, "bytes": 9_000}
    return Weight.objects.create(**given | {"weighed_at": NOON} | fields)


def make_season(**fields: Any) -> Season:
    number = next(count)
    rules = fields.pop("rules", [{}])
    given = {"slug": f"season-{number}", "name": f"Season {number}", "games_planned": 3}
    season = Season.objects.create(**given | fields)
    for turn, each in enumerate(rules):
        make_rules(**{"season": season, "number": turn} | each)
    return season


def make_series(**fields: Any) -> Series:
    number = next(count)
    given = {"slug": f"series-{number}", "name": f"Series {number}", "template": {}}
    given |= {"slug_pattern": f"series-{number}-{{n}}", "name_pattern": f"Series {number} {{n}}"}
    return Series.objects.create(**given | fields)


def make_calendar(**fields: Any) -> Calendar:
    season = fields.pop("season", None) or make_season(at_once=1)
    given = {"weekdays": "12345", "times": "18:00", "time_zone": "Europe/Berlin"}
    return Calendar.objects.create(season=season, **given | fields)


def make_slot(**fields: Any) -> Slot:
    calendar = fields.pop("calendar", None) or make_calendar()
    given = {"day": NOON.date(), "time": time(18), "time_zone": "Europe/Berlin", "due_at": NOON, "opened_at": NOON}
    return Slot.objects.create(calendar=calendar, **given | fields)


def make_twin(**fields: Any) -> Season:
    first = fields.pop("twin_of", None) or make_season()
    return make_season(**{"twin_of": first, "rated": False} | fields)


def make_rules(**fields: Any) -> SeasonRules:
    season = fields.pop("season", None) or make_season(rules=[])
    given = {"number": 0, "ruleset": "town-mafia", "revision": 1, "seats": 8}
    return SeasonRules.objects.create(season=season, **given | fields)


def make_running_season(**fields: Any) -> Season:
    return make_season(**{"status": "running", "started_at": NOON} | fields)


def make_roster_place(**fields: Any) -> SeasonPlayer:
    season, player = fields.pop("season", None) or make_season(), fields.pop("player", None) or make_player()
    return SeasonPlayer.objects.create(season=season, player=player, **{"number": 0} | fields)


def make_fixture(**fields: Any) -> Fixture:
    season = fields.pop("season", None) or make_season()
    rules = fields.pop("rules", None) or season.rules.order_by("number")[0]
    return Fixture.objects.create(season=season, rules=rules, **{"number": 1, "cast_at": NOON} | fields)


def make_figures(**fields: Any) -> Figures:
    seat = fields.pop("seat", None) or make_seat()
    figures = Figures.objects.create(seat=seat, **{"table_size": 8, "answers": 10} | fields)
    fill_sums()
    return figures


def make_standing(**fields: Any) -> Standing:
    season, player = fields.pop("season", None) or make_season(), fields.pop("player", None) or make_player()
    given = {
        "ruleset": "town-mafia",
        "role": "villager",
        "team": "town",
        "games": 3,
        "wins": 2,
        "draws": 1,
        "survived": 1,
    }
    standing = Standing.objects.create(season=season, player=player, **given | fields)
    fill_sums()
    return standing


def fill_sums() -> None:
    """Adds up what was made without a game behind it, as the migration did that filled the sums; those of figures have
    had more columns since."""
    filling = import_module("league.migrations.0018_fill_sums")
    with connection.cursor() as cursor:
        for table in filling.TABLES:
            cursor.execute(f"DELETE FROM league_{table}")
        for statement in (filling.OUTCOMES, filling.CAREERS, filling.MODEL_CAREERS, filling.GAMES):
            cursor.execute(statement)
    fold(FIGURES_SUMS, {"wanted": "TRUE"}, [])


def forget_newest_migration() -> None:
    """Leaves the database as it is when a release with one migration more was started on it."""
    newest = OneByOne(connection).graph.leaf_nodes("league")[0]
    MigrationRecorder(connection).record_unapplied(*newest)
