"""What an account does for itself by the API: its `tokens`, and how they are `told`.

Below it: accounts. The league's own addresses put it in their place.
"""
