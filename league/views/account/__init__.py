"""What whoever has logged in does for themselves: `tokens` makes, lists and revokes their keys to the API by `forms`.

Below it: accounts. The addresses are league.pages'.
"""
