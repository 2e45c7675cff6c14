"""The command `season`, but for its dispatch: `arguments` of its actions, `creating` with what a season is made of,
`playing` one in the foreground, `telling` how it stands and what it will cost, `results`, what came of it.

Below it: queries, seasons. Sentences and JSON are made here; the command itself prints them, and records acts.
"""
