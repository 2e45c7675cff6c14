"""The backstage of games: a `game` with its seats, the `lists` of them, their `records` and `calls`, `budgets` with the
switch that stops all calls, `models` that are asked from here, `previewing` of what they are told of a persona; what of
it is `visible` to whom. Nothing of a game is edited here: what is done to one is done by games.hosting.verbs.

Who orders games and hosts them is above; the admin's site knows it for these pages (`lists.OrdersGames`).
"""

from games.admin import budgets, calls, game, models, previewing, records

__all__ = ["budgets", "calls", "game", "models", "previewing", "records"]
