"""Requests that may be sent again: one thing is made, and the first answer comes again."""

from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.utils import timezone

from league.access.receipts import KEPT, LONGEST, UnderWay, give_back, keep_answer, take_key
from league.models import Act, Receipt, User
from personas.models import LanguageModel, Persona, Player
from tests.factories import make_model, make_persona, make_receipt, make_token, make_user
from tests.patience import at_most

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("database")]

KEY = {"Idempotency-Key": "5a8c"}


def staff() -> User:
    user: User = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=["add_player", "change_player"]))
    return user


def token_of(user: User) -> dict[str, str]:
    return {"Authorization": f"Bearer {make_token(user=user, scopes=['roster'])[1]}"}


def post(client: Client, headers: dict[str, str], **body: Any) -> Any:
    return client.post("/api/v1/players/", body, content_type="application/json", headers=headers)


@pytest.fixture
def who() -> dict[str, str]:
    return {"persona": make_persona().slug, "model": make_model().slug}


def test_what_is_sent_again_is_answered_as_it_was_and_makes_nothing(client: Client, who: dict[str, str]) -> None:
    headers = token_of(staff()) | KEY
    first = post(client, headers, **who)
    Player.objects.update(strategy_level="advanced")  # the first answer comes again, whatever has become of it

    again = post(client, headers, **who)

    assert (first.status_code, again.status_code) == (201, 201)
    assert (again.content, again["Location"]) == (first.content, first["Location"])
    assert [each.get("Idempotent-Replayed") for each in (first, again)] == [None, "true"]
    assert (Player.objects.count(), Act.objects.count(), Receipt.objects.count()) == (1, 1, 1)


def test_without_a_key_the_second_is_a_request_of_its_own(client: Client, who: dict[str, str]) -> None:
    headers = token_of(staff())
    assert [post(client, headers, **who).status_code for _ in range(2)] == [201, 400]
    assert not Receipt.objects.exists()


def test_another_body_or_another_address_with_the_same_key_is_refused(client: Client, who: dict[str, str]) -> None:
    headers = token_of(staff()) | KEY
    made = post(client, headers, **who).json()["player_id"]

    other = post(client, headers, **who, is_aware=True)
    elsewhere = client.post(f"/api/v1/players/{made}/retire/", {}, content_type="application/json", headers=headers)

    for response in (other, elsewhere):
        assert (response.status_code, response.json()["error"]["code"]) == (422, "idempotency_key_reused")
    assert Player.objects.get().is_active


def test_the_same_json_in_another_order_is_the_same_request(client: Client, who: dict[str, str]) -> None:
    headers = token_of(staff()) | KEY
    told = [post(client, headers, **body).content for body in (who, dict(reversed(who.items())))]
    assert told[0] == told[1]


def test_a_key_is_its_tokens_own(client: Client, who: dict[str, str]) -> None:
    user = staff()
    for headers, status in ((token_of(user), 201), (token_of(user), 400), (token_of(staff()), 400)):
        assert post(client, headers | KEY, **who).status_code == status
    client.force_login(user)
    assert post(client, KEY, **who).status_code == 400  # a session has keys of its own, too


def test_a_refusal_gives_its_key_back(client: Client, who: dict[str, str]) -> None:
    headers = token_of(staff()) | KEY
    refused = post(client, headers, **who | {"model": "none"})
    assert (refused.status_code, Receipt.objects.count()) == (400, 0)
    assert post(client, headers, **who).status_code == 201


def test_what_is_under_way_is_told_so_until_whoever_began_it_is_taken_for_dead(
    client: Client, who: dict[str, str]
) -> None:
    headers = token_of(staff()) | KEY
    post(client, headers, **who)
    Player.objects.all().delete()
    now = timezone.now()
    Receipt.objects.update(status=None, body="", headers={}, began_at=now)  # as a process leaves it that is killed

    response = post(client, headers, **who)
    assert (response.status_code, response.json()["error"]["code"]) == (409, "request_in_progress")
    with time_machine.travel(now + LONGEST + timedelta(seconds=1), tick=False):
        assert post(client, headers, **who).status_code == 201
    assert Player.objects.count() == 1


def test_who_is_overtaken_keeps_no_answer(who: dict[str, str]) -> None:
    user, now = staff(), timezone.now()
    given: dict[str, Any] = {"account": user, "token": None, "key": "once", "digest": "ab" * 32}
    slow = take_key(**given, now=now)
    quick = take_key(**given, now=now + LONGEST + timedelta(seconds=1))

    keep_answer(receipt=quick, status=201, headers={}, body="{}")
    with pytest.raises(UnderWay):
        keep_answer(receipt=slow, status=201, headers={}, body="[]")
    give_back(receipt=slow)

    assert list(Receipt.objects.values_list("status", "body")) == [(201, "{}")]


def test_answers_are_kept_for_a_day_at_least_and_then_thrown_away(client: Client, who: dict[str, str]) -> None:
    old = make_receipt(key="old", began_at=timezone.now() - KEPT - timedelta(seconds=1))
    kept = make_receipt(key="kept", began_at=timezone.now() - timedelta(hours=24, minutes=1))

    post(client, token_of(staff()) | KEY, **who)

    assert set(Receipt.objects.values_list("key", flat=True)) == {"kept", "5a8c"}
    assert old.pk != kept.pk


@pytest.mark.parametrize("key", ["", "x" * 256, "a\u00e4"])
def test_a_key_that_is_none_is_refused(client: Client, who: dict[str, str], key: str) -> None:
    response = post(client, token_of(staff()) | {"Idempotency-Key": key}, **who)
    assert response.status_code == 400
    assert list(response.json()["error"]["fields"]) == ["Idempotency-Key"]
    assert not Player.objects.exists()


def test_nobody_without_an_account_takes_a_key(client: Client, who: dict[str, str]) -> None:
    assert post(client, KEY, **who).status_code == 401
    assert not Receipt.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(at_most(120))
def test_of_many_at_the_same_moment_one_makes_it() -> None:
    headers, together = token_of(staff()) | KEY, Barrier(12)
    who = {"persona": make_persona().slug, "model": make_model().slug}
    told: list[Any] = []

    def send() -> None:
        together.wait()
        try:
            told.append(post(Client(), headers, **who))
        finally:
            connection.close()

    threads = [Thread(target=send) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(at_most(60))

    made = {response.content for response in told if response.status_code == 201}
    assert len(made) == 1
    assert {response.status_code for response in told} <= {201, 409}
    assert (len(told), Player.objects.count(), Act.objects.count()) == (12, 1, 1)
    assert (Persona.objects.count(), LanguageModel.objects.count()) == (1, 1)
