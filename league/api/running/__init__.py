"""Seasons as staff lead them by the API: what is done to one (`verbs`), what of one may be changed (`course`), and who
is on the roster of one that was announced (`rosters`).

Below it: the verbs of seasons. The league's own addresses put it in their place.
"""
