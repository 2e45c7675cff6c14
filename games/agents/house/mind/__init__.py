"""What one seat knows and believes, folded from its view: who said, voted, claimed and died, and why who is suspected.

It may import hearing; it decides nothing and says nothing. The others come for `memory.Mind`, whose fields they read.
Which event changes what is said above the rooms, in learning.py, for each way of playing adds its own.
"""
