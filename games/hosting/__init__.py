"""Playing: a process claims games, leads each through its polls, and writes what was answered.

`worker` fills the process's `runner`, in which each game is one coroutine; a `session` is one claimed game in its
hands, a `model_session` one whose players are asked over the network, by `questions`. `leases` say who plays what,
`progress` writes what was played, the `batch_writer` for all games of a process at once; `recovery` finds what was
asked before a restart, `pacing` says when a paced game goes on, `players` who answers for a seat. `verbs` are what is
done to a game from outside; `narrator` has a model tell one.

Below it: the gateway, the ledger, billing. Others start a worker, use the verbs, and ask leases what is held.
"""
