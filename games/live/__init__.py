"""What moves in the games that are watched: a `hub` reads it once for everybody, `consumers` tell it to each socket,
`sockets` wait for nobody who is slow, and `routing` says which addresses there are.

Below it: the ledger, whose `reads` say what a lens shows. Others build their own sockets on these.
"""
