"""Which channels an event belongs to. Law: a channel follows from what an event is and who hears it, and from nothing
else.

`public` is heard by everyone, `moderator` by nobody at the table, `seat.<n>` by that seat alone. What the hidden
players say and do as a team (`Event.is_of_team`) is on their team's channel (`mafia`) in games whose hidden players
talk among themselves, heard by all of them who live. It stays there when a single one is left: it is not the number of
its hearers that makes it the mafia's. On the ship several may see the same thing and be no team; a common channel would
tell each of them who else was there, so it belongs to the channel of each. Who listens to public, mafia and their own
seat misses nothing and hears nothing twice.
"""

import re
from typing import Final

from games.engine.events import is_of_team
from games.engine.table import EVERYONE, Hearers

PUBLIC: Final = "public"
MODERATOR: Final = "moderator"
THOUGHTS: Final = "thoughts"  # of what is thought, which is no event


class WrongChannel(ValueError):
    """A channel that does not exist; the message says which ones do."""


def channels_of(kind: str, heard_by: Hearers, team_channel: str) -> tuple[str, ...]:
    """The channels of an event of this kind with these hearers; `team_channel` as the ruleset says, "" where it has
    none.

    One channel, but where several hear it who have no channel in common: then one for each of them, by seat.
    """
    if heard_by == EVERYONE:
        return (PUBLIC,)
    if not heard_by:
        return (MODERATOR,)
    if team_channel and is_of_team(kind):
        return (team_channel,)
    return tuple(f"seat.{seat}" for seat in sorted(heard_by))


def channels_at(seats: int, team_channel: str) -> tuple[str, ...]:
    """All channels of events at a table of so many seats."""
    return (PUBLIC, MODERATOR, *filter(None, [team_channel]), *(f"seat.{seat}" for seat in range(seats)))


def channel_named(name: str, seats: int, team_channel: str) -> str:
    """The channel with this name at a table of so many seats. Raises WrongChannel."""
    match = re.fullmatch(r"seat\.(0|[1-9][0-9]?)", name, re.ASCII)
    if name in (PUBLIC, MODERATOR, team_channel) or (match and int(match[1]) < seats):
        return name
    known = ", ".join(filter(None, [PUBLIC, team_channel, MODERATOR]))
    raise WrongChannel(f"channel must be {known} or seat.0 to seat.{seats - 1}, not {name[:40]!r}")
