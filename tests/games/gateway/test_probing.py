"""A model is tried out before it plays: what it takes, what it costs, and where it stands."""

import json
import threading
from decimal import Decimal
from html import unescape
from typing import Any

import pytest
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.management import CommandError, call_command
from django.test import AsyncClient, Client

from games.agents.agent import Asked
from games.agents.providers import Reply
from games.agents.trials.smallest import QUESTIONS, exchange_about
from games.billing.money import in_dollars
from games.engine.questions import WAIT, Act, Question
from games.gateway.errands import CannotProbe, probe_model, trial_of
from games.loopback.process import Provider
from games.loopback.replies.draws import Draws, digest_of
from games.loopback.replies.playing import answer_text
from games.models import Account, Call
from personas.models import LanguageModel
from personas.roster import rewrite_model
from tests.factories import make_model, make_user
from tests.games.voices import ANTHROPIC, OPENAI, RESPONSES, model_at

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("name", "rung", "refused", "longer"),
    [
        (OPENAI, "json_schema", 0, 0),
        (ANTHROPIC, "json_schema", 0, 0),
        ("loop-object", "json_object", 1, 1),  # what costs nothing is asked behind a long prompt, too
        ("loop-text", "text", 3, 0),  # which this one refuses, as it would in a game
        ("loop-plain", "text", 3, 1),
    ],
)
def test_a_probe_finds_the_rung_and_keeps_it(at: Provider, name: str, rung: str, refused: int, longer: int) -> None:
    model = model_at(at, name)
    before, bill = trial_of(model).worst, at.cost()

    probe = probe_model(model=model)

    assert probe.is_fit, [finding.fault for finding in probe.findings]
    assert (probe.rung, model.rung, model.probed_at is not None) == (rung, rung, True)
    assert len(probe.findings) == len(QUESTIONS)
    calls = Call.objects.filter(purpose="probe")
    assert (calls.filter(status="refused").count(), calls.filter(status="answered").count()) == (
        refused,
        len(QUESTIONS) + longer,
    )
    assert probe.cost == at.cost() - bill <= before
    assert set(Account.objects.values_list("spent", flat=True)) == {probe.cost}, "its day, model and provider"


@pytest.mark.parametrize(
    "question",
    [*QUESTIONS, Act("act", "Where do you go?", ("move admin", WAIT), frozenset({"move admin", WAIT}), 2)],
    ids=lambda question: f"{type(question).__name__}{getattr(question, 'most', '')}",
)
def test_the_loopback_answers_every_question_legally_whatever_it_draws(question: Question[Any]) -> None:
    exchange = exchange_about(question, Asked("m"))

    for number in range(50):
        said = answer_text(dict(exchange.request().schema), exchange.request().task, Draws(digest_of(number)))
        exchange.read(Reply(said))


@pytest.mark.parametrize(
    ("name", "rung", "refused"),
    [("gpt-5-mini", "json_schema", 0), ("gpt-5-codex", "json_schema", 0), ("loop-text", "text", 3)],
)
def test_a_probe_in_responses_finds_as_much(at: Provider, name: str, rung: str, refused: int) -> None:
    model = model_at(at, f"{RESPONSES}{name}")
    bill, asked = at.cost(), at.counter()["requests"]

    probe = probe_model(model=model)

    assert probe.is_fit, [finding.fault for finding in probe.findings]
    assert (probe.rung, model.rung, model.probed_at is not None) == (rung, rung, True)
    rows = at.counter(after=asked)["rows"]
    assert {row["path"] for row in rows} == {"/v1/responses"}
    assert len(rows) == len(QUESTIONS) + refused
    assert probe.cost == at.cost() - bill


def test_a_server_that_cuts_long_prompts_without_a_word_is_found_out_by_what_it_says_it_has_read(at: Provider) -> None:
    model = model_at(at, "loop-cut")

    with pytest.raises(
        CannotProbe, match=r"the server read 1,024 of about 1\d,\d\d\d tokens for loop-cut: set its server"
    ):
        probe_model(model=model)

    model.refresh_from_db()
    assert model.probed_at is None
    assert Call.objects.filter(fault__startswith="the server read 1,024 of").count() == 1


WRONG_WAYS = [
    ("gpt-5-codex", "openai", "not to be had in Chat Completions there", "ask it in Responses: openai-responses:"),
    ("loop-chat", "openai-responses", "not to be had in Responses there", "ask it in Chat Completions: openai-chat:"),
]


