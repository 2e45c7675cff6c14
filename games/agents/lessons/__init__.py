"""What players learn from games, on the way from what they saw to what they are told.

Law: pure, like all that answers. A lesson is chosen when a game is over (choosing), counted against what the end of
this and of later games shows (after_game), and told as the player's own note in a sentence that is composed here
(telling). Who asks models, and in which order games teach, is not known here.
"""
