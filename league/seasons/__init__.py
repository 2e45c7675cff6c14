"""Seasons from the draft to the last game: `scheduling` makes, starts, pauses and resumes them, by a `rotation` that
chance and roster decide; `fixtures` open what is due, `keeping` keeps all of it going, `running` plays one in the
foreground and `together` by several processes. `casting` and `commissioning` have personas written, `budgets` and
`estimating` are about money, `demo` and `roster` what is shipped.

Below it: results, access. Others call its verbs.
"""
