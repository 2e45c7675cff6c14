"""How the league runs: set up on a bare Python (`bootstrap`), told by its `environment`, all in one process
(`embedded`) or with a worker and beat (`beating`), `alone` on its data, with its own `tables` and `private_files`;
asked for its `health` by a supervisor and looked over by the `doctor` (`examining`); its `connections`, `garbage`,
`logs`, the `signs` of life that it leaves, and its `ending`.

Below it: tasks and seasons. `environment`, `logs` and `private_files` are read by the settings, and import nothing.
"""
