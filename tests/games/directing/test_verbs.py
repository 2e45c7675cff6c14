"""The verbs of games: from which states, once however often they are clicked, and what becomes of a game that a host
plays, on either database."""

import threading
from collections import Counter
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games.billing.call_ledger import orphan_errands
from games.directing.verbs import VERBS, Given, carry_out, verbs_of
from games.hosting.making import WrongGame
from games.hosting.verbs import pause_game, replay_game
from games.loopback.process import Provider
from games.models import Account, Answer, Call, Event, Game, Substitution
from games.models.waiting import STEPPED, WITH_SEASON
from tests.factories import NOON
from tests.games.casting import cast, make_game
from tests.games.stage import in_thread, play_all, play_until, until
from tests.games.voices import OPENAI, model_at, voices
from tests.patience import at_most

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("database"),
    pytest.mark.timeout(at_most(180)),
    pytest.mark.long(40),
]


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def do(verb: str, game: Game, reason: str = "", **given: object) -> str:
    said = Given(reason, **given)  # type: ignore[arg-type]
    return carry_out(verb=VERBS[verb], game=fresh(game), by="ann", now=timezone.now(), given=said)


def at_once(*deeds: tuple[str, Game, str]) -> list[str]:
    """Does verbs at the same moment; returns in whichever order what each came to, the class of what it raised."""
    gate, came = threading.Barrier(len(deeds)), []

    def one(verb: str, game: Game, reason: str) -> None:
        given = {"seat": 1, "model": "house"} if verb == "substitute" else {}
        gate.wait()
        try:
            do(verb, game, reason, **given)
        except WrongGame:
            came.append(f"{verb} refused")
        else:
            came.append(verb)

    threads = [in_thread(one, *deed) for deed in deeds]
    for thread in threads:
        thread.join(at_most(60))
    return sorted(came)


def test_what_can_be_done_follows_from_the_state() -> None:
    game = make_game(pace=1)
    offered = {}
    for status in ("scheduled", "running", "paused", "void"):
        Game.objects.update(status=status, started_at=NOON if status != "scheduled" else None)
        offered[status] = [verb.name for verb in verbs_of(fresh(game))]
    Game.objects.update(status="paused", waiting=WITH_SEASON)

    assert offered == {
        "scheduled": ["pause", "void", "replay"],
        "running": ["pause", "void", "replay", "substitute"],
        "paused": ["resume", "step", "void", "replay", "substitute"],
        "void": ["replay"],
    }
    assert "pause" in [verb.name for verb in verbs_of(fresh(game))]


@pytest.mark.parametrize("verb", [verb.name for verb in VERBS.values() if verb.wants])
def test_what_loses_something_wants_a_reason(verb: str) -> None:
    game = make_game(pace=1)
    Game.objects.update(status="running", started_at=NOON)
    with pytest.raises(WrongGame, match="say why") as refused:
        do(verb, game, "  ", seat=1, model="uniform")
    assert (refused.value.field, fresh(game).status) == ("reason", "running")


def test_a_pause_says_since_when_and_why_and_is_its_own_beside_the_seasons() -> None:
    game, other = make_game(pace=1), make_game("L", pace=1)
    Game.objects.update(status="paused", waiting=WITH_SEASON)
    assert do("pause", game, "A look at it.") == f"Game {game.public_id} is paused."
    with pytest.raises(WrongGame, match="is paused and cannot be paused"):
        do("pause", game)

    told = fresh(game).waiting
    assert told.startswith("paused by hand since ")
    assert told.endswith(" UTC: A look at it.")
    assert fresh(other).waiting == WITH_SEASON
    do("resume", game)
    assert (fresh(game).status, fresh(game).waiting) == ("scheduled", "")


