"""Alerts in words: subjects in a line, bodies in sentences, also where the site's address is not known."""

from datetime import timedelta

import pytest
from pytest_django import Settings

from league.alerts.noting import Due, State
from league.alerts.wording import Thing, body_of, subject_of, text_of, thing_of
from league.models import Alert
from tests.factories import NOON


def thing(told: str, state: State = State.BEGUN, **fields: object) -> Thing:
    given = {"kind": "season-stopped", "about": "spring", "key": "season-stopped:spring", "cure": "Resume it."}
    row = Alert(**given | {"told": told, "begun_at": NOON, "seen_at": NOON, "url": "/seasons/spring/"} | fields)
    return thing_of(Due(row, state, None))


@pytest.mark.parametrize(
    ("told", "kind", "subject"),
    [
        ("Spring is paused: no key.", "season-stopped", "[league] Season Spring is paused"),
        ("Season 5 is paused: no key.", "season-stopped", "[league] Season 5 is paused"),
        ("Spring: the second, and last is paused: why", "season-stopped",
         "[league] Season Spring: the second, and last is paused"),
        ("Spring was to begin, and cannot: no key.", "season-late", "[league] Season Spring was to begin"),
        ("The cap of the day is reached: $5 of $5.", "cap-reached", "[league] The cap of the day is reached"),
        ("A\r\nBcc: b@example.org is paused: no", "season-stopped", "[league] Season A Bcc: b@example.org is paused"),
    ],
)  # fmt: skip
def test_a_subject_says_what_it_is_in_one_line(told: str, kind: str, subject: str) -> None:
    assert subject_of([thing(told, kind=kind)]) == subject


def test_a_subject_of_several_names_the_first_that_is_not_over_and_counts_the_others() -> None:
    over = thing("Autumn is paused: no key.", State.OVER, over_at=NOON + timedelta(hours=1))
    assert (
        subject_of([over, thing("Spring is paused: no key."), over]) == "[league] Season Spring is paused, and 2 more"
    )
    assert subject_of([over]) == "[league] Over: Season Autumn is paused"
    assert subject_of([thing("Spring is paused: x.", State.STILL)]) == "[league] Still: Season Spring is paused"


def test_a_mail_says_what_is_wrong_what_to_do_and_where_more_is_told(settings: Settings) -> None:
    settings.LEAGUE_URL = "https://league.example.org"
    over = thing("Autumn is paused: no key.", State.OVER, over_at=NOON + timedelta(hours=1))

    assert (
        text_of([thing("Spring is paused: no key."), over])
        == """\
Since 2026-01-01 12:00 UTC:
Spring is paused: no key.
What to do: Resume it.
https://league.example.org/seasons/spring/

Over since 2026-01-01 13:00 UTC; it was so since 2026-01-01 12:00 UTC:
Autumn is paused: no key.
https://league.example.org/seasons/spring/

--\x20
All that is wrong now: https://league.example.org/desk/
"""
    )


def test_without_the_sites_address_paths_are_told(settings: Settings) -> None:
    settings.LEAGUE_URL = ""
    told = text_of([thing("Spring is paused: no key.")])
    assert "\n/seasons/spring/\n" in told
    assert "All that is wrong now stands at /desk/ of the site." in told
    body = body_of([thing("Spring is paused: no key.", url="")], now=NOON).decode()
    assert '"league": "", "sent_at": "2026-01-01T12:00:00Z"' in body
    assert '"since": "2026-01-01T12:00:00Z", "url": "/desk/"' in body
