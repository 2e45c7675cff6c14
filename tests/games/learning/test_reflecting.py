"""What players behind providers choose to learn from a game that is over: asked once, waited for by nobody, paid."""

import json
from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from games.agents.lessons.choosing import MOST_CHANGES
from games.learning.reflecting import MOST_TRIES, ask_for_lessons, reflect, reflecting_seats
from games.learning.teaching import learned_from
from games.loopback.process import Provider
from games.models import Account, Call, CallRecord, Game, Reflection, Seat
from personas.experience.lessons import memory_in
from tests.games.casting import cast, make_game
from tests.games.stage import play_all, until
from tests.games.voices import ANTHROPIC, OPENAI, voices
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(at_most(120)), pytest.mark.long(20)]
ASKED, DONE, NOTHING = Reflection.Status.ASKED, Reflection.Status.DONE, Reflection.Status.NOTHING


def over(at: Provider, *names: str, seats: int = 5, house: int = 0, **terms: object) -> Game:
    """A game of models, and behind them some of the house, that is over and teaches."""
    terms = {"memory": "live", "season": "spring", "fixture": "1"} | terms
    players = (
        [*voices(at, *names, seats=seats), *cast(seats + house)[seats:]] if house else voices(at, *names, seats=seats)
    )
    game = make_game("K", seats=seats + house, players=players, **terms)
    play_all()
    game.refresh_from_db()
    assert game.status == "finished", game.waiting
    return game


def calls(game: Game) -> list[Call]:
    return list(Call.objects.filter(game=game, purpose=Call.Purpose.REFLECTION).order_by("pk"))


def test_each_player_behind_a_provider_is_asked_once_and_the_house_never(at: Provider) -> None:
    game = over(at, OPENAI, ANTHROPIC, seats=4, house=2)
    assert ask_for_lessons(now=timezone.now()) == 4
    assert ask_for_lessons(now=timezone.now()) == 0

    assert [call.seat for call in sorted(calls(game), key=lambda call: call.seat or 0)] == [0, 1, 2, 3]
    assert {(call.status, call.fault, call.poll) for call in calls(game)} == {("answered", "", None)}
    done = list(Reflection.objects.order_by("seat__number"))
    assert [(row.seat.number, row.status, row.tries) for row in done] == [(seat, DONE, 1) for seat in range(4)]
    assert all(len(row.chosen) <= MOST_CHANGES and row.thought for row in done)
    assert any(row.chosen for row in done)


def test_it_is_asked_by_the_games_own_schema_behind_its_own_history(at: Provider) -> None:
    game = over(at, OPENAI)
    ask_for_lessons(now=timezone.now())

    by_seat: dict[int, list[CallRecord]] = {}
    for record in CallRecord.objects.filter(call__game=game).select_related("call").order_by("call__pk"):
        by_seat.setdefault(record.call.seat or 0, []).append(record)
    assert len([records for records in by_seat.values() if len(records) > 1]) > 3
    for records in by_seat.values():
        if len(records) == 1:
            continue  # dead before it was asked anything
        asked, last = json.loads(records[-2].request), json.loads(records[-1].request)
        assert records[-1].call.purpose == Call.Purpose.REFLECTION
        assert asked["schema"] == last["schema"]
        assert asked["system"] == last["system"]
        assert last["history"][: len(asked["history"])] == asked["history"]
        assert '{"answer": "lessons"' in last["task"].splitlines()[-1]
    cached = sum(call.cached_tokens or 0 for call in calls(game))
    assert cached * 2 > sum(call.input_tokens or 0 for call in calls(game)), "the cache serves"


def test_a_game_that_does_not_teach_has_another_schema_and_asks_nobody(at: Provider) -> None:
    game = over(at, OPENAI, memory="frozen")
    assert ask_for_lessons(now=timezone.now()) == 0
    assert not calls(game)
    record = CallRecord.objects.filter(call__game=game).first()
    assert record is not None
    assert "lessons" not in json.dumps(json.loads(record.request)["schema"])


def test_what_was_chosen_is_a_lesson_with_evidence_that_the_player_saw(at: Provider) -> None:
    game = over(at, OPENAI)
    ask_for_lessons(now=timezone.now())

    learned = learned_from(game=game, learned={seat: {} for seat in range(5)})

    chosen = {row.seat.number: row for row in Reflection.objects.select_related("seat")}
    for seat, memory in ((seat, memory_in(known)) for seat, known in learned.items()):
        adds = [each for each in chosen[seat].chosen if each.startswith("add ")]
        assert len(memory.lessons) <= len(adds)
        assert bool(memory.lessons) == bool(adds)
        for lesson in memory.lessons:
            assert [each.game for each in lesson.evidence] == [game.public_id]
            events = {seq for each in lesson.evidence for seq in each.events}
            assert game.events.filter(seq__in=events).count() == len(events) > 0
        (words,) = memory.apart
        assert (words.game, words.is_approved) == (game.public_id, False)
        assert words.words == " ".join(chosen[seat].thought.split())[: len(words.words)]


