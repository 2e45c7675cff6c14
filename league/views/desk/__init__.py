"""The day's page, for staff, and what of a season may go when nobody wants it any more.

Below it: alerts, queries, seasons.
"""
