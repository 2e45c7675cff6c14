"""The editor of personas shows what a model would be told, before anything is stored."""

from dataclasses import replace
from html import unescape

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.agents.briefing.identity import AWARE
from games.engine.rulesets import all_rulesets
from games.gateway.briefings import briefing_as, tables
from personas.memory import revise_memory
from personas.models import Persona
from personas.parts import PARTS
from personas.roster import ensure_roster
from personas.rows.typed import shown_of
from personas.sheet import ROSTER, dump
from tests.factories import make_model, make_player, make_price, make_user

pytestmark = pytest.mark.django_db

SHEET = ROSTER[0]


def sent(**changes: str) -> dict[str, str]:
    """What the editor sends, and as what the sheet is to be briefed."""
    parts = {part.field: shown_of(part, dump(SHEET)) for part in PARTS}
    chosen = {"as_what": "town-mafia:doctor", "names": "persona", "level": "none", "aware": "no", "memory": ""}
    return {"name": SHEET.name, "temper": SHEET.temper, **parts, **chosen, **changes}


def previewed(client: Client, **changes: str) -> str:
    ensure_roster()
    address = f"/admin/personas/persona/{Persona.objects.get(slug=SHEET.slug).pk}/change/preview/"
    return unescape(client.post(address, sent(**changes)).content.decode())


@pytest.mark.parametrize(("title", "roles"), tables())
def test_every_role_of_every_rule_book_has_a_briefing(title: str, roles: list[tuple[str, str]]) -> None:
    for value, label in roles:
        ruleset, _, role = value.partition(":")
        assert label == f"{role}, {title}"
        briefing = briefing_as(SHEET, ruleset=ruleset, role=role, names="persona", level="basic")
        assert briefing is not None, (title, role)
        assert SHEET.identity.background in briefing.own
        assert f"You are {SHEET.name}." in briefing.own
        assert role in briefing.own.partition("YOUR ROLE, WHICH IS SECRET")[2]


def test_a_persona_called_nearly_as_one_that_ships_has_a_briefing_by_its_name() -> None:
    sheet = replace(SHEET, slug="another", name=f"{SHEET.name}.")
    briefing = briefing_as(sheet, ruleset="glass-box", role="crewmate", names="persona", level="basic")
    assert briefing is not None
    assert f"You are {SHEET.name}.." in briefing.own


def test_all_roles_that_there_are_are_offered_also_those_that_an_option_brings_in() -> None:
    offered = {value for _, roles in tables() for value, _ in roles}
    assert offered == {f"{slug}:{role.name}" for slug, rules in all_rulesets().items() for role in rules.roles}
    assert "reactive-mafia:detective" in offered


def test_what_is_typed_is_told_and_only_the_guidance_of_the_role_and_nothing_is_stored(admin_client: Client) -> None:
    typed = {
        "background": "A cook who counts what others leave on their plates.",
        "role_guidance": "doctor: Guard the loud.\nopen: Ask all.\nhidden: Sit still.",
    }

    page = previewed(admin_client, **typed)

    assert [each in page for each in (typed["background"], "Guard the loud.", "Ask all.", "Sit still.")] == [
        *(True, True, False, False)
    ]
    assert {each.version for each in Persona.objects.all()} == {1}
    assert Persona.objects.get(slug=SHEET.slug).sheet == dump(SHEET)


def test_relationships_are_told_only_where_personas_are_called_by_their_names(admin_client: Client) -> None:
    toward, other = ROSTER[1], ROSTER[2]
    typed = f"{toward.slug} (wary): Owes it a boat.\n{other.slug}: Never met."

    told = [previewed(admin_client, relationships=typed, names=names) for names in ("persona", "alias")]

    assert [f"You and {toward.name}: Owes it a boat." in page for page in told] == [True, False]
    assert ["Owes it a boat" in page for page in told] == [True, False]


def test_it_says_what_that_costs_by_model_and_of_which_nobody_knows(admin_client: Client) -> None:
    dear = make_model(slug="dear", name="Dear", provider="openai", model_name="of-our-own")
    make_price(language_model=dear, input=1000, output=1)
    make_model(slug="odd", name="Odd", provider="openai", model_name="nobody-knows")
    make_model(slug="gone", name="Gone", provider="openai", model_name="gpt-4o-mini", is_active=False)

    page = previewed(admin_client)

    assert "Dear: $" in page
    assert "Odd: " in page
    assert "Gone: " not in page


def test_what_is_wrong_is_told_instead_and_hostile_words_are_text(admin_client: Client) -> None:
    assert "traits: identity.traits must hold 3 to 5, not 1" in previewed(admin_client, traits="calm")
    persona = Persona.objects.get(slug=SHEET.slug)
    hostile = sent(background="<script>alert(1)</script> " + SHEET.identity.background)
    answer = admin_client.post(f"/admin/personas/persona/{persona.pk}/change/preview/", hostile).content.decode()
    assert "&lt;script&gt;alert(1)" in answer
    assert "<script>alert(1)" not in answer


