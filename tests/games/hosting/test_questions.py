"""Games of players behind a provider: what is asked, what is paid, and what becomes of both when something breaks.

(Long, because there are many ways to break, and each is held against the same provider and its bill.)
"""

import re
import signal
import sys
import threading
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.agents.room import room_for
from games.billing import failing
from games.billing.budgets import purses_of
from games.billing.call_ledger import Intent, intend_calls
from games.billing.kill_switch import allow_calls_of, stop_calls_of
from games.billing.money import day_of, set_cap
from games.engine.rulesets import all_rulesets
from games.gateway import circuit_breaker
from games.gateway.capabilities import longest_call
from games.hosting import questions
from games.hosting.keeping import sweep_games
from games.hosting.verbs import replay_game, update_exhibition
from games.loopback.faults import KINDS
from games.loopback.process import Provider
from games.models import Account, Answer, Call, Game, KillSwitch
from games.models.waiting import LATE, PENNILESS, UNASKABLE, UNEQUIPPED, reserved_for_others, shortage
from personas.models import LanguageModel, Player
from tests.factories import make_call, make_price
from tests.games.casting import journal, make_game
from tests.games.rule_books import two_by_turns
from tests.games.stage import HostProcess, in_thread, play_all, play_until, until
from tests.games.voices import ANTHROPIC, OPENAI, RESPONSES, model_at, voices
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long(90)]


@dataclass(frozen=True, slots=True)
class Begun(Provider):
    """A provider whose rows begin with one test: nobody reads again, for each game, those of all tests before it."""

    requests: int = 0  # that it had before

    def counter(self, *, after: int = 0) -> Any:
        return Provider.counter(self, after=max(after, self.requests))


@pytest.fixture
def at(at: Provider) -> Provider:
    return Begun(at.url, at.pid, at.key, at.counter(after=sys.maxsize)["requests"])


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def host_of(provider: Provider) -> str:
    """What people call it."""
    return provider.url.removeprefix("http://")


def rows_of(provider: Provider, game: Game) -> tuple[list[dict[str, object]], list[Call]]:
    """What the provider counted of a game's calls, and our rows of them."""
    calls = list(Call.objects.filter(game=game))
    ours = {call.ident for call in calls}
    return [row for row in provider.counter()["rows"] if row["client_id"] in ours], calls


def settled_to_the_cent(provider: Provider, game: Game) -> None:
    """Each request that the provider saw has one row, each answered row costs what was billed, and what nobody heard
    the end of is not below the bill."""
    seen, calls = rows_of(provider, game)
    billed = {str(row["client_id"]): Decimal(str(row["cost"])) for row in seen}
    assert len(billed) == len(seen), "no call is sent twice"
    for call in calls:
        assert call.status not in Call.OPEN
        assert call.cost is not None
        bill = billed.get(call.ident, Decimal(0))
        assert (
            call.cost == bill if call.status == "answered" and call.input_tokens else bill <= call.cost <= call.reserved
        )
    account = Account.objects.get(scope="game", name=game.public_id)
    assert (account.spent, account.reserved) == (sum(call.cost or 0 for call in calls), 0)
    assert account.spent >= sum(billed.values()) > 0


@pytest.mark.parametrize("ruleset", two_by_turns(0))
def test_a_game_of_both_protocols_is_played_and_every_call_is_accounted_for(at: Provider, ruleset: str) -> None:
    seats = all_rulesets()[ruleset].seats.start
    game = make_game(ruleset=ruleset, seats=seats, players=voices(at, OPENAI, ANTHROPIC, seats=seats))

    play_all()

    game = fresh(game)
    assert game.status == "finished", game.waiting
    assert replay_game(game=game).is_identical
    seen, calls = rows_of(at, game)
    assert len(seen) == len(calls) == Answer.objects.filter(game=game).count()
    assert {call.status for call in calls} == {"answered"}
    assert not Answer.objects.filter(game=game).exclude(default_reason="").exists()
    settled_to_the_cent(at, game)


def test_what_gpt_5_6_writes_to_its_cache_is_paid_for_and_in_the_ledger_to_the_cent(at: Provider) -> None:
    before = at.bill()
    game = make_game(ruleset="council-mafia", players=voices(at, "gpt-5.6", "gpt-5.6-luna", seats=7))

    play_all()

    assert fresh(game).status == "finished", fresh(game).waiting
    settled_to_the_cent(at, game)
    seen, calls = rows_of(at, game)
    assert {call.status for call in calls} == {"answered"}
    wrote = {str(row["client_id"]): (row["input"], row["cached"], row["written"]) for row in seen if row["output"]}
    assert {call.ident: (call.input_tokens, call.cached_tokens, call.cache_written_tokens) for call in calls} == wrote
    for slug in ("gpt-5.6", "gpt-5.6-luna"):
        was, bill = before["models"].get(slug, {"cost": 0, "written": 0}), at.bill()["models"][slug]
        mine = [call for call in calls if call.model == slug]
        assert sum(call.cost or 0 for call in mine) == Decimal(bill["cost"]) - Decimal(was["cost"])
        assert sum(call.cache_written_tokens or 0 for call in mine) == bill["written"] - was["written"] > 1_000


