"""Models by the API: made, changed, activated and deleted by staff, with the checks of the admin's form; no key is ever
taken or told."""

import json
from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from league.models import Act, User
from personas.models import LanguageModel, Price, Provider
from personas.versions import versions_now
from tests.factories import make_model, make_player, make_price, make_token, make_user
from tests.patience import at_most

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("database")]

MODELS = "/api/v1/models/"
ALL = ("add_languagemodel", "change_languagemodel", "delete_languagemodel", "delete_price")
NEW = {"slug": "big-1", "name": "Big 1", "provider": "openai", "model_name": "big-1-mini"}
HOSTILE = "</script><script>alert(1)</script>\u202egnp.exe\u2028\u001b[31m{{7*7}}&lt;\"'`"


@pytest.fixture(autouse=True)
def listed(settings: Settings) -> None:
    settings.LEAGUE_BASE_URLS = ["http://own.example/v1"]
    settings.LEAGUE_KEY_VARIABLES = ["LISTED"]


def staff(*scopes: str, permissions: tuple[str, ...] = ALL) -> dict[str, str]:
    user: User = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return {"Authorization": f"Bearer {make_token(user=user, scopes=list(scopes) or ['roster'])[1]}"}


def send(client: Client, method: str, address: str, headers: dict[str, str], **body: Any) -> Any:
    return getattr(client, method)(address, body, content_type="application/json", headers=headers)


def patched(client: Client, model: LanguageModel, headers: dict[str, str], **body: Any) -> Any:
    """What an edit is answered that was made from what stands there."""
    address = f"{MODELS}{model.slug}/"
    return send(client, "patch", address, headers | {"If-Match": client.get(address)["ETag"]}, **body)


# --- made ------------------------------------------------------------------------------------------------------------


def test_a_model_is_made_with_all_that_the_form_has_and_its_act(client: Client) -> None:
    how = {
        "base_url": "http://own.example/v1/",
        "key_variable": "FAR_API_KEY",
        "effort": "low",
        "most_tokens": 2000,
        "temperature": 0.5,
        "top_p": 0.9,
        "seed": 7,
        "verbosity": "low",
        "service_tier": "flex",
        "context_size": 32_000,
        "extra_body": {"min_p": 0.05, "more": {"a": [1, None]}},
        "limit_group": "big",
        "in_flight": 3,
    }
    headers = staff()

    response = send(client, "post", MODELS, headers, **NEW, **how, is_active=False, reason="a trial")

    assert (response.status_code, response["Location"]) == (201, f"http://testserver{MODELS}big-1/")
    told = response.json()
    assert {name: told[name] for name in (*NEW, "is_active")} == {**NEW, "is_active": False}
    assert {name: told["settings"][name] for name in how} == how
    assert (told["settings"]["probed_at"], told["asked"]["calls"]) == (None, 0)
    model = LanguageModel.objects.get()
    assert {name: getattr(model, name) for name in how} == how
    assert client.get(f"{MODELS}big-1/", headers=headers).json() == told
    (act,) = Act.objects.all()
    assert (act.surface, act.verb, act.model, act.name, act.reason) == (
        *("api", "create", "languagemodel", "big-1", "a trial"),
    )
    assert (act.after["key_variable"], act.after["temperature"]) == ("FAR_API_KEY", 0.5)


