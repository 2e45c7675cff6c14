"""What every process has, whether it plays or serves pages: the one `loop` that games are played on, the `doorbell`
that tells others to look, `gathering` of what is told a few at a time, `passes` of which there are so many for all its
loops, and `trouble` that comes again and is told less often.

It imports nothing of the project.
"""
