"""Money by the API: `budgets` tells what may be spent and what was, and gives accounts other caps; `switch` stops calls
and allows them again; `told` is how both are shown.

Below it: games' accounts and verbs. The league's own addresses put it in their place.
"""
