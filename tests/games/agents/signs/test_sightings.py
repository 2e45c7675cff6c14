"""Signs are read from one seat's view and from nothing else, and every sign there is can be seen."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from games.agents.offline import play_out
from games.agents.players import player_named
from games.agents.signs import SIGNS, Sighting, sightings
from games.agents.signs.record import Record
from games.engine.events import Seat
from games.engine.moderator import Moderator
from games.engine.ruleset import Ruleset
from games.engine.rulesets import all_rulesets
from games.engine.table import Entry
from games.engine.viewpoint import seat_viewer, seen_by
from tests.games.agents.briefing.test_two_worlds import WORLDS
from tests.games.rule_books import EVERY_RULESET

GAMES = 12  # of house players, in which whatever shows at a rule book's tables has shown


@cache
def played(rules: Ruleset[Any], number: int) -> Moderator:
    """A game of house players."""
    seats, seed = rules.default_seats, f"signs/{number + 48}"
    options = rules.options_from({}, seats)
    players = [player_named("house", seat + number) for seat in range(seats)]
    return play_out(Moderator(rules, options, rules.deal(seed, seats, options), seed), players)


def seen(game: Moderator, seat: Seat, ledger: Sequence[Entry] | None = None) -> tuple[Sighting, ...]:
    entries = game.ledger if ledger is None else ledger
    return sightings(entries, seat, game.ruleset, game.options, game.deal.aliases)


@cache
def shown_in(rules: Ruleset[Any]) -> frozenset[str]:
    """The signs that somebody saw in the games of a rule book."""
    games = [played(rules, number) for number in range(GAMES)]
    return frozenset(sighting.sign for game in games for seat in game.table.seats for sighting in seen(game, seat))


def test_every_sign_is_seen_at_the_tables_of_some_rule_book():
    seen_somewhere = frozenset().union(*map(shown_in, all_rulesets().values()))
    assert sorted(SIGNS.keys() - seen_somewhere) == []


@EVERY_RULESET
def test_an_unknown_rule_book_too_has_signs_that_its_events_carry(rules: Ruleset[Any]):
    assert {"there-vote-1", "no-votes-vote-1", "voted-when-open-fell", "helped-open-fell"} <= shown_in(rules)


@EVERY_RULESET
def test_evidence_is_in_the_view_of_the_observer(rules: Ruleset[Any]):
    game = played(rules, 0)
    for seat in game.table.seats:
        view = {entry.seq for entry in seen_by(seat_viewer(seat), game.ledger)}
        assert seen(game, seat)
        for sighting in seen(game, seat):
            assert sighting.seqs, sighting
            assert set(sighting.seqs) <= view, sighting
            assert list(sighting.seqs) == sorted(set(sighting.seqs)), sighting


@EVERY_RULESET
def test_a_sign_is_seen_once_a_seat(rules: Ruleset[Any]):
    game = played(rules, 1)
    for seat in game.table.seats:
        pairs = [(sighting.sign, sighting.about) for sighting in seen(game, seat)]
        assert len(pairs) == len(set(pairs))


@EVERY_RULESET
def test_what_others_alone_heard_is_no_sign(rules: Ruleset[Any]):
    game = played(rules, 2)
    for seat in game.table.seats:
        heard = list(seen_by(seat_viewer(seat), game.ledger))
        assert len(heard) < len(game.ledger)
        assert seen(game, seat, heard) == seen(game, seat)


@pytest.mark.parametrize("world", WORLDS)
def test_two_worlds_that_a_seat_cannot_tell_apart_show_it_the_same_signs(world: str):
    one, other, insiders = WORLDS[world]()
    outsiders = [seat for seat in one.table.seats if seat not in insiders]
    assert outsiders
    for seat in outsiders:
        views = [
            [entry for entry in seen_by(seat_viewer(seat), game.ledger) if entry.phase != "end"]
            for game in (one, other)
        ]
        if [entry.event for entry in views[0]] != [entry.event for entry in views[1]]:
            continue  # it did something else itself
        # What it did not hear counts in the ledger's numbers, so evidence is compared by its place in the view.
        found = []
        for game, view in zip((one, other), views, strict=True):
            place = {entry.seq: index for index, entry in enumerate(view)}
            found.append(
                [(each.sign, each.about, [place[seq] for seq in each.seqs]) for each in seen(game, seat, view)]
            )
        assert found[0] == found[1], seat


def test_signs_are_among_signs():
    assert {sign.among for sign in SIGNS.values()} - {""} <= SIGNS.keys()


@EVERY_RULESET
def test_whoever_shows_a_sign_shows_the_one_it_is_among(rules: Ruleset[Any]):
    for number in range(GAMES // 3):
        game = played(rules, number)
        pairs = {(sighting.sign, sighting.about) for sighting in seen(game, 0)}
        for sign, about in sorted(pairs):
            among = SIGNS[sign].among
            assert not among or (among, about) in pairs, (sign, about)


def test_a_record_that_is_heard_bit_by_bit_is_the_same_as_one_heard_at_once():
    game = played(all_rulesets()["town-mafia"], 3)
    view = game.table.views[0]
    bit_by_bit = Record(0, game.ruleset, game.options, game.deal.aliases)
    closings = []
    for entry in view:
        bit_by_bit.hear(entry)
        closings.append(bit_by_bit.closings)
    whole = Record(0, game.ruleset, game.options, game.deal.aliases)
    for entry in view:
        whole.hear(entry)
    assert bit_by_bit.stages == whole.stages
    assert closings == sorted(closings)
    assert closings[-1] > 3
