"""Whatever becomes of a host, no answer is asked for twice, none is lost, and the game ends as if nothing had been.

(Long, because there are many ways to end a host.)
"""

import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from games.engine.ballots import hook_of
from games.hosting import leases
from games.hosting.keeping import (
    _CLAIM,
    Outcome,
    Owner,
    _hall_of,
    forget_old_calls,
    free_leases_of_the_gone,
    host_games,
    leave_halls,
)
from games.hosting.leases import LeaseLost, claim_game, release_game
from games.hosting.progress import write_progress
from games.hosting.runner import Hall
from games.hosting.session import Hosted, patiently
from games.hosting.verbs import pause_game, replay_game, resume_game, void_game
from games.ledger.rows import moderator_of, stored_play
from games.models import Answer, Call, CallRecord, Event, Game, Seat
from games.process import gathering
from personas.models import Persona
from tests.factories import make_call, make_model, make_player
from tests.games.casting import journal, make_game
from tests.games.stage import HostProcess, in_thread, play_all, until
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long(35), pytest.mark.usefixtures("services")]
NEVER = threading.Event()


@pytest.fixture
def process(tmp_path: Path) -> Iterator[HostProcess]:
    process = HostProcess(tmp_path)
    yield process
    process.close()


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def half_answered(game: Game) -> bool:
    """Whether the newest poll of votes has some of its answers, not all."""
    moderator = moderator_of(game, *stored_play(fresh(game)))
    asked = moderator.pending and {question.kind for question in moderator.pending.values()}
    return asked == {"vote"} and len(moderator.pending) < len(moderator.table.living())


def test_who_made_calls_is_handed_to_nobody_before_they_have_ended() -> None:
    called, quiet = make_game("S/1"), make_game("S/2")
    make_call(game=called, seat=0)
    handed: dict[str, bool] = {}

    play_all(on_finished=lambda ended: handed.update({game.public_id: played is not None for game, played in ended}))

    assert handed == {called.public_id: False, quiet.public_id: True}


def test_a_game_plays_to_its_end_and_is_written_whole() -> None:
    game = make_game()
    ended: list[str] = []

    outcome = play_all(on_finished=lambda told: ended.extend(game.public_id for game, _ in told))

    game = fresh(game)
    assert (outcome.claimed, outcome.finished, outcome.playing) == (1, 1, 0)
    assert ended == [game.public_id]
    assert (game.status, game.lease_owner, game.last_seq) == ("finished", None, game.events.count())
    assert game.winner == game.events.get(kind="ended").data["winner"]
    public = list(game.events.filter(heard_by=-1).order_by("seq").values_list("public_seq", flat=True))
    assert public == list(range(1, len(public) + 1))
    died = dict(game.events.filter(kind__in=("died", "lynched")).values_list("data__seat", "round"))
    seats = {seat.number: (seat.survived, seat.died_round) for seat in game.seats.all()}
    assert seats == {number: (number not in died, died.get(number)) for number in range(6)}


def test_an_end_is_told_at_once_where_all_others_that_are_played_are_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "WITHIN", at_most(3600.0))
    watched, quick = make_game("S/1", pace=100), [make_game(f"S/{number}") for number in (2, 3)]
    ended: list[str] = []
    stopping = threading.Event()
    host = in_thread(
        play_all,
        slice_seconds=at_most(3600.0),
        stopping=stopping,
        on_finished=lambda told: ended.extend(game.public_id for game, _ in told),
    )
    try:
        until(lambda: len(ended) == 2)
    finally:
        stopping.set()
        host.join(at_most(60))

    assert sorted(ended) == sorted(game.public_id for game in quick)
    assert fresh(watched).status == "running"


def test_what_a_game_was_like_is_noted_with_its_end() -> None:
    games = [make_game(f"R/{number}", seats=8) for number in range(4)] + [make_game("R", seats=6, pace=0.01)]
    play_all()

    noted = [fresh(game).hook for game in games]
    assert noted == [hook_of(moderator_of(game, *stored_play(game)).ledger) for game in games]
    assert any(noted)


