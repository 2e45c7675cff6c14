"""The way to a provider: one client an address and key (`clients`), with a `circuit_breaker` in front of it, an
`allowance` of what its limits leave (`levels`, one number for all processes), and what is known of how its models want
to be asked (`capabilities`); a call as a line for a shell is sent `by_hand`. `players` says who answers for a seat, by
itself or over the network; in `queues` calls wait for accounts that cannot pay for them just now.

`one_off` makes calls that belong to no question of a game; by it models run `errands`: they are probed and write
personas. `estimating` says what all of that will cost, by `reckoning`; `outlook` what one game likely will, from those
that were finished. The questions of games are games.hosting.questions'.

Below it: billing, without which no request leaves. The league sends models on `errands`, and asks `estimating`
before.
"""
