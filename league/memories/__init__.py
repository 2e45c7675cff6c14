"""What players remember: what a season's games teach them, in the order of fixtures (`learning`), edits by hand
(`editing`), and taking back what games taught (`undoing`).

Above it: seasons, which open games by what was learned.
"""