def test_reasoning_that_is_told_outside_of_the_output_is_paid_for_to_the_cent(at: Provider) -> None:
    names = ("loop-beside", "loop-sum")
    for name in names:
        make_price(language_model=model_at(at, name), input=1, cached=Decimal("0.25"), output=4)
    game = make_game(seats=6, players=voices(at, *names, seats=6))

    play_all()

    assert fresh(game).status == "finished", fresh(game).waiting
    settled_to_the_cent(at, game)
    seen, calls = rows_of(at, game)
    assert {call.ident: (call.output_tokens, call.reasoning_tokens) for call in calls} == {
        row["client_id"]: (row["output"], row["reasoning"]) if row["output"] else (None, None) for row in seen
    }
    assert all(sum(call.reasoning_tokens or 0 for call in calls if call.model == name) > 100 for name in names)


def test_each_model_keeps_its_own_number_of_calls_at_once(at: Provider) -> None:
    """In a council all seven vote at once on its first day, when nobody has died."""
    wide, narrow = model_at(at), model_at(at, "gpt-4.1-mini")
    LanguageModel.objects.filter(pk=narrow.pk).update(in_flight=1)
    make_game(ruleset="council-mafia", seats=7, players=voices(at, OPENAI, "gpt-4.1-mini", seats=7))
    at.control(latency=0.1)

    play_all()

    at.control(latency=0)
    assert [under_way(Call.objects.filter(language_model=model)) for model in (wide, narrow)] == [4, 1]


def test_of_those_who_sum_up_a_round_on_one_model_one_goes_ahead_and_pays_for_what_all_heard(at: Provider) -> None:
    names = (OPENAI, "gpt-4.1-mini")
    game = make_game("B", ruleset="reactive-mafia", seats=8, players=voices(at, *names, seats=8))
    at.control(latency=0.1)

    play_all()

    at.control(latency=0)
    summaries = Answer.objects.filter(game=game, kind="summary")
    first, *later = sorted({answer.poll for answer in summaries})
    together = 0
    for poll, name in product((first, *later), names):
        calls = Call.objects.filter(game=game, poll=poll, model=name).order_by("created_at")
        if len({call.seat for call in calls}) < 2:
            continue
        ahead, *others = calls
        came = ahead.created_at + timedelta(seconds=ahead.latency or 0)
        is_held = all(call.created_at >= came for call in others)
        assert is_held == (poll in later), "the first round is summed up behind what each was told before"
        if poll in later:
            together += 1
            assert all(call.cached_tokens > ahead.cached_tokens for call in others if call.seat != ahead.seat)
    assert together


def under_way(calls: Iterable[Call]) -> int:
    """How many of these calls were under way at once, at the most: each from when it was written down."""
    spans = [(call.created_at, call.created_at + timedelta(seconds=call.latency or 0)) for call in calls]
    return max(sum(begun <= at < over for begun, over in spans) for at, _ in spans)


MIXED = ("500", "429", "reset", "prose", "fences", "unknown_target", "truncated", "empty")
ALWAYS = {"429", "prose"}
FAULTS = [{kind: 0.2} for kind in KINDS] + [
    dict.fromkeys(MIXED, 0.2 / len(MIXED)),
    dict.fromkeys(KINDS, 0.9 / len(KINDS)),
]


@pytest.fixture
def hasty(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits of a test's length: of a provider that fails, and for one that never answers, however often."""
    monkeypatch.setattr(failing, "LOSSES", 1_000)
    monkeypatch.setattr(failing, "MOST_LATE", 1_000)
    monkeypatch.setattr(circuit_breaker, "FIRST_WAIT", 0.02)
    monkeypatch.setattr(circuit_breaker, "LONGEST_WAIT", 0.2)
    settings.LEAGUE_CALL_TIMEOUT = 1


def play_under(at: Provider, faults: dict[str, float], games: int) -> None:
    at.control(faults=faults, seed=str(faults))
    players = voices(at, OPENAI, ANTHROPIC, seats=5)
    made = [make_game(f"{faults}/{number}", seats=5, players=players) for number in range(games)]

    play_all(slice_seconds=3_000)

    at.control(faults={})
    for game in map(fresh, made):
        assert game.status == "finished", game.waiting
        assert replay_game(game=game).is_identical
        settled_to_the_cent(at, game)
        questions = Counter(Call.objects.filter(game=game, status="answered", fault="").values_list("poll", "seat"))
        assert not questions or max(questions.values()) == 1, "no stored answer is asked for again"
        tries = Counter(Call.objects.filter(game=game, status="answered").values_list("poll", "seat"))
        assert max(tries.values()) <= 4
        for answer in Answer.objects.filter(game=game).exclude(default_reason=""):
            most = room_for(OPENAI).most  # where it was cut off there, it would be again
            is_cut = answer.default_reason.startswith(f"the answer was cut off at {most} tokens")
            assert tries[answer.poll, answer.seat] == answer.tries
            assert answer.tries >= 2 if is_cut else answer.tries == 4


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    "faults",
    [pytest.param(each, marks=() if len(each) > 1 or ALWAYS & each.keys() else pytest.mark.slow) for each in FAULTS],
    ids=lambda faults: "+".join(faults)[:40],
)
def test_games_end_whatever_goes_wrong_and_every_call_is_settled(at: Provider, faults: dict[str, float]) -> None:
    play_under(at, faults, games=2)


