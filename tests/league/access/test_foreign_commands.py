"""Commands of libraries are recorded for what they do, and never for what others do while they ask somebody."""

import io
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from league.models import Act, Season, Token, User
from personas.models import LanguageModel, Persona
from tests.factories import make_model, make_persona, make_running_season, make_token, make_user

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)


class Terminal(io.StringIO):
    """Where somebody sits."""

    def isatty(self) -> bool:
        return True


def acts() -> list[tuple[str, str, str]]:
    return list(Act.objects.order_by("pk").values_list("verb", "model", "name"))


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Has somebody answer what a command asks, and others do this and that before."""
    make_user(username="ann")
    make_user(username="ben", email="old@example.org")
    make_token(user=make_user(username="cat"))
    make_running_season(slug="spring")
    make_persona(slug="fenn")
    make_model(slug="big", name="Big")

    def others() -> None:
        Client().force_login(User.objects.get(username="ann"))
        Client().force_login(User.objects.get(username="cat"))
        Token.objects.update(last_used_at=NOW)
        User.objects.filter(username="ben").update(email="new@example.org")
        Season.objects.update(status=Season.Status.FINISHED, finished_at=NOW, waiting="")
        LanguageModel.objects.filter(slug="big").update(probed_at=NOW, rung="schema")
        number = User.objects.count()  # who works in another process is not heard in this one
        User.objects.bulk_create([User(username=f"newcomer-{number}", is_superuser=True)])
        Persona.objects.bulk_create([Persona(slug=f"newcomer_{number}", name="Newcomer")])

    def answered(said: str) -> None:
        def answer(prompt: str = "") -> str:
            others()
            return said

        monkeypatch.setattr("getpass.getpass", answer)
        monkeypatch.setattr("builtins.input", answer)

    return answered


def test_what_others_do_while_a_password_is_typed_is_not_the_commands_doing(
    meanwhile: Callable[[str], None],
) -> None:
    meanwhile("gnu gnat 5 newt")
    call_command("changepassword", "ann", verbosity=0)
    assert acts() == [("change password", "user", "ann")]
    assert Act.objects.get().after == {"password": "(hidden)"}

    call_command("createsuperuser", username="boss", email="boss@example.org", stdin=Terminal(), verbosity=0)
    assert acts()[1:] == [("create", "user", "boss")]
    assert User.objects.get(username="boss").check_password("gnu gnat 5 newt")


def test_who_was_locked_out_while_a_password_was_typed_stays_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library writes back the whole account as it was before."""
    make_user(username="ann", is_staff=True)
    make_user(username="ben", is_staff=True)

    def answer(prompt: str = "") -> str:
        User.objects.filter(username="ann").update(is_active=False, email="new@example.org")
        User.objects.filter(username="ben").update(is_staff=False)
        return "gnu gnat 5 newt"

    monkeypatch.setattr("getpass.getpass", answer)
    for name in ("ann", "ben"):
        call_command("changepassword", name, verbosity=0)

    ann, ben = User.objects.order_by("username")
    assert (ann.is_active, ann.is_staff, ann.email) == (False, True, "new@example.org")
    assert (ben.is_active, ben.is_staff) == (True, False)
    assert ann.check_password("gnu gnat 5 newt")
    assert ben.check_password("gnu gnat 5 newt")
    assert [act.after for act in Act.objects.all()] == [{"password": "(hidden)"}] * 2


def test_a_password_of_an_account_that_went_meanwhile_is_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    make_user(username="ann")
    tries = iter(["short", "short", "gnu gnat 5 newt", "another one 7", "gnu gnat 5 newt", "gnu gnat 5 newt"])

    def answer(prompt: str = "") -> str:
        User.objects.filter(username="ann").delete()
        return next(tries)

    monkeypatch.setattr("getpass.getpass", answer)
    with pytest.raises(CommandError, match="user 'ann' was deleted meanwhile"):
        call_command("changepassword", "ann", verbosity=0)
    with pytest.raises(CommandError, match="user 'ann' does not exist"):
        call_command("changepassword", "ann", verbosity=0)
    assert (acts(), list(tries)) == ([], []), "what was too short or typed otherwise the second time was asked again"


def test_what_others_do_before_an_import_is_confirmed_is_not_the_imports_doing(
    meanwhile: Callable[[str], None], tmp_path: Path
) -> None:
    meanwhile("yes")
    rows = [{"slug": "big", "name": "Bigger"}, {"slug": "new", "name": "New", "provider": "uniform"}]
    (tmp_path / "models.json").write_text(json.dumps(rows))

    call_command("import", "models", str(tmp_path / "models.json"), verbosity=0)

    assert acts() == [("import", "languagemodel", "big"), ("import", "languagemodel", "new")]
    assert Act.objects.get(name="big").after == {"name": "Bigger"}


def test_what_an_import_cannot_record_it_does_not_do(
    meanwhile: Callable[[str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile("yes")
    (tmp_path / "models.json").write_text(json.dumps([{"slug": "big", "name": "Bigger"}]))

    def full(**said: object) -> None:
        raise OSError("no space is left")

    monkeypatch.setattr("league.access.foreign_commands.record_change", full)
    with pytest.raises(CommandError, match="row 1: no space is left"):
        call_command("import", "models", str(tmp_path / "models.json"), verbosity=0)
    assert LanguageModel.objects.get(slug="big").name == "Big"


def test_rows_that_a_fixture_makes_changes_or_leaves_are_told_as_they_are(tmp_path: Path) -> None:
    ann, ben = make_user(username="ann"), make_user(username="ben")
    fields = {"username": "ann", "password": "hush", "first_name": "Ann", "last_login": "2026-11-01T12:00:00Z"}
    fields["date_joined"] = "2026-10-01T12:00:00Z"
    rows = [{"model": "league.user", "pk": ann.pk, "fields": fields}]
    rows += [{"model": "league.user", "pk": ben.pk + 7, "fields": fields | {"username": "eve"}}]
    rows += [{"model": "auth.group", "pk": 7, "fields": {"name": "keepers", "permissions": []}}]
    (tmp_path / "rows.json").write_text(json.dumps(rows))

    for _ in range(2):
        call_command("loaddata", str(tmp_path / "rows.json"), verbosity=0)

    assert acts() == [("load", "user", "ann"), ("load", "user", "eve"), ("load", "group", "keepers")]
    told = Act.objects.get(name="ann")
    assert (told.after["first_name"], "last_login" in told.after) == ("Ann", False)
