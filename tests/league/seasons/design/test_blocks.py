"""Blocks: everybody has everything as often, whatever the rules, the roster and the number of games; and by lot."""

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import combinations, product

import pytest

from games.engine.rulesets import all_rulesets
from league.seasons.design.auditing import Audit, Kind, Played, audit
from league.seasons.design.blocks import Dealt, Table, games_in_blocks
from league.seasons.design.shares import Cast

RULES = all_rulesets()
SHIPPED = ("council-mafia", "glass-box", "reactive-mafia", "town-mafia")


def cast_of(slug: str, seats: int) -> list[tuple[str, str]]:
    rules = RULES[slug]
    return [(role.name, role.team) for role in rules.cast(seats, rules.options_from({}, seats))]


def table(slug: str, seats: int, *, by_team: bool = False) -> Table:
    rules, dealt = RULES[slug], cast_of(slug, seats)
    teams = [(rules.open_team,), (rules.hidden_team,)] if by_team else [(rules.open_team, rules.hidden_team)]
    casts = tuple(Cast.of(each for each in dealt if each[1] in those) for those in teams)
    return Table(casts, rules.draws_first(seats))


def kind(slug: str, seats: int) -> Kind:
    return Kind(slug, seats, dict(cast_of(slug, seats)), RULES[slug].hidden_team)


def drawn(tables: Sequence[Table], players: int, games: int, secret: str = "s") -> list[Dealt]:
    return list(games_in_blocks(secret=secret, players=players, tables=tables, games=games))


def audited(books: Sequence[tuple[str, int]], players: int, games: int, secret: str = "s") -> Audit:
    found = drawn([table(*book) for book in books], players, games, secret)
    played = [
        Played(number, (number - 1) % len(books), each.players, each.roles, each.first, is_over=True, is_counted=True)
        for number, each in enumerate(found, start=1)
    ]
    return audit([str(place) for place in range(players)], [kind(*book) for book in books], played)


def check_each_game(books: Sequence[tuple[str, int]], games: Sequence[Dealt]) -> None:
    for number, game in enumerate(games):
        slug, seats = books[number % len(books)]
        assert len(set(game.players)) == len(game.players) == seats
        assert Counter(game.roles) == Counter(role for role, _ in cast_of(slug, seats))
        assert (game.first is not None) == RULES[slug].draws_first(seats)


def sizes() -> Iterator[tuple[str, int, int]]:
    """Every shipped rule book with every table and every roster up to 40."""
    for slug in SHIPPED:
        for seats in RULES[slug].seats:
            for players in range(seats, 41):
                yield slug, seats, players


SAMPLE = [each for number, each in enumerate(sizes()) if number % 211 == 0]


def test_the_sample_has_all_rule_books():
    assert {slug for slug, _, _ in SAMPLE} == set(SHIPPED)