def test_two_models_are_made_beside_each_other_with_what_is_usual_and_one_key_makes_one(client: Client) -> None:
    headers = staff()
    for slug in ("big-1", "big-2", "big-1"):
        response = send(client, "post", MODELS, headers | {"Idempotency-Key": f"make {slug}"}, **NEW | {"slug": slug})
        assert response.status_code == 201
    assert response["Idempotent-Replayed"] == "true"
    usual = LanguageModel(**NEW)
    for model in LanguageModel.objects.all():
        assert (model.in_flight, model.extra_body, model.is_active) == (usual.in_flight, {}, True)
    assert (LanguageModel.objects.count(), Act.objects.count()) == (2, 2)
    house = NEW | {"slug": "house-x", "provider": "house", "model_name": "joker"}
    assert send(client, "post", MODELS, headers, **house).status_code == 201


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        ({"slug": "taken"}, {"slug": ["model with this slug already exists."]}),
        ({"slug": "a_b"}, {"slug": ["slug must be lower-case letters, digits and hyphens."]}),
        ({"slug": "", "name": " "}, {name: ["This field may not be blank."] for name in ("slug", "name")}),
        (
            {"provider": "chess"},
            {"provider": [f'"chess" is not a valid choice; there are: {", ".join(Provider.values)}.']},
        ),
        ({"model_name": ""}, {"model_name": ["Only uniform players do without model_name."]}),
        (
            {"provider": "house", "model_name": "sulky"},
            {"model_name": None},
        ),
        (
            {"provider": "house", "model_name": "joker", "key_variable": "X_API_KEY"},
            {"base_url": ["An offline model has neither base_url nor key_variable."]},
        ),
        ({"provider": "anthropic", "seed": 1}, {"seed": ["Only Chat Completions know this."]}),
        (
            {"provider": "anthropic", "temperature": 1, "top_p": 0.5},
            {"top_p": ["Anthropic's models take a temperature or a top p, and not both."]},
        ),
        ({"temperature": 3, "most_tokens": 1, "context_size": 100}, None),
        ({"temperature": "nan", "top_p": "Infinity"}, None),
        ({"effort": "much", "verbosity": 7, "service_tier": "gold"}, None),
        ({"extra_body": {"stream": True}}, {"extra_body": None}),
        ({"extra_body": [1], "in_flight": 0}, None),
        (
            {"extra_body": {"x": "a\0b"}},
            {"extra_body": ["Its texts must be without null characters and lone surrogates."]},
        ),
        (
            {"extra_body": {"\ud800": 1}},
            {"extra_body": ["Its texts must be without null characters and lone surrogates."]},
        ),
        ({"base_url": "http://elsewhere.example/v1", "key_variable": "DATABASE_URL"}, None),
        (
            {"base_url": "http://ada:sesame@own.example/v1"},
            {"base_url": ["There is a login in it, beside which no key can be sent: nothing would be."]},
        ),
        ({"base_url": "ftp://own.example/v1"}, {"base_url": ["Enter a valid URL."]}),
        ({"key": "sk-secret", "api_key": "sk-secret"}, None),
        ({"rung": "text", "probed_at": "2026-01-31T12:00:00Z", "players": []}, None),
        ({"slug": "a\0b", "name": "\ud800"}, None),
    ],
)
def test_what_is_wrong_is_told_at_its_field_and_nothing_is_made(
    client: Client, given: dict[str, Any], fields: dict[str, Any] | None
) -> None:
    make_model(slug="taken")

    response = send(client, "post", MODELS, staff(), **NEW | given)

    told = response.json()["error"]["fields"]
    assert response.status_code == 400
    assert all("\n" not in complaint for complaints in told.values() for complaint in complaints)
    wanted = fields if fields is not None else dict.fromkeys(given)
    assert set(told) == set(wanted)
    assert {name: told[name] if each else None for name, each in wanted.items()} == wanted
    assert (LanguageModel.objects.count(), Act.objects.count()) == (1, 0)


@pytest.mark.parametrize("depth", [13, 400, 900, 5_000])
def test_what_lies_too_deep_is_refused(client: Client, depth: int) -> None:
    body = json.dumps(NEW)[:-1] + ', "extra_body": {"x": ' + "[" * depth + "]" * depth + "}}"
    response = client.post(MODELS, body, content_type="application/json", headers=staff())
    assert response.status_code == 400
    assert not LanguageModel.objects.exists()


