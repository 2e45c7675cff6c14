"""The day's page as JSON, what of a season may go, and who is told when something is wrong: `told` says what is shown,
`reading`, `pruning` and `alerting` are where.

Below it: alerts, queries, seasons.
"""
