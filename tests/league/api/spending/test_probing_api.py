"""A model is tried out by API: what that may cost, what was found, what it cost; paid once for each key, and no longer
than is said."""

import threading
from decimal import Decimal
from typing import Any

import pytest
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.contrib.auth.models import Permission
from django.test import AsyncClient, Client
from django.utils import timezone

from games.agents.trials.smallest import QUESTIONS
from games.gateway.errands import CannotProbe, probe_model, trial_of
from games.loopback.process import Provider
from games.models import Account, Call
from league.models import Act, Receipt, User
from personas.models import LanguageModel
from tests.factories import make_player, make_season, make_token, make_user
from tests.games.stage import until
from tests.games.voices import ANTHROPIC, OPENAI, model_at
from tests.patience import at_most

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long(30)]

KEY = {"Idempotency-Key": "5a8c"}
EACH = len(QUESTIONS)


def staff(*scopes: str, permissions: tuple[str, ...] = ("change_languagemodel",)) -> dict[str, str]:
    user: User = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return {"Authorization": f"Bearer {make_token(user=user, scopes=list(scopes) or ['money'])[1]}"}


def probe(client: Client, slug: str, headers: dict[str, str], *, asked: str = "", **body: Any) -> Any:
    return client.post(f"/api/v1/models/{slug}/probe/{asked}", body, content_type="application/json", headers=headers)


def paid() -> Decimal:
    return sum(Call.objects.values_list("cost", flat=True), Decimal(0))


@pytest.mark.parametrize(("name", "rung"), [(OPENAI, "json_schema"), (ANTHROPIC, "json_schema"), ("loop-text", "text")])
def test_a_probe_tells_what_was_found_for_each_kind_of_question_and_what_it_cost(
    at: Provider, client: Client, name: str, rung: str
) -> None:
    model, other = model_at(at, name), model_at(at, "gpt-5-mini")
    trial, headers = trial_of(model), staff()

    answer = probe(client, model.slug, headers, reason="a trial")

    told = answer.json()
    assert (answer.status_code, told["is_fit"], told["rung"], told["dry_run"]) == (200, True, rung, False)
    assert [each["question"] for each in told["findings"]] == [type(question).__name__ for question in QUESTIONS]
    assert {(each["stood"], each["fault"], tuple(each["before"])) for each in told["findings"]} == {(True, "", ())}
    assert sum(Decimal(each["cost"]) for each in told["findings"]) == Decimal(told["cost"]) == paid()
    assert (told["questions"], Decimal(told["worst"]), told["model"]) == (EACH, round(trial.worst, 8), model.slug)
    assert told["told"].startswith(f"{EACH} of {EACH} answers of {model.slug} stood; it cost $")
    model.refresh_from_db()
    other.refresh_from_db()
    assert (model.rung, told["probed_at"] is None, other.probed_at) == (rung, model.probed_at is None, None)
    (act,) = Act.objects.all()
    assert (act.surface, act.verb, act.model, act.name, act.reason) == (
        *("api", "probe", "languagemodel", model.slug, "a trial"),
    )
    assert act.after == {"is_fit": True, "rung": rung, "cost": str(paid())}


def test_two_models_are_tried_out_one_after_the_other_each_on_its_own_account(at: Provider, client: Client) -> None:
    headers = staff()
    told = {name: probe(client, model_at(at, name).slug, headers).json() for name in (OPENAI, ANTHROPIC)}
    assert [each["is_fit"] for each in told.values()] == [True, True]
    spent = {row.name: row.spent for row in Account.objects.filter(scope="model")}
    assert spent == {each["model"]: Decimal(each["cost"]) for each in told.values()}
    assert [act.name for act in Act.objects.order_by("pk")] == [each["model"] for each in told.values()]


