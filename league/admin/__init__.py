"""The backstage of the league, a file for each kind of thing."""

from league.admin import accounts, games, schedules, seasons

__all__ = ["accounts", "games", "schedules", "seasons"]