def test_lessons_are_paid_from_an_account_of_their_own_and_not_from_the_games(at: Provider) -> None:
    before = at.cost()
    game = over(at, OPENAI, caps={"game": "1", "season": "2", "learning": "1.5"})
    played = Account.objects.get(scope="game", name=game.public_id).spent
    ask_for_lessons(now=timezone.now())

    spent = sum((call.cost or Decimal(0) for call in calls(game)), Decimal(0))
    assert spent > 0
    learning = Account.objects.get(scope="learning", name="spring")
    assert (learning.spent, learning.reserved, learning.cap) == (spent, 0, Decimal("1.5"))
    assert Account.objects.get(scope="game", name=game.public_id).spent == played
    assert Account.objects.get(scope="season", name="spring").spent == played + spent == at.cost() - before


def test_when_the_cap_is_spent_the_game_taught_nothing_and_counts_all_the_same(at: Provider) -> None:
    game = over(at, OPENAI, caps={"learning": "0"})
    assert ask_for_lessons(now=timezone.now()) == 0

    assert set(Reflection.objects.values_list("status", flat=True)) == {NOTHING}
    assert "budget of the learning" in Reflection.objects.values_list("why", flat=True)[0]
    assert not calls(game)
    learned = learned_from(game=game, learned={0: {}})
    assert memory_in(learned[0]).lessons == ()
    assert memory_in(learned[0]).counts


def test_an_answer_that_cannot_stand_is_asked_for_once_again_and_then_taught_nothing(at: Provider) -> None:
    game = over(at, OPENAI)
    at.control(faults={"prose": 1.0})
    seat = Seat.objects.get(game=game, number=0)
    assert not reflect(seat=seat.pk)

    assert [(call.try_number, bool(call.fault)) for call in calls(game)] == [(1, True), (2, True)]
    row = Reflection.objects.get(seat=seat)
    assert (row.status, row.chosen, row.thought) == (NOTHING, [], "")
    assert row.why.startswith("it chose nothing that can stand")


def test_while_a_provider_is_busy_nothing_is_lost(at: Provider) -> None:
    game = over(at, OPENAI)
    at.control(faults={"429": 1.0})
    assert ask_for_lessons(now=timezone.now()) == 0
    assert set(Reflection.objects.values_list("status", "tries")) == {(ASKED, 0)}
    at.control(faults={})
    assert all(row.asked_until > row.seat.game.finished_at for row in Reflection.objects.all()), "it rests for a moment"

    def all_have_chosen() -> bool:
        Reflection.objects.filter(status=ASKED).update(asked_until=timezone.now())
        ask_for_lessons(now=timezone.now() + timedelta(seconds=1))
        return Reflection.objects.filter(status=DONE).count() == 5

    until(all_have_chosen)
    assert {call.status for call in calls(game)} == {"refused", "answered"}


def test_who_was_killed_while_asking_is_replaced_once(at: Provider) -> None:
    """The row says that somebody asks, and nobody does."""
    game = over(at, OPENAI, seats=5)
    seat = Seat.objects.get(game=game, number=2)
    Reflection.objects.create(seat=seat, asked_until=timezone.now() - timedelta(seconds=1))
    assert reflect(seat=seat.pk)
    assert Reflection.objects.values_list("status", "tries").get(seat=seat) == (DONE, MOST_TRIES)

    other = Seat.objects.get(game=game, number=3)
    Reflection.objects.create(seat=other, tries=MOST_TRIES, asked_until=timezone.now() - timedelta(seconds=1))
    assert not reflect(seat=other.pk)
    assert other not in reflecting_seats(now=timezone.now())


def test_two_who_come_at_once_ask_once(at: Provider) -> None:
    game = over(at, OPENAI, seats=5)
    seat = Seat.objects.get(game=game, number=0)
    Reflection.objects.create(seat=seat, asked_until=timezone.now() + timedelta(minutes=1))
    assert not reflect(seat=seat.pk)
    assert not calls(game)


def test_nobody_is_asked_about_a_game_of_long_ago(at: Provider) -> None:
    over(at, OPENAI, seats=5)
    assert reflecting_seats(now=timezone.now()).count() == 5
    assert not reflecting_seats(now=timezone.now() + timedelta(hours=2))
