"""Personas that models write themselves: `for_seasons`, before the start, where `commissioning` sends somebody who was
asked for it on a page; or `for_games`, anew before each one.

Below it: lifecycle, schedule. Models are asked by games.gateway.errands; what is here keeps them from being asked
twice.
"""
