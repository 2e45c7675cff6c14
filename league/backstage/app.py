"""The admin as an application of this project: its site keeps the record of acts, and its pages are loaded by whoever
serves or checks them (league.urls): they are more than half of what there is to load, and a command, a worker or a
host of games has no use for them.
"""

from collections.abc import Sequence
from typing import Any

from django.contrib.admin import autodiscover
from django.contrib.admin.apps import SimpleAdminConfig
from django.contrib.admin.checks import check_admin_app, check_dependencies
from django.core import checks


class LeagueAdminConfig(SimpleAdminConfig):
    """Django's own, with the league's site."""

    default_site = "league.backstage.site.LeagueAdminSite"

    def ready(self) -> None:
        """Has the pages checked with the rest, once they are loaded."""
        checks.register(check_dependencies, checks.Tags.admin)
        checks.register(check_pages, checks.Tags.admin)


def check_pages(app_configs: Sequence[Any] | None, **options: Any) -> list[checks.CheckMessage]:  # Any: Django's
    """What Django finds wrong with the admin's pages."""
    autodiscover()
    found: list[checks.CheckMessage] = check_admin_app(app_configs, **options)
    return found
