"""The hash and the commitment of a game: what they cover, byte for byte."""

import hashlib
import json
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from games.engine.events import KINDS, Event, Vote
from games.engine.events.talk import Reasoned
from games.engine.moderator import Moderator
from games.engine.record import canonical, commitment, hash_of, hash_of_finished, hash_of_ledger, lines
from games.engine.ruleset import Ruleset
from games.engine.rulesets import all_rulesets
from games.engine.table import EVERYONE, Deal, Entry
from tests.games.engine.scenes import begin, play_wildly
from tests.histories.record import hash_by

Rules = Ruleset[Any]


@pytest.fixture
def game(town: Rules) -> Moderator:
    return play_wildly(begin(town, 7, "record"))


def told(game: Moderator, **changed: Any) -> list[bytes]:
    given: dict[str, Any] = {
        "ruleset": game.ruleset.slug,
        "revision": game.revision,
        "options": game.options.plain(game.revision),
        "deal": game.deal,
        "ledger": [entry.plain() for entry in game.ledger],
        "winner": game.winner,
        "rounds": game.rounds,
    }
    return list(lines(**{**given, **changed}))


def test_canonical_json_is_sorted_without_blanks_and_in_utf_8() -> None:
    assert canonical({"b": [1, None, True], "a": "Zürich\n"}) == '{"a":"Zürich\\n","b":[1,null,true]}'.encode()


def test_the_lines_are_a_header_a_line_an_event_and_the_outcome(game: Moderator) -> None:
    header, *events, outcome = map(json.loads, told(game))
    assert header == {
        "ruleset": "town-mafia",
        "revision": 1,
        "options": game.options.plain(game.revision),
        "seats": [
            {"alias": alias, "role": role.name} for alias, role in zip(game.deal.aliases, game.deal.roles, strict=True)
        ],
    }
    assert outcome == {"winner": game.winner, "rounds": game.rounds}
    for entry, line in zip(game.ledger, events, strict=True):
        assert line == {
            **entry.event.data(),
            "seq": entry.seq,
            "kind": entry.event.kind,
            "round": entry.round,
            "phase": entry.phase,
            "heard_by": entry.plain()["heard_by"] or "nobody",
        }


def test_the_hash_can_be_checked_with_any_sha_256(game: Moderator) -> None:
    assert hash_by(game) == hashlib.sha256(b"".join(line + b"\n" for line in told(game))).hexdigest()


VALUES = some.one_of(
    some.none(),
    some.booleans(),
    some.integers(),
    some.floats(),
    some.text(some.characters(exclude_categories=["Cs"])),
    some.lists(some.one_of(some.text(max_size=3), some.booleans(), some.integers(-2, 2)), max_size=3),
    some.dictionaries(some.text(max_size=3), some.integers(), max_size=3),
)
HEARERS = some.one_of(some.just(EVERYONE), some.frozensets(some.integers(0, 20)))
WORDED = {"voted": Vote, "kill_voted": Vote, "voted_why": Reasoned}  # whose classes word their fields themselves


@some.composite
def entries(draw: some.DrawFn) -> Entry:
    """An entry with an event of any kind, whatever a row may hold in its fields."""
    kind = KINDS[draw(some.sampled_from(sorted(KINDS)))]
    values: dict[str, Any] = {each.name: draw(VALUES) for each in fields(kind)}
    if kind.kind in WORDED:
        row: Any = WORDED[kind.kind]
        values = {"votes": tuple(row(*(draw(VALUES) for _ in row._fields)) for _ in range(draw(some.integers(0, 3))))}
    return Entry(draw(some.integers(1)), draw(VALUES), draw(VALUES), kind(**values), draw(HEARERS), 0)


@given(some.lists(entries(), max_size=4))
def test_the_quick_hash_is_the_one_over_canonical_lines_whatever_rows_hold(ledger: list[Entry]) -> None:
    rules = next(iter(all_rulesets().values()))
    seats = rules.default_seats
    given: dict[str, Any] = {
        "ruleset": rules.slug,
        "revision": 1,
        "options": {"b": True, "a": None},
        "deal": rules.deal("Zürich", seats, rules.options_from({}, seats)),
        "winner": "town",
        "rounds": 3,
    }
    plain = hash_of(lines(**given, ledger=(entry.plain() for entry in ledger)))
    assert hash_of_ledger(**given, ledger=ledger) == plain


def test_every_kind_that_words_its_fields_itself_is_known_to_that_test() -> None:
    assert {kind for kind, cls in KINDS.items() if cls.data is not Event.data} == set(WORDED)


@pytest.mark.parametrize("slug", all_rulesets())
def test_the_quick_hash_is_the_one_over_canonical_lines_of_whole_games(slug: str) -> None:
    rules = all_rulesets()[slug]
    for number in range(5):
        game = play_wildly(begin(rules, rules.default_seats, f"quick/{number}"))
        assert hash_of_finished(game) == hash_by(game)


def test_the_hash_covers_everything_that_was_decided(game: Moderator) -> None:
    deal, ledger = game.deal, [entry.plain() for entry in game.ledger]
    spoken = next(place for place, row in enumerate(ledger) if row["kind"] == "said")
    changes: list[dict[str, Any]] = [
        {"ruleset": "other"},
        {"revision": 2},
        {"options": {**game.options.plain(game.revision), "lynch": "majority"}},
        {"deal": replace(deal, aliases=deal.aliases[::-1])},
        {"deal": replace(deal, roles=deal.roles[::-1])},
        {"ledger": ledger[:-1]},
        {"ledger": [*ledger[:spoken], {**ledger[spoken], "data": {"seat": 0, "words": "?"}}, *ledger[spoken + 1 :]]},
        {"ledger": [*ledger[:spoken], {**ledger[spoken], "heard_by": []}, *ledger[spoken + 1 :]]},
        {"ledger": [*ledger[:spoken], {**ledger[spoken], "phase": "night"}, *ledger[spoken + 1 :]]},
        {"winner": "nobody"},
        {"rounds": 99},
    ]
    hashes = {hash_of(told(game, **change)) for change in [{}, *changes]}
    assert len(hashes) == len(changes) + 1


def test_the_hash_does_not_cover_thoughts_nor_the_order_of_arrival(town: Rules, game: Moderator) -> None:
    again = begin(town, 7, "record")
    for answer in sorted(game.journal, key=lambda answer: (answer.poll, -answer.seat)):
        if answer.default_reason:
            again.default(answer.seat, answer.default_reason)
        else:
            again.answer(answer.seat, {**answer.answer, "thought": "something else"})
    assert hash_by(again) == hash_by(game)


def test_the_commitment_covers_seed_salt_and_the_whole_deal(town: Rules) -> None:
    deal = town.deal("seed", 5, town.options_from({}, 5))
    promised = commitment(seed="seed", salt="salt", deal=deal)
    assert (
        promised
        == hashlib.sha256(
            canonical(
                {
                    "seed": "seed",
                    "salt": "salt",
                    "first": deal.first,
                    "aliases": list(deal.aliases),
                    "roles": [role.name for role in deal.roles],
                }
            )
        ).hexdigest()
    )
    others = [
        ("other", "salt", deal),
        ("seed", "other", deal),
        ("seed", "salt", Deal(deal.aliases, deal.roles, None)),
        ("seed", "salt", replace(deal, roles=deal.roles[::-1])),
        ("seed", "salt", replace(deal, aliases=deal.aliases[::-1])),
    ]
    assert promised not in {commitment(seed=seed, salt=salt, deal=other) for seed, salt, other in others}
