"""The backstage of personas edits by the verbs, and shows what people wrote as text."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from html import unescape

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from personas.models import LanguageModel, Persona, Player
from personas.parts import PARTS
from personas.roster import ensure_roster
from personas.rows.typed import shown_of
from personas.sheet import ROSTER, TEMPERS, dump, load
from tests.factories import make_model, make_persona, make_player, make_price, make_revision, make_user

pytestmark = pytest.mark.django_db

HOSTILE = "<script>alert(1)</script>"
ESCAPED = "&lt;script&gt;alert(1)&lt;/script&gt;"


def sheet_with(**changes: object) -> dict[str, object]:
    return dump(ROSTER[0]) | changes


def as_typed(name: str, sheet: object, **more: str) -> dict[str, str]:
    """What a browser sends of a sheet's form that nothing was changed in; it ends lines in its own way."""
    assert isinstance(sheet, dict)
    parts = {part.field: shown_of(part, sheet).replace("\n", "\r\n") for part in PARTS}
    return {"name": name, "temper": sheet["temper"], **parts, **more}


@pytest.mark.parametrize(
    ("model", "make", "queries"),
    [
        ("persona", make_persona, 5),
        ("languagemodel", make_model, 5),
        ("player", make_revision, 10),
        ("price", make_price, 6),
    ],
)
def test_a_list_takes_as_many_queries_for_three_rows_as_for_one(
    admin_client: Client, django_assert_num_queries: Callable, model: str, make: Callable, queries: int
) -> None:
    make()
    admin_client.get(f"/admin/personas/{model}/")  # content types are looked up once a process
    with django_assert_num_queries(queries):
        admin_client.get(f"/admin/personas/{model}/")
    make()
    make()
    with django_assert_num_queries(queries):
        answer = admin_client.get(f"/admin/personas/{model}/")

    assert answer.context["cl"].result_count == 3


def test_a_models_price_is_written_on_its_own_page(admin_client: Client) -> None:
    model = make_model(provider="openai", model_name="gpt-4o-mini")
    fields = {"name": model.name, "provider": "openai", "model_name": "gpt-4o-mini", "is_active": "on"}
    fields |= {"most_tokens": "900", "in_flight": "8", "temperature": "0.7", "effort": "low"}
    price = {"valid_from_0": "2026-01-01", "valid_from_1": "00:00", "input": "0.15", "output": "0.6"}
    inline = {"prices-TOTAL_FORMS": "1", "prices-INITIAL_FORMS": "0"}
    inline |= {f"prices-0-{name}": value for name, value in price.items()}

    admin_client.post(f"/admin/personas/languagemodel/{model.pk}/change/", fields | inline)

    model.refresh_from_db()
    assert (model.most_tokens, model.in_flight, model.temperature, model.effort) == (900, 8, 0.7, "low")
    assert [(str(row.input), str(row.output)) for row in model.prices.all()] == [("0.150000", "0.600000")]


def test_what_people_wrote_is_shown_as_text(admin_client: Client) -> None:
    persona = make_persona(name=HOSTILE, sheet={"temper": HOSTILE})
    player = make_player(persona=persona, model=make_model(name=HOSTILE))
    make_revision(player=player, learned={"notes": HOSTILE}, author=HOSTILE)
    pages = ["persona/", f"persona/{persona.pk}/change/", "languagemodel/", "player/", f"player/{player.pk}/change/"]

    for page in pages:
        body = admin_client.get(f"/admin/personas/{page}").content.decode()
        assert ESCAPED in body, page
        assert HOSTILE not in body, page


def test_a_rewritten_sheet_is_theirs_and_outlives_the_next_release(admin_client: Client) -> None:
    ensure_roster()
    persona = Persona.objects.get(slug=ROSTER[0].slug)
    changed = sheet_with(temper="joker")

    admin_client.post(
        f"/admin/personas/persona/{persona.pk}/change/",
        as_typed(persona.name, changed),
    )
    ensure_roster()

    persona.refresh_from_db()
    assert (persona.source, persona.sheet["temper"]) == ("hand", "joker")


def test_retiring_a_shipped_persona_leaves_its_sheet_to_the_release(admin_client: Client) -> None:
    ensure_roster()
    persona = Persona.objects.get(slug=ROSTER[0].slug)

    admin_client.post(f"/admin/personas/persona/{persona.pk}/retire/", {"_form_submitted": "on", "reason": "tired"})
    ensure_roster()

    persona.refresh_from_db()
    assert (persona.source, persona.status, persona.decided_by) == ("shipped", "retired", "admin")


