"""Boards on the site: what staff does to one (`managing`, asked by `forms`), the table of models, roles and sizes
(`roles`), and where the numbers of all tables lead (`links`).
"""