@pytest.mark.parametrize(
    ("kills", "seats"), [(2, 6), pytest.param(5, 10, marks=[pytest.mark.slow, pytest.mark.timeout(at_most(300))])]
)
def test_sigkill_asks_nobody_twice_and_changes_nothing(process: HostProcess, kills: int, seats: int) -> None:
    undisturbed = make_game("R", seats=seats)
    play_all()
    game = make_game("R", seats=seats, pace=0.05)
    kept: list[tuple[object, ...]] = []

    for _ in range(kills):
        asked_before = len(process.asked)
        process.start()
        until(lambda: len(journal(game)) >= len(kept) + 10)  # noqa: B023  waited for here
        process.end(signal.SIGKILL)
        stored = journal(game)
        assert stored[: len(kept)] == kept, "the rows from before are the same rows, keys and times"
        again = set(process.asked[asked_before:]) & {row[:2] for row in kept}
        assert not again, "nobody was asked what was already stored"
        kept = stored
    process.start()

    assert process.finish() == 0
    assert journal(game)[: len(kept)] == kept
    assert fresh(game).hash == fresh(undisturbed).hash
    asked = Counter(process.asked)
    # What was in a player's mouth when the host was killed may be asked once more, one question a kill.
    assert set(asked) == {(poll, seat) for poll, seat, *_ in journal(game)}
    assert sum(asked.values()) - len(asked) <= kills
    assert replay_game(game=fresh(game)).is_identical


def test_a_kill_inside_a_half_answered_poll_keeps_the_answers_that_came(process: HostProcess) -> None:
    game = make_game("K", pace=0.05, options={"discussion_rounds": 1})  # the vote comes sooner
    process.start("vote")

    assert process.finish() == -signal.SIGKILL
    assert half_answered(game)
    votes = [row[:2] for row in journal(game) if row[2] == "vote"]
    Game.objects.filter(pk=game.pk).update(terms=game.terms | {"pace": 0})
    asked = len(process.asked)
    process.start()

    assert process.finish() == 0
    assert not set(process.asked[asked:]) & set(votes)
    assert fresh(game).status == "finished"


def test_sigterm_gives_the_lease_back_at_once(process: HostProcess) -> None:
    game = make_game(pace=0.5)
    process.start()
    until(lambda: Answer.objects.filter(game=game).exists())

    assert process.end(signal.SIGTERM) == 0
    assert (fresh(game).status, fresh(game).lease_owner) == ("running", None)


def test_one_changed_word_stops_a_resume_at_its_event() -> None:
    game = make_game(pace=0.05)
    stop_when(lambda: Event.objects.filter(game=game, kind="said").count() >= 2)
    said = Event.objects.filter(game=game, kind="said").first()
    assert said is not None
    Event.objects.filter(pk=said.pk).update(data=said.data | {"words": said.data["words"] + " Really."})
    answers = journal(game)

    play_all()

    game = fresh(game)
    assert (game.status, game.waiting) == (
        "diverged",
        f"event {said.seq} came out differently when it was played again",
    )
    assert (game.lease_owner, journal(game)) == (None, answers)
    assert play_all().claimed == 0


def stop_when(holds: object, owner: str = "tests") -> None:
    """Plays until something holds, then stops the host in good order."""
    stopping = threading.Event()
    host = in_thread(play_all, owner=owner, stopping=stopping)
    try:
        until(holds)  # type: ignore[arg-type]
    finally:
        stopping.set()
        host.join(at_most(10))
    assert not host.is_alive()


def test_a_zombie_s_write_is_refused_whole() -> None:
    game = make_game()
    now = timezone.now()
    old = claim_game(owner="one", now=now)
    assert old is not None
    zombie = Hosted.resumed(old, timezone.now)
    zombie.take_batch(NEVER)
    new = claim_game(owner="two", now=now + leases.LEASE)
    assert new is not None
    assert new.token == old.token + 1

    with pytest.raises(LeaseLost):
        zombie.write(NEVER)

    assert (Answer.objects.count(), Event.objects.count()) == (0, 0)
    assert not release_game(lease=old)
    assert leases.renew_leases(owner="one", games=[game.pk], now=now) == 0
    assert fresh(game).lease_owner == "two"


