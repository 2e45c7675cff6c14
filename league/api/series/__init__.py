"""Series as JSON: `told` says what of one is shown, `reading` is where they are read, `making` where they are made,
changed and deleted, and `verbs` has an address for each verb.

Below it: seasons, queries.
"""
