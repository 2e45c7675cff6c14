"""One game at the command line: how a line is read (`arguments`, `dialling`) and what all commands have in common
(`usage`), who sits at the table (`seating`, with characters that models write: `writing`), how a game is played
(`playing`, or as one of the `exhibitions` that are stored), what it may spend (`tills`), who tells it (`narrating`),
and how it looks on the screen (`game`, `ship`, `progress`). The commands themselves are games.management.

Below it: hosting, the gateway, the ledger, billing; nothing of a league. The league's own commands stand on `usage`,
and it keeps the record of acts for all.
"""
