"""What players remember, read by all by the API: newest, in revisions, and what one revision changed."""

from collections.abc import Callable

import pytest
from django.test import Client

from tests.factories import make_player, make_revision
from tests.league.api.roster.remembering import GAME, LEARNED, LESSON, memory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("database")]


def test_a_player_remembers_its_newest_revision(client: Client) -> None:
    player = make_player()
    make_revision(player=player, number=1)
    newest = make_revision(player=player, number=2, learned=LEARNED, author="ada", game_id=GAME)
    make_revision(player=player, number=3, learned={}, author="ada", game_id=GAME, season="spring")  # there alone

    response = client.get(memory(player))

    assert response.json() == {
        "player_id": player.player_id,
        "revision": 2,
        "learned": LEARNED,
        "lessons": [
            LESSON
            | {
                "text": response.json()["lessons"][0]["text"],
                "confidence": 50,
                "evidence": [
                    {
                        "game": GAME,
                        "events": [17, 21],
                        "urls": [f"/games/{GAME}/?lens=glass&line={n}#e{n}" for n in (17, 21)],
                    }
                ],
            }
        ],
        "author": "ada",
        "game": GAME,
        "season": None,
        "reason": "",
        "written_at": newest.created_at.isoformat().replace("+00:00", "Z"),
    }
    assert response.json()["lessons"][0]["text"].endswith(
        "was of the mafia in 3 of 4 cases (25 % of anybody). Suspect them for it."
    )
    assert response["ETag"] == '"2"'


def test_a_player_who_has_learned_nothing_is_at_revision_0(client: Client) -> None:
    player = make_player()
    told = client.get(memory(player)).json()
    nothing = {"author": None, "game": None, "season": None, "reason": "", "written_at": None}
    assert told == {"player_id": player.player_id, "revision": 0, "learned": {}, "lessons": []} | nothing


def test_who_has_the_revision_already_gets_nothing_new(client: Client) -> None:
    player = make_player()
    make_revision(player=player, number=1)
    response = client.get(memory(player), headers={"If-None-Match": '"1"'})
    assert (response.status_code, response.content) == (304, b"")


@pytest.mark.parametrize("more", ["", "revisions/", "revisions/1/", "revisions/1/diff/"])
def test_an_unknown_player_is_named(client: Client, more: str) -> None:
    response = client.get(f"/api/v1/players/model_nobody/memory/{more}")
    assert response.status_code == 404
    assert response.json() == {"error": {"code": "not_found", "message": "no player is called 'model_nobody'"}}


@pytest.mark.parametrize("rows", [1, 3])
def test_revisions_are_listed_newest_first_in_two_queries(
    client: Client, django_assert_num_queries: Callable, rows: int
) -> None:
    player = make_player()
    make_revision(number=9)  # another's
    for number in range(1, rows + 1):
        make_revision(player=player, number=number, reason="a trial")

    with django_assert_num_queries(2):
        told = client.get(memory(player, "revisions/")).json()["results"]

    assert [(row["revision"], row["author"], row["reason"]) for row in told] == [
        (number, "an operator", "a trial") for number in range(rows, 0, -1)
    ]
    assert "learned" not in told[0]


def test_revisions_come_in_pages(client: Client) -> None:
    player = make_player()
    for number in range(1, 4):
        make_revision(player=player, number=number)
    first = client.get(memory(player, "revisions/?page_size=2")).json()
    rest = client.get(first["next"]).json()
    assert [[row["revision"] for row in page["results"]] for page in (first, rest)] == [[3, 2], [1]]


def test_a_revision_is_told_whole_at_its_own_address(client: Client) -> None:
    player = make_player()
    make_revision(player=player, number=1, learned={"notes": ["old"]})
    make_revision(player=player, number=2, learned={"notes": ["new"]})
    told = client.get(memory(player, "revisions/1/")).json()
    assert (told["revision"], told["learned"]) == (1, {"notes": ["old"]})
    response = client.get(memory(player, "revisions/7/"))
    assert response.json()["error"]["message"] == f"{player.player_id} has no revision 7"


def test_a_difference_tells_lesson_by_lesson_what_a_revision_changed(client: Client) -> None:
    player = make_player()
    other = LESSON | {"number": 2, "sign": "claimed-alone", "means": "trust", "scope": {}}
    counts = {"signs": [], "rulesets": {"town-mafia": {"games": 2, "others": [2, 4]}}}
    words = {"game": GAME, "words": "I talked too much.", "why": "in its own words", "approved": False}
    first = {"lessons": [LESSON, other], "last": 3, "apart": [words], "mood": "calm"}
    second = {
        "lessons": [LESSON | {"seen": 6, "right": 5}, LESSON | {"number": 4, "sign": "first-accuser"}],
        "last": 4,
        "apart": [words | {"approved": True}],
        "counts": counts,
        "notes": ["Wait."],
    }
    make_revision(player=player, number=1, learned=first)
    make_revision(player=player, number=2, learned=second)

    told = client.get(memory(player, "revisions/2/diff/")).json()

    assert (told["revision"], told["against"]) == (2, 1)
    assert [(each["what"], each["number"], each["was"], each["comes"]) for each in told["changes"]] == [
        ("counted", 3, "3 of 4", ""),
        ("learned", 4, "", ""),
        ("dropped", 2, "", ""),
        ("approved", None, "", ""),
        ("played", None, "0", ""),
        ("noted", None, "calm", ""),
        ("noted", None, "", "Wait."),
    ]
    assert [each["text"] for each in told["changes"][3:]] == [
        "I talked too much.",
        "2 games of town-mafia counted",
        "mood: taken out",
        "notes: added",
    ]
    assert client.get(memory(player, "revisions/2/diff/?against=2")).json()["changes"] == []
    whole = client.get(memory(player, "revisions/1/diff/?against=0")).json()["changes"]
    assert [each["what"] for each in whole] == ["learned", "learned", "wrote", "noted"]
    assert whole == client.get(memory(player, "revisions/1/diff/")).json()["changes"]


def test_a_difference_has_the_words_that_were_written_by_hand_and_those_before_them(client: Client) -> None:
    player = make_player()
    make_revision(player=player, number=1, learned={"notes": ["Wait.", "Be brief."], "plan": {"day": 1}, "long": "old"})
    make_revision(player=player, number=2, learned={"notes": ["Wait."], "plan": {"day": 2}, "long": "x" * 5_000})

    changes = client.get(memory(player, "revisions/2/diff/")).json()["changes"]

    assert [(each["text"], each["was"], each["comes"]) for each in changes] == [
        ("long: written anew", "old", "x" * 1_999 + "…"),
        ("notes: written anew", "Wait.\nBe brief.", "Wait."),
        ("plan: written anew", '{"day": 1}', '{"day": 2}'),
    ]
