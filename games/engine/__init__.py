"""The rules, played: pure Python, no clock, no network, no chance but the dice's.

A game is its ruleset revision, options, deal, seed and journal of answers; all else is worked out again from these.
"""