def test_a_lease_that_lapses_is_lost_to_the_next_host() -> None:
    game = make_game(pace=0.05)
    hall = Hall("slow")
    lease = claim_game(owner="slow", now=timezone.now())
    assert lease is not None
    hall.seat(lease)
    until(lambda: len(journal(game)) >= 5)
    Game.objects.filter(pk=game.pk).update(lease_expires_at=timezone.now())

    play_all(owner="quick")

    until(lambda: not len(hall))
    hall.close()
    assert fresh(game).status == "finished"
    assert replay_game(game=fresh(game)).is_identical


def test_a_hall_that_claims_anew_what_it_had_lost_plays_it_once() -> None:
    game = make_game(pace=0.05)
    hall = Hall("slow")
    first = claim_game(owner="slow", now=timezone.now())
    assert first is not None
    hall.seat(first)
    until(lambda: len(journal(game)) >= 5)
    again: list[Game] = []
    while not again:  # it may have been renewed since; and whose row is just being written is passed over
        again += filter(None, [claim_game(owner="slow", now=timezone.now() + 2 * leases.LEASE)])

    hall.seat(again[0])
    until(lambda: fresh(game).status == "finished")

    assert hall.empty(5)
    hall.close()
    assert replay_game(game=fresh(game)).is_identical


def test_two_hosts_never_play_one_game() -> None:
    games = [make_game(f"S/{number}") for number in range(8)]
    claimed: dict[str, int] = {}

    def host(owner: str) -> None:
        claimed[owner] = host_games(owner=owner, slice_seconds=60, stopping=NEVER).claimed

    hosts = [in_thread(host, f"host {number}") for number in range(3)]
    for each in hosts:
        each.join(at_most(60))
    leave_halls()

    assert len(claimed) == 3
    assert sum(claimed.values()) == len(games)
    assert {fresh(game).lease_token for game in games} == {1}
    assert all(replay_game(game=fresh(game)).is_identical for game in games)


def test_a_doubled_message_to_a_host_does_nothing() -> None:
    make_game(pace=0.05)
    stopping = threading.Event()
    host = in_thread(host_games, owner="o", slice_seconds=60, stopping=stopping)
    until(lambda: len(_hall_of("o")))

    doubled = host_games(owner="o", slice_seconds=60, stopping=stopping)

    stopping.set()
    host.join(at_most(10))
    leave_halls()
    assert (doubled.is_busy, doubled.claimed) == (True, 0)


def test_games_go_on_after_their_host_s_slice_and_stop_with_the_process() -> None:
    game = make_game(pace=0.1)
    stopping = threading.Event()

    outcome = host_games(owner="o", slice_seconds=0.2, stopping=stopping)

    answers = len(journal(game))
    assert (outcome.claimed, outcome.playing) == (1, 1)
    until(lambda: len(journal(game)) > answers)
    stopping.set()
    until(lambda: fresh(game).lease_owner is None)
    leave_halls()
    assert fresh(game).status == "running"


def test_a_pause_holds_the_game_between_two_answers_and_a_resume_lets_it_go_on() -> None:
    game = make_game(pace=0.05)
    stopping = threading.Event()
    host = in_thread(play_all, stopping=stopping)
    until(lambda: len(journal(game)) >= 5)

    pause_game(game=game)
    until(lambda: fresh(game).lease_owner is None)
    answers = journal(game)
    resume_game(game=game)
    Game.objects.filter(pk=game.pk).update(terms=game.terms | {"pace": 0})
    host.join(at_most(30))

    if fresh(game).status != "finished":  # the host had nothing left to do and was gone before the resume
        play_all()
    assert fresh(game).status == "finished"
    assert journal(game)[: len(answers)] == answers
    assert len({row[:2] for row in journal(game)}) == len(journal(game))


