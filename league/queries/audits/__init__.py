"""What a season's games came to, player by player, or will come to (`forecasting`): read and counted (`counting`), and
said (`telling`)."""
