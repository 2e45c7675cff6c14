"""What boards say: `above` is wins above expectation from the kept sums, `shown` what visitors see of a board and what
was taken off it, `counting` which games it counts, which it does not, and why, `listed` both to choose from, and
`roles` the table of models, roles and sizes of tables.
"""