def test_a_trial_says_what_it_may_cost_and_asks_nobody(at: Provider, client: Client) -> None:
    model, asked = model_at(at), at.counter()["requests"]
    trial = trial_of(model)

    answer = probe(client, model.slug, staff() | KEY, asked="?dry_run=true")

    assert answer.json() == {
        "model": OPENAI,
        "told": f"{OPENAI} is asked {EACH} questions, for {trial.price}.",
        "dry_run": True,
        "questions": EACH,
        "likely": f"{trial.likely:.8f}",
        "worst": f"{trial.worst:.8f}",
        "is_fit": None,
        "probed_at": None,
        "rung": "",
        "returned_model": "",
        "cost": "0.00000000",
        "findings": [],
    }
    assert 0 < trial.likely < trial.worst
    assert at.counter()["requests"] == asked
    assert not any(kind.objects.exists() for kind in (Call, Act, Receipt))


def test_a_key_probes_once_and_the_first_answer_comes_again(at: Provider, client: Client) -> None:
    model, headers = model_at(at), staff() | KEY

    first = probe(client, model.slug, headers)
    asked = at.counter()["requests"]
    again = probe(client, model.slug, headers)

    assert (again.content, again["Idempotent-Replayed"]) == (first.content, "true")
    assert (at.counter()["requests"], Act.objects.count(), Receipt.objects.count()) == (asked, 1, 1)
    assert probe(client, model.slug, headers, seconds=90).status_code == 422
    assert "Idempotent-Replayed" not in probe(client, model.slug, headers | {"Idempotency-Key": "another"})


def test_whoever_sends_the_key_while_it_is_asked_is_told_that_it_is_under_way(at: Provider, client: Client) -> None:
    model, headers = model_at(at), staff() | KEY
    at.control(latency=0.2)
    first: list[int] = []
    asking = threading.Thread(target=lambda: first.append(probe(Client(), model.slug, headers).status_code))
    asking.start()
    until(lambda: not asking.is_alive() or Call.objects.exists())

    told = probe(client, model.slug, headers)

    asking.join(at_most(30))
    assert (told.status_code, told.json()["error"]["code"], first) == (409, "request_in_progress", [200])
    assert Call.objects.count() == EACH


def test_bad_answers_are_findings_and_whoever_gives_them_is_probed_no_longer(at: Provider, client: Client) -> None:
    model = model_at(at)
    LanguageModel.objects.filter(pk=model.pk).update(probed_at=timezone.now())
    at.control(faults={"prose": 1})

    told = probe(client, model.slug, staff()).json()

    assert (told["is_fit"], told["probed_at"]) == (False, None)
    assert [each["stood"] for each in told["findings"]] == [False] * EACH
    assert told["findings"][0]["fault"].startswith("'I think we should all calm down")
    assert [len(each["before"]) for each in told["findings"]] == [3] + [0] * (EACH - 1)
    assert told["told"].startswith(f"0 of {EACH} answers of {OPENAI} stood; it cost $")
    assert Act.objects.get().after["is_fit"] is False


@pytest.mark.parametrize("asked", ["", "?dry_run=true"])
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"provider": "house", "model_name": "joker", "base_url": "", "key_variable": ""}, "there is nobody to ask"),
        ({"model_name": "nobody-sells-this"}, "nobody-sells-this"),
    ],
)
def test_who_cannot_be_asked_is_refused_and_nothing_is_kept(
    at: Provider, client: Client, change: dict[str, str], why: str, asked: str
) -> None:
    model = model_at(at)
    base = {} if "provider" in change else {"base_url": ""}
    LanguageModel.objects.filter(pk=model.pk).update(**change | base)

    answer = probe(client, model.slug, staff() | KEY, asked=asked)

    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "wrong_state")
    assert why in answer.json()["error"]["message"]
    assert not any(kind.objects.exists() for kind in (Call, Act, Receipt))


def test_a_key_that_is_wanting_is_said_by_its_variable_and_a_spent_budget_by_its_name(
    at: Provider, client: Client
) -> None:
    keyless, poor = model_at(at), model_at(at, ANTHROPIC)
    LanguageModel.objects.filter(pk=keyless.pk).update(key_variable="NO_SUCH_API_KEY", probed_at=timezone.now())
    Account.objects.create(scope="model", name=poor.slug, cap=Decimal(0))

    told = [probe(client, model.slug, staff()).json()["error"]["message"] for model in (keyless, poor)]

    assert told[0] == f"{OPENAI} cannot be tried out: NO_SUCH_API_KEY is not set"
    assert f"{ANTHROPIC} cannot be tried out: budget of the model {ANTHROPIC}" in told[1]
    keyless.refresh_from_db()
    assert keyless.probed_at is not None
    assert not Act.objects.exists()


