"""One loopback provider for all these tests, put back to what it was before each, and clients of all protocols."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from games.agents.providers import Provider
from games.agents.providers.anthropic import Anthropic
from games.agents.providers.openai import OpenAI
from games.agents.providers.responses import Responses
from games.loopback.process import Provider as Loopback
from tests.quiet import QUIET


@pytest.fixture
def loopback(loopback_process: Loopback) -> Loopback:
    loopback_process.control(**QUIET)
    return loopback_process


@pytest.fixture
async def chat(loopback: Loopback) -> AsyncIterator[Provider]:
    client = OpenAI(key=loopback.key, base_url=loopback.openai_url, name="here")
    yield client
    await client.close()


@pytest.fixture
async def responses(loopback: Loopback) -> AsyncIterator[Provider]:
    client = Responses(key=loopback.key, base_url=loopback.openai_url, name="here")
    yield client
    await client.close()


@pytest.fixture
async def claude(loopback: Loopback) -> AsyncIterator[Provider]:
    client = Anthropic(key=loopback.key, base_url=loopback.anthropic_url, name="there")
    yield client
    await client.close()


def connections() -> int:
    """How many TCP connections this process holds, listening or not."""
    own = {path.readlink().name for path in Path("/proc/self/fd").iterdir() if _is_socket(path)}
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(f"socket:[{row[9]}]" in own for row in rows)


def _is_socket(path: Path) -> bool:
    try:
        return path.readlink().name.startswith("socket:")
    except OSError:
        return False
