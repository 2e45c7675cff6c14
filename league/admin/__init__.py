"""The backstage of the league, a file for each kind of thing."""

from django.contrib import admin

from league.admin import accounts, acts, alerts, boards, fixtures, memories, schedules, seasons, series

__all__ = ["accounts", "acts", "alerts", "boards", "fixtures", "memories", "schedules", "seasons", "series"]

admin.site.index_title = "Overview"  # as the sidebar calls it
