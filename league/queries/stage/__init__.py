"""What a game's page shows of it through a lens: its transcript, its beats, and where everybody is on the ship.

Law: it follows from the events of that lens and from nothing else.
"""
