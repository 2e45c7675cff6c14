"""What asking models came to: sums of what was played, the same as the calls themselves, on the page and in the API."""

import json
import re
import shlex
import urllib.request
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.billing.words import forget_words, request_kept
from games.loopback.process import Provider
from games.models import Answer, Call, CallRecord, Game
from league.models import AskingSum, LatencySum, User
from league.queries.models import model_told
from league.queries.players import records_of
from league.results.bills import ASKINGS, LATENCIES, bill_season_again
from league.results.figures import count_figures
from league.results.folding import rows_of
from league.results.latency import BOUNDS, within
from personas.models import LanguageModel, Player
from tests.factories import (
    NOON,
    make_answer,
    make_call,
    make_finished_game,
    make_fixture,
    make_model,
    make_player,
    make_running_season,
    make_seat,
)
from tests.games.casting import make_game
from tests.games.stage import play_all
from tests.games.voices import ANTHROPIC, OPENAI, voices
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(at_most(200))]
RESPONSES = "openai-responses:gpt-5-mini"


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def played(at: Provider, *models: str, seed: str = "K", **faults: float) -> Game:
    """A finished and counted game."""
    at.control(faults=faults)
    game = make_game(seed, seats=6, players=voices(at, *models))
    play_all()
    at.control(faults={})
    assert fresh(game).status == "finished", fresh(game).waiting
    count_figures(game=fresh(game))
    return fresh(game)


def moderator(client: Client) -> Client:
    staff = User.objects.create_user("moderator", password="x")
    staff.user_permissions.add(Permission.objects.get(codename="see_secrets"))
    client.force_login(staff)
    return client


def test_the_sums_are_what_the_calls_of_two_games_say(at: Provider) -> None:
    games = [played(at, OPENAI, ANTHROPIC, unknown_target=0.15, wrong_types=0.1, truncated=0.12, **{"500": 0.05})]
    games.append(played(at, OPENAI, ANTHROPIC, seed="L", unknown_target=0.1))

    for name in (OPENAI, ANTHROPIC):
        model = LanguageModel.objects.get(model_name=name)
        told = model_told(model)
        calls = Call.objects.filter(language_model=model, purpose="answer")
        assert told.total.calls == calls.count() > 20
        assert told.total.answered == calls.filter(status="answered").count()
        assert told.total.faulty == calls.filter(status="answered").exclude(fault="").count() > 0
        assert told.total.cut == calls.filter(fault__contains="cut off at").count()
        assert told.total.lost == calls.filter(status__in=("failed", "orphaned")).count()
        assert told.total.cost == sum(call.cost or 0 for call in calls)
        assert told.total.tokens == sum((call.input_tokens or 0) + (call.output_tokens or 0) for call in calls)
        seats = {(call.game_id, call.seat) for call in calls}
        assert told.total.seats == len(seats) > 2
        mine = [answer for answer in Answer.objects.all() if (answer.game_id, answer.seat) in seats]
        assert told.total.questions == len(mine)
        assert told.total.retried == sum(answer.tries > 1 for answer in mine) > 0
        assert told.total.defaulted == sum(bool(answer.default_reason) for answer in mine)
        assert {each.kind: each.questions for each in told.kinds if each.kind} == Counter(each.kind for each in mine)
        times = sorted(call.latency or 0.0 for call in calls.filter(status="answered"))
        for share, about in ((0.5, told.total.p50), (0.95, told.total.p95)):
            exact = times[min(len(times) - 1, int(share * len(times)))]
            assert about is not None
            assert exact / 1.25 <= about <= max(exact * 1.25, BOUNDS[0] * 1.1)
    assert Call.objects.filter(fault__contains="cut off at").exists()


