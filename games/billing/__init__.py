"""Money: no request leaves before its worst cost is reserved, and what it cost is settled.

`call_ledger` writes the row of a call before it is made and after it came home; `budgets` hold the accounts and their
caps, `prices` know what tokens cost, the `kill_switch` stops all new calls; `money` puts amounts into words.

Below it: rows and the protocol of providers. Others read accounts, set caps and word amounts.
"""
