"""The backstage of games. Nothing here is edited: what is done to a game is done by games.hosting.verbs."""

from games.admin import budgets, calls, game, records
from games.admin.visible import OPEN, OVER, link_to_game, of_shown_games

__all__ = ["OPEN", "OVER", "budgets", "calls", "game", "link_to_game", "of_shown_games", "records"]