def test_what_takes_longer_than_is_said_comes_to_an_end_and_says_what_was_paid(at: Provider, client: Client) -> None:
    model = model_at(at)
    at.control(latency=5.2)

    answer = probe(client, model.slug, staff() | KEY, seconds=10)

    told = answer.json()["error"]["message"]
    assert answer.status_code == 409
    assert told.startswith(
        f"{OPENAI} cannot be tried out: it takes longer than the 10 s that it may; 1 answer had come"
    )
    assert (Call.objects.count(), Call.objects.get().cost) == (1, paid())
    assert not any(kind.objects.exists() for kind in (Act, Receipt))
    model.refresh_from_db()
    assert model.probed_at is None


def test_a_provider_that_hangs_is_cut_off_in_time_and_what_it_may_cost_is_booked(
    at: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.gateway.one_off.SHORTEST", 0.1)  # so that a slow machine gets as far as asking
    model = model_at(at)
    at.control(latency=60)
    with pytest.raises(CannotProbe, match=r"gave no answer within \d+(\.\d+)? s"):
        probe_model(model=model, seconds=5)
    call = Call.objects.get()
    assert (call.status, call.cost) == ("failed", call.reserved)
    assert call.cost > 0


@pytest.mark.parametrize(
    ("body", "asked", "field"),
    [
        ({"seconds": 9}, "", "seconds"),
        ({"seconds": 241}, "", "seconds"),
        ({"seconds": "long"}, "", "seconds"),
        ({"reason": "x" * 201}, "", "reason"),
        ({"dry_run": True}, "", "dry_run"),
        ({}, "?dry_run=perhaps", "dry_run"),
        ({}, "?dryrun=true", "dryrun"),
    ],
)
def test_what_cannot_be_said_is_refused_at_its_field(
    at: Provider, client: Client, body: dict[str, Any], asked: str, field: str
) -> None:
    answer = probe(client, model_at(at).slug, staff(), asked=asked, **body)
    assert (answer.status_code, list(answer.json()["error"]["fields"])) == (400, [field])
    assert not Call.objects.exists()


@pytest.mark.parametrize("asked", ["", "?dry_run=true"])
def test_it_is_for_staff_who_may_change_models_with_money(at: Provider, client: Client, asked: str) -> None:
    slug = model_at(at).slug
    for headers, status in (
        ({}, 401),
        (staff("read", "play", "roster", "season"), 403),
        (staff(permissions=("view_languagemodel", "add_languagemodel", "change_account")), 403),
    ):
        assert probe(client, slug, headers, asked=asked).status_code == status
    assert probe(client, "nosuch", staff(), asked=asked).status_code == 404
    assert not Call.objects.exists()
    assert not Act.objects.exists()


async def test_it_works_where_the_site_is_served_over_asgi(at: Provider, async_client: AsyncClient) -> None:
    model, headers = await sync_to_async(model_at)(at), await sync_to_async(staff)()
    async with ThreadSensitiveContext():  # as Django's ASGI handler has one for each request
        answer = await async_client.post(
            f"/api/v1/models/{model.slug}/probe/", {}, content_type="application/json", headers=headers | KEY
        )
    assert (answer.status_code, answer.json()["is_fit"]) == (200, True)


def test_a_season_that_is_refused_for_it_says_the_way_and_then_starts(at: Provider, client: Client) -> None:
    model = model_at(at)
    season = make_season(slug="spring", rules=[{"seats": 5}], games_planned=1)
    for number in range(5):
        season.roster.create(player=make_player(model=model), number=number)
    headers = staff("season", "money", permissions=("change_season", "change_languagemodel"))
    start = "/api/v1/seasons/spring/start/"

    refused = client.post(start, {}, content_type="application/json", headers=headers)
    assert "POST models/<slug>/probe/" in refused.json()["error"]["fields"]["unprobed"][0]
    assert probe(client, model.slug, headers).json()["is_fit"]
    assert client.post(start, {}, content_type="application/json", headers=headers).status_code == 200
