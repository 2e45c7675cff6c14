"""The backstage of money: caps are edited and nothing else, the kill switch is thrown, and calls are read as text."""

import re
from collections.abc import Callable
from decimal import Decimal

import pytest
from django.test import Client

from games.models import Account, Call, CallRecord, Game, KillSwitch
from tests.factories import NOON, TERMS, make_account, make_call, make_game, make_model, make_running_game
from tests.games.admin.test_admin import ESCAPED, HOSTILE, staff

pytestmark = pytest.mark.django_db


def of_a_season(**fields: object) -> Account:
    return make_account(**{"scope": "season", "cap": 10, "spent": 4, "reserved": 1} | fields)


def test_the_list_of_accounts_takes_as_many_queries_for_three_rows_as_for_one(
    admin_client: Client, django_assert_num_queries: Callable
) -> None:
    of_a_season()
    admin_client.get("/admin/games/account/")  # content types are looked up once a process
    with django_assert_num_queries(5):
        admin_client.get("/admin/games/account/")
    of_a_season()
    of_a_season()
    with django_assert_num_queries(5):
        answer = admin_client.get("/admin/games/account/")

    assert len(answer.context["cl"].result_list) == 3
    assert "$4.00 + $1.00 on its way of $10.00" in answer.content.decode()


def test_accounts_of_games_push_no_others_off_the_first_page(admin_client: Client) -> None:
    first, second = of_a_season(), make_account(scope="model", name="big")
    for _ in range(3):
        make_account(scope="game", name=make_game().public_id)

    answer = admin_client.get("/admin/games/account/")

    rows = list(answer.context["cl"].result_list)
    assert rows[:2] == [second, first]
    assert [row.scope for row in rows[2:]] == ["game"] * 3


def test_of_an_account_only_the_cap_is_written_and_people_are_warned_anew(admin_client: Client) -> None:
    account = of_a_season(warned_at=NOON)
    before = Account.objects.values().get(pk=account.pk)

    admin_client.post(f"/admin/games/account/{account.pk}/change/", {"cap": "25.5", "spent": "0", "name": "mine"})

    changed = {"cap": Decimal("25.5"), "cap_by_hand": True, "warned_at": None}
    assert Account.objects.values().get(pk=account.pk) == before | changed


def test_a_cap_that_is_lowered_below_what_is_spent_is_told_as_nearly_spent(admin_client: Client) -> None:
    account = of_a_season(spent="0.0176")
    address = f"/admin/games/account/{account.pk}/change/"
    assert "80 % reached" not in admin_client.get("/admin/").content.decode()

    admin_client.post(address, {"cap": "0.01"})

    account.refresh_from_db()
    assert account.warned_at is not None
    (row,) = admin_client.get("/admin/games/account/").context["results"]
    assert f"{account.warned_at:%Y}" in str(row)
    Account.objects.update(warned_at=None)
    assert "yes" in str(admin_client.get("/admin/games/account/").context["results"])


def test_an_account_of_a_sealed_game_is_for_moderators(client: Client) -> None:
    game = make_running_game(terms=TERMS | {"spoilers": "sealed"})
    of_a_season(scope="game", name=game.public_id, spent="4.25")

    assert "$4.25" in staff(client, "see_secrets").get("/admin/games/account/").content.decode()
    assert "$4.25" not in staff(client).get("/admin/games/account/").content.decode()


FIGURES = {"$4.25", "4711"}


