"""A persona's sheet has versions: editing adds one, and a seat keeps the one that it sat down with."""

import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connections, transaction
from django.test import Client

from games.api.told import game_told, games_to_tell
from games.gateway.players import Voice, answerer, answerer_at
from games.hosting.making import create_game
from games.hosting.verbs import replay_game
from games.ledger.logs import game_log
from games.ledger.rows import recorded_game
from games.models import Game
from league.queries.stats import stats
from league.results.figures import count_figures
from personas.admin.files import PersonaResource
from personas.models import Persona, Player, SheetVersion
from personas.roster import ensure_roster, rewrite_persona
from personas.sheet import ROSTER, dump, load
from personas.versions import digest_of, sheet_at
from tests.factories import make_model, make_persona, make_player, make_sheet_version
from tests.games.stage import play_all

pytestmark = pytest.mark.django_db


def edited(persona: Persona, background: str, **fields: Any) -> Persona:
    """The persona with another background, as somebody's form has it; keywords change more of its sheet."""
    fresh = Persona.objects.get(pk=persona.pk)
    sheet = load(fresh.sheet)
    fresh.sheet = dump(replace(sheet, identity=replace(sheet.identity, background=background), **fields))
    return rewrite_persona(persona=fresh)


def background_of(sheet: Mapping[str, Any]) -> str:
    return load(sheet).identity.background


def written(persona: Persona) -> list[tuple[int, str]]:
    return [(each.number, each.digest) for each in persona.versions.order_by("number")]


def test_an_edit_adds_a_version_and_the_same_again_adds_none() -> None:
    persona = ensure_roster()[0].persona
    first = dict(persona.sheet)
    assert written(persona) == [(1, digest_of(first))]
    second = edited(persona, "Told otherwise.")
    edited(persona, "Told otherwise.")
    assert (second.version, written(persona)) == (2, [(1, digest_of(first)), (2, digest_of(second.sheet))])
    again = edited(persona, background_of(first))
    assert (again.version, again.versions.count()) == (3, 3)
    assert [sheet_at(persona=again, number=number) for number in (0, 1, 2, 3)] == [first, first, second.sheet, first]


def test_what_was_stored_without_a_version_has_one_before_it_is_changed() -> None:
    persona = make_persona(
        slug="old_fenn", name="Old Fenn", sheet=dump(next(s for s in ROSTER if s.slug == "old_fenn"))
    )
    assert not written(persona)
    before = dict(persona.sheet)
    edited(persona, "Another.")
    assert [number for number, _ in written(persona)] == [1, 2]
    assert sheet_at(persona=Persona.objects.get(pk=persona.pk), number=1) == before