def chosen(action: str, personas: Iterable[Persona], **more: str) -> dict[str, object]:
    return {"action": action, "_selected_action": [each.pk for each in personas], **more}


def test_personas_are_approved_and_retired_together_and_a_second_click_does_nothing(admin_client: Client) -> None:
    drafts = [make_persona(slug=sheet.slug, sheet=dump(sheet), status="draft") for sheet in ROSTER[:2]]
    other = make_persona(slug="other", status="draft")
    where = "/admin/personas/persona/"
    for _ in range(2):
        admin_client.post(where, chosen("approve_selected", drafts))
    assert {each.slug: (each.status, each.decided_by) for each in Persona.objects.all()} == {
        **{each.slug: ("approved", "admin") for each in drafts},
        other.slug: ("draft", ""),
    }
    asked = admin_client.post(where, chosen("retire_selected", drafts)).content.decode()
    assert "Its results and pages stay" in asked
    assert Persona.objects.filter(status="retired").count() == 0
    for _ in range(2):
        admin_client.post(where, chosen("retire_selected", drafts, confirmed="yes"))
    assert set(Persona.objects.filter(status="retired")) == set(drafts)


def test_a_sheet_that_nobody_could_play_is_not_approved_nor_are_those_beside_it(admin_client: Client) -> None:
    fit = make_persona(slug=ROSTER[0].slug, sheet=dump(ROSTER[0]), status="draft")
    unfit = make_persona(slug="hollow", sheet={}, status="draft")

    answer = admin_client.post("/admin/personas/persona/", chosen("approve_selected", [fit, unfit]), follow=True)

    assert "Nobody is approved: hollow: sheet lacks slug, name, temper, identity, voice." in answer.content.decode()
    assert set(Persona.objects.values_list("status", flat=True)) == {"draft"}


@pytest.mark.parametrize(
    ("field", "typed", "complaint"),
    [
        ("temper", "sulker", "Select a valid choice. sulker is not one of the available choices."),
        ("traits", "calm\nproud", "identity.traits must hold 3 to 5, not 2"),
        ("role_guidance", "open: Ask.\nbe loud", "Line 2 must be “name: text”."),
        ("role_guidance", "open: Ask.\nopen: Wait.", "'open' stands there twice."),
        ("relationships", "Old Fenn: friends", "relationships[0].toward must be 1 to 40 of a-z, 0-9 and _"),
        (
            "relationships",
            "old_fenn (cross): Met.",
            "relationships[0].feeling must be one of fond, even, wary",
        ),
        ("lines", "sing: la", "voice.lines knows accuse"),
        ("quirks", "x" * 161, "voice.quirks[0] must be of at most 160 characters, not 161"),
        ("name", "Nobody", "name must be another word"),
    ],
)
def test_what_is_wrong_in_a_sheet_is_told_at_its_field_and_nothing_is_stored(
    admin_client: Client, field: str, typed: str, complaint: str
) -> None:
    form = as_typed(ROSTER[0].name, dump(ROSTER[0]), slug=ROSTER[0].slug) | {field: typed}

    answer = admin_client.post("/admin/personas/persona/add/", form)

    errors = answer.context["adminform"].form.errors
    assert list(errors) == [field]
    assert complaint in errors[field][0]
    assert Persona.objects.count() == 0


def test_each_shipped_sheet_is_the_same_when_its_form_is_sent_as_it_is_and_no_version_is_added(
    admin_client: Client,
) -> None:
    ensure_roster()
    for persona in Persona.objects.all():
        form = as_typed(persona.name, persona.sheet)
        assert admin_client.post(f"/admin/personas/persona/{persona.pk}/change/", form).status_code == 302
    told = {each.slug: (each.sheet, each.version, each.source) for each in Persona.objects.all()}
    assert told == {sheet.slug: (dump(sheet), 1, "shipped") for sheet in ROSTER}


def test_what_is_typed_part_by_part_is_the_sheet_and_a_draft(admin_client: Client) -> None:
    form = as_typed(ROSTER[0].name, dump(ROSTER[0]), slug=ROSTER[0].slug)
    form |= {"traits": "calm\r\n\r\n proud \r\nslow", "signature_moves": "counts aloud"}

    admin_client.post("/admin/personas/persona/add/", form)

    (persona,) = Persona.objects.all()
    identity = replace(ROSTER[0].identity, traits=("calm", "proud", "slow"))
    voice = replace(ROSTER[0].voice, signature_moves=("counts aloud",))
    assert load(persona.sheet) == replace(ROSTER[0], identity=identity, voice=voice)
    assert (persona.status, persona.version, persona.source) == ("draft", 1, "hand")


