"""The pages of the admin without the spaces at the beginning of their lines, which are a third of them: they come from
the indentation of nested templates, a browser reads them all as one space, and nobody else reads them.

Where spaces are what they look like (written text, code) they stay.
"""

import re
from typing import Final

from django.http import HttpResponse
from django.template.response import TemplateResponse

KEPT: Final = re.compile(rb"(<(pre|textarea|script|style)\b.*?</\2\s*>)|\n\s+", re.DOTALL | re.IGNORECASE)


def unindented(response: HttpResponse) -> HttpResponse:
    """The same answer; a page of it loses its indentation when it is rendered."""
    if isinstance(response, TemplateResponse):
        response.add_post_render_callback(unindent)
    return response


def unindent(response: HttpResponse) -> None:
    """Takes the indentation out of a page."""
    if response.get("Content-Type", "").startswith("text/html"):
        response.content = KEPT.sub(lambda found: found[1] or b"\n", response.content)
