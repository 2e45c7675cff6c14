"""Seasons as they are made by the API: `plans` says what a plan is in JSON and words what is wrong with one, `making`
makes drafts (by a plan, by another season's, as a twin), `drafts` is a season with what may be written of it,
`estimates` what one will cost, or would by a plan, and `way` the whole way of one in requests.

Below it: what is led (running), the making of seasons. The league's own addresses put it in their place.
"""
