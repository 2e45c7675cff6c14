"""Several rows of a list are changed at once, and what has to be known first is asked on a page before it."""

import re
from collections.abc import Iterable
from html import unescape

import pytest
from django.contrib.auth.models import Permission
from django.db.models import Model
from django.test import Client

from league.models import Act
from personas.admin.together import MOST_NAMED
from personas.models import Persona, Player
from tests.factories import make_model, make_persona, make_player, make_user

pytestmark = pytest.mark.django_db

PERSONAS, PLAYERS = "/admin/personas/persona/", "/admin/personas/player/"


def chosen(action: str, rows: Iterable[Model], **more: object) -> dict[str, object]:
    return {"action": action, "_selected_action": [row.pk for row in rows], **more}


def sent(page: str, **typed: object) -> dict[str, object]:
    """What a browser sends of the page before an action, with this typed into it."""
    hidden = re.findall(r'<input type="hidden" name="(\w+)"(?: value="([^"]*)")?', page)
    given: dict[str, list[str]] = {}
    for name, value in hidden:
        given.setdefault(name, []).append(value)
    return {**given, "confirmed": "yes", **typed}


def asked(client: Client, where: str, data: dict[str, object]) -> str:
    answer = client.post(where, data, follow=True)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_personas_become_players_on_a_model_that_is_chosen_on_the_page_before(admin_client: Client) -> None:
    model = make_model(slug="big", name="Big")
    personas = [make_persona(slug=slug, status="draft") for slug in ("ann", "ben", "cid")]
    make_player(persona=personas[0], model=model, strategy_level="advanced")

    page = asked(admin_client, PERSONAS, chosen("seat_selected", personas))
    assert ("Make players of these personas?" in page, Player.objects.count()) == (True, 1)
    assert re.search(r'<button[^>]*name="confirmed"[^>]*>\s*Make players\s*</button>', page)
    outcome = asked(
        admin_client, PERSONAS, sent(page, model=model.pk, strategy_level="basic", is_aware="yes", reason="a trial")
    )

    assert "2 of 3 are new players on Big; 1 stay as they were." in outcome
    assert list(Player.objects.order_by("pk").values_list("player_id", "strategy_level", "is_aware")) == [
        ("big_ann", "advanced", False),
        ("big_ben", "basic", True),
        ("big_cid", "basic", True),
    ]
    assert list(Act.objects.order_by("pk").values_list("verb", "name", "reason")) == [
        ("create", "big_ben", "a trial"),
        ("create", "big_cid", "a trial"),
    ]


def test_personas_become_players_at_the_usual_level_where_no_other_is_chosen(admin_client: Client) -> None:
    ann = make_persona(slug="ann")
    for model in (make_model(slug="big"), make_model(slug="far", provider="openai", model_name="gpt")):
        page = asked(admin_client, PERSONAS, chosen("seat_selected", [ann]))
        asked(admin_client, PERSONAS, sent(page, model=model.pk, strategy_level="", is_aware="no"))

    made = Player.objects.order_by("pk").values_list("player_id", "strategy_level")
    assert list(made) == [("big_ann", "advanced"), ("far_ann", "none")]


def test_all_rows_of_a_list_are_meant_where_that_is_said_and_the_page_names_only_the_first(
    admin_client: Client,
) -> None:
    number = MOST_NAMED + 9
    for each in range(number):
        make_player(persona=make_persona(slug=f"p{each:02}"), model=make_model())
    others = make_player(strategy_level="intermediate")
    where = f"{PLAYERS}?strategy_level__exact=none"

    page = asked(admin_client, where, chosen("change_selected", [Player.objects.earliest("pk")], select_across="1"))
    assert f"and 9 more, {number} in all" in page
    assert page.count("_selected_action") == 1
    outcome = asked(admin_client, where, sent(page, strategy_level="basic"))

    assert f"{number} of {number} players changed." in outcome
    assert Player.objects.filter(strategy_level="basic").count() == number
    others.refresh_from_db()
    assert others.strategy_level == "intermediate"


def test_players_are_changed_in_what_is_said_and_in_nothing_else(admin_client: Client) -> None:
    players = [make_player(strategy_level=level) for level in ("none", "basic")]

    page = asked(admin_client, PLAYERS, chosen("change_selected", players))
    page = asked(admin_client, PLAYERS, sent(page))
    assert ("Nothing is said that they are to be." in page, Act.objects.count()) == (True, 0)
    outcome = asked(admin_client, PLAYERS, sent(page, strategy_level="basic"))
    assert "1 of 2 players changed; 1 were so already." in outcome
    asked(admin_client, PLAYERS, sent(page, is_aware="yes", is_active="no"))

    assert set(Player.objects.values_list("strategy_level", "is_aware", "is_active")) == {("basic", True, False)}
    assert Act.objects.count() == 3


def test_who_may_make_no_players_is_not_offered_it(client: Client) -> None:
    editor = make_user(username="editor", is_staff=True)
    editor.user_permissions.set(Permission.objects.filter(codename__in=["change_persona", "view_persona"]))
    client.force_login(editor)
    persona, model = make_persona(), make_model()

    page = asked(client, PERSONAS, chosen("seat_selected", [persona], confirmed="yes", model=model.pk))

    assert "seat_selected" not in page
    assert Player.objects.count() == 0
    assert Persona.objects.count() == 1
