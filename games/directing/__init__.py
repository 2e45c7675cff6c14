"""What an operator does to a game, each verb once, for every surface alike; who answers in another's place; and what of
many games may go."""
