"""What a season is to be: `plans` say it, `creating` makes a draft by a plan, `rewriting` has a draft be what another
plan says, `cloning` makes one by the plan of any season, `deleting` ends one; `twinning` makes one that plays another's
deals once more. `checking` says what is wrong with it, `voices` which models it asks, `telling` has plans as JSON.

Below it: access, calendars, models. Others make seasons by `create_season` and `create_twin`, and tell people what
WrongSeason says.
"""
