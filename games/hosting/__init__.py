"""Playing: a process claims games, leads each through its polls, and writes what was answered.

`keeping` fills the process's `runner`, in which each game is one coroutine, and sweeps up what was lost; a `session` is
one claimed game in its hands, a `model_session` one whose players are asked over the network, by `questions`. `leases`
say who plays what, by `opening` games of models begin only when their budgets hold them; `progress` writes what was
played, the `batch_writer` for all games of a process at once; `recovery` finds what was asked before a restart,
`pacing` says when what is spoken in a paced game is shown, and when it goes on.
`making` is how a game comes to be, `verbs` are what is done to one from outside; `narrator` has a model tell one.

Below it: the gateway, the ledger, billing. The league asks for games (`making`) and keeps them going (`keeping`).
"""