def test_what_is_added_up_again_is_the_same_and_what_was_wrong_is_put_right() -> None:
    seasons = [make_running_season(slug=slug, rules=[{"seats": 6}], games_planned=3) for slug in ("spring", "autumn")]
    models = [make_model(slug=slug, provider="openai", model_name=slug) for slug in ("one", "two")]
    for number in range(6):
        game = make_finished_game()
        if number < 4:
            make_fixture(season=seasons[number % 2], number=number + 1, game=game)
        for seat, model in enumerate(models):
            make_seat(game=game, number=seat, player=make_player(model=model))
            make_answer(game=game, seat=seat, poll=1, tries=2, default_reason="no" if number == 3 else "")
            for attempt, fault in ((1, "the answer was cut off at 9 tokens; shorter"), (2, "")):
                given = {
                    "status": "answered",
                    "cost": "0.5",
                    "input_tokens": 100,
                    "cached_tokens": 0,
                    "output_tokens": 9,
                }
                given |= {"fault": fault, "try_number": attempt, "latency": 0.3 * attempt, "reserved": "0.5"}
                make_call(game=game, seat=seat, poll=1, language_model=model, **given)
        count_figures(game=game)
    right = rows_of(ASKINGS), rows_of(LATENCIES)
    of_all = AskingSum.objects.get(season="", model="one")
    numbers = (of_all.questions, of_all.retried, of_all.defaulted, of_all.calls, of_all.answered, of_all.faulty)
    assert (*numbers, of_all.cut, of_all.cost) == (6, 6, 1, 12, 12, 6, 6, Decimal(6))
    assert {row.season for row in AskingSum.objects.all()} == {"", "-", "spring", "autumn"}
    assert sum(row.calls for row in LatencySum.objects.filter(season="", model="two")) == 12

    AskingSum.objects.filter(season="spring").update(calls=99)
    LatencySum.objects.filter(season="", model="one").delete()

    assert bill_season_again(season=seasons[0])

    assert (rows_of(ASKINGS), rows_of(LATENCIES)) == right
    assert [bill_season_again(season=season) for season in seasons] == [False, False]


def in_and_out_of_sums() -> list[LanguageModel]:
    """Two models, each asked for a dollar and 100 tokens a game in two games that count, in two that are off the board
    and in two that are unrated, one of these in no season."""
    season = make_running_season(slug="spring", games_planned=9)
    models = [make_model(slug=slug, provider="openai", model_name=slug) for slug in ("one", "two")]
    players = [make_player(model=model) for model in models]
    for number in range(1, 7):
        game = make_finished_game(unrated="a model was substituted: gone" if number > 4 else "")
        if number < 6:
            make_fixture(season=season, number=number, game=game, recorded_at=NOON, is_excluded=number in (3, 4))
        for seat, player in enumerate(players):
            make_seat(game=game, number=seat, player=player)
            make_answer(game=game, seat=seat, poll=1)
            spent = {"status": "answered", "cost": "1", "input_tokens": 90, "output_tokens": 10, "latency": 0.5}
            make_call(game=game, seat=seat, poll=1, language_model=player.model, **spent)
        count_figures(game=game)
    return models


def test_what_a_seat_costs_is_in_the_mean_over_the_seats_that_were_paid_whether_they_count_or_not() -> None:
    for model in in_and_out_of_sums():
        told = model_told(model)
        assert (told.total.cost, told.total.tokens, told.total.seats) == (6, 600, 6)
        assert (told.total.cost_per_game, told.total.tokens_per_game) == (1, 100)
        assert [(each.seats, each.cost_per_game) for each in told.rulesets] == [(6, 1)]


def test_what_a_player_cost_is_of_all_its_games_that_are_over(django_assert_num_queries: Any) -> None:
    models = in_and_out_of_sums()
    players = list(Player.objects.filter(model__in=models).select_related("persona"))
    others = [make_player(), make_player()]

    with django_assert_num_queries(5):
        records = records_of([*players, *others])

    assert {key: record.cost for key, record in records.items()} == {
        **{player.pk: 6 for player in players}, **{player.pk: 0 for player in others}
    }  # fmt: skip


@pytest.mark.parametrize(
    ("counts", "share", "told"),
    [({}, 0.5, None), ({0: 3}, 0.95, 0.05), ({4: 99, 40: 1}, 0.95, 0.0917), ({4: 90, 40: 10}, 0.95, 47.0)],
)
def test_a_share_of_the_calls_is_told_by_the_bucket_of_its_last(counts: Any, share: float, told: float | None) -> None:
    assert within(counts, share) == (told if told is None else pytest.approx(told, rel=0.15))


def test_a_models_page_tells_it_to_everybody_and_what_failed_to_moderators_alone(at: Provider, client: Client) -> None:
    game = played(at, OPENAI, ANTHROPIC, unknown_target=0.2)
    running = make_game("L", seats=6, players=voices(at, OPENAI, ANTHROPIC))
    model = LanguageModel.objects.get(model_name=OPENAI)
    make_call(game=running, language_model=model, status="failed", cost=0, error="the secret of a running game")

    page = Client().get(f"/models/{model.slug}/").content.decode()

    told = model_told(model)
    assert f"{told.total.questions}" in page
    assert told.total.faulty_share in page
    assert "curl" not in page
    assert "Calls that failed" not in page
    assert f'href="/models/{model.slug}/"' in Client().get("/models/").content.decode()
    mine = moderator(client).get(f"/models/{model.slug}/").content.decode()
    failing = Call.objects.filter(game=game, language_model=model).exclude(fault="")
    assert failing
    assert mine.count("curl") == min(10, len(failing)) + mine.count('aria-label="The call as a curl line"')
    assert "the secret of a running game" not in mine
    assert ("Older" in mine) == (len(failing) > 10)


