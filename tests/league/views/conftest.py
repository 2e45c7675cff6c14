"""Who works from the pages."""

import pytest
from django.test import Client

from league.models import User
from tests.factories import make_user
from tests.league.views.sent import allow


@pytest.fixture
def staff(client: Client) -> User:
    user = make_user(is_staff=True, username="staff")
    allow(user, "add_season", "change_season", "view_season", "add_game", "add_persona", "add_player", "view_account")
    client.force_login(user)
    return user
