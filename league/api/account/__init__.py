"""What an account does for itself by the API: its `tokens`, how they are `told`, and the
`sockets` that take one.

Below it: accounts. The league's own addresses put it in their place.
"""
