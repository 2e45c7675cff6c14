"""One provider for all these tests, put back to what it was before each."""

from collections.abc import Iterator

import anthropic
import openai
import pytest

from games.agents.providers.wire import authorities
from games.loopback.process import Provider
from tests.patience import at_most
from tests.quiet import QUIET


@pytest.fixture
def provider(loopback_process: Provider) -> Provider:
    loopback_process.control(**QUIET)
    return loopback_process


@pytest.fixture
def chat(provider: Provider) -> Iterator[openai.OpenAI]:
    http = openai.DefaultHttpxClient(verify=authorities())
    with openai.OpenAI(
        base_url=provider.openai_url, api_key=provider.key, max_retries=0, timeout=at_most(20), http_client=http
    ) as client:
        yield client


@pytest.fixture
def claude(provider: Provider) -> Iterator[anthropic.Anthropic]:
    http = anthropic.DefaultHttpxClient(verify=authorities())
    with anthropic.Anthropic(
        base_url=provider.anthropic_url, api_key=provider.key, max_retries=0, timeout=at_most(20), http_client=http
    ) as client:
        yield client
