"""At which addresses models are asked besides their providers' own, and which of them have a login in them: beside one
no key can be sent, so nothing is asked there."""

import os
from collections.abc import Iterator
from typing import Final

from django.conf import settings

from league.processes.environment import without_password
from league.processes.examining.finding import Finding
from personas.keys import has_login
from personas.models import LanguageModel

# By the variable with a protocol's address, the one with the headers that go there.
HEADERS: Final = {"OPENAI_BASE_URL": "OPENAI_CUSTOM_HEADERS", "ANTHROPIC_BASE_URL": "ANTHROPIC_CUSTOM_HEADERS"}


def look_at_addresses(*, read_rows: bool) -> Iterator[Finding]:
    """The addresses of the environment and of rows."""
    for address in settings.LEAGUE_BASE_URLS:
        told = without_password(address)
        if has_login(address):
            seen = f"LEAGUE_BASE_URLS lists {told}, which has a login in it: nothing is asked there"
            yield Finding("calls", "poor", seen, "list the address without its login")
        else:
            yield Finding("calls", "good", f"models may have the address {told}")
    for variable, headers in HEADERS.items():
        if has_login(os.environ.get(variable, "").strip()):
            seen = f"{variable} has a login in it: nothing is asked there"
            yield Finding("calls", "bad", seen, f"say it in {headers}, as in Authorization: Basic …, or leave it out")
    rows = LanguageModel.objects.exclude(base_url="").order_by("slug") if read_rows else ()
    if slugs := [model.slug for model in rows if has_login(model.base_url)]:
        seen = f"there is a login in the address of {', '.join(slugs)}: nothing is asked there"
        yield Finding("calls", "poor", seen, "give them an address without one (admin, Models)")
