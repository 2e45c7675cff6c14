"""Who may do what, and the record of who did.

`accounts` makes administrators and tokens, `rights` says what a page lets somebody do; `acts` writes the record of
acts, `foreign_commands` see to it that other libraries' commands are in it, too; `receipts` keep what was answered to
requests that may be sent again; `living` are the rows of signs of life.

Below it: models. Whatever changes something does it within `acts.recorded(…)`.
"""
