"""A draft on the site: `forms` fill the form of a new season with what is said of one, `pages` edit, delete and clone.

Below it: the views' forms, queries, seasons. The addresses are league.pages'.
"""
