"""Series as JSON: `told` says what of one is shown, `reading` is where they are read. What is done to them is done from
the site, in the admin and at the command line.

Below it: seasons, queries.
"""
