"""The addresses of the pages; league.urls joins them with the API's and the admin's."""

from functools import partial

from django.contrib.auth import views as auth
from django.urls import URLPattern, path

from games.directing.verbs import VERBS as OF_GAMES
from league.seasons.verbs import VERBS
from league.views import calendars, games, home, leaderboard, models, roster, rules, seasons, staff, stats
from league.views.desk import alerts, pruning
from league.views.desk import pages as desk
from league.views.drafting import pages as drafting
from league.views.series import leading
from league.views.series import pages as series

pages: list[URLPattern] = [
    path("", home.home, name="home"),
    path("games/", games.games, name="games"),
    path("games/<slug:public_id>/", games.game, name="game"),
    *(
        path(f"games/<slug:public_id>/{each}/", partial(games.direct, verb=each), name=f"{each}-game")
        for each in OF_GAMES
    ),
    path("seasons/", seasons.seasons, name="seasons"),
    path("seasons/new/", staff.new_season, name="new-season"),
    path("exhibitions/new/", staff.new_exhibition, name="new-exhibition"),
    path("seasons/<slug:slug>/", seasons.season, name="season"),
    path("seasons/<slug:slug>/personas/", staff.write_personas, name="write-personas"),
    path("seasons/<slug:slug>/calendar/", calendars.change, name="change-calendar"),
    path("seasons/<slug:slug>/schedule/", calendars.schedule, name="schedule"),
    path("seasons/<slug:slug>/schedule.ics", calendars.events, name="schedule-events"),
    path("seasons/<slug:slug>/twins/", seasons.twins, name="twins"),
    path("seasons/<slug:slug>/twins/new/", staff.twin, name="new-twin"),
    path("seasons/<slug:slug>/edit/", drafting.edit, name="edit-season"),
    path("seasons/<slug:slug>/delete/", drafting.delete, name="delete-season"),
    path("seasons/<slug:slug>/clone/", drafting.clone, name="clone-season"),
    path("seasons/<slug:slug>/roster/", staff.change_season_roster, name="change-roster"),
    path("seasons/<slug:slug>/caps/", staff.raise_caps, name="raise-caps"),
    *(path(f"seasons/<slug:slug>/{each}/", partial(staff.lead, verb=each), name=f"{each}-season") for each in VERBS),
    path("seasons/<slug:slug>/series/", leading.make, name="make-series"),
    path("seasons/<slug:slug>/prune/", pruning.prune, name="prune-season"),
    path("desk/", desk.desk, name="desk"),
    path("desk/alerts/<slug:slug>/trial/", alerts.try_out, name="try-addressee"),
    path("series/", series.every, name="every-series"),
    path("series/<slug:slug>/", series.one, name="series"),
    path("series/<slug:slug>/schedule.ics", series.events, name="series-events"),
    path("series/<slug:slug>/edit/", leading.edit, name="edit-series"),
    path("series/<slug:slug>/pause/", leading.pause, name="pause-series"),
    path("series/<slug:slug>/resume/", leading.resume, name="resume-series"),
    path("series/<slug:slug>/end/", leading.end, name="end-series"),
    path("series/<slug:slug>/delete/", leading.delete, name="delete-series"),
    path("leaderboard/", leaderboard.board, name="leaderboard"),
    path("stats/", stats.stats, name="stats"),
    path("players/", roster.players, name="players"),
    path("players/<slug:player_id>/", roster.player, name="player"),
    path("players/<slug:player_id>/memory/", roster.memory, name="player-memory"),
    path("personas/<slug:slug>/", roster.persona, name="persona"),
    path("faces/<slug:slug>.svg", roster.face, name="face"),
    path("models/", roster.models, name="models"),
    path("models/<slug:slug>/", models.model, name="model"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:slug>/", rules.ruleset, name="ruleset"),
    path("login/", auth.LoginView.as_view(), name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
]
