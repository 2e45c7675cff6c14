"""A season's money: `budgets` say what it may spend and pause it when that is spent; `estimating` says beforehand what
it will cost, from its `past` where it has one, in the words of `estimates`.

Below it: lifecycle, making, pinning. Money itself is games.billing, what models cost games.gateway.
"""
