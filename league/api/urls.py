"""Where the API is: every app's own addresses, and one refusal for all others."""

from django.urls import include, path, re_path

from league.api import games, memories, results, seasons, stats
from league.api.errors import Nowhere

REVISION = "players/<slug:player_id>/memory/revisions/<int:number>"

urlpatterns = [
    path("", include("personas.api.urls")),
    path("", include("games.api.urls")),
    path("seasons/", seasons.SeasonList.as_view(), name="seasons"),
    path("seasons/<slug:slug>/", seasons.SeasonDetail.as_view(), name="season"),
    path("seasons/<slug:slug>/fixtures/", seasons.FixtureList.as_view(), name="fixtures"),
    path("seasons/<slug:slug>/log/", seasons.SeasonLog.as_view(), name="season-log"),
    path("seasons/<slug:slug>/twins/", seasons.SeasonTwins.as_view(), name="season-twins"),
    path("seasons/<slug:slug>/standings/", results.Standings.as_view(), name="standings"),
    path("players/", results.PlayerList.as_view(), name="players"),
    path("players/<slug:player_id>/", results.PlayerDetail.as_view(), name="player"),
    path("players/<slug:player_id>/memory/", memories.PlayerMemory.as_view(), name="player-memory"),
    path("players/<slug:player_id>/memory/revisions/", memories.MemoryRevisions.as_view(), name="memory-revisions"),
    path(f"{REVISION}/", memories.MemoryRevisionDetail.as_view(), name="memory-revision"),
    path(f"{REVISION}/diff/", memories.MemoryDifference.as_view(), name="memory-difference"),
    path(f"{REVISION}/restore/", memories.MemoryRestoring.as_view(), name="memory-restoring"),
    path("models/<slug:slug>/", stats.WholeModelDetail.as_view(), name="model"),
    path("leaderboard/", results.Leaderboard.as_view(), name="leaderboard"),
    path("stats/", stats.StatList.as_view(), name="stats"),
    path("stats/games/", stats.GameStatList.as_view(), name="game-stats"),
    path("games/", games.LeagueGameList.as_view(), name="games"),
    # Only addresses that end in a slash: the others are led to the one that does.
    re_path(r"^(?:[\s\S]*/)?$", Nowhere.as_view()),
]
