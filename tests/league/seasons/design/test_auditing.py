"""The audit counts what counts, whatever was drawn, and says what games cannot tell."""

import pytest

from league.seasons.design.auditing import Difference, Kind, Played, audit
from league.seasons.design.separating import Sides, untold

NAMES = ("Ada", "Ben", "Cleo", "Dan")
KIND = Kind("Small", 3, {"spy": "spies", "guard": "keepers"}, "spies")


def game(
    number: int, players: str, spy: int = 0, *, table: int = 0, first: int | None = None, **fields: bool
) -> Played:
    roles = tuple("spy" if seat == spy else "guard" for seat in range(3))
    return Played(
        number, table, tuple(map(int, players)), roles, first, **{"is_over": True, "is_counted": True} | fields
    )


def test_it_counts_by_player_and_tells_the_worst_at_ends_and_in_between():
    games = [game(1, "012"), game(2, "123"), game(3, "230"), game(4, "301")]
    (book,) = audit(NAMES, [KIND], games).books
    assert book.counts["games", ""] == [3, 3, 3, 3]
    assert book.counts["seat", "1"] == [1, 1, 1, 1]
    assert book.counts["role", "spy"] == book.counts["team", "spies"] == [1, 1, 1, 1]
    (end,) = book.ends
    assert (end.block, end.number, end.games, end.counted) == (1, 4, 4, 4)
    assert (book.at_ends, book.in_between) == (0, 2)
    assert book.between["games"] == Difference(1, "", 1)


def test_who_speaks_first_is_counted_where_somebody_does():
    games = [game(1, "012", first=2), game(2, "123", first=2)]
    assert audit(NAMES, [KIND], games).books[0].counts["first speaker", ""] == [0, 0, 1, 1]
    assert ("first speaker", "") not in audit(NAMES, [KIND], [game(1, "012")]).books[0].counts


def test_what_does_not_count_is_not_counted_and_a_block_ends_when_all_of_it_is_over():
    rest = [game(2, "123"), game(3, "230"), game(4, "301")]
    unrated = audit(NAMES, [KIND], [game(1, "012", is_counted=False), *rest]).books[0]
    assert (unrated.counts["games", ""], unrated.ends[0].counted) == ([2, 2, 2, 3], 3)
    assert unrated.at_ends == 1
    running = audit(NAMES, [KIND], [Played(1, 0), *rest]).books[0]
    assert (running.counts["games", ""], list(running.ends)) == ([2, 2, 2, 3], [])


def test_each_rule_book_has_blocks_of_its_own_and_pairs_are_of_all():
    games = [game(1, "012"), game(2, "012", table=1), game(3, "123"), game(4, "012", 1, table=1)]
    found = audit(NAMES, [KIND, KIND._replace(title="Other")], games)
    assert [book.counts["games", ""] for book in found.books] == [[1, 2, 2, 1], [2, 2, 2, 0]]
    assert (found.met[0, 1], found.met[1, 2], found.met[0, 3], found.against[0, 1]) == (3, 4, 0, 3)
    assert [[end.number for end in book.ends] for book in found.books] == [[3], [4]]


# --- what cannot be told ---------------------------------------------------------------------------------------------


def sides(*told: str) -> list[Sides]:
    """Games as "01/23": hidden, then open."""
    return [Sides(*(tuple(map(int, side)) for side in each.split("/"))) for each in told]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("games", "wanted"),
    [
        (["0/123", "1/023", "2/013", "3/012"], "Everybody plays every game"),
        (
            ["0/1", "1/0", "2/3", "3/2"],
            "These never met those, not even through others, and cannot be compared: Ada and",
        ),
        (["0/12", "1/02", "2/01"], "Of Dan nothing is known: no game that counts."),
        (["0/12", "1/03", "3/02"], "How well Cleo would hide is not known: never hidden so far."),
        (["0/23", "1/23", "2/01", "3/01"], "The roster plays as two sides"),
        (["0/12", "1/23", "2/30", "3/01"], "So few games leave"),
        (["01/23", "23/01", "01/23"], "Ada and Ben were on one team in every game of either"),
        (["0/123", "0/123"], "Ben, Cleo and Dan were on one team in every game of theirs"),
    ],
)
def test_what_cannot_be_told_is_said(games, wanted):
    assert any(each.startswith(wanted) for each in untold(sides(*games), NAMES))


def test_nothing_is_said_where_all_can_be_told_and_where_nothing_was_played():
    names = [*NAMES, "Eve"]
    every = [
        f"{one}/{''.join(str(each) for each in range(5) if each not in (one, out))}"
        for one in range(5)
        for out in range(5)
        if out != one
    ]
    assert untold(sides(*every), names) == []
    assert untold([], names) == []
