"""Nothing is done by the API without what was sent with it."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from league.models import Season
from tests.factories import make_season, make_token, make_user

pytestmark = pytest.mark.django_db


def test_a_body_in_chunks_is_refused_and_nothing_is_done(client: Client) -> None:
    make_season(slug="spring")
    user = make_user(is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="change_season"))
    _, key = make_token(user=user, scopes=["season"])
    sent = {"content_type": "application/json", "headers": {"Authorization": f"Bearer {key}"}}

    answer = client.post("/api/v1/seasons/spring/start/", "{not json", HTTP_TRANSFER_ENCODING="chunked", **sent)

    assert (answer.status_code, answer.json()["error"]["code"]) == (411, "length_required")
    assert Season.objects.get().status == "draft"
    assert client.post("/api/v1/seasons/spring/start/", "{not json", **sent).status_code == 400
