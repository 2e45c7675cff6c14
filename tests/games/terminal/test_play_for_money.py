"""`play` with models behind a provider: it costs no more than it may, says what it cost, and loses no record.

(Long, because each option of the command that asks a model is tried here, on one till.)
"""

import asyncio
import json
import re
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from jsonschema import Draft202012Validator
from pytest_django import Settings

from games.agents import remote
from games.agents.agent import Asked
from games.agents.briefing import REVISION
from games.agents.providers import Ladder, Oversized, Reply, Request, reply_of
from games.agents.providers.openai import OpenAI
from games.agents.remote import Key, Remote, Tally, play_on
from games.billing.kill_switch import stop_calls, stop_calls_of
from games.billing.money import in_dollars, open_account
from games.engine.moderator import Moderator
from games.engine.rulesets import ruleset_named
from games.hosting.making import WrongGame
from games.ledger.schemas import schema_named
from games.loopback.process import KEY, Provider
from games.models import Game
from games.terminal import tills
from games.terminal.dialling import protocols_of
from games.terminal.exhibitions import play_exhibition
from personas.roster import ensure_players
from personas.sheet import ROSTER, accept
from tests.factories import make_model, make_player, make_price
from tests.games.casting import cast

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_exhibition_that_a_budget_does_not_hold_is_called_off_at_once(settings: Settings) -> None:
    settings.LEAGUE_DAY_CAP = Decimal("0.001")
    model = make_model(provider="openai", model_name="gpt-4o-mini")
    players = [make_player(persona=player.persona, model=model) for player in cast(5)]

    with pytest.raises(WrongGame, match=r"the game does not begin: budget of the day: \$0\.001 of \$0\.001 are left"):
        play_exhibition(ruleset="town-mafia", options={}, players=players)

    assert Game.objects.get().status == "void"