@pytest.mark.parametrize(("slug", "seats", "players"), SAMPLE)
def test_counts_differ_by_at_most_one_at_the_end_of_every_block(slug, seats, players):
    for games in (players - 1, players + players // 2):
        found = audited([(slug, seats)], players, games, f"{games}")
        (book,) = found.books
        assert [end.games for end in book.ends] == [players] * (games // players) + [games % players] * (
            games % players > 0
        )
        assert book.at_ends <= 1
        assert {each.by for end in book.ends if end.games == players for each in end.worst.values()} <= {0}
        check_each_game([(slug, seats)], drawn([table(slug, seats)], players, games, f"{games}"))


@pytest.mark.slow
@pytest.mark.parametrize("slug", SHIPPED)
def test_so_it_is_for_every_table_roster_and_number_of_games(slug):
    for name, seats, players in sizes():
        for games in range(1, players + 1) if name == slug else ():
            assert audited([(slug, seats)], players, games).books[0].at_ends <= 1, (slug, seats, players, games)


def twenty() -> list[tuple[tuple[tuple[str, int], ...], int, int]]:
    """Twenty seasons: each rule book alone with the least roster, its usual table and 40 players, and some together."""
    found = []
    for slug in SHIPPED:
        rules = RULES[slug]
        least, usual, most = rules.seats[0], rules.default_seats, rules.seats[-1]
        found += [
            (((slug, least),), least, 3 * least + 2),
            (((slug, usual),), usual + 5, 31),
            (((slug, most),), 40, 53),
        ]
    pairs = [(("town-mafia", 8), ("council-mafia", 9)), (("glass-box", 8), ("reactive-mafia", 6))]
    found += [(pair, players, 2 * players + 5) for pair, players in product(pairs, (9, 14, 23))]
    every = tuple((slug, RULES[slug].default_seats) for slug in SHIPPED)
    return [*found, (every, 12, 61), (every, 40, 175)]


def test_the_audit_of_twenty_seasons_tells_of_differences_of_at_most_one():
    seasons = twenty()
    assert len(seasons) == 20
    assert {players for _, players, _ in seasons} >= {5, 6, 7, 40}
    for books, players, games in seasons:
        found = audited(books, players, games)
        assert [book.at_ends <= 1 for book in found.books] == [True] * len(books), (books, players)
        assert max(found.games) - min(found.games) <= 1, "all rule books together"


def test_a_roster_as_large_as_the_table_plays_every_game_and_everybody_is_everything():
    found = audited([("town-mafia", 8)], 8, 16)
    (book,) = found.books
    wanted = {"mafioso": 4, "doctor": 2, "sheriff": 2, "vigilante": 2, "villager": 6}
    assert {role: set(book.counts["role", role]) for role in wanted} == {role: {each} for role, each in wanted.items()}
    assert set(found.met.values()) == {16}
    assert [each for each in book.untold if each.startswith("Everybody plays every game")] == list(book.untold)


def test_who_meets_is_mixed_as_evenly_as_can_be():
    assert set(audited([("town-mafia", 8)], 9, 18).met.values()) == {14}
    met = audited([("town-mafia", 8)], 24, 72).met
    assert max(met.values()) - min(met.values()) <= 3
    assert len(met) == len(list(combinations(range(24), 2)))


def test_nobody_has_played_much_more_than_others_in_between():
    (book,) = audited([("town-mafia", 8)], 24, 72).books
    assert book.between["games"].by <= 4


def test_the_same_secret_draws_the_same_and_another_another():
    tables = [table("town-mafia", 8), table("council-mafia", 9)]
    assert drawn(tables, 14, 40) == drawn(tables, 14, 40)
    assert drawn(tables, 14, 40) != drawn(tables, 14, 40, "other")


def test_what_a_secret_draws_is_the_same_bytes_on_every_python():
    told = repr([tuple(game) for game in drawn([table("town-mafia", 8), table("reactive-mafia", 7)], 13, 60)])
    assert sha256(told.encode()).hexdigest() == "12466d4354be85ca3ca27186b00fa63fcf41e0216a8a242476aae23ebf770ecf"


def test_a_seat_says_nothing_of_a_role_within_a_block():
    """In 60 blocks each seat has had each role about as often; in none is a seat always the same."""
    seen: Counter[tuple[int, str]] = Counter()
    for block in range(60):
        games = drawn([table("town-mafia", 5)], 7, 7, f"{block}")
        for seat in range(5):
            assert len({game.roles[seat] for game in games}) > 1
        seen.update((seat, role) for game in games for seat, role in enumerate(game.roles))
    assert all(50 < seen[seat, role] < 120 for seat in range(5) for role in ("mafioso", "doctor", "sheriff"))
    assert all(110 < seen[seat, "villager"] < 230 for seat in range(5))


def test_a_seat_may_keep_what_most_of_the_table_are():
    few = Table((Cast(("spy", "mobster"), ("town", "mafia"), (1, 4)),), draws_first=False)
    spies = [{game.roles.index("spy") for game in drawn([few], 5, 5, f"{block}")} for block in range(30)]
    assert {3, 4} <= {len(seats) for seats in spies}, "if it were always five, each game told of the others"
    assert 1 not in {len(seats) for seats in spies}


def test_the_last_place_in_a_block_is_everybodys_as_often():
    """Whoever knows all games of a block but the last knows that one: who that gives away is by lot."""
    hidden = Counter(
        player
        for block in range(120)
        for player, role in zip(*drawn([table("town-mafia", 5)], 6, 6, f"{block}")[-1][:2], strict=True)
        if role == "mafioso"
    )
    assert sorted(hidden) == list(range(6))
    assert max(hidden.values()) < 45


def test_too_few_players_are_refused():
    with pytest.raises(ValueError, match="8 seats need at least as many players, not 7"):
        drawn([table("town-mafia", 8)], 7, 3)


def test_casts_of_one_team_each_are_balanced_together_also_where_sides_are_smaller_than_the_table():
    for players in (6, 7, 8, 11):
        games = drawn([table("town-mafia", 8, by_team=True)], players, players)
        for seat in range(8):
            assert sorted(game.players[seat] for game in games) == list(range(players))
        roles = Counter(pair for game in games for pair in zip(game.players, game.roles, strict=True))
        assert all(roles[place, "villager"] == 3 and roles[place, "mafioso"] == 2 for place in range(players))
        assert sorted(game.players[game.first] for game in games if game.first is not None) == list(range(players))
        for game in games:
            for team in (("mafioso",), ("doctor", "sheriff", "vigilante", "villager")):
                sitting = [place for place, role in zip(game.players, game.roles, strict=True) if role in team]
                assert len(sitting) == len(set(sitting))
