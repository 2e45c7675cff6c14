"""What the page of a game shows: the game through one lens (`page`), and one that is over beat by beat (`replay`)."""
