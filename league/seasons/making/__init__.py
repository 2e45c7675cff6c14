"""What a season is to be: `creating` makes a draft with its roster, `twinning` one that plays another's deals once
more; `checking` says what is wrong with it, `voices` which models it asks.

Below it: access, models. Others make seasons by `create_season` and `create_twin`, and tell people what WrongSeason
says.
"""
