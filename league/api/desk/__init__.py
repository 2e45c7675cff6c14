"""The day's page as JSON, and what of a season may go: `told` says what is shown, `reading` and `pruning` are where.

Below it: queries, seasons.
"""
