"""Trying out what nobody knows yet: whether a model can answer in the shape that is asked for, by the `smallest` real
question of each kind; and how long games come to be, by `simulating` them between `talkers`, who write as models do.
"""
