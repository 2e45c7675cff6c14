"""Faces at their address, and beside the names that they belong to."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from personas.faces import MOODS, face
from tests.factories import make_model, make_persona, make_player, make_roster_place, make_running_season, make_standing
from tests.league.staging import after_the_first_night, staged

pytestmark = pytest.mark.django_db


def faces_on(client: Client, path: str) -> list[str]:
    """The faces of a page, in its order."""
    pieces = client.get(path).content.decode().split('<img class="face" src="')
    return [piece.partition('"')[0] for piece in pieces[1:]]


def players(*slugs: str):
    model = make_model(slug="house-joker", provider="house", model_name="joker")
    return [
        make_player(persona=make_persona(slug=slug, name=slug.title()), model=model, player_id=f"house-joker_{slug}")
        for slug in slugs
    ]


@pytest.mark.parametrize("slug", ["old_fenn", "nobody_has_this"])
def test_a_face_is_there_for_whatever_slug(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, slug: str
) -> None:
    with django_assert_num_queries(0):
        answers = {mood: client.get(f"/faces/{slug}.svg?mood={mood}") for mood in MOODS}
        calm = client.get(f"/faces/{slug}.svg")
    assert {mood: answer.content.decode() for mood, answer in answers.items()} == {
        mood: face(slug, mood) for mood in MOODS
    }
    assert calm.content == answers["calm"].content
    assert calm["Content-Type"] == "image/svg+xml; charset=utf-8"


def test_a_face_is_kept_and_looked_after_once_a_day(client: Client) -> None:
    first = client.get("/faces/old_fenn.svg")
    again = client.get("/faces/old_fenn.svg", headers={"If-None-Match": first["ETag"]})
    other = client.get("/faces/old_fenn.svg?mood=sharp", headers={"If-None-Match": first["ETag"]})
    assert first["Cache-Control"] == "public, max-age=86400"
    assert "Cookie" not in first.get("Vary", "")
    assert (again.status_code, again.content) == (304, b"")
    assert other.status_code == 200


def test_an_opened_face_may_load_and_run_nothing(client: Client) -> None:
    assert "default-src 'none'" in client.get("/faces/old_fenn.svg")["Content-Security-Policy"]


def test_a_mood_that_there_is_not_is_a_404_with_a_sentence(client: Client) -> None:
    answer = client.get("/faces/old_fenn.svg?mood=<b>bored</b>")
    assert answer.status_code == 404
    assert (
        "mood must be one of calm, sharp, afraid, not &#x27;&lt;b&gt;bored&lt;/b&gt;&#x27;." in answer.content.decode()
    )


@pytest.mark.parametrize("address", ["/faces/a/b.svg", "/faces/<b>.svg", "/faces/.svg", "/faces/old_fenn.png"])
def test_what_is_no_slug_has_no_face(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_players_and_personas_are_shown_with_their_faces(client: Client) -> None:
    players("ann", "ben")
    assert faces_on(client, "/players/") == ["/faces/ann.svg", "/faces/ben.svg"]
    assert faces_on(client, "/players/house-joker_ben/") == ["/faces/ben.svg"]
    assert faces_on(client, "/personas/ann/") == [
        *("/faces/ann.svg", "/faces/ann.svg?mood=calm", "/faces/ann.svg?mood=sharp", "/faces/ann.svg?mood=afraid"),
        "/faces/ann.svg",
    ]


def test_rows_of_persons_have_faces_and_rows_of_models_none(client: Client) -> None:
    season = make_running_season(slug="spring")
    for number, player in enumerate(players("ann", "ben")):
        make_roster_place(season=season, player=player, number=number)
        make_standing(season=season, player=player, games=4, wins=4, draws=0)
    both = {"/faces/ann.svg", "/faces/ben.svg"}
    assert {by: set(faces_on(client, f"/leaderboard/?by={by}")) for by in ("player", "persona", "model", "level")} == {
        "player": both,
        "persona": both,
        "model": set(),
        "level": set(),
    }
    assert set(faces_on(client, "/seasons/spring/")) == both


@pytest.mark.parametrize("lens", ["audience", "glass", "seat:1"])
def test_a_game_shows_faces_beside_the_names_of_its_players_and_nowhere_else(client: Client, lens: str) -> None:
    first, second = staged(), staged(until=after_the_first_night)
    for game in (first, second):
        seats = game.seats.select_related("player__persona").order_by("number")
        told = [f"/faces/{seat.player.persona.slug}.svg" for seat in seats]
        # For the rail, which shows one of them at a time, on the stage, and at the table; and in the rail who speaks.
        shown = faces_on(client, f"/games/{game.public_id}/?lens={lens}")
        assert shown[-3 * len(told) :] == 3 * told
        assert shown[: -3 * len(told)] in ([], *([each] for each in told))
