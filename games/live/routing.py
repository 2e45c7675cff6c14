"""The sockets of games."""

from django.urls import path

from games.live.consumers import game_socket

routes = [path("ws/games/<slug:public_id>/", game_socket)]  # type: ignore[arg-type]  # an ASGI application, as Channels wants it
