"""Another model for a seat: from its next answer on, also while a host plays, while a provider is gone, and twice."""

import json
import socket
import threading

import pytest

from games.directing.substituting import substitute_model
from games.directing.verbs import VERBS, Given, carry_out
from games.hosting.making import WrongGame
from games.hosting.recovery import earlier_of
from games.hosting.verbs import pause_game, replay_game, resume_game, update_exhibition
from games.ledger.asked import model_by_now, settings_of
from games.ledger.logs import game_log
from games.ledger.rows import recorded_game
from games.loopback.process import Provider
from games.models import Account, Answer, Call, Game, Seat, SeatSetting, Substitution
from games.models.call import CallRecord, CallStatus
from personas.models import LanguageModel, Player
from tests.factories import NOON, make_call
from tests.games.casting import cast, make_game
from tests.games.stage import in_thread, play_all, play_until, until
from tests.games.voices import OPENAI, model_at, voices
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(at_most(180)), pytest.mark.long(30)]
OTHER = "gpt-4.1-mini"
WHY = "The provider has gone."


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def slug(name: str) -> str:
    return name.replace(".", "-")


def substituted(game: Game, seat: int, model: str) -> None:
    substitute_model(game=fresh(game), seat=seat, model=slug(model), reason=WHY, now=NOON)


def played_until_answers(at: Provider, game: Game, number: int) -> None:
    at.control(latency=0.2)
    play_until(lambda: Answer.objects.filter(game=game).count() >= number and pause_game(game=game))
    at.control(latency=0.0)


def asked(game: Game, seat: int) -> dict[int, set[str]]:
    """By poll, the models whose answers came for a seat."""
    found: dict[int, set[str]] = {}
    for call in Call.objects.filter(game=game, seat=seat, status="answered", fault=""):
        found.setdefault(call.poll or 0, set()).add(call.model)
    return found


def log_of(game: Game) -> dict[str, object]:
    return json.loads(json.dumps(game_log(recorded_game(fresh(game)), "analysis")))  # type: ignore[arg-type]


def is_settled() -> bool:
    """Whether no call is open, and nothing is reserved for one."""
    calls = Call.objects.filter(status__in=[CallStatus.INTENDED, CallStatus.SENT])
    return not calls.exists() and not Account.objects.exclude(reserved=0).exists()


def test_two_seats_of_a_paused_game_are_answered_for_by_others_from_then_on_and_another_game_is_as_it_was(
    at: Provider,
) -> None:
    model_at(at, OTHER)
    games = [make_game(seed, seats=6, players=voices(at), season="s") for seed in ("K", "L")]
    changed = games[0]
    at.control(latency=0.2)
    play_until(lambda: Answer.objects.filter(game=changed).count() >= 9 and [pause_game(game=each) for each in games])
    at.control(latency=0.0)
    last = {seat: max(changed.answers.filter(seat=seat).values_list("poll", flat=True), default=0) for seat in range(6)}

    cast(1, "house")
    living = list(Seat.objects.filter(game=changed, survived=None).values_list("number", flat=True))
    of_others, of_house = ([seat for seat in living if seat % 2 == odd] for odd in (1, 0))
    for seat in living:
        substituted(changed, seat, OTHER if seat in of_others else "house")
    for game in games:
        resume_game(game=fresh(game))
    play_all()

    for game in games:
        assert fresh(game).status == "finished", fresh(game).waiting
        assert replay_game(game=fresh(game)).is_identical
    assert (fresh(changed).unrated, fresh(games[1]).unrated) == (f"a model was substituted: {WHY}", "")
    since = {row.seat.number: row.since_poll for row in SeatSetting.objects.select_related("seat")}
    assert since == {seat: last[seat] + 1 for seat in living}
    for seat in of_others:
        for poll, models in asked(changed, seat).items():
            assert models == {OTHER if poll > last[seat] else OPENAI}
    assert not [poll for seat in of_house for poll in asked(changed, seat) if poll > last[seat]], "the house is at home"
    assert changed.answers.filter(seat__in=of_house, poll__gt=min(last[seat] for seat in of_house)).exists()
    assert not Call.objects.filter(game=games[1], model=OTHER).exists()
    ways = [[way["model"] for way in seat["asked"]] for seat in log_of(changed)["seats"]]  # type: ignore[attr-defined]
    for seat in range(6):
        after = [OTHER] if seat in of_others else ["listener"] if seat in of_house else []
        assert ways[seat] == ([OPENAI] if last[seat] or not after else []) + after
    assert (log_of(changed)["unrated"], log_of(games[1]).get("unrated")) == (fresh(changed).unrated, None)
    assert is_settled()
    since_then = Call.objects.filter(game=changed, seat__in=of_others, poll__gt=max(last.values()))
    assert {call.language_model and call.language_model.model_name for call in since_then} == {OTHER}
    (day,) = Account.objects.filter(scope=Account.Scope.DAY)
    assert day.spent == sum(call.cost or 0 for call in Call.objects.all()) > 0


