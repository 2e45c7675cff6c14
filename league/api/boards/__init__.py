"""Boards as JSON: how each is shown and what was taken off it (`reading`), what is done to one (`verbs`), and the table
of models, roles and sizes (`roles`). Who wins is in league.api.results.
"""
