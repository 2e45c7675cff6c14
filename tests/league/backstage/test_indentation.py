"""Pages of the admin lose their indentation, and nothing that somebody wrote."""

import re
from dataclasses import replace
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from league.backstage.indentation import unindent
from league.models import User
from personas.models import Persona
from personas.sheet import ROSTER, dump
from tests.factories import make_player


def test_spaces_at_the_beginning_of_a_line_go_and_those_that_are_meant_stay() -> None:
    page = HttpResponse("<p>\n    one\n\n    <b>two  three</b>\n  </p>\n<pre>\n  if it:\n    so\n</pre>\n  <i>\n")

    unindent(page)

    assert page.content == b"<p>\none\n<b>two  three</b>\n</p>\n<pre>\n  if it:\n    so\n</pre>\n<i>\n"


@pytest.mark.parametrize("tag", ["textarea", "TEXTAREA", "script", "style", "pre class='log'"])
def test_what_is_between_two_tags_that_keep_their_spaces_is_kept_as_it_is(tag: str) -> None:
    kept = f"<{tag}>\n   a\n   <b>\n   c</{tag.split()[0]} >"
    page = HttpResponse(f"\n  {kept}\n  x\n  {kept}\n   y")

    unindent(page)

    assert page.content.decode() == f"\n{kept}\nx\n{kept}\ny"


def test_what_is_no_page_stays() -> None:
    text = HttpResponse("a\n   b", content_type="text/plain")

    unindent(text)

    assert text.content == b"a\n   b"


@pytest.mark.django_db
def test_a_list_and_a_form_of_the_admin_have_none_and_the_sheet_is_as_it_was(client: Client) -> None:
    client.force_login(User.objects.create_superuser("boss"))
    persona: Persona = make_player().persona
    background = "Once an auditor.\n\n   Now a poet:\n     of sums."
    sheet = dump(replace(ROSTER[0], identity=replace(ROSTER[0].identity, background=background)))
    Persona.objects.update(sheet=sheet)

    rows = client.get(reverse("admin:personas_persona_changelist")).content.decode()
    form = client.get(reverse("admin:personas_persona_change", args=[persona.pk])).content.decode()

    assert f">{persona.name}<" in rows
    written = re.sub(r"<(script|style)\b.*?</\1>", "", rows, flags=re.DOTALL)
    assert "\n  " not in written
    shown = re.search(r'<textarea name="background"[^>]*>\n?(.*?)</textarea>', form, re.DOTALL)
    assert shown is not None
    assert unescape(shown[1]) == background
