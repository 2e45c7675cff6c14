"""What holds in every game of Town Mafia, with any seats, options and seed, played by players who do anything."""

from typing import Any

from hypothesis import given, settings

from games.engine.table import Entry
from tests.games.engine.scenes import play_wildly
from tests.games.engine.strategies import Setting, settings_of_games


def nights(ledger: list[Entry], kind: str) -> list[Any]:
    return [entry.event for entry in ledger if entry.event.kind == kind]


@given(settings_of_games(slugs=["town-mafia"]))
@settings(max_examples=30)
def test_no_vigilante_fires_more_shots_than_there_are(setting: Setting) -> None:
    moderator = play_wildly(setting.begin())
    fired: dict[int, int] = {}
    for shot in nights(moderator.ledger, "shot"):
        fired[shot.seat] = fired.get(shot.seat, 0) + (shot.target is not None)
    assert all(count <= moderator.options.plain(moderator.revision)["vigilante_shots"] for count in fired.values())


@given(settings_of_games(slugs=["town-mafia"]))
@settings(max_examples=30)
def test_whoever_dies_in_a_night_was_attacked_and_not_protected(setting: Setting) -> None:
    moderator = play_wildly(setting.begin())
    for number in range(1, moderator.rounds + 1):
        night = [entry for entry in moderator.ledger if (entry.round, entry.phase) == (number, "night")]
        attacked = {event.target for kind in ("targeted", "shot") for event in nights(night, kind)} - {None}
        protected = {event.target for event in nights(night, "protected")}
        assert {event.seat for event in nights(night, "died")} == attacked - protected
        assert {event.target for event in nights(night, "stopped")} == attacked & protected
        assert len(nights(night, "quiet_night")) == (not attacked - protected)
