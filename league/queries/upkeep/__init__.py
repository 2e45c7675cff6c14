"""What its operators read: what a season `wants` of them; and the day's `desk`, put together of what runs
(`processes`), how `seasons` and their `games` stand, which are `held` up, what `failed`, `spending` against caps, and
what is `wrong` now.
"""
