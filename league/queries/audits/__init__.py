"""What a season's games came to, player by player: read and counted (`counting`), and said (`telling`)."""
