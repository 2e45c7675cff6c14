"""What games come to: `standings` count each result once, `figures` what each seat did, `bills` what it cost; `sums`
add them up as games finish, `refolding` counts a season again, `scoring` is the arithmetic, and `sides` tell the two
sides of any ruleset apart.

Below it: models. Others have a game counted, and read what is kept by league.queries.
"""