def test_only_who_may_edit_it_looks(client: Client, admin_client: Client) -> None:
    ensure_roster()
    address = f"/admin/personas/persona/{Persona.objects.get(slug=SHEET.slug).pk}/change/preview/"
    looker = make_user(username="looker", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_persona"))
    client.force_login(looker)
    assert client.post(address, sent()).status_code == 403
    assert admin_client.get(address).status_code == 405
    new = sent(slug=SHEET.slug + "_too")
    assert SHEET.identity.background in unescape(
        admin_client.post("/admin/personas/persona/add/preview/", new).content.decode()
    )


def test_a_persona_is_looked_at_with_what_one_of_its_players_remembers(admin_client: Client) -> None:
    ensure_roster()
    first, other = (
        make_player(persona=Persona.objects.get(slug=SHEET.slug), model=make_model(slug=slug))
        for slug in ("big", "small")
    )
    make_player(persona=first.persona, model=make_model(slug="blank"))
    revise_memory(player=first, learned={"notes": ["Listen first."]}, author="tests")
    revise_memory(player=other, learned={"notes": ["Speak last."]}, author="tests")
    address = f"/admin/personas/persona/{first.persona.pk}/change/"

    page = unescape(admin_client.get(address).content.decode())
    assert [f"of {slug}_{SHEET.slug}, revision 1" in page for slug in ("big", "small", "blank")] == [True, True, False]
    told = previewed(admin_client, memory=first.player_id)
    assert ("Listen first." in told, "Speak last." in told) == (True, False)
    assert "Listen first." not in previewed(admin_client)
    refused = previewed(admin_client, memory="blank_nobody")
    assert "memory: Select a valid choice." in refused


def test_awareness_is_looked_at_too(admin_client: Client) -> None:
    assert [AWARE in previewed(admin_client, aware=said) for said in ("yes", "no")] == [True, False]


def test_a_players_page_shows_what_its_model_is_told_with_the_memory_that_stands_there(admin_client: Client) -> None:
    ensure_roster()
    model = make_model(slug="dear", name="Dear", provider="openai", model_name="of-our-own")
    make_price(language_model=model, input=1000, output=1)
    make_model(slug="aaa", name="Aaa", provider="openai", model_name="gpt-4o-mini")
    player = make_player(persona=Persona.objects.get(slug=SHEET.slug), model=model)
    revise_memory(player=player, learned={"notes": ["Listen first."]}, author="tests")
    address = f"/admin/personas/player/{player.pk}/change/"
    assert 'formaction="preview/"' in admin_client.get(address).content.decode()
    given = {"strategy_level": "advanced", "is_aware": "on", "is_active": "on"}

    page = admin_client.post(f"{address}preview/", given | {"as_what": "town-mafia:doctor", "names": "alias"})

    told = unescape(page.content.decode())
    assert ("Listen first." in told, AWARE in told) == (True, True)
    assert SHEET.identity.background in told
    assert told.index("Dear: $") < told.index("Aaa: "), "its own model comes first"
    player.refresh_from_db()
    assert (player.strategy_level, player.memory.count()) == ("none", 1), "nothing is stored"
    refused = admin_client.post(f"{address}preview/", given | {"as_what": "chess:king", "names": "alias"})
    assert "chess:king is not one of the available choices" in unescape(refused.content.decode())


def test_a_player_of_a_sheet_that_nobody_can_play_is_told_why_not(admin_client: Client) -> None:
    player = make_player()
    given = {"strategy_level": "none", "learned": "{}", "as_what": "town-mafia:doctor", "names": "alias"}

    page = admin_client.post(f"/admin/personas/player/{player.pk}/change/preview/", given).content.decode()

    assert "Nobody can play this sheet:" in page
    assert "sheet lacks slug, name, temper, identity, voice" in page


def test_a_new_player_is_looked_at_before_there_is_one(admin_client: Client) -> None:
    ensure_roster()
    persona, model = Persona.objects.get(slug=SHEET.slug), make_model(slug="big")
    given = {"as_what": "glass-box:impostor", "names": "alias", "persona": persona.pk, "model": model.pk}

    usual, advanced, none = (
        admin_client.post("/admin/personas/player/add/preview/", given | {"strategy_level": level})
        for level in ("", "advanced", "none")
    )

    assert SHEET.identity.background in unescape(usual.content.decode())
    assert usual.context["briefing"] == advanced.context["briefing"] != none.context["briefing"]
    assert not persona.players.filter(model=model).exists()
