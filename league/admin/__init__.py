"""The backstage of the league, a file for each kind of thing."""

from league.admin import accounts, schedules, seasons

__all__ = ["accounts", "schedules", "seasons"]
