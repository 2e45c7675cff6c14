"""When seasons play. `slots` are wall times, worked out without a clock; `plans` reads and writes what operators say of
them. `turns` says which slot a season plays next, and what became of those it missed; `changing` sets a calendar and
changes it. `schedule` is what it comes to, `files` gives that out as events.

Below it: results, access. Seasons ask it what is due; pages, the API and the command line what comes.
"""
