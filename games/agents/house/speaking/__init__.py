"""What is decided, in words: speeches, plots, claims and private thoughts, in the character's own voice.

It may import everything below (deciding, mind, hearing). The sentences themselves are data, in `sentences/`, for
writers; `book` reads and checks them, `wording` picks and fills them.
"""
