"""What was played, as it is stored and read: the rows are the truth.

`rows` turns rows into what the engine plays with and back, `shown` into what a lens shows; `reads` is what visitors
read, and the only place that decides who may see what and when; `logs` is a game as others read it, `replay` plays one
again; `archive` puts logs into files, the `outbox` sends events to Redis Streams, and `narrations` are the words beside
the events.

Below it: rows, engine, billing's words for money. Nobody writes a game here: games.hosting.progress does. The league
asks `reads` alone.
"""
