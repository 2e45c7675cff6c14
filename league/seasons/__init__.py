"""Seasons from the draft to the last game: their `making`, the `lifecycle` that an operator leads them through, the
`schedule` of their fixtures, the `casting` of personas by models, their `money`, `playing` them, and `series` of them
that open by themselves; `pinning` is as what their players play, `demo` and `roster` what is shipped. What an operator
does to one stands in `verbs`, what of one may be changed on the way in `course`.

Below it: results, memories, access. Others call its verbs, each from the room that has it.
"""
