"""What an estimate is reckoned from: how much models write (`lengths`), what their providers' caches serve of what they
read (`caching`), and what the calls of trial games come to in tokens and bytes (`trials`).
"""
