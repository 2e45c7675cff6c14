"""The forms by which staff make and lead seasons, and make exhibitions: `rules` what is played and on which terms,
`seasons` and `exhibitions` whole ones, `leading` what is said with a verb. A form reads and words; what is legal, the
verbs decide, and their refusals come back as errors of the field they name.

Below it: seasons, queries. The views of other rooms have forms of their own.
"""