def test_a_game_that_is_called_off_is_left_at_once() -> None:
    game = make_game(pace=0.5)
    stopping = threading.Event()
    host = in_thread(play_all, stopping=stopping)
    until(lambda: len(journal(game)) >= 2)

    void_game(game=game)
    answers = len(journal(game))
    host.join(at_most(10))

    assert not host.is_alive()
    assert (fresh(game).status, len(journal(game)) - answers in (0, 1)) == ("void", True)


def test_a_database_that_fails_for_a_while_costs_time_and_no_game() -> None:
    fails = iter([OperationalError("database is locked"), OperationalError("server closed the connection")])

    def write(failures: int) -> int:
        for failure in fails:
            raise failure
        return failures

    assert patiently(write, NEVER) == 2


def test_what_was_written_unheard_is_not_written_twice() -> None:
    make_game()
    lease = claim_game(owner="one", now=timezone.now())
    assert lease is not None
    hosted = Hosted.resumed(lease, timezone.now)
    hosted.take_batch(NEVER)
    progress = hosted.progress()
    write_progress(lease=lease, progress=progress)
    before = journal(Game.objects.get()), Event.objects.count()

    write_progress(lease=lease, progress=progress, repeated=True)

    assert (journal(Game.objects.get()), Event.objects.count()) == before


def test_nothing_is_claimed_before_its_time_or_by_rules_that_do_not_know_it() -> None:
    now = timezone.now()
    early = make_game("A", due_at=now + timedelta(seconds=5))
    foreign = make_game("B")
    Game.objects.filter(pk=foreign.pk).update(revision=99)

    assert claim_game(owner="o", now=now) is None
    claimed = claim_game(owner="o", now=now + timedelta(seconds=6))
    assert claimed is not None
    assert claimed.game_id == early.pk


