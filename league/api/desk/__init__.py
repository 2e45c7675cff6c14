"""The day's page as JSON, what of a season may go, who is told when something is wrong, and the record of who did what:
`told` says what is shown, `reading`, `pruning`, `alerting` and `acts` are where.

Below it: access, alerts, queries, seasons.
"""
