"""What an operator does to a season that was made: `starting`, `pausing` and resuming, `updating` what was pinned at
its start; `states` are how one becomes another, and how games wait with their season.

Below it: schedule, making, pinning. Others call its verbs, each within an act (league.access.acts).
"""
