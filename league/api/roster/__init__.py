"""Personas, players and what they remember, as JSON: read by everybody, written by staff with a token of scope
`roster`.

`bodies` reads what is sent and says what is wrong with it; `personas` and `versions` are the characters and their
sheets, `files` brings personas in and out; `models` are what is asked, `players` are personas on models, `briefings`
what these would be told, `memories` what they remember, `words` and `undoing` what is decided on of that, `meetings`
how they did against one another.

Below it: the verbs of league.seasons.roster and league.memories. Nothing here decides what may be.
"""
