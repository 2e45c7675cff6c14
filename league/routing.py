"""Where a socket leads: to a game, to the league, and nowhere."""

from django.urls import path, re_path

from games.live.consumers import game_socket, nowhere, overview_socket
from league.queries.schedule import standings_told

routes = [
    path("ws/games/<slug:public_id>/", game_socket),  # type: ignore[arg-type]  # ASGI applications, as Channels wants them
    path("ws/league/", overview_socket(standings_told)),  # type: ignore[arg-type]
    re_path("", nowhere),  # type: ignore[arg-type]
]
