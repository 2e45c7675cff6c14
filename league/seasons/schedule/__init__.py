"""A season's fixtures: drawn once (`drawing`), in blocks (league.seasons.design) or by a `rotation`; made into games
when they are due (`fixtures`) and may be opened beside others (`choosing`), tried again when a game is set aside
(`attempts`), told in sealed seasons when their block is over (`revealing`), or dropped when their season ends before
them (`dropping`), until the season is over (`ending`).

Below it: making, pinning, memories. Whoever plays or looks after seasons calls `open_due_fixtures`, again and again.
"""
