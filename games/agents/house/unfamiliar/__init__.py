"""The house at a table whose rule book it has not read: it plays by what it sees shown, and by what pays.

seen.py takes from events who is known to be what, and who went for whom; telling.py says in which way an event names
whom, for what that tells of the others. practice.py plays the game by itself, as a person would a few times before a
league night; lessons.py counts what pays for which side, weighing.py what tells of who is hidden; choosing.py puts all
of it together.
Law: nothing here knows a ruleset, a kind of event or a kind of question by name. A new rule book is played sensibly by
being there.
"""
