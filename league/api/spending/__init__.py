"""Money by the API: `budgets` tells what may be spent and what was, and gives accounts other caps; `switch` stops calls
and allows them again, `probing` tries a model out, which is paid; `told` is how accounts and the switch are shown.

Below it: games' accounts, verbs and errands. The league's own addresses put it in their place.
"""
