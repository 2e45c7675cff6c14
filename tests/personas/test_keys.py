"""What a model names as its key leaves the machine: nothing but a provider's key is ever named so, or read."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from pytest_django import Settings

from games.gateway.clients import NoLine, address_of
from league.processes.doctor import examine
from personas.keys import NoKeyVariable, is_key_variable
from personas.models import LanguageModel
from personas.roster import rewrite_model
from tests.factories import make_model

FOREIGN = ["DATABASE_URL", "SECRET_KEY", "HOME", "API_KEY_OF_MINE", "MY_API_KEYS"]


@pytest.fixture(autouse=True)
def listed(settings: Settings) -> None:
    settings.LEAGUE_KEY_VARIABLES = ["LISTED"]
    settings.LEAGUE_PAID_CALLS = True


@pytest.mark.parametrize(
    ("name", "may_be"),
    [*((name, False) for name in FOREIGN), ("OPENAI_API_KEY", True), ("X_API_KEY", True), ("LISTED", True)],
)
def test_a_key_is_named_as_one_or_listed(name: str, may_be: bool) -> None:  # noqa: FBT001
    assert is_key_variable(name) is may_be


def a_model(name: str) -> LanguageModel:
    return LanguageModel(slug="big", name="Big", provider="openai", model_name="big", key_variable=name)


@pytest.mark.django_db
@pytest.mark.parametrize("name", FOREIGN)
def test_another_variable_is_refused_wherever_a_model_is_written(admin_client: Client, name: str) -> None:
    told = f"{name} may not be named as a key: its name must end in _API_KEY, or LEAGUE_KEY_VARIABLES must list it"

    with pytest.raises(ValidationError) as refused:
        a_model(name).full_clean()
    with pytest.raises(NoKeyVariable) as not_stored:
        rewrite_model(model=a_model(name))
    page = admin_client.post("/admin/personas/languagemodel/add/", posted(name))

    assert refused.value.message_dict == {"key_variable": [f"{told}."]}
    assert str(not_stored.value) == told
    assert (page.status_code, told in page.content.decode()) == (200, True)
    assert LanguageModel.objects.count() == 0


def posted(name: str) -> dict[str, Any]:
    inline = {f"prices-{what}": 0 for what in ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS")}
    given = {"slug": "big", "name": "Big", "is_active": "on", "provider": "openai", "model_name": "big"}
    return {**given, **inline, "key_variable": name, "most_tokens": 100, "in_flight": 2}


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["FAR_API_KEY", "LISTED", ""])
def test_a_key_is_stored(admin_client: Client, name: str) -> None:
    page = admin_client.post("/admin/personas/languagemodel/add/", posted(name))

    assert page.status_code == 302
    assert LanguageModel.objects.get().key_variable == name


@pytest.mark.django_db
@pytest.mark.parametrize("name", FOREIGN)
def test_a_row_that_names_another_variable_already_takes_nothing_from_it(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "hunter2")
    kept = make_model(slug="old", provider="openai", model_name="old", key_variable=name)

    with pytest.raises(NoLine, match=f"^{name} may not be named as a key") as refused:
        address_of(kept)

    assert "hunter2" not in str(refused.value)


@pytest.mark.django_db
def test_what_is_taken_from_the_list_is_read_no_more(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    monkeypatch.setenv("LISTED", "sk-listed")
    model = make_model(slug="old", provider="openai", model_name="old", key_variable="LISTED")
    assert address_of(model).key == "sk-listed"

    settings.LEAGUE_KEY_VARIABLES = []
    with pytest.raises(NoLine):
        address_of(model)


@pytest.mark.django_db
def test_the_list_of_models_does_not_tell_whether_another_variable_is_set(
    admin_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "hunter2")
    make_model(slug="old", provider="openai", model_name="old", key_variable="SECRET_KEY")

    page = admin_client.get("/admin/personas/languagemodel/").content.decode()

    assert "SECRET_KEY may not be a key" in page
    assert "SECRET_KEY is" not in page


@pytest.mark.django_db(transaction=True)
def test_doctor_names_every_row_that_may_not_name_its_key_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "hunter2")
    for slug, name in (("b", "SECRET_KEY"), ("a", "SECRET_KEY"), ("c", "HOME"), ("d", "LISTED"), ("e", "")):
        make_model(slug=slug, provider="openai", model_name="m", key_variable=name, is_active=slug != "a")

    told = [finding for finding in examine() if "may not be named" in finding.seen]

    assert [(finding.state, finding.seen) for finding in told] == [
        ("poor", "HOME may not be named as a key, and is by c: nothing of that is asked"),
        ("poor", "SECRET_KEY may not be named as a key, and is by a, b: nothing of that is asked"),
    ]
    assert all("LEAGUE_KEY_VARIABLES" in finding.cure for finding in told)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "is_listed"),
    [
        ("", True),
        ("http://own.example/v1", True),
        ("http://own.example/v1/", True),
        ("http://of-the-protocol.example/v1", True),
        ("http://own.example", False),
        ("http://own.example/v1/more", False),
        ("http://own.example.elsewhere.example/v1", False),
        ("http://elsewhere.example/v1", False),
    ],
)
def test_an_address_is_refused_backstage_just_where_nothing_would_be_sent_there(
    admin_client: Client,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    address: str,
    is_listed: bool,  # noqa: FBT001
) -> None:
    settings.LEAGUE_BASE_URLS = ["http://own.example/v1", "http://other.example/v1"]
    monkeypatch.setenv("OPENAI_BASE_URL", "http://of-the-protocol.example/v1/")
    monkeypatch.setenv("FAR_API_KEY", "sk-far")

    page = admin_client.post("/admin/personas/languagemodel/add/", posted("FAR_API_KEY") | {"base_url": address})

    assert (page.status_code == 302, LanguageModel.objects.count()) == (is_listed, int(is_listed))
    assert ("It is not on the list of LEAGUE_BASE_URLS" in page.content.decode()) is not is_listed
    kept = make_model(slug="kept", provider="openai", model_name="m", base_url=address, key_variable="FAR_API_KEY")
    if is_listed:
        assert address_of(kept).key == "sk-far"
    else:
        with pytest.raises(NoLine, match="is not on the list of LEAGUE_BASE_URLS"):
            address_of(kept)


@pytest.mark.django_db
@pytest.mark.parametrize("secret", ["sk-proj-4f9a", "Bearer 4f9a-7b"])
def test_what_is_typed_for_a_variable_and_is_none_is_not_said_again(secret: str) -> None:
    with pytest.raises(NoKeyVariable) as refused:
        rewrite_model(model=a_model(secret))
    assert secret not in str(refused.value)
    assert str(refused.value).startswith("What stands there may not be named as a key")


@pytest.mark.django_db
def test_a_login_in_an_address_is_refused_backstage_but_where_it_stands_already(
    admin_client: Client, settings: Settings
) -> None:
    settings.LEAGUE_BASE_URLS = ["http://own.example/v1", "http://ada:sesame@own.example/v1"]
    told = "There is a login in it, beside which no key can be sent: nothing would be."

    page = admin_client.post(
        "/admin/personas/languagemodel/add/", posted("") | {"base_url": "http://ada:sesame@own.example/v1"}
    )

    assert (page.status_code, told in page.content.decode()) == (200, True)
    assert LanguageModel.objects.count() == 0
    kept = make_model(slug="kept", provider="openai", model_name="m", base_url="http://ada:sesame@own.example/v1")
    kept.full_clean()
    kept.base_url = "http://eve:sesame@own.example/v1"
    with pytest.raises(ValidationError) as refused:
        kept.full_clean()
    assert refused.value.message_dict == {"base_url": [told]}