@pytest.mark.parametrize("secret", ["sk-proj-4f9a8b7c6d", "sk-ant-api03-" + "x" * 80])
def test_a_key_that_is_sent_for_its_variable_is_refused_and_not_said_again(client: Client, secret: str) -> None:
    response = send(client, "post", MODELS, staff(), **NEW, key_variable=secret)
    assert (response.status_code, list(response.json()["error"]["fields"])) == (400, ["key_variable"])
    assert secret not in response.content.decode()
    assert (LanguageModel.objects.count(), Act.objects.count()) == (0, 0)


@pytest.mark.parametrize("body", ["[]", '"x"', "null", "7", "{", "[{}]", '{"slug": NaN}'])
def test_what_is_no_object_is_refused(client: Client, body: str) -> None:
    response = client.post(MODELS, body, content_type="application/json", headers=staff())
    assert (response.status_code, response["Content-Type"]) == (400, "application/json")


# --- told ------------------------------------------------------------------------------------------------------------


def test_settings_are_for_staff_who_may_see_models_and_no_key_is_for_anybody(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAR_API_KEY", "sk-secret")
    where = {"base_url": "http://own.example/v1", "key_variable": "FAR_API_KEY"}
    for slug in ("far", "near"):
        make_model(slug=slug, provider="openai", model_name="m", **where)
    seen = {}
    for who, headers in {
        "nobody": {},
        "player": staff("admin", permissions=("view_player",)),
        "viewer": staff("read", permissions=("view_languagemodel",)),
        "editor": staff(),
    }.items():
        pages = [client.get(f"{MODELS}{slug}/", headers=headers) for slug in ("far", "near")]
        assert not any(b"sk-secret" in page.content for page in pages)
        seen[who] = [page.json()["settings"] is not None for page in pages]
        if not any(seen[who]):
            assert not any(b"own.example" in page.content or b"FAR_API_KEY" in page.content for page in pages)
    assert seen == {"nobody": [False] * 2, "player": [False] * 2, "viewer": [True] * 2, "editor": [True] * 2}


def test_who_has_the_newest_gets_304_and_an_edit_of_what_is_hidden_changes_the_tag(client: Client) -> None:
    model, address = make_model(slug="far", provider="openai", model_name="m"), f"{MODELS}far/"
    seen = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": seen}).status_code == 304
    assert patched(client, model, staff(), key_variable="FAR_API_KEY").status_code == 200
    assert client.get(address, headers={"If-None-Match": seen}).status_code == 200


# --- changed ---------------------------------------------------------------------------------------------------------


def test_an_edit_changes_what_it_says_and_is_an_act_and_what_has_sat_down_is_asked_as_before(client: Client) -> None:
    model = make_model(provider="openai", model_name="m", temperature=0.7, effort="low", probed_at=timezone.now())
    other = make_model(provider="openai", model_name="m", temperature=0.7)
    sat_with = versions_now(models=[model])[model.pk]
    headers = staff()

    told = patched(client, model, headers, temperature=0.2, effort="", reason="It rambled.").json()
    assert (told["settings"]["temperature"], told["settings"]["effort"], told["settings"]["probed_at"]) == (
        0.2,
        "",
        None,
    )
    told = patched(client, model, headers, temperature=None, name="Another").json()
    assert (told["settings"]["temperature"], told["name"]) == (None, "Another")

    sat_with.refresh_from_db()
    assert (sat_with.asked["temperature"], sat_with.asked["effort"]) == (0.7, "low")
    other.refresh_from_db()
    assert other.temperature == 0.7
    assert [(act.verb, sorted(act.after), act.reason) for act in Act.objects.order_by("pk")] == [
        ("change", ["effort", "probed_at", "temperature"], "It rambled."),
        ("change", ["name", "temperature"], ""),
    ]


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        ({}, None),
        ({"reason": "only that"}, None),
        ({"slug": "another"}, ["slug"]),
        ({"temperature": 9, "key_variable": "HOME", "base_url": "http://elsewhere.example/"}, ...),
        ({"extra_body": None, "provider": ""}, ...),
        ({"provider": "house"}, ["model_name"]),
        ({"reason": "x" * 201}, ["reason"]),
    ],
)
def test_an_edit_that_is_wrong_changes_nothing(client: Client, given: dict[str, Any], fields: Any) -> None:
    model = make_model(provider="openai", model_name="m")
    response = patched(client, model, staff(), **given)
    wanted = list(given) if fields is ... else fields
    told = response.json()["error"].get("fields")
    assert (response.status_code, sorted(told) if told else told) == (400, sorted(wanted) if wanted else wanted)
    assert LanguageModel.objects.filter(provider="openai", temperature=None, base_url="").count() == 1
    assert not Act.objects.exists()


