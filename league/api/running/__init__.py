"""Seasons and games as staff lead them by the API: what is done to one (`verbs`, `games`; what all verbs have in common
is `shape`), what of a season may be changed on the way (`course`), who is on the roster of one that was announced
(`rosters`), and games outside of any season (`exhibitions`).

Below it: the verbs of seasons and games. The league's own addresses put it in their place.
"""