@pytest.mark.parametrize("pace", [0, 0.02])
def test_a_step_is_one_poll_and_a_game_can_be_walked_through(pace: float) -> None:
    game, other = make_game(pace=pace), make_game("L", pace=pace)
    walked = other
    for each in (game, other):
        do("pause", each)
    before = Game.objects.get(pk=game.pk).lease_token
    polls = []
    for _ in range(4):
        do("step", walked)
        play_all()
        assert (fresh(walked).status, fresh(walked).waiting, fresh(walked).steps_to) == ("paused", STEPPED, None)
        polls.append(sorted(set(Answer.objects.filter(game=walked).values_list("poll", flat=True))))

    assert polls == [list(range(1, number + 1)) for number in (1, 2, 3, 4)]
    assert (fresh(game).lease_token, fresh(game).last_seq) == (before, 0), "the other stands"
    do("resume", walked)
    play_all()
    assert fresh(walked).status == "finished"
    assert replay_game(game=fresh(walked)).is_identical


def test_a_step_of_models_asks_one_poll(at: Provider) -> None:
    games = [make_game(seed, players=voices(at)) for seed in ("K", "L")]
    at.control(latency=0.1)
    play_until(lambda: all(each.answers.exists() for each in games) and [pause_game(game=each) for each in games])
    at.control(latency=0.0)
    stood = {game.pk: fresh(game).last_poll for game in games}

    for game in games:
        do("step", game)
    play_all()

    for game in games:
        assert (fresh(game).status, fresh(game).waiting) == ("paused", STEPPED)
        assert max(Answer.objects.filter(game=game).values_list("poll", flat=True)) == stood[game.pk]
        assert fresh(game).last_poll == stood[game.pk] + 1
        assert not Call.objects.filter(game=game, poll__gt=stood[game.pk]).exists()


def test_a_game_that_a_host_still_holds_is_not_stepped_and_one_of_models_does_not_begin_by_it(at: Provider) -> None:
    held, unbegun = make_game(pace=1), make_game("L", players=voices(at))
    do("pause", held)
    do("pause", unbegun)
    Game.objects.filter(pk=held.pk).update(lease_owner="host", lease_expires_at=timezone.now() + timedelta(seconds=60))
    with pytest.raises(WrongGame, match="was just paused"):
        do("step", held)
    with pytest.raises(WrongGame, match="has not begun"):
        do("step", unbegun)
    Game.objects.filter(pk=held.pk).update(lease_expires_at=timezone.now())
    do("step", held)
    assert (fresh(held).status, fresh(held).lease_owner, fresh(unbegun).status) == ("running", None, "paused")


def test_a_game_that_is_not_due_does_not_begin_by_a_step_and_is_played_then_when_it_is_resumed() -> None:
    stepped, resumed, due = (make_game(seed, pace=1) for seed in "KLM")
    at = datetime(2030, 3, 4, 18, 5, tzinfo=timezone.get_fixed_timezone(60))
    Game.objects.exclude(pk=due.pk).update(due_at=at)
    for game in (stepped, resumed, due):
        do("pause", game)
    with pytest.raises(WrongGame) as refused:
        do("step", stepped)
    then = "4 Mar 2030, 17:05 UTC"
    not_due = f"game {stepped.public_id} has not begun and is not due before {then}"
    assert str(refused.value) == f"{not_due}: resume it, and it is played then, or step it from then on"
    assert refused.value.field == "status"
    assert (fresh(stepped).status, fresh(stepped).started_at, fresh(stepped).due_at) == ("paused", None, at)
    paused_no_more = f"Game {resumed.public_id} is paused no more: it has not begun"
    assert do("resume", resumed) == f"{paused_no_more}, and is played when it is due, {then}."
    assert (fresh(resumed).status, fresh(resumed).due_at) == ("scheduled", at)
    assert do("step", due) == f"Game {due.public_id} {VERBS['step'].done}."
    assert (fresh(due).status, fresh(stepped).status) == ("running", "paused")
    assert do("resume", stepped).endswith(f"{then}.")

    Game.objects.filter(pk=stepped.pk).update(
        status="running", started_at=NOON
    )  # begun: when it is due is when it goes on
    do("pause", stepped)
    do("step", stepped)
    do("pause", stepped)
    assert do("resume", stepped) == f"Game {stepped.public_id} goes on."


