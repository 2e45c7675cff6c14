"""`memory` on the command line: what is remembered, how it came to that, restored and taken back."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from personas.memory import current
from personas.models import MemoryRevision
from tests.factories import NOON, make_player, make_revision

pytestmark = pytest.mark.django_db
GAME = "abcdefghijkl"
LESSON = {
    "number": 1,
    "about": "others",
    "sign": "x",
    "means": "suspect",
    "scope": {"ruleset": "town-mafia"},
    "seen": 4,
    "right": 3,
    "base": 250,
    "given": 0,
    "evidence": [{"game": GAME, "events": [5, 9]}],
}
SENTENCE = "Whoever showed x was of the mafia in 3 of 4 cases (25 % of anybody). Suspect them for it."


def said(*command: str) -> str:
    told = StringIO()
    call_command("memory", *command, stdout=told, stderr=told)
    return told.getvalue()


def refused(*command: str) -> tuple[int, str]:
    with pytest.raises(CommandError) as error:
        said(*command)
    return error.value.returncode, str(error.value)


@pytest.fixture
def player() -> str:
    player = make_player(player_id="big_ann")
    make_revision(player=player, learned={"notes": ["Wait."]}, author="ann", reason="a start")
    counts = {"signs": [], "rulesets": {"town-mafia": {"games": 7, "others": [2, 4]}}}
    words = [{"game": GAME, "words": "I talk.", "why": "in its own words", "approved": False}]
    learned = {"notes": ["Wait."], "lessons": [LESSON], "last": 1, "counts": counts, "apart": words}
    make_revision(player=player, number=2, learned=learned, author="big_ann", game_id=GAME)
    MemoryRevision.objects.update(created_at=NOON)
    return "big_ann"


def test_what_is_remembered_is_told_in_sentences(player: str) -> None:
    assert said(player, "show").splitlines() == [
        f"big_ann, revision 2, 2026-01-01 12:00:00 UTC, from game {GAME}",
        f"   1. {SENTENCE} [50 %; {GAME} 5 9]",
        f"   -  'I talk.' (apart; {GAME})",
        '   notes: ["Wait."]',
        "counted: 7 of town-mafia",
    ]
    assert "notes" in said(player, "show", "--revision", "1")
    told = json.loads(said(player, "show", "--json"))
    assert (told["player"], told["revision"], told["game"]) == (player, 2, GAME)
    assert [(each["number"], each["text"]) for each in told["lessons"]] == [(1, SENTENCE)]
    nobody = make_player().player_id
    assert said(nobody, "show") == f"{nobody} remembers nothing: it plays every game as its first\n"
    assert said(nobody, "history") == f"{nobody} has learned nothing\n"


def test_what_was_written_by_hand_before_is_told_in_one_line(player: str) -> None:
    owner = MemoryRevision.objects.latest("pk").player
    for number, notes in ((3, ["Wait.", "Be brief."]), (4, ["Wait."])):
        make_revision(player=owner, number=number, learned={"notes": notes}, author="ann")
    told = said(player, "diff", "3", "4").splitlines()
    assert told == ['    by hand: notes: written anew (was "Wait.\\nBe brief.")']


def test_the_history_tells_what_each_revision_changed(player: str) -> None:
    assert said(player, "history").splitlines() == [
        f"revision 2, 2026-01-01 12:00:00 UTC, from game {GAME}",
        f"    learned: {SENTENCE}",
        "    wrote: I talk.",
        "    counts: 7 games of town-mafia counted (was 0)",
        "revision 1, 2026-01-01 12:00:00 UTC, by ann: a start",
        "    by hand: notes: added",
    ]
    assert said(player, "history", "--most", "1").count("revision") == 1
    assert said(player, "history", "--before", "2").startswith("revision 1")
    (newest, _) = json.loads(said(player, "history", "--json"))
    assert [each["what"] for each in newest["changes"]] == ["learned", "wrote", "played"]
    assert said(player, "diff", "1", "2").splitlines()[0] == f"    learned: {SENTENCE}"
    assert json.loads(said(player, "diff", "2", "1", "--json"))[0] == {
        "what": "dropped",
        "text": SENTENCE,
        "was": "",
        "comes": "",
        "number": 1,
    }
    assert said(player, "diff", "2", "2") == "nothing differs\n"


def test_a_revision_is_restored_and_a_game_taken_back(player: str) -> None:
    assert said(player, "restore", "1") == "big_ann remembers revision 1 again; it is now 3\n"
    assert said(player, "restore", "2", "--reason", "no") == "big_ann remembers revision 2 again; it is now 4\n"
    assert said("all", "undo", "--game", GAME) == "big_ann: without 1 game; it is at revision 5\n"
    newest = MemoryRevision.objects.get(number=5)
    assert (newest.learned["notes"], newest.author, newest.reason) == (
        ["Wait."],
        "command line",
        f"undone: game {GAME}",
    )
    said(player, "restore", "2")
    told = json.loads(said(player, "undo", "--since", "2026-01-01", "--json"))
    assert told == [{"player": player, "games": 1, "notes": [], "is_exact": True, "revision": 7}]
    found = current(newest.player)
    assert found is not None
    assert found.learned == {"notes": ["Wait."], "last": 1}


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        (("nobody", "show"), 2, "there is no player 'nobody'"),
        (("all", "show"), 2, "there is no player 'all'"),
        (("big_ann", "show", "--revision", "9"), 2, "big_ann has no revision 9"),
        (("big_ann", "restore", "9"), 2, "big_ann has no revision 9"),
        (("big_ann", "undo", "--game", "none"), 1, "nobody remembers anything that was learned in game none"),
        (("big_ann", "undo"), 2, "one of the arguments --game --since is required"),
        (("big_ann", "undo", "--since", "never"), 2, "a day or a time like 2026-01-31T14:30 is wanted, not 'never'"),
        (("all", "undo", "--since", "0001-01-01T00:00+05:00"), 2, "a time of the years 1 to 9999 in UTC is wanted"),
        (("big_ann", "undo", "--since", "9999-12-31T23:00-05:00"), 2, "a time of the years 1 to 9999 in UTC is wanted"),
    ],
)
def test_what_cannot_be_is_one_sentence(player: str, line: tuple[str, ...], code: int, told: str) -> None:
    returned, message = refused(*line)
    assert told in message
    assert returned in (code, 1)