@pytest.mark.slow
@pytest.mark.timeout(at_most(1_500))
@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("faults", FAULTS, ids=lambda faults: "+".join(faults)[:40])
def test_fifty_games_end_whatever_goes_wrong(at: Provider, faults: dict[str, float]) -> None:
    play_under(at, faults, games=50)


def test_a_provider_that_is_down_makes_games_wait_with_a_reason_and_they_go_on_by_themselves(
    at: Provider, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(circuit_breaker, "FIRST_WAIT", 0.5)
    monkeypatch.setattr(circuit_breaker, "WORTH_TELLING", 0.1)
    game = make_game(seats=5, players=voices(at, seats=5))
    at.control(outage=True)
    host = in_thread(play_all)
    try:
        reason = until(lambda: fresh(game).waiting)
        spent = Account.objects.get(scope="game", name=game.public_id).spent
    finally:
        at.control(outage=False)
        host.join(at_most(60))

    assert re.fullmatch(r"127\.0\.0\.1:[0-9]+ 503, next try [0-9]{2}:[0-9]{2} UTC", reason)
    assert spent == 0
    assert (fresh(game).status, fresh(game).waiting) == ("finished", "")


@pytest.mark.parametrize("kills", [1, pytest.param(5, marks=[pytest.mark.slow, pytest.mark.timeout(at_most(300))])])
def test_a_killed_host_asks_no_stored_answer_again_and_the_game_is_the_same(
    at: Provider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kills: int
) -> None:
    players = voices(at, OPENAI, ANTHROPIC, seats=6)
    undisturbed = make_game("K", seats=6, players=players)
    play_all()
    game = make_game("K", seats=6, players=players)
    monkeypatch.setenv("LEAGUE_BASE_URLS", f"{at.openai_url},{at.anthropic_url}")
    process = HostProcess(tmp_path)
    at.control(latency=0.05)
    kept: list[tuple[object, ...]] = []
    try:
        for _ in range(kills):
            process.start()
            until(lambda: len(journal(game)) >= len(kept) + 5)  # noqa: B023  waited for here
            process.end(signal.SIGKILL)
            stored = journal(game)
            assert stored[: len(kept)] == kept, "the rows from before are the same rows"
            kept = stored
        process.start()
        assert process.finish() == 0
    finally:
        process.close()

    assert journal(game)[: len(kept)] == kept
    assert fresh(game).hash == fresh(undisturbed).hash
    settled_to_the_cent(at, game)
    orphaned = Call.objects.filter(game=game, status="orphaned")
    assert all(call.cost == call.reserved for call in orphaned)
    questions = Counter(Call.objects.filter(game=game, status="answered").values_list("poll", "seat"))
    assert max(questions.values()) == 1


def begun(at: Provider, game: Game) -> Game:
    """A game that has begun and cost something, and that nobody plays just now."""
    at.control(latency=0.05)
    play_until(lambda: Account.objects.filter(scope="game", name=game.public_id, spent__gt=0).exists())
    at.control(latency=0)
    return game


def test_a_game_at_its_cap_waits_until_the_cap_is_raised(at: Provider) -> None:
    game = begun(at, make_game(seats=5, players=voices(at, seats=5), caps={"game": "1"}))
    account = Account.objects.get(scope="game", name=game.public_id)
    set_cap(account=account, cap=Decimal("0.004"))

    play_until(lambda: fresh(game).waiting and not fresh(game).lease_owner)

    account.refresh_from_db()
    assert (fresh(game).status, fresh(game).lease_owner) == ("running", None)
    assert fresh(game).waiting.startswith("budget of the game: ")
    assert 0 < account.spent <= Decimal("0.004")
    assert (account.reserved, account.warned_at is not None) == (0, account.spent >= Decimal("0.0032"))
    set_cap(account=account, cap=Decimal(1))
    play_all()
    assert (fresh(game).status, fresh(game).waiting) == ("finished", "")


@pytest.mark.parametrize(("switch", "reason"), [("on", "all calls are stopped"), ("off", "budget of the game: ")])
def test_a_game_that_we_hold_back_ourselves_is_not_called_off(
    at: Provider, settings: Settings, switch: str, reason: str
) -> None:
    settings.LEAGUE_PATIENCE = 0
    game = begun(at, make_game(seats=5, players=voices(at, seats=5), caps={"game": "1"}))
    KillSwitch.objects.create(pk=1, is_on=switch == "on")
    set_cap(account=Account.objects.get(scope="game"), cap=Decimal(0))

    play_until(lambda: fresh(game).waiting and not fresh(game).lease_owner)

    assert fresh(game).status == "running"
    assert fresh(game).waiting.startswith(reason)


def test_a_host_that_ends_while_a_budget_is_reserved_for_others_does_not_say_that_it_is_spent(at: Provider) -> None:
    game = make_game(seats=5, players=voices(at, seats=5), caps={"game": "1"})
    Account.objects.create(scope="game", name=game.public_id, cap=1, reserved=1)
    play_until(lambda: Account.objects.filter(scope="day").exists())  # opened by the first call that is refused

    assert (fresh(game).status, fresh(game).waiting, fresh(game).lease_owner) == ("running", "", None)
    assert not Call.objects.exists()


def test_a_game_whose_cap_is_below_what_it_likely_costs_does_not_begin(at: Provider) -> None:
    game = make_game(seats=5, players=voices(at, seats=5), caps={"game": "0.004"})

    play_all()

    dollars = r"\$0\.0\d+"
    told = rf"its cap is \$0\.004, and a game costs about {dollars} and is begun with ({dollars}): raise the cap to \1"
    assert re.fullmatch(f"budget of the game: {told}", fresh(game).waiting)
    assert (fresh(game).status, fresh(game).started_at, Call.objects.count()) == ("scheduled", None, 0)
    set_cap(account=Account.objects.get(scope="game"), cap=Decimal(1))
    assert fresh(game).waiting == ""
    play_all()
    assert fresh(game).status == "finished"


def test_a_poll_that_does_not_fit_at_once_is_asked_a_few_at_a_time(at: Provider) -> None:
    players = voices(at, seats=5)
    LanguageModel.objects.filter(pk=players[0].model_id).update(most_tokens=16_384)  # a cent for an answer, at the most
    game = make_game(seats=5, players=players, caps={"game": "0.035"})
    at.control(latency=0.05)

    play_all()

    at.control(latency=0)
    assert (fresh(game).status, fresh(game).waiting) == ("finished", "")
    calls = Call.objects.filter(game=game)
    assert {call.status for call in calls} == {"answered"}
    assert 1 < under_way(calls) <= 3, "a fourth worst case would not have fitted beside them"
    settled_to_the_cent(at, game)


def test_the_kill_switch_lets_nobody_be_asked(at: Provider) -> None:
    KillSwitch.objects.create(pk=1, is_on=True, reason="a test")
    game = make_game(seats=5, players=voices(at, seats=5))

    play_all(slice_seconds=2)

    assert fresh(game).waiting == "all calls are stopped by the kill switch"
    assert not Call.objects.exists()


@pytest.mark.parametrize("scope", ["model", "provider"])
def test_a_game_waits_whose_model_is_stopped_in_its_midst_and_others_go_on(
    at: Provider, scope: str, caplog: pytest.LogCaptureFixture
) -> None:
    stopped = begun(at, make_game(seats=5, players=voices(at, seats=5)))
    account = Account.objects.get(scope=scope, name={"model": OPENAI, "provider": host_of(at)}[scope])
    free = make_game(seats=5, players=voices(at, "gpt-4.1-mini", seats=5))
    before = Call.objects.count()
    stop_calls_of(account=account, reason="a bill")

    play_until(lambda: fresh(stopped).waiting and not fresh(stopped).lease_owner and is_still(free, scope))

    assert (fresh(stopped).status, fresh(stopped).waiting) == (
        "running",
        f"calls to a {scope} are stopped by an operator",
    )
    assert f"calls to the {account} are stopped" in caplog.text
    assert Call.objects.exclude(game=free).count() == before
    allow_calls_of(account=account)
    play_all()
    assert {fresh(game).status for game in (stopped, free)} == {"finished"}


def is_still(game: Game, scope: str) -> bool:
    """Whether a game of another model is played to its end, or, of the same provider, does not begin."""
    game.refresh_from_db()
    return game.status == "finished" if scope == "model" else game.waiting.startswith("calls to a provider")


LACKING: list[tuple[dict[str, object], str]] = [
    ({"key_variable": "NO_SUCH_API_KEY"}, "NO_SUCH_API_KEY is not set"),
    ({"base_url": "http://127.0.0.1:1/v1"}, "http://127.0.0.1:1/v1 is not on the list of LEAGUE_BASE_URLS"),
    ({"base_url": ""}, "calls that leave this machine are forbidden by LEAGUE_PAID_CALLS=0"),
]


@pytest.mark.parametrize(
    ("change", "said", "logged"),
    [
        *((change, UNEQUIPPED, logged) for change, logged in LACKING),
        ({"model_name": "no-such-model"}, f"{{host}} 404: {UNASKABLE}", "The model `no-such-model` does not exist"),
    ],
)
def test_a_model_that_cannot_be_asked_makes_its_game_wait_and_only_the_log_says_which(
    at: Provider, caplog: pytest.LogCaptureFixture, change: dict[str, object], said: str, logged: str
) -> None:
    players = voices(at, seats=5)
    LanguageModel.objects.filter(pk=players[0].model_id).update(**change)
    game = make_game(seats=5, players=players)

    play_all(slice_seconds=2)

    assert logged in caplog.text
    assert fresh(game).waiting == said.format(host=host_of(at))
    assert fresh(game).status == "running"
    assert not Account.objects.filter(spent__gt=0).exists()


def beside(at: Provider, row: LanguageModel, slug: str, **fields: object) -> list[Player]:
    """Five players on another row with the same name of a model."""
    other = LanguageModel.objects.create(
        **{"slug": slug, "name": slug, "provider": row.provider, "model_name": row.model_name, "base_url": row.base_url}
        | {"key_variable": row.key_variable}
        | fields
    )
    return [
        Player.objects.create(player_id=f"{slug}_{each.persona.slug}", persona=each.persona, model=other)
        for each in voices(at, seats=5)
    ]


@pytest.mark.parametrize("protocol", ["", RESPONSES])
def test_an_effort_that_a_model_does_not_have_stops_its_games_until_it_is_corrected_and_no_others(
    at: Provider, protocol: str
) -> None:
    players = voices(at, f"{protocol}o4-mini", seats=5)
    LanguageModel.objects.filter(slug="o4-mini").update(effort="minimal")
    held = make_game("K", seats=5, players=players)
    row = LanguageModel.objects.get(slug="o4-mini")
    other = make_game("L", seats=5, players=beside(at, row, "o4-high", effort="high"))

    def rests(game: Game) -> bool:
        return not fresh(game).lease_owner and bool(fresh(game).waiting or fresh(game).finished_at)

    play_until(lambda: rests(held) and rests(other))

    assert (fresh(held).status, fresh(held).waiting) == ("running", f"{host_of(at)} 400: {UNASKABLE}")
    assert fresh(other).status == "finished"
    refused = Call.objects.filter(status="refused")
    assert {(call.game_id, "'minimal' is not supported" in call.error) for call in refused} == {(held.pk, True)}
    assert set(Call.objects.values_list("without", flat=True)) == {""}, "nobody is asked without an effort"
    assert set(LanguageModel.objects.filter(model_name="o4-mini").values_list("without", flat=True)) == {""}

    LanguageModel.objects.filter(slug="o4-mini").update(effort="low")
    update_exhibition(game=held)
    Game.objects.filter(pk=held.pk).update(due_at=timezone.now())
    play_all()
    assert fresh(held).status == "finished", fresh(held).waiting


def test_two_models_that_one_row_has_named_are_each_paid_at_their_price(at: Provider) -> None:
    """A game that was made before its model's row named another is asked, and paid, as it was dealt."""
    players = voices(at, OPENAI, seats=5)
    cheap = make_game("K", seats=5, players=players)
    LanguageModel.objects.filter(slug=OPENAI).update(model_name="gpt-4.1")
    dear = make_game("L", seats=5, players=voices(at, OPENAI, seats=5))

    play_all()

    for game, name in ((cheap, OPENAI), (dear, "gpt-4.1")):
        assert fresh(game).status == "finished", fresh(game).waiting
        assert set(Call.objects.filter(game=game).values_list("model", flat=True)) == {name}
        settled_to_the_cent(at, game)


@pytest.mark.usefixtures("hasty")
def test_what_a_paused_game_has_reserved_is_settled_though_nobody_takes_it_up_again(
    at: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others wait for it, and say so; then they know that it is spent, which no waiting helps."""
    monkeypatch.setattr(questions, "CROWDED_LONG", 0.5)
    others = [
        make_game(seed, seats=5, players=voices(at, name, seats=5))
        for seed, name in (("M", OPENAI), ("N", "gpt-4.1-mini"))
    ]
    begun(at, others[0])
    begun(at, others[1])
    ago = timezone.now() - timedelta(hours=12)
    paused = [make_game(seed, seats=5, players=voices(at, OPENAI, seats=5)) for seed in ("K", "L")]
    for game, owner in zip(paused, (None, "gone"), strict=True):
        lease = {"lease_owner": owner, "lease_expires_at": ago if owner else None}
        Game.objects.filter(pk=game.pk).update(status="paused", started_at=ago, **lease)
        call = Call(game=game, poll=1, seat=0, provider="p", model="m", ident=game.public_id, reserved=Decimal("0.5"))
        intent = Intent(call, purses_of(game, day_of(timezone.now())))
        assert intend_calls(intents=[intent]) == [None]
    day = Account.objects.get(scope="day")
    spent, asked = day.spent, Call.objects.count()
    set_cap(account=day, cap=spent + 1)
    stopping = threading.Event()
    host = in_thread(play_all, stopping=stopping)
    try:
        until(lambda: {fresh(game).waiting for game in others} == {reserved_for_others("day")})
        sweep_games(now=timezone.now() + 4 * longest_call())
        until(lambda: {fresh(game).waiting for game in others} == {shortage("day")})
    finally:
        stopping.set()
        host.join(at_most(60))

    assert Call.objects.count() == asked
    assert {(call.game_id, call.status, call.cost) for call in Call.objects.filter(model="m")} == {
        (game.pk, "orphaned", Decimal("0.5")) for game in paused
    }
    day.refresh_from_db()
    assert (day.reserved, day.spent, day.unsure) == (0, spent + 1, 1)


def rested(game: Game) -> Game:
    """A game under way in which nothing has happened since yesterday."""
    ago = timezone.now() - timedelta(hours=12)
    Game.objects.filter(pk=game.pk).update(started_at=ago, status="running")
    Answer.objects.filter(game=game).update(at=ago)
    Call.objects.filter(game=game).update(created_at=ago)
    return game


@pytest.mark.parametrize("change", [change for change, _ in LACKING])
def test_a_game_that_rested_is_not_called_off_for_what_is_missing_here(at: Provider, change: dict[str, object]) -> None:
    players = voices(at, seats=5)
    LanguageModel.objects.filter(pk=players[0].model_id).update(**change)
    game = rested(make_game(seats=5, players=players))

    play_until(lambda: fresh(game).waiting and not fresh(game).lease_owner)

    assert (fresh(game).status, fresh(game).waiting) == ("running", UNEQUIPPED)


def test_a_half_played_game_waits_for_a_key_and_then_goes_on(at: Provider, settings: Settings) -> None:
    settings.LEAGUE_PATIENCE = 0
    game = rested(begun(at, make_game(seats=5, players=voices(at, seats=5))))
    row = LanguageModel.objects.filter(slug=OPENAI)
    row.update(key_variable="NO_SUCH_API_KEY")

    play_until(lambda: fresh(game).waiting and not fresh(game).lease_owner)

    assert (fresh(game).status, fresh(game).waiting) == ("running", UNEQUIPPED)
    row.update(key_variable="LOOP_KEY")
    Game.objects.filter(pk=game.pk).update(due_at=timezone.now())
    play_all()
    assert (fresh(game).status, fresh(game).waiting) == ("finished", "")


def test_a_game_is_refused_for_long_before_it_is_called_off_and_what_failed_before_it_rested_does_not_count(
    at: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = rested(begun(at, make_game(seats=5, players=voices(at, seats=5))))
    failed(game, f"{host_of(at)} 503", hours=11)
    monkeypatch.setenv("LOOP_KEY", "sk-wrong")

    play_until(lambda: fresh(game).waiting and not fresh(game).lease_owner)

    refused = f"{host_of(at)} 401: {UNASKABLE}"
    assert (fresh(game).status, fresh(game).waiting) == ("running", refused)
    for half_hours in range(1, 13):  # so it went on
        failed(game, f"{host_of(at)} 401: no such key", hours=half_hours / 2)
    Game.objects.filter(pk=game.pk).update(due_at=timezone.now())
    play_until(lambda: fresh(game).status == "void")
    assert fresh(game).waiting == f"called off: {refused}"


def failed(game: Game, error: str, *, hours: float) -> None:
    call = make_call(game=game, status="failed", error=error, cost=0)
    Call.objects.filter(pk=call.pk).update(created_at=timezone.now() - timedelta(hours=hours, seconds=1))


def test_a_wrong_key_closes_its_provider_to_the_games_of_its_other_models(
    at: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(circuit_breaker, "FIRST_WAIT", circuit_breaker.LONGEST_WAIT)
    monkeypatch.setenv("LOOP_KEY", "sk-wrong")
    make_game(seats=5, players=voices(at, OPENAI, seats=5))
    play_all(slice_seconds=1)
    asked = at.counter()["requests"]

    other = make_game(seats=5, players=voices(at, "gpt-4.1-mini", seats=5))
    play_all(slice_seconds=1)

    assert at.counter()["requests"] == asked > 0
    assert fresh(other).waiting.startswith(f"{host_of(at)} 401, next try")


@pytest.mark.parametrize("name", [OPENAI, ANTHROPIC, f"{RESPONSES}gpt-4.1-mini"])
def test_a_prompt_that_is_refused_for_its_words_costs_a_try_and_the_game_goes_on(at: Provider, name: str) -> None:
    game = make_game(seats=5, players=voices(at, name, seats=5))
    at.control(faults={"flagged": 1.0})

    play_all()

    assert (fresh(game).status, fresh(game).waiting) == ("finished", "")
    for answer in Answer.objects.filter(game=game):
        assert answer.tries == 4
        assert answer.default_reason.startswith("you declined to answer")
    calls = Call.objects.filter(game=game)
    assert {(call.status, call.cost) for call in calls} == {("answered", 0)}
    assert calls.count() == 4 * Answer.objects.filter(game=game).count() > 0


@pytest.mark.parametrize("kind", ["filtered", "moderated"])
def test_a_prompt_that_a_filter_took_costs_a_try_and_what_it_may_have_cost(at: Provider, kind: str) -> None:
    """Azure bills what its filter has looked at, and does not tell how much; OpenRouter says that it bills nothing."""
    names = (OPENAI, f"{RESPONSES}gpt-4.1-mini")
    games = [make_game(seed, seats=5, players=voices(at, *names, seats=5)) for seed in ("K", "L")]
    at.control(faults={kind: 1.0})

    play_all()

    for game in games:
        assert (fresh(game).status, fresh(game).waiting) == ("finished", "")
        answers = Answer.objects.filter(game=game)
        assert {(each.tries, each.default_reason.split(";")[0]) for each in answers} == {(4, "you declined to answer")}
        calls = Call.objects.filter(game=game)
        assert {call.model for call in calls} == {OPENAI, "gpt-4.1-mini"}
        assert {(call.status, call.cost) for call in calls} == {
            ("answered", call.reserved if kind == "filtered" else 0) for call in calls
        }
        account = Account.objects.get(scope="game", name=game.public_id)
        assert account.unsure == account.spent
        assert (account.spent > 0) == (kind == "filtered")


@pytest.mark.usefixtures("hasty")
def test_what_fails_behind_a_router_is_no_fault_of_a_player_and_is_paid_where_it_was_worked_on(at: Provider) -> None:
    names = (OPENAI, f"{RESPONSES}gpt-4.1-mini")
    games = [make_game(seed, seats=5, players=voices(at, *names, seats=5)) for seed in ("K", "L")]
    at.control(faults={"inner_429": 0.1, "inner_502": 0.1, "broken_off": 0.2}, seed="router")

    play_all()

    for game in games:
        assert fresh(game).status == "finished", fresh(game).waiting
        assert {(answer.tries, answer.default_reason) for answer in Answer.objects.filter(game=game)} == {(1, "")}
        settled_to_the_cent(at, game)
    failed = Call.objects.filter(status="failed")
    told = {row["client_id"]: row["fault"] for row in at.counter()["rows"]}
    for name in (OPENAI, "gpt-4.1-mini"):
        mine = {(told[call.ident], call.cost == call.reserved, call.cost == 0) for call in failed if call.model == name}
        assert {("broken_off", True, False), ("inner_502", False, True)} <= mine
    assert {call.cost == call.reserved for call in failed} == {True, False}


@pytest.mark.parametrize("name", [OPENAI, ANTHROPIC])
def test_spent_credit_closes_its_provider_to_all_games_which_wait_for_as_long_as_that_takes(
    at: Provider, settings: Settings, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(circuit_breaker, "FIRST_WAIT", circuit_breaker.LONGEST_WAIT)
    settings.LEAGUE_PATIENCE = 0
    game = begun(at, make_game(seats=5, players=voices(at, name, seats=5)))
    at.control(spent=True)
    play_until(lambda: fresh(game).waiting and not fresh(game).lease_owner)
    told = f"{host_of(at)} 400: {PENNILESS}"
    assert (fresh(game).status, fresh(game).waiting) == ("running", told)
    asked = at.counter()["requests"]

    other = make_game(seats=5, players=voices(at, "claude-sonnet-4-5", "gpt-4.1-mini", seats=5))
    Game.objects.filter(pk=game.pk).update(due_at=timezone.now())
    play_until(lambda: fresh(other).waiting and not fresh(other).lease_owner)

    assert at.counter()["requests"] == asked
    assert {fresh(each).status for each in (game, other)} == {"running"}


@pytest.mark.parametrize(
    ("control", "said"),
    [
        ({"outage": True}, r"a provider 503, next try [0-9]{2}:[0-9]{2} UTC"),
        ({"outage": False}, "a provider 404: a model cannot be asked"),
    ],
)
def test_of_several_providers_nobody_is_told_which_one_a_game_waits_for(
    at: Provider, monkeypatch: pytest.MonkeyPatch, control: dict[str, object], said: str
) -> None:
    monkeypatch.setattr(circuit_breaker, "FIRST_WAIT", 0.5)
    monkeypatch.setattr(circuit_breaker, "WORTH_TELLING", 0.1)
    players = voices(at, OPENAI, ANTHROPIC, seats=5)
    LanguageModel.objects.filter(pk=players[0].model_id).update(model_name="no-such-model")
    game = make_game(seats=5, players=players)
    at.control(**control)

    play_until(lambda: "a provider" in fresh(game).waiting)

    assert re.fullmatch(said, fresh(game).waiting)


def test_a_game_that_could_not_go_on_for_too_long_is_called_off(at: Provider, settings: Settings) -> None:
    settings.LEAGUE_PATIENCE = 0
    players = voices(at, seats=5)
    LanguageModel.objects.filter(pk=players[0].model_id).update(model_name="no-such-model")
    game = make_game(seats=5, players=players)

    play_all(slice_seconds=2)

    assert (fresh(game).status, fresh(game).waiting) == ("void", f"called off: {host_of(at)} 404: {UNASKABLE}")


@pytest.mark.usefixtures("hasty")
def test_a_provider_that_stays_down_for_too_long_calls_a_game_off(at: Provider, settings: Settings) -> None:
    settings.LEAGUE_PATIENCE = 2
    game = make_game(seats=5, players=voices(at, seats=5))
    at.control(outage=True)

    play_all(slice_seconds=20)

    assert (fresh(game).status, fresh(game).waiting) == ("void", f"called off: {host_of(at)} 503")
    assert fresh(game).started_at < timezone.now() - timedelta(seconds=2)


@pytest.mark.usefixtures("hasty")
def test_a_provider_that_never_answers_calls_a_game_off(at: Provider, settings: Settings) -> None:
    settings.LEAGUE_PATIENCE = 2
    game = make_game(seats=5, players=voices(at, seats=5))
    at.control(faults={"timeout": 1.0})

    play_all(slice_seconds=20)

    assert (fresh(game).status, fresh(game).waiting) == ("void", f"called off: {host_of(at)} does not answer")


def test_a_question_that_is_not_answered_in_time_is_paid_three_times_and_then_waits_for_more_time(
    at: Provider, settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(circuit_breaker, "FIRST_WAIT", 0.02)
    monkeypatch.setattr(circuit_breaker, "LONGEST_WAIT", 0.2)
    settings.LEAGUE_CALL_TIMEOUT = 1
    game = make_game(seats=5, players=voices(at, seats=5))
    at.control(faults={"timeout": 1.0})
    for _ in range(2):  # and no more when it is looked at again
        claimed = fresh(game).lease_token
        play_until(
            lambda: fresh(game).lease_token > claimed and not fresh(game).lease_owner and fresh(game).waiting == LATE  # noqa: B023  waited for here
        )
        lost = Call.objects.filter(game=game)
        assert set(Counter(lost.values_list("poll", "seat")).values()) == {3}
        assert {(call.status, call.cost) for call in lost} == {("failed", call.reserved) for call in lost}
        Game.objects.filter(pk=game.pk).update(due_at=timezone.now())
    assert "raise LEAGUE_CALL_TIMEOUT, or lower the model's effort" in caplog.text
    assert fresh(game).status == "running"

    at.control(faults={})
    settings.LEAGUE_CALL_TIMEOUT = 2
    play_all()
    assert (fresh(game).status, fresh(game).waiting) == ("finished", "")


@pytest.mark.usefixtures("hasty")
def test_a_game_that_rested_for_long_is_not_called_off_for_the_first_failure(at: Provider, settings: Settings) -> None:
    settings.LEAGUE_PATIENCE = 3600
    game = make_game(seats=5, players=voices(at, seats=5))
    long_ago = timezone.now() - timedelta(days=2)
    Game.objects.filter(pk=game.pk).update(created_at=long_ago, started_at=long_ago, status="running")
    call = make_call(game=game, status="failed", cost=0)
    Call.objects.filter(pk=call.pk).update(created_at=long_ago)
    at.control(outage=True)

    play_until(lambda: Call.objects.filter(game=game).count() > 6)

    assert fresh(game).status == "running"


def test_a_host_that_is_told_to_end_takes_what_is_on_its_way_and_asks_no_more(
    at: Provider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game(seats=5, players=voices(at, seats=5))
    monkeypatch.setenv("LEAGUE_BASE_URLS", f"{at.openai_url},{at.anthropic_url}")
    at.control(latency=1.5)
    process = HostProcess(tmp_path)
    try:
        process.start()
        until(lambda: Call.objects.filter(game=game, status="sent").exists() and len(journal(game)) >= 1)
        until(lambda: Call.objects.filter(game=game, status__in=Call.OPEN).exists())
        assert process.end(signal.SIGTERM) == 0
    finally:
        process.close()

    assert {call.status for call in Call.objects.filter(game=game)} == {"answered"}
    assert Call.objects.filter(game=game).count() == len(journal(game))
    assert (fresh(game).status, fresh(game).lease_owner) == ("running", None)
    settled_to_the_cent(at, game)