@pytest.mark.parametrize(("name", "provider", "missing", "way"), WRONG_WAYS)
def test_who_is_asked_in_the_wrong_protocol_says_in_a_line_which_is_right(
    at: Provider, admin_client: Client, name: str, provider: str, missing: str, way: str
) -> None:
    model = model_at(at, name)
    LanguageModel.objects.filter(pk=model.pk).update(provider=provider)

    with pytest.raises(CommandError) as told:
        call_command("doctor", probe=model.slug)
    admin_client.post(f"/admin/personas/languagemodel/{model.pk}/try_out/", {"_form_submitted": "True"})
    page = unescape(admin_client.get(f"/admin/personas/languagemodel/{model.pk}/change/").content.decode())

    for text in (str(told.value), page):
        assert f"{name} is {missing}" in text
        assert f"{way}{name} on a command line, or the provider of its row" in text
    assert "\n" not in str(told.value)
    assert set(Call.objects.values_list("status", "cost")) == {("refused", Decimal(0))}


def test_another_protocol_forgets_what_a_probe_found_in_the_first(at: Provider) -> None:
    model = model_at(at, "loop-object")
    probe_model(model=model)
    assert (model.rung, model.probed_at is not None) == ("json_object", True)

    model.provider = "openai-responses"
    rewrite_model(model=model)

    assert (model.rung, model.without, model.probed_at) == ("", "", None)
    assert probe_model(model=model).rung == "json_object"


def test_a_reasoning_model_that_refuses_a_temperature_is_asked_without(at: Provider) -> None:
    model = model_at(at, "o4-mini")
    LanguageModel.objects.filter(pk=model.pk).update(temperature=0.7)
    model.refresh_from_db()

    assert probe_model(model=model).is_fit
    errors = Call.objects.filter(status="refused").values_list("error", flat=True)
    assert ["temperature" in error for error in errors] == [True]


def test_the_command_says_what_it_may_cost_and_what_it_cost(at: Provider, capsys: pytest.CaptureFixture[str]) -> None:
    model_at(at)

    call_command("doctor", probe=OPENAI)
    lines = capsys.readouterr().out.splitlines()
    call_command("doctor", probe=OPENAI, json=True)
    told = json.loads(capsys.readouterr().out)

    assert lines[0].startswith(f"{OPENAI} is asked {len(QUESTIONS)} questions, for likely $0.00")
    assert ", at most $0.0" in lines[0]
    assert len(lines) == len(QUESTIONS) + 2
    assert lines[-1].startswith("it takes the shape of an answer as json_schema, and calls itself gpt-4o-mini-")
    assert (told["rung"], len(told["findings"])) == ("json_schema", len(QUESTIONS))


@pytest.mark.parametrize(
    ("change", "said"),
    [({"key_variable": "NO_SUCH_API_KEY"}, "NO_SUCH_API_KEY is not set"), ({"model_name": "nope"}, "404")],
)
def test_a_model_that_cannot_be_reached_says_why(at: Provider, change: dict[str, str], said: str) -> None:
    model = model_at(at)
    LanguageModel.objects.filter(pk=model.pk).update(**change)
    model.refresh_from_db()

    with pytest.raises(CannotProbe, match=said):
        probe_model(model=model)

    model.refresh_from_db()
    assert model.probed_at is None


def test_bad_answers_are_findings_and_whoever_gives_them_is_not_probed(at: Provider) -> None:
    model = model_at(at)
    assert probe_model(model=model).is_fit
    assert model.probed_at is not None
    at.control(faults={"prose": 1})

    with pytest.raises(CommandError, match="gave answers that could not stand, and is not probed"):
        call_command("doctor", probe=model.slug)

    model.refresh_from_db()
    assert model.probed_at is None


@pytest.mark.parametrize("fault", ["429", "500", "503"])
def test_a_provider_that_is_busy_or_failing_for_a_moment_ends_no_probe(at: Provider, fault: str) -> None:
    model = model_at(at)
    at.control(faults={fault: 1})
    threading.Timer(0.3, lambda: at.control(faults={})).start()

    probe = probe_model(model=model)

    assert probe.is_fit
    first, *rest = probe.findings
    assert first.before[0].startswith("asked again after ")
    assert first.before[0].endswith(f" {fault}")
    assert {each.before for each in rest} == {()}
    assert Call.objects.filter(status="answered").count() == len(QUESTIONS)


