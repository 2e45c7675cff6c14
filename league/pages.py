"""The addresses of the pages; league.urls joins them with the API's and the admin's."""

from functools import partial

from django.contrib.auth import views as auth
from django.urls import URLPattern, path

from games.directing.verbs import VERBS as OF_GAMES
from league.boards.verbs import VERBS as OF_BOARDS
from league.seasons.series.verbs import VERBS as OF_SERIES
from league.seasons.verbs import VERBS
from league.views import calendars, endings, games, home, leaderboard, models, roster, rules, seasons, staff, stats
from league.views.account import tokens
from league.views.boards import explained, roles
from league.views.boards import managing as boards
from league.views.desk import alerts, pruning
from league.views.desk import pages as desk
from league.views.drafting import pages as drafting
from league.views.series import leading
from league.views.series import pages as series

pages: list[URLPattern] = [
    path("", home.home, name="home"),
    path("favicon.ico", home.favicon, name="favicon"),
    path("endings/", endings.endings, name="endings"),
    path("games/", games.games, name="games"),
    path("games/<slug:public_id>/", games.game, name="game"),
    *(
        path(f"games/<slug:public_id>/{verb.name}/", partial(games.direct, verb=verb.name), name=verb.address)
        for verb in OF_GAMES.values()
    ),
    path("seasons/", seasons.seasons, name="seasons"),
    path("seasons/new/", staff.new_season, name="new-season"),
    path("exhibitions/new/", staff.new_exhibition, name="new-exhibition"),
    path("seasons/<slug:slug>/", seasons.season, name="season"),
    path("seasons/<slug:slug>/personas/", staff.write_personas, name="write-personas"),
    path("seasons/<slug:slug>/calendar/", calendars.change, name="change-calendar"),
    path("seasons/<slug:slug>/schedule/", calendars.schedule, name="schedule"),
    path("seasons/<slug:slug>/schedule.ics", calendars.events, name="schedule-events"),
    path("seasons/<slug:slug>/acts/", seasons.acts, name="season-acts"),
    path("seasons/<slug:slug>/audit/", seasons.audit, name="season-audit"),
    path("seasons/<slug:slug>/twins/", seasons.twins, name="twins"),
    path("seasons/<slug:slug>/twins/new/", staff.twin, name="new-twin"),
    path("seasons/<slug:slug>/edit/", drafting.edit, name="edit-season"),
    path("seasons/<slug:slug>/delete/", drafting.delete, name="delete-season"),
    path("seasons/<slug:slug>/clone/", drafting.clone, name="clone-season"),
    path("seasons/<slug:slug>/roster/", staff.change_season_roster, name="change-roster"),
    path("seasons/<slug:slug>/caps/", staff.raise_caps, name="raise-caps"),
    *(
        path(f"seasons/<slug:slug>/{verb.name}/", partial(staff.lead, verb=verb.name), name=verb.address)
        for verb in VERBS.values()
    ),
    *(
        path(f"seasons/<slug:slug>/board/{name}/", partial(boards.manage, verb=name), name=verb.address)
        for name, verb in OF_BOARDS.items()
    ),
    path("seasons/<slug:slug>/series/", leading.make, name="make-series"),
    path("seasons/<slug:slug>/prune/", pruning.prune, name="prune-season"),
    path("desk/", desk.desk, name="desk"),
    path("desk/alerts/<slug:slug>/trial/", alerts.try_out, name="try-addressee"),
    path("series/", series.every, name="every-series"),
    path("series/<slug:slug>/", series.one, name="series"),
    path("series/<slug:slug>/schedule.ics", series.events, name="series-events"),
    path("series/<slug:slug>/edit/", leading.edit, name="edit-series"),
    *(
        path(f"series/<slug:slug>/{verb.name}/", partial(leading.lead, verb=verb.name), name=verb.address)
        for verb in OF_SERIES.values()
    ),
    path("leaderboard/", leaderboard.board, name="leaderboard"),
    *(
        path(f"leaderboard/board/{name}/", partial(boards.manage, verb=name), name=f"{name}-leaderboard")
        for name in OF_BOARDS
    ),
    path("stats/", stats.stats, name="stats"),
    path("stats/roles/", roles.roles, name="stats-roles"),
    path("players/", roster.players, name="players"),
    path("players/<slug:player_id>/", roster.player, name="player"),
    path("players/<slug:player_id>/results/", explained.results, name="player-results"),
    path("players/<slug:player_id>/memory/", roster.memory, name="player-memory"),
    path("personas/<slug:slug>/", roster.persona, name="persona"),
    path("faces/<slug:slug>.svg", roster.face, name="face"),
    path("models/", roster.models, name="models"),
    path("models/<slug:slug>/", models.model, name="model"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:slug>/", rules.ruleset, name="ruleset"),
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/tokens/<slug:beginning>/revoke/", tokens.revoke, name="revoke-token"),
    path("login/", auth.LoginView.as_view(), name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
]
