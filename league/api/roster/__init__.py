"""Personas, players and what they remember, as JSON: read by everybody, written by staff with a token of scope
`roster`.

`bodies` reads what is sent and says what is wrong with it; `personas` and `versions` are the characters and their
sheets, `files` brings personas in and out; `players` are personas on models, `memories` what they remember, `meetings`
how they did against one another.

Below it: the verbs of league.seasons.roster and league.memories. Nothing here decides what may be.
"""
