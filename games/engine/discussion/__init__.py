"""How the living talk: procedures that any ruleset can call, a file for each way of talking. They name no ruleset."""

from games.engine.discussion.rounds import speak_in_turn

__all__ = ["speak_in_turn"]