@pytest.mark.parametrize("scope", ["model", "provider"])
def test_what_a_model_is_asked_while_a_sealed_game_is_played_is_for_moderators(client: Client, scope: str) -> None:
    account = make_account(scope=scope, name="mini", spent="4.25", calls=4711)
    addresses = ("/admin/games/account/", f"/admin/games/account/{account.pk}/change/")

    def told(*permissions: str) -> set[str]:
        pages = [staff(client, *permissions).get(address).content.decode() for address in addresses]
        return {figure for figure in FIGURES if any(figure in page for page in pages)}

    make_game(terms=TERMS | {"spoilers": "sealed"}, has_voices=True)
    make_running_game(terms=TERMS | {"spoilers": "sealed"}, has_voices=False)
    make_running_game(terms=TERMS | {"spoilers": "open"}, has_voices=True)
    assert told() == FIGURES
    game = make_running_game(terms=TERMS | {"spoilers": "sealed"}, has_voices=True)

    assert told("see_secrets") == FIGURES
    assert told() == set()
    make_account(scope="season", name="s", spent="3.75")
    assert "$3.75" in staff(client).get("/admin/games/account/").content.decode()
    Game.objects.filter(pk=game.pk).update(status="finished", finished_at=NOON, winner="town", hash="cd" * 32)
    assert told() == FIGURES


@pytest.mark.parametrize("asked", ["?o=4", "?o=-4", "?warned=yes", "?warned=no", "?warned_at__isempty=0"])
def test_no_order_and_no_filter_tells_what_is_kept_back(client: Client, asked: str) -> None:
    warned, other = (make_account(scope="model", name=name, spent=9, cap=10, calls=7) for name in ("mini", "haiku"))
    seasons = [make_account(scope="season", name=name) for name in ("a", "b")]

    def listed(*permissions: str) -> list[int]:
        answer = staff(client, *permissions).get(f"/admin/games/account/{asked}")
        return [row.pk for row in answer.context["cl"].result_list] if answer.status_code == 200 else []

    def told(*permissions: str) -> list[list[int]]:
        lists = []
        for one in (warned, other):
            Account.objects.update(warned_at=None)
            Account.objects.filter(pk__in=[one.pk, seasons[0].pk]).update(warned_at=NOON)
            lists.append(listed(*permissions))
        return lists

    make_running_game(terms=TERMS | {"spoilers": "sealed"}, has_voices=True)
    first, second = told("see_secrets")
    assert first != second or not first, "it is there to be found"
    first, second = told()
    assert first == second


def press(client: Client, account: Account, action: str, **form: str) -> Account:
    client.post(f"/admin/games/account/{account.pk}/{action}/", {"_form_submitted": "on"} | form)
    account.refresh_from_db()
    return account


def test_the_budget_of_a_model_or_a_provider_is_opened_with_a_cap_before_its_first_call(admin_client: Client) -> None:
    make_model(slug="mini", provider="openai", model_name="gpt-4o-mini")
    make_model(slug="offline")
    make_account(scope="provider", name="anthropic")
    make_model(slug="haiku", provider="anthropic", model_name="claude-haiku-4-5")
    form = admin_client.get("/admin/games/account/add/").context["adminform"].form

    assert [value for value, _ in form.fields["whose"].choices] == ["provider openai", "model haiku", "model mini"]
    for whose, cap in (("provider openai", "25"), ("model mini", "")):
        admin_client.post("/admin/games/account/add/", {"whose": whose, "cap": cap})

    made = Account.objects.exclude(name="anthropic").order_by("pk").values_list("scope", "name", "cap", "cap_by_hand")
    assert list(made) == [("provider", "openai", Decimal(25), True), ("model", "mini", None, True)]


def test_calls_to_one_model_are_stopped_and_allowed_again_with_a_button(admin_client: Client) -> None:
    account = make_account(scope="model", name="mini")

    assert press(admin_client, account, "stop").stopped == "", "it wants a reason"
    assert press(admin_client, account, "stop", reason=HOSTILE).stopped == HOSTILE
    for address in (f"/admin/games/account/{account.pk}/change/", "/admin/games/account/", "/admin/"):
        page = admin_client.get(address).content.decode()
        assert ESCAPED in page
        assert HOSTILE not in page
    assert press(admin_client, account, "allow").stopped == ""


def test_calls_of_a_season_or_a_day_have_no_such_button(admin_client: Client) -> None:
    account = of_a_season()

    assert press(admin_client, account, "stop", reason="no").stopped == ""
    assert "/stop/" not in admin_client.get(f"/admin/games/account/{account.pk}/change/").content.decode()


