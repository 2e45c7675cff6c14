"""What stored games teach their players, and with what of it they sit down to the next. Law: nothing here plays, and no
game waits for it; what is learned follows from rows, and in which order games teach is for whoever orders them.

`remembering` is for the start of a game, `reflecting` asks players behind providers when it is over, `teaching` says
what they remember then. It may import all that hosting may, and nothing of hosting.
"""
