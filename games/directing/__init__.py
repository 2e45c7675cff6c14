"""What an operator does to a game, each verb once, for every surface alike; and who answers in another's place."""
