"""What tests of the gateway share."""

import pytest

from tests.games.gateway.clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()
