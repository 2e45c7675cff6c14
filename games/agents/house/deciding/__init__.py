"""What to do: whom to vote for, kill, protect, investigate, shoot, whom to be, and whom a temper leans to.

It may import minds and hearing; it words nothing. A deed comes with its reasons, and speaking puts them into words.
"""
