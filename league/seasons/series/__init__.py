"""Series: seasons that open by themselves, one after the other. `templates` is what they are to be, `rosters` who plays
the next, `turns` when that opens and what ends the series; `opening` makes it and starts it, `changing` is what
operators do to a series, `telling` how it stands, for pages, the API and the command line.

Below it: lifecycle, money, making. The sweep opens what is due; others call its verbs and ask how a series stands.
"""
