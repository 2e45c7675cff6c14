"""What replies tell of limits is read as both providers say it; what is odd is as if nobody had said it."""

import pytest

from games.agents.providers import Left
from games.agents.providers.limits import limits_in

OPENAI = {
    "x-ratelimit-limit-requests": "500",
    "x-ratelimit-remaining-requests": "499",
    "x-ratelimit-reset-requests": "120ms",
    "x-ratelimit-limit-tokens": "30000",
    "x-ratelimit-remaining-tokens": "1961",
    "x-ratelimit-reset-tokens": "56.078s",
    "x-ratelimit-limit-project-tokens": "7",
}
ANTHROPIC = {
    "date": "Sun, 01 Nov 2026 12:00:00 GMT",
    "anthropic-ratelimit-requests-limit": "50",
    "anthropic-ratelimit-requests-remaining": "48",
    "anthropic-ratelimit-requests-reset": "2026-11-01T12:00:03Z",
    "anthropic-ratelimit-input-tokens-limit": "30000",
    "anthropic-ratelimit-input-tokens-remaining": "12000",
    "anthropic-ratelimit-input-tokens-reset": "2026-11-01T12:00:36Z",
    "anthropic-ratelimit-output-tokens-limit": "8000",
    "anthropic-ratelimit-output-tokens-remaining": "8000",
    "anthropic-ratelimit-output-tokens-reset": "2026-11-01T14:00:00+02:00",
}


def test_openai_s_are_read() -> None:
    assert limits_in(OPENAI) == (Left("requests", 500, 499, 0.12), Left("tokens", 30_000, 1_961, 56.078))


def test_anthropic_s_are_read_by_the_clock_of_the_reply() -> None:
    assert limits_in(ANTHROPIC) == (
        Left("requests", 50, 48, 3.0),
        Left("input", 30_000, 12_000, 36.0),
        Left("output", 8_000, 8_000, 0.0),
    )


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("6m0s", 360.0),
        ("120ms", 0.12),
        ("1s", 1.0),
        ("16m33.562s", 993.562),
        ("23h18m29.144s", 83_909.144),
        ("7.5", 7.5),
        ("0", 0.0),
        ("1h", 3_600.0),
        ("5m", 300.0),
    ],
)
def test_a_duration_is_read_as_openai_says_it(text: str, seconds: float) -> None:
    (_, tokens) = limits_in(OPENAI | {"x-ratelimit-reset-tokens": text})

    assert tokens.reset == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((part, odd) for part in ("limit", "remaining") for odd in ("", "-1", "many", "1e3", "٣", "1" * 5_000, "nan")),
        *(("reset", odd) for odd in ("", "soon", "-5s", "1" * 5_000, "inf", "nan", "99999d", "1s1s", "2026-11-01")),
        ("limit", "0"),
    ],
)
def test_what_is_odd_is_as_if_nobody_had_said_it(name: str, value: str) -> None:
    told = limits_in(OPENAI | {f"x-ratelimit-{name}-tokens": value})

    assert [each.kind for each in told] == ["requests"]


@pytest.mark.parametrize(
    "value", ["", "soon", "2026-11-01T12:00:36", "9999-12-31T23:59:59Z", "2026-99-01T00:00:00Z", "5"]
)
def test_an_odd_time_is_as_if_nobody_had_said_it(value: str) -> None:
    told = limits_in(ANTHROPIC | {"anthropic-ratelimit-input-tokens-reset": value})

    assert [each.kind for each in told] == ["requests", "output"]


def test_who_tells_nothing_has_no_limits() -> None:
    assert limits_in({"content-type": "application/json"}) == ()


def test_what_comes_back_in_a_second_is_a_minute_s_share_unless_it_is_counted_by_longer_times() -> None:
    assert Left("requests", 500, 499, 0.12).rate == pytest.approx(500 / 60)
    assert Left("requests", 10_000, 9_000, 8_640.0).rate == pytest.approx(1_000 / 8_640)
    assert Left("tokens", 30_000, 29_000, 40.0).rate == pytest.approx(500), "a window, of which nobody knows"
    assert Left("tokens", 30_000, 30_000, 3_600.0).rate == pytest.approx(500)
