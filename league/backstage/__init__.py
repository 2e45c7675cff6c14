"""The admin as an application of this project: its `site` and `app`, its first page (`dashboard`), what stands around
its pages (`sidebar`), and their `indentation`. The pages of single models are league.admin, games.admin,
personas.admin.
"""
