"""The house at a table whose rule book it has not read: it plays by what it sees shown, and by what pays.

seen.py takes from events who is known to be what, and who went for whom; practice.py plays the game by itself, as a
person would a few times before a league night, and counts what pays for which side; choosing.py puts the two together.
Law: nothing here knows a ruleset, a kind of event or a kind of question by name. A new rule book is played sensibly by
being there.
"""
