"""Money: no request leaves before its worst cost is reserved, and what it cost is settled.

`call_ledger` writes the row of a call before it is made and after it came home; `budgets` reserve for it and book what
it cost, `prices` know what tokens cost, the `kill_switch` stops all new calls; `money` puts amounts and accounts into
words, and gives accounts another cap; `waking` has the games look again that wait for one.

Below it: rows and the protocol of providers. The league asks `money` alone.
"""