@pytest.fixture
def shop(at: Provider, monkeypatch: pytest.MonkeyPatch) -> Provider:
    """The loopback provider as the environment's."""
    monkeypatch.setenv("OPENAI_BASE_URL", at.openai_url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return at


def play(*words: str, model: str = "gpt-4o-mini") -> str:
    """What `play` says of a game of five of these models."""
    told = StringIO()
    game = (
        "play",
        "town-mafia",
        "--seats=5",
        "--seed=s",
        "--option",
        "discussion_rounds=1",
        f"--players=openai:{model}",
    )
    call_command(*game, *words, stdout=StringIO(), stderr=told)
    return told.getvalue()


def play_as(player: str, *words: str, rules: str = "town-mafia") -> str:
    """What `play` says of a game of five that are named so."""
    told = StringIO()
    call_command("play", rules, "--seats=5", f"--players={player}", *words, stdout=StringIO(), stderr=told)
    return told.getvalue()


def bill(shop: Provider) -> Decimal:
    return Decimal(shop.bill()["total"]["cost"])


def test_a_game_says_in_the_end_what_it_cost(shop: Provider, tmp_path: Path) -> None:
    before = bill(shop)

    told = play("--cap=1", f"--record={tmp_path / 'game.json'}").splitlines()

    cost = bill(shop) - before
    assert cost > 0
    assert told[-1] == f"cost: {in_dollars(cost)} of $1.00"
    assert json.loads((tmp_path / "game.json").read_text())["winner"]


def test_its_log_says_of_each_answer_what_that_of_a_stored_game_says(shop: Provider, tmp_path: Path) -> None:
    """With this seed the house's player is the doctor, whom the first night asks whoever dies in it. The others are
    asked for a name then or in the first vote, and with so many faults one of them is refused."""
    shop.control(faults={"unknown_target": 0.8})
    file, model = tmp_path / "game.json", "openai:gpt-4o-mini"
    play_as(f"{model},{model},{model},{model},house", f"--record={file}", "--cap=5", "--seed=log")
    shop.control(faults={})

    log = json.loads(file.read_text())

    assert log["seats"][4]["role"] == "doctor"
    asked = [row for row in log["journal"] if row["seat"] < 4]
    assert {row["tries"] for row in log["journal"] if row["seat"] == 4} == {1}
    assert not any("used" in row or "refused" in row for row in log["journal"] if row["seat"] == 4)
    assert any(row["tries"] > 1 for row in asked)
    for row in asked:
        refused = row.get("refused", [])
        assert len(refused) == (row["tries"] if row["default_reason"] else row["tries"] - 1)
        assert [each["try"] for each in refused] == list(range(1, len(refused) + 1))
        assert all(each["said"] and each["fault"] for each in refused)
        assert row["used"]["calls"] >= row["tries"]
    for name in ("calls", "input_tokens", "output_tokens"):
        assert sum(row["used"][name] for row in asked) >= log["calls"][name]
    assert sum(Decimal(row["used"]["cost"]) for row in asked) == Decimal(log["calls"]["cost"])
    Draft202012Validator(schema_named("log-1")).validate(log)


@pytest.mark.parametrize(
    ("word", "path"),
    [
        ("openai", "/v1/chat/completions"),
        ("openai-chat", "/v1/chat/completions"),
        ("openai-responses", "/v1/responses"),
    ],
)
def test_a_command_line_says_the_protocol_that_a_model_is_asked_in(shop: Provider, word: str, path: str) -> None:
    before, asked = bill(shop), shop.counter()["requests"]

    told = play_as(f"pip_barlow@{word}:gpt-4o-mini?most_tokens=900,uniform,uniform,uniform,uniform", "--seed=s")

    rows = shop.counter(after=asked)["rows"]
    assert {row["path"] for row in rows} == {path}
    assert told.splitlines()[-1] == f"cost: {in_dollars(bill(shop) - before)}"


@pytest.mark.parametrize(
    ("address", "protocols"),
    [
        ("", ("openai-responses", "openai")),
        ("https://api.openai.com/v1", ("openai-responses", "openai")),
        ("https://eu.api.openai.com/v1/", ("openai-responses", "openai")),
        ("https://api.openai.com.example.org/v1", ("openai", "openai-responses")),
        ("https://openrouter.ai/api/v1", ("openai", "openai-responses")),
        ("http://127.0.0.1:8000/v1", ("openai", "openai-responses")),
    ],
)
def test_openai_alone_means_responses_at_its_own_address_and_chat_elsewhere(
    monkeypatch: pytest.MonkeyPatch, address: str, protocols: tuple[str, ...]
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", address)
    assert protocols_of("ada@openai:gpt-5-mini?effort=low") == protocols
    assert protocols_of("openai-chat:gpt-5-mini") == ("openai",)
    assert protocols_of("openai-responses:gpt-5-mini") == ("openai-responses",)
    assert protocols_of("anthropic:claude-haiku-4-5") == ("anthropic",)
    assert protocols_of("house:joker") == ()


def test_a_model_that_is_in_the_other_protocol_ends_the_game_with_one_line(shop: Provider) -> None:
    for player, way in (
        ("openai:gpt-5-codex", "ask it in Responses: openai-responses:gpt-5-codex on a command line"),
        ("openai-responses:loop-chat", "ask it in Chat Completions: openai-chat:loop-chat on a command line"),
    ):
        with pytest.raises(CommandError, match=f"the game could not go on: .+{way}") as told:
            play_as(player)
        assert "\n" not in str(told.value)


def test_calls_whose_tokens_nobody_told_are_a_bound_beside_what_is_sure(shop: Provider, tmp_path: Path) -> None:
    shop.control(faults={"no_usage": 1.0})

    told = play("--cap=5", f"--record={tmp_path / 'game.json'}").splitlines()

    calls = json.loads((tmp_path / "game.json").read_text())["calls"]
    assert (Decimal(calls["cost"]) > 0, calls["sure"]) == (True, "0")
    assert told[-1] == f"cost: $0.00 of $5.00, at most {in_dollars(Decimal(calls['cost']))}"


def test_a_game_ends_before_the_call_that_its_cap_may_not_pay(shop: Provider, tmp_path: Path) -> None:
    before, record = bill(shop), tmp_path / "game.json"

    with pytest.raises(CommandError, match=r"the next call may cost \$.+ of \$0\.004 is spent") as caught:
        play("--cap=0.004", f"--record={record}")

    assert caught.value.returncode == 1
    assert 0 < bill(shop) - before <= Decimal("0.004")
    log = json.loads(record.read_text())
    assert (log["winner"], log["hash"]) == (None, None)
    answers = len(log["journal"])
    assert answers > 0

    told = StringIO()
    fork = (f"--from={record}", f"--at={answers}", "--players=uniform", f"--record={tmp_path / 'whole.json'}")
    call_command("play", "town-mafia", *fork, stdout=StringIO(), stderr=told)
    whole = json.loads((tmp_path / "whole.json").read_text())
    assert whole["winner"]
    kept = [{**row, "tries": None} for row in log["journal"]]  # what it took is told where it was asked
    for row in kept:
        row.pop("used")
        row.pop("refused", None)
    assert [row for row in whole["journal"] if row in kept] == kept
    with pytest.raises(CommandError, match="the game of this log is not over"):
        call_command("replay", str(record))


def test_how_a_model_is_asked_besides_stands_behind_it(shop: Provider, tmp_path: Path) -> None:
    """It thinks for 2,048 to 8,192 tokens at the utmost effort, and answers all the same."""
    play(f"--record={tmp_path / 'game.json'}", model="gpt-5.6-luna?effort=max&most_tokens=20000")
    calls = json.loads((tmp_path / "game.json").read_text())["calls"]
    assert calls["reasoning_tokens"] / calls["calls"] > 1_500

    with pytest.raises(
        CommandError, match=r"gpt-5\.6-luna thought for all of 200 tokens and did not answer: raise its"
    ):
        play(model="gpt-5.6-luna?effort=max&most_tokens=200")


NAMES = (
    "behind ? stand effort, most_tokens, temperature, top_p, seed, verbosity, service_tier, context_size, as in "
    "?effort=low&most_tokens=8000; not "
)


@pytest.mark.parametrize(
    ("besides", "told"),
    [
        ("effort=utmost", "effort cannot be 'utmost': one of none, minimal, low, medium, high, xhigh, max"),
        ("effort=", "effort cannot be empty: one of none, minimal, low, medium, high, xhigh, max"),
        ("most_tokens=99", "most_tokens cannot be '99': it is from 100 to 1,000,000, not 99"),
        ("most_tokens=many", "most_tokens cannot be 'many': a whole number"),
        ("most_tokens=", "most_tokens cannot be '': a whole number"),
        ("most_tokens=10000000", "most_tokens cannot be '10000000': it is from 100 to 1,000,000, not 10,000,000"),
        ("temperature=3", "temperature cannot be '3': it is from 0 to 2, not 3.0"),
        ("temperature=x", "temperature cannot be 'x': a number"),
        ("temperature=nan", "temperature cannot be 'nan': it is from 0 to 2, not nan"),
        ("top_p=0", "top_p cannot be '0': it is from 0.001 to 1, not 0.0"),
        ("seed=1e400", "seed cannot be '1e400': a whole number"),
        ("verbosity=loud", "verbosity cannot be 'loud': one of low, medium, high"),
        ("service_tier=first", "service_tier cannot be 'first': one of flex"),
        ("context_size=100", "context_size cannot be '100': it is from 4,000 to 100,000,000, not 100"),
        ("warmth=1", f"{NAMES}'warmth=1'"),
        ("effort", f"{NAMES}'effort'"),
        ("effort=low&effort=high", "each of what stands behind ? is said once, not as in 'effort=low&effort=high'"),
        ("effort=low&", f"{NAMES}'effort=low&'"),
    ],
)
def test_what_nobody_can_be_asked_is_refused_with_status_2(shop: Provider, besides: str, told: str) -> None:
    with pytest.raises(CommandError, match=re.escape(told)) as caught:
        play(model=f"gpt-5-mini?{besides}")
    assert caught.value.returncode == 2


def test_what_its_protocol_does_not_know_is_refused_too(shop: Provider) -> None:
    for player, told in (
        ("anthropic:claude-haiku-4-5?seed=1", "seed cannot be '1': only Chat Completions know this"),
        ("openai-responses:gpt-5-mini?seed=1", "seed cannot be '1': only Chat Completions know this"),
        ("anthropic:claude-haiku-4-5?verbosity=low", "only Chat Completions and Responses know this"),
        ("anthropic:claude-haiku-4-5?temperature=1.5", "anthropic's models take one from 0 to 1"),
        ("anthropic:claude-haiku-4-5?temperature=1&top_p=0.5", "a temperature or a top p, and not both"),
    ):
        with pytest.raises(CommandError, match=re.escape(told)):
            play_as(player)


def test_the_record_of_a_game_says_how_its_models_were_asked(shop: Provider, tmp_path: Path) -> None:
    play(f"--record={tmp_path / 'game.json'}", model="gpt-5-mini?effort=low&verbosity=low&service_tier=flex")
    seats = json.loads((tmp_path / "game.json").read_text())["seats"]
    (way,) = seats[0]["asked"]
    assert way["parameters"] == {"effort": "low", "verbosity": "low", "service_tier": "flex"}
    assert (way["since_poll"], way["version"], way["briefing"], way["model"]) == (1, None, REVISION, "gpt-5-mini")


def test_the_cap_of_days_is_the_cap_of_a_game_that_has_none(shop: Provider, settings: Settings) -> None:
    settings.LEAGUE_DAY_CAP = Decimal("0.0001")
    before = bill(shop)

    with pytest.raises(CommandError, match=r"\$0\.00 of \$0\.0001 is spent"):
        play()
    assert bill(shop) == before


def test_a_stored_player_is_asked_as_its_row_says_and_costs_what_the_admin_has(shop: Provider, tmp_path: Path) -> None:
    asked = {"provider": "openai", "model_name": "gpt-4o-mini", "key_variable": "OPENAI_API_KEY"}
    model = make_model(slug="mini", base_url=shop.openai_url, **asked)
    make_price(language_model=model, input=1000, output=1000)
    players = ",".join(player.player_id for player in ensure_players(model=model)[:5])
    said, record = StringIO(), f"--record={tmp_path / 'game.json'}"
    game = ("play", "town-mafia", "--seats=5", "--seed=s", f"--players={players}", record)
    call_command(*game, stdout=StringIO(), stderr=said)
    log = json.loads((tmp_path / "game.json").read_text())
    assert [seat["player_id"] for seat in log["seats"]] == players.split(",")
    assert log["calls"]["calls"] >= len(log["journal"])
    assert log["calls"]["input_tokens"] > log["calls"]["output_tokens"] > 0
    assert Decimal(log["calls"]["cost"]) > 1
    assert Decimal(said.getvalue().splitlines()[-1].removeprefix("cost: $")) > 1


# --- rows that are made ----------------------------------------------------------------------------------------------


def saved(*players: str) -> set[tuple[str, str]]:
    """The slugs and protocols of the models of a game that is saved, of these players and the house."""
    call_command("play", "town-mafia", f"--players={','.join(players)},house,house,house,house"[:400], "--seats",
                 str(len(players) + 4), "--save", stdout=StringIO(), stderr=StringIO())  # fmt: skip
    game = Game.objects.latest("pk")
    assert game.status == "finished", game.waiting
    return {
        (seat.player.model.slug, seat.player.model.provider)
        for seat in game.seats.select_related("player__model")
        if not seat.player.model.is_offline
    }


def test_a_row_that_is_there_is_asked_as_it_says_and_a_new_one_as_the_line_does(shop: Provider) -> None:
    assert saved("openai:gpt-4.1-nano") == {("gpt-4-1-nano", "openai")}
    assert saved("openai-responses:gpt-4.1-nano") == {("gpt-4-1-nano-responses", "openai-responses")}
    assert saved("openai:gpt-4.1-nano") == {("gpt-4-1-nano", "openai")}
    assert saved("openai-responses:gpt-4.1-mini") == {("gpt-4-1-mini", "openai-responses")}
    assert saved("openai:gpt-4.1-mini") == {("gpt-4-1-mini", "openai-responses")}
    assert saved("openai-chat:gpt-4.1-mini") == {("gpt-4-1-mini-chat", "openai")}
    both = saved("openai-chat:gpt-4.1-mini", "openai-responses:gpt-4.1-mini")
    assert both == {("gpt-4-1-mini-chat", "openai"), ("gpt-4-1-mini", "openai-responses")}


def test_the_kill_switch_stops_it(shop: Provider) -> None:
    stop_calls(reason="prices look wrong")
    before = shop.counter()["requests"]

    with pytest.raises(CommandError, match="could not go on: all calls are stopped by the kill switch"):
        play()
    assert shop.counter()["requests"] == before


@pytest.mark.parametrize("scope", ["model", "provider"])
def test_what_stops_calls_to_its_model_stops_it(shop: Provider, scope: str) -> None:
    player = make_player(model=make_model(provider="openai", model_name="gpt-4o-mini"), persona=cast(1)[0].persona)
    name = {"model": player.model.slug, "provider": shop.url.removeprefix("http://")}[scope]
    stop_calls_of(account=open_account(scope=scope, name=name, cap=None), reason="a bill")
    before = shop.counter()["requests"]

    with pytest.raises(CommandError, match=f"calls to the {scope} {name} are stopped by an operator: a bill"):
        play_as(player.player_id)
    assert shop.counter()["requests"] == before


@pytest.mark.parametrize("provider", ["openai", "openai-responses"])
def test_the_price_that_the_admin_has_counts_in_both_protocols(shop: Provider, provider: str) -> None:
    model = make_model(provider=provider, model_name="gpt-4o-mini")
    make_price(language_model=model, input=1000, output=1000)

    for player in ("openai-chat:gpt-4o-mini", "openai-responses:gpt-4o-mini"):
        with pytest.raises(CommandError, match=r"of \$1.00 is spent"):
            play_as(player, "--cap=1")


def test_without_a_price_there_is_a_game_but_no_cap(
    shop: Provider, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # No call leaves: the switch is on, and the address is one where nothing is free.
    stop_calls(reason="for a test")
    monkeypatch.setattr("games.billing.prices.is_own", lambda base_url: False)
    with pytest.raises(CommandError, match=r"no price is known for loop-cheap.+; until then no cap can be kept"):
        play("--cap=1", f"--record={tmp_path / 'game.json'}", model="loop-cheap")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(CommandError, match="could not go on: all calls are stopped"):
        play(model="loop-cheap")


def test_a_model_on_ones_own_machine_costs_nothing(shop: Provider) -> None:
    assert play("--cap=0", model="loop-cheap").endswith("cost: $0.00 of $0.00\n")


def test_where_a_record_cannot_be_written_nothing_is_played(shop: Provider, tmp_path: Path) -> None:
    before = shop.counter()["requests"]
    with pytest.raises(CommandError, match="cannot be written: No such file or directory"):
        play(f"--record={tmp_path / 'nowhere' / 'game.json'}")
    assert shop.counter()["requests"] == before


def test_what_was_played_is_recorded_when_the_provider_refuses(
    shop: Provider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-another")
    record = tmp_path / "game.json"
    with pytest.raises(CommandError, match="could not go on"):
        play(f"--record={record}")
    assert json.loads(record.read_text())["journal"] == []


def test_without_a_database_it_is_played_all_the_same(
    shop: Provider, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    nowhere = tmp_path / "none.sqlite3"
    if connection.vendor == "sqlite":
        monkeypatch.setitem(connection.settings_dict, "NAME", str(nowhere))
    else:
        monkeypatch.setattr(tills, "is_there", lambda: False)
    assert "cost: $" in play("--cap=1")
    assert not nowhere.exists()


@pytest.mark.parametrize("words", [["--cap=-1"], ["--cap=nan"], ["--cap=1", "--save"]])
def test_a_wrong_cap_is_refused_with_status_2(words: list[str]) -> None:
    with pytest.raises(CommandError) as caught:
        call_command("play", "town-mafia", "--players=uniform", *words, stdout=StringIO())
    assert caught.value.returncode == 2


# --- a model as the narrator -----------------------------------------------------------------------------------------


def told_by(narrator: str, *words: str, players: str = "house") -> tuple[str, list[str]]:
    """What `play` prints of a game that this narrator tells, and what it says of its calls."""
    out, told = StringIO(), StringIO()
    game = ("play", "town-mafia", "--seats=5", "--seed=s", f"--players={players}", f"--narrator={narrator}")
    call_command(*game, *words, stdout=out, stderr=told)
    return out.getvalue(), told.getvalue().splitlines()


def test_a_model_tells_a_game_and_is_paid_and_the_game_is_the_same(shop: Provider) -> None:
    before, asked = bill(shop), shop.counter()["requests"]

    printed, said = told_by("openai:gpt-4o-mini", "--json", "--cap=1")

    log, calls = json.loads(printed), shop.counter()["requests"] - asked
    public = json.loads(told_by("none", "--json")[0])
    assert log["hash"] == public["hash"]
    assert (log["calls"]["calls"], calls > 4) == (calls, True)
    *told, closing = log["narrations"]
    assert {each["author"] for each in told} == {"openai:gpt-4o-mini"}
    assert [each["after"] for each in log["narrations"]] == sorted({each["after"] for each in log["narrations"]})
    # The loopback knows nothing of the game: what it makes of it the record does not bear out.
    assert closing["author"] == "template"
    assert closing["text"].startswith(f"The {log['winner']} won after {log['rounds']} rounds.")
    assert said[0].startswith(f"openai:gpt-4o-mini told {len(told)} moments")
    assert "its summary was refused 2 times" in said[0]
    assert said[-1] == f"cost: {in_dollars(bill(shop) - before)} of $1.00"


def test_what_a_model_tells_stands_between_the_events_in_place_of_the_house_s_words(shop: Provider) -> None:
    (house, _), (model, _) = told_by("template", "--lens=audience"), told_by("openai:gpt-4o-mini", "--lens=audience")
    (plain, _), (log, _) = told_by("none", "--lens=audience"), told_by("openai:gpt-4o-mini", "--json")
    words = [each["text"].split()[0] for each in json.loads(log)["narrations"]]
    assert words
    told = [line for line in model.splitlines() if line not in plain.splitlines()]
    assert told != [line for line in house.splitlines() if line not in plain.splitlines()]
    assert all(any(word in line for line in told) for word in words)


def test_a_narrator_who_is_not_heard_leaves_the_game_to_the_house(shop: Provider) -> None:
    house, _ = told_by("template", "--lens=audience")
    printed, said = told_by("openai:no-such-model", "--lens=audience")
    assert printed == house
    assert said[0].startswith("openai:no-such-model told 0 moments, then it was not heard any more: ")


def test_a_narrator_tells_beside_models_and_what_it_may_not_spend_ends_it_and_not_them(shop: Provider) -> None:
    printed, said = told_by("openai:gpt-4.1?most_tokens=900000", "--json", "--cap=2", players="openai:gpt-4o-mini")
    assert json.loads(printed)["winner"]
    assert "then it was not heard any more: the next call may cost" in said[0]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--narrator=somebody",), "the narrator is template, none or PROVIDER:MODEL, not 'somebody'"),
        (("--narrator=ada@openai:gpt-4o-mini",), "the narrator is template, none or PROVIDER:MODEL, not 'ada@openai"),
        (("--narrator=openai:",), "a player behind a provider is"),
        (("--narrator=openai:m", "--lens=seat:1"), "heard by those who watch"),
        (("--narrator=openai:m", "--save"), "a game that is saved is told on the site"),
        (("--narrator=template", "--json"), "a log holds the words of a model alone"),
    ],
)
def test_what_a_narrator_cannot_be_is_one_line(shop: Provider, words: tuple[str, ...], why: str) -> None:
    with pytest.raises(CommandError, match=re.escape(why)) as caught:
        call_command("play", "town-mafia", *words, stdout=StringIO())
    assert caught.value.returncode == 2


# --- characters that models write themselves -------------------------------------------------------------------------


def test_models_play_the_characters_that_they_wrote_before_the_deal(shop: Provider, tmp_path: Path) -> None:
    before, asked, file = bill(shop), shop.counter()["requests"], tmp_path / "game.json"
    house = ",".join(f"{sheet.slug}@house:listener" for sheet in ROSTER[6:8])
    players = f"openai:gpt-4o-mini,openai:gpt-4o-mini,pip_barlow@openai:gpt-4o-mini,{house}"

    told = play_as(players, "--personas=written", "--names=persona", "--seed=s", f"--record={file}", "--cap=1")

    log = json.loads(file.read_text())
    Draft202012Validator(schema_named("log-1")).validate(log)
    one, two, shipped, *offline = log["seats"]
    for seat in (one, two):
        assert seat["sheet"]["name"] == seat["persona"] == seat["alias"]
        assert accept(seat["sheet"]).name == seat["alias"]
    assert len({one["alias"].casefold(), two["alias"].casefold(), shipped["alias"].casefold()}) == 3
    assert [sheet.name for sheet in ROSTER if sheet.name in (one["alias"], two["alias"])] == []
    assert not any("sheet" in seat for seat in (shipped, *offline))
    assert log["calls"]["calls"] == shop.counter()["requests"] - asked
    assert told.splitlines()[-1] == f"cost: {in_dollars(bill(shop) - before)} of $1.00"


def test_where_no_persona_is_written_nothing_is_dealt_and_what_was_spent_is_told(shop: Provider) -> None:
    told = StringIO()
    game = ("play", "town-mafia", "--seats=5", "--players=openai:gpt-4o-mini", "--personas=written")
    shop.control(faults={"prose": 1.0})
    try:
        with pytest.raises(CommandError, match="no persona was written, and nothing dealt: "):
            call_command(*game, stdout=StringIO(), stderr=told)
    finally:
        shop.control(faults={})
    assert told.getvalue().startswith("gpt-4o-mini: 4 calls, ")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--players=house",), "nobody at this table writes a character"),
        (("--players=pip_barlow@openai:m",), "nobody at this table writes a character"),
        (("--players=openai:m", "--save"), "leave --from, --deal and --save out"),
    ],
)
def test_what_cannot_be_written_is_one_line(shop: Provider, words: tuple[str, ...], why: str) -> None:
    with pytest.raises(CommandError, match=re.escape(why)) as caught:
        call_command("play", "town-mafia", "--personas=written", *words, stdout=StringIO())
    assert caught.value.returncode == 2


@pytest.mark.parametrize("model", ["gpt-4o-mini", "gpt-4.1-mini"])
def test_a_question_is_lost_three_times_and_not_paid_for_more(
    shop: Provider, monkeypatch: pytest.MonkeyPatch, model: str
) -> None:
    """A whole answer that breaks off on its way is billed each time."""
    monkeypatch.setattr(remote, "FIRST_WAIT", 0.0)
    shop.control(faults={"cut": 1.0})
    before = shop.counter()["requests"]

    with pytest.raises(CommandError):
        play("--cap=1", model=model)

    rows = shop.counter(after=before)["rows"]
    assert {row["model"] for row in rows} == {model}
    asked = Counter(row["client_id"] or row["input"] for row in rows)
    assert max(asked.values()) <= 3
    assert 3 <= len(rows) <= 3 * 5, "five are asked at once at the most, and the first that is lost ends the game"


@pytest.mark.parametrize(("tokens", "ends"), [(3_000, ""), (400, "Request too large")])
def test_what_is_more_than_a_minutes_tokens_is_asked_for_with_fewer_or_not_again(
    shop: Provider, tokens: int, ends: str
) -> None:
    model, other = "gpt-4o-mini", "gpt-4.1-mini"
    limit = {"tokens": tokens, "requests": 100_000}
    shop.control(limits={model: limit, other: limit}, faults={})
    before = shop.counter()["requests"]
    request = Request("", ("Say yes.",), (), "Now.", SHAPE, most_tokens=8_000 if ends else 4_000)

    async def ask(name: str) -> Reply:
        line = OpenAI(key=KEY, base_url=shop.openai_url)
        try:
            player = Remote(ROSTER[0], "openai", name, line, Asked(name))
            sent = replace(request, model=name)
            return await remote.asked_until_answered(player, Ladder(), sent, remote._sent)
        finally:
            await line.close()

    for name in (model, other):
        if ends:
            with pytest.raises(Oversized, match=ends):
                asyncio.run(ask(name))
        else:
            assert asyncio.run(ask(name)).text
    rows = shop.counter(after=before)["rows"]
    assert [row["status"] for row in rows] == ([429] * 2 if ends else [429, 200] * 2)


def test_of_those_who_sum_up_a_round_on_one_model_one_goes_ahead_here_too(shop: Provider) -> None:
    rules = ruleset_named("reactive-mafia")
    options = rules.options_from({}, 8)
    moderator = Moderator(rules, options, rules.deal("ahead", 8, options), "ahead")
    names = ("gpt-4o-mini", "gpt-4.1-mini")
    told: list[tuple[str, Key, str]] = []

    async def ask(player: Remote, request: Request, answer: Key | None = None) -> Reply:
        assert answer is not None
        told.append(("asked", answer, player.model if request.together else ""))
        reply = await reply_of(player.line, request)
        told.append(("answered", answer, player.model if request.together else ""))
        return reply

    async def played() -> None:
        line = OpenAI(key=KEY, base_url=shop.openai_url)
        try:
            models = [names[seat % 2] for seat in range(8)]
            seated = zip(ROSTER, models, strict=False)
            players = [Remote(sheet, "openai", model, line, Asked(model)) for sheet, model in seated]
            await play_on(moderator, players, ask=ask, tally=Tally())
        finally:
            await line.close()

    asyncio.run(played())

    summed: dict[tuple[int, str], list[tuple[str, int]]] = {}
    for what, (poll, seat), model in told:
        if model:
            summed.setdefault((poll, model), []).append((what, seat))
    assert {model for _, model in summed} == set(names)
    for steps in summed.values():
        (_, ahead), *_ = steps
        others = [seat for what, seat in steps if what == "asked" and seat != ahead]
        assert others
        last_of_ahead = max(number for number, step in enumerate(steps) if step == ("answered", ahead))
        assert all(steps.index(("asked", seat)) > last_of_ahead for seat in others)


SHAPE = {
    "type": "object",
    "properties": {"answer": {"type": "string", "description": "yes"}},
    "required": ["answer"],
    "additionalProperties": False,
}