def test_who_may_only_look_cannot_stop_calls(client: Client) -> None:
    assert press(staff(client), make_account(scope="model", name="mini"), "stop", reason="mischief").stopped == ""


def throw(client: Client, action: str, **form: str) -> str:
    page = client.get("/admin/games/killswitch/", follow=True)
    address = page.request["PATH_INFO"].removesuffix("change/")
    client.post(f"{address}{action}/", {"_form_submitted": "on"} | form)
    return client.get("/admin/games/killswitch/", follow=True).content.decode()


def test_the_kill_switch_is_thrown_with_a_reason_and_back(admin_client: Client) -> None:
    throw(admin_client, "stop")
    assert not KillSwitch.objects.get().is_on, "it wants a reason"

    page = throw(admin_client, "stop", reason=HOSTILE)
    switch = KillSwitch.objects.get()
    assert (switch.is_on, switch.reason) == (True, HOSTILE)
    assert ESCAPED in page
    assert HOSTILE not in page

    throw(admin_client, "allow")
    switch.refresh_from_db()
    assert (switch.is_on, switch.reason) == (False, "")


def test_the_kill_switch_is_green_while_calls_are_allowed_and_red_while_they_are_stopped(admin_client: Client) -> None:
    seen = []
    for action in ("allow", "stop"):
        page = throw(admin_client, action, reason="prices look wrong")
        seen.append(re.findall(r"(bg-(?:green|red)-100)[^>]*>\s*(allowed|stopped)", page))

    assert seen == [[("bg-green-100", "allowed")], [("bg-red-100", "stopped")]]


def test_what_stops_all_calls_is_in_the_page_and_red(admin_client: Client) -> None:
    page = admin_client.get("/admin/games/killswitch/", follow=True)
    address = page.request["PATH_INFO"].removesuffix("change/")
    dialogs = [admin_client.get(f"{address}{action}/").content.decode() for action in ("stop", "allow")]

    in_page = page.content.decode().split('id="content-main"')[1]
    assert f'hx-get="{address}stop/"' in in_page
    assert ["bg-red-600" in dialog for dialog in dialogs] == [True, False]


def test_who_may_only_look_cannot_throw_the_kill_switch(client: Client) -> None:
    throw(staff(client), "stop", reason="mischief")

    assert KillSwitch.objects.filter(is_on=True).count() == 0


def test_a_calls_words_are_shown_as_text(admin_client: Client) -> None:
    call = make_call(status="answered", cost="0.0123", said=HOSTILE, fault=HOSTILE, returned_model="gpt-4o-2024")
    CallRecord.objects.create(call=call, request=f"request {HOSTILE}", response=f"response {HOSTILE}")

    page = admin_client.get(f"/admin/games/call/{call.pk}/change/").content.decode()

    assert f"request {ESCAPED}" in page
    assert f"response {ESCAPED}" in page
    assert "gpt-4o-2024" in page
    assert HOSTILE not in page


def test_a_probes_call_is_listed_without_a_game(admin_client: Client) -> None:
    make_call(game=make_running_game(), model="in a game")
    call = make_call(game=make_running_game(), model="probed")
    type(call).objects.filter(pk=call.pk).update(game=None, poll=None, seat=None, purpose="probe")

    page = admin_client.get("/admin/games/call/").content.decode()

    assert "in a game" in page
    assert "probed" in page
    assert str(Call.objects.get(pk=call.pk)) == "probe try 1: intended"


def test_the_list_of_calls_says_when_another_name_answered(admin_client: Client) -> None:
    make_call(model="gpt-4o", provider="here", returned_model="gpt-4o-2024", fault=HOSTILE)
    make_call(model="gpt-4o", provider="there", returned_model="gpt-4o")

    page = admin_client.get("/admin/games/call/").content.decode()

    assert ("as gpt-4o-2024" in page, ">here<" in page, ">there<" in page) == (True, False, True)
    assert (ESCAPED in page, HOSTILE in page) == (True, False)