def test_a_release_that_ships_another_sheet_adds_a_version(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {persona.slug: persona.version for persona in (player.persona for player in ensure_roster())}
    changed = replace(ROSTER[0], identity=replace(ROSTER[0].identity, background="As this release has it."))
    monkeypatch.setattr("personas.roster.ROSTER", (changed, *ROSTER[1:]))
    after = {player.persona.slug: player.persona.version for player in ensure_roster()}
    assert after == before | {changed.slug: 2}
    assert SheetVersion.objects.count() == len(ROSTER) + 1


def test_an_import_adds_a_version_where_the_sheet_is_another() -> None:
    one, two = (player.persona for player in ensure_roster()[:2])
    data = PersonaResource().export(Persona.objects.filter(pk__in=[one.pk, two.pk]))
    row = data.dict[0]
    row["sheet"] = row["sheet"] | {"identity": row["sheet"]["identity"] | {"background": "As it came in."}}
    slug = row["slug"]
    data.dict = [row, data.dict[1]]
    assert not PersonaResource().import_data(data).has_errors()
    assert {persona.slug: persona.version for persona in Persona.objects.filter(pk__in=[one.pk, two.pk])} == {
        one.slug: 1 + (slug == one.slug),
        two.slug: 1 + (slug == two.slug),
    }


def test_a_version_is_numbered_once() -> None:
    persona = ensure_roster()[0].persona
    with pytest.raises(IntegrityError), transaction.atomic():
        SheetVersion.objects.create(persona=persona, number=1, sheet={}, digest="ab" * 32)


@pytest.mark.django_db(transaction=True)
def test_two_who_edit_at_once_make_two_versions() -> None:
    persona = ensure_roster()[0].persona
    errors: list[BaseException] = []

    def edit(backstory: str) -> None:
        try:
            edited(persona, backstory)
        except BaseException as error:  # noqa: BLE001  told below
            errors.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=edit, args=(f"By hand {number}.",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    last = Persona.objects.get(pk=persona.pk)
    assert (last.version, [number for number, _ in written(persona)]) == (5, [1, 2, 3, 4, 5])
    assert sheet_at(persona=last, number=5) == persona.versions.get(number=5).sheet


# --- at the table ----------------------------------------------------------------------------------------------------


def test_a_seat_keeps_sheet_and_level_that_it_sat_down_with() -> None:
    players = ensure_roster()[:5]
    far = make_player(model=make_model(provider="openai", model_name="gpt"), persona=players[4].persona)
    Player.objects.filter(pk=far.pk).update(strategy_level="advanced", is_aware=True)
    Player.objects.filter(pk=players[0].pk).update(strategy_level="intermediate")
    players = [
        *Player.objects.filter(pk__in=[player.pk for player in players[:4]]).order_by("pk"),
        Player.objects.select_related("persona", "model").get(pk=far.pk),
    ]
    game = create_game(ruleset="town-mafia", options={}, players=players, terms={})
    before = [answerer_at(seat) for seat in seats_of(game)]

    for player in players:
        edited(player.persona, "Nobody knows me any more.")
    Player.objects.update(strategy_level="basic", is_aware=False)

    after = [answerer_at(seat) for seat in seats_of(game)]
    assert after == before
    assert [house.level.name for house in after[:4]] == ["intermediate", "advanced", "advanced", "advanced"]
    assert answerer(Player.objects.get(pk=players[0].pk)).level.name == "basic"
    assert isinstance(after[4], Voice)
    assert (after[4].character.level, after[4].character.is_aware, after[4].character.sheet) == (
        "advanced",
        True,
        load(sheet_at(persona=far.persona, number=1)),
    )
    now = answerer(Player.objects.get(pk=far.pk))
    assert isinstance(now, Voice)
    assert (now.character.level, now.character.is_aware) == ("basic", False)
    assert now.character.sheet.identity.background == "Nobody knows me any more."
    later = create_game(
        ruleset="town-mafia", options={}, players=list(Player.objects.filter(pk__in=[p.pk for p in players])), terms={}
    )
    assert {seat.sheet_version for seat in later.seats.all()} == {2}
    assert [(s.strategy_level, s.is_aware, s.sheet_version) for s in game.seats.order_by("number")] == [
        ("intermediate", False, 1),
        *[("advanced", False, 1)] * 3,
        ("advanced", True, 1),
    ]


def seats_of(game: Game) -> list[Any]:
    return list(
        Game.objects.get(pk=game.pk).seats.select_related("player__persona", "player__model").order_by("number")
    )


@pytest.mark.django_db(transaction=True)
def test_log_api_page_and_statistics_say_what_it_was_then(client: Client) -> None:
    players = ensure_roster()[:5]
    Player.objects.filter(pk=players[0].pk).update(strategy_level="none", is_aware=True)
    edited(players[1].persona, "A second life.")
    known = Player.objects.select_related("persona", "model").in_bulk([player.pk for player in players])
    game = create_game(
        ruleset="town-mafia", options={}, players=[known[player.pk] for player in players], terms={"pace": 0}
    )
    play_all()
    game.refresh_from_db()
    count_figures(game=game)
    Player.objects.update(strategy_level="basic", is_aware=False)
    for player in players:
        edited(player.persona, "Nobody knows me any more.")

    then = [("none", True, 1), ("advanced", False, 2), *[("advanced", False, 1)] * 3]
    log = game_log(recorded_game(game), "public")
    told = game_told(games_to_tell().get(pk=game.pk))
    api = client.get(f"/api/v1/games/{game.public_id}/").json()
    assert [(seat["strategy_level"], seat["is_aware"], seat["sheet_version"]) for seat in log["seats"]] == then
    assert [(seat.strategy_level, seat.is_aware, seat.sheet_version) for seat in told.seats] == then
    assert [(seat["strategy_level"], seat["is_aware"], seat["sheet_version"]) for seat in api["seats"]] == then
    page = client.get(f"/games/{game.public_id}/?open=proof").content.decode()
    assert page.count("version 1 of the sheet") == 4
    assert "level none, version 1 of the sheet, aware of being a model" in page
    assert page.count("aware of being a model") == 1
    assert "level advanced, version 2 of the sheet" in page
    assert {row.key: row.seats for row in stats(by="level")} == {"advanced": 4, "none": 1}
    assert replay_game(game=game).is_identical


@pytest.mark.django_db(transaction=True)
def test_the_house_talks_by_the_sheets_that_sat_down() -> None:
    """The same game, and once with every voice rewritten before it is played: the same hash. Dealt anew, another."""
    hashes = []
    for rewritten in (None, "after it was dealt", "before"):
        players = ensure_roster()[:5]
        if rewritten == "before":
            players = list(Player.objects.select_related("persona", "model").filter(pk__in=[p.pk for p in players]))
            players.sort(key=lambda player: hashes_order.index(player.pk))
        else:
            hashes_order = [player.pk for player in players]
        game = create_game(ruleset="town-mafia", options={}, players=players, terms={"pace": 0}, seed="half")
        if rewritten == "after it was dealt":
            for player, other in zip(players, reversed(ROSTER), strict=False):
                edited(player.persona, "Another.", voice=other.voice)
        play_all()
        game.refresh_from_db()
        hashes.append(game.hash)
    assert hashes[0] == hashes[1] != hashes[2]


@pytest.mark.parametrize("fields", [{"number": 9}, {"sheet": {}}, {"digest": "cd" * 32}])
def test_the_database_itself_refuses_to_change_a_version(fields: dict[str, Any]) -> None:
    first, second = make_sheet_version(), make_sheet_version()

    for rows in (SheetVersion.objects.all(), SheetVersion.objects.filter(pk=first.pk)):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            rows.update(**fields)

    told = SheetVersion.objects.values_list("number", "digest")
    assert list(told) == [(1, "ab" * 32)] * 2
    second.persona.delete()
    assert list(SheetVersion.objects.all()) == [first]
