"""Series on the site: `pages` shows them, `leading` is what staff do with them, `forms` what of one they say.

Below it: the views' forms, queries, seasons. The addresses are league.pages'.
"""