def test_a_host_notices_at_the_next_question_and_what_is_on_its_way_is_paid_once(at: Provider) -> None:
    model_at(at, OTHER)
    game = make_game("K", seats=6, players=voices(at))
    at.control(latency=0.3)
    stopping = threading.Event()
    host = in_thread(play_all, stopping=stopping)
    until(lambda: Answer.objects.filter(game=game).count() >= 3)

    for seat in (2, 3):
        substituted(game, seat, OTHER)
    until(lambda: not fresh(game).is_recast)
    at.control(latency=0.0)
    until(lambda: fresh(game).is_over, at_most(100))
    host.join(at_most(60))

    assert fresh(game).status == "finished", fresh(game).waiting
    assert replay_game(game=fresh(game)).is_identical
    since = {row.seat.number: row.since_poll for row in SeatSetting.objects.select_related("seat")}
    assert since.keys() == {2, 3}
    for seat in (2, 3):
        for poll, models in asked(game, seat).items():
            assert models == {OTHER if poll >= since[seat] else OPENAI}
    assert not Call.objects.filter(game=game, status="orphaned").exists(), "what was on its way was waited for"
    assert is_settled()


def test_a_game_whose_provider_is_gone_goes_on_with_another(at: Provider) -> None:
    """Two dead providers: a seat of each is given to one that lives."""
    players = voices(at, OPENAI, OTHER)
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        gone = f"http://127.0.0.1:{nobody.getsockname()[1]}/v1"
        game = make_game("K", seats=6, players=players)
        played_until_answers(at, game, 4)
        dead = model_at(at, "gpt-4.1")
        for seat in (0, 1):
            Seat.objects.filter(game=game, number=seat).update(player=_on(dead, players[seat]), model_version=None)
        LanguageModel.objects.filter(pk=dead.pk).update(base_url=gone)
        resume_game(game=fresh(game))
        stopping = threading.Event()
        host = in_thread(play_all, stopping=stopping)
        until(lambda: Call.objects.filter(game=game, status="failed").exists() or fresh(game).waiting)

        for seat in (0, 1):
            substituted(game, seat, OTHER)
        until(lambda: fresh(game).is_over, at_most(100))
        stopping.set()
        host.join(at_most(60))

    assert fresh(game).status == "finished", fresh(game).waiting
    assert replay_game(game=fresh(game)).is_identical
    assert Substitution.objects.filter(taken_up_at__isnull=False).count() == 2
    assert is_settled()


def _on(model: LanguageModel, player: Player) -> Player:
    return Player.objects.get_or_create(
        player_id=f"{model.slug}_{player.persona.slug}", defaults={"persona": player.persona, "model": model}
    )[0]


def test_players_of_the_house_are_substituted_as_well(at: Provider) -> None:
    """One of the house by another of it, and one by a model behind a provider."""
    cast(1, "house")
    model_at(at)
    games = [make_game(seed, pace=0.02) for seed in ("K", "L")]
    play_until(lambda: all(each.answers.count() >= 4 for each in games) and [pause_game(game=each) for each in games])

    living = [list(Seat.objects.filter(game=each, survived=None).values_list("number", flat=True)) for each in games]
    for seat in living[0]:
        substituted(games[0], seat, "house")
    for seat in living[1]:
        substituted(games[1], seat, OPENAI)
    for game in games:
        resume_game(game=fresh(game))
    play_all()

    for game in games:
        assert fresh(game).status == "finished", fresh(game).waiting
        assert replay_game(game=fresh(game)).is_identical
    assert [fresh(each).has_voices for each in games] == [False, True]
    assert {call.game_id for call in Call.objects.all()} == {games[1].pk}
    assert {call.seat for call in Call.objects.all()} <= set(living[1])
    for game, seats, protocol in zip(games, living, ("house", "openai"), strict=True):
        told = [[way["protocol"] for way in seat["asked"]] for seat in log_of(game)["seats"]]  # type: ignore[attr-defined]
        assert {told[seat][-1] for seat in seats} == {protocol}


def test_what_another_model_said_and_nobody_took_is_not_taken(at: Provider) -> None:
    """A host was killed after two calls were settled and before their answers were written."""
    first, other = model_at(at), model_at(at, OTHER)
    game = make_game("K", seats=6, players=voices(at))
    for seat, fault in ((0, ""), (1, ""), (2, "too long"), (3, "too long")):
        make_call(game=game, poll=1, seat=seat, language_model=first, status="answered", said="{}", fault=fault)

    earlier = earlier_of(game, 1, {0: first.pk, 1: other.pk, 2: first.pk, 3: other.pk})

    assert list(earlier.stood) == [(1, 0)]
    assert [bool(earlier.retorts(1, seat)) for seat in (2, 3)] == [True, False]