def test_one_that_asks_to_wait_longer_than_a_probe_does_is_told_and_takes_nothing_from_its_model(at: Provider) -> None:
    model = model_at(at)
    assert probe_model(model=model).is_fit
    at.control(limits={OPENAI: {"requests": 1}}, seed=2)

    with pytest.raises(CommandError) as told:
        call_command("doctor", probe=model.slug)

    assert "it asks to wait " in str(told.value)
    model.refresh_from_db()
    assert model.probed_at is not None


def test_an_odd_answer_is_sent_back_and_says_nothing_of_what_its_model_can(at: Provider) -> None:
    model = model_at(at)
    worst = trial_of(model).worst
    odd = []
    for seed in range(40):  # whichever answers the faults befall
        at.control(faults={"prose": 0.15}, seed=seed)
        probe = probe_model(model=model)
        back = [each for finding in probe.findings for each in finding.before]
        assert len(back) <= 3
        assert probe.cost <= worst
        assert (model.probed_at is not None) == probe.is_fit
        odd += back if probe.is_fit else []
        if odd:
            break

    assert odd[0].startswith("sent back: 'I think we should all calm down and look at the facts.': the answer holds no")
    assert Call.objects.filter(fault__startswith="the answer holds no whole JSON object").exists()


def test_who_cannot_answer_at_all_is_sent_back_as_often_as_in_a_game_and_not_for_each_question(at: Provider) -> None:
    model = model_at(at)
    at.control(faults={"prose": 1})

    probe = probe_model(model=model)

    assert [len(finding.before) for finding in probe.findings] == [3] + [0] * (len(QUESTIONS) - 1)
    assert all(finding.fault.startswith("'I think we should all calm down") for finding in probe.findings)
    assert Call.objects.filter(status="answered").count() == len(QUESTIONS) + 3


def test_staff_try_a_model_out_by_a_button_and_are_told_what_it_cost(at: Provider, admin_client: Client) -> None:
    model = model_at(at)
    page = f"/admin/personas/languagemodel/{model.pk}/change/"

    before = admin_client.get(page).content.decode()
    answer = admin_client.post(f"/admin/personas/languagemodel/{model.pk}/try_out/", {"_form_submitted": "True"})
    after = admin_client.get(page).content.decode()

    assert "at most $0.0" in before
    assert answer.headers["HX-Redirect"] == page
    assert f"{len(QUESTIONS)} of {len(QUESTIONS)} answers of {model} stood" in after
    model.refresh_from_db()
    assert model.probed_at is not None


def test_the_dialog_says_what_asking_may_cost(at: Provider, admin_client: Client) -> None:
    model = model_at(at)

    dialog = admin_client.get(f"/admin/personas/languagemodel/{model.pk}/try_out/").content.decode()

    trial = trial_of(model)
    assert trial.likely < trial.worst
    assert f"It costs likely {in_dollars(trial.likely)}, at most {in_dollars(trial.worst)}." in dialog


def test_the_house_is_not_offered_to_be_asked(at: Provider, admin_client: Client) -> None:
    offered = {}
    for model in (make_model(), model_at(at)):
        page = admin_client.get(f"/admin/personas/languagemodel/{model.pk}/change/").content.decode()
        offered[model.provider] = [name for name in ("try_out", "write_persona") if f"/{model.pk}/{name}/" in page]

    assert offered == {"house": [], "openai": ["try_out", "write_persona"]}


async def test_the_buttons_of_a_model_work_where_the_site_is_served_over_asgi(
    at: Provider, async_client: AsyncClient
) -> None:
    model = await sync_to_async(model_at)(at)
    await async_client.aforce_login(await sync_to_async(make_user)(is_staff=True, is_superuser=True))
    pages = f"/admin/personas/languagemodel/{model.pk}"

    for action in ("try_out", "write_persona"):
        async with ThreadSensitiveContext():  # as Django's ASGI handler has one for each request
            answer = await async_client.post(f"{pages}/{action}/", {"_form_submitted": "True"})
        assert answer.status_code == 200

    await model.arefresh_from_db()
    assert model.probed_at is not None
    assert await model.players.acount() == 1


def test_a_model_that_cannot_be_reached_is_no_error_of_the_page(at: Provider, admin_client: Client) -> None:
    model = model_at(at)
    LanguageModel.objects.filter(pk=model.pk).update(key_variable="NO_SUCH_API_KEY")

    admin_client.post(f"/admin/personas/languagemodel/{model.pk}/try_out/", {"_form_submitted": "True"})
    page = admin_client.get(f"/admin/personas/languagemodel/{model.pk}/change/").content.decode()

    assert "cannot be tried out: NO_SUCH_API_KEY is not set" in page
