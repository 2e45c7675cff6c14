"""Boards are managed: hidden and published, given a minimum of games and an order (`managing`); games and players are
taken off them and given back (`excluding`); `verbs` is all of it in one table, for every surface.

Below it: results. What boards say is read by league.queries.boards.
"""
