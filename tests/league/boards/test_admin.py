"""Boards in the admin: record, and done to by verbs alone."""

import pytest
from django.core.management import call_command
from django.test import Client

from league.models import Act, Board
from tests.factories import make_running_season, make_user


@pytest.mark.django_db
def test_a_board_is_hidden_from_its_page_in_the_admin_by_the_verb() -> None:
    call_command("check")
    board = Board.objects.create(season=make_running_season(slug="spring"), minimum=1)
    client = Client()
    client.force_login(make_user(is_staff=True, is_superuser=True))
    page = client.get(f"/admin/league/board/{board.pk}/change/")
    assert page.status_code == 200
    assert "Hide the board" in page.content.decode()
    assert "Publish the board" not in page.content.decode()
    assert client.get("/admin/league/exclusion/").status_code == 200
    assert client.get("/admin/league/board/").status_code == 200

    address = f"/admin/league/board/{board.pk}/hide_it/"
    client.post(address, {"_form_submitted": "on", "reason": "not yet"})
    board.refresh_from_db()
    assert not board.is_published
    assert list(Act.objects.values_list("verb", "surface", "reason")) == [("hide", "admin", "not yet")]
