"""The backstage of the league, a file for each kind of thing."""

from league.admin import accounts, games, models, schedules, seasons

__all__ = ["accounts", "games", "models", "schedules", "seasons"]
