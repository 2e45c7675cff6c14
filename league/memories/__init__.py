"""What people do to players' memories: edits by hand (`editing`), and taking back what games taught (`undoing`).

Below it: seasons. What games teach, and in which order, is league.seasons.learning.
"""