def test_a_page_of_calls_goes_on_behind_the_last_of_the_one_before(client: Client) -> None:
    model = make_model(provider="openai", model_name="gpt")
    game = make_finished_game()
    calls = [make_call(game=game, language_model=model, status="failed", cost=0, error=f"no {n}") for n in range(12)]
    mine = moderator(client)

    first = mine.get(f"/models/{model.slug}/").content.decode()
    (older,) = re.findall(r'href="(\?after=\w+)"', first)
    second = mine.get(f"/models/{model.slug}/{older}").content.decode()

    newest = [call.error for call in reversed(calls)]
    assert re.findall(r"no \d+", first) == newest[:10]
    assert re.findall(r"no \d+", second) == newest[10:]


@pytest.mark.parametrize("name", [OPENAI, ANTHROPIC, RESPONSES])
def test_a_line_sends_the_call_again_as_it_was_and_holds_no_key(at: Provider, name: str, client: Client) -> None:
    game = played(at, name, unknown_target=0.3)
    model = LanguageModel.objects.get(model_name=name.rpartition(":")[2])
    page = moderator(client).get(f"/models/{model.slug}/")

    (call, line) = next((call, line) for call, line in page.context["failing"] if call.game_id == game.pk)

    assert at.key not in page.content.decode()
    words = shlex.split(line)
    headers = dict(each.split(": ", 1) for flag, each in pairwise(words) if flag == "-H")
    body = words[words.index("--data-binary") + 1]
    assert "$LOOP_KEY" in line
    sent = {key: value.replace("$LOOP_KEY", at.key) for key, value in headers.items()}
    request = urllib.request.Request(words[1], body.encode(), sent, method="POST")
    with urllib.request.urlopen(request, timeout=at_most(20)) as response:
        assert json.load(response)["model"]
    told = json.loads(request_kept(CallRecord.objects.get(call=call)))
    texts = "\n".join(texts_in(json.loads(body)))
    assert all(each in texts for each in (*told["system"], *told["history"], told["task"]))


def texts_in(told: Any) -> Iterator[str]:
    """All texts somewhere in JSON."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict | list):
        for each in told.values() if isinstance(told, dict) else told:
            yield from texts_in(each)


def test_words_that_are_deleted_make_no_line(at: Provider, client: Client) -> None:
    game = played(at, OPENAI, unknown_target=0.3)
    forget_words(games=[game.pk])

    page = moderator(client).get(f"/models/{OPENAI}/").content.decode()

    assert "Its words are not kept any more." in page
    assert "curl" not in page.replace("as a curl line", "")


def test_the_api_tells_the_same(at: Provider) -> None:
    played(at, OPENAI, ANTHROPIC, unknown_target=0.2)
    told = model_told(LanguageModel.objects.get(model_name=OPENAI))

    row = Client().get(f"/api/v1/models/{OPENAI}/").json()

    assert row["model_name"] == OPENAI
    assert row["asked"]["questions"] == told.total.questions
    assert Decimal(row["asked"]["cost"]) == told.total.cost
    assert row["asked"]["p95"] == told.total.p95
    assert [each["ruleset"] for each in row["by_ruleset"]] == ["town-mafia"]
    assert {each["kind"]: each["faulty"] for each in row["by_kind"]} == {each.kind: each.faulty for each in told.kinds}
    (way,) = row["ways"]
    assert (way["version"], way["protocol"], way["model"], way["seats"]) == (1, "openai", OPENAI, told.total.seats)
    assert way["answers"] == told.total.questions


def test_a_model_that_nobody_asked_has_a_page_too(client: Client) -> None:
    house, idle = make_model(slug="house-x"), make_model(slug="idle", provider="openai", model_name="gpt")
    assert "over the network" in client.get(f"/models/{house.slug}/").content.decode()
    assert "not asked in a game" in client.get(f"/models/{idle.slug}/").content.decode()
    row = client.get("/api/v1/models/idle/").json()
    assert (row["asked"]["calls"], row["asked"]["p50"], row["by_kind"], row["ways"]) == (0, None, [], [])
    assert client.get("/models/nobody/").status_code == 404
