"""Who plays which game, in which seat and as what, so that nobody has it otherwise than the others: pure, and decided
by a season's secret, its roster and its tables alone.

Games come in `blocks`. Whoever plays how often as what in a block is settled by `shares`, put into games by `matching`s
that always exist, and counted, of what was played, by `auditing`; `separating` says what such games can never tell.
"""
