"""Where the API is: every app's own addresses, and one refusal for all others."""

from django.urls import include, path, re_path

from league.api import games, results, seasons, stats
from league.api.account import tokens
from league.api.boards import reading as boards
from league.api.boards.roles import RoleList
from league.api.boards.verbs import OF_LEAGUE, OF_SEASONS
from league.api.desk.acts import Acts
from league.api.desk.alerting import Addressees, AlertsTold, OneAddressee, TryingAddressee
from league.api.desk.pruning import PruningSeason
from league.api.desk.reading import DeskDetail
from league.api.drafting import drafts, estimates, making, plans
from league.api.errors import Nowhere
from league.api.roster import (
    briefings,
    files,
    meetings,
    memories,
    models,
    personas,
    players,
    undoing,
    versions,
    words,
)
from league.api.running import audits, exhibitions, rosters
from league.api.running.games import VIEWS as DIRECTING
from league.api.running.verbs import VIEWS
from league.api.series import making as series
from league.api.series.verbs import VIEWS as STEERING
from league.api.spending import budgets, switch
from league.api.spending.probing import Probing

REVISION = "players/<slug:player_id>/memory/revisions/<int:number>"
WORDS = "players/<slug:player_id>/memory/words/<int:place>"
LESSON = "players/<slug:player_id>/memory/lessons/<int:number>"

VERSION = "personas/<slug:slug>/versions/<int:number>"

