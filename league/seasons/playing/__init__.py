"""Seasons that are played: `keeping` has this process play what is due and makes up for crashes, `running` plays one
season in the foreground until it is over, `together` with several processes.

Below it: casting, money, schedule, results. Tasks and commands call it; nothing else of seasons does.
"""
