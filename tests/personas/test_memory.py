"""A player's memory is a row of revisions; nothing that was remembered is ever lost."""

from threading import Barrier, Thread

import pytest
from django.db import connection

from personas.memory import LARGEST, Unmemorable, current, restore, revise_memory
from tests.factories import make_player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("database")]


def nested(depth: int) -> object:
    return "bottom" if depth == 0 else [nested(depth - 1)]


def test_nothing_is_remembered_before_the_first_revision() -> None:
    assert current(make_player()) is None


def test_each_revision_follows_the_one_before() -> None:
    player = make_player()

    revise_memory(player=player, learned={"notes": ["watch the quiet"]}, author="ann")
    revise_memory(player=player, learned={"notes": ["watch the loud"]}, author=player.player_id, game_id="abcdefgh0123")

    told = list(player.memory.order_by("number").values_list("number", "learned", "author", "game_id"))
    assert told == [
        (1, {"notes": ["watch the quiet"]}, "ann", ""),
        (2, {"notes": ["watch the loud"]}, player.player_id, "abcdefgh0123"),
    ]
    assert current(player) == player.memory.get(number=2)


def test_what_is_remembered_already_is_not_written_again() -> None:
    player = make_player()

    first = revise_memory(player=player, learned={"notes": ["same"]}, author="ann")
    again = revise_memory(player=player, learned={"notes": ("same",)}, author="bob")

    assert (again, player.memory.count()) == (first, 1)


def test_restoring_writes_the_earlier_memory_as_a_new_revision() -> None:
    player = make_player()
    revise_memory(player=player, learned={"notes": ["old"]}, author="ann")
    revise_memory(player=player, learned={"notes": ["new"]}, author="ann")

    restored = restore(player=player, number=1, author="bob")

    assert (restored.number, restored.learned, restored.author) == (3, {"notes": ["old"]}, "bob")
    assert player.memory.count() == 3


def test_an_unknown_revision_cannot_be_restored() -> None:
    player = make_player()

    with pytest.raises(Unmemorable, match=f"^{player.player_id} has no revision 7$"):
        restore(player=player, number=7, author="ann")


@pytest.mark.parametrize(
    ("learned", "complaint"),
    [
        (["a list"], "a memory must be an object, not ['a list']"),
        ({"": 1}, "a name in a memory must be 1 to 80 printable characters, not ''"),
        ({"a\nb": 1}, "a name in a memory must be 1 to 80 printable characters, not 'a\\nb'"),
        ({"odds": float("nan")}, "learned.odds must be a number from -2**53 to 2**53, not nan"),
        ({"odds": [1, float("inf")]}, "learned.odds[1] must be a number from -2**53 to 2**53, not inf"),
        ({"when": object}, "learned.when must be plain JSON, not type"),
        ({"text": "\ud800"}, "learned.text must be text without null characters and lone surrogates"),
        ({"text": "a\0b"}, "learned.text must be text without null characters and lone surrogates"),
        ({"deep": nested(6)}, "learned.deep[0][0][0][0][0] lies more than 6 levels deep"),
        ({"long": "x" * LARGEST}, f"a memory must fit into {LARGEST} bytes of JSON, not {LARGEST + 11}"),
    ],
)
def test_what_cannot_be_kept_is_refused_in_one_sentence(learned: dict, complaint: str) -> None:
    player = make_player()

    with pytest.raises(Unmemorable) as refusal:
        revise_memory(player=player, learned=learned, author="ann")

    assert (str(refusal.value), player.memory.count()) == (complaint, 0)


def test_a_memory_of_the_largest_size_and_depth_is_kept() -> None:
    player = make_player()
    deep, long = {"deep": nested(5)}, {"long": "x" * (LARGEST - 11)}

    assert [revise_memory(player=player, learned=one, author="ann").learned for one in (deep, long)] == [deep, long]


def test_a_memory_has_an_author() -> None:
    with pytest.raises(Unmemorable, match=r"^a memory needs an author, not ' '$"):
        revise_memory(player=make_player(), learned={}, author=" ")


@pytest.mark.django_db(transaction=True)
def test_two_writers_at_once_both_are_kept() -> None:
    player, together, failures = make_player(), Barrier(4), []

    def write(number: int) -> None:
        try:
            together.wait()
            for turn in range(5):
                revise_memory(player=player, learned={"from": number, "turn": turn}, author=f"writer {number}")
        except Exception as failure:  # noqa: BLE001  (shown by the assertion below)
            failures.append(failure)
        finally:
            connection.close()

    writers = [Thread(target=write, args=[number]) for number in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()

    assert failures == []
    assert list(player.memory.order_by("number").values_list("number", flat=True)) == list(range(1, 21))
