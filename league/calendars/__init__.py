"""When seasons play: `slots` are wall times, worked out without a clock.

Below it: results, access. Seasons ask it what is due.
"""
