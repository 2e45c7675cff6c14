"""The command line: how a line is read (`arguments`, `dialling`, `named`) and refused (`usage`), what long work tells
meanwhile (`progress`, `programme`), what a game may spend here (`tills`), and a game on the screen (`game`, `ship`).

Below it: processes, queries, seasons. The commands themselves are league.management.
"""
