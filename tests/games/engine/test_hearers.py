"""Who hears what in the games on land, exactly; and that a leak of any one event would be found."""

from typing import Final, NamedTuple

import pytest
from hypothesis import given, settings

from games.engine.events import Event, Seat
from games.engine.moderator import Moderator
from games.engine.rulesets import ruleset_named
from games.engine.table import EVERYONE, Hearers
from tests.games.engine.leaks import LEAKS, leaking
from tests.games.engine.scenes import play_wildly
from tests.games.engine.strategies import Setting, settings_of_games
from tests.golden.playthrough import playthrough_of

COMMON: Final = ("seated", "phase", "died", "quiet_night", "pressed", "lynched", "not_lynched", "ended", "revealed")


class Hearing(NamedTuple):
    """The kinds of a ruleset's events by who hears them: everybody, the one whom it is about, the living mafia; and
    nobody hears that the talk was stopped or a default stood in."""

    public: tuple[str, ...]
    own: tuple[str, ...]
    mafia: tuple[str, ...]
    nobody: tuple[str, ...] = ("stopped", "defaulted")


HEARD: Final = {
    "town-mafia": Hearing(
        (*COMMON, "said", "voted"),
        ("dealt", "protected", "investigated", "shot"),
        ("partners", "plotted", "targeted"),
    ),
    "council-mafia": Hearing(
        (*COMMON, "said", "nominated", "nominees", "voted", "runoff", "defended", "last_words"),
        ("dealt", "protected", "investigated"),
        ("partners", "planned", "plotted", "targeted"),
    ),
    "reactive-mafia": Hearing(
        (*COMMON, "remarked", "voted_why"),
        ("dealt", "protected", "investigated"),
        ("partners", "conferred", "kill_voted", "targeted"),
    ),
}
SECRET_LEAKS = [
    (slug, "whisper", kind, leak)
    for slug, heard in HEARD.items()
    for kind in (*heard.own, *heard.mafia)
    for leak in LEAKS
] + [
    (slug, "note", kind, leak)
    for slug, heard in HEARD.items()
    for kind in heard.nobody
    for leak in ("announced", "heard by one more")
]


def expected_hearers(heard: Hearing, event: Event, living_mafia: frozenset[Seat]) -> Hearers:
    """Who the rules let hear an event, given the mafia alive when it is spoken. Raises KeyError for a kind unknown."""
    by_kind: dict[str, Hearers] = {
        **dict.fromkeys(heard.public, EVERYONE),
        **dict.fromkeys(heard.own, frozenset({event.data().get("seat")})),
        **dict.fromkeys(heard.mafia, living_mafia),
        **dict.fromkeys(heard.nobody, frozenset()),
    }
    return by_kind[event.kind]


def assert_heard_as_the_rules_say(moderator: Moderator) -> None:
    heard = HEARD[moderator.ruleset.slug]
    mafia = {seat for seat, role in enumerate(moderator.deal.roles) if role.team == "mafia"}
    for entry in moderator.ledger:
        assert entry.heard_by == expected_hearers(heard, entry.event, frozenset(mafia)), entry
        if entry.event.kind in ("died", "lynched"):
            mafia.discard(entry.event.data()["seat"])


@pytest.mark.parametrize("slug", HEARD)
def test_every_event_is_heard_by_exactly_whom_the_rules_name(slug: str) -> None:
    @given(settings_of_games(slugs=[slug]))
    @settings(max_examples=40)
    def whatever_is_played(setting: Setting) -> None:
        assert_heard_as_the_rules_say(play_wildly(setting.begin()))

    whatever_is_played()


@pytest.mark.parametrize(("slug", "verb", "kind", "leak"), SECRET_LEAKS)
def test_a_secret_that_leaked_would_be_found(
    monkeypatch: pytest.MonkeyPatch, slug: str, verb: str, kind: str, leak: str
) -> None:
    sound = playthrough_of(ruleset_named(slug))
    assert_heard_as_the_rules_say(sound)
    assert kind in {entry.event.kind for entry in sound.ledger}
    leaking(monkeypatch, verb, kind, leak)
    with pytest.raises(AssertionError):
        assert_heard_as_the_rules_say(playthrough_of(ruleset_named(slug)))


@pytest.mark.parametrize(("slug", "kind"), [(slug, kind) for slug, heard in HEARD.items() for kind in heard.public])
def test_a_public_event_that_was_kept_from_all_would_be_found(
    monkeypatch: pytest.MonkeyPatch, slug: str, kind: str
) -> None:
    leaking(monkeypatch, "announce", kind, "heard by nobody")
    with pytest.raises(AssertionError):
        assert_heard_as_the_rules_say(playthrough_of(ruleset_named(slug)))


@pytest.mark.parametrize("slug", HEARD)
def test_the_dead_hear_only_what_is_public(slug: str) -> None:
    moderator = playthrough_of(ruleset_named(slug))
    dead: set[Seat] = set()
    for entry in moderator.ledger:
        assert entry.heard_by == EVERYONE or not dead & entry.heard_by
        if entry.event.kind in ("died", "lynched"):
            dead.add(entry.event.data()["seat"])
    assert dead
