"""What moves in games, to sockets. `consumers` are the sockets as applications: of one game (`watching`), whose news a
`hub` reads once for everybody, and of all that are open (`overview`). A `lookout` says when to look, and `sockets` wait
for nobody who is slow. Who has no sockets is told the same as the body of an answer (`streaming`).

Below it: the ledger, whose `reads` say what a lens shows. Others give the sockets of `consumers` their addresses.
"""
