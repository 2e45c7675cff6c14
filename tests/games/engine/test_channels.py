"""Channels follow from who hears an event: who listens to theirs misses nothing and hears nothing else."""

import pytest
from hypothesis import given, settings

from games.engine.channels import MODERATOR, PUBLIC, WrongChannel, channel_named, channels_of
from games.engine.rulesets import all_rulesets, ruleset_named
from games.engine.table import EVERYONE, NOBODY, Hearers
from tests.games.engine.scenes import play_wildly
from tests.games.engine.strategies import MAFIA, Setting, settings_of_games
from tests.golden.playthrough import header_of, path_of, played


@pytest.mark.parametrize(
    ("kind", "heard_by", "of_mafia", "of_ship"),
    [
        ("said", EVERYONE, ("public",), ("public",)),
        ("stopped", NOBODY, ("moderator",), ("moderator",)),
        ("dealt", frozenset({3}), ("seat.3",), ("seat.3",)),
        ("investigated", frozenset({11}), ("seat.11",), ("seat.11",)),
        ("plotted", frozenset({10, 2, 5}), ("mafia",), ("seat.2", "seat.5", "seat.10")),
        ("targeted", frozenset({3}), ("mafia",), ("seat.3",)),
        ("partners", frozenset({3}), ("mafia",), ("seat.3",)),
        ("walked", frozenset({4, 2}), ("seat.2", "seat.4"), ("seat.2", "seat.4")),
    ],
)
def test_a_channel_follows_from_what_it_is_and_from_the_hearers(
    kind: str, heard_by: Hearers, of_mafia: tuple[str, ...], of_ship: tuple[str, ...]
) -> None:
    assert channels_of(kind, heard_by, "mafia") == of_mafia
    assert channels_of(kind, heard_by, "") == of_ship


@given(settings_of_games(slugs=MAFIA))
@settings(max_examples=40)
def test_what_all_the_living_mafia_hear_is_on_their_channel_however_many_they_are(setting: Setting) -> None:
    moderator = play_wildly(setting.begin())
    mafia = {seat for seat, role in enumerate(moderator.deal.roles) if role.team == "mafia"}
    for entry in moderator.ledger:
        if entry.heard_by == mafia and entry.event.kind != "dealt":
            assert channels_of(entry.event.kind, entry.heard_by, "mafia") == ("mafia",)
        if entry.event.kind in ("died", "lynched"):
            mafia.discard(entry.event.data()["seat"])


def test_no_kind_of_event_is_guessed_at() -> None:
    with pytest.raises(ValueError, match="no event is of the kind 'sung'"):
        channels_of("sung", frozenset({1}), "mafia")


def test_where_the_hidden_talk_among_themselves_there_is_a_channel_for_them() -> None:
    channels = {slug: rules.team_channel for slug, rules in all_rulesets().items()}
    told = {"town-mafia": "mafia", "council-mafia": "mafia", "reactive-mafia": "mafia", "glass-box": ""}
    assert channels | told == channels


@given(settings_of_games())
@settings(max_examples=40)
def test_who_listens_to_public_and_their_own_hears_exactly_what_their_seat_hears(setting: Setting) -> None:
    moderator = play_wildly(setting.begin())
    team = setting.rules.team_channel
    for entry in moderator.ledger:
        channels = channels_of(entry.event.kind, entry.heard_by, team)
        assert len(channels) == len(set(channels)) >= 1
        for seat in range(setting.seats):
            hears = entry.heard_by == EVERYONE or seat in entry.heard_by
            # The team's channel is for those of the team who live, as its events' hearers say.
            listens = [PUBLIC, f"seat.{seat}", *([team] if team and hears else [])]
            assert sum(channel in channels for channel in listens) == hears


@given(settings_of_games(slugs=MAFIA))
@settings(max_examples=40)
def test_the_mafia_s_channel_is_heard_by_all_the_mafia_who_live_and_by_nobody_else(setting: Setting) -> None:
    moderator = play_wildly(setting.begin())
    mafia = {seat for seat, role in enumerate(moderator.deal.roles) if role.team == "mafia"}
    for entry in moderator.ledger:
        channels = channels_of(entry.event.kind, entry.heard_by, "mafia")
        assert len(channels) == 1
        if channels == ("mafia",):
            assert entry.heard_by == mafia
        if entry.event.kind in ("died", "lynched"):
            mafia.discard(entry.event.data()["seat"])


@pytest.mark.parametrize("slug", MAFIA)
def test_every_channel_of_a_mafia_game_is_used(slug: str) -> None:
    rules = ruleset_named(slug)
    ledger = played(header_of(path_of(rules).read_text()), rules).ledger
    used = {
        channel for entry in ledger for channel in channels_of(entry.event.kind, entry.heard_by, rules.team_channel)
    }
    assert used >= {PUBLIC, "mafia", MODERATOR, "seat.0"}


@pytest.mark.parametrize("name", ["public", "moderator", "mafia", "seat.0", "seat.11"])
def test_a_channel_is_known_by_its_name(name: str) -> None:
    assert channel_named(name, 12, "mafia") == name


@pytest.mark.parametrize("name", ["", "seat", "seat.", "seat.12", "seat.01", "seat:1", "PUBLIC", "thoughts", "x" * 99])
def test_an_unknown_channel_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(WrongChannel) as refused:
        channel_named(name, 12, "mafia")
    told = "channel must be public, mafia, moderator or seat.0 to seat.11, not "
    assert str(refused.value) == f"{told}{name[:40]!r}"
    with pytest.raises(WrongChannel, match="channel must be public, moderator or seat"):
        channel_named("mafia", 12, "")
