"""What every process has, whether it plays or serves pages: the one `loop` that games are played on, the `doorbell`
that tells others to look, `trouble` that comes again and is told less often, and its name among the `owners` of
leases.

It imports nothing of the project.
"""
