"""What becomes of a season that was made: `announcing` it, `starting`, `pausing` and resuming, `updating` what was
pinned at its start, `closing` it before its games were played; `states` are how one becomes another, and how games wait
with their season.

Below it: schedule, making, pinning. Others call its verbs, each within an act (league.access.acts).
"""
