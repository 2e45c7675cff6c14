"""Where a socket leads: to a game, to the league, and nowhere."""

from django.urls import path, re_path

from games.live.consumers import game_socket, nowhere, overview_socket
from league.queries.schedule import standings_told
from league.queries.stage.beats import beats_as_told

routes = [
    # ASGI applications, as Channels wants them.
    path("ws/games/<slug:public_id>/", game_socket(beats_as_told)),  # type: ignore[arg-type]
    path("ws/league/", overview_socket(standings_told)),  # type: ignore[arg-type]
    re_path("", nowhere),  # type: ignore[arg-type]
]
