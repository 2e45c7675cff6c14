"""The command line of the league: rows that are `named`, what long work tells meanwhile (`progress`, `programme`), and
the record of acts for commands of the apps below (`recording`); the long command has a room, `season`. How a line is
read and refused is games.terminal.usage.

Below it: processes, queries, seasons. The commands themselves are league.management.
"""
