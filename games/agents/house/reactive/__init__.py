"""How the house plays where nobody has a turn: when to speak, when to be silent, votes with reasons, summaries."""