def test_a_game_that_is_played_is_void_at_once_and_another_is_not(at: Provider) -> None:
    games = [make_game(seed, players=voices(at)) for seed in ("K", "L")]
    at.control(latency=0.2)
    host = in_thread(play_all)
    until(lambda: all(game.answers.exists() for game in games))
    do("void", games[0], "A wrong option.")
    at.control(latency=0.0)
    host.join(at_most(100))

    assert [fresh(game).status for game in games] == ["void", "finished"]
    assert fresh(games[0]).waiting == "called off: A wrong option."
    with pytest.raises(WrongGame, match="is void and cannot be called off"):
        do("void", games[0], "Again.")
    with pytest.raises(WrongGame, match="is finished and cannot be called off"):
        do("void", games[1], "Too late.")
    orphan_errands(before=timezone.now())  # whoever left before it had settled what was on its way
    assert not Call.objects.filter(status__in=Call.OPEN).exists()
    assert not Account.objects.exclude(reserved=0).exists()


def test_a_replay_tells_the_first_difference_and_changes_nothing() -> None:
    good, changed, running = make_game(), make_game("L"), make_game("M", pace=10)
    Game.objects.filter(pk=running.pk).update(status="paused")
    play_all()
    said = Event.objects.filter(game=changed, kind="said")[1]
    Event.objects.filter(pk=said.pk).update(data=said.data | {"words": "Nothing of the kind."})
    before = list(Game.objects.order_by("pk").values())

    assert do("replay", good).endswith(f"{fresh(good).last_seq} events, hash {fresh(good).hash}.")
    assert f"differs when it is replayed at event {said.seq}: " in do("replay", changed)
    assert do("replay", running).endswith("is identical when it is replayed: all that was played so far.")
    assert list(Game.objects.order_by("pk").values()) == before


def test_of_two_at_once_each_is_done_once() -> None:
    cast(1, "house")
    games = [make_game(seed, pace=1) for seed in ("K", "L")]
    for verb, before, reason in (
        ("pause", "running", ""),
        ("resume", "paused", ""),
        ("step", "paused", ""),
        ("void", "running", "No."),
        ("substitute", "paused", "Gone."),
    ):
        Game.objects.update(status=before, started_at=NOON, waiting="", steps_to=None)
        deeds = [(verb, game, reason) for game in games for _ in range(2)]
        assert Counter(at_once(*deeds)) == {verb: 2, f"{verb} refused": 2}, verb
    assert Substitution.objects.count() == 2


def test_pausing_and_voiding_at_once_leaves_a_game_in_one_state() -> None:
    games = [make_game(seed, pace=1) for seed in ("K", "L")]
    Game.objects.update(status="running", started_at=NOON)
    came = at_once(*((verb, game, "No.") for game in games for verb in ("pause", "void")))
    assert came.count("void") == 2, "which can be done to a paused game as well"
    assert {fresh(game).status for game in games} == {"void"}


def test_a_host_that_plays_on_while_somebody_substitutes_twice_comes_to_one_end(at: Provider) -> None:
    """Two at once, of two seats, while a host plays both games."""
    model_at(at)
    games = [make_game(seed, pace=0.05) for seed in ("K", "L")]
    stopping = threading.Event()
    host = in_thread(play_all, stopping=stopping)
    until(lambda: all(game.answers.count() >= 2 for game in games))
    both = [in_thread(do, "substitute", game, "A trial.", seat=seat, model=OPENAI) for game in games for seat in (1, 3)]
    for each in both:
        each.join(at_most(30))
    until(lambda: all(fresh(game).is_over for game in games), at_most(100))
    stopping.set()
    host.join(at_most(60))

    for game in games:
        assert fresh(game).status == "finished", fresh(game).waiting
        assert replay_game(game=fresh(game)).is_identical
    assert Substitution.objects.count() == 4
