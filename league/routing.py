"""Where a socket leads: the games' own routes, the league's, and nowhere."""

from django.urls import path, re_path

from games.live.routing import routes as of_games
from games.live.sockets import NO_SUCH_GAME, Line, Receive, Send
from league.web.consumers import league_socket


async def nowhere(scope: object, receive: Receive, send: Send) -> None:
    """Any other address: refused in the sockets' own words, for an error would be a traceback a visitor can order."""
    line = Line(receive, send)
    await line.accept()
    await line.close(NO_SUCH_GAME)


routes = [
    *of_games,
    path("ws/league/", league_socket),  # type: ignore[arg-type]  # ASGI applications, as Channels wants them
    re_path("", nowhere),  # type: ignore[arg-type]
]