def test_who_may_only_look_reads_the_sheet_and_has_no_fields(client: Client) -> None:
    ensure_roster()
    looker = make_user(username="looker", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_persona"))
    client.force_login(looker)
    persona = Persona.objects.get(slug=ROSTER[0].slug)

    page = client.get(f"/admin/personas/persona/{persona.pk}/change/").content.decode()

    assert ROSTER[0].identity.background in unescape(page)
    assert "<textarea" not in page


def import_file(client: Client, rows: list[dict[str, object]]) -> str:
    """Uploads personas as JSON and confirms the preview; returns what the preview showed."""
    file = SimpleUploadedFile("personas.json", json.dumps(rows).encode(), "application/json")
    preview = client.post("/admin/personas/persona/import/", {"format": "0", "import_file": file, "resource": "0"})
    if form := preview.context.get("confirm_form"):
        client.post("/admin/personas/persona/process_import/", form.initial)
    return preview.content.decode()


def test_an_exported_persona_comes_back_as_it_was(admin_client: Client) -> None:
    ensure_roster()
    fields = {
        "format": "0",
        "resource": "0",
        **{f"personaresource_{f}": "on" for f in ("slug", "name", "sheet", "is_active")},
    }
    exported = json.loads(admin_client.post("/admin/personas/persona/export/", fields).content)
    Player.objects.all().delete()
    Persona.objects.all().delete()

    import_file(admin_client, exported)

    assert {p.slug: p.sheet for p in Persona.objects.all()} == {sheet.slug: dump(sheet) for sheet in ROSTER}
    told = set(Persona.objects.values_list("source", "status", "decided_by"))
    assert told == {("hand", "approved", "admin")}


def test_an_imported_sheet_is_read_as_strictly_as_a_typed_one(admin_client: Client) -> None:
    row = {"slug": ROSTER[0].slug, "name": ROSTER[0].name, "is_active": True}

    shown = import_file(admin_client, [row | {"sheet": sheet_with(temper=HOSTILE)}])

    assert f"temper must be one of {', '.join(TEMPERS)}, not &#x27;{ESCAPED}&#x27;" in shown
    assert HOSTILE not in shown
    assert Persona.objects.count() == 0


@pytest.mark.parametrize(("field", "make"), [("persona", make_persona), ("model", make_model)])
def test_a_new_players_parts_are_found_by_name(admin_client: Client, field: str, make: Callable) -> None:
    one, _ = make(name="Old Fenn"), make(name="Pip")

    sought = {"app_label": "personas", "model_name": "player", "field_name": field, "term": "fenn"}
    answer = admin_client.get("/admin/autocomplete/", sought)

    assert answer.json()["results"] == [{"id": str(one.pk), "text": "Old Fenn"}]


def test_a_new_player_is_named_after_its_model_and_persona(admin_client: Client) -> None:
    persona, model = make_persona(slug="old_fenn"), make_model(slug="house-listener")

    admin_client.post(
        "/admin/personas/player/add/",
        {"persona": persona.pk, "model": model.pk, "strategy_level": "basic", "is_aware": "on"},
    )

    made = Player.objects.values_list("player_id", "strategy_level", "is_aware").get()
    assert made == ("house-listener_old_fenn", "basic", True)


def test_a_new_player_of_the_house_plays_as_well_as_it_can_until_somebody_chooses_otherwise(
    admin_client: Client,
) -> None:
    address, persona = "/admin/personas/player/add/", make_persona()
    page = admin_client.get(address).content.decode()
    assert '<option value="" selected>the usual: advanced on the house, none on another model</option>' in page

    for model in (make_model(), make_model(provider="openai", model_name="gpt")):
        admin_client.post(address, {"persona": persona.pk, "model": model.pk, "strategy_level": ""})

    assert list(Player.objects.order_by("pk").values_list("strategy_level", flat=True)) == ["advanced", "none"]


def test_of_a_player_level_and_awareness_are_edited_and_its_memory_has_a_page_of_its_own(admin_client: Client) -> None:
    player = make_player()
    make_revision(player=player, number=3)
    make_revision(player=player, number=4, game_id="a" * 12, season="spring")  # which counts there alone
    address = f"/admin/personas/player/{player.pk}/change/"

    page = admin_client.get(address).content.decode()
    admin_client.post(address, {"strategy_level": "advanced", "is_active": "on"})

    player.refresh_from_db()
    assert (player.strategy_level, player.is_active, player.memory.count()) == ("advanced", True, 2)
    assert f'<a href="/admin/personas/memoryrevision/of/{player.pk}/" class="text-link">revision 3</a>' in page
    led = admin_client.get(f"/admin/personas/player/{player.pk}/memory/")
    assert (led.status_code, led["Location"]) == (302, f"/admin/personas/memoryrevision/of/{player.pk}/")


def test_a_key_is_never_shown_only_whether_it_is_there(admin_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERE_API_KEY", "sk-secret")
    for name in ("HERE_API_KEY", "GONE_API_KEY"):
        make_model(provider="openai", model_name="m", key_variable=name)

    page = admin_client.get("/admin/personas/languagemodel/").content.decode()

    assert ("HERE_API_KEY is set" in page, "GONE_API_KEY is not set" in page, "sk-secret" in page) == (
        True,
        True,
        False,
    )
    assert LanguageModel.objects.count() == 2


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"extra_body": ""}, ""),
        ({"extra_body": '{"min_p": 0.05}', "verbosity": "low", "service_tier": "flex"}, ""),
        ({"extra_body": '{"stream": true}'}, "stream is for the league to say, and not for a field of one"),
        ({"extra_body": "[1]"}, "An object is wanted, as in"),
        ({"provider": "anthropic", "seed": "1"}, "Only Chat Completions know this."),
        ({"provider": "anthropic", "temperature": "1", "top_p": "0.5"}, "take a temperature or a top p, and not both"),
        ({"context_size": "100"}, "It is from 4,000 to 100,000,000, not 100."),
    ],
)
def test_how_a_model_is_asked_is_checked_at_its_field_and_what_an_edit_reaches_is_said(
    admin_client: Client, given: dict[str, str], told: str
) -> None:
    model = make_model(provider="openai", model_name="one")
    asked = {"name": model.name, "provider": "openai", "model_name": "one", "base_url": "", "key_variable": ""}
    fields = asked | {"in_flight": "64", "temperature": "", "top_p": "", "effort": "low", "is_active": "on"}
    inline = {f"prices-{name}": "0" for name in ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS")}

    page = admin_client.post(f"/admin/personas/languagemodel/{model.pk}/change/", fields | inline | given, follow=True)

    changed = LanguageModel.objects.get()
    assert told in unescape(page.content.decode())
    assert ("go on asking it as it was" in page.content.decode()) == (changed.effort == "low") == (not told)
    if not told:
        assert changed.extra_body == json.loads(given["extra_body"] or "{}")
        assert (changed.verbosity, changed.service_tier) == (given.get("verbosity", ""), given.get("service_tier", ""))


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"model_name": "another"}, (False, "")),
        ({"base_url": "http://elsewhere.example/v1"}, (False, "")),
        ({"provider": "anthropic"}, (False, "")),
        ({"temperature": "0.5"}, (False, "json_object")),
        ({"name": "Another name", "in_flight": "3"}, (True, "json_object")),
    ],
)
def test_what_was_found_of_a_model_is_found_of_no_other(
    admin_client: Client, settings: Settings, change: dict[str, str], found: tuple[bool, str]
) -> None:
    settings.LEAGUE_BASE_URLS = ["http://elsewhere.example/v1"]
    found_at = {"rung": "json_object", "probed_at": timezone.now()}
    model = make_model(provider="openai", model_name="one", most_tokens=2000, **found_at)
    asked = {"name": model.name, "provider": "openai", "model_name": "one", "base_url": "", "key_variable": ""}
    fields = asked | {"most_tokens": "2000", "in_flight": "64", "temperature": "", "effort": "", "is_active": "on"}
    inline = {f"prices-{name}": "0" for name in ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS")}

    admin_client.post(f"/admin/personas/languagemodel/{model.pk}/change/", fields | inline | change)

    changed = LanguageModel.objects.get()
    assert [str(getattr(changed, name) or "") for name in change] == list(change.values())
    assert (changed.probed_at is not None, changed.rung) == found


@pytest.mark.parametrize("name", ["skip", "* Moderator"])
def test_nobody_may_write_a_persona_of_a_name_that_answers_have_a_use_for(admin_client: Client, name: str) -> None:
    fields = as_typed(name, sheet_with(), slug="odd")

    page = admin_client.post("/admin/personas/persona/add/", fields).content.decode()

    assert "name must be " in page
    assert not Persona.objects.exists()
