"""The admin as an application of this project: its site keeps the record of acts."""

from django.contrib.admin.apps import AdminConfig


class LeagueAdminConfig(AdminConfig):
    """Django's own, with the league's site."""

    default_site = "league.admin_site.LeagueAdminSite"
