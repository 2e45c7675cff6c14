"""What pages may load: nothing inline on the public site, and never a page without a policy."""

import pytest
from django.test import Client

STRICT = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}


def policy(client: Client, path: str) -> dict[str, str]:
    header = client.get(path, headers={"host": "localhost"}).headers["Content-Security-Policy"]
    return dict(part.split(" ", 1) for part in header.split("; "))


@pytest.mark.parametrize("path", ["/livez", "/nowhere/", "/static/unfold/css/styles.css", "/api/documents/"])
def test_public_answers_carry_the_strict_policy(client: Client, path: str) -> None:
    assert policy(client, path) == STRICT


@pytest.mark.django_db
def test_the_admin_may_evaluate_but_runs_nothing_inline(client: Client) -> None:
    admin = {
        "script-src": "'self' 'unsafe-eval'",
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data:",
    }

    assert policy(client, "/admin/login/") == STRICT | admin


def test_the_api_documentation_may_write_styles_but_runs_nothing_inline(client: Client) -> None:
    docs = {"style-src": "'self' 'unsafe-inline'", "img-src": "'self' data:"}

    assert policy(client, "/api/docs/") == STRICT | docs