def test_a_full_hall_claims_games_that_wait_more_than_they_work_in_two_queries(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    make_game("A")
    paced, asking = make_game("B", pace=0.5), make_game("C")
    model = make_model(provider="openai", model_name="gpt-5-mini")
    voice = make_player(persona=Persona.objects.all()[0], model=model)
    Seat.objects.filter(game=asking, number=3).update(player=voice)

    claimed = []
    for _ in range(3):
        with django_assert_num_queries(2):
            claimed.append(claim_game(owner="o", now=timezone.now(), only_paced=True))

    assert [lease and lease.game_id for lease in claimed] == [paced.pk, asking.pk, None]
    assert fresh(asking).status == "running"


def test_a_game_of_the_house_is_taken_up_in_two_queries_however_many_sit_at_it(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    games = [make_game(str(seats), seats=seats) for seats in (5, 9)]
    claimed = [claim_game(owner="o", now=timezone.now()) for _ in games]

    for lease, seats in zip(claimed, (5, 9), strict=True):
        assert lease is not None
        with django_assert_max_num_queries(2):  # planned ones are not counted on PostgreSQL
            hosted = Hosted.resumed(lease, timezone.now)
        assert len(hosted.moderator.deal.aliases) == seats


def test_a_full_hall_does_not_look_for_paced_games_after_each_game_that_ends() -> None:
    games = [make_game(f"S/{number}") for number in range(12)]
    claims: list[bool] = []  # whether any game would have done

    def count(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:  # noqa: FBT001
        done = execute(sql, params, many, context)
        if sql.startswith("UPDATE games_game SET status"):
            claims.append("JOIN personas_player" not in sql)
        return done

    began = time.monotonic()
    with connection.execute_wrapper(count):
        outcome = play_all()
    looked = (time.monotonic() - began) / _CLAIM

    assert (outcome.finished, claims.count(True) >= len(games)) == (12, True)
    assert 1 <= claims.count(False) <= 1 + looked


def test_leases_of_processes_that_are_gone_are_freed_and_no_others(process: HostProcess) -> None:
    game, other = make_game("A", pace=1), make_game("B", due_at=timezone.now() + timedelta(hours=1))
    process.start()
    until(lambda: fresh(game).lease_owner)
    owner = fresh(game).lease_owner
    assert owner is not None
    assert not Owner(owner).is_gone
    process.end(signal.SIGKILL)
    later = timezone.now() + timedelta(minutes=1)
    Game.objects.filter(pk=other.pk).update(
        status="running", started_at=timezone.now(), lease_owner=Owner.here(), lease_expires_at=later
    )
    assert fresh(game).lease_owner == owner

    assert Owner(owner).is_gone
    assert free_leases_of_the_gone(now=timezone.now()) == 1
    assert (fresh(other).lease_owner, fresh(other).lease_expires_at) == (Owner.here(), later)
    assert not Owner("elsewhere:1:1").is_gone
    claimed = claim_game(owner="next", now=timezone.now())
    assert claimed is not None
    assert claimed.game_id == game.pk


def test_a_player_nobody_can_answer_for_puts_the_game_off_in_words() -> None:
    game = make_game()
    seat = Seat.objects.filter(game=game).first()
    assert seat is not None
    seat.player.persona.sheet = {}
    seat.player.persona.save()

    play_all(slice_seconds=1)

    assert fresh(game).waiting == "its rules or one of its players are not known here"
    assert fresh(game).lease_owner is None
    assert fresh(game).due_at > timezone.now() + timedelta(seconds=20)


def test_a_game_that_fails_time_and_again_rests_longer_each_time_until_it_goes_on() -> None:
    game, now = make_game(), timezone.now()
    rests = []
    for _ in range(8):
        lease = claim_game(owner="o", now=now)
        assert lease is not None
        leases.put_off_game(lease=lease, now=now, why="the wire is cut")
        rests.append((fresh(game).due_at - now).total_seconds())
        assert claim_game(owner="o", now=fresh(game).due_at - timedelta(seconds=1)) is None
        now = fresh(game).due_at
    assert rests == [30, 60, 120, 240, 480, 900, 900, 900]
    assert fresh(game).waiting == "the wire is cut, 8 times in a row"

    lease = claim_game(owner="o", now=now)
    assert lease is not None
    assert fresh(game).waiting == ""
    hosted = Hosted.resumed(lease, timezone.now)
    hosted.take_batch(NEVER)
    hosted.write(NEVER)
    assert fresh(game).failures == 0


def test_an_error_is_told_by_its_kind_and_not_by_its_words() -> None:
    game = make_game()
    Game.objects.filter(pk=game.pk).update(terms=game.terms | {"pace": "the doctor is seat 3"})

    play_all(slice_seconds=1)

    assert (fresh(game).status, fresh(game).waiting) == ("running", "an error stopped it (ValueError)")


def test_a_game_that_failed_is_tried_at_once_when_somebody_resumes_it() -> None:
    game, now = make_game(), timezone.now()
    lease = claim_game(owner="o", now=now)
    assert lease is not None
    leases.put_off_game(lease=lease, now=now, why="the wire is cut")

    resume_game(game=pause_game(game=game))

    assert (fresh(game).failures, fresh(game).waiting) == (0, "")
    assert claim_game(owner="o", now=timezone.now()) is not None


def test_a_host_has_a_successor_while_there_is_something_to_wait_for() -> None:
    now = timezone.now()
    assert Outcome(playing=1).needs_successor(now)
    assert Outcome(next_due_at=now + timedelta(seconds=10)).needs_successor(now)
    assert not Outcome(next_due_at=now + timedelta(seconds=20)).needs_successor(now)
    assert not Outcome().needs_successor(now)
    assert not Outcome(playing=1, is_busy=True).needs_successor(now)


def test_the_words_of_calls_beside_the_games_are_forgotten_in_time_and_what_they_cost_is_not(
    settings: Settings,
) -> None:
    settings.LEAGUE_KEEP_CALLS = 30
    now = timezone.now()
    calls = [make_call(status="answered", cost="0.5", purpose="probe") for _ in range(2)]
    Call.objects.update(game=None, poll=None, seat=None)
    for call, days in zip(calls, (29, 31), strict=True):
        CallRecord.objects.create(call=call, request="asked", response="answered")
        CallRecord.objects.filter(call=call).update(created_at=now - timedelta(days=days))

    assert forget_old_calls(now=now) == 1

    assert [record.call for record in CallRecord.objects.all()] == calls[:1]
    assert sum(call.cost for call in Call.objects.all()) == 1