def test_what_came_before_the_list_of_addresses_may_stay_and_be_edited_beside_it(client: Client) -> None:
    model = make_model(provider="openai", model_name="m", base_url="http://gone.example/v1")
    assert patched(client, model, staff(), name="Another").status_code == 200
    response = patched(client, model, staff(), provider="openai-responses")
    assert list(response.json()["error"]["fields"]) == ["base_url"]


@pytest.mark.parametrize("given", [None, "*"])
def test_an_edit_says_what_it_was_made_from(client: Client, given: str | None) -> None:
    model = make_model()
    headers = staff() | ({"If-Match": given} if given else {})
    response = send(client, "patch", f"{MODELS}{model.slug}/", headers, name="Another")
    assert (response.status_code, response.json()["error"]["code"]) == (412, "precondition_required")


def test_of_two_who_edit_what_they_looked_at_one_is_told_that_the_other_was_quicker(client: Client) -> None:
    model, headers = make_model(), staff()
    address = f"{MODELS}{model.slug}/"
    tag = client.get(address)["ETag"]
    mine, theirs = (
        send(client, "patch", address, headers | {"If-Match": tag}, name=name) for name in ("Mine", "Theirs")
    )
    assert (mine.status_code, theirs.status_code) == (200, 412)
    make_player(model=model)
    again = send(client, "patch", address, headers | {"If-Match": mine["ETag"]}, name="Again")
    assert again.status_code == 200, "a player more is no edit of the model"
    assert LanguageModel.objects.get().name == "Again"


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(at_most(120))
def test_of_many_who_edit_at_once_one_succeeds_and_the_others_are_told(client: Client) -> None:
    model, together, headers = make_model(provider="openai", model_name="m"), Barrier(12), staff()
    address = f"{MODELS}{model.slug}/"
    headers |= {"If-Match": client.get(address)["ETag"]}
    told: list[tuple[int, str]] = []

    def edit(number: int) -> None:
        together.wait()
        try:
            told.append((send(Client(), "patch", address, headers, seed=number).status_code, str(number)))
        finally:
            connection.close()

    threads = [Thread(target=edit, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(at_most(60))

    assert sorted(status for status, _ in told) == [200] + [412] * 11
    model.refresh_from_db()
    assert [seed for status, seed in told if status == 200] == [str(model.seed)]
    assert Act.objects.count() == 1


def test_a_model_is_deactivated_and_activated_and_a_second_time_is_no_act(client: Client) -> None:
    model, other, headers = make_model(), make_model(), staff()
    told = [
        send(client, "post", f"{MODELS}{model.slug}/{verb}/", headers, reason="a trial").json()["is_active"]
        for verb in ("deactivate", "deactivate", "activate")
    ]
    assert told == [False, False, True]
    assert [(act.verb, act.name, act.after) for act in Act.objects.order_by("pk")] == [
        ("change", model.slug, {"is_active": False}),
        ("change", model.slug, {"is_active": True}),
    ]
    other.refresh_from_db()
    assert other.is_active


# --- deleted ---------------------------------------------------------------------------------------------------------


def test_a_model_of_which_nothing_tells_is_deleted_with_its_prices(client: Client) -> None:
    gone, stays, headers = make_model(), make_model(), staff()
    for model in (gone, stays):
        make_price(language_model=model)

    response = send(client, "delete", f"{MODELS}{gone.slug}/", headers | {"If-Match": '"0"'})
    assert response.status_code == 412
    response = client.delete(f"{MODELS}{gone.slug}/", {"reason": "A mistake."}, "application/json", headers=headers)

    assert (response.status_code, response.content) == (204, b"")
    assert [each.slug for each in LanguageModel.objects.all()] == [stays.slug]
    assert Price.objects.get().language_model == stays
    assert [(act.verb, act.model, act.reason) for act in Act.objects.order_by("pk")] == [
        ("delete", "languagemodel", "A mistake."),
        ("delete", "price", "A mistake."),
    ]
    assert client.delete(f"{MODELS}{gone.slug}/", headers=headers).status_code == 404


@pytest.mark.parametrize(
    ("named", "told"),
    [
        (lambda model: make_player(model=model), "players"),
        (lambda model: versions_now(models=[model]), "model versions"),
    ],
)
def test_a_model_of_which_something_tells_stays(client: Client, named: Callable[..., Any], told: str) -> None:
    model = make_model()
    make_price(language_model=model)
    named(model)
    response = client.delete(f"{MODELS}{model.slug}/", headers=staff())
    assert (response.status_code, response.json()["error"]) == (
        409,
        {"code": "still_named", "message": f"{model.slug} cannot be deleted: of it tell {told}"},
    )
    assert (LanguageModel.objects.count(), Price.objects.count(), Act.objects.count()) == (1, 1, 0)


# --- who may ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "more", "right"),
    [
        ("post", "", "add_languagemodel"),
        ("patch", "a/", "change_languagemodel"),
        ("post", "a/activate/", "change_languagemodel"),
        ("post", "a/deactivate/", "change_languagemodel"),
        ("delete", "a/", "delete_languagemodel"),
    ],
)
def test_writing_wants_a_scope_and_a_permission(client: Client, method: str, more: str, right: str) -> None:
    make_price(language_model=make_model(slug="a"))
    others = tuple(each for each in ALL if each != right)
    for headers, status in (
        ({}, 401),
        (staff("read", "play", "season", "money", permissions=(right,)), 403),
        (staff(permissions=(*others, "view_languagemodel", "change_player")), 403),
    ):
        assert send(client, method, f"{MODELS}{more}", headers).status_code == status
    assert (Act.objects.count(), LanguageModel.objects.count()) == (0, 1)


def test_whoever_may_not_delete_prices_deletes_no_model_that_has_some(client: Client) -> None:
    make_price(language_model=make_model(slug="a"))
    make_model(slug="b")
    headers = staff(permissions=("delete_languagemodel",))
    assert [client.delete(f"{MODELS}{slug}/", headers=headers).status_code for slug in ("a", "b")] == [403, 204]


def test_hostile_words_come_back_as_they_were_sent_as_json(client: Client) -> None:
    headers = staff()
    given = NEW | {"name": HOSTILE, "model_name": HOSTILE, "extra_body": {HOSTILE: [HOSTILE]}}
    response = send(client, "post", MODELS, headers, **given)
    told = response.json()
    assert (response.status_code, response["Content-Type"]) == (201, "application/json")
    assert (told["name"], told["model_name"], told["settings"]["extra_body"]) == (
        HOSTILE,
        HOSTILE,
        {HOSTILE: [HOSTILE]},
    )
    assert "\u2028" not in response.content.decode()


@pytest.mark.parametrize("slug", ["%00", "<b>", "\u202e", "no-model"])
def test_no_address_breaks_anything(client: Client, slug: str) -> None:
    for method in ("patch", "delete"):
        response = send(client, method, f"{MODELS}{slug}/", staff(), name="x")
        assert (response.status_code, response["Content-Type"]) == (404, "application/json")
