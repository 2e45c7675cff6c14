"""Requests that no SDK would send."""

import contextlib
import http.client
import json
from typing import Any

from games.loopback.process import Provider
from tests.patience import at_most


def post(
    provider: Provider, path: str, raw: bytes, headers: dict[str, str] | None = None
) -> tuple[int, dict[str, Any]]:
    """Status and JSON of the answer to these bytes."""
    host = provider.url.removeprefix("http://")
    sent = {"content-type": "application/json", "authorization": f"Bearer {provider.key}"} | (headers or {})
    connection = http.client.HTTPConnection(host, timeout=at_most(20))
    try:
        with contextlib.suppress(OSError):  # refused before all of it was sent; the answer is there
            connection.request("POST", path, raw, sent)
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()