def test_what_a_model_thought_of_an_answer_that_nobody_took_is_a_part_of_it(at: Provider) -> None:
    """As of one that was taken: its thought is told on, and later prompts may hold it."""
    model, game = model_at(at), make_game("K", seats=6, players=voices(at))
    for seat, thinking in enumerate(("It is Ann.", "It is Ben, or nobody.")):
        of_call = {"poll": 1, "seat": seat, "language_model": model, "status": "answered"}
        CallRecord.objects.create(call=make_call(game=game, **of_call, said="{}"), request="{}", thinking=thinking)
    make_call(game=game, poll=1, seat=2, language_model=model, status="answered", said="{}")  # whose words are not kept

    earlier = earlier_of(game, 1, dict.fromkeys(range(3), model.pk))

    assert [earlier.stood[1, seat].thinking for seat in range(3)] == ["It is Ann.", "It is Ben, or nobody.", ""]


@pytest.mark.parametrize(
    ("seat", "model", "told", "field"),
    [
        (9, "uniform", "has the seats 0 to 5, and no seat 9", "seat"),
        (1, "nobody", "no model is called 'nobody'", "model"),
        (1, "uniform", "uniform is already asked for seat 1", "model"),
        (1, "resting", "resting is not active", "model"),
    ],
)
def test_what_cannot_be_substituted_is_told_by_what_was_given(seat: int, model: str, told: str, field: str) -> None:
    game = make_game(pace=1)
    LanguageModel.objects.create(slug="resting", name="Resting", provider="house", model_name="joker", is_active=False)
    Game.objects.filter(pk=game.pk).update(status="running", started_at=NOON)

    with pytest.raises(WrongGame, match=told) as refused:
        substitute_model(game=fresh(game), seat=seat, model=model, reason=WHY, now=NOON)

    assert refused.value.field == field
    assert (fresh(game).unrated, Substitution.objects.count()) == ("", 0)


def test_one_that_has_not_begun_or_is_over_is_refused_and_a_second_click_too() -> None:
    cast(1, "house")
    game, other = make_game(pace=1), make_game("L", pace=1)
    given = Given("gone", 1, "house")
    with pytest.raises(WrongGame, match="has not begun"):
        carry_out(verb=VERBS["substitute"], game=game, by="ann", now=NOON, given=given)
    Game.objects.update(status="running", started_at=NOON)

    told = carry_out(verb=VERBS["substitute"], game=fresh(game), by="ann", now=NOON, given=given)
    assert told.startswith(f"house answers for seat 1 ({game.seats.get(number=1).alias}) of game")
    with pytest.raises(WrongGame, match="house is already asked for seat 1"):
        carry_out(verb=VERBS["substitute"], game=fresh(game), by="ann", now=NOON, given=given)
    carry_out(verb=VERBS["substitute"], game=fresh(game), by="ann", now=NOON, given=Given("gone", 2, "house"))
    assert Substitution.objects.count() == 2
    Game.objects.filter(pk=other.pk).update(status="void")
    with pytest.raises(WrongGame, match="is void"):
        carry_out(verb=VERBS["substitute"], game=fresh(other), by="ann", now=NOON, given=given)


def test_what_was_substituted_stays_when_a_game_is_brought_up_to_date() -> None:
    """The models of two seats were substituted; that of all others is set otherwise since."""
    cast(1, "house")
    game = make_game("K", pace=0.05)
    play_until(lambda: game.answers.count() >= 3 and pause_game(game=game))
    seats = list(Seat.objects.filter(game=game, survived=None).values_list("number", flat=True))[:2]
    for seat in seats:
        substituted(game, seat, "house")
    resume_game(game=fresh(game))
    play_until(lambda: not fresh(game).is_recast and pause_game(game=fresh(game)))
    LanguageModel.objects.filter(slug="uniform").update(provider="house", model_name="joker")

    update_exhibition(game=fresh(game))

    found = Seat.objects.select_related("player__model", "model_version").filter(game=game).order_by("number")
    by_now = {seat.number: model_by_now(seat, settings_of(fresh(game))) for seat in found}
    assert {seat for seat, model in by_now.items() if model.slug == "house"} == set(seats)
    assert {model.model_name for seat, model in by_now.items() if seat not in seats} == {"joker"}
    resume_game(game=fresh(game))
    play_all()
    assert fresh(game).status == "finished"
    assert replay_game(game=fresh(game)).is_identical