urlpatterns = [
    path("briefings/", briefings.Briefings.as_view(), name="briefings"),
    path("personas/", personas.Personas.as_view(), name="personas"),
    path("personas/import/", files.Importing.as_view(), name="personas-import"),
    path("personas/export/", files.Exporting.as_view(), name="personas-export"),
    path("personas/<slug:slug>/", personas.OnePersona.as_view(), name="persona"),
    path("personas/<slug:slug>/approve/", personas.Approving.as_view(), name="persona-approving"),
    path("personas/<slug:slug>/retire/", personas.Retiring.as_view(), name="persona-retiring"),
    path("personas/<slug:slug>/versions/", versions.Versions.as_view(), name="versions"),
    path(f"{VERSION}/", versions.VersionDetail.as_view(), name="version"),
    path(f"{VERSION}/diff/", versions.VersionDifference.as_view(), name="version-difference"),
    path(f"{VERSION}/restore/", versions.VersionRestoring.as_view(), name="version-restoring"),
    path("", include("games.api.urls")),
    path("seasons/", making.Seasons.as_view(), name="seasons"),
    path("seasons/estimate/", estimates.PlanEstimate.as_view(), name="plan-estimate"),
    path("seasons/<slug:slug>/", drafts.OneSeason.as_view(), name="season"),
    path("seasons/<slug:slug>/plan/", plans.SeasonPlan.as_view(), name="season-plan"),
    path("seasons/<slug:slug>/estimate/", estimates.SeasonEstimate.as_view(), name="season-estimate"),
    path("seasons/<slug:slug>/clone/", making.Cloning.as_view(), name="season-clone"),
    path("seasons/<slug:slug>/twin/", making.Twinning.as_view(), name="season-twin"),
    path("seasons/<slug:slug>/roster/", rosters.ChangingRoster.as_view(), name="season-roster"),
    *(path(f"seasons/<slug:slug>/{name}/", view.as_view(), name=f"season-{name}") for name, view in VIEWS.items()),
    path("seasons/<slug:slug>/fixtures/", seasons.FixtureList.as_view(), name="fixtures"),
    path("seasons/<slug:slug>/log/", seasons.SeasonLog.as_view(), name="season-log"),
    path("seasons/<slug:slug>/schedule/", seasons.Schedule.as_view(), name="schedule"),
    path("seasons/<slug:slug>/edits/", seasons.SeasonEdits.as_view(), name="season-edits"),
    path("seasons/<slug:slug>/audit/", audits.SeasonAuditView.as_view(), name="season-audit"),
    path("seasons/<slug:slug>/twins/", seasons.SeasonTwins.as_view(), name="season-twins"),
    path("seasons/<slug:slug>/standings/", results.Standings.as_view(), name="standings"),
    path("seasons/<slug:slug>/prune/", PruningSeason.as_view(), name="season-prune"),
    path("desk/", DeskDetail.as_view(), name="desk"),
    path("acts/", Acts.as_view(), name="acts"),
    path("alerts/", AlertsTold.as_view(), name="alerts"),
    path("addressees/", Addressees.as_view(), name="addressees"),
    path("addressees/<slug:slug>/", OneAddressee.as_view(), name="addressee"),
    path("addressees/<slug:slug>/try/", TryingAddressee.as_view(), name="addressee-trial"),
    path("series/", series.EverySeries.as_view(), name="every-series"),
    path("series/<slug:slug>/", series.OneSeries.as_view(), name="series"),
    *(path(f"series/<slug:slug>/{name}/", view.as_view(), name=f"series-{name}") for name, view in STEERING.items()),
    path("players/", players.Players.as_view(), name="players"),
    path("players/together/", players.PlayersTogether.as_view(), name="players-together"),
    path("players/<slug:player_id>/", players.OnePlayer.as_view(), name="player"),
    path("players/<slug:player_id>/briefing/", briefings.PlayerBriefing.as_view(), name="player-briefing"),
    path("players/<slug:player_id>/retire/", players.RetiringPlayer.as_view(), name="player-retiring"),
    path("players/<slug:player_id>/restore/", players.RestoringPlayer.as_view(), name="player-restoring"),
    path("players/<slug:player_id>/head-to-head/", meetings.MeetingList.as_view(), name="head-to-head"),
    path("players/<slug:player_id>/memory/", memories.PlayerMemory.as_view(), name="player-memory"),
    path("players/<slug:player_id>/memory/revisions/", memories.MemoryRevisions.as_view(), name="memory-revisions"),
    path(f"{WORDS}/approve/", words.ApprovingWords.as_view(), name="words-approving"),
    path(f"{WORDS}/delete/", words.DeletingWords.as_view(), name="words-deleting"),
    path(f"{LESSON}/drop/", words.DroppingLesson.as_view(), name="lesson-dropping"),
    path(f"{REVISION}/", memories.MemoryRevisionDetail.as_view(), name="memory-revision"),
    path(f"{REVISION}/diff/", memories.MemoryDifference.as_view(), name="memory-difference"),
    path(f"{REVISION}/restore/", memories.MemoryRestoring.as_view(), name="memory-restoring"),
    path("memories/undo/", undoing.UndoingLearning.as_view(), name="undoing-learning"),
    path("models/", models.Models.as_view(), name="models"),
    path("models/<slug:slug>/", models.OneModel.as_view(), name="model"),
    path("models/<slug:slug>/activate/", models.Activating.as_view(), name="model-activating"),
    path("models/<slug:slug>/deactivate/", models.Deactivating.as_view(), name="model-deactivating"),
    path("models/<slug:slug>/probe/", Probing.as_view(), name="model-probing"),
    path("leaderboard/", results.Leaderboard.as_view(), name="leaderboard"),
    path("board/", boards.BoardDetail.as_view(), name="board"),
    *(path(f"board/{name}/", view.as_view(), name=f"board-{name}") for name, view in OF_LEAGUE.items()),
    path("seasons/<slug:slug>/board/", boards.SeasonBoardDetail.as_view(), name="season-board"),
    *(
        path(f"seasons/<slug:slug>/board/{name}/", view.as_view(), name=f"season-board-{name}")
        for name, view in OF_SEASONS.items()
    ),
    path("stats/", stats.StatList.as_view(), name="stats"),
    path("stats/roles/", RoleList.as_view(), name="stats-roles"),
    path("stats/games/", stats.GameStatList.as_view(), name="game-stats"),
    path("games/", exhibitions.Games.as_view(), name="games"),
    path("games/<slug:public_id>/", games.LeagueGameDetail.as_view(), name="game"),
    path("games/<slug:public_id>/beats/", games.GameBeats.as_view(), name="beats"),
    path("games/<slug:public_id>/stream/", games.LeagueGameStream.as_view(), name="stream"),
    path("games/<slug:public_id>/calls/", games.LeagueGameCalls.as_view(), name="calls"),
    *(path(f"games/<slug:public_id>/{name}/", view.as_view(), name=f"game-{name}") for name, view in DIRECTING.items()),
    path("tokens/", tokens.Tokens.as_view(), name="tokens-by-api"),
    path("tokens/<slug:beginning>/", tokens.OneToken.as_view(), name="token-by-api"),
    path("budgets/", budgets.Budgets.as_view(), name="budgets"),
    path("budgets/<slug:scope>/<str:name>/", budgets.OneBudget.as_view(), name="budget"),
    *(
        path(f"budgets/<slug:scope>/<str:name>/{verb}/", view.as_view(), name=f"budget-{verb}")
        for verb, view in switch.EACH.items()
    ),
    path("kill-switch/", switch.Switch.as_view(), name="kill-switch"),
    *(path(f"kill-switch/{verb}/", view.as_view(), name=f"kill-switch-{verb}") for verb, view in switch.ALL.items()),
    # Only addresses that end in a slash: the others are led to the one that does.
    re_path(r"^(?:[\s\S]*/)?$", Nowhere.as_view()),
]
